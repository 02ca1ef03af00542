import Testing

@testable import CardRaster

/// The cache for a text that is measured in several widths.
@Suite struct ShapingCacheTests {
  private let words = "Eight long words, so that the lines of this paragraph end between them"
  private let other = "Quite-another text, with its breaks at other places than the first one"

  @Test func aTextIsShapedOnceForAllWidthsItFits() throws {
    let library = try TextSamples.library()
    _ = try library.shape([TextSamples.span(words)], ParagraphStyle())
    let before = library.loaded.shapedBytes
    for width in [2000.0, 3000, 4000] {
      _ = try library.shape([TextSamples.span(words)], ParagraphStyle(), width: width)
    }
    var faint = TextSamples.span(words)
    faint.color = .white
    _ = try library.shape([faint], TextSamples.style(.center), width: 2500)
    #expect(library.loaded.shapedBytes == before)
  }

  /// Line ends are requested from Pango, which may hold another text by then.
  @Test func theCacheDoesNotChangeLineEnds() throws {
    let library = try TextSamples.library()
    for text in [words, other] { _ = try library.shape([TextSamples.span(text)], ParagraphStyle()) }
    for width in [60.0, 100, 200, 300] {
      for text in [words, other] {
        let alone = try TextSamples.library().shape([TextSamples.span(text)], ParagraphStyle(), width: width)
        #expect(try library.shape([TextSamples.span(text)], ParagraphStyle(), width: width) == alone)
      }
    }
  }

  @Test("A change of the glyphs is another key", arguments: [12.0, 13])
  func looks(size: Double) throws {
    let library = try TextSamples.library()
    var spans = [TextSamples.span("Waffle 1111")]
    func check() throws {
      #expect(
        try library.shape(spans, ParagraphStyle(), width: 500)
          == TextSamples.library().shape(spans, ParagraphStyle(), width: 500))
    }
    try check()
    spans[0].font.size = size
    try check()
    spans[0].letterSpacing = 1
    try check()
    spans[0].font.hasTabularFigures = true
    try check()
    spans[0].font.weight = 700
    try check()
    spans.append(TextSamples.span("more"))
    try check()
  }

  /// A text measured without a width is reused for other widths only if the result is the same.
  @Test(
    "The cache does not change a text",
    arguments: [
      "One line", "Two\nlines of their own", "שלום עולם", "One line\nשלום", "Left to right, שלום, and on", "",
      "  ",
      "Ends in spaces   ", "123\n\n45",
    ])
  func alignments(text: String) throws {
    let library = try TextSamples.library()
    for alignment in ParagraphStyle.Alignment.allCases {
      for isMirrored in [false, true] {
        var style = TextSamples.style(alignment, maxLines: 3)
        style.isMirrored = isMirrored
        for width in [nil, 30, 61.5, 150, 400] as [Double?] {
          let alone = try TextSamples.library().shape([TextSamples.span(text)], style, width: width)
          #expect(
            try library.shape([TextSamples.span(text)], style, width: width) == alone,
            "\(alignment) \(isMirrored) \(width ?? 0)")
        }
        style.exclusions = [RoundedRect(rect: Rect(x: 0, y: 0, width: 20, height: 10))]
        for width in [nil, 400] as [Double?] {
          let alone = try TextSamples.library().shape([TextSamples.span(text)], style, width: width)
          #expect(try library.shape([TextSamples.span(text)], style, width: width) == alone)
        }
      }
    }
  }

  @Test func onlyTheMostRecentOnesStay() throws {
    var answers = ShapingCache()
    func question(_ number: Int) -> ShapingKey {
      let spans = [TextSamples.span("Text \(number)")]
      return ShapingKey(text: TextClusters(spans), spans: spans, request: LineRequest())
    }
    for number in 0..<ShapingCache.most + 2 {
      answers.insert(RawText(lines: [], faces: []), for: question(number))
    }
    #expect(answers.answer(to: question(0)) == nil)
    #expect(answers.answer(to: question(1)) == nil)
    for number in 2..<ShapingCache.most + 2 { #expect(answers.answer(to: question(number)) != nil) }
    let long = [TextSamples.span(String(repeating: "a", count: ShapingCache.bytes + 1))]
    let asked = ShapingKey(text: TextClusters(long), spans: long, request: LineRequest())
    answers.insert(RawText(lines: [], faces: []), for: asked)
    #expect(answers.answer(to: asked) == nil)
  }
}
