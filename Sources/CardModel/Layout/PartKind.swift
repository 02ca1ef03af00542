import CardRaster

/// The description of a part type for decks, the manual and the schema.
package struct PartKind: Sendable {
  /// The `type` in a deck.
  package let name: String
  package let family: PartFamily
  /// The description in one sentence.
  package let summary: String
  /// An example as JSON, ready to be copied into a deck.
  package let example: String
  /// Groups of keys; a part needs at least one key of each group.
  package let needs: [[String]]
  /// The part's own properties.
  package var properties: [PropertyDoc] { describe() }
  /// Reads the part's own properties; the keys in `others` are read elsewhere.
  package let read:
    @Sendable (JSONNode, JSONPath, ReadContext, FieldTable<PartCommon>, inout PartCommon) -> any CardPart
  /// The part's own properties that differ from their defaults, for explanations.
  package let given: @Sendable (any CardPart) -> [GivenProperty]
  /// A closure, so that the texts of defaults are created only on demand.
  private let describe: @Sendable () -> [PropertyDoc]

  /// The names of the theme's lengths and switches that affect this part but not every part.
  package let measures: [String]
  /// The property that the part's own `forEach` repeats instead of the part, such as `cell` of a table.
  package let template: String?

  /// Creates the kind of a part.
  ///
  /// - Parameters:
  ///   - adapt: Rewrites the keys of another program, before anything is read.
  ///   - follow: Replaces the part's defaults with those of the theme.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  package init<Part: CardPart>(
    _ name: String, _ family: PartFamily, _ summary: String, example: String, measures: [String] = [],
    template: String? = nil,
    adapt: @escaping @Sendable (JSONNode, JSONPath, ReadContext) -> JSONNode = { node, _, _ in node },
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
      let node = adapt(node, path, context)
      var part = make()
      follow(&part, context.theme)
      guard case .object(let members) = node.value else { return part }
      let nulls = context.nulls
      // The part's own property wins over a common one with the same name: `cornerRadius` of a bar is not
      // that of its background.
      for member in members where !table.read(member, path, context, into: &part) {
        if commonFields.read(member, path, context, into: &common) { continue }
        others.read(member, path, context, known: table.names + commonFields.names)
      }
      let given = context.withoutNulls(node, since: nulls)
      table.keys.checkKeys(given, of: node, path, context, what: others.what)
      check(&part, given, path, context)
      return part
    }
  }
}

/// The handling of keys that are not properties.
private struct OtherKeys {
  /// The noun for the part in messages.
  let what: String
  /// Keys that the part rejects, each with a hint.
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

/// The families of parts in the manual.
package enum PartFamily: String, Sendable, CaseIterable {
  case text, picture, control, rule, container, chart, effect

  package var title: String {
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
