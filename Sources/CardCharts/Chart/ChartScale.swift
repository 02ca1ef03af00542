import CardModel
import CardRaster

/// Maps the values of an axis, or the indices of its categories, to positions in points.
protocol ChartScale: Sendable {
  /// The ends of the values; 0 and the count for categories.
  var low: Double { get set }
  var high: Double { get set }
  /// The positions of the ends, in points.
  var start: Double { get set }
  var end: Double { get set }
  /// The distance of two categories, and the width of a bar; 0 without categories.
  var step: Double { get }
  var bandwidth: Double { get }
  /// The position of a value, or of the middle of a category.
  func position(_ value: Double) -> Double
  /// The distance of a value to the next one after a gap.
  func pitch(at value: Double, gap: Double) -> Double
}

extension ChartScale {
  var isReversed: Bool { end < start }
  var isDiscrete: Bool { self is BandScale }
  func pitch(at value: Double, gap: Double) -> Double { abs(position(value + gap) - position(value)) }
}

/// Positions of names, with gaps between bars and at both ends, in steps.
struct BandScale: ChartScale {
  /// An inner gap of 1 leaves bars no width.
  let inner, outer: Double
  var low = 0.0
  var high, start, end: Double

  var step: Double { abs(end - start) / max(1, high - inner + 2 * outer) }
  var bandwidth: Double { step * (1 - inner) }

  func position(_ value: Double) -> Double {
    let sign: Double = isReversed ? -1 : 1
    let room = abs(end - start) - step * (high - inner + 2 * outer)
    return start + sign * (room / 2 + step * outer + step * value + bandwidth / 2)
  }
}

/// Positions of numbers or dates.
struct NumberScale: ChartScale {
  var function = ScaleFunction.linear
  var low = 0.0
  var high = 1.0
  var start = 0.0
  var end = 1.0
  var isClamped = false
  /// The space beyond both ends, in units of the function.
  var margin = 0.0
  var step: Double { 0 }
  var bandwidth: Double { 0 }

  func position(_ value: Double) -> Double {
    let first = function(low, low) - margin
    var share = (function(value, low) - first) / (function(high, low) + margin - first)
    if !share.isFinite { share = 0.5 }
    if isClamped { share = min(1, max(0, share)) }
    // Positions far outside are invisible, and painters reject extreme coordinates.
    let farthest = max(100, 400_000 / max(1, abs(end - start)))
    share = min(farthest, max(-farthest, share))
    return start + (end - start) * share
  }

  func pitch(at value: Double, gap: Double) -> Double {
    guard case .months = function else { return abs(position(value + gap) - position(value)) }
    let months = function(high, low) - function(low, low) + 2 * margin
    return abs(end - start) * ScaleFunction.months(in: gap) / max(1, months)
  }
}

/// The function of a scale of numbers.
enum ScaleFunction: Sendable {
  case linear
  case log
  /// About linear up to a constant, and logarithmic beyond it, on both sides of 0.
  case symlog(constant: Double)
  case power(exponent: Double)
  /// Dates on a scale on which all months are equally long; the shift in seconds makes the end of a month the start of the
  /// next one.
  case months(shift: Double)

  /// The number of whole months in a gap between two of them, in seconds.
  static func months(in gap: Double) -> Double { (gap / 86_400 / 30.44).rounded() }

  /// - Parameter low: the lowest value of the scale, for values that the function cannot map.
  func callAsFunction(_ value: Double, _ low: Double) -> Double {
    let size: Double
    switch self {
    case .linear: return value
    case .log: return RealMath.ln(value > 0 ? value : low)
    case .symlog(let constant): size = RealMath.ln(1 + value.magnitude / constant)
    case .power(let exponent): size = RealMath.power(value.magnitude, exponent)
    case .months(let shift):
      let value = value + shift
      guard let date = CalendarMoment(seconds: value.rounded(.down)) else { return value / (30.44 * 86_400) }
      var start = date
      (start.day, start.hour, start.minute, start.second) = (1, 0, 0, 0)
      let days = Double(CalendarMoment.days(in: date.month, of: date.year))
      return Double(12 * date.year + date.month) + (value - Double(start.seconds)) / (86_400 * days)
    }
    return value < 0 ? -size : size
  }
}

extension ChartScaleSpec {
  /// The function of the scale.
  var function: ScaleFunction {
    switch type {
    case .log: .log
    case .symlog: .symlog(constant: constant)
    case .sqrt: .power(exponent: 0.5)
    case .pow: .power(exponent: exponent)
    default: .linear
    }
  }
}

