import CardRaster
import TestSupport
import Testing

@testable import CardParts

/// The positions of marks: swapped axes, time units as names, spans, domains, and columns of channels.
@Suite struct ChartPlaceTests {
  private static func deck(_ chart: String, locale: String = "en_US") -> String {
    #"{"theme":"mint","locale":"\#(locale)","canvas":{"width":400},"cards":[{"parts":[{"type":"chart","height":200,\#(chart)}]}]}"#
  }

  private static func part(_ chart: String, locale: String = "en_US") throws -> JSONNode {
    try #require(LaidOut(deck: deck(chart, locale: locale)).card()["parts"]?.element(0))
  }

  private static func alternative(_ chart: String, locale: String = "en_US") throws -> String {
    try #require(try part(chart, locale: locale)["alt"]?.plain)
  }

  private static func words(_ chart: String, locale: String = "en_US") throws -> [String] {
    try LaidOut(deck: deck(chart, locale: locale)).lines()
  }

  private static func warnings(_ chart: String) throws -> [String] { try LaidOut(deck: deck(chart)).warnings }

  private static func marks(_ chart: String) throws -> [(id: String, frame: Rect)] {
    guard case .array(let regions)? = try LaidOut(deck: deck(chart)).inspected()["regions"]?.value else {
      return []
    }
    return try regions.filter { $0["kind"]?.plain == "mark" }.map {
      ($0["id"]?.plain ?? "", try LaidOut.frame(of: $0))
    }
  }

  // MARK: Exchanged axes

  private static let hours = #""data":{"who":["Ada","Ben","Cy"],"h":[40,10,20]}"#

