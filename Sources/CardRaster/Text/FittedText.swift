/// Lines that are final in what they hold, with their heights, before they are placed.
struct FittedText {
  /// One line.
  struct Line {
    var raw: RawLine
    /// The number of the text in `sources` that the line's bytes count in.
    var source: Int
    /// The clusters of the line.
    var clusters: Range<Int>
    /// From the baseline to the top of the line, in points.
    var ascent: Double
    /// From the baseline to the bottom of the line, in points.
    var descent: Double
    /// The height that the line takes, in points.
    var height: Double
    /// Whether glyphs of it belong to a face that nobody asked for, or to one whose own height is not taken.
    var hasForeignInk = false
    /// Where the line stands in a text around shapes; nil where each line has the whole width below the one before.
    var slot: Slot?

    /// Gives the line the height that a style wants, over its natural one.
    mutating func stretch(by style: ParagraphStyle) {
      let natural = ascent + descent
      height = natural * style.lineHeightMultiple
      guard style.leadingDistribution == .even else { return }
      ascent += (height - natural) / 2
      descent += (height - natural) / 2
    }
  }

  /// A stretch of a row between shapes.
  struct Slot {
    var x: Double
    /// May be infinite.
    var width: Double
    var top: Double
  }

  /// A text that lines were made of.
  struct Source {
    var clusters: TextClusters
    /// For each byte the number of its cluster.
    var owners: [Int]
    var faces: [FontFace]
    var unknown: [Unicode.Scalar]
    /// Where it starts among the clusters of the whole text.
    var offset = 0
  }

  var sources: [Source] = []
  var lines: [Line] = []
  var isTruncated = false
  /// Whether lines may end where their paragraphs do not.
  var isBroken = false
  /// Of all lines with the space between them.
  var height: Double = 0
}

extension TextShaper {
  /// Breaks lines and leaves out what may not be there.
  func fitted() throws(RasterError) -> FittedText {
    let most = style.maxLines.flatMap { $0 > 0 ? $0 : nil }
    var text = style.exclusions.isEmpty ? try broken(most: most) : try flowed(most: most)
    text.isTruncated = clusters.isReduced
    if style.exclusions.isEmpty { try keepInkApart(in: &text) }
    let allowed = allowedLines(text, most: most)
    if text.lines.count > allowed {
      let last = text.lines[allowed - 1]
      let next = text.lines[allowed]
      text.lines.removeLast(text.lines.count - allowed)
      let shaper = last.slot.map { resized(to: $0.width) } ?? self
      if let end = try shaper.shortened(last, next: next, in: text) {
        text.lines[allowed - 1] = end.line
        if let slot = last.slot {
          // The fragments of a row keep one baseline.
          text.lines[allowed - 1].slot = slot
          text.lines[allowed - 1].ascent = last.ascent
          text.lines[allowed - 1].descent = last.descent
          text.lines[allowed - 1].height = last.height
        }
        text.sources.append(end.source)
        text.lines[allowed - 1].source = text.sources.count - 1
        text.isTruncated = text.isTruncated || end.isTruncated
      } else {
        text.isTruncated = true
      }
    }
    if style.exclusions.isEmpty {
      try keepInkApart(in: &text)
      text.height = text.lines.reduce(style.lineSpacing * Double(text.lines.count - 1)) { $0 + $1.height }
    } else {
      text.height = text.lines.reduce(0) { max($0, ($1.slot?.top ?? 0) + $1.height) }
    }
    return text
  }

  /// Shapes a text and measures its lines.
  func lines(of source: TextClusters, _ request: LineRequest) throws(RasterError) -> FittedText {
    var request = request
    request.language = language
    let raw = try completed(try tier.fonts.lines(of: source, spans, request), of: source)
    var text = FittedText()
    text.sources = [
      FittedText.Source(clusters: source, owners: source.owners(), faces: raw.faces, unknown: raw.unknown)
    ]
    for line in raw.lines {
      text.lines.append(try measured(line, of: text.sources[0], number: 0))
    }
    return text
  }

  /// A line with the heights of the fonts asked for; those of others do not count, so that a line with a word of another
  /// script is as high as its neighbours (see `keepInkApart`).
  func measured(
    _ raw: RawLine, of source: FittedText.Source, number: Int
  ) throws(RasterError) -> FittedText.Line {
    let first = source.owners[raw.bytes.lowerBound]
    let range = first..<max(first, source.owners[raw.bytes.upperBound])
    var ascent = -Double.infinity
    var descent = -Double.infinity
    func reach(_ metrics: FaceMetrics, _ span: TextSpan) {
      ascent = max(ascent, metrics.ascent * span.font.size + span.baselineOffset)
      descent = max(descent, metrics.descent * span.font.size - span.baselineOffset)
    }
    let all = source.clusters.clusters
    if range.isEmpty {
      let span = first < all.count ? all[first].span : all.last?.span ?? 0
      reach(heights[span], spans[span])
    }
    var lastSpan = -1
    for index in range where all[index].span != lastSpan {
      lastSpan = all[index].span
      reach(heights[lastSpan], spans[lastSpan])
    }
    var line = FittedText.Line(
      raw: raw, source: number, clusters: range, ascent: ascent, descent: descent, height: ascent + descent)
    // Fragments of a row get their common height when all are known.
    if style.exclusions.isEmpty { line.stretch(by: style) }
    line.hasForeignInk = hasForeignInk(line, source)
    if !style.exclusions.isEmpty, line.hasForeignInk { try growToInk(&line, source) }
    let isWrapped = range.upperBound < all.count && all[range.upperBound].kind != .newline
    let spaces = isWrapped ? all[range].reversed().prefix { $0.kind == .space }.count : 0
    line.raw.space(range.dropLast(spaces), source, spans)
    if isWrapped { end(&line.raw, at: range, in: source) }
    return line
  }

  /// How many lines may stay: at least one.
  private func allowedLines(_ text: FittedText, most: Int?) -> Int {
    if !style.exclusions.isEmpty { return text.fragments(most: most, height: height) }
    var allowed = most ?? .max
    guard let height else { return allowed }
    var bottom = -style.lineSpacing
    for (index, line) in text.lines.enumerated() {
      bottom += line.height + style.lineSpacing
      if bottom > height + 0.01 {
        allowed = min(allowed, max(1, index))
        break
      }
    }
    return allowed
  }
}
