import CardRaster
import Testing

@Suite struct NumberTextTests {
  @Test(arguments: [
    (0.0, "0"), (-0.0, "0"), (1.5, "1.5"), (-2.25, "-2.25"), (1.0005, "1.001"), (0.0004, "0"),
    (1e6, "1000000"),
    (.nan, "0"), (12.340, "12.34"),
  ]) func isCompact(value: Double, text: String) {
    #expect(NumberText.format(value) == text)
  }
}

@Suite struct PathTests {
  @Test func elementsAreReturnedAsTheyWereAdded() {
    func point(_ x: Double) -> Point { Point(x: x, y: -x) }
    var path = Path()
    path.move(to: point(1))
    path.curve(point(2), point(3), to: point(4))
    path.line(to: point(5))
    path.close()
    path.move(to: point(6))
    path.curve(point(7), point(8), to: point(9))
    let expected: [Path.Element] = [
      .move(point(1)), .curve(point(2), point(3), point(4)), .line(point(5)), .close, .move(point(6)),
      .curve(point(7), point(8), point(9)),
    ]
    #expect(path.elements == expected)
    #expect(path.transformed(by: .scale(2, 2)).elements[1] == .curve(point(4), point(6), point(8)))
    #expect(path.transformed(by: .identity) == path)
    #expect(path.elements.count == 6 && Path().elements.isEmpty)
    // The same points in another order are another outline.
    let lines = Path.polygon([point(1), point(2), point(3)])
    var moves = Path()
    for x in 1...3 { moves.move(to: point(Double(x))) }
    moves.close()
    #expect(lines != moves)
  }
}

@Suite struct AngleTests {
  @Test("Multiples of 90 degrees are exact, other angles to the last bits", arguments: -8...8)
  func multiples(of quarters: Int) {
    let (sine, cosine) = Angle.sineAndCosine(degrees: Double(90 * quarters))
    let expected = [(0, 1), (1, 0), (0, -1), (-1, 0)][(quarters % 4 + 4) % 4]
    #expect((sine, cosine) == (Double(expected.0), Double(expected.1)))
    let third = Angle.sineAndCosine(degrees: Double(90 * quarters + 30))
    #expect(abs(third.sine * third.sine + third.cosine * third.cosine - 1) < 1e-15)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity]) func valuesThatAreNotFiniteDoNotTrap(value: Double) {
    let (sine, cosine) = Angle.sineAndCosine(degrees: value)
    #expect((sine, cosine) == (0, 1))
    #expect(PixelGrid(scale: 2).pixels(covering: value).magnitude <= 1_000_000_000_000)
    #expect(Font("Inter", size: value).tracking.isFinite || value.isNaN)
  }
}
