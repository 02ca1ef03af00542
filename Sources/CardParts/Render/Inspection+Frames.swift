public import CardRaster

extension Inspection {
  /// The frames of all cards and parts of a page that have an id, in points, in the order of painting.
  ///
  /// Of what is turned, or stands in something that is, the upright rectangle around it.
  package func frames(in page: DeckPage) -> [(id: String, frame: Rect)] {
    var result: [(id: String, frame: Rect)] = []
    collectFrames(page.box, at: .zero, into: &result)
    return result
  }

  private func collectFrames(
    _ box: LayoutBox, at origin: Point, under map: Transform = .identity,
    into result: inout [(id: String, frame: Rect)]
  ) {
    let map = box.turn(at: origin).map { $0.then(map) } ?? map
    if let id = box.source?.id { result.append((id, map.bounds(of: Rect(origin: origin, size: box.size)))) }
    for case .box(let child, let point) in box.content {
      collectFrames(child, at: origin + point, under: map, into: &result)
    }
  }
}

extension DeckPage {
  /// The pixels of the parts and cards with some ids, in a picture of the page at a scale.
  ///
  /// What is empty or cut off by the canvas is not in the picture either, and left out.
  public func pixels(ofIDs ids: [String], scale: Double, width: Int, height: Int) -> [PixelRect] {
    guard !ids.isEmpty, let canvas = PixelRect(minX: 0, minY: 0, maxX: width, maxY: height) else { return [] }
    return Inspection().frames(in: self).filter { ids.contains($0.id) }.compactMap { _, frame in
      PixelRect(
        minX: Int((frame.minX * scale).rounded(.down)), minY: Int((frame.minY * scale).rounded(.down)),
        maxX: Int((frame.maxX * scale).rounded(.up)), maxY: Int((frame.maxY * scale).rounded(.up)))?
        .intersection(canvas)
    }
  }
}
