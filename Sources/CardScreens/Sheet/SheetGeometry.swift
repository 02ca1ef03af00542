package import CardRaster

/// The position of a sheet on its screen, by the rules of TGCardViewController.
///
/// `y` is the distance of the sheet's top edge from the bottom edge of the header at the top of the screen.
package struct SheetGeometry: Equatable {
  let compatibility: SheetCompatibility
  /// The size of the area with map, header and sheet.
  package let screen: Size
  package let safeArea: Insets
  /// The bottom edge of the header at the top of the screen; 0 without one.
  package var headerBottom = 0.0
  /// The height of the header itself, without the status bar above it.
  package var headerHeight = 0.0
  /// The visible height of the collapsed card.
  package var titleHeight: Double
  let isSidebar: Bool
  /// Whether the card has content on the map; otherwise it is always extended and cannot be dragged.
  package var hasMap = true
  /// Whether the card is next to the map.
  package let isBeside: Bool
  let isLow: Bool
  let isWide: Bool
  /// The width of a card next to the map of a picture that is not the screen of a device.
  let pictureWidth: Double?

  /// Creates the geometry of a sheet.
  ///
  /// - Parameters:
  ///   - horizontal: The horizontal size class; nil for that of the screen size.
  ///   - vertical: The vertical size class; nil for that of the screen size.
  ///   - isPicture: Whether the screen has the form of a picture for sharing, instead of that of a device.
  package init(
    _ compatibility: SheetCompatibility, screen: Size, safeArea: Insets, titleHeight: Double,
    isSidebar: Bool = false,
    horizontal: SizeClass? = nil, vertical: SizeClass? = nil, isPicture: Bool = false
  ) {
    self.compatibility = compatibility
    self.screen = screen
    self.safeArea = safeArea
    self.titleHeight = titleHeight
    self.isSidebar = isSidebar
    pictureWidth = isPicture ? min(280, screen.width / 2) : nil
    isLow = (vertical ?? (isPicture ? .vertical(ofPicture: screen) : .vertical(of: screen))) == .compact
    isWide = (horizontal ?? .horizontal(of: screen)) == .regular
    isBeside = isSidebar || isLow || isWide
  }

  // MARK: Heights

  /// The height of the status bar.
  var topOverlap: Double { safeArea.top }

  package var extendedY: Double {
    topOverlap + (isSidebar ? 0 : safeArea.bottom > 0 || pictureWidth != nil ? compatibility.extendedGap : 50)
  }

  /// Half of the distance; it is measured from the top, so the sheet covers more than half of the screen.
  var peakY: Double { (screen.height - extendedY) / 2 }

  var collapsedY: Double { screen.height }

  package func y(of position: SheetPosition) -> Double {
    switch position {
    case .extended: isSidebar ? 0 : extendedY
    case .peaking: peakY
    case .collapsed: collapsedY
    }
  }

  /// The card's top edge on the screen; the title always stays visible.
  func cardTop(_ y: Double) -> Double {
    let seen = max(compatibility.leastVisible, titleHeight)
    let top = min(headerBottom + y, screen.height - safeArea.bottom - seen)
    return compatibility.staysBelowStatusBar ? max(top, headerBottom > 0 ? 0 : topOverlap) : top
  }

  /// The map's frame.
  package var map: Rect {
    let top = compatibility.mapStartsBelowHeader && !isBeside ? headerBottom : 0
    return Rect(x: 0, y: top, width: screen.width, height: screen.height - top)
  }

  /// The card's frame; it has the same height in all positions, and extends below the screen.
  package func card(_ y: Double) -> Rect {
    if isSidebar {
      return Rect(
        x: safeArea.left, y: headerBottom, width: cardWidth, height: max(0, screen.height - headerBottom))
    }
    let beside = isBeside && headerHeight > 0 ? 20 + headerHeight : 0
    return Rect(
      x: isBeside ? safeArea.left + 8 : 0, y: cardTop(y), width: cardWidth,
      height: max(0, map.height - extendedY - beside))
  }

  /// The width of a card, in points.
  package var cardWidth: Double {
    guard isBeside else { return screen.width }
    let room = max(0, screen.width - safeArea.left - 8)
    return min(room, isWide || isSidebar ? 360 : pictureWidth ?? 0.38 * screen.width)
  }

  // MARK: Positions

  /// The actual position for a requested one.
  package func allowed(_ position: SheetPosition) -> SheetPosition {
    isFixed || isLow ? .extended : position
  }

  /// Whether the card stays extended when it is dragged.
  private var isFixed: Bool { !hasMap || isSidebar }

  /// The position of a card at any y.
  package func position(at y: Double) -> SheetPosition {
    if isFixed { return .extended }
    guard let reach = compatibility.positionReach else {
      if y < peakY { return .extended }
      return y < screen.height && !isLow ? .peaking : .collapsed
    }
    if y <= max(extendedY, peakY - reach) { return .extended }
    return y <= max(peakY, screen.height - reach) && !isLow ? .peaking : .collapsed
  }

  /// The position to which a card moves when it is released.
  ///
  /// - Parameter velocity: The velocity in points per second, negative upwards.
  package func target(from y: Double, velocity: Double = 0) -> SheetPosition {
    if isFixed { return .extended }
    let next = y + velocity * compatibility.releaseTime
    func isNear(_ place: Double, _ reach: Double) -> Bool { next >= place - reach && next < place + reach }
    if isNear(extendedY, 22) { return .extended }
    if !isLow, isNear(peakY, 44) { return .peaking }
    if isNear(collapsedY, 22) { return .collapsed }
    if velocity < 0 { return next < peakY || isLow ? .extended : .peaking }
    return next > peakY || isLow ? .collapsed : .peaking
  }

  /// The duration of the card's motion to its position, in seconds.
  package func snapDuration(from y: Double, to target: Double, velocity: Double) -> Double {
    guard velocity != 0 else { return 1.3 }
    return min(1.3, max(compatibility.leastSnap, abs(target - y) / abs(velocity)))
  }

  // MARK: Elements that follow the card

  /// The opacity of the card's content; 0 if only the title is visible.
  package func contentAlpha(_ y: Double) -> Double {
    guard collapsedY > peakY, !isFixed, !isLow else { return 1 }
    return min(1, max(0, (collapsedY - y) / (collapsedY - peakY)))
  }

  /// The opacity of the map's buttons.
  ///
  /// It becomes 0 after 30 % of the distance from the middle to the top position.
  package func buttonAlpha(_ y: Double) -> Double {
    if isFixed { return isBeside ? 1 : 0 }
    guard !isBeside, y <= peakY, peakY > extendedY else { return 1 }
    return 1 - min(1, max(0, (peakY - y) / (0.3 * (peakY - extendedY))))
  }

  /// The insets of the map covered by the card and the bars, for centring its content.
  package func mapInsets(_ position: SheetPosition) -> Insets {
    let top = headerBottom > 0 && !compatibility.mapStartsBelowHeader ? 0 : topOverlap
    if isBeside {
      let isLeft = position != .collapsed || isLow
      return Insets(
        top: topOverlap, left: isLeft ? card(extendedY).maxX : 0, bottom: 0, right: 0)
    }
    let seen = position == .collapsed ? 75 : map.height - peakY
    return Insets(top: min(top, map.height), left: 0, bottom: min(max(0, seen), map.height), right: 0)
  }

  /// The distance of the attribution from the map's bottom edge, in points.
  package func creditInset(_ y: Double) -> Double {
    guard !isBeside else { return safeArea.bottom }
    let height = screen.height - safeArea.bottom - headerBottom
    return safeArea.bottom + min(height - peakY, max(height - y, titleHeight))
  }
}
