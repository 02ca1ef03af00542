import ArgumentParser
import DrawingProgram
import Foundation
import Glibc

struct SignCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sign", abstract: "Print the signed address of a card.",
    discussion: """
      EXAMPLES
        cardshot sign decks/post.json --data '{"title":"Hello"}' --key-file key
        cardshot sign decks/post.json --data post.json --expires 30d --key-file key
        cardshot sign decks/post.json --sealed --data '{"name":"Ada"}' --key-file key

      Anyone who knows the address can see the card, and the data in it. --sealed encrypts the data.

      EXIT STATUS
        0 success, 2 a file or the key is not usable, 64 wrong usage
      """)

  @Argument(help: "The deck: its file, or its name in addresses.") var deck: String
  @Option(help: "The data: JSON, a file, or - for standard input.") var data: String?
  @Option(name: .customLong("option"), help: "An option of the picture, such as scale=2; can be repeated.")
  var options: [String] = []
  @Option(help: "png, jpeg, webp, gif, svg or pdf.") var format = "png"
  @Option(help: "The time for which the address is valid: 90s, 15m, 12h, 30d; or seconds since 1970.")
  var expires: String?
  @Option(help: "The start of the address, such as https://cards.example.com.") var base =
    "http://127.0.0.1:8080"
  @Option(help: "The folder of the decks, if the deck is in a folder below it.") var decks: String?
  @Option(help: "A file with the key. (default: CARDSHOT_KEYS_FILE or CARDSHOT_KEYS)") var keyFile: String?
  @Flag(help: "Encrypt the data, so that they do not appear in logs.") var sealed = false

  func validate() throws {
    guard Service.endings[format] != nil else {
      throw ValidationError("--format must be png, jpeg, webp, gif, svg or pdf.")
    }
    guard base.hasPrefix("http://") || base.hasPrefix("https://") else {
      throw ValidationError("--base must start with http:// or https://.")
    }
    if let wrong = options.first(where: { !$0.contains("=") }) {
      throw ValidationError("--option must be name=value, found '\(wrong)'.")
    }
    _ = try end
  }

  func run() throws {
    do {
      print(try address())
    } catch let error as ServeError {
      ServiceLog.say("error: \(error.message)")
      throw ExitCode(2)
    }
  }

  private func address() throws -> String {
    let key = try key()
    let file = try Self.encoded(name() + "." + format)
    let payload = try payload()
    let start = base.hasSuffix("/") ? String(base.dropLast()) : base
    if sealed { return "\(start)/x/\(try key.seal(payload, for: name() + "." + format))/\(file)" }
    let rest = "\(Base64URL.encode(payload))/\(file)"
    return "\(start)/i/\(key.signature(of: rest))/\(rest)"
  }

  /// The canonical payload: the members in the order of their names, without spaces.
  private func payload() throws -> Data {
    var members: [String] = []
    if let data { members.append(#""data":\#(try Self.object(data))"#) }
    if let end = try end { members.append(#""expires":\#(end)"#) }
    if !options.isEmpty {
      let pairs = options.sorted().map { option in
        let words = option.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let value = Double(words[1]) == nil ? JSONText(String(words[1])).text : String(words[1])
        return "\(JSONText(String(words[0])).text):\(value)"
      }
      members.append(#""options":{\#(pairs.joined(separator: ","))}"#)
    }
    return Data("{\(members.joined(separator: ","))}".utf8)
  }

  /// A JSON object without white space; numbers stay as they were written.
  private static func object(_ given: String) throws -> String {
    var text = given
    if !given.trimmingCharacters(in: .whitespacesAndNewlines).hasPrefix("{") {
      text =
        given == "-"
        ? String(decoding: FileHandle.standardInput.availableToEnd, as: UTF8.self) : try Settings.read(given)
    }
    guard let value = try? JSONDecoder().decode(JSONValue.self, from: Data(text.utf8)), value.members != nil
    else {
      throw ServeError("the data must be a JSON object")
    }
    var (result, isInString, isEscaped) = ("", false, false)
    for character in text.unicodeScalars {
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if character == "\\" {
          isEscaped = true
        } else if character == "\"" {
          isInString = false
        }
      } else if character == "\"" {
        isInString = true
      } else if [" ", "\t", "\n", "\r"].contains(character) {
        continue
      }
      result.unicodeScalars.append(character)
    }
    return result
  }

  /// The end of validity in seconds since 1970.
  private var end: Int? {
    get throws {
      guard let expires else { return nil }
      let units: [Character: Int] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400]
      if let unit = expires.last.flatMap({ units[$0] }), let count = Int(expires.dropLast()), count > 0,
        count < 1_000_000_000
      {
        return Int(Date().timeIntervalSince1970) + count * unit
      }
      if let seconds = Int(expires), seconds > 1_000_000_000 { return seconds }
      throw ValidationError("--expires must be a time such as 30d, or seconds since 1970.")
    }
  }

  /// The name of the deck in addresses.
  private func name() throws -> String {
    var path = deck.hasSuffix(".json") ? String(deck.dropLast(".json".count)) : deck
    if let decks {
      while path.hasPrefix("./") { path = String(path.dropFirst(2)) }
      let folder = decks == "." || decks == "./" ? "" : decks.hasSuffix("/") ? decks : decks + "/"
      guard path.hasPrefix(folder) else { throw ServeError("the deck '\(deck)' is not below '\(decks)'") }
      path = String(path.dropFirst(folder.count))
    } else if deck.hasSuffix(".json") {
      path = String(path.split(separator: "/").last ?? "")
    }
    return path
  }

  private func key() throws -> Key {
    let variables = ProcessInfo.processInfo.environment
    let keys: [Key]
    if let file = keyFile ?? variables["CARDSHOT_KEYS_FILE"] {
      keys = try Key.list(try Settings.read(file), from: "'\(file)'")
    } else if let text = variables["CARDSHOT_KEYS"] {
      keys = try Key.list(text, from: "CARDSHOT_KEYS")
    } else {
      throw ServeError("there is no key: name a file with --key-file; 'openssl rand -base64 32' makes a key")
    }
    return keys[0]
  }

  private static func encoded(_ path: String) -> String {
    path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed.subtracting(["%"])) ?? path
  }
}

extension FileHandle {
  fileprivate var availableToEnd: Data { (try? readToEnd()) ?? Data() }
}

struct HealthCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "health", abstract: "Ask a running service whether it is ready.",
    discussion: """
      EXIT STATUS
        0 it is ready, 1 it is not ready, 2 there is no service at the address, 64 wrong usage
      """)

  @Option(help: "The address of the service's --admin-bind. (default: CARDSHOT_ADMIN_BIND or 127.0.0.1:8081)")
  var admin: String?

  func run() throws {
    let text = admin ?? ProcessInfo.processInfo.environment["CARDSHOT_ADMIN_BIND"] ?? "127.0.0.1:8081"
    guard let address = Settings.Address(text) else {
      throw ValidationError("--admin must be an address such as 127.0.0.1:8081.")
    }
    guard let status = Self.status(of: address) else {
      ServiceLog.say("error: there is no service at \(text)")
      throw ExitCode(2)
    }
    print(status == 200 ? "ready" : "not ready")
    if status != 200 { throw ExitCode(1) }
  }

  /// The status of `/readyz`; nil without an answer within five seconds.
  private static func status(of address: Settings.Address) -> Int? {
    var limit = timeval(tv_sec: 5, tv_usec: 0)
    let end: Int32
    switch address {
    case .unix(let path):
      end = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
      var place = sockaddr_un()
      place.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &place.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
      let result = withUnsafePointer(to: &place) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(end, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
      }
      guard result == 0 else { return nil }
    case .internet(let host, let port):
      // A service that listens on all addresses is asked on this machine.
      let host = ["0.0.0.0", "::"].contains(host) ? "127.0.0.1" : host
      var found: UnsafeMutablePointer<addrinfo>?
      var hints = addrinfo()
      hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
      guard getaddrinfo(host, "\(port)", &hints, &found) == 0, let found else { return nil }
      defer { freeaddrinfo(found) }
      end = socket(found.pointee.ai_family, found.pointee.ai_socktype, 0)
      guard connect(end, found.pointee.ai_addr, found.pointee.ai_addrlen) == 0 else { return nil }
    }
    defer { close(end) }
    setsockopt(end, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    let request = Array("GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".utf8)
    guard send(end, request, request.count, Int32(MSG_NOSIGNAL)) == request.count else { return nil }
    var buffer = [UInt8](repeating: 0, count: 64)
    let count = recv(end, &buffer, buffer.count, 0)
    guard count > 12 else { return nil }
    return Int(String(decoding: buffer[9..<12], as: UTF8.self))
  }
}
