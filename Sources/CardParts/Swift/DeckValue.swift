/// A value of a deck's data, written as a Swift literal or created from Swift values.
///
/// ```swift
/// let data: DeckValue = ["user": ["name": "Ann", "points": 120], "tags": ["a", "b"]]
/// ```
///
/// Members keep their order. ``init(encoding:dates:)`` converts any `Encodable` value. A value is data: braces
/// in its strings are drawn, wherever it is used. Only ``template(_:)`` reads them as bindings.
public struct DeckValue: Hashable, Sendable {
  /// The value as JSON.
  public let json: JSONNode
  /// The value with its templates, and the braces of all other strings escaped; nil without templates.
  private let bound: JSONNode?

  /// `null`.
  public static let null = DeckValue(JSONNode.null)

  /// A text with bindings, such as `.template("{{ minutes | hours }}")`, for properties that take any value.
  ///
  /// Values that are interpolated into it are data, as in every ``DeckText``.
  public static func template(_ text: DeckText) -> DeckValue {
    DeckValue(.of(text.text), bound: .of(text.text))
  }

  private init(_ json: JSONNode, bound: JSONNode?) { (self.json, self.bound) = (json, bound) }

  /// Creates a value from JSON.
  public init(_ json: JSONNode) { self.init(json, bound: nil) }
  /// Creates a string.
  public init(_ text: String) { self.init(.of(text), bound: nil) }
  /// Creates a number.
  public init(_ number: Double) { self.init(.of(number), bound: nil) }
  /// Creates a whole number with all its digits.
  public init(_ number: some BinaryInteger) { self.init(.of(JSONNumber(number)), bound: nil) }
  /// Creates `true` or `false`.
  public init(_ flag: Bool) { self.init(.of(flag), bound: nil) }
  /// Creates a list.
  public init(_ list: [DeckValue]) {
    let hasTemplates = list.contains { $0.bound != nil }
    self.init(.list(list.map(\.json)), bound: hasTemplates ? .list(list.map(\.property)) : nil)
  }
  /// Creates a list of numbers.
  public init(_ numbers: [Double]) { self.init(.list(numbers.map { .of($0) }), bound: nil) }
  /// Creates an object; its keys must be unique.
  public init(_ members: [(String, DeckValue)]) {
    let hasTemplates = members.contains { $0.1.bound != nil }
    self.init(
      .object(members.map { ($0.0, $0.1.json) }),
      bound: hasTemplates ? .object(members.map { ($0.0, $0.1.property) }) : nil)
  }
}

extension DeckValue: ExpressibleByStringLiteral, ExpressibleByStringInterpolation, ExpressibleByFloatLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// Creates a string.
  public init(stringLiteral text: String) { self.init(text) }
  /// Creates a number.
  public init(floatLiteral number: Double) { self.init(number) }
  /// Creates a whole number.
  public init(integerLiteral number: Int) { self.init(number) }
  /// Creates `true` or `false`.
  public init(booleanLiteral flag: Bool) { self.init(flag) }
  /// Creates `null`.
  public init(nilLiteral: ()) { self.init(JSONNode.null) }
  /// Creates a list.
  public init(arrayLiteral elements: DeckValue...) { self.init(elements) }
  /// Creates an object; its keys must be unique.
  public init(dictionaryLiteral members: (String, DeckValue)...) { self.init(members) }
}

/// A Swift value that can be used where a deck takes any value: a string, a number, a boolean, or a list of them.
public protocol DeckValueConvertible: Sendable {
  /// The value as data of a deck.
  var deckValue: DeckValue { get }
}

extension String: DeckValueConvertible {
  /// The text; its braces are drawn.
  public var deckValue: DeckValue { DeckValue(self) }
}

extension Double: DeckValueConvertible {
  /// The number.
  public var deckValue: DeckValue { DeckValue(self) }
}

extension Int: DeckValueConvertible {
  /// The number with all its digits.
  public var deckValue: DeckValue { DeckValue(self) }
}

extension Bool: DeckValueConvertible {
  /// `true` or `false`.
  public var deckValue: DeckValue { DeckValue(self) }
}

extension Array: DeckValueConvertible where Element: DeckValueConvertible {
  /// The list of the values of its elements.
  public var deckValue: DeckValue { DeckValue(map(\.deckValue)) }
}

extension DeckElement {
  /// Sets a property to a Swift value, by its name in JSON.
  @_disfavoredOverload
  public func property(_ name: String, _ value: some DeckValueConvertible) -> Self {
    property(name, value.deckValue)
  }
}

extension CardComponent {
  /// Sets a parameter to a Swift value.
  @_disfavoredOverload
  public func parameter(_ name: String, _ value: some DeckValueConvertible) -> Self {
    parameter(name, value.deckValue)
  }
}

