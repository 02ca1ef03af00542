import CardRaster

/// Changes of position and size.
extension ChangeFinder {
  /// The change of position and size of two matched nodes, in points.
  private struct Shift {
    /// The movement on the page.
    var delta = Point.zero
    /// The movement relative to the parent node.
    var relative = Point.zero
    /// The change of width; negative when the node became narrower.
    var width = 0.0
    /// The change of height; negative when the node became shorter.
    var height = 0.0

    var isResized: Bool { Wording.isSeen(width) || Wording.isSeen(height) }
    var isMoved: Bool { Wording.isSeen(relative.x) || Wording.isSeen(relative.y) }
  }

  mutating func findGeometry() {
    let shifts = self.shifts()
    // For each node, whether it or one of its descendants already has a reported cause.
    var hasCause = inner(causes.union(changedLists))
    let outside = self.outside(shifts, hasCause)
    var resized: Set<Int> = []
    for number in after.nodes.indices.reversed() {
      guard let shift = shifts[number], shift.isResized else { continue }
      let moved = after.children[number].compactMap { shifts[$0]?.relative }
      let isMovedInside = moved.contains {
        (Wording.isSeen($0.x) && Wording.isSeen(shift.width))
          || (Wording.isSeen($0.y) && Wording.isSeen(shift.height))
      }
      let isGrownInside = after.children[number].contains { hasCause[$0] || resized.contains($0) }
      if hasCause[number] || outside[number] || isMovedInside || isGrownInside { continue }
      resized.insert(number)
    }
    tellResized(resized, shifts)
    hasCause = inner(causes.union(changedLists).union(resized))
    let hasBeside = beside(hasCause)
    var movedAlone: [Int] = []
    var movedAlong: [Int] = []
    for number in after.nodes.indices {
      guard let shift = shifts[number], shift.isMoved, !displaced.contains(number) else { continue }
      if outside[number] || hasCause[number] || hasBeside[number] {
        movedAlong.append(number)
      } else {
        movedAlone.append(number)
      }
    }
    // Nodes that moved because something in the card above them changed.
    let lone = Set(movedAlone)
    hasCause = inner(causes.union(changedLists).union(resized).union(lone))
    let others = beside(hasCause, but: lone)
    let pushed = Set(movedAlone.filter { others[$0] })
    tellMovedAlone(movedAlone.filter { !pushed.contains($0) }, shifts)
    tellMovedAlong(movedAlong + pushed, shifts)
    tellHeight()
  }

  private func shifts() -> [Shift?] {
    var result = [Shift?](repeating: nil, count: after.nodes.count)
    for (a, b) in pairs where !turned.contains(b) {
      let page = after.nodes[b].flow.page
      let (first, second) = (before.nodes[a].frame, after.nodes[b].frame)
      var shift = Shift()
      shift.delta = Point(x: second.minX - first.minX, y: second.minY - first.minY)
      shift.width = second.width - first.width
      // The height of one piece of a divided node depends on the page, so a change of it is ignored.
      let isDivided = before.nodes[a].flow.isDivided || after.nodes[b].flow.isDivided
      shift.height = isDivided ? 0 : second.height - first.height
      shift.relative = shift.delta
      if let parent = after.nodes[b].parent, let outer = pieceShift(of: parent, on: page) {
        shift.relative = Point(x: shift.delta.x - outer.x, y: shift.delta.y - outer.y)
      }
      result[b] = shift
    }
    return result
  }

  /// The movement of the piece of a node on one page; nil when the page had or has no piece of the node.
  private func pieceShift(of number: Int, on page: Int) -> Point? {
    guard let other = matching.old[number] else { return nil }
    let (old, new) = (before.nodes[other], after.nodes[number])
    guard let first = old.flow.pieces[page] ?? (old.flow.pieces.isEmpty ? old.frame : nil),
      let second = new.flow.pieces[page] ?? (new.flow.pieces.isEmpty ? new.frame : nil)
    else { return nil }
    return Point(x: second.minX - first.minX, y: second.minY - first.minY)
  }

  /// For each node, whether the node or one of its descendants is in the set.
  private func inner(_ set: Set<Int>) -> [Bool] {
    var result = after.nodes.indices.map(set.contains)
    for number in after.nodes.indices.reversed() where result[number] {
      if let parent = after.nodes[number].parent { result[parent] = true }
    }
    return result
  }

