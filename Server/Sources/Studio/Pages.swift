import DrawingProgram
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import ServiceLifecycle

/// Answers the requests of the page.
struct Pages: Sendable {
  let drawing: Drawing
  let runs: Runs
  let decks: DeckList
  let token: String
  /// Differs after each start, so that an open page notices a restart.
  private let instance = UUID().uuidString.lowercased()
  /// The folder with the files of the page.
  private let files: String

  /// The largest request in bytes.
  private static let largestRequest = 4 << 20
  /// The largest number of tables and pictures that are listed for a form.
  private static let mostFiles = 1_000

  init(drawing: Drawing, runs: Runs, decks: DeckList, token: String) throws {
    (self.drawing, self.runs, self.decks, self.token) = (drawing, runs, decks, token)
    let own = StudioFolder.directory(of: StudioFolder.real("/proc/self/exe") ?? "")
    // Next to a build, in an installation, and in a distribution, whose program is started by its loader.
    let places = [
      "\(own)/cardshot-server_Studio.resources/Page", "\(own)/../share/cardshot/Studio",
      "\(own)/../../share/cardshot/Studio",
    ]
    guard let found = places.first(where: { StudioFolder.isFile($0 + "/index.html") }) else {
      throw StudioError(.notFound, "the files of the page are missing: there is no folder '\(places[0])'")
    }
    files = found
  }

  /// The part of the address that shows the first deck.
  var fragment: String {
    guard let path = drawing.first?.path else { return "" }
    return "#deck=" + (path.addingPercentEncoding(withAllowedCharacters: .urlHostAllowed) ?? "")
  }

  func responder(host: String, port: Int) -> Guarded {
    Guarded(pages: self, hosts: Set([host, "127.0.0.1", "localhost", "[::1]"].map { "\($0):\(port)" }))
  }

  // MARK: Routes

  /// Answers a request whose host, origin and secret were checked.
  func answer(_ request: Request, _ path: String) async throws -> Response {
    let deck = request.uri.queryParameters["deck"].map(String.init)
    switch (request.method, path) {
    case (.get, "api/state"): return json(try await state())
    case (.get, "api/deck"): return json(try await drawing.source(of: try required(deck)))
    case (.get, "api/files"): return json(try listFiles(of: try required(deck)))
    case (.get, "api/picture"):
      return try picture(
        request.uri.queryParameters["file"].map(String.init) ?? "", of: try required(deck))
    case (.get, "events"): return try await events(of: deck)
    case (.post, "api/render"):
      let wanted = try await body(of: request, DrawingRequest.self)
      let answer = try await drawing.render(wanted, runs)
      return json(answer)
    case (.post, "api/inspect"):
      return json(try await drawing.inspect(try await body(of: request, DrawingRequest.self)))
    case (.post, "api/sizes"):
      return json(try await drawing.sizes(try await body(of: request, DrawingRequest.self)))
    case (.post, "api/mail"):
      let (answer, name) = try await drawing.mail(
        try await body(of: request, DrawingRequest.self),
        base: "http://\(request.head.authority ?? "")/\(token)/")
      return json(MailAnswer(ok: answer.ok, issues: answer.issues, url: name.map { "mail/\($0)/" }))
    case (.post, "api/rows"):
      return json(try await drawing.rows(try await body(of: request, Drawing.RowsRequest.self)))
    case (.post, "api/golden"):
      let wanted = try await body(of: request, DeckRequest.self)
      return json(try await Goldens(drawing).answer(wanted.deck))
    case (.post, "api/approve"):
      let approval = try await body(of: request, Goldens.Approval.self)
      let answer = try await Goldens(drawing).approve(approval)
      await decks.forget(approval.deck)
      return json(answer)
    case (.post, "api/open"):
      try await Editor.open(try await body(of: request, Editor.Place.self), in: drawing.folder)
      return Response(status: .noContent)
    case (.get, _) where path.hasPrefix("picture/"):
      let name = String(path.dropFirst("picture/".count))
      guard let data = await drawing.store.content(of: name) else { throw missing }
      return content(data, name, isForever: true)
    case (.get, _) where path.hasPrefix("mail/"): return try mail(path, request)
    case (.get, _): return try file(path.isEmpty ? "index.html" : path)
    default: throw StudioError(.methodNotAllowed, "this address does not accept \(request.method.rawValue)")
    }
  }

