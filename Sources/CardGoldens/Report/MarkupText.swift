import CardParts

/// Text of others inside XML and HTML.
enum MarkupText {
  /// A text as content of an element, with all that is hidden written out; its line breaks stay.
  static func content(_ text: String) -> String { escaped(Printable.text(text)) }

  /// A text as the value of an attribute in double quotes, in one line.
  static func attribute(_ text: String) -> String { escaped(Printable.line(text)) }

  /// What XML 1.0 forbids needs no care here: `Printable` has written it out.
  private static func escaped(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result.append(contentsOf: "&amp;".unicodeScalars)
      case "<": result.append(contentsOf: "&lt;".unicodeScalars)
      case ">": result.append(contentsOf: "&gt;".unicodeScalars)
      case "\"": result.append(contentsOf: "&quot;".unicodeScalars)
      case "'": result.append(contentsOf: "&#39;".unicodeScalars)
      default: result.append(scalar)
      }
    }
    return String(result)
  }
}
