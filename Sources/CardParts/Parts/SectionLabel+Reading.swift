import CardRaster

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
