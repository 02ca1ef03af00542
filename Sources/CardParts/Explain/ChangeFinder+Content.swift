import CardRaster

/// What each part holds and how it looks.
extension ChangeFinder {
  mutating func findContent() {
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
      let standard = PartRegistry.kind(named: second.type)?.standard(name) ?? Self.standardBreak(name)
      let (from, to) = (x ?? seen?.old ?? standard ?? "default", y ?? seen?.new ?? standard ?? "default")
      // What says no more than that all is as by default.
      if from == to, Self.breakNames.contains(name) { continue }
      if toldBreaks.contains(ToldBreak(node: b, name: name)) { continue }
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
      if !given.isEmpty || isGivenAround(a, b) { continue }
      if let x = one.old, let y = one.new {
        if explains(x, y, of: b) { continue }
        let (what, change) = Self.fontSize(one.aspect, x, y) ?? (one.aspect, "\(x) → \(y)")
        note(Style(what: what, change: change, plural: "looks changed", words: one.words), b)
      } else if let value = one.old ?? one.new {
        if isOtherTheme || followsMeasures(b) { continue }
        let change = value + (one.new == nil ? " is gone" : " is new")
        note(Style(what: one.aspect, change: change, plural: "looks changed", words: one.words), b)
      }
    }
  }

  /// What holds of breaks around a card that says nothing of them.
  private static func standardBreak(_ name: String) -> String? {
    breakNames.contains(name) ? PageBreak.auto.rawValue : nil
  }

  /// Whether the deck gives another value around a piece that is called so: the `accessory` of a row.
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
    // Tiles of a map may have one name.
    let path = after.nodes[number].path
    guard !found.contains(where: { $0.sentence == sentence && $0.path == path }) else { return }
    tell(.content, of: number, sentence, plural: "pictures changed")
  }

  mutating func tellStyles() {
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

extension PartKind {
  /// The value of a property that is not given, where it is a value and not a rule.
  fileprivate func standard(_ name: String) -> String? {
    let all = properties + PartCommon.allFields.fields.map { PropertyDoc($0, of: PartCommon()) }
    return all.first { $0.name == name }?.defaultValue?.filter { $0 != "`" }
  }
}
