import ArgumentParser
import CardGoldens
import CardParts
import CardRaster

/// A command of another program, which stands next to this one.
///
/// Programs with sockets are separate, so that the drawing program has none.
protocol NeighbourCommand: ParsableCommand {
  var words: [String] { get }
}

extension NeighbourCommand {
  static var program: String { "cardshot-serve" }

  func run() throws {
    try IssuePrinter(isJSON: false, isQuiet: false).reporting {
      guard let path = RunningProgram.neighbour(Self.program) else {
        StandardStreams.error(
          """
          error: this command needs the program '\(Self.program)' next to this one, and it is not there; \
          distributions contain it, and 'make serve' builds it

          """)
        throw ExitCode.fault
      }
      try Subprocess.replace(with: path, [Self.configuration.commandName ?? ""] + words)
    }
  }
}

struct ServeCommand: NeighbourCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Render cards over HTTP: one address for each card.")
  @Argument(parsing: .captureForPassthrough, help: "See 'cardshot serve --help'.") var words: [String] = []
}

struct SignCommand: NeighbourCommand {
  static let configuration = CommandConfiguration(
    commandName: "sign", abstract: "Print the signed address of a card, for 'cardshot serve'.")
  @Argument(parsing: .captureForPassthrough, help: "See 'cardshot sign --help'.") var words: [String] = []
}

struct HealthCommand: NeighbourCommand {
  static let configuration = CommandConfiguration(
    commandName: "health", abstract: "Ask a running 'cardshot serve' whether it is ready.")
  @Argument(parsing: .captureForPassthrough, help: "See 'cardshot health --help'.") var words: [String] = []
}

/// Answers the requests of `cardshot serve`; hidden from the help.
///
/// It prints a line about the decks, then answers each line of standard input, a request, with a line and the
/// bytes of a file.
struct AnswersCommand: AsyncParsableCommand, SandboxedCommand {
  static let configuration = CommandConfiguration(
    commandName: "answers", abstract: "Answer requests for the pictures of a folder of decks.",
    shouldDisplay: false)

  @Argument(help: "The folder of the decks.") var folder: String

  @Option(help: "The maximum number of pixels of a picture.") var mostPixels = 8_000_000

  @Flag(help: "Draw each deck once, print the line about the decks and exit.") var survey = false

  @Option(sandbox: SandboxChoice.help)
  var sandbox: SandboxChoice = .auto

  private var printer: IssuePrinter { IssuePrinter(isJSON: true, isQuiet: false, outputIsTaken: true) }

  func enterSandbox() throws {
    try printer.reporting { try sandbox.enter(decks: [], files: [folder]) }
  }

  @MainActor func run() async throws {
    try await printer.reporting {
      let pipeline = try DeckPipeline()
      var decks = try AnsweredDecks(in: folder, mostPixels: mostPixels, pipeline)
      if survey { await decks.drawSamples() }
      try FileWriting.writeStandardOutput(Array((JSONDump.write(decks.json, pretty: false) + "\n").utf8))
      if survey { return }
      var rows = try RowSource(try ByteSource(path: "-"), form: .jsonLines, file: "request")
      while let entry = rows.next() {
        let answer: AnsweredDecks.Answer =
          switch entry {
          case .row(let row): await decks.answer(row.data)
          case .broken(_, let issues): AnsweredDecks.Answer(kind: .usage, issues: issues)
          }
        try FileWriting.writeStandardOutput(answer.bytes)
      }
    }
  }
}

/// The decks of a folder, in memory, with the stages that drew them.
private struct AnsweredDecks {
  /// The answer to a request.
  struct Answer {
    /// Who can mend an error.
    enum Kind: String {
      /// There is no error.
      case ok
      /// The options of the request are wrong.
      case usage
      /// The data are wrong, or the deck.
      case deck
    }

    /// A request can have as many errors as members, so only the first hundred are listed.
    private static let mostIssues = 100

    var kind = Kind.ok
    var issues: [DeckIssue] = []
    var file: RowFile?
    var alt = ""
    var layout = Duration.zero
    var paint = Duration.zero
    var encode = Duration.zero

