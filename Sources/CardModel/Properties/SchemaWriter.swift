import CardRaster

/// Writes schemas as JSON Schema (2020-12).
package struct SchemaWriter {
  /// Whether values may be replaced with bindings, and absent ones with null.
  package let takesBindings: Bool

  package init(takesBindings: Bool) {
    self.takesBindings = takesBindings
  }

  /// The definitions of bindings, by the names that `bound` refers to.
  package static let bindings: [(String, JSONNode)] = [
    ("binding", .object(["type": "string", "pattern": #"^\s*\{\{.*\}\}\s*$"#])),
    ("template", .object(["type": "string", "pattern": #"\{\{"#])),
  ]

  /// The schema of an object with its properties, or one of its short forms.
  package func definition(_ object: ObjectSchema) -> JSONNode {
    let members = object.properties.map { ($0.name, property($0)) } + (object.repeats ? repetition : [])
    let shape = closed(members, needs: object.needs)
    guard !object.shortForms.isEmpty else { return shape }
    return .object(["anyOf": .list([shape] + object.shortForms.map(self.shape))])
  }

  /// The schema of a property with its description and default.
  package func property(_ doc: PropertyDoc) -> JSONNode {
    var members: [(String, JSONNode)] = [("description", .of(doc.summary))]
    if let json = doc.defaultJSON { members.append(("default", json)) }
    let shape = doc.isBound ? bound(doc.schema) : orNull(shape(doc.schema))
    return JSONNode(.object(members.map { JSONNode.Member(key: $0.0, value: $0.1) } + shape.members))
  }

  /// An object without other members, and with at least one key of each group.
  package func closed(_ members: [(String, JSONNode)], needs: [[String]] = []) -> JSONNode {
    open(members, needs: needs, [("type", .of("object")), ("additionalProperties", .of(false))])
  }

  /// An object with at least one key of each group; other keywords restrict its other members.
  package func open(
    _ members: [(String, JSONNode)], needs: [[String]], _ rest: [(String, JSONNode)]
  ) -> JSONNode {
    var result: [(String, JSONNode)] = [("properties", .object(members))] + rest
    let single = Set(needs.filter { $0.count == 1 }.joined())
    if !single.isEmpty {
      let names = members.map(\.0).filter(single.contains)
      result[0].1 = .object(members.map { ($0, single.contains($0) ? $1.withoutNull : $1) })
      result.append(("required", .list(names.map { .of($0) })))
    }
    let choices = needs.filter { $0.count > 1 }.map { keys -> (String, JSONNode) in
      ("anyOf", .list(keys.map(SchemaWriter.given)))
    }
    if choices.count == 1 {
      result += choices
    } else if choices.count > 1 {
      result.append(("allOf", .list(choices.map { .object([$0]) })))
    }
    return .object(result)
  }

  /// The schema of an object with a key whose value is not null.
  private static func given(_ key: String) -> JSONNode {
    .object([
      "required": [.of(key)], "properties": .object([key: .object(["not": .object(["type": "null"])])]),
    ])
  }

  /// The schema, or null, which counts as absent.
  private func orNull(_ shape: JSONNode) -> JSONNode {
    // A schema without members accepts everything. A schema with only `anyOf` gets another alternative.
    guard takesBindings, !shape.members.isEmpty else { return shape }
    let null = JSONNode.object([("type", .of("null"))])
    if shape.members.count == 1, case .array(let shapes)? = shape["anyOf"]?.value {
      return .object(["anyOf": .list(shapes + [null])])
    }
    return .object(["anyOf": [shape, null]])
  }

  /// The members for conditional and repeated objects.
  package var repetition: [(String, JSONNode)] {
    [
      (
        "if",
        .object([
          "description": "The element exists only if this is true.", "type": ["string", "boolean", "null"],
        ])
      ),
      (
        "else",
        .object([
          "description":
            "Draws the element only if the `if` or `forEach` of the previous element produced nothing.",
          "enum": [true, .null],
        ])
      ),
      (
        "forEach",
        .object([
          "description": "Repeated for each entry of this list.",
          "anyOf": [shape(.string), shape(.list(.anything, 0...Limits.nodes)), .object(["type": "null"])],
        ])
      ),
      (
        "as",
        .object(["description": "The name of the entry in bindings.", "type": ["string", "null"]])
      ),
    ]
  }

  /// The schema, or a value that may replace it: a binding, or null for an absent value.
  package func bound(_ value: Schema) -> JSONNode {
    guard takesBindings else { return shape(value) }
    // Any text may contain bindings.
    if case .string = value { return shape(value, "type", .list([.of("string"), .of("null")])) }
    return .object([
      "anyOf": .list(
        alternatives(value).map(shape) + [
          .object(["$ref": .of("#/$defs/\(value.isText ? "template" : "binding")")]),
          .object(["type": "null"]),
        ] + (value.isScalar ? [] : [.object(["$ref": "#/$defs/include"])]))
    ])
  }

  private func shape(_ value: Schema, _ key: String, _ replaced: JSONNode) -> JSONNode {
    JSONNode(.object(shape(value).members.map { $0.key == key ? .init(key: key, value: replaced) : $0 }))
  }

  private func alternatives(_ value: Schema) -> [Schema] {
    if case .any(let shapes) = value { return shapes }
    return [value]
  }

  /// The schema without bindings.
  package func shape(_ value: Schema) -> JSONNode {
    switch value {
    case .string: .object(["type": "string", "maxLength": .of(Limits.textBytes)])
    case .text(let form): textSchema(form)
    case .number(let range):
      .object(["type": "number", "minimum": .of(range.lowerBound), "maximum": .of(range.upperBound)])
    case .integer(let range):
      .object(["type": "integer", "minimum": .of(range.lowerBound), "maximum": .of(range.upperBound)])
    case .boolean: .object(["type": "boolean"])
    case .word(let words): .object(["enum": .list(words.map { .of($0) })])
    case .list(let element, let count): list(element, count)
    case .numbers(let count): list(.number(-Limits.number...Limits.number), count...count)
    case .object(let object): .object(["$ref": .of("#/$defs/\(object.name)")])
    case .map(let value):
      .object(["type": "object", "additionalProperties": bound(value)])
    case .reference(let name): .object(["$ref": .of("#/$defs/\(name.rawValue)")])
    case .any(let shapes): .object(["anyOf": .list(shapes.map(shape))])
    case .freeObject: .object(["type": "object"])
    case .anything: .object([:])
    }
  }

  private func list(_ element: Schema, _ count: ClosedRange<Int>) -> JSONNode {
    .object([
      "type": "array", "items": bound(element), "minItems": .of(count.lowerBound),
      "maxItems": .of(count.upperBound),
    ])
  }

  private func textSchema(_ form: Schema.TextForm) -> JSONNode {
    let pattern = JSONNode.object([
      ("type", .of("string")), ("pattern", .of(form.pattern)), ("maxLength", .of(form.longest)),
    ])
    guard !form.names.isEmpty else { return pattern }
    return .object(["anyOf": [.object(["enum": .list(form.names.map { .of($0) })]), pattern]])
  }
}

extension Schema {
  /// Whether the value may be a text, so that a text with bindings may replace it.
  fileprivate var isText: Bool {
    switch self {
    case .string, .text, .word, .reference(.color), .reference(.paint), .reference(.theme): true
    case .any(let shapes): shapes.contains(where: \.isText)
    default: false
    }
  }

  /// Whether it is a single value that cannot come from a file.
  fileprivate var isScalar: Bool {
    switch self {
    case .string, .text, .number, .integer, .boolean, .word, .numbers, .anything, .freeObject,
      .reference(.color),
      .reference(.include):
      true
    case .any(let shapes): shapes.allSatisfy(\.isScalar)
    default: false
    }
  }

  /// The objects in this schema, including those of nested schemas.
  package var objects: [ObjectSchema] {
    switch self {
    case .object(let object): [object] + object.shortForms.flatMap(\.objects)
    case .list(let element, _): element.objects
    case .map(let value): value.objects
    case .any(let shapes): shapes.flatMap(\.objects)
    default: []
    }
  }
}

extension ObjectSchema {
  /// All objects in some schemas and in their properties, each once.
  package static func all(in shapes: [Schema]) -> [ObjectSchema] {
    var found: [ObjectSchema] = []
    var seen: Set<ObjectSchema> = []
    var waiting = shapes.flatMap(\.objects)
    while !waiting.isEmpty {
      let object = waiting.removeFirst()
      guard seen.insert(object).inserted else { continue }
      found.append(object)
      waiting += object.properties.flatMap(\.schema.objects)
    }
    return found
  }
}

extension JSONNode {
  /// The schema without null as an alternative.
  package var withoutNull: JSONNode {
    let null = JSONNode.object([("type", .of("null"))])
    return .object(
      members.map { member in
        guard case .array(let entries) = member.value.value else { return (member.key, member.value) }
        switch member.key {
        case "anyOf": return (member.key, .list(entries.filter { $0 != null }))
        case "type": return (member.key, entries[0])
        default: return (member.key, member.value)
        }
      })
  }

  /// The members of an object; empty for any other value.
  fileprivate var members: [Member] {
    if case .object(let members) = value { return members }
    return []
  }
}
