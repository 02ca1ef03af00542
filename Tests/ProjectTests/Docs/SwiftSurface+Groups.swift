import CardRaster

@testable import CardParts

extension SwiftSurface {
  /// Properties that several types share, as a protocol that declares them once.
  struct Group {
    var name: String
    /// The types that have them, in order of the registries.
    var members: [String]
    var properties: [Property]

    var lines: [String] {
      let who = members.map { "``\($0)``" }
      return ["", "/// Common properties of \(listed(who)).", "public protocol \(name): DeckElement {}"]
        + extensions(name, properties)
    }
  }

  /// The name of a group, by its first property; other groups are named after that property.
  private static let groupNames = [
    "x": "CardPartChartChannels", "leftTitleText": "CardPartTitlesAndDescriptions",
    "style": "CardPartStyledText",
    "animated": "CardPartAnimated", "image": "CardPartPlacedImage", "id": "CardPartRegion",
  ]

  /// The least number of copies that a group must save.
  private static let worth = 3
  /// The least number of properties of a group: a single one is declared by each type.
  private static let least = 2

  /// The groups, found by comparing the properties of the types.
  static let groups: [Group] = {
    var members: [[String]: [(name: String, defaultText: String)]] = [:]
    for element in elements {
      for property in element.properties where !isCommon(property, of: element) {
        members[property.code, default: []].append((element.name, property.defaultText))
      }
    }
    var groups: [Group] = []
    for property in elements.flatMap(\.properties) {
      guard let found = members.removeValue(forKey: property.code), found.count > 1 else { continue }
      let names = found.map(\.name)
      var property = property
      property.defaultText = defaultText(found)
      if let number = groups.firstIndex(where: { $0.members == names }) {
        groups[number].properties.append(property)
      } else {
        let name = groupNames[property.name] ?? "CardPart\(property.name.swiftName.upperFirst)Properties"
        groups.append(Group(name: name, members: names, properties: [property]))
      }
    }
    return groups.filter {
      $0.properties.count >= least && $0.properties.count * ($0.members.count - 1) >= worth
    }.sorted { $0.name < $1.name }
  }()

  /// The default value, for each type if they differ.
  private static func defaultText(_ found: [(name: String, defaultText: String)]) -> String {
    let texts = Dictionary(grouping: found, by: \.defaultText).sorted { $0.value[0].name < $1.value[0].name }
    guard texts.count > 1 else { return found[0].defaultText }
    return texts.map { text, found in
      "\(text.isEmpty ? "none" : text) for \(listed(found.map { "``\($0.name)``" }))"
    }.joined(separator: "; ")
  }

  /// Whether a protocol of the type already declares the property.
  static func isShared(_ property: Property, by element: Element) -> Bool {
    isCommon(property, of: element)
      || groups.contains { group in
        group.members.contains(element.name) && group.properties.contains { $0.code == property.code }
      }
  }

  private static func isCommon(_ property: Property, of element: Element) -> Bool {
    element.kind == "CardPartView" && commonProperties.contains { $0.code == property.code }
  }

  /// All modifiers of a part, including those of its groups and of every part.
  static func text(ofPart type: String) -> String {
    let name = partName(type)
    let own = elements.first { $0.name == name }?.lines ?? []
    let shared = groups.filter { $0.members.contains(name) }.flatMap(\.lines)
    return (own + shared + extensions("CardPartView", commonProperties)).joined(separator: "\n")
  }
}

extension SwiftSurface.Property {
  /// The summary and the declarations; two properties with equal ones are the same.
  var code: [String] { [summary] + modifiers.compactMap(\.last) }
}
