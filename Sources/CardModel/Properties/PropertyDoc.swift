/// The documentation of a property, for the manual and the schema.
package struct PropertyDoc: Sendable {
  package let name: String
  package let kindName: String
  package let schema: Schema
  package let summary: String
  /// Whether the value may be a binding.
  let isBound: Bool
  /// The default as text for the manual: a value or a rule.
  package let defaultText: String
  /// The default as text, if it is a value.
  package let defaultValue: String?
  /// The default as JSON, if it can be written that way.
  let defaultJSON: JSONNode?

  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  package init<Root>(_ field: Field<Root>, of root: Root) {
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

  /// The documentation of all properties of a table, with the defaults of a new object.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  package static func all<Root>(_ table: FieldTable<Root>, _ root: Root) -> [PropertyDoc] {
    table.fields.map { PropertyDoc($0, of: root) }
  }

  /// Creates the documentation of an element that is not a field, such as a trait; it is absent by default.
  package init(
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
