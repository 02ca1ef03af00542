package import CardParts
import CardRaster

extension GoldenRun {
  /// Reads a run that `cardshot test --json` has printed.
  ///
  /// - Throws: a `DeckError` when it is none.
  package init(json bytes: [UInt8], file: String) throws(DeckError) {
    let root = try DataFile.read(bytes, file: file)
    guard let run = Self.read(root) else {
      throw DeckError(
        DeckIssue(
          .error, file: file, place: nil, path: .root,
          message: "this is not what 'cardshot test --json' prints"))
    }
    self = run
  }

  /// One run of several shares; those that are not among them are one more outcome, which is broken.
  ///
  /// - Throws: a `DeckError` when two of them have drawn the same golden.
  package init(merging shares: [(run: GoldenRun, file: String)]) throws(DeckError) {
    var owners: [String: String] = [:]
    var issues: [DeckIssue] = []
    self.init(outcomes: [], libraries: [])
    for (run, file) in shares {
      for outcome in run.outcomes {
        if let other = owners.updateValue(file, forKey: outcome.name) {
          issues.append(
            DeckIssue(
              .error, file: file, place: nil, path: .root,
              message: "the golden '\(outcome.name)' stands in '\(other)' too",
              hint: "merge the shares of one run, each once"))
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

  /// What is said of shares that are not there, or are of several runs; nil when they are a whole one.
  private static func missing(among shares: [GoldenShard]) -> GoldenOutcome? {
    guard let count = shares.first?.count else { return nil }
    let message: String
    if let other = shares.first(where: { $0.count != count }) {
      message = "these are shares of several runs: one of \(count), and one of \(other.count)"
    } else {
      let missing = Set(1...count).subtracting(shares.map(\.number)).sorted()
      guard !missing.isEmpty else { return nil }
      let names = missing.prefix(10).map { "\($0)/\(count)" } + (missing.count > 10 ? ["…"] : [])
      message = "not all of the run is here, as there is no share \(names.joined(separator: ", "))"
    }
    let issue = DeckIssue(
      .error, file: "", place: nil, path: .root, message: message, hint: "merge all shares of one run")
    return GoldenOutcome(name: "shares", verdict: .broken, message: message, golden: "", issues: [issue])
  }

  private static func read(_ root: JSONNode) -> GoldenRun? {
    guard root["version"]?.number == 1, let outcomes = list(root["outcomes"], outcome),
      let libraries = list(root["libraries"], library), let others = list(root["otherLibraries"], library)
    else { return nil }
    var run = GoldenRun(outcomes: outcomes, libraries: libraries, otherLibraries: others)
    if let share = root["share"] {
      guard let number = whole(share["number"]), let count = whole(share["count"]),
        let read = GoldenShard("\(number)/\(count)")
      else { return nil }
      run.share = read
    }
    return run
  }

  /// The values of a list; nil when it is none, or one of them is not what it should be.
  private static func list<Value>(_ node: JSONNode?, _ read: (JSONNode) -> Value?) -> [Value]? {
    guard case .array(let nodes)? = node?.value else { return nil }
    let values = nodes.compactMap(read)
    return values.count == nodes.count ? values : nil
  }

  private static func text(_ node: JSONNode?) -> String? {
    if case .string(let text)? = node?.value { text } else { nil }
  }

  private static func number(_ node: JSONNode?) -> Double? {
    node?.number
  }

  private static func whole(_ node: JSONNode?) -> Int? { number(node).flatMap { Int(exactly: $0) } }

  private static func library(_ node: JSONNode) -> LibraryVersion? {
    guard let name = text(node["name"]), let version = text(node["version"]) else { return nil }
    return LibraryVersion(name, version)
  }

  private static func outcome(_ node: JSONNode) -> GoldenOutcome? {
    guard let name = text(node["name"]).flatMap({ try? GoldenName($0) }),
      let verdict = text(node["verdict"]).flatMap(GoldenOutcome.Verdict.init(rawValue:)),
      let message = text(node["message"]),
      let golden = text(node["golden"]), let scale = number(node["scale"]),
      (0.1...Limits.scale).contains(scale),
      let changes = list(node["changes"], change), let issues = list(node["issues"], issue)
    else { return named(node) }
    var outcome = GoldenOutcome(
      name: name.text, verdict: verdict, message: message, deck: text(node["deck"]), golden: golden,
      actual: text(node["actual"]),
      fingerprint: text(node["fingerprint"]).flatMap { Fingerprint.isOne($0) ? $0 : nil },
      strip: text(node["strip"]), overlay: text(node["overlay"]), changes: changes, issues: issues,
      scale: scale)
    outcome.figures = node["figures"].flatMap(figures)
    outcome.seconds = number(node["seconds"])
    if let line = whole(node["line"]), let column = whole(node["column"]) {
      outcome.place = SourcePlace(line: line, column: column)
    }
    return outcome
  }

  /// What is wrong with a whole run has the name of a file or of the report, which is no golden's.
  private static func named(_ node: JSONNode) -> GoldenOutcome? {
    guard let name = text(node["name"]), text(node["verdict"]) == "broken",
      let message = text(node["message"]),
      let golden = text(node["golden"]), let issues = list(node["issues"], issue)
    else { return nil }
    return GoldenOutcome(
      name: GoldenName.harmless(name), verdict: .broken, message: message, golden: golden, issues: issues)
  }

  private static func figures(_ node: JSONNode) -> GoldenOutcome.Figures? {
    let sizes = ["expectedWidth", "expectedHeight", "actualWidth", "actualHeight"].compactMap {
      whole(node[$0])
    }
    guard sizes.count == 4, let differing = whole(node["differingPixels"]),
      let compared = whole(node["comparedPixels"]), let maxDelta = number(node["maxDelta"]),
      let regions = list(node["regions"], region)
    else { return nil }
    return GoldenOutcome.Figures(
      pixels: (differing, compared), maxDelta: maxDelta, sizes: sizes, regions: regions)
  }

  private static func region(_ node: JSONNode) -> Comparison.Region? {
    let numbers = ["x", "y", "width", "height", "pixels"].compactMap { whole(node[$0]) }
      .filter { (0...Limits.imagePixels).contains($0) }
    guard numbers.count == 5,
      let frame = PixelRect(
        minX: numbers[0], minY: numbers[1], maxX: numbers[0] + numbers[2], maxY: numbers[1] + numbers[3])
    else { return nil }
    return Comparison.Region(frame: frame, pixels: numbers[4])
  }

  private static func change(_ node: JSONNode) -> LayoutChange? {
    guard let sentence = text(node["sentence"]), let path = text(node["path"]) else { return nil }
    return LayoutChange(
      sentence: sentence, path: path, before: rect(node["before"]), after: rect(node["after"]))
  }

  private static func rect(_ node: JSONNode?) -> Rect? {
    guard let node, let x = number(node["x"]), let y = number(node["y"]), let width = number(node["width"]),
      let height = number(node["height"])
    else { return nil }
    return Rect(x: x, y: y, width: width, height: height)
  }

  private static func issue(_ node: JSONNode) -> DeckIssue? {
    guard let severity = text(node["severity"]), let message = text(node["message"]) else { return nil }
    var place: SourcePlace?
    if let line = whole(node["line"]), let column = whole(node["column"]) {
      place = SourcePlace(line: line, column: column)
    }
    return DeckIssue(
      severity == "warning" ? .warning : .error, file: text(node["file"]) ?? "", place: place, path: .root,
      message: message, hint: text(node["hint"]))
  }
}
