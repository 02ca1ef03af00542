import TestSupport
import Testing

@testable import CardParts

/// Formatted texts agree with the published values of the Unicode Common Locale Data Repository.
@Suite struct LocaleCustomsTests {
  private static func plain(_ text: String) -> String {
    text.replacing("\u{A0}", with: "~").replacing("\u{202F}", with: "_")
  }

  @Test(
    "Large numbers have the short forms of their locale",
    arguments: [
      (
        "hi_IN",
        [
          (2e3, "2~हज़ार"), (2e5, "2~लाख"), (2e7, "2~क॰"), (2e9, "2~अ॰"), (2e11, "2~ख॰"), (1e12, "10~ख॰"),
          (2e13, "2~नील"),
        ]
      ),
      ("en_IN", [(2e3, "2K"), (2e5, "2L"), (2e7, "2Cr"), (2e9, "200Cr"), (2e10, "2KCr"), (2e12, "2LCr")]),
      ("hu_HU", [(2e3, "2~E"), (2e6, "2~M"), (2e9, "2~Mrd"), (2e12, "2~B")]),
      ("ro_RO", [(2e3, "2~K"), (2e6, "2~mil."), (2e9, "2~mld."), (2e12, "2~tril.")]),
      ("el_GR", [(2e3, "2~χιλ."), (2e6, "2~εκ."), (2e9, "2~δισ."), (2e12, "2~τρισ.")]),
      ("bg_BG", [(2e3, "2~хил."), (2e6, "2~млн."), (2e9, "2~млрд."), (2e12, "2~трлн.")]),
      ("sk_SK", [(2e3, "2~tis."), (2e6, "2~mil."), (2e9, "2~mld."), (2e12, "2~bil.")]),
      ("hr_HR", [(2e3, "2~tis."), (2e6, "2~mil."), (2e9, "2~mlr."), (2e12, "2~bil.")]),
      ("vi_VN", [(2e3, "2~N"), (2e6, "2~Tr"), (2e9, "2~T"), (2e12, "2~NT")]),
      ("th_TH", [(2e3, "2K"), (2e6, "2M"), (2e9, "2B"), (2e12, "2T")]),
      ("tr_TR", [(2e3, "2~B"), (2e6, "2~Mn"), (2e9, "2~Mr"), (2e12, "2~Tn")]),
      ("it_IT", [(2e3, "2K"), (2e4, "20K"), (2e6, "2~Mln"), (2e9, "2~Mld"), (2e12, "2~Bln")]),
      ("es_ES", [(2e3, "2~mil"), (2e6, "2~M"), (2e9, "2000~M"), (2e10, "20~mil~M"), (2e12, "2~B")]),
      ("es_MX", [(2e3, "2~k"), (2e9, "2,000~M"), (2e10, "20~mil~M"), (2e12, "2~B")]),
      ("ja_JP", [(2e4, "2万"), (2e8, "2億"), (2e12, "2兆"), (2e16, "2京")]),
    ] as [(String, [(Double, String)])])
  func compact(locale: String, forms: [(Double, String)]) throws {
    let found = try #require(DeckLocale(locale))
    for (value, text) in forms { #expect(Self.plain(found.compactText(value)) == text) }
  }

  @Test("No locale has the short forms of English that it has not in CLDR")
  func allHaveForms() {
    for locale in DeckLocale.all
    where !["en", "th", "he", "nl"].contains(String(locale.identifier.prefix(2))) {
      #expect(!locale.shortForms.map(\.suffix).contains("M"), "\(locale.identifier)")
    }
  }

  @Test(
    "Full dates and halves of the day are those of CLDR",
    arguments: [
      ("en_GB", "Thursday, 5 March 2026", "1:30 pm"), ("en_AU", "Thursday, 5 March 2026", "1:30 pm"),
      ("en_IE", "Thursday 5 March 2026", "1:30 pm"), ("es_ES", "jueves, 5 de marzo de 2026", "1:30 p._m."),
      ("he_IL", "יום חמישי, 5 במרץ 2026", "1:30 PM"),
    ])
  func fullDates(locale: String, date: String, time: String) throws {
    let found = try #require(DeckLocale(locale))
    func text(_ argument: String) throws -> String? {
      try Formatters.apply(
        .date, FormatterCall(name: "date", arguments: [.of(argument)]), to: .of("2026-03-05T13:30:00"),
        locale: found, budget: DeckBudget()
      ).plain.map { Self.plain($0) }
    }
    #expect(try text("full") == date)
    #expect(try text("h:mm a") == time)
  }

  @Test(
    "Numbers, percents and short dates are those of CLDR",
    arguments: [
      ("it_IT", "1234", "12.345", "25%", "05/03/26"), ("es_ES", "1234", "12.345", "25~%", "5/3/26"),
      ("pl_PL", "1234", "12~345", "25%", "5.03.2026"), ("tr_TR", "1.234", "12.345", "%25", "5.03.2026"),
      ("fr_CH", "1_234", "12_345", "25%", "05.03.26"), ("fr_FR", "1_234", "12_345", "25~%", "05/03/2026"),
      ("de_AT", "1~234", "12~345", "25~%", "05.03.26"), ("en_NZ", "1,234", "12,345", "25%", "05/03/2026"),
      ("vi_VN", "1.234", "12.345", "25%", "5/3/26"), ("en_IN", "1,234", "12,345", "25%", "05/03/26"),
      ("bg_BG", "1234", "12~345", "25%", "5.03.26_г."), ("el_GR", "1.234", "12.345", "25%", "5/3/26"),
    ])
  func customs(locale: String, four: String, five: String, percent: String, date: String) throws {
    let found = try #require(DeckLocale(locale))
    func text(_ formatter: Formatters, _ node: JSONNode, _ arguments: [JSONNode] = []) throws -> String? {
      try Formatters.apply(
        formatter, FormatterCall(name: formatter.rawValue, arguments: arguments), to: node, locale: found,
        budget: DeckBudget()
      ).plain.map { Self.plain($0) }
    }
    #expect(try text(.number, .of(1234.0)) == four)
    #expect(try text(.number, .of(12345.0)) == five)
    #expect(try text(.percent, .of(0.25)) == percent)
    #expect(try text(.date, .of("2026-03-05"), [.of("short")]) == date)
  }
}
