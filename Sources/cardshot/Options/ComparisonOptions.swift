import ArgumentParser
import CardParts
import CardRaster

/// How two pictures are compared: what `compare` and `test` take alike.
struct ComparisonOptions: ParsableArguments {
  @Option(
    help: """
      How colours are measured: exact, oklab or yiq. (default: exact; oklab with an option that only a perceptual \
      metric has)
      """, completion: .list(Metric.allCases.map(\.rawValue)), transform: { try word($0) })
  var metric: Metric?

  @Option(
    help: """
      The largest distance of two colours that count as equal, from 0 to 1, which is black to white. (default: 0.1)
      """)
  var threshold: Double?

  @Flag(
    name: .customLong("count-antialiasing"),
    help: "Also count pixels that only differ in how the edge of a shape is smoothed.")
  var countsAntialiasing = false

  @Option(
    help: """
      What lies behind transparent pixels while they are measured: checkerboard or white. (default: checkerboard)
      """, completion: .list(Comparison.Settings.Background.allCases.map(\.rawValue)),
    transform: { try word($0) })
  var background: Comparison.Settings.Background?

  @Option(
    name: .customLong("max-diff"),
    help: ArgumentHelp(
      "How many different pixels are let pass: a number, or a share such as 0.5%. (default: 0)",
      valueName: "n|n%"), transform: ComparisonOptions.amount)
  var amount: Tolerance.Amount?

  @Option(
    help: ArgumentHelp(
      """
      Count in windows of so many pixels a side: --max-diff then holds for the window with the most different pixels, \
      not for the whole picture.
      """, valueName: "side"))
  var window: Int?

  @Option(
    name: .customLong("ignore-region"),
    help: ArgumentHelp(
      "A part or card that is not compared, by its id in the deck; may be given again.", valueName: "id"))
  var ignoredIDs: [String] = []

  func validate() throws {
    if let threshold, !(0...1).contains(threshold) {
      throw ValidationError("--threshold must be between 0 and 1.")
    }
    if metric == .exact, settings.isPerceptual {
      throw ValidationError(
        "--metric exact has no threshold, antialiasing or background; use oklab or yiq with these options.")
    }
    if let window, window < 1 { throw ValidationError("--window must be at least 1.") }
  }

  /// What was said.
  var settings: GoldenSettings {
    var settings = GoldenSettings()
    settings.metric = metric
    settings.threshold = threshold
    settings.countsAntialiasing = countsAntialiasing ? true : nil
    settings.background = background
    settings.amount = amount
    settings.window = window
    settings.ignoredIDs = ignoredIDs.isEmpty ? nil : ignoredIDs
    return settings
  }

  /// `12` or `0.5%`.
  private static func amount(_ text: String) throws -> Tolerance.Amount {
    guard let amount = Tolerance.Amount(text) else {
      throw ValidationError("It must be a number of pixels, or a share of 0% to 100%.")
    }
    return amount
  }
}
