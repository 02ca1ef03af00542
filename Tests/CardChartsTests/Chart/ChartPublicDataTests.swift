import CardRaster
import TestSupport
import Testing

@testable import CardCharts
@testable import CardParts

/// Rules for charts of public data: many rows, skewed values, raw names of columns.
@Suite struct ChartPublicDataTests {
  private struct Mark {
    var id, series: String
    var frame: Rect
  }

  private static func laidOut(
    _ chart: String, width: Int = 400, theme: String = "soft", appearance: String = "light"
  ) throws -> LaidOut {
    try LaidOut(
      deck:
        #"{"theme":"\#(theme)","appearance":"\#(appearance)","canvas":{"width":\#(width)},"cards":[{"parts":[{"type":"chart",\#(chart)}]}]}"#
    )
  }

  private static func lines(_ laidOut: LaidOut) throws -> [(text: String, frame: Rect)] {
    guard case .array(let lines)? = try laidOut.card()["parts"]?.element(0)?["lines"]?.value else {
      return []
    }
    return try lines.map { ($0["text"]?.plain ?? "", try LaidOut.frame(of: $0)) }
  }

  private static func words(_ chart: String, width: Int = 400) throws -> [String] {
    try lines(laidOut(chart, width: width)).map(\.text)
  }

  private static func marks(_ laidOut: LaidOut) throws -> [Mark] {
    guard case .array(let regions)? = try laidOut.inspected()["regions"]?.value else { return [] }
    return try regions.filter { $0["kind"]?.plain == "mark" }.map {
      Mark(
        id: $0["id"]?.plain ?? "", series: $0["series"]?.plain ?? "", frame: try LaidOut.frame(of: $0))
    }
  }

