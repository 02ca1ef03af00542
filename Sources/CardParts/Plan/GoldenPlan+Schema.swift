extension GoldenPlan {
  /// The JSON Schema (2020-12) of a plan, for editors and validators.
  public static var schema: JSONNode {
    .object([
      ("$schema", .of("https://json-schema.org/draft/2020-12/schema")),
      ("title", .of("cardshot test plan")),
      ("type", .of("object")),
      (
        "properties",
        .object(
          [
            ("$schema", .object([("type", .of("string"))])),
            (
              "version",
              .object([("description", .of("The version of plans: 1.")), ("const", .of(1))])
            ),
          ] + members(fields))
      ),
      ("additionalProperties", .of(false)),
      (
        "$defs",
        .object([
          ("matrix", closed(GoldenMatrix.fields)), ("override", closed(Override.fields, required: ["decks"])),
        ])
      ),
    ])
  }

  /// What may stand in a plan: each key with what it takes, its default and a sentence.
  public static var manual: [(name: String, kind: String, defaultText: String, summary: String)] {
    let plan = GoldenPlan(folder: ".")
    return docs(fields, plan)
  }

  /// The same of the axes of its matrix.
  public static var matrixManual: [(name: String, kind: String, defaultText: String, summary: String)] {
    docs(GoldenMatrix.fields, GoldenMatrix())
  }

  private static func docs<Root>(_ table: FieldTable<Root>, _ root: Root)
    -> [(name: String, kind: String, defaultText: String, summary: String)]
  {
    table.fields.map { PropertyDoc($0, of: root) }.map { ($0.name, $0.kindName, $0.defaultText, $0.summary) }
  }

  private static func closed<Root>(_ table: FieldTable<Root>, required: [String] = []) -> JSONNode {
    var result: [(String, JSONNode)] = [
      ("type", .of("object")), ("properties", .object(members(table))), ("additionalProperties", .of(false)),
    ]
    if !required.isEmpty { result.append(("required", .list(required.map { .of($0) }))) }
    return .object(result)
  }

  private static func members<Root>(_ table: FieldTable<Root>) -> [(String, JSONNode)] {
    table.fields.map { ($0.name, described(shape($0.schema), $0.summary)) }
  }

  private static func described(_ node: JSONNode, _ text: String) -> JSONNode {
    guard case .object(let members) = node.value else { return node }
    return JSONNode(.object([JSONNode.Member(key: "description", value: .of(text))] + members))
  }

  /// A shape without bindings, which a plan has none of.
  private static func shape(_ value: Schema) -> JSONNode {
    switch value {
    case .string: .object([("type", .of("string"))])
    case .number(let range):
      .object([
        ("type", .of("number")), ("minimum", .of(range.lowerBound)), ("maximum", .of(range.upperBound)),
      ])
    case .integer(let range):
      .object([
        ("type", .of("integer")), ("minimum", .of(range.lowerBound)), ("maximum", .of(range.upperBound)),
      ])
    case .boolean: .object([("type", .of("boolean"))])
    case .word(let words): .object([("enum", .list(words.map { .of($0) }))])
    case .list(let element, let count):
      .object([("type", .of("array")), ("items", shape(element)), ("maxItems", .of(count.upperBound))])
    case .numbers(let count):
      .object([
        ("type", .of("array")), ("items", .object([("type", .of("number"))])), ("minItems", .of(count)),
        ("maxItems", .of(count)),
      ])
    case .reference(let name): .object([("$ref", .of("#/$defs/\(name)"))])
    case .any(let shapes): .object([("anyOf", .list(shapes.map(shape)))])
    case .freeObject: .object([("type", .of("object"))])
    case .anything: .object([])
    }
  }
}
