import CardRaster

@testable import CardParts

/// Generates the typed Swift API of decks from the tables that also read decks and write the manual.
///
/// Swift has a struct for each part and object of a table, and a modifier for each property.
enum SwiftSurface {
  /// A generated file.
  struct File {
    var path: String
    var text: String
  }

  static let folder = "Sources/CardParts/Swift/Generated"

  /// All files, sorted by path.
  static var files: [File] {
    var files = PartFamily.allCases.map { family in
      File("CardPart+\(family.rawValue.upperFirst)", of: elements.filter { $0.family == family })
    }
    files.append(File("CardPart+Objects", of: elements.filter { $0.family == nil }))
    files.append(File("CardPart+Groups", groups.flatMap(\.lines)))
    files.append(File("CardPart+Words", sharedWords.flatMap(\.lines)))
    files.append(File("CardPartView+Common", common))
    files.append(File("Card+Properties", card))
    files.append(File("Card+Traits", traits))
    files.append(File("Deck+Properties", deck))
    files.append(File("CardTheme+Properties", theme))
    files.append(
      File("CardColor+Theme", names(of: ResolvedTheme.colors.map(\.name), in: "CardColor", "colour")))
    files.append(File("CardFont+Theme", names(of: ResolvedTheme.fonts.map(\.name), in: "CardFont", "font")))
    return files.sorted { $0.path < $1.path }
  }

  // MARK: Names

  /// Parts whose class in CardParts does not end in `View`.
  private static let withoutView = [
    "pillLabel", "iconLabel", "textField", "radioButton",
  ]

  /// The Swift name of a part, as in CardParts.
  static func partName(_ type: String) -> String {
    let name = "CardPart" + type.upperFirst
    return withoutView.contains(type) || name.hasSuffix("View") ? name : name + "View"
  }

  /// Objects without a struct: they are Swift values, or written by hand.
  static let byHand = [
    "card", "state", "traits", "component", "parameter", "insets", "font", "themeObject",
    "themeVariant",
    "sheetShadow",
  ]

  /// The Swift name of an object with properties.
  static func objectName(_ name: String) -> String {
    let names = [
      "canvas": "DeckCanvas", "input": "DeckInput", "pageSetup": "DeckPageSetup", "layout": "CardsLayout",
      "mailHeaders": "DeckMailHeaders",
      "gradient": "CardGradient", "paintLayers": "CardPaint",
      "shadow": "CardShadow", "sheetShadow": "CardShadow",
      "rounded": "CardRounded", "border": "CardBorder", "brand": "CardBrand",
      "shadowLayer": "CardShadowLayer", "cardTransform": "CardTransform",
    ]
    return names[name] ?? (isOfPart(name) ? "CardPart" : "Card") + name.upperFirst
  }

  /// Whether an object belongs to a part, and not to a card or to the arrangement of cards.
  private static func isOfPart(_ name: String) -> Bool {
    let traits = ["notches", "editable", "longPress", "mask", "backdropBlur", "statusBar", "insertedCard"]
    return !traits.contains(name) && !["sheet", "swipe", "bottomSheet"].contains { name.hasPrefix($0) }
  }

  // MARK: Files

  private static var common: [String] { extensions("CardPartView", commonProperties) }

  private static var card: [String] {
    nested(cardProperties, in: "Card") + extensions("Card", cardProperties)
      + nested(stateProperties, in: "CardState")
      + extensions("CardState", stateProperties)
  }

  static var cardProperties: [Property] {
    let others = ["traits", "parts", "states", "theme", "id"]
    return CardReading.fields.fields.filter { !others.contains($0.name) }.map {
      Property(PropertyDoc($0, of: CardValues()))
    }
  }

  static var stateProperties: [Property] {
    CardReading.StateValues.fields.fields.filter { $0.name != "parts" }.map {
      Property(PropertyDoc($0, of: CardReading.StateValues()))
    }
  }

  /// The keys of a deck; the others are set when the deck is made, or have their own API.
  private static var deck: [String] {
    let others = ["$schema", "version", "cards", "data", "layout"]
    let properties = PropertyDoc.all(Deck.fields, DeckValues()).filter { !others.contains($0.name) }
    return extensions("Deck", properties.map { Property($0) })
  }

  private static var theme: [String] {
    var lines = ["/// The themes of the library.", "extension CardTheme {"]
    for preset in ThemeRegistry.presets {
      lines += documented(preset.summary).map { "  " + $0 }
      lines.append(
        "  public static let \(preset.name.swiftName) = CardTheme(\(preset.name.swiftLiteral))")
    }
    lines += ["}", ""]
    return lines + nested(themeProperties, in: "CardTheme") + extensions("CardTheme", themeProperties)
  }

