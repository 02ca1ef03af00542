import Foundation
import Synchronization
import TestSupport
import Testing

@testable import CardTesting

/// `expectGolden` in this process; nothing here records, so that it runs on build servers too.
@Suite("Expecting goldens") struct ExpectGoldenTests {
  private static let deck = Deck { Card("a") { CardPartTextView("Hi") } }.canvas(DeckCanvas(width: 60))

  private static func fault() throws -> Deck { throw BuiltProgram.NotBuilt() }

  /// Records a deck as a golden.
  private func keep(_ deck: Deck, _ name: String, in folder: String, _ options: DeckOptions = DeckOptions())
    throws
  {
    let picture = try deck.render(to: .bitmap, options: options)
    let check = PictureCheck(goldens: folder, failures: nil, mode: .missing)
    #expect(check.comparePicture(picture, named: try GoldenName(name)).verdict == .recorded)
  }

  /// Expects one issue at a line, with the given texts in its message.
  private func expectIssue(_ line: Int, _ texts: String..., when body: () throws -> Void) throws {
    // Expectations in the matcher would be matched themselves.
    let found = Mutex<[(issue: String, line: Int?, file: String?)]>([])
    try withKnownIssue {
      try body()
    } matching: { issue in
      let place = issue.sourceLocation
      found.withLock { $0 += issue.comments.map { ($0.rawValue, place?.line, place?.fileName) } }
      return true
    }
    let issues = found.withLock { $0 }
    #expect(issues.allSatisfy { $0.line == line && $0.file == "ExpectGoldenTests.swift" }, "\(issues)")
    let messages = issues.map(\.issue)
    #expect(messages.count == 1, "\(messages)")
    for text in texts { #expect(messages.first?.contains(text) == true, "\(messages)") }
  }

  @Test("An unchanged deck passes; the golden is named after the test")
  func passes() throws {
    let folder = try BuiltProgram.folder()
    defer { BuiltProgram.remove(folder) }
    try keep(Self.deck, "ExpectGoldenTests/passes", in: folder)
    let outcome = expectGolden(of: Self.deck, record: .never, goldens: folder)
    #expect(outcome.verdict == .passed)
    #expect(outcome.name == "ExpectGoldenTests/passes")
    #expect(try FileTree.entries(below: folder).map(\.path) == ["ExpectGoldenTests/passes.png"])
  }

  @Test("A missing golden is an issue at the line of the test")
  func missing() throws {
    let folder = try BuiltProgram.folder()
    defer { BuiltProgram.remove(folder) }
    try expectIssue(#line + 1, "the golden does not exist", "CARDSHOT_RECORD=missing", "'it'\\''s new'") {
      let outcome = expectGolden(of: Self.deck, named: "it's new", record: .never, goldens: folder)
      #expect(outcome.verdict == .missing)
    }
    #expect(
      try FileTree.entries(below: folder).map(\.path) == [
        "failures/.gitignore", "failures/it's new.actual.layout.json", "failures/it's new.actual.png",
      ])
  }

  @Test("Errors in a deck are reported with their places")
  func deckErrors() throws {
    let folder = try BuiltProgram.folder()
    defer { BuiltProgram.remove(folder) }
    let bad = Deck { Card { CardPartTextView("Hi").textColor("#12345") } }
    try expectIssue(#line + 1, "the deck has an error", "ExpectGoldenTests.swift:\(#line - 1)", "'#12345'") {
      let outcome = expectGolden(of: bad, named: "a", record: .never, goldens: folder)
      #expect(outcome.verdict == .broken)
      #expect(outcome.issues.count == 1)
    }
    try expectIssue(#line + 1, "cannot access", "none.json") {
      let outcome = expectGolden(ofDeckAt: "none.json", record: .never, goldens: folder)
      #expect(outcome.name == "none")
      #expect(outcome.deck == FilePath.directory(of: #filePath) + "/none.json")
    }
    try expectIssue(#line + 1, "it could not be made: NotBuilt()") {
      expectGolden(of: try Self.fault(), named: "a", record: .never, goldens: folder)
    }
    #expect(try FileTree.entries(below: folder).isEmpty)
  }

