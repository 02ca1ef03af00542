import BundledFonts
import CardRaster
import Testing

@Suite("Text styles")
struct TextStyleTests {
  func width(_ span: TextSpan) throws -> Double {
    try TextSamples.library().shape([span], ParagraphStyle()).naturalWidth
  }

  @Test("Tabular digits have equal widths, proportional digits do not")
  func tabular() throws {
    let tabular = try Set((0...9).map { try width(TextSamples.span("\($0)", tabular: true)) })
    let proportional = try Set((0...9).map { try width(TextSamples.span("\($0)")) })
    #expect(tabular.count == 1)
    #expect(proportional.count > 3)
  }

  @Test("Letter spacing is added after each character except for the last of a line")
  func letterSpacing() throws {
    let plain = try width(TextSamples.span("HIHIH"))
    let spaced = try width(TextSamples.span("HIHIH", letterSpacing: 2))
    let tight = try width(TextSamples.span("HIHIH", letterSpacing: -1))
    #expect(abs(spaced - plain - 8) < 0.05)
    #expect(abs(tight - plain + 4) < 0.05)
  }

  @Test("Letter spacing is the same between all pairs of letters")
  func evenSpacing() throws {
    let library = try TextSamples.library()
    let glyphs = try library.shape([TextSamples.span("HHHHH", letterSpacing: 3)], ParagraphStyle()).lines[0]
      .runs[0]
      .glyphs
    let steps = zip(glyphs, glyphs.dropFirst()).map { $1.x - $0.x }
    #expect(steps.allSatisfy { abs($0 - steps[0]) < 0.01 })
  }

  @Test(
    "The tracking of Inter is the one its makers publish for the size",
    arguments: [
      (10.0, 0.0100), (14, -0.0062), (20, -0.0167), (36, -0.0220), (100, -0.0223),
    ])
  func tracking(size: Double, share: Double) throws {
    #expect(abs(Font("Inter", size: size).tracking - share) < 0.0005)
    #expect(Font("Noto Sans Arabic", size: size).tracking == 0)
    var tracked = TextSamples.span("HIHIh", size: size)
    let plain = try width(tracked)
    tracked.font.isTracked = true
    #expect(abs(try width(tracked) - plain - 4 * share * size) < 0.01 * size)
    // Words in capitals are wider, but not short names and codes with digits.
    for (text, more) in [("HIHIH", 0.05), ("HIH", 0), ("HIHIH 12345", 0)] {
      tracked.text = text
      let loose = try width(tracked)
      tracked.font.isTracked = false
      let gaps = Double(text.count - 1) * (share + more) * size
      #expect(abs(try loose - width(tracked) - gaps) < 0.01 * size)
      tracked.font.isTracked = true
    }
  }

  @Test("A font feature is turned on by its tag")
  func features() throws {
    let slashed = try #require(FontFeature("zero"))
    let library = try TextSamples.library()
    var zero = TextSamples.span("0")
    let plain = try library.shape([zero], ParagraphStyle()).lines[0].runs[0].glyphs[0].id
    zero.font.features = [slashed]
    #expect(try library.shape([zero], ParagraphStyle()).lines[0].runs[0].glyphs[0].id != plain)
    #expect(FontFeature("zer") == nil)
    #expect(FontFeature("zero=") == nil)
    #expect(FontFeature("ss,1") == nil)
    #expect(FontFeature("salt", value: 100) == nil)
  }

