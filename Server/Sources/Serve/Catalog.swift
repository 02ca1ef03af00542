import Crypto
import DrawingProgram
import Foundation
import Glibc

/// The decks of the service, as one reading found them, with the workers that know them.
final class Catalog: Sendable {
  /// A deck and the values that it takes.
  struct Deck: Sendable {
    let name: String
    /// The path of the file in the folder.
    let file: String
    let title: String?
    /// The names of the inputs; nil for a deck that does not declare any.
    let inputs: [String]?
    /// The JSON Schema of the inputs.
    let schema: JSONText?
    /// The digest of the program and of all files that the deck may read.
    let digest: String

    /// The entity tag of a picture.
    func tag(_ ending: String, _ request: String) -> String {
      let hash = SHA256.hash(data: Data("\(digest)\n\(name)\n\(ending)\n\(request)".utf8))
      return String(Base64URL.encode(hash).prefix(27))
    }
  }

  let decks: [String: Deck]
  let pool: WorkerPool
  let version: String
  /// The description of all addresses (OpenAPI 3.1).
  let openAPI: Data
  /// The warnings about the decks.
  let warnings: [String]

  /// The line of the drawing program about a folder.
  private struct Survey: Decodable {
    struct Deck: Decodable {
      var name: String
      var file: String
      var title: String?
      var inputs: [String]?
      var schema: JSONValue?
    }
    var version: String
    var issues: [Issue]
    var decks: [Deck]
  }

  struct Issue: Decodable {
    var severity: String
    var file: String?
    var line: Int?
    var column: Int?
    var path: String?
    var message: String
    var hint: String?

    var text: String {
      let place = [file, line.map { "\($0)" }, column.map { "\($0)" }].compactMap(\.self).joined(
        separator: ":")
      return (place.isEmpty ? "" : place + ": ") + "\(severity): \(message)"
        + (path.map { $0.isEmpty ? "" : " at \($0)" } ?? "") + (hint.map { "; \($0)" } ?? "")
    }
  }

  /// Reads all decks of a folder, draws each once and starts the workers.
  ///
  /// - Throws: `CatalogError` if a deck has an error.
  static func read(
    _ folder: String, _ settings: Settings, program: String, _ metrics: Metrics, startsWorkers: Bool = true
  ) async throws -> Catalog {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue else {
      throw CatalogError(messages: ["there is no folder '\(folder)'"])
    }
    let arguments = [folder, "--most-pixels=\(settings.mostPixels)"]
    let survey = try await survey(program, arguments + ["--survey"])
    let errors = survey.issues.filter { $0.severity == "error" }
    if !errors.isEmpty { throw CatalogError(messages: errors.map(\.text), areOfDecks: true) }
    if survey.decks.isEmpty { throw CatalogError(messages: ["there is no deck in '\(folder)'"]) }
    if let fallback = settings.fallback, !survey.decks.contains(where: { $0.name == fallback }) {
      throw CatalogError(messages: ["there is no deck '\(fallback)', which CARDSHOT_FALLBACK names"])
    }
    let digests = try FileDigests(folder)
    let recipe = WorkerPool.Recipe(
      program: program, arguments: arguments,
      limits: Worker.Limits(
        wall: .seconds(settings.cardSeconds), processor: .seconds(settings.processorSeconds),
        memory: max(1_024, 2 * settings.workerMegabytes)),
      count: startsWorkers ? settings.workers : 0, longestQueue: settings.queue,
      longestWait: .seconds(settings.queueSeconds), cards: settings.workerCards,
      megabytes: settings.workerMegabytes)
    let pool = try await WorkerPool.start(recipe, metrics)
    let decks = survey.decks.map { deck in
      Deck(
        name: deck.name, file: deck.file, title: deck.title, inputs: deck.inputs, schema: deck.schema?.text,
        digest: digests.digest(of: deck.name, version: survey.version))
    }
    return Catalog(decks, pool, survey, settings)
  }

