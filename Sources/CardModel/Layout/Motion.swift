package import CardRaster

/// The motion of a box in an animation: from an offset to its final position.
///
/// A still shows the final position. Motion inside a clip looks like growth.
package struct Motion: Hashable, Sendable {
  /// The offset of the start from the final position, in points.
  package var offset: Point
  /// The duration, in seconds.
  package var duration: Double
  /// The timing curve.
  var easing: Easing

  /// The offset at a time; zero for a still, whose time is nil.
  package func displacement(at time: Double?) -> Point {
    guard let share = easing.share(of: duration, at: time) else { return .zero }
    let rest = 1 - share
    return Point(x: offset.x * rest, y: offset.y * rest)
  }
}

/// The reveal of a box in an animation: around a point, like the hand of a clock.
///
/// A still shows the whole box.
package struct Sweep: Hashable, Sendable {
  /// The centre, in the box's coordinates.
  package var center: Point
  /// The radius of the revealed area, in points.
  package var radius: Double
  /// The start angle, in degrees clockwise from 12 o'clock.
  package var start: Double
  package var end: Double
  /// The duration, in seconds.
  package var duration: Double
  /// The timing curve.
  package var easing: Easing

  package init(center: Point, radius: Double, start: Double, end: Double, duration: Double, easing: Easing) {
    self.center = center
    self.radius = radius
    self.start = start
    self.end = end
    self.duration = duration
    self.easing = easing
  }

  /// The angle of the hand at a time; nil once everything is visible.
  package func angle(at time: Double?) -> Double? {
    easing.share(of: duration, at: time).map { start + (end - start) * $0 }
  }

  /// The sweep mirrored within a width.
  func mirrored(in width: Double) -> Sweep {
    var sweep = self
    sweep.center.x = width - center.x
    (sweep.start, sweep.end) = (-start, -end)
    return sweep
  }
}

extension LayoutBox {
  /// The time after which nothing moves: 0 without motion, infinity for endless confetti.
  package var restsAt: Double {
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

/// The timing curve of a motion, as in UIKit and CSS.
package enum Easing: String, Sendable, CaseIterable {
  case linear, easeIn, easeOut, easeInOut

  /// The eased progress, 0…1, for a fraction of the duration.
  ///
  /// A cubic Bézier curve from (0, 0) to (1, 1). The curve parameter for a time is found by bisection,
  /// because time increases with the parameter.
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

  /// The eased progress at a time, both in seconds; nil after the end and for a still, whose time is nil.
  func share(of duration: Double, at time: Double?) -> Double? {
    guard let time, time < duration else { return nil }
    return share(max(0, time) / duration)
  }
}
