internal import CCairo

/// Draws on one surface.
///
/// Coordinates are pixels of the surface: callers transform points before. After its first error cairo draws
/// nothing, so `throwIfFailed(during:)` is called once at the end. The corresponding C type is `cairo_t`.
struct CairoContext: ~Copyable {
  /// The largest coordinate in pixels that is passed to cairo: half the range of its 24.8 fixed-point
  /// numbers, so that differences fit too.
  static let largestCoordinate = 4_000_000.0
  /// The maximum error of a curve or a round corner in cairo, in pixels.
  static let tolerance = 0.05

  private let pointer: OpaquePointer

  /// Starts drawing.
  ///
  /// The corresponding C function is `cairo_create`.
  init(_ surface: borrowing CairoSurface) throws(RasterError) {
    pointer = try Self.checked(surface.withPointer { cairo_create($0) })
    cairo_set_tolerance(pointer, Self.tolerance)
  }

  /// Starts drawing the first page of a document.
  ///
  /// The corresponding C function is `cairo_create`.
  init(_ document: borrowing CairoPDF) throws(RasterError) {
    pointer = try Self.checked(document.withPointer { cairo_create($0) })
  }

  /// Checks a new context and destroys it if it cannot draw.
  private static func checked(_ made: OpaquePointer?) throws(RasterError) -> OpaquePointer {
    guard let made else { throw .library(operation: "starting to draw", reason: "no context") }
    let status = CairoStatus(cairo_status(made))
    if status != .success { cairo_destroy(made) }
    try checkStatus(status, during: "starting to draw")
    return made
  }

  deinit { cairo_destroy(pointer) }

  /// Passes cairo's pointer to the wrappers of this folder.
  func withPointer<R, E: Error>(_ body: (OpaquePointer) throws(E) -> R) throws(E) -> R { try body(pointer) }

  /// Throws if any drawing so far has failed.
  ///
  /// The corresponding C function is `cairo_status`.
  func throwIfFailed(during operation: String) throws(RasterError) {
    try checkStatus(CairoStatus(cairo_status(pointer)), during: operation)
  }

