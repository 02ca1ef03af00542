import TestSupport
import Testing

@testable import CardParts

/// A chart's format applies to the values in the data; otherwise there is an error or a warning.
@Suite struct ChartFormatKindTests {
  private static func deck(_ chart: String, locale: String = "en_US") -> String {
    #"{"theme":"mint","locale":"\#(locale)","canvas":{"width":340},"cards":[{"parts":[{"type":"chart",\#(chart)}]}]}"#
  }

  private static func issues(_ chart: String) throws -> [String] { try LaidOut.issues(of: deck(chart)) }

  private static let days = #""data":{"d":["2026-01-05","2026-03-07"],"v":[3,2],"s":["a","b"]}"#

  @Test(
    "A format of the wrong kind is an error at its place",
    arguments: [
      (
        #""mark":"line","x":{"field":"d","format":",.0f"},"y":"v""#, "x.format",
        "',.0f' writes numbers, and 'x' has dates"
      ),
      (
        #""mark":"line","x":"d","y":{"field":"v","axis":{"format":"%b %Y"}}"#, "y.axis.format",
        "writes dates, and 'y' has numbers"
      ),
      (
        #""mark":"column","x":{"field":"d","timeUnit":"month","format":"compact"},"y":"v""#, "x.format",
        "and 'x' has dates"
      ),
      (
        #""mark":"line","x":"d","y":"v","valueLabels":{"format":"%b"}"#, "valueLabels.format",
        "and values are numbers"
      ),
      (
        #""mark":"horizontalBar","x":"s","y":{"field":"v","format":"date('MMM')"}"#, "y.format",
        "and 'y' has numbers"
      ),
      (
        #""mark":"donut","encoding":{"theta":{"field":"v","format":"%Y"},"color":"s"}"#,
        "encoding.theta.format", "and 'theta' has numbers"
      ),
      (
        #""mark":"bubble","x":"v","y":"v","size":{"field":"v","legend":{"format":"%Y"}}"#,
        "size.legend.format", "and 'size' has numbers"
      ),
      (
        #""mark":"gauge","value":5,"valueLabels":{"format":"%d"}"#, "valueLabels.format",
        "and values are numbers"
      ),
    ])
  func wrongKind(chart: String, place: String, words: String) throws {
    let issues = try Self.issues(chart.contains("gauge") ? chart : "\(Self.days),\(chart)")
    #expect(issues.count == 1 && issues[0].contains("error: "), "\(issues)")
    #expect(issues[0].contains("at cards[0].parts[0].\(place);"), "\(issues)")
    #expect(issues[0].contains(words) && issues[0].contains("write a format of"), "\(issues)")
  }

  @Test("All invalid formats are reported in one run, together with the other errors")
  func allMistakes() throws {
    let issues = try Self.issues(
      #"\#(Self.days),"mark":"bubble","x":{"field":"d","format":"%k"},"y":{"field":"v","axis":{"format":"zq"}},"size":{"field":"nv","legend":{"format":"9"}},"valueLabels":{"format":"upper"}"#
    )
    for words in ["x.format", "y.axis.format", "size.legend.format", "valueLabels.format", "no column 'nv'"] {
      #expect(issues.contains { $0.contains("error: ") && $0.contains(words) }, "\(words): \(issues)")
    }
    #expect(issues.count == 5, "\(issues)")
  }

