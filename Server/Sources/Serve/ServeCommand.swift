import ArgumentParser
import DrawingProgram
import Foundation
import Glibc
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import ServiceLifecycle
import Synchronization
import UnixSignals

@main
struct ServeProgram: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cardshot", abstract: "Render cards over HTTP.",
    subcommands: [ServeCommand.self, SignCommand.self, HealthCommand.self])
}

struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Render the cards of a folder of decks over HTTP.",
    discussion: """
      EXAMPLES
        cardshot serve decks
            http://127.0.0.1:8080/d/card.png?title=Hello, for development
        cardshot serve decks --key-file key
            signed addresses, which 'cardshot sign' makes
        cardshot serve decks --check
            reads and draws all decks, and exits

      Every setting is also a variable of the environment, or a line of the file that --config names: \
      CARDSHOT_BIND, CARDSHOT_ADMIN_BIND, CARDSHOT_KEYS, CARDSHOT_KEYS_FILE, CARDSHOT_TOKENS_FILE, and the limits \
      of the manual's page about the service. PORT sets the port.

      SIGHUP reads the decks again; if one of them has an error, the earlier ones stay. SIGTERM finishes the \
      pictures that are being drawn.

      EXIT STATUS
        0 after SIGTERM or Ctrl-C, 2 a deck, a file or the port is not usable, 64 wrong usage
      """)

  @Argument(help: "The folder of the decks.") var decks: String

  @Option(help: "The address to listen on. (default: 127.0.0.1:8080)") var bind: String?
  @Option(help: "The port to listen on; the same as --bind 127.0.0.1:PORT.") var port: Int?
  @Option(help: "The address of /readyz, /healthz and /metrics. (default: 127.0.0.1:8081)")
  var adminBind: String?
  @Option(help: "The port of /readyz, /healthz and /metrics.") var adminPort: Int?
  @Option(help: "A file with keys, one per line; the first one signs, all are accepted.") var keyFile: String?
  @Option(help: "A file with bearer tokens for /v1, one per line.") var tokensFile: String?
  @Option(help: "A file with settings, such as CARDSHOT_WORKERS=2.") var config: String?
  @Option(help: "The number of processes that draw. (default: one per processor)") var workers: Int?
  @Option(help: "The folder of the cache, or off. (default: ~/.cache/cardshot/serve)") var cache: String?
  @Option(help: "A deck that is drawn instead of a card that cannot be drawn.") var fallback: String?
  @Flag(help: "Answer unsigned addresses outside of this machine too.") var unsigned = false
  @Flag(help: "Treat all requests as those of strangers, because a proxy on this machine forwards them.")
  var `public` = false
  @Flag(help: "Read and draw all decks, and exit.") var check = false
  @Option(help: ArgumentHelp("The path of cardshot.", visibility: .hidden)) var program: String?

  func validate() throws {
    if port != nil, bind != nil { throw ValidationError("--port and --bind cannot be combined.") }
    if adminPort != nil, adminBind != nil {
      throw ValidationError("--admin-port and --admin-bind cannot be combined.")
    }
    for port in [port, adminPort].compactMap(\.self) where !(1...65_535).contains(port) {
      throw ValidationError("A port must be 1 to 65535.")
    }
  }

  func run() async throws {
    signal(SIGPIPE, SIG_IGN)
    // Until the decks are read, there is nothing to read again.
    signal(SIGHUP, SIG_IGN)
    do {
      try await serve()
    } catch let error as ServeError {
      ServiceLog.say("error: \(error.message)")
      throw ExitCode(2)
    } catch let error as CatalogError {
      for message in error.messages.prefix(100) {
        ServiceLog.say(error.areOfDecks ? message : "error: \(message)")
      }
      throw ExitCode(2)
    }
  }

  private func settings() throws(ServeError) -> Settings {
    var options: [String: String] = [:]
    options["CARDSHOT_BIND"] = bind ?? port.map { "127.0.0.1:\($0)" }
    options["CARDSHOT_ADMIN_BIND"] = adminBind ?? adminPort.map { "127.0.0.1:\($0)" }
    options["CARDSHOT_KEYS_FILE"] = keyFile
    options["CARDSHOT_TOKENS_FILE"] = tokensFile
    options["CARDSHOT_WORKERS"] = workers.map { "\($0)" }
    options["CARDSHOT_CACHE"] = cache
    options["CARDSHOT_FALLBACK"] = fallback
    if unsigned { options["CARDSHOT_UNSIGNED"] = "1" }
    if `public` { options["CARDSHOT_PUBLIC"] = "1" }
    return try Settings(file: config, options: options)
  }

  private func serve() async throws {
    let settings = try settings()
    try settings.check()
    let path = try program ?? Neighbour.path("cardshot")
    let metrics = Metrics()
    let catalog = try await Catalog.read(decks, settings, program: path, metrics, startsWorkers: !check)
    for warning in catalog.warnings { ServiceLog.say(warning) }
    if check {
      return print(
        catalog.decks.count == 1 ? "1 deck can be served" : "\(catalog.decks.count) decks can be served")
    }
    var cache: PictureCache?
    if let folder = settings.cache {
      do throws(ServeError) { cache = try PictureCache(folder, most: settings.cacheBytes) } catch {
        ServiceLog.say("warning: \(error.message), so pictures are not kept")
      }
    }
    let catalogs = Catalogs(catalog)
    let service = Service(
      settings: settings, folder: decks, catalogs: catalogs, metrics: metrics, cache: cache,
      budgets: settings.clientBudget.map { ClientBudgets($0) },
      program: Program(path: path, deadline: .seconds(settings.cardSeconds)))
    let admin = AdminService(catalogs: catalogs, metrics: metrics, cache: cache)
    let reload = { @Sendable in
      try await Catalog.read(self.decks, settings, program: path, metrics)
    }
    try await Self.run(
      [
        CatalogService(catalogs: catalogs, metrics: metrics, reload: reload),
        try application(admin, settings.admin, connections: 32),
        try application(service, settings.bind, connections: settings.connections) {
          let count = catalog.decks.count
          ServiceLog.say("Serving \(count) \(count == 1 ? "deck" : "decks") at \(settings.bind.text)")
        },
        DrainService(catalogs: catalogs),
      ])
  }

  private func application(
    _ responder: some HTTPResponder<ServiceContext>, _ address: Settings.Address, connections: Int,
    onStart: @escaping @Sendable () -> Void = {}
  ) throws(ServeError) -> any ServiceLifecycle.Service {
    if case .unix(let path) = address {
      // A socket that an earlier run left; anything else is not removed.
      var status = stat()
      if lstat(path, &status) == 0 {
        guard status.st_mode & S_IFMT == S_IFSOCK else {
          throw ServeError("cannot listen: '\(path)' exists and is not a socket")
        }
        unlink(path)
      }
    }
    var logger = Logger(label: "serve")
    logger.logLevel = .critical
    let limits = HTTP1Channel.Configuration.DecoderConfiguration(
      maxHeaderFieldSize: 16 << 10, maxHeaderListSize: 32 << 10, maxHeaderFieldCount: 100)
    return Application(
      responder: responder,
      server: .http1(
        configuration: .init(
          additionalChannelHandlers: [ConnectionGuard()], idleTimeout: .seconds(75),
          httpDecoderConfiguration: limits)),
      configuration: .init(
        address: address.bind, serverName: nil,
        availableConnectionsDelegate: MaximumAvailableConnections(connections)),
      onServerRunning: { _ in onStart() }, logger: logger)
  }

  /// Runs all services until a signal, then ends them in reverse order.
  private static func run(_ services: [any ServiceLifecycle.Service]) async throws {
    var logger = Logger(label: "serve")
    logger.logLevel = .critical
    var configuration = ServiceGroupConfiguration(
      services: services.map { .init(service: $0) }, gracefulShutdownSignals: [.sigterm, .sigint],
      logger: logger)
    configuration.maximumGracefulShutdownDuration = .seconds(20)
    do {
      try await ServiceGroup(configuration: configuration).run()
    } catch let error as IOError {
      throw ServeError("cannot listen: \(error.localizedDescription)")
    }
  }
}

