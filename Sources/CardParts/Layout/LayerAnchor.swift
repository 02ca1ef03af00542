import CardRaster

/// Where a part stands in a box that it shares with others.
public enum LayerAnchor: String, Hashable, Sendable, CaseIterable {
  /// Over all of it.
  case fill
  /// In a corner, in the middle of an edge, or in the middle.
  case topLeft, top, topRight, left, center, right, bottomLeft, bottom, bottomRight

  /// How much of the space that is left over lies before the part.
  var share: Point {
    switch self {
    case .fill, .center: Point(x: 0.5, y: 0.5)
    case .topLeft: Point(x: 0, y: 0)
    case .top: Point(x: 0.5, y: 0)
    case .topRight: Point(x: 1, y: 0)
    case .left: Point(x: 0, y: 0.5)
    case .right: Point(x: 1, y: 0.5)
    case .bottomLeft: Point(x: 0, y: 1)
    case .bottom: Point(x: 0.5, y: 1)
    case .bottomRight: Point(x: 1, y: 1)
    }
  }
}
