/// A lookup table of the colours of a gradient, and the loops that write them to pixels.
///
/// Colours are interpolated premultiplied and rounded once, into a table with four entries per pixel along
/// the gradient (at least 1024), so a pixel only has to find its entry. For linear gradients each entry is
/// the mean over one pixel: a hard stop has an edge as smooth as that of a shape. Nothing is dithered.
struct GradientTable {
  private let kind: Gradient.Kind
  private let entries: [UInt32]
  /// From pixels to the unit square.
  private let toSquare: Transform

  /// Makes the table for a gradient whose unit square is mapped to pixels.
  ///
  /// Returns nil if that transform has no inverse.
  init?(_ gradient: Gradient, squareToPixels map: Transform) {
    guard let inverse = map.inverse else { return nil }
    kind = gradient.kind
    toSquare = inverse
    let side = max(
      (map.a * map.a + map.b * map.b).squareRoot(), (map.c * map.c + map.d * map.d).squareRoot())
    var perPixel = 0.0
    var way = 4 * side
    if case .linear(let start, let end) = gradient.kind {
      let ramp = Ramp(from: start, to: end, toSquare: inverse)
      perPixel = (ramp.perColumn * ramp.perColumn + ramp.perRow * ramp.perRow).squareRoot()
      way = perPixel > 0 ? 1 / perPixel : 1
    }
    let count = Int(min(16_384, max(1024, (4 * way).rounded(.up))))
    entries = Self.colors(of: gradient.stops, count: count, width: perPixel)
  }

  /// The colour of each entry: the mean around (index + ½) ÷ count, over `width`.
  private static func colors(of stops: [Gradient.Stop], count: Int, width: Double) -> [UInt32] {
    let last = stops.count - 1
    // Premultiplied channels, 0…255.
    let colors = stops.map { stop -> SIMD4<Double> in
      let alpha = Double(stop.color.alpha)
      let straight = SIMD3(Double(stop.color.red), Double(stop.color.green), Double(stop.color.blue))
      return SIMD4(straight * (alpha / 255), alpha)
    }
    var stop = 0
    var samples: [SIMD4<Double>] = []
    samples.reserveCapacity(count)
    for index in 0..<count {
      let t = (Double(index) + 0.5) / Double(count)
      while stop <= last, stops[stop].offset <= t { stop += 1 }
      if stop == 0 {
        samples.append(colors[0])
      } else if stop > last {
        samples.append(colors[last])
      } else {
        let (from, to) = (stops[stop - 1].offset, stops[stop].offset)
        samples.append(colors[stop - 1] + (colors[stop] - colors[stop - 1]) * ((t - from) / (to - from)))
      }
    }
    let half = Int((width * Double(count) / 2).rounded(.down))
    guard half > 0, half < count else { return samples.map(Self.packed) }
    // Prefix sums, with the end values repeated beyond the table.
    var sums: [SIMD4<Double>] = [.zero]
    sums.reserveCapacity(count + 2 * half + 1)
    for index in -half..<(count + half) {
      sums.append(sums[sums.count - 1] + samples[min(count - 1, max(0, index))])
    }
    return (0..<count).map { Self.packed((sums[$0 + 2 * half + 1] - sums[$0]) / Double(2 * half + 1)) }
  }

  private static func packed(_ color: SIMD4<Double>) -> UInt32 {
    // Channel by channel: the conversion of whole vectors is a slow generic one.
    let (red, green, blue) = (UInt32(color.x + 0.5), UInt32(color.y + 0.5), UInt32(color.z + 0.5))
    let alpha = UInt32(color.w + 0.5)
    return alpha << 24 | min(red, alpha) << 16 | min(green, alpha) << 8 | min(blue, alpha)
  }

  /// Takes the number of a pixel row, the columns to write and the colours of the whole row.
  ///
  /// Columns are relative to the area's first. The colours are valid only in those columns.
  typealias RowBody = (Int, Range<Int>, UnsafeBufferPointer<UInt32>) -> Void

  /// Passes the colours of each pixel row to a closure.
  ///
  /// - Parameter hidden: pixels that are left out; a row that they split is passed in two pieces.
  func forEachRow(in area: PixelRect, hidden: PixelRect? = nil, _ body: RowBody) {
    let rows = RowPieces(area, without: hidden.flatMap { area.intersection($0) })
    switch kind {
    case .linear(let start, let end): linear(start, end, area, rows, body)
    case .radial(let center, let radius): radial(center, radius, area, rows, body)
    case .conic(let center, let angle): conic(center, angle, area, rows, body)
    }
  }

