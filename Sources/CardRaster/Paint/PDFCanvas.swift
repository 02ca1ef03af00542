/// Draws on the pages of a PDF document.
///
/// Coordinates are the caller's, in points, y down. They are mapped to those of the page, whose y goes up, before they are
/// written, so that all numbers are as precise: to the thousandth of a point. Everything is written here and by nothing
/// else, so that the bytes depend on no library but libdeflate.
final class PDFCanvas {
  /// What is undone at the end of `saved`.
  private struct State {
    /// From the caller's coordinates to points of the page, y down.
    var map: Transform
    /// What may be drawn on, in points of the page, y down, as far as a rectangle tells it; nil for nothing.
    var seen: Rect?
    var fill: Paint?
    var stroke: Color?
    /// 0…1, of all that is drawn.
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
  /// What the page, or the layer that is open, holds so far.
  var contents = PDFContents()
  /// Pictures that were added, by what they show.
  var pictures: [PDFPictureKey: Int] = [:]
  /// The numbers of pictures of shadows: that of a page is not painted again for the next one.
  var shadows: [DisplayItem: Int] = [:]
  /// The dictionaries that set opacity and mixing.
  private var looks: [String: Int] = [:]
  private var state = State(map: .identity, seen: nil)
  /// The size of the page in points.
  private(set) var size = Size.zero
  /// What painting the pictures of all pages took.
  private var cost = PaintingCost()
  /// What all SVG pictures of a page may take.
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

  /// Counts what painting a picture takes.
  ///
  /// - Throws: `RasterError.limit` when those of the document take too much.
  func take(_ more: PaintingCost) throws(RasterError) {
    cost.add(more)
    try cost.check()
  }

  /// Maps the caller's coordinates further; only within `saved`.
  func addMap(_ map: Transform) { state.map = map.then(state.map) }

  /// Undoes all changes of clip, colour and map that the body makes.
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
  /// - Throws: `RasterError.limit` when there are too many points or one of them is too far away.
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

  /// Fills the path and forgets it.
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

  /// Lets only the inside of a shape be drawn on from now on.
  ///
  /// - Throws: as `append` does.
  func clip(to shape: DisplayItem.Shape) throws(RasterError) {
    try append(shape)
    contents.append(shape.isRing ? "W* n\n" : "W n\n")
    state.seen = shape.bounds(under: map).flatMap { state.seen?.intersection($0) }
  }

  /// Whether something of a rectangle, in points of the page, y down, may be seen.
  func sees(_ rect: Rect) -> Bool { state.seen?.intersection(rect) != nil }

