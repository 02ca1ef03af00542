import CardRaster

/// A place in a text: line and column, both from 1; the column counts Unicode scalars.
///
/// What was written in Swift has a line only: its column is 0.
public struct SourcePlace: Hashable, Sendable, Comparable {
  /// The line, from 1.
  public var line: Int
  /// The column, from 1; 0 when only the line is known.
  public var column: Int
  /// Which of the deck's further files it is in, from 1; 0 for the file of the issue.
  var fileNumber: Int32 = 0

  /// Makes a place.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// The place in messages: `14:22`, or `line 14`.
  public var text: String { column > 0 ? "\(line):\(column)" : "line \(line)" }

  /// Whether a place comes first in the text.
  public static func < (a: SourcePlace, b: SourcePlace) -> Bool { (a.line, a.column) < (b.line, b.column) }
}

/// A JSON value that remembers where it stood.
///
/// Values made by code or filled in from data have the place of the text that asked for them, or none.
public struct JSONNode: Hashable, Sendable {
  /// The value.
  public indirect enum Value: Hashable, Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number with its digits; finite.
    case number(JSONNumber)
    /// A text.
    case string(String)
    /// A list.
    case array([JSONNode])
    /// Members in the order of the text; no two keys are equal.
    case object([Member])
  }

  /// A key and its value.
  public struct Member: Hashable, Sendable {
    /// The key.
    public var key: String
    /// Where the key stands.
    public var keyPlace: SourcePlace?
    /// The value.
    public var value: JSONNode

    /// Makes a member.
    public init(key: String, keyPlace: SourcePlace? = nil, value: JSONNode) {
      self.key = key
      self.keyPlace = keyPlace
      self.value = value
    }
  }

  /// The value.
  public var value: Value
  /// Where it starts in the deck's text.
  public var place: SourcePlace?
  /// Whether it came out of a binding: such a value is data and never read as a binding or a path out of the folder.
  public var isBound: Bool
  /// Whether it is a cell of a table: a text that may be meant as a number, a boolean or a list.
  var isCell = false
  /// Whether members are left out because their bindings give null.
  var omitsBoundNulls = false

  /// Makes a node.
  public init(_ value: Value, place: SourcePlace? = nil, isBound: Bool = false) {
    self.value = value
    self.place = place
    self.isBound = isBound
  }

  /// A cell of a table.
  static func cell(_ text: String) -> JSONNode {
    var node = JSONNode(.string(text))
    node.isCell = true
    return node
  }

  /// The value of a key; nil when this is not an object, does not have the key, or has null there, which counts as absent.
  public subscript(key: String) -> JSONNode? {
    guard let found = member(key) else { return nil }
    if case .null = found.value { return nil }
    return found
  }

  /// The value of a key, which may be null.
  func member(_ key: String) -> JSONNode? {
    guard case .object(let members) = value else { return nil }
    return members.first { $0.key == key }?.value
  }

  /// The nearest binary number, when this is a number.
  package var number: Double? { if case .number(let number) = value { number.value } else { nil } }

  /// Where the value at a path stands; of a path that leads further than the text, the place of the last value on it.
  func place(at path: JSONPath) -> SourcePlace? {
    var node = self
    for step in path.steps {
      switch (node.value, step) {
      case (.object, .key(let name)):
        guard let next = node.member(name) else { return node.place }
        node = next
      case (.array(let elements), .index(let number)) where elements.indices.contains(number):
        node = elements[number]
      default: return node.place
      }
    }
    return node.place
  }

  /// The kind of value, in the words of messages: `a number`, `a list`, ….
  public var kindText: String {
    switch value {
    case .null: "null"
    case .bool: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "a list"
    case .object: "an object"
    }
  }
}

extension JSONNode {
  /// The value in messages: short values as they are, others by their kind.
  var briefText: String {
    switch value {
    case .string(let text):
      text.unicodeScalars.count <= 40 ? "'\(text)'" : "'\(String(text.unicodeScalars.prefix(39)))…'"
    case .number(let number): number.json.utf8.count <= 40 ? number.json : number.json.prefix(39) + "…"
    case .bool(let flag): flag ? "true" : "false"
    default: kindText
    }
  }
}

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

extension JSONNode {
  /// The value with another one laid over it, as a JSON Merge Patch (RFC 7386): objects are merged member by member, a
  /// null takes a member away, everything else is replaced.
  ///
  /// Members keep their order; new ones follow.
  func merged(with over: JSONNode) -> JSONNode {
    guard case .object(let upper) = over.value, case .object(let lower) = value else { return over }
    var members = lower
    var places: [String: Int] = [:]
    for (number, member) in members.enumerated() { places[member.key] = number }
    var gone: Set<String> = []
    for member in upper {
      guard let number = places[member.key] else {
        if member.value.value != .null { members.append(member) }
        continue
      }
      if member.value.value == .null {
        gone.insert(member.key)
      } else {
        members[number].value = members[number].value.merged(with: member.value)
      }
    }
    var result = over
    result.value = .object(members.filter { !gone.contains($0.key) })
    return result
  }
}

extension JSONNode {
  /// Reads a JSON document that is no deck, with all that is wrong with it as JSON.
  ///
  /// The node is nil when the document cannot be read on. With keys that are given twice it has the first value of each.
  package static func read(_ bytes: [UInt8], file: String) -> (node: JSONNode?, issues: [DeckIssue]) {
    let log = IssueLog()
    let node = JSONScanner.scan(bytes, file: file, log: log)
    return (node, log.sorted)
  }
}

extension JSONNode {
  /// Whether another node holds the same values, wherever they stood; members in another order are others.
  func holdsSame(as other: JSONNode) -> Bool {
    switch (value, other.value) {
    case (.array(let own), .array(let others)):
      own.count == others.count && zip(own, others).allSatisfy { $0.holdsSame(as: $1) }
    case (.object(let own), .object(let others)):
      own.count == others.count
        && zip(own, others).allSatisfy { $0.key == $1.key && $0.value.holdsSame(as: $1.value) }
    default: value == other.value
    }
  }

  /// Feeds the values without their places.
  func hashValues(into hasher: inout Hasher) {
    switch value {
    case .array(let elements):
      hasher.combine(elements.count)
      for element in elements { element.hashValues(into: &hasher) }
    case .object(let members):
      hasher.combine(members.count)
      for member in members {
        hasher.combine(member.key)
        member.value.hashValues(into: &hasher)
      }
    case .null, .bool, .number, .string: hasher.combine(value)
    }
  }
}
