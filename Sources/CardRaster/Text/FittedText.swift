/// Lines with their final content and heights, before they are placed.
struct FittedText {
  struct Line {
    var raw: RawLine
    /// The index in `sources` of the text that the line's byte offsets refer to.
    var source: Int
    /// The clusters of the line.
    var clusters: Range<Int>
    /// From the baseline to the top of the line, in points.
    var ascent: Double
    /// From the baseline to the bottom of the line, in points.
    var descent: Double
    /// The height that the line takes, in points.
    var height: Double
    /// Whether it has glyphs of a fallback face, or of one whose own height is ignored.
    var hasForeignInk = false
    /// The position of the line in a text around shapes.
    ///
    /// It is nil if each line has the whole width below the previous one.
    var slot: Slot?

    /// Applies the line height of a style to the natural height.
    mutating func stretch(by style: ParagraphStyle) {
      let natural = ascent + descent
      height = natural * style.lineHeightMultiple
      guard style.leadingDistribution == .even else { return }
      ascent += (height - natural) / 2
      descent += (height - natural) / 2
    }
  }

  /// A free interval of a row between shapes.
  struct Slot {
    var x: Double
    /// May be infinite.
    var width: Double
    var top: Double
  }

  /// The text that lines were made from.
  struct Source {
    var clusters: TextClusters
    /// For each byte, the number of its cluster.
    var owners: [Int]
    var faces: [FontFace]
    var unknown: [Unicode.Scalar]
    /// Its position among the clusters of the whole text.
    var offset = 0
  }

  var sources: [Source] = []
  var lines: [Line] = []
  var isTruncated = false
  /// Whether a word is hyphenated because it is wider than a line.
  var hasEmergencyHyphens = false
  /// Whether a line starts inside a word.
  var hasBrokenWord: Bool { lines.contains { $0.raw.startsInsideWord } }
  /// Whether a line of a Japanese heading starts inside a phrase.
  var cutsPhrase = false
  /// Whether lines may end inside their paragraphs.
  var isBroken = false
  /// Of all lines, including the space between them.
  var height: Double = 0
}

extension TextShaper {
  /// Breaks lines and leaves out those that do not fit.
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

  /// A line with the heights of the requested fonts.
  ///
  /// Fallback fonts do not count, so that a line with a word of another script is as high as its neighbours
  /// (see `keepInkApart`).
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
    // Fragments of a row get their common height when all of them are known.
    if style.exclusions.isEmpty { line.stretch(by: style) }
    line.hasForeignInk = hasForeignInk(line, source)
    if !style.exclusions.isEmpty, line.hasForeignInk { try growToInk(&line, source) }
    let isWrapped = range.upperBound < all.count && all[range.upperBound].kind != .newline
    let spaces = isWrapped ? all[range].reversed().prefix { $0.kind == .space }.count : 0
    line.raw.space(range.dropLast(spaces), source, spans)
    if isWrapped { end(&line.raw, at: range, in: source) }
    return line
  }

  /// The number of lines that may stay: at least one.
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

extension TextShaper {
  /// The maximum number of clusters of a text that Pango shapes as a whole.
  static let wholeText = 2048
  /// The maximum number of bytes of such a text: clusters with many marks are long.
  private static let wholeTextBytes = 16_384
  /// The number of clusters of a long text that are shaped at a time.
  static let portion = 1024
  /// The maximum number of clusters of a short paragraph.
  ///
  /// In a long text, `longParagraph` breaks longer ones.
  private static let shortParagraph = 32

  /// Lines of the whole text, or of as much of it as `most` lines and one more need.
  ///
  /// How it works: a text of a usual size is shaped as a whole (`wrapped`). A text of 100 kB would take Pango
  /// minutes. In such a text, short paragraphs are shaped in portions, and long paragraphs are broken line by
  /// line.
  ///
  /// - Parameter first: the cluster to start with, the first of a paragraph.
  func broken(most: Int?, from first: Int = 0) throws(RasterError) -> FittedText {
    let all = clusters.clusters
    let bytes = clusters.bytes.count - (first < all.count ? all[first].start : clusters.bytes.count)
    guard all.count - first > Self.wholeText || bytes > Self.wholeTextBytes else {
      guard first > 0 else { return try wrapped(clusters) }
      var text = FittedText()
      text.isBroken = true
      text.append(try wrapped(clusters.part(first..<all.count)), offset: first)
      return text
    }
    let enough = most.map { $0 < Int.max ? $0 + 1 : $0 } ?? .max
    var text = FittedText()
    text.isBroken = true
    var start = first
    while text.lines.count < enough {
      let end = shortParagraphs(from: start)
      if end > start || start == all.count {
        var part = try wrapped(clusters.part(start..<end))
        // Text after the last line feed belongs to the next portion.
        if end < all.count { part.lines.removeLast() }
        text.append(part, offset: start)
        guard end < all.count else { break }
        start = end
      } else {
        let end = all[start...].firstIndex { $0.kind == .newline } ?? all.count
        try appendLongParagraph(start..<end, enough: enough, to: &text)
        guard end < all.count else { break }
        start = end + 1
      }
    }
    return text
  }

