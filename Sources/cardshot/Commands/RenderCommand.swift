import ArgumentParser
import CardParts
import CardRaster

struct RenderCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render", abstract: "Render a deck or a Vega-Lite chart.",
    discussion: """
      EXIT STATUS
        0 everything is rendered, 2 there is a problem with the deck, a row, a file
        or the machine, 64 wrong usage, 130 a run over rows was interrupted
      """, aliases: ["chart"])

  @OptionGroup var arguments: DeckArguments

  @Option(
    name: .shortAndLong,
    help: """
      The output: a file, or - for standard output. With {id}, {index} or {state} in the name, every card is \
      written to its own file, with {page} every page of a report. {appearance} is light or dark (without \
      it, the dark picture is out-dark.png). With %03d, every frame of an animation is written to its own \
      file. A name that ends in @2x before the extension doubles the scale. Can be repeated.
      """, completion: .file())
  var output: [String]

  @Option(
    help: ArgumentHelp(
      "The format: png, jpeg, webp, gif, svg, pdf, mp4 or webm; overrides the extension of the output.",
      valueName: "format"),
    completion: .list(OutputFormat.allCases.map(\.rawValue)), transform: { try word($0) })
  var format: OutputFormat?

  @OptionGroup var packing: PackingOptions

  @Option(
    name: .customLong("max-bytes"),
    help: ArgumentHelp(
      "The largest size of a file, such as 500k: quality, colours, frames and dimensions are reduced until it fits.",
      valueName: "bytes"),
    transform: { try parsed(ByteBudget($0), or: "It must be a number of bytes such as 500k or 2M.") })
  var maxBytes: ByteBudget?

  @Flag(help: "Put every card on its own page of a PDF document.")
  var pages = false

  @OptionGroup(title: "Animations") var moving: MovingOptions

  @OptionGroup(title: "One picture for each row of data") var rows: RowOptions

  @OptionGroup(title: "E-mails: outputs that end in .html or .eml") var mail: MailOptions

  @Option(
    help: """
      The number of pictures rendered at the same time; 0 for one per processor. With fewer pictures, up to \
      four threads share one.
      """)
  var workers = 0

  @Option(sandbox: SandboxChoice.help)
  var sandbox: SandboxChoice = .auto

  @Flag(help: "Treat warnings as errors.")
  var strict = false

  @Flag(help: "Print errors only.")
  var quiet = false

  @Flag(help: "Print problems and written files as JSON.")
  var json = false

  @Flag(
    name: .customLong("list-reads"),
    help: ArgumentHelp("With --json, also print the files that were read.", visibility: .hidden))
  var listsReads = false

  /// The name of the output that is being rendered.
  var name: String { output[0] }

  /// The format given by `--format`, or the format of the output name.
  var chosenFormat: OutputFormat { format(of: name) }

  /// The format of an output: `--format`, or the one of its extension, or PNG.
  ///
  /// An e-mail has the format of its picture.
  func format(of name: String) -> OutputFormat {
    // GIF and PNG are the picture formats that every email client shows.
    if MailOptions.isMail(name) { return moving.isMoving ? .gif : .png }
    return format ?? OutputFormat(pathExtension: FilePath.pathExtension(of: name)) ?? .png
  }

  /// Whether each card becomes a separate page.
  var makesPagesOfCards: Bool { hasPlaceholder || pages }

  private var hasPlaceholder: Bool { files.makesPagesOfCards }

  var files: PictureFiles {
    var files = PictureFiles(output: name, deck: arguments.file, isJSON: json, isQuiet: quiet)
    files.appearances = arguments.choices.appearances
    return files
  }

  func validate() throws {
    try PictureFiles.checkNames(output)
    try namedFiles.checkConflicts()
    try PictureFiles.checkWorkers(workers)
    for name in output {
      try checkName(name)
      var one = self
      one.output = [name]
      try one.checkOne()
    }
    try packing.checkOptions(for: output.map(format(of:)))
    try checkMail()
    if rows.isAsked { try checkRows() } else { try rows.checkIdle() }
  }

  private func checkName(_ name: String) throws {
    try PictureFiles.checkNoFolder(name)
    if format == nil, name != "-", !MailOptions.isMail(name) {
      try PictureFiles.checkEnding(
        of: name, OutputFormat.allCases,
        others: ["html", "mjml", "eml", "postmark.json", "sendgrid.json", "ses.json"],
        hint: ", or --format must be given")
    }
    // The values of rows are not known before they are read.
    try rows.isAsked ? PictureFiles.checkBraces(of: name) : PictureFiles.checkPlaceholders(of: name)
  }

  /// Checks the options of one output.
  private func checkOne() throws {
    try refuse(
      pages && !chosenFormat.hasPages, "--pages has no effect on \(chosenFormat.rawValue), only on pdf.")
    try refuse(
      pages && hasPlaceholder,
      "--pages writes all cards to one file, so its name must not contain {id} or {index}.")
    try refuse(
      arguments.drawsAllStates && !hasPlaceholder && !pages && !rows.isAsked,
      "--all-states renders several pictures: add {id} and {state} to the name of --output.")
    try checkMoving()
    try checkBudget()
    if arguments.choices.appearances.count > 1 {
      try refuse(name == "-", "--appearance light,dark writes two files, so --output must be a file name.")
      try refuse(
        !isStill, "--appearance light,dark renders still pictures; choose one appearance with this option.")
    }
  }

  @MainActor func run() async throws {
    if rows.isAsked { return try await drawRows() }
    if listsReads { FileTrace.start() }
    try await files.printer.reporting {
      try await writeFiles().report(files.printer, isJSON: json)
    }
  }

  /// Renders the deck without rows, and writes the files.
  @MainActor func writeFiles() async throws -> WrittenFiles {
    try sandbox.enter(
      deck: arguments.deck, data: arguments.choices.data, outputs: output, programs: programs)
    // They are read once, because a pipe cannot be read twice.
    let (deck, options) = (mail.deck(try DeckChoices.load(arguments.deck)), try arguments.choices.options())
    let sinks = try output.flatMap { name in
      var (one, options) = (self, options)
      one.output = [name]
      options.scale = try arguments.scale(by: PictureFiles.density(of: name), of: deck, options)
      return try one.sinks(for: deck, options)
    }
    let plan = needsPlan ? FilePlan(inputs: namedFiles.inputs, deck: arguments.file) : nil
    return try await FileSink.export(sinks, plan)
  }

  /// The external programs that the command runs.
  var programs: [String] { output.allSatisfy { format(of: $0).isStill } ? [] : [VideoEncoder.program] }

  /// Whether the output is just a still picture of each page.
  private var isStill: Bool { !pages && maxBytes == nil && !moving.isMoving && moving.at == nil }

  var settings: OutputFormat.Settings { packing.settings(gif: moving.gif) }

  /// Whether all pages of a deck go into one file.
  func isDocument(_ source: Deck) -> Bool {
    pages || (source.isReport && chosenFormat.hasPages && !name.contains("{page}") && !hasPlaceholder)
  }

  /// The sinks of one output, one for each appearance.
  private func sinks(for deck: Deck, _ options: DeckOptions) throws -> [FileSink] {
    let mail = mail.settings(for: name, scale: options.scale)
    var (options, arrangement) = (options, RenderSession.Arrangement.pictures)
    if let mail {
      options.scale = mail.scale
      var dark = options
      dark.appearance = .dark
      arrangement = .versions(mail.hasDark ? [dark] : [])
    } else if isDocument(deck) {
      try refuse(
        arguments.choices.appearances.count > 1,
        "--appearance light,dark renders still pictures; choose one for a report.")
      arrangement = .document
    } else if FramePattern(name) != nil {
      arrangement = .frames
    }
    let appearances = arguments.choices.appearances
    let all: [Appearance?] = appearances.isEmpty ? [options.appearance] : appearances
    return all.map { appearance in
      options.appearance = appearance
      return FileSink(
        files,
        RenderSession(
          deck, options: options, onePageEach: makesPagesOfCards, order(for: name), arrangement,
          isStrict: strict, workers: workers == 0 ? PictureFiles.processors : workers), mail: mail)
    }
  }
}

