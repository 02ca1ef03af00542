public import CardParts
import CardRaster

/// Draws every deck of a request in every way, and compares each picture with its golden.
///
/// How it works: first every file is read and the names of all pictures are made, on several workers; nothing has been
/// written then, and two pictures of one name, or a plan that fits no deck, end the run. Then every way of every deck is
/// one task. Outcomes are put in order of their names, so that nothing tells how many workers there were.
public struct GoldenRunner: Sendable {
  private let request: GoldenRequest
  private let libraries: [LibraryVersion]

  /// Makes a runner.
  public init(_ request: GoldenRequest) {
    self.request = request
    libraries = LibraryVersions.all
  }

  /// Runs.
  ///
  /// - Parameter progress: told how many pictures of how many are done, on the caller's task.
  /// - Throws: a `DeckError` when nothing could be begun: no deck was found, or what was asked for makes no sense.
  ///   No file was written or removed then.
  public func run(progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }) async throws(DeckError)
    -> GoldenRunResult
  {
    let search = DeckSearch(root: request.root, excluded: [request.goldens, request.failures])
    let found = search.find(request.wanted, isWhole: request.paths.isEmpty)
    if let error = DeckError(found.issues) { throw error }
    let planned = try await expand(found.candidates)
    try check(planned, found)
    let lock = try request.lock.map { path throws(DeckError) in try GoldenLock(path: path) }
    let recorded = request.lock == nil ? try GoldenVersions.read(goldens: request.goldens) : nil
    let orphans = try Orphans(request, scope: found.scope, planned: planned, lock: lock)
    try LastRun.clear(failures: request.failures)

    let checked = await draw(planned, lock, progress)
    var result = GoldenRunResult(
      run: GoldenRun(
        outcomes: joined(checked, planned) + planned.compactMap(brokenOutcome), libraries: libraries))
    result.others = planned.compactMap { if case .other(let path) = $0.kind { path } else { nil } }
    if let recorded { result.run.otherLibraries = GoldenVersions.others(recorded, than: libraries) }
    if let lock { result.run.otherLibraries = others(in: lock, result.run.outcomes) }
    result.run.outcomes += faults(unusedIDs(planned, checked))
    let isComplete = result.run.count(.broken) == 0
    result.run.outcomes += orphans.outcomes(prunes: request.prunes)
    result.run.outcomes.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    finish(&result, lock, checked.flatMap(\.entries), orphans, isWhole: orphans.coversAll && isComplete)
    return result
  }
}

/// The first half: what is drawn.
extension GoldenRunner {
  /// What became of one file.
  struct Planned: Sendable {
    enum Kind: Sendable {
      /// Ways to draw it.
      case deck(Deck, GoldenSettings, [Way])
      /// A deck with mistakes.
      case broken([DeckIssue])
      /// No deck.
      case other(String)
    }

    var candidate: DeckSearch.Candidate
    var kind: Kind
    /// The numbers of the overrides that are about it.
    var overrides: [Int] = []
  }

  /// One layout of a deck, and the pictures that are made of its pages.
  struct Way: Sendable {
    var options: DeckOptions
    var isOnePageEach: Bool
    var targets: [Target]
  }

  /// A picture.
  struct Target: Sendable {
    /// The number of its page.
    var page: Int
    var name: GoldenName
  }

  /// Reads all files and names all pictures.
  private func expand(_ candidates: [DeckSearch.Candidate]) async throws(DeckError) -> [Planned] {
    let data = try dataFiles()
    let scopes = try overrideScopes()
    let planner = DeckPlanner(request: request, data: data, overrides: scopes)
    return await inParallel(candidates.count) { index, drawing in
      planner.plan(candidates[index], drawing)
    } progress: { _ in
    }
  }

  /// The data files of the plan and of its overrides, each read once.
  private func dataFiles() throws(DeckError) -> [String: JSONNode] {
    var names = request.plan.settings.data ?? []
    for override in request.plan.overrides { names += override.settings.data ?? [] }
    var found: [String: JSONNode] = [:]
    var issues: [DeckIssue] = []
    for name in names where found[name] == nil {
      let path = FilePath.join(request.plan.folder, name)
      do throws(RasterError) {
        let bytes = try FileReading.read(path: path, limit: Limits.jsonBytes)
        do throws(DeckError) { found[name] = try DataFile.read(bytes, file: path) } catch {
          issues += error.issues
        }
      } catch {
        issues.append(request.plan.error(JSONPath.root.key("data"), error.message))
      }
    }
    if let error = DeckError(issues) { throw error }
    return found
  }

