internal import CCairo

/// An open face of a font file.
final class FreeTypeFace {
  let handle: FT_Face
  /// Keeps FreeType alive as long as the face.
  let library: FreeTypeLibrary
  let metrics: FaceMetrics
  /// Whether glyphs are bitmaps in fixed sizes (CBDT, sbix).
  let isColor: Bool
  /// The family's name in the file.
  let family: String?
  /// 100 (thin) … 900 (black), from the file.
  let weight: Int
  let isItalic: Bool
  /// The requested face, with the synthetic styles for its outlines.
  private let face: FontFace
  /// The current size, in 1/64 pixel; 0 if none is set.
  private var size: FT_F26Dot6 = 0
  /// The tags of its features; nil before they are read.
  private var features: Set<String>?
  /// The cached ink extents of glyphs.
  private var inks: [UInt32: InkReach] = [:]
  private var advances: [UInt32: Double] = [:]

  /// Opens a face.
  ///
  /// - Throws: `RasterError.library` if FreeType cannot read the file.
  ///
  /// The corresponding C function is `FT_New_Face`.
  init(_ face: FontFace, in library: FreeTypeLibrary) throws(RasterError) {
    var opened: FT_Face?
    try FreeTypeLibrary.checkCode(
      FT_New_Face(library.handle, face.path, FT_Long(face.index), &opened),
      during: "open font '\(FilePath.name(of: face.path))'"
    )
    guard let opened else {
      throw .library(operation: "open font '\(FilePath.name(of: face.path))'", reason: "no face returned")
    }
    if let weight = face.axisWeight { Self.set(weight: weight, of: opened, library) }
    self.library = library
    handle = opened
    metrics = FaceMetrics(reading: opened)
    let flags = opened.pointee.face_flags
    isColor =
      flags & FT_Long(FT_FACE_FLAG_COLOR) != 0 && opened.pointee.num_fixed_sizes > 0
      && flags & FT_Long(FT_FACE_FLAG_SCALABLE) == 0
    family = opened.pointee.family_name.map { String(cString: $0) }
    let axes = face.index >> 16 > 0 || face.axisWeight != nil ? Self.axes(of: opened, library) : [:]
    weight = axes[FT_ULong(FontFace.weightAxis)].map { Int($0.rounded()) } ?? Self.weight(of: opened)
    isItalic =
      opened.pointee.style_flags & FT_Long(FT_STYLE_FLAG_ITALIC) != 0
      || axes[Self.italicAxis, default: 0] > 0 || axes[Self.slantAxis, default: 0] < 0
    self.face = face
  }

  deinit { FT_Done_Face(handle) }

  /// Sets the size for the next glyph that is loaded, in pixels per em.
  ///
  /// The corresponding C function is `FT_Set_Char_Size` at 72 dpi.
  func setSize(_ pixels: Double) throws(RasterError) {
    let wanted = FT_F26Dot6((pixels * 64).rounded())
    guard wanted != size else { return }
    try FreeTypeLibrary.checkCode(FT_Set_Char_Size(handle, 0, wanted, 72, 72), during: "set a font's size")
    size = wanted
  }

  /// Whether the face has a character.
  ///
  /// The corresponding C function is `FT_Get_Char_Index`.
  func has(_ scalar: Unicode.Scalar) -> Bool { FT_Get_Char_Index(handle, FT_ULong(scalar.value)) != 0 }

  /// Whether the face has an OpenType feature, such as `smcp`, in any script.
  ///
  /// The lists of features are those of the OpenType specification, "OpenType Layout Common Table Formats".
  /// The corresponding C function is `FT_Load_Sfnt_Table`.
  func hasFeature(_ tag: String) -> Bool {
    let features = self.features ?? Set(["GSUB", "GPOS"].flatMap(readFeatures))
    self.features = features
    return features.contains(tag)
  }

  private func readFeatures(of table: String) -> [String] {
    let name = table.utf8.reduce(FT_ULong(0)) { $0 << 8 | FT_ULong($1) }
    var length: FT_ULong = 0
    guard FT_Load_Sfnt_Table(handle, name, 0, nil, &length) == 0, length >= 8 else { return [] }
    var bytes = [UInt8](repeating: 0, count: Int(length))
    guard FT_Load_Sfnt_Table(handle, name, 0, &bytes, &length) == 0 else { return [] }
    func number(_ place: Int) -> Int {
      place + 2 <= bytes.count ? Int(bytes[place]) << 8 | Int(bytes[place + 1]) : 0
    }
    let list = number(6)
    return (0..<number(list)).compactMap { index in
      let place = list + 2 + 6 * index
      return place + 4 <= bytes.count ? String(decoding: bytes[place..<place + 4], as: UTF8.self) : nil
    }
  }

