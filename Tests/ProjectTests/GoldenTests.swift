import CardRaster
import CardTesting
import Foundation
import TestSupport
import Testing

@testable import CardParts

/// Every deck in `Goldens/`, found when the tests run.
@Suite("Goldens") struct GoldenTests {
  @Test("A deck is equal to its golden in every pixel", arguments: Goldens.pictures)
  func looksAlike(_ name: String) throws {
    let deck = try Goldens.laidOut(name)
    for (number, page) in deck.pages.enumerated() {
      let named = number == 0 ? name : "\(name).\(page.name)"
      let outcome = expectGolden(
        bitmap: try Goldens.pixels(try Goldens.png(deck, page: number), named), named: named,
        scale: page.display.scale, goldens: Goldens.folder.path)
      if outcome.verdict == .failed, !Self.versions.isEmpty { Issue.record("\(Self.versions)") }
    }
  }

  @Test("Two ways to write a deck give the same picture", arguments: Goldens.pairs)
  func pairsLookAlike(_ name: String) throws {
    let a = try Goldens.pixels(try Goldens.png(name + ".a"), name)
    let b = try Goldens.pixels(try Goldens.png(name + ".b"), name)
    let difference = try Comparison(expected: a, actual: b)
    #expect(difference.isSame, "\(name): \(difference.summary)")
  }

  @Test("A bad deck is rejected with exactly these errors", arguments: Goldens.rejects)
  func isRefused(_ name: String) throws {
    var issues: [DeckIssue] = []
    do {
      issues = try Goldens.laidOut(name).warnings
    } catch let error as DeckError {
      issues = error.issues
    }
    let text = issues.map(\.text).joined(separator: "\n") + "\n"
    try Goldens.expect(Array(text.utf8), in: name + ".issues.txt")
    #expect(!issues.isEmpty, "nothing is wrong with \(name).json")
  }

  @Test(
    "An SVG golden is equal to the output of the deck, to the byte",
    arguments: Goldens.drawings)
  func svgIsEqual(_ name: String) throws {
    let deck = try Goldens.laidOut(name)
    let svg = try OutputFormat.svg.encode(
      deck.pages[0].display, settings: OutputFormat.Settings(), fonts: try FontLibrary(deck.fonts))
    try Goldens.expect(svg, in: name + ".svg")
  }

  @Test("There are goldens of every kind, and for every part, trait and theme")
  func nothingIsWithoutGolden() {
    #expect(Goldens.pictures.count > 60)
    #expect(Goldens.pairs.count > 5)
    #expect(Goldens.rejects.count >= 40)
    for (kind, names) in [
      ("parts", Manual.parts.map(\.name)), ("traits", Manual.traits.map(\.name)),
      ("themes", Manual.themes.map(\.name)),
    ] {
      for name in names {
        #expect(
          Goldens.pictures.contains { $0.hasPrefix("\(kind)/\(name)/") }, "no golden below \(kind)/\(name)")
      }
    }
  }

  @Test("Every golden belongs to a deck")
  func noneIsLeftOver() {
    for name in Goldens.pictureFolders.flatMap({ Goldens.names(below: $0, ending: ".png") })
    where !name.contains("/assets/") {
      // Further pages of a report are named after the first page.
      let deck = name.replacing(/\.page-[0-9]+$/, with: "")
      #expect(Goldens.pictures.contains(deck), "\(name).png has no deck")
    }
    for name in Goldens.names(below: "svg", ending: ".svg") where !name.contains("/assets/") {
      #expect(Goldens.drawings.contains(name), "\(name).svg has no deck")
    }
    for name in Goldens.names(below: "reject", ending: ".issues.txt") {
      #expect(Goldens.rejects.contains(name), "\(name).issues.txt has no deck")
    }
    for name in Goldens.names(below: "same", ending: ".b.json") {
      #expect(Goldens.pairs.contains(name), "\(name).b.json has no other half")
    }
  }

  /// The libraries that differ from those of the goldens; they affect the last digit of a colour.
  private static var versions: String {
    let readme = Goldens.bytes("README.md").map { String(decoding: $0, as: UTF8.self) } ?? ""
    let others = LibraryVersions.all.filter { !readme.contains("\($0.name) \($0.version)") }
    return others.isEmpty
      ? ""
      : "Other libraries than the goldens': "
        + others.map { "\($0.name) \($0.version)" }.joined(separator: ", ")
  }
}
