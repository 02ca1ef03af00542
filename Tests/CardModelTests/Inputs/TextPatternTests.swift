import Foundation
import TestSupport
import Testing

@testable import CardModel

/// Regular expressions of inputs: the syntax, the same answers as another engine, and the time.
@Suite struct TextPatternTests {
  private func matches(_ pattern: String, _ text: String) throws -> Bool {
    try TextPattern(pattern).isFound(in: text)
  }

  private func problem(_ pattern: String) -> String? {
    do throws(TextPattern.Diagnostic) {
      _ = try TextPattern(pattern)
      return nil
    } catch { return error.message }
  }

  @Test(
    arguments: [
      ("^[A-Z]{2}-\\d{3,}$", ["AB-123", "ZZ-0000"], ["A-123", "AB-12", "xAB-123", "AB-123 "]),
      ("b", ["abc", "b"], ["", "a"]), ("^(?:red|green|)$", ["red", "green", ""], ["reds", "blue"]),
      ("^[^\\s@]+@[^\\s@]+\\.[a-z]{2,}$", ["a@b.de"], ["a b@c.de", "@b.de", "a@b"]),
      ("^a?b*c+$", ["c", "abbc", "bcc"], ["ab", "aac"]), ("^[a\\-z\\]]+$", ["a-z]"], ["b"]),
      ("^.$", ["x", "é", "😀"], ["", "\n", "xy"]), ("\\.png$", ["a.png"], ["apng"]),
      ("^[\\D]+$", ["ab"], ["a1"]), ("^[^\\W_]+$", ["aZ9"], ["a_b", "a b"]), ("^(a*)*$", ["", "aaa"], ["b"]),
      ("(^a|b$)", ["ax", "xb"], ["xa", "bx"]),
    ])
  func matchesAsOtherEngines(_ pattern: String, _ valid: [String], _ invalid: [String]) throws {
    let other = try NSRegularExpression(pattern: pattern)
    for text in valid + invalid {
      let isValid = valid.contains(text)
      #expect(try matches(pattern, text) == isValid, "\(pattern) \(text)")
      let found = other.firstMatch(in: text, range: NSRange(text.startIndex..., in: text)) != nil
      // ICU lets $ match before a line break at the end.
      #expect(found == isValid || text.hasSuffix("\n"), "\(pattern) \(text) in Foundation")
    }
  }

  @Test func randomPatternsMatchAsInFoundation() throws {
    var numbers = SampleNumbers(state: 48)
    func atom(_ depth: Int) -> String {
      switch Int.random(in: 0..<(depth > 3 ? 4 : 7), using: &numbers) {
      case 0, 1: ["a", "b", "c"][Int.random(in: 0..<(3), using: &numbers)]
      case 2: ["[ab]", "[^a]", "."][Int.random(in: 0..<(3), using: &numbers)]
      case 3: ["a", "\\w", "\\d"][Int.random(in: 0..<(3), using: &numbers)]
      case 4: "(?:\(atom(depth + 1))|\(atom(depth + 1)))"
      case 5: "(\(atom(depth + 1))\(atom(depth + 1)))"
      default: "(?:\(atom(depth + 1)))" + ["*", "+", "?", "{1,2}"][Int.random(in: 0..<(4), using: &numbers)]
      }
    }
    for _ in 0..<300 {
      let pattern = "^" + (0..<3).map { _ in atom(0) }.joined() + "$"
      let (own, other) = (try TextPattern(pattern), try NSRegularExpression(pattern: pattern))
      for _ in 0..<10 {
        let text = (0..<Int.random(in: 0..<(7), using: &numbers)).map { _ in
          ["a", "b", "c", "1"][Int.random(in: 0..<(4), using: &numbers)]
        }.joined()
        let found = other.firstMatch(in: text, range: NSRange(text.startIndex..., in: text)) != nil
        #expect(own.isFound(in: text) == found, "\(pattern) \(text)")
      }
    }
  }

  /// With backtracking this takes more than 2^10,000 steps.
  @Test func aNestedRepetitionIsMatchedInOnePass() throws {
    #expect(try !matches("^(a+)+$", String(repeating: "a", count: 10_000) + "b"))
    #expect(try !matches("^(a|a)*$", String(repeating: "a", count: 10_000) + "b"))
  }

  @Test func unsupportedSyntaxIsAnError() {
    #expect(problem("(") == "')' is missing")
    #expect(problem(")") == "')' without '('")
    #expect(problem("[a") == "']' is missing")
    #expect(problem("*a") == "nothing to repeat before '*'")
    #expect(problem("a**") == "nothing to repeat before '*'")
    #expect(problem("(?=a)") == "'(?' begins a group that is not supported; only '(?:' is")
    #expect(problem("(a)\\1") == "'\\1' is not supported")
    #expect(problem("\\bword") == "'\\b' is not supported")
    #expect(problem("a{3,2}") == "a repetition is {2}, {2,} or {2,5}")
    #expect(problem("a{") == "a repetition is {2}, {2,} or {2,5}")
    #expect(problem("[z-a]") == "the ends of a range such as a-z are in the wrong order")
    #expect(problem("\\") == "it ends with '\\'")
    #expect(problem("(a{900}){900}")?.hasPrefix("it has more than 1000 steps") == true)
    #expect(problem("((){900}){900}") == nil)
    #expect(problem("a{1001}") == "a repetition of more than 1000 times")
    #expect(problem(String(repeating: "(", count: 500)) == "groups are nested too deep")
    #expect(problem(String(repeating: "a", count: 1_001)) == "it has more than 1000 bytes")
  }
}
