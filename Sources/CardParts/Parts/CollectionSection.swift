import CardRaster

/// Items of a collection that belong together, with a header and a footer.
struct CollectionSection: Sendable {
  var header: SectionLabel?
  var items: [CollectionItem] = []
  var footer: SectionLabel?

  static let object = ObjectSchema(
    "collectionSection", "A section of a collection.", fields, repeats: true
  ) { CollectionSection() }

  static let fields = FieldTable<CollectionSection>(needs: [["items", "header", "footer"]]) {
    Field("header", \.header, .sectionLabel, "A text or parts before the items.")
    Field("items", \.items, .items, "The items.")
    Field("footer", \.footer, .sectionLabel, "A text or parts after the items.")
  }

  /// The parts inside it.
  var children: [AnyPart] {
    (header?.parts ?? []) + items.flatMap(\.cardParts) + (footer?.parts ?? [])
  }
}

extension ValueKind where Value == [CollectionSection] {
  /// A list of sections, with `if` and `forEach`.
  static var collectionSections: Self {
    ValueKind(
      "sections", schema: .list(.object(CollectionSection.object), 0...Limits.nodes)
    ) { node, path, context in
      guard case .array(let nodes) = node.value else {
        context.mismatch(node, path, expected: "a list of sections")
        return nil
      }
      return context.expand(nodes, path, most: Limits.nodes, noun: "sections").map { node, path, inner in
        var section = CollectionSection()
        CollectionSection.fields.read(node, path, inner, into: &section, what: "a section")
        return section
      }
    }
  }
}
