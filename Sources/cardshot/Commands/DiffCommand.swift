import ArgumentParser
import CardParts
import CardRaster

struct DiffCommand: ParsableCommand, SandboxedCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff", abstract: "Describe the changes between two decks in words.",
    discussion: """
      Layouts and drawing commands are compared; nothing is painted. Instead of a deck you can give a layout \
      that 'cardshot test' stores next to a golden (NAME.layout.json). A name such as HEAD~1:decks/a.json is \
      a file of a git revision, relative to the root of the repository, together with the files next to it. \
      The options below apply to both decks. Causes are printed before their consequences.

      EXAMPLES
        cardshot diff old.json new.json
        cardshot diff HEAD~1:decks/a.json decks/a.json
        cardshot diff old.json new.json --each --appearance dark
        cardshot diff Goldens/welcome.layout.json welcome.json --json

      EXIT STATUS
        0 the same, 1 different, 2 a deck or a file is invalid, 64 wrong usage
      """)

  @Argument(
    help: "The old deck or layout: a JSON file, or - for standard input.",
    completion: .file(extensions: ["json"]))
  var old: String

  @Argument(
    help: "The new deck or layout: a JSON file, or - for standard input.",
    completion: .file(extensions: ["json"]))
  var new: String

  @Flag(
    name: .customLong("each"),
    help: "Compare every card as a separate picture; cards are matched by their ids.")
  var onePageEach = false

  @OptionGroup var reading: ComparedFileOptions

  @Flag(help: "Print the changes as JSON, with their places in the decks and their frames in points.")
  var json = false

  @OptionGroup var choices: DeckChoices

  func validate() throws {
    try choices.refuseSeveralAppearances()
    try NamedFiles(
      inputs: choices.inputs(of: old) + [NamedFiles.Input(path: new, role: "the new deck")]
    ).checkConflicts()
    try refuse(old.isEmpty || new.isEmpty, "The name of a deck must not be empty.")
  }

  private var printer: IssuePrinter {
    IssuePrinter(isJSON: json, isQuiet: reading.quiet, outputIsTaken: false)
  }

  /// Enters the sandbox immediately, unless git must run first.
  func enterSandbox() throws {
    guard GitRepository.revision(of: old) == nil, GitRepository.revision(of: new) == nil else { return }
    try enterSandbox(decks: [old, new])
  }

  private func enterSandbox(decks: [String]) throws {
    try printer.reporting { try reading.sandbox.enter(decks: decks, files: choices.data) }
  }

  func run() throws {
    let printer = printer
    let pages = try printer.reporting { try compare() }
    let report = DiffReport(pages: pages, old: old, new: new)
    if json || !reading.quiet { StandardStreams.output(json ? report.json : report.text) }
    if !report.isSame { throw ExitCode.different }
  }

  /// A file.
  ///
  /// A file of a git revision is extracted to a temporary folder that exists as long as this value.
  private struct Operand {
    let name: String
    let path: String
    private let old: GitRepository.OldDeck?

    var isOld: Bool { old != nil }

    init(_ text: String) throws(DeckError) {
      if let (revision, path) = GitRepository.revision(of: text) {
        old = try GitRepository.deck(revision, path)
      } else {
        old = nil
      }
      name = DeckChoices.name(of: text)
      path = old?.path ?? text
    }
  }

  /// One side of the comparison.
  private enum Side {
    case snapshot(LayoutSnapshot)
    /// The bytes of the deck's file.
    case deck([UInt8])
  }

  private func compare() throws -> [ComparedPage] {
    let (earlier, later) = (try Operand(old), try Operand(new))
    if earlier.isOld || later.isOld { try enterSandbox(decks: [earlier.path, later.path]) }
    return try compare(earlier, later)
  }

  private func compare(_ earlier: Operand, _ later: Operand) throws -> [ComparedPage] {
    let (first, second) = (try side(earlier.path), try side(later.path))
    if case .snapshot(let a) = first, case .snapshot(let b) = second {
      guard choices.isEmpty, !onePageEach else {
        throw ValidationError(
          "Options for laying out a deck have no effect on stored layouts.")
      }
      return [ComparedPage(card: b.card, state: b.state, changes: a.changes(to: b))]
    }
    // A stored layout of one card is compared with that card only.
    var kept: LayoutSnapshot?
    for case .snapshot(let snapshot) in [first, second] { kept = snapshot }
    let isEach = onePageEach || kept?.card.isEmpty == false
    let (pipeline, options) = (try DeckPipeline(), try choices.options())
    let (before, after) = (
      try snapshots(first, earlier, options, isEach, pipeline),
      try snapshots(second, later, options, isEach, pipeline)
    )
    if kept == nil, let pages = ComparedPage.report(before, after) { return pages }
    if before.count == 1, after.count == 1, kept == nil || !isEach {
      return [
        ComparedPage(card: after[0].card, state: after[0].state, changes: before[0].changes(to: after[0]))
      ]
    }
    return try ComparedPage.all(before, after, only: kept, new)
  }

  /// Reads a file as a layout or a deck.
  private func side(_ path: String) throws -> Side {
    let bytes = try DeckChoices.jsonBytes(of: path)
    guard path.hasSuffix(".layout.json") || LayoutSnapshot.isSnapshot(bytes) else { return .deck(bytes) }
    return .snapshot(try LayoutSnapshot(bytes, file: DeckChoices.name(of: path)))
  }

  private func snapshots(
    _ side: Side, _ file: Operand, _ options: DeckOptions, _ isEach: Bool, _ pipeline: DeckPipeline
  ) throws(DeckError) -> [LayoutSnapshot] {
    let bytes: [UInt8]
    switch side {
    case .snapshot(let snapshot): return [snapshot]
    case .deck(let content): bytes = content
    }
    let source = try DeckChoices.load(bytes, of: file.path, name: file.name)
    let deck = try pipeline.laidOut(source, options: options, onePageEach: isEach)
    if !reading.quiet {
      for warning in deck.warnings { StandardStreams.error(Printable.sentence(warning.text) + "\n") }
    }
    return deck.pages.map(LayoutSnapshot.init)
  }
}
