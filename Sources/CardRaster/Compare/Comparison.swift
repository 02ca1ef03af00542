/// What two pictures have in common, and what not.
///
/// How it works: both pictures are walked once, row by row, sixteen pixels at a time. Blocks of equal bytes are passed
/// at once; of others an upper bound of the distance is computed for all sixteen, and only pixels over it are measured
/// exactly. Rows that are known to be equal from reading two files are passed over.
///
/// Guarantees: it is never `same` by accident. Settings that could not fail are refused, as are two pictures of which
/// nothing can be seen or nothing is left to compare. Different sizes are a difference, whatever the tolerance.
public struct Comparison: Sendable {
  /// What is compared, and how.
  public struct Settings: Hashable, Sendable {
    /// What a pixel that is not opaque is measured over.
    public enum Background: String, CaseIterable, Hashable, Sendable {
      /// Dark and light by place and channel, so that no colour hides.
      case checkerboard
      /// White.
      case white
    }

    /// The metric for colour differences.
    public var metric: Metric
    /// How much is let pass.
    public var tolerance: Tolerance
    /// What lies behind pixels that are not opaque.
    public var background: Background
    /// Parts of the picture that are not compared.
    public var ignored: [PixelRect]
    /// A picture as large as the expected one that marks pixels which are not compared.
    ///
    /// Where it has transparency, what is painted is left out; a picture without any leaves out what is white.
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

    /// What a reader does not notice is let pass.
    public static let perceptual = Settings(metric: .oklab, tolerance: .perceptual)
  }

  /// How it came out.
  public enum Verdict: String, Hashable, Sendable {
    /// The pictures are equal, as far as the tolerance goes.
    case same
    /// Too many pixels differ.
    case different
    /// The pictures differ in width or height.
    case differentSizes
  }

  /// Different pixels near each other.
  public struct Region: Hashable, Sendable {
    /// The smallest rectangle around them.
    public var frame: PixelRect
    /// How many they are.
    public var pixels: Int

    /// Makes a region.
    public init(frame: PixelRect, pixels: Int) {
      self.frame = frame
      self.pixels = pixels
    }
  }

  /// The picture that was wanted.
  public let expected: Bitmap
  /// The picture that came.
  public let actual: Bitmap
  /// How they were compared.
  public let settings: Settings
  /// How it came out.
  public let verdict: Verdict
  /// How many pixels differ; each that only one picture has is one of them.
  public let differingPixels: Int
  /// How many pixels were not counted because they are the soft edge of a shape.
  public let antialiasedPixels: Int
  /// How many pixels were not compared because the settings leave them out.
  public let ignoredPixels: Int
  /// How many pixels were compared, those that only one picture has included.
  public let comparedPixels: Int
  /// How many different pixels the tolerance lets pass.
  public let allowedPixels: Int
  /// The largest distance of any pixel that is not a soft edge, whether or not it is let pass; 1 for different sizes.
  public let maxDelta: Double
  /// The largest difference of red, green, blue or alpha of any pixel compared, 0…255.
  public let maxChannelDelta: Int
  /// How far the whole picture has moved in the channel that moved furthest, 0…1; 0 unless that decided.
  ///
  /// It is looked for with a perceptual metric where no pixel told, and decides above 0.01 over more than half.
  public let wholeShift: Double
  /// The window with the most different pixels, when the tolerance has one and any pixel differs.
  public let densestWindow: Region?
  /// Where the different pixels are, from top to bottom; at most `Limits.differenceRegions`, those with the most pixels.
  public let regions: [Region]
  /// How many more regions there are.
  public let omittedRegions: Int
  /// What became of each pixel, for pictures of the difference.
  let marks: DifferenceMarks

  /// Whether the pictures are the same, as far as the tolerance goes.
  public var isSame: Bool { verdict == .same }

  /// Compares two pictures.
  ///
  /// - Throws: `RasterError.image` when a tolerance makes no sense or nothing could fail by it, when both pictures are fully transparent, when an
  ///   ignored part lies outside of them, when the mask has another size, or when nothing is left to compare.
  public init(expected: Bitmap, actual: Bitmap, settings: Settings = .exact) throws(RasterError) {
    try self.init(PicturePair(expected: expected, actual: actual), settings: settings)
  }

