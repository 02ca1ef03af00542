import Testing

@testable import CardRaster

@Suite struct GradientPaintTests {
  private static func gradient(_ kind: Gradient.Kind, _ colors: [Color]) throws -> Gradient {
    try #require(Gradient(kind: kind, colors: colors))
  }

  /// The colour at a position of a gradient with even stops, interpolated premultiplied, in full precision.
  private static func exact(_ colors: [Color], at t: Double) -> [Double] {
    let place = min(1, max(0, t)) * Double(colors.count - 1)
    let index = min(colors.count - 2, Int(place))
    let part = place - Double(index)
    func channels(_ c: Color) -> [Double] {
      let alpha = Double(c.alpha)
      let premultiplied: [Double] = [c.red, c.green, c.blue].map { Double($0) * alpha / 255 }
      return premultiplied + [alpha]
    }
    return zip(channels(colors[index]), channels(colors[index + 1])).map { $0 + ($1 - $0) * part }
  }

  /// The largest difference of a premultiplied channel between a painted gradient and the definition.
  private static func error(
    _ kind: Gradient.Kind, _ colors: [Color], width: Double, height: Double, way: (Double, Double) -> Double
  ) throws -> Double {
    let bounds = Rect(x: 0, y: 0, width: width, height: height)
    let paint = Paint.gradient(try gradient(kind, colors))
    let list = DisplayList(
      size: bounds.size, scale: 1, background: nil,
      items: [.fill(.roundedRect(RoundedRect(rect: bounds)), paint, bounds: bounds)])
    let picture = try BitmapPainter.paint(list, glyphs: SquareGlyphs())
    return picture.withPixels { bytes, stride in
      var worst = 0.0
      for y in 0..<picture.height {
        for x in 0..<picture.width {
          let t = way((Double(x) + 0.5) / width, (Double(y) + 0.5) / height)
          let pixel = bytes.loadUnaligned(fromByteOffset: y * stride + 4 * x, as: UInt32.self)
          let found = [16, 8, 0, 24].map { Double(pixel >> $0 & 255) }
          worst = max(worst, zip(found, exact(colors, at: t)).map { abs($0 - $1) }.max() ?? 0)
        }
      }
      return worst
    }
  }

  private static let palettes = [
    [Color(rgb: 0xFF0000), Color(rgb: 0x0000FF)],
    [Color(rgb: 0x101010), Color(rgb: 0x00FF80), Color(rgb: 0xFFFFFF)],
    [Color(red: 255, green: 200, blue: 0, alpha: 0), Color(red: 0, green: 100, blue: 255, alpha: 200)],
  ]

  @Test(arguments: palettes) func linearGradientsMatchTheDefinitionWithinOneStep(colors: [Color]) throws {
    for (start, end) in [
      (Point(x: 0, y: 0), Point(x: 1, y: 0)), (Point(x: 0, y: 1), Point(x: 0, y: 0)),
      (Point(x: 0, y: 0), Point(x: 1, y: 1)), (Point(x: 0.2, y: 0.9), Point(x: 0.7, y: 0.1)),
    ] {
      let (dx, dy) = (end.x - start.x, end.y - start.y)
      let error = try Self.error(.linear(start: start, end: end), colors, width: 300, height: 170) { u, v in
        ((u - start.x) * dx + (v - start.y) * dy) / (dx * dx + dy * dy)
      }
      #expect(error <= 1)
    }
  }

  @Test(arguments: palettes) func radialGradientsMatchTheDefinitionWithinOneStep(colors: [Color]) throws {
    let kind = Gradient.Kind.radial(center: Point(x: 0.4, y: 0.6), radius: 0.7)
    let error = try Self.error(kind, colors, width: 200, height: 120) { u, v in
      ((u - 0.4) * (u - 0.4) + (v - 0.6) * (v - 0.6)).squareRoot() / 0.7
    }
    #expect(error <= 1)
  }

