package import CardParts
import CardRaster

/// Renders every deck of a request in every variant, and compares each picture with its golden.
///
/// First, several workers read all files and name all pictures. Nothing is written in this phase. Two
/// pictures with the same name, or a plan that matches no deck, end the run. Then each layout of each deck is
/// one task. The outcomes are sorted by name, so they do not depend on the number of workers.
package struct GoldenRunner: Sendable {
  let request: GoldenRequest
  let libraries: [LibraryVersion]
  /// The files that may be decks.
  let found: DeckSearch.Result
  /// The masks of the plan and its overrides, by path.
  var masks: [String: Bitmap] = [:]

  /// Creates a runner and searches for decks.
  ///
  /// - Throws: a `DeckError` if a requested folder or deck does not exist.
  package init(_ request: GoldenRequest) throws(DeckError) {
    self.request = request
    libraries = LibraryVersions.all + [request.program].compactMap(\.self)
    let search = DeckSearch(root: request.root, excluded: [request.goldens, request.failures])
    found = search.find(request.wanted, isWhole: request.paths.isEmpty)
    var issues = found.issues
    if try DeckError.wrapping(try FileTree.kind(of: request.failures)) != nil,
      !FileTree.isFolder(request.failures)
    {
      issues.append(
        DeckIssue(
          .error, file: "",
          message: "cannot access '\(request.failures)': it is not a folder",
          hint: "failed pictures are written there; --failures chooses another folder"))
    }
    if let error = DeckError(issues) { throw error }
  }

  /// Runs the request.
  ///
  /// - Parameter progress: called on the caller's task with the number of finished pictures and the total.
  /// - Throws: a `DeckError` if the run cannot start: no deck was found, or the request is invalid. In this
  ///   case no file was written or removed.
  package func run(progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }) async throws(DeckError)
    -> GoldenRunResult
  {
    let catalog = try FontCatalog.bundled()
    var prepared = self
    prepared.masks = try request.readMasks()
    let runner = prepared
    do {
      return try await WorkerPool.with(request.jobs, make: { DeckPipeline(catalog) }) { pool in
        try await runner.run(pool, progress)
      }
    } catch let error as DeckError {
      throw error
    } catch {
      throw DeckError(message: "the run was stopped before it was done")
    }
  }

  private nonisolated(nonsending) func run(
    _ pool: WorkerPool<DeckPipeline>, _ progress: (Int, Int) -> Void
  ) async throws -> GoldenRunResult {
    var planned = try await plan(found.candidates, pool)
    try checkPlan(planned, found)
    let warnings = idleNames(planned)
    if request.isStrict, let error = DeckError(strict: warnings) { throw error }
    let lock = try request.lock.map { path throws(DeckError) in try GoldenLock(path: path) }
    let recorded = request.lock == nil ? try GoldenVersions.read(goldens: request.goldens) : nil
    let orphans = try Orphans(request, scope: found.scope, planned: planned, lock: lock)
    let elsewhere = namesOfOtherShares(planned)
    try LastRun.clear(failures: request.failures) { elsewhere.contains($0) }
    if let changed = request.changed {
      let files = ChangedFiles(changed, request, planned)
      planned = planned.filter { files.touch($0.candidate) }
    }

    let checked = try await draw(planned, lock, pool, progress)
    var result = GoldenRunResult(
      run: GoldenRun(
        outcomes: joined(checked, planned)
          + planned.enumerated().filter { request.shard?.holds($0.offset) ?? true }
          .compactMap { brokenOutcome($0.element) }, libraries: libraries))
    result.warnings = warnings
    result.run.mayBeEmpty = request.isPartial
    result.run.share = request.shard
    result.others = planned.compactMap { if case .other(let path) = $0.kind { path } else { nil } }
    if let recorded { result.run.otherLibraries = GoldenVersions.others(recorded, than: libraries) }
    if let lock { result.run.otherLibraries = others(in: lock, result.run.outcomes) }
    result.run.outcomes += request.faults(unusedIDs(planned, checked))
    let isComplete = result.run.count(.broken) == 0
    result.run.outcomes += orphans.outcomes(prunes: request.prunes)
    result.run.outcomes.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    finish(
      &result, checked.compactMap(\.entry), orphans, others: elsewhere,
      isWhole: orphans.coversAll && isComplete)
    // A different version of the program matters only if something failed.
    if result.run.isGreen { result.run.otherLibraries.removeAll { $0.name == request.program?.name } }
    return result
  }
}