  private func linear(
    _ start: Point, _ end: Point, _ area: PixelRect, _ rows: RowPieces, _ body: RowBody
  ) {
    let ramp = Ramp(from: start, to: end, toSquare: toSquare)
    let count = Double(entries.count)
    var row = [UInt32](repeating: entries[entries.count - 1], count: area.width)
    let isFlat = ramp.isEmpty || (ramp.perColumn * count * Double(area.width)).magnitude < 1e-6
    for y in area.minY..<area.maxY {
      let t = ramp.value(x: Double(area.minX) + 0.5, y: Double(y) + 0.5)
      if isFlat {
        if !ramp.isEmpty {
          let color = entries[index(of: t)]
          row.withUnsafeMutableBufferPointer { $0.update(repeating: color) }
        }
      } else if ramp.perRow != 0 {
        fill(&row, from: t * count, step: ramp.perColumn * count, rows.pieces(of: y))
      } else if y == area.minY {
        fill(&row, from: t * count, step: ramp.perColumn * count, [0..<area.width])
      }
      row.withUnsafeBufferPointer { row in
        for piece in rows.pieces(of: y) { body(y, piece, row) }
      }
    }
  }

  /// Entries at even steps, in 32.32 fixed point; both ends are filled without a lookup.
  ///
  /// A colour does not depend on how the row is split into pieces.
  private func fill(_ row: inout [UInt32], from start: Double, step: Double, _ pieces: [Range<Int>]) {
    let count = row.count
    let top = Double(entries.count)
    // Columns before the point where the row enters the table, and those after the point where it leaves it.
    let (low, high) = step > 0 ? (-start / step, (top - start) / step) : ((top - start) / step, -start / step)
    let enters = Int(min(Double(count), max(0, low.rounded(.up) + 1)))
    let leaves = max(enters, Int(min(Double(count), max(0, high.rounded(.down) - 1))))
    entries.withUnsafeBufferPointer { entries in
      row.withUnsafeMutableBufferPointer { row in
        func exact(_ x: Int) -> UInt32 {
          let place = start + step * Double(x)
          return entries[Int(min(top - 1, max(0, place.rounded(.down))))]
        }
        // More than a step before the table the colour is its first one, and more than a step after it its
        // last one.
        let (before, after) =
          step > 0
          ? (entries[0], entries[entries.count - 1])
          : (
            entries[entries.count - 1], entries[0]
          )
        for piece in pieces {
          let edge = max(0, enters - 3)
          for x in piece.clamped(to: 0..<edge) { row[x] = before }
          for x in piece.clamped(to: edge..<enters) { row[x] = exact(x) }
          let end = min(count, leaves + 3)
          for x in piece.clamped(to: leaves..<max(leaves, end)) { row[x] = exact(x) }
          for x in piece.clamped(to: max(leaves, end)..<count) { row[x] = after }
        }
        if enters < leaves {
          let scale = 4_294_967_296.0
          var place = Int64((start + step * Double(enters)) * scale)
          let delta = Int64(step * scale)
          let limit = Int64(entries.count - 1)
          let last = place + delta * Int64(leaves - enters - 1)
          let isInside = min(place, last) >> 32 >= 0 && max(place, last) >> 32 <= limit
          let first = place
          for piece in pieces {
            let columns = piece.clamped(to: enters..<leaves)
            place = first &+ delta &* Int64(columns.lowerBound - enters)
            if isInside {
              for x in columns {
                row[x] = entries[Int(place >> 32)]
                place &+= delta
              }
            } else {
              for x in columns {
                row[x] = entries[Int(min(limit, max(0, place >> 32)))]
                place &+= delta
              }
            }
          }
        }
      }
    }
  }

  private func index(of t: Double) -> Int {
    Int(min(Double(entries.count - 1), max(0, (t * Double(entries.count)).rounded(.down))))
  }

  private func radial(
    _ center: Point, _ radius: Double, _ area: PixelRect, _ rows: RowPieces, _ body: RowBody
  ) {
    let factor = radius > 0 ? Double(entries.count) / radius : 0
    let top = Double(entries.count - 1)
    var row = [UInt32](repeating: entries[entries.count - 1], count: area.width)
    for y in area.minY..<area.maxY {
      if factor > 0 {
        let (a, b) = (toSquare.a, toSquare.b)
        let first = toSquare.apply(Point(x: Double(area.minX) + 0.5, y: Double(y) + 0.5)) - center
        row.withUnsafeMutableBufferPointer { row in
          entries.withUnsafeBufferPointer { entries in
            for piece in rows.pieces(of: y) {
              for x in piece {
                let u = first.x + a * Double(x)
                let v = first.y + b * Double(x)
                row[x] = entries[Int(min(top, (u * u + v * v).squareRoot() * factor))]
              }
            }
          }
        }
      }
      row.withUnsafeBufferPointer { row in
        for piece in rows.pieces(of: y) { body(y, piece, row) }
      }
    }
  }

