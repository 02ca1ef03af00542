/// Draws display lists as a tagged PDF document.
///
/// Shapes stay vector shapes, text stays text with embedded fonts, and links stay links. Headings,
/// paragraphs, lists, tables and pictures are tagged in reading order. The unit is the point of the lists.
/// Content that PDF does not support (shadows, conic gradients, tinted pictures, colour glyphs, frosted
/// glass) is rasterised at `resolution` pixels per point. The same lists give the same bytes.
enum PDFPainter {
  /// Pixels per point of rasterised content: 216 dpi.
  static let resolution = 3.0

  /// A document with one page per list.
  ///
  /// - Parameter onPage: called with the number of finished pages after each of them.
  /// - Throws: `RasterError.library` if a font fails or the list of pages is empty; `.limit` and `.image` as
  ///   for painting pixels.
  static func paint(
    _ pages: [DisplayList], glyphs: borrowing some Glyphs, onPage: (Int) -> Void = { _ in }
  ) throws(RasterError) -> [UInt8] {
    guard let first = pages.first else {
      throw .library(operation: "writing a PDF document", reason: "it has no pages")
    }
    for page in pages { try DisplayItem.Group.checkNesting(of: page.items) }
    var camera = BackdropCamera(resolution: resolution)
    let pages = try pages.map { (page) throws(RasterError) in
      try page.withPicturesOfBackdrops(&camera, glyphs)
    }
    let canvas = PDFCanvas()
    let drawing = Drawing(canvas: canvas)
    var written: [PDFDocument.Page] = []
    for page in pages {
      let links = page.links
      canvas.beginPage(page.size)
      drawing.structure.startPage(links)
      try canvas.saved { () throws(RasterError) in
        let all = Rect(origin: .zero, size: page.size)
        try canvas.clip(to: .roundedRect(RoundedRect(rect: all)))
        if let background = page.background {
          try drawing.mark(.fill(.roundedRect(RoundedRect(rect: all)), background, bounds: all), glyphs)
        }
        for item in page.items { try drawing.mark(item, glyphs) }
        drawing.endParagraph()
      }
      drawing.structure.endPage()
      written.append(PDFDocument.Page(size: page.size, contents: canvas.contents, links: links))
      onPage(written.count)
    }
    for (number, font) in canvas.fonts.all.enumerated() {
      try font.write(number, into: &canvas.objects, glyphs)
    }
    var info = first.document
    info.title = info.title ?? first.title
    return try PDFDocument(pages: written, structure: drawing.structure, info: info).file(
      with: canvas.objects)
  }
}

extension PDFPainter {
  /// Writes display items into a document; the canvas' transform maps points to the page.
  struct Drawing {
    /// The canvas to draw on.
    let canvas: PDFCanvas
    /// The structure tree of the content so far.
    let structure = PDFStructure()
  }
}

extension PDFPainter.Drawing {
  /// Writes one item.
  func write(_ item: DisplayItem, _ glyphs: borrowing some Glyphs) throws(RasterError) {
    try RenderLimits.check()
    switch item {
    case .fill(let shape, let paint, let bounds):
      switch paint {
      case .solid(let color):
        guard !color.isClear else { return }
        canvas.setColor(color)
      case .gradient(let gradient):
        guard !bounds.size.isEmpty else { return }
        if !canvas.setGradient(gradient, over: gradient.square(in: bounds)) {
          return try writePixels(item, glyphs)
        }
      case .pattern(let pattern):
        for item in pattern.items(in: shape, bounds: bounds) { try write(item, glyphs) }
        return
      case .layers(let layers):
        // All gradients become one picture if PDF does not support one of them.
        let blends = layers.filter(\.isBlend)
        if blends.count > 1, blends.contains(where: { !$0.isSupported }) {
          try writePixels(.fill(shape, .layers(blends), bounds: bounds), glyphs)
        } else {
          for blend in blends { try write(.fill(shape, blend, bounds: bounds), glyphs) }
        }
        for layer in layers where !layer.isBlend { try write(.fill(shape, layer, bounds: bounds), glyphs) }
        return
      }
      try canvas.append(shape)
      canvas.fill(evenOdd: shape.isRing)
    case .stroke(let path, let line, let color):
      guard !color.isClear, line.width > 0 else { return }
      try canvas.stroke(path, line, color)
    case .glyphs(let run): try write(run, glyphs)
    case .image(let image): try write(image, glyphs)
    case .shadow(let shape, let shadow, _):
      // Without the hole: viewers round images to whole pixels, and a gap at the edge would be visible.
      if !shadow.color.isClear { try writePixels(.shadow(shape, shadow, hole: nil), glyphs) }
    case .innerShadow(_, let shadow):
      if !shadow.color.isClear { try writePixels(item, glyphs) }
    // Already replaced by images.
    case .backdrop: break
    case .group(let group): try write(group, glyphs)
    }
  }

