import CardRaster
import Testing

@Suite("Truncated text")
struct EllipsisTests {
  let sentence = "The quick brown fox jumps over the lazy dog and runs into the deep dark forest"

  func shape(
    _ text: String, _ mode: ParagraphStyle.LineBreakMode, lines: Int?, width: Double? = 150,
    height: Double? = nil
  ) throws -> ShapedText {
    try TextSamples.library().shape(
      [TextSamples.span(text)], TextSamples.style(maxLines: lines, mode: mode), width: width, height: height)
  }

  @Test("Tail truncation cuts the end of the last line")
  func tail() throws {
    let text = try shape(sentence, .tail, lines: 2)
    #expect(text.isTruncated)
    #expect(text.lines.count == 2)
    #expect(TextSamples.shown(text)[1].hasSuffix("…"))
    #expect(!text.lines[1].text.contains("…"))
    #expect(text.naturalWidth <= 150.01)
    #expect(text.lines[1].frame.width > 120)
    #expect(sentence.hasPrefix(text.lines.map(\.text).joined()))
  }

  @Test("Head truncation cuts the start of the last line")
  func head() throws {
    let text = try shape(sentence, .head, lines: 2)
    #expect(TextSamples.shown(text)[1].hasPrefix("…"))
    #expect(TextSamples.shown(text)[1].hasSuffix("dark forest"))
    #expect(text.naturalWidth <= 150.01)
    #expect(text.isTruncated)
  }

  @Test("Middle truncation keeps the start of the line and the end of the text")
  func middle() throws {
    let text = try shape(sentence, .middle, lines: 1)
    let shown = TextSamples.shown(text)[0]
    #expect(shown.hasPrefix("The quic"))
    #expect(shown.hasSuffix("forest"))
    #expect(shown.contains("…"))
    #expect(text.naturalWidth <= 150.01)
    #expect(text.lines[0].frame.width > 120)
  }

  @Test(
    "Wrap modes show no ellipsis and report that text is missing",
    arguments: [
      ParagraphStyle.LineBreakMode.wordWrap, .charWrap,
    ])
  func cut(mode: ParagraphStyle.LineBreakMode) throws {
    let text = try shape(sentence, mode, lines: 2)
    #expect(text.lines.count == 2)
    #expect(text.isTruncated)
    #expect(!TextSamples.shown(text).joined().contains("…"))
    #expect(sentence.hasPrefix(text.lines.map(\.text).joined()))
  }

  @Test("Breaking anywhere fills each line")
  func charWrap() throws {
    let text = try shape(sentence, .charWrap, lines: nil)
    #expect(text.lines.dropLast().allSatisfy { $0.frame.width > 135 })
    #expect(text.lines.map(\.text).joined() == sentence)
    #expect(TextSamples.shown(text).joined() == sentence)
  }

  @Test("The maximum number of lines applies to all paragraphs together")
  func paragraphs() throws {
    let text = try shape("one\ntwo\nthree\nfour", .tail, lines: 2)
    #expect(TextSamples.shown(text) == ["one", "two…"])
    #expect(text.isTruncated)
    let whole = try shape("one\ntwo", .tail, lines: 2)
    #expect(!whole.isTruncated)
    #expect(TextSamples.shown(try shape("one\ntwo\nthree", .head, lines: 1)) == ["one two three"])
  }

  @Test("A single word that is too wide keeps its start")
  func oneWord() throws {
    let text = try shape("Donaudampfschifffahrtsgesellschaft", .tail, lines: 1)
    let shown = TextSamples.shown(text)[0]
    #expect(shown.hasPrefix("Donaudampf"))
    #expect(shown.hasSuffix("…"))
  }

  @Test("Without any room the ellipsis is still shown")
  func noRoom() throws {
    let text = try shape(sentence, .tail, lines: 1, width: 3)
    #expect(TextSamples.shown(text) == ["…"])
  }

  @Test("A height limit removes the lines that do not fit completely, except for the first line")
  func height() throws {
    let two = try shape(sentence, .tail, lines: nil, height: 45)
    #expect(two.lines.count == 2)
    #expect(two.isTruncated)
    #expect(TextSamples.shown(two)[1].hasSuffix("…"))
    #expect(try shape(sentence, .tail, lines: nil, height: 1).lines.count == 1)
  }

  @Test("The ellipsis of an emoji text is not an emoji")
  func emojiEllipsis() throws {
    let text = try shape(String(repeating: "😀", count: 40), .tail, lines: 1)
    #expect(TextSamples.shown(text)[0].hasSuffix("…"))
    #expect(text.lines[0].runs.last?.isColor == false)
    #expect(text.missing.isEmpty)
  }

  @Test("Text shrinks until it fits, but not below its minimum")
  func shrinks() throws {
    let library = try TextSamples.library()
    var style = TextSamples.style(maxLines: 1)
    style.minimumScaleFactor = 0.3
    let text = try library.shape([TextSamples.span("The quick brown fox")], style, width: 100)
    #expect(!text.isTruncated)
    #expect(text.naturalWidth <= 100.01)
    #expect(text.naturalWidth > 95)
    #expect(text.lines[0].runs[0].font.size == 16 * text.scaleFactor)
    style.minimumScaleFactor = 0.9
    let short = try library.shape([TextSamples.span("The quick brown fox")], style, width: 100)
    #expect(short.isTruncated)
    #expect(short.scaleFactor == 0.9)
    style.maxLines = nil
    style.minimumScaleFactor = 0.1
    let word = try library.shape([TextSamples.span("Unbreakable")], style, width: 40)
    #expect(word.lines.count == 1)
    #expect(word.scaleFactor < 0.6)
  }
}
