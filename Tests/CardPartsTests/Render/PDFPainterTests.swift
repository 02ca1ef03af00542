import Foundation
import TestSupport
import Testing

@testable import CardParts
@testable import CardRaster

/// PDF documents, read by poppler's programs and qpdf.
@Suite struct PDFPainterTests {
  /// A page with every kind of item.
  ///
  /// It has shapes, gradients of three kinds, shadows, text in several scripts, emoji, a picture, fading,
  /// round corners and links.
  private static let deck = ##"""
    {"canvas":{"width":240},"theme":"mint","cards":[
      {"id":"a","alt":"First card","traits":{"rounded":{"cornerRadius":12},"shadow":{"radius":6},"gradient":{"colors":["#FFF6E0","#E0F0FF"],"angle":45}},
       "parts":[{"type":"title","title":"Hello, paper","link":"https://example.com/a?b='c'"},
         {"type":"text","text":"Words of مرحبا and 你好 😀 flow on.","alpha":0.7},
         {"type":"bar","percent":0.4,"barColor":"teal"},
         {"type":"image","image":"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='40' height='20'%3E%3Ccircle cx='10' cy='10' r='9' fill='red'/%3E%3C/svg%3E","height":20}]},
      {"id":"b","traits":{"gradient":{"kind":"conic","colors":["#77C344","#3DACF7","#77C344"]}},
       "parts":[{"type":"text","style":"header","text":"Two"}]},
      {"id":"c","traits":{"transparent":true,"shadow":{"radius":3,"offset":[2,2]}},"parts":[{"type":"text","text":"Floating"}]}]}
    """##

  private func laidOut(onePageEach: Bool = false) throws -> LaidOutDeck {
    try DeckRenderer.laidOut(
      Array(Self.deck.utf8), file: "d.json", folder: ".", onePageEach: onePageEach,
      catalog: try Goldens.catalog())
  }

  private func document(onePageEach: Bool = false) throws -> [UInt8] {
    let deck = try laidOut(onePageEach: onePageEach)
    return try OutputFormat.pdf.encode(
      pages: deck.pages.map(\.display), settings: OutputFormat.Settings(), fonts: try FontLibrary(deck.fonts))
  }

  @Test func textStaysTextWithItsFonts() throws {
    let file = try document()
    let text = try PDFReader.ask("pdftotext", file)
    for words in ["Hello, paper", "Words of", "你好", "flow on.", "Two", "Floating"] {
      #expect(text.contains(words), "\(text)")
    }
    let fonts = try PDFReader.ask("pdffonts", file).split(separator: "\n").dropFirst(2)
    #expect(fonts.count >= 3)
    for font in fonts { #expect(font.contains("yes yes"), "\(font) is not embedded") }
  }

  @Test func aDocumentHasMetadata() throws {
    let deck = try LaidOut(
      deck:
        #"{"title":"Report (47)","author":"Ann \\ Lee","locale":"de_DE","cards":[{"parts":[{"type":"text","text":"a","link":"https://example.com"}]}]}"#
    ).deck
    let file = try OutputFormat.pdf.encode(
      pages: deck.pages.map(\.display), settings: OutputFormat.Settings(), fonts: try FontLibrary(deck.fonts))
    let info = try PDFReader.ask("pdfinfo", file)
    #expect(info.contains("Report (47)") && info.contains(#"Ann \ Lee"#), "\(info)")
    #expect(String(decoding: file, as: UTF8.self).contains("/Lang (de-DE)"))
    #expect(try PDFReader.ask("qpdf", file, ["--check"]).contains("No syntax or stream encoding errors"))
  }

  @Test func maskedLettersStayTextBehindASoftMask() throws {
    let picture =
      "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='4' height='4'%3E%3Ccircle cx='2' cy='2' r='2'/%3E%3C/svg%3E"
    for (mask, kind) in [
      (#"{"gradient":{"colors":["black","clear"]}}"#, "Luminosity"), ("\"\(picture)\"", "Alpha"),
    ] {
      let deck = try LaidOut(part: #"{"type":"text","text":"findable words","mask":\#(mask)}"#).deck
      let file = try OutputFormat.pdf.encode(
        pages: deck.pages.map(\.display), settings: OutputFormat.Settings(),
        fonts: try FontLibrary(deck.fonts)
      )
      #expect(String(decoding: file, as: UTF8.self).contains("/SMask << /Type /Mask /S /\(kind) /G"))
      #expect(try PDFReader.ask("pdftotext", file).contains("findable words"))
      #expect(try PDFReader.ask("qpdf", file, ["--check"]).contains("No syntax or stream encoding errors"))
    }
  }

  @Test func lettersWithAGradientStayText() throws {
    let deck = try LaidOut(
      part:
        ##"{"type":"text","text":"findable words","textOutline":{},"textFill":{"gradient":{"colors":["#FF0000","#0000FF"]}}}"##
    ).deck
    let file = try OutputFormat.pdf.encode(
      pages: deck.pages.map(\.display), settings: OutputFormat.Settings(), fonts: try FontLibrary(deck.fonts))
    #expect(try PDFReader.ask("pdftotext", file).contains("findable words"))
  }

  @Test func pagesHaveTheSizeOfTheirCards() throws {
    let deck = try laidOut(onePageEach: true)
    let info = try PDFReader.ask("pdfinfo", document(onePageEach: true), ["-l", "9"])
    #expect(info.contains("Pages:           3"))
    for (number, page) in deck.pages.enumerated() {
      let size = page.display.size
      let text = "\(number + 1) size:"
      let line = try #require(info.split(separator: "\n").first { $0.contains(text) })
      let numbers = line.split(separator: " ").compactMap { Double($0) }
      #expect(
        abs(numbers[1] - size.width) < 0.01 && abs(numbers[2] - size.height) < 0.01, "\(line) is not \(size)")
    }
  }

  @Test func theSameDeckGivesTheSameBytesAndNoClock() throws {
    let file = try document(onePageEach: true)
    #expect(try document(onePageEach: true) == file)
    #expect(try PDFReader.ask("pdfinfo", file).contains("2000"))
  }

  @Test func quotesInLinksAreEscaped() throws {
    let text = String(decoding: try document(), as: UTF8.self)
    #expect(text.contains("/URI (https://example.com/a?b='c')"))
  }

  /// A document of one page that contains only a link.
  private func document(linkedTo target: String, title: String = "") throws -> [UInt8] {
    let rect = Rect(x: 10, y: 20, width: 30, height: 40)
    let list = DisplayList(
      size: Size(width: 200, height: 100), scale: 1, background: nil, title: title,
      items: [.group(.init([.rect(rect, .black)], link: target))])
    return try PDFPainter.paint([list], glyphs: try FontLibrary(try Goldens.catalog()))
  }

  @Test(arguments: LinkScheme.allCases) func everySchemeIsALink(_ scheme: LinkScheme) throws {
    let target = SampleLinks.target(of: scheme)
    let file = try document(linkedTo: target)
    _ = try PDFReader.ask("qpdf", file, ["--check"])
    #expect(try PDFReader.ask("pdfinfo", file, ["-url"]).contains(target))
    #expect(String(decoding: file, as: UTF8.self).contains("/Rect [ 10 40 40 80 ]"))
  }

  @Test(arguments: SampleLinks.injections) func aLinkIsNeverAnotherAction(_ target: String) throws {
    let file = try document(linkedTo: target, title: target)
    _ = try PDFReader.ask("qpdf", file, ["--check"])
    #expect(try PDFReader.ask("pdfinfo", file, ["-js"]).split(separator: "\n").isEmpty)
    let objects = try PDFReader.ask("qpdf", file, ["--json"])
    #expect(objects.components(separatedBy: "\"/URI\":").count == 2)
    #expect(!objects.contains("\"/Launch\"") && !objects.contains("\"/JavaScript\""))
    let uri = try #require(LinkTarget(target)).uri
    #expect(try PDFReader.ask("pdfinfo", file, ["-url"]).hasSuffix(" \(uri)\n"))
  }

  @Test(arguments: SampleLinks.refused) func invalidLinksAreNotWritten(_ target: String) throws {
    let file = try document(linkedTo: target)
    #expect(!String(decoding: file, as: UTF8.self).contains("/Annot"))
  }

  @Test func documentsWithAndWithoutLinksAreValid() throws {
    for file in [try document(), try document(onePageEach: true), try document(linkedTo: "javascript:1")] {
      let said = try PDFReader.ask("qpdf", file, ["--check"])
      #expect(said.contains("No syntax or stream encoding errors found"), "\(said)")
    }
  }

  @Test func linksAreOnTheirPages() throws {
    let rect = Rect(x: 0, y: 0, width: 10, height: 10)
    func linked(_ name: String, at x: Int) -> DisplayItem {
      .group(DisplayItem.Group([.rect(rect.moved(by: Point(x: Double(x), y: 0)), .black)], link: name))
    }
    let names = (1...12).map { page in (0..<page % 3).map { "p\(page)-\($0)" } }
    let pages = names.map { links in
      DisplayList(
        size: Size(width: 50, height: 50), scale: 1, background: nil,
        items: links.enumerated().map { linked($1, at: $0) })
    }
    let file = try PDFPainter.paint(pages, glyphs: try FontLibrary(try Goldens.catalog()))
    _ = try PDFReader.ask("qpdf", file, ["--check"])
    let found = try PDFReader.ask("pdfinfo", file, ["-url", "-l", "20"]).split(separator: "\n").dropFirst()
      .map {
        $0.split(separator: " ")
      }
    #expect(found.compactMap { $0.last.map(String.init) } == names.flatMap { $0 })
    #expect(found.allSatisfy { $0.last?.hasPrefix("p\($0[0])-") == true })
  }

  @Test(arguments: [
    "a\u{FFFE}b", "\u{FFFF}", "x" + String(decoding: [0xFDD0, 0xD83F, 0xDFFF] as [UInt16], as: UTF16.self),
    "a\u{0}b", "(a) \\ /Title (b)\r\n>>",
  ])
  func titlesAndTextsMayContainAnything(_ words: String) throws {
    let card =
      #"{"alt":\#(try quoted(words)),"link":"https://example.com","parts":[{"type":"text","text":\#(try quoted(words))}]}"#
    let deck = try LaidOut(deck: #"{"theme":"turbo","cards":[\#(card)]}"#).deck
    let file = try OutputFormat.pdf.encode(
      deck.pages[0].display, settings: OutputFormat.Settings(), fonts: try FontLibrary(deck.fonts))
    _ = try PDFReader.ask("qpdf", file, ["--check"])
    let title = try PDFReader.ask("pdfinfo", file).split(separator: "\n").first { $0.hasPrefix("Title:") }
    #expect(title != nil)
  }

  private func quoted(_ text: String) throws -> String {
    String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
  }

  private func document(of items: [DisplayItem], width: Double = 200, height: Double = 100) throws -> [UInt8]
  {
    let list = DisplayList(
      size: Size(width: width, height: height), scale: 1, background: nil, items: items)
    return try PDFPainter.paint([list], glyphs: try FontLibrary(try Goldens.catalog()))
  }

  /// The runs of a text in the first font of the catalog, moved down.
  private func words(_ text: String, down: Double) throws -> [DisplayItem] {
    let part = #"{"type":"text","text":\#(try quoted(text)),"margins":0}"#
    let items = try LaidOut(deck: #"{"canvas":{"width":200},"cards":[{"parts":[\#(part)]}]}"#).deck.pages[0]
      .display
      .items
    return [.group(.init(items, transform: .translation(Point(x: 0, y: down))))]
  }

  @Test func fullyClippedWordsAreNotInTheDocument() throws {
    let shape = DisplayItem.Shape.roundedRect(RoundedRect(rect: Rect(x: 0, y: 0, width: 200, height: 60)))
    let items = try words("inside", down: 0) + words("beyond", down: 70) + words("under", down: 120)
    let file = try document(of: [.group(.init(items, clip: shape))])
    let text = try PDFReader.ask("pdftotext", file)
    #expect(text.contains("inside") && !text.contains("beyond") && !text.contains("under"), "\(text)")
    // A line that is partly visible is included as a whole.
    #expect(try PDFReader.ask("pdftotext", document(of: words("edge", down: -20))).contains("edge"))
  }

  @Test func aPictureIsEmbeddedOnce() throws {
    let bitmap = try #require(Bitmap(width: 2, height: 1, pixels: [255, 0, 0, 255, 0, 0, 255, 128]))
    let svg = SVGPicture(
      Array("<svg xmlns='http://www.w3.org/2000/svg' width='4' height='4'><path d='M0 0h4v4z'/></svg>".utf8))
    let sources = [
      ImageSource(name: "a", size: Size(width: 2, height: 1), content: .bitmap(bitmap), file: nil),
      ImageSource(name: "b", size: Size(width: 4, height: 4), content: .vector(svg), file: nil),
    ]
    let items = sources.flatMap { source in
      (0..<3).map {
        DisplayItem.image(
          .init(image: source, frame: Rect(x: 20.0 * Double($0), y: 0, width: 16, height: 16)))
      }
    }
    let text = String(decoding: try document(of: items), as: UTF8.self)
    // Its colours and its opacity.
    #expect(text.components(separatedBy: "/Subtype /Image").count == 3)
    #expect(text.components(separatedBy: "/Subtype /Form").count == 2)
  }

  @Test func textOfEveryRunCanBeExtracted() throws {
    // One glyph for several letters, several for one, a glyph that stands for other letters elsewhere.
    for text in ["office", "नमस्ते", "ﬁne fine", "مرحبا"] {
      let file = try document(of: words(text, down: 0))
      // The placeholder for the further glyphs of some letters is not a letter.
      let told = try PDFReader.ask("pdfinfo", file, ["-struct-text"]).replacing("\u{200B}", with: "")
      #expect(told.contains("\"\(text)\""), "\(text)")
      let fonts = try PDFReader.ask("pdffonts", file).split(separator: "\n").dropFirst(2)
      #expect(!fonts.isEmpty && fonts.allSatisfy { $0.contains("CID Type 0C") && $0.contains("yes yes yes") })
    }
  }

  @Test func lettersOfALigatureFromRightToLeftKeepTheirOrder() throws {
    for text in ["السلام", "لا", "الآن"] {
      let told = try PDFReader.ask("pdftotext", document(of: words(text, down: 0)))
      #expect(told.contains(text), "\(told)")
    }
  }

  @Test func fontsWithTooManyGlyphsAreSplit() throws {
    let fonts = PDFFonts()
    var objects = PDFObjects()
    let face = FontFace(path: "/nowhere/a.ttf")
    let first = fonts.font(face, for: 40_000, &objects)
    for glyph in 0..<40_000 {
      _ = try first.code(.init(glyph: UInt32(glyph), text: "a"), Squares())
    }
    #expect(fonts.font(face, for: 1_000, &objects) === first)
    #expect(fonts.font(face, for: 40_000, &objects) !== first)
    #expect(fonts.all.count == 2)
  }

  /// Glyphs without letters.
  private struct Squares: GlyphSource {
    func mask(of glyph: UInt32, in face: FontFace, pixelSize: Double, phaseX: Int, phaseY: Int) -> GlyphMask?
    { nil }
    func outline(of glyph: UInt32, in face: FontFace) -> Path {
      RoundedRect(rect: Rect(x: 0, y: -1, width: 1, height: 1)).path
    }
    func picture(of glyph: UInt32, in face: FontFace) -> GlyphPicture? { nil }
  }

  @Test func gradientsWithHardEdgesAreShownUnchanged() throws {
    let colors: [(Double, UInt32)] = [(0.25, 0xFF0000), (0.5, 0x00FF00), (0.5, 0x0000FF), (0.75, 0xFFFFFF)]
    let gradient = try #require(
      Gradient(
        kind: .linear(start: Point(x: 0, y: 0), end: Point(x: 1, y: 0)),
        stops: colors.map { .init(offset: $0.0, color: Color(rgb: $0.1)) }))
    let rect = Rect(x: 0, y: 0, width: 100, height: 10)
    let items = [DisplayItem.fill(.roundedRect(RoundedRect(rect: rect)), .gradient(gradient), bounds: rect)]
    let folder = try RunFolder()
    try folder.write("d.pdf", try document(of: items, width: 100, height: 10))
    let result = try BuiltProgram.run(
      ["-r", "72", "-png", "-singlefile", "d.pdf", "d"], folder: folder.path, program: "/usr/bin/pdftoppm")
    #expect(result.status == 0)
    let drawn = try Goldens.pixels(
      try FileReading.read(path: "\(folder.path)/d.png", limit: 1 << 20), "poppler's")
    for (x, color) in [(5, 0xFF0000), (48, 0x14EB00), (52, 0x0A0AFF), (90, 0xFFFFFF)] {
      let pixel = drawn.pixels[(4 * (5 * 100 + x))..<(4 * (5 * 100 + x) + 3)].map(Int.init)
      let wanted = [color >> 16, color >> 8 & 255, color & 255]
      #expect(zip(pixel, wanted).allSatisfy { abs($0 - $1) < 24 }, "\(x): \(pixel)")
    }
  }

  @Test func linksOfAFadedStackKeepTheirPlaces() throws {
    let deck =
      #"{"canvas":{"width":200},"theme":{"base":"turbo","cardPartMargins":0},"cards":[{"parts":[{"type":"stack","axis":"vertical","alpha":0.5,"arrangedSubviews":[{"type":"button","buttonTitle":"One","link":"https://example.com/one"},{"type":"button","buttonTitle":"Two","link":"https://example.com/two"}]}]}]}"#
    let laidOut = try LaidOut(deck: deck).deck
    let links = laidOut.pages[0].display.links
    #expect(Set(links.map(\.target)) == ["https://example.com/one", "https://example.com/two"])
    #expect(links.allSatisfy { $0.frame.width < 60 && $0.frame.height < 40 })
    let file = try OutputFormat.pdf.encode(
      laidOut.pages[0].display, settings: OutputFormat.Settings(), fonts: try FontLibrary(laidOut.fonts))
    let text = String(decoding: file, as: UTF8.self)
    #expect(
      text.contains("/URI (https://example.com/one)") && text.contains("/URI (https://example.com/two)"))
  }

  @Test func theLinkOfAButtonIsAboveThatOfItsCard() throws {
    let deck =
      #"{"theme":"turbo","cards":[{"link":"https://example.com/card","parts":[{"type":"text","text":"A"},{"type":"button","buttonTitle":"One","link":"https://example.com/one"},{"type":"text","text":"B"}]}]}"#
    let links = try LaidOut(deck: deck).deck.pages[0].display.links
    #expect(links.map(\.target) == ["https://example.com/card", "https://example.com/one"])
  }

  @Test func theDrawnPageLooksLikeThePicture() throws {
    let deck = try laidOut()
    let folder = try BuiltProgram.folder()
    defer { BuiltProgram.remove(folder) }
    try FileWriting.write(try document(), to: "\(folder)/d.pdf")
    let result = try BuiltProgram.run(
      ["-r", "72", "-png", "-singlefile", "d.pdf", "d"], folder: folder, program: "/usr/bin/pdftoppm")
    #expect(result.status == 0)
    let drawn = try Goldens.pixels(
      try FileReading.read(path: "\(folder)/d.png", limit: 1 << 24), "poppler's picture")
    let own = try Goldens.pixels(
      try OutputFormat.png.encode(
        deck.pages[0].display, settings: OutputFormat.Settings(), fonts: try FontLibrary(deck.fonts)),
      "our picture")
    #expect(drawn.width == own.width && abs(drawn.height - own.height) <= 1)
    let rows = min(drawn.height, own.height)
    var sum = 0
    for index in 0..<4 * own.width * rows { sum += abs(Int(drawn.pixels[index]) - Int(own.pixels[index])) }
    // Poppler rasterizes edges in its own way; a missing item would differ by several times this value.
    #expect(Double(sum) / Double(4 * own.width * rows) < 2.5)
  }
}
