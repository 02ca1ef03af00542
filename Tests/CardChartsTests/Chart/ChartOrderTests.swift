import CardRaster
import TestSupport
import Testing

@testable import CardCharts
@testable import CardModel
@testable import CardParts

/// The order and the colours of a chart, and the warnings about keys of other programs.
@Suite struct ChartOrderTests {
  private static func deck(_ chart: String, locale: String = "en_US") -> String {
    #"{"theme":"mint","locale":"\#(locale)","canvas":{"width":400},"cards":[{"parts":[{"type":"chart",\#(chart)}]}]}"#
  }

  private static func words(_ chart: String, locale: String = "en_US") throws -> [String] {
    try LaidOut(deck: deck(chart, locale: locale)).lines()
  }

  private static func marks(_ chart: String, locale: String = "en_US") throws -> [JSONNode] {
    let regions = try LaidOut(deck: deck(chart, locale: locale)).inspected()["regions"]
    guard case .array(let all) = regions?.value else { return [] }
    return all.filter { $0["kind"]?.plain == "mark" }
  }

  // MARK: Values

  @Test func aMissingValueIsZeroAndTheOthersAreNot() throws {
    let members = #""mark":"line","data":{"d":["a","b","c"],"v":[4,null,2]},"x":"d","y":"v","missing":"zero""#
    let heights = try Self.marks(members).map { try LaidOut.frame(of: $0).midY }
    #expect(heights.count == 3 && heights[0] < heights[2] && heights[2] < heights[1], "\(heights)")
  }

  @Test func theRestIsTheSumOfTheKnownValues() throws {
    let members =
      #""mark":"column","data":{"k":["a","b","c","d","e"],"v":[9,8,2,null,3]},"x":"k","y":"v","maxCategories":3,"valueLabels":true"#
    #expect(try Self.words(members).contains("5"))
  }

