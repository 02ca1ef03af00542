import TestSupport
import Testing

@testable import CardRaster

/// Pictures whose differences are counted by hand.
@Suite("Comparing pictures") struct ComparisonTests {
  private typealias Samples = ComparisonSamples

  private func perceptual(
    _ metric: Metric = .oklab, threshold: Double = 0.1, counts: Bool = false,
    background: Comparison.Settings.Background = .checkerboard
  ) -> Comparison.Settings {
    Comparison.Settings(
      metric: metric, tolerance: Tolerance(threshold: threshold, countsAntialiasing: counts),
      background: background)
  }

  @Test("Equal pictures are the same by every metric", arguments: Metric.allCases)
  func equalPicturesAreTheSame(_ metric: Metric) throws {
    let picture = try Samples.dots(37, 5, [(3, 3), (36, 4)])
    let found = try Comparison(
      expected: picture, actual: picture,
      settings: Comparison.Settings(metric: metric, tolerance: Tolerance(threshold: 0)))
    #expect(found.isSame)
    #expect(found.verdict == .same)
    #expect(found.differingPixels == 0)
    #expect(found.comparedPixels == 185)
    #expect(found.maxDelta == 0)
    #expect(found.maxChannelDelta == 0)
    #expect(found.regions.isEmpty)
    #expect(found.summary == "no pixel differs")
  }

