/// The pixels of a painted picture that are kept for the next one.
final class CachedFrame {
  let picture: PaintedPicture

  init(_ picture: consuming PaintedPicture) { self.picture = picture }

  /// For each row, whether it differs from that of another picture of the same size.
  func changedRows(since other: CachedFrame) -> [Bool] {
    picture.withPixels { new, stride in
      other.picture.withPixels { old, _ in
        (0..<picture.height).map { y in
          let row = y * stride..<(y + 1) * stride
          return !UnsafeRawBufferPointer(rebasing: new[row]).isSame(
            as: UnsafeRawBufferPointer(rebasing: old[row]))
        }
      }
    }
  }
}

/// The static content below the first item that changes in a series of pictures.
final class StaticBackdrop {
  /// The index path of that item.
  private let path: [Int]
  /// The items below it.
  private let items: [DisplayItem]
  /// The part of the background that was not painted because items cover it.
  private let hidden: PixelRect?
  /// The pixels in memory layout.
  private let pixels: [UInt8]
  /// A painter of the same size that is reused for each picture.
  private let bench: BitmapPainter

  private init(
    _ path: [Int], _ items: [DisplayItem], hidden: PixelRect?, pixels: [UInt8],
    bench: consuming BitmapPainter
  ) {
    (self.path, self.items, self.hidden, self.pixels) = (path, items, hidden, pixels)
    self.bench = bench
  }

  /// Paints the content below one of a picture's items and keeps it.
  static func make(
    below path: [Int], of list: DisplayList, _ state: PaintState,
    _ glyphs: borrowing some Glyphs, _ cache: PaintCache?
  ) throws(RasterError) -> (ground: StaticBackdrop?, picture: CachedFrame) {
    guard let parts = list.items.split(at: path[...]) else {
      return (nil, CachedFrame(try BitmapPainter.paint(list, glyphs: glyphs, cache: cache)))
    }
    let painter = try BitmapPainter.begun(list, state, cache: cache)
    try painter.paint(parts.below, state, glyphs)
    let pixels = painter.surface.withPixels { [UInt8]($0) }
    try painter.paint(parts.above, state, glyphs)
    let ground = StaticBackdrop(
      path, parts.below, hidden: DisplayItem.cover(of: list.items, state), pixels: pixels,
      bench: try BitmapPainter(width: list.pixelWidth, height: list.pixelHeight, cache: cache, SVGBudget()))
    return (ground, CachedFrame(try painter.picture(of: list)))
  }

  /// The items of a picture above the kept content; nil if the content below differs.
  func items(above list: DisplayList, _ state: PaintState) -> [DisplayItem]? {
    guard let parts = list.items.split(at: path[...]), parts.below.look(like: items),
      DisplayItem.cover(of: list.items, state) == hidden
    else { return nil }
    return parts.above
  }

  /// Paints items over the kept content and returns which rows changed.
  ///
  /// It paints on bands of rows of the kept content and copies these rows into a picture.
  func paint(
    _ items: [DisplayItem], _ bands: [Range<Int>], _ state: PaintState,
    _ glyphs: borrowing some Glyphs, onto kept: CachedFrame
  ) throws(RasterError) -> [Bool] {
    bench.svg?.begin()
    let stride = bench.surface.stride
    bench.surface.withMutablePixels { target in
      pixels.withUnsafeBytes { source in
        for band in bands {
          let bytes = band.lowerBound * stride..<band.upperBound * stride
          UnsafeMutableRawBufferPointer(rebasing: target[bytes]).copyMemory(
            from: UnsafeRawBufferPointer(rebasing: source[bytes]))
        }
      }
    }
    try bench.paint(items.touching(bands, state), state, glyphs)
    try bench.context.throwIfFailed(during: "painting a picture")
    return bench.surface.withPixels { source in
      kept.picture.surface.withMutablePixels { target in
        var changed = [Bool](repeating: false, count: kept.picture.height)
        for y in bands.joined() {
          let row = y * stride..<(y + 1) * stride
          let new = UnsafeRawBufferPointer(rebasing: source[row])
          let old = UnsafeMutableRawBufferPointer(rebasing: target[row])
          changed[y] = !new.isSame(as: UnsafeRawBufferPointer(old))
          if changed[y] { old.copyMemory(from: new) }
        }
        return changed
      }
    }
  }
}

extension UnsafeRawBufferPointer {
  /// Whether two rows of pixels are equal.
  fileprivate func isSame(as other: UnsafeRawBufferPointer) -> Bool {
    guard let one = baseAddress, let two = other.baseAddress else { return isEmpty && other.isEmpty }
    return count == other.count && one.isSame(0, as: two, count: count)
  }
}