  /// The decks and folders of each override, as names begin.
  private func overrideScopes() throws(DeckError) -> [[String]] {
    guard !request.plan.overrides.isEmpty else { return [] }
    let root = FilePath.real(request.root) ?? request.root
    var issues: [DeckIssue] = []
    let scopes = request.plan.overrides.map { override in
      override.decks.enumerated().compactMap { number, deck -> String? in
        let path = override.path.key("decks").index(number)
        guard let real = FilePath.real(FilePath.join(request.plan.folder, deck)) else {
          issues.append(request.plan.error(path, "cannot access '\(deck)': there is no such file or folder"))
          return nil
        }
        guard let below = FilePath.relative(real, to: root) else {
          issues.append(request.plan.error(path, "'\(deck)' is not below the folder '\(request.root)'"))
          return nil
        }
        return below
      }
    }
    if let error = DeckError(issues) { throw error }
    return scopes
  }

  /// Refuses what cannot be run: no deck at all, an override or a state for nothing, two pictures of one name.
  private func check(_ planned: [Planned], _ found: DeckSearch.Result) throws(DeckError) {
    func fault(_ message: String, _ hint: String? = nil) -> DeckIssue {
      DeckIssue(.error, file: "", place: nil, path: .root, message: message, hint: hint)
    }
    let decks = planned.filter { if case .other = $0.kind { false } else { true } }
    guard !decks.isEmpty else {
      let others = planned.count
      throw DeckError(
        fault(
          "no deck was found in \(request.wanted.map { "'\($0)'" }.joined(separator: ", "))",
          others == 0
            ? "a deck is a JSON file with 'cards'"
            : "\(others) JSON file\(others == 1 ? " is no deck" : "s are no decks"), they have no 'cards'"))
    }
    var issues: [DeckIssue] = []
    if request.isWhole {
      let used = Set(planned.flatMap(\.overrides))
      for (number, override) in request.plan.overrides.enumerated() where !used.contains(number) {
        issues.append(
          request.plan.error(
            override.path.key("decks"), "no deck of the run is one of these, so the override has no effect"))
      }
    }
    issues += unknownStates(planned)
    var owners: [String: (deck: String, name: GoldenName)] = [:]
    for file in planned {
      guard case .deck(_, _, let ways) = file.kind else { continue }
      for target in ways.flatMap(\.targets) {
        guard
          let other = owners.updateValue((file.candidate.path, target.name), forKey: target.name.collisionKey)
        else { continue }
        let names =
          other.name == target.name
          ? "'\(other.name)'" : "'\(other.name)' and '\(target.name)', which differ in case only"
        issues.append(
          DeckIssue(
            .error, file: file.candidate.path, place: nil, path: .root,
            message: other.deck == file.candidate.path
              ? "two pictures of this deck would be the golden \(names)"
              : "a picture of this deck and one of '\(other.deck)' would be the golden \(names)",
            hint: "rename a deck, a card or a state"))
      }
    }
    if let error = DeckError(Array(issues.prefix(Limits.issues))) { throw error }
  }

  /// States of the matrix that no deck has, as long as every deck could be asked.
  private func unknownStates(_ planned: [Planned]) -> [DeckIssue] {
    guard !planned.contains(where: { if case .broken = $0.kind { true } else { false } }) else { return [] }
    var wanted: [String] = []
    var drawn: Set<String> = []
    for file in planned {
      guard case .deck(_, let settings, let ways) = file.kind else { continue }
      for state in settings.matrix.states ?? []
      where state != GoldenMatrix.allStates && !wanted.contains(state) {
        wanted.append(state)
      }
      for way in ways { if let state = way.options.state { drawn.insert(state) } }
    }
    return wanted.filter { !drawn.contains($0) }.map { state in
      let near = Spelling.nearest(to: state, in: drawn.sorted())
      return request.plan.error(
        request.settings.matrix.states == nil ? JSONPath.root.key("matrix").key("states") : .root,
        "no card of any deck has the state '\(state)'", hint: near.map { "did you mean '\($0)'?" })
    }
  }
}

/// The second half: drawing and comparing.
extension GoldenRunner {
  /// What one way gave.
  struct Checked: Sendable {
    /// The number of the file.
    var file = 0
    var outcomes: [GoldenOutcome] = []
    /// New lines of the lock file.
    var entries: [(GoldenName, GoldenLock.Entry)] = []
    /// The ids that are in the pictures.
    var ids: Set<String> = []
  }

  private func draw(
    _ planned: [Planned], _ lock: GoldenLock?, _ progress: (Int, Int) -> Void
  ) async -> [Checked] {
    var tasks: [(file: Int, way: Way)] = []
    for (number, file) in planned.enumerated() {
      if case .deck(_, _, let ways) = file.kind { tasks += ways.map { (number, $0) } }
    }
    let work = tasks
    let total = work.reduce(0) { $0 + $1.way.targets.count }
    var done = 0
    return await inParallel(work.count) { index, drawing in
      let (file, way) = work[index]
      guard case .deck(let deck, let settings, _) = planned[file].kind else { return Checked() }
      return check(file, deck, path: planned[file].candidate.path, way, settings, lock, drawing)
    } progress: { index in
      done += work[index].way.targets.count
      progress(done, total)
    }
  }

