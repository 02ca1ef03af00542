import CardRaster
import Foundation
import Testing

@testable import CardParts

/// Every deck below `Goldens/`, found when the tests run.
@Suite("Goldens") struct GoldenTests {
  @Test("A deck looks as its golden does, to the last pixel", arguments: Goldens.pictures)
  func looksAlike(_ name: String) throws {
    let actual = try Goldens.pixels(try Goldens.png(name), name)
    if try RecordMode.current().includes(name) {
      let file = try Goldens.png(name, compression: .smallest)
      try FileWriting.write(file, to: Goldens.folder.appending(path: name + ".png").path)
      Issue.record("recorded \(name).png; look at it, then run the tests again")
      return
    }
    let golden = try #require(
      Goldens.bytes(name + ".png"), "there is no \(name).png; make record NAME=\(name) draws it")
    let expected = try Goldens.pixels(golden, name)
    guard expected != actual else { return }
    let difference = try Comparison(expected: expected, actual: actual)
    let path = Goldens.folder.appending(path: "failures/" + name.replacing("/", with: "-") + ".png")
    try FileManager.default.createDirectory(
      at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
    let strip = try DiffImage.draw(difference, .strip)
    try FileWriting.write(try PNGEncoder.encode(strip, scale: 1, compression: .fast), to: path.path)
    Issue.record(
      """
      \(name): \(difference.summary), \(difference.maxChannelDelta) of 255 in a channel; \
      expected | difference | actual in \(path.path). \(Self.versions)
      """)
  }

  @Test("Two ways to write a deck look alike", arguments: Goldens.pairs)
  func pairsLookAlike(_ name: String) throws {
    let a = try Goldens.pixels(try Goldens.png(name + ".a"), name)
    let b = try Goldens.pixels(try Goldens.png(name + ".b"), name)
    let difference = try Comparison(expected: a, actual: b)
    #expect(difference.isSame, "\(name): \(difference.summary)")
  }

  @Test("A bad deck is refused with exactly these words", arguments: Goldens.rejects)
  func isRefused(_ name: String) throws {
    var issues: [DeckIssue] = []
    do {
      issues = try Goldens.layOut(name).warnings
    } catch let error as DeckError {
      issues = error.issues
    }
    let text = issues.map(\.text).joined(separator: "\n") + "\n"
    if try RecordMode.current().includes(name) {
      try FileWriting.write(Array(text.utf8), to: Goldens.folder.appending(path: name + ".issues.txt").path)
      Issue.record("recorded \(name).issues.txt; read it, then run the tests again")
      return
    }
    let golden = try #require(Goldens.bytes(name + ".issues.txt"), "there is no \(name).issues.txt")
    #expect(text == String(decoding: golden, as: UTF8.self))
    #expect(!issues.isEmpty, "nothing is wrong with \(name).json")
  }

  @Test(
    "An SVG golden is what the deck gives, to the byte",
    arguments: Goldens.names(below: "svg", ending: ".json"))
  func svgIsEqual(_ name: String) throws {
    let deck = try Goldens.layOut(name)
    let svg = try OutputFormat.svg.encode(
      deck.pages[0].display, settings: OutputFormat.Settings(), fonts: try FontLibrary(deck.fonts))
    if try RecordMode.current().includes(name) {
      try FileWriting.write(svg, to: Goldens.folder.appending(path: name + ".svg").path)
      Issue.record("recorded \(name).svg; look at it in a viewer, then run the tests again")
      return
    }
    let golden = try #require(Goldens.bytes(name + ".svg"), "there is no \(name).svg")
    #expect(golden == svg, "\(name).svg is not what the deck gives now")
  }

  @Test("There are goldens of every kind, and every part, trait and theme has one")
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

  @Test("No golden is left over")
  func noneIsLeftOver() {
    for name in Goldens.pictureFolders.flatMap({ Goldens.names(below: $0, ending: ".png") })
    where !name.contains("/assets/") {
      #expect(Goldens.pictures.contains(name), "\(name).png has no deck")
    }
    for name in Goldens.names(below: "reject", ending: ".issues.txt") {
      #expect(Goldens.rejects.contains(name), "\(name).issues.txt has no deck")
    }
    for name in Goldens.names(below: "same", ending: ".b.json") {
      #expect(Goldens.pairs.contains(name), "\(name).b.json has no other half")
    }
  }

  @Test("Recording is deliberate: never for no name, never on a build server")
  func recordingIsDeliberate() throws {
    #expect(try RecordMode([:]) == .never)
    #expect(try RecordMode(["CARDSHOT_RECORD": "parts/text"]).includes("parts/text/wraps"))
    #expect(try !RecordMode(["CARDSHOT_RECORD": "parts/text"]).includes("parts/bar/half"))
    #expect(throws: RecordError.self) { try RecordMode(["CARDSHOT_RECORD": ""]) }
    #expect(throws: RecordError.self) { try RecordMode(["CARDSHOT_RECORD": "all", "CI": "true"]) }
  }

  /// Whether the libraries are those that the goldens were drawn with; they decide a picture's last digit.
  private static var versions: String {
    let readme = Goldens.bytes("README.md").map { String(decoding: $0, as: UTF8.self) } ?? ""
    let others = LibraryVersions.all.filter { !readme.contains("\($0.name) \($0.version)") }
    return others.isEmpty
      ? ""
      : "Other libraries than the goldens': "
        + others.map { "\($0.name) \($0.version)" }.joined(separator: ", ")
  }
}
