import CardRaster

/// Matches the nodes of one page with those of another.
///
/// Nodes whose ids are unique on both pages match. The others are matched list by list, from the page
/// inwards. First, equal nodes at both ends of two lists are paired, then nodes that occur once in both lists
/// (patience diff). Equality is tested by the whole drawing, then by all words, then by the first words.
/// Remaining nodes between two matches are paired by similarity, or in order by type where comparing all
/// pairs is too expensive. Last, a removed node and an added node with the same words are paired as moved.
///
/// All steps except sorting and the limited tables are linear, so thousands of rows take milliseconds.
struct NodeMatching {
  /// The new node for each old node.
  private(set) var new: [Int?]
  /// The old node for each new node.
  private(set) var old: [Int?]

  private let before: SnapshotTree
  private let after: SnapshotTree

  /// The maximum number of pairs in the remains of two lists that are compared one by one.
  private static let mostPairs = 10_000

  init(_ before: SnapshotTree, _ after: SnapshotTree) {
    self.before = before
    self.after = after
    new = Array(repeating: nil, count: before.nodes.count)
    old = Array(repeating: nil, count: after.nodes.count)
    matchRunning()
    matchIDs()
    matchChildren(nil, nil)
    for number in before.nodes.indices { if let other = new[number] { matchChildren(number, other) } }
    matchMoved()
    matchRenamed()
  }

  private mutating func pair(_ a: Int, _ b: Int) {
    new[a] = b
    old[b] = a
  }

  /// Matches the headers and footers of a report, page by page.
  private mutating func matchRunning() {
    func running(_ tree: SnapshotTree) -> [String: Int] {
      var found: [String: Int] = [:]
      for number in tree.roots where tree.nodes[number].isRunning {
        found["\(tree.nodes[number].type) \(tree.nodes[number].flow.page)"] = number
      }
      return found
    }
    let others = running(after)
    for (name, a) in running(before) { if let b = others[name] { pair(a, b) } }
  }

  /// Matches nodes of the same type whose id is unique on both pages.
  private mutating func matchIDs() {
    func unique(_ tree: SnapshotTree) -> [String: Int] {
      var found: [String: Int] = [:]
      for (number, node) in tree.nodes.enumerated() {
        guard let id = node.ownID else { continue }
        found["\(node.type) \(id)"] = found["\(node.type) \(id)"] == nil ? number : -1
      }
      return found
    }
    let (first, second) = (unique(before), unique(after))
    for (name, a) in first where a >= 0 {
      if let b = second[name], b >= 0 { pair(a, b) }
    }
  }

  /// Matches the children of two nodes; children of matched children are matched in a later call.
  private mutating func matchChildren(_ a: Int?, _ b: Int?) {
    let first = before.children(of: a).filter { new[$0] == nil }
    let second = after.children(of: b).filter { old[$0] == nil }
    align(first[...], second[...], level: 0, depth: 0)
  }

  private mutating func align(
    _ first: ArraySlice<Int>, _ second: ArraySlice<Int>, level: Int, depth: Int
  ) {
    var (a, b) = (first, second)
    guard level < 3 else { return finish(Array(a), Array(b)) }
    func isSame(_ x: Int, _ y: Int) -> Bool { before.keys[level][x] == after.keys[level][y] }
    while let x = a.first, let y = b.first, isSame(x, y) {
      pair(x, y)
      a.removeFirst()
      b.removeFirst()
    }
    while let x = a.last, let y = b.last, isSame(x, y) {
      pair(x, y)
      a.removeLast()
      b.removeLast()
    }
    guard !a.isEmpty, !b.isEmpty else { return }
    let anchors = depth < 32 ? self.anchors(a, b, level) : []
    guard !anchors.isEmpty else { return align(a, b, level: level + 1, depth: 0) }
    var (i, j) = (a.startIndex, b.startIndex)
    for (x, y) in anchors {
      pair(a[x], b[y])
      align(a[i..<x], b[j..<y], level: level, depth: depth + 1)
      (i, j) = (x + 1, y + 1)
    }
    align(a[i...], b[j...], level: level, depth: depth + 1)
  }

  /// The nodes that occur once in both lists, as far as they are in the same order.
  private func anchors(_ a: ArraySlice<Int>, _ b: ArraySlice<Int>, _ level: Int) -> [(Int, Int)] {
    func unique(_ list: ArraySlice<Int>, _ keys: [UInt64]) -> [UInt64: Int] {
      var found: [UInt64: Int] = [:]
      for place in list.indices {
        let key = keys[list[place]]
        found[key] = found[key] == nil ? place : -1
      }
      return found
    }
    let (first, second) = (unique(a, before.keys[level]), unique(b, after.keys[level]))
    var pairs: [(Int, Int)] = []
    for place in a.indices {
      let key = before.keys[level][a[place]]
      if first[key] == place, let other = second[key], other >= 0 { pairs.append((place, other)) }
    }
    return Order.longestRise(pairs.map(\.1)).map { pairs[$0] }
  }

