import CardRaster
import Testing

@Suite("Lines of text")
struct LineTests {
  let sentence = "The quick brown fox jumps over the lazy dog"

  @Test("A line in Inter is 1.21 em high")
  func lineHeight() throws {
    let text = try TextSamples.library().shape([TextSamples.span("Hello", size: 100)], ParagraphStyle())
    #expect(text.lines.count == 1)
    #expect(abs(text.size.height - 121) < 0.1)
    #expect(text.size.width == text.naturalWidth)
    #expect(abs(text.lines[0].baseline - 96.875) < 0.01)
    #expect(text.lines[0].runs.map(\.text) == ["Hello"])
    #expect(text.missing.isEmpty)
  }

  @Test("Text wraps between words and stays inside the width")
  func wraps() throws {
    let text = try TextSamples.library().shape([TextSamples.span(sentence)], ParagraphStyle(), width: 120)
    #expect(text.lines.count == 4)
    #expect(text.naturalWidth <= 120)
    #expect(text.lines.map(\.text).joined() == sentence)
    #expect(text.lines.allSatisfy { $0.text.last == " " || $0.text.last == "g" })
    #expect(!text.isTruncated)
  }

  @Test("The natural width as a width gives the same line")
  func naturalWidthFits() throws {
    let library = try TextSamples.library()
    for size in [9.0, 11.3, 16, 27.7] {
      let free = try library.shape([TextSamples.span(sentence, size: size)], ParagraphStyle())
      let held = try library.shape(
        [TextSamples.span(sentence, size: size)], ParagraphStyle(), width: free.naturalWidth)
      #expect(held == free)
    }
  }

  @Test("The lines of two paragraphs are one line height apart")
  func paragraphs() throws {
    let text = try TextSamples.library().shape(
      [TextSamples.span("a\n\nb\r\nc\u{2028}d", size: 10)], ParagraphStyle())
    #expect(text.lines.map(\.text) == ["a", "", "b", "c", "d"])
    let height = text.lines[0].frame.height
    for (index, line) in text.lines.enumerated() {
      #expect(abs(line.frame.minY - Double(index) * height) < 1e-9)
    }
  }

  @Test("An empty text is one empty line with the height of the font")
  func empty() throws {
    let library = try TextSamples.library()
    let empty = try library.shape([TextSamples.span("")], ParagraphStyle(), width: 100)
    let full = try library.shape([TextSamples.span("x")], ParagraphStyle(), width: 100)
    #expect(empty.lines.count == 1)
    #expect(empty.lines[0].runs.isEmpty)
    #expect(empty.size.height == full.size.height)
    #expect(empty.lines[0].baseline == full.lines[0].baseline)
    #expect(try library.shape([], ParagraphStyle()).lines.count == 1)
  }

  @Test("Line spacing is between lines, and the multiple adds space above the glyphs of each line")
  func spacing() throws {
    let library = try TextSamples.library()
    var style = ParagraphStyle()
    let plain = try library.shape([TextSamples.span("a\nb", size: 10)], style)
    style.lineSpacing = 5
    let spaced = try library.shape([TextSamples.span("a\nb", size: 10)], style)
    #expect(abs(spaced.size.height - plain.size.height - 5) < 1e-9)
    style.lineSpacing = 0
    style.lineHeightMultiple = 2
    let tall = try library.shape([TextSamples.span("a\nb", size: 10)], style)
    #expect(abs(tall.size.height - 2 * plain.size.height) < 1e-9)
    let below = plain.lines[0].frame.maxY - plain.lines[0].baseline
    #expect(abs(tall.lines[0].frame.maxY - tall.lines[0].baseline - below) < 1e-9)
  }

  @Test("Even leading is split equally above and below the letters, in high and low lines and next to shapes")
  func evenLeading() throws {
    let library = try TextSamples.library()
    for multiple in [0.8, 1.6] {
      for exclusions in [[], [RoundedRect(rect: Rect(x: 40, y: 0, width: 10, height: 8))]] {
        var style = ParagraphStyle()
        style.exclusions = exclusions
        let plain = try library.shape([TextSamples.span("a\nb", size: 10)], style, width: 200).lines[0]
        style.leadingDistribution = .even
        style.lineHeightMultiple = multiple
        let lines = try library.shape([TextSamples.span("a\nb", size: 10)], style, width: 200).lines
        let half = plain.frame.height * (multiple - 1) / 2
        for line in lines {
          #expect(abs(line.frame.height - plain.frame.height * multiple) < 1e-9)
          #expect(abs(line.frame.maxY - line.baseline - (plain.frame.maxY - plain.baseline) - half) < 1e-9)
        }
      }
    }
  }

