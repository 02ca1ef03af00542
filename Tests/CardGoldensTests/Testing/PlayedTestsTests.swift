import CardGoldens
import CardRaster
import Foundation
import TestSupport
import Testing

/// The output for people who run tests with goldens: runs the tests of `PlayedTests` in a separate process.
@Suite("A test with goldens, seen from outside") struct PlayedTestsTests {
  private static let source = #filePath.replacing("PlayedTestsTests", with: "PlayedTests")

  /// A folder with goldens, and runs of the tests in it.
  private struct Play {
    let folder: String

    init() throws { folder = try BuiltProgram.folder() }

    func remove() { BuiltProgram.remove(folder) }

    private func run(_ arguments: [String], _ environment: [String: String]) throws -> (
      status: Int32, text: String
    ) {
      let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
      let result = try BuiltProgram.run(
        arguments, environment: environment.merging(["CARDSHOT_PLAYED_TESTS": folder]) { a, _ in a },
        folder: folder, program: program)
      return (result.status, result.outputText + result.errorText)
    }

    /// Runs a test of Swift Testing.
    func test(_ name: String, _ environment: [String: String] = [:]) throws -> (status: Int32, text: String) {
      // The test framework needs the folder to exist.
      try FileTree.makeFolder(folder + "/attached")
      let result = try run(
        [
          "--testing-library", "swift-testing", "--filter", "CardGoldensTests.PlayedTests/\(name)",
          "--attachments-path", folder + "/attached",
        ], environment)
      #expect(result.text.contains("Test run with 1 test"), "\(result.text)")
      return result
    }

    /// Runs a test of XCTest.
    func xctest(_ name: String, _ environment: [String: String] = [:]) throws -> (status: Int32, text: String)
    {
      let result = try run(["CardGoldensTests.PlayedXCTests/\(name)"], environment)
      #expect(result.text.contains("Executed 1 test"), "\(result.text)")
      return result
    }

    func bytes(_ path: String) throws -> [UInt8] {
      try FileReading.read(path: folder + "/" + path, limit: Limits.imageBytes)
    }

    func files() throws -> [String] { try FileTree.entries(below: folder).map(\.path) }
  }

  /// The number of the source line that contains a text.
  private func line(_ text: String, after: String) throws -> Int {
    let lines = try String(contentsOfFile: Self.source, encoding: .utf8).components(separatedBy: "\n")
    let start = try #require(lines.firstIndex { $0.contains(after) })
    return try #require(lines[start...].firstIndex { $0.contains(text) }) + 1
  }

