import CardRaster
import TestSupport
import Testing

@testable import CardParts

/// How the smallest categories beyond `maxCategories` are combined.
@Suite struct ChartRestTests {
  private static func laidOut(_ chart: String, locale: String = "en_US") throws -> LaidOut {
    try LaidOut(
      deck:
        #"{"theme":"mint","locale":"\#(locale)","canvas":{"width":400},"cards":[{"parts":[{"type":"chart",\#(chart)}]}]}"#
    )
  }

  private static func marks(_ chart: String) throws -> [JSONNode] {
    guard case .array(let all) = try laidOut(chart).inspected()["regions"]?.value else { return [] }
    return all.filter { $0["kind"]?.plain == "mark" }
  }

  /// a: 10; b: 8 and 9; c: 4, d: 1 and 3, e: 2 and 2.
  private static let rows = #""data":{"k":["a","b","b","c","d","d","e","e"],"v":[10,8,9,4,1,3,2,2]}"#

  @Test(
    "The rest is the aggregate of its rows",
    arguments: [
      ("sum(v)", "12"), ("mean(v)", "2.4"), ("median(v)", "2"), ("min(v)", "1"), ("max(v)", "4"),
      ("count()", "5"),
    ])
  func aggregates(aggregate: String, rest: String) throws {
    // Nearly all counts of the usual rows are equal, so the count needs other data.
    let data =
      aggregate == "count()"
      ? #""data":{"k":["a","a","a","a","a","a","b","b","b","b","b","b","b","c","c","d","d","e"]}"# : Self.rows
    for (mark, channels) in [
      ("column", #""x":"k","y":"\#(aggregate)""#), ("horizontalBar", #""x":"k","y":"\#(aggregate)""#),
      ("bar", #""y":"k","x":"\#(aggregate)""#),
    ] {
      let marks = try Self.marks(#""mark":"\#(mark)",\#(data),\#(channels),"maxCategories":3"#)
      let other = try #require(marks.first { ($0["id"]?.plain ?? "").contains("Other") }, "\(mark)")
      #expect(other["y"]?.plain == rest, "\(mark)")
    }
  }

  @Test func valuesWithoutAnAggregateAreAdded() throws {
    let data = #""data":{"k":["a","b","c","d"],"v":[9,8,2,3]}"#
    let lines = try Self.laidOut(#""mark":"pie",\#(data),"x":"k","y":"v","maxCategories":3"#).lines()
    #expect(lines.contains { $0.hasPrefix("Other") })
    let marks = try Self.marks(#""mark":"pie",\#(data),"x":"k","y":"v","maxCategories":3"#)
    #expect(marks.contains { $0["y"]?.plain == "5" })
  }

  @Test func percentagesAreOnlyAddedIfTheyArePartsOfAWhole() throws {
    func chart(_ values: String) -> String {
      #""mark":"column","data":{"k":["a","b","c","d"],"v":\#(values)},"x":"k","y":{"field":"v","format":"percent"},"maxCategories":3,"valueLabels":true"#
    }
    let parts = try Self.laidOut(chart("[0.5,0.3,0.15,0.05]"))
    #expect(try parts.lines().contains("20%") && parts.warnings.isEmpty)
    let others = try Self.laidOut(chart("[0.9,0.8,0.7,0.6]"))
    #expect(try others.lines().contains("65%"))
    #expect(others.warnings.contains { $0.contains("2 percentages of the rest have no sum") })
  }

  @Test func aCategoryNamedLikeTheRestBelongsToIt() throws {
    let chart =
      #""mark":"column","data":{"k":["Sonstige","a","b","c"],"v":[30,20,10,5]},"x":"k","y":"v","maxCategories":3,"valueLabels":true"#
    let german = try Self.laidOut(chart, locale: "de_DE")
    #expect(try german.lines().filter { $0 == "Sonstige" }.count == 1)
    #expect(try german.lines().contains("35"))
    #expect(german.warnings.contains { $0.contains("a category with the name of the rest, 'Sonstige'") })
    let english = try Self.laidOut(chart)
    #expect(try english.lines().contains("Sonstige") && english.lines().contains("Other"))
    #expect(english.warnings.isEmpty)
  }

  @Test func theRestHasOneColorInAllBars() throws {
    func colors(_ mark: String) throws -> [String] {
      let chart =
        #""mark":"\#(mark)","data":{"k":["a","b","c","d"],"v":[9,5,3,1]},"x":"k","y":"v","maxCategories":3"#
      return try Self.laidOut(chart).dump.split { " \n".contains($0) }.filter { $0.hasPrefix("#") }.map(
        String.init)
    }
    #expect(try !colors("column").isEmpty)
    #expect(try Set(colors("column")) == Set(colors("horizontalBar")))
  }

  @Test func seriesOfTheRestKeepTheirColors() throws {
    let chart =
      #""data":{"k":["a","b","c","a","b","c"],"s":["p","p","p","q","q","q"],"v":[5,3,2,1,9,2]},"x":"k","y":"v","color":"s","maxCategories":2"#
    let laidOut = try Self.laidOut(#""mark":"column",\#(chart)"#)
    #expect(try Self.marks(#""mark":"column",\#(chart)"#).count == 4)
    #expect(laidOut.warnings.isEmpty)
  }

  @Test func numbersAlongTheAxesAreNotCategories() throws {
    let laidOut = try Self.laidOut(
      #""mark":"line","data":{"k":[1,2,3,4],"v":[9,8,2,3]},"x":"k","y":"v","maxCategories":2"#)
    #expect(laidOut.warnings.contains { $0.contains("'maxCategories' has no effect") })
  }

  @Test func namesAreSortedByTheDecksLanguage() throws {
    let chart =
      #""mark":"bar","data":{"k":["Zoo","Äpfel","Apfel","Öl"],"v":[1,2,3,4]},"x":"v","y":{"field":"k","sort":"descending"}"#
    func names(_ locale: String) throws -> [String] {
      try Self.laidOut(chart, locale: locale).lines().filter { $0.contains { $0.isLetter } }
    }
    #expect(try names("de_DE") == ["Zoo", "Öl", "Äpfel", "Apfel"])
    #expect(try names("sv_SE") == ["Öl", "Äpfel", "Zoo", "Apfel"])
  }

  @Test(arguments: ["line", "area", "column"]) func theSmallestSeriesAreMerged(mark: String) throws {
    let chart =
      #""mark":"\#(mark)","data":{"x":[1,2,1,2,1,2,1,2],"s":["a","a","b","b","c","c","d","d"],"v":[9,9,8,8,2,3,1,1]},"x":"x","y":"v","color":"s","maxCategories":3"#
    let marks = try Self.marks(chart)
    let rest = marks.filter { ($0["id"]?.plain ?? "").contains("Other") }
    #expect(marks.count == 6 && rest.compactMap { $0["y"]?.plain } == ["3", "4"], "\(marks)")
    #expect(try Self.laidOut(chart).warnings.isEmpty)
    #expect(
      try Self.laidOut(chart).lines().filter { ["a", "b", "Other"].contains($0) } == ["a", "b", "Other"])
  }
}
