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
