import CardRaster
import Testing

@Suite("Scripts, emoji and missing characters")
struct ScriptTests {
  @Test(
    "An emoji sequence is one glyph of Noto Color Emoji",
    arguments: [
      "😀", "👨‍👩‍👧‍👦", "👍🏽", "🇩🇪", "1️⃣", "❤️", "🏳️‍🌈", "👩🏾‍🚀",
    ])
  func emoji(sequence: String) throws {
    let text = try TextSamples.library().shape([TextSamples.span("a\(sequence)b")], ParagraphStyle())
    let runs = text.lines[0].runs
    #expect(runs.map(\.isColor) == [false, true, false])
    #expect(runs[1].glyphs.count == 1)
    #expect(runs[1].face.name == "NotoColorEmoji")
    #expect(runs[1].text == sequence)
    #expect(abs(runs[1].width - 16 * 1.245) < 0.1)
    #expect(text.missing.isEmpty)
  }

  @Test("A symbol without an emoji selector has the colour of the text")
  func textPresentation() throws {
    let text = try TextSamples.library().shape([TextSamples.span("1 © ✔ ❤ ☎")], ParagraphStyle())
    #expect(text.lines[0].runs.allSatisfy { !$0.isColor })
    #expect(text.missing.isEmpty)
  }

  @Test(
    "Every script of the bundle has its font",
    arguments: [
      ("مرحبا بالعالم", "NotoSansArabic-Regular"), ("שלום", "NotoSansHebrew-Regular"),
      ("नमस्ते", "NotoSansDevanagari-Regular"), ("নমস্কার", "NotoSansBengali-Regular"),
      ("வணக்கம்", "NotoSansTamil-Regular"), ("สวัสดี", "NotoSansThai-Regular"),
      ("你好世界", "NotoSansCJK-Regular"), ("こんにちは", "NotoSansCJK-Regular"), ("안녕하세요", "NotoSansCJK-Regular"),
      ("丂", "DroidSansFallback"),
      ("გამარჯობა", "NotoSansGeorgian-Regular"), ("𝕳𝖊𝖑𝖑𝖔", "NotoSansMath-Regular"),
      ("ជំរាបសួរ", "NotoSansKhmer-Regular"), ("Привет Γειά", "Inter-Regular"),
    ])
  func script(text: String, face: String) throws {
    let shaped = try TextSamples.library().shape([TextSamples.span(text)], ParagraphStyle())
    #expect(shaped.missing.isEmpty)
    // Spaces are those of the requested family.
    let words = shaped.lines[0].runs.filter { $0.text != " " }
    #expect(Set(words.map(\.face.name)) == [face])
    #expect(shaped.lines[0].runs.flatMap(\.glyphs).allSatisfy { $0.id != 0 })
  }

  @Test("Bold text in another script is bold if the bundle has a bold face")
  func bold() throws {
    let shaped = try TextSamples.library().shape([TextSamples.span("مرحبا", weight: 700)], ParagraphStyle())
    #expect(shaped.lines[0].runs[0].face.name == "NotoSansArabic-Bold")
  }

  @Test("A family without a bold or an italic face gets a synthetic one, which is reported")
  func synthesis() throws {
    let library = try TextSamples.library()
    let plain = try library.shape([TextSamples.span("ગુજરાતી")], ParagraphStyle())
    let bold = try library.shape([TextSamples.span("ગુજરાતી a", weight: 700)], ParagraphStyle())
    let face = try #require(bold.lines[0].runs.first?.face)
    #expect(face.isEmboldened && !face.isSlanted)
    #expect(bold.withoutBold.contains("ગ") && !bold.withoutBold.contains("a"))
    #expect(plain.withoutBold.isEmpty)
    // The letters keep their positions but are heavier.
    let glyph = try #require(plain.lines[0].runs.first?.glyphs.first?.id)
    func ink(_ face: FontFace) throws -> Int {
      let mask = try #require(try library.mask(of: glyph, in: face, pixelSize: 64, phaseX: 0, phaseY: 0))
      return mask.coverage.reduce(0) { $0 + Int($1) }
    }
    #expect(Double(try ink(face)) > 1.15 * Double(try ink(try #require(plain.lines[0].runs.first?.face))))
    var slanted = TextSamples.span("مرحبا")
    slanted.font.isItalic = true
    let italic = try library.shape([slanted], ParagraphStyle())
    #expect(italic.lines[0].runs.allSatisfy { $0.face.isSlanted })
    #expect(!italic.withoutItalic.isEmpty)
  }

