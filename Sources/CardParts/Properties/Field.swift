import CardRaster

/// What holds when a property is absent.
enum FieldDefault<Value: Sendable>: Sendable, ExpressibleByStringInterpolation {
  /// The value of a fresh object; nothing where it has none.
  case fresh
  /// A value that a fresh object does not hold.
  case value(Value)
  /// What it follows from, in the manual's words.
  case rule(String)

  init(stringLiteral value: String) { self = .rule(value) }
}

/// A property of a part, a trait, a theme or the deck: its name, where its value goes, and what the manual says.
struct Field<Root>: Sendable {
  /// A default as it is known of an object.
  enum Standard: Sendable {
    /// A value in words and as a deck writes it, as far as it has them; neither for nothing.
    case value(String?, JSONNode?)
    /// What it follows from.
    case rule(String)
  }

  let name: String
  let summary: String
  /// What the manual calls its kind of value.
  var kindName: String { naming() }
  var schema: Schema { shape() }
  fileprivate let naming: @Sendable () -> String
  fileprivate let shape: @Sendable () -> Schema
  /// The property of which this is another name.
  let aliasOf: String?
  /// Whether a change of the value is told in explanations.
  let isExplained: Bool
  /// Whether a binding may stand in its place.
  let isBound: Bool
  /// What holds when it is absent, given a fresh object.
  let standard: @Sendable (Root) -> Standard
  let read: @Sendable (inout Root, JSONNode, JSONPath, ReadContext) -> Void
  /// The value in the manual's words; nil when it is absent or has none.
  let show: @Sendable (Root) -> String?

  /// A property that always has a value.
  init<Value>(
    _ name: String, _ keyPath: any WritableKeyPath<Root, Value> & Sendable, _ kind: ValueKind<Value>,
    _ summary: String, default standard: FieldDefault<Value> = .fresh
  ) {
    self.init(
      name, kind, summary, default: standard, get: { $0[keyPath: keyPath] },
      set: { $0[keyPath: keyPath] = $1 })
  }

  /// A property that may be absent.
  init<Value>(
    _ name: String, _ keyPath: any WritableKeyPath<Root, Value?> & Sendable, _ kind: ValueKind<Value>,
    _ summary: String, default standard: FieldDefault<Value> = .fresh
  ) {
    self.init(
      name, kind, summary, default: standard, get: { $0[keyPath: keyPath] },
      set: { $0[keyPath: keyPath] = $1 })
  }

  /// A property whose value is taken and put in place by functions.
  init<Value>(
    _ name: String, _ kind: ValueKind<Value>, _ summary: String,
    default standard: FieldDefault<Value> = .fresh,
    get: @escaping @Sendable (Root) -> Value?, set: @escaping @Sendable (inout Root, Value) -> Void
  ) {
    self.name = name
    self.summary = summary
    naming = kind.naming
    shape = kind.shape
    self.aliasOf = nil
    self.isExplained = kind.isExplained
    self.isBound = true
    self.standard = { root in
      switch standard {
      case .fresh: get(root).map { .value(kind.show($0), kind.json($0)) } ?? .value(nil, nil)
      case .value(let value): .value(kind.show(value), kind.json(value))
      case .rule(let words): .rule(words)
      }
    }
    self.read = { root, node, path, context in
      if let value = kind.read(node, path, context) { set(&root, value) }
    }
    self.show = { get($0).flatMap(kind.show) }
  }

  /// A property that somebody else reads; the manual and the schema say it all the same.
  init(
    _ name: String, readElsewhere kindName: String,
    _ schema: @autoclosure @escaping @Sendable () -> Schema, _ summary: String,
    default rule: String? = nil, isBound: Bool = true
  ) {
    self.name = name
    self.summary = summary
    naming = { kindName }
    shape = schema
    self.isBound = isBound
    aliasOf = nil
    isExplained = false
    standard = { _ in rule.map { .rule($0) } ?? .value(nil, nil) }
    read = { _, _, _, _ in }
    show = { _ in nil }
  }

  /// The property and another name for it, such as that of an older CardParts.
  ///
  /// Both in one object are an error, and only the property itself is explained.
  func alsoCalled(_ alias: String) -> [Field] { [self, Field(alias, for: self)] }

  private init(_ alias: String, for field: Field) {
    name = alias
    naming = field.naming
    shape = field.shape
    summary = "The same as `\(field.name)`."
    aliasOf = field.name
    isExplained = false
    isBound = field.isBound
    standard = { _ in .rule("that of `\(field.name)`") }
    read = field.read
    show = field.show
  }

  /// The same property seen from a larger value that holds `Root`.
  func lifted<Outer>(_ keyPath: any WritableKeyPath<Outer, Root> & Sendable) -> Field<Outer> {
    Field<Outer>(lifting: self, keyPath)
  }

