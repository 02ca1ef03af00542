import Testing

@testable import CardRaster

/// What librsvg makes of our SVG files, beside what we paint ourselves.
@Suite struct SVGAgreementTests {
  /// The largest difference of a channel between both, over white.
  private static func difference(
    _ items: [DisplayItem], width: Double = 120, height: Double = 90
  ) throws -> Int {
    let size = Size(width: width, height: height)
    let list = DisplayList(size: size, scale: 1, background: .solid(.white), items: items)
    let options = SVGPainter.Options { bitmap throws(RasterError) in
      try PNGEncoder.encode(bitmap, scale: 1, compression: .fast)
    }
    let svg = try SVGPainter.paint(list, options: options, glyphs: TestGlyphs())
    let ours = try painted(items, width: width, height: height, background: .solid(.white))
    let theirs = try painted(
      [.svg(String(decoding: svg, as: UTF8.self), size: size, Rect(origin: .zero, size: size))], width: width,
      height: height, background: .solid(.white))
    return ours.difference(from: theirs)
  }

  /// From a standard deviation of 2 on, librsvg blurs with three boxes instead of a Gaussian.
  private static func tolerance(_ radius: Double) -> Int { radius < 2 ? 3 : 8 }

  private static let round = RoundedRect(
    rect: Rect(x: 20, y: 15, width: 80, height: 56), radii: CornerRadii(16))
  private static let smooth = RoundedRect(rect: round.rect, radii: CornerRadii(16), curve: .continuous)
  private static let color = Color(red: 20, green: 40, blue: 160, alpha: 180)

  @Test(arguments: [round, smooth], [0, 1.5, 5]) func innerShadowsAreTheSame(
    shape: RoundedRect, radius: Double
  )
    throws
  {
    for offset in [Point.zero, Point(x: -4, y: 6), Point(x: 300, y: 0)] {
      let shadow = Shadow(color: Self.color, radius: radius, offset: offset)
      #expect(try Self.difference([.innerShadow(shape, shadow)]) <= Self.tolerance(radius), "\(offset)")
    }
  }

  @Test(arguments: [round, smooth], [0, 1.5, 5]) func shadowsAreTheSame(shape: RoundedRect, radius: Double)
    throws
  {
    let shadow = Shadow(color: Self.color, radius: radius, offset: Point(x: 2, y: 5))
    #expect(try Self.difference([.shadow(shape, shadow, hole: nil)]) <= Self.tolerance(radius))
    let card = DisplayItem.roundedRect(shape, .solid(.white))
    #expect(try Self.difference([.shadow(shape, shadow, hole: shape), card]) <= Self.tolerance(radius))
  }

  @Test(arguments: [1, 2, 3]) func listsOfShadowsAreTheSame(count: Int) throws {
    let shadows = [
      Shadow(color: Self.color, radius: 3, offset: Point(x: 4, y: 6)),
      Shadow(color: Color(rgb: 0xFF8000), radius: 0, offset: Point(x: -6, y: 0)),
      Shadow(color: Color(rgb: 0x00A040).multiplyingAlpha(by: 0.6), radius: 5, offset: Point(x: 0, y: -8)),
    ]
    let items: [DisplayItem] = [
      .rect(Rect(x: 40, y: 30, width: 40, height: 8), .black),
      .rect(Rect(x: 50, y: 44, width: 20, height: 12), Color.black.multiplyingAlpha(by: 0.5)),
    ]
    #expect(
      try Self.difference([.group(.init(items, shadows: Array(shadows.prefix(count))))]) <= Self.tolerance(5))
  }

  @Test func continuousCornersAreTheSameInFillsRingsAndClips() throws {
    let inner = Self.smooth.inset(by: 5)
    let gradient = try #require(
      Gradient(
        kind: .linear(start: .zero, end: Point(x: 0, y: 1)), colors: [Color(rgb: 0xA581E6), Self.color]))
    #expect(try Self.difference([.roundedRect(Self.smooth, .solid(Self.color))]) <= 2)
    #expect(try Self.difference([.roundedRect(Self.smooth, .gradient(gradient))]) <= 3)
    #expect(
      try Self.difference([
        .fill(.ring(outer: Self.smooth, inner: inner), .solid(Self.color), bounds: Self.smooth.rect)
      ]) <= 2)
    let all = DisplayItem.rect(Rect(x: 0, y: 0, width: 120, height: 90), Self.color)
    #expect(try Self.difference([.group(.init([all], clip: .roundedRect(Self.smooth)))]) <= 2)
  }
}