  /// Draws a deck in one way and compares its pictures.
  private func check(
    _ file: Int, _ deck: Deck, path: String, _ way: Way, _ settings: GoldenSettings, _ lock: GoldenLock?,
    _ drawing: DeckDrawing
  ) -> Checked {
    var result = Checked(file: file)
    func broken(_ target: Target, _ error: DeckError) -> GoldenOutcome {
      Self.broken(
        target.name.text, deck: path, golden: golden(target.name),
        error.issues.map(DeckPlanner.inWordsOfTests))
    }
    let laidOut: LaidOutDeck
    do throws(DeckError) {
      laidOut = try drawing.pages(of: deck, way.options, onePageEach: way.isOnePageEach)
      if request.isStrict, let error = DeckError(laidOut.warnings.map(\.asError)) { throw error }
    } catch {
      result.outcomes = way.targets.map { broken($0, error) }
      return result
    }
    for target in way.targets {
      do throws(DeckError) {
        guard laidOut.pages.indices.contains(target.page) else {
          throw DeckError(
            DeckIssue(
              .error, file: path, place: nil, path: .root, message: "the deck changed while it was drawn"))
        }
        let page = laidOut.pages[target.page]
        let picture = try drawing.bitmap(of: page, in: laidOut)
        compare(picture, page, target, path, laidOut.warnings, settings, lock, &result)
      } catch {
        result.outcomes.append(broken(target, error))
      }
    }
    return result
  }

  private func compare(
    _ picture: Bitmap, _ page: Page, _ target: Target, _ path: String, _ warnings: [DeckIssue],
    _ settings: GoldenSettings, _ lock: GoldenLock?, _ result: inout Checked
  ) {
    let layout = LayoutSnapshot(page)
    let scale = page.display.scale
    if let lock, let lockPath = request.lock {
      let check = LockCheck(
        lock: lockPath, entries: lock, failures: request.failures, mode: request.mode, libraries: libraries)
      let (outcome, entry) = check.check(
        picture, named: target.name, layout: layout, scale: scale, deck: path, issues: warnings)
      result.outcomes.append(outcome)
      if let entry { result.entries.append((target.name, entry)) }
      return
    }
    var comparison = settings.comparison
    if let ids = settings.ignoredIDs, !ids.isEmpty {
      comparison.ignored = page.pixels(ofIDs: ids, scale: scale, width: picture.width, height: picture.height)
      result.ids.formUnion(Inspection().frames(in: page).map(\.id))
    }
    let check = PictureCheck(
      goldens: request.goldens, failures: request.failures, mode: request.mode, settings: comparison)
    var outcome = check.check(
      picture, named: target.name, layout: layout, scale: scale, deck: path, issues: warnings)
    // Reports put the verdict in front of the message.
    if outcome.verdict == .recorded, outcome.message.hasPrefix("recorded: ") {
      outcome.message.removeFirst("recorded: ".count)
    }
    result.outcomes.append(outcome)
  }

  /// Runs some work on several workers and gives the results in their order; each worker has fonts of its own.
  private func inParallel<Result: Sendable>(
    _ count: Int, _ work: @escaping @Sendable (Int, DeckDrawing) -> Result, progress: (Int) -> Void
  ) async -> [Result] {
    let next = NextNumber(count)
    return await withTaskGroup(of: Void.self) { group in
      let (stream, continuation) = AsyncStream<(Int, Result)>.makeStream()
      for _ in 0..<max(1, min(request.jobs, count)) {
        group.addTask {
          let drawing = DeckDrawing()
          while let index = await next.take() { continuation.yield((index, work(index, drawing))) }
        }
      }
      var results = [Result?](repeating: nil, count: count)
      var missing = count
      var iterator = stream.makeAsyncIterator()
      while missing > 0, let (index, result) = await iterator.next() {
        results[index] = result
        missing -= 1
        progress(index)
      }
      return results.compactMap { $0 }
    }
  }

  private func golden(_ name: GoldenName) -> String {
    request.lock ?? GoldenFiles.picture(name, in: request.goldens)
  }

