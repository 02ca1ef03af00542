import CardRaster

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
}

/// What a part that can grow takes from a deck.
struct Growing: Hashable, Sendable {
  var animated = false
  var duration = 0.5
  var easing = Easing.easeInOut

  static let fields = FieldTable<Growing> {
    Field("animated", \.animated, .boolean, "Whether it grows to its value at the start of a moving picture.")
    Field("duration", \.duration, .number(0.01...3600), "How long it grows, in seconds.")
    Field("easing", \.easing, .word, "How the growing gathers and loses speed.")
  }

  /// Refuses what has no effect on a part that does not grow.
  func check(_ node: JSONNode, _ path: JSONPath, _ context: ReadContext) {
    guard !animated else { return }
    for key in ["duration", "easing"] {
      guard let value = node[key] else { continue }
      context.error(
        value, path.key(key), "'\(key)' has no effect on a part that does not move",
        hint: "set 'animated' to true")
    }
  }

  /// The motion from some way off, or nil for a part that does not grow.
  func motion(from offset: Point) -> Motion? {
    animated ? Motion(offset: offset, duration: duration, easing: easing) : nil
  }

  /// What `inspect` says of it.
  var attributes: [LayoutBox.Attribute] {
    guard animated else { return [] }
    return [
      LayoutBox.Attribute("duration", NumberText.text(duration)),
      LayoutBox.Attribute("easing", easing.rawValue),
    ]
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
