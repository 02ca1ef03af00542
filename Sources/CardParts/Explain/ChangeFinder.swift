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
  private var styles: [Style: [Int]] = [:]
  private var styleOrder: [Style] = []
  /// The values of themes that changed, for each theme of the page.
  private var roles: [Int: [ThemeRole]] = [:]
  /// Where each of them is seen.
  private var roleNodes: [ThemeRole: [Int]] = [:]
  /// Whether the theme or the appearance as a whole is another one.
  private var isOtherTheme = false
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

  /// A change that may be that of many parts.
  private struct Style: Hashable {
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
    findUnseen()
    if old.drawn != new.drawn {
      findWhole()
      findStructure()
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
    isVisible: Bool = true, plural: String
  ) {
    found.append(
      Finding(
        rank: rank, order: order, sentence: sentence, path: path, areas: areas, isVisible: isVisible,
        plural: plural))
  }

  /// Says something of a pair.
  mutating func tell(
    _ rank: Finding.Rank, of number: Int, _ sentence: String, isVisible: Bool = true, plural: String
  ) {
    let node = after.nodes[number]
    let isHidden = node.isHidden && matching.old[number].map { before.nodes[$0].isHidden } != false
    tell(
      rank, number, sentence + (isHidden ? " (out of sight)" : ""), path: node.path, [area(number)],
      isVisible: isVisible && !isHidden, plural: plural)
  }
}

/// The canvas, the theme and the layout.
extension ChangeFinder {
  private mutating func findWhole() {
    func tellWhole(_ sentence: String, path: String, isGlobal: Bool = true) {
      tell(.whole, 0, sentence, path: path, [wholeArea], plural: "changes of the whole")
      if isGlobal { hasGlobalCause = true }
    }
    if Wording.isSeen(new.size.width - old.size.width) {
      tellWhole(
        "the picture is \(Wording.points(new.size.width)) wide instead of \(Wording.points(old.size.width))",
        path: "canvas.width")
    }
    if old.scale != new.scale {
      tellWhole(
        "scale \(NumberText.text(old.scale)) → \(NumberText.text(new.scale))", path: "canvas.scale")
    }
    if let a = old.themeName, let b = new.themeName, a != b {
      tellWhole("theme \(a) → \(b)", path: "theme")
      isOtherTheme = true
    }
    for name in ["appearance", "date", "seed"] {
      guard let a = old.setting(name), let b = new.setting(name), a != b else { continue }
      tellWhole("\(name) \(a) → \(b)", path: name, isGlobal: name != "appearance")
      if name == "appearance" { isOtherTheme = true }
    }
    for (name, a, b) in GivenProperty.differences(old.layout, new.layout) {
      let standard = name == "type" ? DeckLayout().kind.rawValue : "default"
      tellWhole(
        "\(name == "type" ? "layout" : "\(name) of the layout") \(a ?? standard) → \(b ?? standard)",
        path: name == "padding" ? "canvas.padding" : "layout")
    }
    roles[-1] = ThemeRole.changes(old.theme, new.theme)
    for (a, b) in pairs where after.nodes[b].type == "card" {
      let (first, second) = (before.nodes[a].theme, after.nodes[b].theme)
      if first.isEmpty, second.isEmpty { continue }
      roles[b] = ThemeRole.changes(first.isEmpty ? old.theme : first, second.isEmpty ? new.theme : second)
    }
    if let a = old.background, let b = new.background, a != b, !explains(a, b, of: nil) {
      tell(
        .whole, 0, "background of the page \(a) → \(b)", path: "canvas.background", [wholeArea],
        plural: "changes of the whole")
    }
    findMeasures()
  }

