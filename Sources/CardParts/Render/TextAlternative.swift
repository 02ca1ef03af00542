import CardRaster

/// What a picture says to those who cannot see it.
enum TextAlternative {
  /// The most characters: a longer text is a document, which the alternative of a picture cannot be.
  private static let most = 4_000
  /// The most characters of the title of a document that has none of its own.
  static let mostOfTitle = 500

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
        texts.append(inOneLine(label))
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
    return whole.shortened(to: most)
  }

  /// The texts of a box and of boxes inside that stand for nothing of their own, as they were given.
  static func lines(in box: LayoutBox) -> [String] {
    var texts: [String] = []
    var marker = ""
    for entry in box.content {
      switch entry {
      case .text(let text, _) where text.role == .label: marker = text.words + " "
      case .text(let text, _):
        texts.append(marker + text.words.trimmingSpaces)
        marker = ""
      case .box(let child, _) where child.source == nil: texts += lines(in: child)
      case .box, .item, .confetti: break
      }
    }
    return texts
  }

  /// A text with blanks where its lines end.
  static func inOneLine(_ text: String) -> String {
    // In UTF-8, line separators are the bytes 0A to 0D or begin with C2 or E2; most texts contain none of these.
    guard text.utf8.contains(where: { (0x0A...0x0D).contains($0) || $0 == 0xC2 || $0 == 0xE2 }),
      text.contains(where: \.isNewline)
    else { return text.trimmingSpaces }
    return text.split(whereSeparator: \.isNewline).map { String($0).trimmingSpaces }.filter { !$0.isEmpty }
      .joined(separator: " ")
  }

  private static func collect(_ box: LayoutBox, into texts: inout [String]) {
    for entry in box.contentAsRead {
      switch entry {
      case .item, .confetti: break
      case .text(let text, _):
        texts.append(inOneLine(text.words))
      case .box(let child, let point):
        guard box.shows(child, at: point) else { continue }
        if let label = child.label { texts.append(inOneLine(label)) } else { collect(child, into: &texts) }
      }
    }
  }
}

extension String {
  /// The text, or as many of its words as there is room for, and an ellipsis; a word that is longer than half of that is cut.
  ///
  /// - Parameters:
  ///   - most: the most characters.
  ///   - bytes: the most bytes in UTF-8: one character may have any number of marks.
  func shortened(to most: Int, bytes: Int = .max) -> String {
    let characters = prefix(most)
    if characters.endIndex == endIndex, utf8.count <= bytes { return self }
    var kept = characters.dropLast(characters.count == most ? 1 : 0)
    while kept.utf8.count > bytes - 3 { kept.removeLast() }
    // Where the next character is a blank, the last word is whole.
    if !self[kept.endIndex...].prefix(1).allSatisfy(\.isWhitespace),
      let blank = kept.lastIndex(where: \.isWhitespace),
      kept.distance(from: kept.startIndex, to: blank) >= kept.count / 2
    {
      kept = kept[..<blank]
    }
    return String(kept).trimmingSpaces + "…"
  }
}
