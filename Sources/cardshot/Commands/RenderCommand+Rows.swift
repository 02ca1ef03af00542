import ArgumentParser
import CardParts
import CardRaster

/// A picture for each row of data.
extension RenderCommand {
  /// Refuses what cannot be done for each row.
  func checkRows() throws {
    func refuse(_ isAsked: Bool, _ message: String) throws {
      if isAsked { throw ValidationError(message) }
    }
    try refuse(
      output.contains("-"),
      "--rows makes files for each row: --output cannot be -; 'cardshot worker' prints them.")
    try RowOptions.checkPlaces(of: output)
    try refuse(rows.manifest == "-", "--manifest must be a file: it is read by the next run.")
    try refuse(pages, "--pages has no effect with --rows.")
    try refuse(
      output.contains { FramePattern($0) != nil },
      "A file each frame cannot be made with --rows: leave %d out of the name of --output.")
    try refuse(
      maxBytes != nil && output.contains { MailOptions.isMail($0) && !$0.hasSuffix(".eml") },
      "--max-bytes may change the names of the pictures of an .html file, which rows cannot; an .eml file holds them."
    )
    try refuse(
      maxBytes != nil && mail.baseURL != nil,
      "--max-bytes may change the names of pictures, which --rows with --base-url cannot.")
    try refuse(arguments.drawsAllStates, "--all-states cannot be combined with --rows.")
    try refuse(
      rows.prune && rows.rows == "-",
      "--prune looks through all rows first, which standard input does not allow.")
  }

  /// The files of each row.
  var rowOutputs: [RowOutput] {
    output.map {
      RowOutput(
        name: OutputName($0), order: order(for: $0), factor: PictureFiles.density(of: $0),
        mail: mail.settings(for: $0, scale: arguments.choices.scale))
    }
  }

  /// Lets the kernel refuse what rows do not need; the folders that files are made in must be there before.
  private func enterSandbox(_ path: String) throws(RasterError) {
    let notes = rows.manifest.map(FilePath.directory) ?? noteFolder
    let report = rows.report.map { [$0] } ?? []
    let made = output.map { OutputName($0).folder }
    if sandbox != .off {
      for folder in made + [notes] + report.map(FilePath.directory) { try FileTree.makeFolder(folder) }
    }
    // Of pictures that are left as they are a report has the sums.
    let read = [path, notes] + (rows.report == nil ? [] : made)
    try sandbox.enter(
      decks: [arguments.deck], files: arguments.choices.data + read, outputs: output + report,
      folders: [notes], makesFolders: true, programs: programs)
  }

  /// The folder in which it is noted which rows are drawn, unless somebody names the file.
  fileprivate var noteFolder: String { OutputName(name).folder }

  @MainActor func drawRows() async throws {
    guard let path = rows.rows else { return }
    let printer = IssuePrinter(isJSON: json, isQuiet: quiet)
    try namedFiles.check()
    try await printer.reporting {
      try enterSandbox(path)
      var run = try RowRun(self, path: path, printer)
      try await run.draw()
      try run.finish()
    }
  }
}

/// One run over all rows of a file.
private struct RowRun {
  private let command: RenderCommand
  private let path: String
  private let printer: IssuePrinter
  private let pipeline: DeckPipeline
  private var drawing: RowDrawing
  private let appearance: Appearance
  private let survey: RowSurvey?
  private let manifest: RowManifest
  private let report: GrowingFile?
  private var tally: RowTally
  private var begun = ContinuousClock.now

  init(_ command: RenderCommand, path: String, _ printer: IssuePrinter) throws {
    self.command = command
    self.path = path
    self.printer = printer
    pipeline = try DeckPipeline()
    drawing = RowDrawing(
      try DeckChoices.load(command.arguments.deck), options: try command.arguments.choices.options(),
      outputs: command.rowOutputs)
    appearance = command.arguments.choices.appearance ?? drawing.appearance
    let warnings: [DeckIssue]
    (survey, warnings) = try Self.survey(path, drawing, appearance)
    // From here on decks and rows are read, which ends at a wish to stop.
    Interruption.listen()
    do {
      try drawing.checkDeck(names: survey?.names, in: pipeline)
    } catch {
      // A name that is nearly that of a column is why there is no value.
      throw DeckError(warnings + error.issues) ?? error
    }
    if let survey { try Self.checkInputs(of: command, survey) }
    manifest = try RowManifest(
      path: Self.manifestPath(command, drawing, appearance), of: drawing, version: Version.text,
      isFresh: command.rows.fresh)
    report = try command.rows.report.map { try GrowingFile(path: $0) }
    let total = survey.map { survey in command.rows.shard?.count(of: survey.count) ?? survey.count }
    tally = RowTally(total: total, isQuiet: command.quiet || command.json)
    for issue in warnings { printer.print(issue) }
    tally.note(warnings)
  }

