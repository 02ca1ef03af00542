import CardRaster
import TestSupport
import Testing

@testable import CardModel
@testable import CardParts

/// Formats a value; `~` represents U+00A0 and `_` represents U+202F.
private func format(_ value: String, _ formatter: String, _ locale: String = "en_US") -> String {
  let data = JSONNode.object([("v", Sample.node(value))])
  guard DeckLocale(locale) != nil else { return "no locale \(locale)" }
  let text = Sample.fill("{{ v | \(formatter) }}", locale: locale, data: data)
  guard case .string(let result) = Sample.node(text.hasPrefix("\"") ? text : "\"?\"").value else {
    return text
  }
  return result == "?" ? text : result.replacing("\u{A0}", with: "~").replacing("\u{202F}", with: "_")
}

@Suite struct FormattersTests {
  @Test(
    "Numbers have the digits of the locale, unless its identifier asks for others",
    arguments: [
      ("ar_EG", "٤٬٥٦٧٫٥", "٧٢٪", "−٤٬٥٦٧٫٥٠~ج.م.", "٢١/١١/٢٠٢٦"),
      ("ar-EG-u-nu-latn", "4,567.5", "72%", "−4,567.50~ج.م.", "21/11/2026"),
      ("ar_AE", "4,567.5", "72%", "−4,567.50~د.إ.", "21/11/2026"),
      ("ar-AE-u-nu-native", "٤٬٥٦٧٫٥", "٧٢٪", "−٤٬٥٦٧٫٥٠~د.إ.", "٢١/١١/٢٠٢٦"),
      ("hi-IN-u-nu-deva", "४,५६७.५", "७२%", "−₹४,५६७.५०", "२१ नव॰ २०२६"),
    ]) func ownDigits(locale: String, number: String, percent: String, amount: String, date: String)
  {
    #expect(format("4567.5", "number", locale) == number)
    #expect(format("0.72", "percent", locale) == percent)
    #expect(format("-4567.5", "currency", locale) == amount)
    #expect(format(#""2026-11-21""#, "date", locale) == date)
    #expect(DeckLocale("\(locale)-u-nu-roman") == nil)
  }

  private static let sales = """
    [{"city":"Ulm","due":5},{"city":"Bonn","due":null},{"city":"Ärmel","due":10},{"city":"Ulm","due":3}]
    """

  @Test(arguments: [
    ("sum('due')", "18"), ("mean('due')", "6"), ("sort('due') | join(' ', 'due')", "3 5 10"),
    ("sort('-due') | join(' ', 'due')", "10 5 3"), ("sort('city') | join(' ', 'city')", "Ärmel Bonn Ulm Ulm"),
    ("sort('-city') | join(' ', 'city')", "Ulm Ulm Bonn Ärmel"),
    ("group('city') | join(' ', 'key')", "Ulm Bonn Ärmel"),
    ("group('city') | count", "3"),
  ]) func tablesAreSummedSortedAndGrouped(formatter: String, result: String) {
    #expect(format(Self.sales, formatter).replacing("\"", with: "") == result)
  }