  /// For each node, whether one of its siblings is a cause or contains one.
  ///
  /// Causes are counted once per list, so the time is linear in the number of nodes.
  private func beside(_ hasCause: [Bool], but excluded: Set<Int> = []) -> [Bool] {
    func counts(_ number: Int) -> Bool { hasCause[number] && !excluded.contains(number) }
    var sums = [Int](repeating: 0, count: after.nodes.count + 1)
    for number in after.nodes.indices where counts(number) {
      sums[(after.nodes[number].parent ?? -1) + 1] += 1
    }
    return after.nodes.indices.map { number in
      let parent = after.nodes[number].parent ?? -1
      return changedLists.contains(parent) || sums[parent + 1] > (counts(number) ? 1 : 0)
    }
  }

  /// For each node, whether a sibling or an ancestor explains its change of position or size.
  private func outside(_ shifts: [Shift?], _ hasCause: [Bool]) -> [Bool] {
    guard !hasGlobalCause else { return [Bool](repeating: true, count: after.nodes.count) }
    var result = beside(hasCause)
    for number in after.nodes.indices {
      guard let parent = after.nodes[number].parent else { continue }
      if causes.contains(parent) { result[number] = true }
      if result[parent], shifts[parent]?.isResized == true { result[number] = true }
    }
    return result
  }

  private mutating func tellResized(_ resized: Set<Int>, _ shifts: [Shift?]) {
    // Nodes that grew by the same amount share a sentence.
    explained.formUnion(resized)
    let groups = resized.sorted().grouped { number in
      shifts[number].map { Wording.growth($0.width, $0.height) } ?? ""
    }
    for (growth, numbers) in groups {
      let names =
        numbers.count <= 3
        ? numbers.map { newNames.name(of: $0) }
        : [newNames.name(of: numbers[0]), "\(numbers.count - 1) more parts"]
      tell(
        .geometry, numbers[0], "\(Wording.list(names)) \(growth)", path: after.nodes[numbers[0]].path,
        numbers.map(area), isVisible: !numbers.allSatisfy { after.nodes[$0].isHidden },
        plural: "parts have another size")
    }
    for (number, shift) in shifts.enumerated() where shift?.isResized == true { explained.insert(number) }
  }

  /// Reports nodes that moved without a known reason, with one sentence for equal moves in one list.
  private mutating func tellMovedAlone(_ moved: [Int], _ shifts: [Shift?]) {
    let groups = moved.grouped { number in
      "\(after.nodes[number].parent ?? -1) \(shifts[number].map { Wording.shift($0.relative) } ?? "")"
    }
    for (_, group) in groups {
      guard let first = group.first, let shift = shifts[first] else { continue }
      let others =
        group.count == 1
        ? ""
        : group.count == 2 ? " and \(newNames.name(of: group[1]))" : " and \(group.count - 1) parts after it"
      tell(
        .geometry, first, "\(newNames.name(of: first))\(others) moved \(Wording.shift(shift.relative))",
        path: after.nodes[first].path, group.map(area),
        isVisible: !group.allSatisfy { after.nodes[$0].isHidden }, plural: "parts moved")
    }
  }

  /// Reports nodes that moved because something else changed.
  private mutating func tellMovedAlong(_ moved: [Int], _ shifts: [Shift?]) {
    let all = moved.sorted().filter { !after.nodes[$0].isHidden }
    // Nodes that moved because of their own changes are already reported; they are left out when others
    // follow them.
    let others = all.filter { !causes.contains($0) }
    let seen = others.isEmpty ? all : others
    for page in Set(seen.map { after.nodes[$0].flow.page }).sorted() {
      tellMovedAlong(on: page, seen.filter { after.nodes[$0].flow.page == page }, shifts)
    }
  }

  /// Reports the nodes of one page that moved because something else changed.
  private mutating func tellMovedAlong(on page: Int, _ seen: [Int], _ shifts: [Shift?]) {
    let groups = seen.filter { number in
      shifts[number].map { Wording.isSeen($0.delta.x) || Wording.isSeen($0.delta.y) } ?? false
    }.grouped { number in shifts[number].map { Wording.shift($0.delta) } ?? "" }
    if groups.count <= 2 {
      for (words, numbers) in groups { tellConsequence("\(subject(numbers)) moved \(words)", numbers) }
      return
    }
    let rest = groups.flatMap(\.elements).sorted()
    let deltas = rest.compactMap { shifts[$0]?.delta }
    let ys = deltas.map(\.y)
    let isDown = ys.allSatisfy { $0 > 0 }
    if let least = ys.map(\.magnitude).min(), let most = ys.map(\.magnitude).max(),
      isDown || ys.allSatisfy({ $0 < 0 }), deltas.allSatisfy({ !Wording.isSeen($0.x) })
    {
      let range = "\(Wording.points(least).dropLast(3)) to \(Wording.points(most))"
      tellConsequence("\(subject(rest)) moved \(range) \(isDown ? "down" : "up")", rest)
    } else {
      let most = deltas.map { max($0.x.magnitude, $0.y.magnitude) }.max() ?? 0
      tellConsequence("\(subject(rest)) moved by up to \(Wording.points(most))", rest)
    }
  }

