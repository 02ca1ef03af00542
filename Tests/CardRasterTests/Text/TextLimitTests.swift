import TestSupport
import Testing

@testable import CardRaster

@Suite("Limits of text")
struct TextLimitTests {
  /// Shapes a long text in all relevant ways and checks that each takes a bounded time.
  func shape(_ text: String) throws {
    let library = try TextSamples.library()
    let clock = ProcessorClock()
    for mode in ParagraphStyle.LineBreakMode.allCases {
      for lines in mode == .tail ? [nil, 3] : [3] {
        let style = TextSamples.style(maxLines: lines, mode: mode)
        var shaped: ShapedText?
        let time = try clock.measure {
          shaped = try library.shape([TextSamples.span(text)], style, width: 500)
        }
        let result = try #require(shaped)
        #expect(result.naturalWidth <= 500.01)
        if let lines { #expect(result.lines.count == lines) }
        // Debug builds of tests on a busy machine are slow; without the guards one of these takes many
        // minutes.
        #expect(time < .seconds(60), "\(mode), \(lines.map(String.init) ?? "all") lines: \(time)")
      }
    }
  }

  @Test("Very many tabs in a line become spaces, but the tabs of the next line stay")
  func tabs() throws {
    func tabs(_ text: String, joined: Bool = false) -> Int {
      var clusters = TextClusters([TextSamples.span(text)])
      if joined { clusters.joinLines() }
      #expect(clusters.clusters.count == text.unicodeScalars.count)
      return clusters.bytes.count { $0 == 0x09 }
    }
    let line = "a" + String(repeating: "\t", count: Limits.tabs) + "b"
    #expect(tabs(line) == Limits.tabs)
    #expect(tabs(line + "\t\t") == Limits.tabs)
    #expect(tabs(line + "\té\t") == Limits.tabs)
    #expect(tabs([line, line, line].joined(separator: "\n")) == 3 * Limits.tabs)
    #expect(tabs([line, line, line].joined(separator: "\n"), joined: true) == Limits.tabs)
  }

  @Test("The number of glyphs that a font makes of a text is limited, however the text is divided")
  func glyphs() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/sample.ttf"
    for (times, letters) in [(1, 50), (2, 300), (4, 1_000), (4, 5_000)] {
      var font = SampleFont(outlines: [[UInt8]](repeating: [], count: times + 1))
      font.multiplications = times
      try FileWriting.write(font.bytes, to: path)
      let library = try FontLibrary(TextSamples.catalog().adding(files: [path]))
      for unit in ["a", "a ", "a\n"] {
        let span = TextSpan(
          String(repeating: unit, count: letters), font: Font("Sample", size: 12), color: .black)
        if times == 1 {
          let shaped = try library.shape([span], TextSamples.style())
          let glyphs = shaped.lines.reduce(0) { $0 + $1.runs.reduce(0) { $0 + $1.glyphs.count } }
          #expect(glyphs >= 8 * letters)
        } else {
          let error = #expect(throws: RasterError.self) { try library.shape([span], TextSamples.style()) }
          #expect(error?.message.hasPrefix("the number of glyphs in a text is ") == true)
        }
      }
    }
  }

