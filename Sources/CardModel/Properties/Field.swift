import CardRaster

/// The default of a property when it is absent.
package enum FieldDefault<Value: Sendable>: Sendable, ExpressibleByStringInterpolation {
  /// The value of a new object; none if that is nil.
  case fresh
  /// A value that a new object does not contain.
  case value(Value)
  /// The rule that determines the default, as described in the manual.
  case rule(String)

  package init(stringLiteral value: String) { self = .rule(value) }
}

/// The default of a property of an object, without its type.
enum FieldStandard: Sendable {
  /// A value as text and as JSON, as far as it has these forms; both are nil without a default.
  case value(String?, JSONNode?)
  /// The rule that determines the default.
  case rule(String)
}

/// A property of a part, a trait, a theme or the deck: its name, its key path, and its description.
///
/// There are hundreds of combinations of root and value types. Generic code here is therefore compiled once
/// for all of them, see `FieldTable`: specialising it for each took a quarter of the time of a release build.
/// Key paths are created when a property is read and not with the table: a deck uses few of its possible
/// properties, and creating all key paths took a tenth of the instructions of the first card.
package struct Field<Root>: Sendable {
  /// The facts that do not depend on the root type.
  private(set) var facts: FieldFacts
  package var name: String { facts.name }
  var schema: Schema { facts.schema }
  /// The default, taken from a new object.
  let standard: @Sendable (Root) -> FieldStandard
  let read: @Sendable (inout Root, JSONNode, JSONPath, ReadContext) -> Void
  /// The value as text for the manual; nil if it is absent or has no text form.
  package let show: @Sendable (Root) -> String?

  /// A property that always has a value.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  package init<Value>(
    _ name: String,
    _ keyPath: @autoclosure @escaping @Sendable () -> any WritableKeyPath<Root, Value> & Sendable,
    _ kind: ValueKind<Value>, _ summary: String, default standard: FieldDefault<Value> = .fresh,
    isBound: Bool = true
  ) {
    self.init(
      name, kind, summary, default: standard, isBound: isBound, get: { $0[keyPath: keyPath()] },
      set: { $0[keyPath: keyPath()] = $1 })
  }

  /// An optional property.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  package init<Value>(
    _ name: String,
    _ keyPath: @autoclosure @escaping @Sendable () -> any WritableKeyPath<Root, Value?> & Sendable,
    _ kind: ValueKind<Value>, _ summary: String, default standard: FieldDefault<Value> = .fresh
  ) {
    self.init(
      name, kind, summary, default: standard, get: { $0[keyPath: keyPath()] },
      set: { $0[keyPath: keyPath()] = $1 })
  }

  /// A property with custom getter and setter functions.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  package init<Value>(
    _ name: String, _ kind: ValueKind<Value>, _ summary: String,
    default standard: FieldDefault<Value> = .fresh, isBound: Bool = true,
    get: @escaping @Sendable (Root) -> Value?, set: @escaping @Sendable (inout Root, Value) -> Void
  ) {
    facts = FieldFacts(
      name, summary, naming: kind.naming, shape: kind.shape, isExplained: kind.isExplained,
      isBound: isBound)
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

  /// A property that other code reads; it is listed in the manual and the schema.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  package init(
    _ name: String, readElsewhere kindName: String,
    _ schema: @autoclosure @escaping @Sendable () -> Schema, _ summary: String,
    default rule: String? = nil, isBound: Bool = true
  ) {
    facts = FieldFacts(
      name, summary, naming: { kindName }, shape: schema, isExplained: false, isBound: isBound)
    standard = { _ in rule.map { .rule($0) } ?? .value(nil, nil) }
    read = { _, node, _, context in context.countNull(node) }
    show = { _ in nil }
  }

  /// The property and an alias for it, such as the name in an older CardParts.
  ///
  /// Setting both in one object is an error. Only the property itself appears in explanations.
  package func alsoCalled(_ alias: String) -> [Field] { [self, Field(alias, for: self)] }

  /// The property, which can still be set by an old name, with a warning.
  ///
  /// Manual, schema and Swift have only the new name.
  ///
  /// - Parameter words: The new words for old ones.
  package func formerly(_ name: String, words: [String: String] = [:]) -> Field {
    changing(self) { $0.facts = facts.with(FieldFacts.Former(name: name, words: words)) }
  }

  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  private init(_ alias: String, for field: Field) {
    facts = field.facts.alias(alias)
    let name = field.name
    standard = { _ in .rule("that of `\(name)`") }
    read = field.read
    show = field.show
  }

  /// The same property of a larger value that contains `Root`.
  package func lifted<Outer>(_ keyPath: any WritableKeyPath<Outer, Root> & Sendable) -> Field<Outer> {
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

/// The facts of a property that do not depend on its root type: name, kind of value and description.
final class FieldFacts: Sendable {
  let name: String
  let summary: String
  /// The name of its kind of value in the manual.
  var kindName: String { naming() }
  var schema: Schema { shape() }
  private let naming: @Sendable () -> String
  private let shape: @Sendable () -> Schema
  /// The name of the property for which this is an alias.
  let aliasOf: String?
  /// The old name of the property.
  let former: Former?
  /// Whether explanations mention changes of the value.
  let isExplained: Bool
  /// Whether the value may be a binding.
  let isBound: Bool

  /// An old name that causes a warning, and the new words for old ones.
  struct Former: Sendable {
    let name: String
    let words: [String: String]
  }

  init(
    _ name: String, _ summary: String, naming: @escaping @Sendable () -> String,
    shape: @escaping @Sendable () -> Schema, isExplained: Bool, isBound: Bool = true,
    aliasOf: String? = nil, former: Former? = nil
  ) {
    self.name = name
    self.summary = summary
    self.naming = naming
    self.shape = shape
    self.isExplained = isExplained
    self.isBound = isBound
    self.aliasOf = aliasOf
    self.former = former
  }

  /// An alias of the property.
  func alias(_ name: String) -> FieldFacts {
    FieldFacts(
      name, "The same as `\(self.name)`.", naming: naming, shape: shape, isExplained: false, isBound: isBound,
      aliasOf: self.name)
  }

  /// The same property with an old name.
  func with(_ former: Former) -> FieldFacts {
    FieldFacts(
      name, summary, naming: naming, shape: shape, isExplained: isExplained, isBound: isBound, former: former)
  }
}