  private static func list(_ values: some Sequence<String>) -> String {
    "[" + values.map { #""\#($0)""# }.joined(separator: ",") + "]"
  }

  private static func rows(_ rows: some Sequence<String>) -> String {
    "\"data\":[" + rows.joined(separator: ",") + "]"
  }

  // MARK: Waterfalls

  @Test func aWaterfallWithLongNamesHasRows() throws {
    func frames(_ names: [String], width: Int) throws -> [Rect] {
      let chart = try Self.laidOut(
        #""mark":"waterfall","data":{"k":\#(Self.list(names)),"v":[412,-138,-96,-71,-18,9]},"x":"k","y":"v""#,
        width: width)
      let texts = try Self.lines(chart).map(\.text)
      #expect(["+412", "−138", "−96", "−71", "−18", "+9"].allSatisfy(texts.contains), "\(texts)")
      return try Self.marks(chart).map(\.frame)
    }
    let long = [
      "Revenue", "Cost of goods", "Research and development", "Sales and marketing", "Administration",
      "Other",
    ]
    let rows = try frames(long, width: 320)
    #expect(zip(rows, rows.dropFirst()).allSatisfy { $0.maxY <= $1.minY } && rows[1].maxX <= rows[0].maxX + 1)
    for (names, width) in [(long, 900), (["A", "B", "C", "D", "E", "F"], 320)] {
      let columns = try frames(names, width: width)
      #expect(zip(columns, columns.dropFirst()).allSatisfy { $0.maxX <= $1.minX })
    }
  }

  @Test func aWaterfallWhoseValuesDoNotFitHasRows() throws {
    let months =
      #""data":{"k":["Jan","Feb","Mar","Apr","May","Jun","Jul","Aug"],"v":[1200,-830,420,-96,-710,1330,-24,-540]}"#
    for width in [260, 900] {
      let frames = try Self.marks(
        Self.laidOut(#""mark":"waterfall",\#(months),"x":"k","y":"v""#, width: width)
      ).map(\.frame)
      #expect(zip(frames, frames.dropFirst()).allSatisfy { $0.maxY <= $1.minY } == (width == 260))
      let words = try Self.words(#""mark":"waterfall",\#(months),"x":"k","y":"v""#, width: width)
      #expect(words.contains("−830") && words.contains("+1,330"), "\(words)")
    }
  }

  // MARK: Axes

  @Test(arguments: [110, 140, 170, 230]) func axesEndNearTheData(height: Int) throws {
    for most in [62.0, 104, 118, 133, 310, 412, 610] {
      let chart = try Self.laidOut(
        #""mark":"column","height":\#(height),"data":{"k":["a","b","c"],"v":[\#(most / 3),\#(most),1]},"x":"k","y":"v""#
      )
      let plot = try #require(
        chart.card()["parts"]?.element(0)?["plot"]?.plain?.split(separator: " ").compactMap { Double($0) })
      let high = try #require(Self.marks(chart).map(\.frame.height).max())
      #expect(high > 0.79 * plot[3], "\(most): \(high) of \(plot[3])")
      let numbers = try Self.lines(chart).compactMap { Double($0.text) }
      #expect((numbers.max() ?? 0) > 0.7 * most && numbers.count > 2, "\(most): \(numbers)")
    }
  }

  @Test(arguments: [("en_US", "$2.0M"), ("de_DE", "2,0 Mio. €")])
  func amountsOfMillionsAreShort(locale: String, text: String) throws {
    let chart = try LaidOut(
      deck:
        #"{"theme":"soft","locale":"\#(locale)","canvas":{"width":400},"cards":[{"parts":[{"type":"chart","mark":"column","data":{"k":["a","b"],"v":[1234567,2345678]},"x":"k","y":{"field":"v","format":"currency"}}]}]}"#
    )
    let words = try Self.lines(chart).map { $0.text.replacing("\u{A0}", with: " ") }
    #expect(words.contains(text), "\(words)")
  }

  @Test func anAxisWithoutLabelsHasNoTitle() throws {
    let chart =
      #""mark":"column","valueLabels":true,"data":{"k":["a","b"],"v":[1,2]},"x":"k","y":{"field":"v","title":"Orders"}"#
    #expect(try !Self.words(chart + #","title":"Orders a day""#).contains("Orders"))
    #expect(try Self.words(chart).contains("Orders"))
  }

  @Test func titlesOfTwoAxesDoNotTouch() throws {
    let chart = try Self.laidOut(
      #""data":{"m":["Jan","Feb"],"a":[1,3],"b":[30,10]},"x":"m","resolve":{"scale":{"y":"independent"}},"layer":[{"mark":"column","y":{"field":"a","title":"average temp max"}},{"mark":"line","y":{"field":"b","title":"average of precipitation"}}]"#,
      width: 320)
    // Each title shares its half of the width with its symbol.
    let left = try Self.lines(chart).filter { $0.text.hasPrefix("average") && $0.frame.minX < 100 }
    #expect(left.count == 1 && left.allSatisfy { $0.frame.maxX < 150 }, "\(left)")
  }

  // MARK: Points

  /// Countries with a large one in the middle.
  private static func cluster(_ names: String) -> String {
    let around = (0..<8).map { turn in
      let (sine, cosine) = Angle.sineAndCosine(degrees: Double(turn) * 45)
      return #"{"x":\#(50 + 9 * cosine),"y":\#(50 + 12 * sine),"s":2,"n":"Small \#(turn)"}"#
    }
    let ends = [#"{"x":0,"y":0,"s":1,"n":"Low"}"#, #"{"x":100,"y":100,"s":1,"n":"High"}"#]
    return rows(around + ends + [#"{"x":50,"y":50,"s":60,"n":"United Kingdom"}"#])
      + #","height":300,"x":"x","y":"y","size":"s","layer":[{"mark":"bubble"},{"mark":"text","text":"\#(names)"}]"#
  }

  @Test func theLargestBubbleHasItsName() throws {
    let chart = try Self.laidOut(Self.cluster("n"))
    let (lines, marks) = (try Self.lines(chart), try Self.marks(chart))
    let largest = try #require(marks.max { $0.frame.width < $1.frame.width })
    let name = try #require(lines.first { $0.text == "United Kingdom" }).frame
    #expect(abs(name.midX - largest.frame.midX) < 130 && abs(name.midY - largest.frame.midY) < 130)
    // No name touches a point.
    for (text, frame) in lines where text.hasPrefix("Small") {
      #expect(!marks.contains { $0.frame.inset(by: 1).intersection(frame.ink) != nil }, "\(text)")
    }
  }

  @Test func manySeriesOfOnePointHaveNamesInsteadOfALegend() throws {
    let rows = (0..<20).map {
      #"{"x":\#($0 % 5 * 10 + $0 % 2),"y":\#($0 / 5 * 10),"s":\#($0 + 1),"n":"Name \#($0)"}"#
    }
    let chart = try Self.laidOut(
      Self.rows(rows) + #","mark":"bubble","x":"x","y":"y","size":"s","color":"n""#)
    let (lines, marks) = (try Self.lines(chart), try Self.marks(chart))
    for number in 15..<20 {
      let name = try #require(lines.first { $0.text == "Name \(number)" }).frame
      let mark = try #require(marks.first { $0.series == "Name \(number)" }).frame
      #expect(name.inset(by: -20).intersection(mark) != nil, "\(number): \(name) \(mark)")
    }
  }

  @Test func translucentPointsHaveContrast() throws {
    for appearance in ["light", "dark"] {
      let dump = try Self.laidOut(
        #""mark":"bubble","data":{"x":[1,2,3],"y":[2,4,3],"s":[1,2,3],"n":["a","b","c"]},"x":"x","y":"y","size":"s","color":"n","legend":"none""#,
        appearance: appearance
      ).dump
      let surface = appearance == "dark" ? Color(rgb: 0x1C1E26) : .white
      let colors = dump.split { " \n(),".contains($0) }.filter { $0.hasPrefix("#") && $0.count == 9 }
        .compactMap { Color(css: String($0)) }
      let points = colors.filter { (0x80...0xFE).contains($0.alpha) }
      #expect(points.count == 3, "\(dump)")
      #expect(points.allSatisfy { $0.over(surface).contrast(with: surface) > 2.9 }, "\(colors)")
    }
  }

  @Test func pointsOfSeriesAreDrawnInTheOrderOfRows() throws {
    let data = Self.rows((0..<9).map { #"{"x":\#($0),"y":\#($0 * 5 % 9),"k":"\#($0 % 3)"}"# })
    let marks = try Self.marks(Self.laidOut(#""mark":"scatter",\#(data),"x":"x","y":"y","color":"k""#))
    #expect(marks.prefix(4).map(\.series) == ["0", "1", "2", "0"], "\(marks.map(\.series))")
  }

  @Test(arguments: ["x", "y"]) func pointsOfANameDoNotHideEachOther(axis: String) throws {
    let other = axis == "x" ? "y" : "x"
    let data = #""data":{"k":["a","a","a","a","b","b"],"v":[5,5,5,9,1,9]}"#
    let marks = try Self.marks(
      Self.laidOut(#""mark":"point",\#(data),"\#(axis)":{"field":"k","type":"nominal"},"\#(other)":"v:Q""#))
    let places = Set(marks.map { "\($0.frame.midX) \($0.frame.midY)" })
    #expect(marks.count == 6 && places.count == 6, "\(places)")
    // Points that hide no other stay at the middle of their name.
    let last = marks.suffix(2).map { axis == "x" ? $0.frame.midX : $0.frame.midY }
    #expect(isNear(last[0], last[1]))
  }

  @Test func equalPointsAreTranslucent() throws {
    func isOpaque(_ x: String) throws -> Bool {
      try Self.laidOut(
        ##""mark":"scatter","data":{"x":\##(x),"y":\##(x)},"x":"x","y":"y","colors":["#123456"]"##
      ).dump.split { " \n".contains($0) }.contains("#123456")
    }
    #expect(try isOpaque("[1,2,3,4,5,6,7,8]") && !isOpaque("[1,1,1,2,2,2,3,3]"))
  }

  // MARK: Lines and areas

  private static func areas(_ count: Int) -> String {
    rows(
      (0..<count).flatMap { k in
        (2020...2024).map { #"{"t":"\#($0)","v":\#(10 + k),"k":"Kind \#(k)"}"# }
      }) + #","mark":"area","height":300,"x":"t:T","y":"v","color":"k""#
  }

  @Test(arguments: [3, 10]) func areasOfAStackAreNamedAtTheirEnds(count: Int) throws {
    let chart = try Self.laidOut(Self.areas(count), width: 500)
    let names = try Self.lines(chart).filter { $0.text.hasPrefix("Kind") }
    let tops = names.sorted { $0.frame.minY > $1.frame.minY }.map(\.text)
    #expect(tops == (0..<count).map { "Kind \($0)" }, "\(tops)")
    #expect(names.allSatisfy { $0.frame.minX > 300 })
    // Tints, not hatching.
    #expect(chart.dump.split(separator: "clip").count == 2, "\(chart.dump)")
  }

  @Test func aLineThatEndsEarlyIsNamedAtItsEnd() throws {
    // The line of B passes the end of C, so that there is no room at its right.
    func names(_ series: [String]) throws -> [String: Rect] {
      let rows = series.flatMap { name in
        (0...(name == "C" ? 4 : 9)).map {
          #"{"t":"\#(2010 + $0)","v":\#(name == "A" ? 10 : name == "B" ? 20 : 28 - 2 * $0),"k":"Series \#(name)"}"#
        }
      }
      let chart = try Self.laidOut(
        Self.rows(rows) + #","mark":"line","height":240,"x":"t:T","y":"v","color":"k","rules":[{"y":28}]"#)
      return Dictionary(try Self.lines(chart).map { ($0.text, $0.frame) }) { first, _ in first }
    }
    let (whole, early) = (try names(["A", "B"]), try names(["A", "B", "C"]))
    let (b, c) = (try #require(early["Series B"]), try #require(early["Series C"]))
    #expect(c.minX < b.minX - 60 && isNear(b.midY, whole["Series B"]?.midY ?? 0, within: 2), "\(early)")
  }

  @Test func noisyLinesAreNoCurves() throws {
    func isCurve(_ value: (Int) -> Int) throws -> Bool {
      let chart =
        Self.rows((0..<60).map { #"{"x":\#($0),"v":\#(value($0))}"# }) + #","x":"x","y":"v","mark":"#
      return try Self.laidOut(chart + #""line""#).dump
        != Self.laidOut(chart + #"{"type":"line","interpolate":"linear"}"#).dump
    }
    #expect(try isCurve { $0 * $0 } && !isCurve { ($0 * 37) % 23 })
  }

  // MARK: Legends and titles

  @Test func theLegendOfABoxPlotHasSquares() throws {
    let chart =
      Self.rows((0..<24).map { #"{"c":"\#($0 % 2)","k":"\#($0 % 3)","v":\#($0 * 7 % 24)}"# })
      + #","mark":"boxplot","x":"c","y":"v","color":"k:N""#
    func strokes(_ more: String) throws -> Int {
      try Self.laidOut(chart + more).dump.split(separator: "\n").count { $0.contains("stroke") }
    }
    #expect(try strokes("") == strokes(#","legend":"none""#))
  }

  @Test func rampsHaveRoundNumbers() throws {
    let data = #""data":{"x":[1,2,3,4],"y":["a","a","a","a"],"v":[4.03,11,19,30.42]}"#
    let words = try Self.words(#""mark":"heatmap",\#(data),"x":"x","y":"y","color":"v""#)
    #expect(["10", "20", "30"].allSatisfy(words.contains) && !words.contains("4.03"), "\(words)")
  }

  @Test func aRampThatRepeatsAnAxisIsLeftOut() throws {
    let chart = #""mark":"column","data":{"k":["a","b","c"],"v":[10,20,30]},"x":"k","y":"v","color":"#
    #expect(try Self.words(chart + #""v""#) == Self.words(chart + #"{"field":"v","legend":null}"#))
    #expect(try Self.words(chart + #"{"field":"v","legend":{"title":"Sum"}}"#).contains("Sum"))
  }

  @Test func linesOfADetailAreNotInTheLegend() throws {
    let words = try Self.words(
      #""data":{"c":["a","a","b","b"],"v":[1,2,2,4],"t":["p","q","p","q"]},"layer":[{"mark":"line","x":"v","y":"c:N","detail":"c"},{"mark":"scatter","x":"v","y":"c:N","color":"t"}]"#
    )
    #expect(words.contains("p") && !words.contains("c"), "\(words)")
  }

  @Test func numbersThatAreNamesHaveATitleInSpecifications() throws {
    func words(_ type: String) throws -> [String] {
      try Self.words(
        #""$schema":"https://vega.github.io/schema/vega-lite/v6.json","mark":"bar","data":{"values":[{"cyl":4,"n":2},{"cyl":6,"n":1}]},"encoding":{"x":{"field":"cyl","type":"\#(type)"},"y":{"field":"n","type":"quantitative"}}"#
      )
    }
    #expect(try words("ordinal").contains("cyl") && !words("nominal").contains("cyl"))
  }

  @Test(arguments: [(1_300, ["500", "1,000"]), (3_300, ["1,000", "2,000", "3,000"]), (5, ["2", "4"])])
  func sizesAreAtEvenDistances(most: Int, texts: [String]) throws {
    let words = try Self.words(
      #""mark":"bubble","data":{"x":[1,2],"y":[1,2],"s":[\#(most),1]},"x":{"field":"x","axis":null},"y":{"field":"y","axis":null},"size":"s""#
    )
    #expect(words.filter { $0 != "s" } == texts, "\(words)")
  }

  @Test func titlesAreWords() throws {
    #expect(ChartChannel.words("Miles_per_Gallon") == "Miles per Gallon")
    #expect(ChartChannel.words("gdpPerCap") == "gdp per cap" && ChartChannel.words("iPhone") == "iPhone")
    let data =
      #""data":{"life_expect":[50,60,80],"gdpPerCap":[1,2,3],"head_count":[1,2,3],"the_rate":[1,2,4]}"#
    let points = try Self.words(
      #""mark":"bubble",\#(data),"x":"gdpPerCap","y":"life_expect","size":"head_count","color":"the_rate:Q""#)
    #expect(
      ["Life expect", "Gdp per cap", "Head count", "The rate"].allSatisfy(points.contains), "\(points)")
    let lines = try Self.words(#""mark":"line",\#(data),"x":"gdpPerCap","y":["head_count","the_rate"]"#)
    #expect(lines.contains("head count") && lines.contains("the rate"), "\(lines)")
    // Names that are numbers need a title.
    let numbers = try Self.words(
      #""mark":"column","data":{"x":["a","a"],"v":[1,2],"sex":[1,2]},"x":"x","y":"v","color":"sex:N""#)
    #expect(numbers.contains("sex"), "\(numbers)")
  }

  // MARK: Descriptions

  @Test func panelsOfPointsHaveTheirValuesInTheTextAlternative() throws {
    let data = #""data":{"k":["a","b","a","b"],"v":[3,7,5,11],"p":["P","P","Q","Q"]}"#
    let text =
      try Self.laidOut(#""mark":"point",\#(data),"x":"v","y":"k","facet":"p""#)
      .inspected()["alt"]?.plain ?? ""
    #expect(text.contains("P: Highest 7 (b), lowest 3 (a). Q: Highest 11 (b), lowest 5 (a)."), "\(text)")
    let pairs = #""data":{"w":[1,2,5,9],"v":[3,7,5,11],"p":["P","P","Q","Q"]}"#
    let ranges =
      try Self.laidOut(#""mark":"point",\#(pairs),"x":"w","y":"v","facet":"p""#)
      .inspected()["alt"]?.plain ?? ""
    #expect(
      ranges.contains("P: 2 points; w 1 to 2, v 3 to 7. Q: 2 points; w 5 to 9, v 5 to 11."), "\(ranges)")
  }

  @Test func aRuleCrossesCategories() throws {
    let chart = try Self.laidOut(
      #""data":{"k":["a","b"],"v":[1,3]},"layer":[{"mark":"column","x":"k","y":"v"},{"mark":"rule","y":"mean(v)"}]"#
    )
    let rule = try #require(Self.marks(chart).max { $0.frame.width < $1.frame.width }).frame
    #expect(rule.width > 250 && !chart.dump.contains("nan"))
  }

  @Test func aGroupWithOneValueIsAPoint() throws {
    let rows = [2, 3, 4, 5, 6].map { #"{"g":"A","v":\#($0)}"# } + [#"{"g":"B","v":4}"#]
    for (x, y) in [("g", "v"), ("v", "g")] {
      let laidOut = try Self.laidOut(
        #""mark":"boxplot",\#(Self.rows(rows)),"x":"\#(x)","y":"\#(y)","color":"g""#)
      #expect(laidOut.warnings == [])
      let marks = try Self.marks(laidOut).filter { $0.series == "B" }
      #expect(
        marks.count == 1 && marks.allSatisfy { $0.frame.width < 12 && $0.frame.height < 12 }, "\(marks)")
    }
  }

  @Test(arguments: [
    ("Jan 1 2000", "Mar 1 2001"), ("1 January 2000", "01 Mar 2001"), ("January 1, 2000", "Mar 1, 2001"),
  ])
  func datesWithEnglishMonthsAreDates(first: String, last: String) throws {
    func places(_ dates: [String]) throws -> [Double] {
      let rows = dates.enumerated().map { #"{"d":"\#($1)","v":\#($0)}"# }
      return try Self.marks(Self.laidOut(#""mark":"point",\#(Self.rows(rows)),"x":"d","y":"v""#)).map(
        \.frame.midX)
    }
    #expect(try places([first, "May 1 2000", last]) == places(["2000-01-01", "2000-05-01", "2001-03-01"]))
    // A day that does not exist is not a date.
    let wrong = [#"{"d":"Feb 30 2000","v":1}"#]
    #expect(throws: DeckError.self) {
      try Self.laidOut(#""mark":"point",\#(Self.rows(wrong)),"x":{"field":"d","type":"temporal"},"y":"v""#)
    }
  }

  @Test func titlesFromNamesOfColumnsBeginWithACapital() throws {
    func words(_ field: String, _ more: String = "") throws -> [String] {
      let spec =
        #""$schema":"https://vega.github.io/schema/vega-lite/v5.json","mark":"bar","data":{"values":[{"\#(field)":3},{"\#(field)":9}]},"encoding":{"x":{"field":"\#(field)","bin":true\#(more)},"y":{"aggregate":"count"}}"#
      return try Self.words(spec)
    }
    #expect(try words("net_generation").contains("Net generation"))
    #expect(try words("rating").contains("Rating") && words("rating").contains("Count"))
    // Short words may be signs, and a title is as it is set.
    #expect(try words("mpg").contains("mpg"))
    #expect(try words("rating", #","title":"rating of all""#).contains("rating of all"))
  }
}
