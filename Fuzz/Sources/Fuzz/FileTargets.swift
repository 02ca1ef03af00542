import Glibc

@testable import CardGoldens
@testable import CardModel
@testable import CardParts
@testable import CardRaster

/// Files read by libraries (archives of tiles, fonts), and the files that runs of goldens write.
enum FileTargets {
  /// A folder in memory for the only file of this process.
  private static let folder: String = {
    let path = "/dev/shm/cardshot-fuzz-\(getpid())"
    mkdir(path, 0o700)
    return path
  }()

  private static func write(_ bytes: [UInt8], _ name: String) -> Bool {
    (try? FileWriting.write(bytes, to: "\(folder)/\(name)")) != nil
  }

  /// An archive is rejected, or returns tiles.
  static func openTiles(_ bytes: [UInt8]) {
    guard write(bytes, "a.mbtiles"), let folder = try? SafeFolder(folder),
      let source = try? TileSource("a.mbtiles", in: folder)
    else { return }
    let reader = TileReader()
    for zoom in [source.levels.lowerBound, source.levels.upperBound] where zoom >= 0 {
      _ = try? reader.tile(TileAddress(zoom: zoom, x: 0, y: 0), of: source)
    }
  }

  /// A font is rejected, or draws some text.
  static func openFont(_ bytes: [UInt8]) {
    guard write(bytes, "a.ttf") else { return }
    let deck =
      #"{"canvas":{"width":80},"fonts":["a.ttf"],"cards":[{"parts":[{"type":"text","text":"Åg \u05D0 \u2603 fi"}]}]}"#
    DeckTargets.withPipeline { pipeline in
      guard let loaded = try? pipeline.load(Array(deck.utf8), file: "deck.json", folder: folder),
        let laidOut = try? pipeline.laidOut(loaded), let page = laidOut.pages.first
      else { return }
      _ = try? pipeline.bitmap(page.display, fonts: laidOut.fonts)
    }
  }

  /// Files next to goldens are rejected, or read.
  static func readGoldenFiles(_ bytes: [UInt8]) {
    if let approvals = try? Approvals(bytes, file: "a") {
      for one in approvals.approved { expect(!one.name.contains("\n"), "a name has two lines") }
    }
    _ = try? GoldenLock(bytes, file: "a")
    _ = try? GoldenVersions.parse(bytes, file: "a")
    _ = try? GoldenPlan(bytes, file: "a", folder: "/nowhere")
    if let snapshot = try? LayoutSnapshot(bytes, file: "a") {
      let again = try? LayoutSnapshot(Array(snapshot.json.utf8), file: "a")
      expect(again == snapshot, "a layout is written as another one")
      _ = snapshot.changes(to: snapshot)
    }
    let text = String(decoding: bytes.prefix(2000), as: UTF8.self)
    if let name = GoldenName(nearest: text) {
      expect(
        !name.text.contains("..") || !name.text.split(separator: "/").contains(".."),
        "a name leaves its folder")
    }
  }

  /// The page of a document is rejected, or copied into another document.
  static func readPDF(_ bytes: [UInt8]) {
    var objects = PDFObjects()
    guard let page = try? PDFPage(bytes) else { return }
    _ = try? page.copy(into: &objects)
  }

  /// Rows of data are read to the end, even if some are invalid, in each of the three formats.
  static func readRows(_ bytes: [UInt8]) {
    guard write(bytes, "a.rows") else { return }
    for form in [nil] + RowSource.Form.allCases.map(Optional.some) {
      guard let source = try? ByteSource(path: "\(folder)/a.rows"),
        var rows = try? RowSource(source, form: form, file: "a")
      else { continue }
      var (count, line) = (0, 0)
      while let row = rows.next() {
        count += 1
        expect(row.place.line >= line, "a row stands before the one before it")
        line = row.place.line
        expect(count <= bytes.count + 1, "there are more rows than bytes")
      }
    }
  }
}
