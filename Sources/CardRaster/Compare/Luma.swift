/// Brightness by the weights of NTSC's luma (ITU-R BT.601), on bytes as they are.
enum Luma {
  @inline(__always) static func of(red: Double, green: Double, blue: Double) -> Double {
    red * 0.29889531 + green * 0.58662247 + blue * 0.11448223
  }

  /// Of a pixel's colours, without regard to alpha, in hundred-millionths: whole numbers, for comparisons.
  ///
  /// No two differences of colours have the same number of these, so nothing is lost to rounding.
  @inline(__always) static func units(of word: UInt32) -> Int {
    Int(word & 255) &* 29_889_531 &+ Int(word >> 8 & 255) &* 58_662_247 &+ Int(word >> 16 & 255)
      &* 11_448_223
  }

  /// How many of these are 1.
  static let unitsInOne = 1e8
}
