import CardRaster

extension GoldenPlan {
  /// The JSON Schema (2020-12) of a plan, for editors and validators.
  package static var schema: JSONNode {
    let writer = SchemaWriter(takesBindings: false)
    let docs = PropertyDoc.all(fields, GoldenPlan(folder: "."))
    let head: [(String, JSONNode)] = [
      ("$schema", .object([("type", .of("string"))])),
      ("version", .object([("description", .of("The version of plans: 1.")), ("const", .of(1))])),
    ]
    return .object([
      ("$schema", .of("https://json-schema.org/draft/2020-12/schema")),
      ("title", .of("cardshot test plan")),
      ("type", .of("object")),
      ("properties", .object(head + docs.map { ($0.name, writer.property($0)) })),
      ("additionalProperties", .of(false)),
      (
        "$defs",
        .object(
          ObjectSchema.all(in: docs.map(\.schema)).map { ($0.name, writer.definition($0)) })
      ),
    ])
  }

  /// What may stand in a plan: each key with what it takes, its default and a sentence.
  package static var manual: [(name: String, kind: String, defaultText: String, summary: String)] {
    let plan = GoldenPlan(folder: ".")
    return docs(fields, plan)
  }

  /// The same of the axes of its matrix.
  package static var matrixManual: [(name: String, kind: String, defaultText: String, summary: String)] {
    docs(GoldenMatrix.fields, GoldenMatrix())
  }

  private static func docs<Root>(_ table: FieldTable<Root>, _ root: Root)
    -> [(name: String, kind: String, defaultText: String, summary: String)]
  {
    table.fields.map { PropertyDoc($0, of: root) }.map { ($0.name, $0.kindName, $0.defaultText, $0.summary) }
  }
}
