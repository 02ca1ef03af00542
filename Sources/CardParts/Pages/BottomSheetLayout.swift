import CardRaster

/// The positions of a bottom sheet, its handle and its content on a screen.
struct BottomSheetGeometry: Equatable {
  /// The height of the whole sheet when it is not dragged: content, handle, safe area and keyboard.
  let fullHeight: Double
  let height: Double
  /// The top edge of the sheet's background.
  let containerTop: Double
  let contentTop: Double
  let handle: Rect?
  /// The opacity of the overlay that dims the page behind.
  let overlayAlpha: Double
  /// The height below which the sheet is dismissed when it is released.
  let dismissHeight: Double
  /// Whether the sheet would be dismissed if it were released now.
  let wouldDismiss: Bool

  /// Computes the geometry of a sheet on a screen.
  init(_ sheet: BottomSheet, content: Double, screen: Size) {
    var (above, inside) = (0.0, 0.0)
    let position = sheet.isSticky ? .none : sheet.handlePosition
    switch position {
    case .above(let padding): above = sheet.handleHeight + padding
    case .inside(let padding): inside = padding + sheet.handleHeight
    case .none: break
    }
    let safeArea = sheet.adjustsForSafeAreaBottomInset ? sheet.safeAreaInsets.bottom : 0
    let full = above + inside + content + safeArea + sheet.keyboardHeight
    let dragged = sheet.currentHeight ?? full
    height = dragged <= full ? dragged : full + (dragged - full) / sheet.pullUpResistance
    fullHeight = full
    dismissHeight = full * (1 - sheet.dragHeightRatioToDismiss)
    let isFast = sheet.dragVelocity > 0 && sheet.dragVelocity >= sheet.dragVelocityToDismiss
    wouldDismiss = height < dismissHeight || isFast
    let top = screen.height - height
    containerTop = top + above
    contentTop = top + above + inside
    switch position {
    case .above, .inside:
      let y = above > 0 ? top : contentTop - sheet.handleHeight
      handle = Rect(
        x: (screen.width - sheet.handleWidth) / 2, y: y, width: sheet.handleWidth, height: sheet.handleHeight)
    case .none: handle = nil
    }
    let isDimmed = sheet.shouldIncludeOverlay && !sheet.isSticky
    overlayAlpha = isDimmed ? sheet.overlayMaxAlpha * (full > 0 ? min(1, height / full) : 1) : 0
  }
}

extension BottomSheetLayout: CardsLayoutKind {
  static let name = sheetType
  static let summary: String? = "A sheet over the cards."
  static let fields = FieldTable<DeckLayout>(needs: [["type"], ["content"]]) {
    type("A sheet that covers the lower part of the deck's cards, which are a list.")
    Field(
      "content", readElsewhere: "card", .reference(.card), "The card that is the sheet's content.",
      isBound: false)
    BottomSheet.fields.fields.map { $0.lifted(\.[LayoutKey<BottomSheet>()]) }
    DeckLayout.statusBarField
    DeckLayout.listFields
  }
  static var ownValues: (any LayoutValues)? { BottomSheet() }
  static let hasContent = true

  /// The cards as a list on a screen, with a sheet over it.
  static func layout(_ cards: [ResolvedCard], on page: PageLayout) throws(RasterError) -> LayoutBox {
    let sheet = page.deck.layout.own(BottomSheet.self)
    var padding = page.deck.padding
    padding.top += sheet.safeAreaInsets.top
    padding.left += sheet.safeAreaInsets.left
    padding.right += sheet.safeAreaInsets.right
    var box = try page.list(cards, padding: padding)
    box.size.height = page.screen.height
    guard let content = page.content else { return box }
    let layout = BottomSheetLayout(
      sheet: sheet, card: content, screen: box.size, context: page.context(content))
    let boxes = try layout.boxes()
    if boxes.contains(where: { $0.box.isOverlay && $0.poses.end.opacity > 0 }) { box = box.withoutLinks() }
    for (part, point, poses) in boxes { box.add(part, at: point, poses) }
    return box
  }
}

extension BottomSheet: LayoutValues {}