  /// Matches the remaining nodes of two lists.
  private mutating func finish(_ a: [Int], _ b: [Int]) {
    guard !a.isEmpty, !b.isEmpty else { return }
    guard a.count * b.count <= Self.mostPairs else { return pairByType(a, b) }
    // Each pair adds 500 to its similarity, so that as many nodes as possible get a partner.
    let width = b.count + 1
    var best = [Int](repeating: 0, count: (a.count + 1) * width)
    var likes = [Int](repeating: -1, count: a.count * b.count)
    for i in a.indices.reversed() {
      for j in b.indices.reversed() {
        var most = max(best[(i + 1) * width + j], best[i * width + j + 1])
        if let likeness = SnapshotTree.likeness(a[i], in: before, b[j], in: after), likeness > 0 {
          likes[i * b.count + j] = likeness
          most = max(most, best[(i + 1) * width + j + 1] + 500 + likeness)
        }
        best[i * width + j] = most
      }
    }
    var (i, j) = (0, 0)
    while i < a.count, j < b.count {
      let here = best[i * width + j]
      let likeness = likes[i * b.count + j]
      if likeness >= 0, here == best[(i + 1) * width + j + 1] + 500 + likeness {
        pair(a[i], b[j])
        (i, j) = (i + 1, j + 1)
      } else if here == best[(i + 1) * width + j] {
        i += 1
      } else {
        j += 1
      }
    }
  }

  /// Pairs the nodes of each type in order, as far as the order of all pairs rises.
  private mutating func pairByType(_ a: [Int], _ b: [Int]) {
    var waiting: [String: [Int]] = [:]
    for place in b.indices.reversed() { waiting[after.nodes[b[place]].type, default: []].append(place) }
    var pairs: [(Int, Int)] = []
    for x in a {
      if let place = waiting[before.nodes[x].type]?.popLast() { pairs.append((x, place)) }
    }
    for index in Order.longestRise(pairs.map(\.1)) { pair(pairs[index].0, b[pairs[index].1]) }
  }

  /// Matches removed nodes with added nodes in other lists that have the same drawing or words.
  private mutating func matchMoved() {
    for level in 0..<2 {
      func lone(_ tree: SnapshotTree, _ partners: [Int?]) -> [UInt64: Int] {
        var found: [UInt64: Int] = [:]
        for number in tree.nodes.indices where partners[number] == nil && !tree.words[number].isEmpty {
          let key = tree.keys[level][number]
          found[key] = found[key] == nil ? number : -1
        }
        return found
      }
      let (first, second) = (lone(before, new), lone(after, old))
      for number in before.nodes.indices where new[number] == nil {
        let key = before.keys[level][number]
        guard first[key] == number, let other = second[key], other >= 0, old[other] == nil else { continue }
        pair(number, other)
        matchAll(in: number, other)
      }
    }
  }

  /// Matches the only removed and the only added child of a node when they have one type and similar words.
  private mutating func matchRenamed() {
    for parent in [nil] + before.nodes.indices.map({ $0 as Int? }) {
      let other = parent.flatMap { new[$0] }
      guard parent == nil || other != nil else { continue }
      let gone = before.children(of: parent).filter { new[$0] == nil }
      let come = after.children(of: other).filter { old[$0] == nil }
      guard gone.count == 1, come.count == 1, before.nodes[gone[0]].type == after.nodes[come[0]].type,
        SnapshotTree.share(gone[0], in: before, come[0], in: after) >= 0.5
          || (isWordlessAlone(gone[0], in: before, parent) && isWordlessAlone(come[0], in: after, other))
      else { continue }
      pair(gone[0], come[0])
      matchAll(in: gone[0], come[0])
    }
  }

  /// Whether a node without words is the only one of its type in its list, such as confetti.
  private func isWordlessAlone(_ number: Int, in tree: SnapshotTree, _ parent: Int?) -> Bool {
    let type = tree.nodes[number].type
    return tree.words[number].isEmpty
      && !tree.children(of: parent).contains { $0 != number && tree.nodes[$0].type == type }
  }

  /// Matches the descendants of a pair that was matched late.
  private mutating func matchAll(in a: Int, _ b: Int) {
    matchChildren(a, b)
    for number in (a + 1)..<before.ends[a] {
      if let other = new[number], other > b, other < after.ends[b] { matchChildren(number, other) }
    }
  }
}

/// Functions on sequences of numbers.
enum Order {
  /// The indices of a longest increasing subsequence, found by patience sorting.
  static func longestRise(_ numbers: [Int]) -> [Int] {
    // The index of the smallest last number of an increasing subsequence of each length.
    var tails: [Int] = []
    var previous = [Int](repeating: -1, count: numbers.count)
    for place in numbers.indices {
      var (low, high) = (0, tails.count)
      while low < high {
        let middle = (low + high) / 2
        if numbers[tails[middle]] < numbers[place] { low = middle + 1 } else { high = middle }
      }
      if low > 0 { previous[place] = tails[low - 1] }
      if low == tails.count { tails.append(place) } else { tails[low] = place }
    }
    var result: [Int] = []
    var place = tails.last ?? -1
    while place >= 0 {
      result.append(place)
      place = previous[place]
    }
    return result.reversed()
  }
}
