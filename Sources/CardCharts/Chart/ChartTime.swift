import CardModel
import CardRaster

/// A step of a calendar: a number of seconds, months, years and so on.
struct TimeStep: Hashable, Sendable {
  /// The unit of a step.
  enum Unit: Int, Comparable, Sendable {
    case second, minute, hour, day, week, month, year

    static func < (a: Unit, b: Unit) -> Bool { a.rawValue < b.rawValue }

    /// The approximate length in seconds.
    var length: Double { Self.lengths[rawValue] }
    private static let lengths: [Double] = [1, 60, 3_600, 86_400, 604_800, 2_592_000, 31_536_000]
  }

  let unit: Unit
  let count: Int

  /// The steps of d3-time below two years, half a month and half a year.
  private static let all: [TimeStep] =
    [1, 5, 15, 30].map { TimeStep(unit: .second, count: $0) }
    + [1, 5, 15, 30].map { TimeStep(unit: .minute, count: $0) }
    + [1, 3, 6, 12].map { TimeStep(unit: .hour, count: $0) }
    + [1, 2].map { TimeStep(unit: .day, count: $0) } + [TimeStep(unit: .week, count: 1)]
    + [halfMonth] + [1, 3, 6].map { TimeStep(unit: .month, count: $0) } + [TimeStep(unit: .year, count: 1)]

  /// The 1st and the 15th of each month.
  private static let halfMonth = TimeStep(unit: .day, count: 14)

  /// The approximate length in seconds.
  var length: Double { unit.length * Double(count) }

  /// The step that divides a span of seconds into about `count` parts, the nearest by ratio.
  static func fitting(span: Double, count: Double) -> TimeStep {
    let wanted = span / max(1, count)
    // Over more than ten weeks, months are enough.
    let all = span < 70 * Unit.day.length ? all : all.filter { $0 != halfMonth }
    guard let above = all.firstIndex(where: { $0.length > wanted }) else {
      let years = TickStep(from: 0, to: span / Unit.year.length, count: count)?.length ?? 1
      return TimeStep(unit: .year, count: Int(clamping: max(1, min(10_000, years))))
    }
    guard above > 0 else { return all[0] }
    let isNearer = wanted / all[above - 1].length < all[above].length / wanted
    // Half years are only used if there are too many quarters, because most month labels are short.
    return isNearer || all[above] == TimeStep(unit: .month, count: 6) ? all[above - 1] : all[above]
  }

  /// Creates a step with the coarsest unit that all dates are multiples of.
  init(holding seconds: [Double]) {
    let moments = seconds.compactMap { CalendarMoment(seconds: $0) }
    let isMidnight = moments.allSatisfy { $0.hour == 0 && $0.minute == 0 && $0.second == 0 }
    if isMidnight, moments.allSatisfy({ $0.day == 1 }) {
      unit = moments.allSatisfy { $0.month == 1 } && moments.count > 1 ? .year : .month
    } else {
      unit = isMidnight ? .day : moments.allSatisfy { $0.second == 0 } ? .minute : .second
    }
    count = 1
  }

  init(unit: Unit, count: Int) {
    self.unit = unit
    self.count = count
  }

  /// The next coarser step.
  var coarser: TimeStep {
    if let number = TimeStep.all.firstIndex(of: self), number + 1 < TimeStep.all.count {
      return TimeStep.all[number + 1]
    }
    let factors = [1: 2, 2: 5, 5: 10]
    var (digits, power) = (count, 1)
    while digits % 10 == 0 { (digits, power) = (digits / 10, power * 10) }
    return TimeStep(unit: .year, count: min(10_000, (factors[digits] ?? 10) * power))
  }

  /// The dates of the step between two times in seconds, both included, in UTC.
  ///
  /// - Parameter firstWeekday: the first day of the week; 0 is Sunday.
  func values(from low: Double, to high: Double, firstWeekday: Int = 0) -> [Double] {
    guard let start = CalendarMoment(seconds: low), high >= low else { return [] }
    var result: [Double] = []
    var moment = floor(start, firstWeekday)
    while result.count < 2_000 {
      let seconds = Double(moment.seconds)
      if seconds > high { break }
      if seconds >= low { result.append(seconds) }
      guard let next = after(moment) else { break }
      moment = next
    }
    return result
  }

