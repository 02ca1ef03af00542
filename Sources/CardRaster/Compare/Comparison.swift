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

    /// How colours are measured.
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
