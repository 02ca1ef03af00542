import CardRaster

extension Deck {
  /// The JSON Schema (2020-12) of decks, with which an editor can complete and validate them.
  ///
  /// - Parameter custom: Custom parts and traits that the decks may use.
  public static func schema(adding custom: CustomKinds = []) -> String {
    JSONDump.write(SchemaDocument.root(adding: custom), pretty: true) + "\n"
  }
}

/// The JSON Schema (2020-12) of a deck, with which an editor can complete and validate it.
///
/// Every value may be replaced with a text that is a single binding. Rules that a schema cannot express, such
/// as the existence of a font, are only checked by the renderer. Every object describes itself. This type
/// adds what depends on the whole document: the types of parts, themes and colours.
package enum SchemaDocument {
  private static let writer = SchemaWriter(takesBindings: true)

  /// The custom kinds and the components in the schema; any component is allowed if `components` is nil.
  private struct Known {
    var custom: CustomKinds = []
    var components: [Component]?

    func kind(named name: String) -> PartKind? {
      PartRegistry.kind(named: name) ?? custom.part(named: name, reading: .stackParts)
    }
  }

  /// The schema of all decks.
  package static var root: JSONNode { root(Known()) }

  /// The schema of decks that may use custom parts and traits.
  package static func root(adding custom: CustomKinds) -> JSONNode { root(Known(custom: custom)) }

  /// The schema of a single deck, with its components and their parameters.
  ///
  /// - Parameters:
  ///   - deck: The deck.
  ///   - custom: Custom parts and traits that it may use.
  package static func root(for deck: Deck, adding custom: CustomKinds = []) -> JSONNode {
    var known = Known(custom: custom, components: [])
    guard let node = deck.root["components"] else { return root(known) }
    let log = IssueLog(files: deck.files)
    let context = ReadContext(
      file: deck.file, log: log, theme: ThemeRegistry.standard.theme(),
      assets: AssetStore(folder: deck.folder),
      families: FamilyList { .success($0) }, scope: BindingScope(data: .object([:]), custom: custom),
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
    var rest: [(String, JSONNode)] = [("$defs", .object(definitions(known)))]
    if known.components == nil {
      // Components define types of their own. An extended deck, and a theme that is not built in, may contain
      // components.
      let presets = JSONNode.list(ThemeRegistry.presets.map { .of($0.name) })
      let givers =
        ["components", "extends", Inclusion.key].map { JSONNode.object([("required", .list([.of($0)]))]) } + [
          .object([
            "required": ["theme"],
            "properties": .object(["theme": .object(["not": .object(["enum": presets])])]),
          ])
        ]
      rest = [("if", .object(["anyOf": .list(givers)])), ("else", reference("types.deck"))] + rest
    }
    return .object(head + members.map { ($0.key, $0.value) } + rest)
  }

  /// All objects that a deck may contain, found by traversing its keys, parts, traits and themes.
  static var objects: [ObjectSchema] {
    ObjectSchema.all(
      in: [.object(CardReading.object), .object(PaintSpec.object), .object(ThemeReading.object)]
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
    ] + parts(known) + (known.components == nil ? typesOnly(known) : [])
      + (objects + further).map { ($0.name, writer.definition($0)) }
  }

  // MARK: Document-level definitions

  private static var color: JSONNode {
    .object([
      "description": "A colour: #RRGGBB, rgb(…), hsl(…), a name of CSS or of the theme.",
      "anyOf": [writer.shape(.text(colorForm)), appearances(.text(colorForm))],
    ])
  }

  private static let colorForm = Schema.TextForm(
    names: ResolvedTheme.colors.map(\.name) + Color.names,
    pattern: "^[ \\t\\n\\f\\r]*(\(colorPatterns))[ \\t\\n\\f\\r]*$")

  /// All forms that `Color(css:)` accepts, and the theme's names; the arguments of functions are not checked.
  private static var colorPatterns: String {
    let hex = "#([0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})"
    let function = #"([rR][gG][bB]|[hH][sS][lL])[aA]?\([-+.,/%0-9a-zA-Z \t\n\f\r]+\)"#
    return ([hex, function] + ResolvedTheme.colors.map(\.name) + Color.names.map(Schema.TextForm.anyCase))
      .joined(separator: "|")
  }

  private static var paint: JSONNode {
    .object([
      "anyOf": [
        writer.shape(.reference(.color)), writer.shape(.object(PaintSpec.object)),
        appearances(.any([.text(colorForm), .object(PaintSpec.object)])),
      ]
    ])
  }

  private static var theme: JSONNode {
    let form = Schema.TextForm(
      names: ThemeRegistry.presets.map(\.name), pattern: #"\.[jJ][sS][oO][nN][cC]?$"#)
    return .object(["anyOf": [writer.shape(.text(form)), writer.shape(.object(ThemeReading.object))]])
  }

  /// A value for each appearance.
  private static func appearances(_ value: Schema) -> JSONNode {
    let names = Appearance.allCases.map(\.rawValue)
    return writer.closed(names.map { ($0, writer.bound(value)) }, needs: names.map { [$0] })
  }

  /// The content of an included file, with overriding members.
  private static var include: JSONNode {
    .object([
      "description":
        "A JSON file below the deck's folder whose content is inserted here; other keys of the object replace its keys.",
      "type": "object", "properties": .object([Inclusion.key: .object(["type": "string"])]),
      "required": [.of(Inclusion.key)],
    ])
  }

  // MARK: Parts

  /// A name that may be a component, for schemas that do not know the deck.
  private static let componentName = Schema.TextForm(pattern: "^[^{}]+$", longest: 200)

  /// The properties of all parts in every container.
  private static let common = PropertyDoc.all(PartCommon.fields, PartCommon())

  /// The kinds of containers of parts, with the properties that parts have only there.
  private static let places: [(name: Schema.Reference, own: [PropertyDoc])] = {
    let known = Set(common.map(\.name))
    return [
      (Schema.Reference.part, PropertyDoc.all(PartCommon.columnFields, PartCommon())), (.singlePart, []),
      (.stackPart, PropertyDoc.all(PartCommon.stackFields, PartCommon())),
      (.layerPart, PropertyDoc.all(PartCommon.layerFields, PartCommon())),
    ].map { place in (place.0, place.1.filter { !known.contains($0.name) }) }
  }()

  /// The definitions of parts.
  ///
  /// They are the common ones, those of each type, and their combinations for each kind of container.
  private static func parts(_ known: Known) -> [(String, JSONNode)] {
    let (kinds, components) = (
      PartRegistry.kinds + known.custom.parts(reading: .stackParts), known.components ?? []
    )
    var replaced = Set(kinds.flatMap { $0.properties.map(\.name) })
    replaced.formUnion(components.flatMap { $0.parameters.map(\.name) })
    // Properties that some type redefines are not among the common ones.
    let (shared, own) = (
      common.filter { !replaced.contains($0.name) }, common.filter { replaced.contains($0.name) }
    )
    let names = kinds.map(\.name) + components.map(\.name)
    let type = known.components == nil ? Schema.any([.word(names), .text(componentName)]) : .word(names)
    let typed: (String, JSONNode) = ("type", writer.bound(type).withoutNull)
    let all = [typed] + shared.map { ($0.name, writer.property($0)) } + writer.repetition
    let extras = places.flatMap { $0.own.map(\.name) }
    var definitions: [(String, JSONNode)] = places.map { place in
      let members = place.own.map { ($0.name, writer.property($0)) }
      let names = Set(members.map(\.0))
      return (
        place.name.rawValue,
        .object([
          "type": "object", "required": ["type"], "properties": .object(members),
          "propertyNames": .object(["not": enumeration(extras.filter { !names.contains($0) })]),
          "allOf": [reference("commonPart"), reference("typedPart")],
        ])
      )
    }
    definitions += [
      ("commonPart", .object(["properties": .object(all)])),
      ("commonName", enumeration(all.map(\.0) + own.map(\.name) + extras)),
      (
        "typedPart",
        .object([
          "allOf": .list(
            kinds.map { chosen($0.name, $0.summary, reference("part.\($0.name)")) }
              + components.map { component in
                chosen(
                  component.name, component.summary ?? "A component of the deck.",
                  shape(of: component, own, known))
              })
        ])
      ),
    ]
    definitions += own.map { ("common.\($0.name)", writer.property($0)) }
    definitions += kinds.map { ("part.\($0.name)", part(properties(of: $0, own), needs: $0.needs)) }
    return definitions
  }

  /// The additional members of a type, as an object without other members.
  ///
  /// `unevaluatedProperties` would express the same, but the time of validators doubles with each level of
  /// nested parts.
  private static func part(_ members: [(String, JSONNode)], needs: [[String]]) -> JSONNode {
    let names = JSONNode.list([reference("commonName"), enumeration(members.map(\.0))])
    return writer.open(members, needs: needs, [("propertyNames", .object(["anyOf": names]))])
  }

  private static func enumeration(_ names: [String]) -> JSONNode {
    .object(["enum": .list(names.map { .of($0) })])
  }

  private static func reference(_ name: String) -> JSONNode { .object(["$ref": .of("#/$defs/\(name)")]) }

  /// A type's own properties, and the common properties that only other types redefine.
  private static func properties(of kind: PartKind, _ common: [PropertyDoc]) -> [(String, JSONNode)] {
    let own = Set(kind.properties.map(\.name))
    return kind.properties.map { ($0.name, writer.property($0)) }
      + common.filter { !own.contains($0.name) }.map { ($0.name, reference("common.\($0.name)")) }
  }

  /// The schema of a component's use: its parameters, and the members that override those of its part.
  private static func shape(
    of component: Component, _ common: [PropertyDoc], _ known: Known
  ) -> JSONNode {
    var members = common.map { ($0.name, reference("common.\($0.name)")) }
    if case .string(let name)? = component.part["type"]?.value, let kind = known.kind(named: name) {
      members = properties(of: kind, common)
    }
    let parameters = component.parameters.map { parameter -> (String, JSONNode) in
      let standard = parameter.standard.flatMap { $0.value == .null ? nil : $0 }
      let doc = PropertyDoc(
        name: parameter.name, kindName: parameter.kind.rawValue, schema: parameter.schema,
        summary: parameter.summary ?? "A parameter of '\(component.name)'.", defaultJSON: standard)
      return (parameter.name, writer.property(doc))
    }
    let names = Set(parameters.map(\.0))
    return part(
      parameters + members.filter { !names.contains($0.0) },
      needs: component.parameters.filter { $0.standard == nil }.map { [$0.name] })
  }

  /// A schema that applies to one type of part.
  private static func chosen(_ name: String, _ summary: String, _ shape: JSONNode) -> JSONNode {
    let type: (String, JSONNode) = ("type", .object(["const": .of(name)]))
    return .object([
      "if": .object(["properties": .object([type]), "required": ["type"]]),
      "then": .object(["description": .of(summary), "allOf": [shape]]),
    ])
  }

  // MARK: Unknown types

  /// The places of parts in containers, with only the names of types.
  ///
  /// An unknown type is an error in a deck without components.
  private static func typesOnly(_ known: Known) -> [(String, JSONNode)] {
    let kinds = PartRegistry.kinds + known.custom.parts(reading: .stackParts)
    let names = kinds.map(\.name)
    let type = writer.bound(.word(names)).withoutNull
    func members(_ properties: [PropertyDoc]) -> [(String, JSONNode)] {
      properties.compactMap { property in types(in: property.schema).map { (property.name, $0) } }
    }
    let ofParts = kinds.flatMap(\.properties) + common
    var definitions: [(String, JSONNode)] = [
      ("types.deck", .object(["properties": .object(members(PropertyDoc.all(Deck.fields, DeckValues())))])),
      ("types.part", .object(["properties": .object([("type", type)] + merged(members(ofParts)))])),
    ]
    definitions += objects.filter { holdsParts.contains($0.name) }.map { object in
      ("types.\(object.name)", .object(["properties": .object(members(object.properties))]))
    }
    return definitions
  }

  /// The members of several objects; schemas for the same name are combined.
  private static func merged(_ members: [(String, JSONNode)]) -> [(String, JSONNode)] {
    var names: [String] = []
    for (name, _) in members where !names.contains(name) { names.append(name) }
    return names.compactMap { name in
      var shapes: [JSONNode] = []
      for (other, shape) in members where other == name && !shapes.contains(shape) { shapes.append(shape) }
      return all(shapes).map { (name, $0) }
    }
  }

  /// The names of objects that contain parts at any depth.
  private static let holdsParts: Set<String> = {
    var found: Set<String> = []
    while true {
      let more = objects.filter { object in
        !found.contains(object.name)
          && object.properties.contains { types(in: $0.schema, holders: found) != nil }
      }
      if more.isEmpty { return found }
      found.formUnion(more.map(\.name))
    }
  }()

  /// The combination of all schemas; nil if there are none.
  private static func all(_ shapes: [JSONNode]) -> JSONNode? {
    shapes.count > 1 ? .object(["allOf": .list(shapes)]) : shapes.first
  }

  /// The part types that a schema allows in nested parts; nil if it contains no parts.
  private static func types(in schema: Schema, holders: Set<String>? = nil) -> JSONNode? {
    switch schema {
    case .reference(.part), .reference(.singlePart), .reference(.stackPart), .reference(.layerPart):
      reference("types.part")
    case .object(let object):
      (holders ?? holdsParts).contains(object.name) ? reference("types.\(object.name)") : nil
    case .reference(let name):
      (holders ?? holdsParts).contains(name.rawValue) ? reference("types.\(name.rawValue)") : nil
    case .list(let element, _): types(in: element, holders: holders).map { .object(["items": $0]) }
    case .map(let value): types(in: value, holders: holders).map { .object(["additionalProperties": $0]) }
    case .any(let shapes): all(shapes.compactMap { types(in: $0, holders: holders) })
    default: nil
    }
  }
}
