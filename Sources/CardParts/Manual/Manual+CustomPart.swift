extension Manual {
  /// The manual's page of a custom part, as Markdown.
  public static func page(of part: any CustomPart.Type) -> String {
    guard let kind = CustomParts([part]).kinds.first else { return "" }
    var lines = [
      "# \(kind.name)", "", kind.summary, "", "```json", kind.example, "```", "", "## Properties", "",
    ]
    lines += ["| property | value | default | meaning |", "|---|---|---|---|"]
    for property in kind.properties {
      let cells = ["`\(property.name)`", property.kindName, property.defaultText, property.summary]
      lines.append("| " + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |")
    }
    return (lines + ["", "Every part also takes what is common to all parts.", ""]).joined(separator: "\n")
  }
}
