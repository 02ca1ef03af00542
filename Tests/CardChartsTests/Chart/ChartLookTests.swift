import CardRaster
import TestSupport
import Testing

@testable import CardCharts
@testable import CardParts

/// The look of charts in modern themes, gradients, rings and colours in steps.
@Suite struct ChartLookTests {
  private static func deck(_ chart: String, theme: String = "soft", width: Int = 400) -> String {
    #"{"theme":"\#(theme)","canvas":{"width":\#(width)},"cards":[{"parts":[{"type":"chart",\#(chart)}]}]}"#
  }

  private static func words(_ chart: String, theme: String = "soft") throws -> [String] {
    let part = try #require(LaidOut(deck: deck(chart, theme: theme)).card()["parts"]?.element(0))
    guard case .array(let lines)? = part["lines"]?.value else { return [] }
    return lines.compactMap { $0["text"]?.plain }
  }

  private static func marks(_ chart: String, width: Int = 400) throws -> [Rect] {
    guard
      case .array(let regions)? = try LaidOut(deck: deck(chart, width: width)).inspected()["regions"]?.value
    else { return [] }
    return try regions.filter { $0["kind"]?.plain == "mark" }.map { try LaidOut.frame(of: $0) }
  }

  private static let months = #""data":{"m":["Jan","Feb","Mar"],"n":[12,18,16.5]},"x":"m","y":"n""#

  @Test(arguments: ["line", "area"]) func theLastValueOfASingleLineIsWritten(mark: String) throws {
    let chart = #""mark":"\#(mark)",\#(Self.months)"#
    #expect(try Self.words(chart).contains("16.5"))
    #expect(try !Self.words(chart + #","valueLabels":false"#).contains("16.5"))
    #expect(try !Self.words(chart, theme: "mint").contains("16.5"))
    #expect(try !Self.words(#""mark":"\#(mark)",\#(Self.months),"color":"m""#).contains("16.5"))
  }