  /// The glyph index of a character; 0 if the face does not have it.
  ///
  /// The corresponding C function is `FT_Get_Char_Index`.
  func glyph(of scalar: Unicode.Scalar) -> UInt32 {
    UInt32(FT_Get_Char_Index(handle, FT_ULong(scalar.value)))
  }

  /// The advance of a glyph in em.
  ///
  /// The corresponding C function is `FT_Load_Glyph` with `FT_LOAD_NO_SCALE`.
  func advance(of glyph: UInt32) throws(RasterError) -> Double {
    if let known = advances[glyph] { return known }
    try load(glyph, flags: FT_LOAD_NO_SCALE | FT_LOAD_NO_HINTING)
    let advance = Double(handle.pointee.glyph.pointee.advance.x) / metrics.unitsPerEm
    advances[glyph] = advance
    return advance
  }

  /// The advance of a character in em.
  ///
  /// The corresponding C function is `FT_Get_Char_Index`.
  func advance(of scalar: Unicode.Scalar) throws(RasterError) -> Double {
    try advance(of: UInt32(FT_Get_Char_Index(handle, FT_ULong(scalar.value))))
  }

  /// The ink reach of a glyph's outline, in em; empty if it has no outline.
  ///
  /// The corresponding C function is `FT_Load_Glyph` with `FT_LOAD_NO_SCALE`.
  func ink(of glyph: UInt32) throws(RasterError) -> InkReach {
    if let known = inks[glyph] { return known }
    var reach = InkReach()
    if handle.pointee.face_flags & FT_Long(FT_FACE_FLAG_SCALABLE) != 0 {
      try load(glyph, flags: FT_LOAD_NO_SCALE | FT_LOAD_NO_HINTING)
      let box = handle.pointee.glyph.pointee.metrics
      if box.height > 0 {
        reach.ascent = Double(box.horiBearingY) / metrics.unitsPerEm
        reach.descent = Double(box.height - box.horiBearingY) / metrics.unitsPerEm
      }
    }
    inks[glyph] = reach
    return reach
  }

  /// Loads a glyph into the face's slot.
  ///
  /// The corresponding C function is `FT_Load_Glyph`.
  func load(_ glyph: UInt32, flags: Int) throws(RasterError) {
    guard Int(glyph) < handle.pointee.num_glyphs else {
      throw .library(
        operation: "load glyph \(glyph)", reason: "the font has \(handle.pointee.num_glyphs) glyphs")
    }
    try FreeTypeLibrary.checkCode(
      FT_Load_Glyph(handle, FT_UInt(glyph), FT_Int32(flags)), during: "load glyph \(glyph)")
    synthesize(isScaled: flags & FT_LOAD_NO_SCALE == 0)
  }

  /// Emboldens and slants the loaded outline, if its family has no bold or italic face.
  ///
  /// The corresponding C functions are `FT_Outline_Embolden` and `FT_Outline_Transform`.
  private func synthesize(isScaled: Bool) {
    guard face.isEmboldened || face.isSlanted, let slot = handle.pointee.glyph,
      slot.pointee.format == FT_GLYPH_FORMAT_OUTLINE
    else { return }
    if face.isEmboldened {
      let em = isScaled ? FT_Pos(size) : FT_Pos(metrics.unitsPerEm)
      FT_Outline_Embolden(&slot.pointee.outline, em / Self.boldness)
      // Emboldening extends it to the right and upwards; this centres it again.
      FT_Outline_Translate(&slot.pointee.outline, -em / Self.boldness / 2, -em / Self.boldness / 2)
    }
    if face.isSlanted {
      // A fifth to the right for each unit of height, as 16.16 fixed point: some 12 degrees.
      var slant = FT_Matrix(xx: 0x10000, xy: 0x366A, yx: 0, yy: 0x10000)
      FT_Outline_Transform(&slot.pointee.outline, &slant)
    }
  }

  /// The inverse of the share of an em by which a stem grows: 1/28.
  private static let boldness = 28

  // The registered axes of the OpenType specification, "ital" and "slnt"; letters that lean to the right have
  // a negative slant.
  private static let italicAxis: FT_ULong = 0x6974_616C
  private static let slantAxis: FT_ULong = 0x736C_6E74