    /// The line and the file.
    var bytes: [UInt8] {
      let line = JSONNode.object(present: [
        "kind": .of(kind.rawValue), "bytes": .of(file?.size ?? 0), "width": file.map { .of($0.width) },
        "height": file.map { .of($0.height) }, "alt": file.map { _ in .of(alt) },
        "issues": issues.isEmpty ? nil : .list(issues.prefix(Self.mostIssues).map(\.json)),
        "layout": Self.milliseconds(layout), "paint": Self.milliseconds(paint),
        "encode": Self.milliseconds(encode),
      ])
      return Array((line.text + "\n").utf8) + (file?.bytes ?? [])
    }

    private static func milliseconds(_ duration: Duration) -> JSONNode {
      let (seconds, attoseconds) = duration.components
      return .of(Double(seconds * 100_000 + attoseconds / 10_000_000_000_000) / 100)
    }
  }

  /// A deck with the name in its addresses.
  private struct Entry {
    var name: String
    var deck: Deck
    var inputs: [Input]?
    var issues: [DeckIssue] = []
  }

  private let mostPixels: Int
  private let pipeline: DeckPipeline
  private var entries: [Entry] = []
  private var issues: [DeckIssue] = []
  /// The stages by deck, format and options, the latest last.
  private var stages: [(key: [String], stage: RowStage)] = []
  /// More stages would take too much memory.
  private static let mostStages = 64

  /// Reads all decks below a folder.
  init(in folder: String, mostPixels: Int, _ pipeline: DeckPipeline) throws(RasterError) {
    (self.mostPixels, self.pipeline) = (mostPixels, pipeline)
    for file in try DeckSearch.files(in: folder) {
      do throws(DeckError) {
        let bytes = try DeckError.wrapping(
          try FileReading.read(path: FilePath.join(folder, file), limit: Limits.jsonBytes))
        let isDeck = try DeckSearch.isDeck(bytes, file: file)
        if isDeck {
          let place = DeckChoices.folder(of: FilePath.join(folder, file))
          add(try DeckLoader.load(bytes, file: file, folder: place))
        }
      } catch {
        issues += error.issues
      }
    }
  }

  private mutating func add(_ deck: Deck) {
    var entry = Entry(name: FilePath.withoutJSON(deck.file), deck: deck)
    if let other = entries.first(where: { $0.name == entry.name }) {
      issues.append(
        DeckIssue(
          .error, file: deck.file,
          message: "the deck has the same name in addresses as \(DeckIssue.quoted(other.deck.file))"))
      return
    }
    if deck.root["inputs"] != nil { entry.inputs = deck.inputs { issues.append($0) } }
    do throws(DeckError) {
      var drawing = RowDrawing(deck, outputs: [Self.output(.png)])
      try drawing.checkDeck(names: nil, in: pipeline)
    } catch {
      issues += error.issues
    }
    entries.append(entry)
  }

  private static func output(_ format: OutputFormat) -> RowOutput {
    RowOutput(name: OutputName("card.\(format.rawValue)"), order: ExportRequest(format))
  }

  /// Draws each deck with its own data, if they are whole.
  nonisolated(nonsending) mutating func drawSamples() async {
    for index in entries.indices {
      let deck = entries[index].deck
      let required = (entries[index].inputs ?? []).filter(\.isRequired).map(\.name)
      // Samples of required inputs are given as data, which a request has to do too.
      let sample = required.compactMap { name in deck.root["data"]?[name].map { (name, $0) } }
      if sample.count < required.count { continue }
      let drawing = RowDrawing(deck, outputs: [Self.output(.png)])
      let stage = RowStage(drawing, pipeline, { false })
      guard let result = try? await stage.draw(Self.row(.object(sample)), workers: 1) else { continue }
      // A deck with several cards is drawn one card at a time.
      let found = Self.withoutRows(result.issues.filter { $0.code != .severalCards })
      issues += found.map { issue in
        return changing(issue) { if $0.file.isEmpty { $0.file = deck.file } }
      }
    }
  }

