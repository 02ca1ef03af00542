package import CardRaster

/// The styles of a Markdown text, based on the font and colour of a part.
package struct MarkdownText: Sendable {
  package let font: Font
  package let color: Color
  package let linkColor: Color
  package let letterSpacing: LetterSpacing?
  /// Whether a code block has a single background with padding, instead of a background behind each line.
  package var hasCodeBlocks = false
  /// The colours of code blocks with a language.
  package var syntax: SyntaxColors?

  package init(
    font: Font, color: Color, linkColor: Color, letterSpacing: LetterSpacing? = nil,
    hasCodeBlocks: Bool = false
  ) {
    self.font = font
    self.color = color
    self.linkColor = linkColor
    self.letterSpacing = letterSpacing
    self.hasCodeBlocks = hasCodeBlocks
  }

  /// The paragraphs with styled runs.
  package func paragraphs(_ markdown: Markdown) -> [TextParagraphs.Paragraph] {
    markdown.paragraphs.map { paragraph in
      // In modern themes a list keeps the same distance from the text above as a paragraph.
      let isFirst = hasCodeBlocks && paragraph.beginsList
      var spans = paragraph.runs.map { span($0, of: paragraph) }
      if hasCodeBlocks, !paragraph.isCode, paragraph.runs.contains(where: \.text.hasRightToLeftLetters) {
        for (index, run) in paragraph.runs.enumerated() where run.isCode {
          spans[index].text = "\u{200E}\(run.text)\u{200E}"
        }
      }
      if let syntax, let first = spans.first, let language = paragraph.language.flatMap(CodeLanguage.named) {
        let lines = CodeLexer.lines(of: first.text, in: language).map { syntax.spans($0, first.font, color) }
        let rest = lines.dropFirst().flatMap { [TextSpan("\n", font: first.font, color: color)] + $0 }
        spans = (lines.first ?? []) + rest
      }
      var result = TextParagraphs.Paragraph(
        spans: spans.isEmpty ? [TextSpan("", font: font, color: color)] : spans)
      result.depth = paragraph.depth
      result.heading = paragraph.heading
      result.marker = paragraph.marker.map { TextSpan($0.text, font: markerFont, color: color) }
      // The items of a tight list are closer than paragraphs, and headings keep a larger distance from the
      // text above.
      if paragraph.isCode, hasCodeBlocks { result.ground = color.multiplyingAlpha(by: Self.codeAlpha) }
      result.gap = paragraph.isTight && !isFirst ? 0.4 : paragraph.heading == nil ? 1 : 1.6
      return result
    }
  }

  /// Tabular figures, so that the numbers of a list are aligned.
  private var markerFont: Font { changing(font) { $0.hasTabularFigures = true } }

  private func span(_ run: Markdown.Run, of paragraph: Markdown.Paragraph) -> TextSpan {
    var own = font
    if let heading = paragraph.heading {
      own.size *= Self.sizes[min(heading, Self.sizes.count) - 1]
      own.weight = max(own.weight, 600)
    }
    if run.isStrong { own.weight = max(own.weight, min(900, font.weight + 300)) }
    if run.isEmphasized { own.isItalic = true }
    if run.isCode {
      own.family = "monospace"
      // Monospaced letters look wider and taller than those of other families.
      own.size *= 0.92
    }
    let (spaced, points) = letterSpacing.applied(to: own)
    var span = TextSpan(
      run.text, font: spaced, color: run.link == nil ? color : linkColor, letterSpacing: points)
    span.link = run.link
    if run.isCode, !(hasCodeBlocks && paragraph.isCode) {
      span.backgroundColor = color.multiplyingAlpha(by: Self.codeAlpha)
    }
    return span
  }

  /// The font sizes of headings, relative to the text.
  private static let sizes = [1.6, 1.35, 1.15, 1.0]
  /// The opacity of the text colour as a code background.
  private static let codeAlpha = 0.08
}

extension Markdown.Marker {
  fileprivate var text: String {
    switch self {
    case .bullet: "•"
    case .number(let number): "\(number)."
    }
  }
}

extension Markdown {
  /// Parses a text for a part, and reports errors and unsupported syntax.
  ///
  /// Returns nil if it cannot be parsed.
  package static func read(_ text: String, _ node: JSONNode, _ path: JSONPath, _ context: ReadContext)
    -> Markdown?
  {
    do throws(RasterError) {
      let markdown = try Markdown(text)
      for entry in markdown.unsupported.prefix(20) {
        context.warning(
          node, path, "\(entry.what) in Markdown (line \(entry.line) of the text) is drawn as plain text",
          hint: entry.what == "a horizontal rule" ? "use a part of type 'separator'" : nil)
      }
      for link in Set(markdown.paragraphs.flatMap(\.runs).compactMap(\.link)).sorted() {
        var target = JSONNode(.string(link), place: node.place, isBound: true)
        target.place = node.place
        _ = ValueKind<String>.link.parse(target, path, context)
      }
      return markdown
    } catch {
      return context.error(node, path, error.message)
    }
  }
}
