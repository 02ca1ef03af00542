import CardRaster
import TestSupport
import Testing

@testable import CardParts

/// Items of a chart stay inside the part, do not overlap text, and are not truncated without a warning.
@Suite struct ChartEdgeTests {
  private static func laidOut(_ chart: String, width: Int = 320, locale: String = "en_US") throws -> LaidOut {
    try LaidOut(
      deck:
        #"{"theme":"mint","locale":"\#(locale)","canvas":{"width":\#(width)},"cards":[{"parts":[{"type":"chart",\#(chart)}]}]}"#
    )
  }

  private static func lines(_ laidOut: LaidOut) throws -> [(text: String, frame: Rect)] {
    guard case .array(let lines)? = try laidOut.card()["parts"]?.element(0)?["lines"]?.value else {
      return []
    }
    return try lines.map { ($0["text"]?.plain ?? "", try LaidOut.frame(of: $0)) }
  }

  private static func marks(_ laidOut: LaidOut) throws -> [Rect] {
    guard case .array(let all) = try laidOut.inspected()["regions"]?.value else { return [] }
    return try all.filter { $0["kind"]?.plain == "mark" }.map { try LaidOut.frame(of: $0) }
  }

  private static func part(_ laidOut: LaidOut) throws -> Rect {
    try LaidOut.frame(of: try #require(laidOut.card()["parts"]?.element(0)))
  }

  // MARK: Calendars

  private static let year =
    #""data":{"d":["2026-01-01","2026-06-15","2026-12-31"],"v":[3,5,9]},"x":"d","y":"v""#

  @Test(
    "All days of a calendar are inside the part, and its texts do not overlap",
    arguments: [
      (160, "", "en_US"), (236, "", "en_US"), (300, "", "en_US"), (300, "", "pl_PL"), (300, "", "fr_FR"),
      (300, #""height":170,"#, "en_US"), (300, #""height":110,"#, "de_DE"), (420, #""height":170,"#, "cs_CZ"),
      (600, "", "bg_BG"), (800, "", "hu_HU"), (360, "", "ar_EG"), (480, "", "ja_JP"),
    ])
  func calendars(width: Int, height: String, locale: String) throws {
    let laidOut = try Self.laidOut(
      #"\#(height)"mark":"calendar",\#(Self.year)"#, width: width, locale: locale)
    let part = try Self.part(laidOut)
    let marks = try Self.marks(laidOut)
    #expect(marks.count == 365)
    for mark in marks {
      #expect(mark.minX >= part.minX - 0.5 && mark.maxX <= part.maxX + 0.5, "\(mark)")
      #expect(mark.minY >= part.minY - 0.5 && mark.maxY <= part.maxY + 0.5, "\(mark)")
    }
    let lines = try Self.lines(laidOut)
    for (number, line) in lines.enumerated() {
      #expect(line.frame.maxX <= part.maxX + 0.5, "\(line)")
      for other in lines.dropFirst(number + 1) {
        let ink = line.frame.inset(by: Insets(top: 4, left: 0, bottom: 4, right: 0))
        let next = other.frame.inset(by: Insets(top: 4, left: 0, bottom: 4, right: 0))
        #expect(ink.intersection(next) == nil, "\(line.text) \(other.text)")
      }
    }
    let year = locale == "ar_EG" ? "٢٠٢٦" : "2026"
    #expect(lines.contains { $0.text.contains(year) })
  }

  @Test func aCalendarOfTwoYearsShowsBoth() throws {
    let data = #""data":{"d":["2025-11-03","2026-02-20"],"v":[3,9]},"x":"d","y":"v""#
    let lines = try Self.lines(Self.laidOut(#""mark":"calendar",\#(data)"#, width: 600)).map(\.text)
    #expect(lines.contains { $0.contains("2025") } && lines.contains { $0.contains("2026") })
    #expect(lines.contains("Feb"))
  }

  @Test func tinyCellsCauseAWarning() throws {
    let laidOut = try Self.laidOut(#""height":70,"mark":"calendar",\#(Self.year)"#, width: 160)
    #expect(laidOut.warnings.contains { $0.contains("cells of the calendar") })
  }

  // MARK: Long texts

  private static let long =
    "Visitors of the website who came back within thirty days of their first order, all countries"
  private static let rows = #""data":{"d":["a","b","c"],"v":[4,9,6]}"#

  @Test(
    "Long texts stay inside the part, with a warning if they are truncated",
    arguments: [
      #""mark":"line",\#(rows),"x":{"field":"d","title":"\#(long), \#(long)"},"y":"v""#,
      #""mark":"line",\#(rows),"x":"d","y":{"field":"v","title":"\#(long), \#(long)"}"#,
      #""mark":"column",\#(rows),"x":"d","y":{"field":"v","unit":"\#(long)"}"#,
      #""mark":"column",\#(rows),"x":"d","y":"v","rules":[{"y":7,"label":"\#(long)"}]"#,
      #""layer":[{"mark":"point"},{"mark":"text","text":{"value":"\#(long)"}}],\#(rows),"x":"d","y":"v""#,
      #""mark":"line","legend":"direct","data":{"d":[1,2,1,2],"v":[4,9,6,2],"s":["\#(long) 1","\#(long) 1","\#(long) 2","\#(long) 2"]},"x":"d","y":"v","color":"s""#,
      #""mark":"gauge","value":7,"domain":[0,10],"label":"\#(long), \#(long)""#,
      #""mark":"donut",\#(rows),"x":"d","y":"v","centerText":["\#(long)","\#(long)"]"#,
    ], [200, 320, 600])
  func longTexts(chart: String, width: Int) throws {
    let laidOut = try Self.laidOut(chart, width: width)
    let part = try Self.part(laidOut)
    for line in try Self.lines(laidOut) {
      #expect(line.frame.minX >= part.minX - 1 && line.frame.maxX <= part.maxX + 1, "\(line)")
      #expect(line.frame.minY >= part.minY - 4 && line.frame.maxY <= part.maxY + 4, "\(line)")
      #expect(line.frame.height >= 8, "\(line)")
    }
    let isCut = try Self.lines(laidOut).contains { $0.text.contains("…") }
    #expect(!isCut || !laidOut.warnings.isEmpty)
    #expect(!laidOut.warnings.contains { $0.contains("the plot has only") })
  }

  // MARK: Movement

  @Test(
    "An animated chart fits its part like a still one",
    arguments: [
      #""mark":"line","x":"d","y":"v""#, #""mark":"area","x":"d","y":"v""#,
      #""mark":"sparkline","x":"d","y":"v""#,
      #""mark":"column","x":"d","y":"v""#, #""mark":"horizontalBar","x":"d","y":"v""#,
      #""mark":"donut","x":"d","y":"v""#,
      #""mark":{"type":"sparkline","of":"area"},"x":"d","y":"v""#, #""mark":"waterfall","x":"d","y":"v""#,
    ], ["", #""height":60,"#, #""height":240,"#])
  func movement(chart: String, height: String) throws {
    let still = try Self.laidOut("\(height)\(chart),\(Self.rows)")
    let moving = try Self.laidOut(#"\#(height)"animated":true,\#(chart),\#(Self.rows)"#)
    #expect(moving.warnings.map { $0.contains("taller") } == still.warnings.map { $0.contains("taller") })
    #expect(!moving.warnings.contains { $0.contains("taller than the part") })
  }

  // MARK: Grammar

  @Test func oneValueIsSingular() throws {
    let one = try Self.laidOut(
      #""mark":"line","data":{"d":[1,2,3],"v":[4,9,60]},"x":"d","y":{"field":"v","scale":{"domain":[0,10]}}"#)
    #expect(one.warnings.contains { $0.contains("1 value is outside the domain of an axis and is clipped") })
    let negative = try Self.laidOut(#""mark":"pie","data":{"d":["a","b","c"],"v":[4,-9,6]},"x":"d","y":"v""#)
    #expect(negative.warnings.contains { $0.contains("1 value below 0 has no slice") })
  }
}
