import CardRaster

/// Wrapped text in one of the theme's five text styles.
struct TextPart: CardPart {
  var content = TextContent(lineSpacing: 1, lineHeightMultiple: 1.1)
  var verticalAlignment = TextBlock.VerticalAlignment.center
  var minimumScaleFactor = 1.0
  var textInsets = Insets.zero
  var markdown = false
  var listStyle = ListStyle.none
  var paragraphSpacing: Double?
  var textFill: Paint?
  var textOutline: TextOutline?
  var textShadow: [ShadowSpec] = []
  /// The parsed Markdown, if the text is Markdown.
  var document: Markdown?

  /// The list marker before each line.
  enum ListStyle: String, Sendable, CaseIterable {
    case none, bullets, numbers
  }

  static let kind = PartKind(
    "text", .text, "Wrapped text in one of the theme's five styles.",
    example:
      #"{ "type": "text", "style": "title", "text": "A rainy-day fund keeps a surprise from becoming a debt." }"#,
    make: { TextPart() }, needs: [["text", "attributedText"]],
    fields: {
      TextContent.fields.fields.map { $0.lifted(\.content) }
      Field(
        "verticalAlignment", \.verticalAlignment, .word,
        "The vertical alignment of the lines in a taller box.")
      Field(
        "minimumScaleFactor", \.minimumScaleFactor, .number(0.05...1),
        "The text may shrink to this share of its size to fit.")
      Field("textInsets", \.textInsets, .insets, "Space between the part's edges and the text.")
      Field(
        "markdown", \.markdown, .boolean,
        "Whether `text` is Markdown: emphasis, links, code, lists, headings and line breaks.")
      Field(
        "listStyle", \.listStyle, .word,
        "The marker of each paragraph: a bullet or a number. `\\n` ends a paragraph.")
      Field(
        "paragraphSpacing", \.paragraphSpacing, .length,
        "The space between two paragraphs. `\\n` ends a paragraph.",
        default: "0; 0.6 em with `markdown`, 0.25 em in lists")
      Field(
        "textFill", \.textFill, .paint, "A colour or gradient in the letters, over all lines at once.",
        default: "the `textColor`")
      Field("textOutline", \.textOutline, .textOutline, "A line around the letters.")
      Field(
        "textShadow", \.textShadow, .shadows,
        "One or more shadows of the letters, the first at the top.")
    },
    check: { part, node, path, context in part.validateProperties(node, path, context) })

  /// Parses Markdown and reports properties that contradict each other.
  private mutating func validateProperties(_ node: JSONNode, _ path: JSONPath, _ context: ReadContext) {
    if markdown, let text = content.text, content.attributedText == nil {
      document = Markdown.read(text, node["text"] ?? node, path.key("text"), context)
    } else {
      ForeignMarkup.report(in: content.text, of: node, path, context)
    }
    if markdown, let runs = node["attributedText"] {
      context.error(
        runs, path.key("attributedText"), "'markdown' is for 'text', but 'attributedText' overrides it")
    }
    if markdown, listStyle != .none {
      context.warning(
        "'listStyle' has no effect on Markdown, which has its own lists", key: "listStyle", of: node, path)
    }
    if textShadow.contains(where: \.isInset) {
      context.error(
        node["textShadow"] ?? node, path.key("textShadow"), "letters cannot have inner shadows",
        hint: "remove 'inset'")
    }
    if hasParagraphs, minimumScaleFactor < 1 {
      context.warning(
        "'minimumScaleFactor' has no effect on a text of paragraphs", key: "minimumScaleFactor", of: node,
        path)
    }
  }

  /// Whether the text has paragraph spacing or list markers.
  private var hasParagraphs: Bool { markdown || listStyle != .none || (paragraphSpacing ?? 0) > 0 }

  var isWords: Bool { true }

  func layout(_ proposal: Proposal, _ context: LayoutContext) throws(RasterError) -> LayoutBox {
    let (themeFont, themeColor) = content.style.fontAndColor(in: context.theme)
    let base = content.font?.over(themeFont) ?? themeFont
    let color = textFill?.firstColor ?? content.textColor ?? themeColor
    let spans = content.spans(base, color, linkColor: context.theme.linkColor)
    var block = content.block(spans, base, context)
    block.verticalAlignment = verticalAlignment
    block.insets = textInsets
    var box: LayoutBox
    if hasParagraphs {
      box = try paragraphs(spans, content.figured(base), color, block, context.theme).layoutText(
        proposal, context)
    } else {
      block.style.minimumScaleFactor = minimumScaleFactor
      if try isTornNumber(spans, proposal, context) {
        block.style.maxLines = 1
        block.style.minimumScaleFactor = TwoColumns.leastNumberScale
      }
      box = try block.layoutText(proposal, context)
    }
    if let warning = content.hyphenationWarning(context) { box.warnings.append(warning) }
    if let role = content.style.role { box.read(as: role) }
    if textFill?.gradient != nil || textOutline != nil {
      box.ink(textFill?.gradient, textOutline?.outline)
    }
    if !textShadow.isEmpty { box.castShadows(textShadow.map(\.shadow)) }
    return box
  }

  /// Whether the text is a number that would wrap, but fits at a smaller size.
  ///
  /// A wrapped number reads as two numbers.
  ///
  /// Tables of modern themes do the same.
  private func isTornNumber(
    _ spans: [TextSpan], _ proposal: Proposal, _ context: LayoutContext
  ) throws(RasterError) -> Bool {
    guard context.theme.compatibility.shrinksToFit, content.attributedText == nil, content.maxLines == nil,
      minimumScaleFactor == 1, let text = content.text?.trimmingSpaces, FigureColumn.holds(text),
      !text.contains(where: { $0 == " " || $0.isNewline })
    else { return false }
    let room = proposal.width.bound - textInsets.horizontal
    let natural = try context.shape(spans, ParagraphStyle(), width: nil).naturalWidth
    return natural > room + 0.5 && natural * TwoColumns.leastNumberScale <= room
  }

  private func paragraphs(
    _ spans: [TextSpan], _ font: Font, _ color: Color, _ block: TextBlock, _ theme: ResolvedTheme
  ) -> TextParagraphs {
    if let document {
      let look = MarkdownText(
        font: font, color: color, linkColor: theme.linkColor, letterSpacing: content.ownSpacing,
        hasCodeBlocks: theme.compatibility.hasCodeBlocks)
      return TextParagraphs(
        paragraphs: look.paragraphs(document), spacing: paragraphSpacing ?? 0.6 * font.size, font: font,
        block: block)
    }
    var paragraphs = TextParagraphs.Paragraph.split(spans)
    var number = 0
    for index in paragraphs.indices where listStyle != .none {
      paragraphs[index].depth = 1
      guard paragraphs[index].spans.contains(where: { !$0.text.isEmpty }) else { continue }
      number += 1
      var figures = font
      figures.hasTabularFigures = true
      paragraphs[index].marker = TextSpan(
        listStyle == .bullets ? "•" : "\(number).", font: figures, color: color)
    }
    return TextParagraphs(
      paragraphs: paragraphs, spacing: paragraphSpacing ?? (listStyle == .none ? 0 : 0.25 * font.size),
      font: font,
      block: block)
  }
}
