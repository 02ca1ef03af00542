import CardRaster

/// A kind of value that a property may have: how it is read, what an editor may offer, how the manual calls it.
struct ValueKind<Value: Sendable>: Sendable {
  /// What the manual calls it: `number`, `colour`, ….
  let name: String
  /// Its shape.
  let schema: Schema
  /// A default value as the manual writes it.
  let show: @Sendable (Value) -> String
  /// Reads a node whose binding is filled in; nil when it is not of this kind, which is in the log then.
  let parse: @Sendable (JSONNode, JSONPath, ReadContext) -> Value?

  init(
    _ name: String, schema: Schema, show: @escaping @Sendable (Value) -> String = { "\($0)" },
    parse: @escaping @Sendable (JSONNode, JSONPath, ReadContext) -> Value?
  ) {
    self.name = name
    self.schema = schema
    self.show = show
    self.parse = parse
  }

  /// Fills in a binding and reads the value.
  func read(_ node: JSONNode, _ path: JSONPath, _ context: ReadContext) -> Value? {
    guard let filled = context.filled(node, path) else { return nil }
    return parse(filled, path, context)
  }

  /// The same kind, its value turned into another one.
  func map<Other: Sendable>(
    _ transform: @escaping @Sendable (Value) -> Other, back: @escaping @Sendable (Other) -> Value
  ) -> ValueKind<Other> {
    ValueKind<Other>(name, schema: schema, show: { show(back($0)) }) { node, path, context in
      parse(node, path, context).map(transform)
    }
  }
}

/// A property of a part, a trait, a theme or the deck: its name, where its value goes, and what the manual says.
struct Field<Root>: Sendable {
  let name: String
  let kindName: String
  let schema: Schema
  let summary: String
  /// The default in the manual's words.
  let defaultText: @Sendable (Root) -> String
  let read: @Sendable (inout Root, JSONNode, JSONPath, ReadContext) -> Void
  /// The value in the manual's words; nil when it is absent or cannot be shown.
  let show: @Sendable (Root) -> String?

  /// A property that always has a value; the manual shows the value of a fresh `Root` as its default.
  init<Value>(
    _ name: String, _ keyPath: any WritableKeyPath<Root, Value> & Sendable, _ kind: ValueKind<Value>,
    _ summary: String, default text: String? = nil
  ) {
    self.name = name
    self.kindName = kind.name
    self.schema = kind.schema
    self.summary = summary
    self.defaultText = { root in text ?? kind.show(root[keyPath: keyPath]) }
    self.read = { root, node, path, context in
      if let value = kind.read(node, path, context) { root[keyPath: keyPath] = value }
    }
    self.show = { kind.show($0[keyPath: keyPath]) }
  }

  /// A property that may be absent; the manual says what holds then.
  init<Value>(
    _ name: String, _ keyPath: any WritableKeyPath<Root, Value?> & Sendable, _ kind: ValueKind<Value>,
    _ summary: String, default text: String = "none"
  ) {
    self.name = name
    self.kindName = kind.name
    self.schema = kind.schema
    self.summary = summary
    self.defaultText = { _ in text }
    self.read = { root, node, path, context in
      if let value = kind.read(node, path, context) { root[keyPath: keyPath] = value }
    }
    self.show = { $0[keyPath: keyPath].map(kind.show) }
  }

  /// A property whose value is put in place by a function.
  init<Value>(
    _ name: String, _ kind: ValueKind<Value>, _ summary: String,
    default text: @escaping @Sendable (Root) -> String, set: @escaping @Sendable (inout Root, Value) -> Void
  ) {
    self.name = name
    self.kindName = kind.name
    self.schema = kind.schema
    self.summary = summary
    self.defaultText = text
    self.read = { root, node, path, context in
      if let value = kind.read(node, path, context) { set(&root, value) }
    }
    self.show = { _ in nil }
  }

  /// The same property seen from a larger value that holds `Root`.
  func lifted<Outer>(_ keyPath: any WritableKeyPath<Outer, Root> & Sendable) -> Field<Outer> {
    Field<Outer>(lifting: self, keyPath)
  }

  private init<Inner>(lifting inner: Field<Inner>, _ keyPath: any WritableKeyPath<Root, Inner> & Sendable) {
    name = inner.name
    kindName = inner.kindName
    schema = inner.schema
    summary = inner.summary
    defaultText = { inner.defaultText($0[keyPath: keyPath]) }
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
  private let index: [String: Int]

  init(@FieldBuilder<Root> _ make: () -> [Field<Root>]) { self.init(make()) }

  init(_ fields: [Field<Root>]) {
    self.fields = fields
    var index: [String: Int] = [:]
    for (number, field) in fields.enumerated() { index[field.name] = number }
    self.index = index
  }

  subscript(name: String) -> Field<Root>? { index[name].map { fields[$0] } }

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
    for member in members {
      if let field = self[member.key] {
        if case .null = member.value.value { continue }
        field.read(&root, member.value, path.key(member.key), context)
      } else if !others.contains(member.key) {
        let near = Spelling.nearest(to: member.key, in: fields.map(\.name) + others)
        context.log.add(
          DeckIssue(
            .error, file: context.file, place: member.keyPlace ?? member.value.place, path: path,
            message: "unknown key '\(member.key)' of \(what)", hint: near.map { "did you mean '\($0)'?" }))
      }
    }
  }
}
