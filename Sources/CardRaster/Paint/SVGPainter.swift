/// Draws a display list as an SVG document.
///
/// The document is written here, since cairo's output is not reproducible: the same list gives the same
/// bytes. Its unit is the point. Every glyph, image, gradient, clip and filter is defined once. Ids depend on
/// the document's content, so several documents can be embedded in one HTML page. The document has no
/// external references and no scripts, and viewers of SVG 1.1 can show it.
///
/// Some features need a workaround. A conic gradient becomes an image of two pixels per point. A linear or
/// radial gradient whose opacity changes gets more stops, as SVG does not interpolate premultiplied colours.
/// Frosted glass becomes an image. A link whose address is not a valid `LinkTarget` is left out, and its
/// content is drawn.
package enum SVGPainter {
  /// The options of a document.
  package struct Options: Sendable {
    /// Whether text stays text, to be searched and edited, instead of outlines.
    ///
    /// If so, its look depends on the fonts of the viewer. Default: false.
    package var keepsText: Bool

    /// Makes options.
    package init(keepsText: Bool = false) { self.keepsText = keepsText }
  }

  /// Pixels per point of frosted glass.
  private static let backdropResolution = 2.0

  /// The document as UTF-8.
  ///
  /// Width and height are those of the list in points.
  ///
  /// - Throws: the errors of the glyph source; `RasterError.library` if an image cannot be encoded, `.limit`
  ///   for groups nested more deeply than `Limits.groups` and for more than `Limits.backdrops` backdrop
  ///   blurs.
  package static func paint(
    _ list: DisplayList, options: Options, glyphs: borrowing some GlyphSource & ~Copyable
  ) throws(RasterError) -> [UInt8] {
    try DisplayItem.Group.checkNesting(of: list.items)
    var camera = BackdropCamera(resolution: Self.backdropResolution)
    let list = try list.withPicturesOfBackdrops(&camera, glyphs)
      .withClipsBelowBlending
    let page = Rect(origin: .zero, size: list.size)
    var drawing = Drawing(options: options)
    if let background = list.background {
      try drawing.fill(.roundedRect(RoundedRect(rect: page)), background, bounds: page)
    }
    try drawing.draw(list.items, glyphs: glyphs)

    let (width, height) = (NumberText.format(page.width), NumberText.format(page.height))
    var root = SVGTag(
      "svg",
      [
        "xmlns": "http://www.w3.org/2000/svg", "xmlns:xlink": "http://www.w3.org/1999/xlink", "width": width,
        "height": height, "viewBox": "0 0 \(width) \(height)", "role": "img",
      ])
    // The surrounding page is not part of the backdrop.
    if list.items.contains(where: \.blends) { root.set("style", "isolation:isolate") }
    if !list.title.isEmpty { root.set("aria-label", list.title) }
    var writer = SVGWriter()
    writer.start(root)
    if !list.title.isEmpty { writer.element(SVGTag("title"), text: list.title) }
    if !drawing.definitions.writer.isEmpty {
      let tag = SVGTag("defs")
      writer.start(tag)
      writer.append(drawing.definitions.writer)
      writer.end(tag)
    }
    writer.append(drawing.writer)
    writer.end(root)
    return writer.document()
  }
}

// SVG has no conic gradient, so it is drawn as an image of two pixels per point and clipped to the shape.
// Wedges of one colour each do not work: viewers show a hairline between two of them.

extension SVGPainter.Drawing {
  private static let pixelsPerPoint = 2.0
  /// The maximum number of pixels of such an image; a larger one has a lower resolution.
  private static let mostPixels = 4_194_304.0

  /// The pixels of an image in a frame.
  func pixels(
    of image: ImageSource, _ size: Size, _ glyphs: borrowing some Glyphs
  ) throws(RasterError) -> ImageSource {
    let scale = min(Self.pixelsPerPoint, (Self.mostPixels / (size.width * size.height)).squareRoot())
    let frame = Rect(x: 0, y: 0, width: size.width * scale, height: size.height * scale)
    guard let page = PixelRect(covering: frame) else { return image }
    let painter = try BitmapPainter(width: page.width, height: page.height, svg)
    let item = DisplayItem.image(DisplayItem.ImageItem(image: image, frame: page.rect))
    try painter.paint([item], PaintState(map: .identity, clip: PaintClip(bounds: page)), glyphs)
    return ImageSource(
      name: image.name, size: page.rect.size, content: .bitmap(try painter.finished().bitmap()), file: nil)
  }

