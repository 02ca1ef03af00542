package import CardRaster

/// The members of one kind of object in a file that the program itself writes and reads.
///
/// Examples are goldens' layouts, reports of runs and records of finished rows. Decks use `FieldTable`, which
/// also supports bindings, themes and the manual, but does not write.
package struct Record<Root>: Sendable {
  private let what: String
  private let fresh: @Sendable () -> Root
  private let fields: [RecordField<Root>]

  /// Makes a record.
  ///
  /// - Parameters:
  ///   - what: the object in messages, such as `an approval`.
  ///   - fresh: a value whose members are about to be read.
  package init(
    _ what: String, _ fresh: @autoclosure @escaping @Sendable () -> Root,
    @RecordBuilder<Root> _ fields: () -> [RecordField<Root>]
  ) {
    (self.what, self.fresh, self.fields) = (what, fresh, fields())
  }

  /// The object, with its members in the order of the record.
  package func json(_ root: Root) -> JSONNode { JSONNode(.object(members(root))) }

  package func members(_ root: Root) -> [JSONNode.Member] { fields.flatMap { $0.write(root) } }

  /// The object as a file: two spaces a level, and a line break at the end.
  package func jsonText(of root: Root) -> String { JSONDump.write(json(root), pretty: true) + "\n" }

  /// Reads an object; false when something is wrong with it.
  ///
  /// - Parameter others: keys that are read elsewhere.
  package func read(
    _ node: JSONNode, _ path: JSONPath, _ reader: RecordReader, into root: inout Root, others: [String] = []
  ) -> Bool {
    guard let members = reader.object(node, path) else { return false }
    if let log = reader.log {
      let known = fields.flatMap(\.names) + others
      for member in members where !known.contains(member.key) {
        log.add(
          .unknownKey(
            member, of: what, at: path, in: reader.file, known: known,
            hint: "known: \(known.joined(separator: ", "))"))
      }
    }
    var isWhole = true
    for field in fields where !field.read(&root, node, path, reader) { isWhole = false }
    return isWhole
  }

  /// Reads an object of which nothing is reported; nil when something is wrong with it.
  package func value(of node: JSONNode) -> Root? { kind.read(node, .root, RecordReader()) }

  /// The objects as values.
  package var kind: RecordKind<Root> {
    RecordKind(json: json) { node, path, reader in
      var root = fresh()
      return read(node, path, reader, into: &root) ? root : nil
    }
  }
}

/// Where mistakes of a file go while its records are read.
package final class RecordReader {
  let file: String
  /// Nil for a reader that reports nothing; it ignores unknown keys too.
  let log: IssueLog?

  /// A reader that reports nothing.
  init() { (file, log) = ("", nil) }

  private init(file: String) { (self.file, log) = (file, IssueLog()) }

  /// Reads a file, and does something with its root.
  ///
  /// - Throws: a `DeckError` with everything that is wrong with the file, each mistake with its place.
  package static func read(
    _ bytes: [UInt8], file: String, _ body: (JSONNode, RecordReader) -> Void
  ) throws(DeckError) {
    let reader = RecordReader(file: file)
    guard let log = reader.log else { return }
    if let root = JSONScanner.scan(bytes, file: file, log: log) { body(root, reader) }
    if let error = DeckError(log) { throw error }
  }

  /// Reports an error at a node.
  package func error(_ node: JSONNode, _ path: JSONPath, _ message: String, hint: String? = nil) {
    log?.add(DeckIssue(.error, file: file, place: node.place, path: path, message: message, hint: hint))
  }

  /// Reports a value of the wrong kind, and gives nil.
  func mismatch<Value>(_ node: JSONNode, _ path: JSONPath, _ expected: String) -> Value? {
    error(node, path, "expected \(expected), found \(node.briefText)")
    return nil
  }

  /// The elements of a list; nil for anything else, which is reported then.
  package func list(_ node: JSONNode, _ path: JSONPath) -> [JSONNode]? {
    if case .array(let nodes) = node.value { nodes } else { mismatch(node, path, "a list") }
  }

  /// The members of an object; nil for anything else, which is reported then.
  func object(_ node: JSONNode, _ path: JSONPath) -> [JSONNode.Member]? {
    if case .object(let members) = node.value { members } else { mismatch(node, path, "an object") }
  }

  /// The member of an object; nil when it is missing, which is reported then.
  func needed(_ name: String, of node: JSONNode, _ path: JSONPath) -> JSONNode? {
    if let member = node[name] { return member }
    error(node, path, "'\(name)' is missing")
    return nil
  }
}

