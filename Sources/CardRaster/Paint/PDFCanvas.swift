/// Draws on the pages of a PDF document.
///
/// Coordinates are the caller's, in points, y down. They are transformed to those of the page, whose y axis
/// points up, before they are written, so that all numbers have the same precision: a thousandth of a point.
/// All content is written here, so that the bytes depend on no library except libdeflate.
final class PDFCanvas {
  /// The state that is restored at the end of `saved`.
  private struct State {
    /// From the caller's coordinates to points of the page, y down.
    var map: Transform
    /// The bounds of the clip, in points of the page, y down; nil if everything is clipped.
    var seen: Rect?
    var fill: Paint?
    var stroke: Color?
    /// The opacity of everything drawn, 0…1.
    var opacity = 1.0

    enum Paint: Equatable {
      case color(Color)
      case pattern(Int)
    }
  }

  /// All objects of the document so far.
  var objects = PDFObjects()
  /// The fonts of the document.
  let fonts = PDFFonts()
  /// The content stream of the page, or of the layer that is open.
  var contents = PDFContents()
  /// The numbers of the image objects, by their content.
  var pictures: [PDFPictureKey: Int] = [:]
  /// The numbers of shadow images: a shadow is painted once for all pages.
  var shadows: [DisplayItem: Int] = [:]
  /// The graphics state dictionaries for opacity and blend mode.
  private var looks: [String: Int] = [:]
  private var state = State(map: .identity, seen: nil)
  /// The size of the page in points.
  private(set) var size = Size.zero
  /// The painting cost of the images of all pages.
  private var cost = PaintingCost()
  /// The budget of all SVG pictures of a page.
  let svg = SVGBudget()