  /// The coordinates of a variable font's instance, by axis tag.
  ///
  /// The corresponding C functions are `FT_Get_MM_Var` and `FT_Get_Var_Design_Coordinates`.
  private static func axes(of face: FT_Face, _ library: FreeTypeLibrary) -> [FT_ULong: Double] {
    var found: UnsafeMutablePointer<FT_MM_Var>?
    guard FT_Get_MM_Var(face, &found) == 0, let found else { return [:] }
    defer { FT_Done_MM_Var(library.handle, found) }
    let count = Int(found.pointee.num_axis)
    var places = [FT_Fixed](repeating: 0, count: count)
    guard FT_Get_Var_Design_Coordinates(face, FT_UInt(count), &places) == 0 else { return [:] }
    var axes: [FT_ULong: Double] = [:]
    for index in 0..<count { axes[found.pointee.axis[index].tag] = Double(places[index]) / 65_536 }
    return axes
  }

  /// Sets the weight axis of a face; the other axes stay at their defaults.
  ///
  /// The corresponding C functions are `FT_Get_MM_Var` and `FT_Set_Var_Design_Coordinates`.
  private static func set(weight: Int, of face: FT_Face, _ library: FreeTypeLibrary) {
    var found: UnsafeMutablePointer<FT_MM_Var>?
    guard FT_Get_MM_Var(face, &found) == 0, let found else { return }
    defer { FT_Done_MM_Var(library.handle, found) }
    var places = (0..<Int(found.pointee.num_axis)).map { index in
      let axis = found.pointee.axis[index]
      return axis.tag == FT_ULong(FontFace.weightAxis) ? FT_Fixed(weight << 16) : axis.def
    }
    FT_Set_Var_Design_Coordinates(face, FT_UInt(places.count), &places)
  }

  /// The corresponding C function is `FT_Get_Sfnt_Table`.
  private static func weight(of face: FT_Face) -> Int {
    guard let table = FT_Get_Sfnt_Table(face, FT_SFNT_OS2) else {
      return face.pointee.style_flags & FT_Long(FT_STYLE_FLAG_BOLD) != 0 ? 700 : 400
    }
    return Int(table.assumingMemoryBound(to: TT_OS2.self).pointee.usWeightClass)
  }
}

extension FaceMetrics {
  /// Reads the tables `hhea`, `post` and `OS/2`.
  ///
  /// The corresponding C function is `FT_Get_Sfnt_Table`.
  fileprivate init(reading face: FT_Face) {
    let record = face.pointee
    let em = record.units_per_EM > 0 ? Double(record.units_per_EM) : 1000
    var ascent = Double(record.ascender) / em
    var descent = -Double(record.descender) / em
    if ascent + descent <= 0 { (ascent, descent) = (0.8, 0.2) }
    var thickness = Double(record.underline_thickness) / em
    var position = -Double(record.underline_position) / em
    if thickness <= 0 { (thickness, position) = (0.05, 0.1) }
    var strikeTop = ascent * 0.3
    var strikeThickness = thickness
    if let table = FT_Get_Sfnt_Table(face, FT_SFNT_OS2) {
      let os2 = table.assumingMemoryBound(to: TT_OS2.self).pointee
      if os2.yStrikeoutSize > 0, os2.yStrikeoutPosition > 0 {
        strikeTop = Double(os2.yStrikeoutPosition) / em
        strikeThickness = Double(os2.yStrikeoutSize) / em
      }
    }
    self.init(
      unitsPerEm: em, ascent: ascent, descent: descent, underlineTop: position - thickness / 2,
      underlineThickness: thickness, strikethroughTop: -strikeTop, strikethroughThickness: strikeThickness)
  }
}