  /// Fills an area with a conic gradient.
  mutating func fillConic(
    _ shape: DisplayItem.Shape, _ gradient: Gradient, center: Point, angle: Double, bounds: Rect
  ) throws(RasterError) {
    let key = SVGPainter.Definitions.Key.conic(gradient, bounds.size)
    var id = definitions.known(key) ?? nil
    if id == nil {
      let area = bounds.width * bounds.height
      let scale = min(Self.pixelsPerPoint, (Self.mostPixels / area).squareRoot())
      let bitmap = ConicBlend(gradient: gradient, center: center, angle: angle).bitmap(
        width: max(1, Int((bounds.width * scale).rounded())),
        height: max(1, Int((bounds.height * scale).rounded())))
      guard let bitmap else { return }
      let file = try ImageSource.File(png: bitmap)
      id = definitions.define("i", for: key, .image(file, frame: Rect(origin: .zero, size: bounds.size)))
    }
    guard let id else { return }
    var clip = SVGTag("g")
    clip.set("clip-path", reference: clipID(of: shape))
    var use = SVGTag("use")
    use.set(use: id)
    use.set("x", bounds.minX, unless: 0)
    use.set("y", bounds.minY, unless: 0)
    // The clip of a `use` is moved with it only in some viewers, so it is on a separate group.
    writer.start(clip)
    writer.empty(use)
    writer.end(clip)
  }
}

/// A conic gradient as numbers.
struct ConicBlend {
  /// Its colours.
  let gradient: Gradient
  /// Its centre in the unit square.
  let center: Point
  /// The start angle, in degrees clockwise from the top.
  let angle: Double

  /// The unit square as a bitmap, or nil if the size is not allowed.
  func bitmap(width: Int, height: Int) -> Bitmap? {
    guard width > 0, height > 0, width <= Limits.imagePixels / height else { return nil }
    var pixels: [UInt8] = []
    pixels.reserveCapacity(4 * width * height)
    let step = Point(x: 1 / Double(width), y: 1 / Double(height))
    for row in 0..<height {
      for column in 0..<width {
        let middle = Point(x: (Double(column) + 0.5) * step.x, y: (Double(row) + 0.5) * step.y)
        let color = color(of: middle, step: step)
        pixels += [color.red, color.green, color.blue, color.alpha]
      }
    }
    return Bitmap(width: width, height: height, pixels: pixels)
  }

  /// The colour of a pixel.
  ///
  /// At the seam between end and start, it is the mean of four by four samples.
  private func color(of middle: Point, step: Point) -> Color {
    let place = place(of: middle)
    let distance = (middle.x - center.x).magnitude + (middle.y - center.y).magnitude
    // Upper bound of a pixel's extent as a fraction of a turn; at the centre it is the full turn.
    let reach = (step.x + step.y) / (4 * max(distance, 1e-9))
    guard min(place, 1 - place) < reach else { return gradient.color(at: place) }
    var sums = (red: 0, green: 0, blue: 0, alpha: 0)
    for index in 0..<16 {
      let point = Point(
        x: middle.x + (Double(index % 4) - 1.5) / 4 * step.x,
        y: middle.y + (Double(index / 4) - 1.5) / 4 * step.y)
      let color = gradient.color(at: self.place(of: point))
      let alpha = Int(color.alpha)
      sums.red += Int(color.red) * alpha
      sums.green += Int(color.green) * alpha
      sums.blue += Int(color.blue) * alpha
      sums.alpha += alpha
    }
    guard sums.alpha > 0 else { return .clear }
    func mean(_ sum: Int) -> UInt8 { UInt8((sum + sums.alpha / 2) / sums.alpha) }
    return Color(
      red: mean(sums.red), green: mean(sums.green), blue: mean(sums.blue), alpha: UInt8((sums.alpha + 8) / 16)
    )
  }

  /// The position of a point of the unit square between start and end, 0..<1.
  func place(of point: Point) -> Double {
    let place = Self.turn(x: point.x - center.x, y: point.y - center.y) - angle / 360
    return place - place.rounded(.down)
  }

  /// The direction of a vector as a fraction of a full turn, clockwise from the top, 0..<1; y points down.
  ///
  /// Only exact operations and a series, so that all machines agree; the error is below 1e-7.
  static func turn(x: Double, y: Double) -> Double {
    let (across, up) = (x.magnitude, y.magnitude)
    guard max(across, up) > 0 else { return 0 }
    // The fraction between the vertical and the vector, in the first quarter.
    let eighth = arcTangent(min(across, up) / max(across, up)) / (2 * Double.pi)
    let quarter = across <= up ? eighth : 0.25 - eighth
    switch (x >= 0, y <= 0) {
    case (true, true): return quarter
    case (true, false): return 0.5 - quarter
    case (false, false): return 0.5 + quarter
    case (false, true): return quarter > 0 ? 1 - quarter : 0
    }
  }

