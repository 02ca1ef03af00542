import CardCharts
import CardRaster

/// Finds the changes between two pages and separates causes from their consequences.
///
/// The nodes of both pages are matched first. For each pair, the content, the look and the properties in the
/// deck are compared, then sizes and positions. Sizes and positions that a nearby cause explains are
/// summarised in one sentence or left out. Last, nodes that are drawn differently without a known change are
/// reported. A changed theme value is reported once, regardless of how many parts use it.
struct ChangeFinder {
  let old: SnapshotPage
  let new: SnapshotPage
  let before: SnapshotTree
  let after: SnapshotTree
  let matching: NodeMatching
  let oldNames: PartNames
  let newNames: PartNames
  var found: [Finding] = []
  /// The nodes of each changed look or property; equal changes share a sentence.
  var styles: [(style: Style, number: Int)] = []
  /// The changed theme values by the number of the card with its own theme; -1 is the theme of the deck.
  var roles: [Int: [ThemeRole]] = [:]
  /// The nodes that use each changed theme value; -1 is the page.
  var roleNodes: [ThemeRole: [Int]] = [:]
  /// Whether the theme or the appearance was replaced.
  var isOtherTheme = false
  /// Whether a change affects the positions of all nodes, such as another width of the canvas.
  var hasGlobalCause = false
  /// New nodes with a reported change that may affect sizes and positions.
  var causes: Set<Int> = []
  /// New nodes whose children were added, removed or reordered; -1 for the page.
  var changedLists: Set<Int> = []
  /// New nodes whose changed drawing is explained by a reported change.
  var explained: Set<Int> = []
  /// New nodes that are reported as moved.
  var displaced: Set<Int> = []
  /// New nodes that are on another page of the report.
  var turned: Set<Int> = []
  /// Page breaks that are reported together with the nodes they moved.
  var toldBreaks: Set<ToldBreak> = []

  /// A change that several parts may have in common.
  struct Style: Hashable {
    var what: String
    var change: String
    var plural: String
    /// The words of the changed text, in a part with several texts.
    var words: String?
  }

  /// The changes, in the order in which they are reported.
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
        ? "a tap target or an alternative text changed"
        : "the picture is drawn differently, by less than a thousandth of a point or outside the visible area"
      tell(.drawing, 0, sentence, path: "", [wholeArea], plural: "changes")
    }
  }

  /// Reports font files with the same name and other content: glyph numbers and widths may be unchanged.
  private mutating func findFonts() {
    for name in new.otherFonts(than: old) {
      tell(
        .whole, 0, "the font file '\(name)' changed", path: "fonts", [wholeArea],
        plural: "font files changed")
      hasGlobalCause = true
    }
  }

  /// All matched nodes, in the order of the new page.
  var pairs: [(old: Int, new: Int)] {
    after.nodes.indices.compactMap { number in matching.old[number].map { ($0, number) } }
  }

  var wholeArea: Finding.Area {
    Finding.Area(
      before: Rect(origin: .zero, size: old.size), after: Rect(origin: .zero, size: new.size))
  }

  /// The old and the new area of a node, shadows included.
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

  /// Appends a finding about one node.
  mutating func tell(
    _ rank: Finding.Rank, of number: Int, _ sentence: String, isVisible: Bool = true, plural: String
  ) {
    let node = after.nodes[number]
    // Other changes of a chart mark are consequences of its value or of the values of other marks.
    if node.type == ChartLayout.markType, plural != ChangeFinder.markPlural { return }
    let isHidden = node.isHidden && matching.old[number].map { before.nodes[$0].isHidden } != false
    tell(
      rank, number, sentence + (isHidden ? " (not visible)" : ""), path: node.path, [area(number)],
      isVisible: isVisible && !isHidden, plural: plural)
  }
}

extension SnapshotNode {
  /// The visible area: the frame and its shadows.
  var area: Rect {
    var result = frame
    for shadow in aspects.first(where: { $0.name == "shadow" })?.values ?? [] {
      // The format is `#00000040 radius 8 offset 0, 2`.
      let numbers = shadow.split(whereSeparator: { $0 == " " || $0 == "," }).compactMap { Double(String($0)) }
      guard numbers.count == 3 else { continue }
      let reach = 3 * numbers[0]
      result = result.union(
        frame.moved(by: Point(x: numbers[1], y: numbers[2])).inset(by: -reach))
    }
    return result
  }
}

/// Changes of the content and look of parts.
extension ChangeFinder {
  mutating func findContent() {
    let differs = differing()
    for (a, b) in pairs {
      let parent = after.nodes[b].parent
      // A changed property is reported only where the drawing or the frame changed.
      let isTouched = differs[b] || (parent.map { differs[$0] } ?? true)
      let given = isTouched ? givenChanges(a, b) : []
      findTexts(a, b, isGiven: !given.isEmpty)
      findAspects(a, b, given)
    }
  }

