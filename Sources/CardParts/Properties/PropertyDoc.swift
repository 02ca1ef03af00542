/// A property as the manual and the schema show it.
struct PropertyDoc: Sendable {
  let name: String
  let kindName: String
  let schema: Schema
  let summary: String
  /// The default in the manual's words, be it a value or a rule.
  let defaultText: String
  /// The default in the manual's words where it is a value.
  let defaultValue: String?
  /// The same as a deck writes it, where that can be said.
  let defaultJSON: JSONNode?

  init<Root>(_ field: Field<Root>, of root: Root) {
    name = field.name
    kindName = field.kindName
    schema = field.schema
    summary = field.summary
    switch field.standard(root) {
    case .value(let words, let json):
      (defaultText, defaultValue, defaultJSON) = (words ?? "none", words, json)
    case .rule(let words): (defaultText, defaultValue, defaultJSON) = (words, nil, nil)
    }
  }
}
