import CardRaster

/// Wrapped text in one of the theme's five text styles.
struct TextPart: CardPart {
  var content = TextContent(lineSpacing: 1, lineHeightMultiple: 1.1)
  var verticalAlignment = TextBlock.VerticalAlignment.center
  var minimumScaleFactor = 1.0
  var maximumScaleFactor = 1.0
  var textInsets = Insets.zero
  var markdown = false
  var listStyle = ListStyle.none
  var paragraphSpacing: Double?
  var textFill: Paint?
  var textOutline: TextOutline?
  var textShadow: [ShadowSpec] = []
  var lineBackground: LineBackground?
  /// The thickness of a short line above the text in the accent colour, in points; nil for none.
  var accentRule: Double?
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
        "The text may shrink to this share of its size to fit: its `maxLines`, its `height`, or that of its stack or card."
      )
      Field(
        "maximumScaleFactor", \.maximumScaleFactor, .number(1...100),
        "The text may grow to this multiple of its size to fill its width and its `height`; without `height` and `maxLines` it keeps its number of lines."
      )
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
        "textFill", \.textFill, .letterPaint, "A colour or gradient in the letters, over all lines at once.",
        default: "the `textColor`")
      Field("textOutline", \.textOutline, .textOutline, "A line around the letters.")
      Field(
        "textShadow", \.textShadow, .shadows,
        "One or more shadows of the letters, the first at the top.")
      Field(
        "lineBackground", \.lineBackground, .lineBackground,
        "A background behind each line, as wide as its words.")
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
  }

  /// Whether the text has paragraph spacing or list markers.
  private var hasParagraphs: Bool { markdown || listStyle != .none || (paragraphSpacing ?? 0) > 0 }

  var isWords: Bool { true }
  /// An amount stays whole, as in a row of a title and its value.
  var isOneLine: Bool {
    content.attributedText == nil && content.text.map { FigureColumn.holds($0) && $0.count <= 16 } == true
  }
  var followsFirstLine: Bool { isOneLine && verticalAlignment == .center }
  var headingLevel: Int? { content.headingLevel }
  var groupRole: GroupRole? {
    if content.isHeading, let text = content.text, FigureColumn.holds(text) || text.isMeasure {
      return .number
    }
    let isShort = !content.isHeading && content.text.map { $0.count <= Self.longestCaption } == true
    return content.isCaption || isShort ? .caption : nil
  }
  var minimumTextScale: Double { minimumScaleFactor }

  func layout(_ proposal: SizeProposal, _ context: LayoutContext) throws(RasterError) -> LayoutBox {
    guard let accentRule else { return try layoutScaled(proposal, context) }
    let theme = context.theme
    let rule = Size(width: 12 * theme.base.spacing, height: accentRule)
    let top = rule.height + 4 * theme.base.spacing
    var box = try layoutScaled(
      SizeProposal(width: proposal.width, height: proposal.height.reduced(by: top)), context)
    let spare = max(0, box.size.width - rule.width)
    let share = box.textAlignment.share(turnsSides: context.turnsSides) ?? 0
    box.content = box.content.map { $0.moved(by: Point(x: 0, y: top)) }
    box.size.height += top
    box.firstBaseline = box.firstBaseline.map { $0 + top }
    box.lastBaseline = box.lastBaseline.map { $0 + top }
    let frame = Rect(origin: Point(x: spare * share, y: 0), size: rule)
    box.add(
      .roundedRect(
        RoundedRect(rect: frame, radii: CornerRadii(min(theme.base.cornerRadius, rule.height) / 2)),
        .solid(theme.screenAccent)))
    return box
  }

  private func layoutScaled(_ proposal: SizeProposal, _ context: LayoutContext) throws(RasterError)
    -> LayoutBox
  {
    if maximumScaleFactor > 1, let box = try layoutGrown(proposal, context) { return box }
    let (font, _) = content.style.fontAndColor(in: context.theme)
    let scale = scale((content.font?.over(font) ?? font).size, context)
    guard hasParagraphs, minimumScaleFactor < scale, proposal.height.bound.isFinite else {
      return try layoutText(proposal, scale: scale, context)
    }
    let most = proposal.height.bound + 0.1
    func fits(_ scale: Double) throws(RasterError) -> Bool {
      try layoutText(SizeProposal(width: proposal.width), scale: scale, context).size.height <= most
    }
    if try fits(scale) { return try layoutText(proposal, scale: scale, context) }
    let fit = try TextFit.largest(downTo: minimumScaleFactor) { (fit) throws(RasterError) in
      guard fit.scale < scale else { return false }
      return try fits(fit.scale)
    }
    return try layoutText(proposal, scale: fit?.scale ?? minimumScaleFactor, context)
  }

  /// The scale of the text by those that shrink together with it.
  private func scale(_ size: Double, _ context: LayoutContext) -> Double {
    let fit = context.textFit
    guard fit != TextFit() else { return 1 }
    let isScaledHeader =
      fit.hasScaledHeaders && content.style == .standard(.header) && content.font?.size == nil
    var scale = minimumScaleFactor < 1 && !isScaledHeader ? max(minimumScaleFactor, fit.scale) : 1
    if let shared = fit.shared[TextFit.key(size)],
      minimumScaleFactor < 1 || content.isHeading || FigureColumn.holds(content.text ?? "")
    {
      scale = min(scale, shared)
    }
    return scale
  }

  /// The text at the largest size at which it fits; nil if it does not fit at its own size.
  private func layoutGrown(_ proposal: SizeProposal, _ context: LayoutContext) throws(RasterError)
    -> LayoutBox?
  {
    guard proposal.width.bound.isFinite, context.textFit == TextFit() else { return nil }
    let offer = SizeProposal(width: proposal.width)
    let (themeFont, color) = content.style.fontAndColor(in: context.theme)
    let base = content.font?.over(themeFont) ?? themeFont
    let natural = try layoutText(offer, scale: 1, context).texts
    let count = natural.reduce(0) { $0 + $1.lines.count }
    let most = content.maxLines ?? (proposal.height.exact == nil ? count : .max)
    func fits(_ growth: Double) throws(RasterError) -> Bool {
      let box = try layoutText(offer, scale: 1, growth: growth, context)
      let texts = box.texts
      return box.size.height <= proposal.height.bound + 0.1 && texts.reduce(0) { $0 + $1.lines.count } <= most
        && !texts.contains { $0.isTruncated || $0.hasBrokenWord }
    }
    guard try fits(1) else { return nil }
    let spans = content.spans(base, color, linkColor: color)
    var (least, largest) = (
      1.0, min(maximumScaleFactor, Limits.fontSize / (spans.map(\.font.size).max() ?? 1))
    )
    // The longest word is the widest of the lines if each word is a line.
    let words = spans.map { span in
      var span = span
      span.text = span.text.replacing(" ", with: "\n")
      return span
    }
    let widest = try context.shape(words, ParagraphStyle(), width: nil).naturalWidth
    let room =
      proposal.width.bound - textInsets.horizontal - (lineBackground?.padding(base.size).horizontal ?? 0)
    if widest > 0, widest <= room { largest = min(largest, room / widest) }
    guard largest > 1 else { return nil }
    for _ in 0..<10 {
      let middle = (least + largest) / 2
      if try fits(middle) { least = middle } else { largest = middle }
    }
    return try layoutText(proposal, scale: 1, growth: least, context)
  }

  private func layoutText(
    _ proposal: SizeProposal, scale: Double, growth: Double = 1, _ context: LayoutContext
  ) throws(RasterError) -> LayoutBox {
    let (themeFont, themeColor) = content.style.fontAndColor(in: context.theme)
    var base = content.font?.over(themeFont) ?? themeFont
    let color = textFill?.firstColor ?? content.textColor ?? themeColor
    var spans = content.spans(base, color, linkColor: context.theme.linkColor)
    if hasParagraphs && scale < 1 || growth > 1 {
      base.size *= scale * growth
      spans = spans.map { $0.scaled(by: scale * growth) }
    }
    var block = content.block(spans, base, context)
    block.verticalAlignment = verticalAlignment
    block.insets = textInsets
    if let lineBackground {
      let padding = lineBackground.padding(base.size)
      block.insets = Insets(
        top: textInsets.top + padding.top, left: textInsets.left + padding.left,
        bottom: textInsets.bottom + padding.bottom, right: textInsets.right + padding.right)
    }
    var box: LayoutBox
    if hasParagraphs {
      box = try paragraphs(spans, content.figured(base), color, block, context.theme).layoutText(
        proposal, context)
      if scale < 1 { box.noteScale(scale) }
    } else {
      (block.style.minimumScaleFactor, block.style.scale) = (minimumScaleFactor, scale)
      if try isTornNumber(spans, scale, proposal, context) {
        block.style.maxLines = 1
        block.style.minimumScaleFactor = min(block.style.minimumScaleFactor, Self.leastNumberScale)
      }
      box = try block.layoutText(proposal, context)
    }
    if let warning = content.hyphenationWarning(context) { box.warnings.append(warning) }
    if let role = content.style.role { box.read(as: role) }
    let background = lineBackground.flatMap { $0.item(behind: box, base.size) }
    if textFill?.gradient != nil || textOutline != nil {
      box.ink(textFill?.gradient, textOutline?.outline)
    }
    if !textShadow.isEmpty { box.castShadows(textShadow.map(\.shadow)) }
    if let background { box.content.insert(.item(background), at: 0) }
    return box
  }

  /// The smallest scale of a number that would wrap; below it the number is truncated.
  private static let leastNumberScale = 0.25

  /// The number of characters up to which a text of the usual size is a caption, and no sentence.
  private static let longestCaption = 24

  /// The number of characters up to which digits and spaces are an amount; a longer one may be an identifier.
  private static let longestAmount = 16

  /// Whether the text is a number or an amount that would wrap.
  ///
  /// A wrapped number reads as two numbers. Tables of modern themes do the same.
  private func isTornNumber(
    _ spans: [TextSpan], _ scale: Double, _ proposal: SizeProposal, _ context: LayoutContext
  ) throws(RasterError) -> Bool {
    guard context.theme.compatibility.shrinksToFit, content.attributedText == nil, content.maxLines == nil,
      let text = content.text?.trimmingSpaces,
      FigureColumn.holds(text) || content.isHeading && text.isMeasure, !text.contains(where: \.isNewline)
    else { return false }
    let room = proposal.width.bound - textInsets.horizontal
    var style = ParagraphStyle()
    style.scale = scale
    let natural = try context.shape(spans, style, width: nil).naturalWidth
    guard natural > room + 0.5 else { return false }
    if text.contains(" ") {
      // Words between two numbers may wrap, and so may a longer row of numbers.
      let isAmount =
        text.first?.isLetter == true || text.last?.isLetter == true || !text.contains(where: \.isLetter)
      return isAmount && text.count <= Self.longestAmount
    }
    // A longer number with hyphens wraps at them.
    return text.count <= Self.longestAmount
      || !text.contains("-") && natural * TwoColumns.leastNumberScale <= room
  }

  private func paragraphs(
    _ spans: [TextSpan], _ font: Font, _ color: Color, _ block: TextBlock, _ theme: ResolvedTheme
  ) -> TextParagraphs {
    if let document {
      var look = MarkdownText(
        font: font, color: color, linkColor: theme.linkColor, letterSpacing: content.ownSpacing,
        hasCodeBlocks: theme.compatibility.hasCodeBlocks)
      if look.hasCodeBlocks {
        look.syntax = SyntaxColors(
          theme.base, on: [theme.base.surfaceColor.blended(with: color, share: 0.08)])
      }
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

extension LayoutBox {
  /// Notes that the texts of the box are at a scale, besides their own one.
  fileprivate mutating func noteScale(_ scale: Double) {
    for index in content.indices {
      guard case .text(var text, let point) = content[index] else { continue }
      text.scaleFactor *= scale
      content[index] = .text(text, at: point)
    }
  }
}

extension String {
  /// Whether the text is a number and one word, or two of both, such as `640 kcal`, `10 of 12` and `2 h 10 min`.
  fileprivate var isMeasure: Bool {
    let words = split(separator: " ")
    return 2...4 ~= words.count
      && words.enumerated().allSatisfy { place, word in
        place % 2 == 0
          ? word.contains(where: \.isNumber) && FigureColumn.holds(String(word)) : word.allSatisfy(\.isLetter)
      }
  }
}
