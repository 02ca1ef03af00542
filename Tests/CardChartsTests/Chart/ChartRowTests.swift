import CardRaster
import TestSupport
import Testing

@testable import CardParts

/// Rows that lack a value or a category, and rows at the same position.
@Suite struct ChartRowTests {
  private static func deck(_ chart: String) -> String {
    #"{"theme":"mint","locale":"en_US","canvas":{"width":400},"cards":[{"parts":[{"type":"chart",\#(chart)}]}]}"#
  }

  private static func chart(_ chart: String) throws -> JSONNode {
    try #require(LaidOut(deck: deck(chart)).card()["parts"]?.element(0))
  }

  private static func alternative(_ chart: String) throws -> String {
    try #require(try Self.chart(chart)["alt"]?.plain)
  }

  private static func warnings(_ chart: String) throws -> [String] {
    try LaidOut(deck: deck(chart)).warnings
  }

  private static func marks(_ chart: String) throws -> [(id: String, frame: Rect)] {
    guard case .array(let regions)? = try LaidOut(deck: deck(chart)).inspected()["regions"]?.value else {
      return []
    }
    return try regions.filter { $0["kind"]?.plain == "mark" }.map {
      ($0["id"]?.plain ?? "", try LaidOut.frame(of: $0))
    }
  }

  // MARK: Categories

