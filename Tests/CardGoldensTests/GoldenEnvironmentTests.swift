import CardGoldens
import Testing

@Suite("Environment variables for recording") struct GoldenEnvironmentTests {
  @Test("By default missing goldens are recorded, and on a build server none")
  func defaults() throws {
    #expect(try GoldenEnvironment().mode() == .missing)
    #expect(try GoldenEnvironment().mode(otherwise: .never) == .never)
    for ci in ["true", "1", "yes", "TRUE", "github"] {
      #expect(try GoldenEnvironment(ci: ci).mode() == .never)
      #expect(try GoldenEnvironment(ci: ci).mode(.never) == .never)
      #expect(try GoldenEnvironment(record: "never", ci: ci).mode() == .never)
    }
    for ci in ["", "0", "false", "False"] { #expect(try GoldenEnvironment(ci: ci).mode() == .missing) }
  }

  @Test(
    "Each record mode has its word, and an argument overrides the environment", arguments: RecordMode.allCases
  )
  func words(_ mode: RecordMode) throws {
    let environment = GoldenEnvironment(["CARDSHOT_RECORD": mode.rawValue, "HOME": "/"])
    #expect(try environment.mode() == mode)
    #expect(try environment.mode(.never) == .never)
    #expect(try environment.mode(.all) == .all)
    #expect(try GoldenEnvironment(record: "never").mode(mode) == mode)
  }

  @Test(
    "An unknown mode is an error that lists the modes",
    arguments: ["", "yes", "All", "al\u{1B}l", "parts/text"])
  func unknownWord(_ word: String) {
    // It is an error even if an argument would decide: the user meant something by it.
    for wish in [nil, RecordMode.never] {
      let error = #expect(throws: GoldenError.self) { try GoldenEnvironment(record: word).mode(wish) }
      #expect(error?.message.contains("expected all, failed, missing or never") == true)
      #expect(error?.message.contains("\u{1B}") == false)
    }
  }

  @Test("Recording on a build server is an error", arguments: [RecordMode.all, .failed, .missing])
  func serverRecordsNothing(_ mode: RecordMode) {
    let server = GoldenEnvironment(record: mode.rawValue, ci: "true")
    #expect(throws: GoldenError.recordingOnServer(source: "CARDSHOT_RECORD")) { try server.mode() }
    let error = #expect(throws: GoldenError.self) {
      try GoldenEnvironment(ci: "1").mode(mode, source: "--record")
    }
    #expect(
      error?.message == "--record requires recording, but goldens are not recorded on CI servers (CI is set)")
  }

  @Test("A part of a name limits recording by the environment, but not by an argument")
  func names() throws {
    let environment = GoldenEnvironment(record: "all", name: "parts/sl")
    #expect(try environment.mode(for: GoldenName("parts/slider/rest")) == .all)
    #expect(try environment.mode(for: GoldenName("parts/bar/rest")) == .never)
    #expect(try environment.mode(for: GoldenName("parts/bar/rest"), .failed) == .failed)
    let alone = #expect(throws: GoldenError.self) { try GoldenEnvironment(name: "a").mode() }
    #expect(alone?.message.contains("without CARDSHOT_RECORD") == true)
    let empty = #expect(throws: GoldenError.self) { try GoldenEnvironment(record: "all", name: "").mode() }
    #expect(empty?.message.contains("is empty") == true)
  }
}
