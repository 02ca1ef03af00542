import CardParts
import CardRaster

/// The report of changes: lines of text, or one JSON object.
struct DiffReport {
  let pages: [ComparedPage]
  let old: String
  let new: String

  var isSame: Bool { pages.allSatisfy(\.changes.isEmpty) }

  /// The verdict, followed by one line per change.
  var text: String {
    guard !isSame else { return "same: nothing changed\n" }
    let changed = pages.filter { !$0.changes.isEmpty }
    var lines: [String] = []
    if pages.count == 1 {
      lines.append("different: \(Self.count(changed[0].changes.count, "change"))")
      lines += changed[0].changes.map { "  " + $0.sentence }
    } else {
      lines.append("different: \(changed.count) of \(Self.count(pages.count, "picture"))")
      for page in changed {
        lines.append("  \(page.name)")
        lines += page.changes.map { "    " + $0.sentence }
      }
    }
    return lines.map { Printable.sentence($0) + "\n" }.joined()
  }

  private static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  /// All changes as JSON.
  var json: String {
    let nodes = pages.map { page in
      JSONNode.object(present: [
        "same": .of(page.changes.isEmpty), "page": page.reportPage.map { .of($0) },
        "card": page.card.isEmpty ? nil : .of(page.card), "state": page.state.map { .of($0) },
        "changes": .list(page.changes.map(Self.node)),
      ])
    }
    let document = JSONNode.object([
      ("same", .of(isSame)), ("old", .of(old)), ("new", .of(new)), ("pages", .list(nodes)),
    ])
    return JSONDump.write(document, pretty: true) + "\n"
  }

  private static func node(_ change: LayoutChange) -> JSONNode {
    .object(present: [
      "sentence": .of(change.sentence), "path": change.path.isEmpty ? nil : .of(change.path),
      "before": change.before.map(frame), "after": change.after.map(frame),
    ])
  }

  private static func frame(_ rect: Rect) -> JSONNode {
    func number(_ value: Double) -> JSONNode { .of((value * 1000).rounded() / 1000) }
    return .object([
      "x": number(rect.minX), "y": number(rect.minY), "width": number(rect.width),
      "height": number(rect.height),
    ])
  }
}

/// One page of two decks, compared.
struct ComparedPage {
  var card: String
  var state: String?
  var changes: [LayoutChange]
  /// The page number in a report, starting at 1; nil for cards.
  var reportPage: Int?

  /// Pairs the pages of two decks by the names of their cards and states.
  ///
  /// - Parameter only: a stored layout; if given, only its page is compared.
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

  /// Pairs the pages of two reports; nil if one of the decks is not a report.
  static func report(_ old: [LayoutSnapshot], _ new: [LayoutSnapshot]) -> [ComparedPage]? {
    guard !old.isEmpty, !new.isEmpty, (old + new).allSatisfy({ $0.reportPage != nil }) else { return nil }
    return LayoutSnapshot.changes(ofReport: old, to: new).enumerated().map { number, changes in
      let snapshot = (new.indices.contains(number) ? new : old)[number]
      return ComparedPage(card: snapshot.card, changes: changes, reportPage: number + 1)
    }
  }

  /// The page in messages: `card 'advice', state 'loading'`, `page 2`.
  var name: String {
    if let reportPage { return "page \(reportPage)" }
    return (card.isEmpty ? "the page" : "card '\(card)'")
      + (state.map { $0 == "none" ? "" : ", state '\($0)'" } ?? "")
  }
}
