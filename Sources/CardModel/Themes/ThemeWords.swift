package import CardRaster

/// The position of a title-description's right column.
package enum SecondaryPosition: Hashable, Sendable {
  /// Its right edge is at the part's right edge.
  case right
  /// Its left edge is at the centre, moved to the right by an amount in points.
  case center(amount: Double)
}

/// The style of a button.
package enum ButtonStyle: String, Hashable, Sendable, CaseIterable {
  /// A title only.
  case plain
  /// A title on the accent colour.
  case filled
  /// A title in a thin border.
  case outlined
  /// A title on the faint accent colour.
  case tinted
}

/// A layer of the shadow of cards, in the theme's `cardShadowColor`.
package struct ShadowLayer: Hashable, Sendable {
  /// The blur in points: the standard deviation of a Gaussian.
  package var radius: Double = 8
  /// The opacity, 0…1.
  package var opacity: Double = 0.1
  /// The offset to the right and down, in points.
  package var offset: Point = Point(x: 0, y: 4)

  package init(radius: Double = 8, opacity: Double = 0.1, offset: Point = Point(x: 0, y: 4)) {
    self.radius = radius
    self.opacity = opacity
    self.offset = offset
  }
}

extension ResolvedTheme {
  /// The shadow of cards, the first layer on top.
  package var shadowOfCards: [Shadow] {
    let layers =
      cardShadows.isEmpty
      ? [ShadowLayer(radius: 1, opacity: 0.9, offset: Point(x: 0, y: 1))] : cardShadows
    return layers.map {
      Shadow(color: cardShadowColor.multiplyingAlpha(by: $0.opacity), radius: $0.radius, offset: $0.offset)
    }
  }

  /// The scale of the fixed lengths of parts relative to a screen held in the hand.
  package var unit: Double { base.spacing / 4 }

  /// The background of a group of rows in a card: the line colour at low opacity.
  package var groupColor: Color { base.lineColor.multiplyingAlpha(by: 0.4) }
}
