/// Logarithms and powers from basic arithmetic only, so that results are bit-identical on every machine.
package enum RealMath {
  private static let ln2 = 0.693_147_180_559_945_3
  private static let ln10 = 2.302_585_092_994_046

  /// The natural logarithm of a positive number.
  package static func ln(_ value: Double) -> Double {
    guard value > 0, value.isFinite else { return value > 0 ? value : -.infinity }
    var mantissa = value.significand
    var exponent = Double(value.exponent)
    if mantissa > 1.414_213_562_373_095 {
      mantissa /= 2
      exponent += 1
    }
    // ln m = 2 artanh t. Each term of the series is at least 33 times smaller than the one before.
    let t = (mantissa - 1) / (mantissa + 1)
    var sum = 0.0
    var power = t
    for odd in stride(from: 1.0, through: 25, by: 2) {
      sum += power / odd
      power *= t * t
    }
    return exponent * ln2 + 2 * sum
  }

  /// e raised to a power.
  package static func exp(_ value: Double) -> Double {
    guard value > -700 else { return 0 }
    guard value < 700 else { return .greatestFiniteMagnitude }
    let turns = (value / ln2).rounded()
    let rest = value - turns * ln2
    var sum = 1.0
    var term = 1.0
    for number in 1...20 {
      term *= rest / Double(number)
      sum += term
    }
    return sum * Double(sign: .plus, exponent: Int(turns), significand: 1)
  }

  /// A positive number raised to a power.
  package static func power(_ base: Double, _ exponent: Double) -> Double {
    base <= 0 ? 0 : exp(exponent * ln(base))
  }

  /// The common logarithm of a positive number.
  static func log10(_ value: Double) -> Double { ln(value) / ln10 }

  /// 10 raised to an integer power, exact from -22 to 22.
  package static func pow10(_ exponent: Int) -> Double {
    var result = 1.0
    for _ in 0..<min(308, abs(exponent)) { result *= 10 }
    return exponent < 0 ? 1 / result : result
  }

  /// The exponent of the largest power of ten that is not greater than a positive number.
  package static func exponent10(_ value: Double) -> Int {
    var result = Int(max(-300, min(300, log10(value).rounded(.down))))
    // The logarithm is inexact; the powers are exact.
    while result < 308, pow10(result + 1) <= value { result += 1 }
    while pow10(result) > value, result > -300 { result -= 1 }
    return result
  }
}