/// Puts a sheet over a page: the overlay, the sheet's background, its content and the handle.
struct BottomSheetLayout {
  let sheet: BottomSheet
  @CopyOnWriteBox private(set) var card: ResolvedCard
  let screen: Size
  let context: LayoutContext

  /// The boxes over the page with their positions and motion, from back to front.
  ///
  /// Each is as large as the screen or placed in it.
  func boxes() throws(RasterError) -> [(box: LayoutBox, at: Point, poses: PoseTrack)] {
    let safe = sheet.safeAreaInsets
    let margin = card.frame.customMargin ?? 0
    let width = max(0, screen.width - safe.left - safe.right - 2 * margin)
    let content = try CardLayout(card: card).layoutCard(width: width, height: sheet.contentHeight, context)
    let dragged = BottomSheetGeometry(sheet, content: content.size.height, screen: screen)
    let heights = heights(dragged)
    // A sheet that is dismissed keeps its current layout. Other sheets have their final layout.
    var geometry = dragged
    if sheet.transition?.kind == .snapBack {
      var resting = sheet
      resting.currentHeight = nil
      geometry = BottomSheetGeometry(resting, content: content.size.height, screen: screen)
    }
    for (length, what) in [
      (max(geometry.fullHeight, geometry.height), "the sheet's height in pixels"),
      (max(sheet.handleWidth, sheet.handleHeight), "the handle's length in pixels"),
      (sheet.bottomSheetCornerRadius, "the sheet's corner radius in pixels"),
    ] { try context.checkLength(length, what) }
    var result: [(box: LayoutBox, at: Point, poses: PoseTrack)] = []
    if sheet.shouldIncludeOverlay, !sheet.isSticky {
      var overlay = LayoutBox(size: screen)
      overlay.source = LayoutBox.Source(type: Self.overlayType)
      func alpha(_ height: Double) -> Pose {
        Pose(opacity: sheet.overlayMaxAlpha * min(1, height / max(1, geometry.fullHeight)))
      }
      // A moving overlay animates its opacity. The overlay of a resting sheet has the opacity in its colour.
      let moves = sheet.transition != nil
      let fading = moves ? track(alpha(heights.from), alpha(heights.to)) : PoseTrack(start: .rest)
      overlay.background = .solid(sheet.overlayColor.multiplyingAlpha(by: moves ? 1 : geometry.overlayAlpha))
      overlay.attributes = [
        LayoutBox.Attribute("color", sheet.overlayColor.hexText),
        LayoutBox.Attribute("overlayAlpha", number: moves ? fading.end.opacity : geometry.overlayAlpha),
      ]
      if !sheet.shouldListenToOverlayTap { overlay.attributes.append(Self.untouchable) }
      result.append((overlay, .zero, fading))
    }
    let top = screen.height - geometry.height
    var box = LayoutBox(size: Size(width: screen.width, height: geometry.height))
    box.source = LayoutBox.Source(type: Self.sheetType, path: JSONPath.root.key("layout"))
    box.attributes = [LayoutBox.Attribute("fullHeight", number: geometry.fullHeight)]
    if !sheet.isSticky {
      box.attributes += [
        LayoutBox.Attribute("dismissHeight", number: geometry.dismissHeight),
        LayoutBox.Attribute("wouldDismiss", flag: geometry.wouldDismiss),
        LayoutBox.Attribute("pullUpResistance", value: sheet.pullUpResistance),
      ]
    }
    let contentPoint = Point(x: safe.left + margin, y: geometry.contentTop - geometry.containerTop)
    box.add(
      container(geometry, content, at: contentPoint, lift: max(0, heights.from - heights.to)),
      at: Point(x: 0, y: geometry.containerTop - top))
    if let handle = geometry.handle, !handle.size.isEmpty {
      var grip = LayoutBox(size: handle.size)
      grip.source = LayoutBox.Source(type: Self.handleType)
      grip.background = .solid(sheet.handleColor)
      grip.radii = CornerRadii(min(handle.width, handle.height) / 2)
      if !sheet.shouldListenToHandleDrag { grip.attributes.append(Self.untouchable) }
      box.add(grip, at: Point(x: handle.minX, y: handle.minY - top))
    }
    if geometry.fullHeight > screen.height - safe.top + 0.5 {
      let excess = geometry.fullHeight - (screen.height - safe.top)
      box.warnings.append(
        context.warning(
          "the sheet is \(NumberText.format(excess, digits: 1)) points taller than the screen",
          at: JSONPath.root.key("layout"),
          hint: "shorten its content, or increase the canvas's 'height'", code: .overflow))
    }
    func shift(_ height: Double) -> Pose { Pose(translation: Point(x: 0, y: geometry.height - height)) }
    let moving =
      sheet.transition == nil ? PoseTrack(start: .rest) : track(shift(heights.from), shift(heights.to))
    // Screen readers skip a sheet that has been dismissed.
    if moving.end.translation.y >= geometry.height { box.label = "" }
    result.append((box, Point(x: 0, y: top), moving))
    return result
  }

