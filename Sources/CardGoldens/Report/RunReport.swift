package import CardParts
import CardRaster

/// The report of a run: lines of text, or one JSON object.
///
/// Names and texts of decks are escaped, so they cannot control a terminal; see `Printable`.
package struct RunReport: Sendable {
  private(set) var run: GoldenRun
  let report: String?
  private let approval: String

  /// Maximum number of changes in the text per golden.
  ///
  /// `json` and the HTML report contain all of them.
  static let shownChanges = 12

  /// Creates the report of a run.
  ///
  /// - Parameters:
  ///   - report: the path of the HTML report, if one was written.
  ///   - approval: the command that accepts pictures.
  package init(_ run: GoldenRun, report: String? = nil, approval: String = "cardshot approve") {
    self.run = run
    self.report = report
    self.approval = approval
  }

  /// The text of the report.
  ///
  /// It contains differing library versions, then outcomes that are not green, then the counts and the next
  /// step.
  package var text: String {
    var lines: [String] = []
    if !run.otherLibraries.isEmpty {
      lines.append("libraries differ from those that rendered the goldens: \(libraryDifferences)")
      lines.append("  pictures may differ for that reason alone")
    }
    // Changes that no pixel shows, such as a different link, are also reported.
    for group in run.groups { lines += self.lines(group) }
    lines.append(summary)
    lines += advice
    return lines.map { Printable.line($0) + "\n" }.joined()
  }

  /// The counts in one line: `42 goldens: 40 passed, 2 failed`.
  package var summary: String {
    guard !run.outcomes.isEmpty else {
      let verb = run.isReview ? "compared" : "tested"
      return "no \(run.noun) \(run.mayBeEmpty ? "needed to be" : "was") \(verb)"
    }
    let counts = run.counts.filter { $0.count > 0 }.map { "\($0.count) \($0.word)" }
    return "\(counted(run.outcomes.count, run.noun)): \(counts.joined(separator: ", "))"
  }

  // MARK: Lines

  /// The goldens of one group, one line each, followed by their common changes.
  private func lines(_ group: GoldenRun.Group) -> [String] {
    guard let changes = group.outcomes.first?.changes, !changes.isEmpty else {
      return group.outcomes.flatMap(own)
    }
    var lines: [String] = []
    if group.outcomes.allSatisfy({ $0.changes == changes }) {
      lines = group.outcomes.flatMap(own)
      if group.outcomes.count > 1 { lines.append("  in all \(group.outcomes.count):") }
    } else {
      // The change is the same in other places.
      lines = group.outcomes.dropFirst().flatMap(own) + group.outcomes.prefix(1).flatMap(own)
      lines.append("  probably the same cause in all \(group.outcomes.count), here:")
    }
    lines += changes.prefix(Self.shownChanges).map { "  \($0.sentence)" }
    let rest = changes.count - Self.shownChanges
    if rest > 0 { lines.append("  and \(counted(rest, "more change"))") }
    return lines
  }

  /// The lines for one golden.
  private func own(_ outcome: GoldenOutcome) -> [String] {
    var lines = ["\(outcome.word) \(outcome.name): \(outcome.message)"]
    if let picture = outcome.strip ?? outcome.overlay ?? (outcome.isApprovable ? outcome.actual : nil) {
      lines[0] += " (\(picture))"
    }
    if outcome.verdict != .passed { lines += outcome.issues.map { "  \($0.text)" } }
    return lines
  }

  /// The libraries whose version differs, with the old and the new version.
  var libraryDifferences: String {
    run.otherLibraries.map { other in
      let now = run.libraries.first { $0.name == other.name }?.version
      return "\(other.name) \(other.version) → \(now ?? "none")"
    }.joined(separator: ", ")
  }

  private var advice: [String] {
    func has(_ verdict: GoldenOutcome.Verdict) -> Bool { run.count(verdict) > 0 }
    var lines: [String] = []
    if run.outcomes.isEmpty, !run.mayBeEmpty, !run.isReview {
      lines.append("a run without goldens fails: name a deck or a folder with decks")
    }
    if let report, !run.isGreen { lines.append("look at \(report)") }
    if run.outcomes.contains(where: \.isApprovable) {
      let verb = run.isReview ? "as expected" : "as goldens"
      lines.append("'\(approval)' accepts correct pictures \(verb)")
      if run.groups.contains(where: { $0.outcomes.count > 1 && $0.outcomes[0].isApprovable }) {
        lines.append("'cardshot approve --like NAME' approves all pictures with the same change as NAME")
      }
    }
    if run.isReview { return lines }
    if has(.missing) { lines.append("'cardshot test --record missing' writes the missing goldens") }
    if has(.recorded) {
      lines.append("a run that records goldens fails: review the new goldens, commit them, and run again")
    }
    if has(.orphaned) {
      lines.append("no deck draws an orphaned golden: 'cardshot test --prune' removes it")
    }
    if has(.pruned) { lines.append("pruned goldens were removed: commit their removal") }
    return lines
  }

  private func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
}