  private mutating func tellConsequence(_ sentence: String, _ numbers: [Int]) {
    guard let first = numbers.first else { return }
    tell(
      .consequence, first, sentence, path: after.nodes[first].path, numbers.map(area),
      plural: "consequences")
  }

  /// The subject of a sentence: `button 'Apply'`, `14 parts below`, `3 parts and 2 cards below`.
  private func subject(_ numbers: [Int]) -> String {
    if numbers.count == 1 { return newNames.name(of: numbers[0]) }
    let cards = numbers.count { after.nodes[$0].type == "card" }
    var words: [String] = []
    if numbers.count > cards { words.append(Wording.count(numbers.count - cards, "part")) }
    if cards > 0 { words.append(Wording.count(cards, "card")) }
    let top = numbers.map { after.nodes[$0].frame.minY }.min() ?? 0
    // "below" is added when a reported change with an area is above these nodes.
    let page = after.nodes[numbers[0]].flow.page
    let told = found.filter { $0.rank < .unseen && $0.rank > .whole }
    let causes = told.filter { $0.page == page }.flatMap(\.areas)
    let oldTop = numbers.compactMap { matching.old[$0].map { before.nodes[$0].frame.minY } }.min() ?? 0
    let isBelow = causes.contains { cause in
      cause.before.map { $0.minY < oldTop } ?? cause.after.map { $0.minY < top } ?? false
    }
    return Wording.list(words) + (isBelow ? " below" : "")
  }

  private mutating func tellHeight() {
    let growth = new.size.height - old.size.height
    guard Wording.isSeen(growth) else { return }
    tell(
      .consequence, after.nodes.count, "the picture \(Wording.growth(0, growth))", path: "canvas.height",
      [], plural: "consequences")
  }
}

/// Nodes that moved to another page of a report.
extension ChangeFinder {
  /// The keys of a deck that control page breaks.
  static let breakNames = ["breakBefore", "breakAfter", "breakInside"]

  mutating func findTurns() {
    var turns: [(turn: Turn, number: Int)] = []
    var last: Turn?
    for (a, b) in pairs {
      let (from, to) = (before.nodes[a].flow.page, after.nodes[b].flow.page)
      guard from != to else {
        findDivision(a, b)
        if after.children[b].isEmpty { last = nil }
        continue
      }
      turned.insert(b)
      // Nodes already reported as moved, and nodes that moved together with their parent, need no own
      // sentence.
      if displaced.contains(b) || goesAlong(a, b) { continue }
      changedLists.insert(after.nodes[b].parent ?? -1)
      displaced.insert(b)
      var turn = Turn(from: from, to: to, cause: cause(b), parent: after.nodes[b].parent)
      // A node without its own cause that follows a moved sibling moved for the same reason.
      if turn.cause == nil, let last, last.from == from, last.to == to, last.parent == turn.parent {
        turn = last
      }
      turns.append((turn, b))
      last = turn
    }
    for (turn, numbers) in turns.grouped(by: { $0.turn }) { tell(turn, numbers.map(\.number)) }
  }

  /// A changed page break that is reported together with the nodes it moved.
  struct ToldBreak: Hashable {
    var node: Int
    var name: String
  }

  /// A move from one page to another, with its reason.
  private struct Turn: Hashable {
    var from: Int
    var to: Int
    /// The changed page-break key with its node and values; nil when the page was full or has room.
    var cause: String?
    var parent: Int?
  }

  /// Whether the parent of a node moved from the same page to the same page.
  private func goesAlong(_ a: Int, _ b: Int) -> Bool {
    guard let parent = after.nodes[b].parent, let other = matching.old[parent] else { return false }
    return turned.contains(parent) && before.nodes[other].flow.page == before.nodes[a].flow.page
      && after.nodes[parent].flow.page == after.nodes[b].flow.page
  }

