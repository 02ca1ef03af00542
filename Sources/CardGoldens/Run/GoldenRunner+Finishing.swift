package import CardParts
package import CardRaster

/// The last phase of a run.
extension GoldenRunner {
  /// The libraries of failed lines of a lock file whose version differs now.
  func others(in lock: GoldenLock, _ outcomes: [GoldenOutcome]) -> [LibraryVersion] {
    var found: [LibraryVersion] = []
    for outcome in outcomes where outcome.verdict == .failed || outcome.verdict == .recorded {
      guard let name = try? GoldenName(outcome.name), let entry = lock.entries[name] else { continue }
      for library in GoldenVersions.others(entry.libraries, than: libraries) where !found.contains(library) {
        found.append(library)
      }
    }
    return found.sorted { ($0.name, $0.version) < ($1.name, $1.version) }
  }

  /// Warnings for ignored ids that occur in no picture.
  ///
  /// Empty unless every deck was rendered.
  func unusedIDs(_ planned: [PlannedFile], _ checked: [PictureResult]) -> [DeckIssue] {
    let isBroken =
      planned.contains(where: \.isBroken) || checked.contains { $0.outcome.verdict == .broken }
    guard !isBroken, !request.isPartial, request.lock == nil,
      request.isWhole || request.settings.ignoredIDs != nil
    else {
      return []
    }
    let known = checked.reduce(into: Set<String>()) { $0.formUnion($1.ids) }
    return request.given(\.ignoredIDs, "ignore").flatMap { ids, path in
      ids.enumerated().filter { !known.contains($0.element) }.map { number, id in
        return request.plan.error(
          path?.index(number) ?? .root,
          "no deck has a part or card with the id '\(id)', so nothing is ignored",
          hint: Spelling.question(for: id, in: known.sorted()))
      }
    }
  }

  /// Writes the lock file, the library versions, and the data for `cardshot approve`.
  func finish(
    _ result: inout GoldenRunResult, _ entries: [(GoldenName, GoldenLock.Entry)], _ orphans: Orphans,
    others: Set<GoldenName>, isWhole: Bool
  ) {
    let outcomes = result.run.outcomes
    let isEqual = outcomes.allSatisfy { [.passed, .recorded, .pruned, .orphaned].contains($0.verdict) }
    let removed = request.prunes ? orphans.names : []
    if let path = request.lock, !entries.isEmpty || !removed.isEmpty {
      do throws(DeckError) {
        try GoldenLock.lay(Dictionary(entries) { $1 }, removing: removed, over: path)
      } catch {
        result.run.outcomes += request.faults(error.issues)
      }
    }
    do throws(RasterError) {
      if request.lock == nil, outcomes.contains(where: { $0.verdict == .recorded }), isWhole, isEqual {
        try GoldenVersions.write(libraries, goldens: request.goldens)
      }
    } catch {
      result.run.outcomes += request.faults([DeckIssue(error)])
    }
    let last = LastRun(
      outcomes, golden: request.lock ?? request.goldens, isLock: request.lock != nil, isWhole: isWhole,
      libraries: libraries)
    request.write(last, of: &result.run) { others.contains($0) }
  }
}

/// The first phase: planning the pictures.
extension GoldenRunner {
  /// Reads all files and names all pictures.
  nonisolated(nonsending) func plan(
    _ candidates: [DeckSearch.Candidate], _ pool: WorkerPool<DeckPipeline>
  ) async throws -> [PlannedFile] {
    let planner = DeckPlanner(request: request, data: try dataFiles(), overrides: try overrideScopes())
    return try await pool.map(candidates.count) { index, pipeline in
      let candidate = candidates[index]
      switch request.work(index, { planner.plan(candidate, pipeline) }) {
      case .success(let file): return file
      case .failure(let failure):
        return PlannedFile(candidate: candidate, kind: .broken([failure.issue(of: candidate.path)]))
      }
    }
  }

  /// The data files of the plan and its overrides, or those that replace them, each read once.
  private func dataFiles() throws(DeckError) -> [String: JSONNode] {
    let plan = request.plan
    let wanted = request.given(\.data, "data").flatMap { names, path in
      names.enumerated().map { (name: $0.element, path: path?.index($0.offset)) }
    }
    var found: [String: JSONNode] = [:]
    var issues: [DeckIssue] = []
    for (name, place) in wanted where found[name] == nil {
      let path = FilePath.join(plan.folder, name)
      do throws(RasterError) {
        let bytes = try FileReading.read(path: path, limit: Limits.jsonBytes)
        do throws(DeckError) { found[name] = try DataFile.read(bytes, file: path) } catch {
          issues += error.issues
        }
      } catch {
        // Files given on the command line have no position in the plan.
        issues.append(place.map { plan.error($0, error.message) } ?? DeckIssue(error))
      }
    }
    if let error = DeckError(issues) { throw error }
    return found
  }