/// The result of one picture.
struct PictureResult: Sendable {
  /// The index of the file.
  var file: Int
  var outcome: GoldenOutcome
  /// The new line for the lock file.
  var entry: (GoldenName, GoldenLock.Entry)?
  /// The ids that occur in the picture.
  var ids: Set<String> = []
}

/// The second phase: rendering and comparing.
extension GoldenRunner {
  /// One layout of one deck.
  private struct Work: Sendable {
    /// The index of the file.
    var file: Int
    var deck: Deck
    var path: String
    var way: MatrixVariant
    var settings: GoldenSettings
  }

  /// Renders every layout of every deck.
  ///
  /// Outcomes are small, so workers may run ahead without limit. One worker computes a layout with several
  /// pictures, then all workers share its pictures. At most as many such layouts as workers are in memory.
  nonisolated(nonsending) func draw(
    _ planned: [PlannedFile], _ lock: GoldenLock?, _ pool: WorkerPool<DeckPipeline>,
    _ progress: (Int, Int) -> Void
  ) async throws -> [PictureResult] {
    let work = work(planned)
    let total = work.reduce(0) { $0 + $1.way.targets.count }
    var all: [PictureResult] = []
    var growing = request.lock.map { GrowingLock(path: $0) }
    func take(_ result: PictureResult) {
      all.append(result)
      growing?.addEntries([result.entry].compactMap(\.self))
      progress(all.count, total)
    }
    let single = work.filter { $0.way.targets.count == 1 }
    // Work numbers continue after the numbers of the planned files.
    let planned = found.candidates.count
    try await pool.inOrder(single.count, ahead: nil) { index, pipeline in
      let work = single[index]
      return comparePicture(work, 0, number: planned + index, lock, pipeline) {
        .success(layOut(work, pipeline))
      }
    } deliver: {
      take($1)
    }
    let several = work.filter { $0.way.targets.count > 1 }
    for first in stride(from: 0, to: several.count, by: max(1, request.jobs)) {
      let works = several[first..<min(several.count, first + max(1, request.jobs))]
      let number = planned + single.count + first
      let laidOut = try await pool.map(works.count) { index, pipeline in
        request.work(number + index) { layOut(several[first + index], pipeline) }
      }
      let pictures = works.indices.flatMap { index in works[index].way.targets.indices.map { (index, $0) } }
      let before = planned + work.count + all.count
      try await pool.inOrder(pictures.count, ahead: nil) { number, pipeline in
        let (index, target) = pictures[number]
        return comparePicture(several[index], target, number: before + number, lock, pipeline) {
          laidOut[index - first]
        }
      } deliver: {
        take($1)
      }
    }
    return all
  }

  /// The goldens that other shards of the run render; empty for a complete run.
  func namesOfOtherShares(_ planned: [PlannedFile]) -> Set<GoldenName> {
    guard request.shard != nil else { return [] }
    func names(_ work: [Work]) -> Set<GoldenName> { Set(work.flatMap(\.way.targets).map(\.name)) }
    return names(all(planned)).subtracting(names(work(planned)))
  }

  /// The layouts of all decks, or of this shard.
  private func work(_ planned: [PlannedFile]) -> [Work] {
    let all = all(planned)
    guard let shard = request.shard else { return all }
    return all.enumerated().filter { shard.holds($0.offset) }.map(\.element)
  }

  private func all(_ planned: [PlannedFile]) -> [Work] {
    var all: [Work] = []
    for (number, file) in planned.enumerated() {
      guard case .deck(let deck, let settings, let ways) = file.kind else { continue }
      all += ways.map {
        Work(file: number, deck: deck, path: file.candidate.path, way: $0, settings: settings)
      }
    }
    return all
  }

  /// A finished layout, with the warnings of each page.
  private typealias Layout = (deck: LaidOutDeck, warnings: [[DeckIssue]])

  private func layOut(_ work: Work, _ pipeline: DeckPipeline) -> Result<Layout, DeckError> {
    return Result { () throws(DeckError) in
      let laidOut = try pipeline.laidOut(
        work.deck, options: work.way.options, onePageEach: work.way.isOnePageEach)
      if request.isStrict, let error = DeckError(strict: laidOut.warnings) { throw error }
      return (laidOut, laidOut.warningsByPage)
    }
  }

