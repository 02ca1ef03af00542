/// A blend of colours in a unit square that is stretched over the area it fills.
///
/// Guarantees: at least one stop, at most `Limits.gradientStops`; offsets rise from 0…1 to 0…1.
/// Colours are interpolated premultiplied, as cairo does. Since the square is stretched, lines of equal colour
/// on an area that is not square are not perpendicular to the direction (the rule of CAGradientLayer).
public struct Gradient: Hashable, Sendable {
  /// Where the blend runs, in the unit square, y down.
  public enum Kind: Hashable, Sendable {
    /// Along the line between two points, clamped beyond both.
    case linear(start: Point, end: Point)
    /// From the centre outwards; the radius is in units of the square.
    case radial(center: Point, radius: Double)
    /// Around the centre, clockwise, from the given angle in degrees (0 = up).
    case conic(center: Point, angle: Double)
  }

  /// A colour at a place of the blend.
  public struct Stop: Hashable, Sendable {
    /// 0 at the start, 1 at the end.
    public var offset: Double
    /// The colour there.
    public var color: Color

    /// Makes a stop.
    public init(offset: Double, color: Color) {
      self.offset = offset
      self.color = color
    }
  }

  /// Its direction.
  public let kind: Kind
  /// Its colours, in order of offset.
  public let stops: [Stop]

  /// Makes a gradient, or nil when there is no stop or more than `Limits.gradientStops`.
  ///
  /// Offsets are clamped to 0…1, and one that falls behind its predecessor is lifted to it (as in CSS).
  public init?(kind: Kind, stops: [Stop]) {
    guard !stops.isEmpty, stops.count <= Limits.gradientStops else { return nil }
    var last = 0.0
    self.kind = kind
    self.stops = stops.map { stop in
      last = max(last, min(1, max(0, stop.offset)))
      return Stop(offset: last, color: stop.color)
    }
  }

  /// Makes a gradient of evenly spaced colours.
  public init?(kind: Kind, colors: [Color]) {
    let step = colors.count > 1 ? 1 / Double(colors.count - 1) : 0
    self.init(
      kind: kind,
      stops: colors.enumerated().map { Stop(offset: Double($0.offset) * step, color: $0.element) })
  }
}
