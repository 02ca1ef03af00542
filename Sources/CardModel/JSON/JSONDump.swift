/// Writes JSON deterministically: members in their original order, and numbers with their original digits.
package enum JSONDump {
  /// Writes a value.
  ///
  /// Control characters, line breaks, invisible characters, direction marks, and commands in the logs of
  /// build servers are escaped (see `Printable`), so the text can be printed safely. A number that is not
  /// finite, which JSON cannot represent, is written as `null`.
  ///
  /// - Parameters:
  ///   - node: The value.
  ///   - pretty: Whether to indent by two spaces per level, with one line per member and element. Otherwise
  ///     the text has no white space.
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

  /// The shortest text that parses to the same number; an integer has no decimal point.
  static func number(_ value: Double) -> String {
    guard value.isFinite else { return "null" }
    if value.magnitude < 1e15, let whole = Int64(exactly: value) { return "\(whole)" }
    return "\(value)"
  }
}

/// Values created by code.
extension JSONNode {
  /// The value `null`.
  public static let null = JSONNode(.null)
  /// Creates a text.
  public static func of(_ text: String) -> JSONNode { JSONNode(.string(text)) }
  /// Creates a number.
  public static func of(_ number: Double) -> JSONNode { JSONNode(.number(JSONNumber(number))) }
  /// Creates an integer.
  public static func of(_ number: Int) -> JSONNode { JSONNode(.number(JSONNumber(number))) }
  /// Creates a number with its digits.
  public static func of(_ number: JSONNumber) -> JSONNode { JSONNode(.number(number)) }
  /// Creates a boolean.
  public static func of(_ flag: Bool) -> JSONNode { JSONNode(.bool(flag)) }
  /// Creates a list.
  public static func list(_ elements: [JSONNode]) -> JSONNode { JSONNode(.array(elements)) }
  /// Creates an object; its keys must be unique.
  public static func object(_ members: [(String, JSONNode)]) -> JSONNode {
    JSONNode(.object(members.map { Member(key: $0.0, value: $0.1) }))
  }
  /// Creates an object without the members that are nil; its keys must be unique.
  package static func object(present members: KeyValuePairs<String, JSONNode?>) -> JSONNode {
    .object(members.compactMap { name, value in value.map { (name, $0) } })
  }

  /// The value as JSON on one line.
  public var text: String { JSONDump.write(self, pretty: false) }
}

/// Literals, for documents that a program writes.
extension JSONNode: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByArrayLiteral
{
  /// Creates a text.
  public init(stringLiteral text: String) { self = .of(text) }
  /// Creates a boolean.
  public init(booleanLiteral flag: Bool) { self = .of(flag) }
  /// Creates an integer.
  public init(integerLiteral number: Int) { self = .of(number) }
  /// Creates a list.
  public init(arrayLiteral elements: JSONNode...) { self = .list(elements) }
  /// Creates an object; its keys must be unique.
  package static func object(_ members: KeyValuePairs<String, JSONNode>) -> JSONNode {
    .object(members.map { ($0.key, $0.value) })
  }
}