  private var missing: StudioError { StudioError(.notFound, "there is nothing at this address") }

  private struct DeckRequest: Codable { var deck: String }

  private struct MailAnswer: Codable {
    var ok: Bool
    var issues: [StudioIssue]
    var url: String?
  }

  private func required(_ deck: String?) throws -> String {
    guard let deck else {
      throw StudioError(.badRequest, "the deck is missing")
    }
    return deck
  }

  private func body<Value: Decodable>(of request: Request, _ type: Value.Type) async throws -> Value {
    let buffer: ByteBuffer
    do {
      buffer = try await request.body.collect(upTo: Self.largestRequest)
    } catch {
      throw StudioError(.contentTooLarge, "the request is longer than \(Self.largestRequest >> 20) MB")
    }
    do {
      return try JSONDecoder().decode(type, from: Data(buffer.readableBytesView))
    } catch {
      throw StudioError(.badRequest, "the request is not what this address expects")
    }
  }

  // MARK: State

  private struct State: Codable {
    var version: String
    var instance: String
    var root: String
    var deck: String?
    var decks: [StudioFolder.Entry]
    var truncated: Bool
    var hasEditor: Bool
  }

  private func state() async throws -> Data {
    async let version = drawing.program.run(["--version"])
    async let templates = drawing.program.run(["list", "templates", "--json"])
    async let themes = drawing.program.run(["list", "themes", "--json"])
    if await decks.answer.decks.isEmpty { _ = await decks.search() }
    let list = await decks.answer
    let state = State(
      version: String(decoding: try await version.output, as: UTF8.self).split(separator: "\n").first.map(
        String.init) ?? "",
      instance: instance, root: drawing.folder.root, deck: drawing.first?.path, decks: list.decks,
      truncated: list.truncated, hasEditor: Editor.command != nil)
    // The lists of the program are passed on: {"templates":[…]} and {"themes":[…]}.
    let own = Drawing.json(state).dropLast()
    let lists = [try await templates.output, try await themes.output].map {
      String(decoding: $0, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines).dropFirst()
        .dropLast()
    }
    return Data("\(own),\(lists.joined(separator: ","))}".utf8)
  }

  private static let pictureEndings: Set<String> = ["png", "jpg", "jpeg", "webp", "gif", "svg"]
  /// The largest picture that is shown next to its name.
  private static let largestPicture = 32 << 20

