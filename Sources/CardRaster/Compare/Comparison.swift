/// The comparison of two pictures.
///
/// How it works: both pictures are scanned once, row by row, sixteen pixels at a time. Blocks of equal bytes
/// are skipped. For other blocks an upper bound of the distance is computed for all sixteen pixels, and only
/// pixels above it are measured exactly. Rows that are already known to be equal from decoding two files are
/// skipped.
///
/// Guarantees: the verdict is never `same` by accident. Settings that could not fail are rejected, and so are
/// two pictures that are fully transparent or have no pixels left to compare. Pictures of different
/// sizes differ with every tolerance.
public struct Comparison: Sendable {
  /// The settings of a comparison.
  public struct Settings: Hashable, Sendable {
    /// The backdrop for pixels that are not opaque.
    public enum Background: String, CaseIterable, Hashable, Sendable {
      /// Dark and light by position and channel, so that no colour hides.
      case checkerboard
      /// White.
      case white
    }

    /// The colour metric.
    public var metric: Metric
    /// The tolerance.
    public var tolerance: Tolerance
    /// The backdrop for pixels that are not opaque.
    public var background: Background
    /// Areas of the picture that are not compared.
    public var ignored: [PixelRect]
    /// A picture of the expected size that marks pixels to ignore.
    ///
    /// If it has transparency, painted pixels are ignored; if it is opaque, white pixels are ignored.
    public var mask: Bitmap?

    /// Makes settings; by default every bit counts.
    public init(
      metric: Metric = .exact, tolerance: Tolerance = .none, background: Background = .checkerboard,
      ignored: [PixelRect] = [], mask: Bitmap? = nil
    ) {
      self.metric = metric
      self.tolerance = tolerance
      self.background = background
      self.ignored = ignored
      self.mask = mask
    }

    /// Every bit counts.
    public static let exact = Settings()

    /// Ignores differences that are not noticeable.
    public static let perceptual = Settings(metric: .oklab, tolerance: .perceptual)
  }

  /// The result of a comparison.
  public enum Verdict: String, Hashable, Sendable {
    /// The pictures are equal within the tolerance.
    case same
    /// Too many pixels differ.
    case different
    /// The pictures differ in width or height.
    case differentSizes
  }

  /// Different pixels close to each other.
  public struct Region: Hashable, Sendable {
    /// The smallest rectangle around them.
    public var frame: PixelRect
    /// The number of different pixels.
    public var pixels: Int

    /// Makes a region.
    public init(frame: PixelRect, pixels: Int) {
      self.frame = frame
      self.pixels = pixels
    }
  }

  /// The expected picture.
  public let expected: Bitmap
  /// The actual picture.
  public let actual: Bitmap
  /// The settings of the comparison.
  public let settings: Settings
  /// The result.
  public let verdict: Verdict
  /// The number of differing pixels, including those that only one picture has.
  public let differingPixels: Int
  /// The number of pixels not counted because they are anti-aliased edges.
  public let antialiasedPixels: Int
  /// The number of pixels that the settings ignore.
  public let ignoredPixels: Int
  /// The number of compared pixels, including those that only one picture has.
  public let comparedPixels: Int
  /// The maximum number of differing pixels that the tolerance allows.
  public let allowedPixels: Int
  /// The largest distance of any pixel, 0…1, whether or not it is within the tolerance.
  ///
  /// Pixels on anti-aliased edges are not counted. It is 1 for pictures of different sizes.
  public let maxDelta: Double
  /// The largest difference of red, green, blue or alpha of any compared pixel, 0…255.
  public let maxChannelDelta: Int
  /// The mean shift of the whole picture in the channel that moved furthest, 0…1.
  ///
  /// It is 0 unless it decided the result. It is computed with a perceptual metric if no pixel exceeds the
  /// threshold, and decides above 0.01 over more than half of the picture.
  public let wholeShift: Double
  /// The window with the most differing pixels, if the tolerance has one and any pixel differs.
  public let densestWindow: Region?
  /// The regions of differing pixels, from top to bottom.
  ///
  /// At most `Limits.differenceRegions` are kept, those with the most pixels.
  public let regions: [Region]
  /// The number of further regions.
  public let omittedRegions: Int
  /// The mark of each pixel, for diff images.
  let marks: DifferenceMarks

