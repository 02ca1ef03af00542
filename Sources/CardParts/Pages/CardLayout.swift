import CardRaster

/// Puts the frame of a card around its parts.
///
/// The order is: shadows, background, gradients, inner shadows, parts between the drawings of custom traits, edit
/// button, border.
struct CardLayout {
  @CopyOnWriteBox private(set) var card: ResolvedCard
  /// Whether texts are truncated so that the last part stays in the card.
  var keepsLastPart = false
  /// The least height of each part with its margins, in a row of cards with aligned parts.
  var partHeights: [Double] = []

  /// Content that a layout adds to a card besides its parts.
  struct Addition {
    /// The height reserved below the parts, in points.
    var reserved = 0.0
    /// The content above the parts, clipped to the card's corners.
    var over: LayoutBox
  }

  /// Lays out a card for a width.
  ///
  /// - Parameters:
  ///   - height: The height of the whole card with its paddings; nil for the natural height.
  ///   - alignment: The position of the parts if the card is taller than they are.
  ///   - covered: The insets that other things cover on the screen, where parts are only if they need the space.
  func layoutCard(
    width: Double, height: Double? = nil, alignment: ContentAlignment = .top, covered: Insets = .zero,
    adding addition: Addition? = nil, _ context: LayoutContext
  ) throws(RasterError) -> LayoutBox {
    try context.inside(card.path) { () throws(RasterError) in
      turned(
        try content(
          width: width, height: height, alignment: alignment, covered: covered, addition, context))
    }
  }

  /// The card mirrored if its own locale has another direction than the deck.
  func turned(_ box: LayoutBox) -> LayoutBox {
    guard card.theme.direction != card.deckDirection else { return box }
    return changing(card.theme.direction == .rightToLeft ? box.mirrored() : box) { $0.keepsDirection = true }
  }

  private func content(
    width: Double, height: Double?, alignment: ContentAlignment, covered: Insets, _ addition: Addition?,
    _ context: LayoutContext
  ) throws(RasterError) -> LayoutBox {
    let frame = card.frame
    let padding = frame.topPadding + frame.bottomPadding + (addition?.reserved ?? 0)
    let inner = height.map { max(0, $0 - padding) } ?? card.height
    let column = column
    var content = try column.layoutColumn(width: width, context)
    var top = frame.topPadding
    if let inner {
      let grows = card.parts.contains {
        !$0.common.isHidden && $0.part.overlay == .none && $0.common.anchor == .fill && $0.takesAnyHeight
      }
      let above = max(0, covered.top - frame.topPadding)
      let ends = above + max(0, covered.bottom - frame.bottomPadding)
      if grows, !column.isHeldAtEnds, content.size.height <= inner - ends {
        content = try column.layoutColumn(width: width, height: .exact(inner - ends), context)
        top += above
      } else if grows || content.size.height > inner || column.isHeldAtEnds {
        content = try column.layoutColumn(
          width: width, height: .exact(inner),
          shareAbove: alignment == .center && covered != .zero ? 0.35 : alignment.shareAbove, context)
      } else {
        let spare = inner - content.size.height
        top += max(0, spare - ends) * alignment.shareAbove + above * min(1, spare / max(1, ends))
      }
    }
    let size = Size(width: width, height: (inner ?? content.size.height) + padding)
    var over = try overlays(.card, in: size, context)
    if let addition { over.add(addition.over, at: .zero) }
    let under = try overlays(.behind, in: size, context)
    return try box(content, over: over, under: under, size: size, top: top, context)
  }

  /// The parts in a column.
  var column: ColumnLayout {
    ColumnLayout(
      parts: card.parts.filter { $0.part.overlay == .none && $0.common.anchor == .fill },
      surroundings: .card(top: card.frame.topPadding, bottom: card.frame.bottomPadding),
      keepsLastPart: keepsLastPart, leastHeights: partHeights)
  }

  /// The visible parts that are placed at an edge of the card instead of in the column.
  private var anchored: [AnyPart] {
    card.parts.filter { $0.part.overlay == .none && $0.common.anchor != .fill && !$0.common.isHidden }
  }

  /// The parts of the card that overlay the whole card or the whole picture, in the card's order.
  func overlays(_ overlay: PartOverlay, in size: Size, _ context: LayoutContext) throws(RasterError)
    -> LayoutBox
  {
    var box = LayoutBox(size: size)
    for part in card.parts where part.part.overlay == overlay && !part.common.isHidden {
      let margins = part.margins(context.theme)
      let room = Rect(origin: .zero, size: size).inset(by: margins)
      box.add(try context.layoutChild(part, SizeProposal(room.size)), at: room.origin)
    }
    return box
  }