  @Test func linesAreCurvesAndAreasFade() throws {
    func dump(_ theme: String, _ more: String = "") throws -> String {
      try LaidOut(deck: Self.deck(#""mark":{"type":"area"\#(more)},\#(Self.months)"#, theme: theme)).dump
    }
    #expect(try dump("soft") == dump("soft", #","interpolate":"monotone""#))
    #expect(try dump("mint") == dump("mint", #","interpolate":"linear""#))
    #expect(try dump("soft").contains("linear 0 0 to 0 1") && !dump("mint").contains("linear"))
    #expect(try !dump("soft", #","opacity":0.4"#).contains("linear"))
  }

  @Test func aSparklineOfAnAreaShowsTheRangeOfItsData() throws {
    let chart = #""mark":{"type":"sparkline","of":"area"},"data":[5120,5040,4990,4286],"height":40"#
    let marks = try Self.marks(chart)
    let heights = marks.map(\.midY)
    #expect((heights.max() ?? 0) - (heights.min() ?? 0) > 30, "\(heights)")
    // The canvas has a margin of 16 points, the part one of 20.
    #expect(isNear(marks[0].midX, 36) && isNear(marks[3].midX, 364), "\(marks)")
  }

  @Test(arguments: ["column", "area"]) func aMarkCanHaveAGradient(mark: String) throws {
    let gradient =
      ##"{"gradient":"linear","x1":0,"y1":1,"x2":0,"y2":0,"stops":[{"offset":0,"color":"#112233"},{"offset":1,"color":"#44556680"}]}"##
    let dump = try LaidOut(
      deck: Self.deck(#""mark":{"type":"\#(mark)","color":\#(gradient)},\#(Self.months)"#)
    ).dump
    #expect(dump.contains("#112233") && dump.contains("#44556680"), "\(dump)")
    let issues = try LaidOut.issues(
      of: Self.deck(#""mark":{"type":"line","color":\#(gradient)},\#(Self.months)"#))
    #expect(issues.contains { $0.contains("a 'line' mark has no gradient") && $0.contains("mark.color") })
  }

  @Test func ringsShowTheShareOfAGoal() throws {
    let chart =
      #""mark":"rings","data":{"kind":["Move","Exercise"],"now":[516,48],"goal":[600,30]},"x":"kind","y":"now","y2":"goal""#
    let part = try #require(LaidOut(deck: Self.deck(chart)).card()["parts"]?.element(0))
    #expect(part["alt"]?.plain?.contains("Move 516 of 600, Exercise 48 of 30.") == true, "\(part)")
    #expect(part["alt"]?.plain?.hasPrefix("Ring chart") == true)
    #expect(try Self.marks(chart).count == 2)
    #expect(try Self.words(chart) == ["Move", "86%", "Exercise", "160%"])
    #expect(try Self.words(chart + #","legend":"none""#).isEmpty)
    let issues = try LaidOut.issues(of: Self.deck(#""mark":"rings","data":{"a":[1]},"x":"a""#))
    #expect(issues.contains { $0.contains("'rings' needs 'y'") }, "\(issues)")
  }

  private static func heatmap(_ scale: String) -> String {
    #""mark":"heatmap","data":{"a":[1,2,3,4,5,6],"b":["p","p","p","p","p","p"],"v":[0,1,2,3,4,9]},"x":"a","y":"b","color":{"field":"v","scale":\#(scale)},"legend":"none""#
  }

  @Test(arguments: [
    (##"{"type":"quantize","range":["#110000","#220000","#330000"]}"##, [3, 2, 1]),
    (##"{"type":"threshold","domain":[1,4],"range":["#110000","#220000","#330000"]}"##, [1, 3, 2]),
  ]) func colorsHaveSteps(scale: String, counts: [Int]) throws {
    let dump = try LaidOut(deck: Self.deck(Self.heatmap(scale))).dump
    let found = ["#110000", "#220000", "#330000"].map { dump.split(separator: $0).count - 1 }
    #expect(found == counts, "\(dump)")
  }

  @Test(arguments: [
    (#"{"type":"threshold"}"#, "needs ascending numbers in 'domain'"),
    (#"{"type":"threshold","domain":[3,1]}"#, "needs ascending numbers in 'domain'"),
    (#"{"type":"threshold","domain":[3],"range":["red"]}"#, "1 thresholds need 2 colours"),
  ]) func aThresholdScaleIsChecked(scale: String, message: String) throws {
    let issues = try LaidOut.issues(of: Self.deck(Self.heatmap(scale)))
    #expect(issues.contains { $0.contains(message) }, "\(issues)")
  }

  @Test func onlyColorsHaveSteps() throws {
    let issues = try LaidOut.issues(
      of: Self.deck(#""mark":"line","data":[1,2],"y":{"field":"value","scale":{"type":"quantize"}}"#))
    #expect(issues.contains { $0.contains("a 'quantize' scale is for 'color'") }, "\(issues)")
  }

  @Test func aCalendarFillsItsWidth() throws {
    let days = (1...12).map { "\"2026-\($0 < 10 ? "0" : "")\($0)-28\"" }.joined(separator: ",")
    let marks = try Self.marks(
      #""mark":"calendar","data":{"d":[\#(days)],"n":[1,2,3,4,5,6,7,8,9,10,11,12]},"x":"d","y":"n""#,
      width: 820)
    #expect((marks.map(\.maxX).max() ?? 0) > 783.5, "\(marks.suffix(3))")
    #expect(Set(marks.map(\.width)).count == 1)
  }

  @Test func aStepIsNotBehindItsValue() throws {
    let line: [Point?] = [Point(x: 0, y: 10), Point(x: 50, y: 40), nil, Point(x: 90, y: 40)]
    let corners = ChartCurve.corners(line, .stepAfter)
    #expect(
      corners == [
        Point(x: 0, y: 10), Point(x: 50, y: 10), Point(x: 50, y: 40), Point(x: 50, y: 40), nil,
        Point(x: 90, y: 40),
      ])
    #expect(ChartPlot.crosses(Rect(x: 20, y: 5, width: 10, height: 8), corners))
    #expect(ChartCurve.corners(line, .linear) == line)
  }

  private static func dump(_ chart: String) throws -> String { try LaidOut(deck: deck(chart)).dump }

  private static let pairs = #""data":{"a":[1,2,3],"b":[4,2,6]},"x":"a","y":"b""#

  @Test func pointsAreOpenWhereVegaDrawsThemOpen() throws {
    for (mark, isOpen) in [
      (#""point""#, true), (#""circle""#, false), (#""scatter""#, false), (#"{"type":"square"}"#, false),
      (#"{"type":"point","shape":"square"}"#, true), (#"{"type":"point","filled":true}"#, false),
    ] {
      let dump = try Self.dump(#""mark":\#(mark),\#(Self.pairs)"#)
      #expect(dump.contains("stroke path") == isOpen, "\(mark)")
    }
  }

  @Test func pointsBeyondThePaletteHaveOtherShapes() throws {
    func corners(_ names: String) throws -> Int {
      let dump = try Self.dump(
        ##""mark":"point","data":{"a":[1,2,3],"b":[4,2,6],"s":[\##(names)]},"x":"a","y":"b","color":"s","colors":["#AA0000","#00AA00"],"legend":"none""##
      )
      return dump.split(separator: "\n").count { $0.contains("stroke path") && !$0.contains(" C ") }
    }
    #expect(try corners(#""p","q","q""#) == 0 && corners(#""p","q","r""#) == 1)
  }

  @Test func manyPointsAreTranslucent() throws {
    func isOpaque(_ count: Int) throws -> Bool {
      let rows = (0..<count).map { "{\"a\":\(($0 * 37) % 101),\"b\":\(($0 * 53) % 97)}" }
      return try Self.dump(
        ##""mark":"circle","data":[\##(rows.joined(separator: ","))],"x":"a","y":"b","colors":["#123456"]"##
      ).split { " \n".contains($0) }.contains("#123456")
    }
    #expect(try isOpaque(50) && !isOpaque(1_000))
  }

  @Test func theLargestBubbleHasTheAreaOfVegaLite() throws {
    let marks = try Self.marks(
      #""mark":"bubble","height":300,\#(Self.pairs),"size":"b""#)
    let widest = try #require(marks.map(\.width).max())
    #expect(abs(widest - (2 * (0.65 * 21.4 + 1))) < 0.1, "\(widest)")
  }

  @Test func aRampHasTheEndsOfTheData() throws {
    func chart(_ low: Int) -> String {
      #""mark":"heatmap","data":{"a":[1,2,3],"b":["p","p","p"],"v":[\#(low),0,40]},"x":"a","y":"b","color":"v""#
    }
    #expect(try Self.words(chart(-1)).contains("\u{2212}1") && Self.words(chart(-20)).contains("\u{2212}20"))
    // One value of the other sign does not make a diverging scale.
    #expect(try Self.dump(chart(-1)) == Self.dump(chart(-1) + #","scheme":"blues""#))
    #expect(try Self.dump(chart(-20)) == Self.dump(chart(-20) + #","scheme":"redblue""#))
  }

  @Test(arguments: [240, 300, 1_000]) func valuesInCellsAreAllWrittenOrNone(width: Int) throws {
    let rows = (0..<84).map { "{\"m\":\($0 % 12),\"y\":\($0 / 12),\"v\":\($0 * 12)}" }
    let chart =
      #""mark":"heatmap","data":[\#(rows.joined(separator: ","))],"x":"m","y":"y","color":"v","valueLabels":true,"legend":"none","axes":false"#
    let laidOut = try LaidOut(deck: Self.deck(chart, width: width))
    let count = laidOut.dump.split(separator: "\n").count { $0.contains("glyphs") }
    #expect(count == (width == 240 ? 0 : 84), "\(count)")
    #expect(laidOut.warnings.contains { $0.contains("no room for 84 values") } == (width == 240))
  }
}
