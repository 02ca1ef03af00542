import ArgumentParser
import CardGoldens
import CardParts
import CardRaster

/// Compares two folders of pictures that any tool made.
struct ReviewCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "review", abstract: "Compare two folders of pictures that any tool made.",
    discussion: """
      Pictures are PNG, JPEG and WebP files, and the pages of PDF files, which pdftoppm of poppler-utils \
      draws. Each is same, changed, new, gone, or moved (the same content under another name). Differences \
      that people do not notice are allowed, unless the metric is exact.

      Give one folder to review the results of another tool that writes both pictures into it; its layout \
      is recognised. Layouts are \(ReviewLayout.known.map(\.name).joined(separator: ", ")).

      Settings for pictures by pattern are in \(GoldenPlan.reviewFileName), which \
      'cardshot schema review' describes. The folder of failures gets report.html; 'cardshot approve' copies \
      accepted pictures over the expected ones.

      EXAMPLES
        cardshot review expected actual
        cardshot review test-results           the last run of Playwright
        cardshot review tests test-results --layout playwright
                                               the same, to approve snapshots
        cardshot review ref new --layout=-old:-new
                                               a-old.png and a-new.png
        cardshot review expected actual --pull-request comment.md
        cardshot review expected actual --shard 1/2 --json > share-1.json

      EXIT STATUS
        0 every picture is the same, 1 one is changed, new, gone or moved,
        2 a file is not a readable picture, 64 wrong usage
      """)

  @Argument(help: "The folder of the expected pictures.", completion: .directory)
  var expected: String

  @Argument(
    help: "The folder of the actual pictures; without it, the first folder contains both.",
    completion: .directory)
  var actual: String?

  @Option(
    help: ArgumentHelp(
      """
      The tool that wrote the folders, or the ends of the names of both pictures, such as -old:-new, or their \
      folders, such as old/:new/. (default: the same names in both folders)
      """, valueName: "layout"),
    completion: .list(ReviewLayout.known.map(\.name)),
    transform: { text in
      let near = Spelling.nearest(to: text, in: ReviewLayout.known.map(\.name))
      return try parsed(
        ReviewLayout(text),
        or: near.map { "Did you mean '\($0)'?" } ?? "It must be the name of a layout, or such as -old:-new.")
    })
  var layout: ReviewLayout?

  @Option(
    help: ArgumentHelp(
      "The settings. (default: \(GoldenPlan.reviewFileName) in the current folder, if it exists)",
      valueName: "file"), completion: .file(extensions: ["json"]))
  var config: String?

  @OptionGroup var results: FailuresOption

  @OptionGroup var scope: RunScopeOptions

  @OptionGroup(title: "Comparing") var comparison: ComparisonOptions

  @OptionGroup var files: RunFileOptions

  @Option(sandbox: SandboxChoice.helpOfFiles)
  var sandbox: SandboxChoice = .auto

  @OptionGroup var printing: RunPrintOptions

  func validate() throws {
    for (value, name) in [
      (expected, "The folder of expected pictures"), (actual, "The folder of actual pictures"),
      (config, "--config"),
    ] where value?.isEmpty == true {
      throw ValidationError("\(name) must not be empty.")
    }
    try refuse(!comparison.ignoredIDs.isEmpty, "--ignore-region needs a deck; use --ignore with a rectangle.")
    try refuse(comparison.mask == "-", "--mask must be a file, because it is read for each picture.")
    try refuse(
      actual == nil && layout?.fitsOneFolder == false,
      "The layout \(layout?.name ?? "") needs the folders of expected and of actual pictures.")
    try refuse(scope.show && printing.json, "--show cannot be combined with --json.")
  }

  @MainActor func run() async throws {
    let printer = IssuePrinter(isJSON: printing.json, isQuiet: printing.quiet)
    let result = try await printer.reporting {
      let request = try request()
      let named = [config, comparison.mask].compactMap(\.self)
      try files.checkFiles(
        against: named.map { NamedFiles.Input(path: $0, role: "read by the review") },
        streamed: [("--json", printing.json), ("--show", scope.show)])
      if sandbox != .off { try? FileTree.makeFolder(failures) }
      let masks = ([request.plan.settings, request.settings] + request.plan.overrides.map(\.settings))
        .compactMap(\.mask).map { FilePath.join(request.plan.folder, $0) }
      try sandbox.enter(
        decks: [],
        files: trees + trees.flatMap(Self.links) + masks + [failures] + PDFPages.readFolders,
        outputs: files.outputs + [RunOutput.summary].compactMap(\.self), folders: [failures],
        makesFolders: true, hasText: false, programs: [PDFPages.program])
      let runner = try ReviewRunner(request)
      var result = try await RunScopeOptions.showing(!printing.quiet && !printing.json) {
        try await runner.run(progress: $0)
      }
      try RunOutput(
        files: files, printing: printing, show: scope.show, failures: failures,
        approval: {
          GoldenPlaces.approvalCommand($0, [("goldens", expected), ("failures", results.failures)])
        }
      ).report(&result)
      return result
    }
    if result.isFault { throw ExitCode.fault }
    if !result.run.isGreen { throw ExitCode.different }
  }

  private var failures: String { results.failures ?? "out/failures" }

  private var trees: [String] { [expected, actual].compactMap(\.self) }

  /// The links in a folder that may be followed.
  ///
  /// Access to a folder does not include the targets of its links.
  private static func links(in folder: String) -> [String] {
    let links =
      (try? FileTree.entries(below: folder, allowsInvalidNames: true))?.filter { $0.kind == .link } ?? []
    return links.map { FilePath.join(folder, $0.path) }.filter {
      (try? FileTree.found($0, in: folder)) != nil
    }
  }

  private func request() throws -> GoldenRequest {
    var request = GoldenRequest(try plan())
    (request.goldens, request.lock, request.failures) = (expected, nil, failures)
    request.actual = actual ?? expected
    request.layout = layout ?? .mirrored
    request.settings = comparison.settings
    try scope.apply(to: &request)
    return request
  }

  /// The settings: the file given by `--config`, the one in the working directory, or none.
  private func plan() throws(DeckError) -> GoldenPlan {
    let path = config ?? GoldenPlan.reviewFileName
    let isThere = try DeckError.wrapping(try FileTree.kind(of: path)) != nil
    guard config != nil || isThere else { return GoldenPlan(folder: ".") }
    let bytes = try DeckError.wrapping(
      try FileReading.read(path: path, foundIn: config == nil ? "." : nil, limit: Limits.jsonBytes))
    let plan = try GoldenPlan(review: bytes, file: path, folder: FilePath.directory(of: path))
    if config == nil { try plan.checkPathsStay() }
    return plan
  }
}