  /// A picture in the folder of a deck, which a form shows next to its name.
  private func picture(_ file: String, of deck: String) throws -> Response {
    _ = try drawing.folder.deck(deck)
    let path = try drawing.folder.path(Drawing.next(to: deck, file))
    let size = (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
    guard Self.pictureEndings.contains(StudioFolder.ending(path)), size <= Self.largestPicture,
      let data = FileManager.default.contents(atPath: path)
    else { throw missing }
    return content(data, path)
  }

  private struct Files: Codable {
    var pictures: [String]
    var tables: [String]
    var truncated: Bool
  }

  private func listFiles(of deck: String) throws -> Files {
    _ = try drawing.folder.deck(deck)
    let pictures = Self.pictureEndings
    let tables: Set<String> = ["csv", "tsv", "jsonl"]
    let folder = drawing.folder.folder(of: deck)
    let listing = drawing.folder.search(folder, endings: pictures.union(tables))
    let names = listing.files.keys.sorted()
    func chosen(_ endings: Set<String>) -> [String] {
      names.filter { endings.contains(StudioFolder.ending($0)) }
    }
    let all = (chosen(pictures), chosen(tables))
    return Files(
      pictures: Array(all.0.prefix(Self.mostFiles)), tables: Array(all.1.prefix(Self.mostFiles)),
      truncated: listing.isTruncated || max(all.0.count, all.1.count) > Self.mostFiles)
  }

  // MARK: Events

  private func events(of deck: String?) async throws -> Response {
    let (number, events) = await runs.events(of: deck)
    let hello = StudioEvent(name: "hello", data: Drawing.json(["instance": instance]))
    let body = ResponseBody { [runs] writer in
      do {
        try await writer.write(ByteBuffer(string: "retry: 1000\n\n\(hello.text)"))
        // A comment now and then shows a page that slept whether the stream still lives.
        let (lines, send) = AsyncStream.makeStream(of: String.self, bufferingPolicy: .bufferingNewest(64))
        let pulse = Task {
          while !Task.isCancelled {
            try await Task.sleep(for: .seconds(10))
            send.yield(": alive\n\n")
          }
        }
        let copy = Task {
          for await event in events { send.yield(event.text) }
          send.finish()
        }
        defer {
          pulse.cancel()
          copy.cancel()
        }
        for await line in lines.cancelOnGracefulShutdown() {
          try await writer.write(ByteBuffer(string: line))
        }
        try await writer.finish(nil)
      } catch {
        await runs.leave(number)
        throw error
      }
      await runs.leave(number)
    }
    return Response(
      status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"], body: body)
  }

  // MARK: Files

  private func file(_ name: String) throws -> Response {
    guard ["html", "js", "css", "svg"].contains(StudioFolder.ending(name)), !name.contains("/"),
      let data = FileManager.default.contents(atPath: files + "/" + name)
    else { throw missing }
    return content(data, name)
  }

  /// A file of an e-mail, with the changes that mail clients make.
  private func mail(_ path: String, _ request: Request) throws -> Response {
    let words = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard words.count == 3, words[1].hasPrefix("mail-"), !words.contains("..") else { throw missing }
    let name = words[2].isEmpty ? "mail.html" : words[2].removingPercentEncoding ?? words[2]
    guard !name.contains("/"),
      var data = FileManager.default.contents(atPath: "\(drawing.scratch)/\(words[1])/\(name)")
    else { throw missing }
    guard name.hasSuffix(".html") else { return content(data, name, isForever: true) }
    let showsImages = request.uri.queryParameters["images"] != "off"
    if request.uri.queryParameters["inverted"] == "1" {
      // Clients with a forced dark mode invert colours and leave pictures as they are.
      let style =
        "<style>html{background:#fff;filter:invert(1) hue-rotate(180deg)}img{filter:invert(1) hue-rotate(180deg)}</style>"
      data = Data(String(decoding: data, as: UTF8.self).replacing("</head>", with: style + "</head>").utf8)
    }
    var response = content(data, name)
    let host = request.head.authority ?? ""
    // Without an origin of its own, the frame could not load its pictures from here; scripts stay off.
    response.headers[.contentSecurityPolicy] =
      "sandbox allow-same-origin; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors http://\(host); "
      + "img-src \(showsImages ? "http://\(host)" : "'none'")"
    return response
  }

  private func content(_ data: Data, _ name: String, isForever: Bool = false) -> Response {
    var headers: HTTPFields = [.contentType: PictureStore.mediaType(name)]
    headers[.cacheControl] = isForever ? "private, max-age=31536000, immutable" : "no-store"
    if StudioFolder.ending(name) == "svg" {
      headers[.contentSecurityPolicy] =
        "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:"
    }
    return Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: data)))
  }

  private func json(_ value: some Encodable) -> Response { json(Data(Drawing.json(value).utf8)) }

  private func json(_ data: Data) -> Response {
    Response(
      status: .ok, headers: [.contentType: "application/json", .cacheControl: "no-store"],
      body: .init(byteBuffer: ByteBuffer(bytes: data)))
  }
}

/// Checks what every request must have: this machine's name, the secret, and a page of this origin.
struct Guarded: HTTPResponder {
  typealias Context = BasicRequestContext

  let pages: Pages
  /// Names by which a browser may know this server; others point to it by a foreign name server.
  let hosts: Set<String>

  private static let policy = """
    default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; \
    frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'
    """