  @Test func endColoursAreAtTheEnds() throws {
    let bounds = Rect(x: 0, y: 0, width: 200, height: 4)
    let kind = Gradient.Kind.linear(start: Point(x: 0.25, y: 0), end: Point(x: 0.75, y: 0))
    let paint = Paint.gradient(try Self.gradient(kind, [.black, .white]))
    let picture = try painted(
      [.fill(.roundedRect(RoundedRect(rect: bounds)), paint, bounds: bounds)], width: 200, height: 4)
    #expect(picture[0, 0] == .black && picture[48, 0] == .black)
    #expect(picture[199, 3] == .white && picture[151, 3] == .white)
    #expect(abs(Int(picture[100, 2].red) - 128) <= 2)
  }

  @Test func aConicGradientStartsAboveAndRunsClockwise() throws {
    let bounds = Rect(x: 0, y: 0, width: 100, height: 100)
    func picture(_ angle: Double) throws -> Bitmap {
      let kind = Gradient.Kind.conic(center: Point(x: 0.5, y: 0.5), angle: angle)
      let paint = Paint.gradient(try Self.gradient(kind, [.black, .white]))
      return try painted(
        [.fill(.roundedRect(RoundedRect(rect: bounds)), paint, bounds: bounds)], width: 100, height: 100)
    }
    let up = try picture(0)
    #expect(up[50, 2].red < 3 && up[49, 2].red > 252)
    #expect(abs(Int(up[97, 50].red) - 64) <= 2 && abs(Int(up[50, 97].red) - 127) <= 2)
    #expect(abs(Int(up[2, 50].red) - 191) <= 2)
    let right = try picture(90)
    #expect(right[97, 50].red < 3 && abs(Int(right[50, 97].red) - 64) <= 2)
  }

  @Test func theArcTangentIsExactEnoughInAllDirections() {
    // Rotations by a small angle whose cosine and sine are rational: steps of 2·atan(1/200), like 3,4,5.
    let (cosine, sine) = (39_999.0 / 40_001, 400.0 / 40_001)
    let step = 2 * (0.005 - 0.005 * 0.005 * 0.005 / 3) / (2 * Double.pi)
    var (x, y, turn) = (0.0, 1.0, 0.0)
    while turn < 1 - step {
      let found = GradientTable.turns(right: SIMD4(repeating: x), up: SIMD4(repeating: y))
      #expect(abs(found[0] - turn) < 1e-6 && found[3] == found[0])
      (x, y, turn) = (x * cosine + y * sine, y * cosine - x * sine, turn + step)
    }
  }

  @Test(arguments: [0.0, 90, -100, 725, 1e6], [20.0, 21, 23])
  func conicGradientsMatchTheDefinitionWithinOneStep(
    angle: Double, width: Double
  ) throws {
    let kind = Gradient.Kind.conic(center: Point(x: 0.4, y: 0.5), angle: angle)
    let colors = [Color(rgb: 0x101010), Color(rgb: 0x00FF80), Color(rgb: 0x101010)]
    let error = try Self.error(kind, colors, width: width, height: 18) { u, v in
      let place = ConicBlend.turn(x: u - 0.4, y: v - 0.5) - angle / 360
      return place - place.rounded(.down)
    }
    #expect(error <= 1)
  }

  @Test func theUnitSquareIsStretchedOverItsBoundsAlsoWhenTheShapeIsElsewhere() throws {
    let shape = RoundedRect(rect: Rect(x: 50, y: 0, width: 50, height: 10))
    let kind = Gradient.Kind.linear(start: Point(x: 0, y: 0), end: Point(x: 1, y: 0))
    let paint = Paint.gradient(try Self.gradient(kind, [.black, .white]))
    let picture = try painted(
      [.fill(.roundedRect(shape), paint, bounds: Rect(x: 0, y: 0, width: 100, height: 10))], width: 100,
      height: 10)
    #expect(picture[49, 5].isClear && abs(Int(picture[50, 5].red) - 128) <= 2 && picture[99, 5].red >= 253)
  }