  /// Compares two pictures that were read together.
  ///
  /// - Throws: as for two pictures of which nothing is known, and what comes out is the same too.
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
      let mean = NumberText.text((wholeShift * 1000).rounded() / 1000)
      text += "; the whole picture is another one by \(mean) on the mean"
    }
    if allowedPixels > 0 { text += "; \(allowedPixels) are let pass" }
    if antialiasedPixels > 0 { text += "; \(antialiasedPixels) at soft edges are not counted" }
    if ignoredPixels > 0 { text += "; \(ignoredPixels) are ignored" }
    return text
  }

  /// `at most 0.53`, or `less than 0.01`.
  private static func atMost(_ value: Double) -> String {
    let text = rounded(value)
    return text.hasPrefix("less") ? text : "at most \(text)"
  }

  /// A number with as many digits as tell something.
  private static func rounded(_ value: Double) -> String {
    let text = NumberText.text((value * 100).rounded() / 100)
    return text == "0" && value > 0 ? "less than 0.01" : text
  }
}

extension Bitmap {
  /// Whether every alpha is 0; a picture that shows anything is told by its first pixels.
  public var isFullyTransparent: Bool {
    let bytes = pixels.span.bytes
    for offset in stride(from: 0, to: bytes.byteCount, by: 4)
    where bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt32.self) >= 0x0100_0000 {
      return false
    }
    return true
  }
}

/// Every bit counts.
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

/// Distance in YIQ, where black to white is 1 but for rounding.
///
/// Source: Y. Kotsarenko, F. Ramos, Measuring perceived color difference using YIQ NTSC transmission color space in
/// mobile applications (2010).
struct YIQDistance: ColorDistance {
  let threshold: Double
  private let background: Comparison.Settings.Background
  private let mostSquared: Double

  /// The largest squared distance that two colours have.
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

/// A way to measure two pixels, which are words of a `Bitmap`: red in the lowest byte, alpha in the highest.
protocol ColorDistance {
  /// Distances up to this are let pass.
  var threshold: Double { get }

  /// Upper bounds of the distance of two opaque pixels that differ by one in one channel.
  ///
  /// Distances obey the triangle inequality, so pixels that differ by n in all are at most n steps apart.
  static var steps: ColorSteps { get }

  /// Measures two pixels that are not equal; `index` is their number in the picture.
  mutating func measure(_ expected: UInt32, _ actual: UInt32, at index: Int) -> ColorDifference

  /// The distance that an extent stands for, 1 for black and white.
  static func distance(of extent: Double) -> Double

  /// How much brighter a pixel is, in luma, than a neighbour that it differs from; either may be transparent.
  ///
  /// 0 only where they look alike. `index` is the number of the pixel in the picture.
  func brightness(of pixel: UInt32, over neighbor: UInt32, at index: Int) -> Double
}

/// How far one step of one channel may lead, at most, by the least green of two pixels.
struct ColorSteps {
  /// Of any two.
  var dark: Double
  /// Where green is at least `middleGreen`.
  var middle: Double
  /// Where green is at least `brightGreen`.
  var bright: Double
  var middleGreen: Int32 = 4
  var brightGreen: Int32 = 12
}

/// Brightness by the weights of NTSC's luma (ITU-R BT.601), on bytes as they are.
enum Luma {
  @inline(__always) static func of(red: Double, green: Double, blue: Double) -> Double {
    red * 0.29889531 + green * 0.58662247 + blue * 0.11448223
  }

  /// Of a pixel's colours, without regard to alpha, in hundred-millionths: whole numbers, for comparisons.
  ///
  /// No two differences of colours have the same number of these, so nothing is lost to rounding.
  @inline(__always) static func units(of word: UInt32) -> Int {
    Int(word & 255) &* 29_889_531 &+ Int(word >> 8 & 255) &* 58_662_247 &+ Int(word >> 16 & 255)
      &* 11_448_223
  }

  /// How many of these are 1.
  static let unitsInOne = 1e8
}
