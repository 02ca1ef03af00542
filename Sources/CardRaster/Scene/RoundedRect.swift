/// A rectangle with rounded corners.
///
/// Guarantees: the radii are not negative and fit the rectangle (`CornerRadii.clamped`).
public struct RoundedRect: Hashable, Sendable {
  /// The rectangle without its corners.
  public let rect: Rect
  /// The corner radii.
  public let radii: CornerRadii
  /// The shape of its corners; always circular if none is rounded.
  public let curve: CornerCurve
  private let isEllipse: Bool

  /// Makes a rounded rectangle; radii that do not fit are scaled down together.
  public init(rect: Rect, radii: CornerRadii = .zero, curve: CornerCurve = .circular) {
    self.init(rect: rect, radii: radii, curve: curve, isEllipse: false)
  }

  init(rect: Rect, radii: CornerRadii, curve: CornerCurve = .circular, isEllipse: Bool) {
    self.rect = rect
    self.radii = CornerRadii(
      topLeft: max(0, radii.topLeft), topRight: max(0, radii.topRight),
      bottomRight: max(0, radii.bottomRight), bottomLeft: max(0, radii.bottomLeft)
    ).clamped(to: rect.size)
    self.curve = self.radii.isZero || isEllipse ? .circular : curve
    self.isEllipse = isEllipse
  }

  /// The shape moved by a vector.
  public func moved(by delta: Point) -> RoundedRect {
    RoundedRect(rect: rect.moved(by: delta), radii: radii, curve: curve, isEllipse: isEllipse)
  }

  /// The shape mirrored horizontally within a width.
  public func mirrored(in width: Double) -> RoundedRect {
    let radii = CornerRadii(
      topLeft: radii.topRight, topRight: radii.topLeft, bottomRight: radii.bottomLeft,
      bottomLeft: radii.bottomRight)
    return RoundedRect(rect: rect.mirrored(in: width), radii: radii, curve: curve, isEllipse: isEllipse)
  }

  /// The same corners on another rectangle.
  public func withRect(_ rect: Rect) -> RoundedRect {
    RoundedRect(rect: rect, radii: radii, curve: curve, isEllipse: isEllipse)
  }

  /// The outline inset by `amount`, with concentric corners.
  public func inset(by amount: Double) -> RoundedRect {
    RoundedRect(rect: rect.inset(by: amount), radii: radii.inset(by: amount), curve: curve)
  }

  /// Its outline, clockwise from the left end of the top edge.
  public var path: Path {
    if curve == .continuous { return continuousPath(in: rect, cornerSizes) }
    if radii.isZero, !isEllipse { return .polygon(rect.corners) }
    return Self.path(in: rect, cornerSizes)
  }

  /// The outline inset by a different distance at each edge, like the inner edge of a border.
  ///
  /// Its corners may be elliptical.
  package func path(insetBy insets: Insets) -> Path {
    let sizes = innerCornerSizes(insets)
    let inner = rect.inset(by: insets)
    return curve == .continuous ? continuousPath(in: inner, sizes) : Self.path(in: inner, sizes)
  }

  /// The corner sizes, clockwise from the top left.
  private var cornerSizes: [Size] {
    if isEllipse { return [Size](repeating: Size(width: rect.width / 2, height: rect.height / 2), count: 4) }
    return [radii.topLeft, radii.topRight, radii.bottomRight, radii.bottomLeft].map {
      Size(width: $0, height: $0)
    }
  }

  /// The corner sizes of `path(insetBy:)`; zero if an edge is inset by more than the corner's size.
  package func innerCornerSizes(_ insets: Insets) -> [Size] {
    let inner = rect.inset(by: insets)
    let sizes = zip(
      cornerSizes,
      [
        (insets.left, insets.top), (insets.right, insets.top), (insets.right, insets.bottom),
        (insets.left, insets.bottom),
      ]
    ).map { size, moved in
      let inner = Size(width: size.width - moved.0, height: size.height - moved.1)
      return inner.width > 0 && inner.height > 0 ? inner : .zero
    }
    // A thick edge leaves no room for the corners of the others.
    let sums = [
      (inner.width, sizes[0].width + sizes[1].width), (inner.width, sizes[2].width + sizes[3].width),
      (inner.height, sizes[0].height + sizes[3].height), (inner.height, sizes[1].height + sizes[2].height),
    ]
    let share = sums.reduce(1.0) { $1.1 > $1.0 ? min($0, $1.0 / $1.1) : $0 }
    return sizes.map { Size(width: $0.width * share, height: $0.height * share) }
  }

  /// An outline with elliptical corners of given sizes.
  private static func path(in rect: Rect, _ sizes: [Size]) -> Path {
    var path = Path(steps: 10, points: 17)
    func reach(_ index: Int) -> (x: Double, y: Double) { (sizes[index].width, sizes[index].height) }
    let k = 1 - Path.circleConstant
    let (tl, tr, br, bl) = (reach(0), reach(1), reach(2), reach(3))
    let (x0, y0, x1, y1) = (rect.minX, rect.minY, rect.maxX, rect.maxY)
    path.move(to: Point(x: x0 + tl.x, y: y0))
    path.line(to: Point(x: x1 - tr.x, y: y0))
    if tr.x > 0 {
      path.curve(
        Point(x: x1 - tr.x * k, y: y0), Point(x: x1, y: y0 + tr.y * k), to: Point(x: x1, y: y0 + tr.y))
    }
    path.line(to: Point(x: x1, y: y1 - br.y))
    if br.x > 0 {
      path.curve(
        Point(x: x1, y: y1 - br.y * k), Point(x: x1 - br.x * k, y: y1), to: Point(x: x1 - br.x, y: y1))
    }
    path.line(to: Point(x: x0 + bl.x, y: y1))
    if bl.x > 0 {
      path.curve(
        Point(x: x0 + bl.x * k, y: y1), Point(x: x0, y: y1 - bl.y * k), to: Point(x: x0, y: y1 - bl.y))
    }
    path.line(to: Point(x: x0, y: y0 + tl.y))
    if tl.x > 0 {
      path.curve(
        Point(x: x0, y: y0 + tl.y * k), Point(x: x0 + tl.x * k, y: y0), to: Point(x: x0 + tl.x, y: y0))
    }
    path.close()
    return path
  }
}

extension Path {
  /// The ellipse inscribed in a rectangle.
  public static func ellipse(in rect: Rect) -> Path {
    RoundedRect(
      rect: rect, radii: CornerRadii(min(rect.width, rect.height) / 2), isEllipse: true
    ).path
  }
}
