import ArgumentParser
import CardGoldens
import CardParts
import CardRaster

struct WatchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "Render a deck, and render it again whenever one of its files changes.",
    discussion: """
      It watches every file that the last run read or looked for: the deck, included decks, themes, data,
      rows, pictures, fonts and map tiles. It writes the same files as 'cardshot render'. After an error the
      last pictures stay. Press Ctrl-C to exit.

      EXAMPLES
        cardshot watch deck.json -o out.png
        cardshot watch deck.json -o 'out/{id}.png' --data data.json
        cardshot watch deck.json --open           a live preview in the browser
        cardshot watch decks --test               golden tests of what changed

      EXIT STATUS
        0 after Ctrl-C, 2 files cannot be watched, 64 wrong usage
      """)

  @OptionGroup var render: RenderCommand

  // Only for the help and completions: `WatchTestsCommand` parses these command lines.
  @Flag(
    help: "Run the golden tests of decks, and run those again that a change may affect; see 'cardshot test'.")
  var test = false

  // Only for the help and completions as well: `StudioLaunch` takes these command lines.
  @Flag(help: "Show the cards in a browser while you write them; without --output no file is written.")
  var open = false

  @Option(help: "The port of the page that --open shows. (default: the first free one of 4380 to 4389)")
  var port: Int?

  @Flag(
    help: ArgumentHelp("Also print each run as JSON on standard output.", visibility: .hidden))
  var events = false

  func validate() throws {
    try refuse(port != nil, "--port can only be combined with --open.")
    let data = render.arguments.choices.data + [render.arguments.deck, render.rows.rows ?? ""]
    try refuse(
      data.contains("-"), "watch cannot read standard input, because it reads its files again and again.")
    try refuse(render.output.contains("-"), "watch cannot write to standard output: name a file.")
  }

  /// The time without a change after which a run starts, in seconds.
  fileprivate static let quiet = 0.035
  /// The same within a second after the last run, for an editor that saves while the user types.
  private static let longQuiet = 0.25

  @MainActor func run() async throws {
    // The copy of the process that draws ends with this process.
    Interruption.endQuietly()
    let printer = IssuePrinter(isJSON: render.json, isQuiet: render.quiet)
    try await printer.reporting {
      let watch = try FileWatch()
      try FileSink.prepare()
      var refused: Set<FileWatch.Refusal> = []
      while true {
        let start = WallClock.seconds
        let result = try await drawInCopy()
        print(result, milliseconds: (WallClock.seconds - start) * 1000)
        let named =
          [render.arguments.deck] + render.arguments.choices.data + [render.rows.rows].compactMap(\.self)
        let state = watch.watch(
          result.reads.filter(isInput).union(named.map(FilePath.absolute)), since: start)
        for refusal in state.refused where refused.insert(refusal).inserted { Self.warn(refusal) }
        if events, StandardStreams.outputFailure != nil { throw ExitCode.fault }
        if !state.changed.isEmpty { continue }
        _ = watch.wait(quiet: WallClock.seconds < start + 1 ? Self.longQuiet : Self.quiet, longest: 1)
      }
    }
  }

  /// Whether a file that was read is not the record of finished rows, which each run writes.
  private func isInput(_ path: String) -> Bool {
    let written = [render.rows.manifest, render.rows.report].compactMap { $0.map(FilePath.identity) }
    return !FilePath.name(of: path).hasPrefix(".cardshot-rows") && !written.contains(FilePath.identity(path))
  }

  /// The result of one run.
  fileprivate struct Result {
    var issues: [JSONNode] = []
    var outputs: [JSONNode] = []
    /// The files that were read or looked for.
    var reads: Set<String> = []
    /// The message of a run that failed as a whole.
    var failure: String?
  }

  /// Renders in a copy of this process, so that a crash ends one run and memory is free afterwards.
  @MainActor private func drawInCopy() async throws -> Result {
    let processes = await WorkProcesses.start(1) { @MainActor _, _ in
      FileTrace.start()
      var members: [(String, JSONNode)] = []
      do {
        members = try await drawOnce()
      } catch let error as DeckError {
        members = [("issues", .list(error.issues.map(\.watched)))]
      } catch let error as RasterError {
        members = [("issues", .list([DeckIssue(error).watched]))]
      } catch is ExitCode {
      } catch { members = [("failure", .of("\(error)"))] }
      members.append(("reads", .list(FileTrace.paths.sorted().map { .of($0) })))
      return Array(JSONDump.write(.object(members), pretty: false).utf8)
    }
    guard let processes else {
      throw RasterError.library(operation: "starting a process that draws", reason: "it cannot be copied")
    }
    var result = Result()
    _ = try await processes.inOrder(1, isStopped: { false }, request: { _ in [0] }) { _, answer in
      switch answer {
      case .success(let bytes): result = Result(bytes)
      case .failure(let failure): result.failure = failure.message
      }
    }
    return result
  }

  @MainActor private func drawOnce() async throws -> [(String, JSONNode)] {
    var command = render
    if render.rows.isAsked {
      try await command.run()
      return []
    }
    command.json = true
    let written = try await command.writeFiles()
    return [("issues", .list(written.issues.map(\.watched))), ("outputs", .list(written.outputs))]
  }
}

