import CardRaster

/// What cards take of the limits of a deck.
struct CardCost: Hashable, Sendable {
  var parts = 0
  var bindings: DeckCost

  init(parts: Int, _ budget: DeckBudget) {
    self.parts = parts
    bindings = budget.taken
  }

  /// Adds the cost of another card.
  mutating func add(_ other: CardCost) {
    parts += other.parts
    bindings = bindings + other.bindings
  }

  /// Whether a deck may cost that much.
  var isAllowed: Bool { parts < Limits.nodes && bindings.isAllowed }
}
