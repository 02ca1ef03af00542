import ArgumentParser
import CardGoldens
import CardParts
import CardRaster

/// The files named on a command line.
///
/// No input may be overwritten, no output may occur twice, and each standard stream may be used once.
struct NamedFiles {
  struct Input {
    let path: String
    /// The role of the file, used in messages after "which is".
    let role: String
  }

  /// An output file.
  struct Output {
    let path: String
    /// The option that names the file.
    let option: String
  }

  var inputs: [Input] = []
  var outputs: [Output] = []

  /// The files that no row may overwrite.
  var read: [RowNameCheck.ReadFile] {
    inputs.filter { $0.path != "-" }.map { RowNameCheck.ReadFile($0.path, role: $0.role) }
  }

  /// Rejects outputs that are also inputs, duplicate outputs, and a second use of a stream.
  ///
  /// Different spellings of a path count as the same file.
  func checkConflicts() throws {
    let streams = inputs.filter { $0.path == "-" }.map(\.role)
    try refuse(
      streams.count > 1, "Standard input can be read only once: - is \(streams[0]), and also \(streams[1]).")
    let streamed = outputs.filter { $0.path == "-" }.map(\.option)
    try refuse(streamed.count > 1, "\(streamed[0]) and \(streamed[1]) both write to standard output.")
    let read = inputs.compactMap { input in Self.identity(input.path).map { (input, $0) } }
    var written: [String: Output] = [:]
    for output in outputs {
      guard let identity = Self.identity(output.path) else { continue }
      if let input = read.first(where: { $0.1 == identity })?.0 {
        let spelled = input.path == output.path ? "" : " '\(Printable.line(output.path))'"
        throw ValidationError(
          "\(output.option)\(spelled) would overwrite '\(Printable.line(input.path))', which is \(input.role)."
        )
      }
      if let other = written.updateValue(output, forKey: identity) {
        throw ValidationError(
          other.option == output.option
            ? "Two outputs have the same name: '\(Printable.line(other.path))' and '\(Printable.line(output.path))'."
            : "\(other.option) and \(output.option) both name '\(Printable.line(output.path))'.")
      }
    }
  }

  /// A path that identifies a file.
  ///
  /// Returns nil for pipes and devices, which may be both read and written.
  private static func identity(_ path: String) -> String? {
    guard path != "-" else { return nil }
    let identity = FilePath.identity(path)
    guard let kind = try? FileTree.kind(of: identity) else { return identity }
    return kind == .other ? nil : identity
  }
}

extension DeckChoices {
  /// The files that a deck reads: the deck, its data files and a theme file.
  func inputs(of deck: String) -> [NamedFiles.Input] {
    var inputs = [NamedFiles.Input(path: deck, role: "the deck")]
    inputs += data.map { NamedFiles.Input(path: $0, role: "read by --data") }
    if let theme, deck != "-" {
      let path = FilePath.join(FilePath.directory(of: deck), theme)
      if AppendOnlyFile.size(of: path) != nil {
        inputs.append(NamedFiles.Input(path: path, role: "the theme"))
      }
    }
    return inputs
  }
}

extension DataOptions {
  /// The input files for bindings.
  var namedInputs: [NamedFiles.Input] { data.map { NamedFiles.Input(path: $0, role: "read by --data") } }
}

extension ComparisonOptions {
  /// The input files of a comparison.
  var namedInputs: [NamedFiles.Input] { mask.map { [NamedFiles.Input(path: $0, role: "the mask")] } ?? [] }
}

extension RunFileOptions {
  /// Rejects a JUnit file that is also an input, and a second use of standard output.
  ///
  /// - Parameter streamed: options that write to standard output, and whether they are given.
  func checkFiles(against inputs: [NamedFiles.Input], streamed: [(option: String, isGiven: Bool)]) throws {
    var files = NamedFiles(inputs: inputs)
    for (path, option) in [(junit, "--junit"), (pullRequest, "--pull-request")] {
      if let path { files.outputs.append(NamedFiles.Output(path: path, option: option)) }
    }
    files.outputs += streamed.filter(\.isGiven).map { NamedFiles.Output(path: "-", option: $0.option) }
    try files.checkConflicts()
  }
}

