import CardRaster

/// A value of a theme that changed.
struct ThemeRole: Hashable {
  var name: String
  var old: String
  var new: String

  /// The values that differ between two themes.
  static func changes(_ old: [GivenProperty], _ new: [GivenProperty]) -> [ThemeRole] {
    var before: [String: String] = [:]
    for property in old { before[property.name] = property.value }
    var result: [ThemeRole] = []
    for property in new where property.name != "name" {
      // Colours that were not drawn are not stored.
      if let value = before[property.name], value != property.value {
        result.append(ThemeRole(name: property.name, old: value, new: property.value))
      }
    }
    // Layouts of earlier versions do not name the brand.
    let brands = [old, new].map { $0.filter { $0.name.hasPrefix(brandPrefix) } }
    guard brands.allSatisfy({ !$0.isEmpty }) else { return result }
    return result.filter { !$0.isBrand }
      + GivenProperty.differences(brands[0], brands[1]).map {
        ThemeRole(name: $0.name, old: $0.old ?? "default", new: $0.new ?? "default")
      }
  }

  /// Whether the value is a length, a margin or a switch, which affects the layout.
  static func isMeasure(_ name: String) -> Bool { measures.contains(name) }

  private static let measures: Set<String> = {
    let others = ResolvedTheme.fonts.map(\.name) + ResolvedTheme.colors.map(\.name) + ["chartColors"]
    return Set(ResolvedTheme.fields.fields.map(\.name)).subtracting(others)
  }()

  /// The types of the parts that use each measure; a measure not listed is used by all parts.
  private static let parts: [String: Set<String>] = {
    var parts: [String: Set<String>] = [:]
    for kind in PartRegistry.kinds {
      for measure in kind.measures { parts[measure, default: []].insert(kind.name) }
    }
    return parts
  }()

  /// Whether a page with parts of these types can show the value.
  func isSeen(among types: Set<String>) -> Bool {
    guard let parts = ThemeRole.parts[name] else { return true }
    return !types.isDisjoint(with: parts)
  }

  /// Whether only certain parts, including this type, use the value.
  func isOwn(of type: String) -> Bool { ThemeRole.parts[name]?.contains(type) == true }

  /// The prefix of a brand's values among those of the theme.
  static let brandPrefix = "brand."

  /// Whether the value is one of the brand, from which the theme derives others.
  var isBrand: Bool { name.hasPrefix(ThemeRole.brandPrefix) }

  /// Whether the theme derives the value from changed values of the brand.
  func follows(_ brand: [ThemeRole]) -> Bool {
    brand.contains { cause in
      switch cause.name {
      case ThemeRole.brandPrefix + "accent":
        name == "chartColors" || ResolvedTheme.colors.contains { $0.name == name }
      case ThemeRole.brandPrefix + "radius": ["cardCornerRadius", "buttonCornerRadius"].contains(name)
      default: ResolvedTheme.fonts.contains { $0.name == name }
      }
    }
  }

  /// Whether other values are derived from this one.
  var isBase: Bool { ThemeRole.bases.contains(name) }

  private static let bases = Set(ResolvedTheme.Base.fields.fields.map(\.name))

  /// Whether the name of the value begins with a part's type: `buttonTitleColor` belongs to a button.
  func belongs(to type: String) -> Bool {
    let known = ["row": ["left", "right"], "titleDescription": ["left", "right"], "deck": ["page"]]
    let starts = known[type] ?? [type]
    return starts.contains { name.hasPrefix($0) } || (type == "text" && name.contains("Text"))
  }

  var sentence: String { "\(name) \(old) → \(new)" }
}
