import CardRaster

/// Where a sheet stands on its screen, by the rules of TGCardViewController.
///
/// `y` is the sheet's own coordinate: it is counted from the lower edge of the header at the top of the screen.
struct SheetGeometry: Equatable {
  let profile: SheetProfile
  /// The size of what map, header and sheet lie in.
  let screen: Size
  let safeArea: Insets
  /// The lower edge of the header at the top of the screen; 0 without one.
  var headerBottom = 0.0
  /// The height of that header itself, without what it stands below.
  var headerHeight = 0.0
  /// How much of the card is seen when it is collapsed.
  var titleHeight: Double
  let isSidebar: Bool
  /// Whether the card shows something on the map; without it, the card is always extended and cannot be dragged away.
  var hasMap = true
  /// Whether the card stands beside the map.
  let isBeside: Bool
  let isLow: Bool
  let isWide: Bool

  /// - Parameters:
  ///   - horizontal: nil for what the screen's size says.
  ///   - vertical: nil for what the screen's size says.
  init(
    _ profile: SheetProfile, screen: Size, safeArea: Insets, titleHeight: Double, isSidebar: Bool = false,
    horizontal: SizeClass? = nil, vertical: SizeClass? = nil
  ) {
    self.profile = profile
    self.screen = screen
    self.safeArea = safeArea
    self.titleHeight = titleHeight
    self.isSidebar = isSidebar
    isLow = (vertical ?? .vertical(of: screen)) == .compact
    isWide = (horizontal ?? .horizontal(of: screen)) == .regular
    isBeside = isSidebar || isLow || isWide
  }

  // MARK: Heights

  /// What the status bar takes.
  var topOverlap: Double { safeArea.top }

  var extendedY: Double {
    if isSidebar { return topOverlap }
    if profile.isOld { return topOverlap + 50 }
    return topOverlap + (safeArea.bottom > 0 ? 12 : 50)
  }

  /// Half of the way; since it is counted from the top, the sheet takes more than half of the screen.
  var peakY: Double { (screen.height - extendedY) / 2 }

  var collapsedY: Double { screen.height }

  func y(of position: SheetPosition) -> Double {
    switch position {
    case .extended: isSidebar ? 0 : extendedY
    case .peaking: peakY
    case .collapsed: collapsedY
    }
  }

  /// The card's upper edge on the screen; it never goes so far down that its title is not seen.
  func cardTop(_ y: Double) -> Double {
    let seen = profile.isOld ? titleHeight : max(29.04, titleHeight)
    let top = min(headerBottom + y, screen.height - safeArea.bottom - seen)
    return profile.isOld ? top : max(top, headerBottom > 0 ? 0 : topOverlap)
  }

  /// The map's frame: in 2019 it began below the header.
  var map: Rect {
    let top = profile.isOld && !isBeside ? headerBottom : 0
    return Rect(x: 0, y: top, width: screen.width, height: screen.height - top)
  }

  /// The card's frame; it is equally high in all positions and hangs off the screen.
  func card(_ y: Double) -> Rect {
    if isSidebar {
      return Rect(
        x: safeArea.left, y: headerBottom, width: cardWidth, height: max(0, screen.height - headerBottom))
    }
    let beside = isBeside && headerHeight > 0 ? 20 + headerHeight : 0
    return Rect(
      x: isBeside ? safeArea.left + 8 : 0, y: cardTop(y), width: cardWidth,
      height: max(0, map.height - extendedY - beside))
  }

  /// The width of a card.
  var cardWidth: Double {
    guard isBeside else { return screen.width }
    let room = max(0, screen.width - safeArea.left - 8)
    return min(room, isWide || isSidebar ? 360 : 0.38 * screen.width)
  }

  // MARK: Positions

  /// Which position a requested one becomes.
  func allowed(_ position: SheetPosition) -> SheetPosition {
    isFixed || isLow ? .extended : position
  }

  /// Whether the card stays extended wherever it is dragged.
  private var isFixed: Bool { !hasMap || isSidebar }