/// Programs next to this one.
enum Neighbour {
  static func path(_ name: String) throws(ServeError) -> String {
    // A distribution starts this program by its own loader, which is the executable then.
    if let path = ProcessInfo.processInfo.environment["CARDSHOT_PROGRAM"], !path.isEmpty { return path }
    guard let own = realpath("/proc/self/exe", nil) else { throw ServeError("this program was removed") }
    defer { free(own) }
    let path = String(cString: own).split(separator: "/").dropLast().map { "/\($0)" }.joined() + "/\(name)"
    guard FileManager.default.isExecutableFile(atPath: path) else {
      throw ServeError("there is no \(name) next to this program")
    }
    return path
  }
}

/// The present catalog; a reload replaces it.
final class Catalogs: Sendable {
  private struct State {
    var current: Catalog
    var isDraining = false
  }
  private let state: Mutex<State>

  init(_ catalog: Catalog) { state = Mutex(State(current: catalog)) }

  var current: Catalog { state.withLock { $0.current } }
  var isDraining: Bool { state.withLock { $0.isDraining } }

  /// Replaces the catalog; requests that have begun finish with the earlier one.
  func replace(_ catalog: Catalog) -> Catalog {
    state.withLock { state in
      defer { state.current = catalog }
      return state.current
    }
  }

