import CardRaster

/// How a motion gathers and loses speed: the curves of UIKit and of CSS.
enum Easing: String, Sendable, CaseIterable {
  case linear, easeIn, easeOut, easeInOut

  /// The share of the way, 0…1, that is done after a share of the time.
  ///
  /// A cubic Bézier curve from (0, 0) to (1, 1); the parameter of a time is found by halving, since the time only grows
  /// with it.
  func share(_ time: Double) -> Double {
    let (first, second): (Point, Point)
    switch self {
    case .linear: return min(1, max(0, time))
    case .easeIn: (first, second) = (Point(x: 0.42, y: 0), Point(x: 1, y: 1))
    case .easeOut: (first, second) = (Point(x: 0, y: 0), Point(x: 0.58, y: 1))
    case .easeInOut: (first, second) = (Point(x: 0.42, y: 0), Point(x: 0.58, y: 1))
    }
    func curve(_ s: Double, _ a: Double, _ b: Double) -> Double {
      let r = 1 - s
      return 3 * r * r * s * a + 3 * r * s * s * b + s * s * s
    }
    var (low, high) = (0.0, 1.0)
    for _ in 0..<40 {
      let middle = (low + high) / 2
      if curve(middle, first.x, second.x) < time { low = middle } else { high = middle }
    }
    return curve(high, first.y, second.y)
  }

  /// The share of the way that is done at a moment of a motion that takes so long, both in seconds; nil once it is over, and
  /// in a still, whose moment is nil.
  func share(of duration: Double, at time: Double?) -> Double? {
    guard let time, time < duration else { return nil }
    return share(max(0, time) / duration)
  }
}
