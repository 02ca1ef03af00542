/// Draws display lists as a PDF document: shapes stay shapes, text stays text with its fonts inside, links are
/// links, and headings, paragraphs, lists, tables and pictures are tagged as such, in the order in which they are read.
///
/// Sizes in points are those of the lists. What PDF has no word for (shadows, conic gradients, tinted pictures,
/// coloured glyphs, fading edges, frosted glass) becomes pictures of `resolution` pixels a point. The same lists give the same bytes.
enum PDFPainter {
  /// Pixels in a point of what becomes a picture: 216 dots an inch.
  static let resolution = 3.0

  /// A document with one page for each list.
  ///
  /// - Throws: `RasterError.library` when a font fails or there is no page; `.limit` and `.image` as painting pixels does.
  static func paint<Glyphs: GlyphSource & ~Copyable>(
    _ pages: [DisplayList], glyphs: borrowing Glyphs
  ) throws(RasterError) -> [UInt8] {
    guard let first = pages.first else {
      throw .library(operation: "writing a PDF document", reason: "it has no pages")
    }
    for page in pages { try DisplayItem.Group.checkNesting(of: page.items) }
    var camera = BackdropCamera(resolution: resolution)
    let pages = try pages.map { (page) throws(RasterError) in
      try page.withPicturesOfBackdrops(&camera, glyphs)
    }
    let canvas = PDFCanvas()
    let drawing = Drawing(canvas: canvas)
    var written: [PDFDocument.Page] = []
    for page in pages {
      let links = page.links
      canvas.beginPage(page.size)
      drawing.structure.startPage(links)
      try canvas.saved { () throws(RasterError) in
        let all = Rect(origin: .zero, size: page.size)
        try canvas.clip(to: .roundedRect(RoundedRect(rect: all)))
        if let background = page.background {
          try drawing.mark(.fill(.roundedRect(RoundedRect(rect: all)), background, bounds: all), glyphs)
        }
        for item in page.items { try drawing.mark(item, glyphs) }
        drawing.endParagraph()
      }
      drawing.structure.endPage()
      written.append(PDFDocument.Page(size: page.size, contents: canvas.contents, links: links))
    }
    for (number, font) in canvas.fonts.all.enumerated() {
      try font.write(number, into: &canvas.objects, glyphs)
    }
    var info = first.document
    info.title = info.title ?? first.title
    return try PDFDocument(pages: written, structure: drawing.structure, info: info).file(
      with: canvas.objects)
  }
}
