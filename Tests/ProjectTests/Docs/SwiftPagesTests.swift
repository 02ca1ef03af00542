import CardParts
import Foundation
import TestSupport
import Testing

@Suite("Swift code on the pages is compiled and works")
struct SwiftPagesTests {
  /// The pages with Swift code: README, pages in Docs/ and the articles of the reference.
  static var pages: [String] {
    ["README.md", "Docs/swift.md", "Docs/charts.md", "Docs/comparing.md"]
      + ["CardParts", "CardRaster", "CardTesting"].flatMap { module in
        DocsFolder.names(in: "Sources/\(module)/\(module).docc", ending: ".md").map {
          "Sources/\(module)/\(module).docc/\($0)"
        }
      }
  }

  /// The code of a text without whitespace and imports.
  private func code(_ text: some StringProtocol) -> String {
    text.split(separator: "\n").filter { !$0.hasPrefix("import ") }.joined().filter { !$0.isWhitespace }
  }

  @Test("Every Swift example of a page is among the compiled ones")
  func examplesAreCompiled() throws {
    var count = 0
    let source = try #require(DocsFolder.text("Tests/ProjectTests/Docs/SwiftPageExamples.swift"))
    let compiled = code(source.replacing("static ", with: ""))
    #expect(Self.pages.count > 4)
    for page in Self.pages {
      let text = try #require(DocsFolder.text(page))
      for block in text.components(separatedBy: "```swift\n").dropFirst() {
        let shown = block.components(separatedBy: "\n```")[0].replacing("static ", with: "")
        count += 1
        #expect(compiled.contains(code(shown)), "\(page) shows code that is not compiled:\n\(shown)")
      }
    }
    #expect(count > 10)
  }

  @Test("Other pages do not show Swift code")
  func noOtherPageShowsSwift() throws {
    // Each of these has its own test.
    let known =
      Self.pages + ["Docs/golden-testing-swift.md", "Docs/how-to/swift-snapshots-ci.md", "CONTRIBUTING.md"]
    for page in DocsFolder.pages where DocsFolder.text(page)?.contains("```swift\n") == true {
      #expect(known.contains(page), "\(page) shows Swift code without a test that compiles it")
    }
  }

