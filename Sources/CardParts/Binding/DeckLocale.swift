import CardRaster

/// How numbers, amounts and dates are written somewhere, by the Unicode Common Locale Data Repository 48.
///
/// The machine's settings play no part. Digits are always 0 to 9.
struct DeckLocale: Hashable, Sendable {
  /// The names of months and days in a language.
  ///
  /// The lists are split when a name is used.
  struct Words: Hashable, Sendable {
    private let lists: [String]

    /// As they are written next to a day.
    var months: [String] { list(0) }
    var shortMonths: [String] { list(1) }
    /// From Sunday on.
    var weekdays: [String] { list(2) }
    var shortWeekdays: [String] { list(3) }
    /// As they stand alone, in the languages where this differs.
    var monthsAlone: [String] { list(4) }
    var shortMonthsAlone: [String] { list(5) }
    /// Short.
    var quarters: [String] { list(6) }

    /// Makes words of lists with commas.
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

  /// Such as `en_US`.
  let identifier: String
  let words: Words
  /// The decimal point.
  var decimal = "."
  /// The text between groups of digits.
  var group = ","
  /// The same in amounts of money, where it differs.
  var currencyGroup: String?
  /// The least number of digits before the first group: 2 leaves 1234 alone.
  var minimumGroup = 1
  /// Whether the groups after the first have two digits: 12,34,567.
  var isLakh = false
  var minus = "-"
  /// `#` is the number.
  var percent = "#%"
  /// The code of the currency.
  let currency: String
  let currencySymbol: String
  /// `¤` is the sign, `#` the amount.
  let currencyPattern: String
  /// The same for less than nothing; `-` and the pattern when nil.
  var negativeCurrency: String?
  var am = "AM"
  var pm = "PM"
  /// The patterns of `short`, `medium`, `long` and `full`.
  let dates: [String]
  /// The patterns of parts of a date, as on axes.
  let parts: DateParts
  let weeks: WeekRules
  /// The short forms of large numbers, the smallest first.
  let shortForms: [ShortForm]
}

/// The table of locales is in `Generated/Locales.swift`.
extension DeckLocale {
  /// The locale of an identifier, which may have a hyphen; a language alone means the first of its locales.
  init?(_ identifier: String) {
    let name = identifier.lowercased().replacing("-", with: "_")
    let known = DeckLocale.identifiers
    let place =
      known.firstIndex { $0.lowercased() == name }
      ?? known.firstIndex { $0.lowercased().hasPrefix(name + "_") && !name.isEmpty }
    guard let place else { return nil }
    self = DeckLocale.at(place)
  }

  /// All locales, for those who compare them; a deck needs one.
  static let all: [DeckLocale] = identifiers.indices.map(at)

  /// The locale of a deck that names none.
  static let standard = at(0)

  /// Whether the short date begins with the month.
  var monthComesFirst: Bool { dates.first?.first == "M" }

  /// The error for an identifier that is not in the table.
  static func unknown(_ identifier: String, file: String, place: SourcePlace?, path: JSONPath) -> DeckIssue {
    let known = "the locales are \(identifiers.joined(separator: ", "))"
    let near = Spelling.nearest(to: identifier, in: identifiers)
    return DeckIssue(
      .error, file: file, place: place, path: path, message: "unknown locale \(DeckIssue.quoted(identifier))",
      hint: near.map { "did you mean '\($0)'? \(known)" } ?? known, code: .unknownLocale)
  }
}

extension DeckLocale {
  /// The language by whose rules words are hyphenated; nil when nobody knows them.
  var hyphenation: String? {
    let known = FontLibrary.hyphenatedLanguages
    let name = identifier.lowercased().split(separator: "_")
    let language = name.first.map(String.init) ?? ""
    let whole = name.joined(separator: "-")
    if known.contains(whole) { return whole }
    if known.contains(language) { return language }
    // Of English there are two; what is not American is written as in Britain.
    return language == "en" ? "en-gb" : nil
  }
}

extension DeckLocale {
  /// From which side its language is read.
  var direction: LayoutDirection {
    ["ar", "he"].contains(identifier.prefix(2)) ? .rightToLeft : .leftToRight
  }
}

extension DeckLocale {
  /// The language that the forms of ideographs follow; nil where the locale has none.
  var ideographs: String? {
    switch identifier.prefix(2) {
    case "ja": "ja"
    case "ko": "ko"
    case "zh": ["zh_TW", "zh_HK", "zh_MO"].contains(identifier) ? "zh-hant" : "zh-hans"
    default: nil
    }
  }
}

/// Capital and small letters by the rules of Unicode (chapter 3.13 and `SpecialCasing.txt`) and of the language.
extension DeckLocale {
  /// The text in capital letters.
  ///
  /// Turkish has an `i` of its own, and Greek capitals have no accents.
  func uppercased(_ text: String) -> String {
    switch identifier.prefix(2) {
    case "tr": text.replacing("i", with: "İ").uppercased()
    case "el": Self.greekUppercased(text)
    default: text.uppercased()
    }
  }

