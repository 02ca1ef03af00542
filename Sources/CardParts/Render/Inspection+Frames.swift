public import CardRaster

extension Inspection {
  /// The frames of all cards and parts of a page that have an id, in points, in the order of painting.
  public func frames(in page: Page) -> [(id: String, frame: Rect)] {
    var result: [(id: String, frame: Rect)] = []
    collectFrames(page.box, at: .zero, into: &result)
    return result
  }

  private func collectFrames(
    _ box: LayoutBox, at origin: Point, into result: inout [(id: String, frame: Rect)]
  ) {
    if let id = box.source?.id { result.append((id, Rect(origin: origin, size: box.size))) }
    for case .box(let child, let point) in box.content {
      collectFrames(child, at: origin + point, into: &result)
    }
  }
}
