import ArgumentParser
import CardParts
import CardRaster

/// Animations: one file with all frames, or one file per frame.
extension RenderCommand {
  /// The animation format of the output; nil if each frame is a separate file.
  var movingFormat: MovingFormat? {
    guard FramePattern(name) == nil else { return nil }
    return MovingFormat(rawValue: chosenFormat.rawValue)
  }

  /// Rejects animation options for still formats, and GIF options for other formats.
  func checkMoving() throws {
    if chosenFormat != .gif {
      try refuse(
        [
          "colors": moving.colors != nil, "dither": moving.dither != nil,
          "frame-palettes": moving.hasLocalPalettes,
        ], "has no effect on \(chosenFormat.rawValue), only on gif.")
    }
    if moving.isMoving, movingFormat == nil, FramePattern(name) == nil {
      let kinds = MovingFormat.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError(
        "A \(chosenFormat.rawValue) file cannot be animated: choose one of \(kinds), or add %03d to the name of --output "
          + "for one file per frame.")
    }
    try checkVideo()
    try refuse(
      !moving.isMoving && FramePattern(name) != nil,
      "%d in the name of --output is the number of a frame, so it needs --frames or --duration.")
    try refuse(moving.isMoving && pages, "--pages cannot be combined with --frames or --duration.")
    guard FramePattern(name) != nil else { return }
    try refuse(
      ["loop": moving.loop != nil, "poster-frame": moving.posterFrame != nil],
      "has no effect on one file per frame.")
  }

  /// Rejects options that a video does not support.
  private func checkVideo() throws {
    guard !chosenFormat.isStill else { return }
    let kind = chosenFormat.rawValue
    try refuse(
      FramePattern(name) != nil,
      "%d writes one still picture per frame, but \(kind) is a format for animations.")
    try refuse(
      !moving.isMoving, "\(kind) is a format for animations, so it needs --frames or --duration.")
    try refuse(
      moving.loop != nil, "--loop has no effect on \(kind): the player decides how often it is played.")
    try refuse(
      moving.posterFrame != nil,
      "--poster-frame has no effect on \(kind), which does not support a poster frame.")
  }
}

extension RenderCommand {
  /// The files on the command line.
  ///
  /// Names with placeholders are checked later, once they are filled in.
  var namedFiles: NamedFiles {
    var files = NamedFiles(inputs: arguments.choices.inputs(of: arguments.deck))
    if let path = rows.rows { files.inputs.append(NamedFiles.Input(path: path, role: "read by --rows")) }
    files.outputs = output.filter { OutputName($0).paths.isEmpty && FramePattern($0) == nil }.map {
      NamedFiles.Output(path: $0, option: "--output")
    }
    // With rows, `--json` prints the counts to standard output. Otherwise it prints to standard error if a
    // picture uses standard output.
    let counts = rows.isAsked && json ? "-" : nil
    for (path, option) in [(rows.report, "--report"), (rows.manifest, "--manifest"), (counts, "--json")] {
      if let path { files.outputs.append(NamedFiles.Output(path: path, option: option)) }
    }
    return files
  }
}

/// The names of all files that a run will write.
extension RenderCommand {
  /// Whether two pictures could share a file, or one could overwrite an input.
  var needsPlan: Bool {
    let hasFrames = output.contains { FramePattern($0) != nil }
    if output.count > 1 || arguments.choices.appearances.count > 1 || hasFrames { return true }
    // The names of one output in one appearance are checked before the first picture.
    let endings = namedFiles.inputs.map { FilePath.pathExtension(of: $0.path) }
    return !OutputName(name).paths.isEmpty && endings.contains(FilePath.pathExtension(of: name))
  }
}

/// The files to write, checked for duplicates.
struct FilePlan {
  private let inputs: [(NamedFiles.Input, identity: String)]
  private let deck: String
  private var folders: [String: String] = [:]
  /// The files, with the picture in them.
  private var files: [String: Picture?] = [:]
  typealias Picture = (request: ExportRequest, options: DeckOptions, isInMail: Bool)

  init(inputs: [NamedFiles.Input], deck: String) {
    self.deck = deck
    self.inputs = inputs.filter { $0.path != "-" }.map { ($0, FilePath.identity($0.path)) }
  }

  /// Adds a file; e-mails and pictures may share the file of the same picture.
  ///
  /// - Parameter picture: the picture in the file; nil for other files.
  mutating func addFile(_ name: String, of picture: Picture?) throws(DeckError) {
    let folder = FilePath.directory(of: name)
    let place = folders[folder] ?? FilePath.identity(folder)
    folders[folder] = place
    let identity = FilePath.join(place, FilePath.name(of: name))
    if let input = inputs.first(where: { $0.identity == identity })?.0 {
      throw error("a picture would overwrite '\(input.path)', which is \(input.role)")
    }
    guard let other = files.updateValue(picture, forKey: identity) else { return }
    if let picture, let other, picture.isInMail || other.isInMail, picture.request.isSame(as: other.request),
      picture.options == other.options
    {
      return
    }
    throw error("two pictures would be written to '\(name)'")
  }

