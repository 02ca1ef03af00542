import Testing

@testable import CardRaster

@Suite struct SmallShapesTests {
  /// Circles all over a square, at steps of a quarter of a point by default.
  ///
  /// Many of them overlap, and some are beyond its edge.
  private func circles(_ count: Int, side: Double, _ color: Color, step: Double = 0.25) -> [DisplayItem] {
    (0..<count).map { number in
      let x = Double(number * 7_919 % 1_009) / 1_009 * side
      let y = Double(number * 104_729 % 1_013) / 1_013 * side
      let size = 4 + Double(number % 3)
      let (left, top) = ((x / step).rounded() * step - size / 2, (y / step).rounded() * step - size / 2)
      let box = Rect(x: left, y: top, width: size, height: size)
      return .fill(.path(Path.ellipse(in: box)), .solid(color), bounds: box)
    }
  }

  /// The same items in an order in which no two neighbours share a colour, so that cairo draws each of them.
  private func apart(_ items: [DisplayItem]) -> [DisplayItem] {
    let nothing = Rect(x: 0, y: 0, width: 1, height: 1)
    return items.flatMap { item -> [DisplayItem] in
      [item, .fill(.path(Path.ellipse(in: nothing)), .solid(.clear), bounds: nothing)]
    }
  }

  private func different(_ a: Bitmap, _ b: Bitmap) -> Int { zip(a.pixels, b.pixels).count { $0 != $1 } }

  @Test(
    arguments: [1.0, 2.0],
    [
      Color(rgb: 0x2255CC), Color(red: 200, green: 30, blue: 90, alpha: 97),
      Color(red: 1, green: 254, blue: 128, alpha: 3), Color(red: 13, green: 200, blue: 77, alpha: 254),
    ])
  func manyCirclesHaveThePixelsOfCairo(scale: Double, color: Color) throws {
    let items = circles(900, side: 60, color)
    for background in [Paint?.none, .solid(.white), .solid(Color(red: 3, green: 90, blue: 200, alpha: 130))] {
      let together = try painted(items, width: 60, height: 60, scale: scale, background: background)
      let alone = try painted(apart(items), width: 60, height: 60, scale: scale, background: background)
      #expect(different(together, alone) == 0)
    }
  }

  @Test func aRoundedClipAppliesToThemToo() throws {
    let items = circles(300, side: 60, Color(red: 0, green: 90, blue: 0, alpha: 120))
    let clip = RoundedRect(rect: Rect(x: 5, y: 5, width: 50, height: 50), radii: CornerRadii(20))
    func picture(_ items: [DisplayItem]) throws -> Bitmap {
      try painted(
        [.group(DisplayItem.Group(items, clip: .roundedRect(clip)))], width: 60, height: 60,
        background: .solid(.white))
    }
    #expect(different(try picture(items), try picture(apart(items))) == 0)
  }

  @Test func outlinesWholePixelsApartAreTheSame() throws {
    func outline(_ x: Double, _ y: Double, size: Double = 5) -> GridOutline? {
      GridOutline(
        Path.ellipse(in: Rect(x: x, y: y, width: size, height: size)), under: .scale(2, 2))
    }
    let first = try #require(outline(3.25, 7))
    #expect(first == outline(13.25, 2) && first == outline(-3.75, 7.5) && first.extent.minX == 6)
    #expect(first != outline(3.3, 7) && first != outline(3.25, 7, size: 5.1))
    #expect(outline(0, 0, size: 40) == nil && outline(1e12, 0) == nil && outline(.nan, 0) == nil)
    let square = Path.polygon([.zero, Point(x: 4, y: 0), Point(x: 4, y: 4), Point(x: 0, y: 4)])
    #expect(GridOutline(square, under: .identity) == nil)
  }
}
