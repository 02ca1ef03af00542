import CardRaster
import TestSupport
import Testing

@testable import CardCharts
@testable import CardParts

/// Where charts place the labels of values and names, and how they draw empty data.
@Suite struct ChartLabelTests {
  private static func deck(_ chart: String, width: Int) -> String {
    #"{"canvas":{"width":\#(width)},"cards":[{"parts":[{"type":"chart",\#(chart)}]}]}"#
  }

  private static func part(_ chart: String, width: Int) throws -> JSONNode {
    try #require(LaidOut(deck: deck(chart, width: width)).card()["parts"]?.element(0))
  }

  private static func lines(_ chart: String, width: Int = 320) throws -> [(text: String, frame: Rect)] {
    guard case .array(let lines)? = try part(chart, width: width)["lines"]?.value else { return [] }
    return try lines.map { ($0["text"]?.plain ?? "", try LaidOut.frame(of: $0)) }
  }

  private static func line(_ text: String, _ chart: String, width: Int = 320) throws -> Rect {
    let lines = try lines(chart, width: width)
    return try #require(lines.first { $0.text == text }, "\(text) of \(lines.map(\.text))").frame
  }

  private static func marks(_ chart: String, width: Int = 320) throws -> [Rect] {
    let regions = try LaidOut(deck: deck(chart, width: width)).inspected()["regions"]
    guard case .array(let all) = regions?.value else { return [] }
    return try all.filter { $0["kind"]?.plain == "mark" }.map { try LaidOut.frame(of: $0) }
  }

  private static func warnings(_ chart: String, width: Int = 320) throws -> [String] {
    try LaidOut(deck: deck(chart, width: width)).warnings
  }

  /// The glyphs of a line, without its leading.
  private static func ink(_ frame: Rect) -> Rect {
    frame.inset(by: Insets(top: 3, left: 0, bottom: 3, right: 0))
  }

  private static let funnel =
    #""mark":"funnel","height":180,"data":{"x":["Visits","Product pages","Checkouts","Orders"],"y":[12400,4100,2300,1870]},"x":"x","y":"y""#

