extension Bitmap {
  /// The picture with its colours farther from the grey that is as bright, or nearer to it.
  ///
  /// The weights are those of CSS's `saturate()`.
  func saturated(by factor: Double) -> Bitmap {
    guard factor != 1 else { return self }
    let weights = SIMD3<Float>(0.2126, 0.7152, 0.0722), share = Float(max(0, factor))
    var bytes = pixels
    for place in stride(from: 0, to: bytes.count, by: 4) {
      let color = SIMD3(Float(bytes[place]), Float(bytes[place + 1]), Float(bytes[place + 2]))
      let grey = (color * weights).sum()
      for channel in 0..<3 {
        let value = grey + share * (color[channel] - grey)
        bytes[place + channel] = UInt8(max(0, min(255, value)).rounded())
      }
    }
    return Bitmap(width: width, height: height, pixels: bytes) ?? self
  }
}