  /// From the caller's coordinates to points of the page, y down.
  var map: Transform { state.map }
  /// From the caller's coordinates to those of the page, y up.
  var place: Transform { state.map.then(flip) }
  /// From points of the page, y down, to its own coordinates.
  private var flip: Transform { Transform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: size.height) }

  /// Starts a page.
  func beginPage(_ size: Size) {
    self.size = size
    svg.begin()
    contents = PDFContents()
    state = State(map: .identity, seen: Rect(origin: .zero, size: size))
  }

  /// Adds the painting cost of an image.
  ///
  /// - Throws: `RasterError.limit` if the total of the document is too high.
  func take(_ more: PaintingCost) throws(RasterError) {
    cost.accumulate(more)
    try cost.checkLimits()
  }

  /// Adds a transform to the caller's coordinates; only within `saved`.
  func addMap(_ map: Transform) { state.map = map.then(state.map) }

  /// Restores clip, colour and transform after a closure.
  func saved<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
    let outer = state
    contents.append("q\n")
    defer {
      contents.append("Q\n")
      state = outer
    }
    return try body()
  }

  // MARK: Paths

  /// Adds an outline to the current path.
  ///
  /// - Throws: `RasterError.limit` if there are too many points or one of them is too far away.
  func append(_ path: Path) throws(RasterError) { try append(path, under: place) }

  private func append(_ path: Path, under map: Transform) throws(RasterError) {
    try CairoContext.checkCount(of: path)
    for element in path.steps {
      switch element {
      case .move(let p):
        contents.append(try CairoContext.checked(map.apply(p)))
        contents.append("m\n")
      case .line(let p):
        contents.append(try CairoContext.checked(map.apply(p)))
        contents.append("l\n")
      case .curve(let c1, let c2, let p):
        contents.append(try CairoContext.checked(map.apply(c1)))
        contents.append(try CairoContext.checked(map.apply(c2)))
        contents.append(try CairoContext.checked(map.apply(p)))
        contents.append("c\n")
      case .close: contents.append("h\n")
      }
    }
  }

  /// Fills the path and clears it.
  func fill(evenOdd: Bool = false) { contents.append(evenOdd ? "f*\n" : "f\n") }

  /// Adds the outline of a shape to the current path.
  ///
  /// - Throws: as for a path.
  func append(_ shape: DisplayItem.Shape) throws(RasterError) {
    switch shape {
    case .roundedRect(let shape): try append(shape.path)
    case .ring(let outer, let inner):
      try append(outer.path)
      if !inner.rect.size.isEmpty { try append(inner.path) }
    case .path(let path): try append(path)
    }
  }

  /// Clips further drawing to a shape.
  ///
  /// - Throws: the errors of `append`.
  func clip(to shape: DisplayItem.Shape) throws(RasterError) {
    try append(shape)
    contents.append(shape.isRing ? "W* n\n" : "W n\n")
    state.seen = shape.bounds(under: map).flatMap { state.seen?.intersection($0) }
  }

  /// Whether any of a rectangle, in points of the page, y down, may be visible.
  func sees(_ rect: Rect) -> Bool { state.seen?.intersection(rect) != nil }

  /// Strokes a path.
  ///
  /// - Throws: the errors of `append`.
  func stroke(_ path: Path, _ line: Stroke, _ color: Color) throws(RasterError) {
    setStroke(color)
    let isRound = line.cap == .round
    try saved { () throws(RasterError) in
      // The pen is a circle before the transform, so an uneven transform is applied to the page while the
      // line is drawn.
      let scale = place.evenScale
      if scale == nil {
        contents.append(place)
        contents.append("cm\n")
      }
      contents.append(line.width * (scale ?? 1), digits: 6)
      contents.append("w \(isRound ? 1 : 0) J \(isRound ? 1 : 0) j ")
      if line.dashes.contains(where: { $0 > 0 }) {
        contents.append("[ ")
        for dash in line.dashes { contents.append(dash * (scale ?? 1), digits: 6) }
        contents.append("] 0 d\n")
      }
      try append(path, under: scale == nil ? .identity : place)
      contents.append("S\n")
    }
  }

  // MARK: Colours

  /// Sets the fill colour.
  func setColor(_ color: Color) {
    setOpacity(Double(color.alpha) / 255)
    guard state.fill != .color(color.opaque) else { return }
    state.fill = .color(color.opaque)
    append(color)
    contents.append("rg\n")
  }

  private func setStroke(_ color: Color) {
    setOpacity(Double(color.alpha) / 255)
    guard state.stroke != color.opaque else { return }
    state.stroke = color.opaque
    append(color)
    contents.append("RG\n")
  }

  private func append(_ color: Color) {
    for channel in [color.red, color.green, color.blue] { contents.append(Double(channel) / 255, digits: 4) }
  }

  /// Sets the opacity of further drawing, 0…1.
  func setOpacity(_ opacity: Double) {
    guard state.opacity != opacity else { return }
    state.opacity = opacity
    setLook(opacity, .normal)
  }

  /// Sets the opacity and the blend mode of further drawing (ISO 32000-1, section 11.6.4).
  ///
  /// - Parameter mask: the entry of a soft mask (section 11.6.5.3); empty for none.
  private func setLook(_ opacity: Double, _ mode: BlendMode, mask: String = "") {
    let number = NumberText.format(opacity, digits: 4)
    let text = "<< /Type /ExtGState /CA \(number) /ca \(number) /BM /\(mode.documentName)\(mask) >>"
    let object = looks[text] ?? objects.addObject(text)
    looks[text] = object
    contents.append(.state, object)
    contents.append("gs\n")
  }

  /// Sets a gradient as the fill, its unit square stretched over a rectangle.
  ///
  /// Returns false if PDF does not support the gradient.
  func setGradient(_ gradient: Gradient, over bounds: Rect) -> Bool {
    guard let shading = gradient.shading else { return false }
    let map = Transform.scale(bounds.width, bounds.height).then(.translation(bounds.origin)).then(place)
    var matrix: [UInt8] = []
    for number in [map.a, map.b, map.c, map.d, map.tx, map.ty] {
      NumberText.append(number, digits: 5, to: &matrix)
      matrix.append(UInt8(ascii: " "))
    }
    let pattern = objects.addObject(
      "<< /Type /Pattern /PatternType 2\n   /Matrix [ \(String(decoding: matrix, as: UTF8.self))]\n   /Shading \(shading)\n>>"
    )
    setOpacity(Double(gradient.stops.first?.color.alpha ?? 255) / 255)
    state.fill = .pattern(pattern)
    contents.append("/Pattern cs ")
    contents.append(.pattern, pattern)
    contents.append("scn\n")
    return true
  }

  // MARK: Layers

  /// Draws the content of a closure as one layer with an opacity and a blend mode.
  ///
  /// See ISO 32000-1, section 11.6.6.
  func faded(to opacity: Double, _ mode: BlendMode, _ body: () throws(RasterError) -> Void)
    throws(RasterError)
  {
    guard let layer = try layer(body) else { return }
    saved { () throws(Never) in
      setLook(opacity, mode)
      contents.append(.object, layer)
      contents.append("Do\n")
    }
  }

  /// Draws the content of a closure through a mask that another closure draws.
  ///
  /// The mask is the luminosity or the alpha of its drawing. Where it has no drawing, it hides everything.
  func masked(
    byLuminosity: Bool, _ mask: () throws(RasterError) -> Void, _ body: () throws(RasterError) -> Void
  ) throws(RasterError) {
    guard let stencil = try layer(mask), let layer = try layer(body) else { return }
    saved { () throws(Never) in
      setLook(
        1, .normal,
        mask: " /SMask << /Type /Mask /S /\(byLuminosity ? "Luminosity" : "Alpha") /G \(stencil) 0 R >>")
      contents.append(.object, layer)
      contents.append("Do\n")
    }
  }

  /// The number of a layer with the content of a closure; nil if it draws nothing.
  private func layer(_ body: () throws(RasterError) -> Void) throws(RasterError) -> Int? {
    let (outer, around) = (state, contents)
    state = State(map: outer.map, seen: outer.seen)
    contents = PDFContents()
    let failure: RasterError?
    do throws(RasterError) {
      try body()
      failure = nil
    } catch {
      failure = error
    }
    let inner = contents
    (state, contents) = (outer, around)
    if let failure { throw failure }
    guard !inner.isEmpty else { return nil }
    return try addForm(inner.operators, box: size, resources: inner.resources)
  }

  /// Adds a layer of a size as an isolated transparency group.
  func addForm(_ operators: [UInt8], box: Size, resources: String) throws(RasterError) -> Int {
    let (width, height) = (NumberText.format(box.width), NumberText.format(box.height))
    return try objects.addStream(
      "/Type /XObject /Subtype /Form\n   /BBox [ 0 0 \(width) \(height) ]\n   /Group \(Self.group)\n   /Resources \(resources)",
      operators)
  }

  /// An isolated transparency group in RGB.
  static let group = "<< /Type /Group /S /Transparency /I true /CS /DeviceRGB >>"

  // MARK: Marks

  /// Begins a marked-content sequence, or an artifact if the identifier is nil (ISO 32000-1, section 14.6).
  func beginPiece(_ identifier: Int?) {
    contents.append(identifier.map { "/Span << /MCID \($0) >> BDC\n" } ?? "/Artifact BMC\n")
  }

  /// Ends the marked-content sequence.
  func endPiece() { contents.append("EMC\n") }
}

