import Foundation
import HTTPTypes

/// The folder whose decks the studio shows.
struct StudioFolder: Sendable {
  /// The folder as the user named it, for the program's arguments.
  let name: String
  /// Its absolute path without links.
  let root: String

  /// The number of files that a search looks at, and the number of decks that it returns.
  static let mostFiles = 20_000
  static let mostDecks = 2_000
  /// The size above which a JSON file is not searched for cards.
  static let largestDeck = 32 << 20

  init(_ name: String) throws {
    self.name = name
    guard let root = Self.real(name) else { throw StudioError(.notFound, "there is no folder '\(name)'") }
    self.root = root
  }

  /// A deck in the list.
  struct Entry: Codable, Sendable, Equatable {
    var path: String
    var errors: Int?
    var warnings: Int?
    var golden: String?
  }

  /// The result of a search.
  struct Listing: Sendable {
    var files: [String: FileStamp] = [:]
    var isTruncated = false
  }

  /// The state of a file, which differs after each change.
  struct FileStamp: Sendable, Hashable {
    var size: Int
    var modified: Date
  }

  /// The path of a file below the folder, as an argument of the program.
  ///
  /// - Throws: If it leads out of the folder, through links too, or is not a file.
  func argument(_ path: String) throws -> String {
    _ = try self.path(path)
    return name == "." ? Self.notAnOption(path) : Self.join(name, path)
  }

  /// The absolute path of a file below the folder; throws like `argument`.
  func path(_ path: String) throws -> String {
    guard let real = Self.real(root + "/" + path), real.hasPrefix(root == "/" ? "/" : root + "/"),
      Self.isPlain(path), Self.isFile(real)
    else { throw StudioError(.notFound, "there is no file of this name in the studio's folder") }
    return real
  }

  /// The argument of a deck.
  func deck(_ path: String) throws -> String {
    guard ["json", "jsonc"].contains(Self.ending(path)) else {
      throw StudioError(.badRequest, "the name of a deck ends in .json or .jsonc")
    }
    return try argument(path)
  }

  /// The folder of a deck, as an absolute path.
  func folder(of deck: String) -> String { Self.directory(of: root + "/" + deck) }

  // MARK: Searching

  /// The files below a folder whose names end in certain ways; hidden folders are left out.
  func search(_ folder: String, endings: Set<String>) -> Listing {
    var listing = Listing()
    var seen = 0
    let keys: [URLResourceKey] = [.isRegularFileKey, .fileSizeKey, .contentModificationDateKey]
    let walker = FileManager.default.enumerator(
      at: URL(fileURLWithPath: folder), includingPropertiesForKeys: keys, options: [.skipsHiddenFiles],
      // An unreadable folder hides its own decks, not the others.
      errorHandler: { _, _ in true })
    while let url = walker?.nextObject() as? URL {
      seen += 1
      if seen > Self.mostFiles {
        listing.isTruncated = true
        break
      }
      if url.lastPathComponent == "node_modules" { walker?.skipDescendants() }
      guard endings.contains(url.pathExtension.lowercased()) else { continue }
      let values = try? url.resourceValues(forKeys: Set(keys))
      guard values?.isRegularFile == true else { continue }
      let path = String(url.path.dropFirst(folder.count)).drop { $0 == "/" }
      listing.files[String(path)] = FileStamp(
        size: values?.fileSize ?? 0, modified: values?.contentModificationDate ?? .distantPast)
    }
    return listing
  }

  /// Whether a file may be a deck: JSON that contains the word `cards`.
  func looksLikeDeck(_ path: String, _ stamp: FileStamp) -> Bool {
    guard stamp.size <= Self.largestDeck, !path.hasSuffix(".schema.json"), !path.hasSuffix(".layout.json"),
      let data = FileManager.default.contents(atPath: root + "/" + path)
    else { return false }
    return data.range(of: Data("\"cards\"".utf8)) != nil || data.range(of: Data("\"extends\"".utf8)) != nil
  }

  // MARK: Paths

  static func real(_ path: String) -> String? {
    guard let text = realpath(path, nil) else { return nil }
    defer { free(text) }
    return String(cString: text)
  }

  static func isFile(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder.boolValue
  }

  static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
  }

  static func ending(_ path: String) -> String {
    let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    return name.lastIndex(of: ".").map { name[$0...].dropFirst().lowercased() } ?? ""
  }

  /// The part before the last slash; empty for a plain name.
  ///
  /// Foundation's function of this purpose crashes for the path `.`.
  static func directory(of path: String) -> String {
    path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? ""
  }

  /// Whether a path has no other spelling, so that it can be the name of a deck.
  static func isPlain(_ path: String) -> Bool {
    !path.contains("\0")
      && path.split(separator: "/", omittingEmptySubsequences: false).allSatisfy {
        !["", ".", ".."].contains($0)
      }
  }

  static func join(_ folder: String, _ path: String) -> String {
    folder.hasSuffix("/") ? folder + path : folder + "/" + path
  }

  /// A file name that starts with a hyphen would be taken for an option.
  static func notAnOption(_ path: String) -> String { path.hasPrefix("-") ? "./" + path : path }
}