  @Test func horizontalBarsAcceptNumbersOnEitherAxis() throws {
    let own = try Self.marks(#""mark":"horizontalBar","x":"who","y":"h",\#(Self.hours)"#)
    let other = try Self.marks(#""mark":"horizontalBar","x":"h","y":"who",\#(Self.hours)"#)
    #expect(own.map(\.frame) == other.map(\.frame))
    #expect(abs(own[0].frame.width / own[1].frame.width - 4) < 0.01)
    let years = #""data":{"year":[2024,2025],"n":[6,3]}"#
    let bars = try Self.marks(#""mark":"horizontalBar","x":"n","y":"year",\#(years)"#)
    #expect(abs(bars[0].frame.width / bars[1].frame.width - 2) < 0.01)
  }

  @Test(arguments: [
    ("waterfall", "Ada 40, Ben 10, Cy 20.", true), ("line", "Highest 40 (Ada), lowest 10 (Ben).", true),
    ("area", "Highest 40 (Ada), lowest 10 (Ben).", true), ("funnel", "Ada 40, Ben 10, Cy 20.", false),
    ("pie", "Ada 57.1%, Ben 14.3%, Cy 28.6%.", false), ("donut", "Ada 57.1%, Ben 14.3%, Cy 28.6%.", false),
    ("column", "Ada 40, Ben 10, Cy 20.", false), ("sparkline", "Highest 40 (Ada), lowest 10 (Ben).", true),
  ]) func swappedAxesAreSupported(mark: String, sentence: String, isWarned: Bool) throws {
    let chart = #""mark":"\#(mark)","x":"h","y":"who",\#(Self.hours)"#
    let text = try Self.alternative(chart)
    #expect(text.contains(sentence), "\(text)")
    #expect(try Self.warnings(chart).contains { $0.contains("both were swapped") } == isWarned)
  }

  @Test func aCalendarAcceptsItsDatesOnEitherChannel() throws {
    let chart = #""mark":"calendar","x":"n","y":"d","data":{"d":["2026-01-01","2026-01-02"],"n":[3,8]}"#
    #expect(try Self.alternative(chart).contains("Highest 8 (Jan 2, 2026), lowest 3 (Jan 1, 2026)"))
  }

  @Test func datesHaveNoLength() throws {
    let chart = #""mark":"bar","x":"d","y":"k","data":{"k":["a","b"],"d":["2026-01-01","2026-01-02"]}"#
    #expect(try Self.warnings(chart).contains { $0.contains("the values are dates, which have no length") })
  }

  // MARK: Time units

  @Test(arguments: ["ordinal", "nominal"]) func anOrdinalTimeUnitHasBands(type: String) throws {
    let data = #""data":{"d":["2026-05-05","2026-01-09","2027-03-01"],"v":[4,3,5]}"#
    for unit in ["yearmonth", "yearquarter", "yearweek", "yearmonthdate", "year"] {
      let object = #"{"field":"d","timeUnit":"\#(unit)","type":"\#(type)"}"#
      let letter = type.prefix(1).uppercased()
      for x in [object, "\"\(unit)(d):\(letter)\""] {
        let marks = try Self.marks(#""mark":"column","x":\#(x),"y":"sum(v)",\#(data)"#)
          .sorted { $0.frame.minX < $1.frame.minX }
        #expect(marks.count == (unit == "year" ? 2 : 3) && marks.allSatisfy { $0.frame.width > 20 }, "\(x)")
        #expect(marks.last?.id.contains("2027") == true)
      }
    }
  }

  // MARK: Spans

  @Test func aRectangleReachesFromValueToValue() throws {
    for names in [("a", "c"), ("a:Q", "c:Q")] {
      let chart =
        #""mark":"rect","x":"\#(names.0)","x2":"b","y":"\#(names.1)","y2":"d","data":[{"a":2,"b":6,"c":1,"d":3},{"a":6,"b":8,"c":3,"d":7}]"#
      let marks = try Self.marks(chart)
      #expect(abs(marks[0].frame.width / marks[1].frame.width - 2) < 0.05)
      #expect(abs(marks[1].frame.height / marks[0].frame.height - 2) < 0.05)
      #expect(abs(marks[0].frame.maxX - marks[1].frame.minX) < 2)
      for mark in marks { #expect(mark.frame.maxX <= 400 && mark.frame.minX >= 0) }
    }
  }

  @Test func numbersOfAClassKeepTheirDistances() throws {
    let marks = try Self.marks(
      #""mark":"bar","x":"a","x2":"b","y":"n","data":{"a":[0,10,40],"b":[10,40,50],"n":[1,2,3]}"#)
    #expect(abs(marks[1].frame.width / marks[0].frame.width - 3) < 0.2)
  }

  @Test(arguments: [
    #""x":{"field":"a","scale":{"domain":[0,20]}},"x2":"b","y":"k""#,
    #""y":{"field":"a","scale":{"domain":[0,20]}},"y2":"b","x":"k""#,
  ]) func aSpanBeyondTheDomainIsClipped(channels: String) throws {
    let chart = #""mark":"bar",\#(channels),"data":{"k":["p","q"],"a":[5,10],"b":[15,90]}"#
    #expect(
      try Self.warnings(chart).contains {
        $0.contains("1 value is outside the domain of an axis and is clipped")
      })
    #expect(try LaidOut(deck: Self.deck(chart)).dump.contains("clip"))
    #expect(try Self.alternative(chart).contains("p 5 – 15, q 10 – 90."))
  }

  @Test func aTextBeyondTheDomainIsNotDrawn() throws {
    let chart =
      #""mark":"text","x":{"field":"a","scale":{"domain":[0,4]}},"y":"b","text":"t","data":{"a":[1,9],"b":[1,2],"t":["in","out"]}"#
    let words = try Self.words(chart)
    #expect(words.contains("in") && !words.contains("out"))
    #expect(try Self.warnings(chart).contains { $0.contains("outside the domain") })
  }

  // MARK: Columns

  @Test(arguments: [
    ("count()", #""count()""#), ("sum(n)", #""sum(n)""#), ("Rate:Q", #""Rate:Q""#),
    ("mean(n):Q", #""mean(n):Q""#),
    ("count()", #"{"field":"count()","type":"quantitative"}"#), ("year(d)", #"{"field":"year(d)"}"#),
  ]) func theExactNameOfAColumnWins(column: String, y: String) throws {
    let data = #""data":[{"k":"a","n":1,"\#(column)":80},{"k":"b","n":2,"\#(column)":20}]"#
    #expect(
      try Self.alternative(#""mark":"column","x":"k","y":\#(y),\#(data)"#).contains(
        "of \(column) by k. a 80, b 20."))
    #expect(try Self.alternative(#""mark":"pie","x":"k","y":\#(y),\#(data)"#).contains("a 80.0%, b 20.0%."))
    let layers = #""data":[],"layer":[{"mark":"column","x":"k","y":\#(y),\#(data)}]"#
    #expect(try Self.alternative(layers).contains("a 80, b 20."))
  }

  @Test func aShorthandIsUsedIfNoColumnHasItsName() throws {
    let data = #""data":{"k":["a","a","b"],"n":[1,2,4]}"#
    #expect(try Self.alternative(#""mark":"column","x":"k","y":"count()",\#(data)"#).contains("a 2, b 1."))
    #expect(try Self.alternative(#""mark":"column","x":"k","y":"sum(n)",\#(data)"#).contains("a 3, b 4."))
  }

  @Test func aColumnMayHaveAnEmptyName() throws {
    let chart = #""mark":"column","x":"","y":"v","data":{"":["a","b"],"v":[1,2]}"#
    #expect(try Self.alternative(chart).contains("a 1, b 2."))
  }

  // MARK: Numbers

  @Test func barsWithNumbersAsColoursDescribeTheirValues() throws {
    let chart = #""mark":"column","x":"k","y":"v","color":"c","data":{"k":["a","b"],"v":[5,7],"c":[10,20]}"#
    #expect(try Self.alternative(chart).hasPrefix("Column chart of v by k. a 5, b 7."))
  }

  @Test(arguments: [
    (#""mark":"line","x":"year","y":"v","valueLabels":true"#, "Highest 3,500 (2021)"),
    (#""mark":"point","x":"Jahr","y":"v""#, "Jahr 2019 to 2021"),
  ]) func yearsHaveNoThousandsSeparators(chart: String, sentence: String) throws {
    let data = #","data":{"year":[2019,2020,2021],"Jahr":[2019,2020,2021],"v":[1500,2500,3500]}"#
    let text = try Self.alternative(chart + data)
    #expect(text.contains(sentence), "\(text)")
  }

  @Test func yearsInTextsAndLegendsHaveNoThousandsSeparators() throws {
    let data = #""data":{"a":[1,2,3],"year":[2019,2020,2021]}"#
    let words = try Self.words(#""mark":"text","x":"a","y":"a","text":"year",\#(data)"#, locale: "de_DE")
    #expect(words.contains("2019") && words.contains("2021"), "\(words)")
    let legend = try Self.words(
      #""mark":"point","x":"a","y":"a","color":{"field":"year","title":"y"},\#(data)"#)
    #expect(legend.contains("2019") && legend.contains("2021"), "\(legend)")
    let amounts = try Self.words(
      #""mark":"text","x":"a","y":"a","text":"n","data":{"a":[1,2],"n":[1500,2500]}"#)
    #expect(amounts.contains("1,500"), "\(amounts)")
  }

  @Test(arguments: [("[7,7]", "7"), ("[0]", "0"), ("[0.02,0.02]", "0.020"), ("[-3,-3]", "−3")])
  func equalValuesAreOneClassWithALabel(values: String, label: String) throws {
    let words = try Self.words(
      #""mark":"column","x":{"field":"v","bin":true},"y":"count()","data":{"v":\#(values)}"#)
    #expect(words.contains(label) && words.allSatisfy { $0.count < 7 }, "\(words)")
  }
}
