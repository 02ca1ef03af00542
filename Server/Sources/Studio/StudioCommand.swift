import ArgumentParser
import DrawingProgram
import Foundation
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore

@main
struct StudioCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cardshot-studio",
    abstract:
      "Show the cards of a deck in a browser while you write them; 'cardshot watch --open' starts it.",
    discussion: """
      It serves one page on this machine. The address contains a secret, which is kept in \
      ~/.local/state/cardshot/studio-token, so that bookmarks stay valid; remove the file for a new one. \
      Press Ctrl-C to exit.

      EXIT STATUS
        0 after Ctrl-C, 2 the deck, the program or the port is not available, 64 wrong usage
      """)

  @Argument(help: "A deck, or a folder with decks.")
  var deck: String

  @Option(name: .shortAndLong, help: "Also write this file after each change; can be repeated.")
  var output: [String] = []

  @Option(
    help: "A JSON file with values for bindings; can be repeated. (default: data.json next to the deck)")
  var data: [String] = []

  @Option(name: .customLong("set"), help: "A value for a binding, such as title=Hello; can be repeated.")
  var assignments: [String] = []

  @Option(help: "The theme of the deck.")
  var theme: String?

  @Option(help: "The appearance of the deck: light or dark.")
  var appearance: String?

  @Option(help: "The locale of the deck.")
  var locale: String?

  @Option(help: "Today's date for the deck.")
  var date: String?

  @Option(help: "The width of the canvas in points.")
  var width: Double?

  @Option(help: "Pixels per point.")
  var scale: Double?

  @Option(help: "The port. (default: the first free one of 4380 to 4389)")
  var port: Int?

  @Option(
    help: """
      The address to listen on. (default: 127.0.0.1) Anyone who knows the whole address of the page can then \
      see the decks of the folder.
      """)
  var host = "127.0.0.1"

  @Flag(name: .customLong("no-browser"), help: "Print the address only.")
  var noBrowser = false

  @Option(help: ArgumentHelp("The path of cardshot. (default: next to this program)", visibility: .hidden))
  var program: String?

  func validate() throws {
    if let port, !(1...65_535).contains(port) { throw ValidationError("--port must be 1 to 65535.") }
    if deck == "-" { throw ValidationError("The deck must be a file, because it is read again and again.") }
    for output in output where output == "-" {
      throw ValidationError("The studio cannot write to standard output: name a file.")
    }
  }

  func run() async throws {
    do {
      try await serve()
    } catch let error as StudioError {
      Self.say("error: \(error.message)")
      throw ExitCode(2)
    }
  }

  static func say(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }

  /// The folder of the studio and the deck that is shown first.
  private func place() throws -> (folder: StudioFolder, first: Drawing.FirstDeck?) {
    if StudioFolder.isFolder(deck) { return (try StudioFolder(deck), nil) }
    let folder = StudioFolder.directory(of: deck)
    let name = String(deck.split(separator: "/").last ?? "")
    // A deck that does not exist yet is watched too, but its folder must exist.
    let first = Drawing.FirstDeck(
      path: name, data: data, assignments: assignments, options: options, outputs: output)
    return (try StudioFolder(folder.isEmpty ? "." : folder), first)
  }

  /// The options of drawing.
  private var options: [String] {
    [
      theme.map { "--theme=\($0)" }, appearance.map { "--appearance=\($0)" },
      locale.map { "--locale=\($0)" }, date.map { "--date=\($0)" }, width.map { "--width=\($0)" },
      scale.map { "--scale=\($0)" },
    ].compactMap(\.self)
  }

  private func serve() async throws {
    var (folder, first) = try place()
    if first == nil, !output.isEmpty || !data.isEmpty || !assignments.isEmpty {
      throw ValidationError("-o, --data and --set are for one deck, not for a folder.")
    }
    let program = Program(path: try programPath())
    if first?.data.isEmpty == true, let path = first?.path {
      let found = Drawing(program: program, folder: folder, first: nil, scratch: "").dataFiles(of: path)
      first?.data = found
    }
    let scratch = try Self.scratchFolder()
    defer { try? FileManager.default.removeItem(atPath: scratch) }
    let drawing = Drawing(program: program, folder: folder, first: first, scratch: scratch)
    let runs = Runs(drawing)
    let decks = DeckList(drawing, runs)
    if let path = first?.path { await runs.watch(path) }
    let version = try? await program.run(["--version"])
    if version?.status != 0 { throw StudioError(.notFound, "'\(program.path)' cannot be run") }
    let token = Token.stored()
    let pages = try Pages(drawing: drawing, runs: runs, decks: decks, token: token)
    let background = Task { await decks.follow() }
    defer { background.cancel() }
    let ports = port.map { $0...$0 } ?? 4380...4389
    for port in ports {
      do {
        try await listen(pages, port, token)
        await runs.end()
        return
      } catch let error as IOError where error.errnoCode == EADDRINUSE {
        continue
      } catch let error as IOError {
        throw StudioError(.badRequest, "cannot listen on \(host):\(port): \(error.localizedDescription)")
      }
    }
    throw StudioError(
      .conflict,
      port.map { "the port \($0) is taken; without --port the first free one of 4380 to 4389 is used" }
        ?? "the ports 4380 to 4389 are all taken; name another one with --port")
  }

  private func listen(_ pages: Pages, _ port: Int, _ token: String) async throws {
    var logger = Logger(label: "studio")
    logger.logLevel = .critical
    let address = "http://\(host):\(port)/\(token)/"
    let fragment = pages.fragment
    let app = Application(
      responder: pages.responder(host: host, port: port),
      configuration: .init(
        address: .hostname(host, port: port), serverName: nil,
        availableConnectionsDelegate: MaximumAvailableConnections(128)),
      onServerRunning: { [noBrowser] _ in
        Self.say("The studio is at \(address)\(fragment)")
        if !noBrowser { Self.openBrowser(address + fragment) }
      },
      logger: logger)
    try await app.runService()
  }

  private func programPath() throws -> String {
    if let program { return program }
    // A distribution starts this program by its own loader, which is the executable then.
    if let path = ProcessInfo.processInfo.environment["CARDSHOT_PROGRAM"], !path.isEmpty { return path }
    let own = StudioFolder.real("/proc/self/exe") ?? ""
    let path = StudioFolder.directory(of: own) + "/cardshot"
    guard FileManager.default.isExecutableFile(atPath: path) else {
      throw StudioError(.notFound, "there is no cardshot next to this program")
    }
    return path
  }

  /// A private folder for pictures.
  private static func scratchFolder() throws -> String {
    let path = NSTemporaryDirectory() + "/cardshot-studio-\(UUID().uuidString.lowercased())"
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    return path
  }

  /// Opens the address, if this is a desktop.
  private static func openBrowser(_ address: String) {
    let variables = ProcessInfo.processInfo.environment
    guard variables["DISPLAY"] != nil || variables["WAYLAND_DISPLAY"] != nil else { return }
    for folder in (variables["PATH"] ?? "").split(separator: ":") {
      let path = "\(folder)/xdg-open"
      guard FileManager.default.isExecutableFile(atPath: path) else { continue }
      let process = Process()
      process.executableURL = URL(fileURLWithPath: path)
      process.arguments = [address]
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try? process.run()
      return
    }
  }
}

