import CardRaster
import Testing

@Suite("Letter spacing, and borders between spans")
struct LetterSpacingTests {
  func shape(_ spans: [TextSpan]) throws -> ShapedText {
    try TextSamples.library().shape(spans, ParagraphStyle())
  }

  func glyphs(_ text: ShapedText) -> [UInt32] {
    text.lines.flatMap { $0.runs.flatMap { $0.glyphs.map(\.id) } }
  }

  @Test(
    "Joined letters get no spacing, but the spaces between their words do",
    arguments: [
      ("المقهى الجديد", 1), ("دار", 0), ("مُعَلِّم", 0), ("عام 2026 م", 2), ("یہ کیفے", 1), ("قهوه، چای", 1),
    ], [4.0, -3.0])
  func joined(sample: (text: String, spaces: Int), spacing: Double) throws {
    let plain = try shape([TextSamples.span(sample.text)])
    let spaced = try shape([TextSamples.span(sample.text, letterSpacing: spacing)])
    #expect(glyphs(plain) == glyphs(spaced))
    #expect(abs(spaced.naturalWidth - plain.naturalWidth - Double(sample.spaces) * spacing) < 0.01)
  }

  @Test("Joined letters between other letters stay joined")
  func mixed() throws {
    let plain = try shape([TextSamples.span("abc عام")])
    let spaced = try shape([TextSamples.span("abc عام", letterSpacing: 5)])
    #expect(abs(spaced.naturalWidth - plain.naturalWidth - 20) < 0.01)
  }

  @Test(
    "Ligatures that belong to the spelling are kept with letter spacing",
    arguments: ["រៀនភាសាខ្មែរ", "ឿៀោៅ", "ฤๅษี", "ฦๅ", "մնալ", "हिन्दी"], [0.5, 2])
  func ligatures(text: String, spacing: Double) throws {
    let plain = try shape([TextSamples.span(text)])
    #expect(glyphs(plain) == glyphs(try shape([TextSamples.span(text, letterSpacing: spacing)])))
  }

  @Test("Inter's tracking applies only to its own letters")
  func tracked() throws {
    func width(_ text: String, isTracked: Bool) throws -> Double {
      var span = TextSamples.span(text, size: 24)
      span.font.isTracked = isTracked
      return try shape([span]).naturalWidth
    }
    for text in ["រៀនភាសា", "สวัสดี", "שלום", "नमस्ते"] {
      #expect(try width(text, isTracked: true) == width(text, isTracked: false))
    }
    #expect(try width("Hello", isTracked: true) < width("Hello", isTracked: false))
  }

  @Test(
    "A border between spans with one font does not change the letters",
    arguments: [
      ["वि", "द्", "यालय"], ["ক", "্ষ"], ["ක්‍", "ෂ"], ["ក", "្ក"], ["ស", "្ត", "្រី"], ["🇩", "🇪"],
      ["👩", "\u{200D}💻"],
      ["1", "\u{FE0F}\u{20E3}"], ["e", "\u{301}"], ["മ", "്പ"], ["A", "V"], ["ل", "ا"],
    ])
  func colors(parts: [String]) throws {
    let colors = [Color.black, Color(red: 200, green: 0, blue: 0)]
    let whole = try shape([TextSamples.span(parts.joined())])
    let cut = try shape(parts.enumerated().map { TextSamples.span($1, color: colors[$0 % 2]) })
    #expect(glyphs(whole) == glyphs(cut))
    #expect(abs(whole.naturalWidth - cut.naturalWidth) < 0.01)
    #expect(cut.lines.map(\.text) == [parts.joined()])
  }

  @Test(
    "A border between spans with two fonts moves to the end of the character or syllable",
    arguments: [
      (["ក", "្ក ខ"], "ក្ក"), (["ក្", "ក ខ"], "ក្ក"), (["क्", "ष ख"], "क्ष"), (["ක්‍", "ෂ ක"], "ක්‍ෂ"),
      (["e", "\u{301}a"], "e\u{301}"),
      (["🇩", "🇪x"], "🇩🇪"), (["က္", "က ခ"], "က္က"), (["க்", "ஷ க"], "க்ஷ"),
      (["ம்", "ப க"], "ம்"), (["မ်", "မ ခ"], "မ်"), (["a", "b"], "a"),
    ])
  func fonts(parts: [String], first: String) throws {
    let text = try shape([TextSamples.span(parts[0]), TextSamples.span(parts[1], weight: 700)])
    let regular = text.lines[0].runs.filter { $0.font.weight == 400 }
    #expect(regular.map(\.text).joined() == first)
    #expect(text.lines[0].text == parts.joined())
  }

  @Test("Overlapping translucent letters are detected")
  func overlaps() throws {
    let ink = Color(red: 0, green: 0, blue: 255, alpha: 100)
    func overlaps(_ text: String, _ spacing: Double = 0, color: Color) throws -> Bool {
      try shape([TextSamples.span(text, size: 30, letterSpacing: spacing, color: color)]).lines[0].runs
        .contains(where: \.overlaps)
    }
    for text in ["مرحبا", "हिन्दी"] {
      #expect(try overlaps(text, color: ink))
      #expect(try !overlaps(text, color: .black))
    }
    #expect(try overlaps("Tight", -6, color: ink))
    #expect(try !overlaps("Plain words, fi", color: ink))
    #expect(try !overlaps("שלום", color: ink))
  }
}