  /// Whether the pictures are equal within the tolerance.
  public var isSame: Bool { verdict == .same }

  /// Compares two pictures.
  ///
  /// - Throws: `RasterError.image` if a tolerance is invalid or could never fail, if both pictures are fully
  ///   transparent, if an ignored area is outside of them, if the mask has another size, or if no pixels are
  ///   left to compare.
  public init(expected: Bitmap, actual: Bitmap, settings: Settings = .exact) throws(RasterError) {
    try self.init(PicturePair(expected: expected, actual: actual), settings: settings)
  }

  /// Compares two pictures that were decoded together.
  ///
  /// - Throws: the same errors as for two separate pictures; the result is the same too.
  package init(_ pair: PicturePair, settings: Settings) throws(RasterError) {
    let (expected, actual) = (pair.expected, pair.actual)
    try settings.tolerance.check()
    guard !(expected.isFullyTransparent && actual.isFullyTransparent) else {
      throw .image(reason: "both pictures are fully transparent, so nothing can be compared")
    }
    let ignored = try IgnoredPixels(settings, expected: expected, actual: actual)
    let result: ComparisonTally =
      switch settings.metric {
      case .exact: ComparisonPass.run(ExactDistance(), pair, ignored, detectsEdges: false)
      case .oklab:
        ComparisonPass.run(
          OklabDistance(threshold: settings.tolerance.threshold, background: settings.background), pair,
          ignored, detectsEdges: !settings.tolerance.countsAntialiasing)
      case .yiq:
        ComparisonPass.run(
          YIQDistance(threshold: settings.tolerance.threshold, background: settings.background), pair,
          ignored, detectsEdges: !settings.tolerance.countsAntialiasing)
      }
    guard result.compared > 0 else {
      throw .image(reason: "every pixel is ignored, so nothing can be compared")
    }
    try settings.tolerance.check(
      width: result.marks.width, height: result.marks.height, compared: result.compared)
    self.expected = expected
    self.actual = actual
    self.settings = settings
    differingPixels = result.differing
    antialiasedPixels = result.antialiased
    ignoredPixels = result.ignored
    comparedPixels = result.compared
    maxDelta = result.maxDelta
    maxChannelDelta = result.maxChannelDelta
    marks = result.marks
    (regions, omittedRegions) = marks.regions(limit: Limits.differenceRegions)
    var counted = result.differing
    if let window = settings.tolerance.window {
      let densest = marks.densestWindow(side: window)
      counted = densest?.pixels ?? 0
      densestWindow = densest
      let (width, height) = (min(window, marks.width), min(window, marks.height))
      allowedPixels = settings.tolerance.allowed(of: width * height)
    } else {
      densestWindow = nil
      allowedPixels = settings.tolerance.allowed(of: result.compared)
    }
    var shift = 0.0
    if expected.width != actual.width || expected.height != actual.height {
      verdict = .differentSizes
    } else if counted > allowedPixels {
      verdict = .different
    } else if settings.metric.isPerceptual, result.maxChannelDelta > 0,
      WholeShift.isPossible(unequal: result.unequalAtMost, of: result.compared)
    {
      let whole = WholeShift(expected, actual, ignored, over: settings.background)
      verdict = whole.isTooMuch ? .different : .same
      if whole.isTooMuch { shift = whole.mean }
    } else {
      verdict = .same
    }
    wholeShift = shift
  }
}

extension Comparison {
  /// The verdict in one line, such as `154 of 131072 pixels differ (0.12 %), by at most 0.53`.
  public var summary: String {
    var text = ""
    if verdict == .differentSizes {
      text =
        "the sizes differ: \(expected.width) × \(expected.height) expected, "
        + "\(actual.width) × \(actual.height) found; "
    }
    if differingPixels == 0 {
      text += "no pixel differs"
    } else {
      let share = 100 * Double(differingPixels) / Double(comparedPixels)
      text +=
        "\(differingPixels) of \(comparedPixels) pixels \(differingPixels == 1 ? "differs" : "differ")"
        + " (\(Self.rounded(share)) %), by \(Self.atMost(maxDelta))"
    }
    if let densestWindow {
      text +=
        "; \(densestWindow.pixels) of them in one window of \(densestWindow.frame.width)"
        + " × \(densestWindow.frame.height)"
    }
    if wholeShift > 0 {
      let mean = NumberText.format((wholeShift * 1000).rounded() / 1000)
      text += "; the whole picture differs by \(mean) on average"
    }
    if allowedPixels > 0 { text += "; \(allowedPixels) are allowed" }
    if antialiasedPixels > 0 { text += "; \(antialiasedPixels) at antialiased edges are not counted" }
    if ignoredPixels > 0 { text += "; \(ignoredPixels) are ignored" }
    return text
  }

