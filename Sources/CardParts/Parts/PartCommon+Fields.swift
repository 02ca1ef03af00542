import CardRaster

extension PartCommon {
  /// The properties that a part has in every container.
  static let fields = FieldTable<PartCommon> {
    Field("id", \.id, .identifier, "A name for selecting the part and for its region in `inspect`.")
    Field(
      "margins", \.margins, .insets, "Space around the part. In a stack only margins that are given count.",
      default: "the theme's")
    Field(
      "width", .extent,
      "An explicit width; a percentage in a card, a stack or layers is one of the room for the part.",
      default: "the part's own", get: { $0.extent($0.width, $0.sizing?.widthShare) },
      set: { $0.set($1, points: \.width, share: \.widthShare) })
    Field(
      "height", .extent, "An explicit height; a percentage needs a stack or layers of a height.",
      default: "the part's own", get: { $0.extent($0.height, $0.sizing?.heightShare) },
      set: { $0.set($1, points: \.height, share: \.heightShare) })
    sizeFields
    Field("isHidden", \.isHidden, .boolean, "A hidden part takes no space.")
    Field("alpha", \.alpha, .fraction, "The opacity of the whole part.")
    Field("backgroundColor", \.backgroundColor, .paint, "A colour or gradient behind the part.")
    Field(
      "cornerRadius", \.cornerRadius, .radii,
      "The corners of the background; where they are given, pictures, stacks, tables and collections are cut off by them too.",
      default: "the part's own")
    Field(
      "cornerCurve", \.cornerCurve, .word,
      "The form of these corners: a quarter of a circle, or Apple's continuous curve.",
      default: .value(.circular))
    Field(
      "border", .border,
      "A line along the edges, inside of them and over what the part holds; the part keeps its size.",
      get: { $0.decoration?.border }, set: { $0.decorated.border = $1 })
    Field(
      "shadow", .shadows,
      "One or several shadows, the first at the top: of the outline where something lies behind the part, else of what the part draws.",
      get: { $0.decoration?.shadows }, set: { $0.decorated.shadows = $1 })
    Field(
      "backgroundImage", .backgroundImage,
      "A picture behind the part, over its `backgroundColor` and cut off by its corners.",
      get: { $0.decoration?.backgroundImage }, set: { $0.decorated.backgroundImage = $1 })
    Field(
      "rotate", .turn,
      "How far the part is turned about its middle, clockwise; it takes the space of a part that is not.",
      default: .value(0), get: { $0.decoration?.rotate }, set: { $0.decorated.rotate = $1 })
    Field(
      "clip", .boolean, "Whether the outline cuts off what the part holds.", default: "the part's own",
      get: { $0.decoration?.clip }, set: { $0.decorated.clip = $1 })
    Field(
      "notches", .notches,
      "Half circles cut out of two opposite edges, as on a ticket, and a line of dashes between them.",
      get: { $0.decoration?.notches }, set: { $0.decorated.notches = $1 })
    Field(
      "blendMode", .word,
      "How the part is mixed with what lies behind it, by CSS's words for `mix-blend-mode`.",
      default: .value(.normal), get: { $0.decoration?.blendMode }, set: { $0.decorated.blendMode = $1 })
    Field(
      "backdropBlur", .blurRadius,
      "Frosted glass: what lies behind the part is blurred within its outline; the standard deviation of a Gaussian, in points.",
      default: .value(0), get: { $0.decoration?.backdropBlur }, set: { $0.decorated.backdropBlur = $1 })
    breakFields
    Field("link", \.link, .link, "Where a tap goes.")
    Field("alt", \.alt, .text, "The text alternative.")
  }

  /// The properties of a part in a column.
  static let columnFields = FieldTable<PartCommon> {
    fields.fields
    bleedField
  }

  /// The properties of a part in a stack.
  static let stackFields = FieldTable<PartCommon> {
    fields.fields
    weightField
  }

  /// The properties of a part in layers.
  static let layerFields = FieldTable<PartCommon> {
    fields.fields
    layerOwnFields
  }

  /// The properties of a part in the container that a schema reference names.
  static func fields(in shape: Schema.Reference) -> FieldTable<PartCommon> {
    switch shape {
    case .stackPart: stackFields
    case .layerPart: layerFields
    case .part: columnFields
    default: fields
    }
  }

