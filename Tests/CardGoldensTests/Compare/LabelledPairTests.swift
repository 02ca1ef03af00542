import CardRaster
import Testing

/// The verdict of each setting for pairs that every person judges alike.
@Suite("Labelled pairs of pictures") struct LabelledPairTests {
  private static func names(
    _ pairs: [LabelledPair], _ settings: Comparison.Settings, _ verdict: Comparison.Verdict
  ) throws -> [String] {
    try pairs.filter {
      try Comparison(expected: $0.expected, actual: $0.actual, settings: settings).verdict == verdict
    }.map(\.name)
  }

  private static func falseAlarms(_ settings: Comparison.Settings) throws -> [String] {
    try names(LabelledPair.matching(), settings, .different)
  }

  private static func missed(_ settings: Comparison.Settings) throws -> [String] {
    try names(LabelledPair.different(), settings, .same)
  }

  @Test("Of the 21 pairs, twelve match, ten of these are not equal, and nine are different")
  func count() throws {
    #expect(try LabelledPair.matching().count == 12)
    #expect(try LabelledPair.different().count == 9)
    #expect(try Self.falseAlarms(.exact).count == 10)
    #expect(try Self.missed(.exact) == [])
  }

  /// Compares the false alarms and the missed changes of a setting with the expected ones.
  private static func expect(
    _ settings: Comparison.Settings, falseAlarms: [String], missed: [String],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let found = (try Self.falseAlarms(settings), try Self.missed(settings))
    #expect(found.0 == falseAlarms, "false alarms: \(found.0)", sourceLocation: sourceLocation)
    #expect(found.1 == missed, "missed: \(found.1)", sourceLocation: sourceLocation)
  }

  @Test("The recommended setting and YIQ at its threshold agree with every label")
  func recommended() throws {
    try Self.expect(.perceptual, falseAlarms: [], missed: [])
    try Self.expect(
      Comparison.Settings(metric: .yiq, tolerance: Tolerance(threshold: 0.1)), falseAlarms: [], missed: [])
  }

  @Test("Half the threshold reports the pixels of one browser, which differ by 0.05 to 0.1")
  func halfTheThreshold() throws {
    let corners = try LabelledPair.matching().suffix(4).map(\.name)
    try Self.expect(
      Comparison.Settings(metric: .oklab, tolerance: Tolerance(threshold: 0.05)), falseAlarms: corners,
      missed: [])
  }

  @Test("Allowing differing pixels hides a caret and a red pixel, but not the shift of a whole picture")
  func pixelsLetPass() throws {
    try Self.expect(
      Comparison.Settings(metric: .oklab, tolerance: Tolerance(threshold: 0.05, amount: .pixels(20))),
      falseAlarms: [], missed: ["the caret is missing", "a single red pixel"])
  }

  @Test("Without antialiasing detection, the output of another rasterizer is a change")
  func softEdges() throws {
    let alarms = try Self.falseAlarms(
      Comparison.Settings(metric: .oklab, tolerance: Tolerance(threshold: 0.1, countsAntialiasing: true)))
    #expect(
      Set(alarms).isSuperset(of: [
        "a disc that fell a quarter of a pixel beside", "a slope that fell a fifth of a pixel beside",
        "three soft pixels of a small corner",
      ]), "\(alarms)")
  }
}
