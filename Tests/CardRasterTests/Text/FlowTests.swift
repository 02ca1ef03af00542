import CardRaster
import TestSupport
import Testing

@testable import CardRaster

@Suite("Text around shapes")
struct FlowTests {
  static let words =
    "The quick brown fox jumps over the lazy dog and runs away before it can be caught by anybody "

  static func style(
    _ shapes: [RoundedRect], padding: Double = 0, _ alignment: ParagraphStyle.Alignment = .natural,
    maxLines: Int? = nil, mode: ParagraphStyle.LineBreakMode = .tail
  ) -> ParagraphStyle {
    var style = TextSamples.style(alignment, maxLines: maxLines, mode: mode)
    style.exclusions = shapes
    style.exclusionPadding = padding
    return style
  }

  static func rect(_ x: Double, _ y: Double, _ width: Double, _ height: Double, radius: Double = 0)
    -> RoundedRect
  {
    RoundedRect(rect: Rect(x: x, y: y, width: width, height: height), radii: CornerRadii(radius))
  }

  /// Checks that no line touches a shape, and that no word is lost.
  static func check(_ text: ShapedText, _ source: String, _ shapes: [RoundedRect], padding: Double = 0) {
    for line in text.lines where line.frame.width > 0 {
      for shape in shapes {
        let rect = shape.rect
        guard rect.minY < line.frame.maxY - 0.02, rect.maxY > line.frame.minY + 0.02 else { continue }
        let taken = shape.extent(from: line.frame.minY, to: line.frame.maxY)
        #expect(
          line.frame.maxX <= taken.lowerBound - padding + 0.02
            || line.frame.minX >= taken.upperBound + padding - 0.02, "\(line.text) \(line.frame)")
      }
    }
    #expect(text.lines.map(\.text).joined() == source)
  }

  @Test(
    "A distant shape changes nothing",
    arguments: [
      "The quick brown fox, jumps over-the lazy dog (again).  \n\nA new one. ",
      "שלום עולם מה שלומך היום 12 abc. ",
      "很长的句子没有空格。还有 one ", "soft\u{AD}hyphens are ex\u{AD}tra\u{AD}or\u{AD}di\u{AD}na\u{AD}ry things ",
    ]) func farAway(sentence: String) throws
  {
    let library = try TextSamples.library()
    let source = String(repeating: sentence, count: 600 / sentence.count)
    for alignment in [ParagraphStyle.Alignment.natural, .justified, .center, .right] {
      let plain = try library.shape([TextSamples.span(source)], TextSamples.style(alignment), width: 230)
      let flowed = try library.shape(
        [TextSamples.span(source)], Self.style([Self.rect(0, 5000, 10, 10)], alignment), width: 230)
      try #require(plain.lines.count == flowed.lines.count)
      for (a, b) in zip(plain.lines, flowed.lines) {
        #expect(TextSamples.trimmed(a.text) == TextSamples.trimmed(b.text))
        #expect(abs(a.baseline - b.baseline) < 1e-6)
        // Spaces at the end of a line are dropped in one way of shaping, and have zero width in the other.
        // An inserted hyphen is a little closer to its letter in one way than in the other.
        let tolerance = a.text.hasSuffix("\u{AD}") ? 2 : 0.1
        #expect(abs(a.frame.width - b.frame.width) < tolerance)
        #expect(abs(a.frame.minX - b.frame.minX) < tolerance)
      }
      #expect(abs(plain.size.height - flowed.size.height) < 1e-6)
    }
  }

  @Test("A picture at the upper left indents only the lines next to it")
  func indents() throws {
    let text = try TextSamples.library().shape(
      [TextSamples.span(Self.words + Self.words, size: 12)],
      Self.style([Self.rect(0, 0, 25, 25)], padding: 5),
      width: 200)
    #expect(text.lines.map(\.frame.minX).prefix(4) == [30, 30, 0, 0])
    Self.check(text, Self.words + Self.words, [Self.rect(0, 0, 25, 25)], padding: 5)
    #expect(text.lines.allSatisfy { $0.frame.maxX <= 200 })
  }

  @Test("A shape in the middle splits lines, which continue after it on the same baseline")
  func splits() throws {
    let shape = Self.rect(80, 20, 50, 30)
    let text = try TextSamples.library().shape(
      [TextSamples.span(Self.words + Self.words, size: 12)], Self.style([shape]), width: 220)
    Self.check(text, Self.words + Self.words, [shape])
    let split = Dictionary(grouping: text.lines, by: \.baseline).values.filter { $0.count == 2 }
    #expect(split.count == 3)
    for pair in split { #expect(pair[0].frame.maxX <= 80 && pair[1].frame.minX == 130) }
    #expect(text.size.width <= 220)
  }

  @Test("A right-to-left paragraph starts at the right of the shape")
  func mirrored() throws {
    let source = String(repeating: "שלום עולם מה שלומך היום ", count: 6)
    let shape = Self.rect(80, 0, 50, 30)
    let text = try TextSamples.library().shape(
      [TextSamples.span(source, size: 12)], Self.style([shape]), width: 220)
    Self.check(text, source, [shape])
    #expect(text.isRightToLeft)
    #expect(text.lines[0].baseline == text.lines[1].baseline)
    #expect(abs(text.lines[0].frame.maxX - 220) < 0.01)
    #expect(abs(text.lines[1].frame.maxX - 80) < 0.01)
    #expect(text.size.width == 220)
  }

  @Test("A round shape takes only its width at the height of the line")
  func round() throws {
    let circle = Self.rect(0, 0, 80, 80, radius: 40)
    let half = (40.0 * 40 - 20 * 20).squareRoot()
    #expect(circle.extent(from: 10, to: 20) == 40 - half...40 + half)
    #expect(circle.extent(from: 30, to: 50) == 0...80)
    #expect(abs(circle.extent(from: 64, to: 90).upperBound - 72) < 1e-9)
    let text = try TextSamples.library().shape(
      [TextSamples.span(Self.words + Self.words, size: 10)], Self.style([circle]), width: 200)
    let starts = text.lines.map(\.frame.minX)
    #expect(starts[0] < starts[1] && starts[1] < starts[2] && starts[2] < 80.01 && starts[3] == 80)
    #expect(starts[6] < starts[4] && starts[7] == 0)
    Self.check(text, Self.words + Self.words, [circle])
  }

  @Test("A line without room moves below the shape, and so does the text next to a high bar")
  func moves() throws {
    let library = try TextSamples.library()
    let bar = Self.rect(0, 0, 300, 33)
    let text = try library.shape([TextSamples.span("One line")], Self.style([bar]), width: 200)
    #expect(text.lines.map(\.frame.minY) == [33])
    #expect(abs(text.size.height - 33 - text.lines[0].frame.height) < 1e-9)
    let curved = try library.shape(
      [TextSamples.span("One line")], Self.style([Self.rect(0, -60, 200, 120, radius: 60)]), width: 200)
    #expect((30..<60).contains(curved.lines[0].frame.minY))
  }

  @Test("A word is broken next to a shape only if it does not fit below either")
  func wholeWords() throws {
    let library = try TextSamples.library()
    let shape = Self.rect(60, 0, 140, 40)
    let text = try library.shape(
      [TextSamples.span("Extraordinarily long")], Self.style([shape]), width: 200)
    #expect(text.lines[0].frame.minY == 40)
    let word = String(repeating: "endless", count: 10)
    let broken = try library.shape([TextSamples.span(word)], Self.style([shape]), width: 200)
    #expect(broken.lines[0].frame.minY == 0 && broken.lines[0].frame.maxX <= 60)
    #expect(broken.lines.map(\.text).joined() == word)
    let anywhere = try library.shape(
      [TextSamples.span("Extraordinarily long")], Self.style([shape], mode: .charWrap), width: 200)
    #expect(anywhere.lines[0].frame.minY == 0)
    // Spaces narrower than the height of two letters stay empty.
    let narrow = try library.shape(
      [TextSamples.span("I am")], Self.style([Self.rect(30, 0, 170, 40)]), width: 200)
    #expect(narrow.lines[0].frame.minY == 40)
  }

  @Test("maxLines counts rows, and the ellipsis is in the last piece of the last row")
  func rows() throws {
    let shape = Self.rect(90, 0, 30, 60)
    let text = try TextSamples.library().shape(
      [TextSamples.span(Self.words, size: 12)], Self.style([shape], maxLines: 2), width: 220)
    #expect(text.isTruncated)
    #expect(Set(text.lines.map(\.baseline)).count == 2)
    #expect(text.lines.count == 4)
    #expect(TextSamples.shown(text).map { $0.contains("…") } == [false, false, false, true])
    #expect(text.lines[3].frame.maxX <= 220.01)
    let low = try TextSamples.library().shape(
      [TextSamples.span(Self.words, size: 12)], Self.style([shape]), width: 220, height: 32)
    #expect(Set(low.lines.map(\.baseline)).count == 2)
    let whole = try TextSamples.library().shape(
      [TextSamples.span("two words", size: 12)], Self.style([shape], maxLines: 1), width: 220)
    #expect(!whole.isTruncated)
  }

  @Test("Justified pieces fill their space, and centred pieces are centred in it")
  func alignment() throws {
    let shape = Self.rect(100, 0, 40, 30)
    let justified = try TextSamples.library().shape(
      [TextSamples.span(Self.words, size: 12)], Self.style([shape], .justified), width: 260)
    #expect(abs(justified.lines[0].frame.maxX - 100) < 0.01)
    #expect(abs(justified.lines[1].frame.maxX - 260) < 0.01)
    let centred = try TextSamples.library().shape(
      [TextSamples.span(Self.words, size: 12)], Self.style([shape], .center), width: 260)
    #expect(abs(centred.lines[0].frame.midX - 50) < 0.01)
    #expect(abs(centred.lines[1].frame.midX - 200) < 0.01)
  }

  @Test("A line that becomes taller avoids the shapes below; its pieces share a baseline")
  func tall() throws {
    let shape = Self.rect(0, 25, 60, 30)
    let spans = [TextSamples.span("small ", size: 10), TextSamples.span("LARGE", size: 40)]
    let text = try TextSamples.library().shape(spans, Self.style([shape]), width: 300)
    #expect(text.lines[0].frame.minX == 60)
    let middle = Self.rect(60, 0, 40, 60)
    let mixed = try TextSamples.library().shape(
      [TextSamples.span("small ", size: 10), TextSamples.span("LARGE", size: 30)], Self.style([middle]),
      width: 300)
    #expect(mixed.lines.map(\.text) == ["small ", "LARGE"])
    #expect(mixed.lines[0].baseline == mixed.lines[1].baseline)
    #expect(mixed.lines[0].frame.height == mixed.lines[1].frame.height)
  }

  @Test("A paragraph starts on a new line, and an empty one keeps its height")
  func paragraphs() throws {
    let shape = Self.rect(100, 0, 20, 500)
    let text = try TextSamples.library().shape(
      [TextSamples.span("a\n\nb\n", size: 10)], Self.style([shape]), width: 220)
    #expect(text.lines.map(\.text) == ["a", "", "b"])
    let height = text.lines[0].frame.height
    for (index, line) in text.lines.enumerated() {
      #expect(abs(line.frame.minY - Double(index) * height) < 1e-9 && line.frame.minX == 0)
    }
    var style = Self.style([shape])
    style.lineSpacing = 4
    style.lineHeightMultiple = 2
    let spaced = try TextSamples.library().shape([TextSamples.span("a\nb", size: 10)], style, width: 220)
    #expect(abs(spaced.lines[1].frame.minY - 2 * height - 4) < 1e-9)
    #expect(try TextSamples.library().shape([], style, width: 220).lines.count == 1)
  }

  @Test("Without a width lines continue after the shape; empty shapes take no space")
  func unbounded() throws {
    let shape = Self.rect(0, 0, 25, 25)
    let text = try TextSamples.library().shape([TextSamples.span(Self.words)], Self.style([shape]))
    #expect(text.lines.count == 1 && text.lines[0].frame.minX == 25)
    #expect(text.naturalWidth == text.lines[0].frame.maxX)
    let none = try TextSamples.library().shape(
      [TextSamples.span(Self.words)], Self.style([Self.rect(0, 0, 0, 50), Self.rect(9, 0, .nan, 9)]),
      width: 120)
    #expect(none.lines.allSatisfy { $0.frame.minX == 0 })
  }

  @Test("A part narrower than any space next to a shape still takes its text")
  func narrow() throws {
    let text = try TextSamples.library().shape(
      [TextSamples.span("abc")], Self.style([Self.rect(0, 0, 5, 30)]), width: 10)
    #expect(text.lines.map(\.text).joined() == "abc")
    #expect(text.lines[0].frame.minY == 30)
  }

  @Test(
    "Shaping 100 kB around many shapes takes a bounded time",
    arguments: [
      String(repeating: "word ", count: 20_000), String(repeating: "a", count: 100_000),
      String(repeating: "a\n", count: 50_000),
    ]) func long(text: String) throws
  {
    let shapes: [RoundedRect] = (0..<Limits.exclusions).map { index in
      let (column, row) = (Double(index % 4), Double(index / 4))
      return Self.rect(column * 120 + 30, row * 60, 40, 40, radius: Double(index % 3) * 10)
    }
    let library = try TextSamples.library()
    let clock = ProcessorClock()
    var shaped: ShapedText?
    let time = try clock.measure {
      shaped = try library.shape([TextSamples.span(text)], Self.style(shapes), width: 500)
    }
    let result = try #require(shaped)
    #expect(result.naturalWidth <= 500.01)
    #expect(result.lines.map(\.text.utf8.count).reduce(0, +) >= 50_000)
    #expect(time < .seconds(60), "\(time)")
  }

  @Test("The search for the sides of a tall and narrow circle ends")
  func steps() throws {
    let area = TextArea(width: 100, shapes: [Self.rect(0, 0, 1e6, 1e6, radius: 5e5)], padding: 5)
    var top = 0.0
    var steps = 0
    while let next = area.top(after: top, height: 12) {
      #expect(next > top)
      top = next
      steps += 1
    }
    #expect(steps < 100)
    #expect(area.slots(at: top, height: 12, atLeast: 20).count == 1)
  }
}
