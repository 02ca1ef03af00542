import CardGoldens
import Foundation
import Testing

@Suite("The page on goldens in Swift tests") struct TestingPageTests {
  private static let root = URL(filePath: #filePath).appending(path: "../../../..").standardized

  private func text(_ path: String) throws -> String {
    try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
  }

  /// The code of a text without blank space.
  private func code(_ text: some StringProtocol) -> String { String(text).filter { !$0.isWhitespace } }

  @Test("The code on the page is compiled: in the tests of the example or of the recipe")
  func examplesAreCompiled() throws {
    let compiled = try [
      "Examples/swift-tests/Package.swift", "Examples/swift-tests/Tests/OffersTests/OfferTests.swift",
      "Tests/CardGoldensTests/Testing/SnapshottingRecipeTests.swift",
      "Tests/CardGoldensTests/Testing/GoldenFormTests.swift",
    ].map { code(try text($0)) }
    let pages = try ["Docs/golden-testing-swift.md", "Docs/how-to/swift-snapshots-ci.md"].map(text)
    var count = 0
    for block in pages.joined().components(separatedBy: "```swift").dropFirst() {
      let lines = block.components(separatedBy: "```")[0].split(separator: "\n").dropFirst(
        block.hasPrefix(" manifest") ? 1 : 0)
      // The assertion belongs to swift-snapshot-testing, which is not a dependency.
      for part in lines.joined(separator: "\n").components(separatedBy: "\n@Test")
      where !part.hasPrefix("import") && !part.hasPrefix("assertSnapshot") {
        count += 1
        #expect(compiled.contains { $0.contains(code(part)) }, "not compiled: \(part)")
      }
    }
    #expect(count == 10)
  }

  @Test("The page on CI installs every library that the package lists")
  func packages() throws {
    let page = try text("Docs/how-to/swift-snapshots-ci.md")
    let command = page.components(separatedBy: "```sh packages")[1].components(separatedBy: "```")[0]
    let installed = Set(command.split { " \\\n".contains($0) }.map(String.init))
    let list = try text("Package.swift").components(separatedBy: ".apt([")[1].components(separatedBy: "])")[0]
    let needed = list.components(separatedBy: "\"").filter { $0.contains("-dev") }
    #expect(needed.count > 10)
    #expect(Set(needed).subtracting(installed) == [])
  }

  @Test("The page lists exactly the record modes that exist")
  func modes() throws {
    let page = try text("Docs/golden-testing-swift.md")
    for mode in RecordMode.allCases {
      #expect(page.contains("| `\(mode.rawValue)` | `record: .\(mode.rawValue)` |"))
    }
    #expect(page.contains(GoldenEnvironment.modeVariable) && page.contains(GoldenEnvironment.nameVariable))
  }

  @Test("The example is a package as its readers would write it, and CI runs it")
  func exampleIsRun() throws {
    let manifest = try text("Examples/swift-tests/Package.swift")
    #expect(manifest.contains(#".product(name: "CardTesting", package: "cardshot")"#))
    #expect(try text("Package.swift").contains(#".library(name: "CardTesting""#))
    #expect(try text(".ci/run").contains("make example-tests"))
    #expect(try text("Makefile").contains("--package-path Examples/swift-tests"))
  }
}
