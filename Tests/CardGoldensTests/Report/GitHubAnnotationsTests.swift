import CardParts
import Testing

@testable import CardGoldens

@Suite("Annotations for GitHub") struct GitHubAnnotationsTests {
  @Test("Each golden that is not green is an error on its file; warnings come last") func lines() {
    #expect(
      GitHubAnnotations(ReportSamples.mixed).lines == [
        "::error file=deck.json,title=golden a/failed@2x%3A failed::154 of 131072 pixels differ (0.12 %25), "
          + "by at most 0.53%0Atitle of card 'advice' moved 2 pt down%0Atext 'Apply Now' now wraps to 2 lines"
          + "%0Aout/a/failed@2x.strip.png",
        "::error file=deck.json,line=3,col=5,title=deck cannot be drawn::unknown part type 'txet' at cards[0]; "
          + "did you mean 'text'?",
        "::error file=deck.json,title=golden missing%3A missing::the golden does not exist",
        "::error file=Goldens/orphan.png,title=golden orphan%3A orphaned::no deck draws it",
        "::error file=deck.json,title=golden recorded%3A recorded::written",
        "::warning file=deck.json,line=9,col=5,title=warning about a deck::text is cut at cards[0]",
      ])
  }

  @Test("A green run has no annotations") func green() {
    let run = GoldenRun(outcomes: [ReportSamples.outcome("a", .passed)], libraries: [])
    #expect(GitHubAnnotations(run).lines == [])
  }

  @Test("The errors of a deck are reported once, however many pictures it has") func once() {
    let issue = ReportSamples.issue("wrong")
    let run = GoldenRun(
      outcomes: ["a", "b", "c"].map { ReportSamples.outcome($0, .broken, "errors", issues: [issue]) },
      libraries: [])
    #expect(GitHubAnnotations(run).lines.count == 1)
  }

  @Test("An annotation works with a place that has no column, and without a place") func places() {
    var first = ReportSamples.issue("a", line: 4, column: 0)
    var second = first
    second.place = nil
    second.message = "b"
    first.path = .root
    second.path = .root
    let run = GoldenRun(
      outcomes: [ReportSamples.outcome("a", .broken, issues: [first, second])], libraries: [])
    #expect(
      GitHubAnnotations(run).lines == [
        "::error file=deck.json,line=4,title=deck cannot be drawn::a",
        "::error file=deck.json,title=deck cannot be drawn::b",
      ])
  }

  @Test("No text can end its command or begin another") func hostile() throws {
    let lines = GitHubAnnotations(ReportSamples.hostileRun).lines
    #expect(lines.count > ReportSamples.hostile.count)
    for line in lines {
      #expect(line.hasPrefix("::error ") || line.hasPrefix("::warning "))
      #expect(!line.contains("\n"))
      #expect(!line.contains("\r"))
      #expect(!ReportSamples.hasHidden(line))
      // For the runner, the properties end at the next '::', which must be ours.
      let rest = line.drop { $0 != " " }.dropFirst()
      let end = try #require(rest.firstRange(of: "::"))
      let properties = rest[..<end.lowerBound].split(separator: ",")
      for property in properties {
        #expect(["file", "line", "col", "title"].contains(property.prefix { $0 != "=" }))
      }
    }
  }
}
