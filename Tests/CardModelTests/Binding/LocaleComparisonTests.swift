import CardRaster
import Foundation
import TestSupport
import Testing

@testable import CardModel
@testable import CardParts

/// Compares the texts of all locales with those of Babel, an independent library with its own copy of CLDR.
@Suite struct LocaleComparisonTests {
  /// Formats the same values with Babel, and prints each locale and field that differs, with both texts.
  ///
  /// All widths of space are treated as equal, and so are all minus signs, because Babel uses only one.
  /// Direction marks are ignored. Babel groups the digits of every number of four digits, so the values
  /// contain no such number.
  private static let script = #"""
    import json, re, sys
    from datetime import date, time
    from decimal import Decimal
    from babel import Locale, dates, numbers
    moments = [date(2026, month, 3 + 2 * month) for month in range(1, 13)]
    clocks = [time(9, 4, 5), time(15, 4, 5)]
    sunday_first = [6, 0, 1, 2, 3, 4, 5]
    def short_forms(locale):
        compact = getattr(locale, "compact_decimal_formats", None) or locale._data["compact_decimal_formats"]
        forms = []
        for zeros in range(3, 20):
            found = compact["short"]["other"].get("1" + "0" * zeros)
            pattern = re.sub("['\u200e\u200f]", "", found.pattern) if found else "0"
            suffix = pattern.lstrip("0")
            power = zeros + 1 - len(pattern) + len(suffix)
            if suffix and (not forms or forms[-1][:2] != (power, suffix)): forms.append((power, suffix, zeros))
        return ["%d%s from %d" % form for form in forms]
    def texts(name, samples):
        locale = Locale.parse(name)
        symbols = locale.number_symbols
        symbols = symbols.get("latn", symbols)
        code = numbers.get_territory_currencies(name[3:])[0]
        names = {
            field: list(kinds[use][width][key] for key in keys)
            for field, kinds, use, width, keys in [
                ("weekdays", locale.days, "stand-alone", "wide", sunday_first),
                ("shortWeekdays", locale.days, "stand-alone", "abbreviated", sunday_first),
                ("months", locale.months, "format", "wide", range(1, 13)),
                ("shortMonths", locale.months, "format", "abbreviated", range(1, 13)),
                ("monthsAlone", locale.months, "stand-alone", "wide", range(1, 13)),
                ("shortMonthsAlone", locale.months, "stand-alone", "abbreviated", range(1, 13)),
                ("quarters", locale.quarters, "format", "abbreviated", range(1, 5)),
                ("halves", locale.day_periods, "format", "abbreviated", ["am", "pm"]),
            ]
        }
        widths = ["short", "medium", "long", "full"]
        forms = {width: [dates.format_date(day, width, locale) for day in moments] for width in widths}
        parts = {
            field: [dates.format_skeleton(skeleton, day, locale=locale) for day in moments]
            for field, skeleton in [
                ("monthDay", "MMMd"), ("yearMonth", "yMMM"), ("yearLongMonth", "yMMMM"), ("yearQuarter", "yQQQ"),
                ("year", "y"),
            ]
        }
        return names | forms | parts | {
            "number": [numbers.format_decimal(Decimal(n), locale=locale) for n in samples["numbers"]],
            "percent": [numbers.format_percent(Decimal("0.72"), locale=locale)],
            "currency": [code],
            "amount": [
                numbers.format_currency(Decimal(n), code, locale=locale, currency_digits=False)
                for n in samples["amounts"]
            ],
            "minutes": [dates.format_time(clock, "short", locale=locale) for clock in clocks],
            "seconds": [dates.format_time(clock, "medium", locale=locale) for clock in clocks],
            "weeks": ["%d+%d" % ((locale.first_week_day + 1) % 7, locale.min_week_days)],
            "shortForms": short_forms(locale),
            "plurals": [n + " " + locale.plural_form(Decimal(n)) for n in samples["counts"]],
        }
    def plain(texts):
        texts = [re.sub("[\u200e\u200f\u061c]", "", text).replace("\u2212", "-") for text in texts]
        return [re.sub("[\u00a0\u202f]", " ", text) for text in texts]
    given = json.load(sys.stdin)
    for name, ours in given["locales"].items():
        theirs = texts(name, given["samples"])
        for field in sorted(ours):
            if plain(ours[field]) != plain(theirs[field]):
                print(name, field, plain(ours[field]), plain(theirs[field]), sep="\t")
    english = Locale.parse("en")
    for code, sign in given["signs"].items():
        theirs = english.currency_symbols.get(code, code)
        if sign != theirs: print(code, "sign", sign, theirs, sep="\t")
    """#

  /// Fields that differ because of a rule in `Scripts/locales.py`.
  private static let byRule = """
    pt_PT shortWeekdays yearQuarter
    ko_KR halves minutes seconds
    bg_BG halves
    ja_JP amount
    th_TH full long
    """
  /// Fields that CLDR changed after the release that Babel contains (CLDR 41 on Debian 12).
  private static let changed = """
    en_GB shortForms
    en_CA medium monthDay shortMonths shortMonthsAlone yearMonth
    en_AU shortMonthsAlone
    en_NZ medium short
    en_IN full medium shortForms
    de_AT number
    de_CH amount number
    nl_NL medium monthDay shortMonths shortMonthsAlone yearMonth
    es_MX halves medium minutes monthDay percent seconds shortMonths shortMonthsAlone yearMonth
    it_IT shortForms
    da_DK shortWeekdays
    nb_NO amount medium monthDay shortMonths yearMonth
    fi_FI monthDay shortMonths
    uk_UA shortMonthsAlone yearMonth
    ja_JP shortForms
    zh_CN weeks
    hi_IN full long medium monthDay months monthsAlone shortMonths shortMonthsAlone yearLongMonth
    hi_IN yearMonth
    ar_EG amount
    ar_AE amount weeks
    ar_SA amount
    he_IL halves plurals
    ro_RO plurals
    bg_BG amount currency minutes seconds
    hr_HR amount currency
    th_TH yearLongMonth
    vi_VN short shortMonthsAlone shortWeekdays
    """

  private static let numbers = ["-1234567.891", "12345", "0.25", "999"]
  private static let amounts = ["12345.67", "-1234567.89"]
  private static let counts =
    (0...130).map { "\($0)" } + [
      "200", "1000", "1001", "1002", "1000000", "1000001", "3000000", "0.1", "0.2", "0.5", "1.1", "1.5",
      "2.1", "2.5", "3.12", "3.21", "5.05", "11.1", "0.01", "1.01", "21.1", "1.11", "1000000.5",
    ]

  private static func date(_ text: String, _ pattern: String, _ locale: DeckLocale) throws -> String {
    let call = FormatterCall(name: "date", arguments: [.of(pattern)])
    return try Formatters.date(call, .of(text), locale)
  }

  private static func rounded(_ text: String, _ digits: ClosedRange<Int>) throws -> Rounded {
    Rounded(JSONNumber(try #require(Double(text))), digits: digits)
  }

  private static func texts(of locale: DeckLocale) throws -> [String: [String]] {
    let days = (1...12).map { month in
      "2026-\(month < 10 ? "0" : "")\(month)-\(3 + 2 * month < 10 ? "0" : "")\(3 + 2 * month)"
    }
    let (words, parts) = (locale.words, locale.parts)
    var texts = [
      "weekdays": words.weekdays, "shortWeekdays": words.shortWeekdays, "months": words.months,
      "shortMonths": words.shortMonths, "monthsAlone": words.monthsAlone,
      "shortMonthsAlone": words.shortMonthsAlone, "quarters": words.quarters,
      "halves": [locale.am, locale.pm],
      "currency": [locale.currency], "weeks": ["\(locale.weeks.firstWeekday)+\(locale.weeks.minimumDays)"],
      "shortForms": locale.shortForms.map { "\($0.power)\($0.suffix) from \($0.least)" },
      "percent": [locale.shareText(0.72, digits: 0)],
    ]
    texts["number"] = try numbers.map { locale.decimalText(try rounded($0, 0...3), group: locale.group) }
    texts["amount"] = try amounts.map { locale.currencyText(try rounded($0, 2...2), code: locale.currency) }
    texts["plurals"] = try counts.map { "\($0) \(locale.pluralCategory(of: try rounded($0, 0...3)))" }
    let patterns = [
      "short": locale.dates[0], "medium": locale.dates[1], "long": locale.dates[2], "full": locale.dates[3],
      "monthDay": parts.monthDay, "yearMonth": parts.yearMonth, "yearLongMonth": parts.yearLongMonth,
      "yearQuarter": parts.yearQuarter, "year": parts.year,
    ]
    for (field, pattern) in patterns { texts[field] = try days.map { try date($0, pattern, locale) } }
    for (field, pattern) in ["minutes": parts.clock.minutes, "seconds": parts.clock.seconds] {
      texts[field] = try ["2026-01-05T09:04:05", "2026-01-05T15:04:05"].map { try date($0, pattern, locale) }
    }
    return texts
  }

  private static let python = "/usr/bin/python3"

  private static let isThere: Bool =
    (try? BuiltProgram.run(["-c", "import babel"], program: python).status) == 0

  @Test(.enabled(if: isThere, "python3-babel is not installed")) func localesWriteAsBabelDoes() throws {
    var locales: [String: [String: [String]]] = [:]
    // This Babel writes the digits 0 to 9 only.
    for name in DeckLocale.identifiers {
      locales[name] = try Self.texts(of: #require(DeckLocale("\(name)-u-nu-latn")))
    }
    let signs = Dictionary(uniqueKeysWithValues: Currencies.symbols.map { ($0.code, $0.symbol) })
    let samples = ["numbers": Self.numbers, "amounts": Self.amounts, "counts": Self.counts]
    let values: [String: Any] = ["locales": locales, "samples": samples, "signs": signs]
    let given = try JSONSerialization.data(withJSONObject: values)
    let result = try BuiltProgram.run(
      ["-c", Self.script], input: String(decoding: given, as: UTF8.self), program: Self.python)
    #expect(result.status == 0, "\(result.errorText)")
    var known: Set<String> = []
    for row in (Self.byRule + "\n" + Self.changed).split(separator: "\n") {
      let cells = row.split(separator: " ")
      for field in cells.dropFirst() { known.insert("\(cells[0]) \(field)") }
    }
    for line in result.outputText.split(separator: "\n") {
      let field = line.split(separator: "\t").prefix(2).joined(separator: " ")
      if !known.contains(field) { Issue.record("\(line)") }
    }
  }

  @Test func numbersOfAnyLengthHaveACategory() throws {
    // 10^18 modulo 10^18 is 0, but 10^18 does not have the plural category of 0 or 1.
    let locale = try #require(DeckLocale("fr_FR"))
    #expect(locale.pluralCategory(of: Rounded(1e18, digits: 0...0)) == .many)
    #expect(locale.pluralCategory(of: Rounded(1e300, digits: 0...0)) == .many)
  }
}
