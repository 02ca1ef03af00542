import CardParts
import CardRaster

/// The files of a run, for a process that lets itself open no others.
extension GoldenRunner {
  /// The files that may be decks.
  package var deckFiles: [String] { found.candidates.map(\.path) }

  /// Files and folders that are read: decks with their folders, what the plan names, goldens, and what the last run left.
  package var readFiles: [String] {
    let folders = request.wanted.map { FileTree.isFolder($0) ? $0 : FilePath.directory(of: $0) }
    let given = Self.files(request.settings).map { FilePath.join(request.plan.folder, $0) }
    let decks = found.candidates.filter { candidate in
      Self.isLink(candidate.path)
        && candidate.folder.map { (try? FileTree.found(candidate.path, in: $0)) != nil } ?? true
    }.map(\.path)
    return folders + decks + namedFiles + given + [request.failures] + goldens
  }

  /// The files of data and the masks that the plan names.
  package var namedFiles: [String] {
    let plan = request.plan
    return ([plan.settings] + plan.overrides.map(\.settings)).flatMap(Self.files).map {
      FilePath.join(plan.folder, $0)
    }
  }

  private static func files(_ settings: GoldenSettings) -> [String] {
    (settings.data ?? []) + [settings.mask].compactMap(\.self)
  }

  /// Folders in which files are made, which may be missing.
  ///
  /// Where nothing is recorded or removed, none of them has goldens.
  package var writtenFolders: [String] {
    guard request.mode != .never || request.prunes else { return [request.failures] }
    return [request.failures, request.lock.map(FilePath.directory) ?? request.goldens]
  }

  /// Where the goldens are, and those that lie elsewhere and have a link there.
  private var goldens: [String] {
    // A lock file that is recorded is read again, whoever has put another one in its place.
    if let lock = request.lock { return [request.mode == .never ? lock : FilePath.directory(of: lock)] }
    let links = (try? FileTree.entries(below: request.goldens))?.filter { $0.kind == .link } ?? []
    return [request.goldens]
      + links.map { FilePath.join(request.goldens, $0.path) }
      .filter { (try? FileTree.found($0, in: request.goldens)) != nil }
  }

  /// What may be read of a folder is not what its links lead to.
  private static func isLink(_ path: String) -> Bool { (try? FileTree.kind(of: path)) == .link }
}