/// The data for the decks of a run; overrides the plan.
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
    try refuse(data.contains(""), "--data must not be empty.")
    try DeckChoices.checkAssignments(set)
  }

  /// Puts these values over the settings of a run.
  ///
  /// - Parameter folder: the plan's folder, to which its paths are relative. Paths given here are relative to
  ///   the working directory.
  func decide(_ settings: inout GoldenSettings, folder: String) {
    settings.data = data.isEmpty ? nil : data.map { folder == "." ? $0 : FilePath.identity($0) }
    settings.assignments = set.isEmpty ? nil : set
    settings.date = date
  }
}

/// The report file options that `test` and `merge` share.
struct RunFileOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Write the run as JUnit XML, for build servers; - for standard output.", valueName: "file"),
    completion: .file(extensions: ["xml"]))
  var junit: String?

  @Option(
    help: ArgumentHelp(
      """
      Write a comment for a pull request as Markdown, and its small pictures into the folder 'pull-request' \
      of the folder of failures.
      """, valueName: "file"), completion: .file(extensions: ["md"]))
  var pullRequest: String?

  @Option(help: ArgumentHelp("The address of the report, for the comment.", valueName: "url"))
  var reportURL: String?

  @Option(
    help: ArgumentHelp(
      "The address at which the folder 'pull-request' will be, for the comment.", valueName: "url"))
  var picturesURL: String?

  func validate() throws {
    try refuse(junit?.isEmpty == true, "--junit must not be empty.")
    try refuse(pullRequest?.isEmpty == true, "--pull-request must not be empty.")
    try refuse(
      pullRequest == nil && (reportURL != nil || picturesURL != nil),
      "--report-url and --pictures-url need --pull-request.")
    for url in [reportURL, picturesURL].compactMap(\.self) {
      // Other characters could end the link in the comment.
      let isPlain = url.utf8.allSatisfy { (0x21...0x7E).contains($0) && !"()<>[]\\`\"'".utf8.contains($0) }
      try refuse(
        !isPlain || !["https://", "http://"].contains(where: url.hasPrefix),
        "An address must start with https:// and must not contain spaces or brackets.")
    }
  }

  /// The files that are written.
  var outputs: [String] { [junit, pullRequest].compactMap(\.self) }

  /// Writes the JUnit file and the comment, if they are wanted.
  ///
  /// A failed write becomes an outcome of the run.
  func write(_ run: inout GoldenRun, failures: String, command: String) {
    if let junit {
      run.tell(failures) { run throws(RasterError) in
        try FileWriting.writeOutput(Array(JUnitReport(run).text.utf8), to: junit)
      }
    }
    guard let pullRequest else { return }
    run.tell(failures) { run throws(RasterError) in
      let text = PullRequestText(run, command: command, report: reportURL, pictures: picturesURL)
      if !run.isGreen { try text.writePictures(to: FilePath.join(failures, "pull-request")) }
      try FileWriting.writeOutput(Array(text.text.utf8), to: pullRequest)
    }
  }

  /// Whether one of the files goes to standard output, so that text goes to standard error.
  var takesOutput: Bool { outputs.contains("-") }
}

/// The share of the work that a run does, and how, for `test` and `review`.
struct RunScopeOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Only decks or pictures with files changed since a git revision, or since the branch started from it.
      """, valueName: "revision"))
  var since: String?

  @Option(
    help: ArgumentHelp(
      "One of several shards of the pictures, such as 2/3; 'cardshot merge' combines their reports.",
      valueName: "k/n"),
    transform: { try parsed(GoldenShard($0), or: "It must be a number and a total, such as 2/3.") })
  var shard: GoldenShard?

  @Flag(help: "Show the pictures of failures, on terminals that can show pictures.")
  var show = false

  @Option(help: "The number of decks or pictures at the same time; 0 for one per processor.")
  var jobs = 0

  func validate() throws {
    try refuse(!(0...256).contains(jobs), "--jobs must be between 0 and 256.")
  }
}

/// The amount of output of a run of goldens.
struct RunPrintOptions: ParsableArguments {
  @Flag(help: "Print only failures and problems.")
  var quiet = false

  @Flag(help: "Print the run as JSON.")
  var json = false
}

/// The options of commands that compare untrusted files.
struct ComparedFileOptions: ParsableArguments {
  @Option(sandbox: SandboxChoice.helpOfFiles)
  var sandbox: SandboxChoice = .auto

  @Flag(help: "Print only errors.")
  var quiet = false
}