  /// Renders one picture of a layout and compares it, unless it crashed an earlier attempt.
  private func comparePicture(
    _ work: Work, _ index: Int, number: Int, _ lock: GoldenLock?, _ pipeline: DeckPipeline,
    layout: () -> Result<Result<Layout, DeckError>, WorkProcesses.Failure>
  ) -> PictureResult {
    let target = work.way.targets[index]
    func broken(_ issues: [DeckIssue]) -> PictureResult {
      PictureResult(file: work.file, outcome: self.broken(target.name.text, deck: work.path, issues))
    }
    let drawn = request.work(number) {
      layout().map { layout in
        do throws(DeckError) {
          return try compare(layout.get(), target, work, lock, pipeline)
        } catch {
          return broken(error.issues.map(DeckPlanner.inWordsOfTests))
        }
      }
    }
    switch drawn.flatMap(\.self) {
    case .success(let result): return result
    case .failure(let failure): return broken([failure.issue(of: work.path)])
    }
  }

  private func compare(
    _ layout: Layout, _ target: PlannedPicture, _ work: Work, _ lock: GoldenLock?, _ pipeline: DeckPipeline
  ) throws(DeckError) -> PictureResult {
    let start = ContinuousClock.now
    guard layout.deck.pages.indices.contains(target.page) else {
      throw DeckError(file: work.path, message: "the deck changed while it was drawn")
    }
    let (page, settings) = (layout.deck.pages[target.page], work.settings)
    let (snapshot, rule) = (LayoutSnapshot(page), settings.layout ?? .told)
    let (scale, warnings) = (page.display.scale, layout.warnings[target.page])
    let picture = try pipeline.bitmap(of: page, in: layout.deck)
    var result: PictureResult
    if let lock, let path = request.lock {
      let check = LockCheck(
        lock: path, entries: lock, failures: request.failures, mode: request.mode, libraries: libraries,
        layoutRule: rule)
      let (outcome, entry) = check.comparePicture(
        picture, named: target.name, layout: snapshot, scale: scale, deck: work.path, issues: warnings)
      result = PictureResult(file: work.file, outcome: outcome, entry: entry.map { (target.name, $0) })
    } else {
      let ids = settings.ignoredIDs ?? []
      var comparison = settings.comparison
      comparison.mask = settings.mask.flatMap { masks[$0] }
      let check = PictureCheck(
        goldens: request.goldens, failures: request.failures, mode: request.mode, settings: comparison,
        ignoredIDs: ids, layout: rule)
      let outcome = check.comparePicture(
        picture, named: target.name, layout: snapshot, scale: scale, deck: work.path, issues: warnings)
      let found = ids.isEmpty ? [] : Inspection().frames(in: page).map(\.id)
      result = PictureResult(file: work.file, outcome: outcome, ids: Set(found))
    }
    result.outcome.seconds = start.duration(to: .now) / .seconds(1)
    if let path = result.outcome.changes.first(where: { !$0.path.isEmpty })?.path {
      result.outcome.place = work.deck.place(at: path)
    }
    return result
  }

  private func golden(_ name: String) -> String {
    request.lock ?? FilePath.join(request.goldens, name + GoldenFiles.pictureEnding)
  }

  /// All outcomes.
  ///
  /// A deck with the same errors in every layout has one outcome, under the deck's own name.
  func joined(_ checked: [PictureResult], _ planned: [PlannedFile]) -> [GoldenOutcome] {
    Dictionary(grouping: checked, by: \.file).sorted { $0.key < $1.key }.flatMap { number, results in
      let outcomes = results.map(\.outcome)
      guard outcomes.count > 1, let first = outcomes.first, !first.issues.isEmpty,
        outcomes.allSatisfy({ $0.verdict == .broken && $0.fingerprint == nil && $0.issues == first.issues })
      else { return outcomes }
      var one = first
      one.name = planned[number].candidate.name
      one.golden = golden(one.name)
      return [one]
    }
  }

  func brokenOutcome(_ file: PlannedFile) -> GoldenOutcome? {
    guard case .broken(let issues) = file.kind else { return nil }
    return broken(file.candidate.name, deck: file.candidate.path, issues)
  }

