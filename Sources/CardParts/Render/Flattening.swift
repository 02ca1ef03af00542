import CardRaster

/// Turns layout boxes into the flat list that painters draw: `LayoutBox` → `DisplayList`.
///
/// Rectangles, pictures and baselines are snapped to whole pixels, so that edges are sharp in every output.
/// Letters keep fractional positions along their line.
struct Flattening {
  let grid: PixelGrid
  private let time: Double?

  /// Flattens a page.
  ///
  /// - Parameter time: the time of an animation in seconds; nil for the time that each part defines for
  /// stills.
  static func flatten(_ page: LayoutBox, scale: Double, title: String, time: Double? = nil) -> DisplayList {
    let flattening = Flattening(grid: PixelGrid(scale: scale), time: time)
    return DisplayList(
      size: page.size, scale: scale, background: page.background, title: title,
      items: flattening.items(of: page.content, at: .zero))
  }

  private func items(of content: [LayoutBox.Content], at origin: Point) -> [DisplayItem] {
    var result: [DisplayItem] = []
    for entry in content {
      switch entry {
      case .item(let item): result.append(placed(item, origin))
      case .text(let text, let point): appendText(text, at: origin + point, to: &result)
      case .box(let box, let point): appendBox(box, at: origin + point, to: &result)
      case .confetti(let emitter, let point):
        result += emitter.items(at: time).map { placed($0, origin + point) }
      }
    }
    return result
  }

  private func appendBox(_ box: LayoutBox, at origin: Point, to result: inout [DisplayItem]) {
    let pose = box.poses?.pose(at: time)
    if let pose, pose.opacity <= 0 { return }
    let origin = origin + (box.motion?.displacement(at: time) ?? .zero) + (pose?.translation ?? .zero)
    let frame = Rect(origin: origin, size: box.size)
    let decoration = box.decoration
    var items = decoration.map { below(box, $0, frame) } ?? []
    if let background = box.background, decoration?.picture?.isOpaque != true {
      items.append(self.background(background, of: box, frame))
    }
    if let decoration { items += behind(box, decoration, frame) }
    var content = self.items(of: box.content, at: origin)
    if let sweep = box.sweep, let angle = sweep.angle(at: time), !content.isEmpty {
      let seen = Flattening.sector(sweep, to: angle).transformed(by: .translation(origin))
      content = [.group(DisplayItem.Group(content, clip: .path(seen)))]
    }
    if box.isClipped, !content.isEmpty {
      let seen = box.seen.moved(by: origin)
      let clip = snapped(RoundedRect(rect: seen, radii: box.radii, curve: box.cornerCurve))
      let endsBelowLine = box.clipOutset == .zero && !box.radii.isZero
      let shape = endsBelowLine ? inside(decoration?.border, of: clip) : clip
      var group = DisplayItem.Group(content, clip: .roundedRect(shape))
      for mask in Mask.fading(at: box.neededFade, of: clip.rect) {
        if group.mask != nil { group = DisplayItem.Group([.group(group)]) }
        group.mask = mask
      }
      items.append(.group(group))
    } else if items.isEmpty {
      // Most boxes have only content, possibly thousands of items; assigning avoids copying them.
      items = content
    } else {
      items += content
    }
    // A border with equal sides also follows notches and is drawn with them.
    if let border = decoration?.border, decoration?.notches == nil || border.uniform == nil {
      items += self.border(border, of: box, frame)
    }
    let opacity = box.opacity * (pose?.opacity ?? 1)
    let glass = decoration.flatMap { self.glass($0, of: box, frame, opacity: opacity) }
    // A border with notches is drawn below, even around nothing.
    let hasNotchedBorder = decoration?.notches != nil && decoration?.border != nil
    guard !items.isEmpty || glass != nil || hasNotchedBorder else { return }
    if let notches = decoration?.notches { items = [cut(notches, into: items, of: box, frame)] }
    if let mask = decoration?.mask?.mask(over: frame, placed: grid.snap) {
      items = [.group(DisplayItem.Group(items, mask: mask))]
    }
    if !box.shadows.isEmpty { items = [.group(DisplayItem.Group(items, shadows: box.shadows))] }
    // A label with a link names the link; around several links it names the group.
    var label = box.label.map(TextAlternative.inOneLine)
    if let link = box.link {
      if !items.contains(where: \.hasLink) {
        items = [.group(DisplayItem.Group(items, link: link, label: label, title: box.title))]
        label = nil
      } else {
        items = Flattening.linking(items, to: link)
      }
    }
    let blendMode = decoration?.blendMode ?? .normal
    if opacity < 1 || label != nil || blendMode != .normal || box.role != nil {
      items = [
        .group(
          DisplayItem.Group(
            items, opacity: opacity, blendMode: blendMode, role: box.role, label: label,
            title: label.flatMap { _ in box.title }))
      ]
    }
    // The blur is below the box and outside of its layer, which has nothing to blur behind it.
    if let glass { items.insert(glass, at: 0) }
    if let turn = box.turn(at: origin) { items = [.group(DisplayItem.Group(items, transform: turn))] }
    if let map = pose.flatMap({ box.map(of: $0, at: origin) }) {
      items = [.group(DisplayItem.Group(items, transform: map))]
    }
    if result.isEmpty { result = items } else { result += items }
  }