  func drain() { state.withLock { $0.isDraining = true } }
}

/// Reports the end as soon as it begins: services end in reverse order, and this one is the last.
struct DrainService: ServiceLifecycle.Service {
  let catalogs: Catalogs

  func run() async throws {
    try? await gracefulShutdown()
    catalogs.drain()
  }
}

/// Watches the workers, and reloads the decks on SIGHUP.
struct CatalogService: ServiceLifecycle.Service {
  let catalogs: Catalogs
  let metrics: Metrics
  let reload: @Sendable () async throws -> Catalog

  func run() async throws {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await watch() }
      group.addTask { await followSignals() }
      try? await gracefulShutdown()
      group.cancelAll()
    }
    await catalogs.current.pool.end()
  }

  private func watch() async {
    while !Task.isCancelled { await catalogs.current.pool.watch() }
  }

  private func followSignals() async {
    for await _ in await UnixSignalsSequence(trapping: .sighup) {
      do {
        let earlier = catalogs.replace(try await reload())
        metrics.count(\.reloads, "ok")
        ServiceLog.event("reload", ["decks": "\(catalogs.current.decks.count)"])
        Task { await earlier.pool.endAfterRequests() }
      } catch {
        metrics.count(\.reloads, "failed")
        let messages = (error as? CatalogError)?.messages ?? ["the decks cannot be read"]
        for message in messages.prefix(100) { ServiceLog.event("reload failed", ["message": message]) }
      }
    }
  }
}

/// The addresses for whoever operates the service.
struct AdminService: HTTPResponder {
  typealias Context = ServiceContext

  let catalogs: Catalogs
  let metrics: Metrics
  let cache: PictureCache?

  func respond(to request: Request, context: Context) async throws -> Response {
    let isHead = request.method == .head
    guard request.method == .get || isHead else {
      return Problem.method("GET, HEAD").response(isDetailed: true)
    }
    switch request.uri.path {
    case "/healthz": return text("ok\n", isHead)
    case "/readyz":
      let isReady = catalogs.current.pool.isReady && !catalogs.isDraining
      return text(isReady ? "ready\n" : "not ready\n", isHead, isReady ? .ok : .serviceUnavailable)
    case "/metrics":
      let load = catalogs.current.pool.load
      return text(
        metrics.text([
          ("workers", "Processes that draw.", load.workers),
          ("workers_busy", "Processes that draw now.", load.busy),
          ("queue_length", "Requests that wait for a worker.", load.waiting),
          ("workers_megabytes", "The memory of all workers in MiB.", load.megabytes),
          ("connections", "Open connections.", Connection.count),
          ("cache_bytes", "The size of all pictures in the cache.", cache?.bytes ?? 0),
          ("decks", "Decks.", catalogs.current.decks.count),
        ]), isHead)
    default: return Problem.notFound.response(isDetailed: true, isHead: isHead)
    }
  }

  private func text(_ text: String, _ isHead: Bool, _ status: HTTPResponse.Status = .ok) -> Response {
    Response(
      status: status,
      headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8", .cacheControl: "no-store"],
      text: text, isHead: isHead)
  }
}

/// Messages on standard error: sentences at the start, then one line of JSON per request.
enum ServiceLog {
  static func say(_ text: String) { write(text) }

  static func event(_ name: String, _ values: [String: String]) {
    let members = values.sorted { $0.key < $1.key }.map {
      "\(JSONText($0.key).text):\(JSONText($0.value).text)"
    }
    write(
      "{\((["\"time\":\"\(now)\"", "\"event\":\(JSONText(name).text)"] + members).joined(separator: ","))}")
  }

  static func request(
    _ id: String, _ method: String, _ trace: Service.Trace, _ response: Response, _ time: Duration
  ) {
    event(
      "request",
      [
        "id": id, "method": method, "kind": trace.kind, "deck": trace.deck, "code": trace.code,
        "status": "\(response.status.code)", "bytes": response.headers[.contentLength] ?? "",
        "ms": "\((time.milliseconds * 100).rounded() / 100)",
      ].filter { !$0.value.isEmpty })
  }

  private static var now: String {
    Date().formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
  }

  private static func write(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }
}
