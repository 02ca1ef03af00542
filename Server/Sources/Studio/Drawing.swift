import DrawingProgram
import Foundation
import HTTPTypes

/// Draws, measures and tests decks with the drawing program.
struct Drawing: Sendable {
  let program: Program
  let folder: StudioFolder
  let store = PictureStore()
  /// The deck of the command line, with its data and options.
  let first: FirstDeck?
  /// A folder for the program's output, removed at the end.
  let scratch: String

  /// The deck of the command line.
  struct FirstDeck: Sendable {
    var path: String
    var data: [String] = []
    var assignments: [String] = []
    /// Options of drawing such as `--theme=mint`.
    var options: [String] = []
    var outputs: [String] = []
  }

  static let formats = ["png", "jpeg", "webp", "gif", "svg", "pdf"]

  // MARK: Arguments

  /// The words that name the deck's data: those of the command line, or `data.json` next to the deck.
  func dataFiles(of deck: String) -> [String] {
    if let first, first.path == deck { return first.data }
    return ((try? folder.argument(Self.next(to: deck, "data.json"))).map { [$0] }) ?? []
  }

  /// The path of a file in the folder of a deck.
  static func next(to deck: String, _ name: String) -> String {
    let folder = StudioFolder.directory(of: deck)
    return folder.isEmpty ? name : folder + "/" + name
  }

  /// The words after the deck.
  func words(for request: DrawingRequest, canMove: Bool = true) throws -> (words: [String], input: Data) {
    var words = dataFiles(of: request.deck).map { "--data=\($0)" }
    var (input, changed) = (Data(), Set<String>())
    if case .object(let members)? = request.data, !members.isEmpty {
      words.append("--data=-")
      input = try JSONEncoder.stable.encode(request.data)
      changed = Set(members.keys)
    }
    let chosen = request.options?.words(canMove: canMove) ?? []
    if let first, first.path == request.deck {
      // Choices of the page override the command line, and an option may be given once only.
      words += first.assignments.filter { !changed.contains(Self.root(of: $0)) }.map { "--set=\($0)" }
      let names = Set(chosen.map { $0.prefix { $0 != "=" } })
      words += first.options.filter { !names.contains($0.prefix { $0 != "=" }) }
    }
    return (words + chosen, input)
  }

  /// The first name of an assignment such as `user.name=Ann`.
  static func root(of assignment: String) -> String {
    String(assignment.prefix { $0 != "=" && $0 != "." && $0 != "[" })
  }

  // MARK: Pictures

  /// Draws the pictures of a request, and remembers the files that were read.
  func render(_ request: DrawingRequest, _ runs: Runs) async throws -> PicturesAnswer {
    let format = request.format ?? "png"
    guard Self.formats.contains(format) else { throw StudioError(.badRequest, "unknown format") }
    let start = ContinuousClock.now
    var (answer, pictures) =
      request.cells == true ? try await drawRow(request) : try await draw(request, format)
    await runs.note((answer.reads ?? []).filter { !$0.hasPrefix(scratch) }, of: request.deck)
    answer.issues = issues(answer.issues, of: request.deck)
    if !answer.ok { pictures = [] }
    return PicturesAnswer(
      ok: answer.ok, milliseconds: start.duration(to: .now) / .milliseconds(1), issues: answer.issues,
      pictures: pictures)
  }

  private func draw(
    _ request: DrawingRequest, _ format: String
  ) async throws -> (RenderAnswer, [StudioPicture]) {
    try await inFolder { place in
      var (words, input) = try words(for: request)
      if let frames = request.frames { words.append("--frames=\(min(max(frames, 1), 240))") }
      if let seconds = request.duration { words.append("--duration=\(seconds)") }
      let isMoving = request.frames != nil || request.duration != nil
      let name = isMoving ? "\(place)/p.\(format)" : "\(place)/p-{page}.\(format)"
      let answer = try await render(request.deck, words + ["-o", name], input: input)
      return (answer, await pictures(answer.outputs ?? []))
    }
  }

