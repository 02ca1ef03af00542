import CardRaster

/// The formats of numbers, amounts and dates in a locale, from the Unicode Common Locale Data Repository 48.
///
/// System settings are not used. Numbers have the locale's own digits: `ar_EG` writes ١٢, and `ar-EG-u-nu-latn` 12.
package struct DeckLocale: Hashable, Sendable {
  /// The names of months and weekdays in a language.
  ///
  /// Each list is a string with commas that is split when a name is used.
  package struct Words: Hashable, Sendable {
    private let lists: [String]

    /// The forms next to a day.
    package var months: [String] { list(0) }
    package var shortMonths: [String] { list(1) }
    /// Starting with Sunday.
    package var weekdays: [String] { list(2) }
    package var shortWeekdays: [String] { list(3) }
    /// The stand-alone forms, if the language has different ones.
    package var monthsAlone: [String] { list(4) }
    package var shortMonthsAlone: [String] { list(5) }
    /// The short forms.
    package var quarters: [String] { list(6) }

    /// Creates the names from lists with commas.
    init(
      _ months: String, _ shortMonths: String, _ weekdays: String, _ shortWeekdays: String,
      alone: String? = nil, aloneShort: String? = nil, quarters: String = "Q1,Q2,Q3,Q4"
    ) {
      lists = [
        months, shortMonths, weekdays, shortWeekdays, alone ?? months, aloneShort ?? shortMonths, quarters,
      ]
    }

    private func list(_ number: Int) -> [String] {
      lists[number].utf8.split(separator: 0x2C).map { String(Substring($0)) }
    }
  }

  /// The identifier, such as `en_US`.
  package let identifier: String
  package let words: Words
  /// The decimal separator.
  package var decimal = "."
  /// The separator between groups of digits.
  package var group = ","
  /// The group separator in amounts of money, if it differs.
  var currencyGroup: String?
  /// The minimum number of digits before the first separator: with 2, 1234 is not grouped.
  var minimumGroup = 1
  /// Whether groups after the first have two digits: 12,34,567.
  package var isLakh = false
  /// The sign of negative numbers: the minus sign of typography where CLDR has a hyphen.
  var minus = "\u{2212}"
  /// The sign of gains, with the marks for the direction of the minus sign.
  package var plus: String { minus.replacing("\u{2212}", with: "+") }
  /// The pattern of percentages; `#` is the number.
  package var percent = "#%"
  /// The currency code.
  package let currency: String
  package let currencySymbol: String
  /// The pattern of amounts; `¤` is the currency symbol, `#` the amount.
  package var currencyPattern: String
  /// The pattern of negative amounts; nil for a minus sign and the pattern.
  var negativeCurrency: String?
  package var am = "AM"
  package var pm = "PM"
  /// The date patterns `short`, `medium`, `long` and `full`.
  package let dates: [String]
  /// The patterns of parts of a date, used on axes.
  package let parts: DateParts
  package let weeks: WeekRules
  /// The short forms of large numbers, in ascending order.
  package let shortForms: [ShortForm]
  /// The forms of numbers in the digits of the language; nil if they are 0 to 9.
  var native: NativeNumbers?
  /// The digit 0.
  fileprivate(set) var zero = "0" as Unicode.Scalar

  /// The forms of numbers in a numbering system of CLDR.
  struct NativeNumbers: Hashable, Sendable {
    let system: String
    /// Whether the locale uses them unless its identifier says otherwise.
    let isDefault: Bool
    let zero: Unicode.Scalar
    let decimal: String
    let group: String
    let percent: String
    let currencyPattern: String
  }
}

