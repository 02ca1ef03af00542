import Foundation
import TestSupport
import Testing

/// A phrase that readers of technical English stumble over.
struct OddPhrase: Sendable, CustomTestStringConvertible {
  /// The usual words for it.
  let better: String
  /// A regular expression for a sentence.
  let pattern: String
  /// A sentence that must match, which proves that the pattern works.
  let bad: String

  var testDescription: String { better }

  func isIn(_ sentence: String) throws -> Bool {
    try NSRegularExpression(pattern: pattern)
      .firstMatch(in: sentence, range: NSRange(sentence.startIndex..., in: sentence)) != nil
  }
}

/// Comments, messages and pages are in plain English.
@Suite struct PlainEnglishTests {
  static let phrases = [
    OddPhrase(
      better: "'no user', or the passive", pattern: #"\b([Nn]obody|[Nn]o one)\b"#, bad: "nobody reads it"),
    OddPhrase(
      better: "is in, is at", pattern: #"\b(stands?|stood) (in|at|on|for|there|alone)\b"#,
      bad: "the key stands in the deck"),
    OddPhrase(
      better: "is above, is behind", pattern: #"\b(lies?|lay) (over|beside|behind|on|in)\b"#,
      bad: "the row lies over the data"),
    OddPhrase(
      better: "is reported", pattern: #"\b(is|are|was|were|be) told\b"#, bad: "the mistake is told once"),
    OddPhrase(better: "respects", pattern: #"\bheed(s|ed|ing)?\b"#, bad: "the format heeds quality"),
    OddPhrase(better: "again", pattern: #"\banew\b"#, bad: "the file is read anew"),
    OddPhrase(better: "continues", pattern: #"\bgo(es)? on\b|\bgoing on\b"#, bad: "the run goes on"),
    OddPhrase(
      better: "available", pattern: #"\bto be had\b|\b(is|are) not there\b"#, bad: "the font is not there"),
    OddPhrase(
      better: "the result of", pattern: #"\b[Ww]hat (becomes?|became) of\b|\b[Ww]here nothing is said\b"#,
      bad: "what became of a row"),
    OddPhrase(
      better: "does not contain, does not use", pattern: #"\b(knows?|asks?|wants?|says?) (nothing|nobody)\b"#,
      bad: "the deck says nothing"),
    OddPhrase(
      better: "is not a",
      pattern:
        #"(?<!there )(?<!There )\b(is|are|was|were) no (?!longer|more|less|fewer|larger|smaller|different|way|need|room)[a-z]"#,
      bad: "the value is no number"),
    OddPhrase(better: "that many", pattern: #"\bso (many|much)\b"#, bad: "there are so many rows"),
    OddPhrase(
      better: "at least, the minimum", pattern: #"\bthe least (of|that)\b|\bat the least\b"#,
      bad: "the least that is drawn"),
    OddPhrase(
      better: "a noun", pattern: #"\b(of|for|with|by|than) what (is|are|was|were|has|have|it|they|the)\b"#,
      bad: "the sum of what it draws"),
  ]

  @Test(arguments: phrases) func aPatternFindsItsPhrase(_ phrase: OddPhrase) throws {
    #expect(try phrase.isIn(phrase.bad))
    #expect(try !phrase.isIn("The result is not a number; there is no shadow, and no longer a border."))
  }

  @Test func commentsMessagesAndPagesArePlain() throws {
    var (found, count): ([String], Int) = ([], 0)
    for file in try Self.files() {
      let text = try String(contentsOf: file, encoding: .utf8)
      let sentences = file.pathExtension == "md" ? Self.page(text) : try Self.code(text)
      for (line, sentence) in sentences {
        count += 1
        for phrase in Self.phrases where try phrase.isIn(sentence) {
          found.append("\(file.lastPathComponent):\(line): \(sentence); better: \(phrase.better)")
        }
      }
    }
    #expect(count > 10_000)
    #expect(found.isEmpty, "\(found.joined(separator: "\n"))")
  }

  private static func files() throws -> [URL] {
    let root = URL(fileURLWithPath: DocsFolder.root)
    let pages = try FileManager.default.contentsOfDirectory(at: root, includingPropertiesForKeys: nil)
    let others = ["Sources", "Docs"].flatMap { folder in
      FileManager.default.enumerator(at: root.appending(path: folder), includingPropertiesForKeys: nil)?
        .compactMap { $0 as? URL } ?? []
    }
    return (pages + others).filter { ["md", "swift"].contains($0.pathExtension) }
  }

  /// The lines of a page outside of its examples.
  private static func page(_ text: String) -> [(Int, String)] {
    var isExample = false
    return text.components(separatedBy: "\n").enumerated().compactMap { number, line in
      if line.trimmingCharacters(in: .whitespaces).hasPrefix("```") {
        isExample.toggle()
        return nil
      }
      return isExample ? nil : (number + 1, line)
    }
  }

  /// The comments of a file and its longer texts with blanks, but not texts that are JSON or markup.
  private static func code(_ text: String) throws -> [(Int, String)] {
    let comment = try NSRegularExpression(pattern: #"(?:^|\s)//+ (.*)$"#)
    let literal = try NSRegularExpression(pattern: #""((?:[^"\\]|\\.){20,})""#)
    return text.components(separatedBy: "\n").enumerated().flatMap { number, line in
      let range = NSRange(line.startIndex..., in: line)
      let found = comment.matches(in: line, range: range) + literal.matches(in: line, range: range)
      return found.compactMap { Range($0.range(at: 1), in: line) }.map { String(line[$0]) }
        .filter { $0.contains(" ") && !["{", "<", "["].contains($0.prefix(1)) }.map { (number + 1, $0) }
    }
  }
}
