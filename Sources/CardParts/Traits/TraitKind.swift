/// What decks, the manual and the schema know of a trait.
struct TraitKind: Sendable {
  let name: String
  let summary: String
  /// A `traits` object that can be copied into a card, as JSON.
  let example: String
  var properties: [PropertyDoc] { describe() }
  let schema: Schema
  let read: @Sendable (JSONNode, JSONPath, ReadContext) -> (any CardTrait)?
  /// Defaults become words only when somebody reads them.
  private let describe: @Sendable () -> [PropertyDoc]

  /// A trait with properties, given as an object, or as a list of them where several make sense.
  init<Trait: CardTrait>(
    _ name: String, _ summary: String, example: String, kind: ValueKind<Trait>,
    properties: @escaping @autoclosure @Sendable () -> [PropertyDoc]
  ) {
    self.name = name
    self.summary = summary
    self.example = example
    describe = properties
    schema = kind.schema
    read = { node, path, context in kind.readOptional(node, path, context) }
  }
}
