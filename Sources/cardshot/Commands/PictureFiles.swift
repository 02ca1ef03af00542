import ArgumentParser
import CardParts
import CardRaster
import Glibc

/// The files for the pictures of a deck, and the messages about them.
struct PictureFiles {
  /// The value of `--output`.
  var output: String
  /// The deck's name in messages.
  let deck: String
  let isJSON: Bool
  let isQuiet: Bool
  /// The appearances to render; empty for the deck's own.
  var appearances: [Appearance] = []

  /// Whether the output name contains a placeholder for a card's id, index or state.
  var makesPagesOfCards: Bool { ["{id}", "{index}", "{state}"].contains(where: output.contains) }

  /// Prints problems and the written files.
  var printer: IssuePrinter {
    IssuePrinter(isJSON: isJSON, isQuiet: isQuiet, outputIsTaken: output == "-")
  }

  /// The file name of each page.
  ///
  /// Throws if two pages would have the same name.
  func names(of pages: [PageLabel], _ appearance: Appearance, in deck: Deck) throws -> [String] {
    let output = name(in: appearance)
    guard makesPagesOfCards || output.contains("{page}") else {
      guard pages.count < 2 else { throw roomForOne(of: pages.count, in: deck) }
      return [output]
    }
    var seen: [String: PageLabel] = [:]
    return try pages.map { page in
      let name = output.replacing("{id}", with: page.name).replacing("{index}", with: String(page.number))
        .replacing("{page}", with: String(page.number))
        .replacing("{state}", with: page.state ?? "")
      if let other = seen.updateValue(page, forKey: name) {
        throw collision(of: other, and: page, name, in: deck)
      }
      return OutputName.notAnOption(name)
    }
  }

  private func roomForOne(of count: Int, in deck: Deck) -> DeckError {
    DeckError(
      deck.issue(
        .error, at: JSONPath.root.key("page"),
        "the report has \(count) pages, but the output name is for one file",
        hint: "add '{page}' to the output name, or choose pdf", code: .severalCards))
  }

  /// The output name for an appearance.
  ///
  /// If both appearances are rendered and the name has no `{appearance}`, the dark one gets `-dark` before
  /// the extension.
  func name(in appearance: Appearance) -> String {
    guard appearances.count > 1, !output.contains("{appearance}"), appearance == .dark else {
      return output.replacing("{appearance}", with: appearance.rawValue)
    }
    let ending = FilePath.pathExtension(of: output)
    guard !ending.isEmpty else { return output + "-dark" }
    return output.dropLast(ending.count + 1) + "-dark." + ending
  }

  private func collision(
    of first: PageLabel, and second: PageLabel, _ name: String, in deck: Deck
  ) -> DeckError {
    let isOneCard = first.number == second.number
    return DeckError(
      deck.issue(
        .error, at: JSONPath.root.key("cards"),
        isOneCard
          ? "two states of the card '\(first.name)' would be written to '\(name)'"
          : "two cards would be written to '\(name)'",
        hint: isOneCard
          ? "add '{state}' to the output name"
          : first.name == second.name
            ? "give each card its own id" : "add '{id}' or '{index}' to the output name"))
  }

  /// Rejects empty output names and duplicates.
  static func checkNames(_ output: [String]) throws {
    try refuse(output.contains(""), "--output must not be empty.")
    try refuse(Set(output).count < output.count, "Two outputs have the same name.")
  }

  /// Rejects a name that ends with a slash.
  static func checkNoFolder(_ name: String) throws {
    guard name.hasSuffix("/") else { return }
    throw ValidationError(
      "'\(Printable.line(name))' is a folder: name a file in it, such as \(Printable.line(name))out.png.")
  }

  /// Rejects a name whose extension does not match a supported format.
  ///
  /// - Parameters:
  ///   - formats: the allowed formats.
  ///   - others: further allowed extensions.
  ///   - hint: the end of the message.
  static func checkEnding(
    of name: String, _ formats: [OutputFormat], others: [String] = [], hint: String = ""
  ) throws {
    let endings = formats.flatMap(\.pathExtensions) + others
    guard !endings.contains(FilePath.pathExtension(of: name)) else { return }
    let known = endings.map { ".\($0)" }.joined(separator: ", ")
    throw ValidationError("The output's name must end in one of \(known)\(hint).")
  }