  @Test(arguments: [#""data":[]"#, #""data":[],"color":"s""#, #""data":{"values":[]}"#])
  func emptyDataCausesAWarning(_ data: String) throws {
    let laidOut = try LaidOut(deck: Self.deck(#""mark":"line","x":"d","y":["v","w"],\#(data)"#))
    #expect(laidOut.warnings.contains { $0.contains("the chart has no data") })
  }

  @Test func barsWithAPlaceOfTheirOwnAreNotStacked() throws {
    let data =
      #""data":{"k":["a","b"],"v":[1,9],"s":["p","q"]},"x":"k","y":"v","color":"s","valueLabels":true"#
    let members = #""mark":"column",\#(data)"#
    let top = try Self.marks(members).map { try LaidOut.frame(of: $0).minY }.min() ?? 0
    let laidOut = try LaidOut(deck: Self.deck(members))
    let value = try #require(
      laidOut.lines().firstIndex(of: "9").map { try laidOut.line($0) })
    #expect(value.minY < top, "the value is above its bar")
    let words = try laidOut.card()["parts"]?.element(0)?["alt"]?.plain
    #expect(words?.hasPrefix("Column chart") == true)
  }

  // MARK: Order

  @Test func namesInADomainHaveItsOrderAndItsColors() throws {
    let members =
      ##""mark":"bar","data":{"m":["x","x","x"],"w":["rain","fog","sun"],"n":[1,2,3]},"x":"m","y":"n","color":{"field":"w","scale":{"domain":["sun","snow","fog","rain"],"range":["#AA0000","#00AA00","#0000AA","#AAAA00"]}}"##
    let laidOut = try LaidOut(deck: Self.deck(members))
    #expect(try laidOut.lines().filter { ["sun", "fog", "rain"].contains($0) } == ["sun", "fog", "rain"])
    for color in ["#AA0000", "#0000AA", "#AAAA00"] { #expect(laidOut.dump.contains(color), "\(color)") }
    #expect(!laidOut.dump.contains("#00AA00"))
    let names = try Self.words(
      #""mark":"column","data":{"k":["b","a"],"v":[1,2]},"y":"v","x":{"field":"k","scale":{"domain":["a","c","b"]}}"#
    )
    #expect(names.filter { ["a", "b", "c"].contains($0) } == ["a", "c", "b"])
  }

  @Test(arguments: [
    (#""s:O""#, ["4", "6", "8"]), (#"{"field":"s","type":"nominal"}"#, ["4", "6", "8"]),
    (#"{"field":"s","type":"nominal","sort":["8","6","4"]}"#, ["8", "6", "4"]),
    (#"{"field":"s","type":"nominal","sort":"descending"}"#, ["8", "6", "4"]),
  ]) func seriesHaveTheOrderOfTheirChannel(_ color: String, _ names: [String]) throws {
    let words = try Self.words(
      #""mark":"scatter","data":{"a":[1,2,3],"b":[7,9,7.5],"s":[6,4,8]},"x":"a","y":"b","color":\#(color)"#)
    #expect(Array(words.prefix(3)) == names)
  }

  @Test(arguments: [
    ("en_US", ["Sun", "Mon", "Sat"]), ("de_DE", ["Mo", "Sa", "So"]), ("ar_EG", ["سبت", "أحد", "اثنين"]),
  ]) func weeksStartOnTheLocalesFirstDay(_ locale: String, _ names: [String]) throws {
    let members =
      #""mark":"column","data":{"d":["2026-11-23","2026-11-22","2026-11-21"],"v":[1,2,3]},"x":"day(d)","y":"v","width":180"#
    let words = try Self.words(members, locale: locale).filter { word in names.contains { word.contains($0) }
    }
    #expect(words.count == 3)
    for (word, name) in zip(words, names) { #expect(word.contains(name), "\(words)") }
  }

  @Test func weeksOfDatesStartOnTheLocalesFirstDay() throws {
    // A Sunday: the first day of a week in the United States, and the last one in Germany.
    func first(_ day: Int) throws -> Double? {
      let moment = try #require(CalendarMoment("2026-11-22"))
      return TimeUnit.yearweek.value(of: moment, DeckLocale.WeekRules(firstWeekday: day, minimumDays: 4))
    }
    #expect(try first(0) == CalendarMoment("2026-11-22").map { Double($0.seconds) })
    #expect(try first(1) == CalendarMoment("2026-11-16").map { Double($0.seconds) })
  }

  // MARK: Dashes

  @Test func seriesHaveDifferentDashes() throws {
    let data = #""data":{"x":["a","b","b","c"],"y":[1,2,2,3],"p":["actual","actual","forecast","forecast"]}"#
    let laidOut = try LaidOut(deck: Self.deck(#""mark":"line",\#(data),"x":"x","y":"y","strokeDash":"p""#))
    #expect(
      try laidOut.lines().contains("forecast") && laidOut.dump.contains("dashes 6 3"), "\(laidOut.dump)")
    let both = try Self.words(
      #""mark":"line","data":{"x":["a","b","a","b"],"y":[1,2,3,4],"p":["s","t","s","t"],"k":["u","u","v","v"]},"x":"x","y":"y","strokeDash":"p","color":"k""#
    )
    #expect(Array(both.prefix(6)) == ["k", "u", "v", "p", "s", "t"])
  }

  // MARK: Keys of other programs

  @Test(arguments: [
    (
      #""color":{"condition":{"test":"datum.b>1","field":"a"},"value":"blue"}"#,
      "'color.condition' has no effect",
      "add a column for these rows"
    ),
    (#""color":{"value":"blurple"}"#, "'blurple' is not a colour", "#45CAE6"),
    (#""y":{"field":"b","impute":{"value":0,"key":"q"}}"#, "no column 'q'", "did you mean 'a'?"),
    (#""y":{"field":"b","axis":{"labelExpr":"1"}}"#, "'axis.labelExpr' has no effect", "'format' or 'unit'"),
    (
      #""y":{"field":"b","scale":{"domainRaw":[0,5]}}"#, "'y.scale.domainRaw' has no effect",
      "both ends in 'domain'"
    ),
    (
      #""color":{"field":"a","legend":{"values":["A"]}}"#, "'legend.values' has no effect",
      "lists the drawn values"
    ),
    (#""x":{"field":"b","bin":{"binned":true}}"#, "'binned'", "both ends as 'x' and 'x2'"),
    (#""x":{"field":"a","sort":{"encoding":"color"}}"#, "found an object", #"use "y" or "x""#),
    (#""encoding":{"theta2":{"field":"a"}}"#, "'theta2' of an encoding", "use 'theta'"),
    (#""mark":{"type":"bar","fontSize":3}"#, "'mark.fontSize' has no effect", "use 'size'"),
    (#""view":{}"#, "'view' has no effect", "the style is that of the chart"),
  ]) func warningsAboutForeignKeysNameTheAlternative(_ members: String, _ words: String, _ hint: String)
    throws
  {
    let given = ["mark", "x", "y"].filter { !members.hasPrefix("\"\($0)\"") }
    let usual = ["mark": #""mark":"bar""#, "x": #""x":"a""#, "y": #""y":"b""#]
    let chart = ([#""data":{"a":["A"],"b":[2]}"#, members] + given.compactMap { usual[$0] }).joined(
      separator: ",")
    let issues = try LaidOut.issues(of: Self.deck(chart))
    #expect(issues.contains { $0.contains(words) && $0.contains(hint) }, "\(issues)")
  }

  @Test func timeUnitsAreInOrderOnBothAxes() throws {
    let data =
      #""data":{"t":["2026-01-05T13:00","2026-01-06T02:00","2026-01-05T09:00"],"d":["a","b","a"],"v":[1,2,3]}"#
    let words = try Self.words(#""mark":"heatmap",\#(data),"x":"d","y":"hours(t)","color":"v""#)
    #expect(words.filter { $0.hasSuffix("M") } == ["2 AM", "9 AM", "1 PM"], "\(words)")
  }

  @Test func seriesOfClassesAreInOrderAndGraded() throws {
    let data = #""data":{"x":[1,2,1,2,1,2],"v":[1,2,3,4,5,6],"c":[12,13,1,2,7,8]},"x":"x","y":"v""#
    let bins = try Self.words(
      #""mark":"line",\#(data),"color":{"field":"c","bin":{"step":5}},"legend":"top""#)
    #expect(bins.filter { $0.contains("–") } == ["0–5", "5–10", "10–15"], "\(bins)")
    func colors(_ type: String) throws -> Set<Substring> {
      let dump = try LaidOut(
        deck: Self.deck(#""mark":"line",\#(data),"color":{"field":"c","type":"\#(type)"}"#)
      ).dump
      return Set(dump.split(separator: " ").filter { $0.hasPrefix("#") })
    }
    #expect(try colors("ordinal") != colors("nominal"))
  }
}
