import CardRaster

/// The JSON Schema (2020-12) of a deck, so that an editor can complete and check one.
///
/// Wherever a value may stand, a binding alone in a string may too. What a schema cannot say, such as that a font
/// exists, only the renderer tells. Every object describes itself; what stands here is only what the whole document
/// knows: the types of parts, themes and colours.
public enum SchemaDocument {
  private static let writer = SchemaWriter(takesBindings: true)

  /// The schema.
  public static var root: JSONNode { root(adding: []) }

  /// The schema of decks that may use further kinds of parts.
  public static func root(adding own: CustomParts) -> JSONNode {
    let deck = writer.closed(
      PropertyDoc.all(Deck.fields, DeckValues()).map { ($0.name, writer.property($0)) },
      needs: Deck.fields.needs)
    guard case .object(let members) = deck.value else { return deck }
    let head: [(String, JSONNode)] = [
      ("$schema", .of("https://json-schema.org/draft/2020-12/schema")), ("title", .of("cardshot deck")),
    ]
    return .object(
      head + members.map { ($0.key, $0.value) } + [("$defs", .object(definitions(own)))])
  }

  /// All objects that a deck may hold, found by walking from its keys, its parts, traits and themes.
  static var objects: [ObjectSchema] {
    ObjectSchema.all(
      in: [.object(CardReading.object), .object(GradientHolder.object), .object(ThemeReading.object)]
        + PropertyDoc.all(Deck.fields, DeckValues()).map(\.schema)
        + PropertyDoc.all(PartCommon.allFields, PartCommon()).map(\.schema)
        + PartRegistry.kinds.flatMap(\.properties).map(\.schema))
  }

  private static func definitions(_ own: CustomParts) -> [(String, JSONNode)] {
    SchemaWriter.bindings + [
      ("color", color), ("paint", paint), ("theme", theme),
      ("part", parts(PropertyDoc.all(PartCommon.fields, PartCommon()), own)),
      ("stackPart", parts(PropertyDoc.all(PartCommon.stackFields, PartCommon()), own)),
      ("layerPart", parts(PropertyDoc.all(PartCommon.layerFields, PartCommon()), own)),
    ] + objects.map { ($0.name, writer.definition($0)) }
  }

  // MARK: What only the document knows

  private static var color: JSONNode {
    .object([
      ("description", .of("A colour: #RRGGBB, rgb(…), hsl(…), a name of CSS or of the theme.")),
      ("anyOf", .list([writer.shape(.text(colorForm)), appearances(.text(colorForm))])),
    ])
  }

  private static let colorForm = Schema.TextForm(
    names: Theme.colors.map(\.name) + Color.names,
    pattern: "^[ \\t\\n\\f\\r]*(\(colorPatterns))[ \\t\\n\\f\\r]*$")

  /// Everything that `Color(css:)` reads and the names of the theme; of a function only that it is one.
  private static var colorPatterns: String {
    let hex = "#([0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})"
    let function = #"([rR][gG][bB]|[hH][sS][lL])[aA]?\([-+.,/%0-9a-zA-Z \t\n\f\r]+\)"#
    return ([hex, function] + Theme.colors.map(\.name) + Color.names.map(Schema.TextForm.anyCase))
      .joined(separator: "|")
  }

  private static var paint: JSONNode {
    .object([
      (
        "anyOf",
        .list([
          writer.shape(.reference(.color)), writer.shape(.object(GradientHolder.object)),
          appearances(.any([.text(colorForm), .object(GradientHolder.object)])),
        ])
      )
    ])
  }

  private static var theme: JSONNode {
    let form = Schema.TextForm(names: ThemeRegistry.presets.map(\.name), pattern: #"\.[jJ][sS][oO][nN]$"#)
    return .object([
      ("anyOf", .list([writer.shape(.text(form)), writer.shape(.object(ThemeReading.object))]))
    ])
  }

  /// A value for each appearance.
  private static func appearances(_ value: Schema) -> JSONNode {
    let names = Appearance.allCases.map(\.rawValue)
    return writer.closed(names.map { ($0, writer.bound(value)) }, needs: names.map { [$0] })
  }

  /// One shape for each type of part, chosen by `type`, so that an editor completes the right properties.
  private static func parts(_ common: [PropertyDoc], _ own: CustomParts) -> JSONNode {
    let kinds = PartRegistry.kinds + own.kinds
    let shapes = kinds.map { kind in
      let own = Set(kind.properties.map(\.name))
      let properties = kind.properties + common.filter { !own.contains($0.name) }
      let type = JSONNode.object([("const", .of(kind.name))])
      let shape = writer.closed(
        [("type", type)] + properties.map { ($0.name, writer.property($0)) } + writer.repetition,
        needs: kind.needs)
      return JSONNode.object([
        (
          "if",
          .object([("properties", .object([("type", type)])), ("required", .list([.of("type")]))])
        ),
        ("then", .object([("description", .of(kind.summary)), ("allOf", .list([shape]))])),
      ])
    }
    return .object([
      ("type", .of("object")),
      ("required", .list([.of("type")])),
      ("properties", .object([("type", writer.bound(.word(kinds.map(\.name))))])),
      ("allOf", .list(shapes)),
    ])
  }
}