  /// Restores clip, source and transform after a closure.
  ///
  /// The corresponding C functions are `cairo_save` and `cairo_restore`.
  func saved<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
    cairo_save(pointer)
    defer { cairo_restore(pointer) }
    return try body()
  }

  // MARK: Paths

  /// Adds an outline, in pixels, to the current path.
  ///
  /// - Throws: `RasterError.limit` if there are too many points or one of them is too far away for cairo.
  func append(_ path: Path, under map: Transform = .identity) throws(RasterError) {
    try Self.checkCount(of: path)
    for element in path.steps {
      switch element {
      case .move(let p):
        let p = try Self.checked(map.apply(p))
        cairo_move_to(pointer, p.x, p.y)
      case .line(let p):
        let p = try Self.checked(map.apply(p))
        cairo_line_to(pointer, p.x, p.y)
      case .curve(let c1, let c2, let p):
        let (c1, c2) = (try Self.checked(map.apply(c1)), try Self.checked(map.apply(c2)))
        let p = try Self.checked(map.apply(p))
        cairo_curve_to(pointer, c1.x, c1.y, c2.x, c2.y, p.x, p.y)
      case .close: cairo_close_path(pointer)
      }
    }
  }

  /// Adds a rectangle, in pixels.
  ///
  /// The corresponding C function is `cairo_rectangle`.
  func append(_ rect: Rect) throws(RasterError) {
    _ = try Self.checked(rect.origin)
    _ = try Self.checked(Point(x: rect.maxX, y: rect.maxY))
    cairo_rectangle(pointer, rect.minX, rect.minY, rect.width, rect.height)
  }

  /// Throws for a path with too many points.
  static func checkCount(of path: Path) throws(RasterError) {
    try RasterError.checkLimit("the number of points of a path", path.stepCount, most: Limits.pathPoints)
  }

  /// Returns the point, or throws if it is too far away.
  static func checked(_ point: Point) throws(RasterError) -> Point {
    // A sum, unlike a maximum, is not a number if one of the two is not.
    let isNumber = !(point.x + point.y).isNaN
    let distance = isNumber ? max(point.x.magnitude, point.y.magnitude) : .nan
    // Written so that a value that is not a number is rejected too.
    guard point.x.magnitude <= largestCoordinate, point.y.magnitude <= largestCoordinate else {
      throw .limit(what: "a coordinate in pixels", value: distance, limit: largestCoordinate)
    }
    return point
  }

  /// Fills the path and clears it.
  ///
  /// The corresponding C function is `cairo_fill`.
  func fill(evenOdd: Bool = false) {
    cairo_set_fill_rule(pointer, evenOdd ? CAIRO_FILL_RULE_EVEN_ODD : CAIRO_FILL_RULE_WINDING)
    cairo_fill(pointer)
  }

  /// Clips further drawing to the inside of the path.
  ///
  /// The corresponding C function is `cairo_clip`.
  func clip(evenOdd: Bool = false) {
    cairo_set_fill_rule(pointer, evenOdd ? CAIRO_FILL_RULE_EVEN_ODD : CAIRO_FILL_RULE_WINDING)
    cairo_clip(pointer)
  }

  /// Replaces the transform from the caller's coordinates to pixels; only within `saved`.
  ///
  /// The corresponding C function is `cairo_set_matrix`.
  func setMap(_ map: Transform) {
    var matrix = cairo_matrix_t(xx: map.a, yx: map.b, xy: map.c, yy: map.d, x0: map.tx, y0: map.ty)
    cairo_set_matrix(pointer, &matrix)
  }

  // MARK: Sources

  /// Sets a colour as the source.
  ///
  /// The corresponding C function is `cairo_set_source_rgba`.
  func setColor(_ color: Color) {
    cairo_set_source_rgba(
      pointer, Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255,
      Double(color.alpha) / 255)
  }

  /// Sets a surface as the source, with its top left pixel at the given position.
  ///
  /// The corresponding C function is `cairo_set_source_surface`.
  func setSource(_ surface: borrowing CairoSurface, x: Int, y: Int) {
    surface.withPointer { cairo_set_source_surface(pointer, $0, Double(x), Double(y)) }
    cairo_pattern_set_filter(cairo_get_source(pointer), CAIRO_FILTER_NEAREST)
  }

  /// Sets a surface as the source, with a transform from its own pixels to those of the target.
  ///
  /// It is interpolated between pixels, and its edge colours are extended beyond its edges, so that no edge
  /// fades.
  func setSource(_ surface: borrowing CairoSurface, map: Transform) {
    setMap(map)
    surface.withPointer { cairo_set_source_surface(pointer, $0, 0, 0) }
    // The source keeps the transform that was active when it was set.
    cairo_identity_matrix(pointer)
    let source = cairo_get_source(pointer)
    cairo_pattern_set_filter(source, CAIRO_FILTER_BILINEAR)
    cairo_pattern_set_extend(source, CAIRO_EXTEND_PAD)
  }

  /// Draws the source everywhere, with an opacity.
  ///
  /// The corresponding C function is `cairo_paint_with_alpha`.
  func paint(opacity: Double = 1) {
    if opacity < 1 { cairo_paint_with_alpha(pointer, opacity) } else { cairo_paint(pointer) }
  }

  /// Draws the source through the alpha of a surface at the given position.
  ///
  /// The corresponding C function is `cairo_mask_surface`.
  func mask(with surface: borrowing CairoSurface, x: Int, y: Int) {
    surface.withPointer { cairo_mask_surface(pointer, $0, Double(x), Double(y)) }
  }
}

/// Blend modes.
extension CairoContext {
  /// Blends the drawing of a closure with the content below.
  ///
  /// The corresponding C function is `cairo_set_operator`.
  func blended(as mode: BlendMode, _ body: () -> Void) {
    withPointer { cairo_set_operator($0, mode.cairo) }
    body()
    withPointer { cairo_set_operator($0, CAIRO_OPERATOR_OVER) }
  }

  /// Replaces the content within the clip by the source, in proportion to the opacity.
  ///
  /// The corresponding C function is `cairo_set_operator`.
  func replace(opacity: Double) {
    withPointer { cairo_set_operator($0, CAIRO_OPERATOR_SOURCE) }
    paint(opacity: opacity)
    withPointer { cairo_set_operator($0, CAIRO_OPERATOR_OVER) }
  }
}

