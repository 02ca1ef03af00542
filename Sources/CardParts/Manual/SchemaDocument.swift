import CardRaster

extension Deck {
  /// The JSON Schema (2020-12) of decks, for an editor that completes and checks them.
  ///
  /// - Parameter custom: further kinds of parts and traits that they may use.
  public static func schema(adding custom: CustomKinds = []) -> String {
    JSONDump.write(SchemaDocument.root(adding: custom), pretty: true) + "\n"
  }
}

/// The JSON Schema (2020-12) of a deck, so that an editor can complete and check one.
///
/// Wherever a value may stand, a binding alone in a string may too. What a schema cannot say, such as that a font
/// exists, only the renderer tells. Every object describes itself; what stands here is only what the whole document
/// knows: the types of parts, themes and colours.
package enum SchemaDocument {
  private static let writer = SchemaWriter(takesBindings: true)

  /// What the schema knows beyond cardshot's own: of components nil where any may be there.
  private struct Known {
    var custom: CustomKinds = []
    var components: [Component]?

    func kind(named name: String) -> PartKind? {
      PartRegistry.kind(named: name) ?? custom.part(named: name)
    }
  }

  /// The schema of all decks.
  package static var root: JSONNode { root(Known()) }

  /// The schema of decks that may use further kinds of parts and traits.
  package static func root(adding custom: CustomKinds) -> JSONNode { root(Known(custom: custom)) }

  /// The schema for one deck, which knows the components that are its own and their parameters.
  ///
  /// - Parameters:
  ///   - deck: the deck.
  ///   - custom: further kinds of parts and traits that it may use.
  package static func root(for deck: Deck, adding custom: CustomKinds = []) -> JSONNode {
    var known = Known(custom: custom, components: [])
    guard let node = deck.root["components"] else { return root(known) }
    let log = IssueLog(files: deck.files)
    let context = ReadContext(
      file: deck.file, log: log, theme: ThemeRegistry.standard.theme(),
      assets: AssetStore(folder: deck.folder),
      families: FamilyList { .success($0) }, scope: BindingScope(data: .object([]), custom: custom),
      counter: NodeCounter())
    let components = Component.read(node, JSONPath.root.key("components"), context) {
      known.kind(named: $0) != nil
    }
    known.components = components.values.sorted { $0.name < $1.name }
    return root(known)
  }

  private static func root(_ known: Known) -> JSONNode {
    let deck = writer.closed(
      PropertyDoc.all(Deck.fields, DeckValues()).map { ($0.name, writer.property($0)) },
      needs: Deck.fields.keys.needs)
    guard case .object(let members) = deck.value else { return deck }
    let head: [(String, JSONNode)] = [
      ("$schema", .of("https://json-schema.org/draft/2020-12/schema")), ("title", .of("cardshot deck")),
    ]
    return .object(
      head + members.map { ($0.key, $0.value) } + [("$defs", .object(definitions(known)))])
  }

  /// All objects that a deck may hold, found by walking from its keys, its parts, traits and themes.
  static var objects: [ObjectSchema] {
    ObjectSchema.all(
      in: [.object(CardReading.object), .object(GradientHolder.object), .object(ThemeReading.object)]
        + PropertyDoc.all(Deck.fields, DeckValues()).map(\.schema)
        + PropertyDoc.all(PartCommon.allFields, PartCommon()).map(\.schema)
        + PartRegistry.kinds.flatMap(\.properties).map(\.schema))
  }

  private static func definitions(_ known: Known) -> [(String, JSONNode)] {
    let traits = TraitRegistry.object(adding: known.custom)
    let own = Set(objects)
    let further =
      known.custom.types.isEmpty ? [] : ObjectSchema.all(in: [.object(traits)]).filter { !own.contains($0) }
    let objects = objects.map { $0 == traits ? traits : $0 }
    return SchemaWriter.bindings + [
      ("color", color), ("paint", paint), ("theme", theme), ("include", include),
      ("part", parts(PropertyDoc.all(PartCommon.columnFields, PartCommon()), known)),
      ("singlePart", parts(PropertyDoc.all(PartCommon.fields, PartCommon()), known)),
      ("stackPart", parts(PropertyDoc.all(PartCommon.stackFields, PartCommon()), known)),
      ("layerPart", parts(PropertyDoc.all(PartCommon.layerFields, PartCommon()), known)),
    ] + (objects + further).map { ($0.name, writer.definition($0)) }
  }

  // MARK: What only the document knows

  private static var color: JSONNode {
    .object([
      ("description", .of("A colour: #RRGGBB, rgb(…), hsl(…), a name of CSS or of the theme.")),
      ("anyOf", .list([writer.shape(.text(colorForm)), appearances(.text(colorForm))])),
    ])
  }

  private static let colorForm = Schema.TextForm(
    names: ResolvedTheme.colors.map(\.name) + Color.names,
    pattern: "^[ \\t\\n\\f\\r]*(\(colorPatterns))[ \\t\\n\\f\\r]*$")

  /// Everything that `Color(css:)` reads and the names of the theme; of a function only that it is one.
  private static var colorPatterns: String {
    let hex = "#([0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})"
    let function = #"([rR][gG][bB]|[hH][sS][lL])[aA]?\([-+.,/%0-9a-zA-Z \t\n\f\r]+\)"#
    return ([hex, function] + ResolvedTheme.colors.map(\.name) + Color.names.map(Schema.TextForm.anyCase))
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

  /// What a file holds, with what is laid over it.
  private static var include: JSONNode {
    .object([
      ("description", .of("What a JSON file below the deck's folder holds; other keys are laid over it.")),
      ("type", .of("object")),
      ("properties", .object([(Inclusion.key, .object([("type", .of("string"))]))])),
      ("required", .list([.of(Inclusion.key)])),
    ])
  }

  /// A name that may be that of a component, where only the deck knows it.
  private static let componentName = Schema.TextForm(pattern: "^[^{}]+$", longest: 200)

  /// One shape for each type of part, chosen by `type`, so that an editor completes the right properties.
  private static func parts(_ common: [PropertyDoc], _ known: Known) -> JSONNode {
    let (kinds, components) = (PartRegistry.kinds + known.custom.parts, known.components)
    let shapes = kinds.map { kind in
      let shape = writer.closed(properties(of: kind, common), needs: kind.needs)
      return chosen(kind.name, kind.summary, shape)
    }
    let names = kinds.map(\.name) + (components ?? []).map(\.name)
    let type = components == nil ? Schema.any([.word(names), .text(componentName)]) : .word(names)
    return .object([
      ("type", .of("object")),
      ("required", .list([.of("type")])),
      ("properties", .object([("type", writer.bound(type).withoutNull)])),
      ("allOf", .list(shapes + (components ?? []).map { shape(of: $0, common, known) })),
    ])
  }

  /// A part's own properties and those of all parts.
  private static func properties(of kind: PartKind, _ common: [PropertyDoc]) -> [(String, JSONNode)] {
    let own = Set(kind.properties.map(\.name))
    let properties = kind.properties + common.filter { !own.contains($0.name) }
    return [type(kind.name)] + properties.map { ($0.name, writer.property($0)) } + writer.repetition
  }

  /// The shape of a use: the parameters, and what is laid over the component's part.
  private static func shape(of component: Component, _ common: [PropertyDoc], _ known: Known) -> JSONNode {
    var members: [(String, JSONNode)] = [type(component.name)] + writer.repetition
    if case .string(let name)? = component.part["type"]?.value, let kind = known.kind(named: name) {
      members = properties(of: kind, common)
    } else {
      members += common.map { ($0.name, writer.property($0)) }
    }
    let parameters = component.parameters.map { parameter -> (String, JSONNode) in
      let standard = parameter.standard.flatMap { $0.value == .null ? nil : $0 }
      let doc = PropertyDoc(
        name: parameter.name, kindName: parameter.kind.rawValue, schema: parameter.schema,
        summary: parameter.summary ?? "A parameter of '\(component.name)'.", defaultJSON: standard)
      return (parameter.name, writer.property(doc))
    }
    let names = Set(parameters.map(\.0) + ["type"])
    let shape = writer.closed(
      [type(component.name)] + parameters + members.filter { !names.contains($0.0) },
      needs: component.parameters.filter { $0.standard == nil }.map { [$0.name] })
    return chosen(component.name, component.summary ?? "A component of the deck.", shape)
  }

  private static func type(_ name: String) -> (String, JSONNode) { ("type", .object([("const", .of(name))])) }

  /// A shape that holds for one type of part.
  private static func chosen(_ name: String, _ summary: String, _ shape: JSONNode) -> JSONNode {
    .object([
      ("if", .object([("properties", .object([type(name)])), ("required", .list([.of("type")]))])),
      ("then", .object([("description", .of(summary)), ("allOf", .list([shape]))])),
    ])
  }
}
