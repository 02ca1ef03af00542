import CardParts
import CardRaster

/// The second half: drawing and comparing.
extension GoldenRunner {
  /// One way of one deck.
  private struct Work: Sendable {
    /// The number of the file.
    var file: Int
    var deck: Deck
    var path: String
    var way: PlannedWay
    var settings: GoldenSettings
  }

  /// Draws every way of every deck; outcomes are small, so none has to wait for its turn.
  ///
  /// A way of several pictures is laid out by one worker, and its pictures are shared out among all. As many such ways as
  /// there are workers are held at a time.
  nonisolated(nonsending) func draw(
    _ planned: [PlannedFile], _ lock: GoldenLock?, _ pool: WorkerPool<DeckPipeline>,
    _ progress: (Int, Int) -> Void
  ) async throws -> [CheckedWay] {
    let work = work(planned)
    let total = work.reduce(0) { $0 + $1.way.targets.count }
    var all = work.map { CheckedWay(file: $0.file) }
    var done = 0
    var growing = request.lock.map { GrowingLock(path: $0) }
    func take(_ checked: CheckedWay, of way: Int) {
      all[way].add(checked)
      growing?.add(checked.entries)
      done += checked.outcomes.count
      progress(done, total)
    }
    let single = work.indices.filter { work[$0].way.targets.count == 1 }
    // Behind the numbers of the files that were planned.
    let planned = found.candidates.count
    try await pool.inOrder(single.count, ahead: nil) { index, pipeline in
      let work = work[single[index]]
      let drawn = request.work(planned + single[index]) {
        check(work, 0, layOut(work, pipeline), lock, pipeline)
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
          request.work(before + number) { check(work, target, layout, lock, pipeline) }
        }
        return checked(drawn, work, target)
      } deliver: { number, checked in
        take(checked, of: ways[pictures[number].0])
      }
    }
    return all
  }

  /// The goldens that other shares of the run draw; none where this is the whole of it.
  func namesOfOtherShares(_ planned: [PlannedFile]) -> Set<GoldenName> {
    guard request.shard != nil else { return [] }
    func names(_ work: [Work]) -> Set<GoldenName> { Set(work.flatMap(\.way.targets).map(\.name)) }
    return names(all(planned)).subtracting(names(work(planned)))
  }

  /// The ways of all decks, or those of this share.
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

  /// A way that is laid out, with the warnings of each page.
  private struct LaidOutWay: Sendable {
    var deck: LaidOutDeck
    var warnings: [[DeckIssue]]
  }

  private func layOut(_ work: Work, _ pipeline: DeckPipeline) -> Result<LaidOutWay, DeckError> {
    do throws(DeckError) {
      let laidOut = try pipeline.layOut(
        work.deck, options: work.way.options, onePageEach: work.way.isOnePageEach)
      if request.isStrict, let error = DeckError(strict: laidOut.warnings) { throw error }
      return .success(LaidOutWay(deck: laidOut, warnings: laidOut.warningsByPage))
    } catch {
      return .failure(error)
    }
  }

  /// What became of a picture, also where the run crashed over it before.
  private func checked(
    _ result: Result<CheckedWay, WorkProcesses.Failure>, _ work: Work, _ target: Int
  ) -> CheckedWay {
    switch result {
    case .success(let way): return way
    case .failure(let failure):
      var way = CheckedWay(file: work.file)
      way.outcomes.append(broken(work.way.targets[target], work, [failure.issue(of: work.path)]))
      return way
    }
  }

  private func broken(_ target: PlannedPicture, _ work: Work, _ issues: [DeckIssue]) -> GoldenOutcome {
    Self.broken(target.name.text, deck: work.path, golden: golden(target.name), issues)
  }

  /// Draws a picture of a way and compares it.
  private func check(
    _ work: Work, _ number: Int, _ layout: Result<LaidOutWay, DeckError>, _ lock: GoldenLock?,
    _ pipeline: DeckPipeline
  ) -> CheckedWay {
    var result = CheckedWay(file: work.file)
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
        throw DeckError(
          DeckIssue(
            .error, file: work.path, place: nil, path: .root, message: "the deck changed while it was drawn"))
      }
      let page = laidOut.pages[target.page]
      let picture = try laidOut.source.painting(page.display, of: page.box) { (display) throws(RasterError) in
        try pipeline.bitmap(display, fonts: laidOut.fonts)
      }
      compare(
        picture, page, target, work.path, way.warnings[target.page], work.settings, lock, &result)
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
