internal import CCairo

extension FreeTypeFace {
  /// The outline of a glyph: 1 em is 1 unit, y down, the pen at the origin.
  ///
  /// Quadratic curves become cubic ones, which is exact. A glyph without an outline gives an empty path.
  /// The corresponding C function is `FT_Outline_Decompose`.
  func outline(of glyph: UInt32) throws(RasterError) -> Path {
    guard handle.pointee.face_flags & FT_Long(FT_FACE_FLAG_SCALABLE) != 0 else { return Path() }
    try load(glyph, flags: FT_LOAD_NO_SCALE | FT_LOAD_NO_HINTING)
    guard handle.pointee.glyph.pointee.format == FT_GLYPH_FORMAT_OUTLINE else { return Path() }
    var trace = OutlineTrace(unit: 1 / metrics.unitsPerEm)
    var steps = FT_Outline_Funcs(
      move_to: { to, trace in OutlineTrace.with(trace, to) { $0.move(to: $1[0]) } },
      line_to: { to, trace in OutlineTrace.with(trace, to) { $0.line(to: $1[0]) } },
      conic_to: { control, to, trace in
        OutlineTrace.with(trace, control, to) { $0.quadratic($1[0], to: $1[1]) }
      },
      cubic_to: { first, second, to, trace in
        OutlineTrace.with(trace, first, second, to) { $0.cubic($1[0], $1[1], to: $1[2]) }
      },
      shift: 0, delta: 0)
    let code = withUnsafeMutablePointer(to: &trace) { pointer in
      FT_Outline_Decompose(&handle.pointee.glyph.pointee.outline, &steps, pointer)
    }
    try FreeTypeLibrary.check(code, during: "read the outline of glyph \(glyph)")
    return trace.finished()
  }
}

/// What the callbacks of one walk over an outline share.
private struct OutlineTrace {
  let unit: Double
  var path = Path()
  var pen = Point.zero
  var isOpen = false

  init(unit: Double) { self.unit = unit }

  func point(_ vector: FT_Vector) -> Point { Point(x: Double(vector.x) * unit, y: -Double(vector.y) * unit) }

  mutating func move(to end: FT_Vector) {
    if isOpen { path.close() }
    isOpen = true
    pen = point(end)
    path.move(to: pen)
  }

  mutating func line(to end: FT_Vector) {
    pen = point(end)
    path.line(to: pen)
  }

  mutating func quadratic(_ control: FT_Vector, to end: FT_Vector) {
    let (middle, last) = (point(control), point(end))
    let first = Point(x: pen.x + (middle.x - pen.x) * 2 / 3, y: pen.y + (middle.y - pen.y) * 2 / 3)
    let second = Point(x: last.x + (middle.x - last.x) * 2 / 3, y: last.y + (middle.y - last.y) * 2 / 3)
    path.curve(first, second, to: last)
    pen = last
  }

  mutating func cubic(_ first: FT_Vector, _ second: FT_Vector, to end: FT_Vector) {
    pen = point(end)
    path.curve(point(first), point(second), to: pen)
  }

  mutating func finished() -> Path {
    if isOpen { path.close() }
    return path
  }

  /// Reads what C hands over and passes it on; 1 stops the walk when a pointer is missing.
  static func with(
    _ trace: UnsafeMutableRawPointer?, _ vectors: UnsafePointer<FT_Vector>?...,
    then body: (inout OutlineTrace, [FT_Vector]) -> Void
  ) -> Int32 {
    guard let trace else { return 1 }
    var points: [FT_Vector] = []
    for vector in vectors {
      guard let vector else { return 1 }
      points.append(vector.pointee)
    }
    body(&trace.assumingMemoryBound(to: OutlineTrace.self).pointee, points)
    return 0
  }
}
