import CardRaster
import Foundation
import TestSupport
import Testing

@testable import CardParts

/// `cardshot watch`: a running program whose files change.
@Suite struct WatchTests {
  /// A running `cardshot watch`, whose messages go to a file.
  private final class Run {
    let folder: String
    private let process = Process()
    private var seen = 0

    init(_ arguments: [String], in folder: String) throws {
      self.folder = folder
      process.executableURL = URL(fileURLWithPath: try BuiltProgram.path())
      process.arguments = ["watch"] + arguments
      process.currentDirectoryURL = URL(fileURLWithPath: folder)
      process.environment = BuiltProgram.plainEnvironment
      let log = "\(folder)/.messages"
      _ = FileManager.default.createFile(atPath: log, contents: nil)
      // One handle, so that both write at its end.
      let messages = FileHandle(forWritingAtPath: log)
      process.standardError = messages
      process.standardOutput = messages
      process.standardInput = FileHandle.nullDevice
      try process.run()
    }

    deinit { if process.isRunning { process.terminate() } }

    private var lines: [String] {
      let text = (try? String(contentsOfFile: "\(folder)/.messages", encoding: .utf8)) ?? ""
      return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }

    /// Waits for a line that begins with a time or contains a text, after those that were seen.
    func next(containing text: String) throws -> [String] {
      for _ in 0..<1_200 {
        let lines = lines
        if let index = lines.indices.dropFirst(seen).first(where: { lines[$0].contains(text) }) {
          defer { seen = index + 1 }
          return Array(lines[seen...index])
        }
        try #require(process.isRunning, "\(lines)")
        usleep(50_000)
      }
      Issue.record("no line with '\(text)': \(lines)")
      return []
    }

    /// The lines after those that were seen.
    var rest: [String] { Array(lines.dropFirst(seen)) }

    /// Presses Ctrl-C, and returns the exit code.
    func stop() -> Int32 {
      process.interrupt()
      process.waitUntilExit()
      return process.terminationReason == .exit ? process.terminationStatus : -1
    }
  }

  private func withFolder(_ body: (String) throws -> Void) throws {
    let folder = try BuiltProgram.folder()
    defer { BuiltProgram.remove(folder) }
    try body(folder)
  }

  private func write(_ text: String, _ path: String) throws {
    try FileWriting.write(Array(text.utf8), to: path)
  }

