import CardRaster

/// A card in plain text: for readers without pictures, and for those who listen.
struct MailText {
  /// A line for each paragraph, and the links with what they say.
  private(set) var text = ""
  /// The words of the first heading; nil where there is none.
  private(set) var heading: String?
  /// The first words, without their link; nil where there are none.
  private(set) var opening: String?
  private var told: Set<String> = []
  /// The dot or the number of a list whose words follow.
  private var marker = ""

  init(_ page: DeckPage) {
    var lines: [String] = []
    for case .box(let card, _) in page.box.content {
      if card.isOverlay {
        (lines, heading, opening) = ([], nil, nil)
        continue
      }
      collect(card, isSaid: true, into: &lines)
      if lines.last?.isEmpty == false { lines.append("") }
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    text = lines.map(Printable.shown).joined(separator: "\n") + "\n"
  }

  /// - Parameter isSaid: whether the words in the box count; where a text alternative around them replaces them, only their
  ///   links do.
  private mutating func collect(_ box: LayoutBox, isSaid: Bool, into lines: inout [String]) {
    let count = lines.count
    // The words of a card stay whatever its alternative says: nothing else of the e-mail has them.
    let isCard = box.source?.type == "card"
    if isSaid, !isCard, let label = box.label { say(label, to: &lines) }
    let isSaid = isSaid && (isCard || box.label == nil)
    for entry in box.content {
      switch entry {
      case .text(let text, _):
        if isSaid { say(text, to: &lines) }
        for link in text.lines.flatMap(\.links) where !link.target.isEmpty {
          add(link.target, link.text, to: &lines)
        }
      case .box(let child, let point) where box.shows(child, at: point):
        collect(child, isSaid: isSaid, into: &lines)
      case .box, .item, .confetti: break
      }
    }
    if isCard, lines.count == count, let label = box.label { say(label, to: &lines) }
    guard let link = box.link, told.insert(link).inserted else { return }
    if lines.count == count + 1 { lines[count] += ": \(link)" } else { lines.append(link) }
  }

  private mutating func say(_ text: ShapedText, to lines: inout [String]) {
    if case .heading = text.role, heading == nil, !TextAlternative.inOneLine(text.words).isEmpty {
      heading = TextAlternative.inOneLine(text.words)
    }
    guard text.role != .label else { return marker = text.words + " " }
    say(marker + text.words, to: &lines)
    marker = ""
  }

  private mutating func say(_ words: String, to lines: inout [String]) {
    let said = words.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map {
      String($0).trimmingSpaces
    }
    guard let first = said.first(where: { !$0.isEmpty }) else { return }
    if opening == nil { opening = first }
    lines += said
  }

  private mutating func add(_ link: String, _ words: String, to lines: inout [String]) {
    guard told.insert(link).inserted else { return }
    lines.append(words.isEmpty || words == link ? link : "\(words): \(link)")
  }
}