  private func broken(_ name: String, deck: String, _ issues: [DeckIssue]) -> GoldenOutcome {
    let errors = issues.count { $0.severity == .error }
    return GoldenOutcome(
      name: name, verdict: .broken, message: "the deck has \(errors) error\(errors == 1 ? "" : "s")",
      deck: deck, golden: golden(name), issues: issues)
  }
}

/// The files of a run, for the sandbox.
extension GoldenRunner {
  /// The files that may be decks.
  package var deckFiles: [String] { found.candidates.map(\.path) }

  /// Files and folders to read.
  ///
  /// They are decks with their folders, files named in the plan, goldens, and results of the last run.
  package var readFiles: [String] {
    let folders = request.wanted.map { FileTree.isFolder($0) ? $0 : FilePath.directory(of: $0) }
    let given = Self.files(request.settings).map { FilePath.join(request.plan.folder, $0) }
    let decks = found.candidates.filter { candidate in
      Self.isLink(candidate.path)
        && candidate.folder.map { (try? FileTree.found(candidate.path, in: $0)) != nil } ?? true
    }.map(\.path)
    return folders + decks + namedFiles + given + [request.failures] + goldens
  }

  /// The data files and masks that the plan names.
  package var namedFiles: [String] {
    let plan = request.plan
    return ([plan.settings] + plan.overrides.map(\.settings)).flatMap(Self.files).map {
      FilePath.join(plan.folder, $0)
    }
  }

  private static func files(_ settings: GoldenSettings) -> [String] {
    (settings.data ?? []) + [settings.mask].compactMap(\.self)
  }

  /// Folders in which files are written.
  ///
  /// They may not exist yet. They contain no goldens if nothing is recorded or removed.
  package var writtenFolders: [String] {
    guard request.mode != .never || request.prunes else { return [request.failures] }
    return [request.failures, request.lock.map(FilePath.directory) ?? request.goldens]
  }

  /// The folder of goldens, and goldens elsewhere that it links to.
  private var goldens: [String] {
    // A recording run reads the lock file again. Each write replaces the file, so the whole folder must be
    // readable.
    if let lock = request.lock { return [request.mode == .never ? lock : FilePath.directory(of: lock)] }
    let links = (try? FileTree.entries(below: request.goldens))?.filter { $0.kind == .link } ?? []
    return [request.goldens]
      + links.map { FilePath.join(request.goldens, $0.path) }
      .filter { (try? FileTree.found($0, in: request.goldens)) != nil }
  }

  /// Whether a path is a link.
  ///
  /// Access to a folder does not include the targets of its links.
  private static func isLink(_ path: String) -> Bool { (try? FileTree.kind(of: path)) == .link }
}

/// The lines that a run records into a lock file.
///
/// It is written regularly, so that an interrupted run keeps its results. Each write replaces the whole file,
/// so no line is ever incomplete. A killed process loses at most the results since the last write: 50
/// milliseconds or, for a large file, twenty times the duration of one write.
struct GrowingLock {
  private let path: String
  private var entries: [GoldenName: GoldenLock.Entry] = [:]
  /// The earliest time of the next write.
  private var next = ContinuousClock.now

  /// Minimum time between two writes.
  private static let pause = Duration.milliseconds(50)
  /// The pause after a write, as a multiple of its duration.
  private static let share = 20

  /// Creates a lock without lines.
  init(path: String) { self.path = path }

  /// Adds lines, and writes the file if it is time.
  ///
  /// Errors are not reported here, because the final write of the run reports them.
  mutating func addEntries(_ new: [(GoldenName, GoldenLock.Entry)]) {
    guard !new.isEmpty else { return }
    for (name, entry) in new { entries[name] = entry }
    let start = ContinuousClock.now
    guard start >= next else { return }
    try? GoldenLock.lay(entries, over: path)
    let end = ContinuousClock.now
    next = end.advanced(by: max(Self.pause, start.duration(to: end) * Self.share))
  }
}

/// The planned work for one file.
struct PlannedFile: Sendable {
  enum Kind: Sendable {
    /// A deck, with its settings and layouts.
    case deck(Deck, GoldenSettings, [MatrixVariant])
    /// A deck with errors.
    case broken([DeckIssue])
    /// Not a deck.
    case other(String)
  }

  var candidate: DeckSearch.Candidate
  var kind: Kind
  /// The indices of the overrides that match the file.
  var overrides: [Int] = []

  var isBroken: Bool { if case .broken = kind { true } else { false } }
}
