import CardRaster
import TestSupport
import Testing

@testable import CardParts

/// The marks and texts of a chart get the space they need and no more.
@Suite struct ChartFitTests {
  private static func deck(_ chart: String, width: Int = 400) -> String {
    #"{"theme":"mint","canvas":{"width":\#(width)},"cards":[{"parts":[{"type":"chart",\#(chart)}]}]}"#
  }

  private static func part(_ chart: String, width: Int = 400) throws -> JSONNode {
    try #require(LaidOut(deck: deck(chart, width: width)).card()["parts"]?.element(0))
  }

  private static func lines(_ chart: String, width: Int = 400) throws -> [(text: String, frame: Rect)] {
    guard case .array(let lines)? = try part(chart, width: width)["lines"]?.value else { return [] }
    return try lines.map { ($0["text"]?.plain ?? "", try LaidOut.frame(of: $0)) }
  }

  private static func marks(_ chart: String, width: Int = 400) throws -> [Rect] {
    let regions = try LaidOut(deck: deck(chart, width: width)).inspected()["regions"]
    guard case .array(let all) = regions?.value else { return [] }
    return try all.filter { $0["kind"]?.plain == "mark" }.map { try LaidOut.frame(of: $0) }
  }

  private static let seats =
    #""data":{"party":["Left","Green","Centre","Right"],"seats":[48,92,156,190]},"x":"party","y":"seats""#