  /// `at most 0.53`, or `less than 0.01`.
  private static func atMost(_ value: Double) -> String {
    let text = rounded(value)
    return text.hasPrefix("less") ? text : "at most \(text)"
  }

  /// A number with as many digits as are useful.
  private static func rounded(_ value: Double) -> String {
    let text = NumberText.format((value * 100).rounded() / 100)
    return text == "0" && value > 0 ? "less than 0.01" : text
  }
}

extension Bitmap {
  /// Whether every alpha is 0; for other pictures usually decided by the first pixels.
  public var isFullyTransparent: Bool {
    let bytes = pixels.span.bytes
    for offset in stride(from: 0, to: bytes.byteCount, by: 4)
    where bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt32.self) >= 0x0100_0000 {
      return false
    }
    return true
  }
}

/// The metric in which every bit counts.
struct ExactDistance: ColorDistance {
  let threshold = 0.0
  static let steps = ColorSteps(dark: 1, middle: 1, bright: 1)

  @inline(__always)
  func measure(_ expected: UInt32, _ actual: UInt32, at index: Int) -> ColorDifference {
    let (a, b) = (StraightPixel(expected), StraightPixel(actual))
    let channels = max(
      max(abs(a.red - b.red), abs(a.green - b.green)), max(abs(a.blue - b.blue), abs(a.alpha - b.alpha)))
    return ColorDifference(
      extent: Double(channels), exceeds: channels > 0,
      isDarker: Luma.units(of: expected) > Luma.units(of: actual))
  }

  static func distance(of extent: Double) -> Double { extent / 255 }

  func brightness(of pixel: UInt32, over neighbor: UInt32, at index: Int) -> Double {
    Double(Luma.units(of: pixel) - Luma.units(of: neighbor)) / Luma.unitsInOne
  }
}

/// The mean shift of a picture that is lighter, darker or tinted as a whole.
///
/// It finds changes in which no pixel exceeds the threshold. A threshold judges each pixel alone, so a step
/// below it may be everywhere: a whole page a little greyer. Noise goes both ways and does not change the
/// mean.
struct WholeShift {
  /// The largest mean shift of red, green, blue or alpha that is allowed, 0…1.
  static let most = 0.01

  /// The mean shift of the channel that has moved furthest, over all compared pixels, 0…1.
  private(set) var mean = 0.0
  /// The share of the compared pixels that are not equal, 0…1.
  private(set) var share = 0.0

  /// Whether more than half of the picture has moved further than allowed.
  var isTooMuch: Bool { share > Self.leastShare && mean > Self.most }

  /// The minimum share of unequal pixels for a shift of the whole picture.
  private static let leastShare = 0.5

  /// Whether a picture with this many unequal pixels can be a shift.
  ///
  /// In most pictures only a small part differs, so they are ruled out early.
  static func isPossible(unequal: Int, of compared: Int) -> Bool {
    Double(unequal) > leastShare * Double(compared)
  }

  /// Measures two pictures of the same size over a backdrop.
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
  /// On white they are the composited colours; on a checkerboard alpha is a separate channel.
  @inline(__always) private static func channels(
    _ word: UInt32, over background: Comparison.Settings.Background
  ) -> SIMD4<Int> {
    let plain = SIMD4(Int(word & 255), Int((word >> 8) & 255), Int((word >> 16) & 255), Int(word >> 24))
    guard background == .white, plain.w < 255 else { return plain }
    let seen = (plain &* plain.w &+ 127) / 255 &+ (255 &- plain.w)
    return SIMD4(seen.x, seen.y, seen.z, 255)
  }
}

