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