  @Test(arguments: [
    ("en_US", "$1,234.50", "−$1,234,567.89", "72%", "Nov 21, 2026", "November 21, 2026"),
    ("en_GB", "£1,234.50", "−£1,234,567.89", "72%", "21 Nov 2026", "21 November 2026"),
    ("en_IE", "€1,234.50", "−€1,234,567.89", "72%", "21 Nov 2026", "21 November 2026"),
    ("en_CA", "$1,234.50", "−$1,234,567.89", "72%", "Nov 21, 2026", "November 21, 2026"),
    ("en_AU", "$1,234.50", "−$1,234,567.89", "72%", "21 Nov 2026", "21 November 2026"),
    ("en_NZ", "$1,234.50", "−$1,234,567.89", "72%", "21 Nov 2026", "21 November 2026"),
    ("en_IN", "₹1,234.50", "−₹12,34,567.89", "72%", "21 Nov 2026", "21 November 2026"),
    ("de_DE", "1.234,50~€", "−1.234.567,89~€", "72~%", "21.11.2026", "21. November 2026"),
    ("de_AT", "€~1.234,50", "−€~1.234.567,89", "72~%", "21.11.2026", "21. November 2026"),
    ("de_CH", "CHF~1'234.50", "CHF~−1'234'567.89", "72%", "21.11.2026", "21. November 2026"),
    ("fr_FR", "1_234,50~€", "−1_234_567,89~€", "72~%", "21 nov. 2026", "21 novembre 2026"),
    ("fr_CA", "1~234,50~$", "−1~234~567,89~$", "72~%", "21 nov. 2026", "21 novembre 2026"),
    ("es_ES", "1234,50~€", "−1.234.567,89~€", "72~%", "21 nov 2026", "21 de noviembre de 2026"),
    ("it_IT", "1234,50~€", "−1.234.567,89~€", "72%", "21 nov 2026", "21 novembre 2026"),
    ("pt_BR", "R$~1.234,50", "−R$~1.234.567,89", "72%", "21 de nov. de 2026", "21 de novembro de 2026"),
    ("pt_PT", "1234,50~€", "−1~234~567,89~€", "72%", "21/11/2026", "21 de novembro de 2026"),
    ("nl_NL", "€~1.234,50", "€~−1.234.567,89", "72%", "21 nov 2026", "21 november 2026"),
    ("sv_SE", "1~234,50~kr", "−1~234~567,89~kr", "72~%", "21 nov. 2026", "21 november 2026"),
    ("da_DK", "1.234,50~kr.", "−1.234.567,89~kr.", "72~%", "21. nov. 2026", "21. november 2026"),
    ("nb_NO", "1~234,50~kr", "−1~234~567,89~kr", "72~%", "21. nov. 2026", "21. november 2026"),
    ("fi_FI", "1~234,50~€", "−1~234~567,89~€", "72~%", "21.11.2026", "21. marraskuuta 2026"),
    ("pl_PL", "1234,50~zł", "−1~234~567,89~zł", "72%", "21 lis 2026", "21 listopada 2026"),
    ("cs_CZ", "1~234,50~Kč", "−1~234~567,89~Kč", "72~%", "21. 11. 2026", "21. listopadu 2026"),
    ("tr_TR", "₺1.234,50", "−₺1.234.567,89", "%72", "21 Kas 2026", "21 Kasım 2026"),
    ("ru_RU", "1~234,50~₽", "−1~234~567,89~₽", "72~%", "21 нояб. 2026_г.", "21 ноября 2026_г."),
    ("uk_UA", "1~234,50~₴", "−1~234~567,89~₴", "72%", "21 лист. 2026_р.", "21 листопада 2026_р."),
    ("ja_JP", "¥1,235", "−¥1,234,568", "72%", "2026/11/21", "2026年11月21日"),
    ("zh_CN", "¥1,234.50", "−¥1,234,567.89", "72%", "2026年11月21日", "2026年11月21日"),
    ("ko_KR", "₩1,235", "−₩1,234,568", "72%", "2026. 11. 21.", "2026년 11월 21일"),
    ("hi_IN", "₹1,234.50", "−₹12,34,567.89", "72%", "21 नव॰ 2026", "21 नवंबर 2026"),
    ("ar_EG", "١٬٢٣٤٫٥٠~ج.م.", "−١٬٢٣٤٬٥٦٧٫٨٩~ج.م.", "٧٢٪", "٢١/١١/٢٠٢٦", "٢١ نوفمبر ٢٠٢٦"),
    ("he_IL", "1,234.50~₪", "−1,234,567.89~₪", "72%", "21 בנוב׳ 2026", "21 בנובמבר 2026"),
  ]) func eachLocaleHasItsCustoms(
    locale: String, amount: String, debt: String, percent: String, medium: String, long: String
  ) {
    #expect(format("1234.5", "currency", locale) == amount)
    #expect(format("-1234567.89", "currency", locale) == debt)
    #expect(format("0.72", "percent", locale) == percent)
    #expect(format("\"2026-11-21\"", "date", locale) == medium)
    #expect(format("\"2026-11-21\"", "date('long')", locale) == long)
  }

  @Test(
    arguments: [
      ("1234.5", "number", "1,234.5"), ("1234.56789", "number", "1,234.568"), ("2.675", "number(2)", "2.68"),
      ("1.005", "number(2)", "1.01"), ("-2.5", "number(0)", "−3"), ("0.5", "number(0)", "1"),
      ("0.05", "number(1)", "0.1"),
      ("0.04", "number(1)", "0.0"), ("-0.04", "number(1)", "0.0"), ("999.995", "number(2)", "1,000.00"),
      ("5", "number(2)", "5.00"),
      ("1e21", "number", "1,000,000,000,000,000,000,000"), ("1e-7", "number(10)", "0.0000001000"),
      ("0", "number", "0"),
      ("100", "number", "100"), ("1000", "number", "1,000"), ("0.285", "percent", "29%"),
      ("0.1234", "percent(1)", "12.3%"),
      ("12.5", "percent", "1,250%"), ("-0.015", "percent(1)", "−1.5%"), ("0.0004", "percent", "<1%"),
      ("0.00004", "percent(2)", "0.00%"), ("-0.0004", "percent", ">−1%"),
      ("0.00012345", "number", "0.000123"),
      ("1.6e-19", "number", "1.6~×~10⁻¹⁹"), ("0.00012", "compact", "0.00012"), ("0.001", "number(2)", "0.00"),
      ("12345678901234567.891", "number", "12,345,678,901,234,567.891"),
      ("5", "currency('EUR')", "€5.00"), ("-5", "currency", "−$5.00"), ("5", "currency('CHF')", "CHF~5.00"),
      ("-5", "currency('CHF')", "−CHF~5.00"), ("5.5", "currency('JPY')", "¥6"),
      ("5", "currency('KWD')", "KWD~5.000"),
      ("1234.5", "currency(0)", "$1,235"), ("1234.5", "currency('EUR', 1)", "€1,234.5"),
      ("5", "currency('CAD')", "CA$5.00"),
      ("\"straße é\"", "upper", "STRASSE É"), ("\"ÀB\"", "lower", "àb"),
    ] as [(String, String, String)]) func numbersAndTextsAreFormatted(
      value: String, formatter: String, text: String
    )
  {
    #expect(format(value, formatter) == text)
  }