extension BlendMode {
  fileprivate var cairo: cairo_operator_t {
    switch self {
    case .normal: CAIRO_OPERATOR_OVER
    case .multiply: CAIRO_OPERATOR_MULTIPLY
    case .screen: CAIRO_OPERATOR_SCREEN
    case .overlay: CAIRO_OPERATOR_OVERLAY
    case .darken: CAIRO_OPERATOR_DARKEN
    case .lighten: CAIRO_OPERATOR_LIGHTEN
    case .colorDodge: CAIRO_OPERATOR_COLOR_DODGE
    case .colorBurn: CAIRO_OPERATOR_COLOR_BURN
    case .hardLight: CAIRO_OPERATOR_HARD_LIGHT
    case .softLight: CAIRO_OPERATOR_SOFT_LIGHT
    case .difference: CAIRO_OPERATOR_DIFFERENCE
    case .exclusion: CAIRO_OPERATOR_EXCLUSION
    case .hue: CAIRO_OPERATOR_HSL_HUE
    case .saturation: CAIRO_OPERATOR_HSL_SATURATION
    case .color: CAIRO_OPERATOR_HSL_COLOR
    case .luminosity: CAIRO_OPERATOR_HSL_LUMINOSITY
    }
  }
}

/// Operations for documents only.
extension CairoContext {
  /// Adds a transform to the caller's coordinates; only within `saved`.
  ///
  /// The corresponding C function is `cairo_transform`.
  func addMap(_ map: Transform) {
    var matrix = cairo_matrix_t(xx: map.a, yx: map.b, xy: map.c, yy: map.d, x0: map.tx, y0: map.ty)
    withPointer { cairo_transform($0, &matrix) }
  }

  /// Ends a page.
  ///
  /// The corresponding C function is `cairo_show_page`.
  func showPage() { withPointer { cairo_show_page($0) } }
}

/// Strokes with the same pixels in every release of cairo.
///
/// Releases differ in two ways. Up to 1.16 every round join is an arc, while 1.18 leaves a join straight if
/// its arc would extend by less than the tolerance. Up to 1.16 the tolerance of curves is measured before the
/// transform, from 1.18 on after it. The releases agree on dashed lines, on bevel joins, on arcs of sharp
/// enough corners, and on lines in pixels: each stroke uses one of these.
extension CairoContext {
  /// The cosine of the largest turn whose join is invisible even in a line as wide as a card: about two and a
  /// half degrees.
  private static let leastTurn = 0.999
  /// The margin, in cosines, around the limit between joins that 1.18 rounds and those that it does not.
  private static let margin = 0.02
  /// A single dash that is longer than any path.
  private static let endlessDash = [1e30]

  /// Strokes a path; the pen is a circle before the transform to pixels.
  ///
  /// - Throws: `RasterError.limit` if there are too many points or one of them is too far away for cairo.
  func stroke(_ path: Path, _ stroke: Stroke, under map: Transform) throws(RasterError) {
    try append(path, under: map)
    withPointer { cairo_set_tolerance($0, Self.tolerance) }
    let isRound = stroke.cap == .round
    var line = stroke
    guard stroke.dashes.isEmpty, isRound || path.hasCurves else {
      return self.stroke(line, join: line.join, pen: map)
    }
    guard let scale = map.evenScale else {
      line.dashes = Self.endlessDash
      return self.stroke(line, join: line.join, pen: map)
    }
    line.width *= scale
    // Cairo does not draw a line whose width is at most half of the tolerance, unless it is dashed.
    guard 2 * line.width > Self.tolerance else { return self.stroke(line, join: line.join) }
    let least = Self.leastCosine(width: line.width)
    guard isRound else {
      if least == nil { line.dashes = Self.endlessDash }
      return self.stroke(line, join: line.join)
    }
    guard let turns = path.turns(under: map) else { return self.stroke(line, join: line.join) }
    if turns.lowerBound > Self.leastTurn, least != nil {
      return self.stroke(line, join: CAIRO_LINE_JOIN_BEVEL)
    }
    if turns.upperBound >= least ?? -1 { line.dashes = Self.endlessDash }
    self.stroke(line, join: line.join)
  }

  /// The cosine above which 1.18 leaves joins of a line straight; nil for a line so thin that it leaves all
  /// of them straight.
  ///
  /// The chord of such a join is at half the width minus the tolerance.
  private static func leastCosine(width: Double) -> Double? {
    let chord = 1 - tolerance / (width / 2)
    return chord > 0 ? 2 * chord * chord - 1 - margin : nil
  }

  private func stroke(_ stroke: Stroke, join: cairo_line_join_t, pen: Transform? = nil) {
    saved { () throws(Never) in
      if let pen { setMap(pen) }
      withPointer { pointer in
        cairo_set_line_width(pointer, stroke.width)
        cairo_set_line_cap(pointer, stroke.cap == .round ? CAIRO_LINE_CAP_ROUND : CAIRO_LINE_CAP_BUTT)
        cairo_set_line_join(pointer, join)
        cairo_set_dash(pointer, stroke.dashes, Int32(clamping: stroke.dashes.count), 0)
        cairo_stroke(pointer)
      }
    }
  }
}

