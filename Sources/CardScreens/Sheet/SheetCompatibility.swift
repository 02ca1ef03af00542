package import CardModel
package import CardRaster

/// The appearance and the motion of sheets in one version of TGCardViewController.
///
/// The defaults are the values of `tgcard2021`. Lengths are in points.
package struct SheetCompatibility: Hashable, Sendable {
  /// The name of a version.
  package enum Name: String, Hashable, Sendable, CaseIterable {
    case tgcard2019, tgcard2021, tgcard2026
  }

  package var name = Name.tgcard2021

  // MARK: Keys without effect

  var unsupportedKeys = ["stickyBar", "stickyBarHeight"]
  var unsupportedHeaderKeys = ["title", "subtitle", "closeButton", "nextButton"]
  /// The keys of `sheet` of a card.
  package var unsupportedCardKeys =
    ["floatingButton", "bottomView", "bottomViewHeight", "floatingToolBar", "floatingToolBarAlignment"]

  // MARK: Cards

  /// The corner radii of a card; one that extends below the screen has only its top corners rounded.
  package var radii = CornerRadii(topLeft: 16, topRight: 16, bottomRight: 0, bottomLeft: 0)
  /// The shadows of a card on the map.
  package var shadows = [shadow(0.16, radius: 4, y: 2)]
  /// Whether cards, the header and close buttons are translucent.
  package var isTranslucent = false
  package var handle = Size(width: 48, height: 4)
  /// The margins above and below the handle.
  package var handleMargin = 6.0
  /// The colour of handles; nil for that of secondary labels.
  package var handleColor: Color?
  /// Whether cards without a handle keep its space.
  package var keepsHandleSpace = true
  package var separatorHeight = 0.5
  /// The height that the separator adds to the head.
  package var separatorSpace = 0.0
  /// The colour of the separator; nil for that of opaque separators.
  package var separatorColor: Color?

  // MARK: Heads of cards

  package var titleSize = 17.0
  package var titleLine = 20.5
  package var subtitleLine = 18.0
  /// The largest number of lines of a title; without one, the words of a title always fit into a line.
  package var titleLines: Int?
  package var titleMargin = 16.0
  package var titleTop = 8.0
  package var subtitleGap = 0.0
  package var titleBottom = 16.0
  /// The smallest height of title and subtitle, without and with a close button.
  var titleHeight = 0.0
  var titleHeightBesideClose = 0.0
  package var accessoryGap = 16.0
  var accessoryBottom = 0.0
  /// Whether the accessory has the full width of the card.
  package var accessoryIsWide = true
  /// Whether a collapsed card shows its accessory.
  var showsAccessoryCollapsed = false
  /// The distance of the text from the card's trailing edge if there is a close button.
  package var textTrailing = 56.0
  /// Whether the text has this distance without a close button too.
  package var keepsCloseSpace = true
  /// The distance of the close button's centre from the card's trailing edge.
  package var closeCenter = 28.0
  /// The height in which the close button is centred; nil for that of title and subtitle.
  package var closeHeight: Double? = 24
  package var closeSide = 24.0
  /// The colours of the close button; nil for those of the appearance.
  package var closeColor: Color?
  package var crossColor: Color?
  /// Half the side of the cross of the close button.
  package var crossReach = 4.0
  package var crossStroke = Stroke(width: 2, cap: .round)

  // MARK: Header and buttons

  package var headerMargin = 8.0
  package var headerRadius = 16.0
  /// The radius of a header next to the map.
  package var headerRadiusBeside = 16.0
  package var headerShadows = [shadow(0.5, radius: 12, y: 0)]
  /// Whether the texts of the header replace the titles of pages.
  package var headerNamesPages = false
  /// Whether the dots for pages are grey, and that of the current page has the blue of iOS.
  package var hasBlueDots = false
  package var blursStatusBar = true
  /// The separator of light groups of buttons; nil for that of the appearance.
  package var buttonSeparatorColor: Color?
  /// Whether a row of buttons is rounded by its height instead of its width.
  package var roundsRowsByHeight = false
  /// Whether upper buttons next to a card are as far from the edge as the safe area at the bottom.
  package var liftsButtonsBeside = false

  // MARK: Positions

  /// The distance of an extended card from the status bar on a screen with a home indicator.
  var extendedGap = 12.0
  /// The smallest visible height of a card.
  var leastVisible = 29.04
  /// Whether cards stay below the status bar.
  var staysBelowStatusBar = true
  /// Whether the map starts below a header, instead of behind it.
  var mapStartsBelowHeader = false
  /// How far above a position a card has the name of the next one; nil if it keeps the name up to the position.
  var positionReach: Double? = 44
  /// The time for which the velocity of a released card counts when its position is chosen, in seconds.
  var releaseTime = 0.499
  /// The shortest duration of a snap, in seconds.
  var leastSnap = 0.4

  // MARK: Transitions

  var push = SheetMotion.spring(0.75, 0.25)
  var pop = SheetMotion.spring(1, 0.3125)
  var tap = SheetMotion(duration: 0.25, pace: .easing(.easeOut))
  var snap = SheetMotion.spring(0.8, 1.3)
  /// Whether a pushed card moves in from the lower edge of the map instead of by its height.
  package var pushesFromEdge = true
  /// Whether a card next to the map keeps its position in a pop.
  package var keepsPositionBeside = true

  package static let tgcard2019 = SheetCompatibility(
    name: .tgcard2019, unsupportedKeys: ["mode", "mapOverlaysHidden", "areButtonsTranslucent", "infoView"],
    unsupportedHeaderKeys: [], unsupportedCardKeys: ["floatingToolBar", "floatingToolBarAlignment"],
    radii: CornerRadii(topLeft: 10, topRight: 10, bottomRight: 0, bottomLeft: 0),
    shadows: [shadow(0.3, radius: 3, y: -1)], handle: Size(width: 50, height: 5),
    handleMargin: 8, handleColor: Color(rgb: 0xC1C1C1), keepsHandleSpace: false, separatorHeight: 1,
    separatorSpace: 1, separatorColor: Color(rgb: 0xD1D1D4), titleLines: 1, titleMargin: 8,
    subtitleGap: 3, titleBottom: 8, titleHeightBesideClose: 44, accessoryGap: 4, accessoryBottom: 8,
    accessoryIsWide: false, textTrailing: 60, keepsCloseSpace: false, closeCenter: 30, closeHeight: nil,
    closeSide: 20, closeColor: Color(rgb: 0x807F80), crossColor: .white, crossReach: 5,
    crossStroke: Stroke(width: 1, cap: .butt), headerRadius: 0, headerRadiusBeside: 8, headerShadows: [],
    headerNamesPages: true, hasBlueDots: true,
    buttonSeparatorColor: Color.white.multiplyingAlpha(by: 0.85), roundsRowsByHeight: true,
    liftsButtonsBeside: true, extendedGap: 50, leastVisible: 0, staysBelowStatusBar: false,
    mapStartsBelowHeader: true, positionReach: nil, releaseTime: 0.2, leastSnap: 0.25,
    push: .spring(0.75, 0.4), pop: .spring(1, 0.5), tap: .spring(0.75, 0.35),
    snap: SheetMotion(duration: 1.3, pace: .easing(.easeInOut)), pushesFromEdge: false,
    keepsPositionBeside: false)
  package static let tgcard2021 = SheetCompatibility()
  package static let tgcard2026 = SheetCompatibility(
    name: .tgcard2026, unsupportedCardKeys: ["floatingButton", "bottomView", "bottomViewHeight"],
    radii: CornerRadii(32), shadows: [], isTranslucent: true, titleSize: 34, titleLine: 41,
    titleMargin: 22, titleTop: 0, titleHeight: 32, titleHeightBesideClose: 32, showsAccessoryCollapsed: true,
    textTrailing: 65, closeCenter: 37, closeHeight: 32, closeSide: 44, crossReach: 7,
    crossStroke: Stroke(width: 2.5, cap: .round), headerMargin: 0, headerRadius: 32, headerRadiusBeside: 32,
    headerShadows: [], blursStatusBar: false)

  /// The values of a version.
  package static func named(_ name: Name) -> SheetCompatibility {
    name == .tgcard2019 ? .tgcard2019 : name == .tgcard2026 ? .tgcard2026 : .tgcard2021
  }

  private static func shadow(_ opacity: Double, radius: Double, y: Double) -> Shadow {
    Shadow(color: Color.black.multiplyingAlpha(by: opacity), radius: radius, offset: Point(x: 0, y: y))
  }

  /// The height of the space for a handle.
  package func handleArea(_ hasHandle: Bool) -> Double {
    hasHandle || keepsHandleSpace ? 2 * handleMargin + handle.height : 0
  }

  /// The height of title and subtitle, at least that of a close button.
  package func titleRow(_ text: Double, hasClose: Bool) -> Double {
    max(hasClose ? titleHeightBesideClose : titleHeight, text)
  }

  /// The visible height of a collapsed card, and the whole height of its head.
  ///
  /// - Parameters:
  ///   - text: The height of title and subtitle; nil for a card without them.
  ///   - accessory: The height of the accessory below them.
  ///   - hasHandle: Whether the card has a handle.
  package func headerHeight(text: Double?, accessory: Double = 0, hasClose: Bool, hasHandle: Bool)
    -> (collapsed: Double, whole: Double)
  {
    let handle = handleArea(hasHandle)
    guard let text else { return (handle, handle) }
    let top = handle + titleTop + titleRow(text, hasClose: hasClose)
    guard accessory > 0 else {
      return (top + titleBottom + separatorSpace, top + titleBottom + separatorSpace)
    }
    let whole = top + accessoryGap + accessory + accessoryBottom + separatorSpace
    return (showsAccessoryCollapsed ? whole : top + accessoryGap, whole)
  }
}

/// The duration and the timing of an animation.
package struct SheetMotion: Hashable, Sendable {
  package var duration: Double
  package var pace: PoseTrack.Pace

  static func spring(_ damping: Double, _ duration: Double) -> SheetMotion {
    SheetMotion(duration: duration, pace: .spring(Spring(damping: damping, duration: duration)))
  }
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

  /// The vertical size class of a picture: a card is next to the map if there is more space than above it.
  static func vertical(ofPicture size: Size) -> SizeClass {
    size.width > 1.2 * size.height ? .compact : .regular
  }

  /// The default size class for the width of a screen.
  package static func horizontal(of screen: Size) -> SizeClass {
    screen.width >= 600 && screen.height >= 600 ? .regular : .compact
  }
}
