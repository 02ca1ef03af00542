import Foundation
import TestSupport
import Testing

@testable import CardParts
@testable import CardRaster

/// Every link that the reader accepts is written by the painters.
@Suite struct LinkReadingTests {
  @Test(arguments: SampleLinks.injections + LinkScheme.allCases.map(SampleLinks.target))
  func noValidLinkIsDropped(_ target: String) throws {
    let deck = try LaidOut(deck: Self.deck(linkedTo: target)).deck
    let page = deck.pages[0].display
    #expect(page.links.map(\.target) == [LinkTarget(target)?.uri])
    let svg = try OutputFormat.svg.encode(
      page, settings: OutputFormat.Settings(), fonts: try FontLibrary(deck.fonts))
    #expect(String(decoding: svg, as: UTF8.self).contains("<a xlink:href="))
  }

  @Test(arguments: SampleLinks.refused) func anIssueNamesAnInvalidLink(_ target: String) throws {
    let issues = try LaidOut.issues(of: Self.deck(linkedTo: target))
    #expect(issues.count == 1 && issues[0].contains("link"), "\(issues)")
  }

  @Test(arguments: ["https://a/b c", "https://a/\r", "\n#x", "https://a/\u{0}"])
  func spacesMustBeEscaped(_ target: String) throws {
    let issues = try LaidOut.issues(of: Self.deck(linkedTo: target))
    #expect(issues.count == 1 && issues[0].contains("is not a link"), "\(issues)")
  }

  private static func deck(linkedTo target: String) throws -> String {
    let text = String(decoding: try JSONEncoder().encode(target), as: UTF8.self)
    return
      #"{"theme":"turbo","canvas":{"width":40},"cards":[{"parts":[{"type":"bar","percent":1,"link":\#(text)}]}]}"#
  }
}
