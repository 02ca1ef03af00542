import CardRaster

@testable import CardModel
@testable import CardParts

extension SwiftSurface {
  /// A part or an object that is a struct in Swift.
  struct Element {
    var name: String
    /// The family of a part; nil for an object.
    var family: PartFamily?
    /// The protocol of its kind.
    var kind: String
    var documentation: [String]
    var properties: [Property]
    /// The start of its node.
    var node: String
    /// The property of the first, unlabelled argument.
    var first: Property?
    /// The list that it is made of, the first argument.
    var list: Property?
    /// Whether the list is required.
    var needsList = false
  }

  /// All elements, parts first.
  static let elements: [Element] = parts + objects

  /// The common properties of all parts.
  static let commonProperties = PropertyDoc.all(PartCommon.allFields, PartCommon()).map { Property($0) }

  /// The properties of unlabelled arguments.
  private static let first = ["text", "labelText", "title", "buttonTitle", "image", "video", "percent"]
  /// The properties of unlabelled arguments of parts with another main value.
  private static let main = [
    "switch": "isOn", "video": "videoUrl", "icon": "icon", "rating": "value", "slider": "value",
    "multiSlider": "value", "progressBar": "currentValue", "radioButton": "isSelected",
  ]

  private static var parts: [Element] {
    PartRegistry.kinds.map { kind in
      let properties = kind.properties.map { Property($0) }
      let simple = properties.filter(\.isSimple)
      let list = properties.first { property in
        property.isList && kind.needs.contains { $0.first == property.name }
      }
      return Element(
        name: partName(kind.name), family: kind.family, kind: "CardPartView",
        documentation: documented(kind.summary, ["In JSON: `\"type\": \"\(kind.name)\"`."]),
        properties: properties, node: "type: \"\(kind.name)\", file, line",
        first: (main[kind.name].map { [$0] } ?? first).lazy.compactMap { name in
          simple.first { $0.name == name }
        }.first,
        list: list, needsList: list.map { kind.needs.contains([$0.name]) } ?? false)
    }
  }

  private static var objects: [Element] {
    SchemaDocument.objects.filter { !byHand.contains($0.name) }.map { object in
      let properties = object.properties.map { Property($0) }
      // An object whose type can only be one word has it without being told.
      let type = properties.first { $0.name == "type" }?.words.first?.words
      let only = type?.count == 1 ? type?.first : nil
      return Element(
        name: objectName(object.name), kind: object.repeats ? "DeckRepeatable" : "DeckElement",
        documentation: documented(object.summary, ["In JSON: an object with these keys."]),
        properties: only == nil ? properties : properties.filter { $0.name != "type" },
        node: only.map { "type: \"\($0)\", file, line" } ?? "file, line")
    }
  }
}

extension SwiftSurface.Element {
  /// The struct and its modifiers, without those that a protocol declares.
  var lines: [String] {
    let kinds = [kind] + SwiftSurface.groups.filter { $0.members.contains(name) }.map(\.name)
    var lines = documentation
    lines.append("public struct \(name): \(kinds.joined(separator: ", ")) {")
    lines += SwiftSurface.enums(properties, in: name)
    lines.append("  public var node: DeckNode")
    lines += initialisers
    lines.append("}")
    let own = properties.filter { !SwiftSurface.isShared($0, by: self) }
    let common = kind == "CardPartView" ? SwiftSurface.commonProperties.flatMap(\.modifiers) : []
    return lines + SwiftSurface.extensions(name, own, except: common)
  }

  /// The initialisers: from values, from the first value, from the list.
  private var initialisers: [String] {
    let place = ["file: String = #fileID", "line: Int = #line"]
    let simple = properties.filter(\.isSimple)
    let values = simple.map(\.argument) + place
    let sets = simple.map(\.member)
    var lines: [String] = []
    if !needsList {
      lines +=
        simple.isEmpty
        ? initialiser("Creates it; modifiers set all other properties.", place, [])
        : initialiser("Creates it from values; nil values are omitted.", values, sets)
    }
    if let list = list ?? properties.first(where: \.isList) {
      lines += initialiser("Creates it from its `\(list.name)`, one below the other.", values, sets, list)
    }
    if let first {
      let name = first.name.swiftName
      let value = ["\"\(first.name)\": \(name)"]
      lines += initialiser(
        "Creates it from its `\(first.name)`.", ["_ \(name): \(first.simpleType)"] + place, value)
      if first.simpleType == "DeckText" { lines += initialiserOfData(name, place) }
      if first.simpleType == "CardImage" { lines += initialiserOfPath(name, place) }
      lines += initialiser(
        "Creates it from its `\(first.name)` in the deck's data.", ["_ \(name): DeckBinding"] + place,
        value)
    }
    return lines
  }

  /// The initialiser for a text from the program; with a literal the compiler chooses the previous one.
  private func initialiserOfData(_ name: String, _ place: [String]) -> [String] {
    [
      "", "  /// Creates it from its `\(name)`, drawn literally: braces are not bindings.", "  ///",
      "  /// `file` and `line` are used in messages.",
    ]
      + wrapped("  @_disfavoredOverload public init(", ["_ \(name): String"] + place, ") {")
      + ["    self.init(\"\\(\(name))\" as DeckText, file: file, line: line)", "  }"]
  }

  /// The initialiser for the path of a picture from the program.
  private func initialiserOfPath(_ name: String, _ place: [String]) -> [String] {
    [
      "", "  /// Creates it from the path of its `\(name)`.", "  ///",
      "  /// `file` and `line` are used in messages.",
    ]
      + wrapped("  @_disfavoredOverload public init(", ["_ \(name): String"] + place, ") {")
      + ["    self.init(CardImage(\(name)), file: file, line: line)", "  }"]
  }

  /// An initialiser, which takes a list as a builder block.
  private func initialiser(
    _ summary: String, _ parameters: [String], _ values: [String], _ list: SwiftSurface.Property? = nil
  ) -> [String] {
    var parameters = parameters
    var end = ") {"
    var body = ["    node = DeckNode(\(node))"]
    if !values.isEmpty { body = wrapped("    node = DeckNode(\(node), [", values, "])") }
    if let list, let builder = list.list {
      parameters.append("@\(builder.attribute) \(list.name.swiftName): () throws -> \(builder.type)")
      end = ") rethrows {"
      body.append("    try node.set(\"\(list.name)\", \(list.name.swiftName))")
    }
    return ["", "  /// \(summary)", "  ///", "  /// `file` and `line` are used in messages."]
      + wrapped("  public init(", parameters, end) + body + ["  }"]
  }
}
