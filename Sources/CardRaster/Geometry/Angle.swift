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
