import CardParts

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
