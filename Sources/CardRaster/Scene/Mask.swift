/// Where a group is seen and how strongly: the alpha of a gradient, stretched over a rectangle.
public struct Mask: Hashable, Sendable {
  /// What the gradient's unit square is stretched over; nothing outside of it is seen.
  public var bounds: Rect
  /// Its alpha is multiplied with that of the group; its colours do not count.
  public let gradient: Gradient

  /// Makes a mask, or nil for a conic gradient, which SVG has no mask of.
  public init?(_ gradient: Gradient, over bounds: Rect) {
    if case .conic = gradient.kind { return nil }
    // White in any strength: SVG multiplies with the brightness too.
    let stops = gradient.stops.map { stop in
      Gradient.Stop(
        offset: stop.offset, color: Color(red: 255, green: 255, blue: 255, alpha: stop.color.alpha))
    }
    guard let white = Gradient(kind: gradient.kind, stops: stops) else { return nil }
    self.gradient = white
    self.bounds = bounds
  }

  /// The masks that together let something fade out at the edges of a rectangle, each over a length of its own.
  ///
  /// - Returns: none where nothing fades, one for the left and right edge, and one for the upper and lower one.
  public static func fading(at edges: Insets, of rect: Rect) -> [Mask] {
    let across = Self.stops(edges.left, edges.right, in: rect.width)
    let down = Self.stops(edges.top, edges.bottom, in: rect.height)
    return [
      across.flatMap { Gradient(kind: .linear(start: .zero, end: Point(x: 1, y: 0)), stops: $0) },
      down.flatMap { Gradient(kind: .linear(start: .zero, end: Point(x: 0, y: 1)), stops: $0) },
    ].compactMap { $0.flatMap { Mask($0, over: rect) } }
  }

  /// The stops of a blend that fades over a length at its start and another at its end; nil where neither does.
  private static func stops(_ start: Double, _ end: Double, in length: Double) -> [Gradient.Stop]? {
    guard length > 0, start > 0 || end > 0 else { return nil }
    // Fades that meet share the length by their own.
    let factor = min(1, length / (max(0, start) + max(0, end)))
    var stops: [Gradient.Stop] = []
    if start > 0 {
      stops.append(Gradient.Stop(offset: 0, color: .clear))
      stops.append(Gradient.Stop(offset: start * factor / length, color: .black))
    }
    if end > 0 {
      stops.append(Gradient.Stop(offset: 1 - end * factor / length, color: .black))
      stops.append(Gradient.Stop(offset: 1, color: .clear))
    }
    return stops
  }
}
