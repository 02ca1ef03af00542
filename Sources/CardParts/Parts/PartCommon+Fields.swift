import CardRaster

extension PartCommon {
  /// The properties that a part has in every container.
  static let fields = FieldTable<PartCommon> {
    Field("id", \.id, .identifier, "A name for selecting the part and for its region in `inspect`.")
    Field(
      "margins", \.margins, .insets,
      "Space around the part, such as [top, left, bottom, right]. In a stack only the margins given here apply.",
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
    Field("isHidden", \.isHidden, .boolean, "Whether the part is hidden; a hidden part takes no space.")
    Field("alpha", \.alpha, .fraction, "The opacity of the whole part.")
    Field("backgroundColor", \.backgroundColor, .paint, "The background: a colour or gradient.")
    Field(
      "cornerRadius", \.cornerRadius, .radii,
      "The corner radius of the background. Pictures, stacks, tables and collections are clipped to it too.",
      default: "the part's own")
    Field(
      "cornerCurve", \.cornerCurve, .word,
      "The form of these corners: a quarter of a circle, or Apple's continuous curve.",
      default: .value(.circular))
    Field(
      "border", .border,
      "A line along the edges, drawn inside the part and over its content; the size does not change.",
      get: { $0.decoration?.border }, set: { $0.decorated.border = $1 })
    Field(
      "shadow", .shadows,
      "One or more shadows, the first at the top. A part with a background casts the shadow of its outline, any other part that of its content.",
      get: { $0.decoration?.shadows }, set: { $0.decorated.shadows = $1 })
    Field(
      "backgroundImage", .backgroundImage,
      "A picture behind the part and over its `backgroundColor`, clipped to its corners.",
      get: { $0.decoration?.backgroundImage }, set: { $0.decorated.backgroundImage = $1 })
    Field(
      "rotate", .turn,
      "The rotation about the centre, clockwise; the layout is that of the part without rotation.",
      default: .value(0), get: { $0.decoration?.rotate }, set: { $0.decorated.rotate = $1 })
    Field(
      "skew", .skew,
      "The angles along x and y of a skew about the centre, before the rotation, as `skew()` in CSS.",
      default: .value(.zero), get: { $0.decoration?.skew }, set: { $0.decorated.skew = $1 })
    Field(
      "clip", .boolean, "Whether the content is clipped to the outline.", default: "the part's own",
      get: { $0.decoration?.clip }, set: { $0.decorated.clip = $1 })
    Field(
      "notches", .notches,
      "Half circles cut out of two opposite edges, as on a ticket, and a line of dashes between them.",
      get: { $0.decoration?.notches }, set: { $0.decorated.notches = $1 })
    Field(
      "mask", .mask,
      "A gradient or picture whose opacity is that of the part: a fade, or any shape. Shadows follow what is visible.",
      get: { $0.decoration?.mask }, set: { $0.decorated.mask = $1 })
    Field(
      "blendMode", .word,
      "How the part blends with the content behind it, as CSS's `mix-blend-mode`.",
      default: .value(.normal), get: { $0.decoration?.blendMode }, set: { $0.decorated.blendMode = $1 })
    Field(
      "backdropBlur", .blurRadius,
      "Frosted glass: the standard deviation of a Gaussian blur of the content behind the part, in points.",
      default: .value(0), get: { $0.decoration?.backdropBlur }, set: { $0.decorated.backdropBlur = $1 })
    breakFields
    Field(
      "direction", \.direction, .word,
      "The reading direction of the part and its content: `ltr`, or `rtl`, which mirrors it.",
      default: "that of its container")
    Field(
      "appearance", \.appearance, .word,
      "The appearance of the part and its content, such as `dark` for a dark panel on a light card.",
      default: "that of its container")
    Field("link", \.link, .link, "The target of a tap.")
    Field("alt", \.alt, .text, "The text alternative.")
  }

  /// The properties of a part in a column.
  static let columnFields = FieldTable<PartCommon> {
    fields.fields
    bleedField
    anchorField
  }

  /// The properties of a part in a stack.
  static let stackFields = FieldTable<PartCommon> {
    fields.fields
    weightField
  }

  /// The properties of a part in layers.
  static let layerFields = FieldTable<PartCommon> {
    fields.fields
    anchorField
    zIndexField
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
    zIndexField
  }

  private static let bleedField =
    Field<PartCommon>(
      "bleed", \.bleed, .boolean,
      "In a card, an item or a page: whether the part extends to the left and right edges, the first part to the top edge and the last part to the bottom edge too. `margins` that are given are measured from there."
    )

  private static let anchorField =
    Field<PartCommon>(
      "anchor", \.anchor, .word,
      "In `layers` and cards: where the part is placed in its own size, over the other parts; negative `margins` move it over the edge. With `fill` it fills the layers, and stays in the column of a card. `leading` is the side where rows begin."
    )

  private static let zIndexField =
    Field<PartCommon>(
      "zIndex", \.zIndex, .integer(-1000...1000),
      "In `layers`: parts with a higher number are drawn over parts with a lower one; parts with equal numbers in their order."
    )

  private static let weightField =
    Field<PartCommon>(
      "weight", \.weight, .number(0...1000),
      "In a stack: the part's share of the remaining space; with `fillEqually` of the whole length, where parts without one have 1."
    )
}

extension PartCommon {
  /// Minimum and maximum sizes, and aspect ratio.
  private static let sizeFields = [
    Field<PartCommon>(
      "minWidth", .length, "The part is at least as wide.", get: { $0.sizing?.minWidth },
      set: { $0.sized.minWidth = $1 }),
    Field<PartCommon>(
      "maxWidth", .length, "The largest width, unless `minWidth` is larger.",
      get: { $0.sizing?.maxWidth },
      set: { $0.sized.maxWidth = $1 }),
    Field<PartCommon>(
      "minHeight", .length, "The part is at least as tall.", get: { $0.sizing?.minHeight },
      set: { $0.sized.minHeight = $1 }),
    Field<PartCommon>(
      "maxHeight", .length, "The largest height, unless `minHeight` is larger.",
      get: { $0.sizing?.maxHeight }, set: { $0.sized.maxHeight = $1 }),
    Field<PartCommon>(
      "aspectRatio", .number(0.01...100),
      "Width divided by height; the side that is not given follows from the other one.",
      get: { $0.sizing?.aspectRatio }, set: { $0.sized.aspectRatio = $1 }),
    Field<PartCommon>(
      "alignSelf", .word,
      "The alignment across the card or stack. `leading` is the side where rows begin; `fill` stretches the part.",
      default: "that of the card or stack", get: { $0.sizing?.alignSelf }, set: { $0.sized.alignSelf = $1 }),
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