  @Test func twoStopsAtOnePlaceMakeAnEdgeThatIsSmooth() throws {
    let bounds = Rect(x: 0, y: 0, width: 101, height: 2)
    let stops = [(0.0, Color.black), (0.5, .black), (0.5, .white), (1, .white)]
    let gradient = try #require(
      Gradient(
        kind: .linear(start: .zero, end: Point(x: 1, y: 0)),
        stops: stops.map { Gradient.Stop(offset: $0.0, color: $0.1) }))
    let picture = try painted(
      [.fill(.roundedRect(RoundedRect(rect: bounds)), .gradient(gradient), bounds: bounds)], width: 101,
      height: 2)
    #expect(picture[49, 0] == .black && picture[51, 0] == .white && abs(Int(picture[50, 0].red) - 128) < 24)
  }

  @Test func roundedCornersClipAGradientLikeAColour() throws {
    let shape = RoundedRect(rect: Rect(x: 2, y: 2, width: 30, height: 26), radii: CornerRadii(9))
    let kind = Gradient.Kind.linear(start: .zero, end: Point(x: 1, y: 1))
    let paint = Paint.gradient(try Self.gradient(kind, [.black, .white]))
    let blend = try painted([.roundedRect(shape, paint)], width: 40, height: 40)
    let plain = try painted([.roundedRect(shape, .solid(.black))], width: 40, height: 40)
    for y in 0..<40 {
      for x in 0..<40 { #expect(blend[x, y].alpha == plain[x, y].alpha) }
    }
  }

  @Test func aGradientRotatesWithItsGroup() throws {
    let bounds = Rect(x: 0, y: 0, width: 20, height: 20)
    let kind = Gradient.Kind.linear(start: .zero, end: Point(x: 1, y: 0))
    let paint = Paint.gradient(try Self.gradient(kind, [.black, .white]))
    let turn = Transform(a: 0, b: 1, c: -1, d: 0, tx: 20, ty: 0)
    let item = DisplayItem.fill(.roundedRect(RoundedRect(rect: bounds)), paint, bounds: bounds)
    let picture = try painted([.group(DisplayItem.Group([item], transform: turn))])
    #expect(picture[3, 0].red < 8 && picture[17, 19].red > 247 && picture[0, 10] == picture[19, 10])
  }

  @Test func aGradientWithoutALengthIsItsLastColour() throws {
    let bounds = Rect(x: 0, y: 0, width: 20, height: 20)
    for kind in [
      Gradient.Kind.linear(start: Point(x: 0.5, y: 0.5), end: Point(x: 0.5, y: 0.5)),
      .radial(center: Point(x: 0.5, y: 0.5), radius: 0),
    ] {
      let paint = Paint.gradient(try Self.gradient(kind, [.black, .white]))
      let picture = try painted([.fill(.roundedRect(RoundedRect(rect: bounds)), paint, bounds: bounds)])
      #expect(picture[3, 3] == .white && picture[10, 10] == .white)
    }
  }

  @Test func layersAndPatternsArePaintedOverEachOther() throws {
    let bounds = Rect(x: 0, y: 0, width: 40, height: 20)
    let red = Color(red: 255, green: 0, blue: 0)
    let dots = Paint.pattern(Pattern(figure: .dots, color: red, size: 4, spacing: 10))
    let picture = try painted(
      [.roundedRect(RoundedRect(rect: bounds), .layers([.solid(.white), dots]))], width: 40, height: 20)
    // One dot is in the middle, and the others are ten points apart.
    for x in [10, 20, 30] { #expect(picture[x, 10] == red && picture[x - 5, 10] == .white) }
    #expect(picture[20, 5] == .white)
    let lines = Paint.pattern(Pattern(figure: .lines, color: red, size: 2, spacing: 6))
    let striped = try painted([.roundedRect(RoundedRect(rect: bounds), lines)], width: 40, height: 20)
    #expect((0..<20).filter { striped[3, $0] == red } == [3, 4, 9, 10, 15, 16])
  }

  @Test func aCircleIsNotStretched() throws {
    let bounds = Rect(x: 0, y: 0, width: 40, height: 20)
    let gradient = try #require(
      Gradient(
        kind: .radial(center: Point(x: 0.25, y: 0.5), radius: 0.2), colors: [.black, .white], isCircle: true))
    #expect(gradient.square(in: bounds) == Rect(x: 0, y: -10, width: 40, height: 40))
    let picture = try painted(
      [.roundedRect(RoundedRect(rect: bounds), .gradient(gradient))], width: 40, height: 20)
    #expect(picture[10, 10].red < 32 && picture[19, 10] == .white && picture[10, 19] == .white)
    #expect(picture[14, 10] == picture[10, 14] && picture[14, 10] != .white)
  }
}