/// A position on an axis with its label.
struct ChartTick: Hashable {
  var value: Double
  var text: String
  /// The larger unit, such as the year of a month; written below the label where it changes.
  var second: String?
  /// The label and the larger unit in one line.
  var whole: String?

  static func inOneLine(_ ticks: [ChartTick]) -> [ChartTick] {
    var last: String?
    return ticks.map { tick in
      guard !tick.text.isEmpty else { return tick }
      defer { last = tick.second }
      return ChartTick(value: tick.value, text: tick.second == last ? tick.text : tick.whole ?? tick.text)
    }
  }
}

/// The ends of an axis and the ticks on it.
struct ChartTicks {
  var low: Double
  var high: Double
  var ticks: [ChartTick] = []
  var step = 1.0
  /// The formats of the ticks; nil for a tick without a label.
  var formats: [ChartFormat?] = []
  /// A text that several ticks share; only the first shows it.
  var repeated: String?

  /// The smallest distance of two ticks.
  var pitch: Double { zip(ticks, ticks.dropFirst()).map { $1.value - $0.value }.min() ?? .infinity }

  /// The ticks with larger units in the same line, for axes without a second line.
  var inOneLine: ChartTicks {
    var result = self
    result.ticks = ChartTick.inOneLine(ticks)
    return result
  }

  /// The ends and ticks of a number axis.
  ///
  /// - Parameters:
  /// - count: the approximate number of labels that fit.
  /// - most: the maximum number of labels if that makes the ends tighter.
  /// - zero: whether the mark requires 0 to be included; nil to let the data decide.
  static func numbers(
    _ dimension: ChartDimension, count: Double, most: Double? = nil, zero: Bool?, _ locale: DeckLocale
  ) -> ChartTicks {
    var result = plain(dimension, count: count, most: most, zero: zero, locale)
    let scale = dimension.scale.type
    if result.isRepeated, dimension.axis.values.isEmpty, scale != .log, scale != .symlog {
      // Coarser steps are preferred to a finer format, unless they need much more space.
      for fewer in stride(from: min(count, 10) - 1, through: 1, by: -1) {
        let coarser = plain(dimension, count: fewer, zero: zero, locale)
        guard coarser.high - coarser.low <= 1.25 * (result.high - result.low) else { break }
        guard !coarser.isRepeated, coarser.ticks.count > 1 else { continue }
        result = coarser
        break
      }
    }
    result.write()
    return result
  }

  /// Uses the ticks of a smaller count if there are too many; too few are worse than too many.
  mutating func thin(to most: Double, from count: Double, _ ticks: (Double) -> ChartTicks) {
    func excess(_ ticks: ChartTicks) -> Double {
      let number = Double(ticks.ticks.count)
      return number > most ? number - most : max(0, 1.5 * (4 - number))
    }
    for fewer in stride(from: count - 1, through: 2, by: -1) where excess(self) > 0 {
      let next = ticks(fewer)
      if next.ticks.count > 1, Double(next.ticks.count) <= most, excess(next) < excess(self) { self = next }
    }
  }

  /// The ticks of another axis next to these, so that both share the lines of the grid; nil if its numbers or these are
  /// not on an even scale.
  func matching(_ other: ChartDimension, _ own: ChartDimension, _ locale: DeckLocale) -> ChartTicks? {
    guard ticks.count > 1, pitch > 0, other.domain.isEmpty, !other.isShare, !other.isEmpty,
      [own, other].allSatisfy({ axis in
        guard case .linear = axis.scale.function else { return false }
        return axis.hasFreeTicks && !axis.scale.reverse && !axis.isDiscrete && !axis.isTime
      })
    else { return nil }
    let (below, above) = ((low - ticks[0].value) / pitch, (high - ticks[0].value) / pitch)
    let isNearZero = other.low >= 0 && other.low <= other.ends.zeroShare * other.high
    let hasZero = other.scale.zero ?? (other.needsZero || isNearZero)
    let (least, most) = hasZero ? (min(0, other.low), max(0, other.high)) : (other.low, other.high)
    let zero = hasZero || least < 0 ? (-ticks[0].value / pitch).rounded() : nil
    guard most > least, least >= 0 || low < 0 else { return nil }
    let power = RealMath.exponent10((most - least) / (above - below))
    for (power, factor) in (power...power + 2).flatMap({ power in
      [1, 2, 2.5, 3, 4, 5, 6, 8].map { (power, $0) }
    }) {
      let step = power < 0 ? factor / RealMath.pow10(-power) : factor * RealMath.pow10(power)
      let first = zero.map { -$0 } ?? ((least / step - below) + 1e-9).rounded(.down)
      let slack = 1e-9 * step
      guard (first + below) * step <= least + slack, (first + above) * step >= most - slack,
        !other.isWhole || step == step.rounded()
      else { continue }
      var result = ChartTicks(low: (first + below) * step, high: (first + above) * step, step: step)
      let largest = max(result.low.magnitude, result.high.magnitude)
      result.ticks = ticks.indices.map { number in
        let multiple = (first + Double(number)) * factor
        return ChartTick(
          value: power < 0 ? multiple / RealMath.pow10(-power) : multiple * RealMath.pow10(power), text: "")
      }
      let format = ChartFormat.axis(other, step: step, largest: largest, locale)
      // Of numbers that are never negative, only the line is needed there.
      result.formats = result.ticks.map { other.low >= 0 && $0.value < 0 ? nil : format }
      result.write()
      return result
    }
    return nil
  }

