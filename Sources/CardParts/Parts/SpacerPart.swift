import CardRaster

/// Empty space, or a block of colour.
struct SpacerPart: CardPart {
  static let kind = PartKind(
    "spacer", .rule, "Empty space, or a block of colour with `backgroundColor`.",
    example: ##"{ "type": "spacer", "height": 8, "backgroundColor": "accentColor" }"##,
    make: { SpacerPart() }, fields: {})

  var hasNoWidth: Bool { true }
  var hasNoHeight: Bool { true }

  func margins(_ theme: ResolvedTheme) -> Insets { .zero }

  func layout(_ proposal: Proposal, _ context: LayoutContext) throws(RasterError) -> LayoutBox {
    LayoutBox(size: Size(width: proposal.width.exact ?? 0, height: proposal.height.exact ?? 0))
  }
}