  /// The last date of the step that is not after a date.
  private func floor(_ moment: CalendarMoment, _ firstWeekday: Int) -> CalendarMoment {
    var result = moment
    if unit >= .minute { result.second = 0 }
    if unit >= .hour { result.minute = 0 }
    if unit >= .day { result.hour = 0 }
    switch unit {
    case .second: result.second -= result.second % count
    case .minute: result.minute -= result.minute % count
    case .hour: result.hour -= result.hour % count
    case .day: result.day -= (result.day - 1) % count
    case .week:
      let back = (result.weekday - firstWeekday + 7) % 7
      return result.adding(seconds: -86_400 * back) ?? result
    case .month:
      result.day = 1
      result.month -= (result.month - 1) % count
    case .year:
      (result.day, result.month) = (1, 1)
      result.year = max(1, result.year - result.year % count)
    }
    return result
  }

  private func after(_ moment: CalendarMoment) -> CalendarMoment? {
    var next = moment
    switch unit {
    case .second, .minute, .hour, .week: return moment.adding(seconds: Int(clamping: length))
    case .day:
      next.day += count
      // Each month starts again at 1, so that 31 and 1 are not both marked.
      guard next.day > CalendarMoment.days(in: next.month, of: next.year) - (count - 1) else { return next }
      next.day = 1
      next.month += 1
    case .month: next.month += count
    case .year: next.year += next.year == 1 && count > 1 ? count - 1 : count
    }
    if next.month > 12 {
      next.month -= 12
      next.year += 1
    }
    return next.year <= 9_999 ? next : nil
  }
}

extension CalendarMoment {
  /// The date in the format of data: `2026-03-01`.
  var dayText: String {
    "\("\(year)".leftPadded(to: 4))-\("\(month)".leftPadded(to: 2))-\("\(day)".leftPadded(to: 2))"
  }

  /// The seconds since 1970 of a date in data.
  static func seconds(data text: String) -> Double? { CalendarMoment(data: text).map { Double($0.seconds) } }

  /// Parses a date in data: `2026`, `2026-03` or `2026-03-01`, optionally with a time, or `Mar 1 2026` and `1 March 2026`.
  init?(data text: String) {
    switch text.utf8.count {
    case 4: self.init(text + "-01-01")
    case 7: self.init(text + "-01")
    default: self.init(Self.isoText(ofEnglish: text) ?? text)
    }
  }

  /// The date with the English name of a month in the format of data; nil for other texts.
  private static func isoText(ofEnglish text: String) -> String? {
    guard (10...18).contains(text.utf8.count), text.utf8.contains(where: { $0 > 0x60 }) else { return nil }
    let words = text.split { $0 == " " || $0 == "," }
    guard words.count == 3, words[2].utf8.count == 4 else { return nil }
    let (name, day) = Int(words[0]) == nil ? (words[0], words[1]) : (words[1], words[0])
    guard let month = months.firstIndex(of: name.prefix(3).lowercased()), day.utf8.count <= 2 else {
      return nil
    }
    return "\(words[2])-\("\(month + 1)".leftPadded(to: 2))-\(String(day).leftPadded(to: 2))"
  }

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]
}

/// A unit of dates.
enum TimeUnit: String, Hashable, Sendable, CaseIterable {
  case year, quarter, month, week, day, date, hours
  case yearquarter, yearmonth, yearweek, yearmonthdate, yearmonthdatehours
  case yearmonthdatehoursminutes, yearmonthdatehoursminutesseconds
  case monthdate, monthdatehours, hoursminutes, hoursminutesseconds, minutes, seconds, dayofyear

  /// Whether the unit is cyclic, such as a month without its year.
  var isCyclic: Bool {
    [.quarter, .month, .week, .day, .date, .hours, .minutes, .seconds, .dayofyear].contains(self)
  }

  /// The English noun, for text alternatives.
  var noun: String {
    if self == .day { return "weekday" }
    if self == .dayofyear || rawValue.hasSuffix("date") { return "day" }
    return ["second", "minute", "hour", "quarter", "month", "week"].first {
      rawValue.hasSuffix($0) || rawValue.hasSuffix($0 + "s")
    } ?? "year"
  }

  /// Whether the dates of a unit without a year, such as the days of a year, are all in 2012.
  var isWithinYear: Bool { [.monthdate, .monthdatehours].contains(self) || isWithinDay }
  /// Whether the dates of a unit of times are all on one day.
  var isWithinDay: Bool { [.hoursminutes, .hoursminutesseconds].contains(self) }

  /// Names of Vega-Lite for units whose other name is shorter.
  private static let names = [
    "yearquartermonth": "yearmonth", "quartermonth": "month", "yearweekday": "yearmonthdate",
    "yeardayofyear": "yearmonthdate", "yearweekdayhours": "yearmonthdatehours",
  ]

