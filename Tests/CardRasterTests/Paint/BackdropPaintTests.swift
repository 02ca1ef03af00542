import Testing

@testable import CardRaster

/// Frosted glass and blend modes in PNG, SVG and PDF.
@Suite struct BackdropPaintTests {
  private static let left = DisplayItem.rect(Rect(x: 0, y: 0, width: 40, height: 40), .black)
  private static let glass = DisplayItem.Shape.roundedRect(
    RoundedRect(rect: Rect(x: 20, y: 10, width: 40, height: 20)))

  private func painted(_ items: [DisplayItem]) throws -> Bitmap {
    try CardRasterTests.painted(items, width: 80, height: 40, background: .solid(.white))
  }

  private func red(_ bitmap: Bitmap, _ x: Int, _ y: Int) -> Int {
    Int(bitmap.pixels[4 * (y * bitmap.width + x)])
  }

  @Test func anEdgeBehindGlassIsSoftAndOnlyThere() throws {
    let picture = try painted([Self.left, .backdrop(Self.glass, BackdropBlur(radius: 4))])
    #expect((110...145).contains((red(picture, 39, 20) + red(picture, 40, 20)) / 2))
    #expect(red(picture, 34, 20) > 5 && red(picture, 45, 20) < 250)
    for y in [9, 30] { #expect(red(picture, 39, y) == 0 && red(picture, 40, y) == 255) }
  }

  @Test func fadedGlassLetsTheSharpPictureThrough() throws {
    let whole = try painted([Self.left, .backdrop(Self.glass, BackdropBlur(radius: 4))])
    let half = try painted([Self.left, .backdrop(Self.glass, BackdropBlur(radius: 4, opacity: 0.5))])
    #expect(abs(red(half, 38, 20) - red(whole, 38, 20) / 2) <= 2)
  }

  @Test func glassIncreasesTheSaturation() throws {
    let green = DisplayItem.rect(Rect(x: 0, y: 0, width: 80, height: 40), Color(rgb: 0xD0E6A5))
    func color(_ saturation: Double) throws -> [Int] {
      let picture = try painted([
        green, .backdrop(Self.glass, BackdropBlur(radius: 4, saturation: saturation)),
      ])
      let place = 4 * (20 * 80 + 40)
      return picture.pixels[place..<place + 3].map(Int.init)
    }
    #expect(try color(1) == [208, 230, 165])
    #expect(try color(1.8) == [198, 237, 120])
    #expect(try color(0) == [221, 221, 221])
    #expect(try color(100) == [0, 255, 0])
  }

  @Test func glassUsesOnlyPixelsOfItsLayer() throws {
    let group = DisplayItem.group(
      .init([.backdrop(Self.glass, BackdropBlur(radius: 4))], opacity: 0.5))
    #expect(try painted([Self.left, group]).pixels == painted([Self.left]).pixels)
  }

  @Test func aTransparentPictureStaysTransparentBehindGlass() throws {
    let list = DisplayList(
      size: Size(width: 80, height: 40), scale: 1, background: nil,
      items: [Self.left, .backdrop(Self.glass, BackdropBlur(radius: 4))])
    let picture = try BitmapPainter.paint(list, glyphs: TestGlyphs()).bitmap()
    #expect(picture.pixels[4 * (20 * 80 + 58) + 3] == 0)
    #expect((110...145).contains(Int(picture.pixels[4 * (20 * 80 + 40) + 3])))
  }

  @Test func aBlurBeyondTheLimitIsRefused() throws {
    #expect(throws: RasterError.self) {
      try painted([.backdrop(Self.glass, BackdropBlur(radius: Limits.blurRadius + 1))])
    }
    let many = Array(
      repeating: DisplayItem.backdrop(Self.glass, BackdropBlur(radius: 2)), count: Limits.backdrops + 1)
    _ = try painted(many)
    let list = DisplayList(size: Size(width: 80, height: 40), scale: 1, background: nil, items: many)
    #expect(throws: RasterError.self) {
      try SVGPainter.paint(list, options: SVGPainter.Options(), glyphs: TestGlyphs())
    }
  }

  @Test(arguments: BlendMode.allCases) func documentsSupportEveryMode(_ mode: BlendMode) throws {
    let group = DisplayItem.group(
      .init([.rect(Rect(x: 20, y: 10, width: 40, height: 20), Color(rgb: 0x40A0E0))], blendMode: mode))
    let list = DisplayList(
      size: Size(width: 80, height: 40), scale: 1, background: .solid(Color(rgb: 0xE0C040)), items: [group])
    let svg = String(
      decoding: try SVGPainter.paint(list, options: SVGPainter.Options(), glyphs: TestGlyphs()), as: UTF8.self
    )
    #expect(svg.contains("mix-blend-mode:\(mode.rawValue)") == (mode != .normal))
    let ours = try BitmapPainter.paint(list, glyphs: TestGlyphs()).bitmap()
    let theirs = try painted([.svg(svg, size: list.size, Rect(origin: .zero, size: list.size))])
    let differences = zip(ours.pixels, theirs.pixels).map { abs(Int($0) - Int($1)) }
    #expect(differences.max() ?? 0 <= 2, "\(mode)")
  }

  @Test func aBlendModeInAClipUsesTheBackdropOfTheClip() throws {
    let round = DisplayItem.Shape.roundedRect(
      RoundedRect(rect: Rect(x: 5, y: 5, width: 70, height: 30), radii: CornerRadii(10)))
    let red = DisplayItem.group(
      .init([.rect(Rect(x: 0, y: 0, width: 80, height: 40), Color(rgb: 0xFF0000))], blendMode: .multiply))
    let plain = DisplayItem.rect(Rect(x: 10, y: 10, width: 10, height: 10), .white)
    let list = DisplayList(
      size: Size(width: 80, height: 40), scale: 1, background: .solid(Color(rgb: 0x00FFFF)),
      items: [.group(.init([plain, red], transform: .translation(Point(x: 1, y: 1)), clip: round))])
    let svg = String(
      decoding: try SVGPainter.paint(list, options: SVGPainter.Options(), glyphs: TestGlyphs()), as: UTF8.self
    )
    let ours = try BitmapPainter.paint(list, glyphs: TestGlyphs()).bitmap()
    let theirs = try painted([.svg(svg, size: list.size, Rect(origin: .zero, size: list.size))])
    #expect(ours.pixels[4 * (20 * 80 + 40)..<4 * (20 * 80 + 40) + 3].elementsEqual([0, 0, 0]))
    let differences = zip(ours.pixels, theirs.pixels).map { abs(Int($0) - Int($1)) }
    #expect(differences.count { $0 > 24 } <= 60)
  }

  @Test func documentsShowGlassAsAPictureOfTheBackdrop() throws {
    let turned = Transform(a: 0.966, b: 0.259, c: -0.259, d: 0.966, tx: 6, ty: -8)
    let items = [
      Self.left,
      .group(.init([.backdrop(Self.glass, BackdropBlur(radius: 4))], transform: turned)),
    ]
    let list = DisplayList(
      size: Size(width: 80, height: 40), scale: 1, background: .solid(.white), items: items)
    let svg = String(
      decoding: try SVGPainter.paint(list, options: SVGPainter.Options(), glyphs: TestGlyphs()), as: UTF8.self
    )
    let ours = try BitmapPainter.paint(list, glyphs: TestGlyphs()).bitmap()
    let theirs = try painted([.svg(svg, size: list.size, Rect(origin: .zero, size: list.size))])
    let differences = zip(ours.pixels, theirs.pixels).map { abs(Int($0) - Int($1)) }
    #expect(differences.count { $0 > 24 } <= 60, "\(differences.max() ?? 0)")
  }
}