  /// Whether any of a run is visible: text that is completely clipped must not be found or read aloud either.
  func sees(_ run: GlyphRun, _ glyphs: borrowing some Glyphs) throws(RasterError) -> Bool {
    if canvas.sees(run.bounds(under: canvas.map, .touch)) { return true }
    guard canvas.sees(run.bounds(under: canvas.map, .pixels)) else { return false }
    for glyph in run.glyphs {
      let outline = run.placed(try glyphs.outline(of: glyph.id, in: run.face), of: glyph)
      if let bounds = outline.bounds(under: canvas.map), canvas.sees(bounds) { return true }
    }
    return false
  }

  private func write(_ run: GlyphRun, _ glyphs: borrowing some Glyphs) throws(RasterError) {
    guard !run.color.isClear || run.ink != nil, !run.glyphs.isEmpty, try sees(run, glyphs) else { return }
    if run.isColor { return try writePixels(.glyphs(run), glyphs) }
    if let (line, color) = run.outline {
      for glyph in run.glyphs {
        let outline = try glyphs.outline(of: glyph.id, in: run.face)
        if !outline.isEmpty {
          try write(.stroke(run.placed(outline, of: glyph), line, color), glyphs)
        }
      }
    }
    if let (gradient, bounds) = run.gradient {
      guard canvas.setGradient(gradient, over: bounds) else {
        var plain = run
        plain.ink?.outline = nil
        return try writePixels(.glyphs(plain), glyphs)
      }
    } else {
      canvas.setColor(run.color)
    }
    try canvas.show(run, glyphs)
  }

  private func write(_ item: DisplayItem.ImageItem, _ glyphs: borrowing some Glyphs) throws(RasterError) {
    guard !item.frame.size.isEmpty else { return }
    if let fill = item.fill { return try write(fill, glyphs) }
    if item.tint != nil { return try writePixels(.image(item), glyphs) }
    if let pixels = item.image.pixelSize {
      // No more pixels than the page shows at its resolution: a camera photo stays small.
      let most = PDFPainter.resolution
      if Double(pixels.width) > most * item.frame.width, Double(pixels.height) > most * item.frame.height {
        return try writePixels(.image(item), glyphs)
      }
      guard let whole = PixelRect(minX: 0, minY: 0, maxX: pixels.width, maxY: pixels.height),
        let bitmap = try item.naming({ () throws(RasterError) in try item.image.bitmap() })
      else { return }
      try canvas.draw(try bitmap.scaled(to: whole.rect, part: whole), in: item.frame)
      return
    }
    guard case .vector(let picture) = item.image.content else { return }
    try item.naming { () throws(RasterError) in
      try canvas.draw(picture, size: item.image.size, in: item.frame)
    }
  }