  /// The answer of `cardshot worker --inline` to a row.
  private struct RowAnswer: Codable {
    var ok: Bool
    var errors: [StudioIssue]?
    var warnings: [StudioIssue]?
    var files: [File]?

    struct File: Codable {
      var width: Int?
      var height: Int?
      var base64: Data
    }
  }

  /// Draws a row of a table.
  private func drawRow(_ request: DrawingRequest) async throws -> (RenderAnswer, [StudioPicture]) {
    let words = try words(for: request, canMove: false).words.filter { $0 != "--data=-" }
    let row = try JSONEncoder.stable.encode(request.data ?? .object([:])) + Data("\n".utf8)
    let result = try await program.run(
      ["worker", try folder.deck(request.deck)] + words + ["-o", "p.png", "--inline", "--cells", "--json"],
      input: row)
    guard let answer = try? JSONDecoder().decode(RowAnswer.self, from: result.output) else {
      return (try decode(result), [])
    }
    var pictures: [StudioPicture] = []
    for file in answer.files ?? [] {
      let url = await store.add(file.base64, ending: "png")
      pictures.append(
        StudioPicture(url: url, width: file.width, height: file.height, bytes: file.base64.count, page: 1))
    }
    return (RenderAnswer(ok: answer.ok, issues: (answer.errors ?? []) + (answer.warnings ?? [])), pictures)
  }

  /// Runs `cardshot render`.
  func render(_ deck: String, _ words: [String], input: Data) async throws -> RenderAnswer {
    let result = try await program.run(
      ["render", try folder.deck(deck)] + words + ["--json", "--list-reads"], input: input)
    return try decode(result)
  }

  /// Loads written files into the store.
  func pictures(_ files: [WrittenFile]) async -> [StudioPicture] {
    var pictures: [StudioPicture] = []
    for (index, file) in files.enumerated() {
      guard let data = FileManager.default.contents(atPath: file.path) else { continue }
      let url = await store.add(data, ending: StudioFolder.ending(file.path))
      pictures.append(
        StudioPicture(url: url, width: file.width, height: file.height, bytes: file.bytes, page: index + 1))
    }
    return pictures
  }