  /// The end of the short paragraphs from a position on: after a line feed or at the end of the text.
  private func shortParagraphs(from start: Int) -> Int {
    let all = clusters.clusters
    var end = start
    while end < all.count, end - start < Self.portion {
      let limit = width == nil ? all.count : min(all.count, end + Self.shortParagraph)
      if let newline = all[end..<limit].firstIndex(where: { $0.kind == .newline }) {
        end = newline + 1
      } else {
        return limit == all.count ? limit : end
      }
    }
    return end
  }

  /// Breaks one paragraph: each line takes as many words as fit, by the advances of the unbroken text.
  ///
  /// Each line is then shaped separately, in the direction of the paragraph; embeddings of explicit direction
  /// marks do not continue from one line into the next.
  private func appendLongParagraph(
    _ paragraph: Range<Int>, enough: Int, to text: inout FittedText
  ) throws(RasterError) {
    var start = paragraph.lowerBound
    var portion = Self.portion
    var isRightToLeft = style.isRightToLeft
    var startsInsideWord = false
    while start < paragraph.upperBound {
      let window = start..<min(paragraph.upperBound, start + portion)
      let measure = try measured(window, isRightToLeft: isRightToLeft)
      isRightToLeft = measure.isRightToLeft
      var line = start
      while line < window.upperBound, text.lines.count < enough {
        let end = measure.end(ofLineFrom: line, width: width ?? .infinity)
        // A line that ends with the window may continue after it.
        guard end.place < window.upperBound || window.upperBound == paragraph.upperBound else { break }
        let isLast = end.place == paragraph.upperBound
        let place = try appendLine(
          line, end.place, measure, isLast: isLast, startsInsideWord: startsInsideWord, to: &text)
        startsInsideWord = end.isInsideWord || place != end.place
        line = place
      }
      if text.lines.count >= enough { return }
      if line == start { portion *= 2 } else { portion = Self.portion }
      start = line
    }
  }

  /// Shapes a line; removes words from its end, then characters, while it is wider than its advances.
  ///
  /// The number of words to remove is found by bisection, since each attempt shapes the whole line.
  func appendLine(
    _ start: Int, _ end: Int, _ measure: ParagraphMeasure, isLast: Bool, startsInsideWord: Bool,
    to text: inout FittedText
  ) throws(RasterError) -> Int {
    let room = (width ?? .infinity) + 0.01
    var end = end
    var (line, source) = try line(start..<end, measure, isLast: isLast)
    if line.raw.width > room {
      let ends = measure.breaks(before: end, after: start)
      if !ends.isEmpty {
        let fitting = try firstFitting(of: ends.count) { (number) throws(RasterError) in
          try self.line(start..<ends[number], measure, isLast: false)
        } fits: {
          $0.0.raw.width <= room
        }
        end = ends[fitting.number]
        (line, source) = fitting.result
      }
    }
    line.raw.startsInsideWord = startsInsideWord
    var part = FittedText()
    part.lines = [line]
    part.sources = [source]
    text.append(part, offset: start)
    return end
  }

  private func line(
    _ range: Range<Int>, _ measure: ParagraphMeasure, isLast: Bool
  ) throws(RasterError) -> (FittedText.Line, FittedText.Source) {
    var part = clusters.part(range)
    if !isLast { part.hangSpaces() }
    if !isLast, let last = part.clusters.last,
      let sign = measure.hyphens[range.upperBound - measure.start]?.sign
    {
      part.appendSign(
        sign, span: last.span, family: tier.choice.family(for: sign, asked: families[last.span]))
    }
    let request = LineRequest(isRightToLeft: measure.isRightToLeft, missingAdvances: missingAdvances)
    var shaped = try lines(of: part, request)
    let directions =
      shaped.lines.first?.misdirected(by: measure, from: range.lowerBound, shaped.sources[0]) ?? [:]
    if !directions.isEmpty {
      part = part.separated(at: [], directions: directions)
      shaped = try lines(of: part, request)
    }
    guard var line = shaped.lines.first else {
      throw .library(operation: "shape text", reason: "Pango returned no line")
    }
    let whole = 0..<part.clusters.count
    if !isLast {
      self.end(&line.raw, at: whole, in: shaped.sources[0])
    } else if line.raw.width > (width ?? .infinity) + 0.01 {
      // Spaces after the last word hang over the edge, as at every other line end.
      _ = dropSpaces(at: whole, of: &line.raw, in: shaped.sources[0])
    }
    return (line, shaped.sources[0])
  }

  /// The advances of the clusters of a window in one line.
  func measured(_ window: Range<Int>, isRightToLeft: Bool?) throws(RasterError) -> ParagraphMeasure {
    let part = clusters.part(window)
    let request = LineRequest(isRightToLeft: isRightToLeft, missingAdvances: missingAdvances)
    let shaped = try lines(of: part, request)
    return try measure(
      shaped.lines.first, of: shaped.sources[0], in: 0..<window.count, mayBreak: try breaks(in: part),
      start: window.lowerBound)
  }
}

