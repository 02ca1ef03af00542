package import CardRaster

/// Paragraphs of one text, with spacing, indentation and list markers.
package struct TextParagraphs: Sendable {
  package struct Paragraph: Sendable {
    package var spans: [TextSpan]
    /// The list marker before it.
    package var marker: TextSpan?
    /// The nesting depth in lists.
    package var depth = 0
    /// The space above it, relative to the paragraph spacing.
    var gap = 1.0
    /// The background colour behind all of its lines, with padding.
    var ground: Color?
    /// The heading level; nil for other paragraphs.
    var heading: Int?
  }

  package var paragraphs: [Paragraph]
  /// The paragraph spacing, in points.
  package var spacing: Double
  /// The font of the text, on which list indentation is based.
  package var font: Font
  /// The style and position of lines.
  package var block: TextBlock

  package init(paragraphs: [Paragraph], spacing: Double, font: Font, block: TextBlock) {
    self.paragraphs = paragraphs
    self.spacing = spacing
    self.font = font
    self.block = block
  }

  /// The box of all paragraphs, at most as wide as proposed.
  ///
  /// Lines that do not fit the height are omitted, with a warning.
  package func layoutText(_ proposal: SizeProposal, _ context: LayoutContext) throws(RasterError) -> LayoutBox
  {
    let insets = block.insets
    let indent = try indents(context)
    var width = proposal.width.reduced(by: insets.horizontal)
    let height = proposal.height.reduced(by: insets.vertical)
    var pile = try pile(width, most: height.bound, indent, context)
    if width.exact == nil {
      // All lines are aligned within the width of the widest paragraph.
      width = .exact(min(width.bound, pile.width))
      pile = try self.pile(width, most: height.bound, indent, context)
    }
    let boxHeight = height.resolve(pile.height)
    let room = max(0, boxHeight - pile.height)
    let top =
      switch block.verticalAlignment {
      case .top: 0.0
      case .center: room / 2
      case .bottom: room
      }
    var box = LayoutBox(
      size: Size(
        width: max(0, pile.width + insets.horizontal), height: max(0, boxHeight + insets.vertical)))
    for (frame, color) in pile.grounds {
      let origin = Point(x: frame.minX + insets.left, y: frame.minY + insets.top + top)
      let outline = RoundedRect(
        rect: Rect(origin: origin, size: frame.size), radii: CornerRadii(font.size * Self.groundRadius))
      box.add(.roundedRect(outline, .solid(color)))
    }
    for (text, point) in pile.texts {
      box.add(text, at: Point(x: point.x + insets.left, y: point.y + insets.top + top))
    }
    box.flow = BoxFlow(.lines)
    box.warnings = pile.warnings
    return box
  }

  /// Texts with their positions.
  private struct Pile {
    var texts: [(ShapedText, Point)] = []
    var grounds: [(Rect, Color)] = []
    var width = 0.0
    var height = 0.0
    var warnings: [DeckIssue] = []
  }

  private func pile(
    _ width: SizeProposal.Length, most: Double, _ indents: [Double], _ context: LayoutContext
  ) throws(RasterError) -> Pile {
    var pile = Pile()
    var lines = block.style.maxLines
    for (number, paragraph) in paragraphs.enumerated() {
      let gap = number == 0 ? 0 : spacing * paragraph.gap
      let indent = indents[min(paragraph.depth, indents.count - 1)]
      let room = paragraph.ground == nil ? Insets.zero : groundInsets
      let start = indent + room.left
      if lines == 0 || (number > 0 && pile.height + gap + font.size > most + 0.1) {
        pile.warnings.append(cut(from: paragraph, context))
        // Omitted paragraphs are still part of the text's alt text.
        let rest = paragraphs[number...].map { ($0.marker.map { $0.text + " " } ?? "") + $0.words }
        if let last = pile.texts.indices.last {
          pile.texts[last].0.words += "\n" + rest.joined(separator: "\n")
        }
        break
      }
      var inner = block
      inner.spans = paragraph.spans
      inner.style.maxLines = lines
      (inner.verticalAlignment, inner.insets) = (.top, .zero)
      let isCode = paragraph.ground != nil
      if isCode {
        (inner.style.isRightToLeft, inner.style.alignment) = (false, context.isMirrored ? .right : .left)
      }
      let offer = SizeProposal(
        width: width.reduced(by: start + room.right),
        height: .fit(max(0, most - pile.height - gap - room.vertical)))
      let box = try inner.layoutText(offer, context)
      let top = pile.height + gap + room.top
      let whole = start + box.size.width + room.right
      // A box that will be mirrored starts at the left here.
      let isRightToLeft = !context.isMirrored && (context.startsAtRight || box.startsAtRight)
      let isAtEnd = isCode && context.isMirrored && width.exact != nil
      let left =
        isAtEnd
        ? (width.exact ?? whole) - room.left - box.size.width : isRightToLeft && !isCode ? room.right : start
      for case .text(let text, let point) in box.content {
        if let marker = paragraph.marker, let baseline = text.lines.first?.baseline {
          var shaped = try shape(marker, isRightToLeft: isRightToLeft || context.isMirrored, context)
          shaped.role = .label
          let gap = font.size * Self.markerGap
          let x = isRightToLeft ? whole - start + gap : start - gap - shaped.naturalWidth
          let rise = shaped.lines.first?.baseline ?? baseline
          pile.texts.append((shaped, Point(x: x, y: top + point.y + baseline - rise)))
        }
        var text = text
        text.role = paragraph.marker != nil ? .body : paragraph.heading.map { .heading($0) } ?? text.role
        pile.texts.append((text, Point(x: left + point.x, y: top + point.y)))
        lines = lines.map { max(0, $0 - text.lines.count) }
      }
      pile.width = max(pile.width, whole)
      pile.height = top + box.size.height + room.bottom
      if let color = paragraph.ground {
        let ground = Rect(
          x: isRightToLeft ? 0 : indent, y: top - room.top, width: (width.exact ?? whole) - indent,
          height: pile.height - top + room.top)
        pile.grounds.append((ground, color))
      }
      pile.warnings += box.warnings
    }
    if let exact = width.exact { pile.width = exact }
    return pile
  }

  /// The padding between a background and its lines.
  private var groundInsets: Insets {
    Insets(top: font.size * 0.7, left: font.size * 0.8, bottom: font.size * 0.7, right: font.size * 0.8)
  }
  /// The corner radius of a background, in em.
  private static let groundRadius = 0.5

  private func cut(from paragraph: Paragraph, _ context: LayoutContext) -> DeckIssue {
    let words = LayoutContext.opening(of: paragraph.words)
    return context.warning("the text from \(words) on does not fit and was cut")
  }

  /// The list marker.
  ///
  /// In right-to-left text the dot of a number is left of it.
  private func shape(
    _ marker: TextSpan, isRightToLeft: Bool, _ context: LayoutContext
  ) throws(RasterError) -> ShapedText {
    var style = ParagraphStyle()
    style.isRightToLeft = isRightToLeft
    style.maxLines = 1
    style.alignment = .left
    return try context.shape([marker], style, width: nil)
  }

  /// The space between a marker and its paragraph, in em.
  private static let markerGap = 0.5

  /// The indentation at each depth, with space for the widest marker.
  private func indents(_ context: LayoutContext) throws(RasterError) -> [Double] {
    let deepest = paragraphs.map(\.depth).max() ?? 0
    var result = [0.0]
    for depth in stride(from: 1, through: deepest, by: 1) {
      var widest = font.size * 0.35
      for text in Set(paragraphs.filter { $0.depth == depth }.compactMap(\.marker)).sorted(by: {
        $0.text < $1.text
      }) {
        widest = max(widest, try shape(text, isRightToLeft: context.isMirrored, context).naturalWidth)
      }
      result.append((result[depth - 1] + widest + font.size * Self.markerGap).rounded(.up))
    }
    return result
  }
}