  /// Lengths and switches of the theme: where each is seen cannot be told from what is drawn.
  private mutating func findMeasures() {
    guard !isOtherTheme || old.themeName == new.themeName else { return }
    var told: Set<ThemeRole> = []
    for (card, roles) in roles.sorted(by: { $0.key < $1.key }) {
      let inside = card < 0 ? 0..<after.nodes.count : card..<after.ends[card]
      let types = Set(after.nodes[inside].map(\.type))
      for role in roles where ThemeRole.isMeasure(role.name) && role.isSeen(among: types) {
        hasGlobalCause = true
        guard told.insert(role).inserted else { continue }
        tell(.whole, max(0, card), role.sentence, path: "theme", [wholeArea], plural: "values of the theme")
      }
    }
  }

  /// Whether a change of a colour or a font is that of the theme; if so, it is told with the theme.
  private mutating func explains(_ a: String, _ b: String, of number: Int?) -> Bool {
    let card = number.flatMap { after.card(of: $0) }
    let known = card.flatMap { roles[$0] } ?? roles[-1] ?? []
    var candidates = known.filter { $0.old == a && $0.new == b }
    if candidates.isEmpty {
      // A border, a shadow or a blend has a colour of the theme among other things.
      candidates = known.filter { $0.old.hasPrefix("#") && a.replacing($0.old, with: $0.new) == b }
    }
    if !candidates.isEmpty {
      let type = number.map { after.nodes[$0].type } ?? "deck"
      let chosen =
        candidates.first(where: \.isBase) ?? candidates.first { $0.belongs(to: type) } ?? candidates[0]
      roleNodes[chosen, default: []].append(number ?? -1)
      return true
    }
    // All colours of another theme are others; which of them a part shows is not of interest.
    return isOtherTheme
  }

  private mutating func tellRoles() {
    // Another theme is told as one; what else of it changed follows.
    let used = isOtherTheme ? [] : roleNodes.keys.sorted { $0.name < $1.name }
    let all = Set(roles.values.joined())
    if used.count > 4, all.count > 6 {
      let names = Wording.list(used.map(\.name), most: 4)
      tell(
        .whole, 0, "\(Wording.count(used.count, "value")) of the theme changed: \(names)", path: "theme",
        used.flatMap(areas), plural: "values of the theme")
      return
    }
    for role in used {
      tell(.whole, 0, role.sentence, path: "theme", areas(of: role), plural: "values of the theme")
    }
  }

  private func areas(of role: ThemeRole) -> [Finding.Area] {
    (roleNodes[role] ?? []).map { $0 < 0 ? wholeArea : area($0) }
  }
}

/// What each part holds and how it looks.
extension ChangeFinder {
  private mutating func findContent() {
    let differs = differing()
    for (a, b) in pairs {
      let parent = after.nodes[b].parent
      // A property is a cause only where something is not as it was.
      let isTouched = differs[b] || (parent.map { differs[$0] } ?? true)
      let given = isTouched ? givenChanges(a, b) : []
      findTexts(a, b, isGiven: !given.isEmpty)
      findAspects(a, b, given)
    }
  }

