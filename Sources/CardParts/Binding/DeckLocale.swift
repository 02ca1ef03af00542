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
