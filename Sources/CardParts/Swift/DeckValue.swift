/// A value of a deck's data, written as a Swift literal or made of Swift values.
///
/// ```swift
/// let data: DeckValue = ["user": ["name": "Ann", "points": 120], "tags": ["a", "b"]]
/// ```
///
/// Members keep their order. ``init(encoding:dates:)`` turns any `Encodable` value into one.
public struct DeckValue: Hashable, Sendable {
  /// The value as JSON.
  public let json: JSONNode

  /// `null`.
  public static let null = DeckValue(JSONNode.null)

  /// Takes a JSON value.
  public init(_ json: JSONNode) { self.json = json }
  /// Takes a text; braces in data are never read as bindings.
  public init(_ text: String) { json = .of(text) }
  /// Takes a number.
  public init(_ number: Double) { json = .of(number) }
  /// Takes a whole number.
  public init(_ number: Int) { json = .of(number) }
  /// Takes `true` or `false`.
  public init(_ flag: Bool) { json = .of(flag) }
  /// Takes a list.
  public init(_ list: [DeckValue]) { json = .list(list.map(\.json)) }
  /// Takes an object; its keys must differ from each other.
  public init(_ members: [(String, DeckValue)]) { json = .object(members.map { ($0.0, $0.1.json) }) }
}

extension DeckValue: ExpressibleByStringLiteral, ExpressibleByStringInterpolation, ExpressibleByFloatLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// Takes a text.
  public init(stringLiteral text: String) { self.init(text) }
  /// Takes a number.
  public init(floatLiteral number: Double) { self.init(number) }
  /// Takes a whole number.
  public init(integerLiteral number: Int) { self.init(number) }
  /// Takes `true` or `false`.
  public init(booleanLiteral flag: Bool) { self.init(flag) }
  /// Takes `null`.
  public init(nilLiteral: ()) { json = .null }
  /// Takes a list.
  public init(arrayLiteral elements: DeckValue...) { self.init(elements) }
  /// Takes an object; its keys must differ from each other.
  public init(dictionaryLiteral members: (String, DeckValue)...) { self.init(members) }
}

extension DeckValue: CustomStringConvertible, CustomDebugStringConvertible {
  /// The value as it stands within a text: a text as it is, anything else as JSON in one line.
  public var description: String {
    if case .string(let text) = json.value { text } else { json.text }
  }
  /// The value as JSON in one line.
  public var debugDescription: String { json.text }
}

extension DeckValue: DeckConvertible {
  var deckNode: DeckNode { DeckNode(json) }

  /// The same value where a deck looks for bindings.
  var verbatim: DeckValue { DeckValue(Self.verbatim(json)) }

  /// A text whose braces a deck draws as they are.
  private static func verbatim(_ text: String) -> String {
    var result = ""
    var backslashes = 0
    var scalars = text.unicodeScalars.makeIterator()
    var next = scalars.next()
    while let scalar = next {
      next = scalars.next()
      if scalar == "{", next == "{" {
        // Backslashes before braces count: each is doubled, and one more takes the braces' meaning away.
        result += String(repeating: "\\", count: backslashes + 1) + "{{"
        next = scalars.next()
        backslashes = 0
        continue
      }
      backslashes = scalar == "\\" ? backslashes + 1 : 0
      result.unicodeScalars.append(scalar)
    }
    return result
  }

  private static func verbatim(_ node: JSONNode) -> JSONNode {
    switch node.value {
    case .string(let text): .of(Self.verbatim(text))
    case .array(let elements): .list(elements.map(verbatim))
    case .object(let members): .object(members.map { ($0.key, verbatim($0.value)) })
    case .null, .bool, .number: node
    }
  }
}
