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
      &result, checked.flatMap(\.entries), orphans, others: elsewhere,
      isWhole: orphans.coversAll && isComplete)
    // A different version of the program matters only if something failed.
    if result.run.isGreen { result.run.otherLibraries.removeAll { $0.name == request.program?.name } }
    return result
  }
}

/// The result of one layout.
struct VariantResult: Sendable {
  /// The index of the file.
  var file = 0
  var outcomes: [GoldenOutcome] = []
  /// New lines for the lock file.
  var entries: [(GoldenName, GoldenLock.Entry)] = []
  /// The ids that occur in the pictures.
  var ids: Set<String> = []

  /// Adds the result of another picture with the same layout.
  mutating func merge(_ other: VariantResult) {
    outcomes += other.outcomes
    entries += other.entries
    ids.formUnion(other.ids)
  }
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
  ) async throws -> [VariantResult] {
    let work = work(planned)
    let total = work.reduce(0) { $0 + $1.way.targets.count }
    var all = work.map { VariantResult(file: $0.file) }
    var done = 0
    var growing = request.lock.map { GrowingLock(path: $0) }
    func take(_ checked: VariantResult, of way: Int) {
      all[way].merge(checked)
      growing?.addEntries(checked.entries)
      done += checked.outcomes.count
      progress(done, total)
    }
    let single = work.indices.filter { work[$0].way.targets.count == 1 }
    // Work numbers continue after the numbers of the planned files.
    let planned = found.candidates.count
    try await pool.inOrder(single.count, ahead: nil) { index, pipeline in
      let work = work[single[index]]
      let drawn = request.work(planned + single[index]) {
        comparePicture(work, 0, layOut(work, pipeline), lock, pipeline)
      }
      return checked(drawn, work, 0)
    } deliver: { index, checked in
      take(checked, of: single[index])
    }
    let several = work.indices.filter { work[$0].way.targets.count > 1 }
    for first in stride(from: 0, to: several.count, by: max(1, request.jobs)) {
      let ways = Array(several[first..<min(several.count, first + max(1, request.jobs))])
      let laidOut = try await pool.map(ways.count) { index, pipeline in
        request.work(planned + ways[index]) { layOut(work[ways[index]], pipeline) }
      }
      let pictures = ways.indices.flatMap { index in work[ways[index]].way.targets.indices.map { (index, $0) }
      }
      let before = planned + work.count + done
      try await pool.inOrder(pictures.count, ahead: nil) { number, pipeline in
        let (index, target) = pictures[number]
        let work = work[ways[index]]
        let drawn = laidOut[index].flatMap { layout in
          request.work(before + number) { comparePicture(work, target, layout, lock, pipeline) }
        }
        return checked(drawn, work, target)
      } deliver: { number, checked in
        take(checked, of: ways[pictures[number].0])
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
  private struct LaidOutWay: Sendable {
    var deck: LaidOutDeck
    var warnings: [[DeckIssue]]
  }

  private func layOut(_ work: Work, _ pipeline: DeckPipeline) -> Result<LaidOutWay, DeckError> {
    return Result { () throws(DeckError) in
      let laidOut = try pipeline.laidOut(
        work.deck, options: work.way.options, onePageEach: work.way.isOnePageEach)
      if request.isStrict, let error = DeckError(strict: laidOut.warnings) { throw error }
      return LaidOutWay(deck: laidOut, warnings: laidOut.warningsByPage)
    }
  }

  /// The result of a picture, including pictures that crashed an earlier attempt.
  private func checked(
    _ result: Result<VariantResult, WorkProcesses.Failure>, _ work: Work, _ target: Int
  ) -> VariantResult {
    switch result {
    case .success(let way): return way
    case .failure(let failure):
      var way = VariantResult(file: work.file)
      way.outcomes.append(broken(work.way.targets[target], work, [failure.issue(of: work.path)]))
      return way
    }
  }

  private func broken(_ target: PlannedPicture, _ work: Work, _ issues: [DeckIssue]) -> GoldenOutcome {
    Self.broken(target.name.text, deck: work.path, golden: golden(target.name), issues)
  }

  /// Renders one picture of a layout and compares it.
  private func comparePicture(
    _ work: Work, _ number: Int, _ layout: Result<LaidOutWay, DeckError>, _ lock: GoldenLock?,
    _ pipeline: DeckPipeline
  ) -> VariantResult {
    var result = VariantResult(file: work.file)
    let target = work.way.targets[number]
    func broken(_ error: DeckError) -> GoldenOutcome {
      self.broken(target, work, error.issues.map(DeckPlanner.inWordsOfTests))
    }
    let way: LaidOutWay
    do { way = try layout.get() } catch {
      result.outcomes.append(broken(error))
      return result
    }
    let laidOut = way.deck
    let start = ContinuousClock.now
    do throws(DeckError) {
      guard laidOut.pages.indices.contains(target.page) else {
        throw DeckError(file: work.path, message: "the deck changed while it was drawn")
      }
      let page = laidOut.pages[target.page]
      compare(
        try pipeline.bitmap(of: page, in: laidOut), page, target, work.path, way.warnings[target.page],
        work.settings, lock, &result)
    } catch {
      result.outcomes.append(broken(error))
    }
    if let last = result.outcomes.indices.last {
      result.outcomes[last].seconds = start.duration(to: .now) / .seconds(1)
      if let path = result.outcomes[last].changes.first(where: { !$0.path.isEmpty })?.path {
        result.outcomes[last].place = work.deck.place(at: path)
      }
    }
    return result
  }

  private func compare(
    _ picture: Bitmap, _ page: DeckPage, _ target: PlannedPicture, _ path: String, _ warnings: [DeckIssue],
    _ settings: GoldenSettings, _ lock: GoldenLock?, _ result: inout VariantResult
  ) {
    let layout = LayoutSnapshot(page)
    let scale = page.display.scale
    if let lock, let lockPath = request.lock {
      let check = LockCheck(
        lock: lockPath, entries: lock, failures: request.failures, mode: request.mode, libraries: libraries,
        layoutRule: settings.layout ?? .told)
      let (outcome, entry) = check.comparePicture(
        picture, named: target.name, layout: layout, scale: scale, deck: path, issues: warnings)
      result.outcomes.append(outcome)
      if let entry { result.entries.append((target.name, entry)) }
      return
    }
    var comparison = settings.comparison
    let ids = settings.ignoredIDs ?? []
    if !ids.isEmpty { result.ids.formUnion(Inspection().frames(in: page).map(\.id)) }
    comparison.mask = settings.mask.flatMap { masks[$0] }
    let check = PictureCheck(
      goldens: request.goldens, failures: request.failures, mode: request.mode, settings: comparison,
      ignoredIDs: ids, layout: settings.layout ?? .told)
    result.outcomes.append(
      check.comparePicture(
        picture, named: target.name, layout: layout, scale: scale, deck: path, issues: warnings))
  }

  private func golden(_ name: GoldenName) -> String {
    request.lock ?? GoldenFiles.picture(name, in: request.goldens)
  }

  /// All outcomes.
  ///
  /// A deck with the same errors in every layout has one outcome, under the deck's own name.
  func joined(_ checked: [VariantResult], _ planned: [PlannedFile]) -> [GoldenOutcome] {
    Dictionary(grouping: checked, by: \.file).sorted { $0.key < $1.key }.flatMap { number, ways in
      let outcomes = ways.flatMap(\.outcomes)
      guard outcomes.count > 1, let first = outcomes.first, !first.issues.isEmpty,
        outcomes.allSatisfy({ $0.verdict == .broken && $0.fingerprint == nil && $0.issues == first.issues })
      else { return outcomes }
      var one = first
      one.name = planned[number].candidate.name
      one.golden = request.lock ?? FilePath.join(request.goldens, one.name + GoldenFiles.pictureEnding)
      return [one]
    }
  }

  func brokenOutcome(_ file: PlannedFile) -> GoldenOutcome? {
    guard case .broken(let issues) = file.kind else { return nil }
    let golden =
      request.lock ?? FilePath.join(request.goldens, file.candidate.name + GoldenFiles.pictureEnding)
    return Self.broken(file.candidate.name, deck: file.candidate.path, golden: golden, issues)
  }

  private static func broken(
    _ name: String, deck: String, golden: String, _ issues: [DeckIssue]
  ) -> GoldenOutcome {
    let errors = issues.count { $0.severity == .error }
    return GoldenOutcome(
      name: name, verdict: .broken, message: "the deck has \(errors) error\(errors == 1 ? "" : "s")",
      deck: deck, golden: golden, issues: issues)
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
