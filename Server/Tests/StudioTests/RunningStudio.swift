import Foundation
import Glibc

/// A studio that a test started, with a folder of decks.
final class RunningStudio {
  /// The folder of the decks.
  let folder: String
  /// The address of the page, with its secret.
  private(set) var address = ""
  private(set) var port = 0
  private let process = Process()

  /// The package's folder.
  static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The drawing program: `CARDSHOT_PROGRAM`, or the debug build of the project.
  static let program =
    ProcessInfo.processInfo.environment["CARDSHOT_PROGRAM"]
    ?? package.deletingLastPathComponent().appendingPathComponent(".build/debug/cardshot").path

  struct Failure: Error, CustomStringConvertible { var description: String }

  /// The path of the studio: next to the running tests.
  static func path() throws -> String {
    var folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    for _ in 0..<6 {
      let path = folder.appendingPathComponent("cardshot-studio").path
      if FileManager.default.isExecutableFile(atPath: path) { return path }
      folder = folder.deletingLastPathComponent()
    }
    throw Failure(description: "cardshot-studio is not built")
  }

  /// Starts a studio in a folder, with a deck or a folder as its first argument.
  init(
    _ arguments: [String], in folder: String, environment: [String: String] = [:],
    isExpectedToStart: Bool = true
  ) throws {
    self.folder = folder
    process.executableURL = URL(fileURLWithPath: try Self.path())
    process.arguments = arguments + ["--no-browser", "--program", Self.program]
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    process.environment = BuiltProgram.plainEnvironment.merging(
      ["XDG_STATE_HOME": folder + "/.state"].merging(environment) { $1 }
    ) { $1 }
    let log = folder + "/.messages"
    _ = FileManager.default.createFile(atPath: log, contents: nil)
    let messages = FileHandle(forWritingAtPath: log)
    process.standardError = messages
    process.standardOutput = messages
    process.standardInput = FileHandle.nullDevice
    try process.run()
    guard isExpectedToStart else {
      process.waitUntilExit()
      return
    }
    for _ in 0..<1_200 {
      if let match = self.messages.firstMatch(of: /http:\/\/[^:]+:(\d+)\/[0-9a-f]{32}\//) {
        address = String(match.0)
        port = Int(match.1) ?? 0
        return
      }
      guard process.isRunning else { break }
      usleep(50_000)
    }
    throw Failure(description: "the studio did not start: \(self.messages)")
  }

  deinit { if process.isRunning { process.terminate() } }

  /// Everything that the studio has printed.
  var messages: String { (try? String(contentsOfFile: folder + "/.messages", encoding: .utf8)) ?? "" }

  var status: Int32 { process.terminationStatus }
  var processIdentifier: Int32 { process.processIdentifier }

  /// Presses Ctrl-C, and returns the exit status.
  func stop() -> Int32 {
    process.interrupt()
    process.waitUntilExit()
    return process.terminationReason == .exit ? process.terminationStatus : -1
  }

  /// The path of the page, such as `/0123…/`.
  var path: String { String(address.drop { $0 != ":" }.dropFirst(3).drop { $0 != "/" }) }

  // MARK: Requests

  struct Answer {
    var status: Int
    /// The header fields with lower-case names.
    var headers: [String: String]
    var body: Data

    var text: String { String(decoding: body, as: UTF8.self) }
    var json: [String: Any] { (try? JSONSerialization.jsonObject(with: body)) as? [String: Any] ?? [:] }
  }

  /// Posts JSON to an address below the page.
  func post(_ name: String, _ value: [String: Any], headers: [String: String] = [:]) throws -> Answer {
    let body = try JSONSerialization.data(withJSONObject: value)
    return try request(
      "POST", path + name, headers: ["Content-Type": "application/json"].merging(headers) { $1 }, body: body)
  }

  func get(_ name: String, headers: [String: String] = [:]) throws -> Answer {
    try request("GET", path + name, headers: headers)
  }

  /// Sends exactly these bytes, so that a test can send what a browser never would.
  func request(
    _ method: String, _ path: String, headers: [String: String] = [:], body: Data = Data()
  ) throws -> Answer {
    var all = ["Host": "127.0.0.1:\(port)", "Connection": "close", "Content-Length": "\(body.count)"]
    if method == "GET" { all["Content-Length"] = nil }
    all.merge(headers) { $1 }
    let head = "\(method) \(path) HTTP/1.1\r\n" + all.map { "\($0.key): \($0.value)\r\n" }.joined() + "\r\n"
    let socket = try connect()
    defer { close(socket) }
    try Self.send(Data(head.utf8) + body, to: socket)
    var received = Data()
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = recv(socket, &buffer, buffer.count, 0)
      if count <= 0 { break }
      received += buffer[..<count]
    }
    return try Self.answer(received)
  }

  /// Opens a connection.
  func connect() throws -> Int32 {
    let end = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { Glibc.connect(end, $0, size) }
    }
    guard result == 0 else { throw Failure(description: "no connection") }
    return end
  }

  static func send(_ data: Data, to socket: Int32) throws {
    var rest = data
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      // The studio may answer and close before it has read everything.
      if count <= 0 { return }
      rest = rest.dropFirst(count)
    }
  }

  private static func answer(_ data: Data) throws -> Answer {
    guard let end = data.range(of: Data("\r\n\r\n".utf8)) else {
      throw Failure(description: "no answer: \(String(decoding: data, as: UTF8.self))")
    }
    let lines = String(decoding: data[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
      if parts.count == 2 { headers[parts[0].lowercased()] = parts[1] }
    }
    let status = lines[0].split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return Answer(status: status, headers: headers, body: Data(data[end.upperBound...]))
  }
}

/// Decks of the tests.
enum Decks {
  static func write(_ text: String, _ path: String) throws {
    // Editors save by renaming.
    let other = path + "~"
    try FileManager.default.createDirectory(
      atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try text.write(toFile: other, atomically: false, encoding: .utf8)
    guard rename(other, path) == 0 else { throw RunningStudio.Failure(description: "cannot write \(path)") }
  }

  static func titled(_ title: String) -> String {
    let text = (try? JSONEncoder().encode(title)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
    return #"{ "cards": [ { "id": "first", "parts": [ { "type": "title", "title": \#(text) } ] } ] }"#
  }

  static let withInputs = #"""
    {
      "inputs": {
        "title": { "type": "string", "maxLength": 40 },
        "share": { "type": "number", "minimum": 0, "maximum": 1 }
      },
      "data": { "title": "Hello", "share": 0.4 },
      "cards": [ { "parts": [
        { "type": "title", "title": "{{ title }}" }, { "type": "bar", "percent": "{{ share }}" }
      ] } ]
    }
    """#

  /// A new folder with files; it is removed by `remove`.
  static func folder(_ files: [String: String]) throws -> String {
    let folder = try BuiltProgram.folder()
    for (name, text) in files { try write(text, "\(folder)/\(name)") }
    return StudioPath.real(folder)
  }
}

enum StudioPath {
  static func real(_ path: String) -> String {
    guard let text = realpath(path, nil) else { return path }
    defer { free(text) }
    return String(cString: text)
  }
}