  @Test("One bit of one channel is a difference, wherever it is", arguments: 0..<4)
  func oneBitIsADifference(_ channel: Int) throws {
    for place in [0, 15, 16, 33, 69, 104] {
      var pixels = [UInt8](repeating: 200, count: 4 * 105)
      let expected = try #require(Bitmap(width: 35, height: 3, pixels: pixels))
      pixels[4 * place + channel] ^= 1
      let actual = try #require(Bitmap(width: 35, height: 3, pixels: pixels))
      let found = try Comparison(expected: expected, actual: actual)
      #expect(!found.isSame)
      #expect(found.differingPixels == 1)
      #expect(found.maxChannelDelta == 1)
      #expect(found.maxDelta == 1.0 / 255)
      #expect(found.summary == "1 of 105 pixels differs (0.95 %), by less than 0.01")
      let frame = try #require(
        PixelRect(minX: place % 35, minY: place / 35, maxX: place % 35 + 1, maxY: place / 35 + 1))
      #expect(found.regions == [Comparison.Region(frame: frame, pixels: 1)])
    }
  }

  @Test("The distance from black to white is 1", arguments: [Metric.exact, .oklab])
  func blackToWhiteIsOne(_ metric: Metric) throws {
    let found = try Comparison(
      expected: try Samples.dots(1, 1, [(0, 0)]), actual: try Samples.dots(1, 1, []),
      settings: perceptual(metric, counts: true))
    #expect(abs(found.maxDelta - 1) < 1e-6)
    #expect(found.differingPixels == 1)
    #expect(found.maxChannelDelta == 255)
  }

  @Test("Distances of single colours agree with the formulas")
  func distancesAreThoseOfTheFormulas() throws {
    // Greys differ only in lightness. 100 and 110 by hand: light 0.12744 and 0.15593, cube roots 0.50322 and
    // 0.53823, after the toe 0.42481 and 0.46487.
    let greys = try Comparison(
      expected: try Samples.picture(1, 1) { _, _ in (100, 100, 100, 255) },
      actual: try Samples.picture(1, 1) { _, _ in (110, 110, 110, 255) },
      settings: perceptual(threshold: 0.02, counts: true))
    #expect(abs(greys.maxDelta - 0.0401) < 0.0001)
    #expect(greys.differingPixels == 1)
    // In YIQ only y differs: the root of 0.5053 · 10² / 35215.
    let yiq = try Comparison(
      expected: try Samples.picture(1, 1) { _, _ in (100, 100, 100, 255) },
      actual: try Samples.picture(1, 1) { _, _ in (110, 110, 110, 255) },
      settings: perceptual(.yiq, threshold: 0.03788, counts: true))
    #expect(abs(yiq.maxDelta - 0.037880) < 0.00001)
  }

  @Test(
    "An edge that is only antialiased differently is not counted, unless the setting counts antialiasing",
    arguments: [Metric.oklab, .yiq])
  func softEdgesAreNotCounted(_ metric: Metric) throws {
    let expected = try Samples.edge(9, at: 4, grey: 128)
    let actual = try Samples.edge(9, at: 4, grey: 0)
    let found = try Comparison(expected: expected, actual: actual, settings: perceptual(metric))
    #expect(found.differingPixels == 0)
    #expect(found.antialiasedPixels == 9)
    #expect(found.isSame)
    #expect(found.maxDelta == 0)
    let counted = try Comparison(
      expected: expected, actual: actual, settings: perceptual(metric, counts: true))
    #expect(counted.differingPixels == 9)
    #expect(counted.antialiasedPixels == 0)
    let exact = try Comparison(expected: expected, actual: actual)
    #expect(exact.differingPixels == 9)
  }

  @Test("A dot in an even area is not an antialiased edge")
  func aDotIsNoSoftEdge() throws {
    let found = try Comparison(
      expected: try Samples.dots(9, 9, []), actual: try Samples.dots(9, 9, [(4, 4)]), settings: .perceptual)
    #expect(found.differingPixels == 1)
    #expect(found.antialiasedPixels == 0)
  }

  @Test("Transparent pixels are blended with a checkerboard, or with white", arguments: [Metric.oklab, .yiq])
  func transparentPixelsAreBlended(_ metric: Metric) throws {
    let clear = try Samples.picture(20, 1) { _, _ in Samples.clear }
    let white = try Samples.dots(20, 1, [])
    // Over white they look the same.
    let overWhite = try Comparison(
      expected: clear, actual: white, settings: perceptual(metric, counts: true, background: .white))
    #expect(overWhite.differingPixels == 0)
    #expect(overWhite.maxDelta == 0)
    #expect(overWhite.maxChannelDelta == 255)
    // Over the checkerboard every pixel differs: its red is always dark.
    let found = try Comparison(expected: clear, actual: white, settings: perceptual(metric, counts: true))
    #expect(found.differingPixels == 20)
    // The first square of the checkerboard is dark in all channels, so a pixel of that colour looks
    // transparent.
    let dark = try Samples.picture(2, 1) { x, _ in x == 0 ? (48, 48, 48, 255) : Samples.white }
    let none = try Samples.picture(2, 1) { x, _ in x == 0 ? Samples.clear : Samples.white }
    let hidden = try Comparison(
      expected: dark, actual: none, settings: perceptual(metric, threshold: 0, counts: true))
    #expect(hidden.differingPixels == 0)
    #expect(try !Comparison(expected: dark, actual: none).isSame)
  }

  @Test("Half transparent pixels are compared by their blended colour")
  func halfTransparentPixelsAreBlended() throws {
    let half = try Samples.picture(1, 1) { _, _ in (0, 0, 0, 128) }
    let grey = try Samples.picture(1, 1) { _, _ in (127, 127, 127, 255) }
    let found = try Comparison(
      expected: half, actual: grey, settings: perceptual(threshold: 0, counts: true, background: .white))
    #expect(found.differingPixels == 0)
  }

  @Test("Ignored regions are left out, also at the border and beyond it")
  func ignoredPartsAreLeftOut() throws {
    let expected = try Samples.dots(40, 6, [])
    let actual = try Samples.dots(40, 6, [(0, 0), (20, 3), (39, 5)])
    func found(_ rects: [(Int, Int, Int, Int)]) throws -> Comparison {
      let regions = try rects.map {
        try #require(PixelRect(minX: $0.0, minY: $0.1, maxX: $0.0 + $0.2, maxY: $0.1 + $0.3))
      }
      return try Comparison(
        expected: expected, actual: actual, settings: Comparison.Settings(ignored: regions))
    }
    #expect(try found([(0, 0, 1, 1)]).differingPixels == 2)
    #expect(try found([(39, 5, 10, 10)]).differingPixels == 2)
    #expect(try found([(39, 5, 10, 10)]).ignoredPixels == 1)
    #expect(try found([(1, 0, 39, 5)]).differingPixels == 2)
    let all = try found([(0, 0, 1, 1), (39, 5, 1, 1), (16, 3, 8, 1)])
    #expect(all.isSame)
    #expect(all.comparedPixels == 230)
    #expect(all.ignoredPixels == 10)
    #expect(all.maxChannelDelta == 0)
    // Pixels in two overlapping regions are counted once.
    #expect(try found([(0, 0, 3, 1), (2, 0, 3, 1)]).ignoredPixels == 5)
  }

  @Test("A mask ignores its painted pixels, or its white pixels if it is opaque")
  func masksLeaveOut() throws {
    let expected = try Samples.dots(18, 2, [])
    let actual = try Samples.dots(18, 2, [(2, 0), (17, 1)])
    func found(_ mask: Bitmap) throws -> Comparison {
      try Comparison(expected: expected, actual: actual, settings: Comparison.Settings(mask: mask))
    }
    let painted = try Samples.picture(18, 2) { x, y in (x, y) == (17, 1) ? (255, 0, 0, 90) : Samples.clear }
    #expect(try found(painted).differingPixels == 1)
    #expect(try found(painted).ignoredPixels == 1)
    let opaque = try Samples.picture(18, 2) { x, y in (x, y) == (2, 0) ? Samples.white : Samples.black }
    #expect(try found(opaque).regions.map(\.frame.minX) == [17])
    // The diff picture is a mask that makes the pictures the same.
    let mask = try DiffImage.draw(try Comparison(expected: expected, actual: actual), .mask)
    #expect(try found(mask).isSame)
  }

  @Test("A tolerance allows exactly its number of pixels")
  func amountsArePrecise() throws {
    let expected = try Samples.dots(20, 10, [])
    let actual = try Samples.dots(20, 10, [(1, 1), (5, 5), (9, 9)])
    func isSame(_ amount: Tolerance.Amount) throws -> Bool {
      try Comparison(
        expected: expected, actual: actual,
        settings: Comparison.Settings(tolerance: Tolerance(threshold: 0, amount: amount))
      ).isSame
    }
    #expect(try !isSame(.pixels(2)))
    #expect(try isSame(.pixels(3)))
    #expect(try !isSame(.share(0.0149)))
    #expect(try isSame(.share(0.015)))
    // The largest valid tolerance is all pixels except one.
    #expect(try isSame(.pixels(199)))
  }

  @Test("A window distinguishes a cluster from scattered pixels")
  func windowsTellClusters() throws {
    let expected = try Samples.dots(40, 40, [])
    let strewn = try Samples.dots(40, 40, [(2, 2), (20, 3), (38, 5), (3, 30), (30, 38)])
    let cluster = try Samples.dots(40, 40, [(30, 20), (31, 20), (32, 21), (33, 23), (34, 24)])
    func found(_ actual: Bitmap, _ window: Int) throws -> Comparison {
      try Comparison(
        expected: expected, actual: actual,
        settings: Comparison.Settings(
          tolerance: Tolerance(threshold: 0, amount: .pixels(2), window: window)))
    }
    #expect(try found(strewn, 5).isSame)
    #expect(try found(strewn, 5).densestWindow?.pixels == 1)
    #expect(try found(strewn, 5).differingPixels == 5)
    #expect(try !found(cluster, 5).isSame)
    #expect(try found(cluster, 4).densestWindow?.pixels == 4)
    let densest = try #require(try found(cluster, 5).densestWindow)
    #expect(
      densest
        == Comparison.Region(
          frame: try #require(PixelRect(minX: 30, minY: 20, maxX: 35, maxY: 25)), pixels: 5))
    // A window larger than the picture is reduced to the picture.
    #expect(try found(strewn, 1000).densestWindow?.pixels == 5)
    #expect(try found(expected, 5).densestWindow == nil)
  }

  @Test("Different sizes are a difference, and every pixel of only one picture is counted")
  func sizesAreADifference() throws {
    let wide = try Samples.dots(3, 2, [])
    let tall = try Samples.dots(2, 3, [])
    let settings = Comparison.Settings(tolerance: Tolerance(threshold: 0, amount: .share(0.999)))
    let found = try Comparison(expected: wide, actual: tall, settings: settings)
    #expect(found.verdict == .differentSizes)
    #expect(!found.isSame)
    #expect(found.differingPixels == 4)
    #expect(found.comparedPixels == 8)
    #expect(found.maxDelta == 1)
    #expect(found.summary.hasPrefix("the sizes differ: 3 × 2 expected, 2 × 3 found; 4 of 8 pixels differ"))
    // Even if all pixels of only one picture are ignored.
    let right = try #require(PixelRect(minX: 2, minY: 0, maxX: 3, maxY: 3))
    let below = try #require(PixelRect(minX: 0, minY: 2, maxX: 3, maxY: 3))
    let ignoring = try Comparison(
      expected: wide, actual: tall, settings: Comparison.Settings(ignored: [right, below]))
    #expect(ignoring.differingPixels == 0)
    #expect(ignoring.comparedPixels == 4)
    #expect(ignoring.verdict == .differentSizes)
    // The common area is compared as usual.
    let marked = try Comparison(expected: wide, actual: try Samples.dots(2, 3, [(1, 1)]))
    #expect(marked.differingPixels == 5)
  }

  @Test("A comparison that could never fail is rejected")
  func whatCannotFailIsRefused() throws {
    let clear = try Samples.picture(3, 3) { _, _ in Samples.clear }
    let white = try Samples.dots(3, 3, [])
    func refuses(
      _ expected: Bitmap, _ actual: Bitmap, _ word: String, _ settings: Comparison.Settings = .exact
    ) {
      let error = #expect(throws: RasterError.self) {
        try Comparison(expected: expected, actual: actual, settings: settings)
      }
      #expect(error?.message.contains(word) == true, "\(error?.message ?? "nothing")")
    }
    refuses(clear, clear, "transparent")
    let ghost = try Samples.picture(3, 3) { _, _ in (9, 9, 9, 0) }
    refuses(clear, ghost, "transparent", .perceptual)
    let everything = try #require(PixelRect(minX: 0, minY: 0, maxX: 3, maxY: 3))
    refuses(white, white, "every pixel is ignored", Comparison.Settings(ignored: [everything]))
    refuses(white, white, "every pixel is ignored", Comparison.Settings(mask: white))
    let outside = try #require(PixelRect(minX: 3, minY: 0, maxX: 9, maxY: 9))
    refuses(white, white, "3,0,6,9 is outside", Comparison.Settings(ignored: [outside]))
    refuses(white, white, "the mask is 3 × 4", Comparison.Settings(mask: try Samples.dots(3, 4, [])))
    for tolerance in [
      Tolerance(threshold: .nan), Tolerance(threshold: -0.1), Tolerance(threshold: 1.1),
      Tolerance(threshold: 0.1, amount: .pixels(-1)), Tolerance(threshold: 0.1, amount: .share(.nan)),
      Tolerance(threshold: 0.1, amount: .share(1.5)), Tolerance(threshold: 0.1, window: 0),
    ] {
      refuses(white, white, "found", Comparison.Settings(metric: .oklab, tolerance: tolerance))
    }
    for tolerance in [
      Tolerance(threshold: 1), Tolerance(threshold: 0.1, amount: .share(1)),
      Tolerance(threshold: 0.1, amount: .pixels(9)), Tolerance(threshold: 0.1, amount: .pixels(1), window: 1),
      Tolerance(threshold: 0.1, amount: .pixels(4), window: 2),
      Tolerance(threshold: 0.1, amount: .pixels(9), window: 5),
    ] {
      refuses(
        white, white, "no picture can fail", Comparison.Settings(metric: .oklab, tolerance: tolerance))
    }
    // It is enough if one picture shows something.
    #expect(try !Comparison(expected: clear, actual: white).isSame)
  }

  @Test("Near pixels form one region, distant pixels form several, and the list is limited")
  func regionsAreGathered() throws {
    let white = try Samples.dots(200, 120, [])
    let apart = try Comparison(
      expected: white, actual: try Samples.dots(200, 120, [(3, 100), (6, 103), (100, 3), (199, 119)]))
    #expect(apart.regions.map(\.pixels) == [1, 2, 1])
    #expect(apart.regions.map(\.frame.minX) == [100, 3, 199])
    #expect(apart.regions[1].frame == PixelRect(minX: 3, minY: 100, maxX: 7, maxY: 104))
    // A ring and the dot inside it are one region.
    let ring = try Samples.picture(200, 120) { x, y in
      let isRing =
        (20...80).contains(x) && (20...80).contains(y) && (x == 20 || x == 80 || y == 20 || y == 80)
      return isRing || (x, y) == (50, 50) ? Samples.black : Samples.white
    }
    #expect(try Comparison(expected: white, actual: ring).regions.map(\.pixels) == [241])
    // A dot in every third square of the grid gives too many regions.
    let many = try Samples.picture(400, 240) { x, y in
      x % 24 == 0 && y % 24 == 0 ? Samples.black : Samples.white
    }
    let capped = try Comparison(expected: try Samples.dots(400, 240, []), actual: many)
    #expect(capped.regions.count == Limits.differenceRegions)
    #expect(capped.differingPixels == 170)
    #expect(capped.omittedRegions == 170 - Limits.differenceRegions)
  }
}