  private func write(_ group: DisplayItem.Group, _ glyphs: borrowing some Glyphs) throws(RasterError) {
    guard group.opacity > 0 else { return }
    if group.opacity < 1 || group.blendMode != .normal {
      var whole = group
      whole.opacity = 1
      whole.blendMode = .normal
      return try canvas.faded(to: group.opacity, group.blendMode) { () throws(RasterError) in
        try write(.group(whole), glyphs)
      }
    }
    if let mask = group.mask {
      var whole = group
      whole.mask = nil
      let (stencil, isGrey) = mask.stencil
      return try canvas.masked(byLuminosity: isGrey) { () throws(RasterError) in
        canvas.addMap(group.transform)
        try silently { () throws(RasterError) in try write(stencil, glyphs) }
      } _: { () throws(RasterError) in
        try write(.group(whole), glyphs)
      }
    }
    try canvas.saved { () throws(RasterError) in
      canvas.addMap(group.transform)
      if !group.shadows.isEmpty {
        var shadowed = group
        shadowed.transform = .identity
        try writePixels(.group(shadowed), glyphs) { (painter, state, glyphs) throws(RasterError) in
          try painter.paintShadowed(shadowed, content: false, state, glyphs)
        }
      }
      if let shape = group.clip {
        try canvas.clip(to: shape)
      }
      for item in group.items { try mark(item, glyphs) }
      // A sequence that encloses this group continues after it; one inside it ends with its clip and layer.
      if structure.silence == 0 { endPiece() }
    }
  }

  /// Writes an item as an image.
  private func writePixels(_ item: DisplayItem, _ glyphs: borrowing some Glyphs) throws(RasterError) {
    try writePixels(item, glyphs) { (painter, state, glyphs) throws(RasterError) in
      try painter.paint([item], state, glyphs)
    }
  }

  /// Writes the result of `paint` as an image of the item's size.
  private func writePixels<Source: Glyphs>(
    _ item: DisplayItem, _ glyphs: borrowing Source,
    paint: (borrowing BitmapPainter, PaintState, borrowing Source) throws(RasterError) -> Void
  ) throws(RasterError) {
    var scale = PDFPainter.resolution
    let side = Double(Limits.canvasSide)
    // The maximum extent of any picture, and all of a page that is longer.
    let reach = max(
      Limits.canvasSide, Int(1.1 * PDFPainter.resolution * max(canvas.size.width, canvas.size.height)))
    guard let everything = PixelRect(minX: -reach, minY: -reach, maxX: reach, maxY: reach) else { return }
    func state() -> PaintState {
      PaintState(map: .scale(scale, scale), clip: PaintClip(bounds: everything))
    }
    guard var area = item.extent(state())?.intersection(everything) else { return }
    // A wall-sized picture gets fewer pixels per point instead of too many pixels.
    let pixels = Double(area.width) * Double(area.height)
    let factor = max(1, (pixels / Double(16 << 20)).squareRoot(), Double(max(area.width, area.height)) / side)
    if factor > 1 {
      scale /= factor
      guard let smaller = item.extent(state())?.intersection(everything) else { return }
      area = smaller
    }
    // Edges are rounded to whole pixels at every scale, so one or two pixels may remain.
    while max(area.width, area.height) > Limits.canvasSide {
      scale *= 0.999
      guard let smaller = item.extent(state())?.intersection(everything) else { return }
      area = smaller
    }
    let frame = Rect(
      x: Double(area.minX) / scale, y: Double(area.minY) / scale, width: Double(area.width) / scale,
      height: Double(area.height) / scale)
    let isShadow = item.isShadow
    if isShadow, canvas.drawAgain(item, in: frame) { return }
    let onLayer = state().onLayer(area)
    try canvas.take(PaintingCost(of: [item], onLayer))
    let painter = try BitmapPainter(width: area.width, height: area.height, canvas.svg)
    try paint(painter, onLayer, glyphs)
    let object = try canvas.draw(try painter.finished(), in: frame)
    if isShadow { canvas.shadows[item] = object }
  }
}

