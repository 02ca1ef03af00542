import TestSupport
import Testing

@testable import CardParts

/// Warnings about names that the data do not contain, and about dates that are too long.
@Suite struct ChartNameTests {
  private static func deck(_ chart: String, width: Int = 324) -> String {
    #"{"theme":"mint","canvas":{"width":\#(width)},"cards":[{"parts":[{"type":"chart",\#(chart)}]}]}"#
  }

  private static let rows =
    #""data":{"m":["Jan","Jan","Feb","Feb"],"n":[1,2,3,4],"k":["North","South","North","South"]}"#

  @Test(
    "A name that the data do not contain causes a warning at its place",
    arguments: [
      (
        ##""mark":"column","x":"m","y":"n","color":"k","colors":{"North":"#1844B9","Suoth":"#B71C0E"}"##,
        "colors.Suoth", "no series 'Suoth'", "did you mean 'South'?"
      ),
      (
        ##""mark":"column","x":"m","y":"n","color":"k","colors":{"North":"#1844B9","Jan":"#B71C0E"}"##,
        "colors.Jan", "no series 'Jan'", "there is 'North', 'South'"
      ),
      (
        ##""mark":"donut","x":"k","y":"n","colors":{"Norht":"#1844B9"}"##, "colors.Norht", "no slice 'Norht'",
        "did you mean 'North'?"
      ),
      (
        #""mark":"column","x":"m","y":"n","color":"k","sort":["Feb","Jna"]"#, "sort[1]", "no category 'Jna'",
        "did you mean 'Jan'?"
      ),
      (
        #""mark":"column","x":{"field":"m","sort":["Feb","Jan","Spring"]},"y":"n","color":"k""#, "x.sort[2]",
        "no category 'Spring'", "there is"
      ),
      (
        #""mark":"column","x":"m","y":"n","color":{"field":"k","sort":["Sout","North"]}"#, "color.sort[0]",
        "no series 'Sout'", "did you mean 'South'?"
      ),
    ])
  func unknownNames(chart: String, place: String, words: String, hint: String) throws {
    let issues = try LaidOut.issues(of: Self.deck("\(Self.rows),\(chart)")).filter { !$0.contains("share") }
    #expect(issues.count == 1 && issues[0].contains("warning: the data has \(words)"), "\(issues)")
    #expect(issues[0].contains("at cards[0].parts[0].\(place); \(hint)"), "\(issues)")
  }

  @Test(
    "Several names that the data do not contain are one warning",
    arguments: [
      (
        ##""mark":"column","x":"m","y":"n","color":"k","colors":{"Norht":"#1844B9","Suoth":"#B71C0E"}"##,
        "no series 'Norht' or 'Suoth' at cards[0].parts[0].colors.Norht; did you mean 'North' and 'South'?"
      ),
      (
        ##""mark":"column","x":"m","y":"n","color":"k","colors":{"West":"#1844B9"},"sort":["May","June","July"]"##,
        "no series 'West' and no category 'May', 'June' or 'July' at cards[0].parts[0].colors.West"
      ),
      (
        #""mark":"column","x":"m","y":"n","color":"k","sort":["1","2","3","4","5","6","7","8","9","10"]"#,
        "no category '1', '2', '3', '4', '5', '6', '7', '8' or 2 more at cards[0].parts[0].sort[0]; there is"
      ),
    ])
  func severalUnknownNames(chart: String, words: String) throws {
    let issues = try LaidOut.issues(of: Self.deck("\(Self.rows),\(chart)"))
    #expect(issues.count == 1 && issues[0].contains("warning: the data has \(words)"), "\(issues)")
  }

  @Test("Data of a repetition may lack some names, the data of the deck may not")
  func namesOfRows() throws {
    func issues(_ data: String, _ more: String) throws -> [String] {
      try LaidOut.issues(
        of: ##"{"data":{"rows":[{"k":["North"],"n":[1]}],"k":["North"],"n":[1]},"theme":"mint","##
          + ##""cards":[{\##(more)"parts":[{"type":"chart","mark":"donut","x":"k","y":"n","##
          + ##""data":{"k":"{{ \##(data)k }}","n":"{{ \##(data)n }}"},"colors":{"West":"#1844B9"}}]}]}"##)
    }
    #expect(try issues("row.", ##""forEach":"{{ rows }}","as":"row","##) == [])
    #expect(try issues("", "").filter { $0.contains("the data has no slice 'West'") }.count == 1)
  }

  @Test("A funnel has one colour, so 'color' causes a warning") func funnel() throws {
    let issues = try LaidOut.issues(
      of: Self.deck(
        #""mark":"funnel","data":{"s":["a","b"],"n":[2,1],"k":["x","y"]},"x":"s","y":"n","color":"k""#))
    #expect(issues.count == 1 && issues[0].contains("'color' has no effect"), "\(issues)")
  }

  @Test(
    "Names in the data cause no warning, even if their rows were summed up",
    arguments: [
      ##""mark":"column","x":"m","y":"n","color":"k","colors":{"North":"#1844B9","South":"#B71C0E"},"sort":["Feb","Jan"]"##,
      ##""mark":"donut","maxCategories":2,"data":{"k":["a","b","c"],"n":[5,2,1]},"x":"k","y":"n","colors":{"a":"#1844B9","c":"#B71C0E"},"sort":["c","b","a"]"##,
    ])
  func knownNames(chart: String) throws {
    let data = chart.contains("\"data\"") ? "" : "\(Self.rows),"
    #expect(try LaidOut.issues(of: Self.deck(data + chart)) == [])
  }

  @Test("Long dates are thinned out, and a single one that does not fit causes a warning")
  func longMoments() throws {
    func chart(_ days: String, _ format: String) throws -> (labels: [String], warnings: [String]) {
      let laidOut = try LaidOut(
        deck: Self.deck(
          #""mark":"line","data":{"d":[\#(days)],"v":[1,2,3]},"x":{"field":"d","format":"\#(format)"},"y":"v""#
        ))
      return (try laidOut.lines().filter { $0.contains("20") || $0.contains("'") }, laidOut.warnings)
    }
    let years = try chart(#""2026-01-05","2028-03-07","2031-06-11""#, "%d of %B '%y")
    #expect(years.labels == ["01 of January '27", "01 of January '30"] && years.warnings == [], "\(years)")
    let days = try chart(#""2026-01-05","2026-01-06","2026-01-07""#, "%A, the %d of %B %Y")
    #expect(days.labels == ["Monday, the 05 of January 2026"], "\(days)")
    #expect(days.warnings.count == 1 && days.warnings[0].contains("only the first is written"), "\(days)")
  }
}
