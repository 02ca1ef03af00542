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
  /// - Throws: `RasterError.library` when cairo or a font fails; `.limit` and `.image` as painting pixels does.
  static func paint<Glyphs: GlyphSource & ~Copyable>(
    _ pages: [DisplayList], glyphs: borrowing Glyphs
  ) throws(RasterError) -> [UInt8] {
    guard let first = pages.first else {
      throw .library(operation: "writing a PDF document", reason: "it has no pages")
    }
    for page in pages { try DisplayItem.Group.checkNesting(of: page.items) }
    let pages = try pages.map { (page) throws(RasterError) in
      try page.withPicturesOfBackdrops(resolution: resolution, glyphs)
    }
    let links = pages.map(\.links)
    var info = first.document
    info.title = info.title ?? first.title
    let document = try CairoPDF(size: first.size, info)
    let structure: PDFStructure
    do {
      let drawing = Drawing(context: try CairoContext(document))
      structure = drawing.structure
      for (number, page) in pages.enumerated() {
        if number > 0 { document.setPageSize(page.size) }
        structure.startPage(links[number])
        try drawing.context.saved { () throws(RasterError) in
          // Cairo forgets all that was drawn, and marks with it, when something without a clip covers the page.
          let all = Rect(origin: .zero, size: page.size)
          try drawing.context.append(RoundedRect(rect: all).path)
          drawing.context.clip()
          if let background = page.background {
            try drawing.mark(.fill(.roundedRect(RoundedRect(rect: all)), background, bounds: all), glyphs)
          }
          for item in page.items { try drawing.mark(item, glyphs) }
          drawing.endParagraph()
        }
        structure.endPage()
        drawing.context.showPage()
      }
      try drawing.context.check(during: "writing a PDF document")
    }
    var objects = try PDFObjects(try document.finish())
    objects.language = info.plainLanguage
    objects.showsTitle = !(info.title ?? "").isEmpty
    for (number, (page, links)) in zip(pages, links).enumerated() {
      try objects.add(links, height: page.size.height, toPage: number)
    }
    try objects.add(structure)
    objects.describe(info)
    return objects.document
  }
}
