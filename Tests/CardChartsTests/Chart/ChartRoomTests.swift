import CardRaster
import TestSupport
import Testing

@testable import CardCharts
@testable import CardParts

/// Charts with little space, or with one axis unlike the other.
@Suite struct ChartRoomTests {
  private static func deck(_ chart: String, width: Int = 300, locale: String = "en_US") -> String {
    #"{"theme":"mint","locale":"\#(locale)","canvas":{"width":\#(width)},"cards":[{"parts":[{"type":"chart",\#(chart)}]}]}"#
  }

  private static func chart(_ chart: String, width: Int = 300, locale: String = "en_US") throws -> JSONNode {
    try #require(
      LaidOut(deck: deck(chart, width: width, locale: locale)).card()["parts"]?.element(0))
  }

  private static func lines(_ node: JSONNode) throws -> [(text: String, frame: Rect)] {
    guard case .array(let lines)? = node["lines"]?.value else { return [] }
    return try lines.compactMap { line in
      try line["text"]?.plain.map { ($0, try LaidOut.frame(of: line)) }
    }
  }

  private static func words(_ members: String, width: Int = 300, locale: String = "en_US") throws -> [String]
  {
    try lines(chart(members, width: width, locale: locale)).map(\.text)
  }

  private static func marks(_ members: String, width: Int = 300, locale: String = "en_US") throws
    -> [JSONNode]
  {
    let laidOut = try LaidOut(deck: deck(members, width: width, locale: locale))
    guard case .array(let regions) = try laidOut.inspected()["regions"]?.value else { return [] }
    return regions.filter { $0["kind"]?.plain == "mark" }
  }

  // MARK: Texts of layers

  private static func towns(_ count: Int, _ layer: String) -> String {
    let rows = (0..<count).map { number in
      #"{"town":"Town \#(number)","a":\#(10 + number * 37 % 41),"b":\#(5 + number * 53 % 29)}"#
    }
    return
      #""mark":"scatter","data":[\#(rows.joined(separator: ","))],"x":"a","y":"b","layer":[{"mark":\#(layer),"text":"town"}]"#
  }

  @Test(arguments: [#""text""#, #"{"type":"text","dy":-9}"#]) func textsOfALayerDoNotOverlap(_ layer: String)
    throws
  {
    let members = Self.towns(30, layer)
    let shown = try Self.lines(Self.chart(members)).filter { $0.text.hasPrefix("Town") }
    #expect(shown.count > 5 && shown.count < 30)
    for (number, line) in shown.enumerated() {
      for other in shown.dropFirst(number + 1) {
        let area = line.frame.inset(by: Insets(top: 3, left: 0, bottom: 3, right: 0))
        let beside = other.frame.inset(by: Insets(top: 3, left: 0, bottom: 3, right: 0))
        #expect(area.intersection(beside) == nil, "\(line.text) and \(other.text)")
      }
    }
    let dots = try Self.marks(members).map { mark in
      let frame = try LaidOut.frame(of: mark)
      return Point(x: frame.midX, y: frame.midY)
    }
    for line in shown {
      let ink = line.frame.inset(by: Insets(top: 4, left: 1, bottom: 4, right: 1))
      #expect(
        !dots.contains { $0.x > ink.minX && $0.x < ink.maxX && $0.y > ink.minY && $0.y < ink.maxY },
        "\(line.text) hides a point")
    }
    let warnings = try LaidOut(deck: Self.deck(members)).warnings
    #expect(warnings.contains { $0.contains("no room for \(30 - shown.count) texts") }, "\(warnings)")
  }

  @Test func aTextWithRoomIsNotMoved() throws {
    let one = Self.towns(1, #"{"type":"text","dy":-12}"#)
    let line = try #require(Self.lines(Self.chart(one)).first { $0.text == "Town 0" })
    let dot = try LaidOut.frame(of: #require(Self.marks(one).first))
    #expect(abs(line.frame.midX - dot.midX) < 0.6 && line.frame.maxY < dot.midY)
    #expect(try !LaidOut(deck: Self.deck(one)).warnings.contains { $0.contains("no room") })
  }

  // MARK: Legends

  private static func industries(_ count: Int, _ more: String = "") -> String {
    let rows = (0..<count).flatMap { number in
      ["a", "b"].map { #"{"x":"\#($0)","n":\#(number + 3),"s":"Industry \#(number)"}"# }
    }
    return #""mark":"column","data":[\#(rows.joined(separator: ","))],"x":"x","y":"n","color":"s"\#(more)"#
  }

  @Test(arguments: [12, 20, 40]) func aLegendLeavesRoomForThePlot(count: Int) throws {
    for more in ["", #","height":180"#, #","height":180,"legend":"bottom""#] {
      let node = try Self.chart(Self.industries(count, more))
      let plot = try #require(node["plot"]?.plain).split(separator: " ").compactMap { Double($0) }
      let height = try LaidOut.frame(of: node).height
      #expect(plot[3] > 0.4 * height, "\(count) \(more): \(plot) in \(height)")
    }
  }

  @Test func namesWithoutRoomInALegendCauseAWarning() throws {
    let members = Self.industries(20, #","height":180"#)
    let node = try Self.chart(members)
    let names = try Self.lines(node).map(\.text)
    let shown = names.filter { $0.hasPrefix("Industry") }.count
    #expect(shown > 2 && shown < 20)
    #expect(names.contains("and \(20 - shown) more"), "\(names)")
    let alternative = try #require(node["alt"]?.plain)
    for number in 0..<20 { #expect(alternative.contains("Industry \(number)"), "\(alternative)") }
    let warnings = try LaidOut(deck: Self.deck(members)).warnings
    #expect(warnings.contains { $0.contains("no room for \(20 - shown) of 20 names in the legend") })
    #expect(try Self.words(Self.industries(20)).filter { $0.hasPrefix("Industry") }.count == 20)
    let german = try Self.words(members, locale: "de_DE")
    #expect(german.contains { $0.hasPrefix("und ") && $0.hasSuffix(" weitere") }, "\(german)")
  }

  @Test(arguments: ["", #","legend":"right""#]) func longNamesOfALegendStayInThePart(more: String) throws {
    let names = [
      "Adelie penguin (Pygoscelis adeliae)", "Chinstrap penguin (Pygoscelis antarctica) of the islands",
    ]
    let rows = names.enumerated().map { #"{"x":\#($0.offset),"y":\#($0.offset),"s":"\#($0.element)"}"# }
    let node = try Self.chart(
      #""mark":"scatter","data":[\#(rows.joined(separator: ","))],"x":"x","y":"y","color":"s"\#(more)"#)
    let frame = try LaidOut.frame(of: node)
    for line in try Self.lines(node) {
      #expect(line.frame.minX >= frame.minX - 0.5 && line.frame.maxX <= frame.maxX + 0.5, "\(line)")
    }
  }

  @Test func aRampStaysInThePart() throws {
    let node = try Self.chart(
      #""mark":"heatmap","data":[{"a":"x","b":"y","n":1000},{"a":"z","b":"y","n":2500}],"x":"a","y":"b","color":{"field":"n","title":"Passengers in thousands a year"}"#,
      width: 220)
    let frame = try LaidOut.frame(of: node)
    let lines = try Self.lines(node)
    #expect(lines.contains { $0.text == "2,000" }, "\(lines)")
    for line in lines { #expect(line.frame.maxX <= frame.maxX + 0.5, "\(line)") }
  }

  // MARK: Axes

  private static func bars(_ mark: String, _ places: [String], _ x: String = "m") -> String {
    let list = places.map { "\"\($0)\"" }.joined(separator: ",")
    let values = places.indices.map { "\(5 + $0)" }.joined(separator: ",")
    return #""mark":"\#(mark)","data":{"m":[\#(list)],"n":[\#(values)]},"x":"\#(x)","y":"n""#
  }

  @Test func aLineOfThreeYearsHasATickEachHalfYear() throws {
    let months = (0..<36).map { "\(2023 + $0 / 12)-\($0 % 12 < 9 ? "0" : "")\($0 % 12 + 1)" }
    let words = try Self.words(Self.bars("line", months), width: 360)
    #expect(words.filter { $0 == "Jul" }.count == 3, "\(words)")
    #expect(!words.contains("Apr") && !words.contains("Oct"), "\(words)")
    #expect(TimeStep.fitting(span: 3 * 365 * 86_400, count: 6) == TimeStep(unit: .month, count: 6))
  }

  @Test func monthsOfHorizontalBarsRunDownwardsWithALabelEach() throws {
    let members = Self.bars("horizontalBar", ["2025-11", "2025-12", "2026-01", "2026-02", "2026-03"])
    let frames = try Self.marks(members).map { try LaidOut.frame(of: $0) }
    #expect(frames.count == 5 && frames.allSatisfy { $0.height > 12 })
    for (a, b) in zip(frames, frames.dropFirst()) { #expect(a.maxY < b.minY) }
    let words = try Self.words(members)
    for name in ["Nov 2025", "Dec", "Jan 2026", "Feb", "Mar"] { #expect(words.contains(name), "\(words)") }
    let low = try Self.lines(Self.chart(members + #","height":90"#)).map(\.frame)
    for (a, b) in zip(low, low.dropFirst()) where a.maxX < 90 && b.maxX < 90 {
      #expect(abs(a.midY - b.midY) > 8, "labels do not overlap")
    }
  }

  @Test func weeksHaveMoreThanOneLabel() throws {
    let days = (1...21).map { "2025-03-\($0 < 10 ? "0" : "")\($0)" }
    let words = try Self.words(Self.bars("column", days, "yearweek(m)"), width: 260, locale: "de_DE")
    #expect(words.filter { $0.contains("März") || $0.contains("Feb") }.count > 1, "\(words)")
  }

  @Test func monthsAsSeriesAreInTheirOrder() throws {
    let months = (0..<24).map {
      "\(2024 + ($0 + 4) / 12)-\(($0 + 4) % 12 < 9 ? "0" : "")\(($0 + 4) % 12 + 1)-01"
    }
    let words = try Self.words(Self.bars("column", months, "year(m)") + #","color":"month(m)""#)
    let names = words.filter { ["January", "May", "December"].contains($0) }
    #expect(names == ["January", "May", "December"], "\(words)")
  }

  @Test func valuesOnBothSidesOfZeroKeepTheirScaleInEveryLocale() throws {
    for locale in ["en_US", "ar", "de_DE", "hi"] {
      let members =
        #""mark":"horizontalBar","data":{"m":["a","b"],"n":[-19000000,20000000]},"x":"m","y":"n""#
      let node = try Self.chart(members, width: 200, locale: locale)
      let plot = try #require(node["plot"]?.plain).split(separator: " ").compactMap { Double($0) }
      let widest = try Self.marks(members, width: 200, locale: locale).map { try LaidOut.frame(of: $0).width }
        .max()
      #expect((widest ?? 0) > plot[2] / 5, "\(locale): \(widest ?? 0) of \(plot[2])")
    }
    let ends = TickStep.nice(-19, 20, count: 1)
    #expect(ends?.low == -20 && ends?.high == 20)
  }

  @Test func yearsOfCellsAreYears() throws {
    let rows = (1949...1960).flatMap { year in ["01", "02"].map { "\(year)-\($0)-01" } }
    let list = rows.map { "\"\($0)\"" }.joined(separator: ",")
    let numbers = rows.indices.map { "\($0)" }.joined(separator: ",")
    let words = try Self.words(
      #""mark":"heatmap","data":{"d":[\#(list)],"n":[\#(numbers)]},"x":"year(d)","y":"month(d)","color":"n""#)
    #expect(!words.contains { $0.contains("Jan 1") }, "\(words)")
    #expect(words.contains("1950") && words.contains("1960"), "\(words)")
  }

  @Test func manyYearsAreNamedAtRoundOnes() throws {
    let words = try Self.words(Self.bars("column", (1887...2020).map { "\($0)" }))
    let years = words.compactMap { Int($0) }.filter { $0 > 1_000 }
    #expect(years.count > 2 && years.allSatisfy { $0 % 10 == 0 }, "\(words)")
  }

  @Test func namesThatBeginWithNumbersAreSortedByThem() throws {
    let members = Self.bars("horizontalBar", ["10–14", "5–9", "90 and over", "0–4"])
      .replacing(#""x":"m""#, with: #""x":{"field":"m","sort":"ascending"}"#)
    let words = try Self.words(members).filter { $0.contains("–") || $0.contains("over") }
    #expect(words == ["0–4", "5–9", "10–14", "90 and over"])
  }

  @Test func aLogarithmicAxisHasItsUnit() throws {
    let words = try Self.words(
      #""mark":"scatter","data":[{"a":1,"b":2},{"a":900,"b":3}],"x":{"field":"a","scale":{"type":"log"},"unit":"€"},"y":"b""#
    )
    #expect(words.contains("100") && words.contains("1K\u{A0}€"), "\(words)")
  }

  @Test func yearsRunFromLeftToRightInEveryScript() throws {
    func middle(_ type: String) throws -> [Double] {
      try Self.marks(
        #""mark":"column","data":{"m":[2001,2002,2003],"n":[1,2,3]},"x":{"field":"m"\#(type)},"y":"n""#,
        locale: "ar"
      ).map { try LaidOut.frame(of: $0).midX }
    }
    for type in ["", #","type":"temporal""#, #","type":"ordinal""#] {
      let places = try middle(type)
      #expect(places.count == 3 && places == places.sorted(), "\(type): \(places)")
    }
    let names = try Self.marks(Self.bars("column", ["a", "b"]), locale: "ar").map {
      try LaidOut.frame(of: $0).midX
    }
    #expect(names[0] > names[1])
  }
}
