import CardRaster

/// The description of a trait for decks, the manual and the schema.
struct TraitKind: Sendable {
  let name: String
  let summary: String
  /// An example of a `traits` object as JSON, ready to be copied into a card.
  let example: String
  var properties: [PropertyDoc] { describe() }
  let schema: Schema
  let read: @Sendable (JSONNode, JSONPath, ReadContext) -> (any CardTrait)?
  /// A closure, so that the texts of defaults are created only on demand.
  private let describe: @Sendable () -> [PropertyDoc]

  /// Creates the kind of a trait with properties.
  ///
  /// Its value is an object, or a list of objects if several make sense.
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

/// A trait that changes a card's frame: its margins, background, shadow or border.
///
/// Traits are applied in the order of the registry. Their order in the deck has no effect. Later traits
/// override earlier ones.
protocol CardTrait: Sendable {
  func apply(to frame: inout CardFrame)
}
