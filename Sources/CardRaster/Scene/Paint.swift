/// The fill of an area.
public enum Paint: Hashable, Sendable {
  /// One colour everywhere.
  case solid(Color)
  /// A blend along a line or around a centre.
  case gradient(Gradient)

  /// Whether every pixel it fills is opaque.
  public var isOpaque: Bool {
    switch self {
    case .solid(let color): color.isOpaque
    case .gradient(let gradient): gradient.stops.allSatisfy { $0.color.isOpaque }
    }
  }
}
