/// All kinds of parts, in the order in which the manual shows them.

enum PartRegistry {
  static let kinds: [PartKind] = [
    TextPart.kind,
    TitlePart.kind,
    TitleDescriptionPart.kind,
    PillLabelPart.kind,
    ImagePart.kind,
    MapPart.kind,
    ButtonPart.kind,
    SeparatorPart.kind,
    VerticalSeparatorPart.kind,
    SpacerPart.kind,
    StackPart.kind,
    TablePart.kind,
    CollectionPart.kind,
    BarPart.kind,
    ProgressBarPart.kind,
    ConfettiPart.kind,
  ]

  private static let byName = Dictionary(uniqueKeysWithValues: kinds.map { ($0.name, $0) })

  /// The kind of a `type`.
  static func kind(named name: String) -> PartKind? { byName[name] }
}
