@testable import CardRaster

/// A glyph source for tests: every glyph is a full em square on the baseline, in each of its forms.
struct SquareGlyphs: GlyphSource {
  func mask(
    of glyph: UInt32, in face: FontFace, pixelSize: Double, phaseX: Int, phaseY: Int
  ) throws(RasterError) -> GlyphMask? {
    let side = Int(pixelSize)
    let part = UInt8(255 * (4 - phaseX) / 4)
    var row = [part] + [UInt8](repeating: 255, count: side - 1)
    if phaseX > 0 { row.append(255 - part) }
    return GlyphMask(
      left: 0, top: -side, width: row.count, height: side, coverage: Array((0..<side).flatMap { _ in row }))
  }

  func outline(of glyph: UInt32, in face: FontFace) throws(RasterError) -> Path {
    RoundedRect(rect: Rect(x: 0, y: -1, width: 1, height: 1)).path
  }

  func picture(of glyph: UInt32, in face: FontFace) throws(RasterError) -> GlyphPicture? {
    guard let bitmap = Bitmap(width: 2, height: 2, pixels: [255, 0, 0, 255].repeated(4)) else {
      return nil
    }
    return GlyphPicture(bitmap: bitmap, frame: Rect(x: 0, y: -1, width: 1, height: 1))
  }
}

extension Sequence where Element == UInt8 {
  /// The bytes repeated `count` times.
  func repeated(_ count: Int) -> [UInt8] { (0..<count).flatMap { _ in self } }
}

/// Paints items on a picture of a size in points.
func painted(
  _ items: [DisplayItem], width: Double = 20, height: Double = 20, scale: Double = 1, background: Paint? = nil
) throws -> Bitmap {
  let list = DisplayList(
    size: Size(width: width, height: height), scale: scale, background: background, items: items)
  return try BitmapPainter.paint(list, glyphs: SquareGlyphs()).bitmap()
}

extension Bitmap {
  /// The largest difference of a channel, or 256 if the sizes differ.
  func difference(from other: Bitmap) -> Int {
    guard width == other.width, height == other.height else { return 256 }
    return zip(pixels, other.pixels).map { abs(Int($0) - Int($1)) }.max() ?? 0
  }
}

/// A bitmap with pixels from a function.
func makeBitmap(_ width: Int, _ height: Int, _ color: (Int, Int) -> Color) throws -> Bitmap {
  var pixels: [UInt8] = []
  for y in 0..<height {
    for x in 0..<width {
      let c = color(x, y)
      pixels += [c.red, c.green, c.blue, c.alpha]
    }
  }
  guard let bitmap = Bitmap(width: width, height: height, pixels: pixels) else {
    throw RasterError.image(reason: "no bitmap")
  }
  return bitmap
}

extension DisplayItem {
  /// An item with a bitmap in a frame.
  static func bitmap(_ bitmap: Bitmap, _ frame: Rect, tint: Color? = nil) -> DisplayItem {
    .image(
      ImageItem(
        image: ImageSource(
          name: "test", size: Size(width: Double(bitmap.width), height: Double(bitmap.height)),
          content: .bitmap(bitmap), file: nil), frame: frame, tint: tint))
  }

  /// An item with an SVG document in a frame.
  static func svg(_ text: String, size: Size, _ frame: Rect, tint: Color? = nil) -> DisplayItem {
    .image(
      ImageItem(
        image: ImageSource(
          name: "test", size: size, content: .vector(SVGPicture(Array(text.utf8))), file: nil),
        frame: frame, tint: tint))
  }

  /// A run of square glyphs at the given columns.
  static func squares(
    _ columns: [Double], baseline: Double, size: Double, color: Color = .black, isColor: Bool = false
  ) -> DisplayItem {
    .glyphs(
      GlyphRun(
        face: FontFace(path: "none"), font: Font("Test", size: size), isColor: isColor, color: color,
        origin: Point(x: 0, y: baseline), glyphs: columns.map { GlyphRun.Glyph(id: 1, x: $0, y: 0) },
        width: 0,
        text: "", isRightToLeft: false))
  }
}

extension String {
  /// The SVG document with ids of a letter and a number, without the prefix that depends on the content.
  var withoutIDPrefix: String {
    guard let place = firstRange(of: " id=\"") else { return self }
    return replacing(self[place.upperBound...].prefix(6), with: "")
  }
}