  /// Reports a text that is now divided over pages, is no longer divided, or ends on another page.
  private mutating func findDivision(_ a: Int, _ b: Int) {
    let (old, new) = (before.nodes[a].flow.pieces.keys.max(), after.nodes[b].flow.pieces.keys.max())
    guard old != new, let old, let new, !after.nodes[b].texts.isEmpty else { return }
    let name = newNames.name(of: b)
    let sentence =
      new > old
      ? "\(name) now continues on page \(new + 1)"
      : new == after.nodes[b].flow.page
        ? "\(name) is now entirely on page \(new + 1)" : "\(name) now ends on page \(new + 1)"
    tell(.consequence, of: b, sentence, plural: "parts are split elsewhere")
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

  /// The changed page break that moved a node to another page: `breakBefore of text 'Costs' auto → page`.
  ///
  /// Also records the break as reported.
  private mutating func cause(_ b: Int) -> String? {
    func isChanged(_ name: String, _ number: Int) -> Bool {
      before.breaking(name, matching.old[number]) != after.breaking(name, number)
    }
    func told(_ name: String, _ number: Int) -> String {
      toldBreaks.insert(ToldBreak(node: number, name: name))
      return "\(name) of \(newNames.name(of: number)) \(before.breaking(name, matching.old[number])) → "
        + after.breaking(name, number)
    }
    // The part, then each ancestor that begins with it.
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

  /// The node itself if the condition is true for it, or else its last descendant that meets the condition.
  private func ending(_ number: Int, where holds: (Int) -> Bool) -> Int? {
    if holds(number) { return number }
    return after.children[number].last.flatMap { ending($0, where: holds) }
  }
}

extension SnapshotNode {
  /// Whether the node is the header or the footer of a page.
  var isRunning: Bool { parent == nil && (path == "page.header" || path == "page.footer") }

}

extension SnapshotTree {
  /// The value of a page-break key of a node; `auto` when the deck does not set it.
  fileprivate func breaking(_ name: String, _ number: Int?) -> String {
    number.flatMap { nodes[$0].given.first { $0.name == name }?.value } ?? PageBreak.auto.rawValue
  }
}

/// Changes that are not visible: ids, links, alternative texts and attributes.
extension ChangeFinder {
  mutating func findUnseen() {
    for (a, b) in pairs {
      let (first, second) = (before.nodes[a], after.nodes[b])
      guard first.unseen != second.unseen else { continue }
      let name = newNames.name(of: b)
      func tellUnseen(_ what: String, _ x: String?, _ y: String?) {
        guard x != y else { return }
        let sentence: String
        if let x, let y {
          let (from, to) = Wording.quoted(x, y)
          sentence = "\(what) of \(name) \(from) → \(to)"
        } else if let x {
          sentence = "\(what) \(Wording.quoted(x)) of \(name) is gone"
        } else {
          sentence = "\(what) \(Wording.quoted(y ?? "")) of \(name) is new"
        }
        tell(.unseen, of: b, sentence, isVisible: false, plural: "links and alternative texts changed")
      }
      tellUnseen("id", first.ownID, second.ownID)
      tellUnseen("link", first.link, second.link)
      let given = givenChanges(a, b)
      // An alternative text derived from the value changes with it; only the change of the value is reported.
      let isDerived = first.derivesAlt && second.derivesAlt && first.drawn != second.drawn
      if !isDerived || given.isEmpty && first.attributes == second.attributes {
        tellUnseen("alt", first.alt, second.alt)
      }
      tellUnseen("long press", first.longPress, second.longPress)
      for (attribute, x, y) in GivenProperty.differences(first.attributes, second.attributes) {
        // The value of a bar is visible, for example; the options of a menu are not.
        if first.drawn != second.drawn {
          explained.insert(b)
          // A change of a property in the deck is reported as a change of that property.
          if given.contains(where: { $0.name == attribute || ($0.old == x && $0.new == y) }) { continue }
          tell(
            .content, of: b, "\(attribute) of \(name) \(x ?? "none") → \(y ?? "none")",
            plural: "values changed")
        } else {
          tellUnseen(attribute, x, y)
        }
      }
      let (links, others) = (first.lineLinks, second.lineLinks)
      if links != others {
        for place in 0..<max(links.count, others.count) {
          tellUnseen(
            "link in the text", links.indices.contains(place) ? links[place] : nil,
            others.indices.contains(place) ? others[place] : nil)
        }
      }
    }
  }
}

extension SnapshotNode {
  /// The links of the text lines; a link that continues on the next line counts once.
  fileprivate var lineLinks: [String] {
    var result: [String] = []
    for link in texts.flatMap({ $0.lines.flatMap(\.links) }) where result.last != link { result.append(link) }
    return result
  }
}
