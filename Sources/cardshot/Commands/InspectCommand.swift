import ArgumentParser
import CardParts
import CardRaster

struct InspectCommand: ParsableCommand {
  /// The pipeline stages whose values can be printed.
  enum Stage: String, ExpressibleByArgument, CaseIterable {
    case deck, resolved, boxes, display, layout, words
  }

  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Print the layout as JSON: cards, parts, frames, lines, links and alternative texts.",
    discussion: """
      EXIT STATUS
        0 the layout was printed, 2 the deck or a file is invalid, 64 wrong usage
      """)

  @OptionGroup var arguments: DeckArguments

  @Option(
    help: ArgumentHelp(
      "A window over the page in points; adds the visible share of each card.", valueName: "top,height"))
  var viewport: String?

  @Option(
    help: """
      Print another stage of the pipeline: deck, resolved, boxes or display; layout, which 'cardshot diff' \
      accepts instead of the deck; or words, one line for each visible fact, also for such a layout or a \
      picture.
      """)
  var stage: Stage = .boxes

  @Flag(name: .customLong("each"), help: "Lay out every card as a separate picture.")
  var onePageEach = false

  @Flag(help: "Add the file, line and column of every card and part.")
  var positions = false

  @Option(sandbox: SandboxChoice.help)
  var sandbox: SandboxChoice = .auto

  @Flag(help: "Print problems as JSON.")
  var json = false

  func validate() throws {
    try NamedFiles(inputs: arguments.choices.inputs(of: arguments.deck)).checkConflicts()
    try arguments.choices.refuseSeveralAppearances()
    try refuse(
      positions && stage != .boxes, "--positions can only be combined with --stage boxes, the default.")
    try refuse(viewport != nil && window == nil, "--viewport must be two numbers top,height such as 0,600.")
    try refuse(
      stage == .layout && (arguments.drawsAllStates || (onePageEach && arguments.choices.cards.count != 1)),
      "--stage layout prints one picture: choose a card with --card and a state with --state.")
  }

  private var window: Inspection.Viewport? {
    let numbers = viewport?.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) } ?? []
    guard numbers.count == 2, let top = numbers[0], let height = numbers[1], top.isFinite, height.isFinite,
      height > 0
    else { return nil }
    return Inspection.Viewport(top: top, height: height)
  }

  func run() throws {
    let printer = IssuePrinter(isJSON: json, isQuiet: false, outputIsTaken: true)
    let deck = try printer.reporting { () throws -> LaidOutDeck? in
      try sandbox.enter(deck: arguments.deck, data: arguments.choices.data, outputs: [])
      var bytes: [UInt8]?
      if stage == .words {
        let content = try FileReading.readInput(path: arguments.deck, limit: Limits.imageBytes)
        if let words = try wordsOfGolden(content) {
          StandardStreams.output(words)
          return nil
        }
        try FileReading.checkSize(of: content, path: arguments.deck, limit: Limits.jsonBytes)
        bytes = content
      }
      return try arguments.choices.laidOut(
        arguments.deck, bytes: bytes, onePageEach: onePageEach, in: DeckPipeline())
    }
    guard let deck else { return }
    StandardStreams.output(formatStage(of: deck))
    if !deck.warnings.isEmpty { printer.report(deck.warnings) }
  }

  /// The words of a golden, for `git diff`, which passes a single file: a layout or a picture.
  ///
  /// Returns nil for a deck.
  private func wordsOfGolden(_ bytes: [UInt8]) throws -> String? {
    let isLayout = arguments.deck.hasSuffix(".layout.json") || LayoutSnapshot.isSnapshot(bytes)
    guard isLayout || ComparedFile.isPicture(bytes) else { return nil }
    guard arguments.choices.isEmpty, !onePageEach else {
      throw ValidationError(
        "Options for laying out a deck have no effect on a picture or a stored layout.")
    }
    if isLayout { return try LayoutSnapshot(bytes, file: arguments.file).words }
    guard let picture = try ComparedFile(bytes).picture() else { return nil }
    return "picture \(picture.width) × \(picture.height) pixels, sum \(picture.fingerprint)\n"
  }

  private func formatStage(of deck: LaidOutDeck) -> String {
    switch stage {
    case .deck: return JSONDump.write(deck.source.root, pretty: true) + "\n"
    case .resolved: return Printable.text(deck.resolved.dump)
    case .display: return Printable.text(deck.pages.map(\.display.dump).joined(separator: "\n"))
    case .layout: return LayoutSnapshot(deck.pages[0]).json
    case .words: return deck.pages.map { LayoutSnapshot($0).words }.joined()
    case .boxes:
      let inspection = Inspection(viewport: window, positionsIn: positions ? deck.source : nil)
      let pages = deck.pages.map(inspection.page)
      return JSONDump.write(
        onePageEach || arguments.drawsAllStates || deck.source.isReport ? .list(pages) : pages[0],
        pretty: true)
        + "\n"
    }
  }
}