  private func error(_ message: String) -> DeckError {
    DeckError(file: deck, message: message, hint: "rename the outputs or the cards")
  }
}

/// One picture per row of data.
extension RenderCommand {
  /// Rejects options that cannot be combined with rows.
  func checkRows() throws {
    try refuse(
      output.contains("-"),
      "--rows writes files for each row, so --output cannot be -; use 'cardshot worker' to print them.")
    try RowOptions.checkPlaces(of: output)
    try refuse(rows.manifest == "-", "--manifest must be a file, because the next run reads it.")
    try refuse(pages, "--pages has no effect with --rows.")
    try refuse(
      output.contains { FramePattern($0) != nil },
      "One file per frame is not supported with --rows: remove %d from the name of --output.")
    try refuse(
      maxBytes != nil
        && output.contains { MailSettings.Form(of: $0).map { [.html, .mjml].contains($0) } ?? false },
      "--max-bytes may change the names of an .html file's pictures, which --rows does not support; use .eml."
    )
    try refuse(
      maxBytes != nil && mail.baseURL != nil,
      "--max-bytes may change the names of pictures, which --rows with --base-url does not support.")
    try refuse(arguments.drawsAllStates, "--all-states cannot be combined with --rows.")
    try refuse(
      rows.prune && rows.rows == "-" && rows.shard != nil,
      "--prune with --shard needs all rows, so --rows cannot be standard input.")
  }

  /// The output files of each row.
  var rowOutputs: [RowOutput] {
    output.flatMap { name in
      var files = files
      let appearances = arguments.choices.appearances
      let all: [Appearance?] = appearances.count > 1 ? appearances : [nil]
      files.output = name
      return all.map { appearance in
        RowOutput(
          name: OutputName(appearance.map(files.name) ?? name), order: order(for: name),
          factor: PictureFiles.density(of: name),
          mail: mail.settings(for: name, scale: arguments.choices.scale), appearance: appearance)
      }
    }
  }

  /// Enters the sandbox (Landlock).
  ///
  /// The output folders are created first, because its rules need existing folders.
  private func enterSandbox(_ path: String) throws(RasterError) {
    let notes = rows.manifest.map(FilePath.directory) ?? noteFolder
    let report = rows.report.map { [$0] } ?? []
    let made = rowOutputs.map(\.name.folder)
    if sandbox != .off {
      for folder in made + [notes] + report.map(FilePath.directory) { try FileTree.makeFolder(folder) }
    }
    // The report contains checksums, so unchanged pictures must be readable.
    let read = [path, notes] + (rows.report == nil ? [] : made)
    try sandbox.enter(
      decks: [arguments.deck], files: arguments.choices.data + read, outputs: output + report,
      folders: [notes], makesFolders: true, programs: programs)
  }

  /// The folder of the file that records finished rows, unless `--manifest` names one.
  fileprivate var noteFolder: String { OutputName(name).folder }

