/// How parts of dates and times of the day are written by locale, and how weeks are counted.
///
/// Source: the Unicode Common Locale Data Repository 48, the patterns of the skeletons that are named below, with `HH:mm`
/// for hours where a day has 24 and bare month names instead of the numbers of Bulgarian.
extension DeckLocale {
  /// Patterns in the letters of `date`.
  struct DateParts: Hashable, Sendable {
    /// `MMMd`.
    var monthDay = "d MMM"
    /// `yMMM`.
    var yearMonth = "MMM y"
    /// `yMMMM`.
    var yearLongMonth = "LLLL y"
    /// `yQQQ`.
    var yearQuarter = "QQQ y"
    /// `y`.
    var year = "y"
    var clock = Clock.full
  }

  /// Times of the day.
  struct Clock: Hashable, Sendable {
    /// A whole hour.
    let hour: String
    /// `jm`.
    let minutes: String
    /// `jms`.
    let seconds: String

    init(_ minutes: String, seconds: String, hour: String? = nil) {
      (self.hour, self.minutes, self.seconds) = (hour ?? minutes, minutes, seconds)
    }

    static let full = Clock("HH:mm", seconds: "HH:mm:ss")
    /// Without a zero before the hour.
    static let short = Clock("H:mm", seconds: "H:mm:ss")
    static let half = Clock("h:mm a", seconds: "h:mm:ss a", hour: "h a")
  }

  /// Which week of a year is its first, by CLDR's `firstDay` and `minDays`.
  struct WeekRules: Hashable, Sendable {
    /// On which day weeks begin; 0 is Sunday.
    var firstWeekday: Int
    /// How many of its days the first week of a year has at least in that year.
    var minimumDays: Int

    static let iso8601 = WeekRules(firstWeekday: 1, minimumDays: 4)
    /// The week of 1 January is the first, and begins on Monday.
    static let monday = WeekRules(firstWeekday: 1, minimumDays: 1)
    /// The week of 1 January is the first, and begins on Sunday.
    static let sunday = WeekRules(firstWeekday: 0, minimumDays: 1)

    /// The number of the week that a moment is in.
    ///
    /// The last days of a year may be in the first week of the next one, and the first days in the last of the year before.
    func week(of moment: CalendarMoment) -> Int {
      let back = (moment.weekday - firstWeekday + 7) % 7
      // The day of the week that decides to which year the week belongs.
      let deciding = moment.adding(seconds: 86_400 * (7 - minimumDays - back)) ?? moment
      return (deciding.dayOfYear - 1) / 7 + 1
    }
  }
}
