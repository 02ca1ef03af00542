import CardRaster
import Foundation

/// A straightforward implementation of the published formulas, one pixel at a time.
struct NaiveComparison {
  enum Mark: Equatable { case same, different, darker, antialiased }

  private(set) var marks: [Mark] = []
  private(set) var maxDelta = 0.0
  private let a: Bitmap
  private let b: Bitmap
  private let metric: Metric
  private let isWhite: Bool

  var differing: Int { marks.filter { $0 == .different || $0 == .darker }.count }
  var antialiased: Int { marks.filter { $0 == .antialiased }.count }

  /// Compares two pictures of equal sizes.
  init(
    _ a: Bitmap, _ b: Bitmap, _ metric: Metric, threshold: Double, isWhite: Bool = false,
    countsAntialiasing: Bool = false, ignored: (Int, Int) -> Bool = { _, _ in false }
  ) {
    self.a = a
    self.b = b
    self.metric = metric
    self.isWhite = isWhite
    for y in 0..<a.height {
      for x in 0..<a.width {
        let (p, q) = (pixel(a, x, y), pixel(b, x, y))
        if p == q || ignored(x, y) {
          marks.append(.same)
          continue
        }
        let (distance, exceeds, isDarker) = measure(p, q, x, y, threshold)
        if exceeds, metric != .exact, !countsAntialiasing,
          isEdge(a, b, x, y) || isEdge(b, a, x, y)
        {
          marks.append(.antialiased)
          continue
        }
        maxDelta = max(maxDelta, distance)
        marks.append(!exceeds ? .same : isDarker ? .darker : .different)
      }
    }
  }

  /// The largest number of different pixels in a window.
  func densest(_ side: Int) -> Int {
    let (columns, rows) = (min(side, a.width), min(side, a.height))
    var best = 0
    for top in 0...a.height - rows {
      for left in 0...a.width - columns {
        var count = 0
        for y in top..<top + rows {
          for x in left..<left + columns {
            let mark = marks[y * a.width + x]
            if mark == .different || mark == .darker { count += 1 }
          }
        }
        best = max(best, count)
      }
    }
    return best
  }

  private func pixel(_ bitmap: Bitmap, _ x: Int, _ y: Int) -> [Double] {
    let start = 4 * (y * bitmap.width + x)
    return bitmap.pixels[start..<start + 4].map(Double.init)
  }

  private func backdrop(_ x: Int, _ y: Int) -> [Double] {
    if isWhite { return [255, 255, 255] }
    let k = Double(4 * (y * a.width + x))
    func bit(_ value: Double) -> Double { 48 + 159 * floor(value).truncatingRemainder(dividingBy: 2) }
    return [bit(k), bit(k / 1.618033988749895), bit(k / 2.618033988749895)]
  }

  private func blend(_ p: [Double], _ backdrop: [Double]) -> [Double] {
    (0..<3).map { (p[$0] * p[3] + backdrop[$0] * (255 - p[3])) / 255 }
  }

  private func measure(_ p: [Double], _ q: [Double], _ x: Int, _ y: Int, _ threshold: Double)
    -> (Double, Bool, Bool)
  {
    let lumas = [p, q].map { 0.29889531 * $0[0] + 0.58662247 * $0[1] + 0.11448223 * $0[2] }
    switch metric {
    case .exact:
      let distance = zip(p, q).map { abs($0 - $1) }.max() ?? 0
      return (distance / 255, true, lumas[0] > lumas[1])
    case .oklab:
      let (u, v) = (Self.oklab(blend(p, backdrop(x, y))), Self.oklab(blend(q, backdrop(x, y))))
      let d = zip(u, v).map { $0 - $1 }
      let distance = abs(d[0]) + (d[1] * d[1] + d[2] * d[2]).squareRoot()
      return (distance, distance > threshold, d[0] > 0)
    case .yiq:
      let behind = backdrop(x, y)
      let d = (0..<3).map { (p[$0] * p[3] - q[$0] * q[3] - behind[$0] * (p[3] - q[3])) / 255 }
      let i = 0.59597799 * d[0] - 0.27417610 * d[1] - 0.32180189 * d[2]
      let j = 0.21147017 * d[0] - 0.52261711 * d[1] + 0.31114694 * d[2]
      let l = 0.29889531 * d[0] + 0.58662247 * d[1] + 0.11448223 * d[2]
      let squared = 0.5053 * l * l + 0.299 * i * i + 0.1957 * j * j
      return ((squared / 35215).squareRoot(), squared > 35215 * threshold * threshold, l > 0)
    }
  }

