/// An affine transform of the plane: `x' = a·x + c·y + tx`, `y' = b·x + d·y + ty`.
public struct Transform: Hashable, Sendable {
  /// The coefficient of x in x'.
  public var a: Double
  /// The coefficient of x in y'.
  public var b: Double
  /// The coefficient of y in x'.
  public var c: Double
  /// The coefficient of y in y'.
  public var d: Double
  /// The shift to the right.
  public var tx: Double
  /// The shift downward.
  public var ty: Double

  /// The transform that changes nothing.
  public static let identity = Transform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

  /// Makes a transform from its six numbers, in cairo's and SVG's order.
  public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.tx = tx
    self.ty = ty
  }

  /// A shift.
  public static func translation(_ delta: Point) -> Transform {
    Transform(a: 1, b: 0, c: 0, d: 1, tx: delta.x, ty: delta.y)
  }

  /// A scaling about the origin.
  public static func scale(_ x: Double, _ y: Double) -> Transform {
    Transform(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0)
  }

  /// A skew along x and y, in degrees, as `skew()` in CSS.
  package static func skew(_ angles: Point) -> Transform {
    func tangent(_ degrees: Double) -> Double {
      let (sine, cosine) = Angle.sineAndCosine(degrees: degrees)
      return sine / cosine
    }
    return Transform(a: 1, b: tangent(angles.y), c: tangent(angles.x), d: 1, tx: 0, ty: 0)
  }

  /// The factor by which areas grow; negative for a mirrored plane.
  package var area: Double { a * d - b * c }

  /// The transform that applies this one first and `next` after it.
  public func then(_ next: Transform) -> Transform {
    Transform(
      a: a * next.a + b * next.c, b: a * next.b + b * next.d,
      c: c * next.a + d * next.c, d: c * next.b + d * next.d,
      tx: tx * next.a + ty * next.c + next.tx, ty: tx * next.b + ty * next.d + next.ty)
  }

  /// The inverse transform, or nil if this one is not invertible.
  var inverse: Transform? {
    let determinant = a * d - b * c
    guard determinant.isFinite, determinant.magnitude > 1e-12 else { return nil }
    return Transform(
      a: d / determinant, b: -b / determinant, c: -c / determinant, d: a / determinant,
      tx: (c * ty - d * tx) / determinant, ty: (b * tx - a * ty) / determinant)
  }

  /// The scale factor if it is the same in all directions, so that circles stay circles; nil otherwise.
  var evenScale: Double? {
    let (across, down) = (a * a + b * b, c * c + d * d)
    let room = 1e-9 * across
    guard (across - down).magnitude <= room, (a * c + b * d).magnitude <= room else { return nil }
    return across.squareRoot()
  }

  /// The transformed point.
  public func apply(_ p: Point) -> Point {
    Point(x: a * p.x + c * p.y + tx, y: b * p.x + d * p.y + ty)
  }

  /// The smallest upright rectangle around a transformed one.
  package func bounds(of rect: Rect) -> Rect {
    var extent = Extent()
    extent.include(apply(rect.origin))
    extent.include(apply(Point(x: rect.maxX, y: rect.minY)))
    extent.include(apply(Point(x: rect.minX, y: rect.maxY)))
    extent.include(apply(Point(x: rect.maxX, y: rect.maxY)))
    return extent.rect ?? rect
  }
}