  /// The properties of a part in any container.
  static let allFields = FieldTable<PartCommon> {
    columnFields.fields
    weightField
    layerOwnFields
  }

  private static let bleedField =
    Field<PartCommon>(
      "bleed", \.bleed, .boolean,
      "In a card, an item or a page: whether the part goes to its left and right edge, the first one to its upper and the last one to its lower edge too. `margins` that are given count from there."
    )

  private static let layerOwnFields = [
    Field<PartCommon>(
      "anchor", \.anchor, .word,
      "Among layers: whether the part fills the box, or where it stands in its own size."),
    Field<PartCommon>(
      "zIndex", \.zIndex, .integer(-1000...1000),
      "Among layers: one of a higher number lies over one of a lower; of equal ones the later."),
  ]

  private static let weightField =
    Field<PartCommon>(
      "weight", \.weight, .number(0...1000),
      "In a stack: the part takes this share of the space that is left over.")
}

extension PartCommon {
  /// Minimum and maximum sizes, and aspect ratio.
  private static let sizeFields = [
    Field<PartCommon>(
      "minWidth", .length, "The part is at least as wide.", get: { $0.sizing?.minWidth },
      set: { $0.sized.minWidth = $1 }),
    Field<PartCommon>(
      "maxWidth", .length, "The part is at most as wide, unless `minWidth` is more.",
      get: { $0.sizing?.maxWidth },
      set: { $0.sized.maxWidth = $1 }),
    Field<PartCommon>(
      "minHeight", .length, "The part is at least as tall.", get: { $0.sizing?.minHeight },
      set: { $0.sized.minHeight = $1 }),
    Field<PartCommon>(
      "maxHeight", .length, "The part is at most as tall, unless `minHeight` is more.",
      get: { $0.sizing?.maxHeight }, set: { $0.sized.maxHeight = $1 }),
    Field<PartCommon>(
      "aspectRatio", .number(0.01...100),
      "The width in heights: the side that is not given follows from the other.",
      get: { $0.sizing?.aspectRatio }, set: { $0.sized.aspectRatio = $1 }),
    Field<PartCommon>(
      "alignSelf", .word,
      "Where the part stands across a card or a stack, in its own size; `fill` for as wide or tall as there is room.",
      default: "as the card or stack has it", get: { $0.sizing?.alignSelf }, set: { $0.sized.alignSelf = $1 }),
  ]

  /// Page breaks of a report.
  private static let breakFields = [
    Field<PartCommon>(
      "breakBefore", .word, "In a report: whether a page ends above the part.", default: .value(.auto),
      get: { $0.breaking?.before }, set: { $0.broken.before = $1 }),
    Field<PartCommon>(
      "breakAfter", .word, "In a report: whether a page ends below the part.",
      default: "`auto`; `avoid` below a title", get: { $0.breaking?.after }, set: { $0.broken.after = $1 }),
    Field<PartCommon>(
      "breakInside", .word, "In a report: whether a page may end in the part.", default: .value(.auto),
      get: { $0.breaking?.inside }, set: { $0.broken.inside = $1 }),
  ]

  /// The page breaks, created on first write.
  private var broken: Breaking {
    get { breaking ?? Breaking() }
    set { breaking = newValue }
  }

  /// The size limits, created on first write.
  private var sized: PartSizing {
    get { sizing ?? PartSizing() }
    set { sizing = newValue }
  }

  fileprivate func extent(_ points: Double?, _ share: Double?) -> Extent? {
    points.map { .points($0) } ?? share.map { .share($0) }
  }

  fileprivate mutating func set(
    _ extent: Extent, points: WritableKeyPath<PartCommon, Double?>,
    share: WritableKeyPath<PartSizing, Double?>
  ) {
    switch extent {
    case .points(let length): self[keyPath: points] = length
    case .share(let part): sized[keyPath: share] = part
    }
  }

  /// The decoration around the part, created on first write.
  fileprivate var decorated: PartDecoration {
    get { decoration ?? PartDecoration() }
    set { decoration = newValue }
  }
}
