import ArgumentParser
import CardGoldens
import CardParts
import CardRaster

struct TestCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test", abstract: "Render decks and compare every picture with its golden.",
    discussion: """
      Give decks (JSON files with 'cards') or folders that contain them. Without any, the decks of the plan \
      are rendered, or those below the current folder. The plan, \(GoldenPlan.fileName), is described in \
      Docs/golden-testing.md, and 'cardshot schema test' prints its schema.

      Failures are written to the folder of failures, with report.html; 'cardshot approve' accepts them as \
      goldens.

      EXAMPLES
        cardshot test                          the plan's decks, or those below ./
        cardshot test decks --record missing   write goldens that are missing
        cardshot test --themes turbo,mint --scales 1,2
                                               four pictures of each deck
        cardshot test --date 2026-11-21 --set user.name=Ann
                                               another day and another name
        cardshot test --since main             decks this branch may have changed
        cardshot test --changed files.txt      decks that these files affect
        cardshot test --lock goldens.lock      checksums in a file, no pictures

      EXIT STATUS
        0 every picture equals its golden, 1 one differs, is missing or was recorded,
        or a golden has no deck, 2 a deck, a golden or the plan is invalid, or there
        are no decks, 64 wrong usage
      """)

  @Argument(help: "Decks, and folders of decks.", completion: .file(extensions: ["json"]))
  var paths: [String] = []

  @OptionGroup var places: GoldenPlaces

  @Option(
    help: ArgumentHelp(
      "The folder that names of goldens are relative to. (default: the plan's folder, or the current one)",
      valueName: "folder"), completion: .directory)
  var root: String?

  @Option(
    help: ArgumentHelp(
      """
      The goldens to write: all, failed (missing or different), missing or never. (default: missing; never \
      if CI is set)
      """, valueName: "mode"), completion: .list(RecordMode.allCases.map(\.rawValue)),
    transform: { try word($0) })
  var record: RecordMode?

  @Option(
    help: ArgumentHelp(
      """
      Render only decks that changed files may affect: a file with one path on each line, or - for standard \
      input.
      """, valueName: "file"), completion: .file())
  var changed: String?

  @Flag(help: "Remove goldens that belong to no deck.")
  var prune = false

  @OptionGroup var scope: RunScopeOptions

  @OptionGroup(title: "Several pictures of a deck") var matrix: MatrixOptions

  @OptionGroup(title: "Data") var data: DataOptions

  @OptionGroup(title: "Comparing") var comparison: ComparisonOptions

  @Option(
    help: """
      How a changed layout with an unchanged picture is treated: exact fails, told reports it, off stores \
      no layouts. (default: told)
      """, completion: .list(LayoutRule.allCases.map(\.rawValue)), transform: { try word($0) })
  var layout: LayoutRule?

  @OptionGroup var files: RunFileOptions

  @Option(sandbox: SandboxChoice.helpOfGoldens)
  var sandbox: SandboxChoice = .auto

  @Flag(help: "Treat warnings as errors.")
  var strict = false

  @OptionGroup var printing: RunPrintOptions

  func validate() throws {
    try refuse(paths.contains(""), "The name of a deck must not be empty.")
    try refuse(paths.contains("-"), "A golden needs a name: - is not supported.")
    try refuse(comparison.mask == "-", "--mask must be a file, because it is read for each picture.")
    try refuse(root?.isEmpty == true, "--root must not be empty.")
    try refuse(
      prune && GoldenEnvironment.current.isServer,
      "--prune is not allowed on CI servers (CI is set), because it removes goldens.")
    try refuse(
      prune && !paths.isEmpty && !paths.contains(where: FileTree.isFolder),
      "--prune needs a folder: one deck does not use all goldens.")
    try refuse(
      prune && (scope.since != nil || changed != nil || scope.shard != nil),
      "--prune needs a complete run, so it cannot be combined with --since, --changed or --shard.")
    try refuse(
      scope.since != nil && changed != nil, "--since and --changed both select decks: use one of them.")
    _ = try mode()
    try refuse(scope.show && printing.json, "--show cannot be combined with --json.")
  }

  @MainActor func run() async throws {
    let marks = WorkMarks.supervise()
    let printer = IssuePrinter(isJSON: printing.json, isQuiet: printing.quiet)
    let result = try await printer.reporting {
      var request = try request()
      request.marks = marks
      if marks?.hasUncertainEntries == true { request.jobs = 1 }
      let runner = try GoldenRunner(request)
      try files.checkFiles(
        against: inputs(runner, request), streamed: [("--json", printing.json), ("--show", scope.show)])
      try enterSandbox(runner)
      var result = try await RunScopeOptions.showing(!printing.quiet && !printing.json) {
        try await runner.run(progress: $0)
      }
      try RunOutput(
        files: files, printing: printing, show: scope.show, failures: request.failures,
        approval: places.approvalCommand
      ).report(&result)
      return result
    }
    if result.isFault { throw ExitCode.fault }
    if !result.run.isGreen { throw ExitCode.different }
  }

  /// The input files that the command line or the plan names.
  private func inputs(_ runner: GoldenRunner, _ request: GoldenRequest) -> [NamedFiles.Input] {
    var inputs = data.namedInputs + comparison.namedInputs
    inputs += runner.namedFiles.map { NamedFiles.Input(path: $0, role: "named by the plan") }
    inputs += runner.deckFiles.map { NamedFiles.Input(path: $0, role: "a deck") }
    if let lock = request.lock { inputs.append(NamedFiles.Input(path: lock, role: "the lock file")) }
    if let plan = request.plan.file { inputs.append(NamedFiles.Input(path: plan, role: "the plan")) }
    return inputs
  }

  /// The record mode.
  ///
  /// Of the environment, only `CI` is used here.
  private func mode() throws -> RecordMode {
    let server = GoldenEnvironment(ci: GoldenEnvironment.current.ci)
    do throws(GoldenError) {
      return try server.mode(
        record, source: "--record", otherwise: .missing)
    } catch {
      throw ValidationError("\(error.message).")
    }
  }

  /// Builds the request.
  ///
  /// Options that exclude each other are rejected here; only the plan has been read so far.
  func request() throws -> GoldenRequest {
    var request = try places.request()
    request.paths = paths
    request.settings = comparison.settings
    request.settings.layout = layout
    request.settings.matrix = matrix.matrix
    request.settings.drawsEachCard = matrix.each ? true : nil
    data.decide(&request.settings, folder: request.plan.folder)
    if let root { request.root = root }
    request.mode = try mode()
    request.prunes = prune
    try scope.apply(to: &request)
    if let changed {
      let bytes = try DeckError.wrapping(try FileReading.readInput(path: changed, limit: Limits.jsonBytes))
      request.changed = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).map {
        FilePath.identity(String($0))
      }
    }
    request.isStrict = strict
    try refuse(
      prune && request.isNarrowed,
      "--prune needs the whole matrix and the plan's data; otherwise it would remove goldens that are in use."
    )
    try refuse(
      layout == .off && !comparison.ignoredIDs.isEmpty,
      "--ignore-region needs layouts to locate parts; remove --layout off.")
    try refuse(
      request.lock != nil && comparison.settings != GoldenSettings(),
      "Checksums in a lock file support no tolerance and no ignored regions.")
    if request.lock != nil, let error = DeckError(request.plan.tolerances) { throw error }
    return request
  }

  /// Enters the sandbox (Landlock), after git has run and while the process has one thread.
  ///
  /// The output folders must exist before. If one cannot be created, the later write reports the error.
  private func enterSandbox(_ runner: GoldenRunner) throws(RasterError) {
    if sandbox != .off {
      for folder in runner.writtenFolders { try? FileTree.makeFolder(folder) }
    }
    try sandbox.enter(
      decks: [], files: runner.readFiles, outputs: files.outputs + [RunOutput.summary].compactMap(\.self),
      folders: runner.writtenFolders, makesFolders: true)
  }
}
