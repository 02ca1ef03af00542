import CardModel
import CardRaster
import TestSupport
import Testing

@testable import CardCharts
@testable import CardParts

/// Charts that are split into panels by `row`, `column` and `facet`.
@Suite struct ChartFacetTests {
  private static func deck(_ chart: String, _ more: String = "") -> String {
    #"{"theme":"mint","canvas":{"width":400},\#(more)"cards":[{"parts":[{"type":"chart",\#(chart)}]}]}"#
  }

  private static func chart(_ chart: String, _ more: String = "") throws -> JSONNode {
    try #require(LaidOut(deck: deck(chart, more)).card()["parts"]?.element(0))
  }

  private static func alternative(_ chart: String, _ more: String = "") throws -> String {
    try #require(Self.chart(chart, more)["alt"]?.plain)
  }

  private static func issues(_ chart: String) throws -> [String] { try LaidOut.issues(of: deck(chart)) }

  private static func texts(_ chart: String, _ more: String = "") throws -> [(text: String, frame: Rect)] {
    guard case .array(let lines)? = try Self.chart(chart, more)["lines"]?.value else { return [] }
    return try lines.map { ($0["text"]?.plain ?? "", try LaidOut.frame(of: $0)) }
  }

  /// The plots of the panels by name.
  private static func plots(_ chart: String) throws -> [(name: String, plot: [Double])] {
    let spec = try ChartFacetTests.chart(chart)
    guard case .array(let panels)? = spec["panels"]?.value else { return [] }
    return panels.compactMap(\.plain).map { text in
      let parts = text.split(separator: ":")
      return (String(parts[0]), parts[1].split(separator: " ").compactMap { Double($0) })
    }
  }

  private static func marks(_ chart: String) throws -> [(panel: String, x: String, frame: Rect)] {
    guard case .array(let regions) = try LaidOut(deck: deck(chart)).inspected()["regions"]?.value else {
      return []
    }
    return try regions.filter { $0["kind"]?.plain == "mark" }.map {
      ($0["panel"]?.plain ?? "", $0["x"]?.plain ?? "", try LaidOut.frame(of: $0))
    }
  }

  /// Sales by quarter; the west has no second quarter, and the south begins with it.
  private static let data =
    #""data":{"q":["Q1","Q2","Q3","Q2","Q1","Q3","Q1","Q3"],"n":[10,20,30,60,40,20,5,15],"r":["North","North","North","South","South","South","West","West"],"s":["a","b","a","a","b","a","b","a"]}"#
  private static let columns = #""mark":"column",\#(data),"x":"q","y":"n""#

  // MARK: Plots

