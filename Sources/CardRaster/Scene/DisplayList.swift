/// Everything that is drawn of one picture, ready for any painter.
///
/// What a painter need not know any more: parts, traits, themes, bindings, font names, text direction and line
/// breaking, file names. Coordinates are points with the origin at the top left and y down; rectangles already lie
/// on the pixel grid of `scale`; text is glyphs of given faces at given places; what is at the front comes last.
public struct DisplayList: Hashable, Sendable {
  /// Width and height of the picture in points; both above zero.
  public var size: Size
  /// Pixels in a point that the list was laid on.
  public var scale: Double
  /// What lies behind everything; nil leaves the picture transparent there.
  public var background: Paint?
  /// The title of the picture for those who cannot see it.
  public var title: String
  /// What a document that begins with the picture says of itself.
  public var document = DocumentInfo()
  /// What is drawn, the first at the bottom.
  public var items: [DisplayItem]

  /// Makes a display list.
  public init(size: Size, scale: Double, background: Paint?, title: String = "", items: [DisplayItem]) {
    self.size = size
    self.scale = scale
    self.background = background
    self.title = title
    self.items = items
  }

  /// The picture's width in pixels.
  public var pixelWidth: Int { PixelGrid(scale: scale).pixels(covering: size.width) }
  /// The picture's height in pixels.
  public var pixelHeight: Int { PixelGrid(scale: scale).pixels(covering: size.height) }
}
