import ArgumentParser
import CardParts
import CardRaster
import Glibc

/// The files for the still pictures of a deck, and the messages about them.
struct PictureFiles {
  /// The value of `--output`.
  let output: String
  /// The deck's name in messages.
  let deck: String
  let isJSON: Bool
  let isQuiet: Bool
  /// The appearances to render; empty for the deck's own.
  var appearances: [Appearance] = []

  /// Whether the output name contains a placeholder for a card's id, index or state.
  var makesPagesOfCards: Bool { ["{id}", "{index}", "{state}"].contains(where: output.contains) }

  /// Prints problems and the written files.
  var printer: IssuePrinter {
    IssuePrinter(isJSON: isJSON, isQuiet: isQuiet, outputIsTaken: output == "-")
  }

  /// Renders a deck and writes its files.
  ///
  /// - Parameters:
  ///   - workers: the number of pages painted at the same time; 0 for one per processor.
  ///   - isStrict: whether a warning is an error.
  @MainActor func draw(
    _ deck: Deck, _ options: DeckOptions, as format: OutputFormat, _ settings: OutputFormat.Settings,
    workers: Int, isStrict: Bool = false
  ) async throws -> WrittenFiles {
    var log = OutputLog(self)
    let pipeline = try DeckPipeline()
    Self.sharedPipeline = pipeline
    let all = (appearances.isEmpty ? [options.appearance] : appearances.map { $0 }).map { appearance in
      var options = options
      options.appearance = appearance
      return options
    }
    for options in all.dropFirst() {
      try await checkDeck(deck, options, as: format, settings, isStrict: isStrict, pipeline)
    }
    for options in all {
      try await pipeline.draw(
        deck, options: options, onePageEach: makesPagesOfCards, as: format, settings: settings,
        workers: workers == 0 ? Self.processors : workers,
        begin: { try log.begin($0, isStrict: isStrict) }, deliver: { try log.write($1, number: $0) })
    }
    return log.finish()
  }

  /// The pipeline is kept for the life of the process, because the system releases all fonts at once on exit.
  @MainActor private static var sharedPipeline: DeckPipeline?

  private struct Checked: Error {}

  /// Checks a deck in one appearance.
  ///
  /// Errors are found before a file of another appearance is written.
  @MainActor private func checkDeck(
    _ deck: Deck, _ options: DeckOptions, as format: OutputFormat, _ settings: OutputFormat.Settings,
    isStrict: Bool, _ pipeline: DeckPipeline
  ) async throws {
    do {
      try await pipeline.draw(
        deck, options: options, onePageEach: makesPagesOfCards, as: format, settings: settings, workers: 1,
        begin: { summary in
          if isStrict, let error = DeckError(strict: summary.warnings) { throw error }
          throw Checked()
        }, deliver: { _, _ in })
    } catch is Checked {}
  }

  /// Paints all pages of a deck and writes their files.
  @MainActor func write(
    _ deck: LaidOutDeck, as format: OutputFormat, _ settings: OutputFormat.Settings, workers: Int,
    _ pipeline: DeckPipeline
  ) async throws -> WrittenFiles {
    var log = OutputLog(self)
    try log.begin(deck.summary)
    try await pipeline.paint(
      deck, as: format, settings: settings, workers: workers == 0 ? Self.processors : workers
    ) {
      try log.write($1, number: $0)
    }
    return log.finish()
  }

  /// The file name of each page.
  ///
  /// Throws if two pages would have the same name.
  func names(of pages: [PageLabel], _ appearance: Appearance, in deck: Deck) throws -> [String] {
    let output = name(in: appearance)
    guard makesPagesOfCards || output.contains("{page}") else {
      guard pages.count < 2 else { throw roomForOne(of: pages.count, in: deck) }
      return [output]
    }
    var seen: [String: PageLabel] = [:]
    return try pages.map { page in
      let name = output.replacing("{id}", with: page.name).replacing("{index}", with: String(page.number))
        .replacing("{page}", with: String(page.number))
        .replacing("{state}", with: page.state ?? "")
      if let other = seen.updateValue(page, forKey: name) {
        throw collision(of: other, and: page, name, in: deck)
      }
      return OutputName.notAnOption(name)
    }
  }

  private func roomForOne(of count: Int, in deck: Deck) -> DeckError {
    DeckError(
      deck.issue(
        .error, at: JSONPath.root.key("page"),
        "the report has \(count) pages, but the output name is for one file",
        hint: "add '{page}' to the output name, or choose pdf", code: .severalCards))
  }

  /// The output name for an appearance.
  ///
  /// If both appearances are rendered and the name has no `{appearance}`, the dark one gets `-dark` before
  /// the extension.
  func name(in appearance: Appearance) -> String {
    guard appearances.count > 1, !output.contains("{appearance}"), appearance == .dark else {
      return output.replacing("{appearance}", with: appearance.rawValue)
    }
    let ending = FilePath.pathExtension(of: output)
    guard !ending.isEmpty else { return output + "-dark" }
    return output.dropLast(ending.count + 1) + "-dark." + ending
  }

