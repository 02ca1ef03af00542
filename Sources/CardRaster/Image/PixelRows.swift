/// How the bytes of a picture in memory are to be read, beside the bytes themselves.
///
/// A pixel is four bytes and is loaded as one little-endian word; alpha is its highest byte in both orders.
struct PixelRows {
  /// The order of the channels, and whether alpha is already multiplied in.
  enum Order {
    /// Cairo's ARGB32: blue, green, red, alpha in memory, premultiplied.
    case premultipliedBGRA
    /// `Bitmap`: red, green, blue, alpha in memory, straight.
    case straightRGBA
  }

  var width: Int
  var height: Int
  /// Bytes from one row to the next.
  var stride: Int
  var order: Order

  /// Checks the sizes against the limits and against the bytes that are there.
  init(width: Int, height: Int, stride: Int, order: Order, byteCount: Int) throws(RasterError) {
    guard width > 0, height > 0 else { throw .image(reason: "a picture without pixels cannot be encoded") }
    guard width <= Limits.canvasPixels, height <= Limits.canvasPixels / width else {
      throw .limit(
        what: "the number of pixels of a picture", value: Double(width) * Double(height),
        limit: Double(Limits.canvasPixels))
    }
    guard stride >= 4 * width, byteCount / height >= stride || byteCount >= stride * (height - 1) + 4 * width
    else { throw .image(reason: "a picture has fewer bytes than its size asks for") }
    self.width = width
    self.height = height
    self.stride = stride
    self.order = order
  }

  /// Red, green, blue and alpha of a loaded word, straight.
  @inline(__always)
  func straight(_ word: UInt32) -> (red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8) {
    let low = UInt8(truncatingIfNeeded: word)
    let middle = UInt8(truncatingIfNeeded: word >> 8)
    let high = UInt8(truncatingIfNeeded: word >> 16)
    let alpha = UInt8(truncatingIfNeeded: word >> 24)
    switch order {
    case .straightRGBA: return (low, middle, high, alpha)
    case .premultipliedBGRA:
      return (
        Premultiplication.straight(high, alpha: alpha), Premultiplication.straight(middle, alpha: alpha),
        Premultiplication.straight(low, alpha: alpha), alpha
      )
    }
  }
}