/// The table of locales is in `Generated/Locales.swift`.
extension DeckLocale {
  /// Finds a locale by its identifier, with `_` or `-`; a language alone selects its first locale.
  ///
  /// As in BCP 47, `-u-nu-latn` selects the digits 0 to 9, and `-u-nu-native` those of the language.
  package init?(_ identifier: String) {
    let tags = identifier.lowercased().replacing("-", with: "_").split(separator: "_u_nu_")
    guard (1...2).contains(tags.count) else { return nil }
    let name = String(tags[0])
    let known = DeckLocale.identifiers
    let place =
      known.firstIndex { $0.lowercased() == name }
      ?? known.firstIndex { $0.lowercased().hasPrefix(name + "_") && !name.isEmpty }
    guard let place else { return nil }
    self = DeckLocale.at(place)
    let system = tags.count > 1 ? tags[1] : native?.isDefault == true ? "native" : "latn"
    if system == "latn" { return }
    guard let native, system == "native" || system == native.system else { return nil }
    (zero, decimal, group, percent) = (native.zero, native.decimal, native.group, native.percent)
    currencyPattern = native.currencyPattern
  }

  /// The text between two entries of a list.
  package var listSeparator: String {
    switch identifier.prefix(2) {
    case "ja", "zh": "、"
    case "ar": "، "
    default: ", "
    }
  }

  /// A text with the digits of the locale instead of 0 to 9.
  package func withOwnDigits(_ text: String) -> String {
    guard zero != "0" else { return text }
    return String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { scalar in
          ("0"..."9").contains(scalar) ? Unicode.Scalar(scalar.value - 0x30 + zero.value) ?? scalar : scalar
        }))
  }

  /// All locales; creating one is cheaper if only one is needed.
  package static let all: [DeckLocale] = identifiers.compactMap { DeckLocale($0) }

  /// The default locale.
  package static let standard = at(0)

  /// Whether the short date starts with the month.
  package var monthComesFirst: Bool { dates.first?.first == "M" }

  /// The error for an identifier that is not in the table.
  package static func unknown(_ identifier: String, file: String, place: SourcePlace?, path: JSONPath)
    -> DeckIssue
  {
    let known = "the locales are \(identifiers.joined(separator: ", "))"
    let near = Spelling.nearest(to: identifier, in: identifiers)
    return DeckIssue(
      .error, file: file, place: place, path: path, message: "unknown locale \(DeckIssue.quoted(identifier))",
      hint: near.map { "did you mean '\($0)'? \(known)" } ?? known, code: .unknownLocale)
  }
}

extension DeckLocale {
  /// The language of hyphenation; nil without patterns for it.
  var hyphenation: String? {
    let known = FontLibrary.hyphenatedLanguages
    let name = identifier.lowercased().split(separator: "_")
    let language = name.first.map(String.init) ?? ""
    let whole = name.joined(separator: "-")
    if known.contains(whole) { return whole }
    if known.contains(language) { return language }
    // There are two sets of English patterns; locales other than American English use the British one.
    return language == "en" ? "en-gb" : nil
  }
}

extension DeckLocale {
  /// The text direction of the language.
  package var direction: LayoutDirection {
    ["ar", "he"].contains(identifier.prefix(2)) ? .rightToLeft : .leftToRight
  }
}

extension DeckLocale {
  /// The language that selects the shapes of ideographs; nil if the locale does not determine it.
  var ideographs: String? {
    switch identifier.prefix(2) {
    case "ja": "ja"
    case "ko": "ko"
    case "zh": ["zh_TW", "zh_HK", "zh_MO"].contains(identifier) ? "zh-hant" : "zh-hans"
    default: nil
    }
  }
}

/// Case conversion by the rules of Unicode (chapter 3.13 and `SpecialCasing.txt`) and of the language.
extension DeckLocale {
  /// The text in uppercase.
  ///
  /// Turkish has a dotted capital `İ`, and Greek capitals have no accents.
  package func uppercased(_ text: String) -> String {
    switch identifier.prefix(2) {
    case "tr": text.replacing("i", with: "İ").uppercased()
    case "el": Self.greekUppercased(text)
    default: text.uppercased()
    }
  }

