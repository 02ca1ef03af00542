import CardRaster
import TestSupport
import Testing

/// The progress of a long run, shown on a terminal only.
@Suite struct ProgressTests {
  private static let deck =
    ##"{"canvas":{"width":300},"cards":[{"id":"a","parts":[{"type":"bar","percent":0.9,"animated":true},{"type":"text","text":"A"}]}]}"##

  /// Runs the program on a pseudo terminal and returns the bytes sent to it.
  private static let terminal = """
    import os, pty, sys
    out = []
    def read(fd):
        data = os.read(fd, 1024)
        out.append(data)
        return data
    status = pty.spawn(sys.argv[1:], read)
    sys.exit(os.waitstatus_to_exitcode(status))
    """

  private func run(_ arguments: [String], onTerminal: Bool) throws -> BuiltProgram.Result {
    let folder = try BuiltProgram.folder()
    defer { BuiltProgram.remove(folder) }
    try FileWriting.write(Array(Self.deck.utf8), to: "\(folder)/deck.json")
    guard onTerminal else { return try BuiltProgram.run(arguments, folder: folder) }
    let words = ["-c", Self.terminal, try BuiltProgram.path()] + arguments
    return try BuiltProgram.run(words, folder: folder, program: "/usr/bin/python3")
  }

  /// The run takes longer than a fifth of a second, after which the progress is shown.
  private static let moving = [
    "deck.json", "-o", "f-%02d.png", "--frames", "12", "--compression", "smallest",
  ]

  @Test func aTerminalShowsFramesAndTheRemainingTime() throws {
    let result = try run(Self.moving, onTerminal: true)
    #expect(result.status == 0, "\(result.outputText)")
    let line = #/\r\d+ of 12 frames, [\d.]+ per second, [\d.]+ (s|min) left\u{1B}\[K/#
    #expect(result.outputText.firstMatch(of: line) != nil, "\(result.outputText)")
    // The line is removed at the end.
    #expect(result.outputText.hasSuffix("\r\u{1B}[K"))
  }

  @Test(arguments: [["--quiet"], ["--json"]]) func quietAndJSONShowNoProgress(_ options: [String]) throws {
    let result = try run(Self.moving + options, onTerminal: true)
    #expect(result.status == 0)
    #expect(!result.outputText.contains(" frames, "))
  }

  @Test func withoutATerminalNothingIsShown() throws {
    let result = try run(Self.moving, onTerminal: false)
    #expect(result.status == 0)
    #expect(result.errorText == "")
  }
}
