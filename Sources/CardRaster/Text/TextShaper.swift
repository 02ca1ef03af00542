/// Shapes spans: breaks lines, fits them, and places them.
struct TextShaper {
  /// The spans at the size at which they are drawn.
  let spans: [TextSpan]
  let style: ParagraphStyle
  /// In points; nil for no limit.
  private(set) var width: Double?
  /// In points; nil for no limit.
  let height: Double?
  let clusters: TextClusters
  /// The whole text; see `ShapedText.words`.
  let wholeText: String
  let tier: LoadedFonts.Tier
  /// For each span, the number of its family.
  let families: [Int]
  /// For each span, the requested face.
  let asked: [FontFace]
  /// For each span, the metrics of that face.
  let heights: [FaceMetrics]
  /// For each span, whether its face is taller than its line.
  let isCapped: [Bool]
  /// For each span, the width of the missing-glyph box, in em.
  let missingAdvances: [Double]
  let faces: FontFaces
  /// The language for the glyph forms of ideographs.
  let language: String
  /// The word lists of languages without spaces between words.
  let words: WordLists
  /// The fonts, for hyphenation patterns that few texts need.
  let loaded: LoadedFonts
  /// The hyphenation patterns; nil for no hyphenation.
  let patterns: HyphenationPatterns?

  /// Chooses fonts for a text, without shaping it.
  init(
    _ spans: [TextSpan], _ style: ParagraphStyle, width: Double?, height: Double?, _ loaded: LoadedFonts
  ) throws(RasterError) {
    // A text without spans still has the height of a line.
    let spans =
      spans.isEmpty
      ? [TextSpan("", font: Font(FontCatalog.sans, size: 16), color: .black)] : spans.map(\.tracked)
    var prepared = try loaded.prepare(spans)
    wholeText = prepared.clusters.sourceText
    if style.maxLines == 1 { prepared.clusters.joinLines() }
    var asked: [FontFace] = []
    var heights: [FaceMetrics] = []
    var isCapped: [Bool] = []
    var missingAdvances: [Double] = []
    for (span, family) in zip(spans, prepared.families) {
      let face = prepared.tier.fonts.families.face(
        family: family, weight: span.font.weight, isItalic: span.font.isItalic
      ).face
      let opened = try loaded.faces.open(face)
      asked.append(face)
      let isBundled = face.path.hasPrefix(loaded.catalog.bundled)
      let metrics = isBundled ? opened.metrics.capped(at: Self.tallestLine) : opened.metrics
      heights.append(metrics)
      isCapped.append(metrics != opened.metrics)
      missingAdvances.append(try opened.advance(of: 0))
    }
    self.spans = spans
    self.style = style
    self.width = Self.usable(width)
    self.height = Self.usable(height)
    clusters = prepared.clusters
    tier = prepared.tier
    families = prepared.families
    self.asked = asked
    self.heights = heights
    self.isCapped = isCapped
    self.missingAdvances = missingAdvances
    faces = loaded.faces
    self.loaded = loaded
    words = loaded.words
    language = style.language ?? Self.language(of: spans)
    patterns = try style.hyphenation.flatMap { (language) throws(RasterError) in
      try loaded.patterns(of: language)
    }
  }

  /// The tallest line of a bundled face in em.
  ///
  /// Arabic fonts reserve room for the tallest of all glyphs in every line.
  private static let tallestLine = 1.6

  /// The same text at another size.
  private init(_ other: TextShaper, scale: Double) {
    spans = other.spans.map { $0.scaled(by: scale) }
    style = other.style
    width = other.width
    height = other.height
    clusters = other.clusters
    wholeText = other.wholeText
    tier = other.tier
    families = other.families
    asked = other.asked
    heights = other.heights
    isCapped = other.isCapped
    missingAdvances = other.missingAdvances
    faces = other.faces
    loaded = other.loaded
    words = other.words
    language = other.language
    patterns = other.patterns
  }