  /// Of each new node whether something in it has changed its drawing or its place.
  private func differing() -> [Bool] {
    var result = [Bool](repeating: false, count: after.nodes.count)
    for number in after.nodes.indices.reversed() {
      let node = after.nodes[number]
      if let other = matching.old[number].map({ before.nodes[$0] }) {
        if other.drawn != node.drawn || other.frame != node.frame { result[number] = true }
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

  private typealias Given = (name: String, old: String?, new: String?)

  private func givenChanges(_ a: Int, _ b: Int) -> [Given] {
    GivenProperty.differences(before.nodes[a].given, after.nodes[b].given)
  }

  private mutating func note(_ style: Style, _ number: Int) {
    if styles[style] == nil { styleOrder.append(style) }
    styles[style, default: []].append(number)
  }

  /// What has changed in the deck, and what has changed in the drawing without a change in the deck.
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
      // What an aspect says of a value that the deck did not give is more than that it was the default.
      let seen = changes.first { x == nil ? $0.new == y : y == nil && $0.old == x }
      let standard = PartRegistry.kind(named: second.type)?.standard(name)
      let (from, to) = (x ?? seen?.old ?? standard ?? "default", y ?? seen?.new ?? standard ?? "default")
      note(Style(what: name, change: "\(from) → \(to)", plural: "properties changed"), b)
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
      if !given.isEmpty { continue }
      if let x = one.old, let y = one.new {
        if explains(x, y, of: b) { continue }
        let (what, change) = Self.fontSize(one.aspect, x, y) ?? (one.aspect, "\(x) → \(y)")
        note(Style(what: what, change: change, plural: "looks changed", words: one.words), b)
      } else if let gone = one.old {
        if isOtherTheme { continue }
        note(
          Style(what: one.aspect, change: "\(gone) is gone", plural: "looks changed", words: one.words), b)
      } else if let added = one.new {
        if isOtherTheme { continue }
        note(
          Style(what: one.aspect, change: "\(added) is new", plural: "looks changed", words: one.words), b)
      }
    }
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

  /// The values that are in one list only, the first with the first.
  private static func values(_ a: [String], _ b: [String]) -> [(String?, String?)] {
    let gone = a.filter { !b.contains($0) }
    let added = b.filter { !a.contains($0) }
    return (0..<max(gone.count, added.count)).map { (place: Int) -> (String?, String?) in
      (gone.indices.contains(place) ? gone[place] : nil, added.indices.contains(place) ? added[place] : nil)
    }
  }

  /// Two fonts that only differ in size.
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
    tell(.content, of: number, sentence, plural: "pictures changed")
  }

  private mutating func tellStyles() {
    for style in styleOrder {
      let numbers = styles[style] ?? []
      guard let first = numbers.first else { continue }
      var names = numbers.prefix(3).map { newNames.name(of: $0) }
      if let words = style.words { names = names.map { "\(words) in \($0)" } }
      if numbers.count > 3 { names = [names[0], "\(numbers.count - 1) more parts"] }
      let node = after.nodes[first]
      let isHidden = numbers.allSatisfy { after.nodes[$0].isHidden }
      tell(
        .content, first,
        "\(style.what) of \(Wording.list(names)) \(style.change)" + (isHidden ? " (out of sight)" : ""),
        path: node.path, numbers.map(area), isVisible: !isHidden, plural: style.plural)
    }
  }
}

/// What is not drawn.
extension ChangeFinder {
  private mutating func findUnseen() {
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
      tellUnseen("alt", first.alt, second.alt)
      tellUnseen("long press", first.longPress, second.longPress)
      for (attribute, x, y) in GivenProperty.differences(first.attributes, second.attributes) {
        // A value such as that of a bar is seen, the options of a menu are not.
        if first.drawn != second.drawn {
          explained.insert(b)
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
  /// The links of its lines; one that goes on in the next line counts once.
  fileprivate var lineLinks: [String] {
    var result: [String] = []
    for link in texts.flatMap({ $0.lines.flatMap(\.links) }) where result.last != link { result.append(link) }
    return result
  }

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

extension GivenProperty {
  /// The properties that differ, in the order of the new ones; several of one name are one value.
  static func differences(_ old: [GivenProperty], _ new: [GivenProperty]) -> [(
    name: String, old: String?, new: String?
  )] {
    guard old != new else { return [] }
    func table(_ properties: [GivenProperty]) -> [String: String] {
      var result: [String: String] = [:]
      for property in properties {
        result[property.name] = result[property.name].map { "\($0), \(property.value)" } ?? property.value
      }
      return result
    }
    let (before, after) = (table(old), table(new))
    var names: [String] = []
    for property in new + old where !names.contains(property.name) { names.append(property.name) }
    return names.compactMap { before[$0] == after[$0] ? nil : ($0, before[$0], after[$0]) }
  }
}

extension PartKind {
  /// The value of a property that is not given, where it is a value and not a rule.
  fileprivate func standard(_ name: String) -> String? {
    let all = properties + PartCommon.stackFields.fields.map { PropertyDoc($0, of: PartCommon()) }
    return all.first { $0.name == name }?.defaultValue?.filter { $0 != "`" }
  }
}
