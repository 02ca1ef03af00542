import CardRaster

/// A cell of a table is text, and what it means is decided by who asks for it: `0.5` is a number where a number is wanted.
extension JSONNode {
  /// The number that it is, or that a cell writes as JSON does; nil for anything else.
  var meantNumber: JSONNumber? {
    switch value {
    case .number(let number): return number
    case .string(let text) where isCell: return Self.number(text)
    default: return nil
    }
  }

  /// The boolean that it is, or that a cell writes: `true`, `false`, `1` or `0`; nil for anything else.
  var meantBool: Bool? {
    switch value {
    case .bool(let flag): return flag
    case .string(let text) where isCell:
      switch text.lowercased() {
      case "true", "1": return true
      case "false", "0": return false
      default: return nil
      }
    default: return nil
    }
  }

  /// The list or object that a cell writes as JSON; nil for anything else.
  var meantCollection: JSONNode? {
    guard isCell, case .string(let text) = value, let first = text.utf8.first(where: { $0 > 0x20 }),
      first == UInt8(ascii: "[") || first == UInt8(ascii: "{"),
      let node = try? JSONScanner.scan(Array(text.utf8), file: "")
    else { return nil }
    return node
  }

  /// The way out of a number or a boolean in quotes; nil for anything else.
  var unquotedHint: String? {
    guard case .string(let text) = value, !isBound,
      ["true", "false"].contains(text) || Self.number(text) != nil
    else { return nil }
    return "remove the quotes: \(text)"
  }

  /// The way out of a length as CSS writes it, such as "20px"; nil for anything else.
  var unitHint: String? {
    guard case .string(let text) = value, !isBound, text.hasSuffix("px") || text.hasSuffix("pt"),
      let number = Self.number(String(text.dropLast(2)))
    else { return nil }
    return "lengths are points and have no unit: \(number.text)"
  }

  /// What it is, in the words of messages: of a cell, its text.
  var foundText: String { isCell ? briefText : kindText }

  /// The number that a text writes as JSON does; nil for any other text.
  private static func number(_ text: String) -> JSONNumber? {
    guard let first = text.utf8.first, first == UInt8(ascii: "-") || (0x30...0x39).contains(first),
      let node = try? JSONScanner.scan(Array(text.utf8), file: ""), case .number(let number) = node.value
    else { return nil }
    return number
  }
}
