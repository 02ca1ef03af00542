extension SVGPainter {
  /// A document while it grows.
  struct Drawing {
    /// What is chosen.
    let options: Options
    /// The elements that are drawn.
    var writer = SVGWriter()
    /// The elements that are used.
    var definitions = Definitions()
    /// Whether a group around says what all of it means, so that text need not.
    private(set) var isLabelled = false

    init(options: Options) { self.options = options }

    /// Draws items, the first at the bottom.
    mutating func draw(
      _ items: [DisplayItem], glyphs: borrowing some GlyphSource & ~Copyable
    ) throws(RasterError) {
      for item in items {
        switch item {
        case .fill(let shape, let paint, let bounds): try fill(shape, paint, bounds: bounds)
        case .stroke(let path, let line, let color): stroke(path, line, color)
        case .glyphs(let run): try draw(run, glyphs: glyphs)
        case .image(let image): try draw(image)
        case .shadow(let shape, let shadow, let hole): draw(shape, shadow, hole: hole)
        case .innerShadow(let shape, let shadow): draw(shadow, inside: shape)
        // They are pictures by now.
        case .backdrop: break
        case .group(let group): try draw(group, glyphs: glyphs)
        }
      }
    }

    /// Draws an area.
    mutating func fill(_ shape: DisplayItem.Shape, _ paint: Paint, bounds: Rect) throws(RasterError) {
      var tag = tag(of: shape)
      switch paint {
      case .solid(let color):
        guard !color.isClear else { return }
        tag.set("fill", opacity: "fill-opacity", color)
      case .gradient(let gradient):
        guard !bounds.size.isEmpty else { return }
        if case .conic(let center, let angle) = gradient.kind {
          try fillConic(shape, gradient, center: center, angle: angle, bounds: bounds)
          return
        }
        tag.set("fill", reference: id(of: gradient, bounds: bounds, isBox: shape.isBox(bounds)))
      }
      writer.empty(tag)
    }

    /// Draws a line along an outline.
    mutating func stroke(_ path: Path, _ stroke: Stroke, _ color: Color) {
      guard !color.isClear else { return }
      var tag = SVGTag("path")
      tag.set("d", verbatim: PathData(path).bytes)
      tag.set("fill", "none")
      tag.set("stroke", opacity: "stroke-opacity", color)
      tag.set("stroke-width", stroke.width, unless: 1)
      if !stroke.dashes.isEmpty {
        // The last dot stands at the very end: rounded up, the gaps before it would push it off the line.
        let dashes =
          stroke.dashes.first == 0 ? stroke.dashes.map { ($0 * 1000).rounded(.down) / 1000 } : stroke.dashes
        tag.set("stroke-dasharray", dashes.map { NumberText.text($0) }.joined(separator: " "))
      }
      switch stroke.cap {
      case .butt:
        // Cairo's limit; SVG's own is 4. It matters only where two lines meet.
        if path.stepCount > 2 { tag.set("stroke-miterlimit", "10") }
      case .round:
        tag.set("stroke-linecap", "round")
        tag.set("stroke-linejoin", "round")
      }
      writer.empty(tag)
    }

    private mutating func draw(
      _ group: DisplayItem.Group, glyphs: borrowing some GlyphSource & ~Copyable
    ) throws(RasterError) {
      let target = group.link.flatMap { LinkTarget($0) }
      var outer = SVGTag(target == nil ? "g" : "a")
      let plain = outer.bytes
      if let target { outer.set(target: target.address) }
      let label = group.label.flatMap { $0.isEmpty ? nil : $0 }
      if let label {
        // A link has its role already, and what is inside of an image cannot be reached.
        if target == nil { outer.set("role", group.items.contains(where: \.hasLink) ? "group" : "img") }
        outer.set("aria-label", label)
      }
      outer.set(group.transform)
      outer.set("opacity", min(1, max(0, group.opacity)), unless: 1)
      if group.blendMode != .normal {
        outer.set("style", "mix-blend-mode:\(group.blendMode.rawValue)")
      }
      let clip = group.clip.map { clipID(of: $0) }
      let filter = filterID(ofShadowsBelow: group)
      if let filter { outer.set("filter", reference: filter) }
      if let mask = group.mask { outer.set("mask", reference: maskID(of: mask)) }
      // A filter works before a clip of the same element, but shadows are those of what the clip leaves; and beside a
      // mask some viewers cut twice, so that edges become thin.
      var inner: SVGTag?
      if let clip, filter != nil || group.mask != nil {
        var tag = SVGTag("g")
        tag.set("clip-path", reference: clip)
        inner = tag
      } else if let clip {
        outer.set("clip-path", reference: clip)
      }
      let isNeeded = outer.bytes != plain || target != nil
      let wasLabelled = isLabelled
      isLabelled = isLabelled || label != nil
      if isNeeded { writer.start(outer) }
      if let title = group.title, let label {
        if !title.isEmpty { writer.element(SVGTag("title"), text: title) }
        writer.element(SVGTag("desc"), text: label)
      }
      if let inner { writer.start(inner) }
      try draw(group.items, glyphs: glyphs)
      if let inner { writer.end(inner) }
      if isNeeded { writer.end(outer) }
      isLabelled = wasLabelled
    }

    /// The id of a clip path in the coordinates of the element that is clipped.
    mutating func clipID(of shape: DisplayItem.Shape) -> String {
      var tag = tag(of: shape, isClip: true)
      // An empty clip hides all; some viewers take an empty outline for no clip.
      if case .path(let path) = shape, path.isEmpty {
        tag = SVGTag("rect")
        tag.set(Rect(x: 0, y: 0, width: 0, height: 0))
      }
      return definitions.id("c", SVGTag("clipPath"), [tag])
    }

    /// The id of a mask in the coordinates of the element that is masked.
    private mutating func maskID(of mask: Mask) -> String {
      var area = SVGTag("rect")
      area.set(mask.bounds)
      area.set("fill", reference: id(of: mask.gradient, bounds: mask.bounds, isBox: true))
      var tag = SVGTag("mask")
      tag.set("maskUnits", "userSpaceOnUse")
      // Both default to a share of the bounding box, never to 0.
      tag.set("x", NumberText.text(mask.bounds.minX))
      tag.set("y", NumberText.text(mask.bounds.minY))
      tag.set("width", mask.bounds.width)
      tag.set("height", mask.bounds.height)
      return definitions.id("m", tag, [area])
    }

    /// The element that has a shape, without its paint.
    func tag(of shape: DisplayItem.Shape, isClip: Bool = false) -> SVGTag {
      switch shape {
      case .roundedRect(let rounded): return tag(of: rounded)
      case .ring(let outer, let inner):
        var data = PathData(outer.path)
        data.add(inner.path)
        var tag = SVGTag("path")
        tag.set("d", verbatim: data.bytes)
        tag.set(isClip ? "clip-rule" : "fill-rule", "evenodd")
        return tag
      case .path(let path):
        var tag = SVGTag("path")
        tag.set("d", verbatim: PathData(path).bytes)
        return tag
      }
    }

    /// A `rect` where all corners are the same, otherwise a `path`.
    func tag(of rounded: RoundedRect) -> SVGTag {
      let radius = rounded.radii.topLeft
      if rounded.radii == CornerRadii(radius),
        // Equal to a new rectangle of these radii: neither continuous nor an ellipse.
        rounded == RoundedRect(rect: rounded.rect, radii: rounded.radii)
      {
        var tag = SVGTag("rect")
        tag.set(rounded.rect)
        tag.set("rx", radius, unless: 0)
        return tag
      }
      var tag = SVGTag("path")
      tag.set("d", verbatim: PathData(rounded.path).bytes)
      return tag
    }
  }
}
