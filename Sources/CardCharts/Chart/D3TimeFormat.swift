import CardModel
import CardRaster

/// A date format of d3-time-format, such as `%d of %B %Y`; all dates are in UTC.
///
/// Based on the documentation and the tests of d3-time-format 4. Names and orders are those of the locale.
struct D3TimeFormat: Hashable {
  private enum Piece: Hashable {
    case text(String)
    /// A letter with its padding; empty for no padding, nil for the default of the letter.
    case field(Character, fill: String?)
  }

  private var pieces: [Piece] = []

  /// The valid letters after a percent sign, except the percent sign.
  private static let letters = "aAbBcdefgGHIjLmMpqQsSuUVwWxXyYZ"

  /// Whether a text is a date format: it contains a percent sign and is not a number format.
  static func isMeant(_ text: String) -> Bool { text.contains("%") && (try? D3NumberFormat(text)) == nil }

  /// Parses a format.
  ///
  /// - Throws: an error that names the invalid part and the valid ones.
  init(_ text: String) throws(BindingError) {
    var plain = ""
    var rest = Substring(text)
    while let character = rest.popFirst() {
      guard character == "%" else {
        plain.append(character)
        continue
      }
      var fill: String?
      if let modifier = rest.first, let known = ["-": "", "_": " ", "0": "0"][modifier] {
        fill = known
        rest.removeFirst()
      }
      guard let letter = rest.popFirst(), letter == "%" || Self.letters.contains(letter) else {
        let found = text[..<rest.startIndex].suffix(fill == nil ? 2 : 3)
        let known = Self.letters.map { "%\($0)" }.joined(separator: " ")
        throw BindingError(
          message: "unknown field '\(found)' in the format \(DeckIssue.quoted(text)) of dates",
          hint: "a date format can contain \(known), and %% for a percent sign")
      }
      if letter == "%" {
        plain.append("%")
        continue
      }
      if !plain.isEmpty { pieces.append(.text(plain)) }
      plain = ""
      pieces.append(.field(letter, fill: fill))
    }
    if !plain.isEmpty { pieces.append(.text(plain)) }
  }

  /// Whether the format contains a day; in some languages, months next to a day have another form.
  private var hasDay: Bool {
    pieces.contains { piece in if case .field(let letter, _) = piece { "de".contains(letter) } else { false }
    }
  }

  /// A date as text, given in seconds since 1970; empty outside of the years 1 to 9999.
  func format(_ seconds: Double, _ locale: DeckLocale) -> String {
    guard let moment = CalendarMoment(seconds: seconds) else { return "" }
    return pieces.map { piece in
      switch piece {
      case .text(let text): text
      case .field(let letter, let fill): field(letter, fill, moment, seconds, locale)
      }
    }.joined()
  }

  private func field(
    _ letter: Character, _ fill: String?, _ moment: CalendarMoment, _ seconds: Double, _ locale: DeckLocale
  ) -> String {
    func number(_ value: Int, _ count: Int) -> String {
      let text = "\(value)"
      let filling = fill ?? (letter == "e" ? " " : "0")
      return String(repeating: filling, count: max(0, count - text.count)) + text
    }
    let words = locale.words
    switch letter {
    case "a": return words.shortWeekdays[moment.weekday]
    case "A": return words.weekdays[moment.weekday]
    case "b": return (hasDay ? words.shortMonths : words.shortMonthsAlone)[moment.month - 1]
    case "B": return (hasDay ? words.months : words.monthsAlone)[moment.month - 1]
    case "c": return "\(Self.date(moment, locale)), \(Self.time(moment, locale))"
    case "x": return Self.date(moment, locale)
    case "X": return Self.time(moment, locale)
    case "d", "e": return number(moment.day, 2)
    case "f": return number(Self.thousandths(seconds) * 1_000, 6)
    case "g": return number(moment.isoWeek.year % 100, 2)
    case "G": return number(moment.isoWeek.year, 4)
    case "H": return number(moment.hour, 2)
    case "I": return number(moment.hour % 12 == 0 ? 12 : moment.hour % 12, 2)
    case "j": return number(moment.dayOfYear, 3)
    case "L": return number(Self.thousandths(seconds), 3)
    case "m": return number(moment.month, 2)
    case "M": return number(moment.minute, 2)
    case "p": return moment.hour < 12 ? locale.am : locale.pm
    case "q": return "\((moment.month - 1) / 3 + 1)"
    case "Q": return "\(moment.seconds * 1_000 + Self.thousandths(seconds))"
    case "s": return "\(moment.seconds)"
    case "S": return number(moment.second, 2)
    case "u": return "\(moment.weekday == 0 ? 7 : moment.weekday)"
    case "w": return "\(moment.weekday)"
    case "U": return number(moment.week(from: 0), 2)
    case "W": return number(moment.week(from: 1), 2)
    case "V": return number(moment.isoWeek.week, 2)
    case "y": return number(moment.year % 100, 2)
    case "Y": return number(moment.year, 4)
    default: return "+0000"
    }
  }

  private static func thousandths(_ seconds: Double) -> Int {
    Int(clamping: ((seconds - seconds.rounded(.down)) * 1_000).rounded(.down))
  }

  /// The locale's short date with all digits of the year.
  private static func date(_ moment: CalendarMoment, _ locale: DeckLocale) -> String {
    let pattern = (locale.dates.first ?? "y-MM-dd").replacing("yy", with: "y")
    return ChartTimeFormat(nil, locale).format(Double(moment.seconds), pattern)
  }

  private static func time(_ moment: CalendarMoment, _ locale: DeckLocale) -> String {
    ChartTimeFormat(nil, locale).format(Double(moment.seconds), locale.parts.clock.seconds)
  }
}

extension CalendarMoment {
  /// The number of the week in the year; days before the first `first` of the year are in week 0.
  ///
  /// - Parameter first: the first day of the week; 0 is Sunday.
  fileprivate func week(from first: Int) -> Int { (dayOfYear + 6 - (weekday - first + 7) % 7) / 7 }

  /// The week by ISO 8601, which belongs to the year with most of its days.
  fileprivate var isoWeek: (year: Int, week: Int) {
    let thursday = adding(seconds: 86_400 * (3 - (weekday + 6) % 7)) ?? self
    return (thursday.year, (thursday.dayOfYear - 1) / 7 + 1)
  }
}
