import DrawingProgram
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// Answers the requests for cards.
struct Service: HTTPResponder {
  typealias Context = ServiceContext

  let settings: Settings
  let folder: String
  let catalogs: Catalogs
  let metrics: Metrics
  let cache: PictureCache?
  let budgets: ClientBudgets?
  let program: Program
  let flights = Flights()

  func respond(to request: Request, context: Context) async throws -> Response {
    let start = ContinuousClock.now
    let isHead = request.method == .head
    var trace = Trace()
    var response: Response
    do {
      response = try await answer(request, context, &trace)
    } catch let problem as Problem {
      metrics.count(\.problems, problem.code)
      trace.code = problem.code
      response =
        await fallback(problem, request, &trace)
        ?? problem.response(
          isDetailed: isLocal(request), isHead: isHead)
    } catch is CancellationError {
      // The client has gone and does not read this.
      trace.code = "gone"
      response = Problem.busy.response(isDetailed: false, isHead: isHead)
    } catch {
      trace.code = "internal"
      response = Problem(.internalServerError, "internal", "The service has a problem").response(
        isDetailed: false, isHead: isHead)
    }
    let id = UUID().uuidString.lowercased()
    response.headers[.requestID] = id
    response.headers[.xContentTypeOptions] = "nosniff"
    let time = ContinuousClock.now - start
    metrics.count(\.requests, "\(trace.kind) \(response.status.code)")
    metrics.time("request", time)
    ServiceLog.request(id, request.method.rawValue, trace, response, time)
    return response
  }

  /// The facts about a request for the log: never an address, because it contains data and a signature.
  struct Trace {
    var kind = "other"
    var deck = ""
    var code = ""
  }

  // MARK: Addresses

  private func answer(_ request: Request, _ context: Context, _ trace: inout Trace) async throws -> Response {
    guard request.uri.string.utf8.count <= Settings.longestAddress else { throw Problem.addressTooLong }
    let isHead = request.method == .head
    let parts = try Self.parts(of: request.uri.path)
    let isRead = request.method == .get || isHead
    guard let first = parts.first else { throw Problem.notFound }
    switch first {
    case "i", "x", "d":
      trace.kind = first
      guard isRead else { throw Problem.method("GET, HEAD") }
      return try await picture(request, parts, context, &trace)
    case "openapi.json" where parts.count == 1:
      trace.kind = "openapi"
      guard isRead else { throw Problem.method("GET, HEAD") }
      try checkToken(request)
      return json(catalogs.current.openAPI, isHead: isHead)
    case "errors" where parts.count == 2:
      trace.kind = "errors"
      guard isRead else { throw Problem.method("GET, HEAD") }
      guard let page = Problem.pages[parts[1]] else { throw Problem.notFound }
      return Response(
        status: .ok, headers: [.contentType: "text/plain; charset=utf-8"], text: page, isHead: isHead)
    case "v1" where parts.count >= 2 && parts[1] == "decks":
      trace.kind = "v1"
      try checkToken(request)
      return try await api(request, Array(parts.dropFirst(2)), context, &trace)
    default: throw Problem.notFound
    }
  }

  /// The parts of a path without their percent-encoding.
  ///
  /// A part that contains a slash or a NUL after that names nothing.
  private static func parts(of path: String) throws -> [String] {
    guard path.hasPrefix("/") else { throw Problem.notFound }
    return try path.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map { part in
      guard let text = part.removingPercentEncoding else { throw Problem.invalid("the address is not UTF-8") }
      guard !text.utf8.contains(where: { $0 == 0x2F || $0 == 0 }), !text.isEmpty else {
        throw Problem.notFound
      }
      return text
    }
  }

  /// Whether a request comes from a program on this machine, and not through a proxy.
  private func isLocal(_ request: Request) -> Bool {
    settings.isLocal
      && ![HTTPField.Name.forwardedFor, .forwarded, .realAddress, .via].contains {
        request.headers[$0] != nil
      }
  }