  private init(_ decks: [Deck], _ pool: WorkerPool, _ survey: Survey, _ settings: Settings) {
    self.decks = Dictionary(uniqueKeysWithValues: decks.map { ($0.name, $0) })
    self.pool = pool
    version = String(survey.version.prefix { $0 != "\n" })
    openAPI = OpenAPI(version: version, decks: decks, hasTokens: !settings.tokens.isEmpty).data
    warnings = survey.issues.map(\.text)
  }

  private static func survey(_ program: String, _ arguments: [String]) async throws -> Survey {
    do {
      let (worker, line) = try await Worker.start(program, arguments, deadline: WorkerPool.Recipe.start)
      await worker.end()
      return try JSONDecoder().decode(Survey.self, from: line)
    } catch Worker.Failure.cannotStart(let reason) {
      throw CatalogError(messages: ["'\(program)' cannot be started: \(reason)"])
    } catch Worker.Failure.slow {
      throw CatalogError(messages: ["reading the decks took longer than a minute"])
    } catch {
      throw CatalogError(messages: ["the decks cannot be read"])
    }
  }
}

/// The reasons why decks cannot be served.
struct CatalogError: Error {
  let messages: [String]
  /// Whether the messages are those of decks, which begin with a place and "error:".
  var areOfDecks = false
}

/// The digests of the files in a folder.
private struct FileDigests {
  private var sums: [(path: String, sum: String)] = []
  private static let mostFiles = 100_000

  init(_ folder: String) throws {
    guard
      let files = FileManager.default.enumerator(
        at: URL(fileURLWithPath: folder), includingPropertiesForKeys: [], options: [.skipsHiddenFiles])
    else { throw CatalogError(messages: ["the folder '\(folder)' cannot be read"]) }
    let root = URL(fileURLWithPath: folder).path
    while let url = files.nextObject() as? URL {
      // Links to files are followed, as a volume of Kubernetes has them.
      var status = stat()
      guard stat(url.path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
      guard sums.count < Self.mostFiles else {
        throw CatalogError(messages: ["the folder '\(folder)' contains more than \(Self.mostFiles) files"])
      }
      let path = String(url.path.dropFirst(root.count).drop { $0 == "/" })
      sums.append((path, Base64URL.encode(try Self.sum(url.path))))
    }
    sums.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }

  /// Reads a file in pieces, because videos and maps can be large.
  private static func sum(_ path: String) throws -> SHA256.Digest {
    guard let file = FileHandle(forReadingAtPath: path) else {
      throw CatalogError(messages: ["the file '\(path)' cannot be read"])
    }
    var hash = SHA256()
    while let piece = try file.read(upToCount: 1 << 20), !piece.isEmpty { hash.update(data: piece) }
    return hash.finalize()
  }

  /// The digest of everything that a deck can read: the program's version and the files of its folder.
  func digest(of deck: String, version: String) -> String {
    let folder = deck.lastIndex(of: "/").map { deck[...$0] } ?? ""
    var hash = SHA256()
    hash.update(data: Data(version.utf8))
    for (path, sum) in sums where path.hasPrefix(folder) {
      hash.update(data: Data("\n\(path.dropFirst(folder.count)) \(sum)".utf8))
    }
    return Base64URL.encode(hash.finalize())
  }
}

extension JSONValue {
  /// The members of an object; nil for another value.
  var members: [String: JSONValue]? { if case .object(let members) = self { members } else { nil } }

  /// The elements of a list; nil for another value.
  var elements: [JSONValue]? { if case .array(let list) = self { list } else { nil } }

  var integer: Int64? { if case .integer(let number) = self { number } else { nil } }
  var string: String? { if case .string(let text) = self { text } else { nil } }

  var text: JSONText {
    JSONText(
      json: (try? JSONEncoder.plain.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "null")
  }
}
