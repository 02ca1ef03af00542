import CardRaster

/// A card in plain text: for readers without pictures, and for those who listen.
struct MailText {
  /// A line for each paragraph, and the links with what they say.
  private(set) var text = ""
  private var told: Set<String> = []

  init(_ page: DeckPage) {
    var lines: [String] = []
    for case .box(let card, _) in page.box.content {
      if card.isOverlay {
        lines = []
        continue
      }
      collect(card, into: &lines)
      if lines.last?.isEmpty == false { lines.append("") }
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    text = lines.map(Printable.shown).joined(separator: "\n") + "\n"
  }

  private mutating func collect(_ box: LayoutBox, into lines: inout [String]) {
    let count = lines.count
    for entry in box.content {
      switch entry {
      case .text(let text, _):
        let words = text.lines.map { TextAlternative.trimmed($0.text) }.joined(separator: " ")
        if !words.isEmpty { lines.append(words) }
        for link in text.lines.flatMap(\.links) where !link.target.isEmpty {
          add(link.target, link.text, to: &lines)
        }
      case .box(let child, let point) where box.shows(child, at: point): collect(child, into: &lines)
      case .box, .item, .confetti: break
      }
    }
    if lines.count == count, let label = box.label, !label.isEmpty { lines.append(label) }
    guard let link = box.link, told.insert(link).inserted else { return }
    if lines.count == count + 1 { lines[count] += ": \(link)" } else { lines.append(link) }
  }

  private mutating func add(_ link: String, _ words: String, to lines: inout [String]) {
    guard told.insert(link).inserted else { return }
    lines.append(words.isEmpty || words == link ? link : "\(words): \(link)")
  }
}
