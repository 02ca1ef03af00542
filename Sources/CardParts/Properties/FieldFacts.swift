import CardRaster

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