  /// For each new node, whether its drawing or frame, or those of a descendant, changed.
  private func differing() -> [Bool] {
    var result = [Bool](repeating: false, count: after.nodes.count)
    for number in after.nodes.indices.reversed() {
      let node = after.nodes[number]
      if let other = matching.old[number].map({ before.nodes[$0] }) {
        if other.drawn != node.drawn || other.frame != node.frame || other.flow.page != node.flow.page {
          result[number] = true
        }
        if before.children[matching.old[number] ?? 0].count != after.children[number].count {
          result[number] = true
        }
      } else {
        result[number] = true
      }
      if result[number], let parent = node.parent { result[parent] = true }
    }
    return result
  }

  typealias Given = (name: String, old: String?, new: String?)

  func givenChanges(_ a: Int, _ b: Int) -> [Given] {
    GivenProperty.differences(before.nodes[a].given, after.nodes[b].given)
  }

  /// Records changed properties of the deck, and changed looks that no property explains.
  private mutating func findAspects(_ a: Int, _ b: Int, _ given: [Given]) {
    let (first, second) = (before.nodes[a], after.nodes[b])
    var changes = aspectChanges(first.aspects, second.aspects)
    for (place, text) in first.texts.enumerated() where place < second.texts.count {
      let other = second.texts[place]
      let words = second.texts.count > 1 ? Wording.quoted(other.whole) : nil
      for (aspect, x, y) in [("font", text.fonts, other.fonts), ("color", text.colors, other.colors)]
      where x != y {
        changes += Self.values(x, y).map { (aspect, $0, $1, words) }
      }
    }
    for (name, x, y) in given {
      // A drawn value says more than "default" for a property that the deck does not set.
      let seen = changes.first { x == nil ? $0.new == y : y == nil && $0.old == x }
      let standard = PartRegistry.kind(named: second.type)?.standard(name) ?? Self.standardBreak(name)
      let (from, to) = (x ?? seen?.old ?? standard ?? "default", y ?? seen?.new ?? standard ?? "default")
      // A page break that is set to its default has no effect.
      if from == to, Self.breakNames.contains(name) { continue }
      if toldBreaks.contains(ToldBreak(node: b, name: name)) { continue }
      styles.append((Style(what: name, change: "\(from) → \(to)", plural: "properties changed"), b))
      let isColor = name.lowercased().contains("color") || from.hasPrefix("#") || to.hasPrefix("#")
      if !isColor { causes.insert(b) }
      explained.insert(b)
    }
    for one in changes {
      explained.insert(b)
      if one.aspect == "font" { causes.insert(b) }
      if one.aspect == "picture" {
        tellPicture(one.old, one.new, b)
        continue
      }
      if !given.isEmpty || isGivenAround(a, b) { continue }
      if let x = one.old, let y = one.new {
        if explains(x, y, of: b) { continue }
        let (what, change) = Self.fontSize(one.aspect, x, y) ?? (one.aspect, "\(x) → \(y)")
        styles.append((Style(what: what, change: change, plural: "looks changed", words: one.words), b))
      } else if let value = one.old ?? one.new {
        if isOtherTheme || followsMeasures(b) { continue }
        let change = value + (one.new == nil ? " is gone" : " is new")
        styles.append((Style(what: one.aspect, change: change, plural: "looks changed", words: one.words), b))
      }
    }
  }

  /// The default of a page-break property of a card.
  private static func standardBreak(_ name: String) -> String? {
    breakNames.contains(name) ? PageBreak.auto.rawValue : nil
  }

  /// Whether the deck changed a property of the parent with the prefix of this type: `accessory` of a row.
  private func isGivenAround(_ a: Int, _ b: Int) -> Bool {
    guard let parent = after.nodes[b].parent, let other = matching.old[parent] else { return false }
    return givenChanges(other, parent).contains { $0.name.hasPrefix(after.nodes[b].type) }
  }

  private typealias AspectChange = (aspect: String, old: String?, new: String?, words: String?)

  private func aspectChanges(_ a: [SnapshotNode.Aspect], _ b: [SnapshotNode.Aspect]) -> [AspectChange] {
    var result: [AspectChange] = []
    for aspect in a {
      let other = b.first { $0.name == aspect.name }
      if other?.values != aspect.values {
        result += Self.values(aspect.values, other?.values ?? []).map { (aspect.name, $0, $1, nil) }
      }
    }
    for aspect in b where !a.contains(where: { $0.name == aspect.name }) {
      result += Self.values([], aspect.values).map { (aspect.name, $0, $1, nil) }
    }
    return result
  }

  /// Pairs the values that only one of the lists contains, in order.
  private static func values(_ a: [String], _ b: [String]) -> [(String?, String?)] {
    let gone = a.filter { !b.contains($0) }
    let added = b.filter { !a.contains($0) }
    return (0..<max(gone.count, added.count)).map { (place: Int) -> (String?, String?) in
      (gone.indices.contains(place) ? gone[place] : nil, added.indices.contains(place) ? added[place] : nil)
    }
  }

