import ArgumentParser
import CardGoldens
import CardParts
import CardRaster

/// The files that a command line names: none that is read may be written over, none is written twice, and each of the
/// standard streams is one file.
struct NamedFiles {
  /// A file that is read.
  struct Input {
    let path: String
    /// What it is, behind "which is".
    let role: String
  }

  /// A file that is written.
  struct Output {
    let path: String
    /// The option that names it.
    let option: String
  }

  var inputs: [Input] = []
  var outputs: [Output] = []

  /// The files that no row may be written over.
  var read: [RowNameCheck.ReadFile] {
    inputs.filter { $0.path != "-" }.map { RowNameCheck.ReadFile($0.path, role: $0.role) }
  }

  /// Refuses outputs that are inputs, or one another, however their paths are spelled, and a second use of a stream.
  func check() throws {
    let streams = inputs.filter { $0.path == "-" }.map(\.role)
    if streams.count > 1 {
      throw ValidationError(
        "Standard input can be read once; give - for one file only: it is \(streams[0]), and \(streams[1]).")
    }
    let streamed = outputs.filter { $0.path == "-" }.map(\.option)
    if streamed.count > 1 {
      throw ValidationError("\(streamed[0]) and \(streamed[1]) both write to standard output.")
    }
    let read = inputs.compactMap { input in Self.identity(input.path).map { (input, $0) } }
    var written: [String: Output] = [:]
    for output in outputs {
      guard let identity = Self.identity(output.path) else { continue }
      if let input = read.first(where: { $0.1 == identity })?.0 {
        let spelled = input.path == output.path ? "" : " '\(Printable.line(output.path))'"
        throw ValidationError(
          "\(output.option)\(spelled) would write over '\(Printable.line(input.path))', which is \(input.role)."
        )
      }
      if let other = written.updateValue(output, forKey: identity) {
        throw ValidationError(
          other.option == output.option
            ? "Two outputs have one name: '\(Printable.line(other.path))' and '\(Printable.line(output.path))'."
            : "\(other.option) and \(output.option) both name '\(Printable.line(output.path))'.")
      }
    }
  }

  /// The path by which a file is known; nil for what is no file, such as a pipe, which may be read and written.
  private static func identity(_ path: String) -> String? {
    guard path != "-" else { return nil }
    let identity = FilePath.identity(path)
    guard let kind = try? FileTree.kind(of: identity) else { return identity }
    return kind == .other ? nil : identity
  }
}

extension DeckChoices {
  /// The files that are read for a deck.
  func inputs(of deck: String) -> [NamedFiles.Input] {
    var inputs = [NamedFiles.Input(path: deck, role: "the deck")]
    inputs += data.map { NamedFiles.Input(path: $0, role: "read by --data") }
    if let theme, deck != "-" {
      let path = FilePath.join(FilePath.directory(of: deck), theme)
      if GrowingFile.size(of: path) != nil { inputs.append(NamedFiles.Input(path: path, role: "the theme")) }
    }
    return inputs
  }
}

extension DataOptions {
  /// The files that are read for bindings.
  var namedInputs: [NamedFiles.Input] { data.map { NamedFiles.Input(path: $0, role: "read by --data") } }
}

extension ComparisonOptions {
  /// The files that are read to compare pictures.
  var namedInputs: [NamedFiles.Input] { mask.map { [NamedFiles.Input(path: $0, role: "the mask")] } ?? [] }
}

extension RunFileOptions {
  /// Refuses a file for build servers that is one of those that are read, and another use of a stream.
  ///
  /// - Parameter streamed: options that write to standard output, where they are given.
  func check(against inputs: [NamedFiles.Input], streamed: [(option: String, isGiven: Bool)]) throws {
    var files = NamedFiles(inputs: inputs)
    if let junit { files.outputs.append(NamedFiles.Output(path: junit, option: "--junit")) }
    files.outputs += streamed.filter(\.isGiven).map { NamedFiles.Output(path: "-", option: $0.option) }
    try files.check()
  }
}

/// What decks of a run are filled with, over what a plan says.
struct DataOptions: ParsableArguments {
  @Option(
    help: """
      A JSON file with values for bindings; its values override the decks' and replace the plan's. Can be \
      repeated.
      """, completion: .file(extensions: ["json"]))
  var data: [String] = []

  @Option(
    help: ArgumentHelp(
      "A value for a binding; overrides all others and replaces the plan's. Can be repeated.",
      valueName: "path=value"))
  var set: [String] = []

  @Option(
    help: ArgumentHelp(
      "Today's date for the decks, such as 2026-11-21; overrides theirs and the plan's.",
      valueName: "day"), transform: DeckChoices.day)
  var date: CalendarDate?

  func validate() throws {
    if data.contains("") { throw ValidationError("--data must not be empty.") }
    try DeckChoices.check(assignments: set)
  }

  /// What was said goes over the settings of a run.
  ///
  /// - Parameter folder: the plan's, in which its own paths begin; these begin where the program runs.
  func decide(_ settings: inout GoldenSettings, folder: String) {
    settings.data = data.isEmpty ? nil : data.map { folder == "." ? $0 : FilePath.identity($0) }
    settings.assignments = set.isEmpty ? nil : set
    settings.date = date
  }
}

/// Where the outcome of a run of goldens goes beside standard output: what `test` and `merge` take alike.
struct RunFileOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Write the run as JUnit XML, for build servers; - for standard output.", valueName: "file"),
    completion: .file(extensions: ["xml"]))
  var junit: String?

  func validate() throws {
    if junit?.isEmpty == true { throw ValidationError("--junit must not be empty.") }
  }

  /// Writes the file for build servers; that it could not be written becomes an outcome of the run.
  func write(_ run: inout GoldenRun, failures: String) {
    guard let junit else { return }
    run.tell(failures) { run throws(RasterError) in
      try FileWriting.writeOutput(Array(JUnitReport(run).text.utf8), to: junit)
    }
  }

  /// Whether standard output is taken by the file for build servers, and words go to standard error.
  var takesOutput: Bool { junit == "-" }
}

/// How much a run of goldens prints.
struct RunPrintOptions: ParsableArguments {
  @Flag(help: "Print only failures and problems.")
  var quiet = false

  @Flag(help: "Print the run as JSON.")
  var json = false
}

/// What commands take that compare files of somebody else.
struct ComparedFileOptions: ParsableArguments {
  @Option(sandbox: SandboxChoice.helpOfFiles)
  var sandbox: SandboxChoice = .auto

  @Flag(help: "Print only errors.")
  var quiet = false
}
