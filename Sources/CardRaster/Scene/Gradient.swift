/// A colour gradient in a unit square that is stretched over the area it fills.
///
/// Guarantees: at least one stop, at most `Limits.gradientStops`; offsets are in 0…1 and never decrease.
/// Colours are interpolated premultiplied, as in cairo. As the square is stretched, lines of equal colour are
/// not perpendicular to the direction if the area is not square (the rule of CAGradientLayer).
public struct Gradient: Hashable, Sendable {
  /// The geometry of the gradient in the unit square, y down.
  public enum Kind: Hashable, Sendable {
    /// Along the line between two points, clamped beyond both.
    case linear(start: Point, end: Point)
    /// From the centre outwards; the radius is in units of the square.
    case radial(center: Point, radius: Double)
    /// Around the centre, clockwise, from the given angle in degrees (0 = up).
    case conic(center: Point, angle: Double)
  }

  /// A colour at an offset.
  public struct Stop: Hashable, Sendable {
    /// 0 at the start, 1 at the end.
    public var offset: Double
    /// The colour at the offset.
    public var color: Color

    /// Makes a stop.
    public init(offset: Double, color: Color) {
      self.offset = offset
      self.color = color
    }
  }

  /// The geometry.
  public let kind: Kind
  /// The stops, in order of offset.
  public private(set) var stops: [Stop]
  /// Whether the unit square is not stretched: its sides are the longer side of the filled area.
  ///
  /// Then the centre of a radial or conic gradient is still a point of the area.
  public let isCircle: Bool

  /// Makes a gradient, or nil without stops or with more than `Limits.gradientStops`.
  ///
  /// Offsets are clamped to 0…1, and an offset below its predecessor is raised to it (as in CSS).
  public init?(kind: Kind, stops: [Stop], isCircle: Bool = false) {
    guard !stops.isEmpty, stops.count <= Limits.gradientStops else { return nil }
    var last = 0.0
    self.kind = kind
    self.isCircle = isCircle
    self.stops = stops.map { stop in
      last = max(last, min(1, max(0, stop.offset)))
      return Stop(offset: last, color: stop.color)
    }
  }

  /// Makes a gradient of evenly spaced colours.
  public init?(kind: Kind, colors: [Color], isCircle: Bool = false) {
    let step = colors.count > 1 ? 1 / Double(colors.count - 1) : 0
    self.init(
      kind: kind,
      stops: colors.enumerated().map { Stop(offset: Double($0.offset) * step, color: $0.element) },
      isCircle: isCircle)
  }

  /// The gradient with other colours, each derived from the opacity of a stop, 0…1.
  func recolored(_ color: (Double) -> Color) -> Gradient {
    var result = self
    result.stops = stops.map {
      Stop(offset: $0.offset, color: color(Double($0.color.alpha) / 255))
    }
    return result
  }

  /// The rectangle that the unit square is stretched over in an area.
  package func square(in area: Rect) -> Rect {
    guard isCircle else { return area }
    let center =
      switch kind {
      case .linear: Point(x: 0.5, y: 0.5)
      case .radial(let center, _), .conic(let center, _): center
      }
    let side = max(area.width, area.height)
    return Rect(
      x: area.minX + center.x * (area.width - side), y: area.minY + center.y * (area.height - side),
      width: side, height: side)
  }
}