  /// Puts the frame around the content and the overlays above and below it.
  func box(
    _ content: LayoutBox, over: LayoutBox, under: LayoutBox, size: Size, top: Double,
    _ context: LayoutContext
  ) throws(RasterError) -> LayoutBox {
    let frame = card.frame
    let outline = RoundedRect(
      rect: Rect(origin: .zero, size: size), radii: frame.radii, curve: frame.cornerCurve)
    var box = LayoutBox(size: size)
    box.source = LayoutBox.Source(type: "card", id: card.id, path: card.path)
    box.link = card.link
    box.longPress = frame.longPress
    box.label = card.alt
    box.attributes = [LayoutBox.Attribute("state", card.state)]
    for (key, span) in [("columnSpan", card.columnSpan), ("rowSpan", card.rowSpan)] where span > 1 {
      box.attributes.append(LayoutBox.Attribute(key, number: Double(span)))
    }
    let notches = decorate(&box, context)
    let backdrop = frame.backdrop
    // A shadow is not visible through frosted glass.
    let isOpaque = backdrop.first?.isOpaque == true || frame.backdropBlur > 0
    let hasOwnShape = notches != nil || frame.mask != nil
    if hasOwnShape {
      box.shadows = frame.shadows
    } else if !backdrop.isEmpty {
      for shadow in frame.shadows.reversed() {
        box.add(.shadow(outline, shadow, hole: isOpaque ? outline : nil))
      }
    }
    // The background is outside the clip, because an edge that is clipped twice lets the content below shine
    // through.
    if let seen = background(outline, backdrop, below: content, at: top) {
      for paint in backdrop { box.add(.roundedRect(seen, paint)) }
    }
    try addGround(outline, below: content, at: top, to: &box, context)
    var inner = LayoutBox(size: size)
    inner.radii = frame.radii
    inner.cornerCurve = frame.cornerCurve
    inner.isClipped = card.clips && !frame.radii.isZero
    // Without a background the parts cast the shadows.
    if backdrop.isEmpty, !hasOwnShape { inner.shadows = frame.shadows }
    try addDrawings(.behind, to: &inner, context)
    if !under.content.isEmpty { inner.add(under, at: .zero) }
    inner.add(content, at: Point(x: 0, y: top))
    if !over.content.isEmpty { inner.add(over, at: .zero) }
    try addDrawings(.over, to: &inner, context)
    box.add(inner, at: .zero)
    if let button = frame.editButton, !size.isEmpty {
      let pencil = EditButton.pencilFrame(in: size)
      box.add(button.layoutButton(in: size), at: EditButton.frame(in: size).origin)
      box.warnings += texts(under: pencil, in: content, at: Point(x: 0, y: top), context)
    }
    if let border = frame.border, border.isSeen {
      // A uniform border follows notches and is drawn with them.
      if notches != nil, border.uniform != nil {
        box.decoration?.border = border
      } else {
        addBorder(border, outline, to: &box)
      }
    }
    // A badge is drawn over the border and may extend beyond the edge.
    if !anchored.isEmpty {
      box.add(try LayersPart(layers: anchored).layout(SizeProposal(size), context), at: .zero)
    }
    return box
  }

  /// Adds what custom traits draw.
  private func addDrawings(
    _ layer: TraitDrawing.Layer, to box: inout LayoutBox, _ context: LayoutContext
  ) throws(RasterError) {
    for trait in card.frame.drawings {
      try context.inside(card.path.key("traits").key(trait.name)) { () throws(RasterError) in
        var drawing = PartDrawing(box.size, PartSurroundings(context: context))
        try CustomKinds.calling("the trait '\(trait.name)'") { () throws(RasterError) in
          try trait.draw(layer, &drawing)
        }
        var drawn = drawing.box
        drawn.keepsDirection = true
        if !drawn.content.isEmpty || !drawn.warnings.isEmpty { box.add(drawn, at: .zero) }
      }
    }
  }

  /// Adds the layers between background and parts: a picture, and inner shadows.
  func addGround(
    _ outline: RoundedRect, below content: LayoutBox, at top: Double = 0, to box: inout LayoutBox,
    _ context: LayoutContext
  ) throws(RasterError) {
    if var image = card.frame.backgroundImage {
      let size = outline.rect.size
      if let scrim = card.frame.scrim, content.isClearer(on: image.grounds, below: scrim) {
        image.scrim = content.scrim(scrim, over: size.height, at: top)
      }
      var behind = LayoutBox(size: size)
      behind.radii = outline.radii
      behind.cornerCurve = outline.curve
      let path = card.path.key("traits").key("backgroundImage")
      behind.decoration = BoxDecoration()
      behind.decoration?.picture = try context.inside(path) { () throws(RasterError) in
        try image.picture(in: size, key: "image", &box.warnings, context)
      }
      box.add(behind, at: .zero)
    }
    // As in CSS, inner shadows start at the inner edge of the border.
    let edge = card.frame.border?.innerEdge(of: outline) ?? outline
    for shadow in card.frame.innerShadows.reversed() { box.add(.innerShadow(edge, shadow)) }
  }

