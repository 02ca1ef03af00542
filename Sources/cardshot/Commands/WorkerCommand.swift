import ArgumentParser
import CardParts
import CardRaster

struct WorkerCommand: AsyncParsableCommand, SandboxedCommand {
  static let configuration = CommandConfiguration(
    commandName: "worker",
    abstract:
      "Render rows from standard input, one JSON object per line, and answer each with a line of JSON.",
    discussion: """
      For engines that distribute rows over machines. It answers in the order of the rows, as soon as a row \
      is done, and exits at the end of its input. A row that cannot be rendered is answered with its errors.

      EXIT STATUS
        0 every row has an answer, 2 there is a problem with the deck or the
        machine, or the reader of the answers has exited, 64 wrong usage
      """)

  @OptionGroup var arguments: DeckArguments

  @Option(
    name: .shortAndLong,
    help:
      "The names of the pictures, such as 'out/{id}.png'; can be repeated. With --inline only the extensions matter."
  )
  var output: [String]

  @Flag(help: "Write no files: the answers contain the pictures as Base64.")
  var inline = false

  @Flag(
    help: """
      Treat texts as cells of a table: convert them to numbers where the deck expects numbers; empty cells are \
      absent.
      """)
  var cells = false

  @Flag(help: "Print problems of the deck as JSON on standard error.")
  var json = false

  @OptionGroup var packing: PackingOptions

  @Option(help: "The number of rows rendered at the same time; 0 for one per processor.")
  var workers = 1

  @Option(sandbox: SandboxChoice.help)
  var sandbox: SandboxChoice = .auto

  func validate() throws {
    try refuse(arguments.deck == "-", "Standard input contains the rows, so the deck must be a file.")
    try namedFiles.checkConflicts()
    try PictureFiles.checkNames(output)
    for name in output {
      try PictureFiles.checkNoFolder(name)
      try PictureFiles.checkEnding(of: name, OutputFormat.stills)
      try PictureFiles.checkBraces(of: name)
    }
    if !inline { try RowOptions.checkPlaces(of: output) }
    try packing.checkOptions(for: output.map(format(of:)))
    try PictureFiles.checkWorkers(workers)
    try arguments.choices.refuseSeveralAppearances()
    try refuse(arguments.drawsAllStates, "--all-states cannot be combined with rows.")
  }

  private func format(of name: String) -> OutputFormat {
    OutputFormat(pathExtension: FilePath.pathExtension(of: name)) ?? .png
  }

  private var namedFiles: NamedFiles {
    NamedFiles(
      inputs: arguments.choices.inputs(of: arguments.deck) + [NamedFiles.Input(path: "-", role: "the rows")])
  }

  private var printer: IssuePrinter { IssuePrinter(isJSON: json, isQuiet: false, outputIsTaken: true) }

  /// Enters the sandbox after creating the output folders, because its rules need existing folders.
  func enterSandbox() throws {
    try printer.reporting {
      if sandbox != .off, !inline {
        for name in output { try FileTree.makeFolder(OutputName(name).folder) }
      }
      try sandbox.enter(
        deck: arguments.deck, data: arguments.choices.data, outputs: inline ? [] : output, makesFolders: true)
    }
  }

  @MainActor func run() async throws {
    try await printer.reporting {
      let deck = try DeckChoices.load(arguments.deck)
      let outputs = output.map { name in
        RowOutput(
          name: OutputName(name),
          order: ExportRequest(format(of: name), settings: packing.settings()),
          factor: PictureFiles.density(of: name))
      }
      let pipeline = try DeckPipeline()
      var drawing = RowDrawing(deck, options: try arguments.choices.options(), outputs: outputs)
      try drawing.checkDeck(names: nil, in: pipeline)
      var rows = try RowSource(
        try ByteSource(path: "-"), form: .jsonLines, file: "<stdin>",
        hasCells: cells || arguments.choices.rowsLocale != nil)
      let appearance = arguments.choices.appearance ?? drawing.appearance
      // A scheduler may send the same row again after a failure.
      var names = inline ? nil : RowNameCheck(reading: namedFiles.read, ofEachRow: true)
      func known(_ row: DataRow) -> RowResult? {
        names?.collision(of: row, outputs, appearance: appearance)
      }
      try await drawing.draw(
        &rows, workers: workers == 0 ? PictureFiles.processors : workers, in: pipeline, known: known,
        isolation: .processes
      ) { try answer($0) }
    }
  }

  /// Writes the files of a row, then its answer line, so that a reader of the line finds the files.
  private func answer(_ result: RowResult) throws {
    var result = result
    if !inline {
      do throws(RasterError) {
        try result.write(output.map(OutputName.init))
      } catch {
        result.leaveOut(error)
      }
    }
    let line = RowReport.line(result, milliseconds: nil, isInline: inline)
    try FileWriting.writeStandardOutput(Array((line + "\n").utf8))
  }
}
