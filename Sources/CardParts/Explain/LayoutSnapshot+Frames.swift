package import CardRaster

extension LayoutSnapshot {
  /// Where the cards and parts with an id are, in points, in the order of painting.
  package func frames(ofID id: String) -> [Rect] { page.nodes.filter { $0.id == id }.map(\.frame) }

  /// The pixels of the cards and parts with an id, as far as they lie in a picture of some size.
  package func pixels(ofID id: String, width: Int, height: Int) -> [PixelRect] {
    guard let canvas = PixelRect(minX: 0, minY: 0, maxX: width, maxY: height) else { return [] }
    let (most, scale) = (Double(Limits.canvasSide), page.scale)
    func pixel(_ value: Double, _ rule: FloatingPointRoundingRule) -> Int {
      Int(min(2 * most, max(-most, value * scale)).rounded(rule))
    }
    return frames(ofID: id).compactMap { frame in
      PixelRect(
        minX: pixel(frame.minX, .down), minY: pixel(frame.minY, .down), maxX: pixel(frame.maxX, .up),
        maxY: pixel(frame.maxY, .up))?.intersection(canvas)
    }
  }
}
