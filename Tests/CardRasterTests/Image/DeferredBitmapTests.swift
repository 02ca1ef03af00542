import Synchronization
import Testing

@testable import CardRaster

/// Pixels that are created on demand.
@Suite struct DeferredBitmapTests {
  /// Counts how often pixels were created.
  private final class Counter: Sendable {
    let count = Mutex(0)
  }

  /// A picture of one grey, 10 × 10 pixels: 400 bytes.
  private func picture(
    _ grey: UInt8, _ kept: DecodedImageCache, _ made: Counter = Counter()
  ) throws -> DeferredBitmap {
    let bitmap = try #require(Bitmap(width: 10, height: 10, pixels: [UInt8](repeating: grey, count: 400)))
    return kept.picture(bitmap, of: [grey]) { () throws(RasterError) in
      made.count.withLock { $0 += 1 }
      return bitmap
    }
  }

  @Test func pixelsAreCachedWhileThereIsRoomAndMadeAgainAfterwards() throws {
    let (kept, made) = (DecodedImageCache(limit: 1600), Counter())
    let first = try picture(1, kept, made)
    #expect(try first.bitmap().pixels[0] == 1)
    #expect(made.count.withLock { $0 } == 0)
    for grey in 2...6 { _ = try picture(UInt8(grey), kept) }
    #expect(kept.size <= 1600)
    #expect(try first.bitmap().pixels[0] == 1)
    #expect(made.count.withLock { $0 } == 1)
    _ = try first.bitmap()
    #expect(made.count.withLock { $0 } == 1)
  }

  @Test func frequentlyUsedPixelsStay() throws {
    let (kept, made) = (DecodedImageCache(limit: 1600), Counter())
    let often = try picture(1, kept, made)
    for grey in 2..<50 {
      _ = try picture(UInt8(grey), kept)
      _ = try often.bitmap()
      #expect(kept.size <= 1600)
    }
    #expect(made.count.withLock { $0 } == 0)
  }

  @Test func aPictureThatIsLargerThanTheRoomIsKeptAlone() throws {
    let kept = DecodedImageCache(limit: 300)
    let counters = (0..<3).map { _ in Counter() }
    let pictures = try (0..<3).map { try picture(UInt8($0), kept, counters[$0]) }
    #expect(kept.size == 400)
    #expect(try pictures.map { try $0.bitmap().pixels[0] } == [0, 1, 2])
    #expect(kept.size == 400)
    // The last picture was kept until the first one was created again.
    #expect(counters.map { $0.count.withLock { $0 } } == [1, 1, 1])
    _ = try pictures[2].bitmap()
    #expect(counters[2].count.withLock { $0 } == 1)
  }

  @Test func equalityDoesNotDependOnTheCache() throws {
    let kept = DecodedImageCache(limit: 300)
    let (a, b, c) = (try picture(1, kept), try picture(1, kept), try picture(2, kept))
    #expect(a == b)
    #expect(a != c)
    let bitmap = try a.bitmap()
    let changed = kept.picture(bitmap, of: a, change: "as it is") { $0 }
    #expect(changed != a)
    #expect(changed == kept.picture(bitmap, of: b, change: "as it is") { $0 })
    #expect(try changed.bitmap() == bitmap)
  }

  @Test func aPictureOfADeckIsDeferredAndGivesTheSamePixels() throws {
    let pixels = (0..<4 * 30 * 20).map { (byte: Int) -> UInt8 in UInt8(byte * 7 % 256) }
    let bitmap = try #require(Bitmap(width: 30, height: 20, pixels: pixels))
    let file = try PNGEncoder.encode(bitmap, scale: 1)
    let source = try ImageDecoding.deferred(file, name: "a@2x.png")
    guard case .deferred(let picture) = source.content else {
      Issue.record("it is not deferred")
      return
    }
    #expect(source.size == Size(width: 15, height: 10))
    #expect(source.pixelSize ?? (0, 0) == (30, 20))
    #expect(try picture.bitmap() == bitmap)
    let blurred = try source.blurred(sigma: 3, drawnAt: Size(width: 30, height: 20), name: "b")
    #expect(try blurred.bitmap() == bitmap.blurred(sigma: 3, drawnAt: Size(width: 30, height: 20)))
    #expect(blurred.name == "b")
    #expect(blurred.file == nil)
  }
}
