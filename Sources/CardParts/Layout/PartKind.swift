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
  /// Keys of which a part must have at least one, list by list.
  let needs: [[String]]
  /// The part's own properties.
  var properties: [PropertyDoc] { describe() }
  /// Reads the part's own properties; the keys in `others` are somebody else's.
  let read:
    @Sendable (JSONNode, JSONPath, ReadContext, FieldTable<PartCommon>, inout PartCommon) -> any CardPart
  /// The part's own properties that are not as they are by default, for explanations.
  let given: @Sendable (any CardPart) -> [GivenProperty]
  /// Defaults become words only when somebody reads them.
  private let describe: @Sendable () -> [PropertyDoc]

  /// The lengths and switches of the theme that show in the part and not in every one, by name.
  let measures: [String]
  /// The property that the part's own `forEach` repeats, instead of the part: `cell` of a table.
  let template: String?

  /// - Parameter follow: puts what the theme says in the place of the part's own defaults.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  init<Part: CardPart>(
    _ name: String, _ family: PartFamily, _ summary: String, example: String, measures: [String] = [],
    template: String? = nil,
    make: @escaping @Sendable () -> Part,
    follow: @escaping @Sendable (inout Part, ResolvedTheme) -> Void = { _, _ in }, needs: [[String]] = [],
    @FieldBuilder<Part> fields makeFields: () -> [Field<Part>],
    refused: [String: String] = [:], ignored: Set<String> = [],
    check: @escaping @Sendable (inout Part, JSONNode, JSONPath, ReadContext) -> Void = { _, _, _, _ in }
  ) {
    let table = FieldTable(makeFields(), needs: needs)
    self.name = name
    self.family = family
    self.summary = summary
    self.example = example
    self.measures = measures
    self.template = template
    self.needs = needs
    describe = { table.fields.map { PropertyDoc($0, of: make()) } }
    given = { part in (part as? Part).map { GivenProperty.all(of: $0, table.fields, unlike: make()) } ?? [] }
    let others = OtherKeys(what: "part '\(name)'", refused: refused, ignored: ignored)
    read = { node, path, context, commonFields, common in
      var part = make()
      follow(&part, context.theme)
      guard case .object(let members) = node.value else { return part }
      // Of two properties of one name the part's own wins: `cornerRadius` of a bar is not that of its background.
      for member in members where !table.read(member, path, context, into: &part) {
        if commonFields.read(member, path, context, into: &common) { continue }
        others.read(member, path, context, known: table.names + commonFields.names)
      }
      let given = context.withoutNulls(node)
      table.keys.check(given, of: node, path, context, what: others.what)
      check(&part, given, path, context)
      return part
    }
  }
}

/// What a part makes of keys that are no properties.
private struct OtherKeys {
  /// The part in messages.
  let what: String
  /// Keys that the part cannot have, with what to do instead.
  let refused: [String: String]
  let ignored: Set<String>

  func read(
    _ member: JSONNode.Member, _ path: JSONPath, _ context: ReadContext, known: @autoclosure () -> [String]
  ) {
    if member.key == "type" || ignored.contains(member.key) { return }
    if let reason = refused[member.key] {
      context.error(member.value, path.key(member.key), "\(what) has no '\(member.key)'", hint: reason)
    } else {
      context.refuse(member, of: what, path, known: known())
    }
  }
}

/// The families of the manual.
enum PartFamily: String, Sendable, CaseIterable {
  case text, picture, control, rule, container, chart, effect

  var title: String {
    switch self {
    case .text: "Text"
    case .picture: "Pictures"
    case .control: "Controls"
    case .rule: "Rules and space"
    case .container: "Containers"
    case .chart: "Charts"
    case .effect: "Effects"
    }
  }
}