  private func appendText(_ text: ShapedText, at origin: Point, to result: inout [DisplayItem]) {
    var isFirst = true
    var all: [DisplayItem] = []
    for line in text.lines {
      let baseline = grid.snap(origin.y + line.baseline)
      // The whole line moves with its baseline, so that underlines and marks keep their distance from the
      // letters.
      let delta = Point(x: origin.x, y: baseline - line.baseline)
      var items = line.backgrounds.map { DisplayItem.rect(grid.snap($0.rect.moved(by: delta)), $0.color) }
      var layer = GlyphLayer()
      for run in line.runs {
        var moved = run
        moved.origin = run.origin + delta
        (moved.startsParagraph, isFirst) = (isFirst, false)
        let link = line.link(at: run.origin.x + run.width / 2)
        if !layer.takes(moved, link) {
          for item in layer.items { appendItem(item, link: layer.link, to: &items) }
          layer = GlyphLayer(link: link)
        }
        layer.runs.append(moved)
      }
      for item in layer.items { appendItem(item, link: layer.link, to: &items) }
      for rule in line.rules {
        appendItem(
          .rect(grid.snap(rule.rect.moved(by: delta)), rule.color), link: line.link(at: rule.rect.midX),
          to: &items)
      }
      all += items
    }
    guard let role = text.role, !all.isEmpty else { return result += all }
    result.append(.group(DisplayItem.Group(all, role: role)))
  }

  /// Adjacent translucent runs of equal opacity; if their letters overlap, they are drawn as one layer.
  private struct GlyphLayer {
    var link: String?
    var runs: [GlyphRun] = []

    func takes(_ run: GlyphRun, _ link: String?) -> Bool {
      guard let last = runs.last else { return false }
      return run.isTranslucent && last.isTranslucent && last.color.alpha == run.color.alpha
        && self.link == link
    }

    var items: [DisplayItem] {
      guard let alpha = runs.first?.color.alpha, runs.contains(where: \.overlaps),
        runs.allSatisfy({ $0.ink == nil })
      else { return runs.map { .glyphs($0) } }
      let opaque = runs.map { run in
        var run = run
        run.color = run.color.opaque
        run.overlaps = false
        return DisplayItem.glyphs(run)
      }
      return [.group(DisplayItem.Group(opaque, opacity: Double(alpha) / 255))]
    }
  }

  /// Adds an item, joining the group of the previous item if both have the same link.
  private func appendItem(_ item: DisplayItem, link: String?, to items: inout [DisplayItem]) {
    guard let link else {
      items.append(item)
      return
    }
    if case .group(var group) = items.last, group.link == link {
      group.items.append(item)
      items[items.count - 1] = .group(group)
    } else {
      items.append(.group(DisplayItem.Group([item], link: link)))
    }
  }

  private func placed(_ item: DisplayItem, _ delta: Point) -> DisplayItem {
    switch item {
    case .fill(let shape, let paint, let bounds):
      return .fill(placed(shape, delta), paint, bounds: grid.snap(bounds.moved(by: delta)))
    case .stroke(let path, let stroke, let color):
      return .stroke(path.transformed(by: .translation(delta)), stroke, color)
    case .glyphs(var run):
      run.origin = Point(x: run.origin.x + delta.x, y: grid.snap(run.origin.y + delta.y))
      return .glyphs(run)
    case .image(var image):
      image.frame = grid.snap(image.frame.moved(by: delta))
      return image.fill ?? .image(image)
    case .shadow(let shape, let shadow, let hole):
      return .shadow(snapped(shape.moved(by: delta)), shadow, hole: hole.map { snapped($0.moved(by: delta)) })
    case .innerShadow(let shape, let shadow):
      return .innerShadow(snapped(shape.moved(by: delta)), shadow)
    case .backdrop(let shape, let blur): return .backdrop(placed(shape, delta), blur)
    case .group(var group):
      if group.transform == .identity {
        group.clip = group.clip.map { placed($0, delta) }
        group.mask = group.mask?.placed { grid.snap($0.moved(by: delta)) }
        group.items = group.items.map { placed($0, delta) }
      } else {
        group.transform = group.transform.then(.translation(delta))
      }
      return .group(group)
    }
  }

