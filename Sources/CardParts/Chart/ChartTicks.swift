/// The step of an axis: 1, 2 or 5 times a power of ten.
///
/// Rule: d3-array's `ticks`. Values are whole multiples of the step, or quotients by its inverse where it is below 1, so
/// that no error adds up.
struct TickStep: Hashable, Sendable {
  /// The step, or what 1 is divided by to get it.
  private let size: Double
  private let isInverse: Bool

  /// The step that gives about `count` values between two numbers; nil when they are equal or not finite.
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

  /// A step of 1: that of numbers that are counted.
  static let one = TickStep(whole: 1)
  private init(whole: Double) {
    size = whole
    isInverse = false
  }

  /// The length of the step.
  var length: Double { isInverse ? 1 / size : size }

  /// A multiple of the step.
  func value(_ multiple: Double) -> Double { isInverse ? multiple / size : multiple * size }

  /// How many steps a number is.
  private func steps(_ value: Double) -> Double { isInverse ? value * size : value / size }

  /// The multiples of the step from one number to another, both included.
  func values(from low: Double, to high: Double) -> [Double] {
    // A multiple that differs from an end by the last digit is that end.
    let slack = 1e-9
    let first = (steps(low) - slack).rounded(.up)
    let last = (steps(high) + slack).rounded(.down)
    guard last >= first, last - first < 10_000 else { return [] }
    return (0...Int(last - first)).map { value(first + Double($0)) }
  }

  /// The nearest multiple below a number.
  func floor(_ number: Double) -> Double { value((steps(number) + 1e-9).rounded(.down)) }
  /// The nearest multiple above a number.
  func ceil(_ number: Double) -> Double { value((steps(number) - 1e-9).rounded(.up)) }

  /// How many decimals tell the multiples apart.
  var decimals: Int { length >= 1 ? 0 : max(0, -RealMath.exponent10(length * (1 + 1e-9))) }

  /// Two numbers moved outwards to multiples of the step that they then have, and that step.
  static func nice(_ low: Double, _ high: Double, count: Double, isWhole: Bool = false) -> (
    low: Double, high: Double, step: TickStep
  )? {
    var (a, b) = (low, high)
    var last: TickStep?
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

/// The values of a logarithmic axis.
enum LogTicks {
  /// A value and whether it has a label.
  typealias Tick = (value: Double, isLabelled: Bool)

  /// The ticks between two numbers above 0.
  ///
  /// Rule: d3-scale's. With as many decades as labels fit there are exponents alone; otherwise multiples of them too, of
  /// which the first few of each decade have labels.
  static func values(from low: Double, to high: Double, count: Double) -> [Tick] {
    let (first, last) = (RealMath.exponent10(low), RealMath.exponent10(high))
    let decades = RealMath.log10(high) - RealMath.log10(low)
    let isSparse = decades >= count
    let every = max(1, Int((Double(last - first) / max(1, count)).rounded(.up)))
    var all: [Tick] = []
    for power in first...max(first, last) {
      for factor in isSparse ? [1.0] : [1, 2, 3, 4, 5, 6, 7, 8, 9] {
        let value = power < 0 ? factor / RealMath.pow10(-power) : factor * RealMath.pow10(power)
        guard value >= low * (1 - 1e-9), value <= high * (1 + 1e-9) else { continue }
        all.append((value, !isSparse || (power - first) % every == 0))
      }
    }
    let most = max(1, 10 * count / Double(max(1, all.count)))
    return all.map { tick in
      let factor = tick.value / RealMath.pow10(RealMath.exponent10(tick.value * (1 + 1e-9)))
      return (tick.value, tick.isLabelled && (isSparse || factor.rounded() <= most))
    }
  }
}