  /// The language of ideographs, detected from the characters beside them.
  private static func language(of spans: [TextSpan]) -> String {
    var language = "zh-hans"
    for span in spans where !span.text.utf8.allSatisfy({ $0 < 0x80 }) {
      for scalar in span.text.unicodeScalars {
        if (0x3040...0x30FF).contains(scalar.value) { return "ja" }
        if (0xAC00...0xD7A3).contains(scalar.value) { language = "ko" }
      }
    }
    return language
  }

  /// The shaped text, and whether lines may end inside their paragraphs.
  func shaped() throws(RasterError) -> (text: ShapedText, isBroken: Bool) {
    let usual = style.scale < 1 ? TextShaper(self, scale: style.scale) : self
    let full = try usual.fitted()
    if style.minimumScaleFactor < style.scale, !usual.fits(full) {
      let small = try shrunk(to: max(1.0 / 64, style.minimumScaleFactor)) { $0.fits($1) }
      return (try small.shaper.placed(small.text, scaleFactor: small.scale), true)
    }
    if style.minimumScaleFactor == 1, style.minimumWordScale < style.scale, !usual.keepsWords(full) {
      // Smaller letters are better than hyphens, and hyphens are better than words broken anywhere.
      for allowsHyphens in full.hasBrokenWord ? [false, true] : [false] {
        let fits = { (shaper: TextShaper, text: FittedText) in
          allowsHyphens ? !text.hasBrokenWord : shaper.keepsWords(text)
        }
        let small = try shrunk(to: style.minimumWordScale, fits)
        if fits(small.shaper, small.text) {
          return (try small.shaper.placed(small.text, scaleFactor: small.scale), true)
        }
      }
    }
    return (try usual.placed(full, scaleFactor: style.scale), full.isBroken)
  }

  /// The text at the largest scale that fits, to 1/64, or at the smallest scale if none does.
  private func shrunk(
    to least: Double, _ fits: (TextShaper, FittedText) -> Bool
  ) throws(RasterError) -> (shaper: TextShaper, text: FittedText, scale: Double) {
    var (low, high, shaper) = (least, style.scale, TextShaper(self, scale: least))
    var best = try shaper.fitted()
    guard fits(shaper, best) else { return (shaper, best, low) }
    while high - low > 1.0 / 64 {
      let middle = (low + high) / 2
      let candidate = TextShaper(self, scale: middle)
      let text = try candidate.fitted()
      if fits(candidate, text) {
        (low, shaper, best) = (middle, candidate, text)
      } else {
        high = middle
      }
    }
    return (shaper, best, low)
  }

  /// The same text in another width; infinite for no limit.
  func resized(to width: Double) -> TextShaper { changing(self) { $0.width = Self.usable(width) } }

  private func fits(_ text: FittedText) -> Bool {
    guard !text.isTruncated else { return false }
    if let height, text.height > height + 0.01 { return false }
    if let width, text.lines.contains(where: { $0.raw.width > width + 0.01 }) { return false }
    return keepsWords(text)
  }

  /// Whether no word is broken because it is wider than a line.
  private func keepsWords(_ text: FittedText) -> Bool {
    style.lineBreakMode == .charWrap
      || !text.hasEmergencyHyphens && !text.hasBrokenWord && !text.cutsPhrase
  }

  /// A length that Pango supports: not negative, and no limit if it is larger than every card.
  private static func usable(_ length: Double?) -> Double? {
    guard let length, length.isFinite, length <= Limits.number else { return nil }
    return max(0, length)
  }
}

/// The metrics of a face, in em; distances below the baseline are positive.
struct FaceMetrics: Hashable, Sendable {
  /// Design units of one em.
  var unitsPerEm: Double
  /// From the baseline up to the top of the line.
  var ascent: Double
  /// From the baseline down to the bottom of the line.
  var descent: Double
  /// The top edge of an underline, below the baseline.
  var underlineTop: Double
  var underlineThickness: Double
  /// The top edge of a strikethrough; negative, as it is above the baseline.
  var strikethroughTop: Double
  var strikethroughThickness: Double
}

