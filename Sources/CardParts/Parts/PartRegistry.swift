import CardCharts

#if Maps
import CardMaps
#endif

/// All kinds of parts, in the order of the manual.
enum PartRegistry {
  /// The name of each kind and a closure that creates it.
  ///
  /// A deck creates only the field tables that it uses: creating all takes a tenth of the time of a small
  /// picture.
  static let entries: [Entry] = first + maps + last

  typealias Entry = (name: String, kind: @Sendable () -> PartKind)

  private static let first: [Entry] = [
    ("text", { TextPart.kind }),
    ("title", { TitlePart.kind }),
    ("titleDescription", { TitleDescriptionPart.kind }),
    ("pillLabel", { PillLabelPart.kind }),
    ("attributedText", { AttributedTextPart.kind }),
    ("code", { CodePart.kind }),
    ("iconLabel", { IconLabelPart.kind }),
    ("textField", { TextFieldPart.kind }),
    ("image", { ImagePart.kind }),
    ("icon", { IconPart.kind }),
    ("avatars", { AvatarsPart.kind }),
    ("barcode", { BarcodePart.kind }),
    ("video", { VideoPart.kind }),
  ]

  private static let last: [Entry] = [
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

  #if Maps
  private static let maps: [Entry] = [("map", { MapPart.kind })]
  /// The package traits of kinds that this build leaves out.
  static let traits: [String: String] = [:]
  #else
  private static let maps: [Entry] = []
  /// The package traits of kinds that this build leaves out.
  static let traits = ["map": "Maps"]
  #endif

  private static let byName = Dictionary(uniqueKeysWithValues: entries.map { ($0.name, $0.kind) })

  static var kinds: [PartKind] { entries.map { $0.kind() } }

  /// The kind of a `type`; nil if there is none.
  static func kind(named name: String) -> PartKind? { byName[name]?() }
}