  /// The visible height before and after the transition.
  private func heights(_ geometry: BottomSheetGeometry) -> (from: Double, to: Double) {
    switch sheet.transition?.kind {
    case .appear: (0, geometry.fullHeight)
    case .dismiss: (geometry.height, 0)
    case .snapBack: (geometry.height, geometry.fullHeight)
    case .changeHeight: (sheet.transition?.fromHeight ?? geometry.fullHeight, geometry.fullHeight)
    case nil: (geometry.height, geometry.height)
    }
  }

  /// The motion of CardParts' sheets: a critically damped spring.
  private func track(_ start: Pose, _ end: Pose) -> PoseTrack {
    guard let transition = sheet.transition, start != end else { return PoseTrack(start: end) }
    let duration = sheet.duration(of: transition.kind)
    let spring = Spring(damping: 1, duration: duration)
    let track = PoseTrack(
      start: start, legs: [PoseTrack.Leg(begin: 0, duration: duration, pose: end, pace: .spring(spring))])
    guard let moment = transition.time ?? transition.progress.map({ $0 * duration }) else { return track }
    return track.stopped(at: moment)
  }

  /// The background with the content on it.
  ///
  /// It extends below the screen, so that only its top corners are visible.
  ///
  /// - Parameter lift: How far the sheet is moved up from its position, in points.
  private func container(
    _ geometry: BottomSheetGeometry, _ content: LayoutBox, at point: Point, lift: Double
  ) -> LayoutBox {
    let reach = sheet.shadows.map { 3 * $0.radius + abs($0.offset.y) }.max() ?? 0
    let radius = sheet.bottomSheetCornerRadius
    let size = Size(
      width: screen.width,
      height: max(screen.height - geometry.containerTop, 0) + max(reach, radius) + lift)
    let radii = CornerRadii(topLeft: radius, topRight: radius, bottomRight: 0, bottomLeft: 0)
    let outline = RoundedRect(rect: Rect(origin: .zero, size: size), radii: radii)
    let background = sheet.bottomSheetBackgroundColor ?? .solid(card.theme.cardBackgroundColor)
    var box = LayoutBox(size: size)
    for spec in sheet.shadows.reversed() {
      box.add(.shadow(outline, spec.shadow, hole: background.isOpaque ? outline : nil))
    }
    var inner = LayoutBox(size: size)
    inner.background = background
    inner.radii = radii
    inner.isClipped = card.clips && radius > 0
    inner.add(content, at: point)
    box.add(inner, at: .zero)
    return box
  }

  /// The attribute in `inspect` for an overlay or a handle without interaction.
  static let untouchable = LayoutBox.Attribute("isUserInteractionEnabled", flag: false)

  /// The types of the boxes in `inspect`.
  static let (overlayType, sheetType, handleType) = ("overlay", "bottomSheet", "handle")
}

extension LayoutBox {
  /// Whether the box dims everything below it, so that taps there have no effect.
  var isOverlay: Bool { source?.type == BottomSheetLayout.overlayType && (poses?.end.opacity ?? 1) > 0 }

  /// The same box without tap and press targets.
  func withoutLinks() -> LayoutBox {
    var result = self
    result.link = nil
    result.longPress = nil
    result.content = content.map { entry in
      switch entry {
      case .item, .confetti: return entry
      case .box(let box, let point): return .box(box.withoutLinks(), at: point)
      case .text(var text, let point):
        for index in text.lines.indices { text.lines[index].links = [] }
        return .text(text, at: point)
      }
    }
    return result
  }
}
