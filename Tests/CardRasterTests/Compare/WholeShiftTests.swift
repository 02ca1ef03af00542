import TestSupport
import Testing

@testable import CardRaster

/// Pictures with a small difference everywhere.
@Suite struct WholeShiftTests {
  /// A picture of grey areas, each pixel shifted by a function.
  private func picture(_ shift: (Int, Int) -> Int) throws -> Bitmap {
    let pixels = (0..<40 * 30).flatMap { place -> [UInt8] in
      let (x, y) = (place % 40, place / 40)
      let value = UInt8(120 + 10 * (x / 8) + shift(x, y))
      return [value, value, value, 255]
    }
    return try #require(Bitmap(width: 40, height: 30, pixels: pixels))
  }

  private func compare(_ settings: Comparison.Settings = .perceptual, _ shift: (Int, Int) -> Int) throws
    -> Comparison
  {
    try Comparison(expected: picture { _, _ in 0 }, actual: picture(shift), settings: settings)
  }

  @Test func aShiftOfTheWholePictureIsADifferenceAtAnyThreshold() throws {
    for shift in [-7, 7] {
      for metric in [Metric.oklab, .yiq] {
        let settings = Comparison.Settings(metric: metric, tolerance: Tolerance(threshold: 0.5))
        let found = try compare(settings) { _, _ in shift }
        #expect(found.verdict == .different)
        #expect(found.differingPixels == 0)
        #expect(abs(found.wholeShift - 7.0 / 255) < 1e-9)
        #expect(found.summary.contains("the whole picture differs by 0.027 on average"))
      }
    }
  }

  @Test func noiseSmallStepsAndHalfAPictureAreNotAShift() throws {
    let noise = try compare { x, y in (x + y) % 2 == 0 ? 7 : -7 }
    #expect(noise.isSame)
    let small = try compare { _, _ in 2 }
    #expect(small.isSame)
    let half = try compare { x, _ in x < 20 ? 7 : 0 }
    #expect(half.isSame)
    #expect(half.wholeShift == 0)
    let more = try compare { x, _ in x < 21 ? 7 : 0 }
    #expect(!more.isSame)
  }

  @Test func ignoredPixelsDoNotCount() throws {
    var settings = Comparison.Settings.perceptual
    settings.ignored = [try #require(PixelRect(minX: 0, minY: 0, maxX: 30, maxY: 30))]
    let ignored = try compare(settings) { x, _ in x < 30 ? 7 : 0 }
    #expect(ignored.isSame)
    let seen = try compare(settings) { x, _ in x < 30 ? 0 : 7 }
    #expect(!seen.isSame)
  }

  @Test func noShiftIsLostByTheQuickCheck() throws {
    // Some areas are slightly off one half, in stripes, blocks and dots.
    for parts in 8..<24 {
      for shape in 0..<3 {
        let found = try compare { x, y in
          let place = [x, x / 4 * 4 + y % 4, (x * 7 + y * 11) % 40][shape]
          return place < parts + 4 * (parts % 3) ? 7 : 0
        }
        let ignored = try IgnoredPixels(.perceptual, expected: found.expected, actual: found.actual)
        let whole = WholeShift(found.expected, found.actual, ignored, over: .checkerboard)
        #expect(found.isSame == !whole.isTooMuch, "\(parts) of shape \(shape)")
        #expect(found.wholeShift == (whole.isTooMuch ? whole.mean : 0))
      }
    }
  }
}
