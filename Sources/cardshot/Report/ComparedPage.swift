import CardParts

/// One picture of two decks, compared.
struct ComparedPage {
  var card: String
  var state: String?
  var changes: [LayoutChange]
  /// In a report: its number, from 1.
  var reportPage: Int?

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

  /// The pages of two reports; nil where one of them is none.
  static func report(_ old: [LayoutSnapshot], _ new: [LayoutSnapshot]) -> [ComparedPage]? {
    guard !old.isEmpty, !new.isEmpty, (old + new).allSatisfy({ $0.reportPage != nil }) else { return nil }
    return LayoutSnapshot.changes(ofReport: old, to: new).enumerated().map { number, changes in
      let snapshot = (new.indices.contains(number) ? new : old)[number]
      return ComparedPage(card: snapshot.card, changes: changes, reportPage: number + 1)
    }
  }

  /// `card 'advice', state 'loading'`, `page 2`.
  var name: String {
    if let reportPage { return "page \(reportPage)" }
    return (card.isEmpty ? "the page" : "card '\(card)'")
      + (state.map { $0 == "none" ? "" : ", state '\($0)'" } ?? "")
  }
}
