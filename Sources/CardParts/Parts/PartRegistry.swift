/// All kinds of parts, in the order in which the manual shows them.

enum PartRegistry {
  static let kinds: [PartKind] = [
    TextPart.kind,
    TitlePart.kind,
    TitleDescriptionPart.kind,
    PillLabelPart.kind,
    AttributedTextPart.kind,
    IconLabelPart.kind,
    TextFieldPart.kind,
    ImagePart.kind,
    VideoPart.kind,
    MapPart.kind,
    ButtonPart.kind,
    RadioButtonPart.kind,
    SwitchPart.kind,
    SliderPart.kind,
    MultiSliderPart.kind,
    SeparatorPart.kind,
    VerticalSeparatorPart.kind,
    SpacerPart.kind,
    TrianglePart.kind,
    StackPart.kind,
    TablePart.kind,
    CollectionPart.kind,
    PagedPart.kind,
    OrientedPart.kind,
    CenteredPart.kind,
    BarPart.kind,
    ProgressBarPart.kind,
    HistogramPart.kind,
    ConfettiPart.kind,
  ]

  private static let byName = Dictionary(uniqueKeysWithValues: kinds.map { ($0.name, $0) })

  /// The kind of a `type`.
  static func kind(named name: String) -> PartKind? { byName[name] }
}
