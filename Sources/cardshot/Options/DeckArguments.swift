import ArgumentParser
import CardParts
import CardRaster

/// The arguments of every command that reads a deck.
struct DeckArguments: ParsableArguments {
  @Argument(
    help: "The deck: a JSON file, or - for standard input.", completion: .file(extensions: ["json", "jsonc"]))
  var deck: String

  @OptionGroup var choices: DeckChoices

  /// The scale multiplied by a factor; nil for the deck's own scale.
  func scale(by factor: Double, of deck: Deck, _ options: DeckOptions) throws -> Double? {
    guard factor != 1 else { return options.scale }
    let given =
      try options.scale
      ?? DeckPipeline().laidOut(deck, options: options, onePageEach: true).resolved.canvas.scale
    try refuse(
      given * factor > Limits.scale,
      "The scale \(JSONNumber.format(given * factor)) is above the limit of \(JSONNumber.format(Limits.scale))."
    )
    return given * factor
  }

  /// Whether every state of each card becomes a picture.
  var drawsAllStates: Bool { choices.drawsAllStates }

  /// The deck's name in messages.
  var file: String { DeckChoices.name(of: deck) }
}

/// The options that override values of a deck.
struct DeckChoices: ParsableArguments {
  // Values such as -5 are parsed as numbers, so that the error is "wrong number" and not "missing value".
  @Option(parsing: .unconditional, help: "Pixels per point; overrides the deck's canvas.")
  var scale: Double?

  @Option(parsing: .unconditional, help: "The width of the canvas in points; overrides the deck's canvas.")
  var width: Double?

  @Option(help: "A theme: a name, or a file below the deck's folder; overrides the deck's theme.")
  var theme: String?

  @Option(
    name: .customLong("appearance"),
    help: ArgumentHelp(
      "light or dark: the appearance; overrides the deck's. light,dark renders both.",
      valueName: "appearance"),
    completion: .list(Appearance.allCases.map(\.rawValue)),
    transform: { try MatrixOptions.words($0).map { try word($0) } })
  var chosenAppearances: [Appearance]?

  /// The chosen appearances; empty for the deck's own.
  var appearances: [Appearance] { chosenAppearances ?? [] }
  /// The first chosen appearance; nil for the deck's own.
  var appearance: Appearance? { appearances.first }

  /// Rejects several appearances, for commands with a single result.
  func refuseSeveralAppearances() throws {
    try refuse(
      appearances.count > 1, "--appearance must be light or dark here; only 'cardshot render' supports both.")
  }

  @Option(help: "The locale of numbers, amounts and dates, such as de_DE; overrides the deck's.")
  var locale: String?

  @Option(
    name: .customLong("rows-locale"),
    help: ArgumentHelp(
      "The notation of numbers and dates in tables (CSV), such as de_DE; overrides the deck's.",
      valueName: "locale"), transform: DeckChoices.locale)
  var rowsLocale: String?

  @Option(
    help: ArgumentHelp(
      "Today's date for the deck, such as 2026-11-21; overrides the deck's.", valueName: "day"),
    transform: DeckChoices.day)
  var date: CalendarDate?

  @Option(help: "Render this state of every card that has it.")
  var state: String?

  @Flag(
    name: .customLong("all-states"), help: "Render every state of each card as a separate picture.")
  var drawsAllStates = false

  @Option(name: .customLong("card"), help: "Render only the card with this id; can be repeated.")
  var cards: [String] = []

  @Option(
    help: """
      A JSON file with values for bindings, or - for standard input; its values override the deck's. Can be \
      repeated.
      """, completion: .file(extensions: ["json"]))
  var data: [String] = []

  @Option(
    help: ArgumentHelp(
      "A value for a binding; overrides all others. Can be repeated.", valueName: "path=value")
  )
  var set: [String] = []

  @Flag(
    name: .customLong("system-fonts"),
    help: "Also use the fonts installed on this machine; pictures can then differ on another machine.")
  var usesSystemFonts = false

  func validate() throws {
    try refuse(
      Set(appearances).count < appearances.count, "--appearance names '\(appearances[0].rawValue)' twice.")
    try refuse(
      scale, outside: Limits.scales, "--scale must be between 0.1 and \(JSONNumber.format(Limits.scale)).")
    try refuse(width, outside: Limits.canvasLengths, "--width must be between 1 and \(Limits.canvasSide).")
    try refuse(
      drawsAllStates && state != nil, "--all-states renders every state; it cannot be combined with --state.")
    try Self.checkAssignments(set)
  }

  /// Rejects assignments without `=`.
  static func checkAssignments(_ assignments: [String]) throws {
    guard let wrong = assignments.first(where: { !$0.contains("=") }) else { return }
    throw ValidationError("--set must be path=value, found '\(Printable.line(wrong))'.")
  }

  /// Whether no option is set.
  var isEmpty: Bool { data.isEmpty && optionsWithoutData == DeckOptions() }

  static func locale(_ text: String) throws -> String {
    guard DeckLocale(text) != nil else {
      let issue = DeckLocale.unknown(text, file: "", place: nil, path: .root)
      throw ValidationError(Printable.line("\(issue.message): \(issue.hint ?? "")."))
    }
    return text
  }

  static func day(_ text: String) throws -> CalendarDate {
    try parsed(CalendarDate(text), or: "It must be a day such as 2026-11-21.")
  }

  /// A deck's name in messages.
  static func name(of deck: String) -> String { deck == "-" ? "<stdin>" : deck }

