import CardGoldens
import CardParts
import Foundation
import TestSupport
import Testing

/// Runs the commands of `Docs/golden-testing.md` and of the README and compares their output.
@Suite("The page on golden testing") struct GoldenTestingPageTests {
  private struct Block {
    var kind: String
    var lines: [String] = []
  }

  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../..").standardized.path

  private func text(_ page: String) throws -> String {
    String(
      decoding: try #require(FileManager.default.contents(atPath: "\(Self.root)/\(page)")), as: UTF8.self)
  }

  private func blocks(_ page: String) throws -> [Block] {
    var blocks: [Block] = []
    var open: Block?
    for line in try text(page).split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if line.hasPrefix("```") {
        if let block = open { blocks.append(block) }
        open = open == nil ? Block(kind: String(line.dropFirst(3))) : nil
      } else {
        open?.lines.append(line)
      }
    }
    return blocks
  }

  /// Runs the commands of a console block as a shell does and returns their output.
  private func run(_ block: Block, in folder: RunFolder) throws -> String {
    let commands = block.lines.filter { $0.hasPrefix("$ ") }.map { $0.dropFirst(2) }
    let program = FilePath.directory(try BuiltProgram.path())
    let script = "exec 2>&1; PATH=\(program):$PATH\n" + commands.joined(separator: "\n") + "\n"
    let result = try BuiltProgram.run(
      ["-c", script], environment: ["LC_ALL": "C"], folder: folder.path, program: "/bin/sh")
    return result.outputText + result.errorText
  }

  private enum FilePath {
    static func directory(_ path: String) -> String {
      URL(fileURLWithPath: path).deletingLastPathComponent().path
    }
  }

  /// The text without the numbers that depend on the versions of libraries.
  private func plain(_ text: String) -> String {
    text.replacing(/\d+ of \d+ pixels differ \([^)]*\), by at most [0-9.]+/, with: "pixels differ")
  }

  @Test("The worked example prints what the page shows, line for line")
  func workedExample() throws {
    let blocks = try blocks("Docs/golden-testing.md")
    let deck = try #require(blocks.first { $0.kind == "json" })
    let folder = try RunFolder(["decks/welcome.json": deck.lines.joined(separator: "\n")])
    let console = blocks.filter { $0.kind == "console" }
    #expect(console.count >= 6)
    for block in console {
      let shown = block.lines.filter { !$0.hasPrefix("$ ") }.map { $0 + "\n" }.joined()
      #expect(plain(try run(block, in: folder)) == plain(shown))
      if block.lines.contains("$ sed -i 's/#45CAE6/#0097E6/' decks/welcome.json") {
        let report = try folder.text("out/failures/report.html")
        #expect(report.contains("decks/welcome"))
        #expect(report.contains("buttonTitleColor #45CAE6 → #0097E6"))
        #expect(folder.exists("out/failures/decks/welcome.strip.png"))
      }
    }
  }

  @Test("The commands in the README print what it shows")
  func readme() throws {
    let block = try #require(
      try blocks("README.md").first { block in
        block.kind == "console" && block.lines.contains { $0.hasPrefix("$ cardshot approve") }
      })
    let commands = block.lines.filter { $0.hasPrefix("$ ") }
    #expect(commands.count == 3)
    let folder = try RunFolder(["decks/offer.json": RunFolder.deck()])
    func status(_ number: Int) throws -> String {
      let output = try run(Block(kind: "", lines: [commands[number], "$ echo status $?"]), in: folder)
      return String(output.split(separator: "\n").last ?? "")
    }
    #expect(try status(0) == "status 1")
    #expect(try status(1) == "status 0")
    try folder.write("decks/offer.json", RunFolder.deck("Other"))
    #expect(try status(1) == "status 1")
    #expect(try status(2) == "status 0")
    #expect(try status(1) == "status 0")
  }

  @Test("The plans on the page are valid, and its tables match the program")
  func plans() throws {
    for block in try blocks("Docs/golden-testing.md") where block.kind == "json plan" {
      let bytes = Array(block.lines.joined(separator: "\n").utf8)
      #expect(try GoldenPlan(bytes, file: "page", folder: ".").overrides.count == 2)
    }
    let page = try text("Docs/golden-testing.md")
    for key in GoldenPlan.manual + GoldenPlan.matrixManual {
      let row = "| `\(key.name)` | \(key.kind) | \(key.defaultText) | \(key.summary) |"
      #expect(page.contains(row), "missing: \(row)")
    }
  }
}