  /// Throws for a request without a valid token.
  ///
  /// On this machine tokens are optional. The name of the host is checked then, because a page of another
  /// origin could have its name point to this machine.
  private func checkToken(_ request: Request) throws {
    guard !settings.tokens.isEmpty else {
      guard isLocal(request) else { throw Problem.unauthorized }
      return try checkHost(request)
    }
    let words = (request.headers[.authorization] ?? "").split(separator: " ")
    guard words.count == 2, words[0].lowercased() == "bearer" else { throw Problem.unauthorized }
    // All tokens are compared, each in a time that does not depend on the first difference.
    let isValid = settings.tokens.reduce(false) { Self.isEqual($1, String(words[1])) || $0 }
    guard isValid else { throw Problem.unauthorized }
  }

  private func checkHost(_ request: Request) throws {
    guard case .internet(let host, _) = settings.bind else { return }
    let authority = request.head.authority ?? ""
    let name =
      authority.hasPrefix("[")
      ? String(authority.prefix { $0 != "]" }.dropFirst()) : String(authority.prefix { $0 != ":" })
    let names = [host, "localhost", "127.0.0.1", "::1"]
    guard names.contains(name) else { throw Problem.unsignedForbidden }
  }

  private static func isEqual(_ a: String, _ b: String) -> Bool {
    let (a, b) = (Array(a.utf8), Array(b.utf8))
    guard a.count == b.count else { return false }
    return zip(a, b).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  // MARK: Pictures

  /// A request for a picture, whose signature was checked.
  private struct Wanted {
    var deck: Catalog.Deck
    var ending: String
    /// The line for the worker.
    var line: [UInt8]
    /// The text from which the entity tag is made, besides the deck.
    var source: String
    /// Seconds since 1970.
    var expires: Int64?
    var isSigned: Bool
  }

  static let endings: [String: (format: String, media: String)] = [
    "png": ("png", "image/png"), "jpeg": ("jpeg", "image/jpeg"), "jpg": ("jpeg", "image/jpeg"),
    "webp": ("webp", "image/webp"), "gif": ("gif", "image/gif"), "svg": ("svg", "image/svg+xml"),
    "pdf": ("pdf", "application/pdf"),
  ]

  private func picture(
    _ request: Request, _ parts: [String], _ context: Context, _ trace: inout Trace
  ) async throws -> Response {
    let catalog = catalogs.current
    let wanted = try wanted(request, parts, catalog)
    trace.deck = wanted.deck.name
    if let expires = wanted.expires, Double(expires) <= Date().timeIntervalSince1970 { throw Problem.expired }
    let tag = wanted.deck.tag(wanted.ending, wanted.source)
    if Self.matches(request.headers[.ifNoneMatch], tag) {
      return Response(status: .notModified, headers: headers(wanted, tag))
    }
    let isHead = request.method == .head
    let start = ContinuousClock.now
    let name = "\(tag).\(wanted.ending)"
    if let data = cache?.content(of: name) {
      metrics.count(\.cache, "hit")
      var headers = headers(wanted, tag)
      headers[.serverTiming] =
        "cache;desc=hit;dur=\(Self.rounded((ContinuousClock.now - start).milliseconds))"
      return Response(status: .ok, headers: headers, data: data, isHead: isHead)
    }
    metrics.count(\.cache, "miss")
    let drawn = try await context.untilGone { [self] in
      try await draw(wanted.line, key: name, client: client(request, context), catalog) { drawn in
        cache?.store(drawn.data, as: name)
      }
    }
    var headers = headers(wanted, tag)
    headers[.serverTiming] = Self.timing(drawn)
    return Response(status: .ok, headers: headers, data: drawn.data, isHead: isHead)
  }

  private func wanted(_ request: Request, _ parts: [String], _ catalog: Catalog) throws -> Wanted {
    let query = request.uri.query
    switch parts[0] {
    case "i":
      // The signature covers the rest of the path as it stands.
      let words = request.uri.path.dropFirst("/i/".count).split(
        separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
      guard words.count == 2, parts.count >= 4 else { throw Problem.notFound }
      let isValid = settings.keys.reduce(false) { $1.isValid(String(words[0]), of: String(words[1])) || $0 }
      guard isValid else { throw Problem.forbidden }
      guard query == nil else { throw Problem.invalid("a signed address has no query") }
      guard let payload = Base64URL.decode(parts[2]) else {
        throw Problem.invalid("the payload is not Base64url")
      }
      return try wanted(payload, parts.dropFirst(3).joined(separator: "/"), catalog)
    case "x":
      guard parts.count >= 3 else { throw Problem.notFound }
      let file = parts.dropFirst(2).joined(separator: "/")
      guard let payload = settings.keys.lazy.compactMap({ $0.open(parts[1], for: file) }).first else {
        throw Problem.forbidden
      }
      guard query == nil else { throw Problem.invalid("a sealed address has no query") }
      return try wanted(payload, file, catalog)
    default:
      guard parts.count >= 2 else { throw Problem.notFound }
      let (deck, ending) = try find(parts.dropFirst().joined(separator: "/"), catalog)
      if !settings.isUnsigned {
        guard isLocal(request) else { throw Problem.unsignedForbidden }
        try checkHost(request)
      }
      guard deck.inputs != nil else { throw Problem.unsignedForbidden }
      let pairs = try Self.pairs(query ?? "")
      let list = pairs.map { "[\(JSONText($0).text),\(JSONText($1).text)]" }.joined(separator: ",")
      return Wanted(
        deck: deck, ending: ending, line: Self.line(deck, ending, #""query":[\#(list)]"#),
        source: query ?? "",
        isSigned: false)
    }
  }

  /// The request of a payload: `{"data", "options", "expires"}`.
  private func wanted(_ payload: Data, _ file: String, _ catalog: Catalog) throws -> Wanted {
    let (deck, ending) = try find(file, catalog)
    let body = try Self.request(payload)
    let expires = body.members["expires"]
    if let expires, expires.integer == nil { throw Problem.invalid("'expires' must be seconds since 1970") }
    return Wanted(
      deck: deck, ending: ending, line: Self.line(deck, ending, #""body":\#(body.text)"#), source: body.text,
      expires: expires?.integer, isSigned: true)
  }

  private func find(_ file: String, _ catalog: Catalog) throws -> (deck: Catalog.Deck, ending: String) {
    guard let dot = file.lastIndex(of: "."), let deck = catalog.decks[String(file[..<dot])] else {
      throw Problem.notFound
    }
    let ending = String(file[file.index(after: dot)...])
    guard Self.endings[ending] != nil else { throw Problem.notFound }
    return (deck, ending)
  }

  /// A JSON object as one line of text, and its members.
  ///
  /// The text is passed on as it was written, because the deck may show a number as it was written.
  private static func body(_ data: Data) throws -> (text: String, members: [String: JSONValue]) {
    let space: [UInt8] = [0x20, 0x09, 0x0A, 0x0D]
    guard String(data: data, encoding: .utf8) != nil,
      data.first(where: { !space.contains($0) }) == UInt8(ascii: "{"),
      let members = (try? JSONDecoder().decode(JSONValue.self, from: data))?.members
    else { throw Problem.invalid("the payload is not a JSON object") }
    // Lines separate the requests of a worker. Strings contain no line ends, so only white space is changed.
    // Bytes are compared, because "\r\n" is one character, and a pattern for characters misses a single "\n".
    return (String(decoding: data.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }, as: UTF8.self), members)
  }

  /// A request, `{"data", "options", …}`, as one line of text, and its members.
  private static func request(_ data: Data) throws -> (text: String, members: [String: JSONValue]) {
    let (text, members) = try body(data)
    for name in ["data", "options"] {
      guard let value = members[name], value.members == nil else { continue }
      throw Problem.invalid("'\(name)' must be an object")
    }
    return (text, members)
  }

  /// The line of a request for a worker.
  private static func line(_ deck: Catalog.Deck, _ ending: String, _ member: String) -> [UInt8] {
    let format = endings[ending]?.format ?? "png"
    return Array(#"{"deck":\#(JSONText(deck.name).text),"format":"\#(format)",\#(member)}"#.utf8) + [0x0A]
  }

  /// The names and texts of a query.
  private static func pairs(_ query: String) throws -> [(String, String)] {
    try query.split(separator: "&").map { part in
      let words = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let decoded = words.map { $0.replacing("+", with: " ").removingPercentEncoding }
      guard let name = decoded[0], decoded.count < 2 || decoded[1] != nil else {
        throw Problem.invalid("the query is not UTF-8")
      }
      return (name, decoded.count == 2 ? decoded[1] ?? "" : "")
    }
  }

  /// Draws a picture in a worker, once for all requests that want it.
  private func draw(
    _ line: [UInt8], key: String, client: String, _ catalog: Catalog,
    keep: @escaping @Sendable (Drawn) -> Void = { _ in }
  ) async throws -> Drawn {
    // The usual time of a card; the difference is settled.
    let reserved = 20.0
    guard budgets?.reserve(reserved, for: client) != false else { throw Problem.budget }
    let start = ContinuousClock.now
    defer { budgets?.settle(reserved, actual: (ContinuousClock.now - start).milliseconds, for: client) }
    return try await flights.draw(key) { [metrics] in
      let start = ContinuousClock.now
      let (answer, waited) = try await catalog.pool.draw(line)
      metrics.time("queue", waited)
      metrics.time("draw", ContinuousClock.now - start - waited)
      let drawn = try Self.drawn(answer, waited)
      keep(drawn)
      return drawn
    }
  }

  /// The line of a worker's answer.
  private struct Told: Decodable {
    var kind: String
    var width: Int?
    var height: Int?
    var alt: String?
    var layout: Double
    var paint: Double
    var encode: Double
    var issues: [JSONValue]?
  }

  private static func drawn(_ answer: Worker.Answer, _ waited: Duration) throws -> Drawn {
    let told = try JSONDecoder().decode(Told.self, from: answer.line)
    let issues = (told.issues ?? []).compactMap { $0.members?.mapValues(\.text) }
    guard told.kind == "ok" else {
      var problem =
        told.kind == "usage"
        ? Problem(.badRequest, "options", "The options of the request contain errors")
        : Problem(.unprocessableContent, "deck", "The deck or its data contain errors")
      problem.issues = issues
      throw problem
    }
    return Drawn(
      data: answer.file, waited: waited, layout: told.layout, paint: told.paint, encode: told.encode,
      width: told.width ?? 0,
      height: told.height ?? 0, alt: told.alt ?? "", issues: issues)
  }

  /// The picture of the fallback deck, for pictures that cannot be drawn.
  private func fallback(_ problem: Problem, _ request: Request, _ trace: inout Trace) async -> Response? {
    guard let name = settings.fallback, ["i", "x", "d"].contains(trace.kind), !trace.deck.isEmpty,
      [422, 503].contains(problem.status.code), let deck = catalogs.current.decks[name],
      let ending = request.uri.path.split(separator: ".").last.map(String.init), Self.endings[ending] != nil
    else { return nil }
    let catalog = catalogs.current
    let answer = try? await catalog.pool.draw(Self.line(deck, ending, #""query":[]"#))
    guard let answer, let drawn = try? Self.drawn(answer.answer, answer.waited) else { return nil }
    trace.code = "fallback \(problem.code)"
    var headers = Self.headers(ending)
    headers[.cacheControl] = "public, max-age=60"
    headers[.fallback] = problem.code
    return Response(status: .ok, headers: headers, data: drawn.data, isHead: request.method == .head)
  }

  // MARK: Headers

  /// The headers of all pictures of a format.
  private static func headers(_ ending: String) -> HTTPFields {
    var headers: HTTPFields = [.crossOriginResourcePolicy: "cross-origin", .referrerPolicy: "no-referrer"]
    headers[.contentType] = endings[ending]?.media
    if ending == "svg" {
      // A picture that is opened by itself runs nothing and loads nothing. Browsers show no PDF in a sandbox.
      headers[.contentSecurityPolicy] =
        "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:"
    }
    return headers
  }

  private func headers(_ wanted: Wanted, _ tag: String) -> HTTPFields {
    var headers = Self.headers(wanted.ending)
    headers[.eTag] = "\"\(tag)\""
    headers[.contentDisposition] = Self.disposition(wanted.deck.name, wanted.ending)
    if wanted.isSigned {
      let left = wanted.expires.map { Int(clamping: $0 - Int64(Date().timeIntervalSince1970)) }
      headers[.cacheControl] = "public, max-age=\(max(0, min(31_536_000, left ?? 31_536_000))), immutable"
    } else {
      headers[.cacheControl] = "max-age=300, stale-while-revalidate=86400"
    }
    return headers
  }

  /// The name of a file, for people who save it.
  private static func disposition(_ deck: String, _ ending: String) -> String {
    let name = "\(deck.split(separator: "/").last ?? "card").\(ending)"
    let plain = String(
      name.map { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) ? $0 : "_" })
    guard plain != name else { return "inline; filename=\"\(plain)\"" }
    let encoded = name.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? plain
    return "inline; filename=\"\(plain)\"; filename*=UTF-8''\(encoded)"
  }

  private static func timing(_ drawn: Drawn) -> String {
    "queue;dur=\(rounded(drawn.waited.milliseconds)), layout;dur=\(drawn.layout), paint;dur=\(drawn.paint), "
      + "encode;dur=\(drawn.encode)"
  }

  private static func rounded(_ number: Double) -> Double { (number * 100).rounded() / 100 }

  /// Whether a list of entity tags contains one.
  private static func matches(_ list: String?, _ tag: String) -> Bool {
    list?.split(separator: ",").contains { word in
      let word = word.trimmingCharacters(in: .whitespaces)
      return (word.hasPrefix("W/") ? String(word.dropFirst(2)) : word) == "\"\(tag)\""
    } ?? false
  }

  private func json(_ data: Data, status: HTTPResponse.Status = .ok, isHead: Bool = false) -> Response {
    Response(
      status: status, headers: [.contentType: "application/json", .cacheControl: "no-store"], data: data,
      isHead: isHead)
  }

  /// The address of the client: the peer, or what the trusted proxies in front of this service report.
  ///
  /// All addresses of an IPv6 network (/64) are one client.
  private func client(_ request: Request, _ context: Context) -> String {
    var address = context.peer ?? "local"
    let isProxy = { (address: String) in
      address == "local" || settings.trustedProxies.contains { $0.contains(address) }
    }
    let forwarded = (request.headers[values: .forwardedFor]).joined(separator: ",").split(separator: ",")
    if !settings.trustedProxies.isEmpty {
      for hop in forwarded.reversed() {
        guard isProxy(address) else { break }
        let next = hop.trimmingCharacters(in: .whitespaces)
        guard AddressRange.bytes(of: next) != nil else { break }
        address = next
      }
    }
    guard let bytes = AddressRange.bytes(of: address), bytes.count == 16 else { return address }
    return bytes.prefix(8).map { String($0, radix: 16) }.joined(separator: ":")
  }
}

/// Programs that send data.
extension Service {
  private func api(
    _ request: Request, _ parts: [String], _ context: Context, _ trace: inout Trace
  ) async throws -> Response {
    let catalog = catalogs.current
    let isRead = request.method == .get || request.method == .head
    if parts.isEmpty {
      guard isRead else { throw Problem.method("GET, HEAD") }
      return json(Self.list(catalog), isHead: request.method == .head)
    }
    guard parts.count >= 2, let deck = catalog.decks[parts.dropLast().joined(separator: "/")] else {
      throw Problem.notFound
    }
    trace.deck = deck.name
    let action = parts[parts.count - 1]
    if action == "schema" {
      guard isRead else { throw Problem.method("GET, HEAD") }
      guard let schema = deck.schema else { throw Problem.notFound }
      return json(Data((schema.text + "\n").utf8), isHead: request.method == .head)
    }
    guard ["render", "rows", "mail", "inspect"].contains(action) else { throw Problem.notFound }
    guard request.method == .post else { throw Problem.method("POST") }
    trace.kind = "v1 \(action)"
    guard action != "rows" else { return try await rows(request, deck, catalog, context) }
    let (text, members) = try await Self.request(read(request, "application/json"))
    return try await context.untilGone { [self] in
      switch action {
      case "render": return try await render(request, text, members, deck, catalog, context)
      default:
        _ = try words(members)
        // A picture is drawn first, so that all addresses have the same checks: of members, options, data, pixels
        // and the time of the client.
        _ = try await draw(
          Self.line(deck, "png", #""body":\#(text)"#), key: "\(deck.tag("png", text)).png",
          client: client(request, context), catalog)
        if action == "mail" { return try await mail(text, members, deck) }
        return json(try await run(["inspect"], text, members, deck))
      }
    }
  }

  private static func list(_ catalog: Catalog) -> Data {
    let decks = catalog.decks.values.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }.map {
      deck in
      var members = [#""name":\#(JSONText(deck.name).text)"#]
      if let title = deck.title { members.append(#""title":\#(JSONText(title).text)"#) }
      members.append(#""hasInputs":\#(deck.inputs != nil)"#)
      return "{\(members.joined(separator: ","))}"
    }
    return Data("{\"decks\":[\(decks.joined(separator: ","))]}\n".utf8)
  }

  /// The body of a request.
  private func read(_ request: Request, _ media: String) async throws -> Data {
    let given = (request.headers[.contentType] ?? "").prefix { $0 != ";" }.trimmingCharacters(
      in: .whitespaces)
    guard given.lowercased() == media else { throw Problem.notJSON }
    if let length = request.headers[.contentLength].flatMap(Int.init), length > Settings.largestBody {
      throw Problem.bodyTooLarge
    }
    var data = Data()
    do {
      for try await piece in request.body {
        data.append(contentsOf: piece.readableBytesView)
        guard data.count <= Settings.largestBody else { throw Problem.bodyTooLarge }
      }
    } catch let error where !(error is Problem || error is CancellationError) {
      throw Problem.invalid("the body cannot be read")
    }
    return data
  }

  private func render(
    _ request: Request, _ text: String, _ members: [String: JSONValue], _ deck: Catalog.Deck,
    _ catalog: Catalog,
    _ context: Context
  ) async throws -> Response {
    let ending = members["format"]?.string ?? "png"
    guard members["format"] == nil || members["format"]?.string != nil, Self.endings[ending] != nil else {
      throw Problem.invalid("'format' must be png, jpeg, webp, gif, svg or pdf")
    }
    let line = Self.line(deck, ending, #""body":\#(text)"#)
    let tag = deck.tag(ending, text)
    let drawn = try await draw(line, key: "\(tag).\(ending)", client: client(request, context), catalog)
    var headers = Self.headers(ending)
    headers[.eTag] = "\"\(tag)\""
    headers[.cacheControl] = "no-store"
    headers[.contentDisposition] = Self.disposition(deck.name, ending)
    headers[.serverTiming] = Self.timing(drawn)
    return Response(status: .ok, headers: headers, data: drawn.data, isHead: false)
  }

  /// The words of the command line for the options of a request.
  ///
  /// Names and values are checked by the program; a name can only be that of an option.
  private func words(_ members: [String: JSONValue]) throws -> [String] {
    let allowed = ["scale", "width", "theme", "appearance", "locale", "date", "state", "card"]
    return try (members["options"]?.members ?? [:]).sorted { $0.key < $1.key }.map { name, value in
      guard allowed.contains(name) else {
        throw Problem.invalid(
          "there is no option '\(name)' here; there are \(allowed.joined(separator: ", "))")
      }
      return "--\(name)=\(value.string ?? value.text.text)"
    }
  }

  /// Runs a command of the drawing program with the data of a request.
  private func run(
    _ command: [String], _ text: String, _ members: [String: JSONValue], _ deck: Catalog.Deck,
    _ options: [String] = []
  ) async throws -> Data {
    // The data stand in the body as they were written; the program reads them from there.
    guard let data = try Self.member("data", of: text, members) else {
      throw Problem.invalid("'data' must be an object")
    }
    let words =
      try command + ["\(folder)/\(deck.file)", "--data", "-", "--json"] + words(members) + options
    let result: Program.Result
    do { result = try await program.run(words, input: Data(data.utf8)) } catch is Program.Busy {
      throw Problem.slow
    }
    guard result.status == 0 else {
      var problem = Problem(.unprocessableContent, "deck", "The deck or its data contain errors")
      // Errors are in standard output, unless the result of the command is there.
      let told = [Data(result.error.utf8), result.output].lazy.compactMap {
        try? JSONDecoder().decode(JSONValue.self, from: $0)
      }.first
      problem.issues = (told?.members?["issues"]?.elements ?? []).compactMap { $0.members?.mapValues(\.text) }
      throw problem
    }
    return result.output
  }

  /// The text of a member of a JSON object, as it was written; nil if it is not an object.
  private static func member(
    _ name: String, of text: String, _ members: [String: JSONValue]
  ) throws -> String? {
    guard let value = members[name] else { return "{}" }
    guard value.members != nil else { return nil }
    let (bytes, quote) = (Array(text.utf8), UInt8(ascii: "\""))
    var (depth, isInString, start, found) = (0, false, 0, [Range<Int>]())
    var place = 0
    while place < bytes.count {
      let byte = bytes[place]
      if isInString {
        if byte == UInt8(ascii: "\\") { place += 1 } else if byte == quote { isInString = false }
      } else if byte == quote {
        isInString = true
      } else if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
        depth += 1
        if depth == 1 { start = place + 1 }
      } else if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") {
        depth -= 1
        if depth == 0 { found.append(start..<place) }
      } else if byte == UInt8(ascii: ","), depth == 1 {
        found.append(start..<place)
        start = place + 1
      }
      place += 1
    }
    let values = found.compactMap { range -> String? in
      let member = String(decoding: bytes[range], as: UTF8.self)
      guard let match = member.firstMatch(of: /^\s*("(?:[^"\\]|\\.)*")\s*:/),
        (try? JSONDecoder().decode(String.self, from: Data(match.1.utf8))) == name
      else { return nil }
      return String(member[match.range.upperBound...])
    }
    guard values.count == 1 else { throw Problem.invalid("'\(name)' occurs twice") }
    return values[0]
  }

  private func mail(_ text: String, _ members: [String: JSONValue], _ deck: Catalog.Deck) async throws
    -> Response
  {
    let scratch = NSTemporaryDirectory() + "/cardshot-serve-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: scratch, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    defer { try? FileManager.default.removeItem(atPath: scratch) }
    let path = scratch + "/card.postmark.json"
    _ = try await run(["render"], text, members, deck, ["-o", path])
    guard let data = FileManager.default.contents(atPath: path),
      let message = try JSONDecoder().decode(JSONValue.self, from: data).members
    else { throw Problem.crashed }
    func value(_ key: String) -> String { message[key]?.text.text ?? "null" }
    let images = (message["Attachments"]?.elements ?? []).compactMap(\.members).map { image in
      """
      {"name":\(image["Name"]?.text.text ?? "null"),"mediaType":\(image["ContentType"]?.text.text ?? "null"),\
      "contentID":\(image["ContentID"]?.text.text ?? "null"),"base64":\(image["Content"]?.text.text ?? "null")}
      """
    }
    return json(
      Data(
        """
        {"subject":\(value("Subject")),"html":\(value("HtmlBody")),"text":\(value("TextBody")),\
        "images":[\(images.joined(separator: ","))]}

        """.utf8))
  }

  // MARK: Rows

  /// The largest number of rows of a request, and of bytes.
  static let (mostRows, largestRows) = (10_000, 64 << 20)

  /// Draws a picture for each line of the body; a line that fails does not affect others.
  private func rows(
    _ request: Request, _ deck: Catalog.Deck, _ catalog: Catalog, _ context: Context
  ) async throws -> Response {
    let given = (request.headers[.contentType] ?? "").prefix { $0 != ";" }.trimmingCharacters(
      in: .whitespaces)
    guard ["application/x-ndjson", "application/jsonl"].contains(given.lowercased()) else {
      throw Problem.notJSON
    }
    var pairs = try Self.pairs(request.uri.query ?? "")
    let ending = pairs.first { $0.0 == "format" }?.1 ?? "png"
    pairs.removeAll { $0.0 == "format" }
    guard Self.endings[ending] != nil else {
      throw Problem.invalid("'format' must be png, jpeg, webp, gif, svg or pdf")
    }
    let query = pairs.map { "[\(JSONText($0).text),\(JSONText($1).text)]" }.joined(separator: ",")
    let (client, isDetailed) = (client(request, context), isLocal(request))
    let body = ResponseBody { [self, query] writer in
      var lines = Lines(request.body)
      var number = 0
      var isOpen = true
      // A few more rows than workers, so that none of them waits.
      let window = settings.workers + 1
      while isOpen, !context.isGone {
        var block: [(number: Int, text: Data)] = []
        while block.count < window {
          guard let line = try await lines.next() else {
            isOpen = false
            break
          }
          if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { continue }
          number += 1
          block.append((number, line))
        }
        let answers = await withTaskGroup(of: (Int, String).self) { group in
          for (number, text) in block {
            group.addTask {
              (number, await row(number, text, query, deck, ending, client, catalog, isDetailed: isDetailed))
            }
          }
          return await group.reduce(into: [(Int, String)]()) { $0.append($1) }.sorted { $0.0 < $1.0 }
        }
        for (_, text) in answers { try await writer.write(ByteBuffer(string: text + "\n")) }
        if let problem = lines.problem
          ?? (number >= Self.mostRows && isOpen ? "more than \(Self.mostRows) rows" : nil)
        {
          let text = #"{"ok":false,"code":"bodyTooLarge","detail":\#(JSONText(problem).text)}"#
          try await writer.write(ByteBuffer(string: text + "\n"))
          isOpen = false
        }
      }
      try await writer.finish(nil)
    }
    return Response(
      status: .ok, headers: [.contentType: "application/x-ndjson", .cacheControl: "no-store"], body: body)
  }

  private func row(
    _ number: Int, _ text: Data, _ query: String, _ deck: Catalog.Deck, _ ending: String, _ client: String,
    _ catalog: Catalog, isDetailed: Bool
  ) async -> String {
    do {
      let body = try Self.body(text)
      let line = Self.line(deck, ending, #""query":[\#(query)],"body":{"data":\#(body.text)}"#)
      let tag = deck.tag(ending, "\(query)\n\(body.text)")
      let drawn = try await draw(line, key: "\(tag).\(ending)", client: client, catalog)
      return """
        {"row":\(number),"ok":true,"width":\(drawn.width),"height":\(drawn.height),"alt":\(JSONText(drawn.alt).text),\
        "base64":"\(drawn.data.base64EncodedString())"}
        """
    } catch let problem as Problem {
      metrics.count(\.problems, problem.code)
      return
        #"{"row":\#(number),"ok":false,"code":"\#(problem.code)","issues":\#(problem.issues(isDetailed: isDetailed))}"#
    } catch {
      return #"{"row":\#(number),"ok":false,"code":"internal"}"#
    }
  }

  /// The lines of a body, each of at most the size of a body.
  private struct Lines {
    private var pieces: RequestBody.AsyncIterator
    private var buffer = Data()
    private var total = 0
    private var isAtEnd = false
    private(set) var problem: String?

    init(_ body: RequestBody) { pieces = body.makeAsyncIterator() }

    mutating func next() async throws -> Data? {
      while problem == nil {
        if let end = buffer.firstIndex(of: 0x0A) {
          defer { buffer = Data(buffer[(end + 1)...]) }
          return Data(buffer[..<end])
        }
        if isAtEnd {
          defer { buffer = Data() }
          return buffer.isEmpty ? nil : buffer
        }
        guard let piece = try await pieces.next() else {
          isAtEnd = true
          continue
        }
        buffer.append(contentsOf: piece.readableBytesView)
        total += piece.readableBytes
        if buffer.count > Settings.largestBody {
          problem = "a row of more than \(Settings.largestBody) bytes"
        }
        if total > Service.largestRows { problem = "more than \(Service.largestRows) bytes" }
      }
      return nil
    }
  }
}

extension HTTPField.Name {
  static let requestID = name("X-Request-Id")
  static let serverTiming = name("Server-Timing")
  static let crossOriginResourcePolicy = name("Cross-Origin-Resource-Policy")
  static let referrerPolicy = name("Referrer-Policy")
  static let forwardedFor = name("X-Forwarded-For")
  static let forwarded = name("Forwarded")
  static let realAddress = name("X-Real-IP")
  static let fallback = name("Cardshot-Fallback")

  private static func name(_ text: String) -> HTTPField.Name { HTTPField.Name(text) ?? .vary }
}
