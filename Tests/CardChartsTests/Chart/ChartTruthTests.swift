import TestSupport
import Testing

@testable import CardParts

/// The texts and the axes of a chart are true of its data.
@Suite struct ChartTruthTests {
  private static func laidOut(_ chart: String, width: Int = 360, locale: String = "en_US") throws -> LaidOut {
    try LaidOut(
      deck:
        #"{"locale":"\#(locale)","canvas":{"width":\#(width)},"cards":[{"parts":[{"type":"chart","height":170,\#(chart)}]}]}"#
    )
  }

  private static func alternative(_ chart: String, locale: String = "en_US") throws -> String {
    try laidOut(chart, locale: locale).inspected()["alt"]?.plain ?? ""
  }

  private static func lines(_ chart: String, width: Int = 360) throws -> [String] {
    guard
      case .array(let lines)? = try laidOut(chart, width: width).card()["parts"]?.element(0)?["lines"]?.value
    else { return [] }
    return lines.compactMap { $0["text"]?.plain }
  }

  @Test(
    "Different values have different labels, whatever format the axis has",
    arguments: [
      (
        #""mark":"line","y":{"field":"v","format":"compact","scale":{"zero":false}},"data":{"d":["a","b","c"],"v":[4001,4002,4004]}"#,
        "from 4.001K to 4.004K (+0.1%). Highest 4.004K (c), lowest 4.001K (a)."
      ),
      (
        #""mark":"column","y":{"field":"v","format":"currency(0)"},"data":{"d":["a","b","c"],"v":[0.2,0.9,1]}"#,
        "a $0.20, b $0.90, c $1.00."
      ),
      // Values that differ anyway keep the short format.
      (
        #""mark":"column","y":{"field":"v","format":"currency(0)"},"data":{"d":["a","b"],"v":[1,1]}"#,
        "a $1, b $1."
      ),
    ])
  func values(chart: String, words: String) throws {
    let text = try Self.alternative(#""x":"d",\#(chart)"#)
    #expect(text.contains(words), "\(text)")
  }

  @Test("The text alternative lists names as names") func namesAsValues() throws {
    let chart = #""mark":"column","x":"k","y":"v","data":{"k":["Ann","Bob"],"v":["30","10"]}"#
    #expect(try Self.alternative(chart).contains("Ann 30, Bob 10."))
  }

  @Test("Values of normalised stacks are shares") func formatOfShares() throws {
    let chart =
      #""mark":"area","data":{"d":["2026","2027","2026","2027"],"n":[35,30,5,12],"k":["a","a","b","b"]},"x":"d:T","y":{"field":"n","stack":"normalize","axis":{"format":"%"}},"color":"k""#
    let words = try Self.alternative(chart)
    #expect(words.contains("Highest 87.5% (a, 2026), lowest 12.5% (b, 2026)"), "\(words)")
  }

  @Test(
    "The text alternative of a gauge includes its label",
    arguments: [("en_US", "Gauge of Score. 42 of 100."), ("de_DE", "Messanzeige: Score. 42 / 100.")])
  func gauge(locale: String, words: String) throws {
    #expect(try Self.alternative(#""mark":"gauge","value":42,"label":"Score""#, locale: locale) == words)
  }

  @Test("Rectangles without colours are not a heatmap") func spans() throws {
    let data = #""x":"a","x2":"b","y":"c","y2":"e","data":[{"a":1,"b":3,"c":2,"e":4}]"#
    #expect(try Self.alternative(#""mark":"rect",\#(data)"#) == "Chart of c by a.")
    #expect(try Self.laidOut(#""mark":"rect","grid":true,\#(data)"#).warnings.isEmpty)
  }

  @Test("Days of several years that are names include the year") func years() throws {
    let days =
      #""mark":"column","y":"v","data":{"d":["2020-12-28","2021-01-04","2021-12-27","2024-12-30"],"v":[1,2,3,4]}"#
    for width in [600, 360, 240, 190, 150] {
      let laidOut = try Self.laidOut(#""x":"yearmonthdate(d):O",\#(days)"#, width: width)
      // Rotated labels are not lines of text.
      let text = laidOut.glyphRuns.map(\.text).joined(separator: " ")
      // In a narrow chart a label is truncated, with a warning.
      let isTold = width < 240 && !laidOut.warnings.isEmpty
      for year in ["2020", "2021", "2024"] { #expect(text.contains(year) || isTold, "\(width): \(text)") }
    }
  }

  @Test(
    "Ordinal labels are left out without a warning only if the steps are even",
    arguments: [
      ([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20], true),
      (
        [1000, 2000, 2001, 2002, 3000, 5000, 7000, 9000, 9001, 9002, 9003, 9004, 9005, 9006, 9007, 9008],
        false
      ),
    ])
  func ordinals(numbers: [Int], isThinned: Bool) throws {
    let chart =
      #""mark":"column","x":"n:O","y":"v","data":{"n":\#(numbers),"v":\#(numbers.map { $0 % 7 })}"#
    let laidOut = try Self.laidOut(chart, width: 260)
    let lines = try laidOut.lines()
    let shown = numbers.filter { lines.contains("\($0)") }
    #expect(shown.count < numbers.count)
    // With even steps the reader can infer the missing labels; otherwise leaving out a label causes a
    // warning.
    let isTold = laidOut.warnings.contains { $0.contains("names of the x axis") }
    #expect(isTold != isThinned, "\(laidOut.warnings)")
  }

  @Test("Numbers at 'color' of lines are series or cause a warning") func colorsOfLines() throws {
    let years = #""data":{"m":[1,2,3,1,2,3],"y":[2024,2024,2024,2025,2025,2025],"v":[1,2,3,2,4,6]}"#
    let text = try Self.alternative(#""mark":"line","x":"m","y":"v","color":"y",\#(years)"#)
    #expect(text.contains("2 series: 2024, 2025. 2024 rises steadily from 1 to 3"), "\(text)")
    let single = #""mark":"line","x":"m","y":"v","color":"c","data":{"m":[1,2,3],"v":[3,1,2],"c":[10,20,15]}"#
    let warnings = try Self.laidOut(single).warnings
    #expect(
      warnings.count == 1 && warnings[0].contains("the numbers at 'color' have no effect"), "\(warnings)")
  }

  @Test("A line and an area follow dates on either axis")
  func datesAtY() throws {
    let data = #""data":{"d":["2026-01-05","2026-01-06","2026-01-08"],"v":[3,1,2]}"#
    func chart(_ mark: String) -> String { #""mark":"\#(mark)","x":"v","y":"d",\#(data)"# }
    let line = try Self.laidOut(chart("line"))
    #expect(line.warnings.isEmpty, "\(line.warnings)")
    // In the order of the values the line would go up, down and up again.
    let path = try #require(line.dump.split(separator: "\n").first { $0.contains("stroke path") })
    let numbers = path.split(separator: " ").compactMap { Double($0) }
    #expect(numbers.count >= 6 && numbers[1] > numbers[3] && numbers[3] > numbers[5], "\(path)")
    let area = try Self.laidOut(chart("area"))
    #expect(area.warnings.isEmpty, "\(area.warnings)")
    let text = try #require(try area.inspected()["alt"]?.plain)
    #expect(text.contains("V falls from 3 to 2"), "\(text)")
  }

  @Test("An empty chart keeps its other warnings") func emptyChart() throws {
    let warnings = try Self.laidOut(
      #""mark":"column","maxCategories":5,"x":"d:T","y":"v","data":{"d":["2026-01-01","2026-01-02"],"v":[null,null]}"#
    ).warnings
    #expect(warnings.contains { $0.contains("'maxCategories' has no effect") }, "\(warnings)")
    #expect(warnings.contains { $0.contains("none of the 2 rows has a value") }, "\(warnings)")
  }

  @Test(
    "Long numbers and units stay inside the part, with a warning",
    arguments: [
      #""mark":"column","x":"k","y":{"field":"v","format":"currency(2)"},"valueLabels":true,"data":{"k":["a","b","c"],"v":[1e14,9e14,3e14]}"#,
      #""mark":"bar","y":"k","x":{"field":"v","format":"currency(2)"},"valueLabels":true,"data":{"k":["a","b","c"],"v":[1e14,9e14,3e14]}"#,
      #""mark":"funnel","x":"k","y":{"field":"v","format":"currency(9)"},"data":{"k":["Visited the page","b","c"],"v":[9e14,123456789012345,3e8]}"#,
      #""mark":"funnel","x":"k","y":{"field":"v","unit":"kilograms of carbon dioxide"},"data":{"k":["Visited the page","b","c"],"v":[9000,120,3]}"#,
      #""mark":"bubble","x":"a","y":"b","size":{"field":"s","unit":"kilograms of carbon dioxide per head"},"data":{"a":[1,2],"b":[1,2],"s":[1,900]}"#,
    ])
  func longNumbers(chart: String) throws {
    let laidOut = try Self.laidOut(chart, width: 300)
    #expect(!laidOut.warnings.isEmpty)
    let part = try #require(try laidOut.card()["parts"]?.element(0))
    let frame = try LaidOut.frame(of: part)
    guard case .array(let lines)? = part["lines"]?.value else { return }
    let frames = try lines.map { try LaidOut.frame(of: $0) }
    for line in frames {
      #expect(line.minX >= frame.minX - 1.5 && line.maxX <= frame.maxX + 1.5, "\(line) in \(frame)")
    }
    let long = lines.compactMap { $0["text"]?.plain }.filter { $0.count > 3 && !$0.hasSuffix("%") }
    #expect(Set(long).count == long.count, "\(long)")
  }

  @Test("An axis of long numbers has more than one label") func longTicks() throws {
    let lines = try Self.lines(
      #""mark":"bar","y":"k","x":{"field":"v","format":"currency(2)"},"data":{"k":["a","b"],"v":[1e14,9e14]}"#,
      width: 300)
    #expect(lines.filter { $0.hasPrefix("$") }.count > 1, "\(lines)")
  }

  @Test("A line continues over years without a row") func yearsWithoutRows() throws {
    let dump = try Self.laidOut(
      #""mark":"line","data":{"d":["2000","2001","2003"],"v":[3,4,5]},"x":"year(d)","y":"v","valueLabels":false"#
    ).dump
    #expect(dump.split(separator: "\n").count { $0.contains("stroke path") } == 1, "\(dump)")
  }

  @Test("Classes are whole on the axis of points") func wholeClasses() throws {
    let words = try Self.lines(
      #""mark":"point","data":{"v":[1,2,11,12,13,25]},"x":{"field":"v","bin":{"step":10}},"y":"count()""#)
    #expect(words.contains("0") && words.contains("30"), "\(words)")
  }

  @Test("The marks of a large chart are counted", arguments: [("line", 700), ("point", 700), ("line", 20)])
  func unlistedMarks(mark: String, count: Int) throws {
    let values = (0..<count).map { "\(($0 * 7) % 13)" }.joined(separator: ",")
    let part = try Self.laidOut(#""mark":"\#(mark)","data":[\#(values)]"#).card()["parts"]?.element(0)
    #expect(part?["unlistedMarks"]?.number == (count > 500 ? Double(count) : nil))
  }

  @Test("The text alternative has rows, places of extremes, one digit of shares, and no sums over time")
  func facts() throws {
    let stocks =
      #""data":{"d":["2026-01-01","2026-01-02","2026-01-03","2026-01-01","2026-01-02","2026-01-03"],"s":["A","A","A","B","B","B"],"v":[5,9,6,1,2,3]},"x":"d","y":"v","color":"s""#
    let lines = try Self.alternative(#""mark":"line",\#(stocks)"#)
    #expect(lines.contains("6 rows from Jan 1, 2026 to Jan 3, 2026."), "\(lines)")
    #expect(lines.contains("A rises with swings from 5 to 6 (+20%), highest 9 (Jan 2, 2026)."), "\(lines)")
    #expect(lines.contains("Highest 9 (A, Jan 2, 2026), lowest 1 (B, Jan 1, 2026)."), "\(lines)")
    let areas = try Self.alternative(#""mark":"area",\#(stocks)"#)
    #expect(areas.contains("Total 9 (Jan 3, 2026); largest is A with 6."), "\(areas)")
    let pie = try Self.alternative(
      #""mark":"pie","data":{"k":["A","B","C"],"v":[52,9.2,39]},"x":"k","y":"v""#)
    #expect(pie.hasSuffix("A 51.9%, B 9.2%, C 38.9%."), "\(pie)")
    let months = (1...12).map { "\"2026-\($0 < 10 ? "0" : "")\($0)\"" }.joined(separator: ",")
    let column = #""mark":"column","data":{"d":[\#(months)],"v":[-4,2,3,4,5,6,7,8,9,10,11,12]},"y":"v""#
    let year = try Self.alternative(column + #","x":"yearmonth(d)""#)
    #expect(year.contains("12 months from January 2026 to December 2026."), "\(year)")
    #expect(year.contains("lowest \u{2212}4 (January 2026)."), "\(year)")
    #expect(try Self.alternative(column + #","x":"month(d)""#).contains("by d. 12 months."))
    let scatter = try Self.alternative(#""mark":"point","data":{"a":[1,2,3],"b":[4,null,5]},"x":"a","y":"b""#)
    #expect(scatter.hasSuffix("No data for 1 row."), "\(scatter)")
  }

  private static func marks(_ laidOut: LaidOut) throws -> [Rect] {
    guard case .array(let all)? = try laidOut.inspected()["regions"]?.value else { return [] }
    return try all.filter { $0["kind"]?.plain == "mark" }.map { try LaidOut.frame(of: $0) }
  }

  @Test(arguments: [[2, 48, 42], [0, 19, 24], [0, 35, 15], [1, 30, 828], [40, 40, 900]])
  func stackedBarsAreAsLongAsTheirValues(values: [Int]) throws {
    let rows = zip(["x", "y", "z"], values).map { #"{"d":"a","k":"\#($0)","n":\#($1)}"# }
    let chart =
      #""mark":"column","x":"d","y":{"field":"n","scale":{"domain":[0,3000]}},"color":"k","data":[{"d":"b","k":"x","n":3000},\#(rows.joined(separator: ","))]"#
    let heights = try Self.marks(Self.laidOut(chart)).map(\.height)
    let tallest = try #require(heights.max())
    for (height, value) in zip(heights.filter { $0 < tallest }, values.filter { $0 > 0 }) {
      let length = Double(value) / 3000 * tallest
      #expect(abs(height - length) <= 1, "\(heights)")
    }
  }

  @Test func shortBarsAreBesideTheLineAt0() throws {
    let laidOut = try Self.laidOut(
      ##""mark":"column","x":"d","y":"n","axisColor":"#123456","data":{"d":["a","b"],"n":[5000,1]}"##
    )
    let short = try #require(Self.marks(laidOut).last)
    let line = try #require(
      laidOut.dump.firstMatch(of: #/fill rect [0-9.]+ ([0-9.]+) [0-9.]+ 1 #123456/#), "\(laidOut.dump)")
    let top = try #require(Double(line.output.1))
    #expect(short.height >= 1 && top >= short.maxY - 0.01 && top < short.maxY + 1, "\(short) \(top)")
  }

  @Test(arguments: [
    (#"[28,19,14,2]"#, ["44.4%", "30.2%", "22.2%", "3.2%"]), ("[50,25,25]", ["50%", "25%", "25%"]),
  ])
  func sharesAreRoundedToTheNearest(values: String, shares: [String]) throws {
    let names = #"["a","b","c","d"]"#
    let count = shares.count
    let list = count == 4 ? names : #"["a","b","c"]"#
    let found = try Self.lines(
      #""mark":"pie","x":"d","y":"n","data":{"d":\#(list),"n":\#(values)}"#)
    #expect(Set(found).isSuperset(of: shares), "\(found)")
  }

  @Test func theStrongLineIsAt0() throws {
    func hasLine(_ zero: Bool) throws -> Bool {
      try Self.laidOut(
        ##""mark":"boxplot","x":"d","y":{"field":"n","scale":{"zero":\##(zero)}},"axisColor":"#123456","data":{"d":["a","a","a"],"n":[2000,3000,4000]}"##
      ).dump.contains("fill rect 78 186 246 1 #123456")
    }
    #expect(try hasLine(true) && !hasLine(false))
  }

  @Test(
    "Dates of years and months are read as such, and points by their names",
    arguments: [
      (
        #""mark":"line","x":"d:T","y":"n","data":{"d":["1990-01-01","1991-01-01","1992-01-01"],"n":[2,900,102]}"#,
        "3 rows from 1990 to 1992. N rises with swings", "Highest 900 (1991)"
      ),
      (
        #""mark":"line","x":"d:T","y":"n","data":{"d":["1990-01-01","1990-02-01","1990-03-01"],"n":[5,9,6]}"#,
        "January 1990 to March 1990", "Highest 9 (February 1990)"
      ),
      (
        #""x":"a","y":"b","data":{"a":[1,2],"b":[5,3],"c":["Peru","Chile"]},"layer":[{"mark":"point"},{"mark":"text","text":"c"}]"#,
        "Highest 5 (Peru)", "lowest 3 (Chile)"
      ),
    ])
  func places(chart: String, first: String, second: String) throws {
    let words = try Self.alternative(chart)
    #expect(words.contains(first) && words.contains(second), "\(words)")
  }
}
