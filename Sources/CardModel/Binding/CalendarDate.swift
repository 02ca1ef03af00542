/// A day of the Gregorian calendar.
public struct CalendarDate: Hashable, Sendable {
  /// The year.
  public let year: Int
  /// The month, 1…12.
  public let month: Int
  /// The day of the month, from 1.
  public let day: Int

  /// The default for today's date.
  public static let standard = CalendarDate(valid: 2026, 11, 21)

  private init(valid year: Int, _ month: Int, _ day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// Parses a date such as `2026-11-21`; nil if it is invalid.
  public init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].utf8.count == 4, parts[1].utf8.count == 2, parts[2].utf8.count == 2,
      parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]), (1...12).contains(month),
      day >= 1, day <= CalendarDate(valid: year, month, 1).daysInMonth
    else { return nil }
    self.init(valid: year, month, day)
  }

  /// The date in the format `2026-11-21`.
  public var text: String {
    "\(String(year).leftPadded(to: 4))-\(String(month).leftPadded(to: 2))-\(String(day).leftPadded(to: 2))"
  }

  /// The number of days in the month.
  public var daysInMonth: Int {
    switch month {
    case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
