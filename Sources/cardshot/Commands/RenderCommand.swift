import ArgumentParser
import CardParts
import CardRaster

/// Draws a deck.
struct RenderCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render", abstract: "Draw a deck (what cardshot does when no command is named).")

  @OptionGroup var arguments: DeckArguments

  @Option(
    name: .shortAndLong,
    help: """
      Where the picture goes: a file, or - for standard output. With {id}, {index} or {state} in the name every card \
      becomes a picture of its own; {appearance} is light or dark (without it the dark one of both is out-dark.png). With %03d every frame of a moving picture becomes one.
      """, completion: .file())
  var output: String

  @Option(
    help: ArgumentHelp(
      "png, jpeg, webp, gif, svg or pdf; wins over the ending of the output's name.", valueName: "format"),
    completion: .list(OutputFormat.allCases.map(\.rawValue)), transform: { try word($0) })
  var format: OutputFormat?

  @Option(
    help: ArgumentHelp(
      "How much time a PNG may take to become small: fast, balanced or smallest.", valueName: "level"),
    completion: .list(PNGCompression.allCases.map(\.rawValue)), transform: { try word($0) })
  var compression: PNGCompression = .balanced

  @Option(
    help: """
      How much a JPEG or WebP file keeps of the picture, 1 to 100. Without it a JPEG has 90 and a WebP is lossless.
      """)
  var quality: Int?

  @Option(
    name: .customLong("max-bytes"),
    help: ArgumentHelp(
      "The most bytes of a file, such as 500k: quality, colours, frames and size are given up until it fits.",
      valueName: "bytes"))
  var maxBytes: ByteBudget?

  @Flag(help: "Make every card a page of its own in a PDF document.")
  var pages = false

  @Flag(name: .customLong("svg-text"), help: "Keep text in an SVG as text, instead of outlines.")
  var keepsSVGText = false

  @OptionGroup(title: "Moving pictures") var moving: MovingOptions

  @Option(help: "How many pictures are drawn at once; 0 for one a processor.")
  var workers = 0

  @Option(
    help: ArgumentHelp(stringLiteral: SandboxChoice.help),
    completion: .list(SandboxChoice.allCases.map(\.rawValue)),
    transform: { try word($0) })
  var sandbox: SandboxChoice = .auto

  @Flag(help: "Treat warnings as errors.")
  var strict = false

  @Flag(help: "Print errors only.")
  var quiet = false

  @Flag(help: "Print problems and the files that were written as JSON.")
  var json = false

  /// The format that was asked for, or the one of the output's name.
  var chosenFormat: OutputFormat {
    format ?? OutputFormat(pathExtension: FilePath.pathExtension(of: output)) ?? .png
  }

  /// Whether each card is drawn alone.
  var makesPagesOfCards: Bool { hasPlaceholder || pages }

  private var hasPlaceholder: Bool { files.makesPagesOfCards }

  private var files: PictureFiles {
    var files = PictureFiles(output: output, deck: arguments.file, isJSON: json, isQuiet: quiet)
    files.appearances = arguments.choices.appearances
    return files
  }

  func validate() throws {
    if output.isEmpty { throw ValidationError("--output must not be empty.") }
    if format == nil, output != "-", OutputFormat(pathExtension: FilePath.pathExtension(of: output)) == nil {
      let known = OutputFormat.allCases.flatMap(\.pathExtensions).map { ".\($0)" }.joined(separator: ", ")
      throw ValidationError("The output's name must end in one of \(known), or --format must say what it is.")
    }
    if let quality {
      if !(1...100).contains(quality) { throw ValidationError("--quality must be between 1 and 100.") }
      if !chosenFormat.heedsQuality {
        throw ValidationError(
          "--quality has no effect on \(chosenFormat.rawValue); it belongs to jpeg and webp.")
      }
    }
    if pages, !chosenFormat.hasPages {
      throw ValidationError("--pages has no effect on \(chosenFormat.rawValue); it belongs to pdf.")
    }
    if pages, hasPlaceholder {
      throw ValidationError(
        "--pages puts all cards into one file, so its name must not have {id} or {index}.")
    }
    if arguments.drawsAllStates, !hasPlaceholder, !pages {
      throw ValidationError(
        "--all-states makes several pictures: write {id} and {state} in the name of --output.")
    }
    try checkMoving()
    try checkBudget()
    if arguments.choices.appearances.count > 1 {
      if output == "-" {
        throw ValidationError("--appearance light,dark makes two files: --output must name them.")
      }
      if !isStill {
        throw ValidationError(
          "--appearance light,dark makes still pictures; choose one of them beside this option.")
      }
    }
    if !(0...256).contains(workers) { throw ValidationError("--workers must be between 0 and 256.") }
  }

  @MainActor func run() async throws {
    try await files.printer.reporting {
      try sandbox.enter(deck: arguments.deck, data: arguments.choices.data, output: output)
      try await render()
    }
  }

  /// Whether nothing is asked for but a still picture of each page.
  private var isStill: Bool { !pages && maxBytes == nil && !moving.isMoving && moving.at == nil }

  @MainActor private func render() async throws {
    let printer = files.printer
    let format = chosenFormat
    let settings = OutputFormat.Settings(
      compression: compression, keepsSVGText: keepsSVGText, quality: quality, gif: moving.gif)
    if isStill {
      return try await files.draw(
        try DeckChoices.load(arguments.deck), try arguments.choices.options(), as: format, settings,
        workers: workers, isStrict: strict)
    }
    let pipeline = try DeckPipeline()
    var deck = try arguments.layOut(onePageEach: makesPagesOfCards, in: pipeline)
    deck.warnings += stillness(of: deck)
    if strict, let error = DeckError(strict: deck.warnings) { throw error }
    if let error = DeckError(deck.obstacles(to: format)) { throw error }
    if pages { return try writeDocument(deck, as: format, pipeline) }
    let names = try files.names(of: deck.pages.map(\.label), deck.resolved.theme.appearance)
    let workers = workers == 0 ? PictureFiles.processors : workers
    if let maxBytes {
      let (outputs, losses) = try await write(
        deck, names, within: maxBytes, workers: workers, pipeline)
      let issues = deck.warnings + losses
      if json || !issues.isEmpty { printer.report(issues, outputs: json ? outputs : []) }
      return
    }
    if moving.isMoving {
      let total = deck.pages.count * (FramePattern(output) == nil ? 1 : moving.timing.frames)
      let progress = Progress(total: total, isShown: !quiet && !json && output != "-")
      let outputs = try await writeMoving(deck, names, workers: workers, progress, pipeline)
      progress.finish()
      if json || !deck.warnings.isEmpty { printer.report(deck.warnings, outputs: json ? outputs : []) }
      return
    }
    if let moment = moving.at { deck = deck.atMoment(moment) }
    try await files.write(deck, as: format, settings, workers: workers, pipeline)
  }

  /// Writes all pages into one file.
  private func writeDocument(
    _ deck: LaidOutDeck, as format: OutputFormat, _ pipeline: DeckPipeline
  ) throws {
    let bytes = try deck.source.placing(deck.pages.map(\.box)) { () throws(RasterError) in
      try pipeline.encode(pages: deck.pages.map(\.display), fonts: deck.fonts, as: format)
    }
    if output == "-" {
      try FileWriting.writeStandardOutput(bytes)
    } else {
      try FileWriting.write(bytes, to: output)
    }
    guard json || !deck.warnings.isEmpty else { return }
    files.printer.report(
      deck.warnings,
      outputs: !json
        ? []
        : [.object([("path", .of(output)), ("pages", .of(deck.pages.count)), ("bytes", .of(bytes.count))])])
  }
}
