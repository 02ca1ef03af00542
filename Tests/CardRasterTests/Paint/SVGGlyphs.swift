@testable import CardRaster

/// Glyphs for tests of the SVG painter: 0 draws nothing, 1 is a box, any other a ring of two circles.
///
/// All except 0 and 9 have a picture of one pixel.
struct TestGlyphs: GlyphSource, ~Copyable {
  borrowing func mask(
    of glyph: UInt32, in face: FontFace, pixelSize: Double, phaseX: Int, phaseY: Int
  ) throws(RasterError) -> GlyphMask? { nil }

  borrowing func outline(of glyph: UInt32, in face: FontFace) throws(RasterError) -> Path {
    switch glyph {
    case 0: return Path()
    case 1: return .polygon([.zero, Point(x: 0.5, y: 0), Point(x: 0.5, y: -0.7), Point(x: 0, y: -0.7)])
    case 404: throw RasterError.library(operation: "FT_Load_Glyph", reason: "invalid glyph index")
    default:
      let outer = Rect(x: 0, y: -0.6, width: 0.6, height: 0.6)
      var path = Path.ellipse(in: outer)
      let inner = Path.ellipse(in: Rect(x: -0.45, y: -0.45, width: 0.3, height: 0.3))
      // Mirrored, so that it has the opposite direction and makes a hole.
      for element in inner.transformed(by: .scale(-1, 1)).elements {
        switch element {
        case .move(let p): path.move(to: p)
        case .line(let p): path.line(to: p)
        case .curve(let a, let b, let p): path.curve(a, b, to: p)
        case .close: path.close()
        }
      }
      return path
    }
  }

  borrowing func picture(of glyph: UInt32, in face: FontFace) throws(RasterError) -> GlyphPicture? {
    guard glyph != 0, glyph != 9 else { return nil }
    guard let bitmap = Bitmap(width: 1, height: 1, pixels: [255, 200, 0, 255]) else { return nil }
    return GlyphPicture(bitmap: bitmap, frame: Rect(x: 0.1, y: -0.8, width: 0.5, height: 0.8))
  }
}