  private init<Inner>(lifting inner: Field<Inner>, _ keyPath: any WritableKeyPath<Root, Inner> & Sendable) {
    name = inner.name
    naming = inner.naming
    shape = inner.shape
    summary = inner.summary
    aliasOf = inner.aliasOf
    isExplained = inner.isExplained
    isBound = inner.isBound
    standard = { root in
      switch inner.standard(root[keyPath: keyPath]) {
      case .value(let words, let json): .value(words, json)
      case .rule(let words): .rule(words)
      }
    }
    read = { root, node, path, context in inner.read(&root[keyPath: keyPath], node, path, context) }
    show = { inner.show($0[keyPath: keyPath]) }
  }
}

/// Lists properties; each is checked by the compiler on its own, which keeps builds fast.
@resultBuilder enum FieldBuilder<Root> {
  static func buildExpression(_ field: Field<Root>) -> [Field<Root>] { [field] }
  static func buildExpression(_ fields: [Field<Root>]) -> [Field<Root>] { fields }
  static func buildBlock(_ fields: [Field<Root>]...) -> [Field<Root>] { fields.flatMap { $0 } }
}

/// All properties of one kind of object, found by name.
struct FieldTable<Root>: Sendable {
  let fields: [Field<Root>]
  /// Keys of which an object must have at least one, list by list.
  let needs: [[String]]
  /// The way out for an object that has none of them, where one is known.
  private let way: @Sendable (JSONNode) -> String?
  private let index: [String: Int]
  /// The properties that are other names of others.
  private let aliases: [(name: String, other: String)]
  /// Keys of other programs that mean something else, or nothing here, with what to write instead.
  private let ways: [String: String]

  init(
    needs: [[String]] = [], ways: [String: String] = [:],
    way: @escaping @Sendable (JSONNode) -> String? = { _ in nil },
    @FieldBuilder<Root> _ make: () -> [Field<Root>]
  ) {
    self.init(make(), needs: needs, ways: ways, way: way)
  }

  init(
    _ fields: [Field<Root>], needs: [[String]] = [], ways: [String: String] = [:],
    way: @escaping @Sendable (JSONNode) -> String? = { _ in nil }
  ) {
    self.fields = fields
    self.needs = needs
    self.ways = ways
    self.way = way
    var index: [String: Int] = [:]
    for (number, field) in fields.enumerated() { index[field.name] = number }
    self.index = index
    aliases = fields.compactMap { field in field.aliasOf.map { ($0, field.name) } }
  }

  subscript(name: String) -> Field<Root>? { index[name].map { fields[$0] } }

  /// The keys of an object, in the order of the manual.
  var names: [String] { fields.map(\.name) }

  /// Reads an object into a value; keys that nobody knows are errors.
  ///
  /// - Parameter others: keys that somebody else reads.
  func read(
    _ node: JSONNode, _ path: JSONPath, _ context: ReadContext, into root: inout Root, others: [String] = [],
    what: String
  ) {
    guard case .object(let members) = node.value else {
      context.mismatch(node, path, expected: "an object")
      return
    }
    for member in members
    where !read(member, path, context, into: &root) && !others.contains(member.key) {
      let way = ways[member.key]
      context.refuse(member, of: what, path, known: way == nil ? names + others : [], hint: way)
    }
    check(node, path, context, what: what)
  }

  /// Reads a member of an object, where a null stands for an absent one; false for a key that the table does not know.
  @discardableResult func read(
    _ member: JSONNode.Member, _ path: JSONPath, _ context: ReadContext, into root: inout Root
  ) -> Bool {
    guard let number = index[member.key] else { return false }
    if case .null = member.value.value { return true }
    fields[number].read(&root, member.value, path.key(member.key), context)
    return true
  }

  /// Reports two names of one property, and that nothing is there of what an object needs.
  func check(_ node: JSONNode, _ path: JSONPath, _ context: ReadContext, what: String) {
    for (name, other) in aliases where node[name] != nil {
      guard let value = node[other] else { continue }
      context.error(value, path.key(other), "'\(other)' is another name of '\(name)', which is given too")
    }
    for sentence in missing(in: node, what: what) {
      context.error(node, path, sentence, hint: way(node), code: .missingValue)
    }
  }

  /// What an object needs and does not have, a sentence each.
  func missing(in node: JSONNode, what: String) -> [String] {
    needs.filter { keys in !keys.contains { node[$0] != nil } }
      .map { "\(what) needs \(DeckIssue.alternatives($0))" }
  }
}

extension ReadContext {
  /// Reports a member of an object that nobody reads.
  func refuse(
    _ member: JSONNode.Member, of what: String, _ path: JSONPath, known: @autoclosure () -> [String],
    hint: String? = nil
  ) {
    log.add(.unknownKey(member, of: what, at: path, in: file, known: known(), hint: hint))
  }
}
