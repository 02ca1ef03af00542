/// How much of each pixel a glyph covers.
public struct GlyphMask: Hashable, Sendable {
  /// The column of the first pixel, counted from the pen's whole pixel.
  public let left: Int
  /// The row of the first pixel, counted downward from the pen's whole pixel.
  public let top: Int
  /// Pixels in a row; at least 1.
  public let width: Int
  /// Rows; at least 1.
  public let height: Int
  /// 0 (not at all) … 255 (whole), row-major, the top row first, `width` bytes a row.
  public let coverage: [UInt8]
}
