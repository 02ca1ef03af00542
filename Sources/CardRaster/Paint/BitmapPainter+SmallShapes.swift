/// Small shapes of one colour that follow each other, such as the points of a chart.
///
/// How it works: cairo spends most of its time on finding out how much of each pixel a shape covers. For shapes that
/// differ by whole pixels that is the same, so it is asked once, and what it would write is written by us.
///
/// Guarantees: the pixels are those of cairo, whatever shapes follow each other.
extension BitmapPainter {
  /// The fewest shapes for which it is worth the while.
  private static let fewest = 8
  /// The most outlines that are remembered.
  private static let outlines = 4_096

  /// Fills shapes of one colour.
  ///
  /// - Returns: the place after the last of them; `start` where there are few, of which nothing was drawn.
  func fillSmallShapes(
    _ items: [DisplayItem], from start: Int, _ state: PaintState
  ) throws(RasterError) -> Int {
    guard let color = items[start].plainOutline?.color else { return start }
    var end = start + 1
    while end < items.count, items[end].plainOutline?.color == color { end += 1 }
    guard end - start >= Self.fewest else { return start }
    guard !color.isClear else { return end }
    // Coverage of outlines that were seen before; nil for one that was seen once.
    var known: [GridOutline: [UInt8]?] = [:]
    var stamps: [Stamp] = []
    for (number, item) in items[start..<end].enumerated() {
      guard case .fill(let shape, let paint, let bounds) = item, case .path(let path) = shape else {
        continue
      }
      // On a surface that is still clear cairo draws the first shape in another way.
      if number > 0, let outline = GridOutline(path, under: state.map),
        state.clip.bounds.intersection(outline.extent) == outline.extent,
        state.clip.isOpen(in: outline.extent)
      {
        switch known[outline] {
        case .some(.some(let coverage)):
          stamps.append(Stamp(extent: outline.extent, coverage: coverage))
          continue
        case .some(.none):
          let coverage = try Self.coverage(of: shape, in: outline.extent, state)
          known[outline] = coverage
          stamps.append(Stamp(extent: outline.extent, coverage: coverage))
          continue
        case .none: if known.count < Self.outlines { known[outline] = .some(nil) }
        }
      }
      write(&stamps, color)
      try fill(shape, paint, bounds: bounds, state)
    }
    write(&stamps, color)
    return end
  }

  /// What is written at a place.
  private struct Stamp {
    let extent: PixelRect
    /// One byte a pixel.
    let coverage: [UInt8]
  }

  /// Draws a colour through the coverage of shapes, one after another, and forgets them.
  private func write(_ stamps: inout [Stamp], _ color: Color) {
    guard !stamps.isEmpty else { return }
    let ink = SolidInk(color)
    let words = surface.stride / 4
    surface.withMutablePixels { bytes in
      for stamp in stamps {
        var next = 0
        for y in stamp.extent.minY..<stamp.extent.maxY {
          for x in stamp.extent.minX..<stamp.extent.maxX {
            let coverage = stamp.coverage[next]
            next += 1
            guard coverage > 0 else { continue }
            let place = 4 * (y * words + x)
            let below = bytes.load(fromByteOffset: place, as: UInt32.self)
            bytes.storeBytes(of: ink.over(below, coverage: coverage), toByteOffset: place, as: UInt32.self)
          }
        }
      }
    }
    stamps.removeAll(keepingCapacity: true)
  }
}

extension DisplayItem {
  /// The outline of a shape in one colour.
  fileprivate var plainOutline: (path: Path, color: Color)? {
    guard case .fill(.path(let path), .solid(let color), _) = self else { return nil }
    return (path, color)
  }
}
