import CardRaster

@testable import CardParts

/// The typed Swift surface of the decks, made of the tables that also read decks and write the manual.
///
/// What a table lists, Swift can say: a struct for each part and object, a modifier for each property.
enum SwiftSurface {
  /// A generated file.
  struct File {
    var path: String
    var text: String
  }

  static let folder = "Sources/CardParts/Swift/Generated"

  /// All files, in order of their paths.
  static var files: [File] {
    var files = parts + objects
    files.append(File("CardPartView+Common", common))
    files.append(File("Card+Properties", card))
    files.append(File("Card+Traits", traits))
    files.append(File("Deck+Properties", deck))
    files.append(File("CardTheme+Properties", theme))
    files.append(File("CardColor+Theme", names(of: Theme.colors.map(\.name), in: "CardColor", "colour")))
    files.append(File("CardFont+Theme", names(of: Theme.fonts.map(\.name), in: "CardFont", "font")))
    return files.sorted { $0.path < $1.path }
  }

  // MARK: Names

  /// Parts whose class in CardParts does not end in `View`.
  private static let withoutView = [
    "pillLabel", "iconLabel", "textField", "radioButton",
  ]

  /// The Swift name of a part: CardParts' own.
  static func partName(_ type: String) -> String {
    let name = "CardPart" + type.upperFirst
    return withoutView.contains(type) || name.hasSuffix("View") ? name : name + "View"
  }

  /// Objects that have no struct of their own: values in Swift, or written by hand.
  static let byHand = [
    "card", "state", "traits", "component", "parameter", "insets", "font", "gradientPaint", "themeObject",
    "themeVariant",
    "sheetShadow",
  ]

  /// The Swift name of an object with properties.
  static func objectName(_ name: String) -> String {
    let names = [
      "canvas": "DeckCanvas", "layout": "CardsLayout", "gradient": "CardGradient", "shadow": "CardShadow",
      "sheetShadow": "CardShadow",
      "rounded": "CardRounded", "border": "CardBorder", "brand": "CardBrand",
      "shadowLayer": "CardShadowLayer",
    ]
    return names[name] ?? "CardPart" + name.upperFirst
  }

  /// The properties that are given without a name when a part is made.
  private static let first = ["text", "labelText", "title", "buttonTitle", "image", "video", "percent"]

  // MARK: Files

  private static var parts: [File] {
    PartRegistry.kinds.map { kind in
      let name = partName(kind.name)
      let properties = kind.properties.map { Property($0) }
      var lines = documented(kind.summary, ["In JSON: `\"type\": \"\(kind.name)\"`."])
      lines.append("public struct \(name): CardPartView {")
      lines += enums(properties)
      lines.append("  public var node: DeckNode")
      lines += initialisers(properties, make: "DeckNode(type: \"\(kind.name)\", file, line)")
      lines.append("}")
      lines += extensions(name, properties)
      return File(name, lines)
    }
  }

  private static var objects: [File] {
    SchemaDocument.objects.filter { !byHand.contains($0.name) }.map { object in
      let name = objectName(object.name)
      let properties = object.properties.map { Property($0) }
      var lines = documented(object.summary, ["In JSON: an object with these keys."])
      lines.append("public struct \(name): \(object.repeats ? "DeckRepeatable" : "DeckElement") {")
      lines += enums(properties)
      lines.append("  public var node: DeckNode")
      lines += initialisers(properties, make: "DeckNode(file, line)", isObject: true)
      lines.append("}")
      lines += extensions(name, properties)
      return File(name, lines)
    }
  }

  private static var common: [String] {
    let properties = PropertyDoc.all(PartCommon.allFields, PartCommon()).map {
      var property = Property($0)
      // What every part has cannot nest an enumeration.
      if property.name == "anchor" { property.forms = [.value("LayerAnchor")] }
      if property.name == "alignSelf" { property.forms = [.value("PartAlignment")] }
      property.nameBreaks()
      return property
    }
    return extensions("CardPartView", properties)
  }