  @Test(arguments: ["row", "column", "facet"]) func plotsAreEqualAndAligned(_ channel: String) throws {
    let plots = try Self.plots(#"\#(Self.columns),"\#(channel)":"r""#)
    #expect(plots.map(\.name) == ["North", "South", "West"])
    for plot in plots {
      #expect(isNear(plot.plot[2], plots[0].plot[2], within: 0.02))
      #expect(isNear(plot.plot[3], plots[0].plot[3], within: 0.02))
      let along = channel == "row" ? 0 : 1
      #expect(isNear(plot.plot[along], plots[0].plot[along], within: 0.02))
    }
  }

  @Test func scalesAreShared() throws {
    let marks = try Self.marks(#"\#(Self.columns),"column":"r""#)
    func height(_ panel: String, _ x: String) throws -> Double {
      try #require(marks.first { $0.panel == panel && $0.x == x }).frame.height
    }
    #expect(isNear(try height("South", "Q2") / height("North", "Q1"), 6, within: 0.05))
    // The order of the categories is that of all data, and a panel has a place for each of them.
    let south = marks.filter { $0.panel == "South" }.sorted { $0.frame.minX < $1.frame.minX }
    #expect(south.map(\.x) == ["Q1", "Q2", "Q3"])
    let west = marks.filter { $0.panel == "West" }
    #expect(west.count == 2)
    #expect(
      isNear(west[1].frame.minX - west[0].frame.minX, south[2].frame.minX - south[0].frame.minX, within: 0.05)
    )
  }

  @Test func independentScalesFillTheirPlots() throws {
    let marks = try Self.marks(
      #"\#(Self.columns),"column":"r","resolve":{"scale":{"x":"independent","y":"independent"}}"#)
    func highest(_ panel: String) -> Double {
      marks.filter { $0.panel == panel }.map(\.frame.height).max() ?? 0
    }
    #expect(highest("North") > 0.7 * highest("South"))
    #expect(highest("West") > 0.7 * highest("South"))
    let widths = marks.map { ($0.panel, $0.frame.width) }
    let (north, west) = (widths.first { $0.0 == "North" }, widths.first { $0.0 == "West" })
    #expect(try #require(west).1 > 1.3 * #require(north).1, "two names have more room than three")
  }

  @Test func stacksAndGroupsAreThoseOfEachPanel() throws {
    for stack in ["", #","stack":false"#] {
      let marks = try Self.marks(#"\#(Self.columns),"column":"r","color":"s"\#(stack)"#)
      #expect(marks.count == 8)
      let widths = Set(marks.map { ($0.frame.width * 10).rounded() })
      #expect(widths.count == 1, "\(widths)")
      let bottoms = Set(marks.map { ($0.frame.maxY * 10).rounded() })
      #expect(bottoms.count == 1, "bars start at the axis of their panel: \(bottoms)")
    }
  }

  @Test func aggregatesAreThoseOfEachPanel() throws {
    let text = try Self.alternative(#""mark":"column",\#(Self.data),"x":"s","y":"sum(n)","column":"r""#)
    #expect(text.contains("North: a 40, b 20."), "\(text)")
    #expect(text.contains("West: b 5, a 15.") || text.contains("West: a 15, b 5."), "\(text)")
  }

  @Test func slicesAndStagesAreThoseOfEachPanel() throws {
    for (mark, more) in [("pie", ""), ("donut", #","centerText":"total""#), ("funnel", ""), ("rings", "")] {
      let chart = #"\#(Self.data),"mark":"\#(mark)","x":"q","y":"n","column":"r"\#(more)"#
      let marks = try Self.marks(chart)
      #expect(marks.map(\.panel) == ["North", "North", "North", "South", "South", "South", "West", "West"])
      let plots = try Self.plots(chart)
      #expect(plots.map(\.name) == ["North", "South", "West"])
      #expect(Set(plots.map { $0.plot[2] }).count == 1 && Set(plots.map { $0.plot[3] }).count == 1)
      #expect(try Self.issues(chart).isEmpty)
    }
    let donut = #"\#(Self.data),"mark":"donut","x":"q","y":"n","column":"r","centerText":"total""#
    let texts = try Self.texts(donut).map(\.text)
    // One legend with the names, and the total of each panel.
    #expect(texts.filter { ["Q1", "Q2", "Q3"].contains($0) } == ["Q1", "Q2", "Q3"])
    #expect(texts.contains("60") && texts.contains("120") && texts.contains("20"))
    let alternative = try Self.alternative(donut)
    #expect(alternative.contains("South: Q1 33.3%, Q2 50.0%, Q3 16.7%"), "\(alternative)")
  }

  @Test func colorsOfSlicesAreEqualInAllPanels() throws {
    let dump = try LaidOut(
      deck: Self.deck(
        ##"\##(Self.data),"mark":"pie","x":"q","y":"n","facet":"r","colors":["#111111","#222222","#333333"]"##
      )
    ).dump
    // Each of the two names without a missing panel has a swatch and three slices.
    func count(_ color: String) -> Int { dump.ranges(of: color).count }
    #expect([count("#111111"), count("#222222"), count("#333333")] == [4, 3, 4], "\(dump)")
  }

  @Test func sumsOfAWaterfallStartInEachPanel() throws {
    let marks = try Self.marks(#"\#(Self.data),"mark":"waterfall","x":"q","y":"n","column":"r""#)
    let first = marks.filter { ($0.panel, $0.x) == ("West", "Q1") || ($0.panel, $0.x) == ("North", "Q1") }
    // 5 and 10 start at 0.
    #expect(first.count == 2 && isNear(first[0].frame.maxY, first[1].frame.maxY, within: 0.02))
  }

  @Test func calendarsAndCandlesAreSplit() throws {
    let days =
      #""data":{"d":["2026-01-01","2026-01-02","2026-01-03","2026-01-04"],"v":[1,2,3,4],"k":["a","b","a","b"]}"#
    let calendar = #"\#(days),"mark":"calendar","x":"d","y":"v","row":"k""#
    #expect(try Self.plots(calendar).map(\.name) == ["a", "b"])
    // One ramp below the last calendar.
    #expect(try Self.texts(calendar).filter { $0.text == "4" }.count == 1)
    let candles =
      #""data":{"m":[1,2,1,2],"open":[1,3,2,4],"high":[9,9,9,9],"low":[1,1,1,1],"close":[2,4,3,5],"k":["a","a","b","b"]},"mark":"candlestick","x":"m","column":"k""#
    #expect(try Self.plots(candles).map(\.name) == ["a", "b"])
    #expect(try Self.marks(candles).filter { $0.panel == "b" }.count == 2)
  }

  // MARK: Labels and headers

  @Test func labelsAreAtTheOuterEdges() throws {
    let texts = try Self.texts(#"\#(Self.columns),"facet":"r","columns":2"#)
    let headers = texts.filter { ["North", "South", "West"].contains($0.text) }
    #expect(headers.map(\.text) == ["North", "South", "West"])
    #expect(headers[0].frame.minY == headers[1].frame.minY && headers[2].frame.minY > headers[0].frame.minY)
    #expect(headers[0].frame.minX == headers[2].frame.minX)
    // Below the two last panels of both columns, and not below the first one.
    #expect(texts.count { $0.text == "Q1" } == 2)
    // At the first panel of each line.
    #expect(texts.count { $0.text == "60" } == 2)
    let independent = try Self.texts(
      #"\#(Self.columns),"facet":"r","columns":2,"resolve":{"scale":{"x":"independent"}}"#)
    #expect(independent.count { $0.text == "Q1" } == 3)
  }

  @Test func aGridHasNamesOfRowsAndColumns() throws {
    let chart = #""mark":"column",\#(Self.data),"x":"q","y":"n","row":"s","column":"r""#
    let texts = try Self.texts(chart).map(\.text)
    for name in ["North", "South", "West", "a", "b"] { #expect(texts.count { $0 == name } == 1, "\(name)") }
    #expect(try Self.plots(chart).map(\.name).first == "a, North")
    #expect(try Self.plots(chart).count == 6)
  }

  @Test func thereIsOneLegendAndOneTitle() throws {
    let chart = #"\#(Self.columns),"column":"r","color":"s","title":"Sales","subtitle":"By region""#
    let texts = try Self.texts(chart).map(\.text)
    for name in ["Sales", "By region", "a", "b"] { #expect(texts.count { $0 == name } == 1, "\(name)") }
    // Names of panels are not repeated in a legend.
    let own = try Self.texts(#"\#(Self.columns),"column":"r","color":"r""#).map(\.text)
    #expect(own.count { $0 == "North" } == 1)
  }

  @Test(arguments: [
    (#""r""#, ["North", "South", "West"]),
    (#"{"field":"r","sort":"descending"}"#, ["West", "South", "North"]),
    (#"{"field":"r","sort":["West","North"]}"#, ["West", "North", "South"]),
    (#"{"field":"r","sort":{"field":"n","op":"sum"}}"#, ["West", "North", "South"]),
  ]) func panelsHaveAnOrder(_ channel: String, _ names: [String]) throws {
    #expect(try Self.plots(#"\#(Self.columns),"column":\#(channel)"#).map(\.name) == names)
  }

  @Test func monthsAndClassesAreNames() throws {
    let dates =
      #""data":{"d":["2026-03-01","2026-01-05","2026-01-09"],"n":[1,2,3]},"mark":"point","x":"n","y":"n""#
    #expect(try Self.plots(#"\#(dates),"row":"month(d)""#).map(\.name) == ["January", "March"])
    let bins = #""data":{"d":[1,12,15],"n":[1,2,3]},"mark":"point","x":"n","y":"n""#
    #expect(
      try Self.plots(#"\#(bins),"row":{"field":"d","bin":{"step":10}}"#).map(\.name) == ["0–10", "10–20"])
  }

  @Test func panelsRunFromTheRightInRightToLeftDecks() throws {
    let texts = try Self.texts(#"\#(Self.columns),"column":"r""#, #""locale":"ar_EG","#)
    let places = ["North", "South", "West"].compactMap { name in texts.first { $0.text == name }?.frame.minX }
    #expect(places == places.sorted(by: >) && places.count == 3)
  }

  // MARK: Text alternatives

  @Test func theTextNamesTheColumnAndThePanels() throws {
    let text = try Self.alternative(#"\#(Self.columns),"column":"r""#)
    #expect(text.contains("Column chart of n by q, 3 panels by r (North, South, West)."), "\(text)")
    #expect(text.contains("North: Q1 10, Q2 20, Q3 30.") && text.contains("West: Q1 5, Q3 15."), "\(text)")
    let german = try Self.alternative(#"\#(Self.columns),"column":"r""#, #""locale":"de_DE","#)
    #expect(german.contains("r: North, South, West"), "\(german)")
    let data = try Self.alternative(#"\#(Self.columns),"column":"r","textAlternative":"data""#)
    #expect(data.contains("North: Q1 10; Q2 20"), "\(data)")
  }

  @Test func inspectNamesTheChannel() throws {
    let channels = try Self.chart(#"\#(Self.columns),"column":"r""#)["channels"]
    #expect("\(String(describing: channels))".contains("column: r (nominal)"))
  }

  // MARK: Limits and mistakes

  @Test func tooManyPanelsAreRefused() throws {
    func issues(_ count: Int) throws -> [String] {
      let names = (0..<count).map { "\"p\($0)\"" }.joined(separator: ",")
      let numbers = (0..<count).map { "\($0)" }.joined(separator: ",")
      return try Self.issues(
        #""mark":"bar","data":{"a":[\#(names)],"b":[\#(numbers)]},"x":"b","y":"b","facet":"a","height":3000"#)
    }
    #expect(try issues(101).contains { $0.contains("more than 100 panels") })
    #expect(try !issues(100).contains { $0.contains("more than 100 panels") })
  }

  @Test func smallPlotsAreOneWarning() throws {
    let issues = try Self.issues(#"\#(Self.columns),"column":"r","height":60"#)
    #expect(issues.count { $0.contains("the plot has only") } == 1, "\(issues)")
  }

  @Test(arguments: [
    (#""mark":"gauge","value":5,"column":"r""#, "takes the values of its panels from the column 'y'"),
    (#""mark":"gauge","value":5,"y":"n","column":"r""#, "a gauge has a 'value', or takes"),
    (#""mark":"gauge","y":"n","column":"r""#, "3 rows share one gauge, 'North'"),
    (#""mark":"gauge","y":"n","column":"r","domain":[9,1]"#, "must be ascending"),
    (#""mark":"gauge","value":5"#, "'data' has no effect on a gauge without 'y'"),
    (#""mark":"column","x":"q","y":"n","facet":"r","row":"s""#, "cannot be combined"),
    (#""mark":"column","x":"q","y":"n","columns":2"#, "'columns' has no effect"),
    (#""mark":"column","x":"q","y":"n","row":"r","columns":2"#, "'columns' has no effect"),
    (#""mark":"column","x":"q","y":"n","row":"sum(n)""#, "needs one column"),
    (#""mark":"column","x":"q","y":"n","row":{"field":"r","sort":"-y"}"#, "panels are sorted"),
    (#""mark":"column","x":"q","y":"n","row":"region""#, "no column 'region'"),
    (#""mark":"column","x":"q","y":"n","row":{"field":"r","sort":["Nort"]}"#, "no panel 'Nort'"),
    (#""mark":"column","x":"q","y":"n","layer":[{"mark":"line","row":"r"}]"#, "a layer cannot be split"),
    (#""mark":"column","x":"q","y":"n","resolve":{"scale":{"x":"independent"}}"#, "only the vertical axis"),
  ]) func mistakesAreNamed(_ chart: String, _ words: String) throws {
    let issues = try Self.issues("\(Self.data),\(chart)")
    #expect(issues.contains { $0.contains(words) }, "\(issues)")
  }

  // MARK: Vega-Lite

  @Test func aFacetWithASpecIsAChart() throws {
    let own = #""mark":"column","x":{"field":"q"},"y":"n""#
    let pasted =
      #""facet":{"field":"r"},"columns":2,"spec":{"mark":"bar","encoding":{"x":{"field":"q"},"y":{"field":"n"}}}"#
    #expect(
      try Self.plots("\(Self.data),\(pasted)").map(\.plot)
        == Self.plots(#"\#(Self.data),\#(own),"facet":"r","columns":2"#).map(\.plot))
    let layered =
      #""facet":{"row":{"field":"s","header":{"title":"Kind"}},"column":{"field":"r"}},"spec":{"encoding":{"x":{"field":"q"}},"layer":[{"mark":"bar","encoding":{"y":{"field":"n"}}},{"mark":"rule","encoding":{"x":null,"y":{"aggregate":"mean","field":"n"}}}]}"#
    #expect(try Self.plots("\(Self.data),\(layered)").count == 6)
    #expect(try Self.texts("\(Self.data),\(layered)").contains { $0.text == "Kind" })
  }

  @Test("A gauge has a panel for each row", arguments: ["column", "facet", "row"])
  func gauges(channel: String) throws {
    let data =
      #""data":{"team":["North","South","West"],"score":[72,45,null]},"mark":"gauge","y":{"field":"score","unit":"%"}"#
    let chart = #"\#(data),"\#(channel)":"team""#
    #expect(try Self.plots(chart).map(\.name) == ["North", "South", "West"])
    let words = try Self.texts(chart).map(\.text)
    #expect(words == ["North", "72%", "South", "45%", "West", "–"])
    let alternative = try Self.alternative(chart + #","thresholds":[{"to":50,"label":"low"}]"#)
    #expect(alternative.contains("North: 72% of 100%."), "\(alternative)")
    #expect(alternative.contains("South: 45% of 100%, low."), "\(alternative)")
    #expect(
      try Self.issues(chart).contains { $0.contains("1 row has no value at 'y'") || $0.contains("row 3") })
    let means = Self.data + #","mark":"gauge","column":"r","y":"mean(n)""#
    #expect(try Self.texts(means).map(\.text) == ["North", "20", "South", "40", "West", "10"])
    #expect(try Self.texts(#"\#(Self.data),"mark":"gauge","y":"max(n)""#).map(\.text) == ["60"])
  }

  @Test("A facet of a facet, and channels next to a facet, are rows and columns")
  func dividedTwice() throws {
    let bar = #""mark":"bar","encoding":{"x":{"field":"q"},"y":{"field":"n"}"#
    func names(_ facet: String, _ spec: String) throws -> [String] {
      try Self.plots(#"\#(Self.data),"facet":{\#(facet)},"spec":{\#(spec)}"#).map(\.name)
    }
    let grid = ["North, a", "North, b", "South, a", "South, b", "West, a", "West, b"]
    #expect(try names(#""field":"r""#, #""facet":{"field":"s"},"spec":{\#(bar)}}"#) == grid)
    #expect(try names(#""row":{"field":"r"}"#, #""facet":{"field":"s"},"spec":{\#(bar)}}"#) == grid)
    #expect(try names(#""field":"r""#, bar + #","column":{"field":"s"}}"#) == grid)
    #expect(
      try names(#""field":"s""#, bar + #","row":{"field":"r"}}"#) == grid)
    let twice = try Self.issues(
      #"\#(Self.data),"facet":{"row":{"field":"r"}},"spec":{\#(bar),"row":{"field":"s"}}}"#)
    #expect(twice.contains { $0.contains("can be divided once more") }, "\(twice)")
  }

  @Test(
    "A facet of several plots is several charts with panels",
    arguments: [
      (#""hconcat":[PLOT,OTHER]"#, true), (#""vconcat":[PLOT,OTHER]"#, false),
      (#""repeat":["n","n"],"spec":PLOT"#, true), (#""vconcat":[{"hconcat":[PLOT]},OTHER]"#, false),
    ])
  func facetsOfSeveralPlots(spec: String, isRow: Bool) throws {
    let spec = spec.replacing("PLOT", with: Self.plot).replacing("OTHER", with: Self.other)
    let chart = #"\#(Self.data),"facet":{"row":{"field":"r"}},"spec":{\#(spec)}"#
    let frames = try Self.charts(chart)
    #expect(frames.count == 2)
    #expect((frames[0].minY == frames[1].minY) == isRow)
    #expect(try Set(Self.marks(chart).map(\.panel)) == ["North", "South", "West"])
    #expect(try Self.issues(chart).isEmpty)
  }

  @Test func aFacetOfRepeatedLayersIsOneChart() throws {
    let chart =
      #"\#(Self.data),"facet":{"field":"r"},"spec":{"repeat":{"layer":["q","s"]},"spec":{"mark":"bar","encoding":{"x":{"field":{"repeat":"layer"}},"y":{"aggregate":"sum","field":"n"}}}}"#
    #expect(try Self.plots(chart).map(\.name) == ["North", "South", "West"])
    #expect(try Self.issues(chart).isEmpty)
  }

  @Test func panelsOfChartsInAStackHaveTheLimitOfPanels() throws {
    let rows = (0..<101).map { #"{"a":"p\#($0)","b":\#($0)}"# }.joined(separator: ",")
    let plot =
      #"{"facet":{"field":"a"},"spec":{"mark":"bar","encoding":{"x":{"field":"b"},"y":{"field":"b"}}}}"#
    let issues = try Self.issues(#""data":{"values":[\#(rows)]},"vconcat":[\#(plot)]"#)
    #expect(issues.contains { $0.contains("more than 100 panels") }, "\(issues)")
  }

  @Test func keysOfFacetsWithoutEffectAreNamed() throws {
    let issues = try Self.issues(
      #"\#(Self.columns),"facet":{"field":"r","columns":2,"header":{"labelAngle":90}}"#)
    #expect(issues.count == 1 && issues[0].contains("'header.labelAngle' has no effect"), "\(issues)")
  }

  // MARK: Several plots

  /// The frames of the charts of a specification.
  private static func charts(_ chart: String) throws -> [Rect] {
    func charts(in node: JSONNode) throws -> [Rect] {
      if node["type"]?.plain == "chart" { return [try LaidOut.frame(of: node)] }
      guard case .array(let children)? = node["parts"]?.value else { return [] }
      return try children.flatMap(charts)
    }
    return try charts(in: ChartFacetTests.chart(chart))
  }

  private static let plot =
    #"{"mark":"bar","encoding":{"x":{"field":"q"},"y":{"aggregate":"sum","field":"n"}}}"#
  private static let other = #"{"mark":"point","encoding":{"x":{"field":"n"},"y":{"field":"n"}}}"#

  @Test(arguments: [
    (#""hconcat":[PLOT,OTHER]"#, true, 2), (#""vconcat":[PLOT,OTHER]"#, false, 2),
    (#""concat":[PLOT,OTHER,PLOT],"columns":2"#, true, 3),
    (#""vconcat":[{"hconcat":[PLOT,OTHER]},OTHER]"#, true, 3),
    (#""repeat":["q","r"],"spec":REPEATED"#, true, 2),
    (#""repeat":{"row":["q","r"]},"spec":REPEATED"#, false, 2),
    (#""repeat":{"row":["q","r"],"column":["n"]},"spec":REPEATED"#, false, 2),
  ]) func plotsAreAStack(_ chart: String, _ isRow: Bool, _ count: Int) throws {
    let repeated =
      #"{"mark":"bar","encoding":{"x":{"field":{"repeat":"KEY"}},"y":{"aggregate":"count"}}}"#
      .replacing("KEY", with: chart.contains("row") ? "row" : "repeat")
    let chart = chart.replacing("PLOT", with: Self.plot).replacing("OTHER", with: Self.other)
      .replacing("REPEATED", with: repeated)
    let frames = try Self.charts(#"\#(Self.data),"title":"Both",\#(chart)"#)
    #expect(frames.count == count)
    #expect((frames[0].minY == frames[1].minY) == isRow && (frames[0].minX == frames[1].minX) != isRow)
    #expect(try Self.issues(#"\#(Self.data),\#(chart)"#).isEmpty)
  }

  @Test func widthsInARowAreShares() throws {
    func row(_ widths: [Int?]) -> String {
      let plots = widths.map { width in
        Self.plot.replacing("{\"mark\"", with: width.map { #"{"width":\#($0),"mark""# } ?? "{\"mark\"")
      }
      return #"\#(Self.data),"hconcat":[\#(plots.joined(separator: ","))]"#
    }
    let frames = try Self.charts(row([300, 100]))
    #expect(isNear(frames[0].width, 3 * frames[1].width, within: 1), "\(frames)")
    #expect(try Self.issues(row([300, 100])).isEmpty)
    // A width next to charts without one has no meaning.
    let equal = try Self.charts(row([300, nil]))
    #expect(isNear(equal[0].width, equal[1].width, within: 1), "\(equal)")
    let issues = try Self.issues(row([300, nil]))
    #expect(issues.count == 1 && issues[0].contains("'width' has no effect"), "\(issues)")
  }

  @Test func layersAreRepeated() throws {
    let chart =
      #""repeat":{"layer":["n","m"]},"spec":{"mark":"line","encoding":{"x":{"field":"q"},"y":{"field":{"repeat":"layer"},"type":"quantitative"},"color":{"datum":{"repeat":"layer"}}}}"#
    let data = #""data":{"q":["a","b"],"n":[1,2],"m":[3,4]}"#
    #expect(try Self.alternative("\(data),\(chart)").contains("2 series: n, m"))
  }

  @Test func chartsOfAStackHaveTheDataAroundThem() throws {
    let chart =
      #"\#(Self.data),"transform":[{"filter":"datum.r == 'North'"}],"resolve":{"scale":{"color":"shared"}},"vconcat":[\#(Self.plot)]"#
    let issues = try Self.issues(chart)
    #expect(issues.count == 1 && issues[0].contains("'resolve' has no effect"), "\(issues)")
    let parts = try ChartFacetTests.chart(chart)["parts"]
    #expect(try #require(parts?.element(0)?["alt"]?.plain).contains("Q1 10, Q2 20, Q3 30"))
  }
}
