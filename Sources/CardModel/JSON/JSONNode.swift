import CardRaster

/// A position in a text: line and column, both from 1; the column counts Unicode scalars.
///
/// A position in Swift code has only a line: its column is 0.
public struct SourcePlace: Hashable, Sendable, Comparable {
  /// The line, from 1.
  public var line: Int
  /// The column, from 1; 0 if only the line is known.
  public var column: Int
  /// The index of the file among the deck's further files, from 1; 0 for the file of the issue.
  package var fileNumber: Int32 = 0

  /// Creates a position.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// The position in messages: `14:22`, or `line 14`.
  public var text: String { column > 0 ? "\(line):\(column)" : "line \(line)" }

  /// Whether a position is before another one in the text.
  public static func < (a: SourcePlace, b: SourcePlace) -> Bool { (a.line, a.column) < (b.line, b.column) }
}

/// A JSON value with its position in the source.
///
/// Values that are created by code or come from data have the position of the text that refers to them, or
/// none.
public struct JSONNode: Hashable, Sendable {
  /// The content of a JSON value.
  public indirect enum Value: Hashable, Sendable {
    /// The value `null`.
    case null
    /// The value `true` or `false`.
    case bool(Bool)
    /// A finite number with its original digits.
    case number(JSONNumber)
    /// A text.
    case string(String)
    /// A list.
    case array([JSONNode])
    /// The members of an object in their original order, with unique keys.
    case object([Member])
  }

  /// A key and its value.
  public struct Member: Hashable, Sendable {
    /// The key.
    public var key: String
    /// The position of the key.
    public var keyPlace: SourcePlace?
    /// The value.
    public var value: JSONNode

    /// Creates a member.
    public init(key: String, keyPlace: SourcePlace? = nil, value: JSONNode) {
      self.key = key
      self.keyPlace = keyPlace
      self.value = value
    }
  }

  /// The content.
  public var value: Value
  /// The start position in the deck's text.
  public var place: SourcePlace?
  /// Whether the value comes from a binding.
  ///
  /// Such a value is data: it is never evaluated as a binding, or used as a path outside the folder.
  package var isBound: Bool
  /// Further facts, in one byte because nodes are many.
  private var marks: Marks = []
  /// The locale of a cell, as in `CellFormat`, or 255.
  private var language = UInt8.max

  private struct Marks: OptionSet, Hashable {
    let rawValue: UInt8
    static let cell = Marks(rawValue: 1)
    static let omitsNulls = Marks(rawValue: 2)
    static let mayNameFile = Marks(rawValue: 4)
    static let localized = Marks(rawValue: 8)
    static let decimalComma = Marks(rawValue: 16)
    static let dayFirst = Marks(rawValue: 32)
    static let monthFirst = Marks(rawValue: 64)

    subscript(mark: Marks) -> Bool {
      get { contains(mark) }
      set { if newValue { insert(mark) } else { remove(mark) } }
    }
  }

  /// Whether this is a table cell: a text that may represent a number, a boolean or a list.
  package var isCell: Bool {
    get { marks[.cell] }
    set { marks[.cell] = newValue }
  }
  /// Whether members were omitted because their bindings are null.
  package var omitsBoundNulls: Bool {
    get { marks[.omitsNulls] }
    set { marks[.omitsNulls] = newValue }
  }
  /// Whether a bound text may name a file in a deck with `inputs`: it is the value of a picture, or the deck's own.
  package var mayNameFile: Bool {
    get { marks[.mayNameFile] }
    set { marks[.mayNameFile] = newValue }
  }

  /// The notation of numbers and dates in a cell; nil for that of JSON.
  package var cellFormat: CellFormat? {
    get {
      guard marks[.localized] else { return nil }
      return CellFormat(
        hasDecimalComma: marks[.decimalComma],
        dateOrder: marks[.dayFirst] ? .dayFirst : marks[.monthFirst] ? .monthFirst : .yearFirst,
        language: language < UInt8.max ? Int(language) : nil)
    }
    set {
      language = newValue?.language.flatMap { UInt8(exactly: $0) } ?? .max
      marks[.localized] = newValue != nil
      marks[.decimalComma] = newValue?.hasDecimalComma == true
      marks[.dayFirst] = newValue?.dateOrder == .dayFirst
      marks[.monthFirst] = newValue?.dateOrder == .monthFirst
    }
  }

  /// Creates a node.
  public init(_ value: Value, place: SourcePlace? = nil, isBound: Bool = false) {
    self.value = value
    self.place = place
    self.isBound = isBound
  }

  package static func cell(_ text: String) -> JSONNode {
    changing(JSONNode(.string(text))) { $0.isCell = true }
  }

  /// The value of a key; nil if this is not an object, or if the key is missing or null.
  public subscript(key: String) -> JSONNode? {
    guard let found = member(key) else { return nil }
    if case .null = found.value { return nil }
    return found
  }

  /// The value of a key, which may be null.
  package func member(_ key: String) -> JSONNode? {
    guard case .object(let members) = value else { return nil }
    return members.first { $0.key == key }?.value
  }

  /// The value with a change of each value in it, such as a mark, and of the place of each key.
  package func marked(
    _ mark: (inout JSONNode) -> Void, keys: (inout SourcePlace?) -> Void = { _ in }
  ) -> JSONNode {
    var result = self
    mark(&result)
    switch value {
    case .array(let elements): result.value = .array(elements.map { $0.marked(mark, keys: keys) })
    case .object(let members):
      result.value = .object(
        members.map { member in
          Member(
            key: member.key, keyPlace: changing(member.keyPlace, keys),
            value: member.value.marked(mark, keys: keys))
        })
    case .null, .bool, .number, .string: break
    }
    return result
  }

