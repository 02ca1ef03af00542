extension CustomKind {
  /// The manual's page of a custom part, trait or formatter, as Markdown.
  public static var manualPage: String { Manual.page(of: Self.self) }
}

extension Manual {
  fileprivate static func page(of type: any CustomKind.Type) -> String {
    var lines = ["# \(type.name)", "", type.summary, "", "```json", type.example, "```", ""]
    let custom = CustomKinds([type])
    if let kind = custom.parts.first {
      lines += table(keys(kind)) + ["", "Every part also takes what is common to all parts.", ""]
    }
    if let kind = custom.traits.first, !kind.properties.isEmpty { lines += table(keys(kind)) + [""] }
    return lines.joined(separator: "\n")
  }

  private static func table(_ keys: Keys) -> [String] {
    let rows = keys.properties.map { property in
      let cells = ["`\(property.name)`", property.kind, property.defaultText, property.summary]
      return "| " + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |"
    }
    return ["## Properties", "", "| property | value | default | meaning |", "|---|---|---|---|"] + rows
  }
}