extension DeckRepeatable {
  /// Repeats the element for each entry of a list of Swift values.
  @_disfavoredOverload
  public func forEach(_ values: [some DeckValueConvertible], as name: String = "item") -> Self {
    forEach(values.map(\.deckValue), as: name)
  }
}

extension DeckValue: CustomStringConvertible, CustomDebugStringConvertible {
  /// The value inside a text: a string unchanged, anything else as JSON in one line.
  public var description: String {
    if case .string(let text) = json.value { text } else { json.text }
  }
  /// The value as JSON in one line.
  public var debugDescription: String { json.text }
}

extension DeckValue: DeckConvertible {
  var deckNode: DeckNode { DeckNode(property) }

  /// The value for a property that is searched for bindings: with its templates, and all other braces escaped.
  private var property: JSONNode { bound ?? Self.verbatim(json) }

  /// A string with its braces escaped.
  static func verbatim(_ text: String) -> String {
    var result = ""
    var backslashes = 0
    var scalars = text.unicodeScalars.makeIterator()
    var next = scalars.next()
    while let scalar = next {
      next = scalars.next()
      if scalar == "{", next == "{" {
        // Backslashes before braces are doubled, and one more backslash escapes the braces.
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

/// Data from your own types.
extension DeckValue {
  /// Converts a value with its own `encode(to:)`, like Foundation's `JSONEncoder`.
  ///
  /// URLs become strings, `Decimal` values numbers, `Data` Base64 strings. Keys have the order in which they
  /// are encoded. The keys of dictionaries are sorted alphabetically, and the elements of sets by their JSON.
  /// A dictionary whose keys are not strings, whole numbers or `CodingKeyRepresentable` becomes a list of
  /// alternating keys and values. Whole numbers and `Decimal` values keep all digits.
  ///
  /// - Parameters:
  ///   - value: the value.
  ///   - dates: the format of dates; by default the one that the formatter `date` reads.
  /// - Throws: the errors of the value's own encoding, and `EncodingError.invalidValue` for a number that is
  ///   not finite or a date that cannot be written.
  public init(encoding value: some Encodable, dates: DateEncoding = .utc) throws {
    let slot = ValueEncoder.Slot()
    try ValueEncoder(slot: slot, codingPath: [], dates: dates).encode(value)
    self.init(slot.json)
  }

  /// The format of Swift dates in data.
  public enum DateEncoding: Hashable, Sendable {
    /// Date and time in UTC: `2026-11-18T19:33:20Z`.
    case utc
    /// Date and time in a zone with a fixed offset from UTC, without the zone: `2026-11-18T20:33:20`.
    ///
    /// The deck shows the date and time of a clock in this zone.
    case local(secondsFromUTC: Int)
    /// Seconds since the start of 1970.
    case secondsSince1970
    /// Milliseconds since the start of 1970.
    case millisecondsSince1970
  }
}

/// A collection whose keys or elements have a different order in each run.
private protocol HashOrdered {
  /// The number of consecutive list elements that belong together: 2 for a key and its value.
  static var stride: Int { get }
}

extension Dictionary: HashOrdered {
  fileprivate static var stride: Int { 2 }
}

extension Set: HashOrdered {
  fileprivate static var stride: Int { 1 }
}

/// Builds JSON while a value encodes itself.
private struct ValueEncoder: Encoder {
  /// The place of one value; containers fill it as they are encoded.
  final class Slot {
    enum Kind { case value, list, object }

    var kind = Kind.value
    var value = JSONNode.null
    var elements: [Slot] = []
    var members: [(key: String, slot: Slot)] = []

    var json: JSONNode {
      switch kind {
      case .value: value
      case .list: .list(elements.map(\.json))
      case .object: .object(members.map { ($0.key, $0.slot.json) })
      }
    }

    /// Replaces the encoded value.
    func replace(with node: JSONNode) {
      (kind, value, elements, members) = (.value, node, [], [])
    }

    /// Sorts keys, or groups of elements with a given length, into an order that is the same in every run.
    func sort(stride: Int) {
      members.sort { $0.key < $1.key }
      let groups = Swift.stride(from: 0, to: elements.count, by: stride).map { start in
        let group = Array(elements[start..<min(start + stride, elements.count)])
        return (key: JSONDump.write(group[0].json, pretty: false), group: group)
      }
      elements = groups.sorted { $0.key < $1.key }.flatMap(\.group)
    }
  }

  let slot: Slot
  let codingPath: [any CodingKey]
  let dates: DeckValue.DateEncoding
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// Encodes a value into the slot.
  func encode(_ value: some Encodable) throws {
    try value.encode(to: self)
    if let known = FoundationValue(type(of: value)) {
      let node = try known.json(of: slot.json, dates) { description in
        EncodingError.invalidValue(
          value, EncodingError.Context(codingPath: codingPath, debugDescription: description))
      }
      slot.replace(with: node)
      return
    }
    if let type = type(of: value) as? any HashOrdered.Type { slot.sort(stride: type.stride) }
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    slot.kind = .object
    return KeyedEncodingContainer(Keyed<Key>(slot: slot, codingPath: codingPath, dates: dates))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    slot.kind = .list
    return Unkeyed(slot: slot, codingPath: codingPath, dates: dates)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    Single(slot: slot, codingPath: codingPath, dates: dates)
  }

  private struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let slot: Slot
    let codingPath: [any CodingKey]
    let dates: DeckValue.DateEncoding

    private func inner(_ key: any CodingKey) -> ValueEncoder {
      let inner = Slot()
      slot.members.append((key.stringValue, inner))
      return ValueEncoder(slot: inner, codingPath: codingPath + [key], dates: dates)
    }

    mutating func encodeNil(forKey key: Key) throws { _ = inner(key) }
    mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws { try inner(key).encode(value) }
    mutating func nestedContainer<Other: CodingKey>(
      keyedBy type: Other.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Other> { inner(key).container(keyedBy: type) }
    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      inner(key).unkeyedContainer()
    }
    mutating func superEncoder() -> any Encoder { inner(SuperKey()) }
    mutating func superEncoder(forKey key: Key) -> any Encoder { inner(key) }
  }

  private struct Unkeyed: UnkeyedEncodingContainer {
    let slot: Slot
    let codingPath: [any CodingKey]
    let dates: DeckValue.DateEncoding

    var count: Int { slot.elements.count }

    private func inner() -> ValueEncoder {
      let inner = Slot()
      slot.elements.append(inner)
      return ValueEncoder(
        slot: inner, codingPath: codingPath + [IndexKey(slot.elements.count - 1)], dates: dates)
    }

    mutating func encodeNil() throws { _ = inner() }
    mutating func encode<T: Encodable>(_ value: T) throws { try inner().encode(value) }
    mutating func nestedContainer<Other: CodingKey>(keyedBy type: Other.Type) -> KeyedEncodingContainer<Other>
    {
      inner().container(keyedBy: type)
    }
    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { inner().unkeyedContainer() }
    mutating func superEncoder() -> any Encoder { inner() }
  }

  private struct Single: SingleValueEncodingContainer {
    let slot: Slot
    let codingPath: [any CodingKey]
    let dates: DeckValue.DateEncoding

    private func put(_ node: JSONNode) { slot.value = node }

    private func put(_ number: Double) throws {
      guard number.isFinite else {
        throw EncodingError.invalidValue(
          number,
          EncodingError.Context(
            codingPath: codingPath, debugDescription: "JSON cannot represent the number \(number)"))
      }
      put(.of(number))
    }

    mutating func encodeNil() throws { put(.null) }
    mutating func encode(_ value: Bool) throws { put(.of(value)) }
    mutating func encode(_ value: String) throws { put(.of(value)) }
    mutating func encode(_ value: Double) throws { try put(value) }
    // Converts by way of the decimal digits: 0.1 stays 0.1 and does not become 0.10000000149011612.
    mutating func encode(_ value: Float) throws { try put(Double("\(value)") ?? Double(value)) }
    mutating func encode(_ value: Int) throws { put(.of(JSONNumber(value))) }
    mutating func encode(_ value: Int8) throws { put(.of(JSONNumber(value))) }
    mutating func encode(_ value: Int16) throws { put(.of(JSONNumber(value))) }
    mutating func encode(_ value: Int32) throws { put(.of(JSONNumber(value))) }
    mutating func encode(_ value: Int64) throws { put(.of(JSONNumber(value))) }
    mutating func encode(_ value: UInt) throws { put(.of(JSONNumber(value))) }
    mutating func encode(_ value: UInt8) throws { put(.of(JSONNumber(value))) }
    mutating func encode(_ value: UInt16) throws { put(.of(JSONNumber(value))) }
    mutating func encode(_ value: UInt32) throws { put(.of(JSONNumber(value))) }
    mutating func encode(_ value: UInt64) throws { put(.of(JSONNumber(value))) }
    mutating func encode<T: Encodable>(_ value: T) throws {
      try ValueEncoder(slot: slot, codingPath: codingPath, dates: dates).encode(value)
    }
  }

  /// The index of an element, for messages.
  private struct IndexKey: CodingKey {
    let number: Int
    var stringValue: String { "Index \(number)" }
    var intValue: Int? { number }
    init(_ number: Int) { self.number = number }
    init?(stringValue: String) { nil }
    init?(intValue: Int) { number = intValue }
  }

  private struct SuperKey: CodingKey {
    var stringValue: String { "super" }
    var intValue: Int? { nil }
    init() {}
    init?(stringValue: String) {}
    init?(intValue: Int) { nil }
  }
}