  @Test(arguments: [
    // A sigma at the end of a word has the final form `ς`, in every language.
    ("ΟΔΥΣΣΕΑΣ", "lower", "en_US", "οδυσσεας"), ("ΟΔΟΣ ΣΟΦΙΑΣ, ΣΣ Σ", "lower", "el_GR", "οδος σοφιας, σς σ"),
    ("ΑΣ\u{301}Β ΑΣ\u{308}", "lower", "el_GR", "ασ\u{301}β ας\u{308}"),
    ("ΑΣ'", "lower", "de_DE", "ας'"), ("ΑΣ.Α", "lower", "de_DE", "ασ.α"),
    // Greek capitals have no accent, but a dialytika where two vowels are pronounced separately.
    ("καφές", "upper", "el_GR", "ΚΑΦΕΣ"), ("μάιος", "upper", "el_GR", "ΜΑΪΟΣ"),
    ("άυλος", "upper", "el_GR", "ΑΫΛΟΣ"),
    ("ταΐζω και Μαΐου", "upper", "el_GR", "ΤΑΪΖΩ ΚΑΙ ΜΑΪΟΥ"), ("αϋπνία", "upper", "el_GR", "ΑΫΠΝΙΑ"),
    ("Άννα ή Έλλη, ώρα", "upper", "el_GR", "ΑΝΝΑ Ή ΕΛΛΗ, ΩΡΑ"), ("ήλιος", "upper", "el_GR", "ΗΛΙΟΣ"),
    ("ε\u{301}τος", "upper", "el_GR", "ΕΤΟΣ"),
    ("ἄνθρωπος ᾠδή ῥόδον", "upper", "el_GR", "ΑΝΘΡΩΠΟΣ ΩΙΔΗ ΡΟΔΟΝ"),
    ("café ΰ straße", "upper", "el_GR", "CAFÉ Ϋ STRASSE"), ("καφές", "upper", "en_US", "ΚΑΦΈΣ"),
    ("Iğdır İ I\u{307}i", "lower", "tr_TR", "ığdır i ii"), ("istanbul ı", "upper", "tr_TR", "İSTANBUL I"),
    ("ijs", "upper", "nl_NL", "IJS"), ("groß ŉ ﬁn", "upper", "de_DE", "GROSS ʼN FIN"),
  ]) func capitalsFollowTheLanguage(text: String, formatter: String, locale: String, result: String) {
    #expect(format("\"\(text)\"", formatter, locale) == result)
  }

  @Test(arguments: [
    ("en_CA", "US$5.00"), ("en_GB", "$5.00"), ("de_DE", "5,00~$"), ("ja_JP", "$5.00"), ("es_MX", "US$5.00"),
  ]) func aForeignDollarIsToldFromTheOwn(locale: String, text: String) {
    #expect(format("5", "currency('USD')", locale) == text)
  }

  @Test(arguments: [
    ("\"2026-11-21\"", "short", "11/21/26"), ("\"2026-11-21\"", "full", "Saturday, November 21, 2026"),
    ("\"2026-03-05T09:07:03Z\"", "yyyy-MM-dd HH:mm:ss", "2026-03-05 09:07:03"),
    ("\"2026-03-05T00:07:03Z\"", "h:mm a", "12:07 AM"), ("\"2026-03-05T13:07\"", "hh:mm a", "01:07 PM"),
    ("\"2026-03-05T23:30:00-05:00\"", "yyyy-MM-dd HH:mm", "2026-03-06 04:30"),
    ("\"2026-03-05T01:00:00.123+0200\"", "d H", "4 23"), ("1795219200", "yyyy-MM-dd", "2026-11-21"),
    ("0", "EEEE", "Thursday"),
    ("-1", "yyyy-MM-dd HH:mm:ss", "1969-12-31 23:59:59"), ("-0.5", "ss", "59"),
    ("\"2000-02-29\"", "EEE d", "Tue 29"),
    ("\"0001-01-01\"", "EEEE y yy yyyy", "Monday 1 01 0001"), ("\"9999-12-31\"", "EEEE", "Friday"),
    ("\"2026-11-21\"", "d. MMMM", "21. November"), ("\"2026-11-21\"", "LLLL y", "November 2026"),
    ("\"1900-03-01\"", "EEEE", "Thursday"), ("\"2026-11-21\"", "M月", "11月"),
  ]) func datesAreFormatted(value: String, pattern: String, text: String) {
    #expect(format(value, "date('\(pattern)')") == text)
  }