  private func collision(
    of first: PageLabel, and second: PageLabel, _ name: String, in deck: Deck
  ) -> DeckError {
    let isOneCard = first.number == second.number
    return DeckError(
      deck.issue(
        .error, at: JSONPath.root.key("cards"),
        isOneCard
          ? "two states of the card '\(first.name)' would be written to '\(name)'"
          : "two cards would be written to '\(name)'",
        hint: isOneCard
          ? "add '{state}' to the output name"
          : first.name == second.name
            ? "give each card its own id" : "add '{id}' or '{index}' to the output name"))
  }

  /// Rejects empty output names and duplicates.
  static func checkNames(_ output: [String]) throws {
    if output.contains("") { throw ValidationError("--output must not be empty.") }
    if Set(output).count < output.count { throw ValidationError("Two outputs have the same name.") }
  }

  /// Rejects a name that ends with a slash.
  static func checkNoFolder(_ name: String) throws {
    guard name.hasSuffix("/") else { return }
    throw ValidationError(
      "'\(Printable.line(name))' is a folder: name a file in it, such as \(Printable.line(name))out.png.")
  }

  /// Rejects a name whose extension does not match a supported format.
  ///
  /// - Parameters:
  ///   - formats: the allowed formats.
  ///   - others: further allowed extensions.
  ///   - hint: the end of the message.
  static func checkEnding(
    of name: String, _ formats: [OutputFormat], others: [String] = [], hint: String = ""
  ) throws {
    let endings = formats.flatMap(\.pathExtensions) + others
    guard !endings.contains(FilePath.pathExtension(of: name)) else { return }
    let known = endings.map { ".\($0)" }.joined(separator: ", ")
    throw ValidationError("The output's name must end in one of \(known)\(hint).")
  }

  /// Rejects a number of workers outside 0 to 256.
  static func checkWorkers(_ count: Int) throws {
    if !(0...256).contains(count) { throw ValidationError("--workers must be between 0 and 256.") }
  }

  /// Rejects unknown placeholders, which would appear literally in the file name.
  static func checkPlaceholders(of name: String) throws {
    try checkBraces(of: name)
    let known = ["id", "index", "page", "state", "appearance"]
    guard let unknown = OutputName(name).paths.map(\.text).first(where: { !known.contains($0) }) else {
      return
    }
    let near = Spelling.nearest(to: unknown, in: known).map { "did you mean '{\($0)}'?" }
    let all = known.map { "'{\($0)}'" }.joined(separator: ", ")
    throw ValidationError(
      "'{\(Printable.line(unknown))}' is not a placeholder of output names; \(near ?? "expected \(all)")")
  }

  /// Rejects placeholders with spaces inside the braces, which would not be filled in.
  ///
  /// The valid form is `{id}`.
  static func checkBraces(of name: String) throws {
    guard let path = OutputName(name).spacedPath.map(Printable.line) else { return }
    throw ValidationError("The braces around '\(path)' in the output name have spaces: write '{\(path)}'.")
  }

  /// The scale factor in an output name: 2 for `card@2x.png`, 1 without one.
  static func density(of name: String) -> Double {
    guard name.utf8.contains(UInt8(ascii: "@")) else { return 1 }
    let stem = FilePath.name(of: name).split(separator: ".").dropLast().joined(separator: ".")
    guard stem.last == "x", let at = stem.lastIndex(of: "@"),
      let factor = Double(stem[stem.index(after: at)...].dropLast()), (1...Limits.scale).contains(factor)
    else { return 1 }
    return factor
  }

  static var processors: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }
}

/// Writes files as they are finished and collects the messages about them.
private struct OutputLog {
  private let files: PictureFiles
  private var names: [String] = []
  private var pages: [PageLabel] = []
  private var warnings: [DeckIssue] = []
  private var appearance = Appearance.light
  private var outputs: [JSONNode] = []
  private var progress = Progress(total: 0, isShown: false)

  init(_ files: PictureFiles) { self.files = files }

  /// Stores the names and warnings that are known before the first file.
  mutating func begin(_ deck: DeckSummary, isStrict: Bool = false) throws {
    if isStrict, let error = DeckError(strict: deck.warnings) { throw error }
    names = try files.names(of: deck.labels, deck.appearance, in: deck.source)
    (pages, appearance) = (deck.labels, deck.appearance)
    // A warning that occurs in both appearances is reported once.
    warnings += deck.warnings.filter { !warnings.contains($0) }
    progress.finish()
    progress = Progress(
      total: pages.count, isShown: !files.isQuiet && !files.isJSON && files.output != "-")
  }

  /// Writes a page and adds it to the JSON output; numbers start at 0.
  mutating func write(_ bytes: [UInt8], number: Int) throws {
    try FileWriting.writeOutput(bytes, to: names[number])
    progress.advance(to: number + 1)
    guard files.isJSON else { return }
    let page = pages[number]
    var members: [(String, JSONNode)] = [("path", .of(names[number])), ("card", .of(page.name))]
    if let state = page.state { members.append(("state", .of(state))) }
    members += [
      ("appearance", .of(appearance.rawValue)), ("width", .of(page.width)), ("height", .of(page.height)),
      ("bytes", .of(bytes.count)),
    ]
    outputs.append(.object(members))
  }

  /// Returns the warnings and the written files.
  func finish() -> WrittenFiles {
    progress.finish()
    return WrittenFiles(issues: warnings, outputs: outputs)
  }
}
