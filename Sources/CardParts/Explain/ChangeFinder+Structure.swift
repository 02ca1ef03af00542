import CardRaster

/// Cards and parts that are new, gone or elsewhere.
extension ChangeFinder {
  mutating func findStructure() {
    findRemoved()
    findAdded()
    findDisplaced()
    findReordered()
  }

  /// Lists of nodes by what they are in and their type, in order.
  private func grouped(_ numbers: [Int], _ tree: SnapshotTree) -> [[Int]] {
    var groups: [[Int]] = []
    for number in numbers {
      if let last = groups.last?.last, tree.nodes[last].parent == tree.nodes[number].parent,
        tree.nodes[last].type == tree.nodes[number].type
      {
        groups[groups.count - 1].append(number)
      } else {
        groups.append([number])
      }
    }
    return groups
  }

  private mutating func findRemoved() {
    let gone = before.nodes.indices.filter { number in
      matching.new[number] == nil && !before.nodes[number].isRunning
        && (before.nodes[number].parent.map { matching.new[$0] != nil } ?? true)
    }
    for group in grouped(gone, before) {
      let first = group[0]
      let parent = before.nodes[first].parent.flatMap { matching.new[$0] }
      changedLists.insert(parent ?? -1)
      let sentence = sentence(group, before, oldNames, verb: "gone", parent: parent)
      // It stands where what came after it stands now.
      let order = following(first) ?? parent ?? 0
      tell(
        .structure, order, sentence, path: before.nodes[first].path,
        group.map { Finding.Area(before: before.nodes[$0].area, after: nil) },
        isVisible: !group.allSatisfy { before.nodes[$0].isHidden }, plural: "parts are gone",
        page: before.nodes[first].flow.page)
    }
  }

  /// The new node that follows an old one in its list.
  private func following(_ number: Int) -> Int? {
    let parent = before.nodes[number].parent
    var next = before.ends[number]
    while next < before.nodes.count, before.nodes[next].parent == parent {
      if let partner = matching.new[next] { return partner }
      next = before.ends[next]
    }
    return nil
  }

  private mutating func findAdded() {
    let added = after.nodes.indices.filter { number in
      matching.old[number] == nil && !after.nodes[number].isRunning
        && (after.nodes[number].parent.map { matching.old[$0] != nil } ?? true)
    }
    for group in grouped(added, after) {
      let parent = after.nodes[group[0]].parent
      changedLists.insert(parent ?? -1)
      let sentence = sentence(group, after, newNames, verb: "new", parent: parent)
      tell(
        .structure, group[0], sentence, path: after.nodes[group[0]].path,
        group.map { Finding.Area(before: nil, after: after.nodes[$0].area) },
        isVisible: !group.allSatisfy { after.nodes[$0].isHidden }, plural: "parts are new")
    }
  }

  private func sentence(
    _ group: [Int], _ tree: SnapshotTree, _ names: PartNames, verb: String, parent: Int?
  ) -> String {
    let isOne = group.count == 1
    let be = isOne ? "is" : "are"
    let what =
      group.count <= 2
      ? Wording.list(group.map { names.name(of: $0) })
      : "\(group.count) \(Self.plural(of: tree.nodes[group[0]].type)), the first \(names.name(of: group[0])),"
    guard let parent, !group.prefix(group.count <= 2 ? 2 : 1).contains(where: names.saysCard) else {
      return "\(what) \(be) \(verb)"
    }
    return "\(what) \(be) \(verb) \(verb == "gone" ? "from" : "in") \(newNames.name(of: parent))"
  }

  /// `rows`, `entries`, `switches`.
  private static func plural(of type: String) -> String {
    if type.hasSuffix("ry") { return type.dropLast() + "ies" }
    return type + (type.hasSuffix("ch") ? "es" : "s")
  }

  /// What is in another part or card than before.
  private mutating func findDisplaced() {
    for (a, b) in pairs {
      let (from, to) = (before.nodes[a].parent, after.nodes[b].parent)
      guard from.flatMap({ matching.new[$0] }) != to else { continue }
      // What came or went with the part around it is told there.
      if let from, let to, matching.new[from] == nil || matching.old[to] == nil,
        matching.new[from] == nil && matching.old[to] == nil
      {
        continue
      }
      displaced.insert(b)
      changedLists.insert(to ?? -1)
      changedLists.insert(from.flatMap { matching.new[$0] } ?? -1)
      let start = from.map { oldNames.name(of: $0) } ?? "the page"
      let end = to.map { newNames.name(of: $0) } ?? "the page"
      tell(
        .structure, of: b, "\(newNames.name(of: b)) moved from \(start) to \(end)",
        plural: "parts are elsewhere")
    }
  }

  /// What stands elsewhere in its own list.
  private mutating func findReordered() {
    for parent in [nil] + after.nodes.indices.map({ Int?.some($0) }) {
      let list = after.children(of: parent)
      guard list.count > 1 else { continue }
      let stayed = list.compactMap { number -> (new: Int, old: Int)? in
        guard let other = matching.old[number], !displaced.contains(number) else { return nil }
        return (number, other)
      }
      let rise = Set(Order.longestRise(stayed.map(\.old)))
      guard rise.count < stayed.count else { continue }
      changedLists.insert(parent ?? -1)
      let firstStayed = stayed.indices.first(where: rise.contains)
      var lastStayed: Int?
      for (place, pair) in stayed.enumerated() {
        if rise.contains(place) {
          lastStayed = place
          continue
        }
        displaced.insert(pair.new)
        let name = newNames.name(of: pair.new)
        // Said by a neighbour that stayed: after the one before it, or before the one after it.
        let sentence: String
        if let neighbour = lastStayed {
          sentence = "\(name) now comes after \(newNames.name(of: stayed[neighbour].new))"
        } else if let neighbour = firstStayed {
          sentence = "\(name) now comes before \(newNames.name(of: stayed[neighbour].new))"
        } else {
          sentence = "\(name) stands elsewhere"
        }
        tell(.structure, of: pair.new, sentence, plural: "parts are elsewhere")
      }
    }
  }
}
