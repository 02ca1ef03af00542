import CardRaster
import Foundation
import TestSupport
import Testing

@testable import CardParts

/// The decks of the benchmarks, their stages, and the page of results.
///
/// Nothing is timed here.
@Suite struct BenchmarkTests {
  private static let folder = DocsFolder.root + "/Benchmarks/decks"

  private static func text(_ name: String) throws -> [UInt8] {
    try FileReading.read(path: "\(folder)/\(name).json", limit: Limits.jsonBytes)
  }

  private static func laidOut(_ name: String, onePageEach: Bool = false) throws -> LaidOutDeck {
    try DeckRenderer.laidOut(
      try text(name), file: name, folder: folder, onePageEach: onePageEach, catalog: try Goldens.catalog())
  }

  /// Counts the items of a display list that match, including those in groups.
  private static func count(_ items: [DisplayItem], where matches: (DisplayItem) -> Bool) -> Int {
    items.reduce(0) { sum, item in
      var inner: [DisplayItem] = []
      if case .group(let group) = item { inner = group.items }
      return sum + (matches(item) ? 1 : 0) + count(inner, where: matches)
    }
  }

  @Test(arguments: ["W1", "photo"], [PNGCompression.fast, .balanced])
  func idleWorkersHelpAndChangeNothing(name: String, compression: PNGCompression) async throws {
    let deck = try BenchmarkTests.laidOut(name)
    var files: [[UInt8]] = []
    for workers in [1, 2, 5] {
      let settings = OutputFormat.Settings(compression: compression)
      try await deck.paint(as: .png, settings: settings, workers: workers) { files.append($1) }
    }
    #expect(files.count == 3)
    #expect(Set(files).count == 1)
  }

  @Test(arguments: [
    ("W1", 1200, 630), ("W2", 1200, 1600), ("W2-changed", 1200, 1600), ("photo", 600, 400),
    ("confetti", 375, 300),
  ]) func aDeckIsDrawnWithoutWarnings(name: String, width: Int, height: Int) throws {
    let deck = try BenchmarkTests.laidOut(name)
    #expect(deck.warnings == [])
    #expect(deck.pages.map(\.display.pixelWidth) == [width])
    #expect(deck.pages.map(\.display.pixelHeight) == [height])
  }