  /// Blurs the content behind the card, masks the card and cuts notches into it; returns those that fit.
  private func decorate(_ box: inout LayoutBox, _ context: LayoutContext) -> Notches.Placed? {
    let frame = card.frame
    guard frame.notches != nil || frame.mask != nil || frame.backdropBlur > 0 else { return nil }
    (box.radii, box.cornerCurve) = (frame.radii, frame.cornerCurve)
    box.decoration = BoxDecoration()
    box.decoration?.backdropBlur = frame.backdropBlur
    box.decoration?.mask = frame.mask
    if frame.mask != nil, frame.backdropBlur > 0 {
      box.warnings.append(
        context.warning(
          "the mask does not apply to 'backdropBlur' of the card", at: card.path.key("traits").key("mask")))
    }
    guard let notches = frame.notches else { return nil }
    guard let placed = notches.fitting(box.size, corner: frame.radii.largest) else {
      box.warnings.append(
        context.warning(
          "the notches do not fit between the corners and are not drawn",
          at: card.path.key("traits").key("notches")))
      return nil
    }
    box.decoration?.notches = placed
    return placed
  }

  /// Adds the border, above all other content of the box.
  func addBorder(_ border: Border, _ outline: RoundedRect, to box: inout LayoutBox) {
    if let line = border.uniform, line.style == .solid {
      let inner = outline.inset(by: line.width)
      let paint = border.paint ?? .solid(line.color)
      box.add(.fill(.ring(outer: outline, inner: inner), paint, bounds: outline.rect))
      return
    }
    var edge = LayoutBox(size: box.size)
    edge.radii = outline.radii
    edge.cornerCurve = outline.curve
    edge.decoration = BoxDecoration()
    edge.decoration?.border = border
    box.add(edge, at: .zero)
  }

  /// A warning for each text with a line below the edit button.
  private func texts(
    under pencil: Rect, in box: LayoutBox, at origin: Point, _ context: LayoutContext
  ) -> [DeckIssue] {
    box.content.flatMap { entry -> [DeckIssue] in
      switch entry {
      case .item, .confetti: return []
      case .box(let child, let point):
        return texts(under: pencil, in: child, at: origin + point, context)
      case .text(let text, let point):
        let isCovered = text.lines.contains {
          $0.frame.moved(by: origin + point).intersection(pencil) != nil
        }
        guard isCovered else { return [] }
        let words = LayoutContext.opening(of: text.words)
        return [
          context.warning(
            "the text \(words) is under the pencil", at: card.path.key("traits").key("editable"),
            hint: "give its part a right margin of \(NumberText.format(EditButton.side))")
        ]
      }
    }
  }

  /// The space below the card's bottom edge where a picture ends: the padding, or more if shadows are larger.
  ///
  /// Without padding the whole shadow must be visible, which ends at three standard deviations. With padding,
  /// the last of these (2 % of the shadow's strength) is ignored, because it would only move the card off the
  /// centre.
  func room(below padding: Double) -> Double {
    let deviations = padding > 0 ? 2.0 : 3.0
    return card.frame.shadows.reduce(padding) { room, shadow in
      shadow.color.isClear ? room : max(room, shadow.offset.y + deviations * shadow.radius)
    }
  }
}

extension CardLayout {
  /// The part of a card's outline in which its background is painted; nil if pictures cover all of it.
  ///
  /// A picture at rounded corners is anti-aliased there. A background below it would shine through those
  /// pixels: a pale line around a dark photo.
  func background(
    _ outline: RoundedRect, _ backdrop: [Paint], below content: LayoutBox, at top: Double
  ) -> RoundedRect? {
    let radii = outline.radii
    // A gradient stretches over the shape that it fills, so a smaller shape would change it.
    guard !radii.isZero, card.clips, backdrop.allSatisfy({ if case .solid = $0 { true } else { false } })
    else { return outline }
    let (width, height) = (outline.rect.width, outline.rect.height)
    let (head, foot) = (max(radii.topLeft, radii.topRight), max(radii.bottomLeft, radii.bottomRight))
    var (start, end) = (0.0, height)
    for cover in content.opaqueRects(at: Point(x: 0, y: top))
    where cover.minX < Self.tiny && cover.maxX > width - Self.tiny {
      if cover.minY < Self.tiny, cover.maxY > head + 1 { start = max(start, cover.maxY - 1) }
      if cover.maxY > height - Self.tiny, cover.minY < height - foot - 1 { end = min(end, cover.minY + 1) }
    }
    guard start > 0 || end < height else { return outline }
    guard start < end else { return nil }
    let kept = CornerRadii(
      topLeft: start > 0 ? 0 : radii.topLeft, topRight: start > 0 ? 0 : radii.topRight,
      bottomRight: end < height ? 0 : radii.bottomRight, bottomLeft: end < height ? 0 : radii.bottomLeft)
    return RoundedRect(
      rect: Rect(x: 0, y: start, width: width, height: end - start), radii: kept, curve: outline.curve)
  }

