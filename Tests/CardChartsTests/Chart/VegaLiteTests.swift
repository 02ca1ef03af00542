import CardModel
import CardRaster
import TestSupport
import Testing

@testable import CardCharts
@testable import CardParts

/// Specifications of Vega-Lite and Altair as they come: their transforms, expressions and composite marks.
@Suite struct VegaLiteTests {
  private static func deck(_ chart: String) -> String {
    #"{"theme":"mint","canvas":{"width":400},"cards":[{"parts":[{"type":"chart",\#(chart)}]}]}"#
  }

  private static func alternative(_ chart: String) throws -> String {
    try #require(LaidOut(deck: deck(chart)).card()["parts"]?.element(0)?["alt"]?.plain)
  }

  private static func issues(_ chart: String) throws -> [String] { try LaidOut.issues(of: deck(chart)) }

  // MARK: Specifications as they come

  @Test func chartsOfAltairAreDrawnWithoutWarnings() throws {
    let chart =
      #""$schema":"https://vega.github.io/schema/vega-lite/v6.json","config":{"view":{"continuousWidth":300,"continuousHeight":300}},"data":{"name":"d1"},"mark":{"type":"bar"},"encoding":{"x":{"field":"a","type":"nominal"},"y":{"field":"b","type":"quantitative"}},"datasets":{"d1":[{"a":"A","b":1},{"a":"B","b":2}]}"#
    #expect(try Self.issues(chart).isEmpty)
    #expect(try Self.alternative(chart).contains("A 1, B 2"))
  }

  private static let schema = #""$schema":"https://vega.github.io/schema/vega-lite/v6.json""#

  /// The plot of a chart, and its texts.
  private static func drawn(_ chart: String) throws -> (plot: [Double], texts: [String]) {
    let part = try #require(LaidOut(deck: deck(chart)).card()["parts"]?.element(0))
    var texts: [String] = []
    if case .array(let lines)? = part["lines"]?.value { texts = lines.compactMap { $0["text"]?.plain } }
    return ((part["plot"]?.plain ?? "").split(separator: " ").compactMap { Double($0) }, texts)
  }

