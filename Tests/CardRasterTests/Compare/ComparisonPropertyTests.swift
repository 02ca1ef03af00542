import TestSupport
import Testing

@testable import CardRaster

/// Properties of any two pictures; the fast algorithm agrees with the plain one.
@Suite("Comparing random pictures") struct ComparisonPropertyTests {
  /// A picture and a different one, of one of several kinds.
  private static func pair(_ seed: Int) throws -> (Bitmap, Bitmap) {
    var numbers = SeededNumbers(seed)
    let (width, height) = (1 + numbers.below(40), 1 + numbers.below(14))
    let colors = (0..<4).map { _ in
      [numbers.byte(), numbers.byte(), numbers.byte(), numbers.below(3) == 0 ? numbers.byte() : 255]
    }
    let kind = seed % 5
    var a: [UInt8] = []
    for place in 0..<width * height {
      switch kind {
      // Any colours; repeating colours; areas, so that there are edges.
      case 0: a += [numbers.byte(), numbers.byte(), numbers.byte(), 255]
      case 1: a += colors[numbers.below(4)]
      default: a += colors[(place % width / 5 + place / width / 4) % 4]
      }
    }
    var b = a
    for place in 0..<width * height {
      let start = 4 * place
      switch kind {
      case 0: if numbers.below(2) == 0 { b[start] = numbers.byte() }
      // A little noise, then some pixels of other colours, then antialiased edges.
      case 2:
        for channel in 0..<3 {
          b[start + channel] = UInt8(max(0, min(255, Int(b[start + channel]) + numbers.below(7) - 3)))
        }
      case 3:
        if numbers.below(6) == 0 { b.replaceSubrange(start..<start + 4, with: colors[numbers.below(4)]) }
      default:
        if place % width > 0, numbers.below(3) == 0 {
          for channel in 0..<4 {
            b[start + channel] = UInt8((Int(a[start + channel]) + Int(a[start + channel - 4])) / 2)
          }
        }
      }
    }
    // Never fully transparent.
    a[3] = 255
    b[3] = 255
    return (
      try #require(Bitmap(width: width, height: height, pixels: a)),
      try #require(Bitmap(width: width, height: height, pixels: b))
    )
  }

  @Test("Comparing sixteen pixels at once agrees with comparing one at a time", arguments: Metric.allCases)
  func agreesWithThePlainWay(_ metric: Metric) throws {
    var (differing, antialiased) = (0, 0)
    for seed in 0..<60 {
      var numbers = SeededNumbers(seed + 7)
      let (a, b) = try Self.pair(seed)
      // Slightly off round numbers, so that rounding does not decide.
      let threshold = metric == .exact ? 0 : [0.0203, 0.1007, 0.2511][numbers.below(3)]
      let settings = Comparison.Settings(
        metric: metric,
        tolerance: Tolerance(threshold: threshold, window: 5, countsAntialiasing: seed % 7 == 0),
        background: seed % 3 == 0 ? .white : .checkerboard)
      let found = try Comparison(expected: a, actual: b, settings: settings)
      let plain = NaiveComparison(
        a, b, metric, threshold: threshold, isWhite: seed % 3 == 0, countsAntialiasing: seed % 7 == 0)
      #expect(found.differingPixels == plain.differing, "seed \(seed)")
      #expect(found.antialiasedPixels == plain.antialiased, "seed \(seed)")
      #expect(abs(found.maxDelta - plain.maxDelta) < 1e-9, "seed \(seed)")
      #expect((found.densestWindow?.pixels ?? 0) == plain.densest(5), "seed \(seed)")
      for (index, mark) in plain.marks.enumerated() {
        let expected: DifferenceMarks.Mark =
          switch mark {
          case .same: .same
          case .different: .different
          case .darker: .darker
          case .antialiased: .antialiased
          }
        let place = (index % a.width, index / a.width)
        if found.marks[place.0, place.1] != expected {
          Issue.record("seed \(seed) at \(place): \(found.marks[place.0, place.1]), not \(expected)")
          break
        }
      }
      differing += plain.differing
      antialiased += plain.antialiased
    }
    // The samples are useful: many pixels differ.
    #expect(differing > 500)
    #expect(antialiased > 10 || metric == .exact)
  }

  @Test("Ignored pixels count as equal", arguments: Metric.allCases)
  func ignoringAgreesWithThePlainWay(_ metric: Metric) throws {
    for seed in 0..<60 {
      var numbers = SeededNumbers(seed)
      let (a, b) = try Self.pair(seed)
      let left = numbers.below(a.width)
      let top = numbers.below(a.height)
      // The region may extend beyond the edge of the picture.
      let region = try #require(PixelRect(minX: left, minY: top, maxX: left + 17, maxY: top + 3))
      let settings = Comparison.Settings(
        metric: metric, tolerance: Tolerance(threshold: metric == .exact ? 0 : 0.1007), ignored: [region])
      func isIgnored(_ x: Int, _ y: Int) -> Bool {
        region.minX <= x && x < region.maxX && region.minY <= y && y < region.maxY
      }
      let all = min(17, a.width - left) * min(3, a.height - top)
      guard all < a.width * a.height else { continue }
      let found = try Comparison(expected: a, actual: b, settings: settings)
      let plain = NaiveComparison(a, b, metric, threshold: 0.1007, ignored: isIgnored)
      #expect(found.differingPixels == plain.differing, "seed \(seed)")
      #expect(found.antialiasedPixels == plain.antialiased, "seed \(seed)")
      #expect(abs(found.maxDelta - plain.maxDelta) < 1e-9, "seed \(seed)")
      #expect(found.ignoredPixels == all, "seed \(seed)")
      #expect(found.comparedPixels == a.width * a.height - all, "seed \(seed)")
    }
  }

  @Test("The order of the pictures does not matter", arguments: Metric.allCases)
  func isSymmetric(_ metric: Metric) throws {
    for seed in 0..<60 {
      let (a, b) = try Self.pair(seed)
      let settings = Comparison.Settings(metric: metric, tolerance: Tolerance(threshold: 0.1))
      let one = try Comparison(expected: a, actual: b, settings: settings)
      let other = try Comparison(expected: b, actual: a, settings: settings)
      #expect(one.differingPixels == other.differingPixels)
      #expect(one.antialiasedPixels == other.antialiasedPixels)
      #expect(one.regions == other.regions)
      #expect(one.maxDelta == other.maxDelta)
      #expect(one.maxChannelDelta == other.maxChannelDelta)
    }
  }

  @Test("Regions contain every different pixel once, and are sorted")
  func regionsCoverEverything() throws {
    for seed in 0..<30 {
      let (a, b) = try Self.pair(seed)
      let found = try Comparison(expected: a, actual: b)
      #expect(found.regions.map(\.pixels).reduce(0, +) == found.differingPixels)
      #expect(found.omittedRegions == 0)
      for y in 0..<a.height {
        for x in 0..<a.width where found.marks[x, y].rawValue & 1 == 1 {
          let holders = found.regions.filter {
            $0.frame.minX <= x && x < $0.frame.maxX && $0.frame.minY <= y && y < $0.frame.maxY
          }
          #expect(holders.count == 1)
        }
      }
      let places = found.regions.map { ($0.frame.minY, $0.frame.minX) }
      #expect(zip(places, places.dropFirst()).allSatisfy { $0 < $1 })
    }
  }
}