  private static var card: [String] {
    let others = ["traits", "parts", "states", "theme", "id"]
    let card = CardReading.fields.fields.filter { !others.contains($0.name) }.map {
      var property = Property(PropertyDoc($0, of: CardReading.Values()))
      property.nameBreaks()
      return property
    }
    let state = CardReading.StateValues.fields.fields.filter { $0.name != "parts" }.map {
      Property(PropertyDoc($0, of: CardReading.StateValues()))
    }
    return nested(card, in: "Card") + extensions("Card", card) + nested(state, in: "CardState")
      + extensions("CardState", state)
  }

  /// The keys of a deck; what is left out is made with the deck, or has forms of its own.
  private static var deck: [String] {
    let others = ["$schema", "version", "cards", "data", "layout"]
    let properties = PropertyDoc.all(Deck.fields, DeckValues()).filter { !others.contains($0.name) }.map {
      var property = Property($0)
      // The words are those of a type that callers of the renderer know.
      if property.name == "appearance" { property.forms = [.value("Appearance")] }
      return property
    }
    return extensions("Deck", properties)
  }

  private static var theme: [String] {
    let base = Theme.Base.fields.fields.map { PropertyDoc($0, of: Theme.Base()) }
    let fields = Theme.fields.fields.map { PropertyDoc($0, of: ThemeRegistry.standard.theme()) }
    var lines = ["/// The themes of the library.", "extension CardTheme {"]
    for preset in ThemeRegistry.presets {
      lines += documented(preset.summary).map { "  " + $0 }
      lines.append(
        "  public static let \(preset.name.swiftName) = CardTheme(\(preset.name.swiftLiteral))")
    }
    lines += ["}", ""]
    let properties = (base + fields).map { Property($0) }
    return lines + nested(properties, in: "CardTheme") + extensions("CardTheme", properties)
  }

  private static var traits: [String] {
    var lines = ["/// The traits: what changes a card's frame.", "extension Card {"]
    for kind in TraitRegistry.kinds {
      let forms = Form.all(kind.schema, kindName: "", property: kind.name)
      for form in forms {
        guard let type = form.type else { continue }
        lines += documented(kind.summary).map { "  " + $0 }
        let name = kind.name.swiftName
        let fallback =
          type == "Bool" ? " = true" : form.isObject && type != "CardGradient" ? " = \(type)()" : ""
        lines.append(
          "  public func \(name)(_ value: \(type)\(fallback)) -> Card { trait(\"\(kind.name)\", value) }")
        lines.append("")
      }
      lines.append("  /// The trait `\(kind.name)`, looked up in the deck's data.")
      lines.append(
        "  public func \(kind.name.swiftName)(_ binding: DeckBinding) -> Card { trait(\"\(kind.name)\", binding) }"
      )
      lines.append("")
    }
    if lines.last == "" { lines.removeLast() }
    let properties = TraitRegistry.kinds.map { kind in
      Property(kind.name, kind.summary, "", kind.schema, "")
    }
    return nested(properties, in: "Card") + lines + ["}"]
  }

  private static func names(of names: [String], in type: String, _ noun: String) -> [String] {
    var lines = ["/// The \(noun)s of the theme.", "extension \(type) {"]
    for name in names {
      lines.append("  /// The theme's `\(name)`.")
      lines.append("  public static let \(name.swiftName) = \(type)(\"\(name)\")")
    }
    return lines + ["}"]
  }

  // MARK: Pieces

  private static func enums(_ properties: [Property]) -> [String] {
    properties.flatMap(\.words).flatMap { name, words in enumeration(name, words).map { "  " + $0 } + [""] }
  }

  private static func nested(_ properties: [Property], in type: String) -> [String] {
    let lines = enums(properties)
    guard !lines.isEmpty else { return [] }
    return ["extension \(type) {"] + lines.dropLast() + ["}", ""]
  }

