/// The blurred coverage of an upright rounded rectangle.
///
/// A Gaussian is the product of one in x and one in y, and so is a rectangle. The blurred rectangle is
/// therefore the product of two blurred edges. The rounding removes only four small corners from it, and only
/// these are blurred as planes. The result is that of blurring the whole mask, but the work depends only on
/// the corners, however large the rectangle.
struct RoundedShadow {
  /// The pixels of the coverage.
  private let area: PixelRect
  private let columns: [Float]
  private let rows: [Float]
  private let corners: [Plane]

  /// Blurs a shape in pixels with a σ in pixels, within an area.
  ///
  /// `cut` returns the coverage of a rounded rectangle on an area, one byte per pixel; it is called on
  /// several threads.
  init(
    _ shape: RoundedRect, sigma: Double, area: PixelRect, _ threads: RowParallelism = .one,
    cut: (RoundedRect, PixelRect) throws(RasterError) -> [UInt8]
  ) throws(RasterError) {
    let kernel = GaussianKernel(sigma: sigma)
    let rect = shape.rect
    let reaches = shape.cornerReaches
    self.area = area
    columns = Self.profile(from: rect.minX, to: rect.maxX, at: area.minX..<area.maxX, kernel)
    rows = Self.profile(from: rect.minY, to: rect.maxY, at: area.minY..<area.maxY, kernel)
    var blocks: [PixelRect] = []
    let seen = area.grown(by: kernel.reach)
    for (reach, x, y) in [
      (reaches[0], rect.minX, rect.minY), (reaches[1], rect.maxX - reaches[1].width, rect.minY),
      (reaches[2], rect.maxX - reaches[2].width, rect.maxY - reaches[2].height),
      (reaches[3], rect.minX, rect.maxY - reaches[3].height),
    ] where !reach.isEmpty {
      let corner = Rect(origin: Point(x: x, y: y), size: reach)
      if let block = PixelRect(covering: corner)?.intersection(seen) { blocks.append(block) }
    }
    corners = try threads.map(blocks.count, make: {}) { (number, _) throws(RasterError) in
      let block = blocks[number]
      var missing = try Self.missing(of: shape, in: block, cut)
      // Corners that meet within a pixel would both be subtracted from it.
      for common in blocks[..<number].compactMap({ block.intersection($0) }) { missing.clear(common) }
      return missing.blurred(sigma: sigma, needed: area)
    }.compactMap { $0 }
  }

  /// The coverage that the rounding removes from a rectangle, on a block around one corner.
  private static func missing(
    of shape: RoundedRect, in block: PixelRect, _ cut: (RoundedRect, PixelRect) throws(RasterError) -> [UInt8]
  ) throws(RasterError) -> Plane {
    let full = try cut(RoundedRect(rect: shape.rect), block)
    let rounded = try cut(shape, block)
    var plane = Plane(area: block)
    for index in plane.values.indices {
      plane.values[index] = Float(Int(full[index]) - Int(rounded[index])) / 255
    }
    return plane
  }

  /// The blurred coverage of an interval at whole pixels.
  private static func profile(
    from start: Double, to end: Double, at pixels: Range<Int>, _ kernel: GaussianKernel
  ) -> [Float] {
    // sums[i]: the weights of −reach up to, but not with, −reach + i.
    var sums: [Double] = [0]
    for weight in kernel.weights { sums.append((sums.last ?? 0) + Double(weight)) }
    let whole = sums[sums.count - 1]
    // The sum of all weights below a position, interpolated between samples, as partial pixel coverage
    // requires.
    func below(_ place: Double) -> Double {
      let position = place + Double(kernel.reach)
      guard position > 0 else { return 0 }
      guard position < Double(sums.count - 1) else { return whole }
      let index = Int(position)
      return sums[index] + (sums[index + 1] - sums[index]) * (position - Double(index))
    }
    return pixels.map { pixel in
      Float((below(end - Double(pixel)) - below(start - Double(pixel))) / whole)
    }
  }

