/// A plane of numbers, one per pixel and zero outside, for Gaussian blurs.
///
/// How it works: up to σ = 12 a plane is convolved with the kernel directly, rows first. Beyond that it is
/// averaged in blocks so that σ becomes 6…12 of them, convolved, and interpolated. At that σ the result bends
/// so little between two blocks that the error stays below 0.3 of 255, while the cost stops growing with σ.
/// The variances of averaging and interpolating are subtracted from the kernel's.
struct Plane: Sendable {
  /// The pixels of the plane.
  let area: PixelRect
  /// Row-major, `area.width` per row.
  var values: [Float]

  /// A plane of zeros.
  init(area: PixelRect) {
    self.area = area
    values = [Float](repeating: 0, count: area.width * area.height)
  }

  /// Sets a part of the plane to zero; the part must be inside.
  mutating func clear(_ part: PixelRect) {
    for y in part.minY..<part.maxY {
      let start = (y - area.minY) * area.width - area.minX
      for x in part.minX..<part.maxX { values[start + x] = 0 }
    }
  }

  /// The plane blurred with a Gaussian of a standard deviation in pixels, at least within `needed`.
  ///
  /// Returns nil if the blur does not reach that area. Rows are skipped if the limits of the rendering end it, so
  /// the caller must call `RenderLimits.check()` before it keeps the result.
  func blurred(sigma: Double, needed: PixelRect) -> Plane? {
    let block = sigma < 12 ? 1 : Int(sigma / 6)
    guard block > 1 else {
      return convolved(with: GaussianKernel(sigma: sigma), needed: needed)
    }
    let size = Double(block)
    let variance = sigma * sigma - (size * size - 1) / 12 - size * size / 6
    let kernel = GaussianKernel(sigma: variance.squareRoot() / size)
    let reach = GaussianKernel.reach(of: sigma) + 2 * block
    guard let target = area.grown(by: reach).intersection(needed) else { return nil }
    let coarse = averaged(block: block)
    let wanted = target.grown(by: block)
    let blocks = PixelRect(
      minX: Self.floor(wanted.minX, block), minY: Self.floor(wanted.minY, block),
      maxX: Self.floor(wanted.maxX, block) + 1, maxY: Self.floor(wanted.maxY, block) + 1)
    guard let blocks, let blurred = coarse.convolved(with: kernel, needed: blocks) else { return nil }
    return blurred.interpolated(block: block, target: target)
  }

  private static func floor(_ value: Int, _ divisor: Int) -> Int {
    value >= 0 ? value / divisor : -((divisor - 1 - value) / divisor)
  }

  /// Convolves rows, then columns; skips zeros, so that a small source in a large kernel is cheap.
  private func convolved(with kernel: GaussianKernel, needed: PixelRect) -> Plane? {
    let reach = kernel.reach
    guard let target = area.grown(by: reach).intersection(needed) else { return nil }
    let rows = max(area.minY, target.minY - reach)..<min(area.maxY, target.maxY + reach)
    let width = target.width
    var across = [Float](repeating: 0, count: width * rows.count)
    var result = Plane(area: target)
    values.withUnsafeBufferPointer { source in
      kernel.weights.withUnsafeBufferPointer { weights in
        across.withUnsafeMutableBufferPointer { across in
          for y in rows where !RenderLimits.isOver {
            let line = UnsafeMutableBufferPointer(
              rebasing: across[(y - rows.lowerBound) * width..<(y - rows.lowerBound + 1) * width])
            for x in area.minX..<area.maxX {
              let value = source[(y - area.minY) * area.width + x - area.minX]
              guard value != 0 else { continue }
              let first = max(target.minX, x - reach)
              let last = min(target.maxX, x + reach + 1)
              guard first < last else { continue }
              Self.addScaled(
                weights, from: first - x + reach, times: value, to: line, from: first - target.minX,
                count: last - first)
            }
          }
        }
        across.withUnsafeBufferPointer { across in
          result.values.withUnsafeMutableBufferPointer { result in
            for y in target.minY..<target.maxY where !RenderLimits.isOver {
              let line = UnsafeMutableBufferPointer(
                rebasing: result[(y - target.minY) * width..<(y - target.minY + 1) * width])
              let first = max(rows.lowerBound, y - reach)
              let last = min(rows.upperBound, y + reach + 1)
              guard first < last else { continue }
              for row in first..<last {
                Self.addScaled(
                  across, from: (row - rows.lowerBound) * width, times: weights[row - y + reach], to: line,
                  from: 0, count: width)
              }
            }
          }
        }
      }
    }
    return result
  }

