import CardParts
import CardRaster
import Foundation
import TestSupport
import Testing

/// Damaged decks end in a picture or in errors, soon, and never in a crash.
@Suite struct DeckMutationTests {
  /// A small generator whose numbers are the same everywhere.
  private struct Dice {
    var state: UInt64

    mutating func roll(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(max(1, count)))
    }
  }

  private static let values = [
    "1e300", "-1", "\"\"", "null", "[]", "{}", "true", "0", "-0.0", "1e-300", "\"{{ a }}\"", "99999",
    "\"red\"",
    String(repeating: "[", count: 60) + String(repeating: "]", count: 60),
  ]

  /// A deck with one thing wrong.
  private static func damaged(_ deck: [UInt8], _ dice: inout Dice) -> [UInt8] {
    var bytes = deck
    guard !bytes.isEmpty else { return bytes }
    switch dice.roll(5) {
    case 0: bytes[dice.roll(bytes.count)] = UInt8(dice.roll(256))
    case 1:
      let start = dice.roll(bytes.count)
      bytes.removeSubrange(start..<min(bytes.count, start + 1 + dice.roll(12)))
    default:
      // Values are what most mistakes are about: replace one that starts after a colon or a comma.
      let starts = bytes.indices.filter { bytes[$0] == 0x3A || bytes[$0] == 0x2C }
      guard !starts.isEmpty else { return bytes }
      let start = starts[dice.roll(starts.count)] + 1
      let stops: Set<UInt8> = [0x2C, 0x7D, 0x5D]
      let end = bytes[start...].firstIndex(where: stops.contains) ?? bytes.count
      bytes.replaceSubrange(start..<end, with: Array(values[dice.roll(values.count)].utf8))
    }
    return bytes
  }

  @Test(arguments: [UInt64(1), 2]) func aDamagedDeckIsAnsweredSoon(_ seed: UInt64) throws {
    let catalog = try Goldens.catalog()
    var dice = Dice(state: seed)
    let clock = ProcessorClock()
    let start = clock.now
    var (tried, drawn) = (0, 0)
    for name in Goldens.pictures {
      let path = Goldens.folder.appending(path: name + ".json").path
      let deck = try FileReading.read(path: path, limit: 1 << 20)
      let folder = FilePath.directory(of: path)
      for _ in 0..<3 where clock.now - start < .seconds(25) {
        let bytes = DeckMutationTests.damaged(deck, &dice)
        let begin = clock.now
        do {
          let laidOut = try DeckRenderer.layOut(bytes, file: "deck.json", folder: folder, catalog: catalog)
          // Painting is measured elsewhere; large pictures would take the time of this test.
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
    #expect(tried >= 40)
    #expect(drawn > 0)
    #expect(drawn < tried)
  }
}