  @Test("A composite glyph has at most a thousand components, eight levels deep")
  func parts() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/sample.ttf"
    func check(_ outlines: [[UInt8]], _ reason: String?) throws {
      try FileWriting.write(SampleFont(outlines: outlines).bytes, to: path)
      guard let reason else {
        _ = try TextSamples.catalog().adding(files: [path])
        return
      }
      #expect(throws: RasterError.file(path: "sample.ttf", reason: reason)) {
        try TextSamples.catalog().adding(files: [path])
      }
    }
    func chain(_ depth: Int, _ count: Int) -> [[UInt8]] {
      (0..<depth).map { SampleFont.parts([Int](repeating: $0 + 2, count: count)) } + [[]]
    }
    let many = "a composite glyph has more than 1000 components"
    let deep = "composite glyphs are nested more than 8 deep"
    try check(chain(1, 1_000), nil)
    try check(chain(1, 1_001), many)
    try check(chain(2, 31), nil)
    try check(chain(2, 32), many)
    try check(chain(6, 100), many)
    try check(chain(8, 1), nil)
    try check(chain(9, 1), deep)
    try check([SampleFont.parts([1])], deep)
    try check([SampleFont.parts([2]), SampleFont.parts([1])], deep)
    try check([SampleFont.parts([900])], nil)
  }

  @Test("Shaping 100 kB without a break opportunity takes a bounded time")
  func unbroken() throws { try shape(String(repeating: "a", count: 100_000)) }

  @Test("Shaping 100 kB of words takes a bounded time")
  func words() throws { try shape(String(repeating: "word ", count: 20_000)) }

  /// Texts for which removing the end of a line piece by piece would shape the whole line each time.
  static let padded = [
    "ab" + String(repeating: " ", count: 9_000), String(repeating: " ", count: 9_000),
    String(repeating: "\t", count: 9_000), "ab" + String(repeating: "\u{2003}", count: 9_000),
    String(repeating: "\u{AD}", count: 9_000), "a" + String(repeating: "\u{200B}", count: 9_000),
    String(repeating: "क्", count: 9_000),
    String(repeating: "ab" + String(repeating: " ", count: 998), count: 9),
    String(repeating: "a", count: 2_100) + String(repeating: " ", count: 9_000) + "b",
  ]

  @Test("Every text is shaped only a few times, even if most of it is invisible", arguments: padded)
  func shapedBytes(text: String) throws {
    let library = try TextSamples.library()
    var around = TextSamples.style()
    around.exclusions = [RoundedRect(rect: Rect(x: 0, y: 10, width: 100, height: 300))]
    let styles =
      ParagraphStyle.LineBreakMode.allCases.map { TextSamples.style(maxLines: 2, mode: $0) } + [
        TextSamples.style(), TextSamples.style(.justified), around,
      ]
    for (style, width) in styles.flatMap({ [($0, 500.0), ($0, 3)] }) {
      let before = library.loaded.shapedBytes
      _ = try library.shape([TextSamples.span(text)], style, width: width)
      let count = library.loaded.shapedBytes - before
      #expect(count < 60 * text.utf8.count, "\(style), width \(width)")
    }
  }

  @Test("Spaces at the end hang over the edge")
  func hangingSpaces() throws {
    let library = try TextSamples.library()
    for text in [Self.padded[0], Self.padded[1], Self.padded[3]] {
      let shaped = try library.shape([TextSamples.span(text)], ParagraphStyle(), width: 500)
      #expect(shaped.lines.count == 1)
      #expect(shaped.naturalWidth <= 500.01)
      #expect(shaped.isTruncated == false)
    }
  }

  @Test("An endless sequence of joined consonants is broken into lines")
  func conjuncts() throws {
    let text = String(repeating: "क्", count: 9_000)
    let shaped = try TextSamples.library().shape([TextSamples.span(text)], ParagraphStyle(), width: 300)
    #expect(shaped.lines.count > 100)
    #expect(shaped.naturalWidth <= 300.01)
  }

  @Test("The search for the first attempt that fits takes few attempts")
  func firstFitting() {
    for count in 1...70 {
      for wanted in 0...count {
        var attempts: [Int] = []
        let found = CardRaster.firstFitting(of: count) { number in
          attempts.append(number)
          return number
        } fits: {
          $0 >= wanted
        }
        #expect(found.number == min(wanted, count - 1) && found.result == found.number)
        #expect(attempts.count <= 2 * (Int.bitWidth - count.leadingZeroBitCount) + 1)
        #expect(Set(attempts).count == attempts.count)
        if wanted == 0 { #expect(attempts == [0]) }
        if wanted == 1, count > 1 { #expect(attempts == [0, 1]) }
      }
    }
  }

  @Test(
    "A long paragraph breaks at the same places as a short one",
    arguments: [
      "The quick brown fox, jumps over-the lazy dog (again).  ", "שלום עולם מה שלומך היום ",
      "很长的句子没有空格。还有 one ",
    ])
  func longAsShort(sentence: String) throws {
    let library = try TextSamples.library()
    for alignment in [ParagraphStyle.Alignment.natural, .justified] {
      let short = try library.shape(
        [TextSamples.span(String(repeating: sentence, count: 1500 / sentence.count))],
        TextSamples.style(alignment),
        width: 230)
      let long = try library.shape(
        [TextSamples.span(String(repeating: sentence, count: 6000 / sentence.count))],
        TextSamples.style(alignment),
        width: 230)
      #expect(short.lines.count > 20)
      let pairs = zip(short.lines.dropLast(2), long.lines)
      #expect(pairs.first { TextSamples.trimmed($0.text) != TextSamples.trimmed($1.text) } == nil)
      #expect(pairs.first { abs($0.frame.width - $1.frame.width) > 0.1 } == nil)
      #expect(pairs.first { abs($0.frame.minX - $1.frame.minX) > 0.1 } == nil)
      #expect(pairs.first { $0.frame.minY != $1.frame.minY } == nil)
    }
  }

  @Test("Shaping 100 kB of combining marks takes a bounded time, and most of them are dropped")
  func marks() throws {
    let text = "a" + String(repeating: "\u{301}", count: 49_000)
    let library = try TextSamples.library()
    let shaped = try library.shape([TextSamples.span(text)], ParagraphStyle(), width: 500)
    #expect(shaped.isTruncated)
    #expect(shaped.lines[0].runs[0].glyphs.count <= Limits.combiningMarks + 1)
    let pairs = String(repeating: "a\u{301}\u{302}", count: 20_000)
    #expect(try library.shape([TextSamples.span(pairs)], ParagraphStyle(), width: 500).isTruncated == false)
  }

  @Test("A long run of invisible characters is shortened, and no visible character is lost")
  func invisible() throws {
    let library = try TextSamples.library()
    let (many, few) = (Limits.invisibleRun + 9, Limits.invisibleRun)
    for sign in ["\u{AD}", "\u{200B}", "\u{2060}", "\u{200D}"] {
      let text = String(repeating: "a" + String(repeating: sign, count: many), count: 2) + "é"
      let shaped = try library.shape([TextSamples.span(text)], ParagraphStyle())
      let kept = String(repeating: "a" + String(repeating: sign, count: few), count: 2) + "é"
      #expect(Array(shaped.lines[0].text.unicodeScalars) == Array(kept.unicodeScalars))
    }
  }

  @Test("A long text in the largest size keeps its lines inside the width")
  func largest() throws {
    let span = TextSamples.span(String(repeating: "wide ", count: 4000), size: Limits.fontSize)
    let text = try TextSamples.library().shape([span], ParagraphStyle(), width: 12_000)
    #expect(text.lines.count > 1000)
    #expect(text.naturalWidth <= 12_001)
  }

  @Test("Too much text, too large a font and a font without a size are errors")
  func errors() throws {
    let library = try TextSamples.library()
    #expect(throws: RasterError.limit(what: "the length of a text in bytes", value: 100_001, limit: 100_000))
    {
      try library.shape([TextSamples.span(String(repeating: "a", count: 100_001))], ParagraphStyle())
    }
    #expect(throws: RasterError.limit(what: "a font's size", value: 2001, limit: 2000)) {
      try library.shape([TextSamples.span("a", size: 2001)], ParagraphStyle())
    }
    for size in [0, -1, .nan, .infinity] {
      #expect(throws: RasterError.self) {
        try library.shape([TextSamples.span("a", size: size)], ParagraphStyle())
      }
    }
  }

  @Test("Control characters are removed, tabs and line feeds are kept")
  func controls() throws {
    let text = try TextSamples.library().shape(
      [TextSamples.span("a\u{0}b\u{7}c\td\re\r"), TextSamples.span("\nf")], ParagraphStyle())
    #expect(text.lines.map(\.text) == ["abc\td", "e", "f"])
    #expect(text.missing.isEmpty)
  }
}
