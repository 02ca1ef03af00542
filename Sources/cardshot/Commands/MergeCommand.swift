import ArgumentParser
import CardGoldens
import CardParts
import CardRaster

struct MergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge", abstract: "Combine the reports of the shards of 'cardshot test' or 'review'.",
    discussion: """
      Each file is the output of 'cardshot test --json' or 'cardshot review --json' for one shard. Put the \
      pictures of all failures into one folder; their names differ. 'cardshot approve' then approves them like those of one run.

      EXAMPLES
        cardshot test --shard 1/2 --json > share-1.json
        cardshot merge share-1.json share-2.json --junit goldens.xml

      EXIT STATUS
        as 'cardshot test': 0 every picture equals its golden, 1 one differs,
        2 a file is invalid, or two shards rendered the same golden, 64 wrong usage
      """)

  @Argument(
    help:
      "The output of 'cardshot test --json' or 'review --json', one file for each shard; - for standard input.",
    completion: .file())
  var shares: [String]

  @OptionGroup var places: GoldenPlaces

  @OptionGroup var files: RunFileOptions

  @OptionGroup var printing: RunPrintOptions

  func validate() throws {
    try refuse(shares.contains(""), "The name of a shard's file must not be empty.")
    try files.checkFiles(
      against: shares.map { NamedFiles.Input(path: $0, role: "a shard") },
      streamed: [("--json", printing.json)])
  }

  func run() throws {
    let printer = IssuePrinter(isJSON: printing.json, isQuiet: printing.quiet)
    let run = try printer.reporting {
      var run = try merged()
      let request = try places.request()
      let last = LastRun(
        run.outcomes, golden: request.lock ?? request.goldens, isLock: request.lock != nil, isWhole: false,
        libraries: run.libraries)
      // Otherwise pictures of an earlier run could be approved as pictures of this one.
      let names = last.names
      try LastRun.clear(failures: request.failures) { names.contains($0) }
      let page = write(&run, last, request)
      let report = RunReport(run, report: page, approval: places.approvalCommand(run.isReview ? "--all" : ""))
      if printing.json {
        StandardStreams.output(report.json)
      } else if !printing.quiet || !run.isGreen {
        StandardStreams.output(report.text, isTaken: files.takesOutput)
      }
      return run
    }
    if run.count(.broken) > 0 { throw ExitCode.fault }
    if !run.isGreen { throw ExitCode.different }
  }

  private func merged() throws(DeckError) -> GoldenRun {
    var runs: [(run: GoldenRun, file: String)] = []
    for path in shares {
      let name = DeckChoices.name(of: path)
      runs.append((try GoldenRun(json: try DeckChoices.jsonBytes(of: path), file: name), name))
    }
    let run = try GoldenRun(merging: runs)
    try checkPaths(of: run, try places.request())
    return run
  }

  /// Rejects pictures outside the folders of goldens and failures.
  ///
  /// Otherwise a shard could put any file into the report.
  private func checkPaths(of run: GoldenRun, _ request: GoldenRequest) throws(DeckError) {
    var issues: [DeckIssue] = []
    func expect(_ path: String, below folder: String) {
      if path == request.lock { return }
      do throws(RasterError) {
        guard let rest = FilePath.relative(path, to: folder) else {
          throw .file(path: path, reason: "it is not inside '\(folder)'")
        }
        _ = try FileTree.place(of: rest, below: folder)
      } catch {
        issues.append(
          DeckIssue(
            .error, file: "", message: error.message,
            hint: "set --goldens, --lock and --failures as in the run"))
      }
    }
    for outcome in run.outcomes {
      // In a review, the expected picture of an outcome that cannot be approved may be in the results of its tool.
      let isChecked = outcome.fingerprint != nil || !run.isReview && !outcome.golden.isEmpty
      if isChecked { expect(outcome.golden, below: request.goldens) }
      for path in [outcome.actual, outcome.strip, outcome.overlay].compactMap(\.self) {
        expect(path, below: request.failures)
      }
    }
    if let error = DeckError(Array(issues.prefix(Limits.issues))) { throw error }
  }

  /// Writes the report of a failed run, the data for `cardshot approve`, and the JUnit file.
  private func write(_ run: inout GoldenRun, _ last: LastRun, _ request: GoldenRequest) -> String? {
    var page: String?
    if !run.isGreen {
      run.tell(request.failures) { run throws(RasterError) in
        try FileTree.makeFolder(request.failures)
        try last.write(failures: request.failures)
        page = try HTMLReport(run, command: places.approvalCommand(Approvals.fileName)).write(
          to: request.failures)
      }
    }
    files.write(&run, failures: request.failures, command: places.approvalCommand("--all"))
    return page
  }
}
