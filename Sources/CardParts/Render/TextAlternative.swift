import CardRaster

/// What a picture says to those who cannot see it.
enum TextAlternative {
  /// Longer texts are no help to anybody who listens.
  private static let most = 500

  /// The alternatives of the cards of a page; of a card without one, its words; below an overlay, nothing.
  static func of(_ page: LayoutBox) -> String {
    var texts: [String] = []
    for case .box(let card, _) in page.content {
      // What an overlay dims is out of reach, for eyes and ears alike.
      if card.isOverlay {
        texts = []
        continue
      }
      if let label = card.label {
        texts.append(label)
      } else {
        collect(card, into: &texts)
      }
    }
    return joined(texts)
  }

  /// The words that stand in a box; nil where none do.
  static func words(of box: LayoutBox) -> String? {
    var texts: [String] = []
    collect(box, into: &texts)
    let whole = joined(texts)
    return whole.isEmpty ? nil : whole
  }

  private static func joined(_ texts: [String]) -> String {
    var whole = ""
    for text in texts where !text.isEmpty {
      if let last = whole.last { whole += last.isPunctuation ? " " : ". " }
      whole += text
    }
    return whole.count <= most ? whole : whole.prefix(most - 1) + "…"
  }

  /// A text without spaces and line breaks at its ends.
  static func trimmed(_ text: String) -> String { text.trimmingSpaces }

  private static func collect(_ box: LayoutBox, into texts: inout [String]) {
    for entry in box.contentAsRead {
      switch entry {
      case .item, .confetti: break
      case .text(let text, _):
        let words = text.lines.map { $0.text.trimmingSpaces }.joined(separator: " ")
        texts.append(words)
      case .box(let child, let point):
        guard box.shows(child, at: point) else { continue }
        if let label = child.label { texts.append(label) } else { collect(child, into: &texts) }
      }
    }
  }
}

extension String {
  /// The text without spaces and line breaks at its ends.
  fileprivate var trimmingSpaces: String {
    let start = drop { $0.isWhitespace }
    return String(start.reversed().drop { $0.isWhitespace }.reversed())
  }
}
