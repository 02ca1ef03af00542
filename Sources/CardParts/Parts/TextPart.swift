import CardRaster

/// Wrapped text in one of the theme's five styles.
struct TextPart: CardPart {
  var content = TextContent(lineSpacing: 1, lineHeightMultiple: 1.1)
  var verticalAlignment = TextBlock.VerticalAlignment.center
  var minimumScaleFactor = 1.0
  var textInsets = Insets.zero

  static let kind = PartKind(
    "text", .text, "Wrapped text in one of the theme's five styles.",
    example:
      #"{ "type": "text", "style": "title", "text": "A rainy-day fund keeps a surprise from becoming a debt." }"#,
    make: { TextPart() }, needs: [["text", "attributedText"]],
    fields: {
      TextContent.fields.fields.map { $0.lifted(\.content) }
      Field(
        "verticalAlignment", \.verticalAlignment, .word, "Where lines stand in a box taller than they are.")
      Field(
        "minimumScaleFactor", \.minimumScaleFactor, .number(0.05...1),
        "The text may shrink to this share of its size to fit.")
      Field("textInsets", \.textInsets, .insets, "Space between the part's edges and the text.")
    })

  func layout(_ proposal: Proposal, _ context: LayoutContext) throws(RasterError) -> LayoutBox {
    let (themeFont, themeColor) = content.style.fontAndColor(in: context.theme)
    let base = content.font?.over(themeFont) ?? themeFont
    let color = content.textColor ?? themeColor
    let spans = content.spans(base, color, linkColor: context.theme.linkColor)
    var block = content.block(spans, base, context)
    block.style.minimumScaleFactor = minimumScaleFactor
    block.verticalAlignment = verticalAlignment
    block.insets = textInsets
    var box = try block.layout(proposal, context)
    if let warning = content.hyphenationWarning(context) { box.warnings.append(warning) }
    return box
  }
}