extension FreeTypeFace {
  /// Draws an unhinted coverage mask of a glyph; nil if the mask is empty.
  ///
  /// - Parameters:
  ///   - pixelSize: pixels per em; rounded to 1/64.
  ///   - phaseX: quarters of a pixel to the right, 0…3.
  ///   - phaseY: quarters of a pixel downwards, 0…3.
  ///
  /// The corresponding C function is `FT_Outline_Get_Bitmap`.
  func mask(
    of glyph: UInt32, pixelSize: Double, phaseX: Int, phaseY: Int
  ) throws(RasterError) -> GlyphMask? {
    guard handle.pointee.face_flags & FT_Long(FT_FACE_FLAG_SCALABLE) != 0 else { return nil }
    try setSize(pixelSize)
    try load(glyph, flags: FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP)
    guard let slot = handle.pointee.glyph, slot.pointee.format == FT_GLYPH_FORMAT_OUTLINE,
      slot.pointee.outline.n_points > 0
    else { return nil }
    // FreeType's y axis points up, in units of 1/64 pixel.
    FT_Outline_Translate(&slot.pointee.outline, FT_Pos(phaseX * 16), FT_Pos(phaseY * -16))
    var box = FT_BBox()
    FT_Outline_Get_CBox(&slot.pointee.outline, &box)
    let left = Int(box.xMin) >> 6
    let bottom = Int(box.yMin) >> 6
    let width = ((Int(box.xMax) + 63) >> 6) - left
    let height = ((Int(box.yMax) + 63) >> 6) - bottom
    guard width > 0, height > 0 else { return nil }
    guard width <= Limits.canvasSide, height <= Limits.canvasPixels / width,
      let pitch = Int32(exactly: width),
      let rows = UInt32(exactly: height)
    else {
      throw .limit(
        what: "the pixels of a glyph", value: Double(width) * Double(height),
        limit: Double(Limits.canvasPixels))
    }
    FT_Outline_Translate(&slot.pointee.outline, FT_Pos(-left * 64), FT_Pos(-bottom * 64))
    var coverage = [UInt8](repeating: 0, count: width * height)
    let code = coverage.withUnsafeMutableBufferPointer { buffer in
      var bitmap = FT_Bitmap()
      bitmap.rows = rows
      bitmap.width = UInt32(pitch)
      bitmap.pitch = pitch
      bitmap.buffer = buffer.baseAddress
      bitmap.num_grays = 256
      bitmap.pixel_mode = UInt8(FT_PIXEL_MODE_GRAY.rawValue)
      return FT_Outline_Get_Bitmap(library.handle, &slot.pointee.outline, &bitmap)
    }
    try FreeTypeLibrary.checkCode(code, during: "draw glyph \(glyph)")
    return GlyphMask(left: left, top: -(bottom + height), width: width, height: height, coverage: coverage)
  }

  /// The bitmap of a colour glyph in the font's largest size; nil if it has none.
  ///
  /// The corresponding C function is `FT_Load_Glyph` with `FT_LOAD_COLOR`.
  func picture(of glyph: UInt32) throws(RasterError) -> GlyphPicture? {
    guard isColor, let sizes = handle.pointee.available_sizes else { return nil }
    let count = Int(handle.pointee.num_fixed_sizes)
    guard let strike = (0..<count).max(by: { sizes[$0].y_ppem < sizes[$1].y_ppem }) else { return nil }
    try FreeTypeLibrary.checkCode(FT_Select_Size(handle, Int32(strike)), during: "choose a font's size")
    try load(glyph, flags: FT_LOAD_COLOR)
    guard let slot = handle.pointee.glyph, slot.pointee.format == FT_GLYPH_FORMAT_BITMAP,
      slot.pointee.bitmap.pixel_mode == UInt8(FT_PIXEL_MODE_BGRA.rawValue),
      let bitmap = Self.straight(slot.pointee.bitmap)
    else { return nil }
    let em = Double(sizes[strike].y_ppem) / 64
    return GlyphPicture(
      bitmap: bitmap,
      frame: Rect(
        x: Double(slot.pointee.bitmap_left) / em, y: -Double(slot.pointee.bitmap_top) / em,
        width: Double(bitmap.width) / em, height: Double(bitmap.height) / em))
  }

  /// Converts FreeType's premultiplied BGRA to RGBA with straight alpha; c·255/a, halves rounded up.
  private static func straight(_ source: FT_Bitmap) -> Bitmap? {
    let width = Int(source.width)
    let height = Int(source.rows)
    guard let bytes = source.buffer, source.pitch >= 4 * width else { return nil }
    var pixels: [UInt8] = []
    pixels.reserveCapacity(4 * width * height)
    for row in 0..<height {
      for column in 0..<width {
        let at = row * Int(source.pitch) + 4 * column
        let alpha = Int(bytes[at + 3])
        for channel in [2, 1, 0] {
          let value = Int(bytes[at + channel])
          pixels.append(alpha == 0 ? 0 : UInt8(min(255, (value * 255 + alpha / 2) / alpha)))
        }
        pixels.append(UInt8(alpha))
      }
    }
    return Bitmap(width: width, height: height, pixels: pixels)
  }
}

extension FreeTypeFace {
  /// The outline of a glyph: 1 em is 1 unit, y down, the pen at the origin.
  ///
  /// Quadratic curves become cubic ones, which is exact. A glyph without an outline gives an empty path. The
  /// corresponding C function is `FT_Outline_Decompose`.
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
    try FreeTypeLibrary.checkCode(code, during: "read the outline of glyph \(glyph)")
    return trace.finished()
  }
}

/// The state shared by the callbacks of one walk over an outline.
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

  /// Unwraps the callback's C pointers and passes them on; returns 1 to stop the walk if a pointer is
  /// missing.
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
