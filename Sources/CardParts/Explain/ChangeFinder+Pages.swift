import CardRaster

/// What stands on another page of a report.
extension ChangeFinder {
  /// The keys of a deck that say where pages end.
  static let breakNames = ["breakBefore", "breakAfter", "breakInside"]

  mutating func findTurns() {
    var groups: [Turn: [Int]] = [:]
    var order: [Turn] = []
    var last: Turn?
    for (a, b) in pairs {
      let (from, to) = (before.nodes[a].flow.page, after.nodes[b].flow.page)
      guard from != to else {
        findDivision(a, b)
        if after.children[b].isEmpty { last = nil }
        continue
      }
      turned.insert(b)
      // All of what is told to be elsewhere is so, and what goes with the part around it is told there.
      if displaced.contains(b) || goesAlong(a, b) { continue }
      changedLists.insert(after.nodes[b].parent ?? -1)
      displaced.insert(b)
      var turn = Turn(from: from, to: to, cause: cause(b), parent: after.nodes[b].parent)
      // What follows goes to the same page for the same reason.
      if turn.cause == nil, let last, last.from == from, last.to == to, last.parent == turn.parent {
        turn = last
      }
      if groups[turn] == nil { order.append(turn) }
      groups[turn, default: []].append(b)
      last = turn
    }
    for turn in order { tell(turn, groups[turn] ?? []) }
  }

  /// A break that was told with what it moved.
  struct ToldBreak: Hashable {
    var node: Int
    var name: String
  }

  /// What stands on another page than before, and why.
  private struct Turn: Hashable {
    var from: Int
    var to: Int
    /// The key that says so, and of what; nil for the height of the page.
    var cause: String?
    var parent: Int?
  }

  /// Whether the part around a part went from the same page to the same one.
  private func goesAlong(_ a: Int, _ b: Int) -> Bool {
    guard let parent = after.nodes[b].parent, let other = matching.old[parent] else { return false }
    return turned.contains(parent) && before.nodes[other].flow.page == before.nodes[a].flow.page
      && after.nodes[parent].flow.page == after.nodes[b].flow.page
  }

  /// A text that goes on over pages now, or no longer.
  private mutating func findDivision(_ a: Int, _ b: Int) {
    let (old, new) = (before.nodes[a].flow.pieces.keys.max(), after.nodes[b].flow.pieces.keys.max())
    guard old != new, let old, let new, !after.nodes[b].texts.isEmpty else { return }
    let name = newNames.name(of: b)
    let sentence =
      new > old
      ? "\(name) goes on on page \(new + 1) now"
      : new == after.nodes[b].flow.page
        ? "\(name) stands on page \(new + 1) as a whole now" : "\(name) ends on page \(new + 1) now"
    tell(.consequence, of: b, sentence, plural: "parts are divided elsewhere")
  }

  private mutating func tell(_ turn: Turn, _ numbers: [Int]) {
    guard let first = numbers.first else { return }
    let name = newNames.name(of: first)
    let subject =
      numbers.count == 1
      ? name
      : numbers.count == 2
        ? "\(name) and \(newNames.name(of: numbers[1]))"
        : "\(name) and \(numbers.count - 1) \(after.nodes[first].type == "card" ? "card" : "part")s after it"
    let reason =
      turn.cause
      ?? (turn.to > turn.from
        ? "page \(turn.from + 1) has no more room"
        : "page \(turn.to + 1) has room for \(numbers.count == 1 ? "it" : "them")")
    tell(
      turn.cause == nil ? .consequence : .structure, first,
      "\(subject) moved from page \(turn.from + 1) to page \(turn.to + 1): \(reason)",
      path: after.nodes[first].path, numbers.map(area), plural: "parts are on another page", page: turn.from)
  }

  /// The break that is not what it was and stands where a part is on another page:
  /// `breakBefore of text 'Costs' auto → page`; it is told then.
  private mutating func cause(_ b: Int) -> String? {
    func isChanged(_ name: String, _ number: Int) -> Bool {
      before.breaking(name, matching.old[number]) != after.breaking(name, number)
    }
    func told(_ name: String, _ number: Int) -> String {
      toldBreaks.insert(ToldBreak(node: number, name: name))
      return "\(name) of \(newNames.name(of: number)) \(before.breaking(name, matching.old[number])) → "
        + after.breaking(name, number)
    }
    // The part, and what begins with it.
    var number: Int? = b
    var isFirst = true
    while let here = number {
      if isFirst, isChanged("breakBefore", here) { return told("breakBefore", here) }
      if isChanged("breakInside", here) { return told("breakInside", here) }
      let siblings = after.children(of: after.nodes[here].parent).filter { !after.nodes[$0].isRunning }
      if isFirst, let place = siblings.firstIndex(of: here), place > 0 {
        isFirst = false
        if let ending = ending(siblings[place - 1], where: { isChanged("breakAfter", $0) }) {
          return told("breakAfter", ending)
        }
      }
      number = after.nodes[here].parent
    }
    return nil
  }

  /// A node, or the last one in it, of which something holds.
  private func ending(_ number: Int, where holds: (Int) -> Bool) -> Int? {
    if holds(number) { return number }
    return after.children[number].last.flatMap { ending($0, where: holds) }
  }
}

extension SnapshotNode {
  /// Whether it is the header or the footer of a page.
  var isRunning: Bool { parent == nil && (path == "page.header" || path == "page.footer") }

}

extension SnapshotTree {
  /// What the deck says of a break.
  fileprivate func breaking(_ name: String, _ number: Int?) -> String {
    number.flatMap { nodes[$0].given.first { $0.name == name }?.value } ?? PageBreak.auto.rawValue
  }
}
