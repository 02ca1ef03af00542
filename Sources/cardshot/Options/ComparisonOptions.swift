import ArgumentParser
import CardParts
import CardRaster

/// The comparison options that `compare` and `test` share.
struct ComparisonOptions: ParsableArguments {
  @Option(
    help: """
      The metric for colour differences: exact, oklab or yiq. (default: exact; oklab with an option of \
      perceptual metrics)
      """, completion: .list(Metric.allCases.map(\.rawValue)), transform: { try word($0) })
  var metric: Metric?

  @Option(
    help: """
      The largest distance of two colours that count as equal: 0 to 1, the distance from black to white. \
      (default: 0.1)
      """)
  var threshold: Double?

  @Flag(
    name: .customLong("count-antialiasing"),
    help: "Also count pixels that differ only in the antialiasing of edges.")
  var countsAntialiasing = false

  @Option(
    help: """
      The background of transparent pixels during the comparison: checkerboard or white. (default: \
      checkerboard)
      """, completion: .list(Comparison.Settings.Background.allCases.map(\.rawValue)),
    transform: { try word($0) })
  var background: Comparison.Settings.Background?

  @Option(
    name: .customLong("max-diff"),
    help: ArgumentHelp(
      "Maximum number of differing pixels: a number, or a share such as 0.5%. (default: 0)",
      valueName: "n|n%"),
    transform: {
      try parsed(Tolerance.Amount($0), or: "It must be a number of pixels, or a share of 0% to 100%.")
    })
  var amount: Tolerance.Amount?

  @Option(
    help: ArgumentHelp(
      """
      Count in square windows with this side in pixels: --max-diff then applies to the window with the most \
      differing pixels, not to the whole picture.
      """, valueName: "side"))
  var window: Int?

  @Option(
    name: .customLong("ignore-region"),
    help: ArgumentHelp(
      "The id of a part or card that is not compared; can be repeated.", valueName: "id"))
  var ignoredIDs: [String] = []

  @Option(
    help: ArgumentHelp(
      "A rectangle in pixels that is not compared; can be repeated.", valueName: "x,y,width,height"),
    transform: ComparisonOptions.rectangle)
  var ignore: [PixelRect] = []

  @Option(
    help: """
      A picture that marks areas that are not compared: its painted pixels if it has transparency, otherwise its white pixels.
      """, completion: .file())
  var mask: String?

  func validate() throws {
    try refuse(mask?.isEmpty == true, "--mask must not be empty.")
    try refuse(threshold, outside: 0...1, "--threshold must be between 0 and 1.")
    try refuse(
      metric == .exact && settings.isPerceptual,
      "--metric exact does not support a threshold, antialiasing or a background; use oklab or yiq.")
    if let window, window < 1 { throw ValidationError("--window must be at least 1.") }
    do throws(RasterError) { try settings.comparison.tolerance.check() } catch {
      throw ValidationError("\(error.message).")
    }
  }

  /// The settings given on the command line.
  var settings: GoldenSettings {
    var settings = GoldenSettings()
    settings.metric = metric
    settings.threshold = threshold
    settings.countsAntialiasing = countsAntialiasing ? true : nil
    settings.background = background
    settings.amount = amount
    settings.window = window
    settings.ignoredIDs = ignoredIDs.isEmpty ? nil : ignoredIDs
    settings.ignoredRectangles = ignore.isEmpty ? nil : ignore
    // Paths in a plan are relative to the plan's folder; this one is relative to the working directory.
    settings.mask = mask.map { FilePath.real($0) ?? $0 }
    return settings
  }

  /// Parses `x,y,width,height`.
  private static func rectangle(_ text: String) throws -> PixelRect {
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) ?? -1 }
    guard numbers.count == 4, numbers.allSatisfy({ (0...Limits.imagePixels).contains($0) }),
      let rect = PixelRect(
        minX: numbers[0], minY: numbers[1], maxX: numbers[0] + numbers[2], maxY: numbers[1] + numbers[3])
    else { throw ValidationError("It must be four whole numbers x,y,width,height such as 10,20,300,40.") }
    return rect
  }
}
