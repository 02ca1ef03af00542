import CardRaster

/// The marks of charts: values that went from one to another.
extension ChangeFinder {
  /// What many sentences about marks are called.
  static let markPlural = "values of charts changed"

  /// Tells of each mark what its value was and is.
  mutating func findMarks() {
    for (a, b) in pairs {
      let (first, second) = (before.nodes[a], after.nodes[b])
      guard second.type == ChartLayout.markType else { continue }
      explained.insert(b)
      displaced.insert(b)
      for name in ["y", "color", "size"] {
        let (old, new) = (first.attribute(name), second.attribute(name))
        guard old != new else { continue }
        let noun =
          ["bar": "bar", "arc": "slice", "rect": "cell", "gauge": "gauge"][second.attribute("mark") ?? ""]
          ?? "value"
        let place = second.id.map { $0.isEmpty ? "" : " of \($0)" } ?? ""
        let what = name == "size" ? "size of the \(noun)" : noun
        let isSeen = first.drawn != second.drawn || first.frame != second.frame
        tell(
          .content, of: b, "the \(what)\(place) went from \(old ?? "nothing") to \(new ?? "nothing")",
          isVisible: isSeen || self.old.drawn != self.new.drawn, plural: ChangeFinder.markPlural)
        if let parent = second.parent { causes.insert(parent) }
      }
    }
  }
}

extension SnapshotNode {
  fileprivate func attribute(_ name: String) -> String? { attributes.first { $0.name == name }?.value }
}