  static var themeProperties: [Property] {
    let base = ResolvedTheme.Base.fields.fields.map { PropertyDoc($0, of: ResolvedTheme.Base()) }
    let fields = ResolvedTheme.fields.fields.map { PropertyDoc($0, of: ThemeRegistry.standard.theme()) }
    return (base + fields).map { Property($0) }
  }

  private static var traits: [String] {
    var lines = ["/// The traits, which change a card's frame.", "extension Card {"]
    for kind in TraitRegistry.kinds {
      let forms = Form.all(kind.schema, kindName: "", property: kind.name)
      for form in forms {
        guard let type = form.type, form != .gradientPaint else { continue }
        lines += documented(kind.summary).map { "  " + $0 }
        let name = kind.name.swiftName
        // An object that needs a key has no default, and neither has one beside `true`.
        let isOptional = form.isObject && !forms.contains(.value("Bool")) && kind.schema.needsNothing
        let fallback = type == "Bool" ? " = true" : isOptional ? " = \(type)()" : ""
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
    return nested(traitProperties, in: "Card") + lines + ["}"]
  }

  static var traitProperties: [Property] {
    TraitRegistry.kinds.map { Property($0.name, $0.summary, "", $0.schema, "") }
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

  /// The enumerations used by only one type, which nests them.
  static func enums(_ properties: [Property], in owner: String) -> [String] {
    words(properties, in: owner).flatMap { $0.lines.dropFirst().map { "  " + $0 } + [""] }
  }

  /// The keywords of properties, without those that several types share.
  static func words(_ properties: [Property], in owner: String) -> [Words] {
    properties.flatMap { property in
      property.words.filter { Words.shared(as: $0.words) == nil }.map {
        Words(
          name: $0.type, owner: owner, summary: property.summary, properties: [$0.property], words: $0.words)
      }
    }
  }

  private static func nested(_ properties: [Property], in type: String) -> [String] {
    let lines = enums(properties, in: type)
    guard !lines.isEmpty else { return [] }
    return ["extension \(type) {"] + lines.dropLast() + ["}", ""]
  }

  /// The modifiers of some properties, without those that the type already has; lists come last.
  static func extensions(_ type: String, _ properties: [Property], except known: [[String]] = []) -> [String]
  {
    let inOrder = properties.filter { $0.list == nil } + properties.filter { $0.list != nil }
    // Two modifiers with the same code are equal, even if their descriptions differ.
    let declared = Set(known.compactMap(\.last))
    let modifiers = inOrder.flatMap(\.modifiers).filter { $0.last.map(declared.contains) != true }
    guard !modifiers.isEmpty else { return [] }
    var lines = ["", "extension \(type) {"]
    for modifier in modifiers { lines += modifier.map { "  " + $0 } + [""] }
    lines[lines.count - 1] = "}"
    return lines
  }

  static func documented(_ summary: String, _ more: [String] = []) -> [String] {
    ["/// " + summary] + more.flatMap { ["///", "/// " + $0] }
  }
}

extension Schema {
  /// Whether every object among its forms may be empty.
  fileprivate var needsNothing: Bool {
    switch self {
    case .object(let object): object.needs.isEmpty
    case .any(let shapes): shapes.allSatisfy(\.needsNothing)
    case .list(let element, _): element.needsNothing
    default: true
    }
  }
}

extension SwiftSurface.File {
  /// A file with several types.
  init(_ name: String, of elements: [SwiftSurface.Element]) {
    self.init(name, elements.map { [""] + $0.lines })
  }

  init(_ name: String, _ lines: [String]) { self.init(name, [lines]) }

  private init(_ name: String, _ pieces: [[String]]) {
    path = "\(SwiftSurface.folder)/\(name).swift"
    let lines = Array(pieces.joined().drop { $0.isEmpty })
    let head = [
      "// swift-format-ignore-file",
      "// Generated by `make docs` out of the tables of parts, traits and themes.", "",
      "public import CardRaster", "",
    ]
    let body = lines.joined(separator: "\n") + "\n"
    // A type's own names, such as the `Size` of a page, are not the library's types.
    let needsRaster = pieces.map { $0.joined(separator: "\n") }.contains { piece in
      ["Point", "Size"].contains { name in
        !piece.contains("enum \(name):")
          && (piece.contains("(_ value: \(name))") || piece.contains(": \(name)?"))
      }
    }
    text = (needsRaster ? head : Array(head.prefix(3))).joined(separator: "\n") + "\n" + body
  }
}
