import TestSupport
import Testing

@testable import CardRaster

@Suite struct SVGPainterTests {
  private let box = RoundedRect(rect: Rect(x: 10, y: 10, width: 40, height: 20), radii: CornerRadii(4))
  private let soft = Shadow(color: .black, radius: 2, offset: Point(x: 0, y: 1))

  private func svg(_ items: [DisplayItem], title: String = "", keepsText: Bool = false) throws -> String {
    let list = DisplayList(
      size: Size(width: 60, height: 40), scale: 1, background: nil, title: title, items: items)
    let options = SVGPainter.Options(keepsText: keepsText)
    let bytes = try SVGPainter.paint(list, options: options, glyphs: TestGlyphs())
    return String(decoding: bytes, as: UTF8.self).withoutIDPrefix
  }

  private func run(_ text: String, ids: [UInt32], isColor: Bool = false, isRightToLeft: Bool = false)
    -> GlyphRun
  {
    GlyphRun(
      face: FontFace(path: "a.otf"), font: Font("Noto Sans", size: 20, weight: 700), isColor: isColor,
      color: Color(rgb: 0x112233), origin: Point(x: 5, y: 30),
      glyphs: ids.enumerated().map { .init(id: $0.element, x: Double($0.offset) * 10, y: 0) }, width: 30,
      text: text, isRightToLeft: isRightToLeft)
  }

  private func count(_ part: String, in text: String) -> Int { text.split(separator: part).count - 1 }

