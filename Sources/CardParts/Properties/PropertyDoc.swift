/// A property as the manual and the schema show it.
struct PropertyDoc: Sendable {
  let name: String
  let kindName: String
  let schema: Schema
  let summary: String
  let defaultText: String

  init(name: String, kindName: String, schema: Schema, summary: String, defaultText: String) {
    self.name = name
    self.kindName = kindName
    self.schema = schema
    self.summary = summary
    self.defaultText = defaultText
  }

  init<Root>(_ field: Field<Root>, of root: Root) {
    name = field.name
    kindName = field.kindName
    schema = field.schema
    summary = field.summary
    defaultText = field.defaultText(root)
  }
}
