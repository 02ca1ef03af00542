import ArgumentParser
import CardParts
import CardRaster
import Glibc

/// The program.
///
/// `render` is the default command.
@main
struct Cardshot: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cardshot",
    abstract: "Renders JSON decks of cards as PNG, JPEG, WebP, GIF, SVG or PDF.",
    discussion: """
      EXAMPLES
        cardshot deck.json -o out.png             all cards of a deck in one picture
        cardshot deck.json -o out.png --scale 2   twice as many pixels
        cardshot deck.json -o 'card-{id}.png'     one picture per card
        cardshot deck.json -o '{id}-{state}.png' --all-states
                                                  one picture per state of each card
        cardshot deck.json -o dark.png --appearance dark
        cardshot deck.json -o out.png --data user.json --set user.name=Ada
        cardshot deck.json -o 'out/{id}.png' --rows people.csv
                                                  one picture per row of data
        cardshot inspect deck.json                the layout, as JSON
        cardshot compare a.png b.png -o diff.png  the difference between two pictures
        cardshot diff old.json new.json           the changes, in words
        cardshot test decks                       every deck against its golden
        cardshot review expected actual           two folders of pictures of any tool
        cardshot new invoice                      a template to start from

      EXIT STATUS
        0 success, 1 pictures or decks differ, or a golden run failed,
        2 there is a problem with the deck, a file or the machine, 64 wrong usage,
        130 a run over rows was interrupted
      """,
    version: Version.text,
    subcommands: [
      RenderCommand.self, WatchCommand.self, WorkerCommand.self, InspectCommand.self, CompareCommand.self,
      DiffCommand.self,
      TestCommand.self, ReviewCommand.self,
      ApproveCommand.self, MergeCommand.self, DoctorCommand.self, NewCommand.self, ListCommand.self,
      SchemaCommand.self, InputsCommand.self, ServeCommand.self, SignCommand.self, HealthCommand.self,
      RowsCommand.self, AnswersCommand.self,
      BenchCommand.self,
    ],
    defaultSubcommand: RenderCommand.self)

  /// Runs a command, on the main thread until it first suspends.
  ///
  /// Another thread would take time to start, and would have its own heap.
  @MainActor static func main() async {
    SVGProcess.serveIfAsked()
    ProcessMemory.keepFreed()
    TemporaryFiles.removeWhenInterrupted()
    do throws(RasterError) {
      try ProcessMemory.checkStack()
      try OpenFiles.prepare()
    } catch {
      StandardStreams.error("error: \(error.message)\n")
      exit(withError: ExitCode.fault)
    }
    do {
      if let word = UnreadableWord.first {
        throw ValidationError(
          "The argument '\(Printable.line(word))' is not valid UTF-8.")
      }
      if CommandLine.arguments.dropFirst() == ["--version"] {
        StandardStreams.output(Version.text + "\n")
        throw ExitCode.success
      }
      if let script = CompletionScript.asked(CommandLine.arguments.dropFirst()) {
        StandardStreams.output(script)
        throw ExitCode.success
      }
      if let plain = PlainRender(CommandLine.arguments.dropFirst()) {
        try await plain.run()
        throw ExitCode.success
      }
      if let plain = PlainCompare(CommandLine.arguments.dropFirst()) {
        try await plain.run()
        throw ExitCode.success
      }
      try UnknownCommand.reject(
        in: CommandLine.arguments.dropFirst(),
        known: configuration.subcommands.flatMap {
          [$0.configuration.commandName].compactMap(\.self) + $0.configuration.aliases
        } + ["help"])
      try RepeatedOptions.reject(in: CommandLine.arguments.dropFirst())
      if let words = StudioLaunch.words(CommandLine.arguments.dropFirst()) {
        try IssuePrinter(isJSON: false, isQuiet: false).reporting { try StudioLaunch.run(words) }
      }
      let command =
        if WatchTestsCommand.isAsked(CommandLine.arguments.dropFirst()) {
          try WatchTestsCommand.parse(Array(CommandLine.arguments.dropFirst(2))) as any ParsableCommand
        } else {
          try parseAsRoot()
        }
      if let command = command as? any SandboxedCommand { try command.enterSandbox() }
      if let render = command as? RenderCommand {
        try await render.run()
      } else if let test = command as? TestCommand {
        try await test.run()
      } else if let review = command as? ReviewCommand {
        try await review.run()
      } else if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        var command = command
        try command.run()
      }
      end(ExitCode.success)
    } catch {
      end(error)
    }
  }

  /// Prints an error or the requested help, and exits.
  private static func end(_ error: any Error) -> Never {
    // An exit code has no message. ArgumentParser's `exit` would look at every option of every command to
    // find that out.
    let code = error as? ExitCode ?? exitCode(for: error)
    let message = error is ExitCode ? "" : fullMessage(for: error)
    if !message.isEmpty {
      if code == .success {
        StandardStreams.output(message + "\n")
      } else {
        StandardStreams.error(message + "\n")
      }
    }
    guard let failure = StandardStreams.outputFailure else { Glibc.exit(code.rawValue) }
    StandardStreams.error("error: \(failure.message)\n")
    Glibc.exit(ExitCode.fault.rawValue)
  }
}