  @Test("Swift Testing: the first run records and fails, the second passes, a change is reported")
  func swiftTesting() throws {
    let play = try Play()
    defer { play.remove() }
    let first = try play.test("offer()")
    #expect(first.status != 0)
    #expect(first.text.contains("'PlayedTests/offer' was recorded: the golden did not exist"))
    #expect(
      try play.files() == [
        "attached/PlayedTests-offer.expected.png", "goldens/PlayedTests/offer.layout.json",
        "goldens/PlayedTests/offer.png",
      ])
    BuiltProgram.remove(play.folder + "/attached")
    let second = try play.test("offer()")
    #expect(second.status == 0, "\(second.text)")
    #expect(try play.files().count == 2)
    let third = try play.test("offer()", ["CARDSHOT_PLAYED_TEXT": "Milk"])
    #expect(third.status != 0)
    let line = try line("expectGolden", after: "func offer")
    #expect(third.text.contains("at PlayedTests.swift:\(line):"), "\(third.text)")
    #expect(third.text.contains("'PlayedTests/offer' differs from its golden: "))
    #expect(third.text.contains("pixels differ"))
    #expect(third.text.contains("'Tea'") && third.text.contains("'Milk'"), "\(third.text)")
    let strip = play.folder + "/goldens/failures/PlayedTests/offer.strip.png"
    #expect(third.text.contains("expected | difference | actual: \(strip)"))
    #expect(
      third.text.contains("CARDSHOT_RECORD=failed CARDSHOT_RECORD_NAME=PlayedTests/offer swift test"))
    for kind in ["expected", "actual", "strip"] {
      let attached = try FileReading.read(
        path: "\(play.folder)/attached/PlayedTests-offer.\(kind).png", limit: 1 << 20)
      let file = kind == "expected" ? "PlayedTests/offer.png" : "failures/PlayedTests/offer.\(kind).png"
      #expect(try FileReading.read(path: "\(play.folder)/goldens/\(file)", limit: 1 << 20) == attached)
    }
    // The command in the message works.
    let fourth = try play.test(
      "offer()",
      [
        "CARDSHOT_PLAYED_TEXT": "Milk", "CARDSHOT_RECORD": "failed",
        "CARDSHOT_RECORD_NAME": "PlayedTests/offer",
      ])
    #expect(fourth.status != 0)
    #expect(try play.test("offer()", ["CARDSHOT_PLAYED_TEXT": "Milk"]).status == 0)
    #expect(try play.files().filter { $0.contains("failures") } == ["goldens/failures/.gitignore"])
  }

  @Test("The printed command works under a trait too, and a changed layout is described in words")
  func trait() throws {
    let play = try Play()
    defer { play.remove() }
    #expect(try play.test("byTrait()").text.contains("was recorded"))
    let milk = ["CARDSHOT_PLAYED_TEXT": "Milk"]
    let failed = try play.test("byTrait()", milk)
    #expect(failed.text.contains("'PlayedTests/byTrait' differs from its golden: the layout changed"))
    #expect(failed.text.contains("'Tea'") && failed.text.contains("'Milk'"), "\(failed.text)")
    let command = ["CARDSHOT_RECORD": "failed", "CARDSHOT_RECORD_NAME": "PlayedTests/byTrait"]
    #expect(try play.test("byTrait()", milk.merging(command) { a, _ in a }).text.contains("was recorded"))
    #expect(try play.test("byTrait()", milk).status == 0)
  }

  @Test("XCTest behaves the same and reports the line of the test")
  func xctest() throws {
    let play = try Play()
    defer { play.remove() }
    let first = try play.xctest("testOffer")
    #expect(first.status != 0)
    let line = try line("expectGolden", after: "func testOffer")
    #expect(first.text.contains("PlayedTests.swift:\(line): error"), "\(first.text)")
    #expect(first.text.contains("'PlayedTests/testOffer' was recorded"))
    #expect(try play.xctest("testOffer").status == 0)
    let third = try play.xctest("testOffer", ["CARDSHOT_PLAYED_TEXT": "Milk"])
    #expect(third.status != 0)
    #expect(third.text.contains("differs from its golden"))
    #expect(third.text.contains("goldens/failures/PlayedTests/testOffer.strip.png"))
  }

  @Test("A detached task of a test fails the test too, in both frameworks")
  func detached() throws {
    let play = try Play()
    defer { play.remove() }
    let swiftTesting = try play.test("detached()", ["CARDSHOT_RECORD": "never"])
    #expect(swiftTesting.status != 0, "\(swiftTesting.text)")
    #expect(swiftTesting.text.contains("the golden does not exist"))
    let xctest = try play.xctest("testDetached", ["CARDSHOT_RECORD": "never"])
    #expect(xctest.status != 0, "\(xctest.text)")
    #expect(xctest.text.contains("the golden does not exist"))
  }

  @Test("On a build server nothing is recorded, and a request to record fails")
  func server() throws {
    let play = try Play()
    defer { play.remove() }
    let missing = try play.test("offer()", ["CI": "true"])
    #expect(missing.status != 0)
    #expect(missing.text.contains("the golden does not exist"))
    #expect(missing.text.contains("to record it: CARDSHOT_RECORD=missing"))
    for environment in [["CI": "true", "CARDSHOT_RECORD": "all"], ["CARDSHOT_RECORD": "everything"]] {
      let refused = try play.test("offer()", environment)
      #expect(refused.status != 0)
      #expect(refused.text.contains("cannot be compared: CARDSHOT_RECORD"), "\(refused.text)")
    }
    let argument = try play.test("byArgument()", ["CI": "true"])
    #expect(
      argument.text.contains("the argument 'record' requires recording, but goldens are not recorded on CI"))
    #expect(try !play.files().contains { $0.hasPrefix("goldens/PlayedTests/") })
  }

  @Test("The argument records although the environment does not")
  func argument() throws {
    let play = try Play()
    defer { play.remove() }
    for _ in 0..<2 {
      let result = try play.test("byArgument()", ["CARDSHOT_RECORD": "never"])
      #expect(result.status != 0)
      #expect(result.text.contains("was recorded"))
    }
    #expect(try play.files().contains("goldens/PlayedTests/byArgument.png"))
  }

  @Test("Two pictures with one name are found in every mode", arguments: ["all", "failed", "never"])
  func sameNameTwice(_ mode: String) throws {
    let play = try Play()
    defer { play.remove() }
    _ = try play.test("sameNameTwice()", ["CARDSHOT_RECORD": "all"])
    let golden = try play.bytes("goldens/twin.png")
    let result = try play.test("sameNameTwice()", ["CARDSHOT_RECORD": mode])
    #expect(result.status != 0)
    #expect(result.text.contains("another picture has this name in this run"), "\(result.text)")
    #expect(try play.bytes("goldens/twin.png") == golden)
    let line = try line("named: \"twin\"", after: "func sameNameTwice")
    #expect(result.text.contains("CardGoldensTests/PlayedTests.swift:\(line)"))
  }

  @Test("Tests that run in parallel do not interfere with each other")
  func parallel() throws {
    let play = try Play()
    defer { play.remove() }
    #expect(try play.test("many").status != 0)
    #expect(try play.files().filter { $0.hasSuffix(".png") && $0.hasPrefix("goldens/many/") }.count == 8)
    let again = try play.test("many", ["CI": "1"])
    #expect(again.status == 0, "\(again.text)")
  }
}
