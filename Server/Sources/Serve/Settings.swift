import Foundation
import Glibc
import Hummingbird

/// The settings of the service: from options, the environment and a file, in this order of precedence.
struct Settings: Sendable {
  /// An address to listen on.
  enum Address: Sendable {
    case internet(host: String, port: Int)
    case unix(path: String)

    /// Reads `127.0.0.1:8080`, `[::1]:8080` or `unix:/run/cardshot.sock`.
    init?(_ text: String) {
      if text.hasPrefix("unix:") {
        let path = String(text.dropFirst("unix:".count))
        guard !path.isEmpty, path.utf8.count < 108 else { return nil }
        self = .unix(path: path)
        return
      }
      guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]),
        (1...65_535).contains(port)
      else { return nil }
      var host = String(text[..<colon])
      if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
      guard !host.isEmpty else { return nil }
      self = .internet(host: host, port: port)
    }

    /// Whether only programs on this machine can connect.
    ///
    /// Behind a socket there is a proxy, whose clients are strangers.
    var isLocal: Bool {
      switch self {
      case .unix: false
      case .internet(let host, _): Self.isLoopback(host)
      }
    }

    /// A name such as `127.example.com` can belong to anybody, so only numbers are compared by their start.
    private static func isLoopback(_ host: String) -> Bool {
      guard let bytes = AddressRange.bytes(of: host) else { return host == "localhost" }
      return bytes.count == 4 ? bytes[0] == 127 : host == "::1"
    }

    var bind: BindAddress {
      switch self {
      case .internet(let host, let port): .hostname(host, port: port)
      case .unix(let path): .unixDomainSocket(path: path)
      }
    }

    var text: String {
      switch self {
      case .internet(let host, let port): "http://\(host.contains(":") ? "[\(host)]" : host):\(port)"
      case .unix(let path): "unix:\(path)"
      }
    }
  }

  var bind = Address.internet(host: "127.0.0.1", port: 8080)
  var admin = Address.internet(host: "127.0.0.1", port: 8081)
  var keys: [Key] = []
  var tokens: [String] = []
  var workers = max(1, ProcessInfo.processInfo.activeProcessorCount)
  /// The folder of the cache; nil for none.
  var cache: String? = Self.defaultCache
  var cacheBytes = 1 << 30
  /// Whether unsigned addresses are answered outside of this machine too.
  var isUnsigned = false
  /// Whether all requests count as those of strangers, because a proxy on this machine forwards them.
  var isPublic = false
  /// Whether requests come from this machine.
  var isLocal: Bool { bind.isLocal && !isPublic }
  /// The deck that is drawn instead of a card that cannot be drawn.
  var fallback: String?
  var trustedProxies: [AddressRange] = []
  /// The time of drawing for each client, in milliseconds per minute; nil for no limit.
  var clientBudget: Int?
  var mostPixels = 8_000_000
  /// The wall-clock and processor time of a picture, in seconds.
  var (cardSeconds, processorSeconds) = (10, 5)
  var queueSeconds = 2
  var connections = 256
  /// After this number of pictures, or this size in MiB, a worker is replaced.
  var (workerCards, workerMegabytes) = (100_000, 512)

  /// The number of requests that wait for a worker.
  var queue: Int { 8 * workers }
  /// The largest body of a request, in bytes.
  static let largestBody = 1 << 20
  /// The longest address, in bytes.
  static let longestAddress = 8 << 10

  private static var defaultCache: String? {
    let variables = ProcessInfo.processInfo.environment
    return (variables["XDG_CACHE_HOME"] ?? variables["HOME"].map { $0 + "/.cache" })
      .map { $0 + "/cardshot/serve" }
  }

  /// The names of the settings and the ways to read them.
  private static let readers:
    [(name: String, read: @Sendable (String, inout Settings) throws(ServeError) -> Void)] = [
      (
        "CARDSHOT_BIND",
        { text, settings throws(ServeError) in settings.bind = try address(text, "CARDSHOT_BIND") }
      ),
      (
        "PORT",
        { text, settings throws(ServeError) in
          guard case .internet(let host, _) = settings.bind else { return }
          settings.bind = .internet(host: host, port: try number(text, 1...65_535, "PORT"))
        }
      ),
      (
        "CARDSHOT_ADMIN_BIND",
        { text, settings throws(ServeError) in settings.admin = try address(text, "CARDSHOT_ADMIN_BIND") }
      ),
      (
        "CARDSHOT_KEYS",
        { text, settings throws(ServeError) in settings.keys = try Key.list(text, from: "CARDSHOT_KEYS") }
      ),
      (
        "CARDSHOT_KEYS_FILE",
        { text, settings throws(ServeError) in settings.keys = try Key.list(try read(text), from: "'\(text)'")
        }
      ),
      (
        "CARDSHOT_TOKENS_FILE",
        { text, settings throws(ServeError) in
          settings.tokens = try read(text).split(whereSeparator: \.isWhitespace).map(String.init)
          guard !settings.tokens.isEmpty, settings.tokens.allSatisfy({ $0.utf8.count >= 16 }) else {
            throw ServeError("'\(text)' must contain tokens of at least 16 characters, one per line")
          }
        }
      ),
      (
        "CARDSHOT_WORKERS",
        { text, settings throws(ServeError) in
          settings.workers = try number(text, 1...256, "CARDSHOT_WORKERS")
        }
      ),
      ("CARDSHOT_CACHE", { text, settings in settings.cache = text == "off" ? nil : text }),
      (
        "CARDSHOT_CACHE_MEGABYTES",
        { text, settings throws(ServeError) in
          settings.cacheBytes = try number(text, 1...1_000_000, "CARDSHOT_CACHE_MEGABYTES") << 20
        }
      ),
      (
        "CARDSHOT_UNSIGNED",
        { text, settings throws(ServeError) in
          guard ["0", "1"].contains(text) else { throw ServeError("CARDSHOT_UNSIGNED must be 0 or 1") }
          settings.isUnsigned = text == "1"
        }
      ),
      (
        "CARDSHOT_PUBLIC",
        { text, settings throws(ServeError) in
          guard ["0", "1"].contains(text) else { throw ServeError("CARDSHOT_PUBLIC must be 0 or 1") }
          settings.isPublic = text == "1"
        }
      ),
      ("CARDSHOT_FALLBACK", { text, settings in settings.fallback = text }),
      (
        "CARDSHOT_TRUSTED_PROXIES",
        { text, settings throws(ServeError) in
          settings.trustedProxies = []
          for word in text.split(whereSeparator: { $0 == "," || $0.isWhitespace }) {
            guard let range = AddressRange(String(word)) else {
              throw ServeError("CARDSHOT_TRUSTED_PROXIES: '\(word)' is not an address such as 10.0.0.0/8")
            }
            settings.trustedProxies.append(range)
          }
        }
      ),
      (
        "CARDSHOT_CLIENT_BUDGET",
        { text, settings throws(ServeError) in
          let budget = try number(text, 0...10_000_000, "CARDSHOT_CLIENT_BUDGET")
          settings.clientBudget = budget == 0 ? nil : budget
        }
      ),
      (
        "CARDSHOT_MAX_PIXELS",
        { text, settings throws(ServeError) in
          settings.mostPixels = try number(text, 1...268_435_456, "CARDSHOT_MAX_PIXELS")
        }
      ),
      (
        "CARDSHOT_CARD_SECONDS",
        { text, settings throws(ServeError) in
          settings.cardSeconds = try number(text, 1...600, "CARDSHOT_CARD_SECONDS")
        }
      ),
      (
        "CARDSHOT_PROCESSOR_SECONDS",
        { text, settings throws(ServeError) in
          settings.processorSeconds = try number(text, 1...600, "CARDSHOT_PROCESSOR_SECONDS")
        }
      ),
      (
        "CARDSHOT_QUEUE_SECONDS",
        { text, settings throws(ServeError) in
          settings.queueSeconds = try number(text, 1...60, "CARDSHOT_QUEUE_SECONDS")
        }
      ),
      (
        "CARDSHOT_CONNECTIONS",
        { text, settings throws(ServeError) in
          settings.connections = try number(text, 1...65_536, "CARDSHOT_CONNECTIONS")
        }
      ),
      (
        "CARDSHOT_WORKER_CARDS",
        { text, settings throws(ServeError) in
          settings.workerCards = try number(text, 1...100_000_000, "CARDSHOT_WORKER_CARDS")
        }
      ),
      (
        "CARDSHOT_WORKER_MEGABYTES",
        { text, settings throws(ServeError) in
          settings.workerMegabytes = try number(text, 64...65_536, "CARDSHOT_WORKER_MEGABYTES")
        }
      ),
    ]

  /// Reads the settings of a file and of the environment.
  ///
  /// - Parameters:
  ///   - file: A file with lines such as `CARDSHOT_BIND=0.0.0.0:8080`.
  ///   - options: The settings of the command line.
  init(file: String?, options: [String: String]) throws(ServeError) {
    var values: [String: String] = [:]
    let names = Set(Self.readers.map(\.name))
    for (number, line) in try file.map({ path throws(ServeError) in try Self.read(path) })?
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated()
      ?? "".split(whereSeparator: \.isNewline).enumerated()
    {
      let line = line.trimmingCharacters(in: .whitespaces)
      if line.isEmpty || line.hasPrefix("#") { continue }
      guard let equals = line.firstIndex(of: "="), names.contains(String(line[..<equals])) else {
        throw ServeError("line \(number + 1) of '\(file ?? "")' is not a setting such as CARDSHOT_WORKERS=2")
      }
      values[String(line[..<equals])] = String(line[line.index(after: equals)...])
    }
    let environment = ProcessInfo.processInfo.environment
    for name in names { if let value = environment[name], !value.isEmpty { values[name] = value } }
    // Keys of the command line replace those of the environment, whichever way they are given.
    if options["CARDSHOT_KEYS_FILE"] != nil { values["CARDSHOT_KEYS"] = nil }
    if options["CARDSHOT_BIND"] != nil { values["PORT"] = nil }
    values.merge(options) { $1 }
    if values["CARDSHOT_KEYS"] != nil, values["CARDSHOT_KEYS_FILE"] != nil {
      throw ServeError("CARDSHOT_KEYS and CARDSHOT_KEYS_FILE are both set; one is enough")
    }
    for reader in Self.readers { if let value = values[reader.name] { try reader.read(value, &self) } }
    if values["CARDSHOT_CLIENT_BUDGET"] == nil, !isLocal { clientBudget = 60_000 }
  }

  /// Throws if the service would answer strangers without a key.
  func check() throws(ServeError) {
    guard !isLocal, keys.isEmpty else { return }
    throw ServeError(
      "outside of this machine the service needs a key: set CARDSHOT_KEYS_FILE; 'openssl rand -base64 32' makes one"
    )
  }

  private static func address(_ text: String, _ name: String) throws(ServeError) -> Address {
    guard let address = Address(text) else {
      throw ServeError("\(name) must be an address such as 127.0.0.1:8080 or unix:/run/cardshot.sock")
    }
    return address
  }

  private static func flag(_ text: String, _ name: String) throws(ServeError) -> Bool {
    guard ["0", "1"].contains(text) else { throw ServeError("\(name) must be 0 or 1") }
    return text == "1"
  }

  private static func number(
    _ text: String, _ range: ClosedRange<Int>, _ name: String
  ) throws(ServeError) -> Int {
    guard let number = Int(text), range.contains(number) else {
      throw ServeError("\(name) must be a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// The text of a small file.
  static func read(_ path: String) throws(ServeError) -> String {
    guard let handle = FileHandle(forReadingAtPath: path), let data = try? handle.read(upToCount: 1 << 20),
      let text = String(data: data, encoding: .utf8)
    else { throw ServeError("the file '\(path)' cannot be read") }
    return text
  }
}

/// A range of IP addresses, such as `10.0.0.0/8`.
struct AddressRange: Sendable {
  private let bytes: [UInt8]
  private let bits: Int

  /// Reads an address with or without the number of its fixed bits.
  init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count <= 2, let bytes = Self.bytes(of: String(parts[0])) else { return nil }
    let bits = parts.count == 2 ? Int(parts[1]) : bytes.count * 8
    guard let bits, (0...bytes.count * 8).contains(bits) else { return nil }
    (self.bytes, self.bits) = (bytes, bits)
  }

  func contains(_ address: String) -> Bool {
    guard let other = Self.bytes(of: address), other.count == bytes.count else { return false }
    return (0..<bits).allSatisfy { bit in
      (bytes[bit / 8] ^ other[bit / 8]) & (0x80 >> UInt8(bit % 8)) == 0
    }
  }

  /// The 4 or 16 bytes of an address; a mapped IPv4 address has 4.
  static func bytes(of text: String) -> [UInt8]? {
    var (four, six) = (in_addr(), in6_addr())
    if inet_pton(AF_INET, text, &four) == 1 { return withUnsafeBytes(of: &four) { Array($0) } }
    guard inet_pton(AF_INET6, text, &six) == 1 else { return nil }
    let bytes = withUnsafeBytes(of: &six) { Array($0) }
    let isMapped = bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
    return isMapped ? Array(bytes[12...]) : bytes
  }
}