/// Distance in YIQ, where black to white is 1 except for rounding.
///
/// Source: Y. Kotsarenko, F. Ramos, Measuring perceived color difference using YIQ NTSC transmission color
/// space in mobile applications (2010).
struct YIQDistance: ColorDistance {
  let threshold: Double
  private let background: Comparison.Settings.Background
  private let mostSquared: Double

  /// The largest squared distance of two colours.
  private static let scale = 35215.0

  init(threshold: Double, background: Comparison.Settings.Background) {
    self.threshold = threshold
    self.background = background
    mostSquared = YIQDistance.scale * threshold * threshold
  }

  /// A step of green is the longest: the root of 0.24983 / 35215.
  static let steps = ColorSteps(dark: 0.00267, middle: 0.00267, bright: 0.00267)

  @inline(__always)
  func measure(_ expected: UInt32, _ actual: UInt32, at index: Int) -> ColorDifference {
    let (a, b) = (StraightPixel(expected), StraightPixel(actual))
    let d =
      a.isOpaque && b.isOpaque
      ? SIMD3(Double(a.red - b.red), Double(a.green - b.green), Double(a.blue - b.blue))
      : a.difference(to: b, over: Backdrop(background, at: index))
    let y = Luma.of(red: d.x, green: d.y, blue: d.z)
    let i = d.x * 0.59597799 - d.y * 0.27417610 - d.z * 0.32180189
    let q = d.x * 0.21147017 - d.y * 0.52261711 + d.z * 0.31114694
    let squared = 0.5053 * y * y + 0.299 * i * i + 0.1957 * q * q
    return ColorDifference(
      extent: squared, exceeds: squared > mostSquared, isDarker: y > 0)
  }

  static func distance(of extent: Double) -> Double { (extent / YIQDistance.scale).squareRoot() }

  func brightness(of pixel: UInt32, over neighbor: UInt32, at index: Int) -> Double {
    let (a, b) = (StraightPixel(pixel), StraightPixel(neighbor))
    if a.isOpaque, b.isOpaque { return a.luma(minus: b) }
    return a.luma(minus: b, over: Backdrop(background, at: index))
  }
}

/// A metric for two pixels, which are words of a `Bitmap`: red in the lowest byte, alpha in the highest.
protocol ColorDistance {
  /// The largest distance that is allowed.
  var threshold: Double { get }

  /// Upper bounds of the distance of two opaque pixels that differ by one in one channel.
  ///
  /// Distances satisfy the triangle inequality, so pixels with a total difference of n are at most n steps
  /// apart.
  static var steps: ColorSteps { get }

  /// Measures two pixels that are not equal; `index` is their number in the picture.
  mutating func measure(_ expected: UInt32, _ actual: UInt32, at index: Int) -> ColorDifference

  /// The distance for an extent, 1 for black and white.
  static func distance(of extent: Double) -> Double

  /// The luma difference of a pixel over a neighbour; either may be transparent.
  ///
  /// 0 only if they look identical. `index` is the number of the pixel in the picture.
  func brightness(of pixel: UInt32, over neighbor: UInt32, at index: Int) -> Double
}

/// The maximum distance of one step in one channel, by the smaller green of two pixels.
struct ColorSteps {
  /// For any two pixels.
  var dark: Double
  /// If green is at least `middleGreen`.
  var middle: Double
  /// If green is at least `brightGreen`.
  var bright: Double
  var middleGreen: Int32 = 4
  var brightGreen: Int32 = 12
}

/// Luma by NTSC's weights (ITU-R BT.601), on non-linear channel values.
enum Luma {
  @inline(__always) static func of(red: Double, green: Double, blue: Double) -> Double {
    red * 0.29889531 + green * 0.58662247 + blue * 0.11448223
  }

  /// The luma of a pixel's colours, ignoring alpha, in units of 10⁻⁸: integers for exact comparisons.
  ///
  /// No two different colour differences have the same luma, so nothing is lost to rounding.
  @inline(__always) static func units(of word: UInt32) -> Int {
    Int(word & 255) &* 29_889_531 &+ Int(word >> 8 & 255) &* 58_662_247 &+ Int(word >> 16 & 255)
      &* 11_448_223
  }

  /// The number of units in 1.
  static let unitsInOne = 1e8
}
