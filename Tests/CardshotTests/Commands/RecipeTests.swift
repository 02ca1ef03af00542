import Foundation
import TestSupport
import Testing

/// Runs the commands of `Docs/golden-recipes.md` in a repository with a changed deck.
@Suite("Recipes for build servers") struct RecipeTests {
  /// The fenced blocks of the page with a word after their language.
  private static func blocks(_ word: String) throws -> [String] {
    let page = try #require(DocsFolder.text("Docs/golden-recipes.md"))
    return page.components(separatedBy: "```").enumerated().filter { $0.offset % 2 == 1 }.compactMap {
      let lines = $0.element.split(separator: "\n", omittingEmptySubsequences: false)
      guard lines.first?.split(separator: " ").dropFirst().first.map(String.init) == word else { return nil }
      return lines.dropFirst().joined(separator: "\n")
    }
  }

  /// A repository with a deck whose title differs from its golden; `cardshot` is in `bin`.
  private func repository() throws -> RunFolder {
    let folder = try RunFolder(["decks/welcome.json": RunFolder.deck("Tea"), ".gitignore": "bin\nout\n"])
    #expect(try folder.run("test", "--record", "missing").status == 1)
    try FileManager.default.createDirectory(atPath: folder.path + "/bin", withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/bin/cardshot", withDestinationPath: try BuiltProgram.path())
    let start =
      "git init -q -b main && git add . && git -c user.name=T -c user.email=t@example.com commit -q -m first"
    #expect(try shell(folder, start).status == 0)
    try folder.write("decks/welcome.json", RunFolder.deck("Milk"))
    return folder
  }

  private func shell(_ folder: RunFolder, _ line: String, _ more: [String: String] = [:]) throws
    -> BuiltProgram.Result
  {
    let variables = [
      "HOME": folder.path, "GIT_CONFIG_NOSYSTEM": "1", "PATH": "\(folder.path)/bin:/usr/bin:/bin",
    ]
    return try BuiltProgram.run(
      ["-c", line], environment: variables.merging(more) { _, new in new }, folder: folder.path,
      program: "/bin/sh")
  }

  /// The values of a YAML key, on each of its lines.
  private func values(_ key: String, in text: String) -> [String] {
    text.split(separator: "\n").compactMap { line in
      line.firstRange(of: key).map { String(line[$0.upperBound...]).trimmingCharacters(in: .whitespaces) }
    }
  }

  @Test("GitHub: shards that fail, and one report of them")
  func github() throws {
    let text = try #require(try Self.blocks("github").first)
    let lines = values("- run:", in: text)
    #expect(lines.count == 2)
    let folder = try repository()
    let variables = ["CI": "true", "GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": "summary.md"]
    var statuses: [Int32] = []
    // Each shard runs on its own machine; the failures are collected in one folder.
    for share in ["1", "2"] {
      let line = lines[0].replacing("${{ matrix.share }}", with: share)
      statuses.append(try shell(folder, line, variables).status)
      #expect(
        try shell(folder, "mkdir -p kept && (cp -r out/failures/. kept/ 2>/dev/null || true)").status == 0)
    }
    #expect(statuses.sorted() == [0, 1])
    #expect(try shell(folder, "mkdir -p out/failures && cp -r kept/. out/failures/").status == 0)
    let merged = try shell(folder, lines[1], variables)
    #expect(merged.status == 1, "\(merged.errorText)")
    #expect(merged.outputText.contains("'Tea' → 'Milk'"))
    #expect(try folder.text("goldens.xml").contains("failures=\"1\""))
    #expect(folder.exists("out/failures/report.html"))
    #expect(try folder.text("summary.md").contains("1 failed"))
    #expect(try shell(folder, "cardshot approve --all && cardshot test decks").status == 0)
  }

  @Test("GitLab and pre-commit: the run fails on a change, and passes once it is approved")
  func others() throws {
    let gitlab = try #require(try Self.blocks("gitlab").first)
    let script = try #require(values("    - ", in: gitlab).first)
    let preCommit = try #require(try Self.blocks("pre-commit").first)
    let hook = try #require(values("entry:", in: preCommit).first)
    for (line, variables) in [(script, ["CI": "true"]), (hook, [:])] {
      let folder = try repository()
      #expect(try shell(folder, line, variables).status == 1, "\(line)")
      #expect(try shell(folder, "cardshot approve --all").status == 0)
      let passed = try shell(folder, line, variables)
      #expect(passed.status == 0, "\(line): \(passed.outputText)\(passed.errorText)")
    }
  }

  @Test("git: diff, difftool and a driver of git diff show the change")
  func git() throws {
    let blocks = try Self.blocks("git")
    #expect(blocks.count == 4)
    let folder = try repository()
    let diff = try shell(folder, blocks[0])
    #expect(diff.outputText.contains("'Tea' → 'Milk'"), "\(diff.errorText)")
    #expect(try shell(folder, "cardshot test --record failed >/dev/null; true").status == 0)
    let tool = try shell(folder, "mkdir -p out; " + blocks[1])
    #expect(tool.outputText.contains("'Tea' → 'Milk'"), "\(tool.errorText)")
    #expect(tool.outputText.contains("pixels differ"))
    #expect(folder.exists("out/difference.png"))
    let driver = try shell(folder, blocks[2] + "\ngit diff -- Goldens")
    #expect(driver.outputText.contains("'Tea' → 'Milk'"), "\(driver.outputText)\(driver.errorText)")
    #expect(try shell(folder, "rm .gitattributes").status == 0)
    let words = try shell(folder, blocks[3] + "\ngit diff -- Goldens")
    let lines = words.outputText.split(separator: "\n").filter { $0.hasPrefix("+") || $0.hasPrefix("-") }
    #expect(lines.contains { $0.hasPrefix("-      'Tea' ") }, "\(words.outputText)\(words.errorText)")
    #expect(lines.contains { $0.hasPrefix("+      'Milk' ") })
    #expect(lines.filter { $0.contains("picture ") && $0.contains(" pixels, sum ") }.count == 2)
    #expect(!words.outputText.contains("Binary files") && !words.outputText.contains("\"type\""))
  }
}