  @Test(arguments: [200, 220, 240, 260, 280, 320, 400]) func wordsOfAFunnelDoNotOverlap(width: Int) throws {
    let frame = try LaidOut.frame(of: Self.part(Self.funnel, width: width))
    let lines = try Self.lines(Self.funnel, width: width)
    let bars = try Self.marks(Self.funnel, width: width)
    for (number, line) in lines.enumerated() {
      #expect(line.frame.minX >= frame.minX - 0.5 && line.frame.maxX <= frame.maxX + 0.5, "\(line)")
      for other in lines.dropFirst(number + 1) {
        #expect(
          Self.ink(line.frame).intersection(Self.ink(other.frame)) == nil, "\(line.text) \(other.text)")
      }
      let isInBar = bars.contains { bar in
        bar.minX <= line.frame.minX && bar.maxX >= line.frame.maxX && bar.minY <= line.frame.midY
          && bar.maxY >= line.frame.midY
      }
      if !isInBar {
        #expect(!bars.contains { $0.intersection(Self.ink(line.frame)) != nil }, "\(line) on a bar")
      }
    }
    // In a narrower chart it ends in an ellipsis.
    #expect(width < 240 || lines.contains { $0.text == "Checkouts" }, "\(lines.map(\.text))")
    #expect(!lines.contains { $0.text == "s" || $0.text == "ts" }, "\(lines.map(\.text))")
  }

  @Test func aFunnelLeavesOutTheSharesOfTheStagesBeforeFirst() throws {
    let wide = try Self.lines(Self.funnel, width: 420).map(\.text)
    #expect(wide.contains("19%") && wide.contains("56%"), "\(wide)")
    #expect(try Self.warnings(Self.funnel, width: 420) == [])
    let narrow = try Self.lines(Self.funnel, width: 240).map(\.text)
    #expect(narrow.contains("19%") && !narrow.contains("56%") && narrow.contains("2,300"), "\(narrow)")
    let warnings = try Self.warnings(Self.funnel, width: 240)
    #expect(
      warnings.contains { $0.contains("only the shares of the first stage are written") }, "\(warnings)")
  }

  private static func donut(_ count: Int, _ members: String) -> String {
    let names = (0..<count).map { "\"Country \($0)\"" }.joined(separator: ",")
    let values = (0..<count).map { "\(3 + $0 % 7)" }.joined(separator: ",")
    return
      #""mark":"donut","data":{"x":[\#(names)],"y":[\#(values)]},"theta":"y","color":"x"\#(members)"#
  }

  @Test(arguments: [12, 20], ["right", "bottom", "top", "auto"])
  func aLegendOfManySlicesStaysInTheChart(count: Int, legend: String) throws {
    let low = Self.donut(count, #","height":180,"legend":"\#(legend)""#)
    let frame = try LaidOut.frame(of: Self.part(low, width: 320))
    let lines = try Self.lines(low)
    for line in lines {
      #expect(line.frame.minY >= frame.minY - 0.5 && line.frame.maxY <= frame.maxY + 0.5, "\(line)")
    }
    let shown = lines.filter { $0.text.hasPrefix("Country") }.count
    #expect(shown > 1 && lines.contains { $0.text == "and \(count - shown) more" }, "\(lines.map(\.text))")
    let warnings = try Self.warnings(low)
    #expect(warnings.contains { $0.contains("no room for \(count - shown) of \(count) names") })
    // Without a fixed height there is room for all names.
    let high = try Self.lines(Self.donut(count, #","legend":"\#(legend)""#)).map(\.text)
    #expect(high.filter { $0.hasPrefix("Country") }.count == count, "\(high)")
  }

  @Test(arguments: ["[0,0]", "[-1,-2]"]) func aDonutWithoutSlicesIsAnEmptyRing(values: String) throws {
    let chart =
      ##""mark":"donut","height":160,"gridColor":"#123456","data":{"x":["A","B"],"y":\##(values)},"theta":"y","color":"x""##
    let laidOut = try LaidOut(deck: Self.deck(chart, width: 320))
    #expect(laidOut.warnings.contains { $0.contains("no value is above 0") }, "\(laidOut.warnings)")
    #expect(laidOut.dump.contains("#123456"))
  }

  @Test func aFunnelWithoutAFirstValueCausesAWarning() throws {
    let warnings = try Self.warnings(#""mark":"funnel","data":{"x":["A","B"],"y":[0,2]},"x":"x","y":"y""#)
    #expect(warnings.contains { $0.contains("the first value is not above 0") }, "\(warnings)")
  }

  @Test func anAreaOfOneValueIsADot() throws {
    func draws(_ mark: String) throws -> Bool {
      let chart =
        ##""mark":"\##(mark)","colors":["#123456"],"data":{"x":["Jan","Feb"],"y":[5,null]},"x":"x","y":"y""##
      return try LaidOut(deck: Self.deck(chart, width: 320)).dump.contains("#123456")
    }
    #expect(try draws("line") && draws("area"))
  }

  // MARK: Values

  private static let valley =
    #""mark":"line","height":160,"data":{"x":["A","B","C","D"],"y":[5,-12,3,-8]},"x":"x","y":"y","valueLabels":true"#

  @Test func valuesOfValleysAreBelow() throws {
    let marks = try Self.marks(Self.valley).sorted { $0.midX < $1.midX }
    try #require(marks.count == 4)
    for (text, number, isBelow) in [("5", 0, false), ("−12", 1, true), ("3", 2, false), ("−8", 3, true)] {
      let near = try Self.lines(Self.valley).filter { $0.text == text }
      let line = try #require(
        near.min { abs($0.frame.midX - marks[number].midX) < abs($1.frame.midX - marks[number].midX) })
      #expect((line.frame.midY > marks[number].midY) == isBelow, "\(text)")
    }
    let plain = Self.valley.replacing("\"line\"", with: "\"scatter\"")
    let over = try Self.line("−12", plain)
    #expect(try over.midY < Self.marks(plain).sorted { $0.midX < $1.midX }[1].midY)
  }

  @Test func smallNumbersHaveDifferentLabels() throws {
    func texts(_ values: String) throws -> [String] {
      let chart =
        #""mark":"column","height":160,"axes":"x","data":{"x":["A","B","C"],"y":\#(values)},"x":"x","y":"y","valueLabels":true"#
      return try Self.lines(chart).map(\.text).filter { !["A", "B", "C"].contains($0) }.sorted()
    }
    #expect(try texts("[0.0001,0.0002,0.00015]") == ["0.00010", "0.00015", "0.00020"])
    #expect(try texts("[100.001,100.002,100.004]") == ["100.001", "100.002", "100.004"])
    #expect(try texts("[0.125,0.25,0.375]") == ["0.13", "0.25", "0.38"])
    #expect(try texts("[12345.4,2345.6,20]") == ["12,345", "2,346", "20"])
    #expect(try texts("[1,2,3]") == ["1", "2", "3"])
  }

  @Test func numbersAboveBarsHaveTheirOwnWidth() throws {
    func chart(_ members: String) -> String {
      #""mark":"column","height":160,"axes":"x","data":{"x":["A","B"],"y":[111,444]},"x":"x","y":"y","valueLabels":\#(members)"#
    }
    func difference(_ chart: String) throws -> Double {
      try Self.line("444", chart).width - Self.line("111", chart).width
    }
    #expect(try difference(chart("true")) > 3)
    #expect(try abs(difference(chart(#"{"font":{"figures":"tabular"}}"#))) < 1)
  }

  @Test func aWaterfallHasNoRoomBelowZeroForValuesOverBars() throws {
    let chart =
      #""mark":"waterfall","height":180,"data":{"x":["Start","Costs","End"],"y":[120,-42,20]},"x":"x","y":"y","valueLabels":true,"grid":true"#
    let zero = try Self.line("0", chart)
    #expect(try Self.line("Start", chart).minY - zero.midY < 12)
  }

  // MARK: Names

  @Test func namesOfLowRowsAreThinned() throws {
    let names = (0..<50).map { "\"City \($0)\"" }.joined(separator: ",")
    let values = (0..<50).map { "\(1 + $0 * 37 % 50)" }.joined(separator: ",")
    func chart(_ channel: String) -> String {
      #""mark":"bar","height":200,"data":{"x":[\#(names)],"y":[\#(values)]},"x":"y","y":\#(channel)"#
    }
    let shown = try Self.lines(chart(#""x""#)).filter { $0.text.hasPrefix("City") }
    #expect(shown.count > 8 && shown.count < 20, "\(shown.count)")
    for (a, b) in zip(shown, shown.dropFirst()) {
      #expect(b.frame.minY >= a.frame.maxY - 3.01, "\(a) \(b)")
    }
    let warnings = try Self.warnings(chart(#""x""#))
    #expect(warnings.contains { $0.contains("no room for \(50 - shown.count) of 50 names") }, "\(warnings)")
    let all = chart(#"{"field":"x","axis":{"labelOverlap":false}}"#)
    #expect(try Self.lines(all).filter { $0.text.hasPrefix("City") }.count == 50)
    #expect(try Self.warnings(all).contains { $0.contains("overlap") })
  }

  @Test func theLastNumberIsUnderItsLine() throws {
    let chart = #""mark":"bar","height":160,"data":{"x":["A","B","C"],"y":[420,910,1240]},"x":"y","y":"x""#
    let places = try ["0", "500", "1,000"].map { try Self.line($0, chart).midX }
    #expect(abs((places[2] - places[1]) - (places[1] - places[0])) < 0.6, "\(places)")
  }

  @Test func theNameOfABandDoesNotOverlapALine() throws {
    let chart =
      #""mark":"line","height":160,"data":{"d":["2026-05-01","2026-05-02","2026-05-03","2026-05-04"],"t":[14,25,18,27]},"x":"d","y":"t","rules":[{"y":[18,24],"label":"Comfort zone"}]"#
    let name = Self.ink(try Self.line("Comfort zone", chart))
    let marks = try Self.marks(chart).map { Point(x: $0.midX, y: $0.midY) }.sorted { $0.x < $1.x }
    #expect(marks.count == 4 && !ChartPlot.crosses(name, marks))
  }

  @Test func wordsOfALegendAreNeverBroken() throws {
    func chart(_ name: String) -> String {
      #""mark":"column","height":220,"data":{"x":["2000","2000"],"y":[5,7],"k":["\#(name)","Construction"]},"x":"x","y":"y","color":{"field":"k","legend":{"orient":"right"}}"#
    }
    let words = try Self.lines(chart("Manufacturing"), width: 260).map(\.text)
    #expect(words.contains("Manufacturing"), "\(words)")
    let long = chart("Donaudampfschifffahrtsgesellschaft")
    let cut = try Self.lines(long, width: 260).map(\.text)
    #expect(cut.contains { $0.hasPrefix("Donau") && $0.hasSuffix("…") }, "\(cut)")
    #expect(try Self.warnings(long, width: 260).contains { $0.contains("no room for a whole word") })
  }

  @Test(arguments: ["column", "horizontalBar", "line"]) func theOnlyValueIsWrittenOnceAsExtreme(mark: String)
    throws
  {
    let chart =
      #""mark":"\#(mark)","valueLabels":"extremes","axes":false,"data":{"d":["a"],"v":[7.3]},"x":"d","y":"v""#
    #expect(try Self.lines(chart).map(\.text) == ["7.3"])
    #expect(try Self.warnings(chart) == [])
  }

  @Test func theNaturalHeightIncludesALegendWithNamesTooLongForLineEnds() throws {
    let names = ["first", "second", "third", "fourth"].map { "Visitors who came back in the \($0) month" }
    let rows = names.map { #"{"d":1,"v":2,"s":"\#($0)"},{"d":2,"v":4,"s":"\#($0)"}"# }
    let members = #""mark":"line","data":[\#(rows.joined(separator: ","))],"x":"d","y":"v","color":"s""#
    let heights = try ["auto", "top"].map {
      try LaidOut.frame(of: Self.part(#"\#(members),"legend":"\#($0)""#, width: 320)).height
    }
    #expect(heights[0] == heights[1])
  }

  // MARK: Slices

  @Test func sharesAddUpToAHundredWithEqualDigits() throws {
    func pie(_ values: [Double]) throws -> [String] {
      let names = values.indices.map { "\"n\($0)\"" }.joined(separator: ",")
      let chart =
        #""mark":"pie","data":{"k":[\#(names)],"v":[\#(values.map { "\($0)" }.joined(separator: ","))]}"#
      return try Self.lines(chart + #","x":"k","y":"v","legend":"bottom""#).map(\.text).filter {
        $0.hasSuffix("%")
      }
    }
    #expect(try pie([52, 9.2, 39]) == ["52%", "9%", "39%"])
    #expect(try pie([1, 1, 1]) == ["33.4%", "33.3%", "33.3%"])
    #expect(try pie([99.5, 0.5]) == ["99.5%", "0.5%"])
  }

  private static let genres =
    #""data":{"g":["Rock","Pop","Hip-Hop","Jazz","Classical","Country","Blues","Folk","Metal","Reggae","Soul","Electronic"],"v":[31,25,14,9,6,5,3,2.5,2,1.2,0.8,0.5]},"x":"g","y":"v""#

  @Test func namesFarFromTheirSlicesAreInALegend() throws {
    let chart = #""mark":"pie","height":260,\#(Self.genres)"#
    #expect(try Self.lines(chart, width: 600).contains { $0.text == "Rock" })
    // A legend below the circle has several columns.
    let below = try Self.lines(chart + #","legend":"bottom""#).filter { !$0.text.hasSuffix("%") }
    #expect(below.count == 12 && Set(below.map(\.frame.minX)).count == 2, "\(below)")
  }

  @Test(arguments: [248, 320]) func aRingTakesMostOfItsHeight(height: Int) throws {
    let ring = try #require(
      Self.marks(
        #""mark":"donut","height":\#(height),"data":{"k":["Rent","Food and drinks","Travel","Clothes","Rest"],"v":[40,25,12,9,14]},"x":"k","y":"v""#
      ).first)
    #expect(ring.height >= 0.6 * Double(height), "\(ring)")
  }

  // MARK: Values and rules

  @Test func theNameOfALineContainsItsLastValue() throws {
    let chart =
      #""mark":"line","data":{"x":[0,1,0,1],"y":[1,5,2,5],"s":["alpha","alpha","beta","beta"]},"x":"x","y":"y","color":"s""#
    for show in ["last", "ends"] {
      let lines = try Self.lines(chart + #","valueLabels":"\#(show)""#).map(\.text)
      #expect(lines.contains("alpha 5") && lines.contains("beta 5"), "\(lines)")
    }
  }

  @Test(arguments: [60, 5_100]) func anExtremeIsNotOnItsLine(count: Int) throws {
    // The line rises steeply from its lowest point at the left end.
    let values = (0..<count).map { "\(10_000 + min($0 * 20_000 / count, 8_000) + ($0 * 7) % 11)" }
    let chart =
      #""mark":{"type":"line","interpolate":"linear"},"data":[\#(values.joined(separator: ","))],"y":{"scale":{"zero":true}},"valueLabels":"extremes","height":160"#
    let part = try Self.part(chart, width: 320)
    let plot = try #require(part["plot"]?.plain).split(separator: " ").compactMap { Double($0) }
    let label = try Self.line("10,000", chart)
    #expect(Self.ink(label).minY > plot[1] + plot[3] * 0.4, "\(label) in \(plot)")
  }

  @Test func anAxisEndsNearItsData() throws {
    for values in ["124,60,80", "15125,6000,8000", "-124,-60,-20"] {
      let chart = #""mark":"column","data":{"k":["a","b","c"],"v":[\#(values)]},"x":"k","y":"v","height":160"#
      let plot = try #require(Self.part(chart, width: 320)["plot"]?.plain).split(separator: " ").compactMap {
        Double($0)
      }
      let tallest = try #require(Self.marks(chart).map(\.height).max())
      #expect(tallest > 0.74 * plot[3], "\(values): \(tallest) of \(plot)")
    }
  }

  @Test func thinSegmentsAreVisible() throws {
    for values in ["100,1,23", "1,100,23", "100,23,1"] {
      let marks = try Self.marks(
        #""mark":"column","data":{"k":["a","a","a"],"s":["p","q","r"],"v":[\#(values)]},"x":"k","y":"v","color":"s","height":160"#
      )
      #expect(marks.count == 3 && marks.allSatisfy { $0.height >= 0.99 }, "\(marks)")
    }
  }

  @Test func shortNumbersHaveEqualDecimals() throws {
    let chart = #""mark":"column","data":{"k":["a","b","c"],"v":[1500000,600000,1000000]},"x":"k","y":"v""#
    let lines = try Self.lines(chart + #","valueLabels":true"#).map(\.text)
    #expect(
      lines.contains("600K") && lines.contains("1.0M") && lines.contains("1.5M") && !lines.contains("1M"),
      "\(lines)")
  }
}
