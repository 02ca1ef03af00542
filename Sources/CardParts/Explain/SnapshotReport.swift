import CardRaster

/// The pages of a report joined into one page, on which each divided node is one node.
struct SnapshotReport {
  /// The joined page.
  let page: SnapshotPage

  init(_ pages: [SnapshotPage]) {
    var join = Join()
    for (number, page) in pages.enumerated() { join.addPage(page, number) }
    var all = pages.first ?? SnapshotPage()
    all.card = ""
    all.state = nil
    all.fonts = pages.flatMap(\.fonts).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    all.drawn = pages.map(\.drawn).joined(separator: " ")
    all.nodes = join.nodes
    page = all
  }

  /// Collects the nodes of all pages.
  private struct Join {
    /// Each node once, in the order in which it was found.
    private var found: [SnapshotNode] = []
    private var children: [[Int]] = []
    private var roots: [Int] = []

    mutating func addPage(_ page: SnapshotPage, _ number: Int) {
      var places: [Int?] = []
      for node in page.nodes {
        let parent = node.parent.map { places[$0] }
        // The children of a repeated node are repeated too.
        if node.flow.isRepeated || parent == .some(nil) {
          places.append(nil)
        } else if node.flow.isContinued, let first = beginning(of: node, in: parent.flatMap { $0 }) {
          found[first].goOn(node, on: number)
          places.append(first)
        } else {
          places.append(append(node, in: parent.flatMap { $0 }, on: number))
        }
      }
    }

    private mutating func append(_ node: SnapshotNode, in parent: Int?, on page: Int) -> Int {
      var node = node
      node.parent = parent
      node.flow.page = page
      node.flow.pieces = [page: node.frame]
      found.append(node)
      children.append([])
      let number = found.count - 1
      if let parent { children[parent].append(number) } else { roots.append(number) }
      return number
    }

    /// The node that a piece continues.
    private func beginning(of node: SnapshotNode, in parent: Int?) -> Int? {
      (parent.map { children[$0] } ?? roots).last {
        found[$0].type == node.type && found[$0].path == node.path && found[$0].id == node.id
      }
    }

    /// The nodes, each before its children.
    var nodes: [SnapshotNode] {
      var result: [SnapshotNode] = []
      func appendNode(_ number: Int, _ parent: Int?) {
        var node = found[number]
        node.parent = parent
        result.append(node)
        let own = result.count - 1
        for child in children[number] { appendNode(child, own) }
      }
      for root in roots { appendNode(root, nil) }
      return result
    }
  }

  /// The changes between two reports, for each page of the longer one.
  static func changes(_ old: [SnapshotPage], _ new: [SnapshotPage]) -> [[LayoutChange]] {
    let finder = ChangeFinder(SnapshotReport(old).page, SnapshotReport(new).page)
    let changed = Set(finder.found.map(\.page))
    return (0..<max(old.count, new.count)).map { number in
      let isChanged =
        !new.indices.contains(number) || !old.indices.contains(number) || old[number] != new[number]
      let own = Finding.ordered(
        finder.found.filter { $0.page == number || (isChanged && $0.rank == .whole) })
      var changes = own.map(\.change)
      if !old.indices.contains(number) || !new.indices.contains(number) {
        let word = new.indices.contains(number) ? "new" : "gone"
        changes.insert(LayoutChange(sentence: "page \(number + 1) is \(word)", path: ""), at: 0)
      } else if changes.isEmpty, isChanged {
        let cause = changed.filter { $0 < number }.max() ?? changed.min() ?? 0
        changes = [
          LayoutChange(sentence: "the page follows from what changed on page \(cause + 1)", path: "")
        ]
      }
      return changes
    }
  }
}

extension SnapshotNode {
  /// Appends the piece on the next page.
  fileprivate mutating func goOn(_ piece: SnapshotNode, on page: Int) {
    flow.pieces[page] = piece.frame
    isHidden = isHidden && piece.isHidden
    for (number, text) in piece.texts.enumerated() {
      if texts.indices.contains(number), texts.count == piece.texts.count {
        // The words of the pieces are the consecutive parts of the whole text.
        let words = [texts[number], text].map { $0.words ?? $0.lines.map(\.text).joined() }
        texts[number].words = words.joined()
        texts[number].lines += text.lines
      } else {
        texts.append(text)
      }
    }
  }
}
