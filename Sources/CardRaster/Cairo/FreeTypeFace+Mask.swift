internal import CCairo

extension FreeTypeFace {
  /// Draws a glyph as coverage, unhinted; nil when there is nothing to be seen.
  ///
  /// - Parameters:
  ///   - pixelSize: pixels per em; rounded to 1/64.
  ///   - phaseX: quarters of a pixel to the right, 0…3.
  ///   - phaseY: quarters of a pixel downward, 0…3.
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
    // FreeType counts upward and in 1/64 pixel.
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
    try FreeTypeLibrary.check(code, during: "draw glyph \(glyph)")
    return GlyphMask(left: left, top: -(bottom + height), width: width, height: height, coverage: coverage)
  }

  /// The picture of a coloured glyph in the font's largest size; nil when it has none.
  ///
  /// The corresponding C function is `FT_Load_Glyph` with `FT_LOAD_COLOR`.
  func picture(of glyph: UInt32) throws(RasterError) -> GlyphPicture? {
    guard isColor, let sizes = handle.pointee.available_sizes else { return nil }
    let count = Int(handle.pointee.num_fixed_sizes)
    guard let strike = (0..<count).max(by: { sizes[$0].y_ppem < sizes[$1].y_ppem }) else { return nil }
    try FreeTypeLibrary.check(FT_Select_Size(handle, Int32(strike)), during: "choose a font's size")
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

  /// FreeType's BGRA with multiplied alpha as RGBA with straight alpha; c·255/a, rounded half up.
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
