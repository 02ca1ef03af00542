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
