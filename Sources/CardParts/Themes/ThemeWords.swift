package import CardRaster

/// Where the right column of a title-description stands.
package enum SecondaryPosition: Hashable, Sendable {
  /// It ends at the right edge.
  case right
  /// It starts in the middle, moved to the right by an amount in points.
  case center(amount: Double)
}

/// Whose defaults parts have where neither the deck nor the theme's values say anything.
package enum PartDefaults: String, Hashable, Sendable, CaseIterable {
  /// CardParts' own: what apps that use it look like.
  case cardParts
  /// Those of today: titles of buttons in the middle, lines between rows only, gradients from corner to corner.
  case today
}

/// What a button is made of.
package enum ButtonStyle: String, Hashable, Sendable, CaseIterable {
  /// Its title alone.
  case plain
  /// A title on the accent colour.
  case filled
  /// A title in a thin frame.
  case outlined
  /// A title on the faint accent colour.
  case tinted
}

/// A layer of the shadow of cards, in the theme's `cardShadowColor`.
package struct ShadowLayer: Hashable, Sendable {
  /// The blur in points: the standard deviation of a Gaussian.
  package var radius: Double = 8
  /// How much of the colour there is, 0…1.
  package var opacity: Double = 0.1
  /// How far it lies to the right of the card and below it, in points.
  package var offset: Point = Point(x: 0, y: 4)
}

extension ResolvedTheme {
  /// The shadow of cards, the first layer at the top.
  var shadowOfCards: [Shadow] {
    let layers =
      cardShadows.isEmpty
      ? [ShadowLayer(radius: 1, opacity: 0.9, offset: Point(x: 0, y: 1))] : cardShadows
    return layers.map {
      Shadow(color: cardShadowColor.multiplyingAlpha(by: $0.opacity), radius: $0.radius, offset: $0.offset)
    }
  }

  /// How much larger than on a screen in the hand lengths are that parts bring with them.
  var unit: Double { base.spacing / 4 }

  /// Behind a group of rows in a card: a trace of the lines' colour.
  var groupColor: Color { base.lineColor.multiplyingAlpha(by: 0.4) }
}
