import CardRaster

/// A trait that changes a card's frame: its margins, background, shadow or border.
///
/// Traits are applied in the order of the registry. Their order in the deck has no effect. Later traits
/// override earlier ones.
protocol CardTrait: Sendable {
  func apply(to frame: inout CardFrame)
}
