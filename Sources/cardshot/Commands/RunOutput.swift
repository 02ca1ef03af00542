import CardGoldens
import CardParts
import CardRaster
import Glibc

/// The output of a run of `cardshot test` and `cardshot review`: files, terminal and CI server.
struct RunOutput {
  var files: RunFileOptions
  var printing: RunPrintOptions
  /// Whether pictures are shown on the terminal.
  var show: Bool
  /// The folder of failures.
  var failures: String
  /// The command that approves pictures, for the approvals file or another choice.
  var approval: (String) -> String

  /// Writes the report, the other files and the summary of a GitHub job, and prints the run.
  func report(_ result: inout GoldenRunResult) throws {
    let page = write(&result.run)
    let run = result.run
    let annotations =
      Environment.isSet("GITHUB_ACTIONS", to: "true")
      ? GitHubAnnotations(run).lines.map { $0 + "\n" }.joined() : ""
    let report = RunReport(run, report: page, approval: approval(run.isReview ? "--all" : ""))
    if printing.json {
      StandardStreams.output(report.json)
      if !printing.quiet { tell(result.warnings) }
      StandardStreams.error(annotations)
      return
    }
    if !printing.quiet {
      tell(result.warnings + warnings(of: run))
      tellOthers(result.others, run)
    }
    if !printing.quiet || !run.isGreen {
      StandardStreams.output(report.text, isTaken: files.takesOutput)
    }
    StandardStreams.output(annotations, isTaken: files.takesOutput)
    if show { try showStrips(of: run) }
  }

  /// Returns the path of the report.
  private func write(_ run: inout GoldenRun) -> String? {
    var page: String?
    if !run.isGreen {
      run.tell(failures) { run throws(RasterError) in
        try FileTree.makeFolder(failures)
        page = try HTMLReport(run, command: approval(Approvals.fileName)).write(to: failures)
      }
    }
    files.write(&run, failures: failures, command: approval("--all"))
    if let path = Self.summary {
      run.tell(failures) { run throws(RasterError) in
        try FileWriting.append(Array(StepSummary(run).text.utf8), to: path)
      }
    }
    return page
  }

  /// The file for the summary of a GitHub job; nil elsewhere.
  static var summary: String? {
    Environment.isSet("GITHUB_ACTIONS", to: "true") ? Environment.variable("GITHUB_STEP_SUMMARY") : nil
  }

  /// Warnings of decks whose pictures passed, without duplicates.
  ///
  /// The report contains the warnings of all others.
  private func warnings(of run: GoldenRun) -> [DeckIssue] {
    var seen: Set<DeckIssue> = []
    return run.outcomes.filter { $0.verdict == .passed }.flatMap(\.issues).filter { seen.insert($0).inserted }
  }

  private func tell(_ issues: [DeckIssue]) {
    for issue in issues { StandardStreams.error(Printable.sentence(issue.text) + "\n") }
  }

  /// Maximum number of skipped files that are named.
  private static let shownOthers = 10

  private func tellOthers(_ others: [String], _ run: GoldenRun) {
    guard !others.isEmpty else { return }
    let more = others.count - Self.shownOthers
    StandardStreams.error(
      Printable.line(
        (run.isReview ? "not compared, another format: " : "not rendered, without 'cards': ")
          + others.prefix(Self.shownOthers).joined(separator: ", ")
          + (more > 0 ? " and \(more) more" : "")) + "\n")
  }

  /// Maximum number of pictures shown on a terminal.
  private static let shownStrips = 20

  /// Shows the strips of failures, or the picture if a failure has no strip.
  private func showStrips(of run: GoldenRun) throws {
    let shown = run.outcomes.filter { !$0.verdict.isGreen }.compactMap { outcome in
      outcome.shownPicture.map { (outcome.name, $0) }
    }
    guard !shown.isEmpty else { return }
    guard isatty(STDOUT_FILENO) == 1, let terminal = TerminalPicture(environment: Environment.ofTerminal)
    else {
      StandardStreams.error("--show: this terminal is not known to support pictures\n")
      return
    }
    for (name, path) in shown.prefix(Self.shownStrips) {
      StandardStreams.output(Printable.line(name) + "\n")
      try FileWriting.writeStandardOutput(try terminal.bytes(file: path))
    }
    if shown.count > Self.shownStrips {
      StandardStreams.output("and \(shown.count - Self.shownStrips) more\n")
    }
  }
}

/// The work of `cardshot test` and `cardshot review`.
extension RunScopeOptions {
  /// Applies the options to a run.
  func apply(to request: inout GoldenRequest) throws {
    request.shard = shard
    if let since { request.changed = try GitRepository.changes(since: since) }
    request.program = LibraryVersion("cardshot", Version.number)
    request.jobs = jobs == 0 ? max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) : jobs
  }

  /// Runs with a progress bar.
  static func showing(
    _ isShown: Bool, _ run: @Sendable (_ progress: (Int, Int) -> Void) async throws -> GoldenRunResult
  ) async throws -> GoldenRunResult {
    var progress: Progress?
    let result = try await run { done, total in
      var shown = progress ?? Progress(total: total, isShown: isShown)
      shown.advance(to: done)
      progress = shown
    }
    progress?.finish()
    return result
  }
}