extension LayoutBox {
  /// Whether the text in the box is right-to-left.
  fileprivate var startsAtRight: Bool {
    content.contains { if case .text(let text, _) = $0 { text.isRightToLeft } else { false } }
  }
}

extension TextParagraphs.Paragraph {
  /// The spans split into paragraphs; a line separator or a vertical tab only ends a line.
  ///
  /// Empty paragraphs at both ends are omitted.
  package static func split(_ spans: [TextSpan]) -> [Self] {
    var result = [Self(spans: [])]
    var endedInReturn = false
    for span in spans {
      var text = span.text[...]
      // A carriage return and its line feed may be in different spans.
      if endedInReturn, text.first == "\n" { text.removeFirst() }
      if let last = text.last { endedInReturn = last == "\r" }
      for (number, words) in text.split(omittingEmptySubsequences: false, whereSeparator: endsParagraph)
        .enumerated()
      {
        if number > 0 { result.append(Self(spans: [])) }
        var piece = span
        piece.text = String(words)
        result[result.count - 1].spans.append(piece)
      }
    }
    while result.count > 1, result[result.count - 1].isBlank { result.removeLast() }
    let seen = result.drop(while: \.isBlank)
    return Array(seen.isEmpty ? result.prefix(1) : seen)
  }

  /// The text without the marker.
  fileprivate var words: String { spans.map(\.text).joined() }

  private static func endsParagraph(_ character: Character) -> Bool {
    character.isNewline && character != "\u{2028}" && character != "\u{B}"
  }

  private var isBlank: Bool { words.allSatisfy(\.isWhitespace) }
}