  private static func enumeration(_ name: (type: String, property: String), _ words: [String]) -> [String] {
    var lines = [
      "/// What `\(name.property)` may be.",
      "public enum \(name.type): String, Sendable, Hashable, CaseIterable, DeckWord {",
    ]
    for word in words {
      lines.append("  /// `\(word)`.")
      let spelled = word.swiftName
      lines.append(
        spelled.filter { $0 != "`" } == word
          ? "  case \(spelled)" : "  case \(spelled) = \(word.swiftLiteral)")
    }
    return lines + ["}"]
  }

  /// The ways to make a struct: of nothing, of its first value, of its parts with what stands beside them.
  private static func initialisers(
    _ properties: [Property], make: String, isObject: Bool = false
  ) -> [String] {
    let place = "file: String = #fileID, line: Int = #line"
    let simple = properties.filter { $0.isSimple }
    let list = properties.first { $0.isList }
    let first = isObject ? nil : self.first.lazy.compactMap { name in simple.first { $0.name == name } }.first
    var lines: [String] = []
    func add(_ summary: String, _ signature: String, _ body: [String]) {
      lines += ["", "  /// \(summary)", "  ///", "  /// `file` and `line` are for messages."]
      lines.append("  public init(\(signature) {")
      lines += body.map { "    " + $0 } + ["  }"]
    }
    let values = simple.map { "\n    \($0.name.swiftName): \($0.simpleType)? = nil," }.joined()
    let signature = simple.isEmpty ? "" : values + "\n    "
    let sets = simple.map { "node.set(\"\($0.name)\", \($0.name.swiftName))" }
    if simple.isEmpty {
      add("Makes it; everything else is said with modifiers.", "\(place))", ["node = \(make)"])
    } else {
      add(
        "Makes it of values; those that are nil are left out.", "\(signature)\(place))",
        ["var node = \(make)"] + sets + ["self.node = node"])
    }
    if let first {
      add(
        "Makes it of its `\(first.name)`.", "_ \(first.name.swiftName): \(first.simpleType), \(place))",
        ["node = \(make)", "node.set(\"\(first.name)\", \(first.name.swiftName))"])
      add(
        "Makes it of its `\(first.name)`, looked up in the deck's data.",
        "_ \(first.name.swiftName): DeckBinding, \(place))",
        ["node = \(make)", "node.set(\"\(first.name)\", \(first.name.swiftName))"])
    }
    if let list, let builder = list.list {
      let label = list.name.swiftName
      add(
        "Makes it of its `\(list.name)`, one below the other.",
        "\(signature)\(place),\n    @\(builder.attribute) \(label): () throws -> \(builder.type)) rethrows",
        (sets.isEmpty ? ["node = \(make)"] : ["var node = \(make)"] + sets + ["self.node = node"]) + [
          "self = setting(\"\(list.name)\", \(builder.isParts ? "parts: " : "")try \(label)())"
        ])
    }
    return lines
  }

  private static func extensions(_ type: String, _ properties: [Property]) -> [String] {
    guard !properties.isEmpty else { return [] }
    var lines = ["", "extension \(type) {"]
    for property in properties {
      for modifier in property.modifiers {
        lines += modifier.map { "  " + $0 } + [""]
      }
    }
    lines.removeLast()
    return lines + ["}"]
  }

  static func documented(_ summary: String, _ more: [String] = []) -> [String] {
    ["/// " + summary] + more.flatMap { ["///", "/// " + $0] }
  }
}

extension SwiftSurface.File {
  init(_ name: String, _ lines: [String]) {
    path = "\(SwiftSurface.folder)/\(name).swift"
    var lines = lines
    while lines.first == "" { lines.removeFirst() }
    let head = [
      "// swift-format-ignore-file",
      "// Generated by `make docs` out of the tables of parts, traits and themes.", "",
      "public import CardRaster", "",
    ]
    let body = lines.joined(separator: "\n") + "\n"
    let needsRaster = ["Point", "Size"].contains { name in
      body.contains("(_ value: \(name))") || body.contains(": \(name)?")
    }
    text = (needsRaster ? head : Array(head.prefix(3))).joined(separator: "\n") + "\n" + body
  }
}
