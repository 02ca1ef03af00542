import TestSupport
import Testing

@testable import CardParts

/// The text alternatives of parts without text.
@Suite struct PartAlternativeTests {
  private static func alternative(_ part: String, locale: String = "en_US") throws -> String {
    let laidOut = try LaidOut(
      deck: #"{"locale":"\#(locale)","canvas":{"width":300},"cards":[{"parts":[\#(part)]}]}"#)
    return try #require(try laidOut.inspected()["alt"]?.plain)
  }

  @Test(arguments: [
    (#"{"type":"bar","percent":0.725}"#, "72.5%", "72,5 %"),
    (#"{"type":"rating","icon":"star","value":3.5}"#, "3.5 of 5", "3,5 / 5"),
    (
      #"{"type":"barcode","text":"https://example.com/t/9"}"#, "https://example.com/t/9",
      "https://example.com/t/9"
    ),
    (
      #"{"type":"map","location":[48.2,9.5],"height":80}"#, "48.2, 9.5", "48.2, 9.5"
    ),
    (
      #"{"type":"map","annotations":[{"latitude":48.1,"longitude":11.5,"title":"Munich"}],"height":80}"#,
      "Munich", "Munich"
    ),
    (#"{"type":"progressBar","barColors":["red","green"],"currentValue":1}"#, "1 of 2", "1 / 2"),
    (
      #"{"type":"progressBar","barColors":["red","green"],"barValues":[300,400,850],"currentValue":720}"#,
      "720 (300–850)", "720 (300–850)"
    ),
    (
      #"{"type":"progressBar","barColors":["red","green"],"currentValue":1,"markerLabelTitle":"Poor"}"#,
      "Poor",
      "Poor"
    ),
    (#"{"type":"bar","percent":0.5,"alt":"Half full"}"#, "Half full", "Half full"),
  ])
  func valuesAreInTheAlternative(part: String, english: String, german: String) throws {
    #expect(try Self.alternative(part) == english)
    let words = try Self.alternative(part, locale: "de_DE").replacing("\u{A0}", with: " ")
    #expect(words == german)
  }

  @Test("The value of a rating keeps its digits in 'inspect'") func digitsOfRating() throws {
    let laidOut = try LaidOut(
      deck: #"{"canvas":{"width":300},"cards":[{"parts":[{"type":"rating","icon":"star","value":3.14159}]}]}"#
    )
    #expect(try laidOut.card()["parts"]?.element(0)?["value"]?.number == 3.14159)
  }
}
