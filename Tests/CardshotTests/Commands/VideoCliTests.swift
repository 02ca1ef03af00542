import CardRaster
import Foundation
import TestSupport
import Testing

/// Videos made on the command line.
@Suite struct VideoCliTests {
  private static let deck =
    ##"{"canvas":{"width":160,"background":"#FFFFFF"},"cards":[{"id":"a","parts":[{"type":"bar","percent":0.9,"animated":true}]}]}"##

  /// The program that is found as ffmpeg.
  private enum Encoder {
    case installed, missing
    /// A shell script.
    case script(String)
  }

  /// Runs the program in its own folder; also returns the files it wrote next to the deck.
  private func run(
    _ arguments: [String], ffmpeg: Encoder = .installed
  ) throws -> (result: BuiltProgram.Result, files: [String: Int]) {
    let folder = try BuiltProgram.folder()
    defer { BuiltProgram.remove(folder) }
    try FileWriting.write(Array(Self.deck.utf8), to: "\(folder)/deck.json")
    var environment: [String: String]?
    switch ffmpeg {
    case .installed: break
    case .missing: environment = ["PATH": "\(folder)/nowhere"]
    case .script(let script):
      try FileWriting.write(Array("#!/bin/sh\n\(script)\n".utf8), to: "\(folder)/bin-ffmpeg")
      try FileManager.default.createDirectory(atPath: "\(folder)/bin", withIntermediateDirectories: false)
      try FileManager.default.moveItem(atPath: "\(folder)/bin-ffmpeg", toPath: "\(folder)/bin/ffmpeg")
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: "\(folder)/bin/ffmpeg")
      environment = ["PATH": "\(folder)/bin:/usr/bin:/bin"]
    }
    let result = try BuiltProgram.run(arguments, environment: environment, folder: folder)
    var files: [String: Int] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder)
    where !["deck.json", "bin"].contains(name) {
      files[name] = FileManager.default.contents(atPath: "\(folder)/\(name)")?.count
    }
    return (result, files)
  }

  @Test(arguments: ["mp4", "webm"]) func framesMakeAVideo(_ ending: String) throws {
    let (result, files) = try run([
      "deck.json", "-o", "out.\(ending)", "--frames", "6", "--fps", "12", "--json",
    ])
    #expect(result.status == 0, "\(result.errorText)")
    #expect(
      result.outputText.contains("\"frames\": 6") && result.outputText.contains("\"milliseconds\": 500"))
    #expect(files.keys.sorted() == ["out.\(ending)"])
    #expect(files["out.\(ending)", default: 0] > 500)
  }

  @Test func aVideoGoesToStandardOutputAndStaysWithinABudget() throws {
    let whole = try run(["deck.json", "-o", "-", "--format", "mp4", "--frames", "6", "--scale", "3"])
    #expect(whole.result.status == 0, "\(whole.result.errorText)")
    #expect(whole.files.isEmpty)
    // The start of an MPEG-4 file.
    #expect(whole.result.output.dropFirst(4).starts(with: Array("ftyp".utf8)))
    let budget = whole.result.output.count - 1
    let less = try run([
      "deck.json", "-o", "out.mp4", "--frames", "6", "--scale", "3", "--max-bytes", "\(budget)",
    ])
    #expect(less.result.status == 0, "\(less.result.errorText)")
    #expect(less.result.errorText.contains("'out.mp4' has quality 55"))
    #expect(less.files["out.mp4", default: .max] <= budget)
  }

  @Test func aSilentProgramIsWaitedFor() throws {
    let (result, files) = try run(
      ["deck.json", "-o", "out.mp4", "--frames", "40", "--scale", "4"],
      ffmpeg: .script("exec 2>&-; sleep 0.1; exec /usr/bin/ffmpeg \"$@\""))
    #expect(result.status == 0, "\(result.errorText)")
    #expect(files["out.mp4", default: 0] > 500)
  }

  @Test func withoutTheProgramNothingIsWritten() throws {
    let (result, files) = try run(["deck.json", "-o", "out.mp4", "--frames", "2"], ffmpeg: .missing)
    #expect(result.status == 2)
    #expect(
      result.errorText.contains("writing an mp4 file with ffmpeg failed: 'ffmpeg' is not in PATH"),
      "\(result.errorText)")
    #expect(files.isEmpty)
  }

  @Test(arguments: [
    // It fails at once, at the end, silently, by a signal, and after a long output.
    "echo 'Unknown \u{1B}[31mencoder' >&2; exit 3", "cat >/dev/null; echo 'Unknown encoder' >&2; exit 3",
    "cat >/dev/null", "kill -9 $$", "yes 'Unknown encoder' | head -c 300000 >&2; exit 1",
  ]) func aFailedEncoderIsAnErrorAndNothingIsWritten(_ script: String) throws {
    let (result, files) = try run(
      ["deck.json", "-o", "out.webm", "--frames", "40", "--scale", "4"], ffmpeg: .script(script))
    #expect(result.status == 2, "\(result.errorText)")
    #expect(result.errorText.contains("error: writing a webm file with ffmpeg failed: "))
    #expect(script.contains("Unknown") == result.errorText.contains("Unknown"))
    #expect(!result.errorText.contains("\u{1B}"))
    #expect(result.errorText.count < 600)
    #expect(files.isEmpty)
  }

  @Test(arguments: [
    ["deck.json", "-o", "out.mp4"], ["deck.json", "-o", "out.webm", "--at", "1"],
    ["deck.json", "-o", "out.mp4", "--frames", "2", "--loop", "1"],
    ["deck.json", "-o", "out.mp4", "--frames", "2", "--poster-frame", "1"],
    ["deck.json", "-o", "out-%d.mp4", "--frames", "2"],
    ["deck.json", "-o", "out.mp4", "--frames", "2", "--colors", "8"],
    ["bench", "deck.json", "--format", "mp4"], ["worker", "deck.json", "-o", "{id}.mp4"],
  ]) func optionsWithoutEffectOnAVideoAreWrongUsage(_ arguments: [String]) throws {
    let (result, files) = try run(arguments)
    #expect(result.status == 64, "\(result.errorText)")
    #expect(!result.errorText.isEmpty)
    #expect(files.isEmpty)
  }

  @Test func rowsBecomeVideos() throws {
    let folder = try BuiltProgram.folder()
    defer { BuiltProgram.remove(folder) }
    let deck =
      ##"{"canvas":{"width":160,"background":"#FFFFFF"},"cards":[{"parts":[{"type":"bar","percent":"{{ share }}","animated":true}]}]}"##
    try FileWriting.write(Array(deck.utf8), to: "\(folder)/deck.json")
    try FileWriting.write(Array("id,share\na,0.5\nb,0.9\n".utf8), to: "\(folder)/rows.csv")
    let result = try BuiltProgram.run(
      ["deck.json", "--rows", "rows.csv", "-o", "out/{id}.mp4", "--frames", "3"], folder: folder)
    #expect(result.status == 0, "\(result.errorText)")
    for name in ["a", "b"] {
      #expect(FileManager.default.fileExists(atPath: "\(folder)/out/\(name).mp4"))
    }
  }
}
