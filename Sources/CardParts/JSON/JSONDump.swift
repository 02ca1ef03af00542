/// Writes JSON: members in the order they were given, numbers with the digits they were written with, the same text every time.
package enum JSONDump {
  /// Writes a value.
  ///
  /// Control characters, line breaks, what turns the direction of text or cannot be seen, and what logs of build servers
  /// obey are escaped (see `Printable`), so the text may be printed. A number that is not finite, which no document can hold, is written as `null`.
  ///
  /// - Parameters:
  ///   - node: the value.
  ///   - pretty: two spaces a level, a line for each member and element; otherwise no blank space at all.
  package static func write(_ node: JSONNode, pretty: Bool) -> String {
    var out: [UInt8] = []
    append(node, pretty ? 0 : nil, to: &out)
    return String(decoding: out, as: UTF8.self)
  }

  private static func append(_ node: JSONNode, _ depth: Int?, to out: inout [UInt8]) {
    switch node.value {
    case .null: out += "null".utf8
    case .bool(let value): out += (value ? "true" : "false").utf8
    case .number(let number): out += number.json.utf8
    case .string(let text): append(text, to: &out)
    case .array(let elements):
      append(elements, in: ("[", "]"), depth, to: &out) { element, inner, out in
        append(element, inner, to: &out)
      }
    case .object(let members):
      append(members, in: ("{", "}"), depth, to: &out) { member, inner, out in
        append(member.key, to: &out)
        out += (inner == nil ? ":" : ": ").utf8
        append(member.value, inner, to: &out)
      }
    }
  }

  private static func append<Item>(
    _ items: [Item], in brackets: (String, String), _ depth: Int?, to out: inout [UInt8],
    each: (Item, Int?, inout [UInt8]) -> Void
  ) {
    out += brackets.0.utf8
    let inner = depth.map { $0 + 1 }
    for (number, item) in items.enumerated() {
      if number > 0 { out.append(UInt8(ascii: ",")) }
      breakLine(inner, to: &out)
      each(item, inner, &out)
    }
    if !items.isEmpty { breakLine(depth, to: &out) }
    out += brackets.1.utf8
  }

  private static func breakLine(_ depth: Int?, to out: inout [UInt8]) {
    guard let depth else { return }
    out.append(0x0A)
    out += repeatElement(0x20, count: 2 * depth)
  }

  private static func append(_ text: String, to out: inout [UInt8]) {
    out.append(UInt8(ascii: "\""))
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x22: out += "\\\"".utf8
      case 0x5C: out += "\\\\".utf8
      case 0x0A: out += "\\n".utf8
      case 0x0D: out += "\\r".utf8
      case 0x09: out += "\\t".utf8
      case 0x3A, 0x5B:
        let byte = UInt8(truncatingIfNeeded: scalar.value)
        if LogCommand.isCompleted(by: byte, after: out) {
          out += "\\u00\(String(byte, radix: 16, uppercase: true))".utf8
        } else {
          out.append(byte)
        }
      case 0x20..<0x7F: out.append(UInt8(truncatingIfNeeded: scalar.value))
      case _ where Printable.isHidden(scalar):
        for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter {
          out += "\\u\(DeckIssue.code(UInt32(unit)).dropFirst(2))".utf8
        }
      default: out += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
      }
    }
    out.append(UInt8(ascii: "\""))
  }

  /// The shortest text that reads back as the same number; a whole number has no decimal point.
  static func number(_ value: Double) -> String {
    guard value.isFinite else { return "null" }
    if value.magnitude < 1e15, let whole = Int64(exactly: value) { return "\(whole)" }
    return "\(value)"
  }
}

/// Values made in code.
extension JSONNode {
  /// `null`.
  public static let null = JSONNode(.null)
  /// A text.
  public static func of(_ text: String) -> JSONNode { JSONNode(.string(text)) }
  /// A number.
  public static func of(_ number: Double) -> JSONNode { JSONNode(.number(JSONNumber(number))) }
  /// A whole number.
  public static func of(_ number: Int) -> JSONNode { JSONNode(.number(JSONNumber(number))) }
  /// A number with its digits.
  public static func of(_ number: JSONNumber) -> JSONNode { JSONNode(.number(number)) }
  /// `true` or `false`.
  public static func of(_ flag: Bool) -> JSONNode { JSONNode(.bool(flag)) }
  /// A list.
  public static func list(_ elements: [JSONNode]) -> JSONNode { JSONNode(.array(elements)) }
  /// An object; its keys must differ from each other.
  public static func object(_ members: [(String, JSONNode)]) -> JSONNode {
    JSONNode(.object(members.map { Member(key: $0.0, value: $0.1) }))
  }

  /// The value as JSON in one line.
  public var text: String { JSONDump.write(self, pretty: false) }
}
