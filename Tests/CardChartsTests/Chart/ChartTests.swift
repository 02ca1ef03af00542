import CardRaster
import TestSupport
import Testing

@testable import CardCharts
@testable import CardParts

/// Reading, text alternatives and geometry of charts.
@Suite struct ChartTests {
  private static func deck(_ chart: String, locale: String = "en_US") -> String {
    #"{"theme":"mint","locale":"\#(locale)","canvas":{"width":400},"cards":[{"parts":[{"type":"chart",\#(chart)}]}]}"#
  }

  private static func marks(_ chart: String) throws -> [JSONNode] {
    guard case .array(let regions) = try LaidOut(deck: deck(chart)).inspected()["regions"]?.value else {
      return []
    }
    return regions.filter { $0["kind"]?.plain == "mark" }
  }

  private static func chart(_ chart: String, locale: String = "en_US") throws -> JSONNode {
    try #require(LaidOut(deck: deck(chart, locale: locale)).card()["parts"]?.element(0))
  }

  private static func alternative(_ members: String, locale: String = "en_US") throws -> String {
    try #require(chart(members, locale: locale)["alt"]?.plain)
  }

  private static let months = #""data":{"month":["Jan","Feb","Mar"],"n":[12,18,6]},"x":"month","y":"n""#

  private static func words(_ members: String) throws -> [String] {
    guard case .array(let lines)? = try chart(members)["lines"]?.value else { return [] }
    return lines.compactMap { $0["text"]?.plain }
  }