  @Test("The glyphs of ideographs follow the language")
  func forms() throws {
    let library = try TextSamples.library()
    func glyph(_ text: String, _ language: String?) throws -> UInt32 {
      var style = ParagraphStyle()
      style.language = language
      return try #require(
        try library.shape([TextSamples.span(text)], style).lines[0].runs.first?.glyphs.first?.id)
    }
    let forms = try ["ja", "zh-hans", "zh-hant", "ko"].map { try glyph("直", $0) }
    #expect(Set(forms).count > 1)
    #expect(try glyph("直す", nil) == glyph("直", "ja"))
    #expect(try glyph("直", nil) == glyph("直", "zh-hans"))
  }

  @Test("Bold ideographs are bold")
  func boldIdeographs() throws {
    let shaped = try TextSamples.library().shape([TextSamples.span("太字の見出し", weight: 900)], ParagraphStyle())
    #expect(Set(shaped.lines[0].runs.map(\.face.name)) == ["NotoSansCJK-Bold"])
    #expect(shaped.withoutBold.isEmpty)
  }

  @Test("Right-to-left text starts at the right, with its first letter last in the run")
  func rightToLeft() throws {
    let library = try TextSamples.library()
    let text = try library.shape([TextSamples.span("שלום abc")], ParagraphStyle(), width: 200)
    #expect(abs(text.lines[0].frame.maxX - 200) < 1e-6)
    #expect(text.size.width == 200)
    #expect(text.lines[0].text == "שלום abc")
    #expect(text.lines[0].runs.first?.text == "abc")
    #expect(text.lines[0].runs.last?.isRightToLeft == true)
    let left = try library.shape([TextSamples.span("abc שלום")], ParagraphStyle(), width: 200)
    #expect(left.lines[0].frame.minX == 0)
    let cut = try library.shape(
      [TextSamples.span("שלום עולם שלום עולם")], TextSamples.style(maxLines: 1), width: 80)
    #expect(cut.lines[0].runs.first?.text.hasSuffix("…") == true)
    #expect(abs(cut.lines[0].frame.maxX - 80) < 1e-6)
  }

  @Test("Chinese breaks between any two characters, but not before a full stop")
  func chinese() throws {
    let source = "这是一个很长的句子没有空格。还有一句话在这里。"
    let text = try TextSamples.library().shape([TextSamples.span(source)], ParagraphStyle(), width: 100)
    #expect(text.lines.count > 3)
    #expect(text.lines.map(\.text).joined() == source)
    #expect(text.lines.allSatisfy { $0.text.first != "。" && $0.frame.width <= 100.01 })
  }

  @Test("A character that no font supports is reported once and drawn as the missing glyph")
  func missing() throws {
    let text = try TextSamples.library().shape(
      [TextSamples.span("a\u{F1234}b\u{1F8FF}\u{F1234}")], ParagraphStyle())
    #expect(text.missing == ["\u{F1234}", "\u{1F8FF}"])
    let glyphs = text.lines[0].runs.flatMap(\.glyphs)
    #expect(glyphs.count == 5)
    #expect(glyphs.filter { $0.id == 0 }.count == 3)
    #expect(glyphs[2].x - glyphs[1].x > 4 || text.lines[0].runs.count > 1)
    #expect(text.lines[0].runs.map(\.text).joined() == "a\u{F1234}b\u{1F8FF}\u{F1234}")
  }

  @Test("Joiners, selectors and direction marks are not missing")
  func silent() throws {
    let text = try TextSamples.library().shape(
      [TextSamples.span("a\u{200D}b\u{FE0F}c\u{200F}d\u{200B}e\u{AD}f\u{2060}")], ParagraphStyle())
    #expect(text.missing.isEmpty)
  }

  @Test("Earlier shaping does not affect the result")
  func historyFree() throws {
    let fresh = try TextSamples.library()
    let used = try TextSamples.library()
    for text in ["مرحبا", "你好", "✔ ❤ 😀", "नमस्ते"] {
      _ = try used.shape([TextSamples.span(text, size: 20)], ParagraphStyle())
    }
    for text in ["Hello ✔ 😀", "1 © ™ →", "Ω ≠ ∞"] {
      let spans = [TextSamples.span(text)]
      #expect(try fresh.shape(spans, ParagraphStyle()) == used.shape(spans, ParagraphStyle()))
    }
  }
}