/// `cardshot watch --open`, which starts the studio: a program of its own, because this one has no sockets.
enum StudioLaunch {
  static let program = "cardshot-studio"

  /// The words for the studio; nil if the command line is another one.
  static func words(_ words: some Sequence<String>) -> [String]? {
    let words = Array(words)
    guard words.first == "watch", words.contains("--open"), !words.contains(where: ["-h", "--help"].contains)
    else { return nil }
    return words.dropFirst().filter { $0 != "--open" }
  }

  /// Replaces this program by the studio, which runs this one for its pictures.
  static func run(_ words: [String]) throws -> Never {
    guard let path = RunningProgram.neighbour(program) else {
      StandardStreams.error(
        """
        error: --open needs the program '\(program)' next to this one, and it is not there; distributions \
        contain it, and 'make serve' builds it

        """)
      throw ExitCode.fault
    }
    try Subprocess.replace(with: path, words)
  }
}

/// `cardshot watch --test`, whose arguments are decks and folders of decks.
struct WatchTestsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "watch", shouldDisplay: false)

  @Flag var test = false

  @Argument(help: "Decks, and folders of decks.", completion: .file(extensions: ["json"]))
  var paths: [String] = []

  /// Whether the words after the program's name are a command line of this command.
  static func isAsked(_ words: some Sequence<String>) -> Bool {
    let words = Array(words)
    return words.first == "watch" && words.contains("--test")
      && !words.contains { ["-h", "--help"].contains($0) }
  }

  func run() async throws {
    Interruption.endQuietly()
    try IssuePrinter(isJSON: false, isQuiet: false).reporting {
      let request = try TestCommand.parse(paths).request()
      let written = [request.failures].map { FilePath.identity($0) + "/" }
      let roots = paths.isEmpty ? ["."] : paths
      let watch = try FileWatch()
      var refused: Set<FileWatch.Refusal> = []
      var changed: Set<String>?
      while true {
        // Before the run, so that no change during it is lost.
        let state = watch.watch(
          Set(roots.filter { !FileTree.isFolder($0) }.map(FilePath.absolute)).union([
            FilePath.absolute(request.plan.file ?? GoldenPlan.fileName)
          ]), folders: try Self.folders(below: roots), since: .infinity)
        for refusal in state.refused where refused.insert(refusal).inserted { WatchCommand.warn(refusal) }
        let list = Array((changed ?? []).sorted().joined(separator: "\n").utf8)
        let isPart = changed != nil && list.count <= Subprocess.mostInput
        StandardStreams.error("\(WallClock.text)\n")
        _ = try Subprocess.runAgain(
          ["test"] + paths + (isPart ? ["--changed", "-"] : []), input: isPart ? list : [])
        repeat {
          changed = watch.wait(quiet: WatchCommand.quiet, longest: 1).filter { path in
            let path = FilePath.identity(path)
            return !written.contains { (path + "/").hasPrefix($0) }
          }
        } while changed?.isEmpty == true
      }
    }
  }

  /// The folders, and all folders inside them.
  private static func folders(below roots: [String]) throws(RasterError) -> Set<String> {
    var folders: Set<String> = []
    for root in roots {
      let folder = FileTree.isFolder(root) ? root : FilePath.directory(of: root)
      folders.insert(FilePath.identity(folder))
      guard FileTree.isFolder(root) else { continue }
      for entry in try FileTree.entries(below: root, skips: { FilePath.name(of: $0).hasPrefix(".") }) {
        folders.insert(FilePath.identity(FilePath.join(folder, FilePath.directory(of: entry.path))))
      }
    }
    return folders
  }
}

