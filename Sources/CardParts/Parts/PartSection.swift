import CardRaster

/// An element of a section: a row of a table or an item of a collection.
protocol SectionEntry: Sendable {
  /// The properties of a section of such elements.
  static var sectionFields: FieldTable<PartSection<Self>> { get }
  /// The description of the section in the manual and the schema.
  static var section: ObjectSchema { get }
  /// The parts inside the element.
  var children: [AnyPart] { get }
}

/// Rows of a table or items of a collection that belong together, with a header and a footer.
struct PartSection<Entry: SectionEntry>: Sendable {
  var header: SectionLabel?
  var entries: [Entry] = []
  var footer: SectionLabel?

  /// The parts inside the header, the elements and the footer.
  var children: [AnyPart] { (header?.parts ?? []) + entries.flatMap(\.children) + (footer?.parts ?? []) }
}

extension TableRow: SectionEntry {
  static let sectionFields = FieldTable<PartSection<TableRow>>(needs: [["rows", "header", "footer"]]) {
    Field("header", \.header, .sectionLabel, "A text or parts over the rows.")
    Field("rows", \.entries, .rows, "The rows.")
    Field("footer", \.footer, .sectionLabel, "A text or parts under the rows.")
  }

  static let section = ObjectSchema("tableSection", "A section of a table.", sectionFields, repeats: true) {
    PartSection<TableRow>()
  }
}

extension CollectionItem: SectionEntry {
  static let sectionFields = FieldTable<PartSection<CollectionItem>>(needs: [["items", "header", "footer"]]) {
    Field("header", \.header, .sectionLabel, "A text or parts before the items.")
    Field("items", \.entries, .items, "The items.")
    Field("footer", \.footer, .sectionLabel, "A text or parts after the items.")
  }

  static let section = ObjectSchema(
    "collectionSection", "A section of a collection.", sectionFields, repeats: true
  ) { PartSection<CollectionItem>() }

  var children: [AnyPart] { cardParts }
}

extension ValueKind {
  /// A list of sections, with support for `if` and `forEach`.
  static func sections<Entry: SectionEntry>() -> Self where Value == [PartSection<Entry>] {
    ValueKind("sections", schema: .list(.object(Entry.section), 0...Limits.nodes)) { node, path, context in
      guard case .array(let nodes) = node.value else {
        return context.mismatch(node, path, expected: "a list of sections")
      }
      return context.expand(nodes, path, most: Limits.nodes, noun: "sections").map { node, path, inner in
        var section = PartSection<Entry>()
        Entry.sectionFields.read(node, path, inner, into: &section, what: "a section")
        return section
      }
    }
  }
}

extension ValueKind where Value == SectionLabel {
  /// A text, or a list of parts.
  static var sectionLabel: Self {
    ValueKind(
      "text, or a list of parts", schema: .any([.string, .list(.reference(.part), 0...Limits.nodes)])
    ) { node, path, context in
      var label = SectionLabel()
      label.path = path
      label.repetition = context.scope.repetition
      switch node.value {
      case .array:
        guard let parts = ValueKind<[AnyPart]>.parts.parse(node, path, context) else { return nil }
        label.parts = parts
      case .object:
        return context.mismatch(node, path, expected: "a text or a list of parts", hint: "write [ { … } ]")
      default:
        guard let text = ValueKind<String>.text.parse(node, path, context) else { return nil }
        label.text = text
      }
      return label
    }
  }
}
