/// A link of a page.
///
/// Links are laid over the finished page as annotations of our own: cairo 1.16 writes targets unescaped, so that one with a
/// parenthesis becomes any action, refers to objects that it never writes, and crashes on a link within a faded group.
struct LinkArea: Hashable {
  /// Where it goes, as a URI.
  var target: String
  /// What a tap must hit, in the coordinates of the page.
  var frame: Rect

  /// The link as an object of a PDF document, whose y goes up (ISO 32000-1, section 12.5.6.5).
  ///
  /// - Parameter key: its key in the tree of parents; nil when it belongs to nothing.
  func annotation(pageHeight: Double, key: Int?) -> String {
    let corners = [frame.minX, pageHeight - frame.maxY, frame.maxX, pageHeight - frame.minY]
    let parent = key.map { "\n         /StructParent \($0)" } ?? ""
    return """
      << /Type /Annot
         /Subtype /Link
         /Rect [ \(corners.map { NumberText.text($0) }.joined(separator: " ")) ]
         /Border [ 0 0 0 ]
         /F 4
         /Contents \(PDFText.hexadecimal(target))\(parent)
         /A << /Type /Action /S /URI /URI (\(target)) >>
      >>
      """
  }
}

/// Where the links of a page are.
extension DisplayItem {
  /// The links in an item, in order; `map` carries its coordinates to the page.
  func links(_ map: Transform) -> [LinkArea] {
    guard case .group(let group) = self else { return [] }
    let inner = group.transform.then(map)
    var areas: [LinkArea] = []
    if let target = group.link.flatMap({ LinkTarget($0) }),
      let frame = group.contentBounds(under: inner, .touch)
    {
      areas.append(LinkArea(target: target.uri, frame: frame))
    }
    for item in group.items {
      for area in item.links(inner) {
        guard let clip = group.clip else {
          areas.append(area)
          continue
        }
        if let seen = clip.bounds(under: inner), let frame = area.frame.intersection(seen) {
          areas.append(LinkArea(target: area.target, frame: frame))
        }
      }
    }
    return areas
  }
}

extension DisplayList {
  /// The links of the page, each once, small ones over large ones: a button's lies over that of its card.
  var links: [LinkArea] {
    var areas: [LinkArea] = []
    var seen: Set<LinkArea> = []
    for area in items.flatMap({ $0.links(.identity) })
    where seen.insert(area).inserted {
      areas.append(area)
    }
    func size(_ area: LinkArea) -> Double { area.frame.width * area.frame.height }
    // The order of equal ones is kept.
    return areas.enumerated().sorted {
      let (first, second) = (size($0.element), size($1.element))
      return first != second ? first > second : $0.offset < $1.offset
    }.map(\.element)
  }
}