  @Test(
    "A format with invalid arguments is an error when the deck is read",
    arguments: [
      ("currency('EURO')", "unknown currency 'EURO'"), ("abs | %b", "'abs' removes the sign of numbers"),
      ("percent(99)", "0 to 10 decimals"),
    ])
  func refusals(format: String, words: String) throws {
    let issues = try Self.issues(
      #"\#(Self.days),"mark":"line","x":"d","y":{"field":"v","format":"\#(format)"}"#)
    #expect(issues.count == 1 && issues[0].contains(words) && issues[0].contains("y.format"), "\(issues)")
  }

  @Test(
    "A format without effect causes a warning",
    arguments: [
      (#""mark":"column","x":{"field":"s","format":",.0f"},"y":"v""#, "x.format", "on names"),
      (
        #""mark":"line","x":"d","y":"v","color":{"field":"s","legend":{"format":"d"}}"#,
        "color.legend.format", "on names"
      ),
      (
        #""mark":"line","x":"d","y":{"field":"v","format":"d","axis":{"format":".1f"}}"#, "y.format",
        "with the one of 'axis'"
      ),
      (
        #""mark":"line","x":"d","y":{"field":"v","format":"d"},"layer":[{"mark":"point","y":{"field":"v","format":".1f"}}]"#,
        "layer[0].y.format", "with 'd' of an earlier layer"
      ),
    ])
  func unused(chart: String, place: String, words: String) throws {
    let issues = try Self.issues("\(Self.days),\(chart)")
    #expect(issues.count == 1 && issues[0].contains("warning: 'format' has no effect \(words)"), "\(issues)")
    #expect(issues[0].contains("at cards[0].parts[0].\(place)"), "\(issues)")
  }

  @Test(
    "Formats that fit the values are accepted",
    arguments: [
      #""mark":"line","x":{"field":"d","format":"%b"},"y":{"field":"v","format":"abs | ~s"}"#,
      #""mark":"column","x":{"field":"d","timeUnit":"month","axis":{"format":"%b"}},"y":"v""#,
      #""mark":"column","x":{"field":"v","type":"ordinal","format":".1f"},"y":"count()""#,
      #""mark":"pie","x":{"field":"d","format":"%b"},"y":{"field":"v","format":"compact"}"#,
      #""mark":"heatmap","x":{"field":"d","format":"%b"},"y":"s","color":{"field":"v","legend":{"format":"d"}},"valueLabels":{"format":"d"}"#,
      #""mark":"waterfall","x":{"field":"d","format":"%b"},"y":{"field":"v","format":"locale('de_DE') | number(1)"}"#,
    ])
  func fitting(chart: String) throws { #expect(try Self.issues("\(Self.days),\(chart)") == []) }

  @Test(
    "A date is formatted as a date everywhere",
    arguments: [
      (#""mark":"pie","x":"d","y":"v""#, "Jan 5, 2026"), (#""mark":"funnel","x":"d","y":"v""#, "Jan 5, 2026"),
      (#""mark":"waterfall","x":"d","y":"v""#, "Jan 5, 2026"),
      (#""mark":"pie","x":{"field":"d","format":"%d/%m"},"y":"v""#, "05/01"),
      (#""mark":"donut","x":{"field":"d","timeUnit":"month"},"y":"v""#, "January"),
      (#""mark":"point","x":"v","y":"v","layer":[{"mark":"text","text":"d"}]"#, "Jan 5, 2026"),
      (
        #""mark":"point","x":"v","y":"v","layer":[{"mark":"text","text":{"field":"d","format":"%d!%b"}}]"#,
        "05!Jan"
      ),
      (
        #""mark":"point","x":"v","y":"v","layer":[{"mark":"text","text":{"field":"d","timeUnit":"month"}}]"#,
        "January"
      ),
      (#""mark":"point","x":"v","y":"d","valueLabels":true"#, "Jan 5, 2026"),
      (#""mark":"point","x":"v","y":"d","valueLabels":{"format":"%-d %b"}"#, "5 Jan"),
    ])
  func moments(chart: String, words: String) throws {
    let laidOut = try LaidOut(deck: Self.deck("\(Self.days),\(chart)"))
    let lines = try laidOut.lines()
    #expect(lines.contains { $0.hasPrefix(words) }, "\(lines)")
    #expect(!lines.contains { $0.hasPrefix("17") || $0.contains("B") }, "\(lines)")
    #expect(laidOut.warnings == [])
  }

  @Test("Each text layer has its own format")
  func textsOfLayers() throws {
    let lines = try LaidOut(
      deck: Self.deck(
        #"\#(Self.days),"mark":"point","x":"v","y":"v","layer":[{"mark":{"type":"text","dy":-20},"text":{"field":"v","format":".1f"}},{"mark":{"type":"text","dy":20},"text":{"field":"v","format":".2f"}}]"#
      )
    ).lines()
    #expect(lines.contains("3.0") && lines.contains("3.00"), "\(lines)")
  }
}
