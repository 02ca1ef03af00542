extension GivenProperty {
  /// What a deck says of a report's pages: `page.size`, `page.margins`.
  static func ofPages(_ setup: PageSetup) -> [GivenProperty] {
    all(of: setup, PageSetup.fields.fields, unlike: PageSetup()).map {
      GivenProperty(name: pagePrefix + $0.name, value: $0.value)
    }
  }

  /// What a deck says of breaks around and in a card.
  static func ofBreaks(_ breaking: Breaking) -> [GivenProperty] {
    var result: [GivenProperty] = []
    if breaking.before != .auto {
      result.append(GivenProperty(name: "breakBefore", value: breaking.before.rawValue))
    }
    if let after = breaking.after { result.append(GivenProperty(name: "breakAfter", value: after.rawValue)) }
    if breaking.inside != .auto {
      result.append(GivenProperty(name: "breakInside", value: breaking.inside.rawValue))
    }
    return result
  }

  /// What properties of the page begin with among those of the layout.
  static let pagePrefix = "page."
}
