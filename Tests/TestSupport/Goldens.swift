import BundledFonts
import CardGoldens
package import CardParts
package import CardRaster
package import Foundation
package import Testing

/// The folder of goldens and its contents.
package enum Goldens {
  package static let folder: URL = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Goldens")

  /// The files in a folder that have an ending, without the ending and sorted: `parts/text/wraps`.
  package static func names(below: String, ending: String) -> [String] {
    let root = folder.appending(path: below)
    let paths = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
    return paths.filter { $0.hasSuffix(ending) }.map { below + "/" + $0.dropLast(ending.count) }.sorted()
  }

  /// The folders whose decks have a picture next to them.
  package static let pictureFolders = ["parts", "traits", "themes", "layout", "text", "decks"]

  /// The decks that have a picture.
  package static let pictures = pictureFolders.flatMap { names(below: $0, ending: ".json") }
    .filter { !$0.contains("/assets/") && !$0.hasSuffix(".theme") }

  /// The pairs of decks that must give the same picture.
  package static let pairs = names(below: "same", ending: ".a.json")

  /// The decks whose SVG documents are compared.
  package static let drawings = names(below: "svg", ending: ".json")

  /// The decks that are rejected.
  package static let rejects = names(below: "reject", ending: ".json")

  /// The bytes of a file.
  package static func bytes(_ path: String) -> [UInt8]? {
    (try? Data(contentsOf: folder.appending(path: path))).map { Array($0) }
  }

  /// Lays out a deck of the folder.
  package static func laidOut(_ name: String) throws -> LaidOutDeck {
    let path = folder.appending(path: name + ".json")
    let bytes = try #require(Goldens.bytes(name + ".json"), "there is no \(name).json")
    return try DeckRenderer.laidOut(
      bytes, file: path.lastPathComponent, folder: path.deletingLastPathComponent().path,
      catalog: try catalog())
  }

  /// The fonts bundled with the product.
  package static func catalog() throws -> FontCatalog {
    FontCatalog(bundled: try #require(BundledFonts.directory(), "looked in \(BundledFonts.candidates())"))
  }

  /// A deck of the folder as a PNG file.
  package static func png(_ name: String) throws -> [UInt8] { try png(try laidOut(name)) }

  /// A laid-out deck as a PNG file.
  package static func png(_ deck: LaidOutDeck, page: Int = 0) throws -> [UInt8] {
    try OutputFormat.png.encode(
      deck.pages[page].display, settings: OutputFormat.Settings(compression: .fast),
      fonts: try FontLibrary(deck.fonts))
  }

  /// Expects that a text or another file is equal to the one in the folder, to the byte.
  ///
  /// It is recorded by the same rules as pictures.
  package static func expect(
    _ bytes: [UInt8], in file: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let golden = Goldens.bytes(file)
    let isRecorded =
      switch try GoldenEnvironment.current.mode(for: try GoldenName(file)) {
      case .all: true
      case .failed: golden != bytes
      case .missing: golden == nil
      case .never: false
      }
    if isRecorded {
      try FileWriting.write(bytes, to: folder.appending(path: file).path)
      Issue.record("recorded \(file); read it, then run the tests again", sourceLocation: sourceLocation)
      return
    }
    let expected = try #require(golden, "there is no \(file)", sourceLocation: sourceLocation)
    #expect(
      String(decoding: bytes, as: UTF8.self) == String(decoding: expected, as: UTF8.self),
      "\(file) is not what the deck gives now", sourceLocation: sourceLocation)
  }

  /// The pixels of a PNG file.
  package static func pixels(_ file: [UInt8], _ name: String) throws -> Bitmap {
    guard case .bitmap(let bitmap) = try ImageDecoding.decode(file, name: name + ".png").content else {
      throw RasterError.image(reason: "\(name).png is not a bitmap")
    }
    return bitmap
  }
}
