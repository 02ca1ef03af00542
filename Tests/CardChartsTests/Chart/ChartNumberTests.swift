import TestSupport
import Testing

@testable import CardParts

/// Small numbers, shares and years in charts: no label is rounded to zero.
@Suite struct ChartNumberTests {
  /// All texts of a chart, and its text alternative.
  private static func texts(_ chart: String, deck: String = "") throws -> (alt: String, texts: [String]) {
    let laidOut = try LaidOut(
      deck:
        #"{\#(deck)"theme":"mint","canvas":{"width":360},"cards":[{"parts":[{"type":"chart","height":170,\#(chart)}]}]}"#
    )
    let card = try laidOut.card()
    return (card["parts"]?.element(0)?["alt"]?.plain ?? "", try laidOut.lines())
  }

  private static func column(_ values: String, _ rest: String = "") -> String {
    #""mark":"column","x":"k","y":"v","valueLabels":true,"data":{"k":["a","b"],"v":\#(values)}\#(rest)"#
  }

  @Test(
    "Value labels and the text alternative keep significant digits",
    arguments: [
      ("[1e-12, 3e-12]", "10⁻¹²", "3 × 10⁻¹²"), ("[1.6e-19, 6.6e-19]", "1.6 × 10⁻¹⁹", "6.6 × 10⁻¹⁹"),
      ("[1.6e-11, 6.6e-11]", "1.6 × 10⁻¹¹", "6.6 × 10⁻¹¹"), ("[0.004, 250]", "0.004", "250"),
      ("[0.4, 25000]", "0.4", "25,000"), ("[-1.6e-19, 1.6e-19]", "−1.6 × 10⁻¹⁹", "1.6 × 10⁻¹⁹"),
      ("[2e-7, 2]", "2 × 10⁻⁷", "2"), ("[0.00001, 0.00002]", "0.00001", "0.00002"),
    ])
  func smallValues(values: String, first: String, second: String) throws {
    let found = try Self.texts(Self.column(values))
    let alt = found.alt.replacing("\u{A0}", with: " ")
    #expect(alt.contains("a \(first), b \(second)."), "\(alt)")
    let texts = found.texts.map { $0.replacing("\u{A0}", with: " ") }
    #expect(texts.contains { $0 == first } && texts.contains { $0.hasPrefix(second) }, "\(texts)")
    #expect(!texts.contains { $0.hasPrefix("0.0000000") }, "\(texts)")
  }

