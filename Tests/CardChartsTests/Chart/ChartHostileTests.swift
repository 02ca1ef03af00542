import BundledFonts
import CardRaster
import TestSupport
import Testing

@testable import CardCharts
@testable import CardParts

/// Charts with untrusted data: each is drawn, or fails with an error at its place.
@Suite struct ChartHostileTests {
  /// A deck with one chart, without a shadow, whose pixels are slow in a build without optimization.
  private static func deck(_ chart: String, canvas: String = #""width":340"#) -> String {
    #"{"theme":"report","canvas":{\#(canvas)},"cards":[{"parts":[{"type":"chart",\#(chart)}]}]}"#
  }

  private static func issues(_ chart: String) throws -> [String] { try LaidOut.issues(of: deck(chart)) }

  /// Lays out a chart and paints it as PNG and as SVG.
  private static func paint(_ chart: String, canvas: String = #""width":340"#) throws {
    let laidOut = try LaidOut(deck: deck(chart, canvas: canvas)).deck
    let page = try #require(laidOut.pages.first)
    for format in [OutputFormat.png, .pdf, .svg] {
      let bytes = try format.encode(
        page.display, settings: OutputFormat.Settings(), fonts: try FontLibrary(laidOut.fonts))
      #expect(!bytes.isEmpty)
    }
  }

  private static func list(_ count: Int, _ value: (Int) -> String) -> String {
    "[\((0..<count).map(value).joined(separator: ","))]"
  }

  // MARK: Numbers as places of names

  @Test(
    "Numbers on an axis shared with bars are names",
    arguments: [
      #""mark":"line","data":{"a":[30,10,-2],"b":[1,2,5]},"x":"a","y":"b","layer":[{"mark":"bar"}]"#,
      #""mark":"area","data":{"a":[7.5,-5],"b":[1,2]},"x":"a","y":"b","layer":[{"mark":"column"}]"#,
      #""mark":"bar","data":{"a":[3,1,2],"b":[1,2,5]},"x":"a","y":"b","layer":[{"mark":"line"},{"mark":"point"}]"#,
      #""mark":"horizontalBar","data":{"a":[3,1,9],"b":[1,2,5]},"x":"a","y":"b","layer":[{"mark":"point"}]"#,
      #""mark":"rect","data":{"a":[3,1,9],"b":[1,2,5]},"x":"a","y":"b","layer":[{"mark":"text","text":"b"}]"#,
      #""mark":"waterfall","data":{"a":[2020,2021],"b":[1,2]},"x":"a","y":"b","layer":[{"mark":"line"}]"#,
      #""mark":"candlestick","data":{"d":["2026-01-01","2026-01-02"],"open":[1,2],"high":[3,3],"low":[0,1],"close":[2,1]},"x":"d","layer":[{"mark":"line","y":"close"}]"#,
      #""mark":"line","data":{"a":[30,10,20,5,6,7],"b":[1,2,5,1,1,1]},"x":"a","y":"b","maxCategories":3,"layer":[{"mark":"bar"}]"#,
      #""mark":"line","data":{"a":[3e14,-1,2],"b":[1,2,5]},"x":"a","y":"b","sort":"-y","layer":[{"mark":"bar"}]"#,
    ]) func numbersBecomeNames(chart: String) throws
  {
    #expect(try Self.issues(chart).filter { $0.contains("error") } == [])
    try Self.paint(chart)
  }