extension RunReport {
  /// Everything that the run has found, as one JSON object.
  package var json: String { Self.record.jsonText(of: self) }

  fileprivate static let record = Record("a report", RunReport(GoldenRun(outcomes: [], libraries: []))) {
    RecordField.version(1)
    RecordField("green", written: { .of($0.run.isGreen) })
    RecordField(
      "counts",
      written: { report in
        .object(report.run.counts.map { ($0.word, .of($0.count)) })
      })
    RecordField("review", \.run.isReview, .flag, default: false)
    RecordField("share", \.run.share, .share)
    RecordField("libraries", \.run.libraries, .list(library.kind))
    RecordField("otherLibraries", \.run.otherLibraries, .list(library.kind))
    RecordField("report", written: { $0.report.map { .of($0) } ?? .null })
    RecordField("groups", written: { .list($0.run.groups.filter { $0.outcomes.count > 1 }.map(group)) })
    RecordField(
      "outcomes", \.run.outcomes,
      .list(GoldenOutcome.record.kind.map("an outcome", { $0.checked }, json: { $0 })))
  }

  private static let library = Record("a library", LibraryVersion("", "")) {
    RecordField("name", \.name, .text)
    RecordField("version", \.version, .text)
  }

  /// Goldens with the same change, which is written once.
  private static func group(_ group: GoldenRun.Group) -> JSONNode {
    .object([
      "cause": .of(group.outcomes.first?.cause ?? ""),
      "changes": .list((group.outcomes.first?.changes ?? []).map(LayoutChange.record.json)),
      "goldens": .list(group.outcomes.map { .of($0.name) }),
    ])
  }
}

extension GoldenOutcome {
  fileprivate static let record = Record(
    "an outcome", GoldenOutcome(name: "", verdict: .broken, message: "", golden: "")
  ) {
    RecordField("name", \.name, .text)
    RecordField("verdict", \.verdict, .word)
    RecordField("state", written: { $0.file == nil ? nil : .of($0.word) })
    RecordField("message", \.message, .text)
    RecordField("deck", \.deck, .text)
    RecordField("golden", \.golden, .text)
    RecordField("actual", \.actual, .text)
    RecordField("fingerprint", \.fingerprint, .digest(64))
    RecordField("strip", \.strip, .text)
    RecordField("overlay", \.overlay, .text)
    RecordField("scale", \.scale, .number(Limits.scales))
    RecordField("changes", \.changes, .list(LayoutChange.record.kind))
    RecordField("cause", \.cause, .text)
    RecordField("file", \.file, .text)
    RecordField("removed", \.removed, .text)
    RecordField(inline: \.place, SourcePlace.record)
    RecordField(
      "seconds", \.seconds,
      RecordKind<Double>.number().map("seconds", { $0 }, json: { ($0 * 1000).rounded() / 1000 }))
    RecordField("figures", \.figures, figures.kind)
    RecordField("issues", \.issues, .list(DeckIssue.record.kind))
  }

  private static let figures = Record(
    "figures", Figures(pixels: (0, 0), maxDelta: 0, sizes: [0, 0, 0, 0], regions: [])
  ) {
    RecordField("differingPixels", \.differingPixels, .integer())
    RecordField("comparedPixels", \.comparedPixels, .integer())
    RecordField("maxDelta", \.maxDelta, .number())
    RecordField("expectedWidth", \.expectedWidth, .integer())
    RecordField("expectedHeight", \.expectedHeight, .integer())
    RecordField("actualWidth", \.actualWidth, .integer())
    RecordField("actualHeight", \.actualHeight, .integer())
    RecordField("regions", \.regions, .list(.region))
  }