  /// The line about the decks.
  var json: JSONNode {
    .object([
      "version": .of(Version.text), "issues": .list(issues.map(\.json)),
      "decks": .list(
        entries.map { entry in
          let (file, inputs) = (entry.deck.file, entry.inputs)
          return .object(present: [
            "name": .of(entry.name), "file": .of(file),
            "title": (entry.deck.root["title"]?.plainText).map { .of($0) },
            "inputs": inputs.map { .list($0.map { .of($0.name) }) },
            "schema": inputs.map { InputTypes($0, name: InputTypes.name(of: file), file: file).schema },
          ])
        }),
    ])
  }

  /// Draws the picture of a request: `{"deck", "format", "query", "body"}`.
  ///
  /// `query` is a list of names and texts, which are inputs of the deck or options. `body` is what a stranger
  /// wrote: `{"data", "options", "format", "expires"}`.
  nonisolated(nonsending) mutating func answer(_ request: JSONNode) async -> Answer {
    guard let name = request["deck"]?.plainText, let entry = entries.first(where: { $0.name == name }),
      let format = request["format"]?.plainText.flatMap(OutputFormat.init(pathExtension:))
    else { return Answer(kind: .usage, issues: [Self.issue("there is no such deck or format")]) }
    do {
      let body = request["body"] ?? .object([:])
      try Self.check(body)
      var (words, data) = (try Self.words(body["options"]), body["data"] ?? .object([:]))
      if case .array(let pairs)? = request["query"]?.value {
        var names: Set<String> = []
        for pair in pairs { try Self.take(pair, of: entry, &names, &words, &data) }
      }
      return try await draw(Self.row(data), try stage(of: entry, format, words))
    } catch let error as DeckIssue {
      return Answer(kind: .usage, issues: [error])
    } catch {
      // The messages of options are those of the command line.
      return Answer(kind: .usage, issues: [Self.issue(RequestOptions.message(for: error))])
    }
  }

  private nonisolated(nonsending) func draw(_ row: DataRow, _ stage: RowStage) async throws -> Answer {
    let clock = ContinuousClock()
    let start = clock.now
    var (painting, encoding): (ContinuousClock.Instant?, ContinuousClock.Instant?)
    stage.goesOn = { if painting == nil { painting = clock.now } }
    stage.onPainted = { encoding = clock.now }
    defer { (stage.goesOn, stage.onPainted) = ({}, {}) }
    let result = try await stage.draw(row, workers: 1)
    let end = clock.now
    var answer = Answer(kind: result.isBroken ? .deck : .ok, issues: Self.withoutRows(result.issues))
    (answer.file, answer.alt) = (result.files.first, result.alt)
    answer.layout = start.duration(to: painting ?? end)
    // Without the second mark, the time of encoding is part of the time of painting.
    answer.paint = painting?.duration(to: encoding ?? end) ?? .zero
    answer.encode = encoding?.duration(to: end) ?? .zero
    return answer
  }

  private mutating func stage(
    of entry: Entry, _ format: OutputFormat, _ words: [String]
  ) throws -> RowStage {
    let key = [entry.name, format.rawValue] + words
    if let index = stages.firstIndex(where: { $0.key == key }) {
      stages.append(stages.remove(at: index))
      return stages[stages.count - 1].stage
    }
    let options = try RequestOptions.parse(words)
    try options.packing.checkOptions(for: [format])
    try refuse(
      options.moving.isMoving && MovingFormat(rawValue: format.rawValue) == nil,
      "\(format.rawValue) cannot be animated, only gif, png and webp can.")
    var order = ExportRequest(format, settings: options.packing.settings(gif: options.moving.gif))
    if options.moving.isMoving {
      order.movement = ExportRequest.Movement(
        timing: options.moving.timing, loops: options.moving.loop ?? 0,
        poster: options.moving.posterFrame.map { $0 - 1 })
    } else {
      order.moment = options.moving.at
    }
    let output = RowOutput(name: OutputName("card.\(format.rawValue)"), order: order)
    var drawing = RowDrawing(entry.deck, options: try options.choices.options(), outputs: [output])
    drawing.mostPixels = mostPixels
    let stage = RowStage(drawing, pipeline, { false })
    if stages.count >= Self.mostStages { stages.removeFirst() }
    stages.append((key, stage))
    return stage
  }

