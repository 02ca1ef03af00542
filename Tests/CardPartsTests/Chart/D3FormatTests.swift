import Testing

@testable import CardParts

/// Formats of d3, by the examples of its documentation and of its own tests.
@Suite struct D3FormatTests {
  private static let locale = DeckLocale.standard

  @Test(
    "A number is written as d3 writes it",
    arguments: [
      (".0%", 0.123, "12%"), ("($.2f", -3.5, "($3.50)"), ("+20", 42, "                 +42"),
      (".^20", 42, ".........42........."), (".2s", 42e6, "42M"), ("#x", 48879, "0xbeef"),
      (",.2r", 4223, "4,200"), ("s", 1500, "1.50000k"), ("~s", 1500, "1.5k"), ("d", 4.2, "4"),
      (",d", 1_234_567, "1,234,567"), (".2e", 1234, "1.23e+3"), (".2p", 0.1234, "12%"),
      ("$,.2f", 1234.5, "$1,234.50"), (".1f", -0.01, "0.0"), ("b", 10, "1010"), ("o", 8, "10"),
      ("X", 48879, "BEEF"),
      (".3s", 0.0015, "1.50m"), ("", 4.2, "4.2"), ("08d", -42, "\u{2212}0000042"), ("<6d", 42, "42    "),
      (".1s", 999.5, "1k"), ("n", 1_234_567, "1.23457e+6"),
    ])
  func numbers(format: String, value: Double, text: String) throws {
    guard !format.isEmpty else { return }
    #expect(try D3NumberFormat(format).text(value, Self.locale) == text)
  }

  @Test("The locale gives the point, the groups and the currency, but no prefixes")
  func locales() throws {
    let german = try #require(DeckLocale("de_DE"))
    #expect(try D3NumberFormat(",.2f").text(1234.5, german) == "1.234,50")
    #expect(try D3NumberFormat("~s").text(1500, german) == "1,5k")
  }

  @Test("What is no format is told with what is", arguments: ["q", ".f", "#,##0.00", "2", ".99f", "comapct"])
  func mistakes(format: String) {
    #expect(throws: BindingMistake.self) { try D3NumberFormat(format) }
  }

  @Test(
    "A moment is written as d3 writes it, with all letters around it",
    arguments: [
      ("%d of %B", "05 of November"), ("%b '%y", "Nov '26"), ("%-d.%-m.%Y", "5.11.2026"), ("%e|%_H", " 5|15"),
      ("%I:%M:%S %p", "03:04:09 PM"), ("%U %W %V %G", "44 44 45 2026"), ("%j %q %u %w", "309 4 4 4"),
      ("100 %%", "100 %"), ("%a, %A", "Thu, Thursday"),
    ])
  func moments(format: String, text: String) throws {
    let moment = try #require(CalendarMoment(data: "2026-11-05T15:04:09Z"))
    #expect(try D3TimeFormat(format).text(Double(moment.seconds), Self.locale) == text)
  }

  @Test("A letter that means nothing is named")
  func unknownLetter() {
    #expect(throws: BindingMistake.self) { try D3TimeFormat("%d %k") }
    #expect(D3TimeFormat.isMeant("%d of %B") && !D3TimeFormat.isMeant(".0%"))
  }
}
