import Testing

@testable import CardRaster

@Suite struct CairoFaultTests {
  @Test func successIsNotAnError() throws {
    try checkStatus(.success, during: "nothing")
  }

  @Test(arguments: [
    (1 as UInt32, "out of memory"), (5, "invalid matrix (not invertible)"),
    (32, "invalid value (typically too big) for the size of the input (surface, pattern, etc.)"),
    (4711, "<unknown error status>"),
  ]) func everyOtherStatusIsAnErrorInCairosWords(number: UInt32, sentence: String) {
    #expect(throws: RasterError.library(operation: "a trial", reason: sentence)) {
      try checkStatus(CairoStatus(rawValue: number), during: "a trial")
    }
  }

  @Test func drawingErrorsAreFoundAtTheEnd() throws {
    func paint() throws(RasterError) {
      let painter = try BitmapPainter(width: 4, height: 4)
      painter.context.setMap(Transform(a: 0, b: 0, c: 0, d: 0, tx: 0, ty: 0))
      painter.context.paint()
      _ = try painter.finished()
    }
    #expect(
      throws: RasterError.library(operation: "painting a picture", reason: "invalid matrix (not invertible)")
    ) {
      try paint()
    }
  }

  @Test func aFailedLayerFailsThePicture() throws {
    let painter = try BitmapPainter(width: 4, height: 4)
    let layer = try BitmapPainter(width: 4, height: 4)
    layer.context.setMap(Transform(a: .nan, b: 0, c: 0, d: 1, tx: 0, ty: 0))
    let area = try #require(PixelRect(minX: 0, minY: 0, maxX: 4, maxY: 4))
    #expect(throws: RasterError.self) { try painter.draw(layer, at: area, opacity: 1) }
  }

  @Test func anSvgPictureThatCannotBeReadIsAnError() throws {
    let item = DisplayItem.svg("<svg", size: Size(width: 4, height: 4), Rect(x: 0, y: 0, width: 4, height: 4))
    do {
      _ = try painted([item])
      Issue.record("no error")
    } catch let error as RasterError {
      guard case .picture(_, let reason) = error else { throw error }
      #expect(reason.hasPrefix("the SVG picture cannot be read: "))
    }
  }

  @Test(arguments: [(32_001, 1), (1, 32_001), (10_000, 10_000), (0, 5), (5, -1)])
  func sizesAreCheckedBeforeTheyArePassedToCairo(width: Int, height: Int) {
    #expect(throws: RasterError.self) { _ = try CairoSurface(width: width, height: height) }
  }
}
