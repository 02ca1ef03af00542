import CardParts
import CardRaster
import Foundation
import TestSupport
import Testing

@testable import CardGoldens

/// A file of checksums instead of pictures.
@Suite("Lock files") struct LockTests {
  private static let sum = String(repeating: "0123456789abcdef", count: 4)

  private func issues(_ text: String) -> [String] {
    TestSupport.issues { try GoldenLock(Array(text.utf8), file: "g.lock") }
  }

  @Test("A written lock file is read back unchanged and sorted by name")
  func roundTrip() throws {
    var lock = GoldenLock()
    for name in ["b", "a/with space", "a%20b", "#x", "ä@2x", "B"] {
      lock.entries[try GoldenName(name)] = GoldenLock.Entry(
        picture: Self.sum, layout: Self.sum, libraries: [LibraryVersion("cairo", "1.16.0 x")])
    }
    let text = lock.text
    #expect(try GoldenLock(Array(text.utf8), file: "") == lock)
    let line = "\(Self.sum) \(Self.sum) cairo=1.16.0%20x"
    let names = ["%23x", "B", "a%2520b", "a/with%20space", "b", "ä@2x"]
    let rows: [String] = names.map { "\($0) \(line)" }
    #expect(text.split(separator: "\n").map(String.init) == ["# cardshot goldens 1"] + rows)
    // With line ends of another system, and a comment.
    let other = text.replacing("\n", with: "\r\n") + "# a remark\r\n"
    #expect(try GoldenLock(Array(other.utf8), file: "") == lock)
    #expect(GoldenLock().text == "# cardshot goldens 1\n")
    #expect(try GoldenLock([], file: "") == GoldenLock())
  }

  @Test("Lines are merged with the current file, so two runs keep the lines of both")
  func laidOver() throws {
    let folder = try RunFolder()
    let path = "\(folder.path)/deep/g.lock"
    func entry(_ version: String) -> GoldenLock.Entry {
      GoldenLock.Entry(picture: Self.sum, layout: Self.sum, libraries: [LibraryVersion("cairo", version)])
    }
    let (a, b, c) = (try GoldenName("a"), try GoldenName("b"), try GoldenName("c"))
    try GoldenLock.lay([a: entry("1"), c: entry("1")], over: path)
    try GoldenLock.lay([b: entry("1"), c: entry("2")], over: path)
    #expect(try GoldenLock(path: path).entries == [a: entry("1"), b: entry("1"), c: entry("2")])
    try GoldenLock.lay([:], removing: [a], over: path)
    #expect(try GoldenLock(path: path).entries == [b: entry("1"), c: entry("2")])
    // A file with foreign content is not overwritten.
    try folder.write("deep/g.lock", "<<<<<<< HEAD\n")
    #expect(throws: DeckError.self) { try GoldenLock.lay([a: entry("1")], over: path) }
    #expect(try folder.text("deep/g.lock") == "<<<<<<< HEAD\n")
  }

  @Test("Concurrent runs do not lose lines")
  func atOnce() throws {
    let folder = try RunFolder()
    let path = "\(folder.path)/deep/g.lock"
    let entry = GoldenLock.Entry(picture: Self.sum, layout: Self.sum, libraries: [])
    let names = try (0..<96).map { try GoldenName("n\($0)") }
    DispatchQueue.concurrentPerform(iterations: 8) { run in
      for name in names[(run * 12)..<(run * 12 + 12)] {
        #expect(throws: Never.self) { try GoldenLock.lay([name: entry], over: path) }
      }
    }
    #expect(try GoldenLock(path: path).entries.keys.sorted() == names.sorted())
    #expect(folder.files() == ["deep/g.lock"])
  }