  /// Rejects a number of workers outside 0 to 256.
  static func checkWorkers(_ count: Int) throws {
    try refuse(!(0...256).contains(count), "--workers must be between 0 and 256.")
  }

  /// Rejects unknown placeholders, which would appear literally in the file name.
  static func checkPlaceholders(of name: String) throws {
    try checkBraces(of: name)
    let known = ["id", "index", "page", "state", "appearance"]
    guard let unknown = OutputName(name).paths.map(\.text).first(where: { !known.contains($0) }) else {
      return
    }
    let near = Spelling.nearest(to: unknown, in: known).map { "did you mean '{\($0)}'?" }
    let all = known.map { "'{\($0)}'" }.joined(separator: ", ")
    throw ValidationError(
      "'{\(Printable.line(unknown))}' is not a placeholder of output names; \(near ?? "expected \(all)")")
  }

  /// Rejects placeholders with spaces inside the braces, which would not be filled in.
  ///
  /// The valid form is `{id}`.
  static func checkBraces(of name: String) throws {
    guard let path = OutputName(name).spacedPath.map(Printable.line) else { return }
    throw ValidationError("The braces around '\(path)' in the output name have spaces: write '{\(path)}'.")
  }

  /// The scale factor in an output name: 2 for `card@2x.png`, 1 without one.
  static func density(of name: String) -> Double {
    guard name.utf8.contains(UInt8(ascii: "@")) else { return 1 }
    let stem = FilePath.name(of: name).split(separator: ".").dropLast().joined(separator: ".")
    guard stem.last == "x", let at = stem.lastIndex(of: "@"),
      let factor = Double(stem[stem.index(after: at)...].dropLast()), (1...Limits.scale).contains(factor)
    else { return 1 }
    return factor
  }

  static var processors: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }
}

/// Writes files as they are finished and collects the messages about them.
struct FileSink: ExportSink {
  private let files: PictureFiles
  private var session: RenderSession
  /// The settings of an e-mail; nil for pictures.
  private let mail: MailSettings?
  private var names: [String] = []
  private var pages: [PageLabel] = []
  private var appearance = Appearance.light
  private var written = WrittenFiles()
  private var progress = Progress(total: 0, isShown: false)
  /// The number of finished pictures or frames.
  private var count = 0
  /// The versions of an e-mail's picture that are finished.
  private var versions: [ExportedFile] = []

  init(_ files: PictureFiles, _ session: RenderSession, mail: MailSettings? = nil) {
    (self.files, self.session, self.mail) = (files, session, mail)
  }

  /// Renders decks and writes their files.
  ///
  /// - Parameter plan: checks the names of all files, and all decks, before the first file is written.
  @MainActor static func export(
    _ sinks: [FileSink], _ plan: FilePlan? = nil
  ) async throws -> WrittenFiles {
    let pipeline = try sharedPipeline ?? DeckPipeline()
    sharedPipeline = pipeline
    var (sinks, written) = (sinks, WrittenFiles())
    if var plan {
      for index in sinks.indices {
        var (sink, session) = (sinks[index], sinks[index].session)
        try await session.check(in: pipeline, for: &sink)
        sink.session = session
        for (number, file) in sink.plannedFiles.enumerated() {
          // An e-mail starts with its page; its text belongs to it alone.
          let isPicture = sink.mail == nil || (number > 0 && !file.hasSuffix(".txt"))
          try plan.addFile(file, of: isPicture ? (session.request, session.options, sink.mail != nil) : nil)
        }
        sinks[index] = sink
      }
    }
    for var sink in sinks {
      let session = sink.session
      try await session.export(in: pipeline, to: &sink)
      sink.progress.finish()
      written.append(sink.written)
    }
    return written
  }

