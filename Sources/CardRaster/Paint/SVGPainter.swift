/// Draws a display list as an SVG document.
///
/// The document is written by us, since cairo's is not repeatable: the same list gives the same bytes. Its unit is
/// the point; every glyph, picture, gradient, clip and filter is defined once, with ids that depend on the document's
/// content: several documents can be put into one HTML page. It refers to nothing outside of itself, and holds no script.
/// It is read by viewers of SVG 1.1.
///
/// What SVG has no word for: a conic gradient becomes a picture of two pixels a point; a linear or radial
/// one whose opacity changes gets more stops, as SVG does not interpolate premultiplied colours; a link whose
/// address is no `LinkTarget` is left out, what it holds is drawn; frosted glass is a picture.
public enum SVGPainter {
  /// What can be chosen.
  public struct Options: Sendable {
    /// Whether text stays text, to be searched and edited, instead of outlines.
    ///
    /// Then its look depends on the fonts of the viewer. Default: false.
    public var keepsText: Bool

    /// Makes options.
    public init(keepsText: Bool = false) { self.keepsText = keepsText }
  }

  /// Pixels in a point of frosted glass.
  private static let backdropResolution = 2.0

  /// The document as UTF-8.
  ///
  /// Width and height are those of the list in points.
  ///
  /// - Throws: what the glyph source throws; `RasterError.library` when a picture cannot be packed, `.limit` for groups
  ///   nested more deeply than `Limits.groups` and for more than `Limits.backdrops` pieces of frosted glass.
  public static func paint(
    _ list: DisplayList, options: Options, glyphs: borrowing some GlyphSource & ~Copyable
  ) throws(RasterError) -> [UInt8] {
    try DisplayItem.Group.checkNesting(of: list.items)
    var camera = BackdropCamera(resolution: Self.backdropResolution)
    let list = try list.withPicturesOfBackdrops(&camera, glyphs)
      .withClipsBelowBlending
    let page = Rect(origin: .zero, size: list.size)
    var drawing = Drawing(options: options)
    if let background = list.background {
      try drawing.fill(.roundedRect(RoundedRect(rect: page)), background, bounds: page)
    }
    try drawing.draw(list.items, glyphs: glyphs)

    var root = SVGTag("svg")
    root.set("xmlns", "http://www.w3.org/2000/svg")
    root.set("xmlns:xlink", "http://www.w3.org/1999/xlink")
    root.set("width", page.width)
    root.set("height", page.height)
    root.set("viewBox", "0 0 \(NumberText.text(page.width)) \(NumberText.text(page.height))")
    root.set("role", "img")
    // A page around it is not what lies behind its parts.
    if list.items.contains(where: \.blends) { root.set("style", "isolation:isolate") }
    if !list.title.isEmpty { root.set("aria-label", list.title) }
    var writer = SVGWriter()
    writer.start(root)
    if !list.title.isEmpty { writer.element(SVGTag("title"), text: list.title) }
    if !drawing.definitions.writer.isEmpty {
      let tag = SVGTag("defs")
      writer.start(tag)
      writer.append(drawing.definitions.writer)
      writer.end(tag)
    }
    writer.append(drawing.writer)
    writer.end(root)
    return writer.document()
  }
}
