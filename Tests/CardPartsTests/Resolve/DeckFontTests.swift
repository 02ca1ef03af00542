import BundledFonts
import CardParts
import Foundation
import TestSupport
import Testing

@Suite("Fonts of a deck")
struct DeckFontTests {
  @Test(
    "A font file causes a warning if all texts use the bundled font of its family",
    arguments: [
      ("Inter/Inter-Bold.otf", ["'font.otf' is not used: Inter comes with cardshot at fonts[0]"]),
      ("NotoSerif/NotoSerif-Bold.ttf", []),
    ])
  func bundledFamilies(file: String, expected: [String]) throws {
    let folder = try TemporaryFolder()
    let fonts = try #require(BundledFonts.directory())
    let place = try #require(FontCatalog(bundled: fonts).place(of: file))
    try FileManager.default.copyItem(atPath: "\(fonts)/\(place)", toPath: folder.path + "/font.otf")
    let deck = #"{"fonts":["font.otf"],"cards":[{"parts":[{"type":"separator"}]}]}"#
    let issues = try LaidOut.issues(of: deck, folder: folder.path)
    #expect(issues.count == expected.count, "\(issues)")
    for (issue, words) in zip(issues, expected) { #expect(issue.contains(words), "\(issue)") }
  }
}
