import CardRaster

/// Cards and parts that were added, removed or moved.
extension ChangeFinder {
  mutating func findStructure() {
    findRemoved()
    findAdded()
    findDisplaced()
    findReordered()
  }

  /// Groups consecutive nodes that have the same parent and the same type.
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
      // The sentence is sorted to the new position of the node that followed the removed ones.
      let order = following(first) ?? parent ?? 0
      tell(
        .structure, order, sentence, path: before.nodes[first].path,
        group.map { Finding.Area(before: before.nodes[$0].area, after: nil) },
        isVisible: !group.allSatisfy { before.nodes[$0].isHidden }, plural: "parts are gone",
        page: before.nodes[first].flow.page)
    }
  }

  /// The new counterpart of the next matched sibling after an old node.
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

  /// The plural of a type: `rows`, `entries`, `switches`.
  private static func plural(of type: String) -> String {
    if type.hasSuffix("ry") { return type.dropLast() + "ies" }
    return type + (type.hasSuffix("ch") ? "es" : "s")
  }

  /// Reports nodes that moved to another part or card.
  private mutating func findDisplaced() {
    for (a, b) in pairs {
      let (from, to) = (before.nodes[a].parent, after.nodes[b].parent)
      guard from.flatMap({ matching.new[$0] }) != to else { continue }
      // A node that was added or removed together with its parent is reported with the parent.
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
        plural: "parts moved")
    }
  }

  /// Reports nodes whose order within their own list changed.
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
        // The sentence names a sibling that kept its place: the one before the node, or else the one after
        // it.
        let sentence: String
        if let neighbour = lastStayed {
          sentence = "\(name) now comes after \(newNames.name(of: stayed[neighbour].new))"
        } else if let neighbour = firstStayed {
          sentence = "\(name) now comes before \(newNames.name(of: stayed[neighbour].new))"
        } else {
          sentence = "\(name) moved"
        }
        tell(.structure, of: pair.new, sentence, plural: "parts moved")
      }
    }
  }
}

/// Changes of texts and line breaks.
extension ChangeFinder {
  mutating func findTexts(_ a: Int, _ b: Int, isGiven: Bool) {
    let (first, second) = (before.nodes[a].texts, after.nodes[b].texts)
    guard first != second else { return }
    guard first.count == second.count else {
      findGainedTexts(first, second, b)
      return
    }
    for (x, y) in zip(first, second) {
      if !SnapshotText.haveSameWords(x, y) {
        causes.insert(b)
        explained.insert(b)
        tellText(x, y, a, b)
        continue
      }
      tellLines(x, y, a, b)
    }
  }

  private mutating func tellText(_ x: SnapshotText, _ y: SnapshotText, _ a: Int, _ b: Int) {
    let (from, to) = Wording.quoted(x.whole, y.whole)
    let node = after.nodes[b]
    var sentence: String
    if node.texts.count == 1, oldNames.isNamedByWords(a) {
      sentence = "\(node.type) \(from) → \(to)"
    } else {
      // The old name is used when the new name contains the new words, which the reader cannot find yet.
      let isItsName = node.texts.first == y && newNames.isCalled(b, by: y.whole)
      sentence = "\(isItsName ? oldNames.name(of: a) : newNames.name(of: b)): \(from) → \(to)"
    }
    if x.lineCount != y.lineCount {
      sentence += ", now on \(Wording.count(y.lineCount, "line"))"
    }
    if x.isCut != y.isCut { sentence += y.isCut ? ", now cut off" : ", no longer cut off" }
    tell(.content, of: b, sentence, plural: "texts changed")
  }