  /// The arc tangent of 0…1: its series around 0, with the upper part shifted by π/4.
  private static func arcTangent(_ value: Double) -> Double {
    let isUpper = value > 0.414_213_562_373_095
    let t = isUpper ? (value - 1) / (value + 1) : value
    let square = t * t
    var sum = 0.0
    for odd in stride(from: 17.0, through: 1, by: -2) { sum = 1 / odd - square * sum }
    return t * sum + (isUpper ? Double.pi / 4 : 0)
  }
}

extension SVGPainter {
  /// Definitions that are referenced by id.
  struct Definitions {
    /// The content of `<defs>`.
    private(set) var writer = SVGWriter()
    private var idsByText: [[UInt8]: String] = [:]
    private var idsByKey: [Key: String?] = [:]
    private var counts: [String: Int] = [:]

    /// The key of a definition that is expensive to write, so that it is looked up first.
    enum Key: Hashable {
      /// A glyph of a face, as outline or bitmap.
      case glyph(FontFace, UInt32, isColor: Bool)
      /// A picture.
      case image(ImageSource)
      /// A conic gradient over an area.
      case conic(Gradient, Size)
    }

    /// The id of an element with this content; equal ones are defined once.
    mutating func id(_ prefix: String, _ tag: SVGTag, _ children: [SVGTag] = []) -> String {
      var content = SVGWriter()
      for child in children { content.empty(child) }
      return id(prefix, tag, content)
    }

    /// The id of an element with content that is already written.
    mutating func id(_ prefix: String, _ tag: SVGTag, _ content: SVGWriter) -> String {
      let text = tag.bytes + content.bytes
      if let id = idsByText[text] { return id }
      let id = writeDefinition(prefix, tag, content)
      idsByText[text] = id
      return id
    }

    /// The id of a key that was added: nil if it is unknown, an inner nil if it draws nothing.
    func known(_ key: Key) -> String?? { idsByKey[key] }

    /// Adds the element of a key, nil for one that draws nothing, and returns its id.
    mutating func define(_ prefix: String, for key: Key, _ tag: SVGTag?) -> String? {
      let id = tag.map { writeDefinition(prefix, $0, SVGWriter()) }
      idsByKey[key] = .some(id)
      return id
    }

    private mutating func writeDefinition(_ prefix: String, _ tag: SVGTag, _ content: SVGWriter) -> String {
      let number = counts[prefix, default: 0] + 1
      counts[prefix] = number
      let id = "\(prefix)\(number)"
      let tag = tag.identified(id)
      if content.isEmpty {
        writer.empty(tag)
      } else {
        writer.start(tag)
        writer.append(content)
        writer.end(tag)
      }
      return id
    }
  }
}

extension SVGPainter {
  /// A document that is being written.
  struct Drawing {
    /// The options of the document.
    let options: Options
    /// The elements that are drawn.
    var writer = SVGWriter()
    /// The definitions so far.
    var definitions = Definitions()
    /// The CPU time budget of all SVG pictures that are drawn as pixels.
    let svg = SVGBudget()
    /// Whether an enclosing group has a text alternative, so that its text needs none.
    private(set) var isLabelled = false

    init(options: Options) { self.options = options }

    /// Draws items from bottom to top.
    mutating func draw(_ items: [DisplayItem], glyphs: borrowing some Glyphs) throws(RasterError) {
      for item in items {
        try RenderLimits.check()
        switch item {
        case .fill(let shape, let paint, let bounds): try fill(shape, paint, bounds: bounds)
        case .stroke(let path, let line, let color): stroke(path, line, color)
        case .glyphs(let run): try draw(run, glyphs: glyphs)
        case .image(let image): try draw(image, glyphs)
        case .shadow(let shape, let shadow, let hole): draw(shape, shadow, hole: hole)
        case .innerShadow(let shape, let shadow): draw(shadow, inside: shape)
        // Already replaced by images.
        case .backdrop: break
        case .group(let group): try draw(group, glyphs: glyphs)
        }
      }
    }

