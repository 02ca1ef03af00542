/// The picture of a coloured glyph and its place.
public struct GlyphPicture: Hashable, Sendable {
  /// The picture, in the size in which the font holds it.
  public let bitmap: Bitmap
  /// Where it lies relative to the pen on the baseline, in em, y down.
  public let frame: Rect
}