  /// Whether different ticks would have the same text.
  private var isRepeated: Bool {
    let labelled = zip(ticks, formats).compactMap { tick, format in format.map { (tick.value, $0) } }
    return ChartFormat.repeated(
      labelled.map(\.0), labelled.map { $1.format($0) }, isAbsolute: labelled.contains { $1.isAbsolute })
      != nil
  }

  /// Formats the numbers of the ticks, with more digits if several would have the same text.
  mutating func write() {
    let labelled = ticks.indices.filter { formats[$0] != nil }
    let written = ChartFormat.texts(labelled.map { ticks[$0].value }, formats.compactMap { $0 })
    for (number, text) in zip(labelled, written.texts) { ticks[number].text = text }
    repeated = written.repeated
    if repeated != nil { keepFirst() }
  }

  /// Removes labels that repeat the previous one.
  private mutating func keepFirst() {
    var last = ""
    for number in ticks.indices where !ticks[number].text.isEmpty {
      if ticks[number].text == last { ticks[number].text = "" } else { last = ticks[number].text }
    }
  }

  /// The ends and ticks of a number axis before their labels are compared.
  private static func plain(
    _ dimension: ChartDimension, count: Double, most: Double? = nil, zero: Bool?, _ locale: DeckLocale
  ) -> ChartTicks {
    let spec = dimension.scale
    var (low, high) = (dimension.low, dimension.high)
    if dimension.isEmpty { (low, high) = (0, 1) }
    let ends = dimension.domain
    let isLog = spec.type == .log
    if !isLog, ends.count < 2 {
      let byData = low >= 0 && low <= dimension.ends.zeroShare * high
      if spec.zero ?? zero ?? byData { (low, high) = (min(0, low), max(0, high)) }
    }
    if ends.count == 2 { (low, high) = (ends[0], ends[1]) }
    let isSingle = low == high
    if isSingle {
      // A single value has space on both sides.
      let half = low == 0 ? 1 : low.magnitude / 2
      (low, high) =
        isLog
        ? (low / spec.base, high * spec.base) : (low - (zero == true && low >= 0 ? 0 : half), high + half)
      if zero == true { (low, high) = (min(0, low), max(0, high)) }
    }
    if isLog { return log(dimension, low, high, count: count, isOfBars: zero == true, locale) }
    let isWhole = dimension.isWhole && !dimension.isShare
    var step = TickStep(from: low, to: high, count: count)
    if dimension.isShare, ends.isEmpty { (low, high) = (low < 0 ? -1 : 0, high > 0 ? 1 : 0) }
    if spec.nice ?? ends.isEmpty, spec.type != .symlog,
      let nice = tightest(low, high, count: count, most: most ?? count, isWhole: isWhole)
    {
      (low, high, step) = nice
      // Ends far beyond the data are at finer steps, without ticks.
      if ends.isEmpty, !isSingle, !dimension.isShare, !dimension.isEmpty,
        let fine = TickStep(from: 0, to: nice.step.length, count: isWhole && nice.step.length < 5 ? 1 : 5)
      {
        let range = high - low
        let most = dimension.ends.mostEmpty * range
        // With a tick that is only a little below the data, the axis needs none above them.
        let isNear =
          dimension.ends.mayBeAtData && dimension.high - nice.step.floor(dimension.high) < 0.15 * range
        if high > dimension.high, high - max(0, dimension.high) > (isNear ? 0.107 * range : most) {
          high = max(0, fine.ceil(dimension.high + (dimension.ends.mayBeAtData ? 0.03 * range : 0)))
        }
        if low < dimension.low, min(0, dimension.low) - low > most { low = min(0, fine.floor(dimension.low)) }
      }
    }
    if isWhole, let length = step?.length, length < 1 { step = .one }
    var values = step?.values(from: low, to: high) ?? [low]
    if !dimension.axis.values.isEmpty { values = dimension.axisValues }
    if spec.type == .symlog { values = symlog(low, high, spec.constant, count: count) }
    var result = ChartTicks(low: low, high: high, step: step?.length ?? 1)
    let format = ChartFormat.axis(
      dimension, step: result.step, largest: max(low.magnitude, high.magnitude), locale)
    // Each power has its own decimals and short form.
    let isPower = spec.type == .symlog && dimension.format == nil && !dimension.isShare
    result.formats = values.map { value in
      isPower ? ChartFormat(locale: locale, style: power(value, isTen: true), unit: format.unit) : format
    }
    result.ticks = values.map { ChartTick(value: $0, text: "") }
    return result
  }