  /// Reports changed line breaks of a text whose words did not change.
  private mutating func tellLines(_ x: SnapshotText, _ y: SnapshotText, _ a: Int, _ b: Int) {
    let node = after.nodes[b]
    func name() -> String {
      // A text whose words are now broken in the middle keeps its old name.
      if x.whole != y.whole, x.lineCount < y.lineCount, oldNames.isNamedByWords(a), node.texts.count == 1 {
        return oldNames.name(of: a)
      }
      return newName()
    }
    func newName() -> String {
      let name = newNames.name(of: b)
      return node.texts.count == 1 ? name : "\(Wording.quoted(y.whole)) in \(name)"
    }
    var words: [String] = []
    if x.lineCount < y.lineCount {
      words.append("now wraps to \(Wording.count(y.lineCount, "line"))")
    } else if x.lineCount > y.lineCount {
      words.append("now fits on \(Wording.count(y.lineCount, "line"))")
    } else if x.lines.map(\.text) != y.lines.map(\.text), !x.isCut, !y.isCut {
      let isTorn = x.lines.map { Self.withoutEnd($0.text) } != y.lines.map { Self.withoutEnd($0.text) }
      words.append(isTorn ? "breaks its lines elsewhere" : "has different spaces at the end of a line")
    }
    if x.isCut != y.isCut {
      words.append(y.isCut ? "is cut off now" : "is no longer cut off")
    } else if x.isCut, x.lineCount == y.lineCount, x.lines.map(\.text) != y.lines.map(\.text) {
      words.append("is cut off elsewhere")
    }
    guard !words.isEmpty else { return }
    causes.insert(b)
    explained.insert(b)
    tell(.lines, of: b, "\(name()) \(words.joined(separator: " and "))", plural: "texts wrap differently")
  }

  /// A line without trailing spaces, which are invisible.
  private static func withoutEnd(_ line: String) -> Substring {
    var line = line[...]
    while line.last == " " { line.removeLast() }
    return line
  }

  /// Reports a change in the number of texts of a part.
  private mutating func findGainedTexts(_ first: [SnapshotText], _ second: [SnapshotText], _ b: Int) {
    causes.insert(b)
    explained.insert(b)
    let (old, new) = (first.map(\.whole), second.map(\.whole))
    let (gone, added) = (old.filter { !new.contains($0) }, new.filter { !old.contains($0) })
    let name = newNames.name(of: b)
    var words: [String] = []
    func list(_ texts: [String]) -> String {
      Wording.list(texts.map(Wording.quoted)) + (texts.count == 1 ? " is" : " are")
    }
    if !added.isEmpty { words.append("\(list(added)) new in \(name)") }
    if !gone.isEmpty { words.append("\(list(gone)) gone from \(name)") }
    if words.isEmpty {
      words = ["\(name) has \(Wording.count(second.count, "text")) instead of \(first.count)"]
    }
    tell(.content, of: b, words.joined(separator: ", and "), plural: "texts changed")
  }
}

extension SnapshotText {
  /// Whether two texts have the same words, regardless of line breaks and truncation.
  static func haveSameWords(_ a: SnapshotText, _ b: SnapshotText) -> Bool {
    func letters(_ text: SnapshotText) -> [Character] {
      text.lines.flatMap { $0.text.filter { !$0.isWhitespace } }
    }
    if a.words != nil, b.words != nil { return a.whole == b.whole }
    if a.lines.map(\.text) == b.lines.map(\.text) { return true }
    let (x, y) = (letters(a), letters(b))
    if x == y { return a.lines.count != b.lines.count || a.whole == b.whole || a.hasOtherBreaks(b) }
    guard a.isCut || b.isCut else { return false }
    // A truncated text is the start of the whole text, or its start and its end.
    let (short, long) = x.count <= y.count ? (x, y) : (y, x)
    guard (x.count <= y.count ? a : b).isCut, !short.isEmpty else { return false }
    let (start, end) = short.commonEnds(with: long)
    return start + end == short.count
  }

  /// Whether two texts differ only in where spaces became line breaks.
  private func hasOtherBreaks(_ other: SnapshotText) -> Bool {
    func joined(_ text: SnapshotText) -> String {
      text.lines.map(\.text).joined(separator: " ").split(separator: " ").joined(separator: " ")
    }
    return joined(self) == joined(other)
  }
}

