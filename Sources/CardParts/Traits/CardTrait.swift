import CardRaster

/// A value that changes a card's frame: its margins, background, shadow or border.
///
/// Traits are applied in the order of the registry, whatever their order in the deck; a later one wins.
protocol CardTrait: Sendable {
  /// Changes the frame of the card.
  func apply(to frame: inout CardFrame)
}