extension BlendMode {
  /// The PDF name of the blend mode: CSS's words without hyphens, each capitalised.
  fileprivate var documentName: String {
    rawValue.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }
}

/// The content stream of a page or a layer: operators, and the resources that they refer to.
///
/// See ISO 32000-1, section 7.8.
struct PDFContents {
  /// A kind of resource, by its key in the resource dictionary.
  enum Resource: String, CaseIterable {
    case font = "Font"
    /// An image or a layer.
    case object = "XObject"
    /// Opacity and blend mode.
    case state = "ExtGState"
    /// A gradient.
    case pattern = "Pattern"
  }

  /// The operators with their operands.
  private(set) var operators: [UInt8] = []
  /// The numbers of the resource objects in use.
  private var used: [Resource: Set<Int>] = [:]

  /// Whether the stream is empty.
  var isEmpty: Bool { operators.isEmpty }

  /// Appends operators as they are.
  mutating func append(_ text: String) { operators += text.utf8 }

  /// Appends an operand.
  mutating func append(_ number: Double, digits: Int = 3) {
    NumberText.append(number, digits: digits, to: &operators)
    operators.append(UInt8(ascii: " "))
  }

  /// Appends the operands of a point.
  mutating func append(_ point: Point) {
    append(point.x)
    append(point.y)
  }

  /// Appends the six numbers of a transform.
  ///
  /// All except the shift have enough decimals for the longest side of a page.
  mutating func append(_ map: Transform) {
    for number in [map.a, map.b, map.c, map.d] { append(number, digits: 6) }
    append(map.tx)
    append(map.ty)
  }

  /// Appends the name of a resource: `R` and the number of its object.
  mutating func append(_ resource: Resource, _ number: Int) {
    used[resource, default: []].insert(number)
    append("/R\(number) ")
  }

  /// The resource dictionary.
  var resources: String {
    let kinds = Resource.allCases.compactMap { kind -> String? in
      guard let numbers = used[kind]?.sorted() else { return nil }
      return "/\(kind.rawValue) << " + numbers.map { "/R\($0) \($0) 0 R" }.joined(separator: " ") + " >>"
    }
    return "<< \(kinds.joined(separator: "\n      ")) >>"
  }
}
