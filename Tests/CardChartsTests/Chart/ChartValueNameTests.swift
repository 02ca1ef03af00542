import TestSupport
import Testing

@testable import CardParts

/// Warnings about values that are names and so have no length.
@Suite struct ChartValueNameTests {
  private static func issues(_ data: String, _ chart: String) throws -> [String] {
    try LaidOut.issues(
      of: #"{"cards":[{"parts":[{"type":"chart","data":\#(data),\#(chart)}]}]}"#)
  }

  private static let texts = #"{"a":["x","y"],"b":["12","15"]}"#

  @Test(
    "Numbers in quotes cause a warning if a mark needs their length or height",
    arguments: [
      (#""mark":"bar","x":"a","y":"b""#, "y"), (#""mark":"bar","x":"b","y":"a""#, "x"),
      (#""mark":"column","x":"a","y":"b""#, "y"), (#""mark":"horizontalBar","x":"a","y":"b""#, "y"),
      (#""mark":"line","x":"a","y":"b""#, "y"), (#""mark":"area","x":"a","y":"b""#, "y"),
      (#""mark":"funnel","x":"a","y":"b""#, "y"), (#""mark":"pie","x":"a","y":"b""#, "y"),
    ])
  func numbersInQuotes(chart: String, key: String) throws {
    let issues = try Self.issues(Self.texts, chart).filter { $0.contains("texts") }
    #expect(issues.count == 1, "\(issues)")
    #expect(
      issues.first?.contains(
        "the values are texts such as '12' and are treated as names at cards[0].parts[0].\(key); write numbers without quotes: 12"
      ) == true, "\(issues)")
  }

  @Test("Numbers in quotes are also found with dates, and next to cells that cannot be read")
  func numbersBesideOthers() throws {
    let days = #"{"a":["2026-11-01","2026-11-02"],"b":["12","15"]}"#
    for mark in ["bar", "line"] {
      let issues = try Self.issues(days, #""mark":"\#(mark)","x":"a","y":"b""#)
      #expect(issues.contains { $0.contains("texts such as '12'") && $0.contains("parts[0].y") }, "\(issues)")
    }
    let half = try Self.issues(#"{"a":["x","y"],"b":[12,"n/a"]}"#, #""mark":"bar","x":"a","y":"b""#)
    #expect(half.contains { $0.contains("because 'n/a' is not a number") }, "\(half)")
  }

  @Test("With names and numbers in a column the warning quotes a name")
  func namesBesideNumbers() throws {
    let issues = try Self.issues(
      #"{"a":["x","y","z"],"b":["1","NA","NA"]}"#, #""mark":"bar","x":"a","y":"b""#)
    let words = "the values are names such as 'NA', which have no length"
    #expect(issues.first?.contains(words) == true, "\(issues)")
    #expect(issues.first?.contains("leave a missing value empty, or null") == true, "\(issues)")
  }

  @Test("Bars whose values are names cause a warning")
  func barsOfNames() throws {
    let issues = try Self.issues(#"{"a":["x","y"],"b":["p","q"]}"#, #""mark":"bar","x":"a","y":"b""#)
    #expect(issues.count == 1, "\(issues)")
    let words = "the values are names such as 'p', which have no length"
    #expect(issues.first?.contains(words) == true, "\(issues)")
  }

  @Test(
    "Names that are used as names cause no warning",
    arguments: [
      // Numbers in quotes are the categories of other numbers.
      (#"{"a":["1","2"],"b":[12,15]}"#, #""mark":"bar","x":"a","y":"b""#),
      (#"{"a":["1","2"],"b":[12,15]}"#, #""mark":"bar","x":"b","y":"a""#),
      (#"{"a":["1","2"],"b":[12,15]}"#, #""mark":"horizontalBar","x":"a","y":"b""#),
      (#"{"a":["1","2"],"b":[12,15]}"#, #""mark":"line","x":"a","y":"b""#),
      (#"{"a":["1","2"],"b":["3","4"]}"#, #""mark":"point","x":"a","y":"b""#),
      (#"{"a":["1","2"],"b":["3","4"]}"#, #""mark":"heatmap","x":"a","y":"b","color":"count()""#),
      (#"{"a":["x","y"],"b":["3","4"]}"#, #""mark":"line","x":"a","y":{"field":"b","type":"ordinal"}"#),
      (#"{"a":["x","x","y"]}"#, #""mark":"bar","x":"a","y":"count()""#),
      (
        #"{"a":["x","y"],"b":["2026-11-01","2026-11-02"],"c":["2026-11-03","2026-11-04"]}"#,
        #""mark":"bar","y":"a","x":"b","x2":"c""#
      ),
    ])
  func namesThatAreMeant(data: String, chart: String) throws {
    let issues = try Self.issues(data, chart)
    #expect(!issues.contains { $0.contains("the values are") }, "\(issues)")
  }
}