  /// The tightest round ends, preferring few ticks.
  private static func tightest(
    _ low: Double, _ high: Double, count: Double, most: Double, isWhole: Bool
  ) -> (low: Double, high: Double, step: TickStep)? {
    var best = TickStep.nice(low, high, count: count, isWhole: isWhole)
    for more in stride(from: count + 1, through: max(count, most), by: 1) {
      guard let known = best, let next = TickStep.nice(low, high, count: more, isWhole: isWhole) else {
        break
      }
      let ticks = (next.high - next.low) / next.step.length + 1
      if ticks <= most + 1, next.high - next.low < (known.high - known.low) * 0.93 { best = next }
    }
    return best
  }

  /// Powers of ten on both sides of 0.
  private static func symlog(_ low: Double, _ high: Double, _ constant: Double, count: Double) -> [Double] {
    let first = RealMath.exponent10(max(constant, 1e-9))
    let powers = (first..<first + 40).map { RealMath.pow10($0) }
      .prefix { $0 <= max(low.magnitude, high.magnitude) }
    // If there are too many, every second or third is used, including the largest.
    let sides = (low < 0 ? 1.0 : 0) + (high > 0 ? 1 : 0)
    let every = max(1, Int(clamping: (Double(powers.count) * sides / max(2, count)).rounded(.up)))
    let kept = powers.indices.filter { (powers.count - 1 - $0) % every == 0 && (every == 1 || $0 > 0) }
      .map { powers[$0] }
    let zero: [Double] = low <= 0 && high >= 0 ? [0] : []
    return (kept.filter { -$0 >= low }.map { -$0 } + zero + kept.filter { $0 <= high }).sorted()
  }

  /// The style of a power: the short form if it is round.
  private static func power(_ value: Double, isTen: Bool) -> ChartFormat.Style {
    if value != 0, value.magnitude < ChartFormat.leastPlain { return .scientific(power: nil, decimals: 2) }
    let isShort = value.magnitude >= 1e6 || (value.magnitude >= 1_000 && isTen)
    return isShort
      ? .compact(form: nil, decimals: -1) : .plain(decimals: ChartFormat.decimals(of: value), isGrouped: true)
  }

  private static func log(
    _ dimension: ChartDimension, _ low: Double, _ high: Double, count: Double, isOfBars: Bool,
    _ locale: DeckLocale
  ) -> ChartTicks {
    let base = LogBase(dimension.scale.base)
    // Empty data have no positive range.
    let isEmpty = !(low > 0 && high >= low && high.isFinite)
    var (low, high) = isEmpty ? (1, base.value) : (low, high)
    if dimension.scale.nice ?? dimension.scale.domain.isEmpty {
      // Bars, long axes and those with `nice` begin and end at powers, others at the nearest round numbers.
      let isByPowers = isOfBars || dimension.scale.nice == true || !base.isTen || high > 5_000 * low
      (low, high) = base.roundEnds(low, high, multiples: isByPowers ? [1] : [1, 2, 5])
      // The shortest bar has a length too.
      if isOfBars, low == dimension.low, high > low { low /= base.value }
    }
    var result = ChartTicks(low: low, high: high)
    var ticks = LogTicks.values(from: low, to: high, count: count, base: base)
    if !dimension.axis.values.isEmpty { ticks = dimension.axisValues.map { ($0, true) } }
    let unit = ChartFormat.axis(dimension, step: 1, largest: high, locale).unit
    result.formats = ticks.map { tick in
      guard tick.isLabelled else { return nil }
      return dimension.format == nil
        ? ChartFormat(locale: locale, style: power(tick.value, isTen: base.isTen), unit: unit)
        : ChartFormat.values([tick.value], dimension, locale)
    }
    result.ticks = ticks.map { ChartTick(value: $0.value, text: "") }
    return result
  }