  /// Opens the fonts before the first deck, so that copies of the process have them.
  @MainActor static func prepare() throws {
    let pipeline = try DeckPipeline()
    let text =
      #"{ "cards": [ { "parts": [ { "type": "title", "title": "Ag" }, { "type": "text", "text": "Ag" } ] } ] }"#
    _ = try pipeline.laidOut(
      try DeckLoader.load(Array(text.utf8), file: "", folder: "."), options: DeckOptions(), onePageEach: false
    )
    sharedPipeline = pipeline
  }

  /// The pipeline is kept for the life of the process, because the system releases all fonts at once on exit.
  @MainActor private static var sharedPipeline: DeckPipeline?

  /// The names of all files.
  private var plannedFiles: [String] {
    names.flatMap { name in
      if let mail { return mail.fileNames(of: name, session.request.format) }
      guard let timing, let pattern = FramePattern(name) else { return [name] }
      return (1...timing.frames).map(pattern.name)
    }
  }

  private var isDocument: Bool { if case .document = session.arrangement { true } else { false } }

  /// The frames of an animation.
  private var timing: FrameTiming? { session.request.movement?.timing }

  mutating func begin(_ deck: DeckSummary) throws -> [String] {
    names = isDocument ? [files.output] : try files.names(of: deck.labels, deck.appearance, in: deck.source)
    (pages, appearance, count) = (deck.labels, deck.appearance, 0)
    written.issues = deck.warnings
    progress = Progress(
      total: pages.count * (timing?.frames ?? 1), of: timing == nil ? "pictures" : "frames",
      isShown: !files.isQuiet && !files.isJSON && files.output != "-" && session.request.budget == nil
        && mail == nil && !isDocument)
    return names
  }

  mutating func advance() {
    count += 1
    progress.advance(to: count)
  }

  mutating func receive(_ file: ExportedFile) throws {
    let (name, request) = (names[file.picture], session.request)
    written.issues += [file.warning(request.budget, name: name, file: files.deck)].compactMap { $0 }
    if let mail {
      versions.append(file)
      if versions.count == (mail.hasDark ? 2 : 1) { try write(mail, name) }
      return
    }
    let path = file.frame.flatMap { FramePattern(name)?.name($0 + 1) } ?? name
    try FileWriting.writeOutput(file.bytes, to: path)
    if timing == nil || file.frame != nil { advance() }
    guard files.isJSON else { return }
    let page = pages[file.picture]
    var members: [(String, JSONNode)] = [("path", .of(path))]
    if isDocument {
      members.append(("pages", .of(pages.count)))
    } else {
      members.append(("card", .of(page.name)))
      if let frame = file.frame, let timing {
        members += [("frame", .of(frame + 1)), ("time", .of(timing.times[frame]))]
      } else if request.budget == nil, let timing {
        let shown = file.format == .gif ? GIFEncoder.playable(timing.delays).count : timing.frames
        members += [("frames", .of(shown)), ("milliseconds", .of(timing.delays.reduce(0, +)))]
      } else if request.budget == nil {
        if let state = page.state { members.append(("state", .of(state))) }
        members.append(("appearance", .of(appearance.rawValue)))
      }
      members += [("width", .of(file.width)), ("height", .of(file.height))]
    }
    members.append(("bytes", .of(file.bytes.count)))
    if request.budget != nil { members.append(("givenUp", .list(file.givenUp.map { .of($0) }))) }
    written.outputs.append(.object(members))
  }

  /// Writes the e-mail of a page.
  private mutating func write(_ mail: MailSettings, _ name: String) throws {
    let card = MailCard(versions, name: name, settings: mail)
    if session.isStrict, let error = DeckError(strict: card.warnings) { throw error }
    written.issues += card.warnings
    // The page is written last, so an interrupted run never leaves a page with missing pictures.
    for file in card.files.reversed() { try FileWriting.write(file.bytes, to: file.name) }
    for file in card.files {
      written.outputs.append(
        .object([
          "path": .of(file.name), "card": .of(pages[versions[0].picture].name),
          "bytes": .of(file.bytes.count),
        ]))
    }
    versions = []
  }
}