  private func placed(_ shape: DisplayItem.Shape, _ delta: Point) -> DisplayItem.Shape {
    switch shape {
    case .roundedRect(let rect): return .roundedRect(snapped(rect.moved(by: delta)))
    case .ring(let outer, let inner):
      let thickness = Insets(
        top: inner.rect.minY - outer.rect.minY, left: inner.rect.minX - outer.rect.minX,
        bottom: outer.rect.maxY - inner.rect.maxY, right: outer.rect.maxX - inner.rect.maxX)
      let snappedOuter = snapped(outer.moved(by: delta))
      let insets = Insets(
        top: whole(thickness.top), left: whole(thickness.left), bottom: whole(thickness.bottom),
        right: whole(thickness.right))
      return .ring(
        outer: snappedOuter,
        inner: RoundedRect(
          rect: snappedOuter.rect.inset(by: insets), radii: outer.radii.inset(by: insets.top),
          curve: outer.curve))
    case .path(let path): return .path(path.transformed(by: .translation(delta)))
    }
  }

  /// A border is at least one pixel thick, and the same number of pixels on all sides.
  func whole(_ length: Double) -> Double {
    length <= 0 ? 0 : max(1, (length * grid.scale - 1e-9).rounded()) / grid.scale
  }

  func snapped(_ shape: RoundedRect) -> RoundedRect { shape.withRect(grid.snap(shape.rect)) }
}

extension Flattening {
  /// The sector covered by a sweep up to an angle; nearly empty at the start.
  private static func sector(_ sweep: Sweep, to angle: Double) -> Path {
    var points = [sweep.center]
    let angle = sweep.end < sweep.start ? -angle : angle
    var next = sweep.end < sweep.start ? -sweep.start : sweep.start
    let sign: Double = sweep.end < sweep.start ? -1 : 1
    // The polygon encloses the circle; its sides touch it.
    let reach = sweep.radius / Angle.sineAndCosine(degrees: 2.5).cosine
    while true {
      let (sine, cosine) = Angle.sineAndCosine(degrees: min(next, angle))
      points.append(Point(x: sweep.center.x + reach * sine * sign, y: sweep.center.y - reach * cosine))
      if next >= angle { break }
      next += 5
    }
    return .polygon(points)
  }

  /// Adds a link to all items that have no link of their own.
  ///
  /// Links are never nested, because viewers do not draw the content of the inner one.
  private static func linking(_ items: [DisplayItem], to link: String) -> [DisplayItem] {
    var result: [DisplayItem] = []
    var run: [DisplayItem] = []
    func flush() {
      if !run.isEmpty { result.append(.group(DisplayItem.Group(run, link: link))) }
      run = []
    }
    for item in items {
      guard item.hasLink, case .group(var group) = item else {
        run.append(item)
        continue
      }
      flush()
      if group.link == nil { group.items = linking(group.items, to: link) }
      result.append(.group(group))
    }
    flush()
    return result
  }
}

extension LayoutBox {
  /// The visible area of a clipped box, in its own coordinates.
  var seen: Rect {
    Rect(origin: .zero, size: size).inset(
      by: Insets(
        top: -clipOutset.top, left: -clipOutset.left, bottom: -clipOutset.bottom, right: -clipOutset.right))
  }

  /// Whether any part of a child is visible, considering only its final opacity and the clip.
  func shows(_ child: LayoutBox, at point: Point) -> Bool {
    if let poses = child.poses, poses.end.opacity <= 0 { return false }
    guard isClipped else { return true }
    let seen = self.seen
    return point.x <= seen.maxX && point.y <= seen.maxY && point.x + child.size.width >= seen.minX
      && point.y + child.size.height >= seen.minY
  }

  /// The fade at the edges of the clip where child boxes are cut off.
  fileprivate var neededFade: Insets {
    guard fade != .zero else { return .zero }
    var result = Insets.zero
    let seen = self.seen
    // Falling confetti crosses every edge.
    if content.contains(where: { if case .confetti = $0 { true } else { false } }) { return fade }
    // A tenth of a point is invisible and larger than rounding errors.
    for case .box(let child, let point) in content {
      if point.x < seen.minX - 0.1 { result.left = fade.left }
      if point.y < seen.minY - 0.1 { result.top = fade.top }
      if point.x + child.size.width > seen.maxX + 0.1 { result.right = fade.right }
      if point.y + child.size.height > seen.maxY + 0.1 { result.bottom = fade.bottom }
    }
    return result
  }
}