  @Test("The part that CONTRIBUTING.md walks through is compiled and draws")
  func contributedPart() throws {
    let page = try #require(DocsFolder.text("CONTRIBUTING.md"))
    let shown = try #require(
      page.components(separatedBy: "```swift\n").dropFirst().first?.components(separatedBy: "```")[0])
    let source = try #require(DocsFolder.text("Tests/ProjectTests/Docs/ContributedPart.swift"))
    func words(_ text: String) -> String {
      text.split(separator: "\n").filter { !$0.contains("import ") }.joined().filter { !$0.isWhitespace }
    }
    #expect(words(source) == words(shown))
  }

  @Test(
    "Every public type is among the topics of its library's reference",
    arguments: [
      ("CardParts", ["CardParts", "CardModel"]), ("CardRaster", ["CardRaster"]),
      ("CardTesting", ["CardTesting", "CardGoldens"]),
    ])
  func topicsAreWhole(_ reference: String, _ modules: [String]) throws {
    let page = try #require(DocsFolder.text("Sources/\(reference)/\(reference).docc/\(reference).md"))
    let topics = page.components(separatedBy: "## Topics")[1]
    var count = 0
    for module in modules {
      let folder = "Sources/\(module)/"
      let files = try FileManager.default.subpathsOfDirectory(atPath: DocsFolder.root + "/" + folder)
      for file in files where file.hasSuffix(".swift") {
        for name in Self.publicTypes(in: try #require(DocsFolder.text(folder + file))) {
          count += 1
          // CardParts exports CardModel again, so its reference contains both. A reference cannot link to
          // other modules, so its page names their types as plain text.
          let isLinked = module == reference || module == "CardModel"
          let isThere = isLinked ? topics.contains("``\(name)``\n") : page.contains("`\(name)`")
          #expect(isThere, "\(name) is not in a topic of \(reference)")
        }
      }
    }
    #expect(count > 1)
  }

  /// The names of the public types that a file declares without indentation.
  private static func publicTypes(in text: String) -> [Substring] {
    let kinds: Set<Substring> = ["struct", "enum", "class", "protocol", "actor"]
    return text.utf8.split(separator: UInt8(ascii: "\n")).compactMap { line -> Substring? in
      guard line.first == UInt8(ascii: "p") || line.first == UInt8(ascii: "@") else { return nil }
      let words = Substring(line).split(separator: " ")
      guard let number = words.firstIndex(where: kinds.contains), number + 1 < words.count,
        words[..<number].contains("public")
      else { return nil }
      return words[number + 1].prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    }
  }

  @Test("The examples draw what the pages describe")
  func examplesWork() async throws {
    let first = try SwiftPageExamples.first()
    #expect(try SwiftPageExamples.dial() != first.png)
    #expect(try SwiftPageExamples.dots() != first.png)
    #expect(try SwiftPageExamples.draw(SwiftPageExamples.fromSwift).count > 4 * 375)
    let quote = Deck {
      Card { SwiftPageExamples.quoted }.trait(SwiftPageExamples.RibbonTrait.self, ["color": "teal"])
    }
    .data(["sentences": ["One", "Two"]])
    let own = DeckOptions(custom: [SwiftPageExamples.QuotePart.self, SwiftPageExamples.RibbonTrait.self])
    #expect(quote.issues(options: own).isEmpty)
    #expect(try quote.laidOut(options: own).elements.filter { $0.type == "text" }.count == 2)
    #expect(first.bitmap.width == 375)
    #expect(first.svg.hasPrefix("<"))
    #expect(first.png.count > 100)
    let deck = Deck {
      Card("hello") { CardPartTextView("Hi") }
      SwiftPageExamples.orders
    }
    .data(["orders": 3])
    #expect(deck.issues().isEmpty)
    #expect(try SwiftPageExamples.pictures(of: deck).map(\.name) == ["hello"])
    #expect(SwiftPageExamples.topics(["a", "b"], isNew: true).issues().isEmpty)
    let account = SwiftPageExamples.Account(
      name: "Ann", share: 0.5, bills: [SwiftPageExamples.Bill(payee: "Power", amount: 12.5)])
    #expect(try SwiftPageExamples.statement(account).issues().isEmpty)
    #expect(try await SwiftPageExamples.badges(["{{ Ann }}", "Bo"]).count == 2)
    SwiftPageExamples.check(deck)
    #expect(try SwiftPageExamples.formats(of: deck.layout(.list)).svg.hasPrefix("<"))
    let renderer = DeckRenderer()
    func status(_ json: String, _ limits: DeckLimits = DeckLimits()) async -> HTTPResponse.Status {
      await SwiftPageExamples.answer(Array(json.utf8), renderer, DeckOptions(limits: limits)).status
    }
    let small = #"{"cards":[{"parts":[{"type":"text","text":"Hi"}]}]}"#
    #expect(await status(small) == .ok)
    #expect(await status(small, DeckLimits(pixels: 10)) == .contentTooLarge)
    #expect(await status(#"{"cards":[{"parts":[{"type":"image","image":"/etc/passwd"}]}]}"#) == .badRequest)
    #expect(SwiftPageExamples.status(of: deck, options: DeckOptions()) == 200)
    #expect(try SwiftPageExamples.report(deck, since: deck).isEmpty)
    #expect(try await SwiftPageExamples.celebration(deck).starts(with: Array("RIFF".utf8)))
    let cards = try TemporaryFolder()
    try await SwiftPageExamples.save(cardsOf: deck, to: cards.path)
    #expect(cards.names.sorted() == ["hello.png", "orders.png"])
    var wrong = DeckOptions()
    wrong.theme = "mnt"
    #expect(SwiftPageExamples.status(of: deck, options: wrong) == 400)
    let folder = try TemporaryFolder()
    try SwiftPageExamples.save(deck, to: folder.path + "/deck.json")
    #expect(try Deck(contentsOf: folder.path + "/deck.json").json == deck.json)
    let twin = try Deck(json: SwiftPageExamples.fromJSON)
    #expect(try twin.render(to: .png) == SwiftPageExamples.fromSwift.render(to: .png))
  }

  @Test("The example package writes pictures, and the command line draws the same pictures from its JSON")
  func examplePackageRuns() throws {
    let folder = try TemporaryFolder()
    let result = try Program.run([folder.path], in: folder.path, program: "SwiftCards")
    #expect(result.status == 0)
    #expect(result.output + result.errors == "", "the examples have nothing to warn about")
    for name in ["launch", "spending"] {
      let drawn = try Program.run([name + ".json", "-o", "again.png"], in: folder.path)
      #expect(drawn.status == 0, "\(drawn.errors)")
      let files = FileManager.default
      #expect(
        files.contents(atPath: "\(folder.path)/\(name).png")
          == files.contents(atPath: folder.path + "/again.png"))
      #expect(files.fileExists(atPath: "\(folder.path)/\(name).svg"))
    }
    #expect(folder.names.filter { $0.hasPrefix("badge-") }.count == 3)
  }

  @Test("The manifest of the example matches the one of the tests")
  func manifestFits() throws {
    let example = try #require(DocsFolder.text("Examples/swift/Package.swift"))
    let own = try #require(DocsFolder.text("Package.swift"))
    #expect(example.contains(#"name: "SwiftCards""#))
    #expect(example.contains(#".package(name: "cardshot", path: "../..")"#))
    #expect(own.contains(#"path: "Examples/swift/Sources/SwiftCards""#))
    #expect(own.contains(#".library(name: "CardParts""#))
  }
}
