import CardRaster

/// A text of a part, line by line.
struct SnapshotText: Hashable, Sendable {
  struct Line: Hashable, Sendable {
    /// The characters of the line.
    var text: String
    /// The frame on the page, in points.
    var frame: Rect
    /// The baseline on the page.
    var baseline: Double
    /// The targets of the links in the line.
    var links: [String] = []
  }

  /// The fonts, in the order of the text.
  var fonts: [String] = []
  /// The text colours, in the order of the text.
  var colors: [String] = []
  /// Whether the text is truncated.
  var isCut = false
  /// The whole source text, if it has several lines or is truncated; otherwise nil.
  var words: String?
  /// The lines; the fragments of a line next to a picture are separate lines.
  var lines: [Line]

  /// The characters in one line.
  ///
  /// Without `words`, they are taken from the lines. A wrapped line ends with its space. The last line of a
  /// paragraph does not, so a space is added, except between two characters of scripts without spaces.
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

  /// The number of lines with different vertical positions.
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
  /// Whether the script allows line breaks between any characters: Thai, Lao, Chinese, Japanese, Korean.
  fileprivate var isWrittenWithoutSpaces: Bool {
    switch value {
    case 0x0E00...0x0EFF, 0x2E80...0x9FFF, 0xAC00...0xD7AF, 0xF900...0xFAFF, 0xFF00...0xFFEF,
      0x20000...0x3FFFF:
      true
    default: false
    }
  }
}