  @MainActor func drawRows() async throws {
    guard let path = rows.rows else { return }
    let printer = IssuePrinter(isJSON: json, isQuiet: quiet)
    try namedFiles.checkConflicts()
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
  private let report: AppendOnlyFile?
  private var tally: RowTally
  private var begun = ContinuousClock.now
  /// The files of all rows of standard input.
  private var names: RowNameCheck?

  init(_ command: RenderCommand, path: String, _ printer: IssuePrinter) throws {
    self.command = command
    self.path = path
    self.printer = printer
    pipeline = try DeckPipeline()
    drawing = RowDrawing(
      command.mail.deck(try DeckChoices.load(command.arguments.deck)),
      options: try command.arguments.choices.options(),
      outputs: command.rowOutputs)
    appearance = command.arguments.choices.appearance ?? drawing.appearance
    let warnings: [DeckIssue]
    (survey, warnings) = try Self.survey(path, drawing, appearance)
    // From here on the run reads decks and rows and can be interrupted.
    Interruption.listen()
    do {
      try drawing.checkDeck(names: survey?.names, in: pipeline)
    } catch {
      // A name that nearly matches a column explains a missing value.
      throw DeckError(warnings + error.issues) ?? error
    }
    if let survey { try Self.checkInputs(of: command, survey) }
    manifest = try RowManifest(
      path: Self.manifestPath(command, drawing, appearance), of: drawing, version: Version.text,
      isFresh: command.rows.fresh)
    report = try command.rows.report.map { try AppendOnlyFile(path: $0) }
    let total = survey.map { survey in command.rows.shard?.count(of: survey.count) ?? survey.count }
    tally = RowTally(total: total, isQuiet: command.quiet || command.json)
    for issue in warnings { printer.print(issue) }
    tally.note(warnings)
  }

  /// Path of the file that records finished rows.
  private static func manifestPath(
    _ command: RenderCommand, _ drawing: RowDrawing, _ appearance: Appearance
  ) -> String {
    if let given = command.rows.manifest { return given }
    let share = command.rows.shard.map { "-\($0.number)-of-\($0.count)" } ?? ""
    return FilePath.join(command.noteFolder, drawing.manifestName(in: appearance, share: share))
  }

  /// Rejects rows whose output would overwrite an input.
  private static func checkInputs(of command: RenderCommand, _ survey: RowSurvey) throws {
    for input in command.namedFiles.inputs {
      for start in Set(command.output.map { OutputName($0).start }) {
        let folder = FilePath.identity(start.isEmpty ? "." : start)
        guard let rest = FilePath.relative(FilePath.identity(input.path), to: folder),
          survey.hasFile(start + rest)
        else { continue }
        throw ValidationError(
          "A row would overwrite '\(Printable.line(input.path))', which is \(input.role).")
      }
    }
  }

  /// Checks all rows before rendering, if the input can be read twice.
  private static func survey(
    _ path: String, _ drawing: RowDrawing, _ appearance: Appearance
  ) throws -> (RowSurvey?, warnings: [DeckIssue]) {
    guard path != "-", try ByteSource(path: path).isLasting else { return (nil, []) }
    var rows = try RowOptions.open(path, hasCells: drawing.options.rowsLocale != nil)
    let cells = drawing.cells(of: rows)
    let survey = RowSurvey(&rows, outputs: drawing.outputs, appearance: appearance, cells: cells)
    var issues = drawing.nameIssues(of: survey.names, file: rows.file)
    issues += survey.cells?.issues(file: rows.file) ?? []
    if survey.count == 0 { issues = [noRow(in: rows.file)] }
    if survey.hasUncertainEntries {
      var again = try RowOptions.open(path, hasCells: false)
      issues += survey.collisions(&again, outputs: drawing.outputs, appearance: appearance)
    }
    if let error = DeckError(issues), issues.contains(where: { $0.severity == .error }) { throw error }
    return (survey, issues)
  }

  private static func noRow(in file: String) -> DeckIssue {
    DeckIssue(.error, file: file, message: "the file has no rows")
  }

  /// Renders all rows and writes their files.
  @MainActor mutating func draw() async throws {
    var rows = try RowOptions.open(path, hasCells: drawing.options.rowsLocale != nil)
    let (shard, manifest, drawing, appearance) = (command.rows.shard, manifest, drawing, appearance)
    let workers = command.workers == 0 ? PictureFiles.processors : command.workers
    begun = .now
    var names = survey == nil ? RowNameCheck(reading: command.namedFiles.read) : nil
    defer { self.names = names }
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
      tally.reportRepeats(printer)
      if error is StoppedRow { throw StoppedRun(reason: .wish, tally: tally) }
      guard let fault = error as? RasterError else { throw error }
      // For example a full disk. Written files stay, and the next run resumes after them.
      printer.print(DeckIssue(fault))
      tally.note([DeckIssue(fault)])
      throw StoppedRun(reason: .fault, tally: tally)
    }
    tally.emptyRows = rows.emptyRows
    // Only the end of a pipe shows that it had no rows: the program that writes them has failed.
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
          try result.write(drawing.outputs.map(\.name))
        }
      } catch {
        // A file with another name may still be writable, but not if the disk is full.
        guard !error.isOfDisk else { throw error }
        result.leaveOut(error)
      }
    }
    try manifest.recordRow(result)
    let now = ContinuousClock.now
    let time = begun.duration(to: now)
    begun = now
    if let report {
      try report.appendLine(RowReport.line(result, milliseconds: time.milliseconds))
    }
    for issue in tally.take(result) { printer.print(issue) }
    if result.isBroken, command.rows.failsFast { throw StoppedRun(reason: .failure, tally: tally) }
    if Interruption.isAsked { throw StoppedRun(reason: .wish, tally: tally) }
  }

  /// Finishes a run that reached the last row.
  func finish() throws {
    tally.progress.finish()
    try report?.flush()
    let (survey, names, drawing, appearance) = (survey, names, drawing, appearance)
    let old = try manifest.finish(prunes: command.rows.prune) { name in
      let isMade = survey?.hasFile(name) ?? names?.hasFile(name) ?? true
      return !isMade && drawing.mayMake(name, in: appearance)
    }
    tally.report(printer, removed: old.removed, left: old.left)
    if tally.broken > 0 { throw ExitCode.fault }
  }
}