  /// The layout as `cardshot inspect` prints it, with the positions of all parts.
  func inspect(_ request: DrawingRequest) async throws -> Data {
    let (words, input) = try words(for: request, canMove: false)
    let result = try await program.run(
      ["inspect", try folder.deck(request.deck), "--positions", "--json"] + words, input: input)
    guard result.status == 0 else { return try failed(result, request.deck, key: "pages") }
    let text =
      result.output.first == UInt8(ascii: "[")
      ? result.output : Data("[".utf8) + result.output + Data("]".utf8)
    return Data(#"{"ok":true,"issues":[],"pages":"#.utf8) + text + Data("}".utf8)
  }

  /// The deck as it was read, and the files with its data.
  ///
  /// The texts stay as they are, because the order of the deck's inputs is that of the form. If the deck has
  /// errors, it is the text of its file, so that the form stays.
  func source(of deck: String) async throws -> Data {
    let argument = try folder.deck(deck)
    let result = try await program.run(
      ["inspect", argument, "--stage", "deck", "--json"] + (try words(for: DrawingRequest(deck: deck)).words))
    let isRead = result.status == 0
    let list = isRead ? [] : issues(try decode(result).issues, of: deck)
    let text =
      isRead ? result.output : FileManager.default.contents(atPath: folder.root + "/" + deck) ?? Data()
    let data = dataFiles(of: deck).map { path in
      let content = Self.strictJSON(FileManager.default.contents(atPath: path) ?? Data())
      // In the page, files are named relative to the folder of the studio.
      let real = StudioFolder.real(path) ?? path
      let name = real.hasPrefix(folder.root + "/") ? String(real.dropFirst(folder.root.count + 1)) : real
      return #"{"path":\#(Self.json(name)),"content":\#(content)}"#
    }
    let (assignments, options) =
      first?.path == deck ? (first?.assignments ?? [], first?.options ?? []) : ([], [])
    let scale = options.first { $0.hasPrefix("--scale=") }.flatMap { Double($0.dropFirst(8)) }
    return Data(
      """
      {"ok":\(isRead),"issues":\(Self.json(list)),"file":\(Self.json(folder.root + "/" + deck)),\
      "dataFiles":[\(data.joined(separator: ","))],"assignments":\(Self.json(assignments)),"scale":\(Self.json(scale)),\
      "source":\(Self.strictJSON(text))}
      """.utf8)
  }

  /// The text if it is JSON without comments, which browsers can read; `null` otherwise.
  private static func strictJSON(_ text: Data) -> String {
    let isJSON = (try? JSONSerialization.jsonObject(with: text, options: .fragmentsAllowed)) != nil
    return isJSON ? String(decoding: text, as: UTF8.self) : "null"
  }

  static func json(_ value: some Encodable) -> String {
    ((try? JSONEncoder.stable.encode(value)).map { String(decoding: $0, as: UTF8.self) }) ?? "null"
  }

  // MARK: Sizes and mail

  private struct Size: Codable, Sendable {
    var format: String
    var bytes: Int
  }

  /// The size of the picture in each format, and the time of each stage.
  func sizes(_ request: DrawingRequest) async throws -> Data {
    try await inFolder { place in
      let (words, input) = try words(for: request)
      let first = try await render(request.deck, words + ["-o", "\(place)/p-{page}.png"], input: input)
      guard first.ok else {
        return Data(
          #"{"ok":false,"sizes":[],"stages":null,"issues":\#(Self.json(issues(first.issues, of: request.deck)))}"#
            .utf8)
      }
      let sizes = try await withThrowingTaskGroup(of: (Int, Size?).self) { group in
        for (index, format) in Self.formats.enumerated() {
          group.addTask {
            let name = format == "pdf" ? "p.pdf" : "s-{page}.\(format)"
            let answer = try await render(request.deck, words + ["-o", "\(place)/\(name)"], input: input)
            let bytes = (answer.outputs ?? []).map(\.bytes).reduce(0, +)
            return (index, answer.ok ? Size(format: format, bytes: bytes) : nil)
          }
        }
        var all: [(Int, Size?)] = []
        for try await size in group { all.append(size) }
        return all.sorted { $0.0 < $1.0 }.compactMap(\.1)
      }
      let still = try self.words(for: request, canMove: false).words
      let stages = try await program.run(
        ["bench", try folder.deck(request.deck)] + still
          + ["--stages", "--json", "--iterations", "5", "--warmup", "2", "--workers", "1"], input: input)
      let text = stages.status == 0 ? String(decoding: stages.output, as: UTF8.self) : "null"
      return Data(#"{"ok":true,"issues":[],"sizes":\#(Self.json(sizes)),"stages":\#(text)}"#.utf8)
    }
  }

  /// Writes the deck as an e-mail and keeps its files; returns the issues and the name of its folder.
  ///
  /// - Parameter base: The address of this studio, for the pictures in the e-mail.
  func mail(_ request: DrawingRequest, base: String) async throws -> (answer: RenderAnswer, name: String?) {
    let name = "mail-" + UUID().uuidString.lowercased()
    let place = "\(scratch)/\(name)"
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    let (words, input) = try words(for: request, canMove: false)
    var answer = try await render(
      request.deck,
      words.filter { !$0.hasPrefix("--scale=") }
        + ["--base-url=\(base)mail/\(name)/", "-o", "\(place)/mail.html"], input: input)
    answer.issues = issues(answer.issues, of: request.deck).map { issue in
      var issue = issue
      issue.message = issue.message.replacing("\(place)/", with: "")
      return issue
    }
    guard answer.ok else {
      try? FileManager.default.removeItem(atPath: place)
      return (answer, nil)
    }
    removeOldMails()
    return (answer, name)
  }

  /// The number of e-mails that are kept: more than one page shows at the same time.
  private static let mostMails = 24

  private func removeOldMails() {
    let files = FileManager.default
    let mails = ((try? files.contentsOfDirectory(atPath: scratch)) ?? []).filter { $0.hasPrefix("mail-") }
    guard mails.count > Self.mostMails else { return }
    let dated = mails.map { name in
      let path = "\(scratch)/\(name)"
      let date = (try? files.attributesOfItem(atPath: path))?[.modificationDate] as? Date
      return (path, date ?? .distantPast)
    }
    for (path, _) in dated.sorted(by: { $0.1 < $1.1 }).dropLast(Self.mostMails) {
      try? files.removeItem(atPath: path)
    }
  }

  // MARK: Rows

  struct RowsRequest: Codable, Sendable {
    var deck: String
    var file: String
  }

  /// Some rows of a table that show how a deck copes with its data.
  func rows(_ request: RowsRequest) async throws -> Data {
    _ = try folder.deck(request.deck)
    let result = try await program.run([
      "rows", try folder.argument(Self.next(to: request.deck, request.file)),
    ])
    guard result.output.first == UInt8(ascii: "{") else {
      return try failed(result, request.deck, key: "samples")
    }
    return result.output
  }

  // MARK: Answers

  /// Runs a closure with a new folder for output.
  func inFolder<Value: Sendable>(_ body: @Sendable (String) async throws -> Value) async throws -> Value {
    let place = "\(scratch)/\(UUID().uuidString.lowercased())"
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: place) }
    return try await body(place)
  }