extension FaceMetrics {
  /// The same with a maximum line height; ascent and descent are scaled in proportion.
  func capped(at most: Double) -> FaceMetrics {
    guard ascent + descent > most else { return self }
    var result = self
    result.ascent = ascent * most / (ascent + descent)
    result.descent = descent * most / (ascent + descent)
    return result
  }
}

extension TextShaper {
  /// Lines of a text that flows around shapes.
  ///
  /// How it works: each paragraph is measured as one line. Each row takes the free intervals at its height
  /// from the area, fills them in the direction of the paragraph, and moves down if no word fits. A row that
  /// becomes taller than expected is filled again, since it may overlap more shapes then. Text below all
  /// shapes is broken like any other text.
  func flowed(most: Int?) throws(RasterError) -> FittedText {
    let area = TextArea(
      width: width ?? .infinity, shapes: style.exclusions, padding: max(0, style.exclusionPadding))
    let all = clusters.clusters
    let enough = most.map { $0 < Int.max ? $0 + 1 : $0 } ?? .max
    var flow = Flow()
    var start = 0
    while flow.rows < enough {
      guard area.hasShapes(below: flow.top) else {
        var rest = try broken(most: most.map { max(1, $0 - flow.rows) }, from: start)
        for index in rest.lines.indices { rest.lines[index].stretch(by: style) }
        flow.appendWhole(rest, width: area.width, spacing: style.lineSpacing)
        break
      }
      let end = all[start...].firstIndex { $0.kind == .newline } ?? all.count
      try appendParagraph(start..<end, in: area, enough: enough, to: &flow)
      guard end < all.count else { break }
      start = end + 1
    }
    return flow.text
  }

  private func appendParagraph(
    _ paragraph: Range<Int>, in area: TextArea, enough: Int, to flow: inout Flow
  ) throws(RasterError) {
    var cursor = try Cursor(paragraph, self)
    repeat {
      try appendRow(&cursor, in: area, to: &flow)
    } while cursor.place < paragraph.upperBound && flow.rows < enough
  }

  private func appendRow(
    _ cursor: inout Cursor, in area: TextArea, to flow: inout Flow
  ) throws(RasterError) {
    let span =
      clusters.clusters.isEmpty ? 0 : clusters.clusters[min(cursor.place, clusters.clusters.count - 1)].span
    let (ascent, descent) = reach(of: span)
    let expected = (ascent + descent) * style.lineHeightMultiple
    var height = expected
    var attempts = 0
    while true {
      let slots = area.slots(at: flow.top, height: height, atLeast: 2 * spans[span].font.size)
      var row = FittedText()
      var next = cursor
      for slot in cursor.measure.isRightToLeft ? slots.reversed() : slots {
        try fill(slot, of: area, from: &next, at: flow.top, in: &row)
        if next.place >= cursor.paragraph.upperBound, !row.lines.isEmpty { break }
      }
      guard !row.lines.isEmpty else {
        flow.top = area.top(after: flow.top, height: height) ?? flow.top + height
        (height, attempts) = (expected, 0)
        continue
      }
      if cursor.paragraph.isEmpty { (row.lines[0].ascent, row.lines[0].descent) = (ascent, descent) }
      row.level(style)
      // Alternating heights could keep a row from settling; the last attempt is used then.
      if row.lines[0].height <= height + 0.01 || attempts == 8 {
        cursor = next
        flow.append(row, spacing: style.lineSpacing)
        return
      }
      height = row.lines[0].height
      attempts += 1
    }
  }

