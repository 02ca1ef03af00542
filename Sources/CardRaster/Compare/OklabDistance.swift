/// HyAB distance in OKLab with toe-corrected lightness, where black to white is 1.
///
/// Sources: B. Ottosson, A perceptual color space for image processing (2020), for OKLab and its toe; S.
/// Abasi, M. Amani Tehran, M. D. Fairchild, Distance metrics for very large color differences (2019), for
/// HyAB: the sum of the difference in lightness and the length of the difference in chroma coordinates.
struct OklabDistance: ColorDistance {
  let threshold: Double
  private let background: Comparison.Settings.Background
  private let tables = OklabTables.shared
  /// The last two pixels: pictures repeat themselves.
  private var memo: (expected: UInt32, actual: UInt32, difference: ColorDifference)?

  init(threshold: Double, background: Comparison.Settings.Background) {
    self.threshold = threshold
    self.background = background
  }

  /// Found by measuring every step of the colour cube, and rounded up.
  static let steps = ColorSteps(dark: 0.0660, middle: 0.0100, bright: 0.0054)

  @inline(__always)
  mutating func measure(_ expected: UInt32, _ actual: UInt32, at index: Int) -> ColorDifference {
    if expected & actual >= 0xFF00_0000 {
      if let memo, memo.expected == expected, memo.actual == actual { return memo.difference }
      let difference = difference(tables.opaque(expected), tables.opaque(actual))
      memo = (expected, actual, difference)
      return difference
    }
    let backdrop = Backdrop(background, at: index)
    return difference(tables.blended(expected, backdrop), tables.blended(actual, backdrop))
  }

  /// The difference of two colours, each as its three cube roots and its lightness.
  @inline(__always)
  private func difference(_ a: SIMD4<Double>, _ b: SIMD4<Double>) -> ColorDifference {
    let d = a - b
    let way = OKLab(roots: d)
    let chroma = way.a * way.a + way.b * way.b
    let rest = threshold - abs(d.w)
    // Squares are compared, since a root would move distances that are exactly at the threshold.
    let isWithin = rest >= 0 && chroma <= rest * rest
    return ColorDifference(
      extent: abs(d.w) + chroma.squareRoot(), exceeds: !isWithin, isDarker: d.w > 0)
  }

  static func distance(of extent: Double) -> Double { extent }

  /// The luma difference over white; if that is 0 and the alpha differs, half the difference in alpha.
  func brightness(of pixel: UInt32, over neighbor: UInt32, at index: Int) -> Double {
    let (a, b) = (StraightPixel(pixel), StraightPixel(neighbor))
    if a.isOpaque, b.isOpaque { return a.luma(minus: b) }
    let luma = a.luma(minus: b, over: .white)
    return luma == 0 ? Double(a.alpha - b.alpha) / 2 : luma
  }
}

extension StraightPixel {
  /// The difference in luma to another opaque pixel.
  func luma(minus other: StraightPixel) -> Double {
    Luma.of(
      red: Double(red - other.red), green: Double(green - other.green), blue: Double(blue - other.blue))
  }

  /// The difference to another pixel in each channel, both over the same backdrop.
  @inline(__always) func difference(to other: StraightPixel, over backdrop: Backdrop) -> SIMD3<Double> {
    func channel(_ a: Int, _ b: Int, _ behind: Double) -> Double {
      (Double(a * alpha - b * other.alpha) - behind * Double(alpha - other.alpha)) / 255
    }
    return SIMD3(
      channel(red, other.red, backdrop.red), channel(green, other.green, backdrop.green),
      channel(blue, other.blue, backdrop.blue))
  }

  /// The difference in luma to another pixel, both over the same backdrop.
  func luma(minus other: StraightPixel, over backdrop: Backdrop) -> Double {
    let d = difference(to: other, over: backdrop)
    return Luma.of(red: d.x, green: d.y, blue: d.z)
  }
}

/// Tables from bytes to the cube roots of the cone responses.
///
/// The cube root is interpolated between 4,096 steps: pixels at the threshold are then judged as by the
/// program whose counts these match.
struct OklabTables: Sendable {
  /// Made when colours are first measured.
  static let shared = OklabTables()

  /// Linear light by channel value, with one more entry for interpolation.
  let light: [Double]
  /// The contribution of each value of red, green and blue to the three responses.
  private let red: [SIMD4<Double>]
  private let green: [SIMD4<Double>]
  private let blue: [SIMD4<Double>]
  /// Cube roots, each with the difference to the next.
  private let roots: [SIMD2<Double>]

  private static let rootSteps = 4096

  init() {
    var light = Color.light
    red = light.map { OKLab.redResponse * $0 }
    green = light.map { OKLab.greenResponse * $0 }
    blue = light.map { OKLab.blueResponse * $0 }
    light.append(light[255])
    self.light = light
    let steps = Double(OklabTables.rootSteps)
    let values = (0...OklabTables.rootSteps + 1).map { Roots.cube(Double($0) / steps) }
    roots = zip(values, values.dropFirst()).map { SIMD2($0, $1 - $0) }
  }

  /// The three roots and the lightness of an opaque pixel.
  @inline(__always) func opaque(_ word: UInt32) -> SIMD4<Double> {
    coordinates(red[Int(word & 255)] + green[Int(word >> 8 & 255)] + blue[Int(word >> 16 & 255)])
  }

  /// The same for a pixel composited over a backdrop, where channel values are not integers.
  func blended(_ word: UInt32, _ backdrop: Backdrop) -> SIMD4<Double> {
    let pixel = StraightPixel(word)
    func light(_ channel: Int, _ behind: Double) -> Double {
      let value = (Double(channel * pixel.alpha) + behind * Double(255 - pixel.alpha)) / 255
      let index = Int(value)
      return self.light[index] + (self.light[index + 1] - self.light[index]) * (value - Double(index))
    }
    return coordinates(
      OKLab.redResponse * light(pixel.red, backdrop.red)
        + OKLab.greenResponse * light(pixel.green, backdrop.green)
        + OKLab.blueResponse * light(pixel.blue, backdrop.blue))
  }

  @inline(__always) private func coordinates(_ response: SIMD4<Double>) -> SIMD4<Double> {
    let place = response * Double(OklabTables.rootSteps)
    let (x, y, z) = (root(place.x), root(place.y), root(place.z))
    let lightness = OKLab(roots: SIMD4(x, y, z, 0)).lightness
    // Ottosson's toe: near black, lightness grows slower than its cube root.
    let (k1, k2) = (0.206, 0.03)
    let k3 = (1 + k1) / (1 + k2)
    let bent = k3 * lightness - k1
    return SIMD4(x, y, z, 0.5 * (bent + (bent * bent + 4 * k2 * k3 * lightness).squareRoot()))
  }

  @inline(__always) private func root(_ place: Double) -> Double {
    let index = Int(place)
    let step = roots[index]
    return step.x + step.y * (place - Double(index))
  }
}

/// The difference of two pixels.
struct ColorDifference {
  /// A number that grows with the distance; `ColorDistance.distance(of:)` converts it.
  var extent: Double
  /// Whether it exceeds the threshold.
  var exceeds: Bool
  /// Whether the second pixel is the darker one.
  var isDarker: Bool
}

/// The channels of a pixel as signed numbers.
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

/// The backdrop of a pixel that is not opaque.
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
  /// Each channel is 48 or 207, changing in steps of the golden ratio and of its square, so that it does not
  /// coincide with patterns of a picture. Steps are counted in bytes, as in the programs whose counts this
  /// matches; red never changes.
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
