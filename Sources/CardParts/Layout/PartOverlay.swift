/// What a part lies over.
enum PartOverlay: String, Sendable, CaseIterable {
  /// Nothing: it has a place of its own.
  case none
  /// The background of the whole card, below its other parts.
  case behind
  /// The whole card, above its other parts.
  case card
  /// The whole picture, above all cards.
  case deck
}