/// The written files and the warnings about them.
struct WrittenFiles {
  var issues: [DeckIssue] = []
  /// One JSON object per file.
  var outputs: [JSONNode] = []

  /// Appends the files of another output.
  ///
  /// A warning that several outputs share is kept once.
  mutating func append(_ other: WrittenFiles) {
    issues += other.issues.filter { !issues.contains($0) }
    outputs += other.outputs
  }

  /// Prints the problems, and with `--json` the written files.
  func report(_ printer: IssuePrinter, isJSON: Bool) {
    if isJSON || !issues.isEmpty { printer.report(issues, outputs: isJSON ? outputs : []) }
  }
}

/// Files with a maximum size (`--max-bytes`).
extension RenderCommand {
  /// Rejects `--max-bytes` for formats whose size cannot be reduced.
  func checkBudget() throws {
    guard maxBytes != nil else { return }
    try refuse(
      [.svg, .pdf].contains(chosenFormat),
      "--max-bytes has no effect on \(chosenFormat.rawValue), only on raster formats.")
    try refuse(FramePattern(name) != nil, "--max-bytes has no effect on one file per frame.")
  }
}

/// Cards for email: an HTML page with its picture, or a message.
extension RenderCommand {
  /// Rejects options that do not apply to email, and email options for other outputs.
  func checkMail() throws {
    let mails = output.filter(MailOptions.isMail)
    if mails.isEmpty {
      try refuse(mail.baseURL != nil, "--base-url has no effect without an .html or .eml file.")
      try refuse(
        ["subject": mail.subject != nil, "from": mail.from != nil, "to": mail.to != nil],
        "has no effect without an e-mail, such as an .eml file.")
      try refuse(
        mail.dark,
        "--dark has no effect without an .html or .eml file; --appearance dark renders a dark picture.")
      return
    }
    try refuse(format != nil, "--format cannot be combined with an .html or .eml file.")
    try refuse(
      ["pages": pages, "quality": packing.quality != nil], "has no effect on an .html or .eml file.")
    try refuse(
      mail.dark && arguments.choices.appearance == .dark,
      "--dark adds a dark picture to the light one, but --appearance dark makes both dark.")
    try refuse(
      arguments.choices.appearances.count > 1,
      "--appearance light,dark writes two files; use --dark for both pictures in one e-mail.")
  }

  /// The export request of an output.
  func order(for name: String) -> ExportRequest {
    var order = ExportRequest(format(of: name), settings: settings, budget: maxBytes)
    if moving.isMoving {
      order.movement = ExportRequest.Movement(
        timing: moving.timing, loops: moving.loop ?? 0, poster: moving.posterFrame.map { $0 - 1 })
    } else {
      order.moment = moving.at
    }
    guard MailOptions.isMail(name) else { return order }
    order.others = [.jpeg]
    // Some email clients show only the first frame, so it must be the final state.
    if moving.posterFrame == nil { order.movement?.poster = moving.timing.frames - 1 }
    return order
  }
}
