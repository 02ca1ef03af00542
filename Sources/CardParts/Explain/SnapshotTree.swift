import CardRaster

/// The nodes of a page with the tables that the comparison of two pages needs repeatedly.
struct SnapshotTree {
  let nodes: [SnapshotNode]
  /// The numbers of the nodes at the top level of the page.
  private(set) var roots: [Int] = []
  /// The numbers of each node's children.
  private(set) var children: [[Int]]
  /// For each node, the number after its last descendant.
  private(set) var ends: [Int]
  /// Hashes for matching nodes: of the whole subtree, of its words, and of its first words.
  private(set) var keys: [[UInt64]] = [[], [], []]
  /// The UTF-8 words of each subtree, cut to the length needed to compare them.
  private(set) var words: [[UInt8]]

  /// The maximum number of bytes of words that are compared.
  private static let mostWords = 96

  init(_ page: SnapshotPage) {
    nodes = page.nodes
    let count = nodes.count
    children = Array(repeating: [], count: count)
    ends = (0..<count).map { $0 + 1 }
    words = nodes.map { node in
      Array(node.texts.map(\.whole).joined(separator: " ").utf8.prefix(SnapshotTree.mostWords))
    }
    for number in nodes.indices {
      if let parent = nodes[number].parent { children[parent].append(number) } else { roots.append(number) }
    }
    keys = [0, 1, 2].map { _ in [UInt64](repeating: 0, count: count) }
    // Nodes come before their descendants, so the reversed order starts with the innermost nodes.
    for number in nodes.indices.reversed() { sum(number) }
  }

  private mutating func sum(_ number: Int) {
    let node = nodes[number]
    var all = KeySum(node.type)
    all.combine(node.ownID ?? "")
    var text = all
    var first = all
    all.combine(node.drawn)
    all.combine(UInt64(bitPattern: Int64(Int(clamping: node.frame.width * 1000))))
    all.combine(UInt64(bitPattern: Int64(Int(clamping: node.frame.height * 1000))))
    for content in node.texts {
      all.combine(content.whole)
      text.combine(content.whole)
    }
    for child in children[number] {
      all.combine(keys[0][child])
      text.combine(keys[1][child])
      ends[number] = max(ends[number], ends[child])
      if words[number].count < Self.mostWords {
        words[number] += words[child].prefix(Self.mostWords - words[number].count)
      }
    }
    // A node without words is matched by its drawing.
    if words[number].isEmpty { text.combine(node.drawn) }
    first.combine(node.texts.first?.whole ?? String(decoding: words[number].prefix(32), as: UTF8.self))
    if words[number].isEmpty { first.combine(text.value) }
    keys[0][number] = all.value
    keys[1][number] = text.value
    keys[2][number] = first.value
  }

  /// The children of a node, or the nodes at the top level of the page.
  func children(of parent: Int?) -> [Int] { parent.map { children[$0] } ?? roots }

  /// The card that contains a node, or the node itself if it is a card.
  func card(of number: Int) -> Int? {
    var current: Int? = number
    while let here = current {
      if nodes[here].type == "card" { return here }
      current = nodes[here].parent
    }
    return nil
  }

  /// The similarity of two nodes of different trees, 0…1000; nil when their types differ.
  static func likeness(_ a: Int, in old: SnapshotTree, _ b: Int, in new: SnapshotTree) -> Int? {
    let (first, second) = (old.nodes[a], new.nodes[b])
    guard first.type == second.type else { return nil }
    if let id = first.ownID, let other = second.ownID, id != other { return 0 }
    var result = 100
    if first.ownID != nil, first.ownID == second.ownID { result += 400 }
    if first.drawn == second.drawn { result += 150 }
    guard max(old.words[a].count, new.words[b].count) > 0 else { return result + 100 }
    return result + Int(350 * share(a, in: old, b, in: new))
  }

  /// The share of the words of two nodes that is equal at their starts and ends, 0…1; 0 without words.
  static func share(_ a: Int, in old: SnapshotTree, _ b: Int, in new: SnapshotTree) -> Double {
    let (x, y) = (old.words[a], new.words[b])
    let most = max(x.count, y.count)
    guard most > 0 else { return 0 }
    let (start, end) = x.commonEnds(with: y)
    return Double(start + end) / Double(most)
  }
}

extension SnapshotNode {
  /// The id in the deck; nil for a card whose id is only its number.
  var ownID: String? {
    guard let id, type == "card", id.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return id }
    return nil
  }
}

/// A fast hash of words and numbers.
struct KeySum {
  private(set) var value: UInt64 = 0x9E37_79B9_7F4A_7C15

  init(_ text: String) { combine(text) }

  mutating func combine(_ word: UInt64) {
    value = (value ^ word) &* 0x9FB2_1C65_1E98_DF25
    value ^= value >> 32
  }

  mutating func combine(_ text: String) {
    text.forEachWord { combine($0) }
    combine(UInt64(text.utf8.count))
  }
}
