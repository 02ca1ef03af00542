/// Draws display lists as a PDF document: shapes stay shapes, text stays text with its fonts inside, links are links.
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
    let hasLinks = links.contains { !$0.isEmpty }
    let language = first.document.plainLanguage
    let isChanged = hasLinks || language != nil
    var info = first.document
    info.title = info.title ?? first.title
    let document = try CairoPDF(size: first.size, info, isReadable: isChanged)
    do {
      let drawing = Drawing(context: try CairoContext(document))
      for (number, page) in pages.enumerated() {
        if number > 0 { document.setPageSize(page.size) }
        if let background = page.background {
          let all = Rect(origin: .zero, size: page.size)
          try drawing.write(.fill(.roundedRect(RoundedRect(rect: all)), background, bounds: all), glyphs)
        }
        for item in page.items { try drawing.write(item, glyphs) }
        drawing.context.showPage()
      }
      try drawing.context.check(during: "writing a PDF document")
    }
    let bytes = try document.finish()
    guard isChanged else { return bytes }
    var objects = try PDFObjects(bytes)
    objects.language = language
    for (number, (page, links)) in zip(pages, links).enumerated() {
      try objects.add(links.map { $0.annotation(pageHeight: page.size.height) }, toPage: number)
    }
    return objects.document
  }
}
