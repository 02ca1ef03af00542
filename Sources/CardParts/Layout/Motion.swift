public import CardRaster

/// How a box comes to its place in a moving picture: from some way off, in some time.
///
/// A still shows it at its place. What moves inside a clip looks as if it grew.
public struct Motion: Hashable, Sendable {
  /// How far from its place it starts, in points.
  public var offset: Point
  /// How long it takes, in seconds.
  public var duration: Double
  /// How it gathers and loses speed.
  var easing: Easing

  /// How far from its place it is at a moment; a still, whose moment is nil, has it at its place.
  func displacement(at time: Double?) -> Point {
    guard let time, time < duration else { return .zero }
    let rest = 1 - easing.share(max(0, time) / duration)
    return Point(x: offset.x * rest, y: offset.y * rest)
  }
}

extension LayoutBox {
  /// The moment from which on nothing moves any more: 0 when nothing does, infinity when confetti falls for ever.
  var restsAt: Double {
    content.reduce(motion?.duration ?? 0) { latest, entry in
      switch entry {
      case .item, .text: latest
      case .box(let box, _): max(latest, box.restsAt)
      case .confetti(let emitter, _): max(latest, emitter.restsAt)
      }
    }
  }
}
