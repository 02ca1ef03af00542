import CardRaster

/// The version of TGCardViewController whose appearance and motion a sheet has.
enum SheetProfile: String, Hashable, Sendable, CaseIterable {
  case of2019 = "2019"
  case of2021 = "2021"
  case of2026 = "2026"

  var figures: SheetFigures {
    switch self {
    case .of2019: .of2019
    case .of2021: .of2021
    case .of2026: .of2026
    }
  }

  /// Whether this is version 2019, whose rules differ most.
  var isOld: Bool { self == .of2019 }
}

/// The lengths and durations of one version.
struct SheetFigures: Hashable, Sendable {
  var cornerRadius: Double
  /// Whether all four corners are rounded.
  var isRoundBelow = false
  var handle: Size
  /// The margins above and below the handle.
  var handleMargins: (above: Double, below: Double)
  var shadow: (offset: Double, radius: Double, opacity: Double)?
  var separatorHeight: Double
  /// Whether the separator takes space of its own.
  var separatorTakesSpace: Bool
  var titleSize: Double
  var titleLine: Double
  var subtitleLine: Double
  var titleMargin: Double
  var titleTop: Double
  var subtitleGap: Double
  var titleBottom: Double
  var accessoryGap: Double
  var accessoryBottom: Double
  /// Whether the accessory has the full width of the card.
  var accessoryIsWide: Bool
  /// The distance of the text from the card's trailing edge if there is a close button.
  var textTrailing: Double
  /// The distance of the close button's centre from the card's trailing edge.
  var closeCenter: Double
  var closeSide: Double

  static func == (a: Self, b: Self) -> Bool { a.cornerRadius == b.cornerRadius && a.titleSize == b.titleSize }
  func hash(into hasher: inout Hasher) { hasher.combine(cornerRadius) }

  /// The height of the handle with its margins.
  var handleArea: Double { handleMargins.above + handle.height + handleMargins.below }

  /// The corner radii of a card; a card that extends below the screen has only its top corners rounded.
  var radii: CornerRadii {
    CornerRadii(
      topLeft: cornerRadius, topRight: cornerRadius, bottomRight: isRoundBelow ? cornerRadius : 0,
      bottomLeft: isRoundBelow ? cornerRadius : 0)
  }

  /// The shadows of a card on the map.
  var shadows: [Shadow] {
    shadow.map {
      [
        Shadow(
          color: Color.black.multiplyingAlpha(by: $0.opacity), radius: $0.radius,
          offset: Point(x: 0, y: $0.offset))
      ]
    } ?? []
  }

  static let of2019 = SheetFigures(
    cornerRadius: 10, handle: Size(width: 50, height: 5), handleMargins: (8, 8), shadow: (-1, 3, 0.3),
    separatorHeight: 1, separatorTakesSpace: true, titleSize: 17, titleLine: 20.5, subtitleLine: 18,
    titleMargin: 8, titleTop: 8, subtitleGap: 3, titleBottom: 8, accessoryGap: 4, accessoryBottom: 8,
    accessoryIsWide: false, textTrailing: 60, closeCenter: 30, closeSide: 20)

  static let of2021 = SheetFigures(
    cornerRadius: 16, handle: Size(width: 48, height: 4), handleMargins: (6, 6), shadow: (2, 4, 0.16),
    separatorHeight: 0.5, separatorTakesSpace: false, titleSize: 17, titleLine: 20.5, subtitleLine: 18,
    titleMargin: 16, titleTop: 8, subtitleGap: 0, titleBottom: 16, accessoryGap: 16, accessoryBottom: 0,
    accessoryIsWide: true, textTrailing: 56, closeCenter: 28, closeSide: 24)

  static let of2026 = SheetFigures(
    cornerRadius: 32, isRoundBelow: true, handle: Size(width: 48, height: 4), handleMargins: (6, 6),
    shadow: nil, separatorHeight: 0.5, separatorTakesSpace: false, titleSize: 34, titleLine: 41,
    subtitleLine: 18, titleMargin: 22, titleTop: 0, subtitleGap: 0, titleBottom: 16, accessoryGap: 16,
    accessoryBottom: 0, accessoryIsWide: true, textTrailing: 65, closeCenter: 37, closeSide: 44)
}

/// The vertical position of a sheet.
enum SheetPosition: String, Hashable, Sendable, CaseIterable {
  /// Only the title is visible.
  case collapsed
  /// A little more than half of the sheet is visible.
  case peaking
  /// The sheet covers most of the map.
  case extended
}

/// Whether a screen is narrow or low, as in UIKit.
enum SizeClass: String, Hashable, Sendable, CaseIterable {
  case compact, regular

  /// The default size class for the height of a screen.
  static func vertical(of screen: Size) -> SizeClass { screen.height < 500 ? .compact : .regular }

  /// The default size class for the width of a screen.
  static func horizontal(of screen: Size) -> SizeClass {
    screen.width >= 600 && screen.height >= 600 ? .regular : .compact
  }
}
