import ArgumentParser
import CardParts
import CardRaster

/// Draws rows that come on standard input, and answers each with a line.
struct WorkerCommand: AsyncParsableCommand, SandboxedCommand {
  static let configuration = CommandConfiguration(
    commandName: "worker",
    abstract: "Draw rows from standard input, a JSON object a line, and answer each with a line of JSON.",
    discussion: """
      Made for engines that share rows among machines: it answers in the order of the rows, as soon as a row is done, and \
      ends when its input does. A row that cannot be drawn is answered with what is wrong.

      EXIT STATUS
        0 every row has its answer, 2 something is wrong with the deck or the
        machine, or nobody reads the answers, 64 wrong usage
      """)

  @OptionGroup var arguments: DeckArguments

  @Option(
    name: .shortAndLong,
    help:
      "Where the pictures go, such as 'out/{id}.png'; may be given again. With --inline only the endings count."
  )
  var output: [String]

  @Flag(help: "Write no files: the pictures stand in the answers, as Base64.")
  var inline = false

  @Flag(
    help: """
      Take texts for the cells of a table: they are numbers where the deck asks for some, and nothing when empty.
      """)
  var cells = false

  @Flag(help: "Print what is wrong with the deck as JSON, on standard error.")
  var json = false

  @OptionGroup var packing: PackingOptions

  @Option(help: "How many rows are drawn at once; 0 for one a processor.")
  var workers = 1

  @Option(sandbox: SandboxChoice.help)
  var sandbox: SandboxChoice = .auto

  func validate() throws {
    if arguments.deck == "-" {
      throw ValidationError("Standard input has the rows, so the deck must be a file.")
    }
    try namedFiles.check()
    try PictureFiles.checkNames(output)
    for name in output {
      try PictureFiles.checkNoFolder(name)
      try PictureFiles.checkEnding(of: name, OutputFormat.stills)
      try PictureFiles.checkBraces(of: name)
    }
    if !inline { try RowOptions.checkPlaces(of: output) }
    try packing.check(output.map(format(of:)))
    try PictureFiles.checkWorkers(workers)
    try arguments.choices.refuseSeveralAppearances()
    if arguments.drawsAllStates { throw ValidationError("--all-states cannot be combined with rows.") }
  }

  private func format(of name: String) -> OutputFormat {
    OutputFormat(pathExtension: FilePath.pathExtension(of: name)) ?? .png
  }

  /// The files that are read.
  private var namedFiles: NamedFiles {
    NamedFiles(
      inputs: arguments.choices.inputs(of: arguments.deck) + [NamedFiles.Input(path: "-", role: "the rows")])
  }

  private var printer: IssuePrinter { IssuePrinter(isJSON: json, isQuiet: false, outputIsTaken: true) }

  /// Enters after the folders of the files are made, which the kernel then knows.
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
      var rows = try RowSource(try ByteSource(path: "-"), form: .jsonLines, file: "<stdin>", hasCells: cells)
      let appearance = arguments.choices.appearance ?? drawing.appearance
      // The same row may be drawn again, as engines try it again.
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

  /// Writes the files of a row, then the line about it: who reads the line finds the files.
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
