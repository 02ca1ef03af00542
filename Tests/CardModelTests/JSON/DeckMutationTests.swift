import CardParts
import CardRaster
import Foundation
import TestSupport
import Testing

/// A damaged deck gives a picture or errors in a short time, and never a crash.
@Suite struct DeckMutationTests {
  private static let values = [
    "1e300", "-1", "\"\"", "null", "[]", "{}", "true", "0", "-0.0", "1e-300", "\"{{ a }}\"", "99999",
    "\"red\"",
    String(repeating: "[", count: 60) + String(repeating: "]", count: 60),
  ]

  /// A deck with one error.
  private static func damaged(_ deck: [UInt8], _ numbers: inout SampleNumbers) -> [UInt8] {
    var bytes = deck
    guard !bytes.isEmpty else { return bytes }
    func roll(_ count: Int) -> Int { Int.random(in: 0..<max(1, count), using: &numbers) }
    switch roll(5) {
    case 0: bytes[roll(bytes.count)] = UInt8(roll(256))
    case 1:
      let start = roll(bytes.count)
      bytes.removeSubrange(start..<min(bytes.count, start + 1 + roll(12)))
    default:
      // Most errors are about values: replace one that starts after a colon or a comma.
      let starts = bytes.indices.filter { bytes[$0] == 0x3A || bytes[$0] == 0x2C }
      guard !starts.isEmpty else { return bytes }
      let start = starts[roll(starts.count)] + 1
      let stops: Set<UInt8> = [0x2C, 0x7D, 0x5D]
      let end = bytes[start...].firstIndex(where: stops.contains) ?? bytes.count
      bytes.replaceSubrange(start..<end, with: Array(values[roll(values.count)].utf8))
    }
    return bytes
  }

  @Test(arguments: [UInt64(1), 2]) func aDamagedDeckGivesAResultSoon(_ seed: UInt64) throws {
    let catalog = try Goldens.catalog()
    var numbers = SampleNumbers(state: seed)
    let clock = ProcessorClock()
    var (tried, drawn) = (0, 0)
    for name in Goldens.pictures.shuffled(using: &numbers).prefix(30) {
      let path = Goldens.folder.appending(path: name + ".json").path
      let deck = try FileReading.read(path: path, limit: 1 << 20)
      let folder = FilePath.directory(of: path)
      for _ in 0..<3 {
        let bytes = DeckMutationTests.damaged(deck, &numbers)
        let begin = clock.now
        do {
          let laidOut = try DeckRenderer.laidOut(bytes, file: "deck.json", folder: folder, catalog: catalog)
          // Painting is measured elsewhere; large pictures would make this test slow.
          if let page = laidOut.pages.first, page.display.pixelWidth * page.display.pixelHeight < 200_000 {
            _ = try OutputFormat.png.encode(
              page.display, settings: OutputFormat.Settings(), fonts: try FontLibrary(laidOut.fonts))
          }
          drawn += 1
        } catch let error as DeckError {
          #expect(!error.issues.isEmpty)
        } catch let error as RasterError {
          #expect(!error.message.isEmpty)
        }
        tried += 1
        #expect(clock.now - begin < .seconds(4), "\(name): \(String(decoding: bytes, as: UTF8.self))")
      }
    }
    #expect(drawn > 0)
    #expect(drawn < tried)
  }
}
