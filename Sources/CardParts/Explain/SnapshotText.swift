import CardRaster

/// A text of a part, in lines.
struct SnapshotText: Hashable, Sendable {
  /// One line.
  struct Line: Hashable, Sendable {
    /// Its characters.
    var text: String
    /// Where it is on the page, in points.
    var frame: Rect
    /// Its baseline on the page.
    var baseline: Double
    /// Where taps on parts of it go.
    var links: [String] = []
  }

  /// Its fonts, in the order of the text.
  var fonts: [String] = []
  /// The colours of its letters, in the order of the text.
  var colors: [String] = []
  /// Whether words were left out.
  var isCut = false
  /// The whole text as it was given, where the lines do not tell it; nil where they do.
  var words: String?
  /// The lines; pieces of one line, beside a picture, count alone.
  var lines: [Line]

  /// Its characters as one text.
  ///
  /// Where they are not known, they are told from the lines. A line that wraps ends in its space; one that ends with a paragraph does not, and the next begins a word. Only in
  /// scripts without spaces a word may go on.
  var whole: String {
    if let words { return TextAlternative.inOneLine(words) }
    var result = ""
    for line in lines {
      if let last = result.unicodeScalars.last, let first = line.text.unicodeScalars.first,
        !last.properties.isWhitespace, !(last.isWrittenWithoutSpaces && first.isWrittenWithoutSpaces)
      {
        result += " "
      }
      result += line.text
    }
    return result
  }

  /// How many lines stand below each other.
  var lineCount: Int {
    var count = 0
    var last: Double?
    for line in lines where line.frame.minY != last {
      count += 1
      last = line.frame.minY
    }
    return count
  }
}

extension Unicode.Scalar {
  /// Whether it is of a script in which lines end anywhere: Thai, Lao, Chinese, Japanese, Korean.
  fileprivate var isWrittenWithoutSpaces: Bool {
    switch value {
    case 0x0E00...0x0EFF, 0x2E80...0x9FFF, 0xAC00...0xD7AF, 0xF900...0xFAFF, 0xFF00...0xFFEF,
      0x20000...0x3FFFF:
      true
    default: false
    }
  }
}
