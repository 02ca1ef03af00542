package import CardRaster
import Testing

/// Small pictures for comparisons.
package enum ComparisonSamples {
  package typealias Pixel = (UInt8, UInt8, UInt8, UInt8)

  package static let white: Pixel = (255, 255, 255, 255)
  package static let black: Pixel = (0, 0, 0, 255)
  package static let clear: Pixel = (0, 0, 0, 0)

  /// A picture with pixels from a function.
  package static func picture(_ width: Int, _ height: Int, _ pixel: (Int, Int) -> Pixel) throws -> Bitmap {
    var pixels: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let (red, green, blue, alpha) = pixel(x, y)
        pixels += [red, green, blue, alpha]
      }
    }
    return try #require(Bitmap(width: width, height: height, pixels: pixels))
  }

  /// A white picture with black pixels at some places.
  package static func dots(_ width: Int, _ height: Int, _ places: [(Int, Int)]) throws -> Bitmap {
    try picture(width, height) { x, y in places.contains { $0 == (x, y) } ? black : white }
  }

  /// Black to the left of a column, white to its right, and grey in the column.
  package static func edge(_ side: Int, at column: Int, grey: UInt8) throws -> Bitmap {
    try picture(side, side) { x, _ in x < column ? black : x > column ? white : (grey, grey, grey, 255) }
  }
}

/// Pseudo-random numbers that are the same in every run.
package struct SeededNumbers {
  private var state: UInt64

  package init(_ seed: Int) { state = UInt64(truncatingIfNeeded: seed) &* 0x9E37_79B9_7F4A_7C15 | 1 }

  /// A number below a bound (xorshift*, Marsaglia 2003).
  package mutating func below(_ bound: Int) -> Int {
    state ^= state >> 12
    state ^= state << 25
    state ^= state >> 27
    return Int((state &* 0x2545_F491_4F6C_DD1D) >> 33) % bound
  }

  package mutating func byte() -> UInt8 { UInt8(below(256)) }
}