  private func deck(_ title: String, image: String? = nil) -> String {
    let picture = image.map { #", { "type": "image", "image": "\#($0)", "height": 10, "alt": "" }"# } ?? ""
    return #"{ "cards": [ { "parts": [ { "type": "title", "title": "\#(title)" }\#(picture) ] } ] }"#
  }

  private func bytes(_ path: String) -> Data? { FileManager.default.contents(atPath: path) }

  @Test func aSavedDeckIsRenderedAgain() throws {
    try withFolder { folder in
      try write(deck("One"), "\(folder)/deck.json")
      let run = try Run(["deck.json", "-o", "out.png"], in: folder)
      let line = try #require(try run.next(containing: "out.png").last)
      #expect(line.wholeMatch(of: /\d\d:\d\d:\d\d out\.png 375×\d+ in [0-9.]+ ms/) != nil, "\(line)")
      let first = bytes("\(folder)/out.png")
      try write(deck("Two"), "\(folder)/deck.json")
      _ = try run.next(containing: "out.png")
      let second = bytes("\(folder)/out.png")
      #expect(first != second)
      // The same bytes as `render`.
      #expect(try BuiltProgram.run(["deck.json", "-o", "plain.png"], folder: folder).status == 0)
      #expect(second == bytes("\(folder)/plain.png"))
      #expect(run.stop() == 0)
    }
  }

  @Test func errorsAreReportedAndTheLastPictureStays() throws {
    try withFolder { folder in
      try write(deck("One"), "\(folder)/deck.json")
      let run = try Run(["deck.json", "-o", "out.png"], in: folder)
      _ = try run.next(containing: "out.png")
      let first = bytes("\(folder)/out.png")
      try write(#"{ "cards": [ { "parts": [ { "type": "txet" } ] } ] }"#, "\(folder)/deck.json")
      let lines = try run.next(containing: "did you mean 'text'?")
      #expect(lines[0].contains("1 error"), "\(lines)")
      #expect(lines.last?.hasPrefix("deck.json:1:") == true)
      #expect(bytes("\(folder)/out.png") == first)
      try write("{ \"cards\": [", "\(folder)/deck.json")
      _ = try run.next(containing: "invalid JSON")
      try write(deck("Three"), "\(folder)/deck.json")
      _ = try run.next(containing: "out.png")
      #expect(bytes("\(folder)/out.png") != first)
    }
  }

  @Test func everythingThatIsReadIsWatched() throws {
    try withFolder { folder in
      for name in ["pictures", "parts"] { try FileTree.makeFolder("\(folder)/\(name)") }
      try write(
        #"""
        { "extends": "base.json", "theme": "look.json", "cards": { "$include": "parts/cards.json" } }
        """#, "\(folder)/deck.json")
      try write("{ \"canvas\": { \"width\": 200 } }", "\(folder)/base.json")
      try write("{ \"base\": \"soft\" }", "\(folder)/look.json")
      try write("{ \"title\": \"One\" }", "\(folder)/data.json")
      try write("a,b\nx,1\ny,2\n", "\(folder)/rows.csv")
      let cards = #"""
        [ { "parts": [ { "type": "title", "title": "{{ title }}" },
          { "type": "chart", "mark": "bar", "data": "rows.csv",
            "encoding": { "x": { "field": "a" }, "y": { "field": "b" } } },
          { "type": "image", "image": "pictures/a.svg", "height": 10, "alt": "" } ] } ]
        """#
      try write(cards, "\(folder)/parts/cards.json")
      let run = try Run(["deck.json", "-o", "out.png", "--data", "data.json"], in: folder)
      // The picture is missing.
      _ = try run.next(containing: "pictures/a.svg")
      let svg =
        "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><rect width='9' height='9'/></svg>"
      try write(svg, "\(folder)/pictures/a.svg")
      _ = try run.next(containing: "out.png")
      for (name, text) in [
        ("base.json", "{ \"canvas\": { \"width\": 220 } }"), ("look.json", "{ \"base\": \"mint\" }"),
        ("data.json", "{ \"title\": \"Two\" }"), ("rows.csv", "a,b\nx,1\ny,3\n"),
        ("parts/cards.json", cards.replacing("\"height\": 10", with: "\"height\": 12")),
        ("pictures/a.svg", svg.replacing("<rect", with: "<rect fill='red'")),
      ] {
        let before = bytes("\(folder)/out.png")
        try write(text, "\(folder)/\(name)")
        for _ in 0..<1_200 where bytes("\(folder)/out.png") == before { usleep(50_000) }
        #expect(bytes("\(folder)/out.png") != before, "\(name)")
      }
    }
  }

  @Test func rowsAndSeveralOutputsAreWatched() throws {
    try withFolder { folder in
      try write(deck("{{ name }}"), "\(folder)/deck.json")
      try write("id,name\n1,Ann\n", "\(folder)/rows.csv")
      let run = try Run(["deck.json", "-o", "{id}.png", "--rows", "rows.csv"], in: folder)
      _ = try run.next(containing: "rows in")
      #expect(bytes("\(folder)/1.png") != nil)
      try write("id,name\n1,Ann\n2,Bob\n", "\(folder)/rows.csv")
      _ = try run.next(containing: "rows in")
      #expect(bytes("\(folder)/2.png") != nil)
      _ = run.stop()
      let other = try Run(
        ["deck.json", "-o", "a.png", "-o", "b.svg", "--set", "name=Ann", "--json"], in: folder)
      let line = try #require(try other.next(containing: "{").last)
      let node = try JSONScanner.scan(Array(line.utf8), file: "")
      #expect(node["ok"]?.value == .bool(true), "\(line)")
      #expect(node["outputs"]?.step(.index(1))?["path"]?.plainText == "b.svg")
    }
  }

  @Test func tenSavesCauseAtMostTwoRuns() throws {
    try withFolder { folder in
      try write(deck("0"), "\(folder)/deck.json")
      let run = try Run(["deck.json", "-o", "out.png"], in: folder)
      _ = try run.next(containing: "out.png")
      for number in 1...10 { try write(deck("Number \(number)"), "\(folder)/deck.json") }
      // A later change shows that all earlier runs are finished.
      _ = try run.next(containing: "out.png")
      usleep(1_500_000)
      let more = run.rest.filter { $0.contains("out.png") }.count
      #expect(more <= 1, "\(run.rest)")
      #expect(try BuiltProgram.run(["deck.json", "-o", "plain.png"], folder: folder).status == 0)
      #expect(bytes("\(folder)/out.png") == bytes("\(folder)/plain.png"))
    }
  }

  @Test func goldenTestsOfChangedDecksRunAgain() throws {
    try withFolder { folder in
      for name in ["a", "b"] {
        try FileTree.makeFolder("\(folder)/decks/\(name)")
        try write(deck(name), "\(folder)/decks/\(name)/\(name).json")
      }
      #expect(try BuiltProgram.run(["test", "decks", "--record", "missing"], folder: folder).status == 1)
      let run = try Run(["decks", "--test"], in: folder)
      _ = try run.next(containing: "2 goldens")
      try write(deck("changed"), "\(folder)/decks/a/a.json")
      let lines = try run.next(containing: "1 golden: 1 failed")
      #expect(lines.contains { $0.contains("'a' → 'changed'") }, "\(lines)")
      #expect(!lines.contains { $0.contains("decks/b") }, "\(lines)")
      #expect(run.stop() == 0)
    }
  }

  @Test func theStudioGetsEachRunAsJSON() throws {
    try withFolder { folder in
      try write(deck("One"), "\(folder)/deck.json")
      let run = try Run(["deck.json", "-o", "out.png", "--events"], in: folder)
      // Both streams go to the same file: the line for people, and the one for the studio.
      let lines = try run.next(containing: "\"ok\":true")
      let rest = try run.next(containing: "out.png 375×")
      #expect((lines + rest).count == 2, "\(lines) \(rest)")
      #expect(run.stop() == 0)
    }
  }

  @Test func theStudioIsAProgramOfItsOwn() throws {
    try withFolder { folder in
      try write(deck("One"), "\(folder)/deck.json")
      let result = try BuiltProgram.run(["watch", "deck.json", "--open"], folder: folder)
      #expect(result.status == 2)
      #expect(result.errorText.contains("'cardshot-studio'"))
      #expect(
        try BuiltProgram.run(["watch", "deck.json", "-o", "a.png", "--port", "4380"], folder: folder).status
          == 64)
    }
  }

  @Test func standardStreamsAreRefused() throws {
    try withFolder { folder in
      try write(deck("One"), "\(folder)/deck.json")
      for arguments in [
        ["-", "-o", "out.png"], ["deck.json", "-o", "-"], ["deck.json", "-o", "a.png", "--data", "-"],
      ] {
        #expect(try BuiltProgram.run(["watch"] + arguments, folder: folder).status == 64, "\(arguments)")
      }
    }
  }
}
