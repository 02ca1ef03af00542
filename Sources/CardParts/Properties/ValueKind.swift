import CardRaster

/// A kind of value that a property may have: how it is read, what an editor may offer, how the manual calls it.
struct ValueKind<Value: Sendable>: Sendable {
  /// What the manual calls it: `number`, `colour`, ….
  var name: String { naming() }
  /// Its shape.
  var schema: Schema { shape() }
  /// The name and the shape are made only when the manual or the schema asks: no card needs them.
  let naming: @Sendable () -> String
  let shape: @Sendable () -> Schema
  /// Whether explanations tell such a value: not words and pictures, which are seen.
  let isExplained: Bool
  /// A value as the manual writes it; nil where it has no words, such as a list of parts.
  let show: @Sendable (Value) -> String?
  /// A value as a deck writes it; nil where the schema gives no default.
  let json: @Sendable (Value) -> JSONNode?
  /// Reads a node whose binding is filled in; nil when it is not of this kind, which is in the log then.
  let parse: @Sendable (JSONNode, JSONPath, ReadContext) -> Value?
  /// Whether what a binding gives is read as it stands in the data, without a copy of all that is in it: of a kind that
  /// may be long, and whose values have no bindings of their own.
  let readsDataInPlace: Bool

  init(
    _ name: @autoclosure @escaping @Sendable () -> String,
    schema: @autoclosure @escaping @Sendable () -> Schema, isExplained: Bool = true,
    readsDataInPlace: Bool = false,
    show: @escaping @Sendable (Value) -> String? = { _ in nil },
    json: @escaping @Sendable (Value) -> JSONNode? = { _ in nil },
    parse: @escaping @Sendable (JSONNode, JSONPath, ReadContext) -> Value?
  ) {
    naming = name
    shape = schema
    self.isExplained = isExplained
    self.readsDataInPlace = readsDataInPlace
    self.show = show
    self.json = json
    self.parse = parse
  }

  /// Fills in a binding and reads the value.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  func read(_ node: JSONNode, _ path: JSONPath, _ context: ReadContext) -> Value? {
    guard let filled = context.filled(node, path, inPlace: readsDataInPlace) else { return nil }
    return parse(filled.isCell ? filled.meant(as: schema) : filled, path, context)
  }

  /// Fills in a binding and reads the value of an optional property; nil for a null as for an absent one.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  func readOptional(_ node: JSONNode, _ path: JSONPath, _ context: ReadContext) -> Value? {
    guard let filled = context.filled(node, path, inPlace: readsDataInPlace) else { return nil }
    if case .null = filled.value { return nil }
    return parse(filled.isCell ? filled.meant(as: schema) : filled, path, context)
  }

  /// The same kind, its value turned into another one.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  func map<Other: Sendable>(
    _ transform: @escaping @Sendable (Value) -> Other, back: @escaping @Sendable (Other) -> Value
  ) -> ValueKind<Other> {
    compactMap(transform, back: back)
  }

  /// The same kind, its value turned into another one where there is one.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  func compactMap<Other: Sendable>(
    _ transform: @escaping @Sendable (Value) -> Other?, back: @escaping @Sendable (Other) -> Value
  ) -> ValueKind<Other> {
    ValueKind<Other>(
      name, schema: schema, isExplained: isExplained, readsDataInPlace: readsDataInPlace,
      show: { show(back($0)) }, json: { json(back($0)) }
    ) { node, path, context in
      parse(node, path, context).flatMap(transform)
    }
  }

  /// The same kind by another name, or with more to say about its values.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  func refined(
    _ name: String? = nil, schema: Schema? = nil, isExplained: Bool? = nil,
    check: @escaping @Sendable (Value, JSONNode, JSONPath, ReadContext) -> Bool = { _, _, _, _ in true }
  ) -> ValueKind {
    ValueKind(
      name ?? self.name, schema: schema ?? self.schema, isExplained: isExplained ?? self.isExplained,
      readsDataInPlace: readsDataInPlace, show: show, json: json
    ) { node, path, context in
      guard let value = parse(node, path, context), check(value, context.withoutNulls(node), path, context)
      else { return nil }
      return value
    }
  }

  /// The same kind, whose values report what is wrong with them.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  func checked(
    _ check: @escaping @Sendable (Value, JSONNode, JSONPath, ReadContext) -> Void
  ) -> ValueKind {
    refined { value, node, path, context in
      check(value, node, path, context)
      return true
    }
  }

  /// The same kind by another name, of which a deck may also write a value as a text, a number or a boolean.
  ///
  /// - Parameter short: the value of such a node; nil for one of another form.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  func orShort(_ name: String, _ short: @escaping @Sendable (JSONNode) -> Value?) -> ValueKind {
    ValueKind(
      name, schema: schema, isExplained: isExplained, readsDataInPlace: readsDataInPlace, show: show,
      json: json
    ) { node, path, context in short(node) ?? parse(node, path, context) }
  }

  /// The same kind, with words for its values.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  func showing(_ show: @escaping @Sendable (Value) -> String?) -> ValueKind {
    ValueKind(
      name, schema: schema, isExplained: isExplained, readsDataInPlace: readsDataInPlace, show: show,
      json: json,
      parse: parse)
  }
}
