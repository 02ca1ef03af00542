import CardParts
import CardRaster

extension RunReport {
  /// Everything that the run has found, as one JSON object.
  package var json: String {
    let counts = GoldenOutcome.Verdict.allCases.map { ($0.rawValue, JSONNode.of(run.count($0))) }
    let share = run.share.map { share in
      [("share", JSONNode.object([("number", .of(share.number)), ("count", .of(share.count))]))]
    }
    let head: [(String, JSONNode)] = [
      ("version", .of(1)), ("green", .of(run.isGreen)), ("counts", .object(counts)),
    ]
    let document = JSONNode.object(
      head + (share ?? []) + [
        ("libraries", libraries(run.libraries)), ("otherLibraries", libraries(run.otherLibraries)),
        ("report", report.map { .of($0) } ?? .null),
        ("groups", .list(run.groups.filter { $0.outcomes.count > 1 }.map(group))),
        ("outcomes", .list(run.outcomes.map(outcome))),
      ])
    return JSONDump.write(document, pretty: true) + "\n"
  }

  private func libraries(_ libraries: [LibraryVersion]) -> JSONNode {
    .list(libraries.map { .object([("name", .of($0.name)), ("version", .of($0.version))]) })
  }

  /// Goldens in which the same changed: it is told once.
  private func group(_ group: GoldenRun.Group) -> JSONNode {
    .object([
      ("cause", .of(group.outcomes.first?.cause ?? "")),
      ("changes", .list((group.outcomes.first?.changes ?? []).map(ReportJSON.change))),
      ("goldens", .list(group.outcomes.map { .of($0.name) })),
    ])
  }

  private func outcome(_ outcome: GoldenOutcome) -> JSONNode {
    var members: [(String, JSONNode)] = [
      ("name", .of(outcome.name)), ("verdict", .of(outcome.verdict.rawValue)),
      ("message", .of(outcome.message)),
    ]
    let texts = [
      ("deck", outcome.deck), ("golden", outcome.golden), ("actual", outcome.actual),
      ("fingerprint", outcome.fingerprint), ("strip", outcome.strip), ("overlay", outcome.overlay),
    ]
    for (key, text) in texts {
      if let text { members.append((key, .of(text))) }
    }
    members += [("scale", .of(outcome.scale)), ("changes", .list(outcome.changes.map(ReportJSON.change)))]
    if let cause = outcome.cause { members.append(("cause", .of(cause))) }
    if let place = outcome.place {
      members += [("line", .of(place.line)), ("column", .of(place.column))]
    }
    if let seconds = outcome.seconds { members.append(("seconds", .of((seconds * 1000).rounded() / 1000))) }
    if let figures = outcome.figures { members.append(("figures", ReportJSON.figures(figures))) }
    members.append(("issues", .list(outcome.issues.map(\.json))))
    return .object(members)
  }
}

/// The pieces of a run as JSON.
enum ReportJSON {
  static func change(_ change: LayoutChange) -> JSONNode {
    var members: [(String, JSONNode)] = [("sentence", .of(change.sentence)), ("path", .of(change.path))]
    if let before = change.before { members.append(("before", rect(before))) }
    if let after = change.after { members.append(("after", rect(after))) }
    return .object(members)
  }

  static func figures(_ figures: GoldenOutcome.Figures) -> JSONNode {
    .object([
      ("differingPixels", .of(figures.differingPixels)), ("comparedPixels", .of(figures.comparedPixels)),
      ("maxDelta", .of(figures.maxDelta)), ("expectedWidth", .of(figures.expectedWidth)),
      ("expectedHeight", .of(figures.expectedHeight)), ("actualWidth", .of(figures.actualWidth)),
      ("actualHeight", .of(figures.actualHeight)), ("regions", .list(figures.regions.map(region))),
    ])
  }

  private static func region(_ region: Comparison.Region) -> JSONNode {
    .object([
      ("x", .of(region.frame.minX)), ("y", .of(region.frame.minY)), ("width", .of(region.frame.width)),
      ("height", .of(region.frame.height)), ("pixels", .of(region.pixels)),
    ])
  }

  private static func rect(_ rect: Rect) -> JSONNode {
    .object([
      ("x", .of(rect.minX)), ("y", .of(rect.minY)), ("width", .of(rect.width)), ("height", .of(rect.height)),
    ])
  }
}