  /// Where it is noted which rows are drawn.
  private static func manifestPath(
    _ command: RenderCommand, _ drawing: RowDrawing, _ appearance: Appearance
  ) -> String {
    if let given = command.rows.manifest { return given }
    let share = command.rows.shard.map { "-\($0.number)-of-\($0.count)" } ?? ""
    return FilePath.join(command.noteFolder, drawing.manifestName(in: appearance, share: share))
  }

  /// Refuses rows of which one would write over a file that the run reads.
  private static func checkInputs(of command: RenderCommand, _ survey: RowSurvey) throws {
    for input in command.namedFiles.inputs {
      for start in Set(command.output.map { OutputName($0).start }) {
        let folder = FilePath.identity(start.isEmpty ? "." : start)
        guard let rest = FilePath.relative(FilePath.identity(input.path), to: folder),
          survey.hasFile(start + rest)
        else { continue }
        throw ValidationError(
          "A row would be written over '\(Printable.line(input.path))', which is \(input.role).")
      }
    }
  }

  /// Looks through all rows, where that can be done twice, and says what is wrong before anything is drawn.
  private static func survey(
    _ path: String, _ drawing: RowDrawing, _ appearance: Appearance
  ) throws -> (RowSurvey?, warnings: [DeckIssue]) {
    guard path != "-", try ByteSource(path: path).isLasting else { return (nil, []) }
    var rows = try RowOptions.open(path)
    let survey = RowSurvey(&rows, outputs: drawing.outputs, appearance: appearance)
    var issues = drawing.nameIssues(of: survey.names, file: rows.file)
    if survey.count == 0 { issues = [noRow(in: rows.file)] }
    if survey.hasDoubts {
      var again = try RowOptions.open(path)
      issues += survey.collisions(&again, outputs: drawing.outputs, appearance: appearance)
    }
    if let error = DeckError(issues), issues.contains(where: { $0.severity == .error }) { throw error }
    return (survey, issues)
  }

  private static func noRow(in file: String) -> DeckIssue {
    DeckIssue(.error, file: file, place: nil, path: .root, message: "there is no row")
  }

  /// Draws all rows and writes their files.
  @MainActor mutating func draw() async throws {
    var rows = try RowOptions.open(path)
    let (shard, manifest, drawing, appearance) = (command.rows.shard, manifest, drawing, appearance)
    let workers = command.workers == 0 ? PictureFiles.processors : command.workers
    begun = .now
    var names = survey == nil ? RowNameCheck(reading: command.namedFiles.read) : nil
    var hasRows = survey != nil
    func known(_ row: DataRow) -> RowResult? {
      names?.collision(of: row, drawing.outputs, appearance: appearance)
        ?? manifest.known(row, of: drawing, appearance: appearance)
    }
    do {
      try await drawing.draw(
        &rows, workers: workers, in: pipeline,
        isWanted: { place in
          hasRows = true
          return shard?.has(place) ?? true
        }, known: known, isStopped: { Interruption.isAsked },
        isolation: .processes, deliver: { try take($0) })
    } catch {
      try? manifest.flush()
      try? report?.flush()
      tally.progress.finish()
      if error is StoppedRow { throw StoppedRun(reason: .wish, tally: tally) }
      guard let fault = error as? RasterError else { throw error }
      // Such as a full disk: what is written stays, and is found by the next run.
      printer.print(DeckIssue(fault))
      tally.note([DeckIssue(fault)])
      throw StoppedRun(reason: .fault, tally: tally)
    }
    // Only the end of a pipe tells that there is none: what should have written rows has failed.
    if !hasRows { throw DeckError(Self.noRow(in: rows.file)) }
  }

  private mutating func take(_ result: RowResult) throws {
    var result = result
    if command.strict, !result.isBroken, let error = DeckError(strict: result.issues) {
      result.issues = error.issues
      result.files = []
    }
    if !result.isBroken {
      do throws(RasterError) {
        if result.isKept, report != nil {
          result.files = try result.files.map { file throws(RasterError) in try file.whole() }
        } else if !result.isKept {
          try result.write(command.output.map(OutputName.init))
        }
      } catch {
        // Another name may be written, but nothing to a disk that is full.
        guard !error.isOfDisk else { throw error }
        result.leaveOut(error)
      }
    }
    try manifest.add(result)
    let now = ContinuousClock.now
    let time = begun.duration(to: now)
    begun = now
    if let report {
      try report.add(RowReport.line(result, milliseconds: time.milliseconds))
    }
    for issue in tally.take(result) { printer.print(issue) }
    if result.isBroken, command.rows.failsFast { throw StoppedRun(reason: .failure, tally: tally) }
    if Interruption.isAsked { throw StoppedRun(reason: .wish, tally: tally) }
  }

  /// Ends a run that went through all rows.
  func finish() throws {
    tally.progress.finish()
    try report?.flush()
    let (survey, drawing, appearance) = (survey, drawing, appearance)
    let removed = try manifest.finish(
      prunes: command.rows.prune
        ? { name in
          !(survey?.hasFile(name) ?? true) && drawing.mayMake(name, in: appearance)
        } : nil)
    tally.report(printer, removed: removed)
    if tally.broken > 0 { throw ExitCode.fault }
  }
}
