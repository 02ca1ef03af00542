import CardParts
import CardRaster

/// What git knows of decks: the files of a revision, and those that have changed since.
enum GitRepository {
  /// A deck as it was in a revision, in a folder of its own with all that lay beside it.
  struct OldDeck {
    /// Where its file is now.
    let path: String
    fileprivate let folder: String

    /// Removes the folder.
    func remove() { GitRepository.remove(folder) }
  }

  /// The revision and the path of `HEAD~1:decks/a.json`; nil for anything else, and for a file that is there.
  static func revision(of text: String) -> (revision: String, path: String)? {
    guard let colon = text.firstIndex(of: ":"), !isThere(text) else { return nil }
    let (revision, path) = (String(text[..<colon]), String(text[text.index(after: colon)...]))
    // Git would take it for an option.
    guard !revision.isEmpty, !path.isEmpty, revision.utf8.first != UInt8(ascii: "-") else { return nil }
    return (revision, path)
  }

  private static func isThere(_ path: String) -> Bool {
    do throws(RasterError) { return try FileTree.kind(of: path) != nil } catch { return true }
  }

  /// Takes a deck, and everything in its folder, out of a revision.
  ///
  /// - Throws: a `DeckError` when there is no repository, or no such revision or folder in it.
  static func deck(_ revision: String, _ path: String) throws(DeckError) -> OldDeck {
    let folder = line(try run("mktemp", ["-d"]))
    do throws(DeckError) {
      let above = FilePath.directory(of: path)
      let archive = FilePath.join(folder, "archive.tar")
      _ = try run(
        "git", ["archive", "--format=tar", "-o", archive, "\(revision):\(above == "." ? "" : above)"])
      _ = try run("tar", ["-x", "-f", archive, "-C", folder])
      _ = try DeckError.wrapping(try FileTree.removeFile(archive))
      let file = FilePath.join(folder, FilePath.name(of: path))
      guard isThere(file) else { throw fault("'\(revision)' has no file '\(path)'") }
      return OldDeck(path: file, folder: folder)
    } catch {
      remove(folder)
      throw error
    }
  }

  /// The files that are not as they were in a revision, or where the branch left it; by their real paths.
  ///
  /// Files that git does not know are among them, but for those that it ignores.
  ///
  /// - Throws: a `DeckError` when there is no repository or no such revision.
  static func changes(since revision: String) throws(DeckError) -> [String] {
    guard revision.utf8.first != UInt8(ascii: "-") else { throw fault("'\(revision)' is no revision") }
    let top = line(try run("git", ["rev-parse", "--show-toplevel"]))
    let base = line(try run("git", ["merge-base", revision, "HEAD"]))
    let known = try run("git", ["-C", top, "diff", "--name-only", "--no-renames", "-z", base, "--"])
    let unknown = try run("git", ["-C", top, "ls-files", "--others", "--exclude-standard", "-z"])
    let root = FilePath.real(top) ?? top
    return (known + unknown).split(separator: 0).map {
      FilePath.join(root, String(decoding: $0, as: UTF8.self))
    }
  }

  private static func line(_ bytes: [UInt8]) -> String {
    String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
  }

  private static func run(_ program: String, _ arguments: [String]) throws(DeckError) -> [UInt8] {
    let result = try DeckError.wrapping(try OtherProgram.run(program, arguments))
    guard result.status == 0 else {
      let said = result.error.split(separator: "\n").first.map(String.init) ?? "exit status \(result.status)"
      throw fault("\(program) cannot do this: \(said)")
    }
    return result.output
  }

  private static func fault(_ message: String) -> DeckError {
    DeckError(DeckIssue(.error, file: "", place: nil, path: .root, message: message, hint: nil))
  }

  /// Removes a folder that was made here, with all that was unpacked into it.
  private static func remove(_ folder: String) {
    for entry in (try? FileTree.entries(below: folder)) ?? [] {
      _ = try? FileTree.removeFile(FilePath.join(folder, entry.path))
      var above = FilePath.directory(of: entry.path)
      while above != ".", FileTree.removeEmptyFolder(FilePath.join(folder, above)) {
        above = FilePath.directory(of: above)
      }
    }
    FileTree.removeEmptyFolder(folder)
  }
}
