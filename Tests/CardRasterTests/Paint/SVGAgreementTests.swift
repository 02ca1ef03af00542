import Testing

@testable import CardRaster

/// Compares librsvg's rendering of our SVG files with our own painting.
///
/// Librsvg blurs with three boxes instead of a Gaussian, which is close enough from a standard deviation of
/// 3, and its clipped edges differ from ours by a few samples. So all pixels are close, and all except some
/// edge pixels are very close.
@Suite struct SVGAgreementTests {
  private static func expectNear(_ items: [DisplayItem], _ comment: Comment? = nil) throws {
    let size = Size(width: 120, height: 90)
    let list = DisplayList(size: size, scale: 1, background: .solid(.white), items: items)
    let options = SVGPainter.Options()
    let svg = String(
      decoding: try SVGPainter.paint(list, options: options, glyphs: TestGlyphs()), as: UTF8.self)
    func picture(_ items: [DisplayItem]) throws -> Bitmap {
      try painted(items, width: size.width, height: size.height, background: .solid(.white))
    }
    let ours = try picture(items)
    let theirs = try picture([.svg(svg, size: size, Rect(origin: .zero, size: size))])
    let differences = zip(ours.pixels, theirs.pixels).map { abs(Int($0) - Int($1)) }
    #expect(differences.max() ?? 0 <= 24, comment)
    #expect(differences.count { $0 > 8 } <= 200, comment)
    #expect(ours.pixels.contains { $0 < 250 }, "something is drawn")
  }

  private static let round = RoundedRect(
    rect: Rect(x: 20, y: 15, width: 80, height: 56), radii: CornerRadii(16))
  private static let smooth = RoundedRect(rect: round.rect, radii: CornerRadii(16), curve: .continuous)
  private static let color = Color(red: 20, green: 40, blue: 160, alpha: 180)

  @Test(arguments: [round, smooth], [0.0, 5]) func innerShadowsAreTheSame(
    shape: RoundedRect, radius: Double
  ) throws {
    for offset in [Point(x: 2, y: 3), Point(x: -4, y: 6), Point(x: 300, y: 0)] {
      let shadow = Shadow(color: Self.color, radius: radius, offset: offset)
      try Self.expectNear([.innerShadow(shape, shadow)], "\(offset)")
    }
  }

  @Test(arguments: [round, smooth], [0.0, 5]) func shadowsAreTheSame(
    shape: RoundedRect, radius: Double
  ) throws {
    let shadow = Shadow(color: Self.color, radius: radius, offset: Point(x: 2, y: 5))
    try Self.expectNear([.shadow(shape, shadow, hole: nil)])
    let card = DisplayItem.roundedRect(shape, .solid(.white))
    try Self.expectNear([.shadow(shape, shadow, hole: shape), card])
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
    try Self.expectNear([.group(.init(items, shadows: Array(shadows.prefix(count))))])
  }

  @Test func continuousCornersAreTheSameInFillsRingsAndClips() throws {
    let inner = Self.smooth.inset(by: 5)
    let gradient = try #require(
      Gradient(
        kind: .linear(start: .zero, end: Point(x: 0, y: 1)), colors: [Color(rgb: 0xA581E6), Self.color]))
    try Self.expectNear([.roundedRect(Self.smooth, .solid(Self.color))])
    try Self.expectNear([.roundedRect(Self.smooth, .gradient(gradient))])
    try Self.expectNear([
      .fill(.ring(outer: Self.smooth, inner: inner), .solid(Self.color), bounds: Self.smooth.rect)
    ])
    let all = DisplayItem.rect(Rect(x: 0, y: 0, width: 120, height: 90), Self.color)
    try Self.expectNear([.group(.init([all], clip: .roundedRect(Self.smooth)))])
  }

  @Test func patternsAndLayersAreTheSame() throws {
    for figure in [Pattern.Figure.dots, .grid, .lines, .diagonal] {
      let pattern = Paint.pattern(Pattern(figure: figure, color: Self.color, size: 4, spacing: 16))
      try Self.expectNear(
        [.roundedRect(Self.round, .layers([.solid(Color(rgb: 0xFFE0A0)), pattern]))], "\(figure)")
    }
  }
}