  /// Toe-corrected lightness, a and b of a colour with channels of 0…255.
  static func oklab(_ color: [Double]) -> [Double] {
    func linear(_ c: Double) -> Double { c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4) }
    let light = color.map { value in
      let (low, high) = (linear(floor(value) / 255), linear(min(255, floor(value) + 1) / 255))
      return low + (high - low) * (value - floor(value))
    }
    func response(_ r: Double, _ g: Double, _ b: Double) -> Double {
      let place = (r * light[0] + g * light[1] + b * light[2]) * 4096
      let (low, high) = (cbrt(floor(place) / 4096), cbrt((floor(place) + 1) / 4096))
      return low + (high - low) * (place - floor(place))
    }
    let l = response(0.4122214708, 0.5363325363, 0.0514459929)
    let m = response(0.2119034982, 0.6806995451, 0.1073969566)
    let s = response(0.0883024619, 0.2817188376, 0.6299787005)
    let lightness = 0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s
    let k3 = 1.206 / 1.03
    let x = k3 * lightness - 0.206
    return [
      (x + (x * x + 4 * 0.03 * k3 * lightness).squareRoot()) / 2,
      1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
      0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s,
    ]
  }

  private func neighbors(_ x: Int, _ y: Int) -> [(Int, Int)] {
    var result: [(Int, Int)] = []
    for column in x - 1...x + 1 {
      for row in y - 1...y + 1 where column != x || row != y {
        if (0..<a.width).contains(column), (0..<a.height).contains(row) { result.append((column, row)) }
      }
    }
    return result
  }

  private func isEdge(_ picture: Bitmap, _ other: Bitmap, _ x: Int, _ y: Int) -> Bool {
    let places = neighbors(x, y)
    let own = pixel(picture, x, y)
    let deltas = places.map { brightness(own, pixel(picture, $0.0, $0.1), x, y) }
    let equal = deltas.filter { $0 == 0 }.count + (places.count < 8 ? 1 : 0)
    guard equal <= 2, let least = deltas.min(), let most = deltas.max(), least < 0, most > 0,
      let first = deltas.firstIndex(of: least), let last = deltas.firstIndex(of: most)
    else { return false }
    return [places[first], places[last]].contains { isEven(picture, $0) && isEven(other, $0) }
  }

  private func isEven(_ picture: Bitmap, _ place: (Int, Int)) -> Bool {
    let places = neighbors(place.0, place.1)
    let own = pixel(picture, place.0, place.1)
    return places.filter { pixel(picture, $0.0, $0.1) == own }.count + (places.count < 8 ? 1 : 0) >= 3
  }

  private func brightness(_ p: [Double], _ q: [Double], _ x: Int, _ y: Int) -> Double {
    if p == q { return 0 }
    let behind = metric == .oklab ? [255, 255, 255] : backdrop(x, y)
    var d = (0..<3).map { p[$0] - q[$0] }
    if p[3] < 255 || q[3] < 255 {
      d = (0..<3).map { (p[$0] * p[3] - q[$0] * q[3] - behind[$0] * (p[3] - q[3])) / 255 }
    }
    let luma = d[0] * 0.29889531 + d[1] * 0.58662247 + d[2] * 0.11448223
    return luma == 0 && metric == .oklab && (p[3] < 255 || q[3] < 255) ? (p[3] - q[3]) / 2 : luma
  }
}
