import CardParts
import CardRaster

/// Reads files of a revision, and lists changed files, with git.
enum GitRepository {
  /// A deck of a revision, extracted with its whole folder to a temporary folder.
  struct OldDeck {
    /// The path of the deck's file, valid as long as this value exists.
    let path: String
    private let folder: ScratchFolder

    fileprivate init(_ name: String, in folder: ScratchFolder) {
      path = FilePath.join(FilePath.join(folder.path, "deck"), name)
      self.folder = folder
    }
  }

  /// Parses `HEAD~1:decks/a.json` into revision and path.
  ///
  /// Returns nil for other texts and for existing files.
  static func revision(of text: String) -> (revision: String, path: String)? {
    guard let colon = text.firstIndex(of: ":"), !isThere(text) else { return nil }
    let (revision, path) = (String(text[..<colon]), String(text[text.index(after: colon)...]))
    // Git would parse a leading dash as an option.
    guard !revision.isEmpty, !path.isEmpty, revision.utf8.first != UInt8(ascii: "-") else { return nil }
    return (revision, path)
  }

  private static func isThere(_ path: String) -> Bool {
    do throws(RasterError) { return try FileTree.kind(of: path) != nil } catch { return true }
  }

  /// Extracts a deck, and everything in its folder, from a revision.
  ///
  /// The working tree and its index are not changed.
  ///
  /// - Throws: a `DeckError` if git does not find a repository, the revision or the file.
  static func deck(_ revision: String, _ path: String) throws(DeckError) -> OldDeck {
    let above = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    let top = line(try git(["rev-parse", "--show-toplevel"]))
    let tree: String
    do throws(DeckError) {
      tree = line(
        try git(["rev-parse", "--verify", "--quiet", "--end-of-options", "\(revision):\(above)"]))
    } catch {
      throw failure("git has no '\(revision):\(path)'")
    }
    let place = Environment.variable("TMPDIR").flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    let folder = try DeckError.wrapping(try ScratchFolder(below: place))
    let index = "GIT_INDEX_FILE=" + FilePath.join(folder.path, "index")
    // Unlike `git archive`, a checkout contains every file and applies filters such as LFS.
    _ = try git(["-C", top, "read-tree", tree], index)
    _ = try git(["-C", top, "checkout-index", "--all", "--prefix=\(folder.path)/deck/"], index)
    let deck = OldDeck(FilePath.name(of: path), in: folder)
    guard isThere(deck.path) else { throw failure("git has no '\(revision):\(path)'") }
    // A committed link may point anywhere.
    do throws(RasterError) {
      _ = try FileTree.found(deck.path, in: FilePath.directory(of: deck.path))
    } catch {
      throw failure("'\(revision):\(path)' is a symbolic link that points outside its folder")
    }
    return deck
  }

  /// The real paths of the files that changed since a revision, or since the branch forked from it.
  ///
  /// Untracked files are included; ignored files are not.
  ///
  /// - Throws: a `DeckError` if git does not find a repository or the revision.
  static func changes(since revision: String) throws(DeckError) -> [String] {
    guard revision.utf8.first != UInt8(ascii: "-") else {
      throw failure("'\(revision)' is not a git revision")
    }
    let top = line(try git(["rev-parse", "--show-toplevel"]))
    let base = line(try git(["merge-base", revision, "HEAD"]))
    let known = try git([
      "-C", top, "diff", "--name-only", "--no-renames", "--no-ext-diff", "--no-textconv",
      "--ignore-submodules=dirty", "-z", base, "--",
    ])
    let unknown = try git(["-C", top, "ls-files", "--others", "--exclude-standard", "-z"])
    let root = FilePath.real(top) ?? top
    return (known + unknown).split(separator: 0).map {
      FilePath.join(root, String(decoding: $0, as: UTF8.self))
    }
  }

  private static func line(_ bytes: [UInt8]) -> String {
    String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
  }

  /// The output of git.
  ///
  /// It runs no program named in the repository's configuration and fetches nothing.
  ///
  /// - Parameter variable: `NAME=VALUE`, set for this call.
  private static func git(_ arguments: [String], _ variable: String? = nil) throws(DeckError) -> [UInt8] {
    let result = try run(try ownFilters().flatMap { ["-c", "\($0)="] } + arguments, variable)
    guard result.status == 0 else {
      let said = result.error.split(separator: "\n").first.map(String.init) ?? "exit status \(result.status)"
      throw failure("git failed: \(said)")
    }
    return result.output
  }

  private static func run(
    _ arguments: [String], _ variable: String? = nil
  ) throws(DeckError) -> Subprocess.Result {
    let words =
      ["GIT_ALLOW_PROTOCOL=none"] + (variable.map { [$0] } ?? [])
      + ["git", "--no-pager", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null"]
    return try DeckError.wrapping(try Subprocess.run("env", words + arguments))
  }

  /// The keys of filters that the repository defines.
  ///
  /// Filters of the user and the machine, such as LFS, stay active.
  private static func ownFilters() throws(DeckError) -> [String] {
    let found = try run(["config", "-z", "--show-scope", "--name-only", "--get-regexp", "^filter[.]"])
    let words = found.output.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    guard found.status == 0 || (found.status == 1 && words.isEmpty) else {
      throw failure("git cannot list the filters of this repository")
    }
    let keys = stride(from: 0, to: words.count - 1, by: 2)
      .filter { ["local", "worktree"].contains(words[$0]) }.map { words[$0 + 1] }
    guard !keys.contains(where: { $0.contains("=") }) else {
      throw failure("a filter of this repository has '=' in its name")
    }
    return keys
  }

  private static func failure(_ message: String) -> DeckError {
    DeckError(message: message, hint: nil)
  }
}
