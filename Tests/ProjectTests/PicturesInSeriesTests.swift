import CardParts
import CardRaster
import Foundation
import TestSupport
import Testing

/// A picture in a series of rows has the same bytes as when drawn alone.
@Suite struct PicturesInSeriesTests {
  /// Every ninth deck of the goldens is tested.
  private static let share = 9

  private static let decks = stride(from: 0, to: Goldens.pictures.count, by: share).map {
    Goldens.pictures[$0]
  }

  /// Larger pictures take long to compress and show nothing new.
  private static let mostPixels = 400_000

  @Test(arguments: decks) func aSeriesGivesTheSameBytes(name: String) throws {
    let deck = try Goldens.laidOut(name)
    let list = deck.pages[0].display
    guard list.pixelWidth * list.pixelHeight <= Self.mostPixels else { return }
    let fonts = try FontLibrary(deck.fonts)
    let series = IncrementalPainter()
    let settings = OutputFormat.Settings(compression: .fast)
    var count = 0
    _ = Self.changed(list.items, &count) { item, _ in item }
    // The picture; the same with other letters early, with other letters late, with fewer items; and itself
    // again.
    var lists = [list]
    for place in [count / 8, count / 8, 3 * count / 4, count / 2] {
      var next = list
      var number = 0
      next.items = Self.changed(list.items, &number) { item, number in
        number != place ? item : lists.count % 2 == 1 ? Self.shortened(item) : nil
      }
      lists.append(next)
    }
    for (number, list) in (lists + [list]).enumerated() {
      let expected = try OutputFormat.png.encode(list, settings: settings, fonts: fonts)
      let found = try series.encode(list, as: .png, settings: settings, fonts: fonts)
      guard found != expected else { continue }
      // Whether the pixels differ, or only the bytes of the file.
      let pixels = try (
        ImageDecoding.decode(found, name: "").content, ImageDecoding.decode(expected, name: "").content
      )
      let again = try OutputFormat.png.encode(list, settings: settings, fonts: fonts)
      Issue.record(
        """
        picture \(number) has \(pixels.0 == pixels.1 ? "the same pixels" : "other pixels") than alone, where it is \
        \(again == expected ? "the same" : "another one") when it is made again
        """)
    }
  }

  /// Animated decks: confetti, a card that is swiped away, a sheet that appears.
  @Test(arguments: ["../Benchmarks/decks/confetti", "swipe/swipe", "sheet/push"])
  func framesHaveTheSamePixelsAsAlone(name: String) async throws {
    let path = DocsFolder.root + "/Examples/\(name).json"
    let pipeline = try DeckPipeline()
    let deck = try pipeline.laidOut(
      pipeline.load(
        try FileReading.read(path: path, limit: 1 << 20), file: path, folder: FilePath.directory(of: path)))
    let timing = FrameTiming(frames: 3, rate: 4)
    let moving = try await pipeline.animation(of: deck.pages[0], in: deck, timing)
    for (frame, moment) in zip(moving.frames, deck.moments(of: deck.pages[0], at: timing.times).pages) {
      #expect(frame == (try pipeline.bitmap(moment.display, fonts: deck.fonts)))
    }
    #expect(Set(moving.frames).count > 1)
  }

  /// The items with a change to those that are not groups, by their numbers; nil removes an item.
  private static func changed(
    _ items: [DisplayItem], _ count: inout Int, _ change: (DisplayItem, Int) -> DisplayItem?
  ) -> [DisplayItem] {
    var result: [DisplayItem] = []
    for item in items {
      if case .group(var group) = item {
        group.items = changed(group.items, &count, change)
        result.append(.group(group))
      } else {
        if let item = change(item, count) { result.append(item) }
        count += 1
      }
    }
    return result
  }

  /// A text run without its last glyph; nil for any other item.
  private static func shortened(_ item: DisplayItem) -> DisplayItem? {
    guard case .glyphs(var run) = item, run.glyphs.count > 1 else { return nil }
    run.glyphs.removeLast()
    return .glyphs(run)
  }
}