  /// The keys of an object; empty for any other value.
  package var names: [String] {
    if case .object(let members) = value { members.map(\.key) } else { [] }
  }

  /// Whether the value is a literal null.
  var isNull: Bool { if case .null = value { true } else { false } }

  /// The closest binary number; nil if this is not a number.
  package var number: Double? { if case .number(let number) = value { number.value } else { nil } }

  /// The text that it is; nil for anything else.
  package var plainText: String? { if case .string(let text) = value { text } else { nil } }

  /// The member with a key, or the element with an index.
  package func child(_ step: JSONPath.Step) -> JSONNode? {
    switch (value, step) {
    case (.object, .key(let name)): member(name)
    case (.array(let elements), .index(let number)) where elements.indices.contains(number): elements[number]
    default: nil
    }
  }

  /// The position of the value at a path.
  ///
  /// If the path does not exist completely, the position of its deepest existing value.
  package func place(at path: JSONPath) -> SourcePlace? {
    var node = self
    for step in path.steps {
      guard let next = node.child(step) else { break }
      node = next
    }
    return node.place
  }

  /// The type of the value in messages, such as `a number` or `a list`.
  package var kindText: String {
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
  /// Sets or removes a member of an object.
  package mutating func set(_ key: String, _ node: JSONNode?) {
    guard case .object(var members) = value else { return }
    let place = members.firstIndex { $0.key == key }
    guard let node else {
      if let place {
        members.remove(at: place)
        value = .object(members)
      }
      return
    }
    if let place {
      members[place].value = node
    } else {
      members.append(Member(key: key, keyPlace: node.place, value: node))
    }
    value = .object(members)
  }

  /// The value in messages: short values literally, others by their type.
  package var briefText: String {
    switch value {
    case .string(let text):
      text.unicodeScalars.count <= 40 ? "'\(text)'" : "'\(String(text.unicodeScalars.prefix(39)))…'"
    case .number(let number): number.json.utf8.count <= 40 ? number.json : number.json.prefix(39) + "…"
    case .bool(let flag): flag ? "true" : "false"
    default: kindText
    }
  }
}

/// Interpretation of table cells.
///
/// A cell is a text, and the property determines its type: `0.5` is a number for a numeric property.
extension JSONNode {
  /// The number, also if it is the text of a cell; nil for other values.
  package var meantNumber: JSONNumber? {
    switch value {
    case .number(let number): return number
    case .string(let text) where isCell: return cellFormat?.localNumber(text) ?? Self.number(text)
    default: return nil
    }
  }

  /// The boolean, also if it is the text of a cell: `true`, `false`, `1` or `0`; nil for other values.
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

  /// The list or object in the JSON text of a cell; nil for other values.
  var meantCollection: JSONNode? {
    guard isCell, case .string(let text) = value, let first = text.utf8.first(where: { $0 > 0x20 }),
      first == UInt8(ascii: "[") || first == UInt8(ascii: "{"),
      let node = try? JSONScanner.scan(Array(text.utf8), file: "")
    else { return nil }
    return node
  }

  /// The hint for a number or a boolean in quotes; nil for other values.
  var unquotedHint: String? {
    guard case .string(let text) = value, !isBound,
      ["true", "false"].contains(text) || Self.number(text) != nil
    else { return nil }
    return "remove the quotes: \(text)"
  }

  /// The hint for a CSS length such as "20px", or for a percentage; nil for other values.
  var unitHint: String? {
    guard case .string(let text) = value, !isBound else { return nil }
    if text.hasSuffix("%"), let number = Self.number(String(text.dropLast())) {
      return "a percentage is a fraction: \(JSONNumber.format(number.value / 100))"
    }
    guard text.hasSuffix("px") || text.hasSuffix("pt"), let number = Self.number(String(text.dropLast(2)))
    else { return nil }
    return "lengths are points and have no unit: \(number.text)"
  }

  /// The type of the value in messages, or the text of a cell.
  var foundText: String { isCell ? briefText : kindText }

  /// The number in a text with JSON syntax; nil for other texts.
  private static func number(_ text: String) -> JSONNumber? {
    guard let first = text.utf8.first, first == UInt8(ascii: "-") || (0x30...0x39).contains(first),
      let node = try? JSONScanner.scan(Array(text.utf8), file: ""), case .number(let number) = node.value
    else { return nil }
    return number
  }
}

extension JSONNode {
  /// The value with a JSON Merge Patch (RFC 7386) applied.
  ///
  /// Objects are merged member by member, null removes a member, and all other values are replaced.
  ///
  /// Members keep their order; new ones follow.
  package func merged(with over: JSONNode) -> JSONNode {
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
  /// Reads a JSON document other than a deck, with all its syntax errors.
  ///
  /// The node is nil if reading cannot continue. For duplicate keys it contains the first value.
  package static func read(_ bytes: [UInt8], file: String) -> (node: JSONNode?, issues: [DeckIssue]) {
    let log = IssueLog()
    let node = JSONScanner.scan(bytes, file: file, log: log)
    return (node, log.sorted)
  }
}

extension JSONNode {
  /// Whether another node has the same values, ignoring positions; the order of members matters.
  package func holdsSame(as other: JSONNode) -> Bool {
    switch (value, other.value) {
    case (.array(let own), .array(let others)):
      own.count == others.count && zip(own, others).allSatisfy { $0.holdsSame(as: $1) }
    case (.object(let own), .object(let others)):
      own.count == others.count
        && zip(own, others).allSatisfy { $0.key == $1.key && $0.value.holdsSame(as: $1.value) }
    default: value == other.value
    }
  }

  /// Hashes the values without their positions.
  package func hashValues(into hasher: inout Hasher) {
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
