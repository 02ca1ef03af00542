import CardRaster

/// How a text in Markdown looks: its paragraphs over the font and colour of a part.
struct MarkdownText: Sendable {
  let font: Font
  let color: Color
  let linkColor: Color
  let letterSpacing: LetterSpacing?
  /// Whether code stands on one ground with room around it, instead of a ground behind each line.
  var hasCodeBlocks = false

  /// The paragraphs with the looks of their runs.
  func paragraphs(_ markdown: Markdown) -> [TextParagraphs.Paragraph] {
    markdown.paragraphs.map { paragraph in
      // In today's themes a list keeps away from what is above as any paragraph does.
      let isFirst = hasCodeBlocks && paragraph.beginsList
      let spans = paragraph.runs.map { span($0, of: paragraph) }
      var result = TextParagraphs.Paragraph(
        spans: spans.isEmpty ? [TextSpan("", font: font, color: color)] : spans)
      result.depth = paragraph.depth
      result.heading = paragraph.heading
      result.marker = paragraph.marker.map { TextSpan($0.text, font: markerFont, color: color) }
      // Entries of a tight list stand closer than paragraphs, and headings keep away from what is above.
      if paragraph.isCode, hasCodeBlocks { result.ground = color.multiplyingAlpha(by: Self.codeAlpha) }
      result.gap = paragraph.isTight && !isFirst ? 0.4 : paragraph.heading == nil ? 1 : 1.6
      return result
    }
  }

  /// Numbers of lists stand below each other.
  private var markerFont: Font {
    var font = font
    font.hasTabularFigures = true
    return font
  }

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
      // Its letters are wide and tall beside those of other families.
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

  /// The sizes of headings, in those of the text.
  private static let sizes = [1.6, 1.35, 1.15, 1.0]
  /// How strongly the colour of the text lies behind code.
  private static let codeAlpha = 0.08
}

extension Markdown.Marker {
  /// The marker as it is drawn.
  fileprivate var text: String {
    switch self {
    case .bullet: "•"
    case .number(let number): "\(number)."
    }
  }
}

extension Markdown {
  /// Reads a text for a part; what is wrong or not known in it is told at the text.
  ///
  /// Nil when it cannot be read.
  static func read(_ text: String, _ node: JSONNode, _ path: JSONPath, _ context: ReadContext) -> Markdown? {
    do throws(RasterError) {
      let markdown = try Markdown(text)
      for entry in markdown.unsupported.prefix(20) {
        context.warning(
          node, path, "\(entry.what) in Markdown (line \(entry.line) of the text) is drawn as plain words",
          hint: entry.what == "a line across" ? "use a part of type 'separator'" : nil)
      }
      for link in Set(markdown.paragraphs.flatMap(\.runs).compactMap(\.link)).sorted() {
        var target = JSONNode(.string(link), place: node.place, isBound: true)
        target.place = node.place
        _ = ValueKind<String>.link.parse(target, path, context)
      }
      return markdown
    } catch {
      context.error(node, path, error.message)
      return nil
    }
  }
}
