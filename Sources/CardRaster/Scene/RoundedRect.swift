/// A rectangle with rounded corners.
///
/// Guarantees: the radii are not negative and fit the rectangle (`CornerRadii.clamped`).
public struct RoundedRect: Hashable, Sendable {
  /// The rectangle.
  public let rect: Rect
  /// Its corners.
  public let radii: CornerRadii
  /// The form of its corners; circular where none is round.
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

  /// The same shape somewhere else.
  public func moved(by delta: Point) -> RoundedRect {
    RoundedRect(rect: rect.moved(by: delta), radii: radii, curve: curve, isEllipse: isEllipse)
  }

  /// The shape as a mirror at the middle of a width shows it.
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

  /// The outline `amount` further in, with corners that stay concentric.
  public func inset(by amount: Double) -> RoundedRect {
    RoundedRect(rect: rect.inset(by: amount), radii: radii.inset(by: amount), curve: curve)
  }

  /// Its outline, clockwise from the left end of the top edge.
  public var path: Path {
    if curve == .continuous { return continuousPath }
    var path = Path(steps: 10, points: 17)
    if radii.isZero, !isEllipse {
      path.move(to: rect.origin)
      path.line(to: Point(x: rect.maxX, y: rect.minY))
      path.line(to: Point(x: rect.maxX, y: rect.maxY))
      path.line(to: Point(x: rect.minX, y: rect.maxY))
      path.close()
      return path
    }
    func reach(_ radius: Double) -> (x: Double, y: Double) {
      isEllipse ? (rect.width / 2, rect.height / 2) : (radius, radius)
    }
    let k = 1 - Path.circleConstant
    let (tl, tr) = (reach(radii.topLeft), reach(radii.topRight))
    let (br, bl) = (reach(radii.bottomRight), reach(radii.bottomLeft))
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
