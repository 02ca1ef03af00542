/// A picture of pixels: RGBA8, straight alpha, row-major, 4 × width bytes a row.
///
/// Guarantees: never empty; `pixels` holds exactly 4 × width × height bytes; within `Limits.imagePixels`.
public struct Bitmap: Hashable, Sendable {
  /// Pixels in a row.
  public let width: Int
  /// Rows.
  public let height: Int
  /// Red, green, blue and alpha of each pixel, the top row first.
  public let pixels: [UInt8]

  /// Makes a bitmap, or nil when the sizes do not fit the bytes or the limits.
  public init?(width: Int, height: Int, pixels: [UInt8]) {
    guard width > 0, height > 0, width <= Limits.imagePixels / height,
      pixels.count == 4 * width * height
    else { return nil }
    self.width = width
    self.height = height
    self.pixels = pixels
  }
}

extension Bitmap {
  /// Whether every alpha is 255.
  package var isOpaque: Bool {
    let bytes = pixels.span.bytes
    for offset in stride(from: 0, to: bytes.byteCount, by: 4)
    where bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt32.self) < 0xFF00_0000 {
      return false
    }
    return true
  }
}
