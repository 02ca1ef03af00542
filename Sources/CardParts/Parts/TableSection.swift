import CardRaster

/// Rows of a table that belong together, with a header and a footer.
struct TableSection: Sendable {
  var header: SectionLabel?
  var rows: [TableRow] = []
  var footer: SectionLabel?

  static let object = ObjectSchema(
    "tableSection", "A section of a table.", fields, repeats: true
  ) { TableSection() }

  static let fields = FieldTable<TableSection>(needs: [["rows", "header", "footer"]]) {
    Field("header", \.header, .sectionLabel, "A text or parts over the rows.")
    Field("rows", \.rows, .rows, "The rows.")
    Field("footer", \.footer, .sectionLabel, "A text or parts under the rows.")
  }

  /// The parts inside it.
  var children: [AnyPart] { (header?.parts ?? []) + rows.flatMap(\.children) + (footer?.parts ?? []) }
}

extension ValueKind where Value == [TableSection] {
  /// A list of sections, with `if` and `forEach`.
  static var tableSections: Self {
    ValueKind(
      "sections", schema: .list(.object(TableSection.object), 0...Limits.nodes)
    ) { node, path, context in
      guard case .array(let nodes) = node.value else {
        context.mismatch(node, path, expected: "a list of sections")
        return nil
      }
      return context.expand(nodes, path, most: Limits.nodes, noun: "sections").map { node, path, inner in
        var section = TableSection()
        TableSection.fields.read(node, path, inner, into: &section, what: "a section")
        return section
      }
    }
  }
}