  @Test(arguments: [
    (#""mark":"column","x":"k","y":"v""#, "p 2, – 9, q 4."),
    (#""mark":"horizontalBar","x":"k","y":"v""#, "p 2, – 9, q 4."),
    (#""mark":"pie","x":"k","y":"v""#, "p 13.3%, – 60.0%, q 26.7%."),
    (#""mark":"donut","color":"k","theta":"v""#, "p 13.3%, – 60.0%, q 26.7%."),
    (#""mark":"funnel","x":"k","y":"v""#, "p 2, – 9, q 4."),
    (#""mark":"waterfall","x":"k","y":"v""#, "p 2, – 9, q 4."),
    (
      #""mark":"line","x":"k","y":"v""#,
      "3 values of k. V rises with swings from 2 to 4 (+100%). Highest 9 (–)"
    ),
    (#""mark":"heatmap","x":"k","y":"s","color":"v""#, "Highest 9 (–, s)"),
  ]) func aRowWithoutACategoryIsShown(chart: String, sentence: String) throws {
    for missing in [#"{"k":null,"s":"s","v":9}"#, #"{"s":"s","v":9}"#, #"{"k":"","s":"s","v":9}"#] {
      let data = #","data":[{"k":"p","s":"s","v":2},\#(missing),{"k":"q","s":"s","v":4}]"#
      let text = try Self.alternative(chart + data)
      #expect(text.contains(sentence), "\(text)")
    }
  }

  @Test func theRowWithoutACategoryIsLastAmongNumbers() throws {
    let ids = try Self.marks(
      #""mark":"column","x":"k:O","y":"v","data":{"k":[10,null,2],"v":[1,2,3]}"#
    ).sorted { $0.frame.minX < $1.frame.minX }.map(\.id)
    #expect(ids == ["2", "10", "–"])
  }

  // MARK: Places

  @Test(arguments: [
    #""mark":"column","x":"k","y":"v""#, #""mark":"bar","y":"k","x":"v""#,
    #""mark":"horizontalBar","x":"k","y":"v""#,
    #""mark":"column","x":"k","y":"v","color":"s""#,
    #""mark":"column","x":"k","y":"v","color":"s","stack":false"#,
  ]) func rowsAtOnePlaceAreAddedUp(chart: String) throws {
    let data = #","data":{"k":["m","n","m"],"v":[3,4,8],"s":["u","u","u"]}"#
    #expect(try Self.alternative(chart + data).contains("m 11, n 4."))
    let warnings = try Self.warnings(chart + data)
    #expect(warnings.contains { $0.contains("2 rows share the position 'm'; their values are added up") })
    #expect(warnings.contains { $0.contains("sum(v)") })
    let columns = try Self.marks(chart + data)
    #expect(columns.count == 2)
    let length = columns.map { chart.contains("column") ? $0.frame.height : $0.frame.width }
    #expect(abs(length[0] / length[1] - 11.0 / 4) < 0.01)
  }

  @Test(arguments: [
    (#""mark":"pie","x":"k","y":"v","data":{"k":["m","n","m"],"v":[3,4,1]}"#, "m 50.0%, n 50.0%."),
    (
      #""mark":"area","x":"k","y":"v","data":{"k":["2026-01-01","2026-01-02","2026-01-01"],"v":[3,4,8]}"#,
      "from 11 to 4"
    ),
    (
      #""mark":"heatmap","x":"k","y":"s","color":"v","data":{"k":["m","n","m"],"v":[3,4,8],"s":["u","u","u"]}"#,
      "Highest 11 (m, u), lowest 4 (n, u)"
    ),
    (
      #""mark":"calendar","x":"k","y":"v","data":{"k":["2026-01-01","2026-01-02","2026-01-01"],"v":[3,4,8]}"#,
      "Highest 11 (Jan 1, 2026)"
    ),
    (
      #""mark":"column","x":"yearmonth(k)","y":"v","data":{"k":["2026-01-01","2026-02-02","2026-01-31"],"v":[3,4,8]}"#,
      "January 2026 11, February 2026 4"
    ),
  ]) func rowsOfOneSliceCellOrMomentAreAddedUp(chart: String, sentence: String) throws {
    let text = try Self.alternative(chart)
    #expect(text.contains(sentence), "\(text)")
    #expect(try Self.warnings(chart).contains { $0.contains("2 rows share the position") })
  }

  @Test func severalSharedPlacesAreOneWarning() throws {
    let warnings = try Self.warnings(
      #""mark":"column","x":"k","y":"v","data":{"k":["a","b","a","b","b","c"],"v":[1,2,3,4,5,6]}"#)
    #expect(
      warnings.contains {
        $0.contains("5 rows share 2 positions, 2 of them 'a'; the values of each position are added up")
      })
  }

  @Test(arguments: [
    #""mark":"column","x":"k","y":"sum(v)""#, #""mark":"point","x":"k","y":"v""#,
    #""mark":"line","x":"k","y":"v""#,
    #""mark":"waterfall","x":"k","y":"v""#, #""mark":"funnel","x":"k","y":"v""#,
  ]) func chartsThatKeepAllRowsCauseNoWarning(chart: String) throws {
    let warnings = try Self.warnings(chart + #","data":{"k":["a","b","a"],"v":[5,2,3]}"#)
    #expect(!warnings.contains { $0.contains("share") }, "\(warnings)")
  }

  @Test func aWaterfallHasOneColumnPerRow() throws {
    let marks = try Self.marks(
      #""mark":"waterfall","x":"k","y":"v","data":{"k":["in","fee","in","fee"],"v":[5,-1,4,-2]}"#)
    #expect(marks.map(\.id) == ["in", "fee", "in", "fee"])
    for (a, b) in zip(marks, marks.dropFirst()) { #expect(a.frame.maxX <= b.frame.minX) }
  }

  @Test func barsAtOnePlaceWithNumbersAsColoursOverlap() throws {
    let marks = try Self.marks(
      #""mark":"column","x":"k","y":"v","color":"c","data":{"k":["a","a"],"v":[3,4],"c":[1,2]}"#)
    #expect(marks.count == 2)
    #expect(marks[1].frame.maxY <= marks[0].frame.minY + 0.01)
  }

  @Test func aLineOfATimeUnitKeepsAllRows() throws {
    let text = try Self.alternative(
      #""mark":"line","x":"yearmonth(d)","y":"v","data":{"d":["2026-01-01","2026-01-15","2026-03-01"],"v":[1,9,4]}"#
    )
    #expect(text.contains("Highest 9 (January 2026), lowest 1 (January 2026)"), "\(text)")
    #expect(text.contains("2 months from January 2026 to March 2026; 3 rows."), "\(text)")
  }

  // MARK: Missing values

  @Test func aCandleIsDrawnWholeOrNotAtAll() throws {
    for price in ["open", "high", "low", "close"] {
      var row = #"{"d":"2026-05-05","open":3,"high":4,"low":1,"close":2}"#
      row.replace(
        #"\#(price)":\#(["open": 3, "high": 4, "low": 1, "close": 2][price] ?? 0)"#, with: #"\#(price)":null"#
      )
      let chart =
        #""mark":"candlestick","x":"d","data":[{"d":"2026-05-04","open":2,"high":5,"low":1,"close":4},\#(row)]"#
      #expect(try Self.marks(chart).map(\.id) == ["May 4, 2026"])
      #expect(try Self.alternative(chart).contains("No data for May 5, 2026."))
    }
  }

  @Test func aCandleWithoutChangeIsADash() throws {
    let marks = try Self.marks(
      #""mark":"candlestick","height":200,"x":"d","data":[{"d":"a","open":2,"high":5,"low":1,"close":4},{"d":"b","open":3,"high":4,"low":1,"close":3},{"d":"c","open":3,"high":3,"low":3,"close":3}]"#
    )
    #expect(marks.count == 3)
    for mark in marks.dropFirst() { #expect((1...2).contains(mark.frame.height) && mark.frame.width > 10) }
    #expect(marks[1].frame.midY == marks[2].frame.midY)
  }

  @Test(arguments: [
    (#""mark":"bar","y":"k","x":"a","x2":"b""#, "No data for q, r."),
    (#""mark":"bar","x":"k","y":"a","y2":"b""#, "No data for q, r."),
  ]) func aSpanWithoutOneOfItsEndsIsNotDrawn(chart: String, sentence: String) throws {
    let data = #","data":[{"k":"p","a":4,"b":9},{"k":"q","a":5,"b":null},{"k":"r","a":null,"b":7}]"#
    #expect(try Self.alternative(chart + data).contains(sentence))
    #expect(try Self.marks(chart + data).map(\.id) == ["p"])
  }

  @Test func aRuleWithoutOneOfItsEndsIsNotDrawn() throws {
    func strokes(_ data: String) throws -> Int {
      let chart = #""mark":"rule","x":"k","y":"a","y2":"b","axes":false,"grid":false,"data":\#(data)"#
      return try LaidOut(deck: Self.deck(chart)).dump.split(separator: "\n").filter { $0.contains("stroke") }
        .count
    }
    let whole = #"{"k":"p","a":4,"b":9}"#
    #expect(try strokes("[\(whole)]") == 1)
    for row in [#"{"k":"q","a":5,"b":null}"#, #"{"k":"q","a":null,"b":5}"#, #"{"k":"q","a":null,"b":null}"#] {
      #expect(try strokes("[\(whole),\(row)]") == 1)
    }
  }

  @Test(arguments: [
    (
      #""mark":"point","x":"a","y":"b","data":{"a":[1,null,3],"b":[4,5,null]}"#,
      ["row 2 has no value at 'x' and is not drawn", "row 3 has no value at 'y' and is not drawn"]
    ),
    (
      #""mark":"bubble","x":"a","y":"b","size":"c","data":{"a":[1,2,3,4],"b":[4,5,6,7],"c":[3,null,-2,null]}"#,
      ["2 rows have no value at 'size' and are not drawn; the first is row 2", "row 3 has a size below 0"]
    ),
    (
      #""mark":"column","x":"d","y":"b","data":{"d":["2026-01-01",null],"b":[4,5]}"#,
      ["row 2 has no value at 'x' and is not drawn"]
    ),
    (
      #""mark":"column","x":"a","y":"b","color":"c","data":{"a":["p","q","r"],"b":[4,5,6],"c":[1,null,3]}"#,
      ["row 2 has no value at 'color' and is grey"]
    ),
  ]) func rowsThatAreNotDrawnAreCounted(chart: String, messages: [String]) throws {
    let warnings = try Self.warnings(chart)
    for message in messages { #expect(warnings.contains { $0.contains(message) }, "\(warnings)") }
  }

  @Test(arguments: [
    #""mark":"line","x":"d","y":"v","data":{"d":["2026-01-01","2026-01-02"],"v":[null,null]}"#,
    #""mark":"column","x":"d","y":"v","data":{"d":["a"],"v":[null]}"#,
    #""mark":"point","x":"d","y":"v","data":{"d":[null,null],"v":[1,2]}"#,
    #""mark":"heatmap","x":"d","y":"e","color":"v","data":{"d":["a"],"e":["b"],"v":[null]}"#,
    #""mark":"sparkline","data":[null,null]"#,
  ]) func aChartWithoutValuesCausesAWarning(chart: String) throws {
    #expect(try Self.warnings(chart).contains { $0.contains("to draw, so the chart is empty") })
  }

  @Test(arguments: [#""x":"""#, #""x":{"field":""}"#, #""x":{"title":"t"}"#, #""x":{"value":40}"#])
  func aPlaceWithoutAColumnIsAnError(x: String) throws {
    let issues = try LaidOut.issues(
      of: Self.deck(#""mark":"column","data":{"k":["a"],"v":[1]},\#(x),"y":"v""#))
    #expect(
      issues.contains { $0.contains("'x' needs a column") || $0.contains("'x' takes no 'value'") },
      "\(issues)"
    )
  }

  @Test func valuesOfAFunnelBelowZeroHaveNoBar() throws {
    let chart = #""mark":"funnel","x":"k","y":"v","data":{"k":["a","b","c"],"v":[8,-2,4]}"#
    #expect(try Self.warnings(chart).contains { $0.contains("1 value below 0 has no bar") })
    #expect(try Self.marks(chart).map { $0.frame.width > 0 } == [true, false, true])
  }
}