  /// The unit of a name as in Vega-Lite, which may begin with `utc` or `binned`; all times are UTC here.
  static func of(_ node: JSONNode) -> TimeUnit? {
    guard var name = node.plainText ?? node["unit"]?.plainText else { return nil }
    for prefix in ["binned", "utc"] where name.hasPrefix(prefix) {
      name = String(name.dropFirst(prefix.count))
    }
    return TimeUnit(rawValue: names[name] ?? name)
  }

  /// The name of the unit that contains a date, as in data.
  func name(of moment: CalendarMoment, _ weeks: DeckLocale.WeekRules, every count: Int = 1) -> String {
    let start = CalendarMoment(seconds: value(of: moment, weeks, every: count)) ?? moment
    switch self {
    case .year: return String(start.dayText.prefix(4))
    case .yearquarter: return "\(start.dayText.prefix(4)) Q\((start.month - 1) / 3 + 1)"
    case .yearmonth: return String(start.dayText.prefix(7))
    case .yearmonthdatehours: return "\(start.dayText) \("\(start.hour)".leftPadded(to: 2)):00"
    case .yearmonthdatehoursminutes, .yearmonthdatehoursminutesseconds, .monthdatehours, .hoursminutes,
      .hoursminutesseconds:
      return ChartTransform.date(Double(start.seconds)).name
    default: return start.dayText
    }
  }

  /// The start of the unit that contains a date, in seconds; the number of a cyclic unit.
  ///
  /// Quarters, months, days of a month and weeks count from 1, weekdays from Sunday as 0, hours from 0. The
  /// first and last days of a year may be in a week of another year: 30 December 2024 is in week 1.
  ///
  /// - Parameter count: the number of units in a step. Steps start with the next coarser unit: those of two
  ///   months in January, those of seven days on the first of each month.
  func value(
    of moment: CalendarMoment, _ weeks: DeckLocale.WeekRules = .iso8601, every count: Int = 1
  ) -> Double {
    let moment = count > 1 ? startOfStep(moment, weeks, count) : moment
    var start = moment
    let finest = step.unit
    if finest > .second { start.second = 0 }
    if finest > .minute { start.minute = 0 }
    if finest > .hour { start.hour = 0 }
    if isWithinYear { start.year = 2012 }
    if isWithinDay { (start.month, start.day) = (1, 1) }
    switch self {
    case .quarter: return Double((moment.month - 1) / 3 + 1)
    case .month: return Double(moment.month)
    case .week: return Double(weeks.week(of: moment))
    case .day: return Double(moment.weekday)
    case .date: return Double(moment.day)
    case .hours: return Double(moment.hour)
    case .year: (start.month, start.day) = (1, 1)
    case .yearquarter: (start.month, start.day) = (moment.month - (moment.month - 1) % 3, 1)
    case .yearmonth: start.day = 1
    case .yearweek: return Double(start.seconds - 86_400 * ((moment.weekday - weeks.firstWeekday + 7) % 7))
    case .minutes: return Double(moment.minute)
    case .seconds: return Double(moment.second)
    case .dayofyear: return Double(moment.dayOfYear)
    case .yearmonthdate, .yearmonthdatehours, .yearmonthdatehoursminutes, .yearmonthdatehoursminutesseconds,
      .monthdate, .monthdatehours, .hoursminutes, .hoursminutesseconds:
      break
    }
    return Double(start.seconds)
  }

  /// A date in the first unit of the step that contains a date.
  private func startOfStep(
    _ moment: CalendarMoment, _ weeks: DeckLocale.WeekRules, _ count: Int
  ) -> CalendarMoment {
    var start = moment
    func goBack(_ units: Int, _ length: Int = 86_400) -> CalendarMoment {
      moment.adding(seconds: -length * units) ?? moment
    }
    switch self {
    case .week, .yearweek: return goBack((weeks.week(of: moment) - 1) % count, 604_800)
    case .day: return goBack(moment.weekday % count)
    case .dayofyear: return goBack((moment.dayOfYear - 1) % count)
    case .quarter, .yearquarter:
      (start.month, start.day) = (1 + 3 * ((start.month - 1) / 3 / count * count), 1)
    default:
      switch step.unit {
      case .year: start.year = max(1, start.year - start.year % count)
      case .month, .week: (start.month, start.day) = (start.month - (start.month - 1) % count, 1)
      case .day: start.day -= (start.day - 1) % count
      case .hour: start.hour -= start.hour % count
      case .minute: start.minute -= start.minute % count
      case .second: start.second -= start.second % count
      }
    }
    return start
  }