  @Test("Shards that end at the same time keep each other's pictures")
  func sharesAtOnce() throws {
    let folder = try RunFolder()
    let failures = "\(folder.path)/failures"
    let names = try (0..<16).map { try GoldenName("n\($0)") }
    DispatchQueue.concurrentPerform(iterations: names.count) { number in
      var last = LastRun()
      last.golden = "Goldens"
      last.pictures = [LastRun.Picture(name: names[number], fingerprint: Self.sum, scale: 1)]
      #expect(throws: Never.self) {
        try last.write(failures: failures, isNeeded: true) { $0 != names[number] }
      }
    }
    #expect(try LastRun(failures: failures)?.pictures.map(\.name) == names.sorted())
  }

  @Test("Every invalid line is reported with its place")
  func badLines() {
    let good = "a \(Self.sum) \(Self.sum) cairo=1"
    let text = """
      # cardshot goldens 1
      \(good)
      \(good)
      b \(Self.sum)
      c \(Self.sum.uppercased()) \(Self.sum)
      d \(Self.sum) 123
      ../e \(Self.sum) \(Self.sum)
      f%2 \(Self.sum) \(Self.sum)
      g \(Self.sum) \(Self.sum) cairo
      <<<<<<< HEAD
      """
    let found = issues(text)
    #expect(found.count == 8)
    let starts = [
      "g.lock:3:1: error: 'a' is in the file twice; first on line 2",
      "g.lock:4:1: error: expected name, checksums and libraries, found 2 words",
      "g.lock:5:1: error: the checksum of the picture must be 64 lower-case hexadecimal digits",
      "g.lock:6:1: error: the checksum of the layout must be 64 lower-case hexadecimal digits, found '123'",
      "g.lock:7:1: error: '../e' cannot be the name of a golden",
      "g.lock:8:1: error: 'f%2' cannot be the name",
      "g.lock:9:1: error: expected a library such as cairo=1.16.0, found 'cairo'",
      "g.lock:10:1: error: a merge conflict is not resolved",
    ]
    for (issue, start) in zip(found, starts) { #expect(issue.hasPrefix(start)) }
    #expect(
      issues("# cardshot goldens 2\n").first?.contains("another version of cardshot wrote the file") == true)
    #expect(issues("\(good)\n").first?.contains("a lock file begins with the line") == true)
    #expect(issues(String(repeating: "x\n", count: 1_000)).count == Limits.issues)
  }

  @Test(
    "A run stores checksums, tells layout changes from pixel and library changes, and approves into the file"
  )
  func run() throws {
    let folder = try RunFolder(["decks/b.json": RunFolder.deck("B"), "decks/a.json": RunFolder.deck("A")])
    let first = try folder.run("test", "--lock", "goldens.lock", "--record", "missing")
    #expect(first.status == 1)
    #expect(first.outputText.contains("recorded decks/a: the lock file did not list it"))
    #expect(!folder.exists("Goldens"))
    let text = try folder.text("goldens.lock")
    let lines = text.split(separator: "\n").map(String.init)
    #expect(lines.count == 3)
    #expect(lines[1].hasPrefix("decks/a ") && lines[2].hasPrefix("decks/b "))
    #expect(lines[1].contains(" cardshot=1."))
    #expect(try folder.run("test", "--lock", "goldens.lock").status == 0)
    #expect(try folder.text("goldens.lock") == text)

    try folder.write("decks/a.json", RunFolder.deck("Another"))
    let changed = try folder.run("test", "--lock", "goldens.lock")
    #expect(changed.status == 1)
    #expect(
      changed.outputText.contains(
        "failed decks/a: the picture and the layout changed (out/failures/decks/a.actual.png)"))
    let approval = try folder.run("approve", "--lock", "goldens.lock", "decks/a")
    #expect(approval.status == 0)
    #expect(approval.outputText == "approved decks/a: replaced in goldens.lock\n")
    #expect(try folder.run("test", "--lock", "goldens.lock").status == 0)
    // The other line is unchanged.
    #expect(try folder.text("goldens.lock").split(separator: "\n").last.map(String.init) == lines[2])

    // The same layout with another picture, drawn by another version of a library.
    let now = try folder.text("goldens.lock")
    let words = lines[2].split(separator: " ").map(String.init)
    let pixels = now.replacing(words[1], with: Self.sum).replacing("cairo=1.", with: "cairo=0.")
    try folder.write("goldens.lock", pixels)
    let other = try folder.run("test", "--lock", "goldens.lock")
    #expect(other.outputText.hasPrefix("libraries differ from those that rendered the goldens: cairo 0."))
    #expect(
      other.outputText.contains(
        "failed decks/b: only pixels changed: the layout is the same; it was recorded with cairo 0."
      ))
  }

  @Test("A tolerance in the plan has no effect on checksums and causes an error")
  func tolerance() throws {
    let plan = #"{ "lock": "g.lock", "maxDiff": 1, "overrides": [ { "decks": "a.json", "ignore": ["x"] } ] }"#
    let folder = try RunFolder(["a.json": RunFolder.deck(), "cardshot.test.json": plan])
    let result = try folder.run("test", "--record", "missing")
    #expect(result.status == 2)
    #expect(
      result.errorText.contains(
        "cardshot.test.json:1:32: error: 'maxDiff' has no effect on checksums in a lock file at maxDiff"
      ))
    #expect(
      result.errorText.contains("'ignore' has no effect on checksums in a lock file at overrides[0].ignore"))
    #expect(!folder.exists("g.lock"))
    try folder.write("cardshot.test.json", #"{ "lock": "g.lock" }"#)
    #expect(try folder.run("test", "--record", "missing").status == 1)
    #expect(folder.exists("g.lock") && !folder.exists("Goldens"))
    #expect(try folder.run("test").status == 0)
  }

  @Test("Lines without a deck are orphans and can be pruned")
  func orphans() throws {
    let folder = try RunFolder(["a.json": RunFolder.deck("A"), "b.json": RunFolder.deck("B")])
    #expect(try folder.run("test", "--lock", "locks/g.lock", "--record", "missing").status == 1)
    try folder.remove("b.json")
    let result = try folder.run("test", "--lock", "locks/g.lock")
    #expect(result.status == 1)
    #expect(result.outputText.contains("orphaned b: no deck draws this golden"))
    #expect(try folder.run("test", "--lock", "locks/g.lock", "--prune").status == 0)
    #expect(try folder.text("locks/g.lock").split(separator: "\n").count == 2)
  }

  @Test("A lock file that cannot be read stops the run before anything is written")
  func unreadable() throws {
    let folder = try RunFolder(["a.json": RunFolder.deck(), "g.lock": "nonsense\n"])
    let result = try folder.run("test", "--lock", "g.lock", "--record", "all")
    #expect(result.status == 2)
    #expect(result.errorText.contains("g.lock:1:1: error:"))
    #expect(try folder.text("g.lock") == "nonsense\n")
    #expect(folder.files() == ["a.json", "g.lock"])
  }
}