/// The secret in the address of the page.
enum Token {
  /// The secret of this user, created once, so that bookmarks stay valid.
  static func stored() -> String {
    let variables = ProcessInfo.processInfo.environment
    let state = variables["XDG_STATE_HOME"] ?? variables["HOME"].map { $0 + "/.local/state" }
    guard let folder = state.map({ $0 + "/cardshot" }) else { return fresh() }
    let path = folder + "/studio-token"
    if let text = FileManager.default.contents(atPath: path).map({ String(decoding: $0, as: UTF8.self) }) {
      let token = text.trimmingCharacters(in: .whitespacesAndNewlines)
      if token.utf8.count == 32, token.allSatisfy(\.isHexDigit) { return token }
    }
    let token = fresh()
    try? FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    _ = FileManager.default.createFile(
      atPath: path, contents: Data(token.utf8), attributes: [.posixPermissions: 0o600])
    return token
  }

  private static func fresh() -> String {
    var random = SystemRandomNumberGenerator()
    return (0..<16).map { _ in String(format: "%02x", UInt8.random(in: 0...255, using: &random)) }.joined()
  }

  /// Compares in a time that does not depend on the first difference.
  static func isEqual(_ a: some Sequence<UInt8>, _ b: some Sequence<UInt8>) -> Bool {
    let (a, b) = (Array(a), Array(b))
    guard a.count == b.count else { return false }
    return zip(a, b).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
