import CardModel
import CardRaster

/// The step of an axis: 1, 2 or 5 times a power of ten.
///
/// The rule is that of d3-array's `ticks`. Values are integer multiples of the step, or quotients by its
/// inverse if it is below 1, so that errors do not add up.
struct TickStep: Hashable, Sendable {
  /// The step, or its inverse.
  private let size: Double
  private let isInverse: Bool

  /// The step that gives about `count` values between two numbers; nil if they are equal or not finite.
  init?(from low: Double, to high: Double, count: Double) {
    let rough = (high - low) / max(1, count)
    guard rough > 0, rough.isFinite, count > 0 else { return nil }
    let power = RealMath.exponent10(rough)
    let error = rough / RealMath.pow10(power)
    let factor: Double =
      error >= 50.0.squareRoot() ? 10 : error >= 10.0.squareRoot() ? 5 : error >= 2.0.squareRoot() ? 2 : 1
    isInverse = power < 0
    size = power < 0 ? RealMath.pow10(-power) / factor : factor * RealMath.pow10(power)
  }

  /// A step of 1, for counts.
  static let one = TickStep(whole: 1)
  private init(whole: Double) {
    size = whole
    isInverse = false
  }

  /// The length of the step.
  var length: Double { isInverse ? 1 / size : size }

  /// A multiple of the step.
  func value(_ multiple: Double) -> Double { isInverse ? multiple / size : multiple * size }

  /// The quotient of a number and the step.
  private func steps(_ value: Double) -> Double { isInverse ? value * size : value / size }

  /// The multiples of the step between two numbers, both included.
  func values(from low: Double, to high: Double) -> [Double] {
    // A multiple that differs from an end only by a rounding error counts as that end.
    let slack = 1e-9
    let first = (steps(low) - slack).rounded(.up)
    let last = (steps(high) + slack).rounded(.down)
    guard last >= first, last - first < 10_000 else { return [] }
    return (0...Int(clamping: last - first)).map { value(first + Double($0)) }
  }

  /// The nearest multiple below a number.
  func floor(_ number: Double) -> Double { value((steps(number) + 1e-9).rounded(.down)) }
  /// The nearest multiple above a number.
  func ceil(_ number: Double) -> Double { value((steps(number) - 1e-9).rounded(.up)) }

  /// Two numbers extended outwards to multiples of a step, and that step.
  static func nice(_ low: Double, _ high: Double, count: Double, isWhole: Bool = false) -> (
    low: Double, high: Double, step: TickStep
  )? {
    var (a, b) = (low, high)
    var last: TickStep?
    // With one step on both sides of 0, each iteration would double the ends.
    let count = max(2, count)
    for _ in 0..<10 {
      guard var step = TickStep(from: a, to: b, count: count) else { return nil }
      if isWhole, step.length < 1 { step = .one }
      if step == last { break }
      (a, b) = (step.floor(a), step.ceil(b))
      last = step
    }
    return last.map { (a, b, $0) }
  }
}

/// The base of a logarithmic axis.
struct LogBase: Hashable, Sendable {
  let value: Double

  init(_ value: Double) { self.value = value }

  var isTen: Bool { value == 10 }

  /// The base to a whole power.
  func power(_ exponent: Int) -> Double {
    if isTen { return RealMath.pow10(exponent) }
    var result = 1.0
    for _ in 0..<min(1_100, abs(exponent)) { result *= value }
    return exponent < 0 ? 1 / result : result
  }

  /// The exponent of the largest power that is not above a positive number.
  func exponent(of number: Double) -> Int {
    if isTen { return RealMath.exponent10(number) }
    var result = Int(clamping: (RealMath.ln(number) / RealMath.ln(value)).rounded(.down))
    // Powers of 2 end at this exponent; numbers that are not finite are clamped.
    result = max(-1_100, min(1_100, result))
    // The logarithm is not exact, but the powers are.
    while result < 1_100, power(result + 1) <= number { result += 1 }
    while result > -1_100, power(result) > number { result -= 1 }
    return result
  }

  /// The nearest multiples of powers at or below a number, and at or above another one.
  func roundEnds(_ low: Double, _ high: Double, multiples: [Double]) -> (low: Double, high: Double) {
    func numbers(_ number: Double) -> [Double] {
      let first = exponent(of: number)
      return [first, first + 1].flatMap { exponent in multiples.map { $0 * power(exponent) } }
    }
    return (
      numbers(low).last { $0 <= low * (1 + 1e-9) } ?? low,
      numbers(high).first { $0 >= high * (1 - 1e-9) } ?? high
    )
  }

  /// The factors of the ticks between two powers; only 1 if others would not be round numbers.
  var factors: [Double] {
    guard value == value.rounded(), value <= 10 else { return [1] }
    return (1..<max(1, Int(clamping: value))).map(Double.init)
  }
}

/// The values of a logarithmic axis.
enum LogTicks {
  /// A value and whether it has a label.
  typealias Tick = (value: Double, isLabelled: Bool)

  /// The ticks between two positive numbers.
  ///
  /// The rule is that of d3-scale. If there are at least as many powers as labels fit, only powers are used.
  /// Otherwise their multiples are used too. Labels are at all of them, at 1, 2 and 5 of each power of ten, or only
  /// at the powers, whichever fits first: 1, 2, 10, 20 would look like an uneven scale. Without two powers, labels are
  /// at 1 and 5.
  static func values(from low: Double, to high: Double, count: Double, base: LogBase = LogBase(10)) -> [Tick]
  {
    let (first, last) = (base.exponent(of: low), base.exponent(of: high))
    let powers = (RealMath.ln(high) - RealMath.ln(low)) / RealMath.ln(base.value)
    let isSparse = powers >= count
    let every = max(1, Int(clamping: (Double(last - first) / max(1, count)).rounded(.up)))
    var all: [(value: Double, multiple: Double, isLabelled: Bool)] = []
    for exponent in first...max(first, last) {
      for multiple in isSparse ? [1] : base.factors {
        let value = exponent < 0 ? multiple / base.power(-exponent) : multiple * base.power(exponent)
        guard value >= low * (1 - 1e-9), value <= high * (1 + 1e-9) else { continue }
        all.append((value, multiple, !isSparse || (exponent - first) % every == 0))
      }
    }
    if isSparse { return all.map { ($0.value, $0.isLabelled) } }
    let round: Set<Double> = base.isTen ? [1, 2, 5] : [1]
    for labelled in [Set(base.factors), round, [1], [1, 5]] where base.isTen || labelled != [1, 5] {
      let labels = all.count { labelled.contains($0.multiple) }
      // Powers are labelled even if they are a few more than the wanted number.
      guard labels > 1, labelled == [1] || Double(labels) <= count else { continue }
      return all.map { ($0.value, labelled.contains($0.multiple)) }
    }
    let most = max(1, base.value * count / Double(max(1, all.count)))
    return all.map { ($0.value, $0.multiple <= most) }
  }
}
