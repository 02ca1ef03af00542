/// A property as the manual and the schema show it.
struct PropertyDoc: Sendable {
  let name: String
  let kindName: String
  let schema: Schema
  let summary: String
  /// Whether a binding may stand in its place.
  let isBound: Bool
  /// The default in the manual's words, be it a value or a rule.
  let defaultText: String
  /// The default in the manual's words where it is a value.
  let defaultValue: String?
  /// The same as a deck writes it, where that can be said.
  let defaultJSON: JSONNode?

  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  init<Root>(_ field: Field<Root>, of root: Root) {
    self.init(field.facts, field.standard(root))
  }

  private init(_ field: FieldFacts, _ standard: FieldStandard) {
    name = field.name
    kindName = field.kindName
    schema = field.schema
    summary = field.summary
    isBound = field.isBound
    switch standard {
    case .value(let words, let json):
      (defaultText, defaultValue, defaultJSON) = (words ?? "none", words, json)
    case .rule(let words): (defaultText, defaultValue, defaultJSON) = (words, nil, nil)
    }
  }

  /// All properties of a table, with the defaults of a fresh object.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  static func all<Root>(_ table: FieldTable<Root>, _ root: Root) -> [PropertyDoc] {
    table.fields.map { PropertyDoc($0, of: root) }
  }

  /// What is known of something that is no field, such as a trait; its default is that it is not there.
  init(
    name: String, kindName: String, schema: Schema, summary: String, isBound: Bool = true,
    defaultJSON: JSONNode? = nil
  ) {
    self.name = name
    self.kindName = kindName
    self.schema = schema
    self.summary = summary
    self.isBound = isBound
    (defaultText, defaultValue) = ("none", nil)
    self.defaultJSON = defaultJSON
  }
}
