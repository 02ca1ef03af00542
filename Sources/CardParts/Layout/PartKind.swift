import CardRaster

/// What decks, the manual and the schema know of a part.
struct PartKind: Sendable {
  /// The `type` in a deck.
  let name: String
  let family: PartFamily
  /// One sentence.
  let summary: String
  /// A part that can be copied into a deck, as JSON.
  let example: String
  /// The part's own properties.
  var properties: [PropertyDoc] { describe() }
  /// Reads the part's own properties; the keys in `others` are somebody else's.
  let read:
    @Sendable (JSONNode, JSONPath, ReadContext, FieldTable<PartCommon>, inout PartCommon) -> any CardPart
  /// The part's own properties that are not as they are by default, for explanations.
  let given: @Sendable (any CardPart) -> [GivenProperty]
  /// Defaults become words only when somebody reads them.
  private let describe: @Sendable () -> [PropertyDoc]

  init<Part: CardPart>(
    _ name: String, _ family: PartFamily, _ summary: String, example: String,
    make: @escaping @Sendable () -> Part,
    @FieldBuilder<Part> fields makeFields: () -> [Field<Part>],
    check: @escaping @Sendable (Part, JSONNode, JSONPath, ReadContext) -> Void = { _, _, _, _ in }
  ) {
    let fields = makeFields()
    let table = FieldTable(fields)
    self.name = name
    self.family = family
    self.summary = summary
    self.example = example
    describe = { fields.map { PropertyDoc($0, of: make()) } }
    given = { part in (part as? Part).map { GivenProperty.all(of: $0, fields, unlike: make()) } ?? [] }
    read = { node, path, context, commonFields, common in
      var part = make()
      guard case .object(let members) = node.value else { return part }
      for member in members where member.key != "type" {
        let place = path.key(member.key)
        if case .null = member.value.value, table[member.key] != nil || commonFields[member.key] != nil {
          continue
        }
        if let field = table[member.key] {
          field.read(&part, member.value, place, context)
        } else if let field = commonFields[member.key] {
          field.read(&common, member.value, place, context)
        } else {
          let known = fields.map(\.name) + commonFields.fields.map(\.name)
          let near = Spelling.nearest(to: member.key, in: known)
          context.log.add(
            DeckIssue(
              .error, file: context.file, place: member.keyPlace ?? member.value.place, path: path,
              message: "unknown key '\(member.key)' of part '\(name)'",
              hint: near.map { "did you mean '\($0)'?" }))
        }
      }
      check(part, node, path, context)
      return part
    }
  }
}
