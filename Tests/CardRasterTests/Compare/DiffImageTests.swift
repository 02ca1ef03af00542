import TestSupport
import Testing

@testable import CardRaster

/// Diff pictures, pixel by pixel.
@Suite("Diff pictures") struct DiffImageTests {
  private typealias Samples = ComparisonSamples

  private func pixel(_ bitmap: Bitmap, _ x: Int, _ y: Int) -> [UInt8] {
    let start = 4 * (y * bitmap.width + x)
    return Array(bitmap.pixels[start..<start + 4])
  }

  @Test("An overlay shows a faint version of the expected picture, with the differences in red")
  func overlay() throws {
    let expected = try Samples.dots(6, 4, [(0, 0)])
    let actual = try Samples.dots(6, 4, [(0, 0), (5, 3)])
    let found = try DiffImage.draw(try Comparison(expected: expected, actual: actual), .overlay)
    #expect((found.width, found.height) == (6, 4))
    // 255 − 25.5 of black, truncated to an integer.
    #expect(pixel(found, 0, 0) == [229, 229, 229, 255])
    #expect(pixel(found, 1, 0) == [255, 255, 255, 255])
    #expect(pixel(found, 5, 3) == [255, 0, 0, 255])
  }

  @Test("Darker, antialiased, ignored and missing pixels have different colours")
  func colors() throws {
    let expected = try Samples.picture(9, 10) { x, y in
      if y == 9 { return Samples.white }
      return x < 4 ? Samples.black : x > 4 ? Samples.white : (128, 128, 128, 255)
    }
    let actual = try Samples.picture(9, 9) { x, y in
      if (x, y) == (8, 4) { return Samples.black }
      if (x, y) == (1, 4) { return Samples.white }
      return x <= 4 ? Samples.black : Samples.white
    }
    let ignored = try #require(PixelRect(minX: 0, minY: 8, maxX: 2, maxY: 9))
    let settings = Comparison.Settings(metric: .oklab, tolerance: .perceptual, ignored: [ignored])
    let comparison = try Comparison(expected: expected, actual: actual, settings: settings)
    let palette = DiffImage.Palette(darker: Color(rgb: 0x0000FF))
    let overlay = try DiffImage.draw(comparison, .overlay, palette: palette)
    #expect(pixel(overlay, 8, 4) == [0, 0, 255, 255])
    #expect(pixel(overlay, 1, 4) == [255, 0, 0, 255])
    #expect(pixel(overlay, 4, 1) == [255, 255, 0, 255])
    #expect(pixel(overlay, 1, 8) == [190, 215, 255, 255])
    #expect(pixel(overlay, 3, 9) == [255, 0, 255, 255])
    let mask = try DiffImage.draw(comparison, .mask)
    #expect(pixel(mask, 8, 4) == [255, 0, 0, 255])
    #expect(pixel(mask, 3, 9) == [255, 0, 255, 255])
    for (x, y) in [(4, 1), (1, 8), (7, 7), (0, 0)] { #expect(pixel(mask, x, y) == [0, 0, 0, 0]) }
  }

  @Test("A strip shows expected, overlay and actual side by side")
  func strip() throws {
    let expected = try Samples.dots(5, 3, [(1, 1)])
    let actual = try Samples.picture(4, 2) { x, _ in x == 3 ? (10, 20, 30, 40) : Samples.white }
    let comparison = try Comparison(expected: expected, actual: actual)
    let strip = try DiffImage.draw(comparison, .strip)
    #expect((strip.width, strip.height) == (23, 3))
    #expect(pixel(strip, 1, 1) == [0, 0, 0, 255])
    #expect(pixel(strip, 5, 0) == [128, 128, 128, 255])
    #expect(pixel(strip, 8, 2) == [128, 128, 128, 255])
    #expect(pixel(strip, 9 + 1, 1) == [255, 0, 0, 255])
    #expect(pixel(strip, 9 + 4, 0) == [255, 0, 255, 255])
    #expect(pixel(strip, 14, 0) == [128, 128, 128, 255])
    #expect(pixel(strip, 18 + 3, 1) == [10, 20, 30, 40])
    // Beyond the end of a picture the strip is transparent.
    #expect(pixel(strip, 18 + 4, 0) == [0, 0, 0, 0])
    #expect(pixel(strip, 18, 2) == [0, 0, 0, 0])
  }

  @Test("Equal pictures give a faint overlay and an empty mask")
  func nothingDiffers() throws {
    let picture = try Samples.dots(20, 2, [(19, 1)])
    let comparison = try Comparison(expected: picture, actual: picture, settings: .perceptual)
    #expect(pixel(try DiffImage.draw(comparison, .overlay), 19, 1) == [229, 229, 229, 255])
    #expect(try DiffImage.draw(comparison, .mask).pixels.allSatisfy { $0 == 0 })
    #expect(try DiffImage.draw(comparison, .strip).width == 68)
  }
}
