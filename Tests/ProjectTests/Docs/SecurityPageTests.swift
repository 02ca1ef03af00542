import Foundation
import TestSupport
import Testing

/// The limits and tests listed in `Docs/security.md` exist.
@Suite struct SecurityPageTests {
  private let page = DocsFolder.text("Docs/security.md") ?? ""

  /// The rows of a table: cells without spaces at their ends.
  private func rows(of text: String, after head: String) -> [[String]] {
    let lines = text.components(separatedBy: "\n")
    guard let start = lines.firstIndex(where: { $0.hasPrefix(head) }) else { return [] }
    return lines[(start + 2)...].prefix { $0.hasPrefix("|") }.map { line in
      line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }
  }

  /// Names in backticks.
  private func names(_ cell: String) -> [String] {
    cell.matches(of: /`([^`]+)`/).map { String($0.1) }
  }

  /// The names of the suites and of the functions of all files with tests.
  private static let tests: [(suites: Set<Substring>, functions: Set<Substring>)] = {
    var found: [(suites: Set<Substring>, functions: Set<Substring>)] = []
    for folder in ["Tests", "Server/Tests"] {
      let all = FileManager.default.enumerator(atPath: "\(DocsFolder.root)/\(folder)")
      for case let path as String in all ?? .init() where path.hasSuffix(".swift") || path.hasSuffix(".py") {
        var (suites, functions, last) = (Set<Substring>(), Set<Substring>(), Substring())
        let text = DocsFolder.text("\(folder)/\(path)") ?? ""
        // In bytes, because searching each of three megabytes of text for each name takes minutes.
        for word in text.utf8.split(whereSeparator: { $0 < 0x30 || (0x3A...0x40).contains($0) }) {
          let name = Substring(word)
          if last == "struct" || last == "class" { suites.insert(name) }
          if last == "func" || last == "def" { functions.insert(name) }
          last = name
        }
        found.append((suites, functions))
      }
    }
    return found
  }()

  /// Whether a name refers to a suite and a test, to a rejected deck, or to a deck of `make limits`.
  private func exists(_ name: String, limit: String, value: String) -> Bool {
    if name.hasPrefix("Goldens/") {
      let digits = value.replacingOccurrences(of: ",", with: "")
      return DocsFolder.text(name + ".issues.txt")?.contains("limit of \(digits)") == true
    }
    if name.hasPrefix("make limits ") {
      return DocsFolder.text("Scripts/limits.py")?.contains("(\"\(name.dropFirst("make limits ".count))\",")
        == true
    }
    let words = name.split(separator: ".")
    guard words.count == 2 else { return false }
    return Self.tests.contains { $0.suites.contains(words[0]) && $0.functions.contains(words[1]) }
  }

  @Test func everyLimitIsListedWithItsValueAndATest() {
    let limits = rows(of: DocsFolder.text("Docs/limits.md") ?? "", after: "| limit | value |")
    let told = rows(of: page, after: "| limit | value | hit by |")
    #expect(limits.count > 40)
    #expect(told.map { Array($0.prefix(2)) } == limits.map { Array($0.prefix(2)) })
    for row in told where row.count == 3 && !row[2].hasPrefix("nothing: ") {
      let (limit, value) = (names(row[0]).first ?? "", row[1])
      let found = names(row[2])
      #expect(!found.isEmpty, "\(limit)")
      for name in found { #expect(exists(name, limit: limit, value: value), "\(limit) is hit by \(name)?") }
    }
    // Only a few limits may have a reason instead of a test.
    #expect(told.count { $0.last?.hasPrefix("nothing: ") == true } <= 4)
  }

  @Test func theTestOfEveryPromiseExists() {
    // Of decks, of the studio and of the service.
    let tables = ["deck", "stranger", "client"].map { who in
      rows(of: page, after: "| a \(who) cannot | because | tested by |")
    }
    for table in tables { #expect(table.count > 5) }
    for row in tables.joined() {
      for name in names(row.last ?? "") { #expect(exists(name, limit: "", value: ""), "\(name)") }
      #expect(!names(row.last ?? "").isEmpty)
    }
  }
}
