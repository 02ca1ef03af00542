import Testing

@testable import CardRaster

/// An opaque background is painted on memory that is not cleared.
@Suite struct BackgroundPaintTests {
  static let size = Size(width: 61.3, height: 40.5)
  static let backgrounds: [Paint] = {
    let stops = [Gradient.Stop(offset: 0, color: .white), Gradient.Stop(offset: 1, color: .black)]
    let line = Gradient.Kind.linear(start: Point(x: 0, y: 0), end: Point(x: 1, y: 0.8))
    let conic = Gradient.Kind.conic(center: Point(x: 0.5, y: 0.5), angle: 10)
    let gradients = [(line, stops), (conic, stops), (line, [stops[0]])].compactMap {
      Gradient(kind: $0, stops: $1).map { Paint.gradient($0) }
    }
    return [.solid(Color(red: 20, green: 90, blue: 160))] + gradients
  }()

  /// Cards that cover most of the background, with an item that shows what is below.
  static let cards: [[DisplayItem]] = {
    let cover = DisplayItem.rect(Rect(x: 5, y: 5, width: 50, height: 30), .white)
    let glass = DisplayItem.backdrop(
      .roundedRect(RoundedRect(rect: Rect(x: 2, y: 2, width: 8, height: 34))), BackdropBlur(radius: 4))
    return [[], [cover], [glass, cover], [.group(DisplayItem.Group([glass])), cover], [cover, glass]]
  }()

  @Test(arguments: backgrounds.indices, [1.0, 1.5, 2])
  func oldMemoryIsNeverVisible(background: Int, scale: Double) throws {
    for items in Self.cards {
      let list = DisplayList(
        size: Self.size, scale: scale, background: Self.backgrounds[background], items: items)
      let state = try BitmapPainter.state(of: list)
      let bounds = state.clip.bounds
      func pixels(on dirt: UInt8?) throws -> Bitmap {
        let painter = try BitmapPainter(width: bounds.width, height: bounds.height, isClear: dirt == nil)
        painter.surface.withMutablePixels { bytes in
          if let dirt { bytes.initializeMemory(as: UInt8.self, repeating: dirt) }
        }
        try painter.paintBackground(of: list, state)
        try painter.paint(list.items, state, SquareGlyphs())
        return try painter.picture(of: list).bitmap()
      }
      let clean = try pixels(on: nil)
      #expect(clean.isOpaque)
      for dirt in [0x5A, 0xFF] as [UInt8] { #expect(try pixels(on: dirt) == clean) }
      #expect(try BitmapPainter.paint(list, glyphs: SquareGlyphs()).bitmap() == clean)
    }
  }

  @Test func thereAreGradientsOfAllKinds() { #expect(Self.backgrounds.count == 4) }

  @Test func translucentItemsBeforeACoverHideNothing() throws {
    let list = DisplayList(size: Self.size, scale: 1, background: nil, items: [])
    let state = try BitmapPainter.state(of: list)
    #expect(Self.cards.map { DisplayItem.cover(of: $0, state) == nil } == [true, false, true, true, false])
  }
}