/// A member of a record: its name, how it is written, and where its value goes.
package struct RecordField<Root>: Sendable {
  let names: [String]
  let write: @Sendable (Root) -> [JSONNode.Member]
  /// False when something is wrong with the member.
  let read: @Sendable (inout Root, JSONNode, JSONPath, RecordReader) -> Bool

  /// A member that is always there.
  package init<Value>(
    _ name: String, _ keyPath: any WritableKeyPath<Root, Value> & Sendable, _ kind: RecordKind<Value>
  ) {
    self.init(name, isNeeded: true, { kind.json($0[keyPath: keyPath]) }) { root, member, path, reader in
      kind.read(member, path, reader).map { root[keyPath: keyPath] = $0 } != nil
    }
  }

  /// A member that may be absent.
  package init<Value>(
    _ name: String, _ keyPath: any WritableKeyPath<Root, Value?> & Sendable, _ kind: RecordKind<Value>
  ) {
    self.init(name, isNeeded: false, { $0[keyPath: keyPath].map(kind.json) }) { root, member, path, reader in
      kind.read(member, path, reader).map { root[keyPath: keyPath] = $0 } != nil
    }
  }

  /// A member that may be absent for a value, which a fresh object has.
  ///
  /// - Parameter isWritten: whether it is written with that value too.
  package init<Value: Equatable & Sendable>(
    _ name: String, _ keyPath: any WritableKeyPath<Root, Value> & Sendable, _ kind: RecordKind<Value>,
    default standard: Value, isWritten: Bool = false
  ) {
    let write: @Sendable (Root) -> JSONNode? = { root in
      let value = root[keyPath: keyPath]
      return isWritten || value != standard ? kind.json(value) : nil
    }
    self.init(name, isNeeded: false, write) { root, member, path, reader in
      kind.read(member, path, reader).map { root[keyPath: keyPath] = $0 } != nil
    }
  }

  /// A member that is only written, where there is a value for it.
  package init(_ name: String, written: @escaping @Sendable (Root) -> JSONNode?) {
    self.init(name, isNeeded: false, written) { _, _, _, _ in true }
  }

  /// An object of its own, whose members are of the same value.
  package init(_ name: String, _ record: Record<Root>) {
    self.init(name, isNeeded: true, record.json) { record.read($1, $2, $3, into: &$0) }
  }

  /// The version of the file's format.
  package static func version(_ number: Int) -> RecordField {
    RecordField("version", isNeeded: true, { _ in .of(number) }) { _, member, path, reader in
      if member.number == Double(number) { return true }
      reader.error(
        member, path, "expected version \(number), found \(member.briefText)",
        hint: "another version of cardshot wrote this file")
      return false
    }
  }

  private init(
    _ name: String, isNeeded: Bool, _ write: @escaping @Sendable (Root) -> JSONNode?,
    read: @escaping @Sendable (inout Root, JSONNode, JSONPath, RecordReader) -> Bool
  ) {
    names = [name]
    self.write = { root in write(root).map { [JSONNode.Member(key: name, value: $0)] } ?? [] }
    self.read = { root, node, path, reader in
      guard let member = isNeeded ? reader.needed(name, of: node, path) : node[name] else { return !isNeeded }
      return read(&root, member, path.key(name), reader)
    }
  }

  /// The members of another record in the same object, all of them or none.
  package init<Inner>(inline keyPath: any WritableKeyPath<Root, Inner?> & Sendable, _ record: Record<Inner>) {
    names = record.names
    write = { $0[keyPath: keyPath].map(record.members) ?? [] }
    read = { root, node, _, _ in
      root[keyPath: keyPath] = record.value(of: node)
      return true
    }
  }
}

/// Lists the fields of a record; each is checked by the compiler on its own, which keeps builds fast.
@resultBuilder package enum RecordBuilder<Root> {
  package static func buildExpression(_ field: RecordField<Root>) -> RecordField<Root> { field }

  package static func buildBlock(_ fields: RecordField<Root>...) -> [RecordField<Root>] { fields }
}

