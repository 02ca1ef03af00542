/// The channels of a pixel as numbers that can be subtracted.
struct StraightPixel {
  var red: Int
  var green: Int
  var blue: Int
  var alpha: Int

  @inline(__always) init(_ word: UInt32) {
    red = Int(word & 255)
    green = Int(word >> 8 & 255)
    blue = Int(word >> 16 & 255)
    alpha = Int(word >> 24)
  }

  var isOpaque: Bool { alpha == 255 }
}