  /// The change between two fonts that differ only in size; nil for other differences.
  private static func fontSize(_ aspect: String, _ a: String, _ b: String) -> (String, String)? {
    guard aspect == "font" else { return nil }
    let (x, y) = (a.split(separator: " "), b.split(separator: " "))
    guard x.dropLast() == y.dropLast(), let from = x.last, let to = y.last else { return nil }
    return ("font size", "\(from) → \(to)")
  }

  private mutating func tellPicture(_ a: String?, _ b: String?, _ number: Int) {
    causes.insert(number)
    func name(_ value: String) -> String {
      value.lastIndex(of: " ").map { String(value[..<$0]) } ?? value
    }
    let part = newNames.name(of: number)
    let sentence =
      switch (a, b) {
      case (let a?, let b?) where name(a) == name(b): "\(part) shows another picture"
      case (let a?, let b?): "\(part) shows the picture '\(name(b))' instead of '\(name(a))'"
      case (let a?, nil): "\(part) no longer shows the picture '\(name(a))'"
      default: "\(part) now shows the picture '\(b.map(name) ?? "")'"
      }
    // Several tiles of a map may have the same name.
    let path = after.nodes[number].path
    guard !found.contains(where: { $0.sentence == sentence && $0.path == path }) else { return }
    tell(.content, of: number, sentence, plural: "pictures changed")
  }

  mutating func tellStyles() {
    for (style, entries) in styles.grouped(by: { $0.style }) {
      let numbers = entries.map(\.number)
      let first = numbers[0]
      var names = numbers.prefix(3).map { newNames.name(of: $0) }
      if let words = style.words { names = names.map { "\(words) in \($0)" } }
      if numbers.count > 3 { names = [names[0], "\(numbers.count - 1) more parts"] }
      let node = after.nodes[first]
      let isHidden = numbers.allSatisfy { after.nodes[$0].isHidden }
      tell(
        .content, first,
        "\(style.what) of \(Wording.list(names)) \(style.change)" + (isHidden ? " (not visible)" : ""),
        path: node.path, numbers.map(area), isVisible: !isHidden, plural: style.plural)
    }
  }
}

extension PartKind {
  /// The default of a property, if it is a fixed value.
  fileprivate func standard(_ name: String) -> String? {
    let all = properties + PartCommon.allFields.fields.map { PropertyDoc($0, of: PartCommon()) }
    return all.first { $0.name == name }?.defaultValue?.filter { $0 != "`" }
  }
}

/// Nodes that are drawn differently.
extension ChangeFinder {
  mutating func findDrawing() {
    var strange: [Int] = []
    for (a, b) in pairs {
      guard before.nodes[a].drawn != after.nodes[b].drawn, !explained.contains(b) else { continue }
      // The pieces of a divided node are drawn separately and cannot be compared.
      if before.nodes[a].flow.isDivided || after.nodes[b].flow.isDivided { continue }
      // Another scale rounds every position differently.
      if old.scale != new.scale { continue }
      if followsFromAround(b) { continue }
      if let delta = lineShift(before.nodes[a], after.nodes[b]) {
        tell(
          .geometry, of: b, "the words of \(newNames.name(of: b)) moved \(Wording.shift(delta))",
          plural: "words moved")
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

  /// Whether a change of the children, or of the properties of the parent, explains the drawing of a node.
  private func followsFromAround(_ number: Int) -> Bool {
    if changedLists.contains(number) { return true }
    let node = after.nodes[number]
    guard PartRegistry.kind(named: node.type) == nil, node.type != "card", let parent = node.parent,
      let other = matching.old[parent]
    else { return false }
    return !givenChanges(other, parent).isEmpty
  }

  /// The common movement of all lines within a part; nil when it has no lines or they moved differently.
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

/// Changed values of chart marks.
extension ChangeFinder {
  /// The plural used when many changes of chart marks are summarised.
  static let markPlural = "values of charts changed"

  /// Reports the old and the new value of each changed mark.
  mutating func findMarks() {
    for (a, b) in pairs {
      let (first, second) = (before.nodes[a], after.nodes[b])
      guard second.type == ChartLayout.markType else { continue }
      explained.insert(b)
      displaced.insert(b)
      for name in ["y", "color", "size"] {
        let (old, new) = (first.attribute(name), second.attribute(name))
        guard old != new else { continue }
        let noun =
          ["bar": "bar", "arc": "slice", "rect": "cell", "gauge": "gauge"][second.attribute("mark") ?? ""]
          ?? "value"
        let place = second.id.map { $0.isEmpty ? "" : " of \($0)" } ?? ""
        let what = name == "size" ? "size of the \(noun)" : noun
        let isSeen = first.drawn != second.drawn || first.frame != second.frame
        tell(
          .content, of: b, "the \(what)\(place) went from \(old ?? "nothing") to \(new ?? "nothing")",
          isVisible: isSeen || self.old.drawn != self.new.drawn, plural: ChangeFinder.markPlural)
        if let parent = second.parent { causes.insert(parent) }
      }
    }
  }
}

extension SnapshotNode {
  fileprivate func attribute(_ name: String) -> String? { attributes.first { $0.name == name }?.value }
}