  /// Decodes the JSON that a command printed.
  func decode(_ result: Program.Result) throws -> RenderAnswer {
    for text in [result.output, Data(result.error.utf8)] {
      if let answer = try? JSONDecoder().decode(RenderAnswer.self, from: text) { return answer }
    }
    // Errors of usage are text, such as an unknown state.
    let message = result.error.isEmpty ? "cardshot ended without an answer" : result.error
    let line = message.split(separator: "\n").first.map(String.init) ?? message
    let text = line.hasPrefix("Error: ") ? line.dropFirst(7) : line[...]
    return RenderAnswer(
      ok: false,
      issues: [StudioIssue(severity: "error", code: "usage", message: String(text.prefix(1_000)))])
  }

  private func failed(_ result: Program.Result, _ deck: String, key: String) throws -> Data {
    let list = issues(try decode(result).issues, of: deck)
    return Data(#"{"ok":false,"\#(key)":[],"issues":\#(Self.json(list))}"#.utf8)
  }

  /// Issues with the line of the file, for the page.
  func issues(_ issues: [StudioIssue], of deck: String) -> [StudioIssue] {
    var lines: [String: [Substring]] = [:]
    return issues.map { issue in
      var issue = issue
      guard let file = issue.file, !file.isEmpty else { return issue }
      // Included files are named relative to the deck's folder, all others relative to the working folder.
      let candidates = [file, "\(folder.folder(of: deck))/\(file)"].compactMap(StudioFolder.real)
      guard let path = candidates.first(where: StudioFolder.isFile) else { return issue }
      issue.absolute = path
      guard let line = issue.line else { return issue }
      if lines[path] == nil {
        let size = (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
        let text = size > 4 << 20 ? nil : FileManager.default.contents(atPath: path)
        lines[path] =
          text.map {
            String(decoding: $0, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
          } ?? []
      }
      if let all = lines[path], all.indices.contains(line - 1) {
        issue.source = String(all[line - 1].prefix(400)).replacing("\r", with: "")
      }
      return issue
    }
  }
}