  /// The coverage, one byte per pixel, `area.width` bytes per row; 0 where `hole` covers a pixel fully.
  ///
  /// Pixels under the hole, most of a card's shadow, are not computed.
  func mask(hole: RoundedRect?, _ threads: RowParallelism = .one) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: area.width * area.height) { out, count in
      threads.forEachBand(of: area.minY..<area.maxY, rowBytes: area.width) { rows in
        write(rows, to: out, hole: hole)
      }
      count = area.width * area.height
    }
  }

  /// Writes some rows of the mask.
  private func write(_ band: Range<Int>, to out: UnsafeMutableBufferPointer<UInt8>, hole: RoundedRect?) {
    let width = area.width
    var line = [Float](repeating: 0, count: width)
    // The row above if it is only a product, so that equal rows are copied.
    var above: (factor: Float, hidden: Range<Int>)?
    for y in band {
      let factor = rows[y - area.minY]
      let near = corners.filter { $0.area.minY <= y && y < $0.area.maxY }
      let start = (y - area.minY) * width
      let row = UnsafeMutableBufferPointer(rebasing: out[start..<start + width])
      let hidden = columns(of: hole?.span(ofRow: y))
      if near.isEmpty, let above, above == (factor, hidden) {
        _ = row.update(fromContentsOf: out[start - width..<start])
        continue
      }
      above = near.isEmpty ? (factor, hidden) : nil
      row[hidden].update(repeating: 0)
      for piece in [0..<hidden.lowerBound, hidden.upperBound..<width] where !piece.isEmpty {
        line.withUnsafeMutableBufferPointer { line in
          columns.withUnsafeBufferPointer { columns in
            for x in piece { line[x] = columns[x] * factor }
          }
          for corner in near { Self.subtract(corner, from: line, piece, y, area) }
          // Adding 2^23 leaves the rounded number in the lowest bits.
          for x in piece {
            let value = max(0, min(1, line[x])) * 255 + 8_388_608
            row[x] = UInt8(truncatingIfNeeded: value.bitPattern)
          }
        }
      }
    }
  }

  /// Columns relative to the area's first, from columns of the picture; empty if there are none.
  private func columns(of span: Range<Int>?) -> Range<Int> {
    guard let span else { return 0..<0 }
    return (span.lowerBound - area.minX..<span.upperBound - area.minX).clamped(to: 0..<area.width)
  }

  @inline(__always) private static func subtract(
    _ corner: Plane, from line: UnsafeMutableBufferPointer<Float>, _ piece: Range<Int>, _ y: Int,
    _ area: PixelRect
  ) {
    let (start, shift) = ((y - corner.area.minY) * corner.area.width, corner.area.minX - area.minX)
    corner.values.withUnsafeBufferPointer { values in
      for x in piece.clamped(to: shift..<shift + corner.area.width) { line[x] -= values[start + x - shift] }
    }
  }
}

extension RoundedRect {
  /// The columns of a pixel row that an upright shape in pixels covers fully; rather too few than too many.
  fileprivate func span(ofRow y: Int) -> Range<Int>? {
    let near = 1.0 / 512
    let (top, bottom) = (Double(y) - rect.minY, rect.maxY - Double(y + 1))
    guard top >= -near, bottom >= -near else { return nil }
    func inset(_ corner: Double, _ distance: Double) -> Double {
      // A circle that begins where a continuous corner does is inside of it everywhere.
      let radius = corner * reachPerRadius
      guard distance < radius - near else { return 0 }
      let away = min(radius, radius - distance)
      return radius - (radius * radius - away * away).squareRoot() + 0.1 + radius * 0.001
    }
    let left = rect.minX + max(inset(radii.topLeft, top), inset(radii.bottomLeft, bottom))
    let right = rect.maxX - max(inset(radii.topRight, top), inset(radii.bottomRight, bottom))
    let first = Int(max(-1e9, min(1e9, (left - near).rounded(.up))))
    let end = Int(max(-1e9, min(1e9, (right + near).rounded(.down))))
    return first < end ? first..<end : nil
  }
}
