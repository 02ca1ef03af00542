/// A decimal number as an integer times a power of ten, for results that a binary number cannot represent.
struct ExactDecimal {
  private var digits: Int128
  private var exponent: Int

  private init(_ digits: Int128, _ exponent: Int) {
    (self.digits, self.exponent) = (digits, exponent)
  }

  /// Converts a number; nil if it has more than 38 digits.
  init?(_ number: JSONNumber) {
    let decimal = number.decimal
    guard decimal.digits.count <= 38, abs(decimal.point) <= 400 else { return nil }
    var all: Int128 = 0
    for digit in decimal.digits { all = all * 10 + Int128(digit) }
    self.init(decimal.isNegative ? -all : all, decimal.point - decimal.digits.count)
  }

  /// The JSON number; nil if it is too large.
  var number: JSONNumber? {
    let literal = "\(digits)e\(exponent)"
    guard let value = Double(literal), value.isFinite else { return nil }
    return JSONNumber(literal: literal, value: value)
  }

  /// The integer for a smaller exponent; nil if its digits do not fit.
  private func scaled(to exponent: Int) -> Int128? {
    guard digits != 0 else { return 0 }
    guard self.exponent - exponent <= 38 else { return nil }
    var result = digits
    for _ in exponent..<max(exponent, self.exponent) {
      let next = result.multipliedReportingOverflow(by: 10)
      guard !next.overflow else { return nil }
      result = next.partialValue
    }
    return result
  }

  /// The exact result; nil if its digits do not fit or do not end.
  func calculated(_ sign: BindingExpression.Arithmetic, _ other: ExactDecimal) -> ExactDecimal? {
    switch sign {
    case .times:
      let result = digits.multipliedReportingOverflow(by: other.digits)
      return result.overflow ? nil : ExactDecimal(result.partialValue, exponent + other.exponent)
    case .divided:
      guard other.digits != 0 else { return nil }
      var (rest, place) = (digits, exponent - other.exponent)
      while rest % other.digits != 0 {
        let next = rest.multipliedReportingOverflow(by: 10)
        guard !next.overflow else { return nil }
        (rest, place) = (next.partialValue, place - 1)
      }
      return ExactDecimal(rest / other.digits, place)
    case .plus, .minus, .remainder:
      let common = digits == 0 ? other.exponent : other.digits == 0 ? exponent : min(exponent, other.exponent)
      guard let a = scaled(to: common), let b = other.scaled(to: common) else { return nil }
      if sign == .remainder { return b == 0 ? nil : ExactDecimal(a % b, common) }
      let result = sign == .plus ? a.addingReportingOverflow(b) : a.subtractingReportingOverflow(b)
      return result.overflow ? nil : ExactDecimal(result.partialValue, common)
    }
  }
}

extension JSONNumber {
  /// The largest integer below which every integer is exact in a `Double`.
  private static let lastExact = 9_007_199_254_740_992.0

  /// The result of a calculation, with decimal arithmetic where binary arithmetic would lose digits.
  ///
  /// - Throws: an error if digits would be lost, for a division by zero, or if the result is too large.
  package func calculated(
    _ sign: BindingExpression.Arithmetic, _ other: JSONNumber
  ) throws(BindingError) -> JSONNumber {
    let result: Double
    switch sign {
    case .plus: result = value + other.value
    case .minus: result = value - other.value
    case .times: result = value * other.value
    case .divided: result = value / other.value
    case .remainder: result = value.truncatingRemainder(dividingBy: other.value)
    }
    guard result.isFinite else {
      throw BindingError(
        message: other.value == 0 ? "a division by zero" : "the result of '\(sign.rawValue)' is too large")
    }
    let largest = max(value.magnitude, other.value.magnitude, result.magnitude)
    if largest < Self.lastExact, isExact, other.isExact { return JSONNumber(Self.tidied(result)) }
    if let a = ExactDecimal(self), let b = ExactDecimal(other), let number = a.calculated(sign, b)?.number {
      return number
    }
    // A quotient can have infinitely many digits; if both numbers are exact, the quotient is rounded once.
    guard sign == .divided, isExact, other.isExact else {
      throw BindingError(
        message: "'\(sign.rawValue)' would lose digits of \(brief) and \(other.brief)",
        hint: "a calculation can have at most 38 digits")
    }
    return JSONNumber(result)
  }

  private var brief: String { JSONNode.of(self).briefText }

  /// The result without the rounding errors of binary fractions: 0.1 + 0.2 is 0.3.
  private static func tidied(_ number: Double) -> Double {
    guard number != 0, abs(number) < 1e15, abs(number) > 1e-6 else { return number }
    let scaled = (number * 1e9).rounded()
    return abs(scaled) < 9e15 && abs(scaled / 1e9 - number) < abs(number) * 1e-14 ? scaled / 1e9 : number
  }
}
