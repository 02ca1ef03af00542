import CardRaster

/// How numbers, amounts and dates are written somewhere; a table of our own, so that the machine's settings play no part.
///
/// Digits are always 0 to 9.
struct DeckLocale: Hashable, Sendable {
  /// The names of months and days in a language.
  ///
  /// They are split when one is asked for: those of all languages take as long as some texts to shape.
  struct Words: Hashable, Sendable {
    private var lists: [String]

    /// As they stand beside a day.
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

    /// The words of a country that shortens months in its own way.
    func with(shortMonths: String, aloneShort: String? = nil) -> Words {
      var words = self
      (words.lists[1], words.lists[5]) = (shortMonths, aloneShort ?? shortMonths)
      return words
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
  /// What stands between groups of digits.
  var group = ","
  /// The same in amounts of money, where it differs.
  var currencyGroup: String?
  /// How many digits must stand before the first group: 2 leaves 1234 alone.
  var minimumGroup = 1
  /// Whether the groups after the first have two digits: 12,34,567.
  var isLakh = false
  var minus = "-"
  /// `#` is the number.
  var percent = "#%"
  /// The code of the currency.
  var currency = "EUR"
  var currencySymbol = "€"
  /// `¤` is the sign, `#` the amount.
  var currencyPattern = "¤#"
  /// The same for less than nothing; `-` and the pattern when nil.
  var negativeCurrency: String?
  var am = "AM"
  var pm = "PM"
  /// The patterns of `short`, `medium`, `long` and `full`.
  let dates: [String]
  /// The patterns of parts of a date, as on axes.
  var parts = DateParts()
  var weeks = WeekRules.iso8601

  /// The locale of an identifier, which may have a hyphen; a language alone means the first of its locales.
  init?(_ identifier: String) {
    let name = identifier.lowercased().replacing("-", with: "_")
    let found =
      DeckLocale.all.first { $0.identifier.lowercased() == name }
      ?? DeckLocale.all.first { $0.identifier.lowercased().hasPrefix(name + "_") && !name.isEmpty }
    guard let found else { return nil }
    self = found
  }

  /// Every identifier, in the order of the table.
  static let identifiers: [String] = all.map(\.identifier)

  /// Whether the short date begins with the month.
  var monthComesFirst: Bool { dates.first?.first == "M" }

  /// The locale of a deck that names none; not found in `all`, which is long.
  static let standard = english[0]

  /// What is said of an identifier that is not in the table.
  static func unknown(_ identifier: String, file: String, place: SourcePlace?, path: JSONPath) -> DeckIssue {
    let known = "the locales are \(identifiers.joined(separator: ", "))"
    let near = Spelling.nearest(to: identifier, in: identifiers)
    return DeckIssue(
      .error, file: file, place: place, path: path, message: "unknown locale \(DeckIssue.quoted(identifier))",
      hint: near.map { "did you mean '\($0)'? \(known)" } ?? known, code: .unknownLocale)
  }

  /// Makes a locale for the table.
  init(
    identifier: String, _ words: Words, decimal: String = ".", group: String = ",",
    currencyGroup: String? = nil,
    minimumGroup: Int = 1, isLakh: Bool = false, minus: String = "-", percent: String = "#%",
    money: (code: String, symbol: String, pattern: String), negativeCurrency: String? = nil,
    halves: (String, String) = ("AM", "PM"), dates: [String], parts: DateParts = DateParts(),
    weeks: WeekRules = .iso8601
  ) {
    self.identifier = identifier
    self.words = words
    self.decimal = decimal
    self.group = group
    self.currencyGroup = currencyGroup
    self.minimumGroup = minimumGroup
    self.isLakh = isLakh
    self.minus = minus
    self.percent = percent
    (currency, currencySymbol, currencyPattern) = money
    self.negativeCurrency = negativeCurrency
    (am, pm) = halves
    self.dates = dates
    self.parts = parts
    self.weeks = weeks
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

/// The short forms of large numbers by locale.
///
/// Source: the Unicode Common Locale Data Repository 48.
extension DeckLocale {
  /// A power of ten with the word that stands for it behind a number.
  struct ShortForm: Hashable, Sendable {
    let power: Int
    let suffix: String
    /// The power of ten from which on it is used.
    let least: Int
  }

  /// The short forms, the smallest first.
  var shortForms: [ShortForm] {
    let language = String(identifier.prefix { $0 != "_" })
    let words = DeckLocale.shortWords[identifier] ?? DeckLocale.shortWords[language] ?? "K M B T"
    let powers = DeckLocale.shortPowers[identifier] ?? DeckLocale.shortPowers[language] ?? [3, 6, 9, 12]
    // A thousand millions are 1000 M in Spanish, and ten thousand 10 mil M.
    let isSpanish = language == "es"
    return zip(powers, words.split(separator: " ")).compactMap { power, word in
      word == "-"
        ? nil
        : ShortForm(
          power: power, suffix: String(word).replacing("_", with: "\u{A0}"),
          least: isSpanish && power == 9 ? 10 : power)
    }
  }

  private static let shortPowers: [String: [Int]] = [
    "en_IN": [3, 5, 7, 10, 12], "hi": [3, 5, 7, 9, 11, 13], "ja": [4, 8, 12, 16], "zh": [4, 8, 12],
    "ko": [3, 4, 8, 12],
  ]

  /// The words in the order of the powers; `_` is a no-break space, `-` stands where there is none.
  private static let shortWords: [String: String] = [
    "en_IN": "K L Cr KCr LCr", "hi": "_हज़ार _लाख _क॰ _अ॰ _ख॰ _नील", "de": "- _Mio. _Mrd. _Bio.",
    "nl": "K _mln. _mld. _bln.",
    "nb": "k _mill. _mrd. _bill.", "fi": "_t. _milj. _mrd. _bilj.", "fr": "_k _M _Md _Bn",
    "fr_CA": "_k _M _G _T", "sv": "_tn _mn _md _bn", "da": "_t _mio. _mia. _bio.", "es": "_mil _M _mil_M _B",
    "es_MX": "_k _M _mil_M _B", "it": "- _Mln _Mld _Bln", "pl": "_tys. _mln _mld _bln",
    "cs": "_tis. _mil. _mld. _bil.", "ru": "_тыс. _млн _млрд _трлн", "uk": "_тис. _млн _млрд _трлн",
    "pt": "_mil _mi _bi _tri", "pt_PT": "_mil _M _mM _Bi", "tr": "_B _Mn _Mr _Tn",
    "ar": "_ألف _مليون _مليار _ترليون", "ja": "万 億 兆 京", "zh": "万 亿 万亿", "ko": "천 만 억 조", "he": "K M B T",
    "hu": "_E _M _Mrd _B", "ro": "_K _mil. _mld. _tril.", "el": "_χιλ. _εκ. _δισ. _τρισ.",
    "bg": "_хил. _млн. _млрд. _трлн.", "sk": "_tis. _mil. _mld. _bil.", "hr": "_tis. _mil. _mlr. _bil.",
    "vi": "_N _Tr _T _NT",
  ]

  /// A number in its short form with at most so many decimals: `1.2K`.
  func compactText(_ value: Double, digits: Int? = nil) -> String {
    let form = shortForms.last { value.magnitude >= Rounded.power10($0.least) * 0.9995 }
    let scaled = form.map { value / Rounded.power10($0.power) } ?? value
    let most = digits ?? (scaled.magnitude < 100 ? 1 : 0)
    let number = Rounded(scaled, digits: (digits ?? 0)...most)
    return decimalText(number, group: group) + (form?.suffix ?? "")
  }

  /// Whether its script runs from right to left.
  var isRightToLeft: Bool { ["ar", "he"].contains(String(identifier.prefix { $0 != "_" })) }
}

extension Rounded {
  /// A power of ten.
  static func power10(_ power: Int) -> Double { (0..<power).reduce(1.0) { result, _ in result * 10 } }
}

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