  @Test(
    "The height of a specification is that of its plot",
    arguments: [
      "", #","title":"T""#, #","encoding":{"color":{"field":"c","title":"Kind"}}"#,
      #","encoding":{"color":{"field":"b"}}"#,
    ])
  func heights(more: String) throws {
    let chart = #"\#(Self.rows),"mark":"point","x":"a","y":"b""#
    let plot = try Self.drawn(#"\#(Self.schema),\#(chart),"height":150\#(more)"#).plot
    #expect(abs(plot[3] - 150) < 6, "\(plot)")
    #expect(try Self.drawn(#"\#(chart),"plotHeight":150\#(more)"#).plot == plot)
    #expect(try Self.drawn(#"\#(chart),"height":150\#(more)"#).plot[3] < 135)
  }

  @Test func axesOfNumbersInASpecificationHaveTitles() throws {
    func texts(_ y: String, _ start: String = Self.schema + ",") throws -> [String] {
      try Self.drawn(
        #"\#(start)\#(Self.rows),"mark":"bar","encoding":{"x":{"field":"a","type":"nominal"},"y":{\#(y)}}"#
      ).texts
    }
    let y = #""field":"b","type":"quantitative""#
    #expect(try texts(y).contains("b") && !texts(y).contains("a"))
    #expect(try texts(y + #","aggregate":"mean""#).contains("Mean of b"))
    #expect(try texts(#""aggregate":"count""#).contains("Count"))
    #expect(
      try !texts(y + #","title":null"#).contains("b") && !texts(y + #","axis":{"title":null}"#).contains("b"))
    #expect(try texts(y + #","axis":{"title":"Value"}"#).contains("Value"))
    #expect(try !texts(y, "").contains("b"))
  }

  @Test func legendsOfSeveralKindsHaveTitles() throws {
    let data = #""data":{"v":[1,2,3,4],"w":[3,1,2,5],"kind":["p","q","p","q"],"sex":["f",null,"m","f"]}"#
    let both = try Self.drawn(#"\#(data),"mark":"point","x":"v","y":"w","color":"kind","shape":"sex""#).texts
    for text in ["Kind", "p", "q", "sex", "f", "m", "–"] { #expect(both.contains(text), "\(both)") }
    let sizes = try Self.drawn(#"\#(data),"mark":"point","x":"v","y":"w","color":"kind","size":"w""#).texts
    #expect(sizes.contains("Kind"))
    #expect(
      try !Self.drawn(#"\#(data),"mark":"point","x":"v","y":"w","color":"kind""#).texts.contains("kind"))
  }

  @Test("A stack is in the order of `order`", arguments: [ChartMarkType.bar, .area])
  func ordersOfStacks(mark: ChartMarkType) throws {
    let names = ["a", "b", "c", "a", "b", "c"].map { ChartValue.text($0) }
    let data = Self.table([
      ("m", Self.numbers(1, 1, 1, 2, 2, 2)), ("k", names), ("n", Self.numbers(1, 2, 4, 8, 16, 32)),
      ("o", Self.numbers(2, 3, 1, 2, 1, 3)),
    ])
    func bases(_ sort: ChartSort?) throws -> [[Double]] {
      var spec = ChartSpec(data: data, mark: ChartMark(type: mark))
      spec.short = ChartEncoding(
        x: ChartChannel(fields: ["m"], type: .ordinal), y: ChartChannel(fields: ["n"]))
      spec.short.color = ChartChannel(fields: ["k"])
      spec.short.order = ChartChannel(fields: ["o"], sort: sort)
      return try ChartCompiler.compile(spec).layers[0].series.map { $0.points.map { $0.y2 ?? .nan } }
    }
    #expect(try bases(nil) == [[4, 16], [5, 0], [0, 24]])
    #expect(try bases(.descending) == [[2, 32], [0, 40], [3, 0]])
  }

  @Test func areasAfterBarsAreAboveThem() throws {
    let data = #""data":{"d":["2026-01-01","2026-02-01","2026-03-01"],"a":[3,5,4],"b":[1,2,2]},"x":"d""#
    func colors(_ layers: String) throws -> [Int?] {
      let dump = try LaidOut(deck: Self.deck(#"\#(data),"layer":[\#(layers)]"#)).dump.lowercased()
      return ["ff0000", "0000ff"].map { color in
        dump.firstRange(of: color).map { dump.distance(from: dump.startIndex, to: $0.lowerBound) }
      }
    }
    let bars = #"{"mark":{"type":"bar","color":"red"},"y":"a"}"#
    let area = #"{"mark":{"type":"area","color":"blue","opacity":1},"y":"b"}"#
    let (after, before) = (try colors("\(bars),\(area)"), try colors("\(area),\(bars)"))
    #expect(try #require(after[0]) < #require(after[1]))
    #expect(try #require(before[1]) < #require(before[0]))
  }

  // The values are those of Vega 6.
  @Test(arguments: [
    ("year", 5, "2020-01-01", "2020-01-01"), ("yearquarter", 2, "2023-07-01", "2024-01-01"),
    ("yearmonth", 5, "2023-06-01", "2024-01-01"), ("yearmonthdate", 10, "2023-08-31", "2024-02-21"),
    ("yearweek", 2, "2023-08-27", "2024-02-18"),
    ("yearmonthdatehours", 6, "2023-08-31T18:00", "2024-02-29T18:00"),
    ("yearmonthdatehoursminutes", 30, "2023-08-31T23:30", "2024-02-29T18:00"),
    ("month", 2, "7", "1"), ("month", 3, "7", "1"), ("quarter", 2, "3", "1"), ("date", 7, "29", "29"),
    ("day", 2, "4", "4"), ("dayofyear", 30, "241", "31"), ("week", 4, "33", "9"), ("hours", 6, "18", "18"),
    ("minutes", 15, "45", "15"), ("seconds", 20, "40", "40"),
    ("monthdate", 10, "2012-08-31", "2012-02-21"),
    ("hoursminutes", 15, "2012-01-01T23:45", "2012-01-01T18:15"),
  ]) func stepsOfTimeUnits(_ unit: String, _ step: Int, _ first: String, _ second: String) throws {
    let weeks = try #require(DeckLocale("en_US")).weeks
    let unit = try #require(TimeUnit(rawValue: unit))
    let starts = try ["2023-08-31T23:59:59Z", "2024-02-29T18:20:40Z"].map { text in
      let value = unit.value(of: try #require(CalendarMoment(data: text)), weeks, every: step)
      return unit.isCyclic ? JSONNumber.format(value) : ChartCompiler.category(.of(value), .temporal)
    }
    // The first week of 2024 has the number 1, which is 0 in Vega.
    guard unit != .week, unit != .yearweek else { return #expect(starts[0] == first) }
    #expect(starts == [first, second])
  }

  @Test func aStepOfATimeUnitGroupsRows() throws {
    func chart(_ unit: String) -> String {
      #""data":{"d":["2026-01-05","2026-02-09","2026-03-01","2026-06-03"],"v":[1,2,4,8]},"mark":"bar","encoding":{"x":{"field":"d","timeUnit":\#(unit)},"y":{"aggregate":"sum","field":"v","type":"quantitative"}}"#
    }
    let two = #"{"unit":"yearmonth","step":2,"utc":true}"#
    #expect(try Self.issues(chart(two)).isEmpty)
    let alternative = try Self.alternative(chart(two))
    #expect(alternative.contains("3 steps of 2 months from January 2026 to May 2026"), "\(alternative)")
    #expect(try Self.alternative(chart(#"{"unit":"month","step":3}"#)).contains("January 7, April 8"))
    #expect(
      try Self.issues(chart(#"{"unit":"month","maxbins":4}"#)).contains {
        $0.contains("'maxbins' has no effect")
      })
    #expect(try Self.issues(chart(#"{"maxbins":4}"#)).contains { $0.contains("unknown time unit") })
    #expect(
      try Self.issues(chart(#"{"unit":"month","step":1001}"#)).contains { $0.contains("timeUnit.step") })
    let step = #""transform":[{"timeUnit":{"unit":"yearmonth","step":STEP},"field":"d","as":"m"}],"#
    let transformed = step + chart(#""yearmonth""#).replacing(#""field":"d""#, with: #""field":"m""#)
    #expect(
      try Self.alternative(transformed.replacing("STEP", with: "2")).contains(
        "3 months from January 2026 to May"))
    #expect(
      try Self.issues(transformed.replacing("STEP", with: "0")).contains { $0.contains("from 1 to 1,000") })
  }

  private static let rows = #""data":{"a":["A","B","C"],"b":[28,-55,43],"c":["x","y","x"]}"#

  @Test(arguments: [
    (
      #""params":[{"name":"p","select":"interval"}],"mark":"bar","x":"a","y":"b""#, "'params' has no effect",
      "nothing was selected"
    ),
    (
      #""config":{"axis":{"labelFontSize":9}},"mark":"bar","x":"a","y":"b""#, "'config.axis.labelFontSize'",
      "'font'"
    ),
    (
      #""mark":{"type":"bar","strokeCap":"round","binSpacing":0},"x":"a","y":"b""#,
      "'mark.strokeCap', 'mark.binSpacing' have no effect", "'font'"
    ),
    (
      #""mark":"bar","x":{"field":"a","axis":{"labelExpr":"datum.label"}},"y":"b""#, "'axis.labelExpr'",
      "'format'"
    ),
    (
      #""mark":"bar","height":{"step":20},"x":"a","y":"b""#, "'height.step' has no effect",
      "'height' in points"
    ),
  ]) func keysWithoutEffectAreOneWarning(_ chart: String, _ words: String, _ hint: String) throws {
    let issues = try Self.issues("\(Self.rows),\(chart)")
    #expect(issues.count == 1 && issues[0].contains("warning") && issues[0].contains(words), "\(issues)")
    #expect(issues[0].contains(hint), "\(issues)")
  }

  @Test func aChannelFindsTheValueInTheExtremeRow() throws {
    let rows =
      #""data":{"city":["Rome","Rome","Oslo","Oslo"],"year":[2019,2024,2018,2021],"visits":[7,9,5,4],"by":["a","b","a","b"]},"mark":"bar""#
    func chart(_ extreme: String) -> String {
      #"\#(rows),"encoding":{"x":{"field":"city"},"y":{"aggregate":{"\#(extreme)":"year"},"field":"visits","type":"quantitative"}}"#
    }
    #expect(try Self.issues(chart("argmax")).isEmpty)
    #expect(try Self.alternative(chart("argmax")).contains("Rome 9, Oslo 4"))
    #expect(try Self.alternative(chart("argmin")).contains("Rome 7, Oslo 5"))
    #expect(try Self.issues(chart("argmid")).contains { $0.contains("expected one of") })
    let series = chart("argmax").replacing("\"x\":", with: #""color":{"field":"by"},"x":"#)
    #expect(try Self.alternative(series).contains("Highest 9 (b, Rome), lowest 4 (b, Oslo). Total 25"))
  }

  @Test func aChannelFindsTheExtremeRowOfAClassAndOfAMonth() throws {
    let rows =
      #""data":{"n":[1,2,4,5,9],"d":["2026-01-05","2026-01-09","2026-02-01","2026-02-03","2026-02-05"],"year":[3,1,2,9,4],"v":[10,20,30,40,50]},"mark":"bar""#
    func alternative(_ x: String) throws -> String {
      try Self.alternative(
        #"\#(rows),"encoding":{"x":{\#(x)},"y":{"aggregate":{"argmax":"year"},"field":"v","type":"quantitative"}}"#
      )
    }
    // Of 1, 2 the first, of 4, 5 the second, and 9; as Vega.
    #expect(try Self.inspected(#""field":"n","bin":{"step":3}"#, rows) == ["10", "40", "50"])
    #expect(try alternative(#""field":"d","timeUnit":"month""#).contains("January 10, February 40"))
  }

  /// The values of bars with the highest `year` of each class.
  private static func inspected(_ x: String, _ rows: String) throws -> [String] {
    try marks(
      #"\#(rows),"encoding":{"x":{\#(x)},"y":{"aggregate":{"argmax":"year"},"field":"v","type":"quantitative"}}"#
    ).map { $0["y"]?.plain ?? "" }
  }

  private static func marks(_ chart: String) throws -> [JSONNode] {
    guard case .array(let regions) = try LaidOut(deck: deck(chart)).inspected()["regions"]?.value else {
      return []
    }
    return regions.filter { $0["kind"]?.plain == "mark" }
  }

  /// The figures are those of Vega.
  @Test(arguments: [
    (#""bin":{"extent":[0,50],"maxbins":5}"#, ["0": 2, "10": 1, "20": 1, "30": 1]),
    (#""bin":{"base":2}"#, ["0": 3, "16": 1, "32": 1, "80": 1]),
    (#""bin":{"nice":false,"step":20}"#, ["2": 3, "22": 2, "82": 1]),
    (#""bin":{"anchor":3,"step":20}"#, ["3": 2, "23": 2, "83": 1]),
    (#""bin":{"steps":[1,5,25]}"#, ["0": 2, "10": 1, "25": 1, "30": 1, "85": 1]),
    (#""bin":{"minstep":50}"#, ["0": 5, "50": 1]),
    (#""bin":{"divide":[4],"maxbins":5}"#, ["0": 3, "25": 2, "75": 1]),
  ]) func classesAreThoseOfVega(_ bin: String, _ counts: [String: Int]) throws {
    let rows = try Self.marks(
      #""data":{"v":[2,3,11,25,33,88]},"mark":"point","transform":[{\#(bin),"field":"v","as":"s"}],"x":"v","y":"s""#
    )
    var found: [String: Int] = [:]
    for row in rows { found[row["y"]?.plain?.replacing("−", with: "-") ?? "", default: 0] += 1 }
    #expect(found == counts)
  }

  @Test(arguments: [("color", 5), ("size", 5), ("row", 5), ("column", 5), ("facet", 10), ("detail", 10)])
  func coloursSizesAndPanelsHaveFewClasses(_ channel: String, _ classes: Int) throws {
    let values = (0..<100).map { "{\"v\":\($0),\"a\":\"A\"}" }.joined(separator: ",")
    let marks = try Self.marks(
      #""data":[\#(values)],"mark":"point","x":"a","y":"count()","\#(channel)":{"field":"v","bin":true}"#)
    #expect(marks.count == classes)
  }

  /// The orders are those of Vega-Lite.
  @Test(arguments: [
    (#"{"field":"w"}"#, "point", "", "cab"), (#"{"field":"w","op":"mean"}"#, "point", "", "abc"),
    (#"{"field":"w","op":"sum"}"#, "point", "", "bca"), (#""y""#, "point", "", "cab"),
    (#""-y""#, "point", "", "bac"), (#""y""#, "bar", "", "bca"), (#"{"field":"w"}"#, "bar", "", "bca"),
    (#""y""#, "bar", #""aggregate":"mean","#, "abc"),
    (#"{"field":"w"}"#, "bar", #""aggregate":"mean","#, "cab"),
  ]) func namesAreSortedAsInVegaLite(_ sort: String, _ mark: String, _ more: String, _ order: String) throws {
    let marks = try Self.marks(
      #""data":{"n":["a","a","a","b","c","c"],"w":[3,4,5,5,1,9]},"mark":"\#(mark)","encoding":{"x":{"field":"n","type":"nominal","sort":\#(sort)},"y":{\#(more)"field":"w","type":"quantitative"}}"#
    )
    let places = try marks.map { ($0["x"]?.plain ?? "", try LaidOut.frame(of: $0).midX) }.sorted {
      $0.1 < $1.1
    }
    var names: [String] = []
    for (name, _) in places where !names.contains(name) { names.append(name) }
    #expect(names.joined() == order)
  }

  @Test func theSumOfNoNumbersIsMissing() throws {
    let chart =
      #""data":{"a":["A","B","C"],"b":[1,null,3]},"mark":"line","encoding":{"x":{"field":"a"},"y":{"field":"b","aggregate":"sum","type":"quantitative"}}"#
    #expect(try Self.marks(chart).map { $0["y"]?.plain } == ["1", "3"])
    #expect(try Self.alternative(chart).contains("No data for B"))
  }

  @Test func boxesAndBandsHaveTheValueOfTheirMiddle() throws {
    func values(_ mark: String) throws -> [String] {
      try Self.marks(
        #""data":{"a":["A","A","A","B","B","B"],"b":[1,2,9,4,5,6]},"mark":\#(mark),"x":"a","y":"b""#
      )
      .map { $0["y"]?.plain ?? "" }
    }
    #expect(try values(#""boxplot""#) == ["2", "5"])
    #expect(try values(#""errorbar""#) == ["4", "5"])
    #expect(try values(#"{"type":"errorband","extent":"iqr"}"#) == ["2", "5"])
  }

  @Test func rulesAndTicksAreListed() throws {
    let data = #""data":{"a":["A","B"],"b":[1,2]}"#
    #expect(try Self.marks(#"\#(data),"mark":"tick","x":"b","y":"a""#).map { $0["y"]?.plain } == ["A", "B"])
    #expect(try Self.marks(#"\#(data),"mark":"rule","y":"b""#).map { $0["y"]?.plain } == ["1", "2"])
  }

  @Test func aStreamHasNoPartBelowItsStart() throws {
    let area = ChartMark(type: .area)
    var spec = ChartSpec(
      data: Self.table([
        ("t", Self.numbers(1, 1, 2, 2)), ("v", Self.numbers(-4, 2, 3, 3)),
        ("s", ["a", "b", "a", "b"].map { .text($0) }),
      ]), mark: area)
    spec.stack = .center
    spec.short = ChartEncoding(x: ChartChannel(fields: ["t"]), y: ChartChannel(fields: ["v"]))
    spec.short.color = ChartChannel(fields: ["s"])
    let model = try ChartCompiler.compile(spec)
    #expect(model.layers[0].series.map { $0.points.map(\.y) } == [[4, 3], [6, 6]])
  }

  @Test(arguments: [
    ("yearquartermonth", "yearmonth"), ("yeardayofyear", "yearmonthdate"), ("yearweekday", "yearmonthdate"),
    ("utcyearweekdayhours", "yearmonthdatehours"), ("quartermonth", "month"),
  ]) func longNamesOfTimeUnits(_ name: String, _ unit: String) throws {
    #expect(TimeUnit.of(.of(name)) == TimeUnit(rawValue: unit))
    #expect(
      try Self.issues(
        #""data":{"d":["2026-01-05","2026-02-05"],"v":[1,2]},"mark":"bar","x":"\#(name)(d)","y":"sum(v)""#
      ).isEmpty)
  }

  // MARK: Opacity and fixed positions

  @Test func numbersAndNamesAreShownByOpacity() throws {
    let data = #""data":{"a":["A","B","C"],"b":[1,3,5],"k":["x","y","x"]}"#
    func dump(_ chart: String) throws -> String { try LaidOut(deck: Self.deck("\(data),\(chart)")).dump }
    // 0.3, 0.55 and 0.8 of 255.
    let bars = try dump(#""mark":{"type":"bar","color":"black"},"x":"a","y":"b","opacity":"b""#)
    for alpha in ["#0000004D", "#0000008C", "#000000CC"] { #expect(bars.contains(alpha), "\(bars)") }
    #expect(!bars.contains("#000000FF"))
    let named = try LaidOut(
      deck: Self.deck(#"\#(data),"mark":"line","x":"a","y":"b","opacity":{"field":"k","title":"kind"}"#))
    #expect(try Array(named.lines().prefix(3)) == ["kind", "x", "y"])
    let single = try dump(
      #""mark":{"type":"point","color":"black"},"x":"a","y":"b","opacity":{"field":"a","scale":{"domain":["B","A","C"]}}"#
    )
    #expect(single.contains("#0000004D") && single.contains("#000000CC"))
    let many = (0..<70).map { "{\"a\":\($0),\"b\":1,\"k\":\"n\($0)\"}" }.joined(separator: ",")
    #expect(
      try Self.issues(#""data":[\#(many)],"mark":"point","x":"a","y":"b","opacity":"k""#).contains {
        $0.contains("'opacity' has more than 64 names")
      })
  }

  @Test func marksCanHaveFixedPositions() throws {
    let data = #""data":{"a":["A","B","C"],"b":[10,20,30]}"#
    func plot(_ chart: String) throws -> (plot: [Double], marks: [Rect]) {
      let part = try #require(LaidOut(deck: Self.deck("\(data),\(chart)")).card()["parts"]?.element(0))
      let plot = try #require(part["plot"]?.plain).split(separator: " ").compactMap { Double($0) }
      let frame = try LaidOut.frame(of: part)
      let marks = try Self.marks("\(data),\(chart)").map { try LaidOut.frame(of: $0) }
      return ([plot[0] + frame.minX, plot[1] + frame.minY, plot[2], plot[3]], marks)
    }
    let points = try plot(#""mark":"point","x":{"value":40},"y":"b""#)
    #expect(points.marks.count == 3)
    for mark in points.marks { #expect(isNear(mark.midX, points.plot[0] + 40, within: 0.02)) }
    let ticks = try plot(#""mark":"tick","x":"b","y":{"value":"height"}"#)
    for mark in ticks.marks { #expect(isNear(mark.midY, ticks.plot[1] + ticks.plot[3], within: 0.02)) }
    let span = try plot(#""mark":"rule","x":{"value":10},"x2":{"value":60},"y":{"datum":20}"#)
    #expect(span.marks.allSatisfy { isNear($0.minX + 0.75, span.plot[0] + 10, within: 0.02) })
    #expect(span.marks.allSatisfy { isNear($0.width, 51.5, within: 0.02) })
    // An axis without a channel is not drawn.
    let words = try LaidOut(deck: Self.deck(#"\#(data),"mark":"rule","y":"b""#)).lines()
    #expect(!words.contains("1"), "\(words)")
    let wrong = try Self.issues(#"\#(data),"mark":"bar","x":{"value":40},"y":"b""#)
    #expect(wrong.contains { $0.contains("'x' takes no 'value'") }, "\(wrong)")
    let far = try Self.issues(#"\#(data),"mark":"point","x":{"value":"height"},"y":"b""#)
    #expect(far.contains { $0.contains("number of points, or 'width'") }, "\(far)")
  }

  @Test(arguments: [
    (#"{"field":"b","gt":2,"foo":1}"#, "'foo' is not a test of a condition"),
    (#"{"field":"b","gt":2,"lt":40}"#, "a condition has one test, found 'gt' and 'lt'"),
  ]) func conditionsAreReadWhole(_ condition: String, _ words: String) throws {
    let issues = try Self.issues(
      #"\#(Self.rows),"mark":"bar","transform":[{"filter":\#(condition)}],"x":"a","y":"b""#)
    #expect(issues.count == 1 && issues[0].contains("error") && issues[0].contains(words), "\(issues)")
  }

  @Test func conditionsAreThoseWithoutASelection() throws {
    func color(_ condition: String, _ params: String = #"[{"name":"p","select":"point"}]"#) throws -> String {
      let chart =
        #"\#(Self.rows),"params":\#(params),"mark":"bar","x":"a","y":"b","color":{"condition":\#(condition),"value":"teal"}"#
      return try LaidOut(deck: Self.deck(chart)).dump
    }
    #expect(try color(#"{"param":"p","value":"tomato"}"#).contains("FF6347"))
    #expect(try color(#"{"param":"p","empty":false,"value":"tomato"}"#).contains("008080"))
    let tested = try color(#"{"test":"datum.b < 0","value":"tomato"}"#, "[]")
    #expect(tested.contains("FF6347") && tested.contains("008080"))
  }

  @Test func valuesOfParametersAreUsedWithoutAWarning() throws {
    func issues(_ params: String) throws -> [String] {
      try Self.issues(
        #"\#(Self.rows),"params":[\#(params)],"transform":[{"filter":"datum.b > least"}],"mark":"bar","x":"a","y":"b""#
      )
    }
    #expect(try issues(#"{"name":"least","value":0}"#).isEmpty)
    #expect(
      try issues(#"{"name":"least","value":0,"bind":{"input":"range"}}"#).contains { $0.contains("'params'") }
    )
    let linked = try Self.issues(
      #"\#(Self.rows),"mark":"bar","encoding":{"x":{"field":"a"},"y":{"field":"b"},"href":{"field":"a"}}"#)
    #expect(
      linked.contains { $0.contains("'href' has no effect") && $0.contains("a mark has no link") },
      "\(linked)")
  }

  @Test func listsInRowsAreFlattened() throws {
    func chart(_ steps: String) -> String {
      #""data":{"values":[{"k":"p","a":[1,2,3],"b":["x","y"]},{"k":"q","a":[4],"b":["z"]},{"k":"r","a":[],"b":[]}]},"transform":[\#(steps)],"mark":"bar","x":"k","y":{"field":"n","aggregate":"sum"}"#
    }
    let flat = #"{"flatten":["a","b"],"as":["n"]}"#
    let text = try Self.alternative(chart(flat))
    #expect(text.contains("p 6") && text.contains("q 4") && !text.contains("r "), "\(text)")
    #expect(
      try Self.alternative(chart(flat + #",{"filter":"isValid(datum.b)"}"#)).contains("p 3"))
    let late = try Self.issues(chart(#"{"calculate":"1","as":"o"},"# + flat))
    #expect(late.contains { $0.contains("a list") || $0.contains("'flatten'") }, "\(late)")
    let rows = (0..<4).map { _ in #"{"n":[\#(Array(repeating: "1", count: 30_000).joined(separator: ","))]}"#
    }
    let many =
      #""data":{"values":[\#(rows.joined(separator: ","))]},"transform":[{"flatten":["n"]}],"mark":"point","x":"n","y":"n""#
    #expect(try Self.issues(many).contains { $0.contains("more than the limit of 100000") })
  }

  @Test func layersInLayersShareTheirChannels() throws {
    let chart =
      #"\#(Self.rows),"encoding":{"x":{"field":"a","type":"nominal"}},"layer":[{"encoding":{"y":{"field":"b","type":"quantitative"}},"layer":[{"mark":"bar"},{"mark":{"type":"text","dy":-9},"encoding":{"text":{"field":"c"}}}]}]"#
    let laidOut = try LaidOut(deck: Self.deck(chart))
    #expect(try laidOut.lines().filter { $0 == "x" }.count == 2)
  }

  @Test func valuesThatAreColorsAreUsedAsColors() throws {
    let dump = try LaidOut(
      deck: Self.deck(
        #""data":{"a":["A","B"],"b":[1,2],"c":["teal","tomato"]},"mark":"bar","x":"a","y":"b","color":{"field":"c","scale":null}"#
      )
    ).dump.lowercased()
    #expect(dump.contains("008080") && dump.contains("ff6347"))
  }

  @Test func missingValuesOfAChannelAreFilled() throws {
    let chart =
      #""data":{"d":[1,2,3,1,3],"s":["p","p","p","q","q"],"v":[5,6,7,8,9]},"mark":"line","encoding":{"x":{"field":"d","type":"quantitative"},"y":{"field":"v","type":"quantitative","impute":{"value":0}},"color":{"field":"s"}}"#
    #expect(try Self.alternative(chart).contains("lowest 0 (2"))
  }

  @Test func categoriesAreInTheOrderOfAnotherColumn() throws {
    let chart =
      #""data":{"a":["A","B","C"],"b":[1,2,3],"c":[5,9,7]},"mark":"bar","x":{"field":"a","sort":{"field":"c","op":"max","order":"descending"}},"y":"b""#
    #expect(try Self.alternative(chart).contains("B 2, C 3, A 1"))
    let issue = try Self.issues(chart.replacing(#""field":"c","op""#, with: #""field":"d","op""#))
    #expect(issue.contains { $0.contains("no column 'd'") }, "\(issue)")
  }

  // MARK: Transforms

  private static func table(_ columns: [(String, [ChartValue])]) -> ChartTable {
    ChartTable(
      columns: columns.map { ChartTable.Column(name: $0.0, values: $0.1) }, count: columns[0].1.count)
  }

  private static let sample = table([
    ("k", [.text("a"), .text("a"), .text("b"), .text("b")]), ("v", [.of(3), .of(1), .of(4), .missing]),
    ("d", [.text("2026-01-05"), .text("2026-02-05"), .text("2026-02-06"), .text("2027-03-01")]),
  ])

  private static func transformed(_ steps: String, _ table: ChartTable = sample) throws -> ChartTable {
    let node = try #require(JSONNode.read(Array(steps.utf8), file: "").node)
    guard case .array(let elements) = node.value else { return table }
    let transforms = elements.map { element in
      ChartTransform(
        kind: ChartTransform.names.first { element[$0] != nil } ?? "", node: element, path: .root,
        other: element["from"]?["data"].flatMap { try? ChartTable($0) },
        bin: element["bin"]?["maxbins"]?.number.map { ChartBin(maxbins: Int($0)) })
    }
    return try ChartTransform.apply(transforms, to: table, .standard) { _ in }
  }

  private static func values(_ steps: String, _ column: String, _ table: ChartTable = sample) throws
    -> [String]
  {
    try #require(transformed(steps, table).column(column)).values.map(\.name)
  }

  @Test(
    arguments: [
      (#"[{"filter":"datum.v > 1"}]"#, "v", ["3", "4"]),
      (#"[{"filter":{"field":"v","valid":true}}]"#, "v", ["3", "1", "4"]),
      (#"[{"filter":{"field":"v","oneOf":[1,4]}}]"#, "v", ["1", "4"]),
      (#"[{"filter":{"not":{"and":[{"field":"k","equal":"a"},"datum.v < 2"]}}}]"#, "v", ["3", "4", ""]),
      (#"[{"filter":{"field":"d","timeUnit":"year","equal":2027}}]"#, "d", ["2027-03-01"]),
      (
        #"[{"filter":{"field":"d","range":[{"year":2026,"month":"feb"},{"year":2026,"month":12}]}}]"#, "d",
        ["2026-02-05", "2026-02-06"]
      ),
      (#"[{"filter":{"param":"p"}}]"#, "v", ["3", "1", "4", ""]),
      (#"[{"filter":{"param":"p","empty":false}}]"#, "v", []),
      (#"[{"calculate":"datum.v * 2 + 1","as":"w"}]"#, "w", ["7", "3", "9", "1"]),
      (
        #"[{"calculate":"month(datum.d) + '/' + year(datum.d)","as":"w"}]"#, "w",
        ["0/2026", "1/2026", "1/2026", "2/2027"]
      ),
      (#"[{"calculate":"{'a':'x','b':'y'}[datum.k]","as":"w"}]"#, "w", ["x", "x", "y", "y"]),
      (
        #"[{"calculate":"if(datum.v === null, -1, datum.v > 2 ? upper(datum.k) : 'low')","as":"w"}]"#, "w",
        ["A", "low", "B", "-1"]
      ),
      (#"[{"aggregate":[{"op":"sum","field":"v","as":"s"}],"groupby":["k"]}]"#, "s", ["4", "4"]),
      (
        #"[{"aggregate":[{"op":"argmax","field":"v","as":"m"}],"groupby":["k"]}]"#, "m['d']",
        ["2026-01-05", "2026-02-06"]
      ),
      (
        #"[{"joinaggregate":[{"op":"mean","field":"v","as":"m"}]},{"calculate":"datum.m - 2","as":"w"}]"#,
        "m",
        ["2.6666666666666665", "2.6666666666666665", "2.6666666666666665", "2.6666666666666665"]
      ),
      (
        #"[{"window":[{"op":"rank","as":"r"}],"sort":[{"field":"v","order":"descending"}]}]"#, "r",
        ["2", "3", "1", "4"]
      ),
      (#"[{"window":[{"op":"sum","field":"v","as":"s"}]}]"#, "s", ["3", "4", "8", "8"]),
      (
        #"[{"window":[{"op":"mean","field":"v","as":"s"}],"frame":[-1,1]}]"#, "s",
        ["2", "2.6666666666666665", "2.5", "4"]
      ),
      (#"[{"window":[{"op":"lag","field":"v","as":"s"}],"groupby":["k"]}]"#, "s", ["", "3", "", "4"]),
      (#"[{"window":[{"op":"row_number","as":"s"}],"groupby":["k"]}]"#, "s", ["1", "2", "1", "2"]),
      (#"[{"stack":"v","groupby":["k"],"as":["s","e"]}]"#, "e", ["3", "4", "4", "4"]),
      (#"[{"fold":["k","d"]}]"#, "key", ["k", "d", "k", "d", "k", "d", "k", "d"]),
      (#"[{"pivot":"k","value":"v","op":"max"}]"#, "a", ["3"]),
      (#"[{"impute":"v","key":"k","value":0}]"#, "v", ["3", "1", "4", ""]),
      (#"[{"impute":"v","key":"k","method":"mean"}]"#, "v", ["3", "1", "4", "2.6666666666666665"]),
      (#"[{"impute":"v","key":"k","method":"max","frame":[-2,-1]}]"#, "v", ["3", "1", "4", "4"]),
      (
        #"[{"impute":"v","key":"d","groupby":["k"],"method":"mean","frame":[-1,0]}]"#, "v",
        ["3", "1", "4", "4", "1", "", "", ""]
      ),
      (
        #"[{"window":[{"op":"ntile","param":2,"as":"s"}],"sort":[{"field":"k"}]}]"#, "s",
        ["1", "1", "2", "2"]
      ),
      (
        #"[{"filter":"datum.v === null"},{"window":[{"op":"sum","field":"v","as":"s"}]}]"#, "s", [""]
      ),
      (
        #"[{"filter":{"field":"d","timeUnit":"month","oneOf":["jan","march"]}}]"#, "d",
        ["2026-01-05", "2027-03-01"]
      ),
      (#"[{"filter":{"field":"d","timeUnit":"day","equal":"thu"}}]"#, "d", ["2026-02-05"]),
      (#"[{"calculate":"toNumber(pad('7', 3, '0', 'left'))","as":"w"}]"#, "w", ["7", "7", "7", "7"]),
      (#"[{"calculate":"toBoolean('false') ? 1 : 2","as":"w"}]"#, "w", ["2", "2", "2", "2"]),
      (
        #"[{"calculate":"2 - datum.v","as":"w"},{"stack":"w","groupby":[],"offset":"normalize"}]"#,
        "stack_end",
        ["0.16666666666666666", "0.3333333333333333", "0.6666666666666666", "1"]
      ),
      (
        #"[{"calculate":"2 - datum.v","as":"w"},{"stack":"w","groupby":["k"],"offset":"center"}]"#,
        "stack_start",
        ["1", "2", "0", "2"]
      ),
      (
        #"[{"aggregate":[{"op":"variancep","field":"v","as":"s"}],"groupby":["d"]}]"#, "s", ["", "", "", ""]
      ),
      (
        #"[{"lookup":"k","from":{"data":[{"n":"a","u":"one"}],"key":"n","fields":["u"]},"default":"none"}]"#,
        "u",
        ["one", "one", "none", "none"]
      ),
      (
        #"[{"timeUnit":"yearmonth","field":"d","as":"m"}]"#, "m",
        ["2026-01-01", "2026-02-01", "2026-02-01", "2027-03-01"]
      ),
      (#"[{"bin":{"maxbins":3},"field":"v","as":["s","e"]}]"#, "s", ["3", "1", "3", ""]),
      (#"[{"quantile":"v","probs":[0,0.5,1]}]"#, "value", ["1", "3", "4"]),
      (#"[{"sample":2}]"#, "v", ["3", "1"]),
      (
        #"[{"extent":"v","param":"e"},{"calculate":"datum.v / e[1]","as":"w"}]"#, "w",
        ["0.75", "0.25", "1", "0"]
      ),
    ] as [(String, String, [String])]) func transformsGiveTheRowsOfVegaLite(
      _ steps: String, _ column: String, _ expected: [String]
    ) throws
  {
    if steps.contains("sample") {
      #expect(try Self.values(steps, column).count == 2)
      #expect(try Self.values(steps, column) == Self.values(steps, column))
    } else {
      #expect(try Self.values(steps, column) == expected)
    }
  }

  @Test func statisticsAreThoseOfVega() throws {
    let line = Self.table([("x", [.of(1), .of(2), .of(3)]), ("y", [.of(2), .of(4), .of(6)])])
    #expect(try Self.values(#"[{"regression":"y","on":"x"}]"#, "y", line) == ["2", "6"])
    #expect(try Self.values(#"[{"regression":"y","on":"x","params":true}]"#, "rSquared", line) == ["1"])
    #expect(try Self.values(#"[{"loess":"y","on":"x","bandwidth":1}]"#, "y", line).count == 3)
    let density = try Self.transformed(#"[{"density":"x","bandwidth":0.5,"extent":[0,4],"steps":40}]"#, line)
    let sum = try #require(density["density"]).values.compactMap(\.number).reduce(0, +) * 0.1
    #expect(abs(sum - 1) < 0.05)
    #expect(ChartAggregate.stderr.value(of: [1, 2, 3, 4], rows: 4).map { abs($0 - 0.645497) < 1e-6 } == true)
    #expect(ChartAggregate.distinct.value(ofCells: [.of(1), .of(1), .text("a")], rows: 3) == 2)
    #expect(abs(ChartStatistics.normalQuantile(0.975) - 1.96) < 0.001)
  }

  @Test(arguments: [
    (#"[{"filtr":"datum.a"}]"#, "unknown transform", "did you mean 'filter'?"),
    (#"[{"calculate":"datum.b","az":"w"}]"#, "has no key 'az'", "did you mean 'as'?"),
    (#"[{"calculate":"flor(datum.b)","as":"w"}]"#, "no function 'flor'", "did you mean 'floor'?"),
    (#"[{"calculate":"datum.bb","as":"w"}]"#, "no column 'bb'", "did you mean 'b'?"),
    (#"[{"filter":"b > 1"}]"#, "no name 'b'", "write datum.b"),
    (#"[{"filter":"datum.b > "}]"#, "unexpected end", "as in Vega"),
    (#"[{"filter":"datum.b > 'x"}]"#, "unexpected end", "closing quote"),
    (#"[{"calculate":"floor(1, 2)","as":"w"}]"#, "takes 1 arguments, found 2", ""),
    (#"[{"aggregate":[{"op":"summ","field":"b"}]}]"#, "unknown operation 'summ'", "did you mean 'sum'?"),
    (#"[{"filter":{"field":"b"}}]"#, "needs equal", ""),
    (#"[{"lookup":"a","from":{"key":"x"}}]"#, "needs 'from'", ""),
    (#"[{"regression":"b","on":"b","method":"cubic"}]"#, "unknown method 'cubic'", "linear"),
    (#"[{"timeUnit":"yearmont","field":"a","as":"x"}]"#, "unknown time unit 'yearmont'", "yearmonth"),
  ]) func errorsOfTransformsHaveAPlaceAndAHint(_ steps: String, _ words: String, _ hint: String) throws {
    let issues = try Self.issues(#"\#(Self.rows),"transform":\#(steps),"mark":"bar","x":"a","y":"b""#)
    #expect(
      issues.contains { $0.contains(words) && $0.contains(hint) && $0.contains("transform") }, "\(issues)")
  }

  @Test func expressionsAndTransformsAreLimited() throws {
    func message(_ expression: String, rows: Int = 1) -> String {
      let table = Self.table([("v", Array(repeating: .of(1), count: rows))])
      do throws(ChartExpression.Diagnostic) {
        var environment = ChartExpression.Environment(locale: .standard)
        let parsed = try ChartExpression(expression, table)
        for row in 0..<rows { _ = try parsed.value(row, &environment) }
        return ""
      } catch { return error.message }
    }
    #expect(
      message("1+" + String(repeating: " ", count: Limits.chartExpression) + "1").contains("2000 characters"))
    let depth = Limits.chartExpressionDepth
    for nested in [
      String(repeating: "(", count: depth + 1) + "1" + String(repeating: ")", count: depth + 1),
      String(repeating: "!", count: depth + 1) + "1", "1" + String(repeating: "+1", count: depth + 1),
      String(repeating: "[", count: depth + 1) + String(repeating: "]", count: depth + 1),
    ] { #expect(message(nested).contains("100 levels"), "\(nested)") }
    #expect(message("1" + String(repeating: "+1", count: depth - 10)) == "")
    var environment = ChartExpression.Environment(locale: .standard)
    let stopped = #expect(throws: ChartExpression.Diagnostic.self) {
      try environment.take(Limits.chartSteps + 1)
    }
    #expect(stopped?.message.contains("20000000 steps") == true)
    let many = Self.table([("v", Array(repeating: .of(1), count: Limits.chartRows / 2 + 1))])
    #expect(throws: ChartModel.Diagnostic.self) { try Self.transformed(#"[{"fold":["v","v"]}]"#, many) }
    let steps = Array(repeating: #"{"sample":9}"#, count: Limits.chartTransforms + 1).joined(separator: ",")
    #expect(
      try Self.issues(#"\#(Self.rows),"transform":[\#(steps)],"mark":"bar","x":"a","y":"b""#).count == 1)
  }

  @Test func randomNumbersAreTheSameInEveryRun() throws {
    let first = try Self.values(#"[{"calculate":"random()","as":"r"}]"#, "r")
    #expect(try first == Self.values(#"[{"calculate":"random()","as":"r"}]"#, "r") && Set(first).count == 4)
  }

  // MARK: Marks

  private static func model(
    _ mark: ChartMark, _ columns: [(String, [ChartValue])], x: ChartChannel? = ChartChannel(fields: ["k"]),
    y: ChartChannel? = ChartChannel(fields: ["v"])
  ) throws -> ChartModel {
    var spec = ChartSpec(data: table(columns), mark: mark)
    spec.short = ChartEncoding(x: x, y: y)
    return try ChartCompiler.compile(spec)
  }

  private static func numbers(_ values: Double...) -> [ChartValue] { values.map { .of($0) } }

  @Test func boxPlotsHaveTheirParts() throws {
    let names = ["a", "a", "a", "a", "a", "b", "b", "b"].map { ChartValue.text($0) }
    let data = [("k", names), ("v", Self.numbers(1, 2, 3, 4, 40, 5, 6, 7))]
    let model = try Self.model(ChartMark(type: .boxplot), data)
    #expect(model.layers.map(\.mark.type) == [.rule, .bar, .tick, .point])
    #expect(model.layers[0].points.map(\.y) == [1, 5] && model.layers[0].points.map(\.y2) == [4, 7])
    #expect(model.layers[1].points.map(\.y) == [2, 5.5] && model.layers[1].points.map(\.y2) == [4, 6.5])
    #expect(model.layers[2].points.map(\.y) == [3, 6] && model.layers[3].points.map(\.y) == [40])
    var whole = ChartMark(type: .boxplot)
    (whole.extent, whole.ticks) = (.whole, true)
    let all = try Self.model(whole, data)
    #expect(all.layers.map(\.mark.type) == [.rule, .tick, .tick, .bar, .tick])
    #expect(all.layers[0].points.map(\.y2) == [40, 7])
    let flat = try Self.model(
      ChartMark(type: .boxplot), data, x: ChartChannel(fields: ["v"]), y: ChartChannel(fields: ["k"]))
    #expect(flat.layers.allSatisfy(\.isHorizontal) && flat.layers[2].points.map(\.x) == [3, 6])
  }

  @Test func boxPlotsOfSeriesStandSideBySide() throws {
    let chart =
      #""data":{"k":["a","a","a","a"],"c":["x","x","y","y"],"v":[1,2,5,9]},"mark":"boxplot","x":"k","y":"v","color":"c""#
    #expect(try Self.issues(chart).isEmpty)
  }

  @Test func errorBarsAndBandsSpanTheirExtent() throws {
    func ends(_ extent: ChartExtent?) throws -> [Double] {
      var mark = ChartMark(type: .errorbar)
      mark.extent = extent
      let names = Array(repeating: ChartValue.text("a"), count: 4)
      let points = try Self.model(mark, [("k", names), ("v", Self.numbers(1, 2, 3, 4))]).layers[0].points
      return points.flatMap { [$0.y, $0.y2 ?? .nan] }
    }
    #expect(try ends(.iqr) == [1.75, 3.25])
    let deviation = try ends(.stdev)
    #expect(abs(deviation[0] - 1.20900) < 1e-4 && abs(deviation[1] - 3.79099) < 1e-4)
    #expect(abs(try ends(nil)[0] - 1.85450) < 1e-4)
    var band = ChartMark(type: .errorband)
    band.borders = true
    let model = try Self.model(band, [("k", Self.numbers(1, 1, 2, 2)), ("v", Self.numbers(1, 2, 3, 4))])
    #expect(model.layers.map(\.mark.type) == [.area, .line, .line])
    let given =
      #""data":{"k":["a"],"m":[5],"e":[2]},"mark":"errorbar","encoding":{"x":{"field":"k"},"y":{"field":"m","type":"quantitative"},"yError":{"field":"e"}}"#
    #expect(try Self.issues(given).isEmpty)
  }

  @Test func marksOnOneAxisHaveAPlaceOnTheOther() throws {
    for type in [ChartMarkType.point, .tick, .bar, .boxplot] {
      let model = try Self.model(
        ChartMark(type: type), [("v", Self.numbers(1, 2, 5))],
        x: ChartChannel(fields: ["v"], type: .quantitative), y: nil)
      #expect(model.pointCount > 0 && model.y.categories == [""] && model.y.hasAxis == false, "\(type)")
    }
  }

  @Test func binnedPointsAreInTheMiddleOfTheirClass() throws {
    func places(_ type: ChartMarkType) throws -> [Double] {
      let model = try Self.model(
        ChartMark(type: type), [("v", Self.numbers(1, 12, 14, 25))],
        x: ChartChannel(fields: ["v"], bin: ChartBin(step: 10)), y: ChartChannel(aggregate: .count))
      return model.layers[0].points.map(\.x)
    }
    #expect(try places(.point) == [5, 15, 25] && places(.bar) == [0, 10, 20])
  }
}
