internal import CCairo

/// Draws on one surface.
///
/// Coordinates are pixels of the surface: whoever draws maps points before. Cairo keeps the first error and draws
/// nothing from then on, so `check(during:)` is called once at the end. The corresponding C type is `cairo_t`.
struct CairoContext: ~Copyable {
  /// The largest coordinate in pixels that cairo gets: half of what its 24.8 fixed-point numbers hold, so that
  /// differences fit too.
  static let largestCoordinate = 4_000_000.0
  /// How far, in pixels, what cairo draws of a curve or a round corner may lie beside it.
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

  /// A context that cairo has just made; one that cannot draw is destroyed.
  private static func checked(_ made: OpaquePointer?) throws(RasterError) -> OpaquePointer {
    guard let made else { throw .library(operation: "starting to draw", reason: "no context") }
    let status = CairoStatus(cairo_status(made))
    if status != .success { cairo_destroy(made) }
    try CardRaster.check(status, during: "starting to draw")
    return made
  }

  deinit { cairo_destroy(pointer) }

  /// Lends cairo's pointer to the wrappers of this folder.
  func withPointer<R, E: Error>(_ body: (OpaquePointer) throws(E) -> R) throws(E) -> R { try body(pointer) }

  /// Says whether all that was drawn so far is there.
  ///
  /// The corresponding C function is `cairo_status`.
  func check(during operation: String) throws(RasterError) {
    try CardRaster.check(CairoStatus(cairo_status(pointer)), during: operation)
  }

  /// Undoes all changes of clip, source and map that the body makes.
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
  /// - Throws: `RasterError.limit` when there are too many points or one of them is too far away for cairo.
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

  /// Refuses a path of too many points.
  static func checkCount(of path: Path) throws(RasterError) {
    guard path.stepCount <= Limits.pathPoints else {
      throw .limit(
        what: "the number of points of a path", value: Double(path.stepCount),
        limit: Double(Limits.pathPoints))
    }
  }

  /// A point that is not too far away.
  static func checked(_ point: Point) throws(RasterError) -> Point {
    // A sum, unlike a maximum, is no number where one of the two is none.
    let isNumber = !(point.x + point.y).isNaN
    let distance = isNumber ? max(point.x.magnitude, point.y.magnitude) : .nan
    // Written so that a value that is no number is refused as well.
    guard point.x.magnitude <= largestCoordinate, point.y.magnitude <= largestCoordinate else {
      throw .limit(what: "a coordinate in pixels", value: distance, limit: largestCoordinate)
    }
    return point
  }

  /// Fills the path and forgets it.
  ///
  /// The corresponding C function is `cairo_fill`.
  func fill(evenOdd: Bool = false) {
    cairo_set_fill_rule(pointer, evenOdd ? CAIRO_FILL_RULE_EVEN_ODD : CAIRO_FILL_RULE_WINDING)
    cairo_fill(pointer)
  }

  /// Lets only the inside of the path be drawn on from now on.
  ///
  /// The corresponding C function is `cairo_clip`.
  func clip(evenOdd: Bool = false) {
    cairo_set_fill_rule(pointer, evenOdd ? CAIRO_FILL_RULE_EVEN_ODD : CAIRO_FILL_RULE_WINDING)
    cairo_clip(pointer)
  }

  /// Replaces the map from the caller's coordinates to pixels; only within `saved`.
  ///
  /// The corresponding C function is `cairo_set_matrix`.
  func setMap(_ map: Transform) {
    var matrix = cairo_matrix_t(xx: map.a, yx: map.b, xy: map.c, yy: map.d, x0: map.tx, y0: map.ty)
    cairo_set_matrix(pointer, &matrix)
  }

  // MARK: Sources

  /// Draws in one colour from now on.
  ///
  /// The corresponding C function is `cairo_set_source_rgba`.
  func setColor(_ color: Color) {
    cairo_set_source_rgba(
      pointer, Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255,
      Double(color.alpha) / 255)
  }

  /// Draws with a picture from now on, its top left pixel at the given place.
  ///
  /// The corresponding C function is `cairo_set_source_surface`.
  func setSource(_ surface: borrowing CairoSurface, x: Int, y: Int) {
    surface.withPointer { cairo_set_source_surface(pointer, $0, Double(x), Double(y)) }
    cairo_pattern_set_filter(cairo_get_source(pointer), CAIRO_FILTER_NEAREST)
  }

  /// Draws with a picture from now on, mapped from its own pixels to those of the surface.
  ///
  /// Between pixels it is interpolated, and beyond its edge it goes on with the colour of the edge, so that no edge
  /// fades.
  func setSource(_ surface: borrowing CairoSurface, map: Transform) {
    setMap(map)
    surface.withPointer { cairo_set_source_surface(pointer, $0, 0, 0) }
    // The source keeps the map it was set under.
    cairo_identity_matrix(pointer)
    let source = cairo_get_source(pointer)
    cairo_pattern_set_filter(source, CAIRO_FILTER_BILINEAR)
    cairo_pattern_set_extend(source, CAIRO_EXTEND_PAD)
  }

  /// Draws the source everywhere, faded.
  ///
  /// The corresponding C function is `cairo_paint_with_alpha`.
  func paint(opacity: Double = 1) {
    if opacity < 1 { cairo_paint_with_alpha(pointer, opacity) } else { cairo_paint(pointer) }
  }

  /// Draws the source through the alpha of a picture at the given place.
  ///
  /// The corresponding C function is `cairo_mask_surface`.
  func mask(with surface: borrowing CairoSurface, x: Int, y: Int) {
    surface.withPointer { cairo_mask_surface(pointer, $0, Double(x), Double(y)) }
  }
}
