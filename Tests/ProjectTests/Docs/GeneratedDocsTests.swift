import CardRaster
import TestSupport
import Testing

@testable import CardParts

@Suite("Generated pages and pictures are current")
struct GeneratedDocsTests {
  static let isRecording = DocsFolder.isRecording && !DocsFolder.isOnServer

  @Test("Nothing is recorded on a build server")
  func recordingIsRefusedOnServers() {
    #expect(!(DocsFolder.isRecording && DocsFolder.isOnServer), "CARDSHOT_RECORD_DOCS is set under CI")
  }

  @Test("Every part and trait has its page")
  func pagesOfPartsAndTraitsAreCurrent() throws {
    let pages = ManualPages.all
    #expect(!pages.isEmpty)
    for page in pages { try check(page.text, page.path) }
    for folder in ["Docs/parts", "Docs/traits"] {
      for name in DocsFolder.names(in: folder, ending: ".md") {
        #expect(
          pages.contains { $0.path == "\(folder)/\(name)" }, "\(folder)/\(name) is not generated any more")
      }
    }
  }

  @Test("The generated blocks of other pages are current")
  func blocksAreCurrent() throws {
    for page in DocsFolder.pages where !ManualPages.all.contains(where: { $0.path == page }) {
      let text = try #require(DocsFolder.text(page), "there is no \(page)")
      try check(try ManualBlocks.filled(page, text: text), page)
    }
  }

  @Test("Every object inside a part has a table on a page")
  func objectsHaveTables() {
    // Coordinates, and the start of a second column, are described in a sentence each.
    let said = ["coordinate", "coordinateSpan", "centerPosition"]
    let text = DocsFolder.pages.compactMap(DocsFolder.text).joined()
    let objects = ObjectSchema.all(in: PartRegistry.kinds.flatMap(\.properties).map(\.schema))
    #expect(objects.count > 20)
    for object in objects where !said.contains(object.name) {
      #expect(text.contains("<!-- generated: object \(object.name) -->"), "no page has \(object.name)")
    }
  }

  @Test("Pictures are what the code draws", arguments: ManualPictures.all)
  func pictureIsCurrent(_ picture: ManualPictures.Picture) throws {
    let drawn = try picture.draw()
    let bitmap = try DocsDeck.pixels(drawn, name: picture.path)
    let old = DocsFolder.bytes(picture.path)
    if let old, try DocsDeck.pixels(old, name: picture.path) == bitmap { return }
    try record(drawn, picture.path, was: old == nil ? "missing" : "different")
  }

  @Test("Animations are what the code draws", arguments: ManualMovies.all)
  func movingPictureIsCurrent(_ movie: ManualMovies.Movie) async throws {
    let drawn = try await movie.draw()
    let old = DocsFolder.bytes(movie.path)
    if old == drawn { return }
    try record(drawn, movie.path, was: old == nil ? "missing" : "different")
  }

  @Test("Every picture is used")
  func noPictureIsLeftOver() {
    let wanted = Set(ManualPictures.all.map(\.path) + ManualMovies.all.map(\.path))
    for folder in ["Docs", "Docs/pictures", "Docs/pictures/parts", "Docs/pictures/traits"] {
      for name in [".png", ".gif"].flatMap({ DocsFolder.names(in: folder, ending: $0) }) {
        #expect(wanted.contains("\(folder)/\(name)"), "\(folder)/\(name) is not drawn any more")
      }
    }
  }

  private func check(_ text: String, _ path: String) throws {
    let old = DocsFolder.text(path)
    if old == text { return }
    let wanted = text.split(separator: "\n", omittingEmptySubsequences: false)
    let there = (old ?? "").split(separator: "\n", omittingEmptySubsequences: false)
    let line = zip(wanted, there).prefix { $0 == $1 }.count
    try record(
      Array(text.utf8), path, was: old == nil ? "missing" : "different from line \(line + 1) on")
  }

  /// Writes the file when recording; a run that recorded fails too, so that the change is reviewed.
  private func record(_ bytes: [UInt8], _ path: String, was: String) throws {
    guard Self.isRecording else {
      Issue.record("\(path) is \(was): run 'make docs', look at it and commit it")
      return
    }
    try DocsFolder.write(bytes, to: path)
    Issue.record("recorded \(path), which was \(was): look at it and commit it")
  }
}