  @Test(arguments: ["auto", "none", "right", "bottom"], [300, 600])
  func halfACircleTakesHalfTheSpace(legend: String, width: Int) throws {
    let half = #""mark":"donut","startAngle":-90,"endAngle":90,"legend":"\#(legend)",\#(Self.seats)"#
    let frame = try LaidOut.frame(of: Self.part(half, width: width))
    let marks = try Self.marks(half, width: width)
    let slices = try #require(marks.first)
    #expect(slices.width > 1.9 * slices.height, "\(slices)")
    #expect(slices.minY >= frame.minY - 0.5 && slices.maxY <= frame.maxY + 0.5)
    let whole = try LaidOut.frame(
      of: Self.part(#""mark":"donut","legend":"\#(legend)",\#(Self.seats)"#, width: width))
    #expect(frame.height < whole.height - 20, "\(frame.height) of \(whole.height)")
    #expect(slices.width >= 130, "\(slices)")
  }

  @Test func aStreamWithoutAxisHasNoLines() throws {
    let data = #""data":{"x":[1,2,3,1,2,3],"v":[3,4,5,2,2,1],"s":["a","a","a","b","b","b"]}"#
    func rects(_ members: String) throws -> Int {
      let deck = Self.deck(#""mark":"area",\#(data),"x":"x","y":"v","color":"s","legend":"none",\#(members)"#)
      return try LaidOut(deck: deck).dump.split(separator: "\n").filter { $0.contains("rect") }.count
    }
    let bare = try rects(#""axes":false,"grid":false,"stack":"center""#)
    #expect(try rects(#""axes":false,"stack":"center""#) == bare)
    #expect(try rects(#""axes":false,"stack":"zero""#) > bare)
    #expect(try rects(#""stack":"center""#) > bare)
  }

  @Test func valuesMayBeWrittenWithoutTheirSign() throws {
    let data = #""data":{"age":["0","20","40"],"n":[-0.05,-0.07,0.06]}"#
    func words(_ channel: String) throws -> [String] {
      try Self.lines(#""mark":"bar",\#(data),"x":{"field":"n",\#(channel)},"y":"age","valueLabels":true"#)
        .map(\.text)
    }
    #expect(try words(#""format":".0%""#).contains("−7%"))
    for format in ["abs | .0%", "abs|percent", "abs | percent(0)"] {
      let found = try words(#""axis":{"format":"\#(format)"}"#)
      #expect(found.contains("6%") && !found.contains { $0.contains("−") }, "\(format): \(found)")
    }
    let plain = try words(#""format":"abs""#)
    #expect(plain.contains("0.07") && !plain.contains { $0.contains("−") }, "\(plain)")
    let issues = try LaidOut.issues(
      of: Self.deck(
        #""mark":"bar",\#(data),"x":{"field":"n","axis":{"labelExpr":"abs(datum.value)"}},"y":"age""#))
    #expect(issues.contains { $0.contains(#""format": "abs""#) }, "\(issues)")
  }

  @Test func sizesAreInOneRow() throws {
    let data =
      #""data":{"x":[1,2,3,4],"y":[3,5,4,2],"n":[1200,5,300,700],"s":["South","East","West","North"]}"#
    for width in [300, 330, 360, 400, 440, 600] {
      let lines = try Self.lines(
        #""mark":"bubble",\#(data),"x":"x","y":"y","size":{"field":"n","title":"People"},"color":"s""#,
        width: width)
      let row = lines.filter { ["400", "800", "1,200"].contains($0.text) }.map(\.frame.midY)
      #expect(
        row.count == (width == 300 ? 2 : 3) && row.allSatisfy { abs($0 - row[0]) < 1 }, "\(width): \(row)")
    }
  }

  @Test func labelsOfRulesDoNotOverlapBars() throws {
    let data = #""data":{"city":["Oslo","Rome","Cairo","Lagos","Lima"],"pm":[28,32,67,74,31]}"#
    let rules = #""rules":[{"y":15,"label":"WHO limit"},{"y":"mean","label":"Mean"}]"#
    let columns = #""mark":"column",\#(data),"x":"city","y":"pm",\#(rules)"#
    let lying =
      #""mark":"horizontalBar",\#(data),"x":"city","y":"pm","rules":[{"x":15,"label":"WHO limit"}]"#
    for (chart, width) in [(columns, 300), (columns, 600), (lying, 300), (lying, 600)] {
      let labels = try Self.lines(chart, width: width).filter { ["WHO limit", "Mean"].contains($0.text) }
      #expect(!labels.isEmpty)
      for bar in try Self.marks(chart, width: width) {
        for label in labels {
          let letters = label.frame.inset(by: Insets(top: 3, left: 1, bottom: 3, right: 1))
          #expect(bar.intersection(letters) == nil, "\(width): \(label) on \(bar)")
        }
      }
    }
  }

  @Test func wordsOfRowsAreNeverBroken() throws {
    let names = #"["Concert/Performance","Romantic Comedy","Donaudampfschifffahrtsgesellschaft"]"#
    let chart = #""mark":"horizontalBar","data":{"n":\#(names),"v":[5,137,12]},"x":"n","y":"v""#
    let words = try Self.lines(chart, width: 300).map(\.text)
    #expect(words.contains { $0.hasPrefix("Concert/") } && words.contains("Performance"), "\(words)")
    #expect(words.contains { $0.hasPrefix("Donau") && $0.hasSuffix("…") }, "\(words)")
    #expect(!words.contains { $0.hasSuffix("schaft") }, "\(words)")
    let issues = try LaidOut.issues(of: Self.deck(chart, width: 300))
    #expect(
      issues.contains { $0.contains("a word of 'Donaudampf") && $0.contains("was truncated") }, "\(issues)")
    #expect(try LaidOut.issues(of: Self.deck(chart, width: 800)) == [])
  }

  @Test func theLastDateDoesNotOverlapALegendNextToThePlot() throws {
    let data =
      #""data":{"d":["2000-01-01","2005-01-01","2010-01-01","2000-01-01","2005-01-01","2010-01-01"],"v":[1,2,3,3,1,2],"s":["AAPL","AAPL","AAPL","IBM","IBM","IBM"]}"#
    let chart =
      #""mark":"line",\#(data),"x":"d","y":"v","color":{"field":"s","legend":{"orient":"right"}}"#
    for width in [300, 600] {
      let lines = try Self.lines(chart, width: width)
      let year = try #require(lines.first { $0.text == "2010" })
      let name = try #require(lines.first { $0.text == "AAPL" })
      // The symbol of the legend and its gap precede the name, and the legend is 16 points from the plot.
      #expect(year.frame.maxX <= name.frame.minX - 31, "\(width): \(year.frame) \(name.frame)")
    }
  }

  @Test func paleColorsOfADeckCauseAWarning() throws {
    let data = #""mark":"column","data":{"x":["a","a"],"v":[3,4],"s":["sun","fog"]},"x":"x","y":"v""#
    func issues(_ colors: String, _ more: String = "") throws -> [String] {
      let deck = Self.deck(#"\#(data),"color":{"field":"s","scale":{"range":[\#(colors)]}}\#(more)"#)
      return try LaidOut(deck: deck).warnings
    }
    let pale = try issues(##""#1844B9","#C7C7C7""##)
    #expect(pale.contains { $0.contains("the colour of 'fog' has too little contrast: #C7C7C7") }, "\(pale)")
    #expect(try issues(##""#1844B9","#B71C0E""##) == [])
    #expect(try issues(##""#1844B9","#C7C7C7""##, #","valueLabels":true"#) == [])
  }

  @Test func namesOfPointsFromVegaLiteAreAccepted() throws {
    func dump(_ mark: String, _ legend: String = "") throws -> String {
      let data = #""data":{"a":[1,2,3],"b":[3,5,4],"s":["p","q","p"]},"x":"a","y":"b""#
      return try LaidOut(deck: Self.deck(#""mark":\#(mark),\#(data),"color":{"field":"s"\#(legend)}"#)).dump
    }
    let points = try dump(#""point""#)
    let circles = try dump(#""circle""#)
    #expect(try circles != points && dump(#"{"type":"circle"}"#) == circles)
    #expect(try dump(#""scatter""#) == circles)
    let squares = try dump(#""square""#)
    #expect(try squares != points && dump(#"{"type":"square"}"#) == squares)
    let symbols = try ["circle", "square", "cross", "triangle-up", "stroke"].map {
      try dump(#""point""#, #","legend":{"symbolType":"\#($0)"}"#)
    }
    #expect(symbols[0] == points && Set(symbols).count == symbols.count)
  }

  @Test func pointsOfRowsAndColumnsLeaveEachOtherRoom() throws {
    let cells = (0..<7).flatMap { day in (0..<24).map { (day, $0) } }
    let rows = cells.map { #"{"day":"D\#($0.0)","hour":"\#($0.1)","n":\#(20 + $0.1)}"# }.joined(
      separator: ",")
    let marks = try Self.marks(
      #""mark":"circle","data":[\#(rows)],"x":"hour","y":"day","size":"n""#, width: 300)
    let largest = marks.map(\.width).max() ?? 0
    // The box of a point is slightly wider than the point.
    #expect(marks.count == 168 && largest < 20, "\(largest)")
  }
}