  @Test("With the option 'strict' a warning fails; otherwise it is listed")
  func warnings() throws {
    let folder = try BuiltProgram.folder()
    defer { BuiltProgram.remove(folder) }
    let deck = Deck {
      Card { CardPartTextView("A text that is far too long for one line").maxLines(1) }
    }.canvas(DeckCanvas(width: 60))
    try #require(!deck.issues().isEmpty)
    try keep(deck, "a", in: folder)
    let outcome = expectGolden(of: deck, named: "a", record: .never, goldens: folder)
    #expect(outcome.verdict == .passed)
    #expect(!outcome.issues.isEmpty)
    try expectIssue(#line + 1, "the deck has warnings", "warning: ") {
      expectGolden(of: deck, named: "a", record: .never, isStrict: true, goldens: folder)
    }
  }

  @Test(
    "An invalid name is broken, and the message is safe to print",
    arguments: ["../a", "", "a\u{1B}[2J\nb", "/a"])
  func names(_ name: String) throws {
    let folder = try BuiltProgram.folder()
    defer { BuiltProgram.remove(folder) }
    try expectIssue(#line + 1, "cannot be the name of a golden") {
      let outcome = expectGolden(of: Self.deck, named: name, record: .never, goldens: folder + "/inner")
      #expect(outcome.verdict == .broken)
      #expect(!FailureTextProbe.text(of: outcome).contains("\u{1B}"))
    }
    #expect(try FileTree.entries(below: folder).isEmpty)
  }

  @Test("A bitmap is compared directly, with the given tolerance")
  func bitmaps() throws {
    let folder = try BuiltProgram.folder()
    defer { BuiltProgram.remove(folder) }
    let check = PictureCheck(goldens: folder, failures: nil, mode: .missing)
    _ = check.comparePicture(try Gallery.picture(), named: try GoldenName("a"))
    expectGolden(bitmap: try Gallery.picture(), named: "a", record: .never, goldens: folder)
    // Names are claimed per folder of goldens: in another folder the name is free.
    let other = try BuiltProgram.folder()
    defer { BuiltProgram.remove(other) }
    let copy = PictureCheck(goldens: other, failures: nil, mode: .missing)
    _ = copy.comparePicture(try Gallery.picture(), named: try GoldenName("a"))
    try expectIssue(#line + 1, "1 of 64 pixels differs", "a.strip.png") {
      expectGolden(bitmap: try Gallery.picture(different: 1), named: "a", record: .never, goldens: other)
    }
    let few = Comparison.Settings(
      tolerance: Tolerance(threshold: 0, amount: .pixels(1), countsAntialiasing: true))
    expectGolden(
      bitmap: try Gallery.picture(different: 1), named: "a", comparing: few, record: .never, goldens: other)
  }

  @Test("Two goldens without a name never share one, even with equal pictures")
  func sameNameByChance() throws {
    let folder = try BuiltProgram.folder()
    defer { BuiltProgram.remove(folder) }
    let deck = Self.deck
    try keep(deck, "ExpectGoldenTests/sameNameByChance", in: folder)
    try keep(deck, "shared", in: folder)
    for _ in 0..<2 {
      #expect(expectGolden(of: deck, record: .never, goldens: folder).verdict == .passed)
    }
    let first = "the golden at CardGoldensTests/ExpectGoldenTests.swift:\(#line - 2):"
    try expectIssue(#line + 1, first, "has the same name") {
      expectGolden(of: deck, record: .never, goldens: folder)
    }
    let once = expectGolden(of: deck, named: "shared", record: .never, goldens: folder)
    let again = expectGolden(of: deck, named: "shared", record: .never, goldens: folder)
    #expect([once.verdict, again.verdict] == [.passed, .passed])
  }

  @Test("Several pictures of a deck have names of their own")
  func several() throws {
    let folder = try BuiltProgram.folder()
    defer { BuiltProgram.remove(folder) }
    let options = [DeckOptions].combinations(
      themes: ["mint", "turbo"], appearances: [.light, .dark], scales: [1, 1.5], widths: [80])
    #expect(options.count == 8)
    let names = [
      "a/b@1x.w80.light.mint", "a/b@1x.w80.light.turbo", "a/b@1x.w80.dark.mint", "a/b@1x.w80.dark.turbo",
      "a/b@1.5x.w80.light.mint", "a/b@1.5x.w80.light.turbo", "a/b@1.5x.w80.dark.mint",
      "a/b@1.5x.w80.dark.turbo",
    ]
    for (choice, name) in zip(options, names) { try keep(Self.deck, name, in: folder, choice) }
    let outcomes = expectGoldens(
      of: Self.deck, named: "a/b", options: options, record: .never, goldens: folder)
    #expect(outcomes.map(\.name) == names)
    #expect(outcomes.map(\.verdict) == Array(repeating: .passed, count: 8))
  }