  /// The outcome with validated values; nil if its name is not a valid golden name.
  ///
  /// An error of a whole run has the name of a file or of the report. Only the texts of such an outcome are
  /// kept.
  fileprivate var checked: GoldenOutcome? {
    if (try? GoldenName(name)) != nil { return self }
    guard verdict == .broken else { return nil }
    return GoldenOutcome(
      name: GoldenName.harmless(name), verdict: .broken, message: message, golden: golden, issues: issues)
  }
}

extension RecordKind where Value == GoldenShard {
  fileprivate static var share: Self {
    RecordKind<[Int]>.members(["number", "count"], .integer()).map(
      "a share", { GoldenShard("\($0[0])/\($0[1])") }, json: { [$0.number, $0.count] })
  }
}

extension RecordKind where Value == Comparison.Region {
  fileprivate static var region: Self {
    RecordKind<[Int]>.members(
      ["x", "y", "width", "height", "pixels"], .integer(0...Limits.imagePixels)
    ).map(
      "a region",
      { numbers in
        PixelRect(
          minX: numbers[0], minY: numbers[1], maxX: numbers[0] + numbers[2], maxY: numbers[1] + numbers[3]
        ).map { Comparison.Region(frame: $0, pixels: numbers[4]) }
      }, json: { [$0.frame.minX, $0.frame.minY, $0.frame.width, $0.frame.height, $0.pixels] })
  }
}

extension GoldenRun {
  /// Parses a run printed by `cardshot test --json` or `cardshot review --json`.
  ///
  /// - Throws: a `DeckError` if the document is not valid.
  package init(json bytes: [UInt8], file: String) throws(DeckError) {
    guard let read = RunReport.record.value(of: try DataFile.read(bytes, file: file)) else {
      throw DeckError(
        file: file,
        message: "the file is not the output of 'cardshot test --json' or 'cardshot review --json'")
    }
    self = read.run
  }

  /// Merges several shards into one run.
  ///
  /// If shards are missing, a broken outcome is added.
  ///
  /// - Throws: a `DeckError` if two of them contain the same golden.
  package init(merging shares: [(run: GoldenRun, file: String)]) throws(DeckError) {
    var owners: [String: String] = [:]
    var issues: [DeckIssue] = []
    self.init(outcomes: [], libraries: [])
    isReview = shares.contains(where: \.run.isReview)
    for (run, file) in shares {
      for outcome in run.outcomes {
        if let other = owners.updateValue(file, forKey: outcome.name) {
          issues.append(
            DeckIssue(
              .error, file: file,
              message: "the \(noun) '\(outcome.name)' is also in '\(other)'",
              hint: "merge each shard of one run once"))
        }
        outcomes.append(outcome)
      }
      for library in run.libraries where !libraries.contains(library) { libraries.append(library) }
      for library in run.otherLibraries where !otherLibraries.contains(library) {
        otherLibraries.append(library)
      }
    }
    if let missing = Self.missing(among: shares.compactMap(\.run.share)) { outcomes.append(missing) }
    outcomes.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    if let error = DeckError(Array(issues.prefix(Limits.issues))) { throw error }
  }

  /// The outcome for missing shards, or for shards of different runs; nil if the shards are complete.
  private static func missing(among shares: [GoldenShard]) -> GoldenOutcome? {
    guard let count = shares.first?.count else { return nil }
    let message: String
    if let other = shares.first(where: { $0.count != count }) {
      message = "the shards are of different runs: one of \(count), one of \(other.count)"
    } else {
      let missing = Set(1...count).subtracting(shares.map(\.number)).sorted()
      guard !missing.isEmpty else { return nil }
      let names = missing.prefix(10).map { "\($0)/\(count)" } + (missing.count > 10 ? ["…"] : [])
      message = "the run is incomplete: shard \(names.joined(separator: ", ")) is missing"
    }
    let issue = DeckIssue(
      .error, file: "", message: message, hint: "merge all shards of one run")
    return GoldenOutcome(name: "shares", verdict: .broken, message: message, golden: "", issues: [issue])
  }
}