    /// Fills an area.
    mutating func fill(_ shape: DisplayItem.Shape, _ paint: Paint, bounds: Rect) throws(RasterError) {
      var tag = tag(of: shape)
      switch paint {
      case .solid(let color):
        guard !color.isClear else { return }
        tag.set("fill", opacity: "fill-opacity", color)
      case .gradient(let gradient):
        guard !bounds.size.isEmpty else { return }
        let bounds = gradient.square(in: bounds)
        if case .conic(let center, let angle) = gradient.kind {
          try fillConic(shape, gradient, center: center, angle: angle, bounds: bounds)
          return
        }
        tag.set("fill", reference: id(of: gradient, bounds: bounds, isBox: shape.isBox(bounds)))
      case .pattern(let pattern):
        return try draw(pattern.items(in: shape, bounds: bounds), glyphs: NoGlyphs())
      case .layers(let layers):
        for layer in layers { try fill(shape, layer, bounds: bounds) }
        return
      }
      writer.empty(tag)
    }

    /// Strokes an outline.
    mutating func stroke(_ path: Path, _ stroke: Stroke, _ color: Color) {
      guard !color.isClear else { return }
      var tag = SVGTag(PathData(path))
      tag.set("fill", "none")
      tag.set("stroke", opacity: "stroke-opacity", color)
      tag.set("stroke-width", stroke.width, unless: 1)
      if !stroke.dashes.isEmpty {
        // The last dot is at the very end: if the gaps were rounded up, it would be pushed off the line.
        let dashes =
          stroke.dashes.first == 0 ? stroke.dashes.map { ($0 * 1000).rounded(.down) / 1000 } : stroke.dashes
        tag.set("stroke-dasharray", dashes.map { NumberText.format($0) }.joined(separator: " "))
      }
      switch stroke.cap {
      case .butt:
        // Cairo's limit; SVG's default is 4. It matters only if two lines meet.
        if path.stepCount > 2 { tag.set("stroke-miterlimit", "10") }
      case .round:
        tag.set("stroke-linecap", "round")
        tag.set("stroke-linejoin", "round")
      }
      writer.empty(tag)
    }

    private mutating func draw(
      _ group: DisplayItem.Group, glyphs: borrowing some Glyphs
    ) throws(RasterError) {
      let target = group.link.flatMap { LinkTarget($0) }
      var outer = SVGTag(target == nil ? "g" : "a")
      let plain = outer.bytes
      if let target { outer.set(target: target.address) }
      let label = group.label.flatMap { $0.isEmpty ? nil : $0 }
      if let label {
        // A link already has its role, and content inside an `img` cannot be reached.
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
      if let mask = group.mask { outer.set("mask", reference: try maskID(of: mask)) }
      // A filter is applied before a clip of the same element, but shadows must be those of the clipped
      // content. Next to a mask some viewers clip twice, which makes edges thin.
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

    /// The id of a clip path in the coordinates of the clipped element.
    mutating func clipID(of shape: DisplayItem.Shape) -> String {
      var tag = tag(of: shape, isClip: true)
      // An empty clip hides everything; some viewers ignore a clip with an empty outline.
      if case .path(let path) = shape, path.isEmpty {
        tag = SVGTag("rect")
        tag.set(Rect(x: 0, y: 0, width: 0, height: 0))
      }
      return definitions.id("c", SVGTag("clipPath"), [tag])
    }

    /// The id of a mask in the coordinates of the masked element.
    private mutating func maskID(of mask: Mask) throws(RasterError) -> String {
      let outer = writer
      writer = SVGWriter()
      switch mask.content {
      case .gradient(let gradient):
        // Not a rectangle: some viewers use the bounding box after a rotation for the gradients of masks.
        let shape = DisplayItem.Shape.path(RoundedRect(rect: mask.bounds).path)
        try fill(shape, .gradient(gradient), bounds: mask.bounds)
      case .picture(var picture):
        // SVG 1.1 multiplies with the luminance too.
        picture.tint = .white
        try draw(picture, NoGlyphs())
      }
      let content = writer
      writer = outer
      var tag = SVGTag("mask", ["maskUnits": "userSpaceOnUse"])
      // Both default to a share of the bounding box, never to 0.
      tag.set(mask.bounds, unless: nil)
      return definitions.id("m", tag, content)
    }

    /// The element for a shape, without its paint.
    func tag(of shape: DisplayItem.Shape, isClip: Bool = false) -> SVGTag {
      switch shape {
      case .roundedRect(let rounded): return tag(of: rounded)
      case .ring(let outer, let inner):
        var data = PathData(outer.path)
        data.appendPath(inner.path)
        return changing(SVGTag(data)) { $0.set(isClip ? "clip-rule" : "fill-rule", "evenodd") }
      case .path(let path):
        return SVGTag(PathData(path))
      }
    }

    /// A `rect` if all corners are the same, otherwise a `path`.
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
      return SVGTag(PathData(rounded.path))
    }
  }
}