  @Test func quotesInAPatternStayAsTheyAre() {
    #expect(format("\"2026-11-21\"", #"date("d 'o''clock' ''yy")"#) == "21 o'clock '26")
  }

  @Test func aMonthAloneIsNotDeclined() {
    #expect(format("\"2026-11-21\"", "date('LLLL y')", "pl_PL") == "listopad 2026")
    #expect(format("\"2026-11-21\"", "date('MMMM y')", "pl_PL") == "listopada 2026")
  }

  @Test func turkishHasItsOwnLetters() {
    #expect(format("\"iı\"", "upper", "tr_TR") == "İI")
    #expect(format("\"İI\"", "lower", "tr_TR") == "iı")
  }

  @Test(arguments: [
    "2026-02-29", "2026-13-01", "2026-00-10", "2026-11-31", "2026-1-1", "2026-11-21T", "2026-11-21T24:00",
    "21.11.2026",
    "2026-11-21T10:00:60", "2026-11-21x", "2026-11-21T10:00:00Zx", "2026-11-21T10:00+2", "", "0000-01-01",
    "2026-11-21T10:00:00.",
  ]) func whatIsNoDateIsRefused(text: String) {
    #expect(format("\"\(text)\"", "date").contains("the formatter 'date' cannot read"))
  }

  @Test func millisecondsAreSuspected() {
    #expect(
      format("1795219200000", "date")
        == "d:2:9: error: the formatter 'date' takes seconds since 1970 up to the year 9999, found 1795219200000 at text; are these milliseconds?"
    )
  }

  @Test func theDaysOfTheCalendarReadBack() throws {
    var seconds = -62_135_596_800
    var weekday = 1
    var isRight = true
    while seconds < 253_402_300_800 {
      let moment = try #require(CalendarMoment(seconds: Double(seconds)))
      isRight = isRight && moment.seconds == seconds && moment.weekday == weekday && moment.day <= 31
      isRight = isRight && moment.day <= CalendarMoment.days(in: moment.month, of: moment.year)
      seconds += 13 * 86_400
      weekday = (weekday + 13) % 7
    }
    #expect(isRight)
  }

  @Test func everyLocaleIsWhole() {
    #expect(DeckLocale.identifiers.count == 44)
    #expect(Set(DeckLocale.identifiers).count == 44)
    for locale in DeckLocale.all {
      #expect(locale.words.months.count == 12 && locale.words.shortMonths.count == 12)
      #expect(locale.words.monthsAlone.count == 12 && locale.words.weekdays.count == 7)
      #expect(locale.words.shortWeekdays.count == 7 && locale.dates.count == 4)
      for form in Formatters.dateForms {
        #expect(!format("\"2026-11-21\"", "date('\(form)')", locale.identifier).contains("error"))
      }
    }
  }

  @Test func aLocaleIsFoundByItsNames() {
    #expect(DeckLocale("de-DE")?.identifier == "de_DE")
    #expect(DeckLocale("pt")?.identifier == "pt_BR")
    #expect(DeckLocale("EN_us")?.identifier == "en_US")
    #expect(DeckLocale("") == nil)
    let issue = DeckLocale.unknown("de_DD", file: "d", place: nil, path: .root)
    #expect(
      issue.text.hasPrefix("d: error: unknown locale 'de_DD'; did you mean 'de_DE'? the locales are en_US, "))
  }

  @Test(arguments: [
    (1e21, "1000000000000000000000"), (1e-7, "0.0000001"), (-0.5, "-0.5"), (3, "3"), (0, "0"),
    (123.456, "123.456"), (9_007_199_254_740_992, "9007199254740992"), (.leastNonzeroMagnitude, "5e-324"),
    (1e300, "1e+300"), (1.6e-19, "0.00000000000000000016"),
  ]) func aNumberInATextHasNoExponent(value: Double, text: String) {
    #expect(JSONNumber(value).text == text)
  }
}
