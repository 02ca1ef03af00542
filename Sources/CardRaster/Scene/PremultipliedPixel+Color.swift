extension PremultipliedPixel {
  /// Premultiplies a colour; each product is rounded to the nearest.
  init(_ color: Color) {
    let alpha = UInt32(color.alpha)
    self.init(
      rawValue: alpha << 24 | Self.multiply(UInt32(color.red), alpha) << 16
        | Self.multiply(UInt32(color.green), alpha) << 8 | Self.multiply(UInt32(color.blue), alpha))
  }

  /// The colour with straight alpha.
  ///
  /// The rule: `round(255 × channel ÷ alpha)`, halves rounded up, at most 255; all channels are 0 if alpha is
  /// 0.
  @inline(__always) var straight: Color {
    let alpha = UInt8(truncatingIfNeeded: rawValue >> 24)
    func channel(_ shift: UInt32) -> UInt8 {
      Premultiplication.straight(UInt8(truncatingIfNeeded: rawValue >> shift), alpha: alpha)
    }
    return Color(red: channel(16), green: channel(8), blue: channel(0), alpha: alpha)
  }
}

extension Bitmap {
  /// The colour of a pixel, counted from the top left corner; it must be inside the picture.
  public subscript(x x: Int, y y: Int) -> Color {
    precondition((0..<width).contains(x) && (0..<height).contains(y), "the pixel is outside the picture")
    let place = 4 * (y * width + x)
    return Color(
      red: pixels[place], green: pixels[place + 1], blue: pixels[place + 2], alpha: pixels[place + 3])
  }
}