  /// Puts the words that fit into an interval of a row.
  ///
  /// It puts none if the first of them would have to be broken there but not further down.
  private func fill(
    _ slot: TextArea.Slot, of area: TextArea, from cursor: inout Cursor, at top: Double,
    in row: inout FittedText
  ) throws(RasterError) {
    let end = try cursor.end(width: slot.width, self)
    if slot.width < area.width, cursor.place < cursor.paragraph.upperBound {
      if cursor.measure.advances[cursor.place - cursor.measure.start] > slot.width { return }
      if end.isInsideWord, try !cursor.end(width: area.width, self).isInsideWord { return }
    }
    let place = try resized(to: slot.width).appendLine(
      cursor.place, end.place, cursor.measure, isLast: end.place == cursor.paragraph.upperBound,
      startsInsideWord: cursor.startsInsideWord, to: &row)
    row.lines[row.lines.count - 1].slot = FittedText.Slot(x: slot.x, width: slot.width, top: top)
    cursor.startsInsideWord = end.isInsideWord || place != end.place
    cursor.place = place
  }

  /// The ascent and descent of a line in the font of a span.
  private func reach(of span: Int) -> (ascent: Double, descent: Double) {
    let (metrics, look) = (heights[span], spans[span])
    return (
      metrics.ascent * look.font.size + look.baselineOffset,
      metrics.descent * look.font.size - look.baselineOffset
    )
  }
}

/// The current position in a paragraph.
private struct Cursor {
  let paragraph: Range<Int>
  var place: Int
  var startsInsideWord = false
  /// Of the clusters of `window`.
  private(set) var measure: ParagraphMeasure
  private var window: Range<Int>

  init(_ paragraph: Range<Int>, _ shaper: TextShaper) throws(RasterError) {
    self.paragraph = paragraph
    place = paragraph.lowerBound
    window = place..<min(paragraph.upperBound, place + TextShaper.portion)
    measure = try shaper.measured(window, isRightToLeft: shaper.style.isRightToLeft)
  }

  /// The end of a line that starts here.
  mutating func end(
    width: Double, _ shaper: TextShaper
  ) throws(RasterError) -> LineEnd {
    while true {
      let end = measure.end(ofLineFrom: place, width: width)
      // A line that ends with the window may continue after it.
      if end.place < window.upperBound || window.upperBound == paragraph.upperBound { return end }
      let portion = window.lowerBound == place ? 2 * window.count : TextShaper.portion
      window = place..<min(paragraph.upperBound, place + portion)
      measure = try shaper.measured(window, isRightToLeft: measure.isRightToLeft)
    }
  }
}

/// Rows of a text around shapes, from top to bottom.
private struct Flow {
  var text = FittedText()
  var rows = 0
  /// The top of the next row.
  var top = 0.0

  /// Appends the fragments of one row.
  mutating func append(_ row: FittedText, spacing: Double) {
    top += (row.lines.first?.height ?? 0) + spacing
    rows += 1
    appendLines(of: row)
  }

  /// Appends lines of the whole width.
  mutating func appendWhole(_ rest: FittedText, width: Double, spacing: Double) {
    var rest = rest
    for index in rest.lines.indices {
      rest.lines[index].slot = FittedText.Slot(x: 0, width: width, top: top)
      top += rest.lines[index].height + spacing
      rows += 1
    }
    appendLines(of: rest)
  }

  private mutating func appendLines(of part: FittedText) {
    for var line in part.lines {
      line.source += text.sources.count
      text.lines.append(line)
    }
    text.sources += part.sources
  }
}

extension FittedText {
  /// Gives all fragments of a row the same baseline and height.
  fileprivate mutating func level(_ style: ParagraphStyle) {
    let ascent = lines.reduce(-Double.infinity) { max($0, $1.ascent) }
    let descent = lines.reduce(-Double.infinity) { max($0, $1.descent) }
    for index in lines.indices {
      lines[index].ascent = ascent
      lines[index].descent = descent
      lines[index].stretch(by: style)
    }
  }

  /// The number of fragments in the first rows that fit; at least those of one row.
  func fragments(most: Int?, height: Double?) -> Int {
    var row = 0
    var top: Double?
    for (index, line) in lines.enumerated() {
      guard let slot = line.slot else { continue }
      if slot.top != top {
        row += 1
        top = slot.top
      }
      if row > most ?? .max { return index }
      if row > 1, let height, slot.top + line.height > height + 0.01 { return index }
    }
    return lines.count
  }
}
