import CardRaster

/// What is not drawn.
extension ChangeFinder {
  mutating func findUnseen() {
    for (a, b) in pairs {
      let (first, second) = (before.nodes[a], after.nodes[b])
      guard first.unseen != second.unseen else { continue }
      let name = newNames.name(of: b)
      func tellUnseen(_ what: String, _ x: String?, _ y: String?) {
        guard x != y else { return }
        let sentence: String
        if let x, let y {
          let (from, to) = Wording.quoted(x, y)
          sentence = "\(what) of \(name) \(from) → \(to)"
        } else if let x {
          sentence = "\(what) \(Wording.quoted(x)) of \(name) is gone"
        } else {
          sentence = "\(what) \(Wording.quoted(y ?? "")) of \(name) is new"
        }
        tell(.unseen, of: b, sentence, isVisible: false, plural: "links and alternative texts changed")
      }
      tellUnseen("id", first.ownID, second.ownID)
      tellUnseen("link", first.link, second.link)
      tellUnseen("alt", first.alt, second.alt)
      tellUnseen("long press", first.longPress, second.longPress)
      let given = givenChanges(a, b)
      for (attribute, x, y) in GivenProperty.differences(first.attributes, second.attributes) {
        // A value such as that of a bar is seen, the options of a menu are not.
        if first.drawn != second.drawn {
          explained.insert(b)
          // What the deck gives is told as such.
          if given.contains(where: { $0.name == attribute || ($0.old == x && $0.new == y) }) { continue }
          tell(
            .content, of: b, "\(attribute) of \(name) \(x ?? "none") → \(y ?? "none")",
            plural: "values changed")
        } else {
          tellUnseen(attribute, x, y)
        }
      }
      let (links, others) = (first.lineLinks, second.lineLinks)
      if links != others {
        for place in 0..<max(links.count, others.count) {
          tellUnseen(
            "link in the text", links.indices.contains(place) ? links[place] : nil,
            others.indices.contains(place) ? others[place] : nil)
        }
      }
    }
  }
}

extension SnapshotNode {
  /// The links of its lines; one that goes on in the next line counts once.
  fileprivate var lineLinks: [String] {
    var result: [String] = []
    for link in texts.flatMap({ $0.lines.flatMap(\.links) }) where result.last != link { result.append(link) }
    return result
  }
}
