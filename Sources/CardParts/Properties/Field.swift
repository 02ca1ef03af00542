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

/// A default as it is known of an object.
enum FieldStandard: Sendable {
  /// A value in words and as a deck writes it, as far as it has them; neither for nothing.
  case value(String?, JSONNode?)
  /// What it follows from.
  case rule(String)
}

/// A property of a part, a trait, a theme or the deck: its name, where its value goes, and what the manual says.
///
/// There are hundreds of pairs of a holder and a value. What is generic here is therefore compiled once for all of them
/// and not once for each, which took a quarter of the time of a release: see `FieldTable`. Key paths are made when a property
/// is read and not with the table: a deck has few of the properties that it may have, and the key paths of all of them took
/// a tenth of the instructions of a cold card.
struct Field<Root>: Sendable {
  /// What is known of it whatever holds it.
  let facts: FieldFacts
  var name: String { facts.name }
  var schema: Schema { facts.schema }
  /// What holds when it is absent, given a fresh object.
  let standard: @Sendable (Root) -> FieldStandard
  let read: @Sendable (inout Root, JSONNode, JSONPath, ReadContext) -> Void
  /// The value in the manual's words; nil when it is absent or has none.
  let show: @Sendable (Root) -> String?

  /// A property that always has a value.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  init<Value>(
    _ name: String,
    _ keyPath: @autoclosure @escaping @Sendable () -> any WritableKeyPath<Root, Value> & Sendable,
    _ kind: ValueKind<Value>, _ summary: String, default standard: FieldDefault<Value> = .fresh
  ) {
    self.init(
      name, kind, summary, default: standard, get: { $0[keyPath: keyPath()] },
      set: { $0[keyPath: keyPath()] = $1 })
  }

  /// A property that may be absent.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  init<Value>(
    _ name: String,
    _ keyPath: @autoclosure @escaping @Sendable () -> any WritableKeyPath<Root, Value?> & Sendable,
    _ kind: ValueKind<Value>, _ summary: String, default standard: FieldDefault<Value> = .fresh
  ) {
    self.init(
      name, kind, summary, default: standard, get: { $0[keyPath: keyPath()] },
      set: { $0[keyPath: keyPath()] = $1 })
  }

  /// A property whose value is taken and put in place by functions.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  init<Value>(
    _ name: String, _ kind: ValueKind<Value>, _ summary: String,
    default standard: FieldDefault<Value> = .fresh,
    get: @escaping @Sendable (Root) -> Value?, set: @escaping @Sendable (inout Root, Value) -> Void
  ) {
    facts = FieldFacts(
      name, summary, naming: kind.naming, shape: kind.shape, isExplained: kind.isExplained)
    self.standard = { root in
      switch standard {
      case .fresh: get(root).map { .value(kind.show($0), kind.json($0)) } ?? .value(nil, nil)
      case .value(let value): .value(kind.show(value), kind.json(value))
      case .rule(let words): .rule(words)
      }
    }
    self.read = { root, node, path, context in
      if let value = kind.readOptional(node, path, context) { set(&root, value) }
    }
    self.show = { get($0).flatMap(kind.show) }
  }

  /// A property that somebody else reads; the manual and the schema say it all the same.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  init(
    _ name: String, readElsewhere kindName: String,
    _ schema: @autoclosure @escaping @Sendable () -> Schema, _ summary: String,
    default rule: String? = nil, isBound: Bool = true
  ) {
    facts = FieldFacts(
      name, summary, naming: { kindName }, shape: schema, isExplained: false, isBound: isBound)
    standard = { _ in rule.map { .rule($0) } ?? .value(nil, nil) }
    read = { _, _, _, _ in }
    show = { _ in nil }
  }

  /// The property and another name for it, such as that of an older CardParts.
  ///
  /// Both in one object are an error, and only the property itself is explained.
  func alsoCalled(_ alias: String) -> [Field] { [self, Field(alias, for: self)] }

  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  private init(_ alias: String, for field: Field) {
    facts = FieldFacts(alias, for: field.facts)
    let name = field.name
    standard = { _ in .rule("that of `\(name)`") }
    read = field.read
    show = field.show
  }

  /// The same property seen from a larger value that holds `Root`.
  func lifted<Outer>(_ keyPath: any WritableKeyPath<Outer, Root> & Sendable) -> Field<Outer> {
    Field<Outer>(lifting: self, keyPath)
  }

  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  private init<Inner>(lifting inner: Field<Inner>, _ keyPath: any WritableKeyPath<Root, Inner> & Sendable) {
    facts = inner.facts
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

/// What is known of a property whatever holds it: its name, its kind of value, what the manual says.
final class FieldFacts: Sendable {
  let name: String
  let summary: String
  /// What the manual calls its kind of value.
  var kindName: String { naming() }
  var schema: Schema { shape() }
  private let naming: @Sendable () -> String
  private let shape: @Sendable () -> Schema
  /// The property of which this is another name.
  let aliasOf: String?
  /// Whether a change of the value is told in explanations.
  let isExplained: Bool
  /// Whether a binding may stand in its place.
  let isBound: Bool

  init(
    _ name: String, _ summary: String, naming: @escaping @Sendable () -> String,
    shape: @escaping @Sendable () -> Schema, isExplained: Bool, isBound: Bool = true
  ) {
    self.name = name
    self.summary = summary
    self.naming = naming
    self.shape = shape
    self.isExplained = isExplained
    self.isBound = isBound
    aliasOf = nil
  }

  /// Another name of a property.
  init(_ alias: String, for field: FieldFacts) {
    name = alias
    summary = "The same as `\(field.name)`."
    naming = field.naming
    shape = field.shape
    aliasOf = field.name
    isExplained = false
    isBound = field.isBound
  }
}