  @Test("A word wider than the line is broken and loses no letter")
  func longWord() throws {
    let word = "Donaudampfschifffahrtsgesellschaft"
    let text = try TextSamples.library().shape([TextSamples.span(word)], ParagraphStyle(), width: 60)
    #expect(text.lines.count > 3)
    #expect(text.naturalWidth <= 60)
    #expect(text.lines.map(\.text).joined() == word)
    #expect(TextSamples.shown(text).joined() == word)
  }

  @Test("An emoji or a symbol does not make its line taller")
  func evenLines() throws {
    let text = try TextSamples.library().shape(
      [TextSamples.span("plain\nsmile 😀 ✔ ∯\nplain")], ParagraphStyle())
    #expect(Set(text.lines.map(\.frame.height)).count == 1)
    #expect(text.missing.isEmpty)
  }

  @Test(
    "Line separators around a text are removed; those inside it end a line",
    arguments: ["\n", "\r\n", "\r", "\u{2028}", "\u{2029}", "\u{85}", "\u{B}", "\u{C}"])
  func lineEnds(_ end: String) throws {
    let library = try TextSamples.library()
    var one = ParagraphStyle()
    one.maxLines = 1
    for style in [ParagraphStyle(), one] {
      let plain = try library.shape([TextSamples.span("Weekly plan")], style, width: 200)
      for text in ["Weekly plan\(end)", "\(end)Weekly plan", "\(end)\(end)Weekly plan\(end) \(end)"] {
        #expect(try library.shape([TextSamples.span(text)], style, width: 200) == plain)
      }
    }
    let two = try library.shape([TextSamples.span("Weekly\(end)plan")], ParagraphStyle(), width: 200)
    #expect(two.lines.map(\.text) == ["Weekly", "plan"])
    #expect(two.words == "Weekly\nplan")
    // If there is only one line, a space replaces the separator.
    let joined = try library.shape([TextSamples.span("Weekly\(end)plan")], one, width: 200)
    #expect(joined.lines.map(\.text) == ["Weekly plan"] && !joined.isTruncated)
    #expect(joined.words == "Weekly\nplan")
    // Spaces at the start are not an empty line.
    #expect(
      try library.shape([TextSamples.span("\(end)  in")], ParagraphStyle()).lines.map(\.text) == ["  in"])
    #expect(try library.shape([TextSamples.span(end)], ParagraphStyle()).lines.map(\.text) == [""])
  }

  @Test("A text keeps its original string, whatever its lines show of it")
  func words() throws {
    let library = try TextSamples.library()
    let key = "0123456789abcdef0123456789abcdef"
    #expect(try library.shape([TextSamples.span(key)], ParagraphStyle(), width: 60).words == key)
    for mode in [ParagraphStyle.LineBreakMode.tail, .head, .middle, .wordWrap, .charWrap] {
      var style = ParagraphStyle()
      (style.maxLines, style.lineBreakMode) = (1, mode)
      let cut = try library.shape([TextSamples.span(sentence)], style, width: 80)
      #expect(cut.isTruncated && cut.words == sentence)
    }
    let runs = [TextSamples.span("H"), TextSamples.span("2"), TextSamples.span("O\u{7}")]
    #expect(try library.shape(runs, ParagraphStyle()).words == "H2O")
    // A run with more characters than Pango accepts is split, which does not change the string.
    let long = String(repeating: "x", count: 3_000)
    #expect(try library.shape([TextSamples.span(long)], ParagraphStyle(), width: 300).words == long)
  }

  @Test("The string of a text that is split between two lines is split at the same place")
  func dividedWords() throws {
    let text = "First words\nsecond paragraph of words 0123456789abcdef0123456789"
    let shaped = try TextSamples.library().shape([TextSamples.span(text)], ParagraphStyle(), width: 80)
    for count in 0...shaped.lines.count {
      let (upper, lower) = shaped.divided(after: count)
      #expect(upper.words + lower.words == text)
      let blank: (Character) -> Bool = { $0.isWhitespace }
      #expect(upper.lines.map(\.text).joined().filter { !blank($0) } == upper.words.filter { !blank($0) })
      #expect(lower.lines.map(\.text).joined().filter { !blank($0) } == lower.words.filter { !blank($0) })
    }
  }
}
