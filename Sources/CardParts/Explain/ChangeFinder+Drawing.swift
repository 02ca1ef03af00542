import CardRaster

/// What is drawn in another way.
extension ChangeFinder {
  mutating func findDrawing() {
    var strange: [Int] = []
    for (a, b) in pairs {
      guard before.nodes[a].drawn != after.nodes[b].drawn, !explained.contains(b) else { continue }
      // Each piece of what goes on over pages is a drawing of its own.
      if before.nodes[a].flow.isDivided || after.nodes[b].flow.isDivided { continue }
      // Another scale or another width rounds everything elsewhere.
      if old.scale != new.scale { continue }
      if followsFromAround(b) { continue }
      if let delta = lineShift(before.nodes[a], after.nodes[b]) {
        tell(
          .geometry, of: b, "the words of \(newNames.name(of: b)) moved \(Wording.shift(delta))",
          plural: "words are elsewhere")
      } else {
        strange.append(b)
      }
    }
    guard !strange.isEmpty else { return }
    if strange.count <= 4 {
      for number in strange {
        tell(
          .drawing, of: number, "\(newNames.name(of: number)) is drawn differently",
          plural: "parts are drawn differently")
      }
      return
    }
    tell(
      .drawing, strange[0],
      "\(newNames.name(of: strange[0])) and \(strange.count - 1) more parts are drawn differently",
      path: after.nodes[strange[0]].path, strange.map(area), plural: "parts are drawn differently")
  }

  /// Whether the pieces of a part are other ones, or the deck gives another value to the part of a piece: what is told of
  /// that explains the drawing.
  private func followsFromAround(_ number: Int) -> Bool {
    if changedLists.contains(number) { return true }
    let node = after.nodes[number]
    guard PartRegistry.kind(named: node.type) == nil, node.type != "card", let parent = node.parent,
      let other = matching.old[parent]
    else { return false }
    return !givenChanges(other, parent).isEmpty
  }

  /// How far all lines of a part moved in it together; nil when they did not, or when it has none.
  private func lineShift(_ a: SnapshotNode, _ b: SnapshotNode) -> Point? {
    guard a.aspects == b.aspects, a.texts.count == b.texts.count else { return nil }
    let (x, y) = (a.texts.flatMap(\.lines), b.texts.flatMap(\.lines))
    guard !x.isEmpty, x.count == y.count else { return nil }
    var common: Point?
    for (first, second) in zip(x, y) {
      let delta = Point(
        x: second.frame.minX - b.frame.minX - (first.frame.minX - a.frame.minX),
        y: second.baseline - b.frame.minY - (first.baseline - a.frame.minY))
      if let common, Wording.isSeen(delta.x - common.x) || Wording.isSeen(delta.y - common.y) { return nil }
      common = common ?? delta
    }
    guard let common, Wording.isSeen(common.x) || Wording.isSeen(common.y) else { return nil }
    return common
  }
}
