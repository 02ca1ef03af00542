import TestSupport
import Testing

@testable import CardCharts
@testable import CardParts

/// d3 formats, checked against the examples of its documentation and its tests.
@Suite struct D3FormatTests {
  private static let locale = DeckLocale.standard

  @Test(
    "A number is formatted as in d3",
    arguments: [
      (".0%", 0.123, "12%"), ("($.2f", -3.5, "($3.50)"), ("+20", 42, "                 +42"),
      (".^20", 42, ".........42........."), (".2s", 42e6, "42M"), ("#x", 48879, "0xbeef"),
      (",.2r", 4223, "4,200"), ("s", 1500, "1.50000k"), ("~s", 1500, "1.5k"), ("d", 4.2, "4"),
      (",d", 1_234_567, "1,234,567"), (".2e", 1234, "1.23e+3"), (".2p", 0.1234, "12%"),
      ("$,.2f", 1234.5, "$1,234.50"), (".1f", -0.01, "0.0"), ("b", 10, "1010"), ("o", 8, "10"),
      ("X", 48879, "BEEF"),
      (".3s", 0.0015, "1.50m"), (",", 4.2, "4.2"), ("08d", -42, "\u{2212}0000042"), ("<6d", 42, "42    "),
      (".1s", 999.5, "1k"), ("n", 1_234_567, "1.23457e+6"),
    ])
  func numbers(format: String, value: Double, text: String) throws {
    #expect(try D3NumberFormat(format).format(value, Self.locale) == text)
  }

  @Test("The locale sets the decimal separator, the grouping and the currency, but not the prefixes")
  func locales() throws {
    let german = try #require(DeckLocale("de_DE"))
    #expect(try D3NumberFormat(",.2f").format(1234.5, german) == "1.234,50")
    #expect(try D3NumberFormat("~s").format(1500, german) == "1,5k")
  }

  @Test(
    "The error for an invalid format says what is valid",
    arguments: [
      ("", "write a formatter"), ("q", "'q' is not a number type"),
      (".f", "a number must follow the point"),
      ("#,##0.00", "the d3 form is ,.2f"), ("2", "use .2f"), (".99f", "20 for digits"),
      ("comapct", "did you mean 'compact'?"),
    ])
  func mistakes(format: String, hint: String) {
    let mistake = #expect(throws: BindingError.self) { try D3NumberFormat(format) }
    #expect(mistake?.hint?.contains(hint) == true, "\(mistake?.hint ?? "none")")
  }

  @Test(
    "On an axis a format without a precision takes its digits from the step, with one prefix for all",
    arguments: [
      ("f", 0.25, 1, 0.5, "0.50"), ("%", 0.05, 1, 0.1, "10%"), ("%", 0.005, 1, 0.01, "1.0%"),
      ("s", 500, 2_500, 500, "0.5k"), ("s", 500_000, 2e6, 2e6, "2.0M"), ("e", 500, 2_500, 500, "5.0e+2"),
      (".3f", 0.25, 1, 0.5, "0.500"), ("d", 5, 20, 5, "5"),
    ])
  func steps(format: String, step: Double, largest: Double, value: Double, text: String) throws {
    let fitted = try D3NumberFormat(format).fitted(step: step, largest: largest)
    #expect(fitted.format(value, Self.locale) == text)
  }

  @Test("A date format also applies to months that are numbers, and to dates that are names")
  func namesOfPlaces() throws {
    func lines(_ channel: String) throws -> [String] {
      try LaidOut(
        parts:
          #"{"type":"chart","mark":"bar","data":[{"d":"2026-03-05","v":1},{"d":"2026-07-05","v":2}],"x":{"field":"d",\#(channel)},"y":{"field":"v"}}"#
      ).lines()
    }
    #expect(try lines(#""timeUnit":"month","axis":{"format":"%b!"}"#).contains("Mar!"))
    #expect(try lines(#""type":"ordinal","axis":{"format":"%d of %b"}"#).contains("05 of Mar"))
  }

  @Test(
    "A date is formatted as in d3, with the surrounding text",
    arguments: [
      ("%d of %B", "05 of November"), ("%b '%y", "Nov '26"), ("%-d.%-m.%Y", "5.11.2026"), ("%e|%_H", " 5|15"),
      ("%I:%M:%S %p", "03:04:09 PM"), ("%U %W %V %G", "44 44 45 2026"), ("%j %q %u %w", "309 4 4 4"),
      ("100 %%", "100 %"), ("%x", "11/5/2026"), ("%X", "3:04:09 PM"), ("%c", "11/5/2026, 3:04:09 PM"),
      ("%L %f", "000 000000"), ("%s", "1793891049"), ("%Z", "+0000"), ("%a, %A", "Thu, Thursday"),
    ])
  func moments(format: String, text: String) throws {
    let moment = try #require(CalendarMoment(data: "2026-11-05T15:04:09Z"))
    #expect(try D3TimeFormat(format).format(Double(moment.seconds), Self.locale) == text)
  }

  @Test("The error for an unknown letter names it")
  func unknownLetter() {
    #expect(throws: BindingError.self) { try D3TimeFormat("%d %k") }
    #expect(D3TimeFormat.isMeant("%d of %B") && !D3TimeFormat.isMeant(".0%"))
  }
}