  /// The decks and folders of each override, in the form of golden names.
  private func overrideScopes() throws(DeckError) -> [[String]] {
    guard !request.plan.overrides.isEmpty else { return [] }
    let root = FilePath.real(request.root) ?? request.root
    var issues: [DeckIssue] = []
    let scopes = request.plan.overrides.map { override in
      override.decks.enumerated().compactMap { number, deck -> String? in
        let path = override.path.key("decks").index(number)
        guard let real = FilePath.real(FilePath.join(request.plan.folder, deck)) else {
          issues.append(request.plan.error(path, "cannot access '\(deck)': no such file or folder"))
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

  /// Rejects a run without decks, overrides or states without a match, and two pictures with the same name.
  func checkPlan(_ planned: [PlannedFile], _ found: DeckSearch.Result) throws(DeckError) {
    func failure(_ message: String, _ hint: String? = nil) -> DeckIssue {
      DeckIssue(.error, file: "", message: message, hint: hint)
    }
    let decks = planned.filter { if case .other = $0.kind { false } else { true } }
    guard !decks.isEmpty else {
      let others = planned.count
      throw DeckError(
        failure(
          "no deck was found in \(request.wanted.map { "'\($0)'" }.joined(separator: ", "))",
          others == 0
            ? "a deck is a JSON file with 'cards'"
            : "\(others) JSON file\(others == 1 ? " was" : "s were") ignored for lack of 'cards'"))
    }
    var issues: [DeckIssue] = []
    if request.isWhole {
      let used = Set(planned.flatMap(\.overrides))
      for (number, override) in request.plan.overrides.enumerated() where !used.contains(number) {
        issues.append(
          request.plan.error(
            override.path.key("decks"), "the override has no effect: it matches no deck of the run"))
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
        // Strings are equal if their characters are canonically equivalent; file names are equal if their
        // bytes are.
        let difference = other.name.text == target.name.text ? "the Unicode encoding of accents" : "case"
        let names =
          other.name.text.utf8.elementsEqual(target.name.text.utf8)
          ? "'\(other.name)'"
          : "'\(other.name)' and '\(target.name)', which differ only in \(difference)"
        issues.append(
          DeckIssue(
            .error, file: file.candidate.path,
            message: other.deck.utf8.elementsEqual(file.candidate.path.utf8)
              ? "two pictures of this deck have the golden \(names)"
              : "a picture of this deck and one of '\(other.deck)' have the golden \(names)",
            hint: "rename a deck, a card or a state"))
      }
    }
    if let error = DeckError(Array(issues.prefix(Limits.issues))) { throw error }
  }

  /// Names in the data that no deck uses.
  ///
  /// Empty if a deck that might use them could not be read.
  func idleNames(_ planned: [PlannedFile]) -> [DeckIssue] {
    let isBroken = planned.contains(where: \.isBroken)
    let isGiven = request.settings.data != nil || request.settings.assignments != nil
    guard !isBroken, request.isWhole || isGiven else { return [] }
    return UnusedDataKeys.issues(
      planned.compactMap { file in
        guard case .deck(let deck, _, let ways) = file.kind, let way = ways.first else { return nil }
        return (deck, way.options)
      })
  }

  /// States of the matrix that no deck has.
  ///
  /// Empty if a deck could not be read.
  private func unknownStates(_ planned: [PlannedFile]) -> [DeckIssue] {
    guard !planned.contains(where: \.isBroken) else { return [] }
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
      return request.plan.error(
        request.settings.matrix.states == nil ? JSONPath.root.key("matrix").key("states") : .root,
        "no card of any deck has the state '\(state)'",
        hint: Spelling.question(for: state, in: drawn.sorted()))
    }
  }
}

extension GoldenRequest {
  /// The values of a setting: that of the request without a place, or else those of the plan.
  ///
  /// - Parameters:
  ///   - key: the key of the setting in the plan.
  ///   - overrides: the indices of the overrides to look at; nil for all.
  func given<Value>(
    _ setting: KeyPath<GoldenSettings, Value?>, _ key: String, overrides: [Int]? = nil
  ) -> [(value: Value, path: JSONPath?)] {
    if let value = settings[keyPath: setting] { return [(value, nil)] }
    let others = (overrides ?? Array(plan.overrides.indices)).map { plan.overrides[$0] }
    let objects = [(plan.settings, JSONPath.root)] + others.map { ($0.settings, $0.path) }
    return objects.compactMap { settings, path in
      settings[keyPath: setting].map { ($0, path.key(key)) }
    }
  }

  /// The masks of the plan and its overrides, each read once.
  func readMasks() throws(DeckError) -> [String: Bitmap] {
    var found: [String: Bitmap] = [:]
    var issues: [DeckIssue] = []
    for (name, path) in given(\.mask, "mask") where found[name] == nil {
      do throws(RasterError) {
        found[name] = try PictureCheck.bitmap(FilePath.join(plan.folder, name))
      } catch {
        var message = error.message
        // The message for a bad path already contains the path; the message for a bad picture does not.
        if case .image = error { message = "the mask '\(name)': \(message)" }
        issues.append(plan.error(path ?? .root, message))
      }
    }
    if let error = DeckError(issues) { throw error }
    return found
  }

  /// Writes the data for `cardshot approve`.
  ///
  /// A failed run leaves a report; the next run finds it by this file.
  func write(_ last: LastRun, of run: inout GoldenRun, keeping isKept: (GoldenName) -> Bool) {
    do throws(RasterError) {
      try last.write(failures: failures, isNeeded: !run.isGreen, keeping: isKept)
    } catch {
      run.outcomes += faults([DeckIssue(error)])
    }
  }

  /// Converts errors of the plan or of writing into an outcome, so that every report shows them.
  func faults(_ issues: [DeckIssue]) -> [GoldenOutcome] {
    guard let first = issues.first else { return [] }
    return [
      GoldenOutcome(
        name: plan.file ?? "command line", verdict: .broken,
        message: issues.count == 1 ? first.message : "\(first.message), and \(issues.count - 1) more",
        deck: nil,
        golden: lock ?? goldens, issues: issues)
    ]
  }

  /// Runs a piece of work, unless it crashed a process before.
  func work<Value>(_ number: Int, _ body: () -> Value) -> Result<Value, WorkProcesses.Failure> {
    marks?.work(number, body) ?? .success(body())
  }
}

extension WorkProcesses.Failure {
  /// The issue for a deck that crashed the run.
  func issue(of deck: String) -> DeckIssue {
    DeckIssue(
      .error, file: deck, message: "drawing the deck failed: \(message)",
      hint: Self.hint, code: .failedLibrary)
  }
}

/// The library versions that reproduce all goldens of a folder: the file `goldens.versions` in that folder.
///
/// If a golden fails on a machine with other versions, the run reports the difference first, as a possible
/// cause. The file is written by a recording run and by `approve`, when every golden matches the current
/// libraries.
package enum GoldenVersions {
  package static let fileName = "goldens.versions"

  static let mostBytes = 64 << 10

  /// Reads the file of a folder; nil if it does not exist.
  ///
  /// - Throws: a `DeckError` with every error in it, line by line.
  package static func read(goldens: String) throws(DeckError) -> [LibraryVersion]? {
    let path = FilePath.join(goldens, fileName)
    let bytes = try DeckError.wrapping(
      try FileReading.readIfPresent(path: path, foundIn: goldens, limit: mostBytes))
    return try bytes.map { bytes throws(DeckError) in try parse(bytes, file: path) }
  }

  /// Parses the file: one library with its version per line.
  static func parse(_ bytes: [UInt8], file: String) throws(DeckError) -> [LibraryVersion] {
    var libraries: [LibraryVersion] = []
    var issues: [DeckIssue] = []
    for (index, raw) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
      let line = raw.last == 0x0D ? raw.dropLast() : raw
      if line.isEmpty { continue }
      let words = String(validating: line, as: UTF8.self)?.split(separator: " ").map(String.init) ?? []
      guard words.count == 2 else {
        issues.append(
          DeckIssue(
            .error, file: file, place: SourcePlace(line: index + 1, column: 1), path: .root,
            message: "expected a library and its version, such as 'cairo 1.16.0'",
            hint: "remove the file; the next run that records goldens writes it again"))
        continue
      }
      libraries.append(LibraryVersion(words[0], words[1]))
    }
    if let error = DeckError(Array(issues.prefix(Limits.issues))) { throw error }
    return libraries
  }

  static func format(_ libraries: [LibraryVersion]) -> String {
    libraries.sorted { $0.name < $1.name }.map { "\($0.name) \($0.version)\n" }.joined()
  }

  /// Writes the file of a folder, unless its content is already right.
  static func write(_ libraries: [LibraryVersion], goldens: String) throws(RasterError) {
    let path = try FileTree.makeFolders(for: fileName, below: goldens)
    let bytes = Array(format(libraries).utf8)
    if try FileTree.kind(of: path) == .file, (try? FileReading.read(path: path, limit: mostBytes)) == bytes {
      return
    }
    try FileWriting.writeFile(bytes, to: path)
  }

  /// The recorded libraries whose version differs now.
  ///
  /// New and removed libraries are ignored.
  static func others(_ recorded: [LibraryVersion], than current: [LibraryVersion]) -> [LibraryVersion] {
    recorded.filter { old in current.contains { $0.name == old.name && $0.version != old.version } }
  }
}