/// Changes of the canvas, the theme and the layout.
extension ChangeFinder {
  mutating func findWhole() {
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
        "scale \(NumberText.format(old.scale)) → \(NumberText.format(new.scale))", path: "canvas.scale")
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
    let places = [old, new].map { page in page.nodes.first { $0.type == SheetLayout.sheetType }?.position }
    if let a = places[0], let b = places[1], a != b {
      tellWhole("the sheet moved from \(a) to \(b)", path: "layout.position")
    }
    for (name, a, b) in GivenProperty.differences(old.layout, new.layout) {
      // The sheet's position was already reported above.
      if name == "position", places[0] != nil, places[0] != places[1] { continue }
      if name.hasPrefix(GivenProperty.pagePrefix) {
        tellPage(String(name.dropFirst(GivenProperty.pagePrefix.count)), a, b)
        continue
      }
      let standard = name == "type" ? DeckLayout().kind.name : "default"
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

  /// Reports a changed page property of a report.
  private mutating func tellPage(_ name: String, _ a: String?, _ b: String?) {
    let standard = PageSetup.fields.fields.first { $0.name == name }?.show(PageSetup())?.filter { $0 != "`" }
    tell(
      .whole, 0, "\(name) of the page \(a ?? standard ?? "default") → \(b ?? standard ?? "default")",
      path: "page.\(name)", [wholeArea], plural: "changes of the whole")
    hasGlobalCause = true
  }

  /// Reports changed lengths and switches of the theme; the drawing does not show where they are used.
  private mutating func findMeasures() {
    guard !isOtherTheme || old.themeName == new.themeName else { return }
    var told: Set<ThemeRole> = []
    var order: [(role: ThemeRole, card: Int)] = []
    for (card, roles) in roles.sorted(by: { $0.key < $1.key }) {
      let inside = card < 0 ? 0..<after.nodes.count : card..<after.ends[card]
      let types = Set(after.nodes[inside].map(\.type))
      for role in roles where ThemeRole.isMeasure(role.name) && role.isSeen(among: types) {
        hasGlobalCause = true
        if !role.follows(brandRoles), told.insert(role).inserted { order.append((role, card)) }
      }
    }
    guard order.count > Self.mostMeasures else {
      for (role, card) in order {
        tell(.whole, max(0, card), role.sentence, path: "theme", [wholeArea], plural: "values of the theme")
      }
      return
    }
    // A theme file with another base changes all of them.
    tell(
      .whole, 0,
      "\(order.count) lengths and switches of the theme changed: \(Wording.list(order.map(\.role.name), most: 4))",
      path: "theme", [wholeArea], plural: "values of the theme")
  }

  /// The maximum number of changed theme measures that are reported one by one.
  private static let mostMeasures = 4

  /// Whether the theme has changed measures that only parts of this node's type use.
  ///
  /// Added and removed shapes in such a part are consequences of these measures.
  func followsMeasures(_ number: Int) -> Bool {
    let type = after.nodes[number].type
    return changedRoles(of: number).contains { ThemeRole.isMeasure($0.name) && $0.isOwn(of: type) }
  }

  /// The changed values of the theme of a node's card, or of the deck's theme.
  private func changedRoles(of number: Int?) -> [ThemeRole] {
    let card = number.flatMap { after.card(of: $0) }
    return card.flatMap { roles[$0] } ?? roles[-1] ?? []
  }

  /// Whether a changed colour or font comes from a changed theme value, which then gets the node.
  mutating func explains(_ a: String, _ b: String, of number: Int?) -> Bool {
    let known = changedRoles(of: number)
    var candidates = known.filter { $0.old == a && $0.new == b }
    if candidates.isEmpty {
      // The text of a border, a shadow or a gradient contains a theme colour among other values.
      candidates = known.filter { $0.old.hasPrefix("#") && a.replacing($0.old, with: $0.new) == b }
    }
    if !candidates.isEmpty {
      let type = number.map { after.nodes[$0].type } ?? "deck"
      let chosen =
        candidates.first(where: \.isBase) ?? candidates.first { $0.belongs(to: type) } ?? candidates[0]
      roleNodes[chosen, default: []].append(number ?? -1)
      return true
    }
    // With another theme all colours differ, so each part's colours are not reported.
    return isOtherTheme
  }

  /// The changed values of the brand.
  private var brandRoles: [ThemeRole] { isOtherTheme ? [] : (roles[-1] ?? []).filter(\.isBrand) }

  mutating func tellRoles() {
    // A change to another theme is reported once; its values are not listed.
    var used = isOtherTheme ? [] : roleNodes.keys.sorted { $0.name < $1.name }
    let all = Set(roles.values.joined())
    // The values that the theme derives from a changed brand are not reported.
    let brand = brandRoles
    for role in brand {
      let followers = used.filter { $0.follows([role]) }
      tell(
        .whole, 0, role.sentence, path: "brand", followers.isEmpty ? [wholeArea] : followers.flatMap(areas),
        plural: "values of the brand")
    }
    used.removeAll { $0.follows(brand) }
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

extension SnapshotNode {
  /// The position of a sheet, such as `bottom`.
  fileprivate var position: String? { attributes.first { $0.name == "position" }?.value }
}