  @Test("An SVG picture with unsupported features becomes pixels", arguments: [true, false])
  func undrawnFeatures(isUsed: Bool) throws {
    let filter = isUsed ? "<filter id='f'><feDropShadow dx='9' dy='9'/></filter>" : ""
    let file =
      "<svg xmlns='http://www.w3.org/2000/svg' width='10' height='10'>\(filter)<rect width='5' height='5'/></svg>"
    let image = try ImageDecoding.decode(Array(file.utf8), name: "a.svg")
    let document = try svg([
      .image(DisplayItem.ImageItem(image: image, frame: Rect(x: 0, y: 0, width: 20, height: 20)))
    ])
    #expect(
      document.contains("data:image/png;") == isUsed && document.contains("data:image/svg+xml") != isUsed)
  }

  @Test func theLastDotOfALineIsOnTheLine() throws {
    var line = Path()
    line.move(to: Point(x: 1, y: 5))
    line.line(to: Point(x: 290, y: 5))
    let dots = try svg([.stroke(line, Stroke(width: 3, dashes: [0, 289.0 / 48], cap: .round), .black)])
    #expect(dots.contains("stroke-dasharray=\"0 6.02\""), "\(dots)")
    let dashes = try svg([.stroke(line, Stroke(width: 3, dashes: [3.0106, 2.0068]), .black)])
    #expect(dashes.contains("stroke-dasharray=\"3.011 2.007\""), "\(dashes)")
  }

  @Test func writesWholeDocumentsToTheByte() throws {
    let gradient = try #require(
      Gradient(
        kind: .linear(start: .zero, end: Point(x: 0, y: 1)), colors: [.white, Color(rgb: 0x123456)]))
    let list = DisplayList(
      size: Size(width: 60, height: 40), scale: 2, background: .gradient(gradient), title: "A & B",
      items: [
        .shadow(box, soft, hole: nil), .roundedRect(box, .gradient(gradient)),
        .glyphs(run("o n", ids: [2, 0, 1])),
      ])
    let options = SVGPainter.Options()
    let bytes = try SVGPainter.paint(list, options: options, glyphs: TestGlyphs())
    #expect(bytes == (try SVGPainter.paint(list, options: options, glyphs: TestGlyphs())))
    #expect(
      String(decoding: bytes, as: UTF8.self).withoutIDPrefix == """
        <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" \
        width="60" height="40" viewBox="0 0 60 40" role="img" aria-label="A &amp; B">
        <title>A &amp; B</title>
        <defs>
        <linearGradient id="p1" x2="0" y2="1">
        <stop stop-color="#fff"/>
        <stop offset="1" stop-color="#123456"/>
        </linearGradient>
        <filter id="f1" filterUnits="userSpaceOnUse" x="-7" y="-7" width="54" height="34" \
        color-interpolation-filters="sRGB">
        <feGaussianBlur stdDeviation="2"/>
        </filter>
        <path id="g1" d="M600-1200c331 0 600 269 600 600C1200-269 931 0 600 0 269 0 0-269 0-600\
        c0-331 269-600 600-600zm0 300c-166 0-300 134-300 300 0 166 134 300 300 300 \
        166 0 300-134 300-300 0-166-134-300-300-300z"/>
        <path id="g2" d="M0 0h1000v-1400H0z"/>
        </defs>
        <rect width="60" height="40" fill="url(#p1)"/>
        <rect width="40" height="20" rx="4" transform="translate(10 11)" fill="#000" filter="url(#f1)"/>
        <rect x="10" y="10" width="40" height="20" rx="4" fill="url(#p1)"/>
        <g aria-label="o n" transform="translate(5 30)scale(0.01)" fill="#123">
        <use xlink:href="#g1"/>
        <use xlink:href="#g2" x="2000"/>
        </g>
        </svg>

        """)
  }

  @Test func idsDependOnTheContentOfTheDocument() throws {
    func document(_ color: Color, keepsText: Bool = false) throws -> String {
      let conic = try #require(
        Gradient(kind: .conic(center: Point(x: 0.5, y: 0.5), angle: 0), colors: [color, .white]))
      let linear = try #require(
        Gradient(kind: .linear(start: .zero, end: Point(x: 0, y: 1)), colors: [color, .white]))
      let mask = Mask(linear, over: box.rect)
      let list = DisplayList(
        size: Size(width: 60, height: 40), scale: 1, background: .gradient(linear), title: "\u{1}",
        items: [
          .shadow(box, soft, hole: box), .innerShadow(box, soft), .roundedRect(box, .gradient(conic)),
          .group(.init([.glyphs(run("ab", ids: [1, 2]))], clip: .roundedRect(box), mask: mask)),
        ])
      let bytes = try SVGPainter.paint(
        list, options: SVGPainter.Options(keepsText: keepsText), glyphs: TestGlyphs())
      return String(decoding: bytes, as: UTF8.self)
    }
    func ids(_ text: String) -> Set<String> {
      Set(text.split(separator: " id=\"").dropFirst().map { String($0.prefix { $0 != "\"" }) })
    }
    for keepsText in [false, true] {
      let red = try document(Color(rgb: 0xFF0000), keepsText: keepsText)
      let blue = try document(Color(rgb: 0x0000FF), keepsText: keepsText)
      #expect(ids(red).count >= 6)
      #expect(ids(red).isDisjoint(with: ids(blue)))
      #expect(red == (try document(Color(rgb: 0xFF0000), keepsText: keepsText)))
      // XML: an id starts with a letter, and each reference has its definition.
      for id in ids(red) {
        #expect(id.first?.isLetter == true && id.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) })
      }
      let uses = red.split(separator: "#").dropFirst().map { String($0.prefix { $0 != ")" && $0 != "\"" }) }
      #expect(ids(red).isSubset(of: Set(uses)))
      #expect(!red.utf8.contains(1))
    }
  }

  @Test func definesGlyphsClipsFiltersAndPicturesOnce() throws {
    let bitmap = try #require(Bitmap(width: 1, height: 1, pixels: [1, 2, 3, 4]))
    let image = ImageSource(
      name: "a", size: Size(width: 1, height: 1), content: .bitmap(bitmap), file: nil)
    let text = try svg(
      (0..<3).flatMap { _ in
        [
          DisplayItem.glyphs(run("aa", ids: [1, 1])), .glyphs(run("x", ids: [3], isColor: true)),
          .image(.init(image: image, frame: box.rect, tint: .white)), .shadow(box, soft, hole: box),
          .group(.init([.rect(box.rect, .black)], clip: .roundedRect(box), shadows: [soft])),
        ]
      })
    #expect(count("<path id=", in: text) == 1)
    #expect(count("<image ", in: text) == 2)
    #expect(count("<clipPath ", in: text) == 2)
    #expect(count("<filter ", in: text) == 3)
    #expect(count("<use ", in: text) == 12)
  }

  @Test func writesOnlySafeLinks() throws {
    let text = try svg(
      ["javascript:alert(1)", "https://a.b/?c&d"].map { .group(.init([.rect(box.rect, .black)], link: $0)) })
    #expect(!text.contains("javascript"))
    #expect(count("<rect ", in: text) == 2)
    #expect(text.contains("<a xlink:href=\"https://a.b/?c&amp;d\">"))
    #expect(text.contains("role=\"img\""))
  }

  @Test(arguments: LinkScheme.allCases) func writesALinkOfEachScheme(_ scheme: LinkScheme) throws {
    let target = SampleLinks.target(of: scheme)
    let text = try svg([.group(.init([.rect(box.rect, .black)], link: target))])
    #expect(text.contains("<a xlink:href=\"\(target)\">"))
  }

  @Test func escapesTextAndLeavesOutWhatXMLCannotHold() throws {
    let text = try svg(
      [.glyphs(run("a<b>\"]]>&\u{0}\u{8}\u{FFFE}\n\u{1F600}", ids: [1]))], title: "\"<\r\u{B}")
    #expect(text.contains("aria-label=\"a&lt;b&gt;&quot;]]&gt;&amp;&#10;\u{1F600}\""))
    #expect(text.contains("<title>\"&lt;&#13;</title>"))
  }

  @Test func keepsTextAsText() throws {
    let text = try svg(
      [.glyphs(run("a  <b", ids: [1])), .glyphs(run("אב", ids: [1], isRightToLeft: true))], keepsText: true)
    #expect(
      text.contains(
        "<text x=\"5\" textLength=\"30\" y=\"30\" font-family=\"'Noto Sans', sans-serif\" font-size=\"20\" "
          + "font-weight=\"700\" fill=\"#123\" xml:space=\"preserve\">a  &lt;b</text>"))
    #expect(text.contains("<text x=\"5\" text-anchor=\"end\" textLength=\"30\""))
    #expect(text.contains("direction=\"rtl\""))
    #expect(!text.contains("<use"))
  }

  @Test func spacesAtTheEndOfALineAreNotPartOfItsText() throws {
    var line = run("ab ", ids: [1, 1, 2])
    line.clusters = [1, 1, 1].map { .init(bytes: $0, glyphs: 1) }
    (line.width, line.setting.endsLine) = (20, true)
    #expect(try svg([.glyphs(line)], keepsText: true).contains("<text x=\"5\" textLength=\"20\""))
    #expect(try svg([.glyphs(line)], keepsText: true).contains(">ab</text>"))
    line.setting.edge = .right
    #expect(
      try svg([.glyphs(line)], keepsText: true).contains(
        "<text x=\"25\" text-anchor=\"end\" textLength=\"20\""))
    line.setting.edge = .middle
    #expect(try svg([.glyphs(line)], keepsText: true).contains("<text x=\"15\" text-anchor=\"middle\""))
    // A viewer adds the letter spacing after the last letter too.
    line.setting.letterSpacing = 2
    let spaced = try svg([.glyphs(line)], keepsText: true)
    #expect(spaced.contains("textLength=\"22\"") && spaced.contains("letter-spacing=\"2\""))
  }

  @Test func wordsOfAJustifiedLineHavePlacesOfTheirOwn() throws {
    var line = run("a bc ", ids: [1, 2, 1, 1, 2])
    line.clusters = [1, 1, 1, 1, 1].map { .init(bytes: $0, glyphs: 1) }
    line.glyphs[2].x = 35
    line.glyphs[3].x = 45
    line.glyphs[4].x = 55
    (line.width, line.setting.endsLine, line.setting.isJustified) = (55, true, true)
    let text = try svg([.glyphs(line)], keepsText: true)
    #expect(
      text.contains(
        "<tspan x=\"5\" textLength=\"10\">a</tspan> <tspan x=\"40\" textLength=\"20\">bc</tspan></text>"),
      "\(text)")
  }

  @Test func namesALabelledGroupOnce() throws {
    let text = try svg([.group(.init([.glyphs(run("inner", ids: [1]))], label: "outer"))])
    #expect(text.contains("<g role=\"img\" aria-label=\"outer\">"))
    #expect(!text.contains("inner"))
  }

  @Test func drawsConicGradientsAsPicturesOfTwoPixelsAPoint() throws {
    let conic = try #require(
      Gradient(kind: .conic(center: Point(x: 0.5, y: 0.5), angle: 0), colors: [.black, .white]))
    let text = try svg([.roundedRect(box, .gradient(conic))])
    // The size of a PNG file is at its start.
    let start = Array("\u{89}PNG\r\n\u{1A}\n".unicodeScalars.map { UInt8($0.value) })
    let header = start + [0, 0, 0, 13] + Array("IHDR".utf8) + [0, 0, 0, 80, 0, 0, 0, 40]
    #expect(text.contains("base64,\(Base64.encode(header))"))
    #expect(text.contains("clip-path=\"url(#c1)\""))
  }

  @Test func theErrorOfAGlyphIsThrown() throws {
    #expect(throws: RasterError.library(operation: "FT_Load_Glyph", reason: "invalid glyph index")) {
      try svg([.glyphs(run("?", ids: [404]))])
    }
  }

  @Test(
    arguments: [
      (0, -1, 0), (1, -1, 0.125), (1, 0, 0.25), (1, 1, 0.375), (0, 1, 0.5), (-1, 0, 0.75), (-1, -1, 0.875),
      (1, -1.732_050_807_6, 1 / 12),
    ] as [(Double, Double, Double)]) func turnsClockwiseFromTheTop(x: Double, y: Double, turn: Double)
  {
    #expect((ConicBlend.turn(x: x, y: y) - turn).magnitude < 1e-7)
  }

  @Test func fadesFromClearInTheOtherColour() throws {
    let red = Color(rgb: 0xFF0000)
    let kind = Gradient.Kind.linear(start: .zero, end: Point(x: 1, y: 0))
    let fade = try #require(Gradient(kind: kind, colors: [.clear, red, .clear]))
    #expect(fade.straightStops.map(\.color.hexText) == ["#FF000000", "#FF0000", "#FF000000"])
    let both = try #require(Gradient(kind: kind, colors: [red.multiplyingAlpha(by: 0.2), .black]))
    #expect(both.straightStops.count == 9)
    let plain = try #require(Gradient(kind: kind, colors: [red, .black, .white]))
    #expect(plain.straightStops == plain.stops)
  }
}