  /// The text in lowercase.
  ///
  /// Turkish has a dotless `ı`. A Greek sigma at the end of a word has a special form in every language.
  func lowercased(_ text: String) -> String {
    let text = identifier.hasPrefix("tr") ? text.replacing("İ", with: "i").replacing("I", with: "ı") : text
    guard text.utf8.contains(0xCE), text.unicodeScalars.contains("Σ") else { return text.lowercased() }
    let scalars = Array(text.unicodeScalars)
    var result = String.UnicodeScalarView()
    for (place, scalar) in scalars.enumerated() {
      if scalar == "Σ" {
        let before = scalars[..<place].last { !$0.properties.isCaseIgnorable }
        let behind = scalars[(place + 1)...].first { !$0.properties.isCaseIgnorable }
        let isFinal = before?.properties.isCased == true && behind?.properties.isCased != true
        result.append(isFinal ? "ς" : "σ")
      } else {
        result.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars)
      }
    }
    return String(result)
  }

  /// Greek uppercase like in CLDR's rule `el-Upper`.
  ///
  /// Accents and breathings are removed and a dialytika is kept. A dialytika is added where an accent
  /// separated two vowels: `μάιος` becomes `ΜΑΪΟΣ`. The word `ή` keeps its accent.
  private static func greekUppercased(_ text: String) -> String {
    let scalars = Array(text.unicodeScalars)
    var result = String.UnicodeScalarView()
    var place = 0
    var isBehindAccent = false
    while place < scalars.count {
      let start = place
      var letters = Array(scalars[place].properties.uppercaseMapping.unicodeScalars)
      place += 1
      guard let first = letters.first, let letter = GreekCapital(first) else {
        result.append(contentsOf: letters)
        isBehindAccent = false
        continue
      }
      letters.removeFirst()
      var (hasAccent, hasDialytika, iotas) = (letter.hasAccent, letter.hasDialytika, 0)
      func addMark(_ mark: Unicode.Scalar) -> Bool {
        switch mark.value {
        case 0x300, 0x301, 0x303, 0x342: hasAccent = true
        case 0x308: hasDialytika = true
        case 0x344: (hasAccent, hasDialytika) = (true, true)
        case 0x345, 0x399: iotas += 1
        case 0x304, 0x306, 0x311, 0x313, 0x314, 0x343: break
        default: return false
        }
        return true
      }
      for mark in letters { _ = addMark(mark) }
      while place < scalars.count, scalars[place].value < 0x399, addMark(scalars[place]) { place += 1 }
      let isIotaOrUpsilon = letter.base == "Ι" || letter.base == "Υ"
      if isBehindAccent, isIotaOrUpsilon { hasDialytika = true }
      isBehindAccent = letter.isVowel && hasAccent && !hasDialytika
      let isOr =
        letter.base == "Η" && hasAccent && iotas == 0 && !isCased(scalars[..<start].last)
        && !isCased(place < scalars.count ? scalars[place] : nil)
      switch letter.base {
      case "Η" where isOr: result.append("Ή")
      case "Ι" where hasDialytika: result.append("Ϊ")
      case "Υ" where hasDialytika: result.append("Ϋ")
      default:
        result.append(letter.base)
        if hasDialytika { result.append("\u{308}") }
      }
      for _ in 0..<iotas { result.append("Ι") }
    }
    return String(result)
  }

  private static func isCased(_ scalar: Unicode.Scalar?) -> Bool { scalar?.properties.isCased == true }
}

/// A Greek capital letter and its marks.
private struct GreekCapital {
  let base: Unicode.Scalar
  var hasAccent = false
  var hasDialytika = false

  var isVowel: Bool { "ΑΕΗΙΟΥΩ".unicodeScalars.contains(base) }