extension ShapedText.Line {
  /// The link at a position in the line, in points from the left edge of the text's box.
  fileprivate func link(at x: Double) -> String? {
    links.first { $0.rect.minX <= x && x <= $0.rect.maxX && !$0.target.isEmpty }?.target
  }
}

/// The decorations around and behind a box.
extension Flattening {
  func outline(_ box: LayoutBox, _ frame: Rect) -> RoundedRect {
    snapped(RoundedRect(rect: frame, radii: box.radii, curve: box.cornerCurve))
  }

  /// The shadows of a box's outline, the lowest first, without the area hidden by an opaque box.
  func below(_ box: LayoutBox, _ decoration: BoxDecoration, _ frame: Rect) -> [DisplayItem] {
    guard !decoration.shadows.isEmpty else { return [] }
    let shape = outline(box, frame)
    // Below a backdrop blur a shadow would be visible as a stain.
    let isOpaque =
      box.background?.isOpaque == true || decoration.picture?.isOpaque == true || decoration.backdropBlur > 0
    return decoration.shadows.reversed().map { .shadow(shape, $0, hole: isOpaque ? shape : nil) }
  }

  /// The picture and the inner shadows of a box, drawn over its background.
  func behind(_ box: LayoutBox, _ decoration: BoxDecoration, _ frame: Rect) -> [DisplayItem] {
    let shape = inside(decoration.border, of: outline(box, frame))
    let picture = decoration.picture?.items(in: shape, of: frame) { grid.snap($0) } ?? []
    // Like in CSS, inner shadows start at the inner edge of the border.
    let edge = decoration.border?.innerEdge(of: outline(box, frame), whole: whole) ?? outline(box, frame)
    return picture + decoration.innerShadows.reversed().map { .innerShadow(edge, $0) }
  }

  /// The background of a box.
  ///
  /// Below an opaque border it is inset like a picture, but a gradient still spans the whole frame.
  func background(_ paint: Paint, of box: LayoutBox, _ frame: Rect) -> DisplayItem {
    let shape = outline(box, frame)
    let seen = box.radii.isZero ? shape : inside(box.decoration?.border, of: shape)
    return .fill(.roundedRect(seen), paint, bounds: shape.rect)
  }

  /// The outline inset to the middle of an opaque border.
  ///
  /// Content that is clipped to it does not show outside of the border at round corners.
  func inside(_ border: Border?, of shape: RoundedRect) -> RoundedRect {
    guard let line = border?.uniform, line.isSeen, line.style == .solid,
      border?.paint?.isOpaque ?? line.color.isOpaque
    else {
      return shape
    }
    return shape.inset(by: whole(line.width) / 2)
  }

  /// The backdrop blur of a box with the opacity of the box; nil without one.
  func glass(_ decoration: BoxDecoration, of box: LayoutBox, _ frame: Rect, opacity: Double) -> DisplayItem? {
    guard decoration.backdropBlur > 0, opacity > 0, !frame.size.isEmpty else { return nil }
    let shape = outline(box, frame)
    return .backdrop(
      decoration.notches.map { .path($0.outline(of: shape)) } ?? .roundedRect(shape),
      BackdropBlur(
        radius: decoration.backdropBlur, opacity: opacity, saturation: decoration.backdropSaturation))
  }

  /// The items of a box with the notches cut out, and the line between the notches.
  func cut(_ notches: Notches.Placed, into items: [DisplayItem], of box: LayoutBox, _ frame: Rect)
    -> DisplayItem
  {
    let shape = outline(box, frame)
    let path = notches.outline(of: shape)
    var items = items
    if let border = box.decoration?.border, let line = border.uniform, line.isSeen {
      let width = whole(line.width)
      // The clip removes the outer half of the line.
      let edge = border.paint.map { paint in
        DisplayItem.fill(.path(notches.border(of: shape, width: width)), paint, bounds: shape.rect)
      }
      items.append(edge ?? .stroke(path, Stroke(width: width * 2), line.color))
    }
    if let line = notches.line(in: shape.rect) { items.append(line) }
    return .group(DisplayItem.Group(items, clip: .path(path)))
  }

  func border(_ border: Border, of box: LayoutBox, _ frame: Rect) -> [DisplayItem] {
    border.items(along: outline(box, frame), whole: whole)
  }
}
