import CardRaster

/// The JSON Schema (2020-12) of a deck, so that an editor can complete and check one.
///
/// Wherever a value may stand, a binding alone in a string may too. What a schema cannot say, such as that a font
/// exists, only the renderer tells.
public enum SchemaDocument {
  /// The schema.
  public static var root: JSONNode {
    var definitions: [(String, JSONNode)] = [
      ("binding", .object([("type", .of("string")), ("pattern", .of(#"^\s*\{\{.*\}\}\s*$"#))])),
      (
        "color",
        .object([
          (
            "anyOf",
            .list([
              .object([
                ("type", .of("string")), ("description", .of("A colour: #RRGGBB, rgb(…), a name.")),
              ]), appearances(.string),
            ])
          )
        ])
      ),
      (
        "paint",
        .object([
          (
            "anyOf",
            .list([
              schema(.reference("color")), schema(.reference("gradientPaint")),
              appearances(.any([.string, .reference("gradientPaint")])),
            ])
          )
        ])
      ),
      ("gradientPaint", closed([("gradient", schema(.reference("gradient")))], required: ["gradient"])),
      ("part", parts(PartRegistry.kinds, common: Manual.common)),
      ("stackPart", parts(PartRegistry.kinds, common: docs(PartCommon.stackFields, PartCommon()))),
      ("traits", closed(TraitRegistry.kinds.map { ($0.name, described(bound($0.schema), $0.summary)) })),
      ("theme", theme),
      ("themeVariant", closed(themeValues)),
      (
        "states",
        .object([
          ("type", .of("object")),
          ("additionalProperties", any([.list(.reference("part"), 0...Limits.nodes), .reference("state")])),
        ])
      ),
    ]
    for object in Manual.objects {
      var members = object.properties.map { ($0.name, described(bound($0.schema), $0.summary)) }
      if repeated.contains(object.name) { members += repetition }
      let definition = closed(members, required: object.name == "bottomSheet" ? ["type", "content"] : [])
      let arrayForms: [String: [Schema]] = [
        "insets": [.number(-Limits.number...Limits.number), .numbers(2), .numbers(4)],
        "collectionItem": [.list(.reference("part"), 0...Limits.nodes)],
        "page": [.list(.reference("part"), 0...Limits.nodes)],
      ]
      if let forms = arrayForms[object.name] {
        definitions.append((object.name, .object([("anyOf", .list([definition] + forms.map(schema)))])))
      } else {
        definitions.append((object.name, definition))
      }
    }
    return .object([
      ("$schema", .of("https://json-schema.org/draft/2020-12/schema")),
      ("title", .of("cardshot deck")),
      ("type", .of("object")),
      ("properties", .object(deckProperties)),
      ("required", .list([.of("cards")])),
      ("additionalProperties", .of(false)),
      ("$defs", .object(definitions)),
    ])
  }

  /// The objects that take `if`, `forEach` and `as`.
  private static let repeated = [
    "card", "tableRow", "tableSection", "collectionItem", "collectionSection", "page", "histogramEntry",
    "annotation",
  ]

  private static var deckProperties: [(String, JSONNode)] {
    let shapes: [String: JSONNode] = [
      "$schema": .object([("type", .of("string"))]),
      "version": .object([("const", .of(1))]),
      "canvas": schema(.reference("canvas")),
      "theme": schema(.reference("theme")),
      "appearance": bound(.word(Appearance.allCases.map(\.rawValue))),
      "fonts": schema(.list(.string, 0...1000)),
      "layout": bound(ValueKind<DeckLayout>.deckLayout.schema),
      "cards": schema(.list(.reference("card"), 0...Limits.cards)),
      "data": schema(.freeObject),
      "seed": schema(.integer(0...Int(Int32.max))),
      "date": bound(.string),
      "locale": .object([
        ("type", .of("string")), ("examples", .list(DeckLocale.identifiers.map { .of($0) })),
      ]),
    ]
    return Deck.keys.compactMap { key in shapes[key.name].map { (key.name, described($0, key.summary)) } }
  }

  private static var repetition: [(String, JSONNode)] {
    [
      (
        "if",
        described(
          .object([("type", .list([.of("string"), .of("boolean"), .of("number")]))]),
          "There only when this is true.")
      ),
      (
        "forEach",
        described(
          any([.string, .list(.anything, 0...Limits.nodes)]), "Repeated for each entry of this list.")
      ),
      ("as", described(.object([("type", .of("string"))]), "The name of the entry in bindings.")),
    ]
  }

  private static var theme: JSONNode {
    let members =
      [
        ("base", described(schema(.any([.string, .reference("theme")])), "The theme that is changed.")),
        ("$schema", schema(.string)), ("name", schema(.string)),
      ]
      + Appearance.allCases.map {
        ($0.rawValue, described(bound(.reference("themeVariant")), "What is different in \($0.rawValue)."))
      } + themeValues
    return .object([
      ("anyOf", .list([.object([("type", .of("string"))]), closed(members)]))
    ])
  }

  private static var themeValues: [(String, JSONNode)] {
    (Manual.themeBase + Manual.theme("turbo")).map { ($0.name, described(bound($0.schema), $0.summary)) }
  }

  /// A value for each appearance.
  private static func appearances(_ value: Schema) -> JSONNode {
    closed(
      Appearance.allCases.map { ($0.rawValue, schema(value)) }, required: Appearance.allCases.map(\.rawValue))
  }

  /// One shape for each type of part, chosen by `type`, so that an editor completes the right properties.
  private static func parts(_ kinds: [PartKind], common: [Manual.Property]) -> JSONNode {
    let shapes = kinds.map { kind in
      var members: [(String, JSONNode)] = [("type", .object([("const", .of(kind.name))]))]
      for property in kind.properties {
        members.append((property.name, described(bound(property.schema), property.summary)))
      }
      let own = Set(kind.properties.map(\.name))
      for property in common where !own.contains(property.name) {
        members.append((property.name, described(bound(property.schema), property.summary)))
      }
      return JSONNode.object([
        ("if", .object([("properties", .object([("type", .object([("const", .of(kind.name))]))]))])),
        ("then", described(closed(members + repetition), kind.summary)),
      ])
    }
    return .object([
      ("type", .of("object")),
      ("required", .list([.of("type")])),
      ("properties", .object([("type", .object([("enum", .list(kinds.map { .of($0.name) }))]))])),
      ("allOf", .list(shapes)),
    ])
  }

  private static func docs<Root>(_ table: FieldTable<Root>, _ root: Root) -> [Manual.Property] {
    table.fields.map { Manual.property(PropertyDoc($0, of: root)) }
  }

  private static func closed(_ members: [(String, JSONNode)], required: [String] = []) -> JSONNode {
    var result: [(String, JSONNode)] = [
      ("type", .of("object")), ("properties", .object(members)), ("additionalProperties", .of(false)),
    ]
    if !required.isEmpty { result.append(("required", .list(required.map { .of($0) }))) }
    return .object(result)
  }

  private static func described(_ node: JSONNode, _ text: String) -> JSONNode {
    guard case .object(let members) = node.value else { return node }
    return JSONNode(.object([JSONNode.Member(key: "description", value: .of(text))] + members))
  }

  /// The shape, or a binding in its place; a null stands for an absent value.
  private static func bound(_ value: Schema) -> JSONNode {
    if case .string = value { return .object([("type", .list([.of("string"), .of("null")]))]) }
    return .object([
      (
        "anyOf",
        .list([schema(value), .object([("$ref", .of("#/$defs/binding"))]), .object([("type", .of("null"))])])
      )
    ])
  }

  private static func any(_ shapes: [Schema]) -> JSONNode {
    .object([("anyOf", .list(shapes.map(schema)))])
  }

  private static func schema(_ value: Schema) -> JSONNode {
    switch value {
    case .string: return .object([("type", .of("string"))])
    case .number(let range):
      return .object([
        ("type", .of("number")), ("minimum", .of(range.lowerBound)), ("maximum", .of(range.upperBound)),
      ])
    case .integer(let range):
      return .object([
        ("type", .of("integer")), ("minimum", .of(range.lowerBound)), ("maximum", .of(range.upperBound)),
      ])
    case .boolean: return .object([("type", .of("boolean"))])
    case .word(let words): return .object([("enum", .list(words.map { .of($0) }))])
    case .list(let element, let count):
      return .object([
        ("type", .of("array")), ("items", bound(element)), ("minItems", .of(count.lowerBound)),
        ("maxItems", .of(count.upperBound)),
      ])
    case .numbers(let count):
      return .object([
        ("type", .of("array")), ("items", bound(.number(-Limits.number...Limits.number))),
        ("minItems", .of(count)),
        ("maxItems", .of(count)),
      ])
    case .reference(let name): return .object([("$ref", .of("#/$defs/\(name)"))])
    case .any(let shapes): return any(shapes)
    case .freeObject: return .object([("type", .of("object"))])
    case .anything: return .object([])
    }
  }
}