  private static func check(_ body: JSONNode) throws(DeckIssue) {
    let known = ["data", "options", "format", "expires"]
    for name in body.names where !known.contains(name) {
      throw issue(
        "the request has an unknown member \(DeckIssue.quoted(name))", "it has 'data', 'options' and 'format'"
      )
    }
    for name in ["data", "options"] {
      guard let value = body[name] else { continue }
      guard case .object = value.value else {
        throw issue("'\(name)' must be an object, found \(value.kindText)")
      }
    }
  }

  /// The options of a request as words of the command line.
  private static func words(_ options: JSONNode?) throws(DeckIssue) -> [String] {
    guard case .object(let members)? = options?.value else { return [] }
    return try members.map { member throws(DeckIssue) in
      switch member.value.value {
      case .string(let text): try word(member.key, text)
      case .number(let number): try word(member.key, number.text)
      case .bool(true): try word(member.key, nil)
      default: throw issue("the option \(DeckIssue.quoted(member.key)) must be a string, a number or true")
      }
    }
  }

  private static func word(_ name: String, _ value: String?) throws(DeckIssue) -> String {
    guard RequestOptions.names.contains(name) else {
      let near = Spelling.question(for: name, in: RequestOptions.names)
      throw issue("there is no option \(DeckIssue.quoted(name))", near)
    }
    return value.map { "--\(name)=\($0)" } ?? "--\(name)"
  }

  /// Adds a name and its text to the options or to the data.
  private static func take(
    _ pair: JSONNode, of entry: Entry, _ names: inout Set<String>, _ words: inout [String],
    _ data: inout JSONNode
  ) throws(DeckIssue) {
    guard case .array(let both) = pair.value, both.count == 2, let name = both[0].plainText,
      let text = both[1].plainText
    else { throw issue("each value of the query must have a name and a text") }
    guard names.insert(name).inserted else { throw issue("\(DeckIssue.quoted(name)) is given twice") }
    let inputs = entry.inputs?.map(\.name) ?? []
    let path = try DataOverlay.parts(of: name + "=0").path
    guard case .key(let first)? = path.steps.first, inputs.contains(first) else {
      guard RequestOptions.names.contains(name) else {
        throw issue(
          "\(DeckIssue.quoted(name)) is neither an input of the deck nor an option",
          Spelling.question(for: name, in: inputs + RequestOptions.names))
      }
      let isFlag = RequestOptions.flags.contains(name) && ["", "true", "1"].contains(text)
      return words.append(try word(name, isFlag ? nil : text))
    }
    data = try DataOverlay.set("\(name)=\(text)", in: data) { value, _ in value.asCell }
  }

  private static func row(_ data: JSONNode) -> DataRow {
    DataRow(place: RowPlace(file: "request", line: 1, number: 1), data: data)
  }

  private static func withoutRows(_ issues: [DeckIssue]) -> [DeckIssue] {
    issues.map { issue in
      var issue = issue
      issue.row = nil
      // A position in the request would be mistaken for one in the deck.
      if issue.file.isEmpty { issue.place = nil }
      return issue
    }
  }

  private static func issue(_ message: String, _ hint: String? = nil) -> DeckIssue {
    DeckIssue(.error, file: "", message: message, hint: hint, code: .invalidValue)
  }
}

/// The options of a request, which are those of the command line without the ones that read files.
private struct RequestOptions: ParsableArguments {
  @OptionGroup var choices: DeckChoices
  @OptionGroup var packing: PackingOptions
  @OptionGroup var moving: MovingOptions

  static let flags = ["svg-text", "frame-palettes"]
  static let names =
    [
      "scale", "width", "theme", "appearance", "locale", "date", "state", "card", "compression", "quality",
      "frames",
      "duration",
      "fps", "at", "loop", "poster-frame", "colors", "dither",
    ] + flags

  func validate() throws { try choices.refuseSeveralAppearances() }
}