  /// A date for a number of a cyclic unit; nil for other units and invalid numbers.
  ///
  /// The date is in 2012, as in Vega: the year begins on a Sunday and is a leap year. A week that 2012 does
  /// not have is in 2020.
  func moment(of number: Int, _ weeks: DeckLocale.WeekRules) -> CalendarMoment? {
    func day(_ month: Int, _ day: Int) -> CalendarMoment? {
      guard (1...12).contains(month), (1...CalendarMoment.days(in: month, of: 2012)).contains(day) else {
        return nil
      }
      return CalendarMoment(data: "2012-01-01").map {
        var moment = $0
        (moment.month, moment.day) = (month, day)
        return moment
      }
    }
    guard (0...366).contains(number) else { return nil }
    switch self {
    case .quarter: return day(3 * number - 2, 1)
    case .month: return day(number, 1)
    case .week:
      // The day that determines the year of the week, so that `%V`, `%U` and `%W` agree with the locale.
      return ["2012-01-01", "2020-01-01"].lazy.compactMap { CalendarMoment(data: $0) }.compactMap { newYear in
        (0..<7).lazy.compactMap { newYear.adding(seconds: 86_400 * ($0 + 7 * (number - 1))) }
          .first { $0.weekday == (weeks.firstWeekday + 7 - weeks.minimumDays) % 7 }
      }.first { weeks.week(of: $0) == number }
    case .day where number < 7: return day(1, number + 1)
    case .date: return day(1, number)
    case .hours where number < 24: return day(1, 1)?.adding(seconds: 3_600 * number)
    case .minutes: return day(1, 1)?.adding(seconds: 60 * number)
    case .seconds: return day(1, 1)?.adding(seconds: number)
    case .dayofyear: return day(1, 1)?.adding(seconds: 86_400 * (number - 1))
    default: return nil
    }
  }

  /// The step from one unit to the next.
  var step: TimeStep {
    switch self {
    case .year: TimeStep(unit: .year, count: 1)
    case .quarter, .yearquarter: TimeStep(unit: .month, count: 3)
    case .month, .yearmonth: TimeStep(unit: .month, count: 1)
    case .week, .yearweek: TimeStep(unit: .week, count: 1)
    case .day, .date, .yearmonthdate, .monthdate, .dayofyear: TimeStep(unit: .day, count: 1)
    case .hours, .yearmonthdatehours, .monthdatehours: TimeStep(unit: .hour, count: 1)
    case .minutes, .hoursminutes, .yearmonthdatehoursminutes: TimeStep(unit: .minute, count: 1)
    case .seconds, .hoursminutesseconds, .yearmonthdatehoursminutesseconds: TimeStep(unit: .second, count: 1)
    }
  }
}

/// Steps of one or more units that dates are grouped by.
struct TimeUnitSteps: Hashable, Sendable {
  var unit: TimeUnit
  /// The number of units in a step.
  var count = 1
}

extension ValueKind where Value == TimeUnitSteps {
  private static let prefixed = Schema.TextForm(
    names: ["utcyearmonth", "binnedyearmonth"], pattern: "^(binned)?(utc)?[a-z]+$")

  /// The name of a unit, also with the prefixes of Vega-Lite, or an object with it and a `step`.
  static var chartTimeUnit: Self {
    let word = ValueKind<TimeUnit>.word
    let step = ValueKind<Int>.integer(1...1_000)
    return ValueKind(
      word.name, schema: .any([word.schema, .text(prefixed), .freeObject]), show: { word.show($0.unit) },
      json: { steps in
        let unit = word.json(steps.unit)
        return steps.count == 1 ? unit : unit.map { .object([("unit", $0), ("step", .of(steps.count))]) }
      }
    ) { node, path, context in
      guard case .object = node.value else {
        return (TimeUnit.of(node) ?? word.parse(node, path, context)).map { TimeUnitSteps(unit: $0) }
      }
      guard let unit = TimeUnit.of(node) else {
        context.error(node, path, "unknown time unit", hint: "write { \"unit\": \"yearmonth\" }")
        return nil
      }
      if let bins = node["maxbins"] {
        context.warning(
          bins, path.key("maxbins"), "'maxbins' has no effect: dates are grouped by the unit",
          hint: "use 'step'", code: .noEffect)
      }
      let count = node["step"].map { step.parse($0, path.key("step"), context) } ?? 1
      return count.map { TimeUnitSteps(unit: unit, count: $0) }
    }
  }
}
