import TestSupport
import Testing

/// The pages and files that mention the version of the program.
@Suite struct VersionTests {
  @Test func pagesNameTheVersionOfTheProgram() throws {
    let words = try BuiltProgram.run(["--version"]).outputText.split(whereSeparator: \.isWhitespace)
    let version = String(try #require(words.dropFirst().first))
    let page = try #require(DocsFolder.text("Docs/installing.md"))
    #expect(page.contains("cardshot-\(version)-linux-x86_64.tar.gz"))
    #expect(page.contains("`cardshot_\(version.replacing("-", with: "~", maxReplacements: 1))_amd64.deb`"))
    #expect(page.contains("`cardshot-\(version.replacing("-rc.", with: "rc"))-py3-….whl`"))
    #expect(try #require(DocsFolder.text("action.yml")).contains("    default: \(version)\n"))
    #expect(try #require(DocsFolder.text("CHANGELOG.md")).contains("\n## \(version)\n"))
  }
}