extension Mask {
  /// The item to draw for a soft mask, and whether its luminosity counts instead of its alpha.
  ///
  /// PDF supports gradients of colours, but not of opacity.
  fileprivate var stencil: (DisplayItem, isGrey: Bool) {
    guard case .gradient(let gradient) = content else { return (item, false) }
    let grey = gradient.recolored { opacity in
      let level = UInt8((opacity * 255).rounded())
      return Color(red: level, green: level, blue: level)
    }
    return (.fill(.roundedRect(RoundedRect(rect: bounds)), .gradient(grey), bounds: bounds), true)
  }
}

extension DisplayItem {
  /// Whether it is the shadow of a shape, which is the same on page after page.
  fileprivate var isShadow: Bool {
    switch self {
    case .shadow, .innerShadow: true
    default: false
    }
  }
}

/// A link of a page.
///
/// Links are written over the finished page as annotations, without cairo's support for them: cairo 1.16
/// writes targets unescaped, so that one with a parenthesis can become any action. It also refers to objects
/// that it never writes, and crashes on a link within a group with opacity.
struct LinkArea: Hashable {
  /// The target as a URI.
  var target: String
  /// The clickable area, in the coordinates of the page.
  var frame: Rect

  /// The link as an annotation object, whose y axis points up (ISO 32000-1, section 12.5.6.5).
  ///
  /// - Parameter key: its key in the parent tree; nil if it belongs to no element.
  func annotation(pageHeight: Double, key: Int?) -> String {
    let corners = [frame.minX, pageHeight - frame.maxY, frame.maxX, pageHeight - frame.minY]
    let parent = key.map { "\n         /StructParent \($0)" } ?? ""
    return """
      << /Type /Annot
         /Subtype /Link
         /Rect [ \(corners.map { NumberText.format($0) }.joined(separator: " ")) ]
         /Border [ 0 0 0 ]
         /F 4
         /Contents \(PDFText.hexadecimal(target))\(parent)
         /A << /Type /Action /S /URI /URI (\(target)) >>
      >>
      """
  }
}

/// The links of a page.
extension DisplayItem {
  /// The links in an item, in order; `map` transforms its coordinates to the page.
  func links(_ map: Transform) -> [LinkArea] {
    guard case .group(let group) = self else { return [] }
    let inner = group.transform.then(map)
    var areas: [LinkArea] = []
    if let target = group.link.flatMap({ LinkTarget($0) }),
      let frame = group.contentBounds(under: inner, .touch)
    {
      areas.append(LinkArea(target: target.uri, frame: frame))
    }
    for item in group.items {
      for area in item.links(inner) {
        guard let clip = group.clip else {
          areas.append(area)
          continue
        }
        if let seen = clip.bounds(under: inner), let frame = area.frame.intersection(seen) {
          areas.append(LinkArea(target: area.target, frame: frame))
        }
      }
    }
    return areas
  }
}

extension DisplayList {
  /// The links of the page without duplicates, small ones on top of large ones.
  ///
  /// A button's link is above that of its card.
  var links: [LinkArea] {
    var areas: [LinkArea] = []
    var seen: Set<LinkArea> = []
    for area in items.flatMap({ $0.links(.identity) })
    where seen.insert(area).inserted {
      areas.append(area)
    }
    func size(_ area: LinkArea) -> Double { area.frame.width * area.frame.height }
    // Equal ones keep their order.
    return areas.enumerated().sorted {
      let (first, second) = (size($0.element), size($1.element))
      return first != second ? first > second : $0.offset < $1.offset
    }.map(\.element)
  }
}

extension Paint {
  /// Whether it is a colour or a gradient, without figures.
  fileprivate var isBlend: Bool {
    switch self {
    case .solid, .gradient: true
    case .pattern, .layers: false
    }
  }

  /// Whether PDF supports a blend.
  fileprivate var isSupported: Bool {
    if case .gradient(let gradient) = self { gradient.shading != nil } else { true }
  }
}
