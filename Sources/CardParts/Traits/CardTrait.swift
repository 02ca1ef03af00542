import CardRaster

/// A trait that changes a card's frame: its margins, background, shadow or border.
///
/// Traits are applied in the order of the registry, whatever their order in the deck. Later ones win.
protocol CardTrait: Sendable {
  func apply(to frame: inout CardFrame)
}
