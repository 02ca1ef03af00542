import CardRaster

/// A horizontal line.
struct SeparatorPart: CardPart {
  var line = SeparatorLine()

  static let kind = PartKind(
    "separator", .rule, "A hairline across the card, or a thicker, dashed or dotted line.",
    example: #"{ "type": "separator" }"#,
    measures: ["horizontalSeparatorMargins"],
    make: { SeparatorPart() },
    follow: { part, theme in part.line.thickness = Hairline.thickness(theme) },
    fields: { SeparatorLine.fields.fields.map { $0.lifted(\.line) } })

  var hasNoWidth: Bool { true }
  var isRule: Bool { true }

  func margins(_ theme: ResolvedTheme) -> Insets { theme.horizontalSeparatorMargins }

  func layout(_ proposal: SizeProposal, _ context: LayoutContext) throws(RasterError) -> LayoutBox {
    let width = proposal.width.bound
    return line.box(
      Size(width: width.isFinite ? width : 0, height: proposal.height.exact ?? line.thickness),
      isUpright: false, context)
  }
}

/// A vertical line, as tall as its neighbours in a stack.
struct VerticalSeparatorPart: CardPart {
  var line = SeparatorLine()

  static let kind = PartKind(
    "verticalSeparator", .rule,
    "A hairline from top to bottom, or a thicker, dashed or dotted line, as tall as its neighbours in a stack.",
    example:
      #"{ "type": "stack", "spacing": 8, "arrangedSubviews": [ { "type": "text", "text": "One" }, { "type": "verticalSeparator" }, { "type": "text", "text": "Two" } ] }"#,
    make: { VerticalSeparatorPart() },
    follow: { part, theme in part.line.thickness = Hairline.thickness(theme) },
    fields: { SeparatorLine.fields.fields.map { $0.lifted(\.line) } })

  var fillsWidth: Bool { false }
  var isRule: Bool { true }

  func layout(_ proposal: SizeProposal, _ context: LayoutContext) throws(RasterError) -> LayoutBox {
    // If the height is not set by a container, use the height of a line of text.
    line.box(
      Size(width: proposal.width.exact ?? line.thickness, height: proposal.height.exact ?? 20),
      isUpright: true, context)
  }
}

struct SeparatorLine: Sendable {
  var color: Color?
  var thickness = Hairline.thickness
  var style = BorderSpec.Style.solid

  static let fields = FieldTable<SeparatorLine> {
    Field("separatorColor", \.color, .color, "The colour of the line.", default: "the theme's")
    Field(
      "thickness", \.thickness, .length,
      "The thickness of the line; a dotted one is at least 1.5 points thick.")
    Field("style", \.style, .word, "Whether the line is solid, dashed or dotted.")
  }

  /// A box filled by the line; a dashed or dotted line runs along its top or left edge.
  func box(_ size: Size, isUpright: Bool, _ context: LayoutContext) -> LayoutBox {
    var box = LayoutBox(size: size)
    let color = color ?? context.theme.separatorColor
    guard style != .solid else {
      box.add(.rect(Rect(origin: .zero, size: size), color))
      return box
    }
    let spec = BorderSpec.Line(
      width: style == .dotted ? max(thickness, 1.5) : thickness, color: color, style: style)
    var border = BorderSpec()
    border.edges = []
    if isUpright { border.left = spec } else { border.top = spec }
    box.decoration = BoxDecoration()
    box.decoration?.border = border.border
    return box
  }
}

/// Empty space, or a block of colour.
struct SpacerPart: CardPart {
  static let kind = PartKind(
    "spacer", .rule, "Empty space, or a block of colour with `backgroundColor`.",
    example: ##"{ "type": "spacer", "height": 8, "backgroundColor": "accentColor" }"##,
    make: { SpacerPart() }, fields: {})

  var hasNoWidth: Bool { true }
  var hasNoHeight: Bool { true }

  func margins(_ theme: ResolvedTheme) -> Insets { .zero }

  func layout(_ proposal: SizeProposal, _ context: LayoutContext) throws(RasterError) -> LayoutBox {
    LayoutBox(size: Size(width: proposal.width.exact ?? 0, height: proposal.height.exact ?? 0))
  }
}