  /// `to += source × factor`, eight numbers at a time.
  @inline(__always) private static func addScaled(
    _ source: UnsafeBufferPointer<Float>, from start: Int, times factor: Float,
    to target: UnsafeMutableBufferPointer<Float>, from place: Int, count: Int
  ) {
    guard let source = source.baseAddress, let target = target.baseAddress else { return }
    let (a, b) = (source + start, target + place)
    for index in 0..<count { b[index] += a[index] * factor }
  }

  /// The means of square blocks; block (0, 0) starts at pixel (0, 0).
  private func averaged(block: Int) -> Plane {
    let blocks = PixelRect(
      minX: Self.floor(area.minX, block), minY: Self.floor(area.minY, block),
      maxX: Self.floor(area.maxX - 1, block) + 1, maxY: Self.floor(area.maxY - 1, block) + 1)
    var result = Plane(area: blocks ?? area)
    let share = 1 / Float(block * block)
    let width = result.area.width
    values.withUnsafeBufferPointer { source in
      result.values.withUnsafeMutableBufferPointer { target in
        for y in area.minY..<area.maxY {
          let row = (Self.floor(y, block) - (blocks?.minY ?? 0)) * width
          let start = (y - area.minY) * area.width
          var column = Self.floor(area.minX, block)
          var left = (column + 1) * block - area.minX
          column -= blocks?.minX ?? 0
          for x in 0..<area.width {
            target[row + column] += source[start + x] * share
            left -= 1
            if left == 0 { (column, left) = (column + 1, block) }
          }
        }
      }
    }
    return result
  }

  /// Interpolates between the centres of blocks, back to pixels.
  private func interpolated(block: Int, target: PixelRect) -> Plane {
    var result = Plane(area: target)
    // A zero at each end of the line represents the outside, so that no pixel needs a bounds check.
    let columns = (target.minX..<target.maxX).map {
      pixel -> (left: Int32, right: Int32, part: Float) in
      let (left, right, part) = Self.neighbours(of: pixel, block, area.minX, area.maxX)
      return (Int32(left + 1), Int32(right < 0 ? area.width + 1 : right + 1), part)
    }
    var line = [Float](repeating: 0, count: area.width + 2)
    for y in target.minY..<target.maxY {
      let (upper, lower, part) = Self.neighbours(of: y, block, area.minY, area.maxY)
      for x in 0..<area.width {
        let (a, b) = (value(x, upper), value(x, lower))
        line[x + 1] = a + (b - a) * part
      }
      let start = (y - target.minY) * target.width
      line.withUnsafeBufferPointer { line in
        result.values.withUnsafeMutableBufferPointer { result in
          columns.withUnsafeBufferPointer { columns in
            for x in columns.indices {
              let column = columns[x]
              let (a, b) = (line[Int(column.left)], line[Int(column.right)])
              result[start + x] = a + (b - a) * column.part
            }
          }
        }
      }
    }
    return result
  }

  private func value(_ column: Int, _ row: Int) -> Float {
    row < 0 ? 0 : values[row * area.width + column]
  }

  /// The two blocks whose centres are around a pixel's centre (−1 for none), and the weight of the second.
  private static func neighbours(
    of pixel: Int, _ block: Int, _ first: Int, _ end: Int
  ) -> (Int, Int, Float) {
    let place = (Double(pixel) + 0.5) / Double(block) - 0.5
    let before = place.rounded(.down)
    let index = Int(before)
    let inside = first..<end
    return (
      inside.contains(index) ? index - first : -1, inside.contains(index + 1) ? index + 1 - first : -1,
      Float(place - before)
    )
  }
}
