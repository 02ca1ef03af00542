import CardParts
import CardRaster

/// The second half: drawing and comparing.
extension GoldenRunner {
  /// Draws every way of every deck; outcomes are small, so none has to wait for its turn.
  nonisolated(nonsending) func draw(
    _ planned: [PlannedFile], _ lock: GoldenLock?, _ pool: WorkerPool<DeckPipeline>,
    _ progress: (Int, Int) -> Void
  ) async throws -> [CheckedWay] {
    var tasks: [(file: Int, way: PlannedWay)] = []
    for (number, file) in planned.enumerated() {
      if case .deck(_, _, let ways) = file.kind { tasks += ways.map { (number, $0) } }
    }
    let shard = request.shard
    let work = tasks.enumerated().filter { shard?.holds($0.offset) ?? true }.map(\.element)
    let total = work.reduce(0) { $0 + $1.way.targets.count }
    var (done, all) = (0, [CheckedWay]())
    try await pool.inOrder(work.count, ahead: nil) { index, pipeline in
      let (file, way) = work[index]
      guard case .deck(let deck, let settings, _) = planned[file].kind else { return CheckedWay() }
      return check(file, deck, path: planned[file].candidate.path, way, settings, lock, pipeline)
    } deliver: { index, checked in
      all.append(checked)
      done += work[index].way.targets.count
      progress(done, total)
    }
    return all
  }

  /// Draws a deck in one way and compares its pictures.
  private func check(
    _ file: Int, _ deck: Deck, path: String, _ way: PlannedWay, _ settings: GoldenSettings,
    _ lock: GoldenLock?,
    _ pipeline: DeckPipeline
  ) -> CheckedWay {
    var result = CheckedWay(file: file)
    func broken(_ target: PlannedPicture, _ error: DeckError) -> GoldenOutcome {
      Self.broken(
        target.name.text, deck: path, golden: golden(target.name),
        error.issues.map(DeckPlanner.inWordsOfTests))
    }
    let laidOut: LaidOutDeck
    do throws(DeckError) {
      laidOut = try pipeline.layOut(deck, options: way.options, onePageEach: way.isOnePageEach)
      if request.isStrict, let error = DeckError(strict: laidOut.warnings) { throw error }
    } catch {
      result.outcomes = way.targets.map { broken($0, error) }
      return result
    }
    for target in way.targets {
      let start = ContinuousClock.now
      do throws(DeckError) {
        guard laidOut.pages.indices.contains(target.page) else {
          throw DeckError(
            DeckIssue(
              .error, file: path, place: nil, path: .root, message: "the deck changed while it was drawn"))
        }
        let page = laidOut.pages[target.page]
        let picture = try laidOut.source.painting(page.box) { () throws(RasterError) in
          try pipeline.bitmap(page.display, fonts: laidOut.fonts)
        }
        compare(picture, page, target, path, laidOut.warnings, settings, lock, &result)
      } catch {
        result.outcomes.append(broken(target, error))
      }
      guard let last = result.outcomes.indices.last else { continue }
      result.outcomes[last].seconds = start.duration(to: .now) / .seconds(1)
      if let path = result.outcomes[last].changes.first(where: { !$0.path.isEmpty })?.path {
        result.outcomes[last].place = deck.place(at: path)
      }
    }
    return result
  }

  private func compare(
    _ picture: Bitmap, _ page: Page, _ target: PlannedPicture, _ path: String, _ warnings: [DeckIssue],
    _ settings: GoldenSettings, _ lock: GoldenLock?, _ result: inout CheckedWay
  ) {
    let layout = LayoutSnapshot(page)
    let scale = page.display.scale
    if let lock, let lockPath = request.lock {
      let check = LockCheck(
        lock: lockPath, entries: lock, failures: request.failures, mode: request.mode, libraries: libraries,
        layoutRule: settings.layout ?? .told)
      let (outcome, entry) = check.check(
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
      check.check(
        picture, named: target.name, layout: layout, scale: scale, deck: path, issues: warnings))
  }

  private func golden(_ name: GoldenName) -> String {
    request.lock ?? GoldenFiles.picture(name, in: request.goldens)
  }

  /// All outcomes; a deck that has the same mistakes in every way gives one, under its own name.
  func joined(_ checked: [CheckedWay], _ planned: [PlannedFile]) -> [GoldenOutcome] {
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
