import TestSupport

@testable import CardParts

/// The gallery of templates: a heading for each category, with pictures in rows.
enum TemplateGallery {
  /// All headings and rows.
  static func text() throws -> String {
    let all = try Templates.shelf().all()
    return Set(all.map(\.category)).sorted().map { category in
      let inside = all.filter { $0.category == category }
      let (wide, others) = (inside.filter { $0.preset == "og" }, inside.filter { $0.preset != "og" })
      let rows = table(wide, columns: 2, width: 410) + table(others, columns: 3, width: 270)
      return "## \(category)\n\n" + rows.joined(separator: "\n\n")
    }.joined(separator: "\n\n")
  }

  /// Tables of one row each: names, pictures and sentences.
  private static func table(_ templates: [DeckTemplate], columns: Int, width: Int) -> [String] {
    stride(from: 0, to: templates.count, by: columns).map { start in
      let row = templates[start..<min(start + columns, templates.count)]
      let cells = [
        row.map { "[`\($0.name)`](../Templates/Files/\($0.name)/deck.json)" }, row.map { _ in "---" },
        row.map { picture($0, width: width) }, row.map { "`\($0.preset)` · \($0.size)<br>\($0.summary)" },
      ]
      return cells.map { "| \($0.joined(separator: " | ")) |" }.joined(separator: "\n")
    }
  }

  private static func picture(_ template: DeckTemplate, width: Int) -> String {
    let path = "pictures/templates/\(template.name)"
    return "<picture><source media=\"(prefers-color-scheme: dark)\" srcset=\"\(path)-dark.png\">"
      + "<img src=\"\(path).png\" width=\"\(width)\" alt=\"\(template.summary)\"></picture>"
  }
}