extension WatchCommand.Result {
  /// Decodes the answer of a copy.
  fileprivate init(_ bytes: [UInt8]) {
    guard let node = try? JSONScanner.scan(bytes, file: "") else {
      failure = "the process that renders did not respond"
      return
    }
    func list(_ key: String) -> [JSONNode] {
      if case .array(let elements)? = node[key]?.value { elements } else { [] }
    }
    (issues, outputs) = (list("issues"), list("outputs"))
    reads = Set(list("reads").compactMap(\.plainText))
    failure = node["failure"]?.plainText
  }
}

/// Messages.
extension WatchCommand {
  /// Prints one line about a run, and its problems.
  private func print(_ result: Result, milliseconds: Double) {
    let duration = Int(milliseconds.rounded())
    if render.json || events {
      let document = JSONNode.object(present: [
        "ok": .of(result.count(of: .error) == 0 && result.failure == nil),
        "issues": .list(result.issues.compactMap { $0["json"] }), "outputs": .list(result.outputs),
        "milliseconds": .of((milliseconds * 10).rounded() / 10), "failure": result.failure.map { .of($0) },
        "reads": events ? .list(result.reads.sorted().map { .of($0) }) : nil,
      ])
      StandardStreams.output(document.text + "\n")
      if render.json { return }
    }
    let counts = [DeckIssue.Severity.error, .warning].compactMap { severity -> String? in
      let count = result.count(of: severity)
      return count == 0 ? nil : DeckIssue.counted(count, severity.rawValue)
    }
    let facts = ["\(result.files ?? (render.rows.isAsked ? "rows" : "no file")) in \(duration) ms"] + counts
    if !render.quiet || result.count(of: .error) > 0 || result.failure != nil {
      StandardStreams.error(Printable.line("\(WallClock.text) \(facts.joined(separator: ", "))") + "\n")
    }
    if let failure = result.failure { StandardStreams.error(Printable.sentence("error: \(failure)") + "\n") }
    for issue in result.issues {
      let isError = issue["severity"]?.plainText == DeckIssue.Severity.error.rawValue
      if isError || !render.quiet {
        StandardStreams.error(Printable.sentence(issue["text"]?.plainText ?? "") + "\n")
      }
    }
  }

  fileprivate static func warn(_ refusal: FileWatch.Refusal) {
    let hint =
      refusal.isLimit
      ? "; raise fs.inotify.max_user_watches. Until then its files are compared twice a second"
      : "; its files are compared twice a second"
    StandardStreams.error(
      Printable.sentence("warning: cannot watch '\(refusal.folder)': \(refusal.reason)\(hint)") + "\n")
  }
}

extension WatchCommand.Result {
  fileprivate func count(of severity: DeckIssue.Severity) -> Int {
    issues.count { $0["severity"]?.plainText == severity.rawValue }
  }

  /// The written files in a few words; nil if there are none.
  fileprivate var files: String? {
    guard let first = outputs.first, let path = first["path"]?.plainText else { return nil }
    var text = path
    if let width = first["width"]?.number, let height = first["height"]?.number {
      text += " \(Int(width))×\(Int(height))"
    }
    return outputs.count == 1 ? text : "\(text) and \(outputs.count - 1) more"
  }
}

extension DeckIssue {
  /// The issue as a copy sends it to the process that prints it.
  fileprivate var watched: JSONNode {
    .object(["severity": .of(severity.rawValue), "text": .of(text), "json": json])
  }
}
