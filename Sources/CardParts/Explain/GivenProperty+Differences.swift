import CardRaster

extension GivenProperty {
  /// The properties that differ, in the order of the new ones; values with the same name are joined.
  static func differences(_ old: [GivenProperty], _ new: [GivenProperty]) -> [(
    name: String, old: String?, new: String?
  )] {
    guard old != new else { return [] }
    func table(_ properties: [GivenProperty]) -> [String: String] {
      Dictionary(properties.map { ($0.name, $0.value) }) { "\($0), \($1)" }
    }
    let (before, after) = (table(old), table(new))
    var names: [String] = []
    for property in new + old where !names.contains(property.name) { names.append(property.name) }
    return names.compactMap { before[$0] == after[$0] ? nil : ($0, before[$0], after[$0]) }
  }
}

extension GivenProperty {
  /// The page properties of a report in the deck: `page.size`, `page.margins`.
  static func ofPages(_ setup: PageSetup) -> [GivenProperty] {
    all(of: setup, PageSetup.fields.fields, unlike: PageSetup()).map {
      GivenProperty(name: pagePrefix + $0.name, value: $0.value)
    }
  }

  /// The columns and page breaks of a card in the deck.
  static func ofPlacement(_ card: ResolvedCard) -> [GivenProperty] {
    var result: [GivenProperty] = []
    let breaking = card.breaking
    if card.rowSpan > 1 { result.append(GivenProperty(name: "rowSpan", value: "\(card.rowSpan)")) }
    if card.columnSpan > 1 { result.append(GivenProperty(name: "columnSpan", value: "\(card.columnSpan)")) }
    if breaking.before != .auto {
      result.append(GivenProperty(name: "breakBefore", value: breaking.before.rawValue))
    }
    if let after = breaking.after { result.append(GivenProperty(name: "breakAfter", value: after.rawValue)) }
    if breaking.inside != .auto {
      result.append(GivenProperty(name: "breakInside", value: breaking.inside.rawValue))
    }
    return result
  }

  /// The prefix of page properties among those of the layout.
  static let pagePrefix = "page."
}

extension GivenProperty {
  /// The values of a card's traits in the deck: `gradient.angle`, `gradient.colors[1]`.
  ///
  /// Pictures, links and labels are left out because their changes are reported separately.
  static func ofTraits(_ node: JSONNode) -> [GivenProperty] {
    var found: [GivenProperty] = []
    collect(node, "", into: &found)
    return found
  }

  /// The maximum number of values, more than a card with all traits has.
  private static let most = 200
  private static let seen = ["image", "link", "label"]

  private static func collect(_ node: JSONNode, _ name: String, into found: inout [GivenProperty]) {
    guard found.count < most else { return }
    switch node.value {
    case .object(let members):
      for member in members where !seen.contains(member.key) {
        collect(member.value, name.isEmpty ? member.key : "\(name).\(member.key)", into: &found)
      }
    case .array(let elements):
      for (number, element) in elements.enumerated() { collect(element, "\(name)[\(number)]", into: &found) }
    case .string(let text): found.append(GivenProperty(name: name, value: String(text.prefix(120))))
    case .number(let number): found.append(GivenProperty(name: name, value: number.text))
    case .bool(let flag): found.append(GivenProperty(name: name, value: flag ? "true" : "false"))
    case .null: break
    }
  }
}
