package import CardParts
package import CardRaster

/// Finds the JSON files that a run may render.
///
/// A named file is always a deck. In a folder, every `*.json` file is examined, except plans, stored layouts,
/// and files in hidden folders, in `node_modules` and in the run's own folders. Links to folders are not
/// followed.
package struct DeckSearch {
  /// A file that may be a deck.
  struct Candidate: Hashable, Sendable {
    /// The path for messages.
    var path: String
    /// The path relative to the root of names.
    var below: String
    /// The same without extension; the start of the names of its goldens.
    var name: String { FilePath.withoutJSON(below) }
    /// The folder in which the file was found; nil if the file was named.
    ///
    /// A file that was named counts as a deck, even if its keys are not those of a deck.
    var folder: String?
  }

  /// The goldens that a run covers.
  ///
  /// Goldens outside are never orphans.
  enum Scope: Hashable, Sendable {
    /// All goldens.
    case all
    /// Goldens in some folders, relative to the run's root.
    case folders([String])

    /// Whether a golden with this name must belong to a deck of the run.
    func contains(_ name: String) -> Bool {
      switch self {
      case .all: true
      case .folders(let folders): folders.contains { $0.isEmpty || name.utf8.starts(with: "\($0)/".utf8) }
      }
    }
  }

  /// The root folder of names.
  let root: String
  /// Folders that are skipped.
  let excluded: [String]

  /// The candidates and problems found.
  struct Result {
    var candidates: [Candidate] = []
    var scope = Scope.all
    var issues: [DeckIssue] = []
  }

  /// Finds decks.
  ///
  /// - Parameters:
  ///   - paths: decks and folders.
  ///   - isWhole: whether these are all decks of the plan.
  func find(_ paths: [String], isWhole: Bool) -> Result {
    var result = Result()
    guard let realRoot = FilePath.real(root) else {
      result.issues.append(failure("the folder '\(root)' for names of goldens does not exist"))
      return result
    }
    let skipped = excluded.compactMap(FilePath.real)
    var folders: [String] = []
    // Compares bytes: two file names may be canonically equivalent but different.
    var known: Set<[UInt8]> = []
    func addCandidate(_ path: String, _ below: String, in folder: String?) {
      guard known.insert(Array(below.utf8)).inserted else { return }
      result.candidates.append(Candidate(path: path, below: below, folder: folder))
    }
    for path in paths {
      guard let real = FilePath.real(path) else {
        result.issues.append(failure("cannot access '\(path)': no such file or folder"))
        continue
      }
      guard let below = FilePath.relative(real, to: realRoot) else {
        result.issues.append(
          failure(
            "'\(path)' is not below '\(root)', the folder that names of goldens are relative to",
            "run cardshot in a parent folder, or set one with --root"))
        continue
      }
      guard FileTree.isFolder(path) else {
        addCandidate(path, below, in: nil)
        continue
      }
      folders.append(below)
      do throws(RasterError) {
        for file in try files(in: path, real: real, skipped: skipped) {
          addCandidate(FilePath.join(path, file), below.isEmpty ? file : "\(below)/\(file)", in: path)
        }
      } catch {
        result.issues.append(failure(error.message))
      }
    }
    result.scope = isWhole ? .all : .folders(folders)
    result.candidates.sort { $0.below.utf8.lexicographicallyPrecedes($1.below.utf8) }
    return result
  }

  /// The JSON files in a folder and below that may be decks, as relative paths.
  package static func files(in folder: String) throws(RasterError) -> [String] {
    guard let real = FilePath.real(folder), FileTree.isFolder(real) else {
      throw .file(path: folder, reason: "there is no such folder")
    }
    return try DeckSearch(root: folder, excluded: []).files(in: folder, real: real, skipped: []).sorted()
  }

  /// Whether the text of a JSON file is meant to be a deck.
  package static func isDeck(_ bytes: [UInt8], file: String) throws(DeckError) -> Bool {
    do throws(DeckIssue) {
      return looksLikeDeck(try JSONScanner.scan(bytes, file: file))
    } catch {
      throw DeckError(error)
    }
  }

  /// The JSON files in a folder and below, as relative paths.
  private func files(in folder: String, real: String, skipped: [String]) throws(RasterError) -> [String] {
    let entries = try FileTree.entries(below: folder) { path in
      let name = FilePath.name(of: path)
      return name.hasPrefix(".") || name == "node_modules" || skipped.contains(FilePath.join(real, path))
    }
    return entries.filter { entry in
      let name = FilePath.name(of: entry.path)
      // A pipe, a device or a broken link with such a name becomes an error when it is read.
      return FilePath.isJSON(name) && !name.hasPrefix(".")
        && name != GoldenPlan.fileName && !name.hasSuffix(GoldenFiles.layoutEnding)
    }.map(\.path)
  }

  private func failure(_ message: String, _ hint: String? = nil) -> DeckIssue {
    DeckIssue(.error, file: "", message: message, hint: hint)
  }

  /// Whether a JSON document found in a folder is meant to be a deck.
  ///
  /// It is if it has a key that only decks have, or one similar to `cards`: a deck with a typo is an error,
  /// not some other file. Themes, data and files of other tools have no such keys.
  static func looksLikeDeck(_ node: JSONNode) -> Bool {
    guard case .object(let members) = node.value else { return false }
    return members.contains { member in
      ["cards", "canvas", "extends"].contains(member.key)
        || (Spelling.nearest(to: member.key, in: ["cards"]) != nil && isList(member.value))
    } || (node["$schema"].map(isDeckSchema) ?? false)
  }

  private static func isList(_ node: JSONNode) -> Bool {
    if case .array(let elements) = node.value, case .object? = elements.first?.value { return true }
    return false
  }

  private static func isDeckSchema(_ node: JSONNode) -> Bool {
    guard case .string(let name) = node.value else { return false }
    return FilePath.name(of: name) == "deck.schema.json"
  }
}