  @Test("The names are those that 'cardshot test' gives the same pictures")
  func namesOfRuns() throws {
    let folder = try BuiltProgram.folder()
    defer { BuiltProgram.remove(folder) }
    var base = DeckOptions()
    base.locale = "de_DE"
    let names = ["a/b@2x.dark.mint.de_DE"]
    let options = [DeckOptions].combinations(
      themes: ["mint"], appearances: [.dark], scales: [2], of: base)
    for (choice, name) in zip(options, names) { try keep(Self.deck, name, in: folder, choice) }
    let outcomes = expectGoldens(
      of: Self.deck, named: "a/b", options: options, record: .never, goldens: folder)
    #expect(outcomes.map(\.name) == names)
    #expect(outcomes.map(\.verdict) == [.passed])
  }

  @Test("Each card, in each of its states, is a picture of its own")
  func cards() throws {
    let folder = try BuiltProgram.folder()
    defer { BuiltProgram.remove(folder) }
    let deck = Deck {
      Card("orders").states {
        CardState("empty") { CardPartTextView("None") }
        CardState("hasData") { CardPartTextView("Three") }
      }
      Card { CardPartTextView("Hi") }
    }.canvas(DeckCanvas(width: 60))
    var options = DeckOptions()
    options.drawsAllStates = true
    var outcomes: [GoldenOutcome] = []
    withKnownIssue {
      outcomes = expectGoldens(of: deck, named: "d", options: [options], record: .never, goldens: folder)
    }
    #expect(
      outcomes.map(\.name) == [
        "d.state-empty.card-orders", "d.state-hasData.card-orders", "d.state-none.card-2",
      ])
    withKnownIssue {
      outcomes = expectGoldens(of: deck, named: "d", eachCard: true, record: .never, goldens: folder)
    }
    #expect(outcomes.map(\.name) == ["d.card-orders", "d.card-2"])
    #expect(outcomes.allSatisfy { $0.verdict == .missing })
  }

  /// A report of two pages, with a text on the second.
  private static func report(_ text: String) throws -> Deck {
    try Deck(
      json: #"{"page":{"width":80,"height":80,"margins":5},"cards":["#
        + #"{"parts":[{"type":"text","text":"One"}]},"#
        + #"{"breakBefore":"page","parts":[{"type":"text","text":"\#(text)"}]}]}"#)
  }

  /// Records the first two pictures of a deck; the name of the second has a suffix.
  private func keepPages(
    _ deck: Deck, _ end: String, in folder: String, _ options: DeckOptions = DeckOptions()
  ) throws {
    let pipeline = try DeckPipeline()
    let laidOut = try pipeline.laidOut(deck, options: options)
    try #require(laidOut.pages.count == 2)
    let check = PictureCheck(goldens: folder, failures: nil, mode: .missing)
    for (page, name) in zip(laidOut.pages, ["r", "r" + end]) {
      let picture = try pipeline.bitmap(page.display, fonts: laidOut.fonts)
      #expect(check.comparePicture(picture, named: try GoldenName(name)).verdict == .recorded)
      let text = TextCheck(goldens: folder, failures: folder + "/failures", mode: .missing)
      let svg = try GoldenForm.svg.encode(page, laidOut, pipeline)
      #expect(text.compareText(svg, named: try GoldenName(name), ending: ".svg").verdict == .recorded)
    }
  }

  @Test("Every page of a report is compared; the first page has the name of the golden")
  func pagesOfReports() throws {
    let folder = try BuiltProgram.folder()
    defer { BuiltProgram.remove(folder) }
    try keepPages(try Self.report("Two"), ".card-page-2", in: folder)
    let passed = expectGolden(of: try Self.report("Two"), named: "r", record: .never, goldens: folder)
    #expect(passed.name == "r")
    #expect(passed.verdict == .passed)
    let text = expectGolden(of: try Self.report("Two"), as: .svg, named: "r", record: .never, goldens: folder)
    #expect(text.verdict == .passed)

    let other = try BuiltProgram.folder()
    defer { BuiltProgram.remove(other) }
    try keepPages(try Self.report("Two"), ".card-page-2", in: other)
    try expectIssue(
      #line + 2, "'r.card-page-2' differs from its golden", "CARDSHOT_RECORD_NAME=r.card-page-2"
    ) {
      let failed = expectGolden(of: try Self.report("2"), named: "r", record: .never, goldens: other)
      #expect(failed.name == "r.card-page-2")
      #expect(failed.verdict == .failed)
    }
    try expectIssue(#line + 1, "'r.card-page-2' differs from its golden: line ") {
      let failed = expectGolden(
        of: try Self.report("2"), as: .svg, named: "r", record: .never, goldens: other)
      #expect(failed.golden == other + "/r.card-page-2.svg")
    }
  }

  @Test("With the option for all states, every state is compared")
  func allStates() throws {
    let folder = try BuiltProgram.folder()
    defer { BuiltProgram.remove(folder) }
    func deck(_ text: String) -> Deck {
      Deck {
        Card("orders").states {
          CardState("empty") { CardPartTextView("None") }
          CardState("hasData") { CardPartTextView("\(text)") }
        }
      }.canvas(DeckCanvas(width: 60))
    }
    var options = DeckOptions()
    options.drawsAllStates = true
    try keepPages(deck("Three"), ".state-hasData.card-orders", in: folder, options)
    try expectIssue(#line + 1, "'r.state-hasData.card-orders' differs from its golden") {
      expectGolden(of: deck("Four"), named: "r", options: options, record: .never, goldens: folder)
    }
    // A single state is the golden without a suffix.
    options.drawsAllStates = false
    options.state = "empty"
    let one = expectGolden(of: deck("Four"), named: "r", options: options, record: .never, goldens: folder)
    #expect(one.verdict == .passed)
  }

  @Test("A strict report with warnings is a single issue")
  func strictReports() throws {
    let folder = try BuiltProgram.folder()
    defer { BuiltProgram.remove(folder) }
    let deck = try Deck(
      json: #"{"page":{"width":80,"height":80,"margins":5},"cards":["#
        + #"{"parts":[{"type":"text","maxLines":1,"text":"A text that is far too long for one line"}]},"#
        + #"{"breakBefore":"page","parts":[{"type":"text","text":"Two"}]}]}"#)
    try expectIssue(#line + 1, "the deck has warnings") {
      expectGolden(of: deck, named: "r", record: .never, isStrict: true, goldens: folder)
    }
  }

  @Test("An inline golden holds one text, so a deck of two pages is an error")
  func inlineReports() throws {
    try expectIssue(#line + 1, "the deck has 2 pictures", "expectGolden(of:as:)") {
      let outcome = expectInlineGolden(of: try Self.report("Two"), as: .regions, record: .never) { "{" }
      #expect(outcome.verdict == .broken)
    }
  }

  @Test("Two pictures with one name, or no picture at all, are errors")
  func collisions() throws {
    let folder = try BuiltProgram.folder()
    defer { BuiltProgram.remove(folder) }
    try keep(Self.deck, "a", in: folder)
    try expectIssue(#line + 1, "two pictures of this deck have this name") {
      let outcomes = expectGoldens(
        of: Self.deck, named: "a", options: [DeckOptions(), DeckOptions()], record: .never, goldens: folder)
      #expect(outcomes.map(\.verdict) == [.passed, .broken])
    }
    try expectIssue(#line + 1, "the options are empty") {
      #expect(
        expectGoldens(of: Self.deck, named: "a", options: [], record: .never, goldens: folder).count == 1)
    }
  }

  @Test("A picture file that cannot be read differs from every other file")
  func differencesOfFiles() throws {
    let png = try PNGEncoder.encode(try Gallery.picture(), scale: 1)
    let other = try PNGEncoder.encode(try Gallery.picture(different: 2), scale: 1)
    #expect(pictureDifference(png, png) == nil)
    #expect(pictureDifference(png, other)?.hasPrefix("2 of 64 pixels differ") == true)
    #expect(pictureDifference([], []) == "the expected picture cannot be read: the picture is empty")
    #expect(pictureDifference(png, []) == "the actual picture cannot be read: the picture is empty")
  }
}
