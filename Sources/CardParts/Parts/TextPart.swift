import CardRaster

/// Wrapped text in one of the theme's five styles.
struct TextPart: CardPart {
  /// The five looks of text.
  enum Style: String, Sendable, CaseIterable {
    case small, normal, title, header, detail
  }

  var style = Style.normal
  var text: String?
  var attributedText: [TextRunSpec]?
  var font: FontSpec?
  var textColor: Color?
  var textAlignment = ParagraphStyle.Alignment.natural
  var verticalAlignment = TextBlock.VerticalAlignment.center
  var lineSpacing = 1.0
  var lineHeightMultiple = 1.1
  var letterSpacing = 0.0
  var maxLines: Int?
  var lineBreakMode = ParagraphStyle.LineBreakMode.tail
  var minimumScaleFactor = 1.0
  var textInsets = Insets.zero

  static let kind = PartKind(
    "text", .text, "Wrapped text in one of the theme's five styles.",
    example:
      #"{ "type": "text", "style": "title", "text": "A rainy-day fund keeps a surprise from becoming a debt." }"#,
    make: { TextPart() },
    fields: {
      Field("style", \.style, .word, "Which of the theme's fonts and colours the text has.")
      Field("text", \.text, .text, "The characters; `\\n` starts a new line.")
      Field("attributedText", \.attributedText, .attributedText, "Runs of different looks; wins over `text`.")
      Field("font", \.font, .font, "The font.", default: "the style's")
      Field("textColor", \.textColor, .color, "The colour of the letters.", default: "the style's")
      Field(
        "textAlignment", \.textAlignment, .word,
        "Where lines stand; `natural` is the side where the language starts.")
      Field(
        "verticalAlignment", \.verticalAlignment, .word, "Where lines stand in a box taller than they are.")
      Field("lineSpacing", \.lineSpacing, .number(-100...1000), "Points between two lines.")
      Field(
        "lineHeightMultiple", \.lineHeightMultiple, .number(0.5...10),
        "The natural line height is multiplied by this; the extra goes above the letters.")
      Field("letterSpacing", \.letterSpacing, .number(-100...1000), "Points added after each letter.")
      Field("maxLines", \.maxLines, .integer(1...10_000), "The most lines.", default: "as many as it takes")
      Field(
        "lineBreakMode", \.lineBreakMode, .word, "Where the ellipsis stands, or how lines break without one.")
      Field(
        "minimumScaleFactor", \.minimumScaleFactor, .number(0.05...1),
        "The text may shrink to this share of its size to fit.")
      Field("textInsets", \.textInsets, .insets, "Space between the part's edges and the text.")
    },
    check: { part, node, path, context in
      if part.text == nil, part.attributedText == nil, node["text"] == nil, node["attributedText"] == nil {
        context.error(node, path, "a text part needs 'text' or 'attributedText'")
      }
    })

  func layout(_ proposal: Proposal, _ context: LayoutContext) throws(RasterError) -> LayoutBox {
    let (themeFont, themeColor) = style.look(context.theme)
    let base = font?.over(themeFont) ?? themeFont
    let color = textColor ?? themeColor
    let spans =
      attributedText?.map {
        $0.span(font: base, color: color, letterSpacing: letterSpacing, linkColor: context.theme.linkColor)
      } ?? [TextSpan(text ?? "", font: base, color: color, letterSpacing: letterSpacing)]
    var block = TextBlock(spans: spans)
    block.style.alignment = textAlignment
    block.style.lineBreakMode = lineBreakMode
    block.style.maxLines = maxLines
    block.style.lineSpacing = lineSpacing
    block.style.lineHeightMultiple = lineHeightMultiple
    block.style.minimumScaleFactor = minimumScaleFactor
    block.verticalAlignment = verticalAlignment
    block.insets = textInsets
    return try block.layout(proposal, context)
  }
}

extension TextPart.Style {
  /// The theme's font and colour.
  func look(_ theme: Theme) -> (Font, Color) {
    switch self {
    case .small: (theme.smallTextFont, theme.smallTextColor)
    case .normal: (theme.normalTextFont, theme.normalTextColor)
    case .title: (theme.titleTextFont, theme.titleTextColor)
    case .header: (theme.headerTextFont, theme.headerTextColor)
    case .detail: (theme.detailTextFont, theme.detailTextColor)
    }
  }
}