  @Test(
    "Lines are placed by their alignment",
    arguments: [
      (ParagraphStyle.Alignment.left, 0.0), (.natural, 0), (.justified, 0), (.center, 0.5), (.right, 1),
    ])
  func alignment(alignment: ParagraphStyle.Alignment, share: Double) throws {
    let text = try TextSamples.library().shape(
      [TextSamples.span("a\nlonger")], TextSamples.style(alignment), width: 200)
    for line in text.lines { #expect(abs(line.frame.minX - share * (200 - line.frame.width)) < 1e-6) }
    #expect(text.size.width == (share > 0 ? 200 : text.naturalWidth))
  }

  @Test("Justified lines reach both edges, except for the last line of a paragraph")
  func justified() throws {
    let text = try TextSamples.library().shape(
      [TextSamples.span("The quick brown fox jumps over the lazy dog and runs away")],
      TextSamples.style(.justified), width: 150)
    #expect(text.lines.count > 2)
    for line in text.lines.dropLast() {
      #expect(abs(line.frame.width - 150) < 0.01)
      let last = line.runs.last
      #expect((last.map { $0.origin.x + $0.width } ?? 0) > 149)
    }
    #expect(text.lines.last?.frame.width ?? 150 < 149)
  }

  @Test("Justified ideographs are spread, but a line of one word is not")
  func justifiedWithoutSpaces() throws {
    let library = try TextSamples.library()
    let style = TextSamples.style(.justified)
    let chinese = try library.shape(
      [TextSamples.span(String(repeating: "长", count: 30))], style, width: 150)
    #expect(chinese.lines.dropLast().allSatisfy { abs($0.frame.width - 150) < 0.01 })
    let glyphs = chinese.lines[0].runs[0].glyphs
    let steps = zip(glyphs, glyphs.dropFirst()).map { $1.x - $0.x }
    #expect(steps.allSatisfy { abs($0 - steps[0]) < 0.01 && $0 > 16 })
    let word = try library.shape([TextSamples.span("Unbelievable incredible")], style, width: 110)
    #expect(word.lines.count == 2)
    #expect(word.lines[0].frame.width < 105)
  }

  @Test("Spans keep their colours, and a line has one baseline")
  func spans() throws {
    let red = Color(rgb: 0xFF0000)
    let text = try TextSamples.library().shape(
      [TextSamples.span("big ", size: 30), TextSamples.span("small", color: red)], ParagraphStyle())
    #expect(text.lines[0].runs.map(\.text) == ["big ", "small"])
    #expect(text.lines[0].runs.map(\.color) == [.black, red])
    #expect(Set(text.lines[0].runs.map(\.origin.y)) == [text.lines[0].baseline])
    #expect(abs(text.size.height - 30 * 1.21) < 0.1)
  }

  @Test("A raised span is above the baseline and makes the line taller")
  func raised() throws {
    var up = TextSamples.span("2")
    up.baselineOffset = 8
    let text = try TextSamples.library().shape([TextSamples.span("m"), up], ParagraphStyle())
    #expect(text.lines[0].runs[1].origin.y == text.lines[0].baseline - 8)
    #expect(abs(text.size.height - 16 * 1.21 - 8) < 0.1)
  }

  @Test("Underline, strikethrough, background and link cover their span in one piece")
  func marks() throws {
    var marked = TextSamples.span("marked words")
    marked.isUnderlined = true
    marked.isStruckThrough = true
    marked.backgroundColor = Color(rgb: 0xFFFF00)
    marked.link = "https://example.com"
    let line = try TextSamples.library().shape([TextSamples.span("not "), marked], ParagraphStyle()).lines[0]
    #expect(line.rules.count == 2)
    #expect(line.backgrounds.count == 1)
    #expect(line.links.map(\.target) == ["https://example.com"])
    #expect(line.backgrounds[0].rect.height == line.frame.height)
    #expect(abs(line.links[0].rect.minX - line.runs[1].origin.x) < 1e-9)
    #expect(abs(line.links[0].rect.maxX - line.frame.maxX) < 1e-6)
    #expect(line.rules[0].rect.minY > line.baseline)
    #expect(line.rules[1].rect.maxY < line.baseline - 3)
    #expect(line.rules.allSatisfy { $0.rect.height > 0.5 && $0.rect.height < 2 })
  }

  @Test("A soft hyphen is visible only at the end of a line")
  func softHyphen() throws {
    let library = try TextSamples.library()
    let free = try library.shape([TextSamples.span("Donau\u{AD}dampf")], ParagraphStyle())
    let plain = try library.shape([TextSamples.span("Donaudampf")], ParagraphStyle())
    #expect(abs(free.naturalWidth - plain.naturalWidth) < 0.5)
    let held = try library.shape([TextSamples.span("Donau\u{AD}dampf")], ParagraphStyle(), width: 60)
    let short = try library.shape([TextSamples.span("Donau")], ParagraphStyle())
    #expect(held.lines.count == 2)
    #expect(held.lines[0].frame.width > short.naturalWidth + 3)
  }

  @Test("Two libraries give the same text")
  func repeatable() throws {
    let spans = [TextSamples.span("Grüße, 你好 مرحبا 😀 "), TextSamples.span("1,234.5", tabular: true)]
    let style = TextSamples.style(.center)
    let first = try TextSamples.library().shape(spans, style, width: 100)
    #expect(try TextSamples.library().shape(spans, style, width: 100) == first)
  }
}
