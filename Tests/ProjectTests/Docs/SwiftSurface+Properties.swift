import CardRaster

@testable import CardModel
@testable import CardParts

extension SwiftSurface {
  /// A Swift form of a value.
  enum Form: Hashable {
    /// A value of a type that converts itself to JSON.
    case value(String)
    /// An object with properties.
    case object(String)
    /// A list of such objects.
    case objects(String)
    /// A gradient instead of a colour.
    case gradientPaint
    /// A part.
    case part
    /// A list of parts.
    case parts
    /// One of several keywords, as a type of its own.
    case word(String, [String])

    /// The type of the argument; nil for a list of parts.
    var type: String? {
      switch self {
      case .value(let name), .object(let name): name
      case .objects(let name): "[\(name)]"
      case .gradientPaint: "CardGradient"
      case .part: "any CardPartView"
      case .parts: nil
      case .word(let name, let words): Words.shared(as: words) ?? name
      }
    }

    /// A key that is unique among the forms of a property.
    ///
    /// The type of keywords is not known before all forms are.
    private var key: String? {
      if case .word(let name, _) = self { name } else { type }
    }

    var isObject: Bool { if case .object = self { true } else { false } }

    /// All Swift forms for a value of a schema.
    static func all(_ schema: Schema, kindName: String, property: String) -> [Form] {
      let known = [
        "font": "CardFont", "image": "CardImage", "insets": "CardInsets", "radius, or four": "CardRadii",
        "[x, y]": "Point", "[width, height]": "Size",
      ]
      if let type = known[kindName] { return [.value(type)] }
      switch schema {
      case .string, .text: return [.value("DeckText")]
      case .number: return [.value("Double")]
      case .integer: return [.value("Int")]
      case .boolean: return [.value("Bool")]
      case .word(let words): return [.word(property.typeName, words)]
      case .numbers(2): return [.value("Point")]
      case .numbers: return [.value("[Double]")]
      case .any(let shapes):
        // Schemas with the same type, such as a keyword and a text, are one form.
        var forms: [Form] = []
        for form in shapes.flatMap({ all($0, kindName: "", property: property) })
        where !forms.contains(where: { $0.key == form.key }) { forms.append(form) }
        return forms
      case .list(let element, _): return list(element, property)
      case .reference(let name): return reference(name)
      case .object(let object): return self.object(object)
      case .freeObject, .anything, .map: return [.value("DeckValue")]
      }
    }

    private static func reference(_ name: Schema.Reference) -> [Form] {
      switch name {
      case .color: [.value("CardColor")]
      case .paint: [.value("CardColor"), .gradientPaint, .object("CardPaint")]
      case .theme: [.object("CardTheme")]
      case .part, .singlePart, .stackPart, .layerPart: [.part]
      case .card: [.object("Card")]
      case .traits, .include: [.value("DeckValue")]
      }
    }

    private static func object(_ object: ObjectSchema) -> [Form] {
      switch object.name {
      case "insets": [.value("CardInsets")]
      case "font": [.value("CardFont")]
      case "card": [.object("Card")]
      case "state", "traits": [.value("DeckValue")]
      default: [.object(objectName(object.name))]
      }
    }

    private static func list(_ element: Schema, _ property: String) -> [Form] {
      if [.reference(.part), .reference(.stackPart), .reference(.layerPart)].contains(element) {
        return [.parts]
      }
      if case .any(let shapes) = element, shapes.contains(.reference(.part)) {
        let hasNumbers = shapes.contains { if case .number = $0 { true } else { false } }
        return [.value(hasNumbers ? "[CardTableCell]" : "[DeckText]"), .parts]
      }
      return all(element, kindName: "", property: property).compactMap { form in
        switch form {
        case .value(let name): return .value("[\(name)]")
        case .object(let name): return .objects(name)
        // A list of lists, or of keywords, does not have its own type: it is a list of strings.
        case .word: return .value("[String]")
        case .objects, .gradientPaint: return nil
        case .part: return .parts
        case .parts: return .value("[DeckValue]")
        }
      }
    }
  }

  /// How a list is written as a builder block.
  struct ListForm {
    var attribute: String
    var type: String
  }

  /// A property of a part or an object with its modifiers.
  struct Property {
    var name: String
    var summary: String
    var defaultText: String
    var forms: [Form]
    /// Whether its texts are searched for bindings.
    var isBound = true

    init(_ doc: PropertyDoc, default text: String? = nil) {
      self.init(doc.name, doc.summary, text ?? doc.defaultText, doc.schema, doc.kindName)
      isBound = doc.isBound
      guard !isBound else { return }
      // A text without bindings is a plain string.
      let plain: [Form: Form] = [
        .value("DeckText"): .value("String"), .value("[DeckText]"): .value("[String]"),
      ]
      forms = forms.map { plain[$0] ?? $0 }
    }

    init(_ property: Manual.Property) { self.init(property.doc, default: property.defaultText) }

    init(
      _ name: String, _ summary: String, _ defaultText: String, _ schema: Schema, _ kindName: String
    ) {
      self.name = name
      self.summary = summary
      self.defaultText = defaultText
      forms = Form.all(schema, kindName: kindName, property: name)
      assert(!forms.isEmpty, "no Swift type for '\(name)'")
    }