  func respond(to request: Request, context: Context) async throws -> Response {
    var response: Response
    do {
      response = try await pages.answer(request, try path(of: request))
    } catch let error as StudioError {
      response = failure(error.status, error.message)
    } catch let error as Program.Busy {
      response = failure(.serviceUnavailable, error.message)
    } catch is CancellationError {
      response = failure(.serviceUnavailable, "the request was cancelled")
    } catch {
      response = failure(.internalServerError, "the drawing program could not be run")
    }
    let fixed: [(HTTPField.Name, String)] = [
      (.xContentTypeOptions, "nosniff"), (.init("Referrer-Policy") ?? .referer, "no-referrer"),
      (.init("Cross-Origin-Resource-Policy") ?? .vary, "same-origin"),
      (.init("Cross-Origin-Opener-Policy") ?? .vary, "same-origin"),
    ]
    for (name, value) in fixed { response.headers[name] = value }
    if response.headers[.contentSecurityPolicy] == nil {
      response.headers[.contentSecurityPolicy] = Self.policy
    }
    return response
  }

  /// The path after the secret.
  private func path(of request: Request) throws -> String {
    let host = request.head.authority ?? ""
    guard hosts.contains(host) else { throw StudioError(.forbidden, "this name is not the studio's") }
    let headers = request.headers
    if let origin = headers[.origin], origin != "http://\(host)" {
      throw StudioError(.forbidden, "another page must not use the studio")
    }
    // Browsers name the kind of the page that asks.
    let site = HTTPField.Name("Sec-Fetch-Site").flatMap { headers[$0] }
    let mode = HTTPField.Name("Sec-Fetch-Mode").flatMap { headers[$0] }
    if let site, site != "same-origin", site != "none", !(mode == "navigate" && request.method == .get) {
      throw StudioError(.forbidden, "another page must not use the studio")
    }
    if request.method == .post, headers[.contentType]?.hasPrefix("application/json") != true {
      throw StudioError(.unsupportedMediaType, "requests are JSON")
    }
    let words = request.uri.path.dropFirst().split(
      separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = words.first, Token.isEqual(first.utf8, pages.token.utf8), words.count == 2 else {
      throw StudioError(.notFound, "there is nothing at this address")
    }
    return String(words[1])
  }

  private func failure(_ status: HTTPResponse.Status, _ message: String) -> Response {
    Response(
      status: status, headers: [.contentType: "application/json", .cacheControl: "no-store"],
      body: .init(byteBuffer: ByteBuffer(string: Drawing.json(["message": message]))))
  }
}

/// Opens files in the user's editor.
enum Editor {
  struct Place: Codable, Sendable {
    var file: String
    var line: Int?
    var column: Int?
  }

  /// The words of `CARDSHOT_EDITOR`, such as `code -g` or `emacsclient -n +{line}:{column} {file}`.
  static var command: [String]? {
    let words = (ProcessInfo.processInfo.environment["CARDSHOT_EDITOR"] ?? "").split(separator: " ")
    return words.isEmpty ? nil : words.map(String.init)
  }

  /// Starts the editor; without `{file}` in the command, `file:line:column` is added to it.
  static func open(_ place: Place, in folder: StudioFolder) async throws {
    guard let command else {
      throw StudioError(.conflict, "the variable CARDSHOT_EDITOR names no editor")
    }
    guard let file = StudioFolder.real(place.file), StudioFolder.isFile(file),
      file.hasPrefix(folder.root == "/" ? "/" : folder.root + "/")
    else { throw StudioError(.notFound, "there is no file of this name in the studio's folder") }
    let (line, column) = (max(1, place.line ?? 1), max(1, place.column ?? 1))
    var words = command.map {
      $0.replacing("{line}", with: "\(line)").replacing("{column}", with: "\(column)").replacing(
        "{file}", with: file)
    }
    if !command.contains(where: { $0.contains("{file}") }) { words.append("\(file):\(line):\(column)") }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["--"] + words
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    do { try process.run() } catch {
      throw StudioError(.conflict, "the editor '\(command[0])' cannot be started")
    }
  }
}