/// A kind of value of a record: how it is written, and how it is read.
package struct RecordKind<Value>: Sendable {
  package let json: @Sendable (Value) -> JSONNode
  /// Nil when something is wrong, which is reported then.
  package let read: @Sendable (JSONNode, JSONPath, RecordReader) -> Value?

  /// Makes a kind.
  package init(
    json: @escaping @Sendable (Value) -> JSONNode,
    read: @escaping @Sendable (JSONNode, JSONPath, RecordReader) -> Value?
  ) {
    (self.json, self.read) = (json, read)
  }

  /// A kind that needs only the node.
  ///
  /// - Parameter expected: the values that are taken, for the message about others.
  init(
    _ expected: String, json: @escaping @Sendable (Value) -> JSONNode,
    value: @escaping @Sendable (JSONNode) -> Value?
  ) {
    self.init(json: json) { value($0) ?? $2.mismatch($0, $1, expected) }
  }

  /// The same JSON for another type; `make` gives nil for a value that is not one.
  package func map<New>(
    _ expected: String, _ make: @escaping @Sendable (Value) -> New?, json: @escaping @Sendable (New) -> Value
  ) -> RecordKind<New> {
    RecordKind<New>(json: { self.json(json($0)) }) { node, path, reader in
      read(node, path, reader).flatMap { make($0) ?? reader.mismatch(node, path, expected) }
    }
  }

  /// A list.
  package static func list<Element>(_ element: RecordKind<Element>) -> Self where Value == [Element] {
    RecordKind(json: { .list($0.map(element.json)) }) { node, path, reader in
      reader.list(node, path)?.enumerated().map { element.read($1, path.index($0), reader) }.whole()
    }
  }

  /// An object with any names, as a list of names and values.
  package static func dictionary<Element>(
    _ element: RecordKind<Element>
  ) -> Self where Value == [(name: String, value: Element)] {
    RecordKind(json: { .object($0.map { ($0.name, element.json($0.value)) }) }) { node, path, reader in
      reader.object(node, path)?.map { member in
        element.read(member.value, path.key(member.key), reader).map { (name: member.key, value: $0) }
      }.whole()
    }
  }

  /// An object with the same kind of value under each of some names, as a list in their order.
  package static func members<Element>(
    _ names: [String], _ element: RecordKind<Element>
  ) -> Self where Value == [Element] {
    RecordKind(json: { .object(Array(zip(names, $0.map(element.json)))) }) { node, path, reader in
      names.map { name in
        reader.needed(name, of: node, path).flatMap { element.read($0, path.key(name), reader) }
      }.whole()
    }
  }
}

extension Record {
  fileprivate var names: [String] { fields.flatMap(\.names) }
}

extension Array {
  /// The values, when none of them is nil.
  fileprivate func whole<Value>() -> [Value]? where Element == Value? {
    let values = compactMap(\.self)
    return values.count == count ? values : nil
  }
}

extension RecordKind where Value: RawRepresentable & Sendable, Value.RawValue == String {
  /// One of the words of an enumeration.
  package static var word: Self {
    RecordKind<String>.text.map("a known word", { Value(rawValue: $0) }, json: \.rawValue)
  }
}

extension RecordKind where Value == JSONNode {
  /// Any value, as it is.
  package static var any: Self { RecordKind("a value", json: { $0 }, value: { $0 }) }
}

extension RecordKind where Value == String {
  /// A text.
  package static var text: Self { RecordKind("a string", json: { .of($0) }, value: \.plainText) }

  /// A checksum of a number of hexadecimal digits.
  package static func digest(_ digits: Int) -> Self {
    text.map(
      "\(digits) lower-case hexadecimal digits",
      { text in
        let isSum = text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
        return isSum && text.utf8.count == digits ? text : nil
      }, json: { $0 })
  }
}

extension RecordKind where Value == Bool {
  /// `true` or `false`.
  package static var flag: Self {
    RecordKind(
      "true or false", json: { .of($0) }, value: { if case .bool(let flag) = $0.value { flag } else { nil } })
  }
}

extension RecordKind where Value == Double {
  /// A number.
  package static func number(
    _ range: ClosedRange<Double> = -.greatestFiniteMagnitude ... .greatestFiniteMagnitude
  )
    -> Self
  {
    let any = RecordKind("a number", json: { .of($0) }, value: \.number)
    return RecordKind(json: any.json) { node, path, reader in
      guard let number = any.read(node, path, reader) else { return nil }
      if range.contains(number) { return number }
      let (least, most) = (JSONNumber.format(range.lowerBound), JSONNumber.format(range.upperBound))
      reader.error(node, path, "\(node.briefText) is out of range: \(least) to \(most)")
      return nil
    }
  }
}

extension RecordKind where Value == Int {
  /// A whole number.
  package static func integer(_ range: ClosedRange<Int> = Int.min...Int.max) -> Self {
    RecordKind("a whole number", json: { .of($0) }) { node in
      node.number.flatMap { Int(exactly: $0) }.flatMap { range.contains($0) ? $0 : nil }
    }
  }
}

extension RecordKind where Value == Rect {
  /// A rectangle as an object.
  package static var rectangle: RecordKind<Rect> {
    RecordKind<[Double]>.members(["x", "y", "width", "height"], .number()).map(
      "a rectangle", { Rect(x: $0[0], y: $0[1], width: $0[2], height: $0[3]) },
      json: { [$0.minX, $0.minY, $0.width, $0.height] })
  }
}
