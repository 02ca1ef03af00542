import CardRaster

/// A point in time in the Gregorian calendar, always in UTC.
///
/// The calendar is also applied to dates before its introduction.
package struct CalendarMoment: Hashable {
  package var year: Int
  package var month: Int
  package var day: Int
  package var hour = 0
  package var minute = 0
  package var second = 0

  /// Creates a time from seconds since the start of 1970; nil outside of the years 1 to 9999.
  package init?(seconds: Double) {
    guard seconds >= -62_135_596_800, seconds < 253_402_300_800 else { return nil }
    var whole = Int(seconds)
    if Double(whole) > seconds { whole -= 1 }
    var days = whole / 86_400
    var rest = whole % 86_400
    if rest < 0 {
      days -= 1
      rest += 86_400
    }
    // Eras of 400 years start on 1 March of year 0, so that the leap day is the last day of a year.
    let fromEra = days + 719_468
    let era = (fromEra >= 0 ? fromEra : fromEra - 146_096) / 146_097
    let dayOfEra = fromEra - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    hour = rest / 3_600
    minute = rest / 60 % 60
    second = rest % 60
  }

  /// Parses `2026-11-21`, optionally with a time: `T10:00`, `T10:00:00.5Z`, `T12:00:00+02:00`.
  ///
  /// A time without a zone is in UTC; other zones are converted. Nil if the text is invalid or the day does
  /// not exist.
  package init?(_ text: String) {
    var rest = Array(text.utf8)[...]
    func number(_ count: Int) -> Int? {
      let digits = rest.prefix(count)
      guard digits.count == count, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
      rest = rest.dropFirst(count)
      return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
    func take(_ bytes: UInt8...) -> UInt8? {
      guard let first = rest.first, bytes.contains(first) else { return nil }
      rest = rest.dropFirst()
      return first
    }
    let dash = UInt8(ascii: "-")
    let colon = UInt8(ascii: ":")
    guard let year = number(4), take(dash) != nil, let month = number(2), take(dash) != nil,
      let day = number(2),
      year >= 1, (1...12).contains(month), day >= 1, day <= CalendarMoment.days(in: month, of: year)
    else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
    if rest.isEmpty { return }
    guard take(UInt8(ascii: "T"), UInt8(ascii: "t"), UInt8(ascii: " ")) != nil, let hour = number(2),
      hour < 24,
      take(colon) != nil, let minute = number(2), minute < 60
    else { return nil }
    (self.hour, self.minute) = (hour, minute)
    if take(colon) != nil {
      guard let second = number(2), second < 60 else { return nil }
      self.second = second
      if take(UInt8(ascii: ".")) != nil {
        guard number(1) != nil else { return nil }
        while number(1) != nil {}
      }
    }
    if take(UInt8(ascii: "Z"), UInt8(ascii: "z")) == nil, let sign = take(UInt8(ascii: "+"), dash) {
      guard let hours = number(2), hours < 24 else { return nil }
      _ = take(colon)
      guard let minutes = number(2), minutes < 60 else { return nil }
      let offset = (hours * 3_600 + minutes * 60) * (sign == dash ? -1 : 1)
      guard let moment = CalendarMoment(seconds: Double(seconds - offset)) else { return nil }
      self = moment
    }
    if !rest.isEmpty { return nil }
  }

  /// The number of days in a month.
  package static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// The seconds since the start of 1970.
  package var seconds: Int { (daysSince1970 * 24 + hour) * 3_600 + minute * 60 + second }

  private var daysSince1970: Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// The time after adding seconds; nil outside of the years 1 to 9999.
  package func adding(seconds count: Int) -> CalendarMoment? {
    CalendarMoment(seconds: Double(seconds + count))
  }

  /// The day of the year, from 1.
  package var dayOfYear: Int { (1..<month).reduce(day) { $0 + CalendarMoment.days(in: $1, of: year) } }

  /// The day of the week; 0 is Sunday.
  package var weekday: Int {
    // 1970 began on a Thursday.
    ((daysSince1970 + 4) % 7 + 7) % 7
  }
}

extension Formatters {
  /// The names of the formats that each locale defines.
  static let dateForms = ["short", "medium", "long", "full"]

  /// Formats a date in a format of the locale or by a pattern.
  ///
  /// The letters of a pattern: `yyyy` `yy` `y` year, `MMMM` `MMM` `MM` `M` month (`LLLL`, `LLL`:
  /// stand-alone), `QQQ` `Q` quarter, `dd` `d` day, `EEEE` `EEE` weekday, `HH` `H` hour to 23, `hh` `h` hour
  /// to 12, `mm` `m` minute, `ss` `s` second, `a` AM or PM. Text in single quotes is literal; two quotes are
  /// one literal quote.
  package static func date(
    _ call: FormatterCall, _ node: JSONNode, _ locale: DeckLocale, _ budget: DeckBudget = DeckBudget()
  ) throws(BindingError) -> String {
    let moment = try moment(node)
    var pattern = locale.dates[1]
    if let argument = call.arguments.first {
      guard call.arguments.count == 1, case .string(let format) = argument.value else {
        throw BindingError(
          message: "the formatter 'date' takes one text", hint: "such as \"long\" or \"d MMM yyyy\"")
      }
      pattern = dateForms.firstIndex(of: format).map { locale.dates[$0] } ?? format
    }
    return try formatDate(moment, pattern: pattern, locale, budget)
  }

  private static func moment(_ node: JSONNode) throws(BindingError) -> CalendarMoment {
    switch node.value {
    case .string(let text):
      if let moment = CalendarMoment(node.isoText(text)) { return moment }
      // Numbers with fewer digits are dates or years without hyphens.
      if node.isCell, let seconds = node.meantNumber?.value, (1e8..<1e11).contains(seconds.magnitude),
        let moment = CalendarMoment(seconds: seconds)
      {
        return moment
      }
      throw BindingError(
        message: "the formatter 'date' cannot read \(DeckIssue.quoted(text))",
        hint: node.meantNumber.map { $0.value.magnitude >= 1e11 } == true
          ? "are these milliseconds?"
          : (node.isCell && node.cellFormat == nil ? CSVTable.localizedHint(text) : nil)
            ?? "write a date as 2026-11-21 or 2026-11-21T10:00:00Z")
    case .number(let seconds):
      if let moment = CalendarMoment(seconds: seconds.value) { return moment }
      throw BindingError(
        message: "the formatter 'date' takes seconds since 1970 up to the year 9999, found \(seconds.text)",
        hint: "are these milliseconds?")
    case .null, .bool, .array, .object:
      throw BindingError(message: "the formatter 'date' takes a string or a number, found \(node.kindText)")
    }
  }

  /// The pattern of another library, such as `DD.MM.YYYY`, in the letters of this one; nil for other patterns.
  private static func usual(_ pattern: String) -> String? {
    guard pattern.contains("D") || pattern.contains("Y"),
      pattern.allSatisfy({ "DMYdmyHhs".contains($0) || !$0.isLetter })
    else { return nil }
    return pattern.replacing("D", with: "d").replacing("Y", with: "y")
  }

  private static func formatDate(
    _ moment: CalendarMoment, pattern: String, _ locale: DeckLocale, _ budget: DeckBudget
  ) throws(BindingError) -> String {
    // Counts the literal text in advance, before a long pattern is parsed.
    try budget.take(bytes: pattern.utf8.count)
    let letters = Array(pattern.unicodeScalars)
    var result = ""
    var offset = 0
    while offset < letters.count {
      let letter = letters[offset]
      if letter == "'" {
        guard let end = quoteEnd(letters, offset) else {
          throw BindingError(
            message: "a quote in the date pattern \(DeckIssue.quoted(pattern)) is not closed")
        }
        if end == offset + 1 { result += "'" }
        result.unicodeScalars.append(contentsOf: unquoted(letters[offset + 1..<end]))
        offset = end + 1
        continue
      }
      var end = offset
      while end < letters.count, letters[end] == letter { end += 1 }
      if ("a"..."z").contains(letter) || ("A"..."Z").contains(letter) {
        guard let field = field(letter, end - offset, moment, locale) else {
          let run = String(repeating: String(Character(letter)), count: min(8, end - offset))
          throw BindingError(
            message: "unknown field '\(run)' in the date pattern \(DeckIssue.quoted(pattern))",
            hint: (Spelling.nearest(to: pattern, in: dateForms) ?? usual(pattern)).map {
              "did you mean '\($0)'?"
            }
              ?? "put words in single quotes")
        }
        try budget.take(bytes: field.utf8.count)
        result += locale.withOwnDigits(field)
      } else {
        result.unicodeScalars.append(contentsOf: letters[offset..<end])
      }
      offset = end
    }
    return result
  }

  /// The index of the closing quote; a doubled quote does not close.
  private static func quoteEnd(_ letters: [Unicode.Scalar], _ start: Int) -> Int? {
    var place = start + 1
    if place < letters.count, letters[place] == "'" { return place }
    while place < letters.count {
      if letters[place] == "'" {
        guard place + 1 < letters.count, letters[place + 1] == "'" else { return place }
        place += 1
      }
      place += 1
    }
    return nil
  }

  private static func unquoted(_ letters: ArraySlice<Unicode.Scalar>) -> [Unicode.Scalar] {
    var result: [Unicode.Scalar] = []
    var isSecond = false
    for letter in letters {
      isSecond = letter == "'" && !isSecond
      if letter != "'" || isSecond { result.append(letter) }
    }
    return result
  }

  private static func field(
    _ letter: Unicode.Scalar, _ count: Int, _ moment: CalendarMoment, _ locale: DeckLocale
  ) -> String? {
    let words = locale.words
    let hour = moment.hour % 12 == 0 ? 12 : moment.hour % 12
    switch (letter, count) {
    case ("y", 2): return String(moment.year % 100).leftPadded(to: 2)
    case ("y", 1), ("y", 4): return String(moment.year).leftPadded(to: count)
    case ("M", 1...2), ("L", 1...2): return String(moment.month).leftPadded(to: count)
    case ("M", 3): return words.shortMonths[moment.month - 1]
    case ("L", 3): return words.shortMonthsAlone[moment.month - 1]
    case ("M", 4): return words.months[moment.month - 1]
    case ("L", 4): return words.monthsAlone[moment.month - 1]
    case ("Q", 1): return "\((moment.month - 1) / 3 + 1)"
    case ("Q", 3): return words.quarters[(moment.month - 1) / 3]
    case ("d", 1...2): return String(moment.day).leftPadded(to: count)
    case ("E", 1...3): return words.shortWeekdays[moment.weekday]
    case ("E", 4): return words.weekdays[moment.weekday]
    case ("H", 1...2): return String(moment.hour).leftPadded(to: count)
    case ("h", 1...2): return String(hour).leftPadded(to: count)
    case ("m", 1...2): return String(moment.minute).leftPadded(to: count)
    case ("s", 1...2): return String(moment.second).leftPadded(to: count)
    case ("a", 1): return moment.hour < 12 ? locale.am : locale.pm
    default: return nil
    }
  }
}

/// A number rounded to a number of decimals, as digits.
///
/// It is rounded half away from zero, based on its decimal digits: 2.675 becomes 2.68, although no binary
/// number is exactly 2.675.
package struct Rounded: Hashable {
  let isNegative: Bool
  /// The digits before the point, at least one.
  package let whole: [UInt8]
  /// The digits after the point.
  package let fraction: [UInt8]

  /// Rounds a number.
  ///
  /// - Parameters:
  ///   - digits: the number of decimals; trailing zeros are removed down to the lower bound.
  ///   - shift: the number of places to move the point to the right first, such as 2 for percentages.
  package init(_ value: Double, digits: ClosedRange<Int>, shift: Int = 0) {
    self.init(JSONDecimal(value), digits: digits, shift: shift)
  }

  /// Rounds a number by its decimal digits.
  package init(_ number: JSONNumber, digits: ClosedRange<Int>, shift: Int = 0) {
    self.init(number.decimal, digits: digits, shift: shift)
  }

  /// Rounds decimal digits.
  package init(_ exact: JSONDecimal, digits: ClosedRange<Int>, shift: Int = 0) {
    var point = exact.digits.isEmpty ? 0 : exact.point + shift
    let kept = point + digits.upperBound
    var all = kept > 0 ? Array(exact.digits.prefix(kept)) : []
    if kept >= 0, kept < exact.digits.count, exact.digits[kept] >= 5 {
      var place = all.count - 1
      while place >= 0, all[place] == 9 {
        all[place] = 0
        place -= 1
      }
      if place >= 0 {
        all[place] += 1
      } else {
        all.insert(1, at: 0)
        point += 1
      }
    }
    let digit = { (place: Int) in all.indices.contains(place) ? all[place] : 0 }
    whole = point > 0 ? (0..<point).map(digit) : [0]
    var fraction = (point..<point + digits.upperBound).map(digit)
    while fraction.count > digits.lowerBound, fraction.last == 0 { fraction.removeLast() }
    self.fraction = fraction
    isNegative = exact.isNegative && (whole != [0] || fraction.contains { $0 != 0 })
  }

  /// Whether all digits are zero.
  var isZero: Bool { whole == [0] && fraction.allSatisfy { $0 == 0 } }

  /// Creates an integer of any length from its digits; an empty string is 0.
  package init(whole digits: String) {
    let digits = digits.utf8.map { $0 &- UInt8(ascii: "0") }.filter { $0 < 10 }
    whole = digits.isEmpty ? [0] : digits
    fraction = []
    isNegative = false
  }
}

extension DeckLocale {
  /// Digits as text.
  package static func joined(_ digits: ArraySlice<UInt8>) -> String {
    String(decoding: digits.map { $0 + UInt8(ascii: "0") }, as: UTF8.self)
  }

  /// A number with the separators and minus sign of the locale.
  package func decimalText(_ number: Rounded, group: String, isSigned: Bool = true) -> String {
    let sign = isSigned && number.isNegative ? minus : ""
    let fraction = number.fraction.isEmpty ? "" : decimal + DeckLocale.joined(number.fraction[...])
    let digits = number.whole
    guard digits.count >= 3 + minimumGroup else {
      return withOwnDigits(sign + DeckLocale.joined(digits[...]) + fraction)
    }
    var parts = [DeckLocale.joined(digits.suffix(3))]
    var rest = digits.dropLast(3)
    while !rest.isEmpty {
      let length = isLakh ? 2 : 3
      parts.append(DeckLocale.joined(rest.suffix(length)))
      rest = rest.dropLast(length)
    }
    return withOwnDigits(sign + parts.reversed().joined(separator: group) + fraction)
  }

  /// A value and its maximum: "3.5 of 5", or "3,5 / 5" in languages other than English.
  package func textOf(_ value: Double, of whole: Double) -> String {
    let texts = [value, whole].map { decimalText(Rounded(JSONNumber($0), digits: 0...12), group: group) }
    return texts.joined(separator: identifier.hasPrefix("en") ? " of " : " / ")
  }

  /// A number with a maximum of decimals, or with three significant digits if it would become zero.
  package func numberText(_ number: JSONNumber, digits: Int) -> String {
    let decimal = number.decimal
    let rounded = Rounded(number, digits: 0...digits)
    if !rounded.isZero || decimal.digits.isEmpty { return decimalText(rounded, group: group) }
    return significantText(decimal, digits: 3, group: group)
  }

  /// A number with the given count of significant digits; scientific notation below a millionth.
  package func significantText(_ decimal: JSONDecimal, digits: Int, group: String) -> String {
    if decimal.point < -5 { return scientificText(decimal, digits: digits - 1) }
    return decimalText(Rounded(decimal, digits: 0...max(0, digits - decimal.point)), group: group)
  }

  /// A number in scientific notation, such as 1.6 × 10⁻¹⁹.
  ///
  /// - Parameters:
  ///   - digits: the number of decimals before the power; the maximum if `power` is nil.
  ///   - power: the common power of several numbers; nil for the number's own.
  package func scientificText(_ decimal: JSONDecimal, digits: Int, power: Int? = nil) -> String {
    if decimal.digits.isEmpty { return withOwnDigits("0") }
    let least = power == nil ? 0 : digits
    var exponent = power ?? decimal.point - 1
    var rounded = Rounded(decimal, digits: least...digits, shift: -exponent)
    if power == nil, rounded.whole.count > 1 {
      exponent += 1
      rounded = Rounded(decimal, digits: least...digits, shift: -exponent)
    }
    let mantissa = decimalText(rounded, group: "")
    // In right-to-left text, a superscript power would be reordered relative to its number, and not all digits
    // have superscript forms.
    if isRightToLeft || zero != "0" { return withOwnDigits("\(mantissa)E\(exponent)") }
    let raised = String("\(exponent)".map { $0 == "-" ? "⁻" : Self.raised[$0.wholeNumberValue ?? 0] })
    if power == nil, mantissa == "1" { return "10\(raised)" }
    return "\(mantissa)\u{A0}×\u{A0}10\(raised)"
  }

  private static let raised = Array("⁰¹²³⁴⁵⁶⁷⁸⁹")

  /// A percentage with its sign, from its digits.
  package func percentText(_ digits: String) -> String {
    guard let mark = percent.firstIndex(of: "#") else { return percent }
    return percent[..<mark] + digits + percent[percent.index(after: mark)...]
  }

  /// A share in percent with the given decimals; a share that would become zero is written as `<0.1%`.
  package func shareText(_ share: JSONNumber, digits: Int) -> String {
    var rounded = Rounded(share, digits: digits...digits, shift: 2)
    var sign = ""
    if rounded.isZero, !share.decimal.digits.isEmpty {
      rounded = Rounded(
        JSONDecimal(share.decimal.isNegative ? "-1e-\(digits)" : "1e-\(digits)"), digits: digits...digits)
      sign = share.decimal.isNegative ? ">" : "<"
    }
    return sign + percentText(decimalText(rounded, group: group))
  }

  /// An amount with its currency symbol, placed by the rules of the locale.
  ///
  /// A symbol that ends with a letter is separated from the digits by a space.
  package func currencyText(_ number: Rounded, code: String) -> String {
    let symbol = symbol(of: code)
    let amount = decimalText(number, group: currencyGroup ?? group, isSigned: false)
    var pattern = number.isNegative ? negativeCurrency ?? "-\(currencyPattern)" : currencyPattern
    let isWord = symbol.unicodeScalars.last?.properties.isAlphabetic ?? false
    if isWord { pattern = pattern.replacing("¤#", with: "¤\u{A0}#").replacing("¤-#", with: "¤\u{A0}-#") }
    var result = ""
    for character in pattern {
      switch character {
      case "¤": result += symbol
      case "#": result += amount
      case "-": result += minus
      default: result.append(character)
      }
    }
    return result
  }

  private func symbol(of code: String) -> String {
    if code == currency { return currencySymbol }
    let symbol = Currencies.symbols.first { $0.code == code }?.symbol ?? code
    // A foreign currency with the same symbol as the locale's own is written with its code.
    if symbol == currencySymbol { return code == "USD" ? "US$" : code }
    return symbol
  }
}

extension Currencies {
  /// Whether a text is the symbol of a currency, such as `$` or `CA$`.
  package static func isSymbol(_ text: String) -> Bool {
    let scalars = text.unicodeScalars
    return symbols.contains { $0.symbol == text }
      || scalars.count == 1 && scalars.first?.properties.generalCategory == .currencySymbol
  }
}

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
  public var daysInMonth: Int { CalendarMoment.days(in: month, of: year) }
}