/// Rejects options that are given twice, because ArgumentParser would silently use the last value.
enum RepeatedOptions {
  /// The repeatable options of a command.
  ///
  /// They are all listed, so a new option is rejected when repeated by default.
  private static func lists(of command: String) -> Set<String> {
    let deck: Set<String> = ["--data", "--set", "--card"]
    switch command {
    case "worker", "render", "watch": return deck.union(["--output"])
    case "compare": return deck.union(["--ignore", "--ignore-region"])
    case "test": return ["--data", "--set", "--ignore", "--ignore-region"]
    case "review": return ["--ignore"]
    case "approve": return ["--like"]
    case "inspect", "bench", "diff": return deck
    case "merge", "doctor", "new", "list", "schema", "inputs", "rows": return []
    // `render` may be omitted.
    default: return deck.union(["--output"])
    }
  }

  /// Options of other programs, for which the most similar option is not the right one.
  private static let foreign = [
    "--out": "did you mean '--output'?",
    "--page": "-o 'out-{page}.png' writes every page of a report, and --card renders one card.",
  ]

  /// Rejects a command line that names an option twice.
  static func reject(in words: some Sequence<String>) throws {
    var seen: Set<String> = []
    let words = Array(words)
    let lists = lists(of: words.first ?? "")
    for word in words {
      if word == "--" { return }
      let spelled = String(word.prefix { $0 != "=" })
      if let way = foreign[spelled] { throw ValidationError("Unknown option '\(spelled)': \(way)") }
      let name = spelled == "-o" ? "--output" : spelled
      guard name.hasPrefix("--") || (name.count == 2 && name.hasPrefix("-") && name.last?.isLetter == true),
        !lists.contains(name)
      else { continue }
      try refuse(!seen.insert(name).inserted, "\(Printable.line(spelled)) is given twice; give it once.")
    }
  }
}

/// Detects a first word that is meant as a command but unknown.
///
/// Otherwise it would be read as the name of a deck.
enum UnknownCommand {
  /// Names that other programs use, with the matching commands of cardshot.
  private static let foreign = [
    "validate": "inspect", "check": "inspect", "lint": "inspect", "draw": "render", "build": "render",
    "export": "render", "show": "list", "describe": "list", "info": "list", "docs": "list",
  ]

  /// Rejects an unknown command if it is alone or another word follows, and no file has its name.
  ///
  /// The name of a part or a trait suggests its page.
  static func reject(in words: some Collection<String>, known: [String]) throws {
    let words = Array(words.prefix(2))
    guard let word = words.first, !(words.count > 1 && words[1].hasPrefix("-")) else { return }
    if word == "list", words.count > 1, let topic = ListCommand.topic(of: words[1]) {
      throw ValidationError(
        "Unknown topic '\(words[1])': did you mean 'cardshot list \(topic) \(words[1])'?")
    }
    guard !known.contains(word), !word.isEmpty, (try? FileTree.kind(of: word)) == nil,
      word.utf8.allSatisfy({ (0x61...0x7A).contains($0 | 0x20) || $0 == 0x2D }), !word.hasPrefix("-")
    else { return }
    var near = foreign[word] ?? Spelling.nearest(to: word, in: known)
    if ListCommand.Topic(rawValue: word) != nil { near = "list \(word)" }
    if let name = words.first(where: { ListCommand.topic(of: $0) != nil }),
      let topic = ListCommand.topic(of: name)
    {
      near = "list \(topic) \(name)"
    }
    throw ValidationError(
      "Unknown command '\(word)'\(near.map { ": did you mean '\($0)'?" } ?? "; the commands are \(known.joined(separator: ", ")).")"
    )
  }
}
