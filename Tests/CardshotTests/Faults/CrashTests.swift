import Foundation
import TestSupport
import Testing

/// A crash while a row or a golden is drawn fails only that one; the rest is drawn as usual.
@Suite(.withFaults) struct CrashTests {
  private static let signals = [SIGILL, SIGABRT, SIGSEGV]
  private static let deck = """
    {"canvas":{"width":60},"cards":[{"parts":[
     {"type":"image","image":"{{ p }}"},{"type":"text","text":"{{ id }}"}]}]}
    """

  /// A folder with pictures, a deck and rows that each name a picture, a few of them `bad.png`.
  private func prepare(bad: Set<Int>) throws -> (RunFolder, rows: String) {
    let rows = (1...12).map { #"{"id":"P\#($0)","p":"\#(bad.contains($0) ? "bad" : "dot").png"}"# }
    let folder = try RunFolder([
      "deck.json": Self.deck, "plain.json": RunFolder.deck(), "rows.jsonl": rows.joined(separator: "\n"),
    ])
    #expect(try folder.run("plain.json", "-o", "dot.png", "-o", "bad.png").status == 0)
    return (folder, rows.joined(separator: "\n"))
  }

  private func run(
    _ words: [String], in folder: RunFolder, signal: Int32, input: String = ""
  ) throws -> BuiltProgram.Result {
    let beside = try RunFolder()
    defer { withExtendedLifetime(beside) {} }
    return try FaultShim(in: beside.path).run(
      words, folder: folder.path, faults: ["OPEN": "bad.png", "SIGNAL": "\(signal)"], input: input
    ).program
  }

  @Test(arguments: signals, ["1", "3"]) func aRowIsLeftOut(signal: Int32, workers: String) throws {
    let (folder, _) = try prepare(bad: [3, 4, 12])
    #expect(try folder.run("deck.json", "--rows", "rows.jsonl", "-o", "whole/{id}.png").status == 0)
    let crashed = try run(
      [
        "deck.json", "--rows", "rows.jsonl", "-o", "out/{id}.png", "--workers", workers, "--report",
        "r.jsonl",
      ],
      in: folder, signal: signal)
    #expect(crashed.status == 2)
    #expect(crashed.errorText.contains("12 rows: 9 drawn, 3 skipped"), "\(crashed.errorText)")
    #expect(crashed.errorText.contains("rows.jsonl:3: row 3 'P3': error: drawing the row failed"))
    #expect(crashed.errorText.contains("and 2 more rows like row 3 (4, 12): drawing the row failed"))
    #expect(crashed.errorText.contains("signal \(signal)"))
    #expect(
      folder.pictures("out")
        == folder.pictures("whole").filter { !["P3.png", "P4.png", "P12.png"].contains($0) })
    for name in folder.pictures("out") {
      #expect(try folder.bytes("out/\(name)") == folder.bytes("whole/\(name)"), "\(name)")
    }
    let report = try folder.text("r.jsonl").split(separator: "\n")
    #expect(report.count == 12)
    for (index, line) in report.enumerated() {
      #expect(line.contains("\"row\":\(index + 1),"))
      #expect(line.contains("\"ok\":\([2, 3, 11].contains(index) ? "false" : "true")"))
    }
    // Failed rows are not recorded as finished: they are drawn once the error is fixed.
    let rest = try folder.run("deck.json", "--rows", "rows.jsonl", "-o", "out/{id}.png")
    #expect(rest.errorText.contains("12 rows: 3 drawn, 9 unchanged"), "\(rest.errorText)")
  }

  @Test func aRowOfStandardInputIsLeftOut() throws {
    let (folder, rows) = try prepare(bad: [1, 7])
    let crashed = try run(
      ["deck.json", "--rows", "-", "-o", "out/{id}.png"], in: folder, signal: SIGSEGV, input: rows)
    #expect(crashed.status == 2)
    #expect(crashed.errorText.contains("12 rows: 10 drawn, 2 skipped"), "\(crashed.errorText)")
    #expect(folder.pictures("out").count == 10)
  }

  @Test func anAnimatedRowIsLeftOut() throws {
    let (folder, _) = try prepare(bad: [2])
    let crashed = try run(
      ["deck.json", "--rows", "rows.jsonl", "-o", "out/{id}.gif", "--frames", "2"], in: folder, signal: SIGILL
    )
    #expect(crashed.errorText.contains("12 rows: 11 drawn, 1 skipped"), "\(crashed.errorText)")
    #expect(folder.files("out").filter { $0.hasSuffix(".gif") }.count == 11)
  }

  @Test(arguments: ["1", "2"]) func aWorkerAnswersEachRow(workers: String) throws {
    let (folder, rows) = try prepare(bad: [2, 5])
    let crashed = try run(
      ["worker", "deck.json", "-o", "out/{id}.png", "--workers", workers], in: folder, signal: SIGABRT,
      input: rows)
    let answers = crashed.outputText.split(separator: "\n")
    #expect(crashed.status == 0 && answers.count == 12, "\(crashed.errorText)")
    for (index, answer) in answers.enumerated() {
      #expect(answer.contains("\"id\":\"P\(index + 1)\""))
      let isBad = [1, 4].contains(index)
      #expect(answer.contains("\"ok\":\(isBad ? "false" : "true")"))
      #expect(answer.contains("drawing the row failed") == isBad)
    }
  }

  /// If several decks are drawn at once, the one that crashed has to be found.
  @Test(arguments: signals, ["1", "4"]) func aGoldenIsBroken(signal: Int32, jobs: String) throws {
    let (folder, _) = try prepare(bad: [])
    for name in 1...6 { try folder.write("decks/good\(name).json", RunFolder.deck("Deck \(name)")) }
    try folder.write("decks/bad.png", try folder.bytes("bad.png"))
    for name in 1...2 {
      try folder.write(
        "decks/bad\(name).json",
        #"{"cards":[{"id":"a","parts":[{"type":"image","image":"bad.png"}]},{"id":"b","parts":[{"type":"text","text":"B"}]}]}"#
      )
    }
    let each = ["test", "decks", "--each", "--jobs", jobs, "--root", "."]
    func run(_ words: [String]) throws -> Int32 {
      try BuiltProgram.run(words, environment: [:], folder: folder.path).status
    }
    #expect(try run(each + ["--record", "missing"]) == 1)
    #expect(try run(each) == 0)
    let crashed = try self.run(each + ["--junit", "j.xml"], in: folder, signal: signal)
    #expect(crashed.status == 2, "\(crashed.outputText)")
    #expect(crashed.outputText.contains("passed, 2 broken"), "\(crashed.outputText)\(crashed.errorText)")
    for name in 1...2 {
      #expect(
        crashed.outputText.contains("decks/bad\(name).json: error: drawing the deck failed"),
        "\(crashed.outputText)")
    }
    #expect(try folder.text("j.xml").contains("drawing the deck failed"))
    #expect(try run(each) == 0)
  }

  /// A crash before any drawing ends the run.
  @Test func aCrashOutsideOfAnyDeckEndsTheRun() throws {
    let (folder, _) = try prepare(bad: [])
    try folder.write("cardshot.test.json", #"{"data":["bad.png"]}"#)
    let crashed = try run(["test"], in: folder, signal: SIGSEGV)
    #expect(crashed.status == SIGSEGV)
  }
}