  /// The folder for the files that a deck refers to.
  ///
  /// It is the folder of the deck, or the working directory if the deck is a pipe.
  static func folder(of deck: String) -> String {
    deck == "-" || FileReading.isOpenPipe(deck) ? "." : FilePath.directory(of: deck)
  }

  /// Reads a deck and lays it out.
  ///
  /// - Parameter bytes: the content of the deck's file; nil to read the file.
  func laidOut(
    _ deck: String, bytes: [UInt8]? = nil, onePageEach: Bool, in pipeline: DeckPipeline
  ) throws(DeckError) -> LaidOutDeck {
    let content = if let bytes { bytes } else { try Self.jsonBytes(of: deck) }
    return try pipeline.laidOut(
      try Self.load(content, of: deck), options: try options(), onePageEach: onePageEach)
  }

  /// Reads a deck.
  ///
  /// - Parameter name: the deck's name in messages, if it is not the path.
  static func load(_ deck: String, name: String? = nil) throws(DeckError) -> Deck {
    try load(try jsonBytes(of: deck), of: deck, name: name)
  }

  /// Parses a deck whose bytes have been read.
  static func load(_ bytes: [UInt8], of deck: String, name: String? = nil) throws(DeckError) -> Deck {
    try DeckLoader.load(bytes, file: name ?? self.name(of: deck), folder: folder(of: deck))
  }

  /// The path of a file with a similar name in the same folder; nil if there is none, or the file exists.
  private static func fileNear(_ path: String) -> String? {
    guard (try? FileTree.kind(of: path)) == .some(nil) else { return nil }
    let folder = FilePath.directory(of: path)
    let names = try? FileTree.entries(below: folder.isEmpty ? "." : folder) { _ in true }.map(\.path)
    return names.flatMap { Spelling.nearest(to: FilePath.name(of: path), in: $0) }.map {
      FilePath.join(folder, $0)
    }
  }

  /// The bytes of a JSON file, such as a deck.
  static func jsonBytes(of path: String) throws(DeckError) -> [UInt8] {
    do throws(RasterError) {
      return try FileReading.readInput(path: path, limit: Limits.jsonBytes)
    } catch {
      var issue = DeckIssue(error, file: "")
      issue.hint = issue.hint ?? fileNear(path).map { "did you mean '\($0)'?" }
      throw DeckError(issue)
    }
  }

  /// The options, including the content of the data files.
  func options() throws(DeckError) -> DeckOptions {
    var options = optionsWithoutData
    for path in data {
      let file = Self.name(of: path)
      options.dataLayers.append(try DataFile.read(try Self.jsonBytes(of: path), file: file))
      options.dataFiles.append(file)
    }
    return options
  }

  private var optionsWithoutData: DeckOptions {
    var options = DeckOptions()
    options.themeName = theme
    options.width = width
    options.scale = scale
    options.state = state
    options.drawsAllStates = drawsAllStates
    options.appearance = appearance
    options.locale = locale
    options.rowsLocale = rowsLocale
    options.date = date
    options.cards = cards
    options.assignments = set
    options.usesSystemFonts = usesSystemFonts
    return options
  }
}

/// The variants of each deck, as comma-separated lists.
struct MatrixOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Render every deck in each of these themes: names, or files below the deck's folder.", valueName: "a,b"),
    transform: MatrixOptions.words)
  var themes: [String]?

  @Option(
    help: ArgumentHelp("Render every deck in each of these appearances: light, dark.", valueName: "a,b"),
    completion: .list(Appearance.allCases.map(\.rawValue)),
    transform: { try MatrixOptions.words($0).map { try word($0) } })
  var appearances: [Appearance]?

  @Option(
    help: ArgumentHelp("Render every deck at each of these scales, in pixels per point.", valueName: "a,b"),
    transform: { try MatrixOptions.numbers($0, Limits.scales) })
  var scales: [Double]?

  @Option(
    help: ArgumentHelp("Render every deck in each of these widths, in points.", valueName: "a,b"),
    transform: { try MatrixOptions.numbers($0, Limits.canvasLengths) })
  var widths: [Double]?

  @Option(
    help: ArgumentHelp(
      "Render every deck in each of these states that it has; all for every state. A deck without states is rendered once.",
      valueName: "a,b"), transform: MatrixOptions.words)
  var states: [String]?

  @Option(
    help: ArgumentHelp("Render every deck in each of these locales, such as de_DE.", valueName: "a,b"),
    transform: MatrixOptions.words)
  var locales: [String]?

  @Flag(help: "Make a separate picture of each card.")
  var each = false

  func validate() throws {
    var matrix = matrix
    if let problem = matrix.resolveNames().first { throw ValidationError(Printable.line(problem) + ".") }
  }

  /// The matrix; valid once `validate()` has succeeded.
  var matrix: GoldenMatrix {
    var matrix = GoldenMatrix()
    matrix.themes = themes
    matrix.appearances = appearances
    matrix.scales = scales
    matrix.widths = widths
    matrix.states = states
    matrix.locales = locales
    // Replaces locale names by their canonical form. `validate` has reported the errors.
    _ = matrix.resolveNames()
    return matrix
  }

  static func words(_ text: String) throws -> [String] {
    let words = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    try refuse(words.contains(""), "It must be a list such as a,b, without spaces or empty entries.")
    return words
  }

  private static func numbers(_ text: String, _ range: ClosedRange<Double>) throws -> [Double] {
    try words(text).map { word in
      try parsed(
        Double(word).flatMap { range.contains($0) ? $0 : nil },
        or:
          "It must be a list of numbers from \(JSONNumber.format(range.lowerBound)) to \(JSONNumber.format(range.upperBound)), such as 1,2."
      )
    }
  }
}
