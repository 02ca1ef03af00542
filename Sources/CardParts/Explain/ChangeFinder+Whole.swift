import CardRaster

/// The canvas, the theme and the layout.
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
    let places = [old, new].map { page in page.nodes.first { $0.type == SheetLayout.sheetType }?.position }
    if let a = places[0], let b = places[1], a != b {
      tellWhole("the sheet moved from \(a) to \(b)", path: "layout.position")
    }
    for (name, a, b) in GivenProperty.differences(old.layout, new.layout) {
      // Told in other words.
      if name == "position", places[0] != nil, places[0] != places[1] { continue }
      if name.hasPrefix(GivenProperty.pagePrefix) {
        tellPage(String(name.dropFirst(GivenProperty.pagePrefix.count)), a, b)
        continue
      }
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

  /// The pages of a report are other ones.
  private mutating func tellPage(_ name: String, _ a: String?, _ b: String?) {
    let standard = PageSetup.fields.fields.first { $0.name == name }?.show(PageSetup())?.filter { $0 != "`" }
    tell(
      .whole, 0, "\(name) of the page \(a ?? standard ?? "default") → \(b ?? standard ?? "default")",
      path: "page.\(name)", [wholeArea], plural: "changes of the whole")
    hasGlobalCause = true
  }

  /// Lengths and switches of the theme: where each is seen cannot be told from what is drawn.
  private mutating func findMeasures() {
    guard !isOtherTheme || old.themeName == new.themeName else { return }
    var told: Set<ThemeRole> = []
    var order: [(role: ThemeRole, card: Int)] = []
    for (card, roles) in roles.sorted(by: { $0.key < $1.key }) {
      let inside = card < 0 ? 0..<after.nodes.count : card..<after.ends[card]
      let types = Set(after.nodes[inside].map(\.type))
      for role in roles where ThemeRole.isMeasure(role.name) && role.isSeen(among: types) {
        hasGlobalCause = true
        if told.insert(role).inserted { order.append((role, card)) }
      }
    }
    guard order.count > Self.mostMeasures else {
      for (role, card) in order {
        tell(.whole, max(0, card), role.sentence, path: "theme", [wholeArea], plural: "values of the theme")
      }
      return
    }
    // Another base of a theme file changes them all.
    tell(
      .whole, 0,
      "\(order.count) lengths and switches of the theme changed: \(Wording.list(order.map(\.role.name), most: 4))",
      path: "theme", [wholeArea], plural: "values of the theme")
  }

  /// More changed measures than these are told as one.
  private static let mostMeasures = 4

  /// Whether lengths or switches of the theme that only parts of this type have are told as changed: shapes that come
  /// and go in it follow from them.
  func followsMeasures(_ number: Int) -> Bool {
    let type = after.nodes[number].type
    return changedRoles(of: number).contains { ThemeRole.isMeasure($0.name) && $0.isOwn(of: type) }
  }

  /// The values of the theme that changed for the card of a node, or for the deck.
  private func changedRoles(of number: Int?) -> [ThemeRole] {
    let card = number.flatMap { after.card(of: $0) }
    return card.flatMap { roles[$0] } ?? roles[-1] ?? []
  }

  /// Whether a change of a colour or a font is that of the theme; if so, it is told with the theme.
  mutating func explains(_ a: String, _ b: String, of number: Int?) -> Bool {
    let known = changedRoles(of: number)
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

  mutating func tellRoles() {
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

extension SnapshotNode {
  /// Where a sheet stands.
  fileprivate var position: String? { attributes.first { $0.name == "position" }?.value }
}