extension FittedText {
  /// Appends the lines of a portion.
  fileprivate mutating func append(_ part: FittedText, offset: Int) {
    guard var source = part.sources.first else { return }
    source.offset = offset
    for var line in part.lines {
      line.source = sources.count
      lines.append(line)
    }
    sources.append(source)
  }
}

/// The distance that ink reaches from the baseline.
struct InkReach: Hashable, Sendable {
  /// Upwards.
  var ascent = -Double.infinity
  /// Downwards.
  var descent = -Double.infinity

  /// Extends this reach by another one.
  mutating func include(_ other: InkReach, size: Double = 1, offset: Double = 0) {
    ascent = max(ascent, other.ascent * size + offset)
    descent = max(descent, other.descent * size - offset)
  }
}

extension TextShaper {
  /// Moves lines apart if the ink of a fallback face would touch that of a neighbour or leave the text's box.
  ///
  /// All glyphs of such a face count in each line that has one, so that lines of one script have equal
  /// distances.
  func keepInkApart(in text: inout FittedText) throws(RasterError) {
    guard text.lines.contains(where: \.hasForeignInk), let first = text.lines.indices.first else { return }
    let faceReaches = try faceReaches(in: text)
    let reaches = text.lines.map { reach(of: $0, in: text.sources[$0.source], faceReaches) }
    let size = spans.first?.font.size ?? 0
    let (gap, edge) = (Self.clearance * size, Self.reachBeyondEdge * size)
    for index in text.lines.indices {
      let above = text.lines[index].height - text.lines[index].descent
      var needed = reaches[index].ascent
      if index > first, text.lines[index].hasForeignInk || text.lines[index - 1].hasForeignInk {
        needed += reaches[index - 1].descent + gap - text.lines[index - 1].descent - style.lineSpacing
      } else if index > first || !text.lines[index].hasForeignInk {
        continue
      }
      let growth = max(0, needed - above - (index == first ? edge : 0))
      text.lines[index].ascent += growth
      text.lines[index].height += growth
    }
    guard let last = text.lines.indices.last, text.lines[last].hasForeignInk else { return }
    let growth = max(0, reaches[last].descent - text.lines[last].descent - edge)
    text.lines[last].descent += growth
    text.lines[last].height += growth
  }

  /// How far ink may reach beyond the text's box, in em, so that rows with and without diacritics are equally high.
  private static let reachBeyondEdge = 0.2
  /// The minimum gap between the ink of two lines, in em.
  private static let clearance = 0.05

  /// Makes a line as high as its ink: for fragments beside shapes, whose neighbours are not known yet.
  func growToInk(_ line: inout FittedText.Line, _ source: FittedText.Source) throws(RasterError) {
    var own = FittedText()
    own.sources = [source]
    own.lines = [line]
    own.lines[0].source = 0
    let reach = reach(of: own.lines[0], in: source, try faceReaches(in: own))
    line.ascent = max(line.ascent, reach.ascent)
    line.descent = max(line.descent, reach.descent)
    line.height = max(line.height, line.ascent + line.descent)
  }

  /// Whether a line has glyphs whose ink may exceed the heights of the requested fonts.
  ///
  /// Symbols and emoji do not count: they are small, or fit by design.
  func hasForeignInk(_ line: FittedText.Line, _ source: FittedText.Source) -> Bool {
    var last = (span: -1, face: -1)
    for glyph in line.raw.glyphs where glyph.id != .max {
      let cluster = source.clusters.clusters[source.owners[glyph.byte]]
      guard last != (cluster.span, glyph.face) else { continue }
      last = (cluster.span, glyph.face)
      let family = tier.fonts.families.all[cluster.family]
      if FontCatalog.signFamilies.contains(family.name) || family.isColor { continue }
      if source.faces[glyph.face] != asked[cluster.span] || isCapped[cluster.span] { return true }
    }
    return false
  }

  /// The ink reach of each face's glyphs in a text, in em.
  private func faceReaches(in text: FittedText) throws(RasterError) -> [FontFace: InkReach] {
    var reaches: [FontFace: InkReach] = [:]
    for line in text.lines {
      let source = text.sources[line.source]
      for glyph in line.raw.glyphs where glyph.id != .max {
        let face = source.faces[glyph.face]
        let span = spans[source.clusters.clusters[source.owners[glyph.byte]].span]
        var ink = try faces.open(face).ink(of: glyph.id)
        let shift = glyph.y / max(span.font.size, 1)
        ink.ascent -= shift
        ink.descent += shift
        reaches[face, default: InkReach()].include(ink)
      }
    }
    return reaches
  }

  private func reach(
    of line: FittedText.Line, in source: FittedText.Source, _ reaches: [FontFace: InkReach]
  ) -> InkReach {
    var result = InkReach(ascent: 0, descent: 0)
    var last = (span: -1, face: -1)
    for glyph in line.raw.glyphs where glyph.id != .max {
      let number = source.clusters.clusters[source.owners[glyph.byte]].span
      guard last != (number, glyph.face) else { continue }
      last = (number, glyph.face)
      let span = spans[number]
      result.include(
        reaches[source.faces[glyph.face]] ?? InkReach(), size: span.font.size, offset: span.baselineOffset)
    }
    return result
  }
}
