/// Collects the decorations of one line: backgrounds, rules, links.
struct MarkRow {
  private(set) var backgrounds: [ShapedText.Mark] = []
  private(set) var rules: [ShapedText.Mark] = []
  private(set) var links: [ShapedText.Link] = []

  private let source: FittedText.Source
  private let spans: [TextSpan]
  private let heights: [FaceMetrics]
  private let frame: Rect
  private let baseline: Double

  init(
    _ source: FittedText.Source, spans: [TextSpan], heights: [FaceMetrics], frame: Rect, baseline: Double
  ) {
    self.source = source
    self.spans = spans
    self.heights = heights
    self.frame = frame
    self.baseline = baseline
  }

  /// Visits the glyphs in visual order; adjacent marks of the same look are merged.
  mutating func collect(_ glyphs: [RawLine.Glyph]) {
    guard spans.contains(where: \.hasMarks) else { return }
    var x = frame.minX
    for glyph in glyphs {
      let end = x + glyph.advance
      if end > x {
        addMarks(ofSpan: source.clusters.clusters[source.owners[glyph.byte]].span, from: x, to: end)
      }
      x = end
    }
  }

  private mutating func addMarks(ofSpan number: Int, from x: Double, to end: Double) {
    let span = spans[number]
    if let color = span.backgroundColor {
      Self.appendMark(
        ShapedText.Mark(
          rect: Rect(x: x, y: frame.minY, width: end - x, height: frame.height), color: color),
        to: &backgrounds)
    }
    let metrics = heights[number]
    let line = baseline - span.baselineOffset
    if span.isUnderlined {
      addRule(span, line, metrics.underlineTop, metrics.underlineThickness, from: x, to: end)
    }
    if span.isStruckThrough {
      addRule(span, line, metrics.strikethroughTop, metrics.strikethroughThickness, from: x, to: end)
    }
    if span.link != nil || span.finding != nil {
      let target = span.link ?? ""
      let rect = Rect(x: x, y: frame.minY, width: end - x, height: frame.height)
      if let last = links.indices.last, links[last].target == target,
        links[last].finding == span.finding, Self.touch(links[last].rect, rect)
      {
        links[last].rect.size.width = end - links[last].rect.minX
      } else {
        links.append(ShapedText.Link(rect: rect, target: target, finding: span.finding, text: span.text))
      }
    }
  }

  private mutating func addRule(
    _ span: TextSpan, _ line: Double, _ top: Double, _ thickness: Double, from x: Double, to end: Double
  ) {
    let size = span.font.size
    let rect = Rect(x: x, y: line + top * size, width: end - x, height: thickness * size)
    Self.appendMark(ShapedText.Mark(rect: rect, color: span.color), to: &rules)
  }

  private static func appendMark(_ mark: ShapedText.Mark, to marks: inout [ShapedText.Mark]) {
    // Underlines and strikethroughs alternate, so the last but one may be the one to extend.
    for index in marks.indices.suffix(2).reversed()
    where marks[index].color == mark.color && touch(marks[index].rect, mark.rect) {
      marks[index].rect.size.width = mark.rect.maxX - marks[index].rect.minX
      return
    }
    marks.append(mark)
  }

  /// Whether a rectangle starts at the end of another one, in the same row.
  private static func touch(_ left: Rect, _ right: Rect) -> Bool {
    abs(left.maxX - right.minX) < 0.001 && left.minY == right.minY && left.height == right.height
  }
}

extension TextSpan {
  /// Whether it has a background, a rule or a link.
  fileprivate var hasMarks: Bool {
    backgroundColor != nil || isUnderlined || isStruckThrough || link != nil || finding != nil
  }
}
