/// A colour in OKLab: lightness and two opponent axes, in which equal distances look equal.
///
/// The source is B. Ottosson, A perceptual color space for image processing (2020).
package struct OKLab: Hashable, Sendable {
  /// 0 for black, 1 for white.
  package var lightness: Double
  /// From green to red.
  package var a: Double
  /// From blue to yellow.
  package var b: Double

  package init(lightness: Double, a: Double, b: Double) {
    (self.lightness, self.a, self.b) = (lightness, a, b)
  }
}

extension OKLab {
  /// Converts an sRGB colour.
  package init(_ color: Color) {
    self.init(light: Self.light(of: color))
  }

  /// Converts linear light.
  private init(light: SIMD3<Double>) {
    let cones = Self.redResponse * light.x + Self.greenResponse * light.y + Self.blueResponse * light.z
    self.init(roots: SIMD4(Roots.cube(cones.x), Roots.cube(cones.y), Roots.cube(cones.z), 0))
  }

  private static func light(of color: Color) -> SIMD3<Double> {
    SIMD3(Color.light[Int(color.red)], Color.light[Int(color.green)], Color.light[Int(color.blue)])
  }

  /// A colour with normal vision, and with protanopia, deuteranopia and tritanopia.
  ///
  /// The source is G. Machado et al., A physiologically-based model for simulation of color vision deficiency
  /// (2009), at full severity.
  package static func views(of color: Color) -> [OKLab] {
    let light = light(of: color)
    let seen = deficiencies.map { $0.red * light.x + $0.green * light.y + $0.blue * light.z }
    return ([light] + seen).map { OKLab(light: $0.clamped(lowerBound: .zero, upperBound: .one)) }
  }

  /// The linear light that replaces that of each primary.
  private static let deficiencies: [(red: SIMD3<Double>, green: SIMD3<Double>, blue: SIMD3<Double>)] = [
    (
      SIMD3(0.152286, 0.114503, -0.003882), SIMD3(1.052583, 0.786281, -0.048116),
      SIMD3(-0.204868, 0.099216, 1.051998)
    ),
    (
      SIMD3(0.367322, 0.280085, -0.011820), SIMD3(0.860646, 0.672501, 0.042940),
      SIMD3(-0.227968, 0.047413, 0.968881)
    ),
    (
      SIMD3(1.255528, -0.078411, 0.004733), SIMD3(-0.076749, 0.930809, 0.691367),
      SIMD3(-0.178779, 0.147602, 0.303900)
    ),
  ]

  /// The response of the eye's three kinds of cones to the red primary; the next two are for green and blue.
  static let redResponse = SIMD4(0.4122214708, 0.2119034982, 0.0883024619, 0)
  static let greenResponse = SIMD4(0.5363325363, 0.6806995451, 0.2817188376, 0)
  static let blueResponse = SIMD4(0.0514459929, 0.1073969566, 0.6299787005, 0)

  /// The coordinates for the cube roots of cone responses.
  ///
  /// A difference of roots gives the difference of coordinates.
  @inline(__always) init(roots: SIMD4<Double>) {
    let (x, y, z) = (roots.x, roots.y, roots.z)
    lightness = 0.2104542553 * x + 0.7936177850 * y - 0.0040720468 * z
    a = 1.9779984951 * x - 2.4285922050 * y + 0.4505937099 * z
    b = 0.0259040371 * x + 0.7827717662 * y - 0.8086757660 * z
  }

  /// The chroma; 0 for greys.
  package var chroma: Double { (a * a + b * b).squareRoot() }

  /// The perceived difference from another colour: about 1 from black to white.
  package func distance(to other: OKLab) -> Double {
    let (l, x, y) = (lightness - other.lightness, a - other.a, b - other.b)
    return (l * l + x * x + y * y).squareRoot()
  }

  /// The same hue and chroma at another lightness.
  package func with(lightness: Double) -> OKLab { OKLab(lightness: lightness, a: a, b: b) }

  /// The linear interpolation to another colour; 0 is this one, 1 the other.
  package func mixed(with other: OKLab, share: Double) -> OKLab {
    OKLab(
      lightness: lightness + (other.lightness - lightness) * share, a: a + (other.a - a) * share,
      b: b + (other.b - b) * share)
  }

  /// The sRGB colour with each channel clamped to its range.
  package var clipped: Color { light(share: 1).color }

  /// The sRGB colour with as much of the chroma as sRGB has at this lightness.
  package var color: Color {
    var light = light(share: 1)
    if !light.isOfScreen {
      var (inside, outside) = (0.0, 1.0)
      for _ in 0..<20 {
        let middle = (inside + outside) / 2
        if self.light(share: middle).isOfScreen { inside = middle } else { outside = middle }
      }
      light = self.light(share: inside)
    }
    guard light.isOfScreen else { return lightness < 0.5 ? .black : .white }
    return light.color
  }

  /// Linear light of each primary.
  private struct Light {
    let red: Double
    let green: Double
    let blue: Double

    /// Whether it is within sRGB, apart from rounding.
    var isOfScreen: Bool {
      min(red, min(green, blue)) > -0.0005 && max(red, max(green, blue)) < 1.0005
    }

    /// The sRGB colour, each channel clamped to its range.
    var color: Color { Color(red: channel(red), green: channel(green), blue: channel(blue)) }

    /// The channel value for a linear light.
    private func channel(_ light: Double) -> UInt8 {
      let light = min(1, max(0, light))
      if light <= 0.0031308 { return UInt8((light * 12.92 * 255).rounded()) }
      // x^(1/2.4) is the fourth root of the cube root, to the fifth.
      let root = Roots.cube(light).squareRoot().squareRoot()
      return UInt8(((1.055 * root * root * root * root * root - 0.055) * 255).rounded())
    }
  }

  /// The linear light of the colour with its chroma scaled by a share.
  private func light(share: Double) -> Light {
    let (a, b) = (a * share, b * share)
    let x = lightness + 0.3963377774 * a + 0.2158037573 * b
    let y = lightness - 0.1055613458 * a - 0.0638541728 * b
    let z = lightness - 0.0894841775 * a - 1.2914855480 * b
    let (l, m, s) = (x * x * x, y * y * y, z * z * z)
    return Light(
      red: 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
      green: -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
      blue: -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s)
  }
}
