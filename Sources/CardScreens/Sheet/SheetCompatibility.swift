package import CardRaster

/// The version of TGCardViewController whose appearance and motion a sheet has.
package enum SheetCompatibility: String, Hashable, Sendable, CaseIterable {
  case tgcard2019
  case tgcard2021
  case tgcard2026

  package var figures: SheetFigures {
    switch self {
    case .tgcard2019: .tgcard2019
    case .tgcard2021: .tgcard2021
    case .tgcard2026: .tgcard2026
    }
  }

  /// Whether this is version 2019, whose rules differ most.
  package var isOld: Bool { self == .tgcard2019 }
}

/// The lengths and durations of one version.
package struct SheetFigures: Hashable, Sendable {
  var cornerRadius: Double
  /// Whether all four corners are rounded.
  var isRoundBelow = false
  package var handle: Size
  /// The margins above and below the handle.
  package var handleMargins: (above: Double, below: Double)
  var shadow: (offset: Double, radius: Double, opacity: Double)?
  package var separatorHeight: Double
  /// Whether the separator takes space of its own.
  package var separatorTakesSpace: Bool
  package var titleSize: Double
  package var titleLine: Double
  package var subtitleLine: Double
  package var titleMargin: Double
  package var titleTop: Double
  package var subtitleGap: Double
  package var titleBottom: Double
  package var accessoryGap: Double
  var accessoryBottom: Double
  /// Whether the accessory has the full width of the card.
  package var accessoryIsWide: Bool
  /// The distance of the text from the card's trailing edge if there is a close button.
  package var textTrailing: Double
  /// The distance of the close button's centre from the card's trailing edge.
  package var closeCenter: Double
  package var closeSide: Double

  package static func == (a: Self, b: Self) -> Bool {
    a.cornerRadius == b.cornerRadius && a.titleSize == b.titleSize
  }
  package func hash(into hasher: inout Hasher) { hasher.combine(cornerRadius) }

  /// The height of the handle with its margins.
  package var handleArea: Double { handleMargins.above + handle.height + handleMargins.below }

  /// The corner radii of a card; a card that extends below the screen has only its top corners rounded.
  package var radii: CornerRadii {
    CornerRadii(
      topLeft: cornerRadius, topRight: cornerRadius, bottomRight: isRoundBelow ? cornerRadius : 0,
      bottomLeft: isRoundBelow ? cornerRadius : 0)
  }

  /// The shadows of a card on the map.
  package var shadows: [Shadow] {
    shadow.map {
      [
        Shadow(
          color: Color.black.multiplyingAlpha(by: $0.opacity), radius: $0.radius,
          offset: Point(x: 0, y: $0.offset))
      ]
    } ?? []
  }

  static let tgcard2019 = SheetFigures(
    cornerRadius: 10, handle: Size(width: 50, height: 5), handleMargins: (8, 8), shadow: (-1, 3, 0.3),
    separatorHeight: 1, separatorTakesSpace: true, titleSize: 17, titleLine: 20.5, subtitleLine: 18,
    titleMargin: 8, titleTop: 8, subtitleGap: 3, titleBottom: 8, accessoryGap: 4, accessoryBottom: 8,
    accessoryIsWide: false, textTrailing: 60, closeCenter: 30, closeSide: 20)

  static let tgcard2021 = SheetFigures(
    cornerRadius: 16, handle: Size(width: 48, height: 4), handleMargins: (6, 6), shadow: (2, 4, 0.16),
    separatorHeight: 0.5, separatorTakesSpace: false, titleSize: 17, titleLine: 20.5, subtitleLine: 18,
    titleMargin: 16, titleTop: 8, subtitleGap: 0, titleBottom: 16, accessoryGap: 16, accessoryBottom: 0,
    accessoryIsWide: true, textTrailing: 56, closeCenter: 28, closeSide: 24)

  static let tgcard2026 = SheetFigures(
    cornerRadius: 32, isRoundBelow: true, handle: Size(width: 48, height: 4), handleMargins: (6, 6),
    shadow: nil, separatorHeight: 0.5, separatorTakesSpace: false, titleSize: 34, titleLine: 41,
    subtitleLine: 18, titleMargin: 22, titleTop: 0, subtitleGap: 0, titleBottom: 16, accessoryGap: 16,
    accessoryBottom: 0, accessoryIsWide: true, textTrailing: 65, closeCenter: 37, closeSide: 44)
}

/// The vertical position of a sheet.
package enum SheetPosition: String, Hashable, Sendable, CaseIterable {
  /// Only the title is visible.
  case collapsed
  /// A little more than half of the sheet is visible.
  case peaking
  /// The sheet covers most of the map.
  case extended
}

/// Whether a screen is narrow or low, as in UIKit.
package enum SizeClass: String, Hashable, Sendable, CaseIterable {
  case compact, regular

  /// The default size class for the height of a screen.
  package static func vertical(of screen: Size) -> SizeClass { screen.height < 500 ? .compact : .regular }

  /// The default size class for the width of a screen.
  package static func horizontal(of screen: Size) -> SizeClass {
    screen.width >= 600 && screen.height >= 600 ? .regular : .compact
  }
}