  /// Four pixels at once: the same operations in the same order as for single pixels, so the same colours.
  private func conic(
    _ center: Point, _ angle: Double, _ area: PixelRect, _ rows: RowPieces, _ body: RowBody
  ) {
    let count = Double(entries.count)
    let turn = angle / 360
    // The amount to subtract for the first turn is this, one more, or, at the very end, two more.
    let turns = (-turn).rounded(.down)
    let width = area.width
    var row = [UInt32](repeating: 0, count: (width + 3) / 4 * 4)
    for y in area.minY..<area.maxY {
      let (a, b) = (toSquare.a, toSquare.b)
      let first = toSquare.apply(Point(x: Double(area.minX) + 0.5, y: Double(y) + 0.5)) - center
      row.withUnsafeMutableBufferPointer { row in
        entries.withUnsafeBufferPointer { entries in
          for piece in rows.pieces(of: y) {
            for x in stride(from: piece.lowerBound & ~3, to: piece.upperBound, by: 4) {
              let columns = Double(x) + SIMD4<Double>(0, 1, 2, 3)
              let t = Self.turns(right: first.x + a * columns, up: -(first.y + b * columns)) - turn
              let whole = SIMD4(repeating: turns).replacing(with: turns + 1, where: t .>= turns + 1)
                .replacing(with: turns + 2, where: t .>= turns + 2)
              let places = (t - whole) * count
              let inside = places.replacing(with: count - 1, where: places .> count - 1)
              row[x] = entries[Int(inside[0])]
              row[x + 1] = entries[Int(inside[1])]
              row[x + 2] = entries[Int(inside[2])]
              row[x + 3] = entries[Int(inside[3])]
            }
          }
        }
      }
      row.withUnsafeBufferPointer { row in
        for piece in rows.pieces(of: y) { body(y, piece, UnsafeBufferPointer(rebasing: row[..<width])) }
      }
    }
  }

  /// The directions of four vectors as fractions of a turn, 0 up, clockwise, 0…1.
  ///
  /// The arc tangent is a polynomial whose error is below 2e-6 of a turn, the same on every machine.
  @inline(__always) static func turns(right: SIMD4<Double>, up: SIMD4<Double>) -> SIMD4<Double> {
    let x = right.replacing(with: -right, where: right .< 0)
    let y = up.replacing(with: -up, where: up .< 0)
    let isWide = x .> y
    let (small, large) = (x.replacing(with: y, where: isWide), y.replacing(with: x, where: isWide))
    let q = (small / large).replacing(with: 0, where: large .== 0)
    let s = q * q
    // Abramowitz and Stegun, 4.4.49: atan(q) for 0…1.
    var series = -0.016_165_7 + s * 0.002_866_2
    series = 0.042_909_6 + s * series
    series = -0.075_289_6 + s * series
    series = 0.106_562_6 + s * series
    series = -0.142_088_9 + s * series
    series = 0.199_935_5 + s * series
    series = -0.333_331_4 + s * series
    let part = q * (1 + s * series) / (2 * Double.pi)
    let quarter = part.replacing(with: 0.25 - part, where: isWide)
    let half = quarter.replacing(with: 0.5 - quarter, where: up .< 0)
    return half.replacing(with: 1 - half, where: right .< 0)
  }
}

/// The columns of each row of an area that are not hidden, relative to the area's first.
private struct RowPieces {
  private let hiddenRows: Range<Int>
  private let whole: [Range<Int>]
  private let split: [Range<Int>]

  init(_ area: PixelRect, without hidden: PixelRect?) {
    whole = [0..<area.width]
    hiddenRows = hidden.map { $0.minY..<$0.maxY } ?? 0..<0
    let sides = hidden.map { [0..<$0.minX - area.minX, $0.maxX - area.minX..<area.width] } ?? []
    split = sides.filter { !$0.isEmpty }
  }

  func pieces(of row: Int) -> [Range<Int>] { hiddenRows.contains(row) ? split : whole }
}

/// The position of a pixel between the start and the end of a line: linear in its column and row.
private struct Ramp {
  let perColumn: Double
  let perRow: Double
  private let offset: Double
  /// Whether start and end are the same point.
  let isEmpty: Bool

  init(from start: Point, to end: Point, toSquare map: Transform) {
    let way = end - start
    let square = way.x * way.x + way.y * way.y
    isEmpty = square <= 0
    let (u, v) = isEmpty ? (0, 0) : (way.x / square, way.y / square)
    perColumn = map.a * u + map.b * v
    perRow = map.c * u + map.d * v
    offset = (map.tx - start.x) * u + (map.ty - start.y) * v
  }

  func value(x: Double, y: Double) -> Double { offset + x * perColumn + y * perRow }
}