  /// The text in small letters.
  ///
  /// Turkish has an `ı` of its own; a Greek sigma at the end of a word has a form of its own in every language.
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

  /// Greek capitals as in CLDR's rule `el-Upper`.
  ///
  /// Accents and breathings go, a dialytika stays, and one is added where the accent said that two vowels are apart: `μάιος` is
  /// `ΜΑΪΟΣ`. The word `ή` keeps its accent.
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
      func add(_ mark: Unicode.Scalar) -> Bool {
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
      for mark in letters { _ = add(mark) }
      while place < scalars.count, scalars[place].value < 0x399, add(scalars[place]) { place += 1 }
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

/// A Greek capital, and what is above it.
private struct GreekCapital {
  let base: Unicode.Scalar
  var hasAccent = false
  var hasDialytika = false

  var isVowel: Bool { "ΑΕΗΙΟΥΩ".unicodeScalars.contains(base) }

  /// Nil for other characters, and for Coptic letters.
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
      // The first two of a row have a breathing or a length alone.
      case 0x1F00...0x1FEB: hasAccent = value % 8 > 1
      default: break
      }
    } else {
      return nil
    }
  }
}

extension DeckLocale {
  /// A power of ten with the word that stands for it behind a number.
  struct ShortForm: Hashable, Sendable {
    let power: Int
    let suffix: String
    /// The power of ten from which on it is used.
    let least: Int

    init(_ power: Int, _ suffix: String, least: Int? = nil) {
      (self.power, self.suffix, self.least) = (power, suffix, least ?? power)
    }
  }

  /// A number in its short form with at most so many decimals: `1.2K`.
  func compactText(_ value: Double, digits: Int? = nil) -> String {
    let form = shortForms.last { value.magnitude >= Rounded.power10($0.least) * 0.9995 }
    let scaled = form.map { value / Rounded.power10($0.power) } ?? value
    let most = digits ?? (scaled.magnitude < 100 ? 1 : 0)
    let number = Rounded(scaled, digits: (digits ?? 0)...most)
    return decimalText(number, group: group) + (form?.suffix ?? "")
  }

  /// Whether its script runs from right to left.
  var isRightToLeft: Bool { direction == .rightToLeft }
}

extension Rounded {
  /// A power of ten.
  static func power10(_ power: Int) -> Double { (0..<power).reduce(1.0) { result, _ in result * 10 } }
}

extension DeckLocale {
  /// Patterns of parts of a date, in the letters of `date`, each named after its skeleton in CLDR.
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
    let clock: Clock
  }

  /// Patterns of times of the day.
  struct Clock: Hashable, Sendable {
    /// A whole hour, which has its minutes where a day has 24 hours.
    let hour: String
    let minutes: String
    let seconds: String

    init(_ minutes: String, seconds: String, hour: String? = nil) {
      (self.hour, self.minutes, self.seconds) = (hour ?? minutes, minutes, seconds)
    }
  }

  /// Which week of a year is its first, by CLDR's `firstDay` and `minDays`.
  struct WeekRules: Hashable, Sendable {
    /// On which day weeks begin; 0 is Sunday.
    var firstWeekday: Int
    /// How many of its days the first week of a year has at least in that year.
    var minimumDays: Int

    static let iso8601 = WeekRules(firstWeekday: 1, minimumDays: 4)

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
