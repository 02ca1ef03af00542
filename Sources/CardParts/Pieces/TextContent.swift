import CardRaster

/// What a text says and how its lines look: the properties that both parts of wrapped text have.
struct TextContent: Sendable {
  var style = Theme.TextStyle.normal
  var text: String?
  var attributedText: [TextRunSpec]?
  var font: FontSpec?
  var textColor: Color?
  var textAlignment = ParagraphStyle.Alignment.natural
  var lineSpacing: Double
  var lineHeightMultiple: Double
  var letterSpacing = 0.0
  var maxLines: Int?
  var lineBreakMode = ParagraphStyle.LineBreakMode.tail

  static let fields = FieldTable<TextContent> {
    Field("style", \.style, .word, "Which of the theme's fonts and colours the text has.")
    Field("text", \.text, .text, "The characters; `\\n` starts a new line.")
    Field("attributedText", \.attributedText, .attributedText, "Runs of different looks; wins over `text`.")
    Field("font", \.font, .font, "The font.", default: "the style's")
    Field("textColor", \.textColor, .color, "The colour of the letters.", default: "the style's")
    Field(
      "textAlignment", \.textAlignment, .word,
      "Where lines stand; `natural` is the side where the language starts.")
    Field("lineSpacing", \.lineSpacing, .number(-100...1000), "Points between two lines.")
    Field(
      "lineHeightMultiple", \.lineHeightMultiple, .number(0.5...10),
      "The natural line height is multiplied by this; the extra goes above the letters.")
    Field("letterSpacing", \.letterSpacing, .number(-100...1000), "Points added after each letter.")
    Field("maxLines", \.maxLines, .integer(1...10_000), "The most lines.", default: "as many as it takes")
    Field(
      "lineBreakMode", \.lineBreakMode, .word, "Where the ellipsis stands, or how lines break without one.")
  }

  /// A block of spans with the look of the lines.
  func block(_ spans: [TextSpan]) -> TextBlock {
    var block = TextBlock(spans: spans)
    block.style.alignment = textAlignment
    block.style.lineBreakMode = lineBreakMode
    block.style.maxLines = maxLines
    block.style.lineSpacing = lineSpacing
    block.style.lineHeightMultiple = lineHeightMultiple
    return block
  }
}