  /// All outcomes; a deck that has the same mistakes in every way gives one, under its own name.
  private func joined(_ checked: [Checked], _ planned: [Planned]) -> [GoldenOutcome] {
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

  private func brokenOutcome(_ file: Planned) -> GoldenOutcome? {
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

/// What is left to do when all is drawn.
extension GoldenRunner {
  /// Libraries of failing lines of a lock file that are others now.
  private func others(in lock: GoldenLock, _ outcomes: [GoldenOutcome]) -> [LibraryVersion] {
    var found: [LibraryVersion] = []
    for outcome in outcomes where outcome.verdict == .failed || outcome.verdict == .recorded {
      guard let name = try? GoldenName(outcome.name), let entry = lock.entries[name] else { continue }
      for library in GoldenVersions.others(entry.libraries, than: libraries) where !found.contains(library) {
        found.append(library)
      }
    }
    return found.sorted { ($0.name, $0.version) < ($1.name, $1.version) }
  }

  /// Ids to be ignored that are in no picture, as long as every deck was drawn.
  private func unusedIDs(_ planned: [Planned], _ checked: [Checked]) -> [DeckIssue] {
    let isBroken =
      planned.contains { if case .broken = $0.kind { true } else { false } }
      || checked.contains { $0.outcomes.contains { $0.verdict == .broken } }
    guard !isBroken, request.lock == nil, request.isWhole || request.settings.ignoredIDs != nil else {
      return []
    }
    let known = checked.reduce(into: Set<String>()) { $0.formUnion($1.ids) }
    let wanted: [(ids: [String], path: JSONPath)]
    if let ids = request.settings.ignoredIDs {
      wanted = [(ids, .root)]
    } else {
      let plan = request.plan
      wanted =
        [(plan.settings.ignoredIDs ?? [], JSONPath.root.key("ignore"))]
        + plan.overrides.map { ($0.settings.ignoredIDs ?? [], $0.path.key("ignore")) }
    }
    return wanted.flatMap { ids, path in
      ids.enumerated().filter { !known.contains($0.element) }.map { number, id in
        let near = Spelling.nearest(to: id, in: known.sorted())
        return request.plan.error(
          path.steps.isEmpty ? path : path.index(number),
          "no deck has a part or card with the id '\(id)', so nothing is ignored",
          hint: near.map { "did you mean '\($0)'?" })
      }
    }
  }

  /// Writes the lock file, the versions of the libraries, and what `approve` needs.
  private func finish(
    _ result: inout GoldenRunResult, _ lock: GoldenLock?, _ entries: [(GoldenName, GoldenLock.Entry)],
    _ orphans: Orphans, isWhole: Bool
  ) {
    let outcomes = result.run.outcomes
    let isEqual = outcomes.allSatisfy { [.passed, .recorded, .pruned, .orphaned].contains($0.verdict) }
    do throws(RasterError) {
      if var lock, let path = request.lock {
        let before = lock
        for (name, entry) in entries { lock.entries[name] = entry }
        if request.prunes { for name in orphans.names { lock.entries[name] = nil } }
        if lock != before {
          try FileTree.makeFolder(FilePath.directory(of: path))
          try FileWriting.write(Array(lock.text.utf8), to: path)
        }
      } else if outcomes.contains(where: { $0.verdict == .recorded }), isWhole, isEqual {
        try GoldenVersions.write(libraries, goldens: request.goldens)
      }
      var last = LastRun()
      last.golden = request.lock ?? request.goldens
      last.isLock = request.lock != nil
      last.isWhole = isWhole
      last.libraries = libraries
      last.pictures = outcomes.compactMap { outcome in
        guard outcome.actual != nil, let fingerprint = outcome.fingerprint,
          let name = try? GoldenName(outcome.name)
        else { return nil }
        return LastRun.Picture(name: name, fingerprint: fingerprint, scale: outcome.scale)
      }
      // A red run leaves a report, which the next one finds by this file.
      guard !last.pictures.isEmpty || !result.run.isGreen else { return }
      let path = try FileTree.makeFolders(for: LastRun.fileName, below: request.failures)
      try FileWriting.write(Array(last.json.utf8), to: path)
    } catch {
      result.run.outcomes += faults([
        DeckIssue(.error, file: "", place: nil, path: .root, message: error.message)
      ])
    }
  }

  /// What is wrong with the plan, or could not be written, as an outcome that every report shows.
  private func faults(_ issues: [DeckIssue]) -> [GoldenOutcome] {
    guard let first = issues.first else { return [] }
    return [
      GoldenOutcome(
        name: request.plan.file ?? "command line", verdict: .broken,
        message: issues.count == 1 ? first.message : "\(first.message), and \(issues.count - 1) more",
        deck: nil,
        golden: request.lock ?? request.goldens, issues: issues)
    ]
  }
}

/// Hands out the numbers below a count, each once.
private actor NextNumber {
  private var next = 0
  private let count: Int

  init(_ count: Int) { self.count = count }

  func take() -> Int? {
    guard next < count else { return nil }
    next += 1
    return next - 1
  }
}

extension DeckIssue {
  /// A warning as the error that it is when a caller is strict.
  fileprivate var asError: DeckIssue {
    var issue = self
    issue.severity = .error
    return issue
  }
}
