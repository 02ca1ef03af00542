package import CardParts
import CardRaster

/// Draws every deck of a request in every way, and compares each picture with its golden.
///
/// How it works: first every file is read and the names of all pictures are made, on several workers; nothing has been
/// written then, and two pictures of one name, or a plan that fits no deck, end the run. Then every way of every deck is
/// one task. Outcomes are put in order of their names, so that nothing tells how many workers there were.
package struct GoldenRunner: Sendable {
  let request: GoldenRequest
  let libraries: [LibraryVersion]
  /// The files that may be decks.
  let found: DeckSearch.Result
  /// The masks of the plan and of its overrides by their paths.
  var masks: [String: Bitmap] = [:]

  /// Makes a runner, which looks for decks.
  ///
  /// - Throws: a `DeckError` when a folder or a deck that is wanted is not there.
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
          .error, file: "", place: nil, path: .root,
          message: "cannot access '\(request.failures)': it is not a folder",
          hint: "what fails is kept there; --failures names another folder"))
    }
    if let error = DeckError(issues) { throw error }
  }

  /// Runs.
  ///
  /// - Parameter progress: told how many pictures of how many are done, on the caller's task.
  /// - Throws: a `DeckError` when nothing could be begun: no deck was found, or what was asked for makes no sense.
  ///   No file was written or removed then.
  package func run(progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }) async throws(DeckError)
    -> GoldenRunResult
  {
    let catalog = try FontCatalog.bundled()
    var prepared = self
    prepared.masks = try readMasks()
    let runner = prepared
    do {
      return try await WorkerPool.with(request.jobs, make: { DeckPipeline(catalog) }) { pool in
        try await runner.run(pool, progress)
      }
    } catch let error as DeckError {
      throw error
    } catch {
      throw DeckError(
        DeckIssue(
          .error, file: "", place: nil, path: .root, message: "the run was stopped before it was done"))
    }
  }

  private nonisolated(nonsending) func run(
    _ pool: WorkerPool<DeckPipeline>, _ progress: (Int, Int) -> Void
  ) async throws -> GoldenRunResult {
    var planned = try await plan(found.candidates, pool)
    try check(planned, found)
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
    result.run.outcomes += faults(unusedIDs(planned, checked))
    let isComplete = result.run.count(.broken) == 0
    result.run.outcomes += orphans.outcomes(prunes: request.prunes)
    result.run.outcomes.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    finish(
      &result, checked.flatMap(\.entries), orphans, others: elsewhere,
      isWhole: orphans.coversAll && isComplete)
    // Another version of the program is no news as long as all is as it was.
    if result.run.isGreen { result.run.otherLibraries.removeAll { $0.name == request.program?.name } }
    return result
  }
}
