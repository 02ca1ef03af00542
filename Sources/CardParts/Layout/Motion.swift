package import CardRaster

/// How a box comes to its place in a moving picture: from some way off, in some time.
///
/// A still shows it at its place. What moves inside a clip looks as if it grew.
package struct Motion: Hashable, Sendable {
  /// How far from its place it starts, in points.
  package var offset: Point
  /// How long it takes, in seconds.
  package var duration: Double
  /// How it gathers and loses speed.
  var easing: Easing

  /// How far from its place it is at a moment; a still, whose moment is nil, has it at its place.
  func displacement(at time: Double?) -> Point {
    guard let share = easing.share(of: duration, at: time) else { return .zero }
    let rest = 1 - share
    return Point(x: offset.x * rest, y: offset.y * rest)
  }
}

/// How a box is uncovered in a moving picture: around a point, as by the hand of a clock.
///
/// A still shows all of it.
struct Sweep: Hashable, Sendable {
  /// The point, in the box.
  var center: Point
  /// How far what is uncovered reaches, in points.
  var radius: Double
  /// Where the hand starts, in degrees clockwise from 12 o'clock.
  var start: Double
  /// Where it ends.
  var end: Double
  /// How long it takes, in seconds.
  var duration: Double
  /// How it gathers and loses speed.
  var easing: Easing

  /// Where the hand is at a moment; nil where all is seen.
  func angle(at time: Double?) -> Double? {
    easing.share(of: duration, at: time).map { start + (end - start) * $0 }
  }

  /// The sweep as a mirror at the middle of a width shows it.
  func mirrored(in width: Double) -> Sweep {
    var sweep = self
    sweep.center.x = width - center.x
    (sweep.start, sweep.end) = (-start, -end)
    return sweep
  }
}

extension LayoutBox {
  /// The moment from which on nothing moves any more: 0 when nothing does, infinity when confetti falls for ever.
  var restsAt: Double {
    let own = max(motion?.duration ?? 0, sweep?.duration ?? 0, poses?.restsAt ?? 0)
    return content.reduce(own) { latest, entry in
      switch entry {
      case .item, .text: latest
      case .box(let box, _): max(latest, box.restsAt)
      case .confetti(let emitter, _): max(latest, emitter.restsAt)
      }
    }
  }
}

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