  /// Which position a card has that stands anywhere.
  func position(at y: Double) -> SheetPosition {
    if isFixed { return .extended }
    if profile.isOld {
      if y < peakY { return .extended }
      return y < screen.height && !isLow ? .peaking : .collapsed
    }
    if y <= max(extendedY, peakY - 44) { return .extended }
    return y <= max(peakY, screen.height - 44) && !isLow ? .peaking : .collapsed
  }

  /// Where a card goes that is let go.
  ///
  /// - Parameter velocity: in points a second, below 0 upward.
  func target(from y: Double, velocity: Double = 0) -> SheetPosition {
    if isFixed { return .extended }
    let next = y + velocity * (profile.isOld ? 0.2 : 0.499)
    func isNear(_ place: Double, _ reach: Double) -> Bool { next >= place - reach && next < place + reach }
    if isNear(extendedY, 22) { return .extended }
    if !isLow, isNear(peakY, 44) { return .peaking }
    if isNear(collapsedY, 22) { return .collapsed }
    if velocity < 0 { return next < peakY || isLow ? .extended : .peaking }
    return next > peakY || isLow ? .collapsed : .peaking
  }

  /// How long the card takes to where it goes, in seconds.
  func snapDuration(from y: Double, to target: Double, velocity: Double) -> Double {
    let least = profile.isOld ? 0.25 : 0.4
    guard velocity != 0 else { return 1.3 }
    return min(1.3, max(least, abs(target - y) / abs(velocity)))
  }

  // MARK: What follows the card

  /// How much of the card's content is seen; nothing of it when only the title is.
  func contentAlpha(_ y: Double) -> Double {
    guard collapsedY > peakY, !isFixed, !isLow else { return 1 }
    return min(1, max(0, (collapsedY - y) / (collapsedY - peakY)))
  }

  /// How much is seen of the map's buttons; they are gone after 30 % of the way from the middle to the top.
  func buttonAlpha(_ y: Double) -> Double {
    if isFixed { return isBeside ? 1 : 0 }
    guard !isBeside, y <= peakY, peakY > extendedY else { return 1 }
    return 1 - min(1, max(0, (peakY - y) / (0.3 * (peakY - extendedY))))
  }

  /// How much of the map lies below the card and the bars, for what it shows in its middle.
  func mapInsets(_ position: SheetPosition) -> Insets {
    let top = headerBottom > 0 && !profile.isOld ? 0 : topOverlap
    if isBeside {
      let isLeft = position != .collapsed || isLow
      return Insets(
        top: topOverlap, left: isLeft ? card(extendedY).maxX : 0, bottom: 0, right: 0)
    }
    let seen = position == .collapsed ? 75 : map.height - peakY
    return Insets(top: min(top, map.height), left: 0, bottom: min(max(0, seen), map.height), right: 0)
  }

  /// How far above the map's lower edge its maker is named.
  func creditInset(_ y: Double) -> Double {
    guard !isBeside else { return safeArea.bottom }
    let height = screen.height - safeArea.bottom - headerBottom
    return safeArea.bottom + min(height - peakY, max(height - y, titleHeight))
  }
}

extension SheetFigures {
  /// How much is seen of a card that is collapsed.
  ///
  /// - Parameters:
  ///   - text: the height of title and subtitle; nil for a card without them.
  ///   - accessory: the height of what lies below them.
  ///   - hasHandle: whether there is one; without it, a card of 2019 is lower.
  func headerHeight(
    text: Double?, accessory: Double = 0, hasClose: Bool, hasHandle: Bool, profile: SheetProfile
  ) -> (collapsed: Double, whole: Double) {
    let handle = profile.isOld && !hasHandle ? 0 : handleArea
    guard let text else { return (handle, handle) }
    let row = profile.isOld && hasClose ? max(44, text) : profile == .of2026 ? max(32, text) : text
    let top = handle + titleTop + row
    let rule = separatorTakesSpace ? separatorHeight : 0
    guard accessory > 0 else { return (top + titleBottom + rule, top + titleBottom + rule) }
    let whole = top + accessoryGap + accessory + accessoryBottom + rule
    // Only the title is seen of a collapsed card, but since 2024 its accessory too.
    return (profile == .of2026 ? whole : top + accessoryGap, whole)
  }
}
