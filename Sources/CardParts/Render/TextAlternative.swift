import CardRaster

/// Creates the alternative text of a picture.
enum TextAlternative {
  /// The maximum number of characters; a longer text is too long for the alternative of a picture.
  private static let most = 4_000
  /// The maximum number of characters of a document's title, when it is derived from the content.
  static let mostOfTitle = 500

  /// The alternative texts of the cards on a page, or their words; cards below an overlay are left out.
  static func of(_ page: LayoutBox) -> String {
    var texts: [String] = []
    for case .box(let card, _) in page.content {
      // Content dimmed by an overlay can be neither used nor read aloud.
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

  /// The words in a box; nil without any.
  static func words(of box: LayoutBox) -> String? {
    var texts: [String] = []
    collect(box, into: &texts)
    let whole = joined(texts)
    return whole.isEmpty ? nil : whole
  }

  private static func joined(_ texts: [String]) -> String {
    var whole = ""
    for text in texts where !text.isEmpty {
      if let last = whole.last { whole += last.isPunctuation || IconPart.isSign(String(last)) ? " " : ". " }
      whole += text
    }
    return whole.shortened(to: most)
  }

  /// The source texts of a box and of the boxes inside it that have no source of their own.
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

  /// The text with line breaks replaced by spaces.
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
  /// The text shortened at the end of a word, with an ellipsis; a word longer than half of it is cut.
  ///
  /// - Parameters:
  ///   - most: the maximum number of characters.
  ///   - bytes: the maximum number of bytes in UTF-8, because a character may have any number of combining
  ///     marks.
  func shortened(to most: Int, bytes: Int = .max) -> String {
    let characters = prefix(most)
    if characters.endIndex == endIndex, utf8.count <= bytes { return self }
    var kept = characters.dropLast(characters.count == most ? 1 : 0)
    while kept.utf8.count > bytes - 3 { kept.removeLast() }
    // If white space follows, the last word is complete.
    if !self[kept.endIndex...].prefix(1).allSatisfy(\.isWhitespace),
      let blank = kept.lastIndex(where: \.isWhitespace),
      kept.distance(from: kept.startIndex, to: blank) >= kept.count / 2
    {
      kept = kept[..<blank]
    }
    return String(kept).trimmingSpaces + "…"
  }
}
