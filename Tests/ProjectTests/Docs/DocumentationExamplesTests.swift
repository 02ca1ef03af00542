import CardRaster
import Foundation
import TestSupport
import Testing

@testable import CardParts

@Suite("Examples on the pages work")
struct DocumentationExamplesTests {
  /// A fenced block of a page.
  struct Block: CustomTestStringConvertible, Sendable {
    var page: String
    var line: Int
    var kind: String
    var text: String

    var testDescription: String { "\(page):\(line) \(kind)" }
  }

  static let blocks: [Block] = DocsFolder.pages.flatMap { page in
    blocks(of: DocsFolder.text(page) ?? "", page: page)
  }
  static let decks = blocks.filter {
    $0.kind.hasPrefix("json") && !$0.kind.hasSuffix("wrong") && !$0.kind.hasSuffix("plan")
      && !$0.kind.hasSuffix("files")
  }
  static let wrongDecks = blocks.filter { $0.kind == "json wrong" }
  static let commands = blocks.filter { $0.kind == "sh" }.flatMap { block in
    block.text.split(separator: "\n").filter { $0.hasPrefix("cardshot ") }.map { line in
      Block(page: block.page, line: block.line, kind: "command", text: String(line))
    }
  }

  private static func blocks(of text: String, page: String) -> [Block] {
    var blocks: [Block] = []
    var open: Block?
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if line.hasPrefix("```") {
        if let block = open {
          blocks.append(block)
          open = nil
        } else {
          open = Block(page: page, line: number + 1, kind: String(line.dropFirst(3)), text: "")
        }
      } else if open != nil {
        open?.text += line + "\n"
      }
    }
    return blocks
  }

  @Test("The pages contain examples")
  func pagesHaveExamples() {
    #expect(Self.decks.count > 20)
    #expect(Self.commands.count > 10)
    #expect(!Self.wrongDecks.isEmpty)
  }

  @Test("Every deck in a page is drawn without an error", arguments: decks)
  func deckIsDrawn(_ block: Block) throws {
    let deck: String
    switch block.kind {
    case "json": deck = block.text
    case "json card": deck = "{ \"cards\": [ \(block.text) ] }"
    case "json part": deck = "{ \"cards\": [ { \"parts\": [ \(block.text) ] } ] }"
    case "json theme":
      deck = "{ \"theme\": \(block.text), \"cards\": [ { \"parts\": [ { \"type\": \"separator\" } ] } ] }"
    default:
      Issue.record("unknown kind of block '\(block.kind)'")
      return
    }
    do {
      _ = try DocsDeck.laidOut(Array(deck.utf8), file: block.testDescription)
    } catch let error as DeckError {
      for issue in error.issues { Issue.record("\(issue.text)") }
    }
  }

  @Test("A deck shown with its errors has exactly these", arguments: wrongDecks)
  func wrongDeckSaysWhatThePageSays(_ block: Block) throws {
    let index = try #require(Self.blocks.firstIndex { $0.testDescription == block.testDescription })
    let shown = try #require(Self.blocks[(index + 1)...].first)
    #expect(shown.kind == "text")
    do {
      _ = try DocsDeck.laidOut(Array(block.text.utf8), file: "deck.json")
      Issue.record("the deck has no errors")
    } catch let error as DeckError {
      #expect(error.issues.map(\.text).joined(separator: "\n") == shown.text.trimmed)
    }
  }

  @Test("Every command in a page runs", arguments: commands)
  func commandRuns(_ command: Block) throws {
    let folder = try TemporaryFolder()
    let files = FileManager.default
    for name in ["assets", "mint-updates.json", "launch-og.json", "credit-score.json"] {
      try files.copyItem(atPath: DocsFolder.examples + "/" + name, toPath: folder.path + "/" + name)
    }
    let own = [".json", ".csv"].flatMap { DocsFolder.names(in: "Examples/docs", ending: $0) }
    for name in own {
      try files.copyItem(atPath: DocsFolder.examples + "/docs/" + name, toPath: folder.path + "/" + name)
    }
    try files.copyItem(
      atPath: DocsFolder.examples + "/report/report.json", toPath: folder.path + "/report.json")
    // The names that the pages use for the reader's own files.
    for (name, original) in [
      ("deck.json", "first-deck.json"), ("people.json", "people-data.json"), ("user.json", "user-data.json"),
      ("old.json", "first-deck.json"), ("new.json", "first-deck.json"), ("card.json", "inputs.json"),
    ] {
      try files.copyItem(atPath: DocsFolder.examples + "/docs/" + original, toPath: folder.path + "/" + name)
    }
    let picture = try FileReading.read(
      path: DocsFolder.root + "/Docs/pictures/first-deck.png", limit: Limits.imageBytes)
    for name in ["expected.png", "actual.png"] {
      try FileWriting.write(picture, to: folder.path + "/" + name)
    }
    var words = words(of: command.text)
    // It would run until Ctrl-C, and takes the same options.
    if words.first == "watch" { words[0] = "render" }
    let result = try Program.run(words, in: folder.path)
    #expect(result.status == 0, "\(command.testDescription): \(command.text)\n\(result.errors)")
  }

  /// The arguments of a command line, without redirections and comments, which a shell handles.
  private func words(of line: String) -> [String] {
    let line = line.prefix { $0 != ">" && $0 != "#" }
    var words: [String] = []
    var isQuoted = false
    var word: String?
    for character in line {
      if character == "'" {
        isQuoted.toggle()
        word = word ?? ""
      } else if character == " ", !isQuoted {
        if let whole = word { words.append(whole) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    if let word { words.append(word) }
    return Array(words.dropFirst())
  }

  @Test("Every make command in a page is in the Makefile")
  func makeTargetsExist() throws {
    let makefile = try #require(DocsFolder.text("Makefile"))
    let lines = Self.blocks.filter { $0.kind == "sh" }.flatMap { $0.text.split(separator: "\n") }
    let targets = lines.filter { $0.hasPrefix("make ") }.compactMap {
      $0.split(separator: " ").dropFirst().first
    }
    #expect(targets.count > 5)
    for target in targets { #expect(makefile.contains("\n\(target):"), "there is no 'make \(target)'") }
  }

  @Test("Every link between pages has a target")
  func linksResolve() throws {
    var count = 0
    for page in DocsFolder.pages {
      let text = DocsFolder.text(page) ?? ""
      for target in links(in: text) where !target.contains("://") && !target.hasPrefix("mailto:") {
        count += 1
        let pieces = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let folder = FilePath.directory(of: DocsFolder.root + "/" + page)
        let path = pieces[0].isEmpty ? DocsFolder.root + "/" + page : folder + "/" + pieces[0]
        #expect(FileManager.default.fileExists(atPath: path), "\(page) links to \(target)")
        if pieces.count == 2, let bytes = FileManager.default.contents(atPath: path) {
          let anchors = anchors(in: String(decoding: bytes, as: UTF8.self))
          #expect(anchors.contains(String(pieces[1])), "\(page) links to \(target)")
        }
      }
    }
    #expect(count > 50)
  }

  private func links(in text: String) -> [String] {
    // Code contains brackets of its own.
    let words = text.replacing(/(?ms)^```.*?^```/, with: "")
    return words.matches(of: /\]\(([^)\s]+)\)|src="([^"]+)"/).compactMap { ($0.1 ?? $0.2).map(String.init) }
  }

  /// The anchors of headings, by the rule of common viewers: lower case, spaces become hyphens.
  private func anchors(in text: String) -> Set<String> {
    let headings = text.split(separator: "\n").filter { $0.hasPrefix("#") }
    return Set(
      headings.map { heading in
        heading.drop { $0 == "#" || $0 == " " }.lowercased().filter {
          $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" || $0 == "_"
        }.replacing(" ", with: "-")
      })
  }
}
