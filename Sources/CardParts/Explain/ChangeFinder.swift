import CardRaster

/// Finds out what changed between two pages, and what of it is cause and what follows from it.
///
/// How it works: parts are matched; of each pair what it holds, how it looks and what the deck says of it is compared;
/// then sizes and places, where what a cause nearby explains is summed up in a sentence or left out; last, what is drawn
/// in another way though nothing else was found. Values of the theme are told once, however many parts show them.
struct ChangeFinder {
  let old: SnapshotPage
  let new: SnapshotPage
  let before: SnapshotTree
  let after: SnapshotTree
  let matching: NodeMatching
  let oldNames: PartNames
  let newNames: PartNames
  var found: [Finding] = []
  /// Looks and properties that changed in the same way, told together.
  var styles: [Style: [Int]] = [:]
  var styleOrder: [Style] = []
  /// The values of themes that changed, for each theme of the page.
  var roles: [Int: [ThemeRole]] = [:]
  /// Where each of them is seen.
  var roleNodes: [ThemeRole: [Int]] = [:]
  /// Whether the theme or the appearance as a whole is another one.
  var isOtherTheme = false
  /// Whether something concerns the places of everything.
  var hasGlobalCause = false
  /// New nodes about which something was said that may change sizes and places.
  var causes: Set<Int> = []
  /// New nodes in which parts are new, gone or elsewhere; -1 for the page.
  var changedLists: Set<Int> = []
  /// New nodes whose drawing is explained.
  var explained: Set<Int> = []
  /// New nodes that are told to be elsewhere.
  var displaced: Set<Int> = []
  /// New nodes that stand on another page of the report.
  var turned: Set<Int> = []
  /// Breaks that are told with what they moved.
  var toldBreaks: Set<ToldBreak> = []

  /// A change that may be that of many parts.
  struct Style: Hashable {
    var what: String
    var change: String
    var plural: String
    /// The words of a text inside a part with several.
    var words: String?
  }

  /// What changed, in the order in which it is told.
  var findings: [Finding] { Finding.ordered(found) }

  init(_ old: SnapshotPage, _ new: SnapshotPage) {
    self.old = old
    self.new = new
    guard old != new else {
      let none = SnapshotTree(SnapshotPage())
      (before, after) = (none, none)
      matching = NodeMatching(none, none)
      (oldNames, newNames) = (PartNames(none), PartNames(none))
      return
    }
    before = SnapshotTree(old)
    after = SnapshotTree(new)
    matching = NodeMatching(before, after)
    oldNames = PartNames(before)
    newNames = PartNames(after)
    findMarks()
    findFonts()
    findUnseen()
    if old.drawn != new.drawn {
      findWhole()
      findStructure()
      findTurns()
      findContent()
      tellRoles()
      tellStyles()
      findGeometry()
      findDrawing()
    }
    if found.isEmpty {
      let sentence =
        old.drawn == new.drawn
        ? "what can be touched or is read aloud is not what it was"
        : "the picture is drawn differently, by less than a thousandth of a point or out of sight"
      tell(.drawing, 0, sentence, path: "", [wholeArea], plural: "changes")
    }
  }

  /// Other letters under the same names: their numbers and widths may be as before.
  private mutating func findFonts() {
    for name in new.otherFonts(than: old) {
      tell(
        .whole, 0, "the font file '\(name)' is another one", path: "fonts", [wholeArea],
        plural: "font files are others")
      hasGlobalCause = true
    }
  }

  /// All pairs of nodes, in the order of the new page.
  var pairs: [(old: Int, new: Int)] {
    after.nodes.indices.compactMap { number in matching.old[number].map { ($0, number) } }
  }

  var wholeArea: Finding.Area {
    Finding.Area(
      before: Rect(origin: .zero, size: old.size), after: Rect(origin: .zero, size: new.size))
  }

  /// Where a pair is, its shadow included.
  func area(_ number: Int) -> Finding.Area {
    Finding.Area(before: matching.old[number].map { before.nodes[$0].area }, after: after.nodes[number].area)
  }

  mutating func tell(
    _ rank: Finding.Rank, _ order: Int, _ sentence: String, path: String, _ areas: [Finding.Area],
    isVisible: Bool = true, plural: String, page: Int? = nil
  ) {
    found.append(
      Finding(
        rank: rank, order: order, sentence: sentence, path: path, areas: areas, isVisible: isVisible,
        plural: plural,
        page: page ?? (after.nodes.indices.contains(order) ? after.nodes[order].flow.page : 0)))
  }

  /// Says something of a pair.
  mutating func tell(
    _ rank: Finding.Rank, of number: Int, _ sentence: String, isVisible: Bool = true, plural: String
  ) {
    let node = after.nodes[number]
    // All of a mark follows from its value, and its place from the values of the others.
    if node.type == ChartLayout.markType, plural != ChangeFinder.markPlural { return }
    let isHidden = node.isHidden && matching.old[number].map { before.nodes[$0].isHidden } != false
    tell(
      rank, number, sentence + (isHidden ? " (out of sight)" : ""), path: node.path, [area(number)],
      isVisible: isVisible && !isHidden, plural: plural)
  }
}

extension SnapshotNode {
  /// Where it is seen: its frame with its shadows.
  var area: Rect {
    var result = frame
    for shadow in aspects.first(where: { $0.name == "shadow" })?.values ?? [] {
      // `#00000040 radius 8 offset 0, 2`
      let numbers = shadow.split(whereSeparator: { $0 == " " || $0 == "," }).compactMap { Double(String($0)) }
      guard numbers.count == 3 else { continue }
      let reach = 3 * numbers[0]
      result = result.union(
        frame.moved(by: Point(x: numbers[1], y: numbers[2])).inset(by: -reach))
    }
    return result
  }
}
