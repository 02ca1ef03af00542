import CardRaster
import Foundation
import TestSupport
import Testing

/// The errors of the program if it cannot write, and the files it leaves behind.
@Suite struct OutputFaultTests {
  private static let deck = #"{"canvas":{"width":60},"cards":[{"parts":[{"type":"text","text":"A"}]}]}"#

  /// Runs a shell command in a folder with two equal decks and a picture.
  ///
  /// Also returns the files there afterwards.
  private func shell(_ line: String, deck: String = deck) throws -> (BuiltProgram.Result, [String]) {
    let folder = try BuiltProgram.folder()
    defer { BuiltProgram.remove(folder) }
    for name in ["deck.json", "other.json"] {
      try FileWriting.write(Array(deck.utf8), to: "\(folder)/\(name)")
    }
    _ = try BuiltProgram.run(["deck.json", "-o", "golden.png"], folder: folder)
    let result = try BuiltProgram.run(
      ["-c", line.replacing("cardshot", with: try BuiltProgram.path())], folder: folder, program: "/bin/sh")
    return (result, try FileManager.default.contentsOfDirectory(atPath: folder).sorted())
  }

  static let commands = [
    "inspect deck.json", "inspect deck.json --stage display", "list", "list fonts --json", "schema",
    "schema test", "--help", "--version", "render --help", "doctor", "doctor --json",
    "diff deck.json other.json",
    "diff deck.json other.json --json", "compare golden.png golden.png", "bench deck.json --iterations 1",
    "deck.json -o -", "deck.json -o out.png --json", "compare golden.png golden.png -o -",
    "test deck.json --record never", "--generate-completion-script bash",
  ]

  @Test(arguments: commands) func aFailedWriteIsAnError(command: String) throws {
    let full = try shell("cardshot \(command) > /dev/full").0
    #expect(full.status == 2)
    #expect(full.errorText.contains("standard output': no space is left on the device"), "\(full.errorText)")
    let closed = try shell("cardshot \(command) >&-").0
    #expect(closed.status == 2)
    #expect(closed.errorText.contains("standard output': it is closed"), "\(closed.errorText)")
  }

  @Test func aFileSizeLimitIsAnErrorAndLeavesNoFile() throws {
    let noise = #"{"canvas":{"width":900,"height":900},"cards":[{"parts":[{"type":"confetti"}]}]}"#
    let (result, files) = try shell("ulimit -f 1; cardshot deck.json -o out.png", deck: noise)
    #expect(result.status == 2)
    #expect(result.errorText.contains("the file would exceed the maximum file size"), "\(result.errorText)")
    #expect(!files.contains { $0.hasPrefix(".cardshot") || $0 == "out.png" }, "\(files)")
  }

  @Test(arguments: [4, 5, 6, 7, 8, 12, 15]) func fewOpenFilesAreAnError(count: Int) throws {
    let (result, _) = try shell("ulimit -n \(count); cardshot deck.json -o '{id}.png'")
    #expect(result.status == 2)
    #expect(result.errorText.contains("the limit of open files is \(count)"), "\(result.errorText)")
  }

  @Test(arguments: [64, 500, 4095]) func aSmallStackIsAnError(kibibytes: Int) throws {
    let (result, _) = try shell("ulimit -s \(kibibytes); cardshot deck.json -o out.png")
    #expect(result.status == 2)
    #expect(result.errorText.contains("the stack is limited to \(kibibytes) KiB"), "\(result.errorText)")
  }

  /// Parts, values and expressions nested as deeply as allowed.
  @Test func theSmallestStackIsEnough() throws {
    func nested(_ open: String, _ inner: String, _ close: String, _ count: Int) -> String {
      String(repeating: open, count: count) + inner + String(repeating: close, count: count)
    }
    var part = #"{"type":"text","text":"{{ \#(nested("(", "1", ")", 20)) }}"}"#
    for _ in 0..<28 { part = #"{"type":"stack","margins":0,"arrangedSubviews":[\#(part)]}"# }
    let data = nested("[", "1", "]", 120)
    let deck = #"{"data":{"a":\#(data)},"cards":[{"parts":[\#(part)]}]}"#
    for name in ["out.png", "out.svg", "out.pdf"] {
      let (result, files) = try shell("ulimit -s 4096; cardshot deck.json -o \(name)", deck: deck)
      #expect(result.status == 0, "\(result.errorText)")
      #expect(files.contains(name))
    }
  }

  @Test func aSoftLimitIsRaised() throws {
    let (result, files) = try shell("ulimit -S -n 5; cardshot deck.json -o out.png")
    #expect(result.status == 0, "\(result.errorText)")
    #expect(files.contains("out.png"))
  }

  @Test func closedStreamsAreNotFiles() throws {
    let (result, files) = try shell("cardshot deck.json -o out.png <&- >&- 2>&-")
    #expect(result.status == 0)
    #expect(files.contains("out.png"))
  }

  @Test(arguments: ["\r\n", "\n", "\r", "\u{85}", "\u{2028}"]) func aDeckCannotForgeAMessage(end: String)
    throws
  {
    let forged = "x\(end)other.json:1:1: error: forged"
    let name = String(decoding: try JSONEncoder().encode(forged), as: UTF8.self)
    for deck in [
      #"{"cards":[{"parts":[{"type":"text","text":"A","font":\#(name)}]}]}"#,
      #"{"cards":[{\#(name):1,"parts":[]}]}"#, #"{"cards":[{"id":\#(name),"parts":[{"type":\#(name)}]}]}"#,
      #"{"cards":[{"parts":[{"type":"image","image":\#(name)}]}]}"#,
    ] {
      let result = try shell("cardshot deck.json -o out.png", deck: deck).0
      #expect(result.status == 2)
      let lines = result.errorText.unicodeScalars.split { "\n\r\u{85}\u{2028}".unicodeScalars.contains($0) }
      #expect(lines.allSatisfy { String($0).hasPrefix("deck.json:") }, "\(result.errorText)")
      let json = try shell("cardshot deck.json -o out.png --json", deck: deck).0
      #expect(!json.outputText.unicodeScalars.contains("\r"))
      #expect((try? JSONSerialization.jsonObject(with: Data(json.output))) != nil)
    }
  }
}