  /// Nil for other characters, including Coptic letters.
  init?(_ scalar: Unicode.Scalar) {
    let value = scalar.value
    let bases: [(ClosedRange<UInt32>, Unicode.Scalar)] = [
      (0x386...0x386, "Α"), (0x388...0x388, "Ε"), (0x389...0x389, "Η"), (0x38A...0x38A, "Ι"),
      (0x38C...0x38C, "Ο"), (0x38E...0x38E, "Υ"), (0x38F...0x38F, "Ω"), (0x3AA...0x3AA, "Ι"),
      (0x3AB...0x3AB, "Υ"), (0x1F08...0x1F0F, "Α"), (0x1F18...0x1F1D, "Ε"), (0x1F28...0x1F2F, "Η"),
      (0x1F38...0x1F3F, "Ι"), (0x1F48...0x1F4D, "Ο"), (0x1F59...0x1F5F, "Υ"), (0x1F68...0x1F6F, "Ω"),
      (0x1FB8...0x1FBB, "Α"), (0x1FC8...0x1FC9, "Ε"), (0x1FCA...0x1FCB, "Η"), (0x1FD8...0x1FDB, "Ι"),
      (0x1FE8...0x1FEB, "Υ"), (0x1FEC...0x1FEC, "Ρ"), (0x1FF8...0x1FF9, "Ο"), (0x1FFA...0x1FFB, "Ω"),
    ]
    if (0x391...0x3A9).contains(value) {
      base = scalar
    } else if let entry = bases.first(where: { $0.0.contains(value) }) {
      base = entry.1
      switch value {
      case 0x386...0x38F, 0x1FC8...0x1FCB, 0x1FF8...0x1FFB: hasAccent = true
      case 0x3AA, 0x3AB: hasDialytika = true
      // The first two letters of each row of eight have a breathing or a length mark without an accent.
      case 0x1F00...0x1FEB: hasAccent = value % 8 > 1
      default: break
      }
    } else {
      return nil
    }
  }
}

extension DeckLocale {
  /// A power of ten with its short word after a number.
  package struct ShortForm: Hashable, Sendable {
    package let power: Int
    package let suffix: String
    /// The power of ten from which the form is used.
    package let least: Int

    init(_ power: Int, _ suffix: String, least: Int? = nil) {
      (self.power, self.suffix, self.least) = (power, suffix, least ?? power)
    }
  }

  /// A number in its short form with at most `digits` decimals: `1.2K`.
  package func compactText(_ value: Double, digits: Int? = nil, isFixed: Bool = false) -> String {
    let form = shortForms.last { value.magnitude >= Rounded.power10($0.least) * 0.9995 }
    let scaled = form.map { value / Rounded.power10($0.power) } ?? value
    let most = digits ?? (scaled.magnitude < 100 ? 1 : 0)
    let number = Rounded(scaled, digits: (digits ?? (isFixed ? most : 0))...most)
    return decimalText(number, group: group) + (form?.suffix ?? "")
  }

  /// Whether the script is written from right to left.
  var isRightToLeft: Bool { direction == .rightToLeft }
}

extension Rounded {
  /// A power of ten.
  package static func power10(_ power: Int) -> Double { (0..<power).reduce(1.0) { result, _ in result * 10 } }
}

extension DeckLocale {
  /// The patterns of parts of a date, in the letters of `date`, named after CLDR's skeletons.
  package struct DateParts: Hashable, Sendable {
    /// Skeleton `MMMd`.
    package var monthDay = "d MMM"
    /// Skeleton `yMMM`.
    package var yearMonth = "MMM y"
    /// Skeleton `yMMMM`.
    package var yearLongMonth = "LLLL y"
    /// Skeleton `yQQQ`.
    package var yearQuarter = "QQQ y"
    /// Skeleton `y`.
    package var year = "y"
    package let clock: Clock
  }

  /// The patterns of times of day.
  package struct Clock: Hashable, Sendable {
    /// A full hour; includes minutes in locales with a 24-hour clock.
    package let hour: String
    package let minutes: String
    package let seconds: String

    init(_ minutes: String, seconds: String, hour: String? = nil) {
      (self.hour, self.minutes, self.seconds) = (hour ?? minutes, minutes, seconds)
    }
  }

  /// The rules for the first week of a year, by CLDR's `firstDay` and `minDays`.
  package struct WeekRules: Hashable, Sendable {
    /// The first day of the week; 0 is Sunday.
    package var firstWeekday: Int
    /// The minimum number of days of the first week that are in the year.
    package var minimumDays: Int

    package static let iso8601 = WeekRules(firstWeekday: 1, minimumDays: 4)

    /// The number of the week that contains a date.
    ///
    /// The last days of a year may be in the first week of the next year, and the first days in the last week
    /// of the previous year.
    package func week(of moment: CalendarMoment) -> Int {
      let back = (moment.weekday - firstWeekday + 7) % 7
      // The day of the week that determines the year of the week.
      let deciding = moment.adding(seconds: 86_400 * (7 - minimumDays - back)) ?? moment
      return (deciding.dayOfYear - 1) / 7 + 1
    }
  }
}
