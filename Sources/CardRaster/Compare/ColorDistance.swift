/// How far apart two pixels are.
struct ColorDifference {
  /// A number that grows with the distance; `ColorDistance.distance(of:)` knows the distance.
  var extent: Double
  /// Whether it is more than is let pass.
  var exceeds: Bool
  /// Whether the second pixel is the darker one.
  var isDarker: Bool
}

/// A way to measure two pixels, which are words of a `Bitmap`: red in the lowest byte, alpha in the highest.
protocol ColorDistance {
  /// Distances up to this are let pass.
  var threshold: Double { get }

  /// Upper bounds of the distance of two opaque pixels that differ by one in one channel.
  ///
  /// Distances obey the triangle inequality, so pixels that differ by n in all are at most n steps apart.
  static var steps: ColorSteps { get }

  /// Measures two pixels that are not equal; `index` is their number in the picture.
  mutating func measure(_ expected: UInt32, _ actual: UInt32, at index: Int) -> ColorDifference

  /// The distance that an extent stands for, 1 for black and white.
  static func distance(of extent: Double) -> Double

  /// How much brighter a pixel is, in luma, than a neighbour that it differs from; either may be transparent.
  ///
  /// 0 only where they look alike. `index` is the number of the pixel in the picture.
  func brightness(of pixel: UInt32, over neighbor: UInt32, at index: Int) -> Double
}

/// How far one step of one channel may lead, at most, by the least green of two pixels.
struct ColorSteps {
  /// Of any two.
  var dark: Double
  /// Where green is at least `middleGreen`.
  var middle: Double
  /// Where green is at least `brightGreen`.
  var bright: Double
  var middleGreen: Int32 = 4
  var brightGreen: Int32 = 12
}

/// Every bit counts.
struct ExactDistance: ColorDistance {
  let threshold = 0.0
  static let steps = ColorSteps(dark: 1, middle: 1, bright: 1)

  @inline(__always)
  func measure(_ expected: UInt32, _ actual: UInt32, at index: Int) -> ColorDifference {
    let (a, b) = (StraightPixel(expected), StraightPixel(actual))
    let channels = max(
      max(abs(a.red - b.red), abs(a.green - b.green)), max(abs(a.blue - b.blue), abs(a.alpha - b.alpha)))
    return ColorDifference(
      extent: Double(channels), exceeds: channels > 0,
      isDarker: Luma.units(of: expected) > Luma.units(of: actual))
  }

  static func distance(of extent: Double) -> Double { extent / 255 }

  func brightness(of pixel: UInt32, over neighbor: UInt32, at index: Int) -> Double {
    Double(Luma.units(of: pixel) - Luma.units(of: neighbor)) / Luma.unitsInOne
  }
}

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

/// What lies behind a pixel that is not opaque.
struct Backdrop {
  var red: Double
  var green: Double
  var blue: Double

  static let white = Backdrop(red: 255, green: 255, blue: 255)

  init(red: Double, green: Double, blue: Double) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// The backdrop of the pixel with a number.
  ///
  /// Each channel is 48 or 207, changing in steps of the golden ratio and of its square, so that no pattern of a
  /// picture goes along with it. It is counted in bytes, as those whose counts this agrees with do; red never changes.
  init(_ background: Comparison.Settings.Background, at index: Int) {
    switch background {
    case .white: self = .white
    case .checkerboard:
      let place = Double(4 * index)
      func level(_ ratio: Double) -> Double { Int(place / ratio) % 2 == 0 ? 48 : 207 }
      self.init(red: 48, green: level(1.618033988749895), blue: level(2.618033988749895))
    }
  }
}
