import CardParts
import CardRaster

/// What is left to do when all is drawn.
extension GoldenRunner {
  /// Libraries of failing lines of a lock file that are others now.
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

  /// Ids to be ignored that are in no picture, as long as every deck was drawn.
  func unusedIDs(_ planned: [PlannedFile], _ checked: [CheckedWay]) -> [DeckIssue] {
    let isBroken =
      planned.contains { if case .broken = $0.kind { true } else { false } }
      || checked.contains { $0.outcomes.contains { $0.verdict == .broken } }
    guard !isBroken, !request.isPartial, request.lock == nil,
      request.isWhole || request.settings.ignoredIDs != nil
    else {
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
        result.run.outcomes += faults(error.issues)
      }
    }
    do throws(RasterError) {
      if request.lock == nil, outcomes.contains(where: { $0.verdict == .recorded }), isWhole, isEqual {
        try GoldenVersions.write(libraries, goldens: request.goldens)
      }
      let last = LastRun(
        outcomes, golden: request.lock ?? request.goldens, isLock: request.lock != nil, isWhole: isWhole,
        libraries: libraries)
      // A red run leaves a report, which the next one finds by this file.
      try last.write(failures: request.failures, isNeeded: !result.run.isGreen) { others.contains($0) }
    } catch {
      result.run.outcomes += faults([DeckIssue(error)])
    }
  }

  /// What is wrong with the plan, or could not be written, as an outcome that every report shows.
  func faults(_ issues: [DeckIssue]) -> [GoldenOutcome] {
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
