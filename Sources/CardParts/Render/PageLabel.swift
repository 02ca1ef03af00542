import CardRaster

/// What is known of a picture before it is painted.
package struct PageLabel: Hashable, Sendable {
  /// The name of its card; empty when it holds all cards of the deck.
  package let name: String
  /// The number of its card among those that are drawn, from 1.
  package internal(set) var number: Int
  /// The state of its card; nil when it holds all cards of the deck.
  package let state: String?
  /// Pixels in a row.
  package let width: Int
  /// Rows of pixels.
  package let height: Int
  /// Whether nothing behind it is seen, as its background is opaque.
  package let isOpaque: Bool
  /// Why it cannot be painted as pixels; nil when it can.
  package let excess: RasterError?

  /// Labels what is drawn.
  init(name: String, number: Int, state: String?, of display: DisplayList) {
    (self.name, self.number, self.state) = (name, number, state)
    (width, height) = (display.pixelWidth, display.pixelHeight)
    isOpaque = display.background?.isOpaque == true
    do throws(RasterError) {
      try PaintingCost.check(display)
      excess = nil
    } catch {
      excess = error
    }
  }
}

extension DeckPage {
  /// Its label.
  package var label: PageLabel { PageLabel(name: name, number: number, state: state, of: display) }
}
