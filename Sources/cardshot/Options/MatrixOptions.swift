import ArgumentParser
import CardParts
import CardRaster

/// The ways in which each deck is drawn: lists with commas.
struct MatrixOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Draw every deck in each of these themes: names, or files below the deck's folder.", valueName: "a,b"),
    transform: MatrixOptions.words)
  var themes: [String]?

  @Option(
    help: ArgumentHelp("Draw every deck in each of these appearances: light, dark.", valueName: "a,b"),
    completion: .list(Appearance.allCases.map(\.rawValue)),
    transform: { try MatrixOptions.words($0).map { try word($0) } })
  var appearances: [Appearance]?

  @Option(
    help: ArgumentHelp("Draw every deck at each of these scales, in pixels a point.", valueName: "a,b"),
    transform: { try MatrixOptions.numbers($0, 0.1...Limits.scale) })
  var scales: [Double]?

  @Option(
    help: ArgumentHelp("Draw every deck in each of these widths, in points.", valueName: "a,b"),
    transform: { try MatrixOptions.numbers($0, 1...Double(Limits.canvasSide)) })
  var widths: [Double]?

  @Option(
    help: ArgumentHelp(
      "Draw every deck in each of these states that it has; all for every one. A deck without them is drawn as it is.",
      valueName: "a,b"), transform: MatrixOptions.words)
  var states: [String]?

  @Option(
    help: ArgumentHelp("Draw every deck in each of these locales, such as de_DE.", valueName: "a,b"),
    transform: MatrixOptions.words)
  var locales: [String]?

  @Flag(help: "Make each card of a deck a picture of its own.")
  var each = false

  func validate() throws {
    var matrix = matrix
    if let problem = matrix.check().first { throw ValidationError(Printable.line(problem) + ".") }
  }

  /// What was said; validated, so the names are known.
  var matrix: GoldenMatrix {
    var matrix = GoldenMatrix()
    matrix.themes = themes
    matrix.appearances = appearances
    matrix.scales = scales
    matrix.widths = widths
    matrix.states = states
    matrix.locales = locales
    // Locales get the names of the table; what is wrong is told by `validate`.
    _ = matrix.check()
    return matrix
  }

  static func words(_ text: String) throws -> [String] {
    let words = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard words.allSatisfy({ !$0.isEmpty }) else {
      throw ValidationError("It must be a list such as a,b, without blanks and empty entries.")
    }
    return words
  }

  private static func numbers(_ text: String, _ range: ClosedRange<Double>) throws -> [Double] {
    try words(text).map { word in
      guard let number = Double(word), range.contains(number) else {
        throw ValidationError(
          "It must be a list of numbers from \(JSONNumber.text(range.lowerBound)) to \(JSONNumber.text(range.upperBound)), such as 1,2."
        )
      }
      return number
    }
  }
}
