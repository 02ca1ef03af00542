import ArgumentParser
import CardParts
import CardRaster

/// Says what changed between two decks, or layouts that were kept.
struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff", abstract: "Say what changed between two decks, in words.",
    discussion: """
      Nothing is painted: the layouts and what would be drawn are compared. In the place of a deck may stand a layout \
      that 'cardshot test' keeps beside a golden (NAME.layout.json). The options below hold for both decks. Causes come \
      first, then what follows from them.

      EXAMPLES
        cardshot diff old.json new.json
        cardshot diff old.json new.json --each --appearance dark
        cardshot diff Goldens/welcome.layout.json welcome.json --json

      EXIT STATUS
        0 the same, 1 different, 2 something is wrong with a deck or a file, 64 wrong usage
      """)

  @Argument(
    help: "The old deck or layout: a JSON file, or - for standard input.",
    completion: .file(extensions: ["json"]))
  var old: String

  @Argument(
    help: "The new deck or layout: a JSON file, or - for standard input.",
    completion: .file(extensions: ["json"]))
  var new: String

  @Flag(
    name: .customLong("each"),
    help: "Compare every card as a picture of its own; cards are found by their ids.")
  var onePageEach = false

  @Flag(help: "Print nothing but errors.")
  var quiet = false

  @Flag(help: "Print the changes as JSON, with their places in the decks and in points.")
  var json = false

  @OptionGroup var choices: DeckChoices

  func validate() throws {
    if old == "-", new == "-" {
      throw ValidationError("Standard input can be read once; give - for one of both only.")
    }
    if old.isEmpty || new.isEmpty { throw ValidationError("The name of a deck must not be empty.") }
  }

  func run() throws {
    let printer = IssuePrinter(isJSON: json, isQuiet: quiet, outputIsTaken: false)
    let pages: [ComparedPage]
    do {
      pages = try compare()
    } catch let error as DeckError {
      printer.report(error.issues)
      throw ExitCode.fault
    } catch let error as RasterError {
      printer.report([DeckIssue(.error, file: "", place: nil, path: .root, message: error.message)])
      throw ExitCode.fault
    }
    let report = DiffReport(pages, old: old, new: new)
    if json || !quiet { StandardStreams.output(json ? report.json : report.text) }
    if !report.isSame { throw ExitCode.different }
  }

  /// One side of the comparison.
  private enum Side {
    case snapshot(LayoutSnapshot)
    case deck
  }

  private func compare() throws -> [ComparedPage] {
    let (first, second) = (try side(old), try side(new))
    if case .snapshot(let a) = first, case .snapshot(let b) = second {
      guard choices.isEmpty, !onePageEach else {
        throw ValidationError(
          "Options that say how a deck is laid out have no effect on layouts that were kept.")
      }
      return [ComparedPage(card: b.card, state: b.state, changes: a.changes(to: b))]
    }
    // A layout that was kept of one card is compared with that card alone.
    var kept: LayoutSnapshot?
    for case .snapshot(let snapshot) in [first, second] { kept = snapshot }
    let isEach = onePageEach || kept?.card.isEmpty == false
    let (before, after) = (try snapshots(first, old, isEach), try snapshots(second, new, isEach))
    if before.count == 1, after.count == 1, kept == nil || !isEach {
      return [
        ComparedPage(card: after[0].card, state: after[0].state, changes: before[0].changes(to: after[0]))
      ]
    }
    return try ComparedPage.all(before, after, only: kept, new)
  }

  /// What a file holds.
  private func side(_ path: String) throws -> Side {
    guard path != "-" else { return .deck }
    let bytes = try FileReading.read(path: path, limit: Limits.jsonBytes)
    guard path.hasSuffix(".layout.json") || LayoutSnapshot.isSnapshot(bytes) else { return .deck }
    return .snapshot(try LayoutSnapshot(bytes, file: path))
  }

  private func snapshots(_ side: Side, _ path: String, _ isEach: Bool) throws(DeckError) -> [LayoutSnapshot] {
    if case .snapshot(let snapshot) = side { return [snapshot] }
    let deck = try choices.layOut(path, onePageEach: isEach)
    if !quiet {
      for warning in deck.warnings { StandardStreams.error(Printable.text(warning.text) + "\n") }
    }
    return deck.pages.map(LayoutSnapshot.init)
  }
}

/// One picture of two decks, compared.
struct ComparedPage {
  var card: String
  var state: String?
  var changes: [LayoutChange]

  /// The pages of two decks by the names of their cards and states.
  ///
  /// - Parameter only: a layout that was kept: only the page that it is of is looked at.
  static func all(_ old: [LayoutSnapshot], _ new: [LayoutSnapshot], only: LayoutSnapshot?, _ file: String)
    throws(DeckError) -> [ComparedPage]
  {
    func key(_ snapshot: LayoutSnapshot) -> String { "\(snapshot.card)\n\(snapshot.state ?? "")" }
    func table(_ list: [LayoutSnapshot]) -> [String: LayoutSnapshot] {
      var result: [String: LayoutSnapshot] = [:]
      for snapshot in list where result[key(snapshot)] == nil { result[key(snapshot)] = snapshot }
      return result
    }
    let (before, after) = (table(old), table(new))
    var pages: [ComparedPage] = []
    for snapshot in new where only.map({ key($0) == key(snapshot) }) ?? true {
      var page = ComparedPage(card: snapshot.card, state: snapshot.state, changes: [])
      if let other = before[key(snapshot)] {
        page.changes = other.changes(to: snapshot)
      } else {
        page.changes = [LayoutChange(sentence: "\(page.name) is new", path: "")]
      }
      pages.append(page)
    }
    for snapshot in old where after[key(snapshot)] == nil && only.map({ key($0) == key(snapshot) }) ?? true {
      var page = ComparedPage(card: snapshot.card, state: snapshot.state, changes: [])
      page.changes = [LayoutChange(sentence: "\(page.name) is gone", path: "")]
      pages.append(page)
    }
    return pages
  }

  /// `card 'advice', state 'loading'`.
  var name: String {
    (card.isEmpty ? "the page" : "card '\(card)'")
      + (state.map { $0 == "none" ? "" : ", state '\($0)'" } ?? "")
  }
}