  /// The tolerance for rounding errors in sums, in points.
  private static let tiny = 0.01
}

extension LayoutBox {
  /// The unrotated rectangles covered by opaque pictures and backgrounds of the box.
  fileprivate func opaqueRects(at origin: Point) -> [Rect] {
    guard opacity >= 1, motion == nil, decoration?.mask == nil, turn(at: origin) == nil else { return [] }
    let frame = Rect(origin: origin, size: size)
    if isClipped, !radii.isZero || fade != .zero { return [] }
    var result: [Rect] = []
    if let background, background.isOpaque, radii.isZero { result.append(frame) }
    for entry in content {
      switch entry {
      case .item(.image(let item)) where item.tint == nil && item.image.isOpaque:
        result.append(item.frame.moved(by: origin))
      case .box(let child, let point): result += child.opaqueRects(at: origin + point)
      case .item, .text, .confetti: break
      }
    }
    guard isClipped else { return result }
    let seen = self.seen.moved(by: origin)
    return result.compactMap { $0.intersection(seen) }
  }
}

extension ImageSource {
  fileprivate var isOpaque: Bool {
    file?.mediaType == "image/jpeg" || hasOpaquePixels
  }
}

/// Cards that are split across the pages of a report.
extension CardLayout {
  /// The column of a card's parts without its frame; nil for a card that cannot be split.
  func column(width: Double, _ context: LayoutContext) throws(RasterError) -> LayoutBox? {
    guard card.height == nil, anchored.isEmpty, card.parts.allSatisfy({ $0.part.overlay == .none }) else {
      return nil
    }
    return try context.inside(card.path) { () throws(RasterError) in
      try column.layoutColumn(width: width, context)
    }
  }

  /// Some of the parts in the card's frame; each piece has a complete frame.
  func fragment(_ content: LayoutBox, _ context: LayoutContext) throws(RasterError) -> LayoutBox {
    try context.inside(card.path) { () throws(RasterError) in
      let size = Size(
        width: content.size.width,
        height: content.size.height + card.frame.topPadding + card.frame.bottomPadding)
      let empty = LayoutBox(size: size)
      return turned(
        try box(content, over: empty, under: empty, size: size, top: card.frame.topPadding, context))
    }
  }
}

extension LayoutBox {
  /// Whether a scrim gives all texts without a background of their own a higher contrast.
  ///
  /// - Parameter grounds: The mean colour of a picture first.
  fileprivate func isClearer(on grounds: [Color], below scrim: Color) -> Bool {
    guard let ground = grounds.first else { return false }
    let inks = inksOnGround
    return !inks.isEmpty
      && inks.allSatisfy { $0.contrast(with: scrim.over(ground)) > $0.contrast(with: ground) }
  }

  /// The colours of the texts that have no background in this box.
  private var inksOnGround: Set<Color> {
    Set(textsOnGround(at: 0).flatMap { $0.text.lines.flatMap(\.runs).map(\.color) })
  }

  /// The texts that have no background in this box, and their tops.
  private func textsOnGround(at top: Double) -> [(text: ShapedText, top: Double)] {
    content.flatMap { entry -> [(text: ShapedText, top: Double)] in
      switch entry {
      case .text(let text, let origin): return [(text, top + origin.y)]
      case .box(let box, let origin) where box.background == nil && box.decoration?.picture == nil:
        return box.textsOnGround(at: top + origin.y)
      case .item, .box, .confetti: return []
      }
    }
  }

  /// A scrim in its full colour behind the texts, which fades out over a third of the height above and below them.
  fileprivate func scrim(_ color: Color, over height: Double, at top: Double) -> Paint {
    let texts = textsOnGround(at: top)
    let (steps, reach) = (24, height / 3)
    let margin = height / Double(steps)
    let first = (texts.map(\.top).min() ?? 0) - margin
    let last = (texts.map { $0.top + $0.text.size.height }.max() ?? height) + margin
    let colors = (0...steps).map { step in
      let y = Double(step) * margin
      let share = max(0, 1 - max(0, first - y, y - last) / reach)
      return color.multiplyingAlpha(by: share * share * (3 - 2 * share))
    }
    guard Set(colors).count > 1,
      let gradient = Gradient(kind: .linear(start: .zero, end: Point(x: 0, y: 1)), colors: colors)
    else { return .solid(color) }
    return .gradient(gradient)
  }
}