  @Test func theLabelOfAGaugeMayStartWithItsPreposition() throws {
    func gauge(_ members: String) throws -> String { try Self.alternative(#""mark":"gauge",\#(members)"#) }
    #expect(try gauge(#""value":72,"label":"of the goal""#).hasPrefix("Gauge of the goal."))
    #expect(try gauge(#""value":72,"label":"Office""#).hasPrefix("Gauge of Office."))
  }

  @Test func aGaugeWarnsOfAShareOfOne() throws {
    func warnings(_ members: String) throws -> [String] {
      try LaidOut(deck: Self.deck(#""mark":"gauge",\#(members)"#, locale: "en_US")).warnings
    }
    let warning = try #require(warnings(#""value":0.95"#).first)
    #expect(warning.contains("0.95 of 100") && warning.contains("[0, 1]"))
    for members in [#""value":0"#, #""value":1"#, #""value":0.95,"domain":[0,1]"#] {
      #expect(try warnings(members) == [])
    }
  }

  // MARK: Geometry

  @Test func fewBarsFarApartHaveALabelEach() throws {
    func labels(_ months: [String], _ more: String = "") throws -> [String] {
      let list = months.map { "\"\($0)\"" }.joined(separator: ",")
      let values = months.map { _ in "5" }.joined(separator: ",")
      return try Self.words(
        #""mark":"column","data":{"m":[\#(list)],"n":[\#(values)]},"x":"m","y":"n"\#(more)"#)
    }
    let far = try labels(["2026-01", "2026-06", "2026-11"])
    for name in ["Jan", "Jun", "Nov"] { #expect(far.contains(name), "\(far)") }
    for name in ["Apr", "Jul", "Oct"] { #expect(!far.contains(name), "\(far)") }
    let alone = try labels(["2026-05"])
    #expect(alone.contains("May") && !alone.contains { $0.contains(":") }, "\(alone)")
    let days = try labels(["2026-03-02", "2026-03-09", "2026-03-23"])
    #expect(days.filter { $0.contains("Mar") }.count == 3, "\(days)")
    let years = try labels(["2001-01", "2009-01", "2026-01"])
    for name in ["2001", "2009", "2026"] { #expect(years.contains(name), "\(years)") }
  }

  @Test(arguments: [
    (#"["2026","2026","2025","2025"]"#, "s", ["2026", "2025"]),
    (#"["2026-03-01","2026-05-01","2025-01-01","2025-07-01"]"#, "year(s)", ["2026", "2025"]),
    (#"["2026-03-01","2026-02-01","2025-01-01","2025-03-01"]"#, "yearquarter(s)", ["2026 Q1", "2025 Q1"]),
    (#"["2026-03-01","2026-03-09","2025-01-01","2025-01-02"]"#, "yearmonth(s)", ["2026-03", "2025-01"]),
  ]) func seriesOfDatesAreNamedAfterThem(column: String, color: String, names: [String]) throws {
    let words = try Self.words(
      #""mark":"line","data":{"x":["a","b","a","b"],"n":[1,2,3,4],"s":\#(column)},"x":"x","y":"n","color":"\#(color)""#
    )
    for name in names { #expect(words.contains(name), "\(words)") }
    #expect(!words.contains { $0.count > 8 }, "\(words)")
  }

  @Test func candlesUseColumnsByName() throws {
    func marks(_ names: [String], _ more: String) throws -> [Rect] {
      let columns = zip(names, ["[5,6]", "[9,8]", "[2,4]", "[6,5]"]).map { "\"\($0)\":\($1)" }
      let data = columns.joined(separator: ",")
      return try Self.marks(
        #""mark":"candlestick","height":200,"data":{"d":["a","b"],\#(data)},"x":"d"\#(more)"#
      ).map { try LaidOut.frame(of: $0) }
    }
    let own = try marks(["open", "high", "low", "close"], "")
    #expect(!own.isEmpty)
    #expect(try marks(["o", "h", "l", "c"], #","y":["o","h","l","c"]"#) == own)
    #expect(try marks(["open", "high", "low", "close"], #","y":["close","high","low","open"]"#) == own)
  }

  @Test func tooManyLayersAreRefused() throws {
    func issues(_ count: Int) throws -> [String] {
      let layers = [String](repeating: #"{"mark":"line"}"#, count: count).joined(separator: ",")
      return try LaidOut.issues(
        of: #"{"cards":[{"parts":[{"type":"chart","data":[1,2,3],"layer":[\#(layers)]}]}]}"#)
    }
    #expect(try issues(17).contains { $0.contains("expected at most 16 entries, found 17") })
    #expect(try !issues(16).contains { $0.contains("entries") })
  }

  @Test func barsAreAsTallAsTheirValues() throws {
    let frames = try Self.marks(#""mark":"column",\#(Self.months)"#).map { try LaidOut.frame(of: $0) }
    #expect(frames.count == 3)
    #expect(abs(frames[1].height / frames[0].height - 1.5) < 0.01)
    #expect(abs(frames[2].height / frames[0].height - 0.5) < 0.01)
    #expect(Set(frames.map { ($0.maxY * 100).rounded() }).count == 1, "all have the same baseline")
    #expect(frames[0].maxX < frames[1].minX)
  }

  @Test func barsAreHorizontalIfOnlyTheVerticalAxisHasNames() throws {
    let frames = try Self.marks(#""mark":"horizontalBar",\#(Self.months)"#).map { try LaidOut.frame(of: $0) }
    #expect(abs(frames[1].width / frames[0].width - 1.5) < 0.01)
    #expect(frames[0].maxY < frames[1].minY, "the first is at the top")
  }

  private static let stacked =
    #""data":{"q":["a","a","b","b"],"s":["x","y","x","y"],"v":[1,3,2,2]},"x":"q","y":"v","color":"s""#

  @Test func stacksAreOnTopOfEachOther() throws {
    let marks = try Self.marks(#""mark":"column",\#(Self.stacked)"#)
    let (first, second) = (try LaidOut.frame(of: marks[0]), try LaidOut.frame(of: marks[1]))
    #expect(abs(second.maxY + 1 - first.minY) < 0.01, "a gap of one point separates them")
    #expect(abs((second.height + 0.5) / (first.height + 0.5) - 3) < 0.02)
    let side = try Self.marks(#""mark":"column","stack":false,\#(Self.stacked)"#).map {
      try LaidOut.frame(of: $0)
    }
    #expect(Set(side.map { ($0.maxY * 100).rounded() }).count == 1)
    #expect(Set(side.map(\.minX)).count == 4)
  }

  @Test func sharesFillTheWhole() throws {
    let marks = try Self.marks(#""mark":"column","stack":"normalize",\#(Self.stacked)"#).map {
      try LaidOut.frame(of: $0)
    }
    // In drawing order: the stack of a, then that of b.
    let tops = [min(marks[0].minY, marks[1].minY), min(marks[2].minY, marks[3].minY)]
    #expect(abs(tops[0] - tops[1]) < 0.01)
  }

  @Test func everyLabelIsInsideThePart() throws {
    for mark in ["column", "line", "area", "pie", "donut", "horizontalBar", "funnel"] {
      for width in [150, 300, 600] {
        let names = #"["Research and development","Sales","Human resources and training","Finance"]"#
        let part = try Self.chart(
          #""mark":"\#(mark)","width":\#(width),"valueLabels":true,"data":{"n":\#(names),"v":[1200,400,80,950]},"x":"n","y":"v""#
        )
        let frame = try LaidOut.frame(of: part)
        guard case .array(let lines)? = part["lines"]?.value else { continue }
        for line in lines {
          let box = try LaidOut.frame(of: line)
          #expect(box.minX >= frame.minX - 0.6, "\(mark) \(width): \(line["text"]?.plain ?? "")")
          #expect(box.maxX <= frame.maxX + 0.6, "\(mark) \(width): \(line["text"]?.plain ?? "")")
          #expect(box.minY >= frame.minY - 1.5, "\(mark) \(width): \(line["text"]?.plain ?? "")")
          #expect(box.maxY <= frame.maxY + 1.5, "\(mark) \(width): \(line["text"]?.plain ?? "")")
        }
      }
    }
  }

  @Test func thinningKeepsTheHighestAndTheLowest() {
    var points = (0..<5_000).map { Point(x: Double($0), y: Double(($0 * 7_919) % 101)) }
    points[2_345].y = -400
    points[3_210].y = 900
    let kept = ChartCurve.kept(points, columns: 100, most: 400)
    #expect(kept.count <= 400)
    #expect(kept.contains(2_345))
    #expect(kept.contains(3_210))
    #expect(kept.first == 0)
    #expect(kept.last == 4_999)
    #expect(kept == kept.sorted())
  }

  @Test func aRibbonCoversItsLine() throws {
    var points = (0..<5_000).map { Point(x: Double($0) / 10, y: Double(($0 * 7_919) % 101)) }
    points[2_345].y = -400
    let path = try #require(ChartRibbon(points, column: 1)).path(width: 2)
    let corners = path.elements.compactMap { element -> Point? in
      switch element {
      case .move(let point), .line(let point): point
      default: nil
      }
    }
    #expect(corners.count < 1_200)
    #expect(corners.map(\.y).min() == -401, "the lowest point and half of the width")
    #expect(corners.map(\.y).max() == 101)
    let peak = corners.filter { $0.y < -300 }.map(\.x)
    #expect(peak.allSatisfy { abs($0 - 234.5) < 2.6 })
    #expect(ChartRibbon(points, column: 0.1) == nil, "a stroke shows every point")
    #expect(ChartRibbon(Array(points.prefix(100)), column: 1) == nil)
  }

  @Test func labelsThatWouldTouchMoveLittle() {
    let places = ChartSpread.centers([10, 12, 50], heights: [10, 10, 10], from: 0, to: 100)
    #expect(abs(places[1] - places[0]) >= 10)
    #expect(abs((places[0] + places[1]) / 2 - 11) < 0.01)
    #expect(places[2] == 50)
    let low = ChartSpread.centers([2, 3], heights: [10, 10], from: 0, to: 100)
    #expect(low == [5, 15])
  }

  @Test func plotsInARowAlign() throws {
    let parts =
      #"{"type":"chart","mark":"bar","data":[1,2]},{"type":"chart","title":"Two lines","mark":"bar","data":{"n":["Customer support","Research"],"v":[1,2]},"x":"n","y":"v"}"#
    func plots(_ isAligned: Bool) throws -> [[Double]] {
      let stack =
        #"{"type":"stack","distribution":"fillEqually","height":150,"alignAxes":\#(isAligned),"arrangedSubviews":[\#(parts)]}"#
      let part = try #require(LaidOut(parts: stack).card()["parts"]?.element(0))
      return (0..<2).map { number in
        (part["parts"]?.element(number)?["plot"]?.plain ?? "").split(separator: " ").compactMap {
          Double(String($0))
        }
      }
    }
    let (loose, aligned) = (try plots(false), try plots(true))
    #expect(loose[0][1] != loose[1][1])
    #expect(aligned[0][1] == aligned[1][1], "the tops")
    #expect(aligned[0][3] == aligned[1][3], "the heights")
  }

  // MARK: Data

  @Test func dataComeInManyForms() throws {
    let forms = [
      #""data":[{"month":"Jan","n":12},{"month":"Feb","n":18},{"month":"Mar","n":6}],"x":"month","y":"n""#,
      Self.months,
      #""data":{"values":[{"month":"Jan","n":12},{"month":"Feb","n":18},{"month":"Mar","n":6}]},"encoding":{"x":{"field":"month"},"y":{"field":"n"}}"#,
      #""data":[{"month":"Jan","n":5},{"month":"Jan","n":7},{"month":"Feb","n":18},{"month":"Mar","n":6}],"x":"month","y":"sum(n):Q""#,
    ]
    let heights = try forms.map { try Self.marks(#""mark":"column",\#($0)"#).map { $0["y"]?.plain } }
    for found in heights { #expect(found == ["12", "18", "6"]) }
  }

  @Test func filesNextToTheDeckAreData() throws {
    let folder = try TemporaryFolder()
    try FileWriting.write(
      Array("day,n\n2026-01-01,3\n2026-01-02,\n2026-01-03,9\n".utf8), to: folder.path + "/days.csv")
    let deck = Self.deck(#""mark":"line","data":"days.csv","x":"day","y":"n""#)
    let part = try #require(LaidOut(deck: deck, folder: folder.path).card()["parts"]?.element(0))
    #expect(part["alt"]?.plain?.contains("No data for Jan 2, 2026.") == true, "\(part["alt"]?.plain ?? "")")
    let outside = Self.deck(#""mark":"line","data":"../days.csv","x":"day","y":"n""#)
    #expect(try LaidOut.issues(of: outside, folder: folder.path).count == 1)
  }

  @Test func typesAreFound() throws {
    let part = try Self.chart(
      #""mark":"line","data":{"d":["2026-01","2026-02"],"v":[1,2],"c":["a","b"]},"x":"d","y":"v","color":"c""#
    )
    #expect(Self.channels(part) == ["x: d (temporal)", "y: v (quantitative)", "color: c (nominal)"])
  }

  @Test(arguments: ["waterfall", "column"]) func severalColumnsHaveNoNameInChannels(mark: String) throws {
    let part = try Self.chart(
      #""mark":"\#(mark)","data":{"d":["a","b"],"v":[1,2],"w":[3,4]},"x":"d","y":["v","w"]"#)
    #expect(Self.channels(part) == ["x: d (nominal)", "y: (quantitative)", "color: (nominal)"])
  }

  private static func channels(_ part: JSONNode) -> [String] {
    guard case .array(let found)? = part["channels"]?.value else { return [] }
    return found.compactMap(\.plain)
  }

  @Test(arguments: [
    (
      #""mark":"column","data":{"a":["x"],"n":["1,200"]},"x":"a","y":"n""#,
      "row 1, column 'n': '1,200' is not a number",
      "write 1200, or 1.2 if the comma is the decimal separator"
    ),
    (
      #""mark":"column","data":{"a":["x"],"n":["1,5"]},"x":"a","y":"n""#,
      "row 1, column 'n': '1,5' is not a number", "write 1.5"
    ),
    (
      #""mark":"column","data":{"a":["x"],"number":[1]},"x":"a","y":"numbr""#,
      "the data has no column 'numbr'",
      "did you mean 'number'?"
    ),
    (
      #""mark":"column","data":{"a":["x"],"n":[5]},"x":"a","y":{"field":"n","scale":{"zero":false}}"#,
      "do not start at 0", "line"
    ),
    (
      #""mark":"line","data":[1,0,4],"y":{"field":"value","scale":{"type":"log"}}"#,
      "a 'log' scale cannot show 0", "symlog"
    ),
    (#""mark":"doughnut","data":[1]"#, "unknown mark 'doughnut'", "did you mean 'donut'?"),
    (
      #""mark":"candlestick","data":{"d":["a"],"close":[1]},"x":"d","y":"close""#, "takes four columns",
      "without 'y'"
    ),
    (#""mark":"candlestick","data":{"d":["a"],"close":[1]},"x":"d""#, "'open' is missing", "or name yours"),
    (#""mark":"radar","data":[1]"#, "unknown mark 'radar'", "image"),
    (#""mark":"line","data":[1,2],"y":{"field":"value","format":"zq"}"#, "'zq' is not a format", "currency"),
    (
      #""mark":"line","data":"https://example.com/a.csv""#, "not loaded from the network",
      "in the deck's folder"
    ),
  ]) func invalidChartsAreErrors(_ chart: String, _ words: String, _ hint: String) throws {
    let issues = try LaidOut.issues(of: Self.deck(chart))
    #expect(issues.contains { $0.contains(words) && $0.contains(hint) }, "\(issues)")
  }

  @Test func sameBytesForAVegaLiteSpecification() throws {
    let part = try Self.chart(
      #""$schema":"https://vega.github.io/schema/vega-lite/v5.json","mark":{"type":"bar","tooltip":true},"data":{"values":[{"a":"A","b":28},{"a":"B","b":55}]},"encoding":{"x":{"field":"a","type":"nominal","axis":{"labelAngle":0}},"y":{"field":"b","type":"quantitative"}}"#
    )
    #expect(part["mark"]?.plain == "bar")
  }

  @Test func limitsAreErrorsWithTheirNumbers() {
    func message(_ spec: ChartSpec) -> String {
      do throws(ChartModel.Diagnostic) {
        _ = try ChartCompiler.compile(spec)
        return ""
      } catch {
        return error.message
      }
    }
    func table(_ names: [String], _ count: Int, _ value: (Int, Int) -> ChartValue) -> ChartTable {
      ChartTable(
        columns: names.enumerated().map { column, name in
          ChartTable.Column(name: name, values: (0..<count).map { value(column, $0) })
        }, count: count)
    }
    func spec(_ mark: ChartMarkType, _ table: ChartTable, color: Bool = false) -> ChartSpec {
      var spec = ChartSpec(data: table, mark: ChartMark(type: mark))
      spec.short = ChartEncoding(x: ChartChannel(fields: ["a"]), y: ChartChannel(fields: ["b"]))
      if color { spec.short.color = ChartChannel(fields: ["a"]) }
      return spec
    }
    let names = table(["a", "b"], Limits.chartCategories + 1) { column, row in
      column == 0 ? .text("n\(row)") : .number(1)
    }
    #expect(message(spec(.bar, names)).contains("2000 categories"))
    let series = table(["a", "b"], Limits.chartSeries + 1) { column, row in
      column == 0 ? .text("n\(row)") : .number(1)
    }
    #expect(message(spec(.bar, series, color: true)).contains("64 series"))
    let points = table(["a", "b"], Limits.chartMarks + 1) { column, row in .of(Double(row * (column + 1)))
    }
    #expect(message(spec(.point, points)).contains("limit of 20000"))
    #expect(message(spec(.line, points)) == "", "a line of any length is one mark")
    let rows = [JSONNode](repeating: .of(1), count: Limits.chartRows + 1)
    let mistake = #expect(throws: ChartTable.Diagnostic.self) { _ = try ChartTable(.list(rows)) }
    #expect(mistake?.message.contains("limit of 100000") == true)
  }

  // MARK: Words

  @Test func alternativesDescribeKindExtremesAndTrend() throws {
    #expect(
      try Self.alternative(#""mark":"column","title":"Orders",\#(Self.months)"#)
        == "Orders. Column chart of n by month. Jan 12, Feb 18, Mar 6.")
    let line = try Self.alternative(
      #""mark":"line","data":{"d":["2026-01","2026-02","2026-03","2026-04"],"v":[10,12,15,20]},"x":"d","y":"v""#
    )
    #expect(line.contains("V rises steadily from 10 to 20 (+100%)."), "\(line)")
    #expect(line.contains("Highest 20 (April 2026), lowest 10 (January 2026)."), "\(line)")
    let donut = try Self.alternative(#""mark":"donut",\#(Self.months)"#)
    #expect(donut == "Donut chart of n by month. Jan 33.3%, Feb 50.0%, Mar 16.7%.")
    let gauge = try Self.alternative(#""mark":"gauge","value":58,"thresholds":[{"to":60,"label":"fair"}]"#)
    #expect(gauge == "Gauge. 58 of 100, fair.")
    #expect(
      try Self.alternative(#""mark":"column",\#(Self.months)"#, locale: "de_DE")
        == "Säulendiagramm: n nach month. Jan 12, Feb 18, Mar 6.")
  }

  @Test func alternativesHaveThreeLengthsInEveryLocale() throws {
    let line =
      #""mark":"line","data":{"d":["2026-01","2026-02","2026-03","2026-04"],"v":[10,12,15,20]},"x":"d","y":"v""#
    for locale in DeckLocale.identifiers {
      let full = try Self.alternative(line, locale: locale)
      let short = try Self.alternative(line + #","textAlternative":"short""#, locale: locale)
      let data = try Self.alternative(line + #","textAlternative":"data""#, locale: locale)
      #expect(Set([full, short, data]).count == 3, "\(locale): \(full)")
      #expect(short.count <= 150 && short.count < full.count, "\(locale): \(short)")
      let isEnglish = locale.hasPrefix("en")
      #expect(full.hasPrefix("Line chart") == isEnglish, "\(locale): \(full)")
      #expect(full.contains("10") || full.contains("١٠"), "\(locale): \(full)")
    }
    let german = try Self.alternative(line, locale: "de_DE")
    #expect(german.contains("v: steigt (stetig), von 10 auf 20 (+100"), "\(german)")
    #expect(
      german.contains("Höchster Wert: 20 (") && german.contains("; Niedrigster Wert: 10 ("), "\(german)")
  }

  @Test func aPictureOfShapesDescribesItsCharts() throws {
    let deck = try LaidOut(deck: Self.deck(#""mark":"column","title":"Orders & <more>",\#(Self.months)"#))
      .deck
    let page = try #require(deck.pages.first)
    let group = try #require(page.display.items.flatMap(\.groups).first { $0.title != nil })
    #expect(group.title == "Orders & <more>")
    #expect(group.label == "Orders & <more>. Column chart of n by month. Jan 12, Feb 18, Mar 6.")
  }

  // MARK: Right to left

  @Test func rightToLeftChartsStartAtTheRight() throws {
    func frames(_ chart: String) throws -> [Rect] {
      let deck = Self.deck(chart).replacing("{\"theme\"", with: "{\"direction\":\"rtl\",\"theme\"")
      guard case .array(let regions) = try LaidOut(deck: deck).inspected()["regions"]?.value else {
        return []
      }
      return try regions.filter { $0["kind"]?.plain == "mark" }.map { try LaidOut.frame(of: $0) }
    }
    let columns = try frames(#""mark":"column",\#(Self.months)"#)
    #expect(columns[0].minX > columns[1].minX, "the first name is at the right")
    let bars = try frames(#""mark":"horizontalBar",\#(Self.months)"#)
    #expect(abs(bars[0].maxX - bars[1].maxX) < 0.01, "bars start at the right")
    #expect(bars[0].minX > bars[1].minX)
    let line = try frames(#""mark":"line","data":{"d":["2026-01","2026-02"],"v":[1,2]},"x":"d","y":"v""#)
    #expect(line[0].minX < line[1].minX, "dates run from left to right")
  }

  @Test func axesArePlacedByTheirOrientation() throws {
    func issues(_ members: String) throws -> [String] {
      try LaidOut.issues(of: Self.deck(#""mark":"line","data":{"a":[1,2],"b":[1,2],"c":[3,4]},\#(members)"#))
    }
    #expect(try issues(#""x":{"field":"a","axis":{"orient":"top"}},"y":"b""#) == [])
    #expect(
      try issues(#""x":{"field":"a","axis":{"orient":"left"}},"y":"b""#).contains {
        $0.contains("the horizontal axis must be at 'top' or 'bottom', found 'left'")
      })
    #expect(
      try issues(#""x":"a","y":{"field":"b","axis":{"orient":"top"}}"#).contains {
        $0.contains("a vertical axis must be at 'left' or 'right', found 'top'")
      })
    let layer = #""x":"a","y":{"field":"c","axis":{"orient":"left"}}"#
    #expect(
      try issues(
        #""x":"a","y":{"field":"b","axis":{"orient":"left"}},"layer":[{"mark":"line",\#(layer)}],"resolve":{"scale":{"y":"independent"}}"#
      ).contains { $0.contains("both vertical axes are at 'left'") })
  }

  @Test func namesAreLeftOutOnlyWithAWarning() throws {
    let names = (1...60).map { #""City \#($0)""# }.joined(separator: ",")
    let values = (1...60).map { "\($0)" }.joined(separator: ",")
    let chart = #""mark":"column","width":300,"data":{"n":[\#(names)],"v":[\#(values)]},"x":"n","y":"v""#
    let issues = try LaidOut.issues(of: Self.deck(chart))
    #expect(
      issues.contains { $0.contains("of 60 names of the x axis") && $0.contains("horizontalBar") },
      "\(issues)")
  }

  @Test func classesEndAtRoundNumbers() throws {
    var spec = ChartSpec(data: nil, mark: ChartMark(type: .bar))
    spec.data = ChartTable(
      columns: [ChartTable.Column(name: "a", values: [-80, 10, 30, 220].map { .of($0) })], count: 4)
    spec.short.x = ChartChannel(fields: ["a"], bin: ChartBin())
    spec.short.y = ChartChannel(aggregate: .count)
    let plan = try ChartCompiler.compile(spec)
    #expect(plan.x.classWidth == 50)
    #expect(plan.x.low == -100)
  }

  // MARK: Numbers

  @Test func largeNumbersHaveShortForms() throws {
    for (locale, value, text) in [
      ("en_US", 1_250_000.0, "1.3M"), ("de_DE", 2_500_000, "2,5\u{A0}Mio."), ("de_DE", 4_200, "4.200"),
      ("en_IN", 350_000, "3.5L"), ("ja_JP", 25_000, "2.5万"), ("en_US", 999, "999"), ("en_US", 1_500, "1.5K"),
    ] {
      let found = try #require(DeckLocale(locale))
      #expect(found.compactText(value) == text, "\(locale)")
    }
  }

  @Test(arguments: [
    (",.1f", 1_234.56, "1,234.6"), (".0%", 0.256, "26%"), ("~s", 1_500_000, "1.5M"), ("+d", 5, "+5"),
    ("d", 1_200, "1200"),
    ("$,.2f", 9.5, "$9.50"), (".3g", 0.123_456, "0.123"),
  ]) func formatsOfD3AreRead(_ format: String, _ value: Double, _ text: String) throws {
    let read = try D3NumberFormat(format)
    #expect(read.format(value, .standard) == text)
  }

  @Test func contrastIsThatOfWCAG() {
    #expect(abs(Color.white.contrast(with: .black) - 21) < 0.001)
    #expect(abs(Color.white.contrast(with: Color(rgb: 0x6B6B6B)) - 5.33) < 0.01)
    for color in ChartPalette.standard(.light) { #expect(color.contrast(with: .white) >= 2.95) }
    for color in ChartPalette.standard(.dark) {
      #expect(color.contrast(with: Color(rgb: 0x1C1C1E)) >= 3)
    }
  }

  @Test func schemesAreMixedEvenly() {
    #expect(ChartScheme.viridis.color(at: 0, .light, on: .white) == Color(rgb: 0x440154))
    #expect(ChartScheme.viridis.color(at: 1, .light, on: .white) == Color(rgb: 0xFDE725))
    #expect(ChartScheme.redblue.color(at: 0.5, .dark, on: .black) == Color(rgb: 0xF7F7F7))
  }

  // MARK: What changed

  @Test func aChangedValueIsDescribed() throws {
    func snapshot(_ value: Int) throws -> LayoutSnapshot {
      let data = #""data":{"month":["January","February","March"],"n":[20,18,\#(value)]},"x":"month","y":"n""#
      let deck = try LaidOut(deck: Self.deck(#""mark":"column",\#(data)"#))
      return LayoutSnapshot(try #require(deck.deck.pages.first))
    }
    let changes = try snapshot(12).changes(to: snapshot(18)).map(\.sentence)
    #expect(changes.contains("the bar of March went from 12 to 18"), "\(changes)")
    // The first text of a chart is a number of an axis, which does not identify the chart.
    let axis = try snapshot(12).changes(to: snapshot(59)).map(\.sentence)
    #expect(axis.contains { $0.hasPrefix("'40' and '60' are new in chart of card 1") }, "\(axis)")
    #expect(!axis.contains { $0.contains("chart '") }, "\(axis)")
  }

  @Test func aGrowingChartEndsAsItsStill() throws {
    for mark in ["column", "line", "area", "donut"] {
      let deck = try LaidOut(deck: Self.deck(#""mark":"\#(mark)","animated":true,\#(Self.months)"#)).deck
      let page = try #require(deck.pages.first)
      #expect(page.restsAt == 0.5)
      #expect(page.display(at: 0.1) != page.display)
      #expect(page.display(at: 0.5).dump == page.display.dump)
    }
  }
}

extension DisplayItem {
  /// The groups of an item, the outermost first.
  fileprivate var groups: [Group] {
    guard case .group(let group) = self else { return [] }
    return [group] + group.items.flatMap(\.groups)
  }
}
