/// Makes a shaped text of spans: breaks lines, fits them, places them.
struct TextShaper {
  /// The spans at the size at which they are drawn.
  let spans: [TextSpan]
  let style: ParagraphStyle
  /// In points; nil for no end.
  private(set) var width: Double?
  /// In points; nil for no end.
  let height: Double?
  let clusters: TextClusters
  /// The whole text; see `ShapedText.words`.
  let wholeText: String
  let tier: LoadedFonts.Tier
  /// For each span the number of its family.
  let families: [Int]
  /// For each span the face that was asked for.
  let asked: [FontFace]
  /// For each span the heights of that face.
  let heights: [FaceMetrics]
  /// For each span whether its face is higher than a line of it.
  let isCapped: [Bool]
  /// For each span how wide the sign for a missing character is, in em.
  let missingAdvances: [Double]
  let faces: FontFaces
  /// The language that the forms of ideographs follow.
  let language: String
  /// The words of languages without spaces between them.
  let words: WordLists
  /// Where words may be broken; nil where they are not.
  let patterns: HyphenationPatterns?

  /// Chooses fonts for a text; nothing is shaped yet.
  init(
    _ spans: [TextSpan], _ style: ParagraphStyle, width: Double?, height: Double?, _ loaded: LoadedFonts
  ) throws(RasterError) {
    // A text without a span still has the height of a line.
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
    words = loaded.words
    language = style.language ?? Self.language(of: spans)
    patterns = try style.hyphenation.flatMap { (language) throws(RasterError) in
      try loaded.patterns(of: language)
    }
  }

  /// The tallest line of a bundled face in em: fonts of Arabic make room for the tallest of all signs in every line.
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
    words = other.words
    language = other.language
    patterns = other.patterns
  }

  /// The language of ideographs by the signs that stand beside them.
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

  /// The whole of the work; with the text whether lines may end where their paragraphs do not.
  func shaped() throws(RasterError) -> (text: ShapedText, isBroken: Bool) {
    let full = try fitted()
    guard style.minimumScaleFactor < 1, !fits(full) else {
      return (try placed(full, scaleFactor: 1), full.isBroken)
    }
    // The largest scale that fits, to 1/64; the smallest one when none does.
    var low = max(1.0 / 64, style.minimumScaleFactor)
    var high = 1.0
    var shaper = TextShaper(self, scale: low)
    var best = try shaper.fitted()
    guard shaper.fits(best) else { return (try shaper.placed(best, scaleFactor: low), true) }
    while high - low > 1.0 / 64 {
      let middle = (low + high) / 2
      let candidate = TextShaper(self, scale: middle)
      let text = try candidate.fitted()
      if candidate.fits(text) {
        (low, shaper, best) = (middle, candidate, text)
      } else {
        high = middle
      }
    }
    return (try shaper.placed(best, scaleFactor: low), true)
  }

  /// The same text in lines of another width; infinite for no end.
  func resized(to width: Double) -> TextShaper {
    var result = self
    result.width = Self.usable(width)
    return result
  }

  private func fits(_ text: FittedText) -> Bool {
    guard !text.isTruncated else { return false }
    if let height, text.height > height + 0.01 { return false }
    if let width, text.lines.contains(where: { $0.raw.width > width + 0.01 }) { return false }
    return style.lineBreakMode == .charWrap || !text.lines.contains { $0.raw.startsInsideWord }
  }

  /// A length that Pango can work with: not negative, and none at all when it is beyond every card.
  private static func usable(_ length: Double?) -> Double? {
    guard let length, length.isFinite, length <= Limits.number else { return nil }
    return max(0, length)
  }
}
