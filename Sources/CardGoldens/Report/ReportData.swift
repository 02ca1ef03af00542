import CardParts
import CardRaster

/// The data of a run, as read by the page's script.
struct ReportData {
  private let report: HTMLReport
  private var outcomes: [JSONNode] = []

  /// Creates the data and adds the pictures that fit: first those of outcomes that need a review.
  init(_ report: HTMLReport, _ pictures: inout ReportPictures) {
    self.report = report
    let run = report.run
    var nodes = [JSONNode](repeating: .null, count: run.outcomes.count)
    for wantsGreen in [false, true] {
      for (number, outcome) in run.outcomes.enumerated() where outcome.verdict.isGreen == wantsGreen {
        nodes[number] = Self.node(outcome, &pictures)
      }
    }
    outcomes = nodes
  }

  /// The document.
  ///
  /// It is safe inside a script element: no tag or comment can start in it.
  var json: String {
    let run = report.run
    var notices: [String] = []
    if !run.otherLibraries.isEmpty {
      notices.append(
        "Libraries differ from those that rendered the goldens: \(RunReport(run).libraryDifferences). "
          + "Pictures may differ for that reason alone.")
    }
    let document = JSONNode.object([
      ("title", Self.line(report.title)), ("green", .of(run.isGreen)), ("review", .of(run.isReview)),
      ("libraries", Self.line(run.libraries.map { "\($0.name) \($0.version)" }.joined(separator: " · "))),
      ("notices", .list(notices.map(Self.line))), ("approvalsFile", .of(Approvals.fileName)),
      ("command", Self.line(report.command)), ("outcomes", .list(outcomes)),
    ])
    var result = ""
    for scalar in JSONDump.write(document, pretty: false).unicodeScalars {
      switch scalar {
      case "<": result += "\\u003C"
      case ">": result += "\\u003E"
      case "&": result += "\\u0026"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// A text for display.
  private static func line(_ text: String) -> JSONNode { .of(Printable.line(text)) }

  private static func node(_ outcome: GoldenOutcome, _ pictures: inout ReportPictures) -> JSONNode {
    var notes: [String] = []
    var members: [(String, JSONNode)] = [
      ("name", .of(outcome.name)), ("label", line(outcome.name)), ("verdict", .of(outcome.verdict.rawValue)),
      ("word", .of(outcome.word)),
      ("message", line(outcome.message)), ("approvable", .of(outcome.isApprovable)),
    ]
    if let cause = outcome.cause { members.append(("cause", .of(cause))) }
    if let fingerprint = outcome.fingerprint { members.append(("fingerprint", .of(fingerprint))) }
    var embedded = 0
    for (key, path) in paths(of: outcome) {
      switch pictures.addPicture(path, passed: outcome.verdict.isGreen) {
      case .embedded(let number, let width, let height, let type):
        embedded += 1
        members.append(
          (
            key,
            .object([
              "id": .of("picture-\(number)"), "width": .of(width), "height": .of(height), "type": .of(type),
            ])
          ))
      case .noPicture:
        notes.append(
          key == "expected" && path == outcome.golden && outcome.file == nil
            ? "The golden is a line in '\(path)', so its picture is not stored."
            : "'\(path)' is not a PNG, JPEG or WebP picture.")
      case .unreadable(let reason):
        // The message of a broken golden already contains the reason.
        if outcome.verdict != .broken { notes.append("The picture '\(path)' cannot be read: \(reason).") }
      case .tooMuch:
        notes.append("The picture '\(path)' is not shown, because this page has reached its size limit.")
      }
    }
    members += [
      ("notes", .list(notes.map(line))), ("unseen", line(unseen(outcome, notes))),
      ("changes", .list(outcome.changes.map { change($0, scale: outcome.scale) })),
      ("issues", .list(outcome.issues.map(issue))), ("facts", .list(facts(outcome))),
      (
        "regions",
        .list(
          (outcome.figures?.regions ?? []).map { region in
            .list(
              [region.frame.minX, region.frame.minY, region.frame.width, region.frame.height].map(
                JSONNode.of))
          })
      ),
    ]
    return .object(members)
  }

  /// The pictures of an outcome, by their keys in the page.
  private static func paths(of outcome: GoldenOutcome) -> [(String, String)] {
    let hasGolden = outcome.verdict != .missing && outcome.verdict != .pruned
    var paths = hasGolden ? [("expected", outcome.golden)] : []
    if outcome.verdict != .passed, outcome.verdict != .recorded || outcome.golden != outcome.actual {
      if let actual = outcome.actual { paths.append(("actual", actual)) }
    }
    if let overlay = outcome.overlay { paths.append(("overlay", overlay)) }
    return paths
  }

  /// The text shown instead of pictures.
  private static func unseen(_ outcome: GoldenOutcome, _ notes: [String]) -> String {
    if !notes.isEmpty { return "No picture is available." }
    return switch outcome.verdict {
    case .broken: "No picture is available. The problem is described on the side."
    case .pruned: "The golden was removed."
    default: "No picture is available."
    }
  }

  private static func change(_ change: LayoutChange, scale: Double) -> JSONNode {
    func pixels(_ rect: Rect) -> JSONNode {
      .list([rect.minX, rect.minY, rect.width, rect.height].map { .of($0 * scale) })
    }
    return .object(present: [
      "sentence": line(change.sentence), "path": line(change.path), "before": change.before.map(pixels),
      "after": change.after.map(pixels),
    ])
  }

  private static func issue(_ issue: DeckIssue) -> JSONNode {
    var place = issue.file
    if let at = issue.place { place += at.column > 0 ? ":\(at.line):\(at.column)" : ":\(at.line)" }
    return .object([
      "severity": .of(issue.severity.rawValue), "place": line(place), "message": line(issue.sentence),
    ])
  }

  /// The files of an outcome, for the details of the page.
  private static func facts(_ outcome: GoldenOutcome) -> [JSONNode] {
    let facts = [
      ("Deck", outcome.deck), (outcome.file == nil ? "Golden" : "Expected", outcome.golden),
      ("This run", outcome.actual),
      ("Strip", outcome.strip), ("Difference", outcome.overlay),
    ]
    return facts.compactMap { name, value in value.map { .list([.of(name), line($0)]) } }
  }
}

/// The picture files embedded in a page, within its size limits.
struct ReportPictures {
  /// A picture of the page, or the reason why it is missing.
  enum Entry {
    /// Its index and its size in pixels.
    case embedded(number: Int, width: Int, height: Int, type: String)
    /// The path is not a picture: goldens in a lock file have none.
    case noPicture
    /// The file could not be read, with the reason.
    case unreadable(String)
    /// The size limit is reached.
    case tooMuch
  }

  private(set) var files: [[UInt8]] = []
  private(set) var bytes = 0
  private(set) var passedBytes = 0
  let limit: Int
  let passedLimit: Int

  mutating func addPicture(_ path: String, passed: Bool) -> Entry {
    let room = passed ? min(passedLimit - passedBytes, limit - bytes) : limit - bytes
    do throws(RasterError) {
      // Only files in the folder itself are embedded, never the target of a link that points elsewhere.
      let folder = FilePath.directory(of: path)
      let start = try FileReading.beginning(path: path, foundIn: folder, count: 33)
      let png = ComparedFile.sizeOfPNG(start)
      guard png != nil || ComparedFile.isPicture(start) else { return .noPicture }
      let file = try FileReading.read(path: path, foundIn: folder, limit: Limits.imageBytes)
      guard file.count <= room else { return .tooMuch }
      // The file may have changed between the two reads.
      guard file.starts(with: start) else { return .unreadable("it changed while it was read") }
      let other = png == nil ? try ComparedFile(file).picture() : nil
      guard let size = png ?? other.map({ ($0.width, $0.height) }) else { return .noPicture }
      files.append(file)
      bytes += file.count
      if passed { passedBytes += file.count }
      let type = png != nil ? "image/png" : file.starts(with: "RIFF".utf8) ? "image/webp" : "image/jpeg"
      return .embedded(number: files.count - 1, width: size.width, height: size.height, type: type)
    } catch .file(_, let reason) {
      return .unreadable(reason)
    } catch .limit {
      return .tooMuch
    } catch {
      return .unreadable("\(error)")
    }
  }
}
