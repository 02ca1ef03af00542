import CardParts
import CardRaster

/// Changed files, and the decks that they may affect.
///
/// A deck may read any file in its folder or below. So a changed file that is not a deck affects all decks in
/// the folders above it, and a file named in the plan affects all decks. A deck too many is better than one
/// too few.
struct ChangedFiles {
  private let changed: [String]
  private let goldens: String
  private let all: Bool
  private let shared: [String]

  init(_ changed: [String], _ request: GoldenRequest, _ planned: [PlannedFile]) {
    self.changed = changed
    func real(_ path: String) -> String { FilePath.real(path) ?? path }
    goldens = real(request.lock ?? request.goldens)
    let plan = request.plan
    var files = plan.file.map { [$0] } ?? []
    let settings = [plan.settings, request.settings] + plan.overrides.map(\.settings)
    for one in settings {
      files += ((one.data ?? []) + [one.mask].compactMap { $0 }).map { FilePath.join(plan.folder, $0) }
    }
    // One lock file contains the goldens of all decks.
    if let lock = request.lock { files.append(lock) }
    let ofAll = Set(files.map(real))
    all = changed.contains(where: ofAll.contains)
    let decks = Set(
      planned.compactMap { file -> String? in
        if case .other = file.kind { nil } else { real(file.candidate.path) }
      })
    let failures = real(request.failures)
    let isLocked = request.lock != nil
    let folder = goldens
    shared = changed.filter { path in
      !decks.contains(path) && FilePath.relative(path, to: failures) == nil
        && (isLocked || FilePath.relative(path, to: folder) == nil)
    }
  }

  /// Whether a change may affect the picture or the golden of a deck.
  func touch(_ candidate: DeckSearch.Candidate) -> Bool {
    let path = FilePath.real(candidate.path) ?? candidate.path
    if all || changed.contains(path) { return true }
    let folder = FilePath.directory(of: path)
    if shared.contains(where: { FilePath.relative($0, to: folder) != nil }) { return true }
    return changed.contains { file in
      guard let name = FilePath.relative(file, to: goldens) else { return false }
      let rest = name.utf8.dropFirst(candidate.name.utf8.count)
      return name.utf8.starts(with: candidate.name.utf8) && [0x2E, 0x40].contains(rest.first ?? 0)
    }
  }
}