  /// The ends and ticks of a date axis.
  ///
  /// - Parameter places: the dates with a tick; nil for those of the step.
  static func times(
    _ dimension: ChartDimension, step: TimeStep, at places: [Double]? = nil, _ locale: DeckLocale
  ) -> ChartTicks {
    let (low, high) = dimension.dates
    var result = ChartTicks(low: low, high: high, step: step.length)
    let format = ChartTimeFormat(dimension.format, locale)
    var values =
      places ?? step.values(from: low, to: high, firstWeekday: dimension.weekday ?? locale.weeks.firstWeekday)
    if !dimension.axis.values.isEmpty { values = dimension.axisValues }
    // Dates in the deck may be finer than the step.
    let unit = dimension.axis.values.isEmpty ? step.unit : min(step.unit, TimeStep(holding: values).unit)
    result.ticks = labelled(values, unit, format)
    guard format.form != nil, result.ticks.count > 1 else { return result }
    // Steps with distinct texts are preferred; otherwise labels are only written where the text changes.
    if places == nil, dimension.axis.values.isEmpty, result.hasRepeatedNeighbours, step.coarser != step {
      let coarser = times(dimension, step: step.coarser, locale)
      if coarser.ticks.count > 1, coarser.repeated == nil { return coarser }
    }
    result.keepFirst()
    let shown = result.ticks.filter { !$0.text.isEmpty }
    if shown.count == 1 { result.repeated = shown[0].text }
    result.addLargerUnits(format.patterns(unit).second.map { pattern in { format.format($0, pattern) } })
    return result
  }

  private var hasRepeatedNeighbours: Bool { zip(ticks, ticks.dropFirst()).contains { $0.text == $1.text } }

  /// Adds the larger unit to repeated dates, such as the months of several years.
  private mutating func addLargerUnits(_ unit: ((Double) -> String)?) {
    let shown = ticks.indices.filter { !ticks[$0].text.isEmpty }
    guard let unit, Set(shown.map { ticks[$0].text }).count < shown.count else { return }
    let units = shown.map { unit(ticks[$0].value) }
    guard Set(zip(shown, units).map { [ticks[$0].text, $1] }).count == shown.count else { return }
    for (number, unit) in zip(shown, units) {
      (ticks[number].second, ticks[number].whole) = (unit, "\(ticks[number].text) \(unit)")
    }
  }

  /// The labels of dates: a unit, and its larger unit.
  private static func labelled(
    _ values: [Double], _ unit: TimeStep.Unit, _ format: ChartTimeFormat
  ) -> [ChartTick] {
    if format.form != nil {
      return values.map { ChartTick(value: $0, text: format.given($0) ?? "") }
    }
    let patterns = format.patterns(unit)
    return values.map { value in
      ChartTick(
        value: value, text: format.format(value, patterns.text),
        second: patterns.second.map { format.format(value, $0) },
        whole: patterns.whole.map { format.format(value, $0) })
    }
  }

  /// The name of a cyclic unit, such as a month.
  static func cyclic(_ number: Double, _ unit: TimeUnit, _ locale: DeckLocale, isShort: Bool) -> String {
    guard let whole = Int(exactly: number) else { return JSONNumber.format(number) }
    switch unit {
    case .month where (1...12).contains(whole):
      return isShort ? locale.words.shortMonthsAlone[whole - 1] : locale.words.monthsAlone[whole - 1]
    case .day where (0...6).contains(whole):
      return isShort ? locale.words.shortWeekdays[whole] : locale.words.weekdays[whole]
    case .quarter where (1...4).contains(whole): return locale.words.quarters[whole - 1]
    case .hours: return ChartTimeFormat(nil, locale).format(3_600 * number, locale.parts.clock.hour)
    default: return "\(whole)"
    }
  }
}