  @Test func wordsAndNumbersCannotShareAnAxis() throws {
    for layer in [
      #"{"mark":"point","data":{"a":[1,2],"b":[3,4]}}"#,
      #"{"mark":"line","data":[4,5,6],"x":"index","y":"value"}"#,
    ] {
      let issues = try Self.issues(
        #""mark":"bar","data":{"a":["Jan","Feb"],"b":[1,2]},"x":"a","y":"b","layer":[\#(layer)]"#)
      let error = try #require(issues.first { $0.contains("error") })
      #expect(error.contains("names and numbers, which cannot share an axis"), "\(error)")
      #expect(error.hasPrefix("d.json:1:"), "\(error)")
    }
  }

  @Test(
    "Marks without axes cannot be combined with other layers",
    arguments: ["pie", "donut", "arc", "funnel", "calendar", "gauge"])
  func marksWithoutAxesAreAlone(mark: String) throws {
    for layers in [(#""point""#, "\"\(mark)\""), ("\"\(mark)\"", #""bar""#)] {
      let issues = try Self.issues(
        #""mark":\#(layers.0),"value":5,"data":{"a":[3,1],"b":[1,2]},"x":"a","y":"b","layer":[{"mark":\#(layers.1)}]"#
      )
      #expect(issues.first?.contains("no axes to share") == true, "\(issues)")
    }
  }

  @Test(
    "Slices and stages have names with every type of scale",
    arguments: ["donut", "pie", "funnel"], ["linear", "log", "time", "point", "sqrt"])
  func slicesHaveNames(mark: String, scale: String) throws {
    let chart =
      #""mark":"\#(mark)","data":{"a":[3,4,5],"b":[-1,2,9e14]},"x":{"field":"b","scale":{"type":"\#(scale)"}},"y":"a""#
    #expect(try Self.issues(chart).allSatisfy { !$0.contains("error") || $0.hasPrefix("d.json:1:") })
    if try Self.issues(chart).allSatisfy({ !$0.contains("error") }) { try Self.paint(chart) }
  }

  @Test func aSecondAxisHasNoNames() throws {
    let issues = try Self.issues(
      #""mark":"bar","data":{"a":["x","y"],"b":[1,2]},"x":"a","y":"b","resolve":{"scale":{"y":"independent"}},"layer":[{"mark":"point","y":"a"}]"#
    )
    #expect(issues.contains { $0.contains("a second vertical axis needs numbers or dates") }, "\(issues)")
  }

  @Test(
    "Strings that look like numbers stay strings",
    arguments: ["day(d)", "month(d)", "week(d)", "quarter(d)", "hours(d)", "date(d)"], ["x", "color"])
  func wordsThatReadAsNumbers(unit: String, channel: String) throws {
    let names = [
      "nan", "inf", "-inf", "infinity", "1e300", "-1e300", "1e400", "0x1p70", "9223372036854775808", "6",
      "-7",
    ]
    let cells = names.map { "\"\($0)\"" }.joined(separator: ",")
    let values = Self.list(names.count) { "\($0)" }
    let other = channel == "x" ? "color" : "x"
    let layer =
      #"{"mark":"bar","data":{"d":["2026-01-01","2026-02-03"],"b":[1,2],"s":["k","l"]},"\#(channel)":"\#(unit)","\#(other)":"s"}"#
    let chart =
      #""mark":"bar","data":{"n":[\#(cells)],"b":\#(values),"s":\#(Self.list(names.count) { "\"t\($0)\"" })},"\#(channel)":"n","\#(other)":"s","y":"b","layer":[\#(layer)]"#
    for issue in try Self.issues(chart) where issue.contains(" error: ") {
      #expect(issue.hasPrefix("d.json:1:"), "\(issue)")
    }
    let sorted =
      #""mark":"bar","data":{"n":[\#(cells)],"b":\#(values)},"x":{"field":"n","type":"ordinal","sort":"ascending"},"y":"b""#
    try Self.paint(sorted)
  }

  // MARK: Bounds

  @Test(
    "Numbers in a deck have the same bounds as numbers in data",
    arguments: [
      (#""x":{"field":"a","scale":{"domain":[0,1e308]}},"y":"b""#, "x.scale.domain[1]"),
      (#""x":"a","y":{"field":"b","scale":{"type":"log","domain":[5e-324,2]}}"#, "y.scale.domain[0]"),
      (#""x":"a","y":{"field":"b","axis":{"values":[1,-1e15]}}"#, "y.axis.values[1]"),
      (#""x":"a","y":"b","rules":[{"y":1},{"y":1e300}]"#, "rules[1].y"),
      (#""x":"a","y":"b","rules":[{"x":[0,4e200]}]"#, "rules[0].x[1]"),
      (#""x":"a","y":"b","layer":[{"mark":"rule","y":{"datum":1e200}}]"#, "layer[0].y.datum"),
    ]) func numbersHaveBounds(members: String, place: String) throws
  {
    let issues = try Self.issues(#""mark":"line","data":{"a":[1,2,3],"b":[1,2,3]},\#(members)"#)
    let error = try #require(issues.first)
    #expect(error.contains("beyond 1e15") || error.contains("closer to 0 than 1e-280"), "\(error)")
    #expect(error.contains("at cards[0].parts[0].\(place)"), "\(error)")
  }

  @Test func namesThatAreLongNumbersSortAsBefore() throws {
    let chart =
      #""mark":"bar","data":{"a":["123456789012345678901","2"],"b":[1,2]},"x":{"field":"a","sort":[2,123456789012345678901]},"y":"b""#
    #expect(try Self.issues(chart).filter { $0.contains("error") } == [])
  }

  @Test func exponentsAreBounded() {
    for value in [1e15, 1e308, .greatestFiniteMagnitude, .infinity, .leastNonzeroMagnitude, 0] {
      #expect(abs(RealMath.exponent10(value)) <= 308)
      for base in [2, 2.0000001, 3, 1_000] { #expect(abs(LogBase(base).exponent(of: value)) <= 1_100) }
    }
    #expect(RealMath.exponent10(1e15) == 15)
    #expect(LogBase(2).exponent(of: 1_024) == 10)
  }

  @Test func integersAreClampedAndIndicesAreChecked() {
    #expect(Int(clamping: .nan) == 0)
    #expect(Int(clamping: -.infinity) == .min && Int(clamping: 1e300) == .max)
    #expect(Int(clamping: -2.7) == -2 && Int(clamping: 2.7) == 2)
    let names = ["a", "b"]
    #expect(names[at: 1] == "b")
    for number in [-1, 0.5, 2, .nan, .infinity, 1e300] { #expect(names[at: number] == nil) }
  }

  @Test func aThresholdHasABound() throws {
    let issues = try Self.issues(#""mark":"gauge","value":1,"thresholds":[1e300]"#)
    #expect(issues.first?.contains("thresholds[0]") == true, "\(issues)")
  }

  // MARK: Tables that are made of others

  @Test func derivedTablesCountTowardsTheLimit() throws {
    let rows = Self.list(20_000) { "\($0 % 97)" }
    let folded = Self.list(60) { _ in "\"b\"" }
    let stacked =
      #""mark":"area","data":{"a":\#(Self.list(40_000) { "\($0)" }),"b":\#(Self.list(40_000) { "\($0 % 7)" }),"s":\#(Self.list(40_000) { "\"s\($0 % 60)\"" })},"x":"a","y":"b","color":"s""#
    for chart in [
      #""mark":"line","data":{"a":\#(rows),"b":\#(rows)},"x":"a","y":\#(folded),"layer":[{"mark":"line"}]"#,
      stacked,
    ] {
      let issues = try Self.issues(chart)
      #expect(issues.first?.contains("more than 2000000 values together") == true, "\(issues)")
      #expect(issues.first?.contains("at cards[0].parts[0].data") == true, "\(issues)")
    }
  }

  @Test func rowsWithManyKeysAreAnErrorBeforeATableIsMade() throws {
    let issues = try Self.issues(
      #""mark":"bar","x":"k0","y":"k1","data":\#(Self.list(30_000) { #"{"k\#($0)":1}"# })"#)
    #expect(issues.first?.contains("different keys") == true, "\(issues)")
    #expect(issues.first?.contains("at cards[0].parts[0].data") == true, "\(issues)")
  }

  @Test func aFileHasAsManyCellsAsADeck() {
    let names = (0..<2_000).map { "c\($0)" }.joined(separator: ",")
    let row = "1" + String(repeating: ",", count: 1_999)
    let text = ([names] + [String](repeating: row, count: 30)).joined(separator: "\n")
    let mistake = #expect(throws: CSVRowReader.Diagnostic.self) {
      _ = try CSVTable(Array(text.utf8), atMost: 100, cells: 50_000)
    }
    #expect(mistake?.line == 27 && mistake?.message.contains("50000") == true)
  }

  // MARK: Painting

  private static func zigzag(_ count: Int, _ more: String = "") -> String {
    #""mark":"line","height":300,"data":{"a":\#(list(count) { "\($0)" }),"b":\#(list(count) { "\($0 * 7_919 % 1_009)" }),"s":\#(list(count) { "\"s\($0 % 12)\"" })},"x":"a","y":"b"\#(more)"#
  }

  @Test(
    "Lines with many points are drawn",
    arguments: [
      #","color":"s""#, #","mark":{"type":"line","interpolate":"step"}"#,
      #","mark":{"type":"line","strokeDash":[1e-6,2]}"#,
      #","mark":{"type":"area","interpolate":"step-after"}"#, #","stack":"center","color":"s","mark":"area""#,
      #","order":"b""#, #","mark":"area","order":"b""#, #","x":{"field":"a","scale":{"domain":[0,10]}}"#,
      #","y":{"field":"b","scale":{"domain":[0,1e-12]}}"#,
    ]) func longLines(more: String) throws
  {
    // A later key overrides an earlier one.
    var members = Self.zigzag(6_000)
    for key in ["mark", "x", "y"] where more.contains(",\"\(key)\":") {
      members = members.replacing(try Regex(",?\"\(key)\":\"[a-z]+\",?"), with: ",", maxReplacements: 1)
    }
    if members.hasPrefix(",") { members.removeFirst() }
    while members.hasSuffix(",") { members.removeLast() }
    try Self.paint(members + more)
  }

  @Test func aLineOfManyPointsOnALargeCanvas() throws {
    try Self.paint(
      #""mark":"line","height":60,"data":\#(Self.list(60_000) { "\($0 * 31 % 101)" })"#,
      canvas: #""width":1000,"scale":8"#)
  }

  @Test func thinnedLinesHaveABoundedNumberOfPoints() {
    let circle = (0..<50_000).map { Point(x: Double($0 % 100), y: Double($0 % 77)) }
    #expect(ChartCurve.kept(circle, columns: 500, most: 2_000).count <= 2_000)
    let upright = (0..<5_000).map { Point(x: 3, y: Double(($0 * 7_919) % 5_000)) }
    let kept = ChartCurve.kept(upright, columns: 100, most: 400).map { upright[$0].y }
    #expect(kept.contains(0) && kept.contains(4_999) && kept.count <= 4)
  }

  @Test(
    "Dashes of any length are drawn",
    arguments: [
      #","rules":[{"y":1,"dash":[1e-6]},{"x":1,"dash":[0,1e-7,0]}]"#,
      #","layer":[{"mark":{"type":"rule","strokeDash":[1e-6]},"y":{"datum":1.5}}]"#,
      #","mark":{"type":"line","strokeDash":[1e-6,1e-6],"strokeWidth":1e-5},"color":"s""#,
    ]) func dashes(more: String) throws
  {
    let mark = more.contains("\"mark\":{\"type\":\"line\"") ? "" : #""mark":"line","#
    try Self.paint(#"\#(mark)"data":{"a":[1,2,3],"b":[1,2,1],"s":["x","x","y"]},"x":"a","y":"b"\#(more)"#)
  }

  @Test func dashesGrowUntilTheirNumberIsBounded() {
    var path = Path()
    path.move(to: Point(x: 0, y: 0))
    path.line(to: Point(x: 900, y: 0))
    #expect(Stroke(width: 1, dashes: [3, 1]).fitting(path).dashes == [3, 1])
    let fine = Stroke(width: 1, dashes: [3e-6, 1e-6]).fitting(path)
    #expect(900 / fine.dashes.reduce(0, +) * 2 <= Double(Limits.pathPoints))
    #expect(isNear(fine.dashes[0], 3 * fine.dashes[1], within: 1e-9))
    #expect(Stroke(width: 1, dashes: [0, 0]).fitting(path).dashes == [0, 0])
  }

  @Test func notchesWithAFineLine() throws {
    let laidOut = try LaidOut(
      parts: #"{"type":"spacer","height":60}"#,
      card: ##""traits":{"notches":{"radius":4,"lineColor":"#888","lineWidth":1e-5}},"##
    ).deck
    let page = try #require(laidOut.pages.first)
    _ = try OutputFormat.png.encode(
      page.display, settings: OutputFormat.Settings(), fonts: try FontLibrary(laidOut.fonts))
  }

  // MARK: Crowds

  @Test func valuesOfALongLineAreLabelledWhereThereIsRoom() throws {
    let laidOut = try LaidOut(
      deck: Self.deck(
        #""mark":"line","height":200,"valueLabels":true,"data":\#(Self.list(3_000) { "\($0 * 7_919 % 1_009)" })"#
      ))
    guard case .array(let lines)? = try laidOut.card()["parts"]?.element(0)?["lines"]?.value else { return }
    let texts = lines.compactMap { $0["text"]?.plain }
    #expect(texts.contains("1,008"), "the largest value has a label")
    let warning = try #require(laidOut.warnings.first { $0.contains("there is no room for") })
    let hidden = try #require(warning.split(separator: " ").compactMap { Int($0) }.first)
    #expect(hidden > 2_700 && hidden < 3_000, "\(warning)")
  }

  @Test func aLegendHasAsManyNamesAsBefore() throws {
    let count = 300
    let laidOut = try LaidOut(
      deck: Self.deck(
        #""mark":"pie","height":200,"data":{"n":\#(Self.list(count) { "\"name \($0)\"" }),"v":\#(Self.list(count) { "\($0 + 1)" })},"x":"n","y":"v""#
      ))
    let warning = try #require(laidOut.warnings.first { $0.contains("names in the legend") })
    #expect(warning.contains("of 300 names"), "\(warning)")
  }
}
