/// How far a picture as a whole is lighter, darker or tinted against another one, though no pixel tells.
///
/// A threshold judges each pixel alone, so a step below it may be everywhere: all of a page a little greyer. Noise goes both
/// ways and leaves the mean where it is.
struct WholeShift {
  /// The largest mean shift of red, green, blue or alpha that is let pass, 0…1.
  static let most = 0.01

  /// The mean shift of the channel that has moved furthest, over all pixels compared, 0…1.
  private(set) var mean = 0.0
  /// The share of the pixels compared that are not equal, 0…1.
  private(set) var share = 0.0

  /// Whether more than half of the picture has moved further than is let pass.
  var isTooMuch: Bool { share > Self.leastShare && mean > Self.most }

  /// Up to this share of pixels a picture has not moved as a whole.
  private static let leastShare = 0.5

  /// Whether so many unequal pixels, or fewer, could be a shift at all; of most pictures a small part differs.
  static func isPossible(unequal: Int, of compared: Int) -> Bool {
    Double(unequal) > leastShare * Double(compared)
  }

  /// Measures two pictures of one size, over what lies behind them.
  init(
    _ expected: Bitmap, _ actual: Bitmap, _ ignored: IgnoredPixels,
    over background: Comparison.Settings.Background
  ) {
    let (a, b) = (expected.pixels.span.bytes, actual.pixels.span.bytes)
    let (width, height) = (min(expected.width, actual.width), min(expected.height, actual.height))
    var leftOut = [UInt32](repeating: 0, count: ignored.isEmpty ? 0 : width)
    var sums = SIMD4<Int>.zero
    var (compared, unequal) = (0, 0)
    for y in 0..<height {
      if !ignored.isEmpty { _ = ignored.fill(&leftOut, y: y) }
      for x in 0..<width where ignored.isEmpty || leftOut[x] == 0 {
        compared += 1
        let ours = a.unsafeLoadUnaligned(
          fromUncheckedByteOffset: 4 &* (y &* expected.width &+ x), as: UInt32.self)
        let theirs = b.unsafeLoadUnaligned(
          fromUncheckedByteOffset: 4 &* (y &* actual.width &+ x), as: UInt32.self)
        guard ours != theirs else { continue }
        let shift = Self.channels(theirs, over: background) &- Self.channels(ours, over: background)
        guard shift != .zero else { continue }
        unequal += 1
        sums = sums &+ shift
      }
    }
    guard compared > 0 else { return }
    share = Double(unequal) / Double(compared)
    let furthest = max(sums.x.magnitude, sums.y.magnitude, sums.z.magnitude, sums.w.magnitude)
    mean = Double(furthest) / Double(compared) / 255
  }

  /// The channels of a pixel.
  ///
  /// On white they are those that are seen; on a checkerboard opacity counts by itself.
  @inline(__always) private static func channels(
    _ word: UInt32, over background: Comparison.Settings.Background
  ) -> SIMD4<Int> {
    let plain = SIMD4(Int(word & 255), Int((word >> 8) & 255), Int((word >> 16) & 255), Int(word >> 24))
    guard background == .white, plain.w < 255 else { return plain }
    let seen = (plain &* plain.w &+ 127) / 255 &+ (255 &- plain.w)
    return SIMD4(seen.x, seen.y, seen.z, 255)
  }
}
