/// Sine and cosine without the C library, whose last digit differs between machines.
public enum Angle {
  /// The sine and cosine of an angle in degrees, exact at multiples of 90.
  ///
  /// An angle that is not finite counts as 0. The angle is reduced to ±45°, where the Taylor series to the
  /// 16th power is exact to the last bits of a double.
  public static func sineAndCosine(degrees: Double) -> (sine: Double, cosine: Double) {
    guard degrees.isFinite else { return (0, 1) }
    let turn = degrees.truncatingRemainder(dividingBy: 360)
    let quarter = (turn / 90).rounded()
    let x = (turn - quarter * 90) * (Double.pi / 180)
    var sine = 0.0
    var cosine = 0.0
    var term = 1.0
    for power in 0..<17 {
      if power % 2 == 0 {
        cosine += power % 4 == 0 ? term : -term
      } else {
        sine += power % 4 == 1 ? term : -term
      }
      term *= x / Double(power + 1)
    }
    switch ((Int(quarter) % 4) + 4) % 4 {
    case 0: return (sine, cosine)
    case 1: return (cosine, -sine)
    case 2: return (-sine, -cosine)
    default: return (-cosine, sine)
    }
  }
}

/// Roots by Newton's method: only sums, products and quotients, so every machine gives the same bits.
enum Roots {
  /// The cube root of a number of 0…2.
  static func cube(_ value: Double) -> Double {
    guard value > 0 else { return 0 }
    // Starting above the root, Newton's steps decrease until they reach the last digit.
    var root = max(1, value)
    while true {
      let next = root - (root - value / (root * root)) / 3
      guard next < root else { return root }
      root = next
    }
  }

  /// The fifth root of a number of 0…2.
  static func fifth(_ value: Double) -> Double {
    guard value > 0 else { return 0 }
    var root = max(1, value)
    while true {
      let square = root * root
      let next = root - (root - value / (square * square)) / 5
      guard next < root else { return root }
      root = next
    }
  }
}