    /// The enumerations that it needs.
    var words: [(type: String, property: String, words: [String])] {
      forms.compactMap { form in
        if case .word(let type, let words) = form { return (type, name, words) }
        return nil
      }
    }

    /// Whether an initialiser may take it: a value that cannot be confused with an absent one.
    var isSimple: Bool {
      switch forms.first {
      case .value, .part: true
      case .word(_, let words): !words.contains("none")
      default: false
      }
    }

    /// Whether it is primarily a list, and not a text that may be a list.
    var isList: Bool {
      switch forms.first {
      case .parts, .objects: true
      default: false
      }
    }

    /// The type of the argument of an initialiser.
    var simpleType: String { forms.first?.type ?? "DeckValue" }

    /// The optional argument of an initialiser.
    var argument: String {
      let type = simpleType.hasPrefix("any ") ? "(\(simpleType))?" : "\(simpleType)?"
      return "\(name.swiftName): \(type) = nil"
    }

    /// The value of an argument for a node: data stay data, also in properties that are searched for bindings.
    private func converted(_ value: String, _ type: String) -> String {
      switch type {
      case "any CardPartView": "\(value).node"
      case "DeckValue" where !isBound: "\(value).json"
      case "[DeckValue]" where !isBound: "\(value).map(\\.json)"
      case "[String]" where isBound: "\(value).map { DeckValue($0) }"
      default: value.filter { $0 != "?" }
      }
    }

    /// Texts that programs often have as strings.
    private static let texts: Set = [
      "title", "link", "alt", "text", "subtitle", "label", "labelText", "header", "footer", "leftTitleText",
      "rightTitleText", "leftDescriptionText", "rightDescriptionText", "buttonTitle", "otherTitle",
      "placeholder", "description", "name", "author", "attribution", "detail", "centerText", "textValue",
      "accessoryLink", "menuTitle", "menuButtonLink", "initials", "code",
    ]

    /// The value of a string for a node; nil for a property that takes no strings.
    private var stringSetting: String? {
      if forms.contains(.value("CardImage")) { return "CardImage(value)" }
      return forms.first == .value("DeckText") && Self.texts.contains(name)
        ? "\"\\(value)\" as DeckText" : nil
    }

    /// The value of the optional argument of an initialiser, with its key.
    var member: String { "\"\(name)\": \(converted(name.swiftName + "?", simpleType))" }

    /// The form of the list as a builder block; nil if the property is not a list.
    var list: ListForm? {
      for form in forms {
        switch form {
        case .parts: return ListForm(attribute: "CardPartBuilder", type: "[any CardPartView]")
        case .objects(let name):
          return ListForm(attribute: "DeckListBuilder<\(name)>", type: "[\(name)]")
        default: continue
        }
      }
      return nil
    }

    /// The modifiers for it, each with its comment.
    var modifiers: [[String]] {
      let comment = documented(summary, ["Default: \(defaultText.isEmpty ? "none" : defaultText)."])
      let function = "public func \(name.swiftName)"
      let values = forms.compactMap(\.type).map { type in
        comment + [
          "\(function)(_ value: \(type)) -> Self { setting(\"\(name)\", \(converted("value", type))) }"
        ]
      }
      let data = stringSetting.map { setting in
        documented(summary, ["The string is data: braces are drawn."]) + [
          "@_disfavoredOverload \(function)(_ value: String) -> Self { setting(\"\(name)\", \(setting)) }"
        ]
      }
      let binding = [
        "/// `\(name)`, looked up in the deck's data.",
        "\(function)(_ binding: DeckBinding) -> Self { setting(\"\(name)\", binding) }",
      ]
      let block = list.map { list in
        comment + [
          "\(function)(@\(list.attribute) _ values: () throws -> \(list.type)) rethrows -> Self "
            + "{ try setting(\"\(name)\", values) }"
        ]
      }
      return values + (data.map { [$0] } ?? []) + [binding] + (block.map { [$0] } ?? [])
    }
  }
}

extension String {
  /// The text with a capital first letter.
  var upperFirst: String { prefix(1).uppercased() + dropFirst() }

  /// The type name for the keywords of a property.
  var typeName: String {
    let name = swiftName.filter { $0 != "`" }.upperFirst
    return ["Type", "Protocol", "Self", "Any"].contains(name) ? "Kind" : name
  }

  /// The text as a Swift name: words joined, keywords quoted.
  var swiftName: String {
    let words = split { !($0.isLetter || $0.isNumber || $0 == "_") }
    var name = words.enumerated().map { $0.offset == 0 ? String($0.element) : String($0.element).upperFirst }
      .joined()
    if name.isEmpty || name.first?.isNumber == true { name = "_" + name }
    let keywords: Set<String> = [
      "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer", "deinit",
      "do",
      "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if",
      "import",
      "in", "init", "inout", "internal", "is", "let", "nil", "operator", "private", "protocol", "public",
      "repeat",
      "rethrows", "return", "self", "Self", "static", "struct", "subscript", "super", "switch", "throw",
      "throws",
      "true", "try", "typealias", "var", "where", "while",
    ]
    return keywords.contains(name) ? "`\(name)`" : name
  }

  /// The text as a Swift literal.
  var swiftLiteral: String {
    "\"" + replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}
