import CardRaster

/// What cards take of the limits of a deck.
struct CardCost: Hashable, Sendable {
  var parts = 0
  var values = 0
  var bytes = 0

  init(parts: Int, _ budget: BindingBudget) {
    self.parts = parts
    (values, bytes) = (budget.takenValues, budget.takenBytes)
  }

  /// Adds the cost of another card.
  mutating func add(_ other: CardCost) {
    parts += other.parts
    values += other.values
    bytes += other.bytes
  }

  /// Whether a deck may cost that much.
  var isAllowed: Bool {
    parts < Limits.nodes && values < Limits.jsonValues && bytes < Limits.jsonBytes
  }
}