  @Test func theSocialCardContainsTheMeasuredFeatures() throws {
    let list = try #require(try BenchmarkTests.laidOut("W1").pages.first).display
    guard case .gradient = list.background else {
      Issue.record("the background of W1 is not a gradient")
      return
    }
    let kinds = list.dump
    #expect(kinds.contains("blur 20 "))
    #expect(kinds.components(separatedBy: "radius 6 6 0 0").count == 25, "24 bars")
    #expect(
      BenchmarkTests.count(list.items) {
        if case .image = $0 { return true }
        return false
      } == 1)
  }

  @Test func variationsAreTwoHundredPicturesWithNamesOfTheirOwn() throws {
    let script = "import json, decks; print(json.dumps(decks.variations(200)))"
    let made = try BuiltProgram.run(
      ["-B", "-c", script], folder: DocsFolder.root + "/Benchmarks", program: "/usr/bin/python3")
    #expect(made.status == 0, "\(made.error)")
    let deck = try DeckRenderer.laidOut(
      made.output, file: "W3", folder: BenchmarkTests.folder, onePageEach: true,
      catalog: try Goldens.catalog())
    #expect(deck.warnings == [])
    #expect(Set(deck.pages.map(\.name)).count == 200)
    #expect(Set(deck.pages.map { $0.display.dump }).count == 200)
  }

  @Test func theStagesAreThoseOfTheProgram() throws {
    let whole = try #require(try BenchmarkTests.laidOut("W1").pages.first).display
    let pipeline = DeckPipeline(try Goldens.catalog())
    let deck = try pipeline.load(
      try BenchmarkTests.text("W1"), file: "W1", folder: BenchmarkTests.folder)
    let resolved = try pipeline.resolve(deck)
    let lists = try pipeline.boxes(of: resolved).map { pipeline.flatten($0, of: resolved) }
    #expect(lists == [whole])
    let picture = try pipeline.paint(try #require(lists.first), fonts: resolved.fonts)
    let fonts = try FontLibrary(resolved.fonts)
    let settings = OutputFormat.Settings(compression: .fast)
    #expect(try picture.png(.fast) == OutputFormat.png.encode(whole, settings: settings, fonts: fonts))
  }

  /// With one thread for the picture, and with two.
  @Test(arguments: [1, 2]) func theHiddenCommandPrintsFigures(workers: Int) throws {
    let deck = BenchmarkTests.folder + "/photo.json"
    let words = [
      "bench", deck, "--iterations", "2", "--warmup", "0", "--json", "--stages", "--compression", "fast",
      "--workers", "\(workers)",
    ]
    let result = try BuiltProgram.run(words, folder: DocsFolder.root)
    #expect(result.status == 0)
    let json = try JSONSerialization.jsonObject(with: Data(result.outputText.utf8))
    let figures = try #require(json as? [String: Double])
    let names = [
      "median_ms", "min_ms", "p95_ms", "cpu_ms", "bytes", "peak_mb", "load_ms", "resolve_ms", "layout_ms",
      "flatten_ms", "paint_ms", "encode_ms",
    ]
    for name in names { #expect(try #require(figures[name]) > 0, "\(name)") }
    #expect(figures["iterations"] == 2)
    #expect(figures["pictures"] == 1)
    let drawn = try BenchmarkTests.laidOut("photo").pages[0].display
    let file = try OutputFormat.png.encode(
      drawn, settings: OutputFormat.Settings(compression: .fast),
      fonts: try FontLibrary(try Goldens.catalog())
    )
    #expect(figures["bytes"] == Double(file.count))
  }

  @Test(arguments: [
    ["--iterations", "0"], ["--workers", "257"], ["--stages", "--format", "svg"], ["-o", "-"],
  ]) func theHiddenCommandRejectsWrongArguments(options: [String]) throws {
    let deck = BenchmarkTests.folder + "/photo.json"
    let result = try BuiltProgram.run(["bench", deck] + options, folder: DocsFolder.root)
    #expect(result.status == 64)
    #expect(result.outputText == "")
  }

  @Test func theHiddenCommandIsNotListed() throws {
    let result = try BuiltProgram.run(["--help"], folder: DocsFolder.root)
    #expect(result.outputText.contains("compare"))
    #expect(!result.outputText.contains("bench"))
  }

  @Test(
    "A run of the benchmarks keeps its results if a program fails or it is stopped, and two builds are compared in pairs"
  )
  func aRunLosesNothing() throws {
    let words = ["-B", "-m", "unittest", "test_bench", "test_against"]
    let result = try BuiltProgram.run(
      words, folder: DocsFolder.root + "/Benchmarks", program: "/usr/bin/python3")
    #expect(result.status == 0, "\(result.errorText)")
    #expect(!result.errorText.contains("Ran 0 tests"))
  }

  // MARK: The page

  private struct Goal: Decodable {
    let key: String
    let title: String
  }

  private static func goals() throws -> [Goal] {
    let bytes = try #require(DocsFolder.bytes("Benchmarks/goals.json"))
    return try JSONDecoder().decode([Goal].self, from: Data(bytes))
  }

  @Test func thePageHasEveryGoal() throws {
    let page = try #require(DocsFolder.text("Docs/benchmarks.md"))
    let goals = try BenchmarkTests.goals()
    #expect(goals.count > 15)
    for goal in goals {
      let row = page.split(separator: "\n").first { $0.hasPrefix("| \(goal.title) |") }
      let cells = try #require(row, "\(goal.key)").split(separator: "|").map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      #expect(cells.count == 3, "\(goal.key)")
      #expect(["met", "**missed**", "not measured"].contains(cells.last ?? ""), "\(goal.key)")
    }
  }

  @Test(arguments: [
    "W1 cold, whole process, ms", "W1 warm, ms a card", "W2 warm, ms a card", "W3 on one worker, cards/s",
    "W3 on two workers, cards/s", "load", "resolve", "lay out", "flatten", "paint", "encode fast",
    "encode balanced", "encode smallest", "decode PNG", "compare different", "compare equal", "W1", "W2",
    "photo",
    "cardshot", "80,000 parts", "10,000 rows of a table", "1,000,000 bytes of text",
    "10,000 cards, a picture each",
    "cardshot, GIF", "cardshot, APNG", "cardshot, WebP",
  ]) func thePageHasTheRow(_ title: String) throws {
    let page = try #require(DocsFolder.text("Docs/benchmarks.md"))
    let row = page.split(separator: "\n").first { $0.hasPrefix("| \(title) |") }
    #expect(row != nil)
  }

  @Test func remarksAreAboutGoals() throws {
    let remarks = try #require(DocsFolder.text("Benchmarks/remarks.md"))
    let keys = remarks.split(separator: "\n").filter { $0.hasPrefix("## ") }.map { String($0.dropFirst(3)) }
    #expect(Set(keys).count == keys.count)
    #expect(Set(keys).isSubset(of: Set(try BenchmarkTests.goals().map(\.key))))
  }
}
