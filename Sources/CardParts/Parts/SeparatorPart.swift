import CardRaster

/// A hairline across the card.
struct SeparatorPart: CardPart {
  var color: Color?

  static let kind = PartKind(
    "separator", .rule, "A hairline across the card.", example: #"{ "type": "separator" }"#,
    measures: ["horizontalSeparatorMargins"],
    make: { SeparatorPart() },
    fields: {
      Field("separatorColor", \.color, .color, "The colour of the line.", default: "the theme's")
    })

  var hasNoWidth: Bool { true }
  var isRule: Bool { true }

  func margins(_ theme: Theme) -> Insets { theme.horizontalSeparatorMargins }

  func layout(_ proposal: Proposal, _ context: LayoutContext) throws(RasterError) -> LayoutBox {
    let width = proposal.width.bound
    var box = LayoutBox(
      size: Size(width: width.isFinite ? width : 0, height: proposal.height.exact ?? Hairline.thickness))
    box.add(.rect(Rect(origin: .zero, size: box.size), color ?? context.theme.separatorColor))
    return box
  }
}

/// A hairline from top to bottom, as tall as its neighbours in a stack.
struct VerticalSeparatorPart: CardPart {
  var color: Color?

  static let kind = PartKind(
    "verticalSeparator", .rule, "A hairline from top to bottom, as tall as its neighbours in a stack.",
    example:
      #"{ "type": "stack", "spacing": 8, "arrangedSubviews": [ { "type": "text", "text": "One" }, { "type": "verticalSeparator" }, { "type": "text", "text": "Two" } ] }"#,
    make: { VerticalSeparatorPart() },
    fields: {
      Field("separatorColor", \.color, .color, "The colour of the line.", default: "the theme's")
    })

  var fillsWidth: Bool { false }
  var isRule: Bool { true }

  func layout(_ proposal: Proposal, _ context: LayoutContext) throws(RasterError) -> LayoutBox {
    // Where nothing stretches it, a line of text's height keeps it visible.
    var box = LayoutBox(
      size: Size(width: proposal.width.exact ?? Hairline.thickness, height: proposal.height.exact ?? 20))
    box.add(.rect(Rect(origin: .zero, size: box.size), color ?? context.theme.separatorColor))
    return box
  }
}