  /// Draws a line along a path.
  ///
  /// - Throws: as `append` does.
  func stroke(_ path: Path, _ line: Stroke, _ color: Color) throws(RasterError) {
    setStroke(color)
    let isRound = line.cap == .round
    try saved { () throws(RasterError) in
      // The pen is a circle before the map, so a map that stretches it is the page's for a while.
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

  /// Fills with one colour from now on.
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

  /// Draws everything as strongly from now on: 0…1.
  func setOpacity(_ opacity: Double) {
    guard state.opacity != opacity else { return }
    state.opacity = opacity
    setLook(opacity, .normal)
  }

  /// Sets how strongly things are drawn from now on, and how they are mixed with what lies behind (ISO 32000-1,
  /// section 11.6.4).
  private func setLook(_ opacity: Double, _ mode: BlendMode) {
    let number = NumberText.text(opacity, digits: 4)
    let text = "<< /Type /ExtGState /CA \(number) /ca \(number) /BM /\(mode.documentName) >>"
    let object = looks[text] ?? objects.add(text)
    looks[text] = object
    contents.append(.state, object)
    contents.append("gs\n")
  }

  /// Fills with a gradient from now on, its unit square stretched over a rectangle; false for one that has no such form.
  func setGradient(_ gradient: Gradient, over bounds: Rect) -> Bool {
    guard let shading = gradient.shading else { return false }
    let map = Transform.scale(bounds.width, bounds.height).then(.translation(bounds.origin)).then(place)
    var matrix: [UInt8] = []
    for number in [map.a, map.b, map.c, map.d, map.tx, map.ty] {
      NumberText.append(number, digits: 5, to: &matrix)
      matrix.append(UInt8(ascii: " "))
    }
    let pattern = objects.add(
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

  /// Draws what the body draws as one, faded and mixed with what lies behind it (ISO 32000-1, section 11.6.6).
  func faded(to opacity: Double, _ mode: BlendMode, _ body: () throws(RasterError) -> Void)
    throws(RasterError)
  {
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
    guard !inner.isEmpty else { return }
    let layer = try addForm(inner.operators, box: size, resources: inner.resources)
    saved { () throws(Never) in
      setLook(opacity, mode)
      contents.append(.object, layer)
      contents.append("Do\n")
    }
  }

  /// Adds a layer of a size, whose colours are mixed on a ground of their own.
  func addForm(_ operators: [UInt8], box: Size, resources: String) throws(RasterError) -> Int {
    let (width, height) = (NumberText.text(box.width), NumberText.text(box.height))
    return try objects.addStream(
      "/Type /XObject /Subtype /Form\n   /BBox [ 0 0 \(width) \(height) ]\n   /Group \(Self.group)\n   /Resources \(resources)",
      operators)
  }

  /// That colours are mixed apart from what lies behind, as red, green and blue.
  static let group = "<< /Type /Group /S /Transparency /I true /CS /DeviceRGB >>"

  // MARK: Marks

  /// Begins a piece of contents that is read out, or one that is not (ISO 32000-1, section 14.6).
  func beginPiece(_ identifier: Int?) {
    contents.append(identifier.map { "/Span << /MCID \($0) >> BDC\n" } ?? "/Artifact BMC\n")
  }

  /// Ends the piece that was begun.
  func endPiece() { contents.append("EMC\n") }
}

extension BlendMode {
  /// Its name in documents: CSS's words without hyphens, each with a capital.
  fileprivate var documentName: String {
    rawValue.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }
}

/// What a page or a layer of a PDF document is drawn with: operators, and the resources that they name (ISO 32000-1,
/// section 7.8).
struct PDFContents {
  /// A kind of resource, by its key in the dictionary of resources.
  enum Resource: String, CaseIterable {
    case font = "Font"
    /// A picture or a layer.
    case object = "XObject"
    /// Opacity and the way colours are mixed.
    case state = "ExtGState"
    /// A gradient.
    case pattern = "Pattern"
  }

  /// The operators with their operands.
  private(set) var operators: [UInt8] = []
  /// The numbers of the objects that are named.
  private var used: [Resource: Set<Int>] = [:]

  /// Whether nothing is drawn.
  var isEmpty: Bool { operators.isEmpty }

  /// Adds operators as they are.
  mutating func append(_ text: String) { operators += text.utf8 }

  /// Adds an operand.
  mutating func append(_ number: Double, digits: Int = 3) {
    NumberText.append(number, digits: digits, to: &operators)
    operators.append(UInt8(ascii: " "))
  }

  /// Adds the operands of a place.
  mutating func append(_ point: Point) {
    append(point.x)
    append(point.y)
  }

  /// Adds the six numbers of a map, of which all but the shift are precise enough for the longest side of a page.
  mutating func append(_ map: Transform) {
    for number in [map.a, map.b, map.c, map.d] { append(number, digits: 6) }
    append(map.tx)
    append(map.ty)
  }

  /// Adds the name of a resource: `R` and the number of its object.
  mutating func append(_ resource: Resource, _ number: Int) {
    used[resource, default: []].insert(number)
    append("/R\(number) ")
  }

  /// The dictionary of the resources.
  var resources: String {
    let kinds = Resource.allCases.compactMap { kind -> String? in
      guard let numbers = used[kind]?.sorted() else { return nil }
      return "/\(kind.rawValue) << " + numbers.map { "/R\($0) \($0) 0 R" }.joined(separator: " ") + " >>"
    }
    return "<< \(kinds.joined(separator: "\n      ")) >>"
  }
}
