public import CardRaster

/// One picture of a deck, laid out and ready to paint.
public struct DeckPage: Sendable {
  /// The name of its card; empty when it shows all cards of the deck.
  public let name: String
  /// The number of its card among the drawn ones, from 1.
  public let number: Int
  /// The state of its card; nil when it shows all cards of the deck.
  public let state: String?
  /// The layout boxes.
  public let box: LayoutBox
  /// The display list.
  public let display: DisplayList
  /// The cards on the page and their deck, for explanations.
  let origin: Origin

  /// The cards and the deck of a page.
  struct Origin: Sendable {
    let cards: [ResolvedCard]
    @CopyOnWriteBox private(set) var deck: ResolvedDeck
  }
}

/// The properties of a picture that are available before painting.
package struct PageLabel: Hashable, Sendable {
  /// The name of its card; empty when it shows all cards of the deck.
  package let name: String
  /// The number of its card among the drawn ones, from 1.
  package internal(set) var number: Int
  /// The state of its card; nil when it shows all cards of the deck.
  package let state: String?
  /// The width in pixels.
  package let width: Int
  /// The height in pixels.
  package let height: Int
  /// Whether the background is opaque.
  package let isOpaque: Bool
  /// The limit that painting would exceed; nil when it can be painted.
  package let excess: RasterError?

  /// Creates the label of a display list.
  init(name: String, number: Int, state: String?, of display: DisplayList) {
    (self.name, self.number, self.state) = (name, number, state)
    (width, height) = (display.pixelWidth, display.pixelHeight)
    isOpaque = display.background?.isOpaque == true
    do throws(RasterError) {
      try PaintingCost.checkLimits(of: display)
      excess = nil
    } catch {
      excess = error
    }
  }
}

extension DeckPage {
  package var label: PageLabel { PageLabel(name: name, number: number, state: state, of: display) }
}
