/// All kinds of parts, in the order in which the manual shows them.
enum PartRegistry {
  /// Each kind with the name that it gives itself, so that a deck makes the tables of no other parts than its own:
  /// all of them take as long as a tenth of a small picture.
  static let entries: [(name: String, kind: @Sendable () -> PartKind)] = [
    ("text", { TextPart.kind }),
    ("title", { TitlePart.kind }),
    ("titleDescription", { TitleDescriptionPart.kind }),
    ("pillLabel", { PillLabelPart.kind }),
    ("attributedText", { AttributedTextPart.kind }),
    ("iconLabel", { IconLabelPart.kind }),
    ("textField", { TextFieldPart.kind }),
    ("image", { ImagePart.kind }),
    ("icon", { IconPart.kind }),
    ("avatars", { AvatarsPart.kind }),
    ("barcode", { BarcodePart.kind }),
    ("video", { VideoPart.kind }),
    ("map", { MapPart.kind }),
    ("button", { ButtonPart.kind }),
    ("radioButton", { RadioButtonPart.kind }),
    ("switch", { SwitchPart.kind }),
    ("slider", { SliderPart.kind }),
    ("multiSlider", { MultiSliderPart.kind }),
    ("separator", { SeparatorPart.kind }),
    ("verticalSeparator", { VerticalSeparatorPart.kind }),
    ("spacer", { SpacerPart.kind }),
    ("triangle", { TrianglePart.kind }),
    ("stack", { StackPart.kind }),
    ("layers", { LayersPart.kind }),
    ("table", { TablePart.kind }),
    ("collection", { CollectionPart.kind }),
    ("paged", { PagedPart.kind }),
    ("oriented", { OrientedPart.kind }),
    ("centered", { CenteredPart.kind }),
    ("bar", { BarPart.kind }),
    ("progressBar", { ProgressBarPart.kind }),
    ("rating", { RatingPart.kind }),
    ("histogram", { HistogramPart.kind }),
    ("chart", { ChartPart.kind }),
    ("confetti", { ConfettiPart.kind }),
  ]

  private static let byName = Dictionary(uniqueKeysWithValues: entries.map { ($0.name, $0.kind) })

  static var kinds: [PartKind] { entries.map { $0.kind() } }

  /// The kind of a `type`.
  static func kind(named name: String) -> PartKind? { byName[name]?() }
}
