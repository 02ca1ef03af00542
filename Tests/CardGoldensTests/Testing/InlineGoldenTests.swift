import CardGoldens
import CardParts
import CardRaster
import Foundation
import TestSupport
import Testing

@testable import CardTesting

/// Golden texts in trailing closures in the source of a test.
@Suite("Inline goldens") struct InlineGoldenTests {
  private static let deck = Deck { Card("a") { CardPartTextView("Hi \\ \"\"\" there") } }
    .canvas(DeckCanvas(width: 60))

  private func replaced(
    _ source: String, line: Int = 1, column: Int = 1, by text: String, over old: String? = nil
  ) throws -> String {
    let place = try InlineText(Array(source.utf8), callOf: "expect", line: line, column: column)
    return String(decoding: try place.replaced(by: text, over: old), as: UTF8.self)
  }

  @Test("A text is inserted after the call's brackets, indented like its line")
  func inserts() throws {
    #expect(try replaced("expect(a)\nb", by: "x") == "expect(a) {\n  \"\"\"\n  x\n  \"\"\"\n}\nb")
    #expect(
      try replaced("func f() {\n\texpect(a)\n}", line: 2, column: 2, by: "x\n\n y")
        == "func f() {\n\texpect(a) {\n\t  \"\"\"\n\t  x\n\n\t   y\n\t  \"\"\"\n\t}\n}")
  }

  @Test(
    "The brackets end where the Swift compiler ends them",
    arguments: [
      "expect(f(1), [2], { 3 })", #"expect(")")"#, #"expect("\(g(")"))")"#, ##"expect(#")\"#, #"\#(1))"#)"##,
      "expect(\"\"\"\n  ) \"quoted\" )\n  \"\"\")", "expect(1 /* ) /* ) */ ) */, // )\n  2)",
    ])
  func brackets(_ call: String) throws {
    #expect(try replaced(call + "\nlet b = 1", by: "x").hasPrefix(call + " {\n"))
  }

  @Test(
    "A text is replaced, whatever its content", arguments: ["x", "a\n\nb", #"\d \(x) """ "# + "\"#", #"""""#])
  func replaces(_ text: String) throws {
    let first = try replaced("  expect(a)", column: 3, by: "old \\#")
    let second = try replaced(first, column: 3, by: text, over: "old \\#")
    #expect(second == (try replaced("  expect(a)", column: 3, by: text)))
    // The text in the source is not the one that the program was compiled with.
    #expect(throws: ExpectationError.self) { try replaced(second, column: 3, by: "z", over: "another") }
  }

  @Test(
    "A call that cannot be rewritten is an error",
    arguments: [
      "other(a)", "expect(a", "expect(a)", "expect(a) { f() }", "expect(a) { \"x\" + \"y\" }",
      "expect (a) { \"x\" }",
    ])
  func refuses(_ source: String) throws {
    #expect(throws: ExpectationError.self) { try replaced(source, by: "x", over: "x") }
  }

  @Test("A text is never inserted before another closure: the tests ran twice without a build between")
  func twice() throws {
    let once = try replaced("expect(a)\nb", by: "x")
    #expect(throws: ExpectationError.self) { try replaced(once, by: "x") }
    #expect(throws: ExpectationError.self) { try replaced("expect(a) // why\n{ \"x\" }", by: "x") }
  }

  @Test("Control characters are not written") func control() {
    #expect(throws: ExpectationError.self) { try replaced("expect(a)", by: "\u{1B}[31m") }
  }

  @Test("Of several calls in one line the call at the column is used") func columns() throws {
    let source = "expect(a); expect(b)"
    #expect(try replaced(source, column: 1, by: "x").hasPrefix("expect(a) {\n"))
    #expect(try replaced(source, column: 12, by: "x").hasPrefix("expect(a); expect(b) {\n"))
  }

  @Test("Later calls are found after earlier texts have moved them, and each text belongs to one call")
  func shifts() throws {
    let folder = try BuiltProgram.folder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/T.swift"
    try FileWriting.write(Array("expect(1)\nexpect(2)\nexpect(3)\n".utf8), to: path)
    func write(_ text: String, _ line: UInt) throws {
      var site = CallSite(fileID: "M/T.swift", file: "", line: line, column: 1, function: "f()")
      site.source = path
      try InlineGoldens.write(text, over: nil, callOf: "expect", at: site)
    }
    try write("b", 2)
    try write("c", 3)
    try write("a\na", 1)
    try write("b", 2)
    func block(_ number: Int, _ lines: String) -> String {
      "expect(\(number)) {\n  \"\"\"\n\(lines)\n  \"\"\"\n}\n"
    }
    let source = String(decoding: try FileReading.read(path: path, limit: 1 << 20), as: UTF8.self)
    #expect(source == block(1, "  a\n  a") + block(2, "  b") + block(3, "  c"))
    #expect(throws: ExpectationError.self) { try write("other", 2) }
    // Another program has written the file meanwhile.
    try FileWriting.write(Array((source + "\n").utf8), to: path)
    #expect(throws: ExpectationError.self) { try write("d", 4) }
  }

  private func here(_ number: Int, line: Int = #line, column: Int = #column) -> (line: Int, column: Int) {
    (line, column)
  }

  @Test("The compiler's location of a call is the location that is searched") func places() throws {
    let source = try FileReading.read(path: #filePath, limit: 1 << 20)
    let places = [here(1), here(2)]
    for (number, place) in places.enumerated() {
      let call = try InlineText(source, callOf: "here", line: place.line, column: place.column)
      let text = String(decoding: try call.replaced(by: "x", over: nil), as: UTF8.self)
      #expect(text.contains("here(\(number + 1)) {\n"))
    }
  }

  @Test("A text in the trailing closure is compared") func expects() throws {
    let text = try GoldenForm.regions.text(of: Self.deck)
    let passed = expectInlineGolden(of: Self.deck, as: .regions, record: .never) { text }
    #expect(passed.verdict == .passed)
    var failed: GoldenOutcome?
    withKnownIssue {
      failed = expectInlineGolden(of: Self.deck, as: .regions, record: .never) { "{" }
    }
    #expect(failed?.verdict == .failed)
    var missing: GoldenOutcome?
    withKnownIssue { missing = expectInlineGolden(of: Self.deck, as: .regions, record: .never) }
    #expect(missing?.verdict == .missing)
    #expect(missing?.golden.contains("InlineGoldenTests.swift:") == true)
  }
}

extension GoldenForm {
  /// The text of a deck that is a single picture.
  fileprivate func text(of deck: Deck) throws -> String {
    let pipeline = try DeckPipeline()
    let laidOut = try pipeline.laidOut(deck)
    return try encode(try #require(laidOut.pages.first), laidOut, pipeline)
  }
}
