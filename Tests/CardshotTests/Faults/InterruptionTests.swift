import Foundation
import TestSupport
import Testing

/// The files that remain after the program is interrupted.
///
/// It is ended in the middle of a file, or a write fails because the disk is full.
@Suite(.withFaults) struct InterruptionTests {
  private static let deck = """
    {"canvas":{"width":300,"height":300},"cards":[{"id":"a","parts":[{"type":"confetti"}]},
     {"id":"b","parts":[{"type":"text","text":"B"}]}]}
    """

  /// A folder with a deck and an old file, and next to it one for the fault library.
  private func prepare() throws -> (RunFolder, RunFolder, FaultShim) {
    let (folder, beside) = (try RunFolder(["deck.json": Self.deck, "old.png": "old"]), try RunFolder())
    return (folder, beside, try FaultShim(in: beside.path))
  }

  /// All files in the folder, including hidden ones, to check which ones a run adds.
  private func left(in folder: RunFolder) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGHUP, SIGKILL], ["new.png", "old.png"])
  func endedInTheMiddleOfAFileNothingIsLeft(signal: Int32, output: String) throws {
    let (folder, beside, shim) = try prepare()
    let result = try shim.run(
      ["deck.json", "-o", output], folder: folder.path, faults: ["WRITE": "1", "SIGNAL": "\(signal)"])
    #expect(result.program.status == signal, "\(result.program.errorText)")
    #expect(try left(in: folder) == ["deck.json", "old.png"])
    #expect(try folder.text("old.png") == "old")
    withExtendedLifetime(beside) {}
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGKILL]) func aStoppedRecordingKeepsItsGoldens(signal: Int32)
    throws
  {
    let decks = (1...4).reduce(into: [:]) { $0["d\($1).json"] = RunFolder.deck("Deck \($1)") }
    let (folder, whole, beside) = (try RunFolder(decks), try RunFolder(decks), try RunFolder())
    #expect(try whole.run("test", "--record", "missing").status == 1)
    let shim = try FaultShim(in: beside.path)
    // The layout of each golden is written first: the signal arrives in the middle of the third picture.
    let stopped = try shim.run(
      // With a sandbox a signal to the drawing process does not reach its parent.
      ["test", "--record", "missing", "--jobs", "1", "--sandbox", "off"], folder: folder.path,
      faults: ["WRITE": "6", "SIGNAL": "\(signal)"])
    #expect(stopped.program.status == signal, "\(stopped.program.errorText)")
    let kept = folder.files("Goldens")
    #expect(kept.filter { $0.hasSuffix(".png") } == ["d1.png", "d2.png"], "\(kept)")
    for file in kept {
      #expect(try folder.bytes("Goldens/\(file)") == whole.bytes("Goldens/\(file)"), "\(file)")
    }
    let rest = try folder.run("test", "--record", "missing")
    #expect(rest.outputText.contains("4 goldens: 2 passed, 2 recorded"), "\(rest.outputText)")
    #expect(try folder.run("test").status == 0)
    #expect(
      folder.files("Goldens").filter { $0 != "goldens.versions" }
        == whole.files("Goldens").filter { $0 != "goldens.versions" })
  }

  /// The pictures of one deck are also written one by one.
  @Test(arguments: [SIGINT, SIGKILL]) func aStoppedRecordingOfOneDeckKeepsItsGoldens(signal: Int32) throws {
    let cards = (1...6).map { #"{"id":"c\#($0)","parts":[{"type":"text","text":"Card \#($0)"}]}"# }
    let deck = #"{"canvas":{"width":80},"cards":[\#(cards.joined(separator: ","))]}"#
    let (folder, beside) = (try RunFolder(["d.json": deck]), try RunFolder())
    let stopped = try FaultShim(in: beside.path).run(
      ["test", "--each", "--record", "missing", "--jobs", "1", "--sandbox", "off"], folder: folder.path,
      faults: ["WRITE": "6", "SIGNAL": "\(signal)"])
    #expect(stopped.program.status == signal, "\(stopped.program.errorText)")
    let kept = folder.files("Goldens").filter { $0.hasSuffix(".png") }
    #expect(kept == ["d.card-c1.png", "d.card-c2.png"])
    let rest = try folder.run("test", "--each", "--record", "missing")
    #expect(rest.outputText.contains("6 goldens: 2 passed, 4 recorded"), "\(rest.outputText)")
  }

  /// A lock file is also written during the run, always as a whole.
  ///
  /// The next run draws the goldens without a line.
  @Test(arguments: [SIGINT, SIGTERM, SIGKILL]) func aStoppedRecordingIntoALockFileKeepsItsLines(signal: Int32)
    throws
  {
    let decks = (1...8).reduce(into: [:]) { $0["d\($1).json"] = RunFolder.deck("Deck \($1)") }
    let (folder, whole, beside) = (try RunFolder(decks), try RunFolder(decks), try RunFolder())
    let words = ["test", "--lock", "g.lock", "--record", "missing", "--jobs", "1", "--sandbox", "off"]
    // Nothing is recorded if `CI` is set.
    let recording: [String: String] = [:]
    #expect(try BuiltProgram.run(words, environment: recording, folder: whole.path).status == 1)
    let stopped = try FaultShim(in: beside.path).run(
      words, folder: folder.path, faults: ["WRITE": "2", "SIGNAL": "\(signal)"])
    #expect(stopped.program.status == signal, "\(stopped.program.errorText)")
    func lines(_ folder: RunFolder) throws -> [Substring] { try folder.text("g.lock").split(separator: "\n") }
    let (kept, all) = (try lines(folder), try lines(whole))
    #expect((2..<9).contains(kept.count) && all.count == 9, "\(kept)")
    #expect(Array(all.prefix(kept.count)) == kept)
    let rest = try BuiltProgram.run(words, environment: recording, folder: folder.path)
    #expect(rest.outputText.contains("8 goldens: \(kept.count - 1) passed, \(9 - kept.count) recorded"))
    #expect(try lines(folder) == all)
    #expect(try BuiltProgram.run(words, environment: recording, folder: folder.path).status == 0)
  }

  /// Some file systems cannot make unnamed files: then signals that can be caught remove the file.
  @Test(arguments: [SIGTERM, SIGINT, SIGHUP], ["new.png", "old.png"])
  func aNamedTemporaryFileIsRemoved(signal: Int32, output: String) throws {
    let (folder, beside, shim) = try prepare()
    let faults = ["NAMELESS": "1", "WRITE": "1", "SIGNAL": "\(signal)"]
    let result = try shim.run(["deck.json", "-o", output], folder: folder.path, faults: faults)
    #expect(result.program.status == signal, "\(result.program.errorText)")
    #expect(try left(in: folder) == ["deck.json", "old.png"])
    // The control: a signal that cannot be caught leaves the temporary file, so the file existed.
    let killed = try shim.run(
      ["deck.json", "-o", output], folder: folder.path,
      faults: ["NAMELESS": "1", "WRITE": "1", "SIGNAL": "\(SIGKILL)"])
    #expect(killed.program.status == SIGKILL)
    #expect(try left(in: folder).contains { $0.hasPrefix(".cardshot-") })
    withExtendedLifetime(beside) {}
  }

  /// A signal stops the run after the current row; the next run draws the rest.
  @Test(arguments: [SIGINT, SIGTERM], ["", "1"]) func stoppedRowsAreInOrderAndResumed(
    signal: Int32, nameless: String
  )
    throws
  {
    let deck = #"{"canvas":{"width":60},"cards":[{"parts":[{"type":"text","text":"{{ t }}"}]}]}"#
    let rows = "id,t\n" + (1...20).map { "P\($0),\($0)\n" }.joined()
    let (folder, beside) = (try RunFolder(["deck.json": deck, "rows.csv": rows]), try RunFolder())
    let shim = try FaultShim(in: beside.path)
    let words = ["deck.json", "--rows", "rows.csv", "-o", "out/{id}.png", "--workers", "1"]
    var faults = ["WRITE": "3", "SIGNAL": "\(signal)"]
    if !nameless.isEmpty { faults["NAMELESS"] = nameless }
    let stopped = try shim.run(words, folder: folder.path, faults: faults).program
    #expect(stopped.status == 130, "\(stopped.errorText)")
    #expect(stopped.errorText.contains("run the same command to resume"))
    let made = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/out")
    #expect((1..<20).contains(made.filter { $0.hasSuffix(".png") }.count))
    let notes = made.filter { $0.hasPrefix(".") }
    #expect(notes.count == 1 && notes.allSatisfy { $0.hasSuffix(".jsonl.part") }, "\(notes)")
    let rest = try BuiltProgram.run(words, folder: folder.path)
    #expect(rest.status == 0)
    #expect(!rest.errorText.contains(" 0 unchanged") && rest.errorText.contains(" unchanged"))
    _ = try BuiltProgram.run(
      ["deck.json", "--rows", "rows.csv", "-o", "whole/{id}.png"], folder: folder.path)
    for number in 1...20 {
      #expect(try folder.bytes("out/P\(number).png") == folder.bytes("whole/P\(number).png"))
    }
    withExtendedLifetime(beside) {}
  }

  /// A signal during the layout of a row with several pictures ends the run.
  ///
  /// It does so before any file or record of the row exists.
  @Test(arguments: [SIGINT, SIGTERM]) func aRowIsCancelledInTheMiddle(signal: Int32) throws {
    let deck = """
      {"canvas":{"width":60},"cards":[{"parts":[
       {"type":"image","image":"dot.png"},{"type":"text","text":"{{ t }}"}]}]}
      """
    let (folder, beside) = (
      try RunFolder(["deck.json": deck, "rows.csv": "id,t\nP1,1\nP2,2\n", "plain.json": RunFolder.deck()]),
      try RunFolder()
    )
    #expect(try folder.run("plain.json", "-o", "dot.png").status == 0)
    let words = [
      "deck.json", "--rows", "rows.csv", "-o", "out/{id}.png", "-o", "out/{id}.svg", "--workers", "1",
    ]
    let stopped = try FaultShim(in: beside.path).run(
      words, folder: folder.path, faults: ["OPEN": "dot.png", "SIGNAL": "\(signal)"]
    ).program
    #expect(stopped.status == 130, "\(stopped.errorText)")
    #expect(stopped.errorText.contains("stopped after 0 of 2 rows"), "\(stopped.errorText)")
    #expect(folder.pictures("out").isEmpty)
    let rest = try BuiltProgram.run(words, folder: folder.path)
    #expect(rest.errorText.contains("2 rows: 2 drawn in"), "\(rest.errorText)")
    withExtendedLifetime(beside) {}
  }

  /// A full disk at any write ends a run of rows.
  ///
  /// Existing files are complete, and the next run draws the rest.
  @Test func rowsOnAFullDiskAreResumed() throws {
    let deck = #"{"canvas":{"width":60},"cards":[{"parts":[{"type":"text","text":"{{ t }}"}]}]}"#
    let (folder, beside) = (
      try RunFolder(["deck.json": deck, "rows.csv": "id,t\nP1,1\nP2,2\nP3,3\n"]), try RunFolder()
    )
    let shim = try FaultShim(in: beside.path)
    func words(_ output: String) -> [String] {
      [
        "deck.json", "--rows", "rows.csv", "-o", "\(output)/{id}.png", "--workers", "1", "--report",
        "r.jsonl",
      ]
    }
    let whole = try shim.run(words("whole"), folder: folder.path)
    #expect(whole.program.status == 0 && whole.writes == 5, "\(whole.program.errorText)")
    for number in 1...whole.writes {
      let output = "out\(number)"
      let full = try shim.run(words(output), folder: folder.path, faults: ["WRITE": "\(number)"]).program
      #expect(full.status == 2)
      #expect(full.errorText.contains("no space is left on the device"), "\(full.errorText)")
      if number <= 3 {
        #expect(full.errorText.contains("stopped after \(number - 1) of 3 rows; run the same command"))
      }
      for name in folder.files(output) where name.hasSuffix(".png") {
        #expect(try folder.bytes("\(output)/\(name)") == folder.bytes("whole/\(name)"), "\(name)")
      }
      #expect(try BuiltProgram.run(words(output), folder: folder.path).status == 0)
      #expect(folder.pictures(output) == folder.pictures("whole"))
      for name in folder.files("whole") where name.hasSuffix(".png") {
        #expect(try folder.bytes("\(output)/\(name)") == folder.bytes("whole/\(name)"), "\(name)")
      }
    }
    withExtendedLifetime(beside) {}
  }

  @Test(arguments: ["", "1"]) func aFileIsWrittenTheSameWithAndWithoutAName(nameless: String) throws {
    let (folder, beside, shim) = try prepare()
    let faults = nameless.isEmpty ? [:] : ["NAMELESS": nameless]
    for output in ["old.png", "new.png"] {
      #expect(
        try shim.run(["deck.json", "-o", output], folder: folder.path, faults: faults).program.status == 0)
    }
    #expect(try folder.bytes("old.png") == folder.bytes("new.png"))
    #expect(try left(in: folder) == ["deck.json", "new.png", "old.png"])
    withExtendedLifetime(beside) {}
  }

  static let outputs = [
    ["-o", "{id}.png"], ["-o", "{id}.svg"], ["-o", "all.pdf", "--pages"], ["-o", "a.gif", "--frames", "2"],
  ]

  @Test(arguments: outputs, ["", "1"]) func aFullDiskIsAnErrorAtEveryWrite(output: [String], nameless: String)
    throws
  {
    let (folder, beside, shim) = try prepare()
    var faults = nameless.isEmpty ? [:] : ["NAMELESS": nameless]
    let whole = try shim.run(["deck.json"] + output, folder: folder.path, faults: faults)
    #expect(whole.program.status == 0 && whole.writes > 0, "\(whole.program.errorText)")
    let made = try left(in: folder).filter { !["deck.json", "old.png"].contains($0) }
    let good = try Dictionary(uniqueKeysWithValues: made.map { ($0, try folder.bytes($0)) })
    for number in 1...whole.writes {
      for name in made { try folder.remove(name) }
      faults["WRITE"] = "\(number)"
      let result = try shim.run(["deck.json"] + output, folder: folder.path, faults: faults)
      #expect(result.program.status == 2)
      #expect(
        result.program.errorText.contains("no space is left on the device"), "\(result.program.errorText)")
      let remains = try left(in: folder).filter { !["deck.json", "old.png"].contains($0) }
      #expect(remains.count < made.count)
      for name in remains { #expect(try folder.bytes(name) == good[name], "\(name) is half a file") }
      // Restores the missing files for the next round.
      for name in made where !remains.contains(name) { try folder.write(name, "") }
    }
    withExtendedLifetime(beside) {}
  }
}
