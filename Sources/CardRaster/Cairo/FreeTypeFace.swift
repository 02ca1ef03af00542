internal import CCairo

/// One opened face of a font file.
final class FreeTypeFace {
  let handle: FT_Face
  /// Keeps FreeType alive for as long as the face is.
  let library: FreeTypeLibrary
  /// The face's heights and rules.
  let metrics: FaceMetrics
  /// Whether glyphs are pictures in fixed sizes (CBDT, sbix).
  let isColor: Bool
  /// The family's name, as the file has it.
  let family: String?
  /// 100 (thin) … 900 (black), as the file has it.
  let weight: Int
  /// Whether its letters are slanted.
  let isItalic: Bool
  /// What its outlines go through.
  private let face: FontFace
  /// The size that is set, in 1/64 pixel; 0 when none is.
  private var size: FT_F26Dot6 = 0
  /// The tags of its features; nil before they are read.
  private var features: Set<String>?
  /// What was measured so far.
  private var inks: [UInt32: InkReach] = [:]
  private var advances: [UInt32: Double] = [:]

  /// Opens a face.
  ///
  /// - Throws: `RasterError.library` when FreeType cannot read the file.
  ///
  /// The corresponding C function is `FT_New_Face`.
  init(_ face: FontFace, in library: FreeTypeLibrary) throws(RasterError) {
    var opened: FT_Face?
    try FreeTypeLibrary.check(
      FT_New_Face(library.handle, face.path, FT_Long(face.index), &opened),
      during: "open font '\(FilePath.name(of: face.path))'"
    )
    guard let opened else {
      throw .library(operation: "open font '\(FilePath.name(of: face.path))'", reason: "no face came back")
    }
    self.library = library
    handle = opened
    metrics = FaceMetrics(reading: opened)
    let flags = opened.pointee.face_flags
    isColor =
      flags & FT_Long(FT_FACE_FLAG_COLOR) != 0 && opened.pointee.num_fixed_sizes > 0
      && flags & FT_Long(FT_FACE_FLAG_SCALABLE) == 0
    family = opened.pointee.family_name.map { String(cString: $0) }
    let axes = face.index >> 16 > 0 ? Self.axes(of: opened, library) : [:]
    weight = axes[Self.weightAxis].map { Int($0.rounded()) } ?? Self.weight(of: opened)
    isItalic =
      opened.pointee.style_flags & FT_Long(FT_STYLE_FLAG_ITALIC) != 0
      || axes[Self.italicAxis, default: 0] > 0 || axes[Self.slantAxis, default: 0] < 0
    self.face = face
  }

  deinit { FT_Done_Face(handle) }

  /// Sets the size for the next glyph that is loaded, in pixels per em.
  ///
  /// The corresponding C function is `FT_Set_Char_Size` at 72 dots an inch.
  func setSize(_ pixels: Double) throws(RasterError) {
    let wanted = FT_F26Dot6((pixels * 64).rounded())
    guard wanted != size else { return }
    try FreeTypeLibrary.check(FT_Set_Char_Size(handle, 0, wanted, 72, 72), during: "set a font's size")
    size = wanted
  }

  /// Whether the face has a character.
  ///
  /// The corresponding C function is `FT_Get_Char_Index`.
  func has(_ scalar: Unicode.Scalar) -> Bool { FT_Get_Char_Index(handle, FT_ULong(scalar.value)) != 0 }

  /// Whether the face has an OpenType feature, such as `smcp`, in any script.
  ///
  /// The lists of features are those of the OpenType specification, "OpenType Layout Common Table Formats". The
  /// corresponding C function is `FT_Load_Sfnt_Table`.
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

  /// The number of a character's glyph; 0 when the face has none.
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

  /// How far the outline of a glyph reaches, in em; nowhere when it has none.
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
    try FreeTypeLibrary.check(
      FT_Load_Glyph(handle, FT_UInt(glyph), FT_Int32(flags)), during: "load glyph \(glyph)")
    synthesize(isScaled: flags & FT_LOAD_NO_SCALE == 0)
  }

  /// Thickens and slants the outline that was loaded, where its family has no bold or italic face.
  ///
  /// The corresponding C functions are `FT_Outline_Embolden` and `FT_Outline_Transform`.
  private func synthesize(isScaled: Bool) {
    guard face.isEmboldened || face.isSlanted, let slot = handle.pointee.glyph,
      slot.pointee.format == FT_GLYPH_FORMAT_OUTLINE
    else { return }
    if face.isEmboldened {
      let em = isScaled ? FT_Pos(size) : FT_Pos(metrics.unitsPerEm)
      FT_Outline_Embolden(&slot.pointee.outline, em / Self.boldness)
      // It grows to the right and upwards; the letters stay on their line and in their middle.
      FT_Outline_Translate(&slot.pointee.outline, -em / Self.boldness / 2, -em / Self.boldness / 2)
    }
    if face.isSlanted {
      // A fifth to the right for each unit of height, as 16.16 fixed point: some 12 degrees.
      var slant = FT_Matrix(xx: 0x10000, xy: 0x366A, yx: 0, yy: 0x10000)
      FT_Outline_Transform(&slot.pointee.outline, &slant)
    }
  }

  /// A stem grows by this share of an em: 1/28.
  private static let boldness = 28

  // The registered axes of the OpenType specification, "wght", "ital" and "slnt"; letters that lean to the right have a
  // negative slant.
  private static let weightAxis: FT_ULong = 0x7767_6874
  private static let italicAxis: FT_ULong = 0x6974_616C
  private static let slantAxis: FT_ULong = 0x736C_6E74

  /// Where an instance of a variable font lies on each axis, by the axis' tag.
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