extension Stroke {
  fileprivate var join: cairo_line_join_t { cap == .round ? CAIRO_LINE_JOIN_ROUND : CAIRO_LINE_JOIN_MITER }
}

extension CairoContext {
  /// Draws an SVG document of a natural size, stretched over the unit rectangle that `map` transforms to
  /// pixels.
  ///
  /// `size` is the natural size in points: the document is laid out for it and then stretched as one picture.
  ///
  /// - Throws: `RasterError.image` with librsvg's message if the document cannot be drawn.
  func drawVector(_ handle: SVGHandle, size: Size, map: Transform) throws(RasterError) {
    guard size.width > 0, size.height > 0 else { return }
    try saved { () throws(RasterError) in
      setMap(Transform.scale(1 / size.width, 1 / size.height).then(map))
      try withPointer { (context) throws(RasterError) in
        try handle.document.render(into: context, x: 0, y: 0, width: size.width, height: size.height)
      }
    }
  }

  /// Draws an SVG document of a natural size into a rectangle of the caller's coordinates.
  ///
  /// - Throws: `RasterError.image` with librsvg's message if the document cannot be drawn.
  func drawVector(_ handle: SVGHandle, size: Size, in frame: Rect) throws(RasterError) {
    guard size.width > 0, size.height > 0 else { return }
    try saved { () throws(RasterError) in
      addMap(
        Transform.scale(frame.width / size.width, frame.height / size.height).then(.translation(frame.origin))
      )
      try withPointer { (context) throws(RasterError) in
        try handle.document.render(into: context, x: 0, y: 0, width: size.width, height: size.height)
      }
    }
  }
}

/// A single-page PDF document written by cairo: an SVG picture before it is embedded in the final document
/// (`PDFPage`).
///
/// Guarantees: the same drawing gives the same bytes; the document has a fixed date, since cairo would use
/// the current time. The corresponding C type is `cairo_surface_t`, made by
/// `cairo_pdf_surface_create_for_stream`.
struct CairoPDF: ~Copyable {
  /// Collects the bytes that cairo writes.
  private final class Sink {
    var bytes: [UInt8] = []
  }

  /// The creation date in the document.
  private static let date = "2000-01-01T00:00:00Z"

  private let pointer: OpaquePointer
  private let sink: Sink

  /// Starts a document whose page has a size in points.
  ///
  /// Content that cairo cannot express in PDF becomes pixels, one per point. The corresponding C functions
  /// are `cairo_pdf_surface_create_for_stream`, `cairo_pdf_surface_restrict_to_version`,
  /// `cairo_pdf_surface_set_metadata` and `cairo_surface_set_fallback_resolution`.
  init(size: Size) throws(RasterError) {
    let sink = Sink()
    let made = cairo_pdf_surface_create_for_stream(
      { closure, data, length in
        guard let closure, let data else { return CAIRO_STATUS_WRITE_ERROR }
        let sink = Unmanaged<Sink>.fromOpaque(closure).takeUnretainedValue()
        sink.bytes.append(contentsOf: UnsafeBufferPointer(start: data, count: Int(length)))
        return CAIRO_STATUS_SUCCESS
      }, Unmanaged.passUnretained(sink).toOpaque(), size.width, size.height)
    guard let made else { throw .library(operation: "starting a PDF document", reason: "no surface") }
    let status = CairoStatus(cairo_surface_status(made))
    if status != .success { cairo_surface_destroy(made) }
    try checkStatus(status, during: "starting a PDF document")
    pointer = made
    self.sink = sink
    cairo_pdf_surface_restrict_to_version(made, CAIRO_PDF_VERSION_1_5)
    cairo_pdf_surface_set_metadata(made, CAIRO_PDF_METADATA_CREATE_DATE, Self.date)
    cairo_surface_set_fallback_resolution(made, 72, 72)
  }

  deinit {
    // Cairo writes to the sink until it is finished.
    cairo_surface_finish(pointer)
    cairo_surface_destroy(pointer)
  }

  /// Passes cairo's pointer to the wrappers of this folder.
  func withPointer<R>(_ body: (OpaquePointer) -> R) -> R { body(pointer) }

  /// Ends the document.
  ///
  /// The corresponding C function is `cairo_surface_finish`.
  func finish() throws(RasterError) -> [UInt8] {
    cairo_surface_finish(pointer)
    try checkStatus(CairoStatus(cairo_surface_status(pointer)), during: "writing a PDF document")
    return sink.bytes
  }
}