  @Test("All labels of an axis of small numbers use the same power of ten")
  func smallAxis() throws {
    let texts = try Self.texts(Self.column("[1.6e-19, 6.6e-19]") + #","grid":true"#).texts
    #expect(texts.contains("2\u{A0}×\u{A0}10⁻¹⁹") && texts.contains("0"), "\(texts)")
  }

  @Test("A power of ten follows the locale")
  func localPower() throws {
    let german = try Self.texts(Self.column("[1.6e-19, 6.6e-19]"), deck: #""locale":"de_DE","#)
    #expect(german.alt.contains("1,6\u{A0}×\u{A0}10⁻¹⁹"), "\(german.alt)")
    let arabic = try Self.texts(Self.column("[1.6e-19, 6.6e-19]"), deck: #""locale":"ar_EG","#)
    #expect(arabic.alt.contains("١٫٦E−١٩"), "\(arabic.alt)")
  }

  @Test("The labels of a logarithmic axis are powers")
  func smallLogarithms() throws {
    let chart =
      #""mark":"scatter","x":"k","y":{"field":"v","scale":{"type":"log"}},"data":{"k":[1,2,3],"v":[1e-12,1,1e6]}"#
    let texts = try Self.texts(chart).texts
    #expect(texts.contains("10⁻¹²") && !texts.contains { $0.hasPrefix("0.00000000") }, "\(texts)")
  }

  @Test("A number that is too close to 0 for a scale is an error")
  func tooSmall() throws {
    for value in ["5e-324", "1e-400", "-1e-300"] {
      let deck = #"{"cards":[{"parts":[{"type":"chart",\#(Self.column("[\(value), 1]"))}]}]}"#
      let issues = try LaidOut.issues(of: deck)
      #expect(
        issues.count == 1 && issues[0].contains("column 'v': the number \(value) is closer to 0 than 1e-280"),
        "\(issues)")
    }
  }

  @Test("A sum that differs from 0 only by a rounding error is 0")
  func roundingErrors() throws {
    let chart =
      #""mark":"column","x":"k","y":"sum(v)","valueLabels":true,"data":{"k":["a","a","a","b"],"v":[0.1,0.2,-0.3,1]}"#
    #expect(try Self.texts(chart).alt.contains("a 0, b 1."))
  }

  @Test(
    "A share that would round to 0% is shown as less than the smallest share",
    arguments: [("en_US", "<0.1%"), ("de_DE", "<0,1\u{A0}%"), ("tr_TR", "<%0,1")])
  func smallShares(locale: String, text: String) throws {
    let data = #""data":{"k":["a","b","c"],"v":[123456,1234,12]}"#
    let funnel = try Self.texts(
      #""mark":"funnel","x":"k","y":"v",\#(data)"#, deck: #""locale":"\#(locale)","#)
    #expect(funnel.texts.contains { $0.hasPrefix(text) }, "\(funnel.texts)")
    let pie = try Self.texts(#""mark":"pie","x":"k","y":"v",\#(data)"#, deck: #""locale":"\#(locale)","#)
    #expect(pie.alt.contains("c \(text)"), "\(pie.alt)")
  }

  @Test(
    "Years have no thousands separators if the axis has none",
    arguments: ["en_US", "de_DE", "fr_FR", "es_ES", "pl_PL", "ja_JP", "en_IN"])
  func years(locale: String) throws {
    let deck = #""locale":"\#(locale)","#
    let line = try Self.texts(
      #""mark":"line","x":"t","y":"v","data":{"t":[2019,2020,2021],"v":[1500,2500,3500]}"#, deck: deck)
    #expect(line.alt.contains("2019") && line.alt.contains("2021"), "\(line.alt)")
    let data = #""data":{"m":[1,2,1,2],"y":[2024,2024,2025,2025],"v":[2.1,4.1,2.2,4.2]}"#
    let color = try Self.texts(#""mark":"line","x":"m","y":"v","color":"y",\#(data)"#, deck: deck)
    #expect(color.texts.contains("2024") && color.texts.contains("2025"), "\(color.texts)")
    #expect(!["2,025", "2.025", "2 025", "2\u{202F}025"].contains { color.alt.contains($0) }, "\(color.alt)")
    for name in ["year", "Jahr", "année", "rok", "年"] {
      let texts = try Self.texts(
        #""mark":"text","x":"v","y":"v","text":"\#(name)","data":{"\#(name)":[2019,2020,2021],"v":[1,2,3]}"#,
        deck: deck)
      #expect(texts.texts.contains("2019"), "\(name): \(texts.texts)")
    }
  }

  @Test("Numbers that are not years keep their separators")
  func amounts() throws {
    let texts = try Self.texts(
      #""mark":"text","x":"v","y":"v","text":"visits","data":{"visits":[1519,1520,1521],"v":[1,2,3]}"#)
    #expect(texts.texts.contains("1,519"), "\(texts.texts)")
    let perYear = try Self.texts(
      #""mark":"text","x":"v","y":"v","text":"Visits per year","data":{"Visits per year":[1519,1520,1521],"v":[1,2,3]}"#
    )
    #expect(perYear.texts.contains("1,519"), "\(perYear.texts)")
  }

  @Test("A text mark of names writes the digits of the data")
  func textNames() throws {
    let texts = try Self.texts(
      #""mark":"text","x":"v","y":"v","text":"id:N","data":{"id":[9007199254740993,1234567],"v":[1,2]}"#)
    #expect(texts.texts.contains("9007199254740993") && texts.texts.contains("1234567"), "\(texts.texts)")
  }

  @Test("The warning about numbers that are used as names quotes the value that is not a number")
  func causes() throws {
    func issues(_ values: String) throws -> [String] {
      try LaidOut.issues(
        of:
          #"{"cards":[{"parts":[{"type":"chart","mark":"column","x":"k","y":"v","data":{"k":["a","b"],"v":\#(values)}}]}]}"#
      )
    }
    let mixed = try issues(##"["#N/A", 3]"##)
    #expect(mixed.count == 1 && mixed[0].contains("because '#N/A' is not a number"), "\(mixed)")
    #expect(mixed[0].contains("leave a missing value empty, or null"), "\(mixed)")
    let quoted = try issues(#"["4", "3"]"#)
    #expect(quoted.count == 1 && quoted[0].contains("write numbers without quotes: 4"), "\(quoted)")
    let points = try issues(#"[".5", ".7"]"#)
    #expect(
      points.count == 1 && points[0].contains("'.5' is not a number") && points[0].contains("write 0.5"),
      "\(points)")
  }
}
