import Testing

@testable import CardRaster

/// Reusing parts of the previous picture does not change any pixel or byte.
@Suite struct IncrementalPainterTests {
  /// Random numbers that are the same in every run.
  private struct Chance: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ (state >> 29)
    }

    mutating func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &self) }
    mutating func color() -> Color {
      let word = next()
      return Color(
        red: UInt8(truncatingIfNeeded: word >> 8), green: UInt8(truncatingIfNeeded: word >> 16),
        blue: UInt8(truncatingIfNeeded: word >> 24), alpha: word % 3 == 0 ? 120 : 255)
    }

    mutating func shape() -> RoundedRect {
      let radius = number(0...9)
      return RoundedRect(
        rect: Rect(x: number(-10...90), y: number(-10...90), width: number(1...60), height: number(1...40)),
        radii: CornerRadii(
          topLeft: radius, topRight: radius, bottomRight: number(0...6), bottomLeft: radius))
    }

    mutating func gradient() throws -> Gradient {
      var (from, to) = (color(), color())
      (from.alpha, to.alpha) = (255, 255)
      let stops = [Gradient.Stop(offset: 0, color: from), Gradient.Stop(offset: 1, color: to)]
      let kind = Gradient.Kind.linear(start: Point(x: 0, y: 0.2), end: Point(x: 1, y: 0.9))
      return try #require(Gradient(kind: kind, stops: stops))
    }

    mutating func item(depth: Int) throws -> DisplayItem {
      let shape = shape()
      switch Int.random(in: 0..<(depth > 0 ? 9 : 7), using: &self) {
      case 0: return .roundedRect(shape, .solid(color()))
      case 1:
        return .roundedRect(shape, .gradient(try gradient()))
      case 2: return .stroke(shape.path, Stroke(width: number(0.3...5)), color())
      case 3:
        let shadow = Shadow(
          color: color(), radius: number(0...6), offset: Point(x: number(-4...4), y: number(-4...4)))
        return .shadow(shape, shadow, hole: Bool.random(using: &self) ? shape : nil)
      case 4:
        let hue = color()
        return .bitmap(
          try makeBitmap(9, 7) { x, y in
            Color(red: UInt8(x * 20), green: hue.green, blue: UInt8(y), alpha: 255)
          }, shape.rect)
      case 5, 6:
        let count = Int.random(in: 1...5, using: &self)
        return .squares(
          (0..<count).map { 8.5 * Double($0) + number(0...1) }, baseline: number(0...100),
          size: number(4...14), color: color(), isColor: Bool.random(using: &self))
      default:
        var group = DisplayItem.Group(try items(depth: depth - 1))
        if next() % 3 == 0 { group.transform = .translation(Point(x: number(-9...9), y: number(-9...9))) }
        if next() % 5 == 0 { group.transform = Transform(a: 0.8, b: 0.3, c: -0.3, d: 0.8, tx: 9, ty: 3) }
        if next() % 3 == 0 { group.clip = .roundedRect(shape) }
        if next() % 4 == 0 { group.opacity = 0.6 }
        if next() % 4 == 0 { group.blendMode = .multiply }
        if next() % 9 == 0 { group.items.append(.backdrop(.roundedRect(shape), BackdropBlur(radius: 2))) }
        if next() % 5 == 0 { group.shadows = [Shadow(color: color(), radius: 3, offset: Point(x: 1, y: 2))] }
        if next() % 2 == 0 { group.label = "\(next())" }
        return .group(group)
      }
    }

    mutating func items(depth: Int) throws -> [DisplayItem] {
      var items: [DisplayItem] = []
      for _ in 0..<Int.random(in: 1...5, using: &self) { items.append(try item(depth: depth)) }
      return items
    }

    /// The items with some changed, removed or added, at any depth.
    mutating func changed(_ items: [DisplayItem], depth: Int) throws -> [DisplayItem] {
      var items = items
      for index in items.indices.reversed() where next() % 3 == 0 {
        if case .group(var group) = items[index], next() % 4 != 0 {
          group.items = try changed(group.items, depth: depth - 1)
          group.label = "\(next())"
          items[index] = .group(group)
        } else {
          switch next() % 6 {
          case 0: items.remove(at: index)
          case 1: items.insert(try item(depth: depth), at: index)
          default: items[index] = try item(depth: depth)
          }
        }
      }
      return items
    }
  }

  private static func list(_ items: [DisplayItem], _ background: Paint?, scale: Double) -> DisplayList {
    DisplayList(size: Size(width: 100, height: 90), scale: scale, background: background, items: items)
  }

  @Test(arguments: 0..<48) func aSeriesGivesTheSamePixels(seed: Int) throws {
    var chance = Chance(state: UInt64(seed) &* 977 &+ 5)
    let scale = [1, 1.5][seed % 2]
    let background: Paint? =
      seed % 8 == 0 ? nil : seed % 3 == 0 ? .gradient(try chance.gradient()) : .solid(.white)
    let start = try chance.items(depth: 3)
    let series = IncrementalPainter()
    var items = start
    for number in 0..<7 {
      let list = Self.list(items, background, scale: scale)
      let expected = try BitmapPainter.paint(list, glyphs: SquareGlyphs()).bitmap()
      let found = try series.bitmap(list, glyphs: SquareGlyphs())
      #expect(found.difference(from: expected) == 0, "seed \(seed), picture \(number)")
      // Sometimes the same items again, or the ones from the start.
      if number == 5 { items = start } else if number != 2 { items = try chance.changed(items, depth: 3) }
    }
  }

  /// The filtered rows of a PNG file are kept; changed rows, and the row below each, are filtered again.
  @Test(arguments: [Paint?.none, .solid(.white)]) func rowsThatStayAreNotFilteredAgain(background: Paint?)
    throws
  {
    let rows = FilteredRows()
    var chance = Chance(state: 7)
    let start = try chance.items(depth: 2)
    var before: Bitmap?
    for number in 0..<9 {
      // The last pictures have another size and other channels.
      let opaque = number < 7 ? background : .solid(.black)
      let items = number % 3 == 2 ? start : try chance.changed(start, depth: 2)
      let list = Self.list(items, opaque, scale: number == 8 ? 2 : 1)
      let picture = try BitmapPainter.paint(list, glyphs: SquareGlyphs())
      let bitmap = try picture.bitmap()
      let changed = before.flatMap { before in
        before.height != bitmap.height
          ? nil
          : (0..<bitmap.height).map { y in
            let row = 4 * y * bitmap.width..<4 * (y + 1) * bitmap.width
            return before.pixels[row] != bitmap.pixels[row]
          }
      }
      #expect(try picture.fastPNG(keeping: rows, changed: changed) == picture.png(.fast))
      before = bitmap
    }
  }

  @Test func aSeriesContinuesAfterAnError() throws {
    let series = IncrementalPainter()
    let plain = Self.list([.rect(Rect(x: 3, y: 3, width: 30, height: 9), .black)], .solid(.white), scale: 1)
    var deep = DisplayItem.rect(Rect(x: 3, y: 3, width: 30, height: 9), .black)
    for _ in 0...Limits.groups { deep = .group(DisplayItem.Group([deep])) }
    let expected = try BitmapPainter.paint(plain, glyphs: SquareGlyphs()).bitmap()
    for list in [plain, plain, Self.list(plain.items + [deep], .solid(.white), scale: 1), plain, plain] {
      if list.items.count > 1 {
        #expect(throws: RasterError.self) { try series.bitmap(list, glyphs: SquareGlyphs()) }
      } else {
        #expect(try series.bitmap(list, glyphs: SquareGlyphs()) == expected)
      }
    }
  }

  /// Two pictures are compared by their painted items: a changed text alternative is not a change.
  @Test func aTextAlternativeIsNotAChange() throws {
    let rect = DisplayItem.rect(Rect(x: 3, y: 3, width: 30, height: 9), .black)
    let state = try BitmapPainter.state(of: Self.list([], nil, scale: 1))
    func change(_ old: [DisplayItem], _ new: [DisplayItem]) throws -> DamageRegion {
      try DamageRegion(from: old, to: new, state, SquareGlyphs())
    }
    func group(_ items: [DisplayItem], _ label: String) -> DisplayItem {
      .group(DisplayItem.Group(items, label: label))
    }
    #expect(try change([group([rect], "a")], [group([rect], "b")]).start == nil)
    let other = DisplayItem.rect(Rect(x: 3, y: 40, width: 30, height: 9), .white)
    let found = try change([rect, group([rect, rect], "a")], [rect, group([rect, other], "b")])
    #expect(found.start == [1, 1])
    #expect(found.bands(in: state) == [3..<12, 40..<49])
    #expect(try change([rect], [rect, other]).start == [1])
  }
}
