import CardParts
import CardRaster

/// Goldens that no deck of a complete run renders.
struct Orphans: Sendable {
  /// Their names, sorted.
  let names: [GoldenName]
  /// Whether the run renders every existing golden, except these.
  let coversAll: Bool
  private let goldens: String
  private let lock: String?

  /// Finds orphans in the scope of the run.
  ///
  /// There are none if the matrix is narrowed, only changed decks are rendered, or the shard is not the
  /// first. A picture is a golden if its layout is next to it, or if the folder of goldens contains no decks.
  /// Otherwise a picture without a layout belongs to the decks.
  init(_ request: GoldenRequest, scope: DeckSearch.Scope, planned: [PlannedFile], lock: GoldenLock?)
    throws(DeckError)
  {
    goldens = request.goldens
    self.lock = request.lock
    var claimed: Set<GoldenName> = []
    var broken: [String] = []
    for file in planned {
      switch file.kind {
      case .deck(_, _, let ways): for target in ways.flatMap(\.targets) { claimed.insert(target.name) }
      // The pictures of an unreadable deck are unknown.
      case .broken: broken.append(file.candidate.name)
      case .other: break
      }
    }
    let there =
      if let lock { lock.entries.keys.sorted() } else {
        try DeckError.wrapping(try Self.names(in: request.goldens, planned))
      }
    let unclaimed = there.filter { !claimed.contains($0) }
    names =
      request.isNarrowed || request.changed != nil || (request.shard?.number ?? 1) != 1
      ? []
      : unclaimed.filter { name in
        scope.contains(name.text)
          && !broken.contains {
            name.text == $0 || name.text.utf8.starts(with: "\($0)@".utf8)
              || name.text.utf8.starts(with: "\($0).".utf8)
          }
      }
    coversAll = names.count == unclaimed.count && !request.isPartial
  }

  private static func names(in goldens: String, _ planned: [PlannedFile]) throws(RasterError)
    -> [GoldenName]
  {
    guard try FileTree.kind(of: goldens) != nil else { return [] }
    let folder = FilePath.real(goldens) ?? goldens
    let holdsDecks = planned.contains {
      FilePath.real($0.candidate.path).flatMap { FilePath.relative($0, to: folder) } != nil
    }
    var found: Set<GoldenName> = []
    for entry in try FileTree.entries(below: goldens) {
      let ending: String
      if entry.path.hasSuffix(GoldenFiles.layoutEnding) {
        ending = GoldenFiles.layoutEnding
      } else if entry.path.hasSuffix(GoldenFiles.pictureEnding), !holdsDecks {
        ending = GoldenFiles.pictureEnding
      } else {
        continue
      }
      // A file without a valid golden name was not written by a run.
      if let name = try? GoldenName(String(entry.path.dropLast(ending.count))) { found.insert(name) }
    }
    return found.sorted()
  }

  /// The outcomes of the orphans.
  ///
  /// With `prunes`, they are removed first.
  func outcomes(prunes: Bool) -> [GoldenOutcome] {
    names.map { name in
      let path = lock ?? GoldenFiles.picture(name, in: goldens)
      var outcome = GoldenOutcome(
        name: name.text, verdict: .orphaned, message: "no deck draws this golden", golden: path)
      guard prunes else { return outcome }
      do throws(RasterError) {
        let mayGo = lock != nil ? true : try isOurs(name)
        guard mayGo else {
          outcome.message = "no deck draws this golden, but cardshot did not write it: it was kept"
          return outcome
        }
        if lock == nil { try remove(name) }
        outcome.verdict = .pruned
        outcome.message =
          lock == nil ? "no deck draws it" : "no deck draws it; its line is removed from the lock file"
      } catch {
        outcome.settle(.broken, error.message)
      }
      return outcome
    }
  }

  /// Whether cardshot recorded a golden: its layout is next to it, or its file starts like those of cardshot.
  private func isOurs(_ name: GoldenName) throws(RasterError) -> Bool {
    if try FileTree.kind(of: GoldenFiles.layoutPath(of: name, in: goldens)) != nil { return true }
    return PNGChunks.isStart(
      try FileReading.beginning(
        path: GoldenFiles.picture(name, in: goldens), foundIn: goldens, count: 64))
  }

  private func remove(_ name: GoldenName) throws(RasterError) {
    for ending in [GoldenFiles.pictureEnding, GoldenFiles.layoutEnding] {
      try FileTree.removeFile(try FileTree.place(of: name.text + ending, below: goldens))
    }
    FileTree.removeEmptyFolders(of: name.text, below: goldens)
  }
}
