import CardModel

/// Formats the dates of a chart.
struct ChartTimeFormat {
  /// A deck's `format`.
  enum Form: Hashable {
    case formatters([FormatterCall])
    case d3(D3TimeFormat)

    /// Formats a date, given in seconds since 1970.
    func format(_ seconds: Double, _ locale: DeckLocale) throws(BindingError) -> String {
      switch self {
      case .formatters(let calls): try ChartFormat.applied(calls, to: seconds, locale)
      case .d3(let format): format.format(seconds, locale)
      }
    }
  }

  @CopyOnWriteBox private(set) var locale: DeckLocale
  /// The format in the deck; nil to let the chart choose it.
  let form: Form?

  init(_ format: String?, _ locale: DeckLocale) {
    self.locale = locale
    form = format.flatMap { try? Self.form($0) }
  }

  /// The date format in a deck's `format`; nil for a number format.
  ///
  /// - Throws: an error if the format is invalid.
  static func form(_ format: String) throws(BindingError) -> Form? {
    if let calls = try ChartFormat.formatter(format) {
      return ChartFormat.writesMoments(calls) ? .formatters(calls) : nil
    }
    return D3TimeFormat.isMeant(format) ? .d3(try D3TimeFormat(format)) : nil
  }

  /// A date in the deck's format; nil if the deck sets none.
  func given(_ seconds: Double) -> String? { form.map { (try? $0.format(seconds, locale)) ?? "" } }

  /// A number of a cyclic unit, such as a month, in the deck's format; nil if the deck sets none.
  func given(_ number: Double, of unit: TimeUnit) -> String? {
    Int(exactly: number).flatMap { unit.moment(of: $0, locale.weeks) }.flatMap { given(Double($0.seconds)) }
  }

  /// A date by a pattern.
  func format(_ seconds: Double, _ pattern: String) -> String {
    let call = FormatterCall(name: "date", arguments: [.of(pattern)])
    return (try? Formatters.date(call, .of(seconds), locale)) ?? ""
  }

  /// A full date, as in a sentence.
  func full(_ seconds: Double, _ unit: TimeUnit? = nil) -> String {
    guard let moment = CalendarMoment(seconds: seconds) else { return "" }
    if let text = given(seconds) { return text }
    switch unit {
    case .year: return format(seconds, locale.parts.year)
    case .yearquarter: return format(seconds, locale.parts.yearQuarter)
    case .yearmonth: return format(seconds, locale.parts.yearLongMonth)
    case .monthdate: return format(seconds, locale.parts.monthDay)
    case .hoursminutes: return format(seconds, locale.parts.clock.minutes)
    case .hoursminutesseconds: return format(seconds, locale.parts.clock.seconds)
    default: break
    }
    let isDay = moment.hour == 0 && moment.minute == 0 && moment.second == 0
    return format(seconds, isDay ? locale.dates[1] : "\(locale.dates[1]) \(locale.parts.clock.minutes)")
  }

  /// The forms of dates that are names of positions, the longest first; all forms keep the dates distinct.
  ///
  /// Days of several years have the year below them, and times of several days include the day.
  func forms(of moments: [Double], _ unit: TimeUnit?) -> [(Double) -> ChartTick] {
    func plain(_ text: @escaping (Double) -> String) -> (Double) -> ChartTick {
      { ChartTick(value: $0, text: text($0)) }
    }
    if form != nil { return [plain { given($0) ?? "" }] }
    let step = TimeStep(holding: moments).unit
    let unit = unit ?? (moments.isEmpty ? nil : step == .year ? .year : step == .month ? .yearmonth : nil)
    let parts = locale.parts
    let span = (moments.max() ?? 0) - (moments.min() ?? 0)
    let short: [String]
    switch unit {
    case .year, .yearquarter: short = []
    case .yearmonth: short = [parts.yearMonth]
    case .monthdate, .hoursminutes, .hoursminutesseconds: short = []
    default:
      let time = step == .second ? parts.clock.seconds : parts.clock.minutes
      let isOneDay = span < TimeStep.Unit.day.length
      short = step < .day ? ["\(parts.monthDay) \(time)"] + (isOneDay ? [time] : []) : [parts.monthDay]
      if span >= TimeStep.Unit.year.length {
        return [plain { full($0, unit) }]
          + short.map { pattern in
            { moment in
              ChartTick(
                value: moment, text: format(moment, pattern), second: format(moment, parts.year),
                whole: full(moment, unit))
            }
          }
      }
    }
    let distinct = short.filter { pattern in
      Set(moments.map { format($0, pattern) }).count == Set(moments).count
    }
    return [plain { full($0, unit) }] + distinct.map { pattern in plain { format($0, pattern) } }
  }

  /// The patterns for the ticks of a unit.
  ///
  /// These are the unit, the larger unit that is written below it where it changes, and both in one line.
  func patterns(_ unit: TimeStep.Unit) -> (text: String, second: String?, whole: String?) {
    let (parts, date) = (locale.parts, locale.dates[1])
    switch unit {
    case .year: return (parts.year, nil, nil)
    case .month: return ("LLL", parts.year, parts.yearMonth)
    case .day, .week: return (parts.monthDay, parts.year, date)
    case .hour: return (parts.clock.hour, parts.monthDay, "\(parts.monthDay), \(parts.clock.hour)")
    case .minute: return (parts.clock.minutes, parts.monthDay, "\(parts.monthDay), \(parts.clock.minutes)")
    case .second: return (parts.clock.seconds, parts.monthDay, "\(parts.monthDay), \(parts.clock.seconds)")
    }
  }
}
