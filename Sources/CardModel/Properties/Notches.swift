package import CardRaster

/// Semicircles cut out of two opposite edges, with a dashed line between them, as on a ticket.
package struct Notches: Hashable, Sendable {
  /// The direction of the line between the notches.
  package enum Axis: String, Hashable, Sendable, CaseIterable {
    /// From the left to the right edge.
    case horizontal
    /// From the top to the bottom edge.
    case vertical
  }

  package var radius = 8.0
  var at = Extent.share(0.5)
  package var axis = Axis.horizontal
  var lineColor: Color?
  var lineWidth = 1.0

  package init() {}

  package static let fields = FieldTable<Notches> {
    Field("radius", \.radius, .number(0...1000), "The radius of the half circles.")
    Field(
      "at", \.at, .extent,
      "The distance of their centres from the upper edge, or with `vertical` from the left edge.")
    Field(
      "axis", \.axis, .word,
      "`horizontal` cuts into the left and right edges, `vertical` into the upper and lower edges.")
    Field(
      "lineColor", \.lineColor, .color, "The colour of a line of dashes between the two.", default: "no line")
    Field("lineWidth", \.lineWidth, .length, "The thickness of that line.")
  }

  /// The notches with their position in points.
  func placed(in size: Size) -> Placed {
    let length = axis == .horizontal ? size.height : size.width
    let place: Double
    switch at {
    case .points(let points): place = points
    case .share(let share): place = share * length
    }
    return Placed(radius: radius, place: place, axis: axis, lineColor: lineColor, lineWidth: lineWidth)
  }

  /// The notches with their position in points; nil if they do not fit between the corners.
  package func fitting(_ size: Size, corner: Double) -> Placed? {
    let placed = placed(in: size)
    let (length, other) = axis == .horizontal ? (size.height, size.width) : (size.width, size.height)
    guard placed.place - placed.radius >= corner, placed.place + placed.radius <= length - corner,
      placed.radius * 2 <= other
    else { return nil }
    return placed
  }

  /// The notches of a box.
  package struct Placed: Hashable, Sendable {
    var radius: Double
    /// The position of the centres, from the top or left edge, in points.
    var place: Double
    var axis: Axis
    var lineColor: Color?
    var lineWidth: Double

    package var words: String {
      let line = lineColor.map { ", line \($0.hexText) \(NumberText.format(lineWidth))" } ?? ""
      return "\(axis.rawValue) at \(NumberText.format(place)), radius \(NumberText.format(radius))\(line)"
    }

    func mirrored(in size: Size) -> Placed {
      changing(self) { if axis == .vertical { $0.place = size.width - place } }
    }
  }
}

extension ValueKind where Value == Notches {
  /// Semicircles cut out of two edges.
  package static var notches: Self {
    ValueKind<Notches>.object("notches", "Half circles cut out of two edges.", Notches.fields) { Notches() }
      .shown { "\($0.axis.rawValue), radius \(NumberText.format($0.radius))" }
  }
}

extension Notches.Placed {
  /// The clockwise outline of a box with the notches cut out; corners are circular arcs.
  package func outline(of shape: RoundedRect) -> Path {
    let (rect, radii) = (shape.rect, shape.radii)
    let cut = axis == .horizontal
    var path = Path()
    path.move(to: Point(x: rect.minX + radii.topLeft, y: rect.minY))
    if !cut {
      notch(Point(x: rect.minX + place, y: rect.minY), from: Self.left, Self.down, Self.right, &path)
    }
    corner(Point(x: rect.maxX, y: rect.minY), radii.topRight, Self.up, Self.right, &path)
    if cut { notch(Point(x: rect.maxX, y: rect.minY + place), from: Self.up, Self.left, Self.down, &path) }
    corner(Point(x: rect.maxX, y: rect.maxY), radii.bottomRight, Self.right, Self.down, &path)
    if !cut { notch(Point(x: rect.minX + place, y: rect.maxY), from: Self.right, Self.up, Self.left, &path) }
    corner(Point(x: rect.minX, y: rect.maxY), radii.bottomLeft, Self.down, Self.left, &path)
    if cut { notch(Point(x: rect.minX, y: rect.minY + place), from: Self.down, Self.right, Self.up, &path) }
    corner(Point(x: rect.minX, y: rect.minY), radii.topLeft, Self.left, Self.up, &path)
    path.close()
    return path
  }

  /// The area of a border inside of `outline(of:)`; what is outside of it belongs to the area too.
  package func border(of shape: RoundedRect, width: Double) -> Path {
    let outer = RoundedRect(rect: shape.rect, radii: shape.radii)
    var path = outer.path
    path.append(outer.inset(by: width).path.reversed)
    for isFar in [false, true] {
      let rect = shape.rect
      let middle =
        axis == .horizontal
        ? Point(x: isFar ? rect.maxX : rect.minX, y: rect.minY + place)
        : Point(x: rect.minX + place, y: isFar ? rect.maxY : rect.minY)
      for (radius, isHole) in [(radius + width, false), (radius, true)] {
        let square = Rect(
          x: middle.x - radius, y: middle.y - radius, width: 2 * radius, height: 2 * radius)
        let disc = RoundedRect(rect: square, radii: CornerRadii(radius)).path
        path.append(isHole ? disc.reversed : disc)
      }
    }
    return path
  }

  private static let up = Point(x: 0, y: -1)
  private static let down = Point(x: 0, y: 1)
  private static let left = Point(x: -1, y: 0)
  private static let right = Point(x: 1, y: 0)

  /// A 90-degree arc at a corner, between the directions from its centre to its ends.
  private func corner(_ corner: Point, _ radius: Double, _ a: Point, _ b: Point, _ path: inout Path) {
    let middle = Point(x: corner.x - (a.x + b.x) * radius, y: corner.y - (a.y + b.y) * radius)
    quarter(middle, radius, a, b, &path)
  }

  private func notch(_ middle: Point, from a: Point, _ b: Point, _ c: Point, _ path: inout Path) {
    quarter(middle, radius, a, b, &path)
    quarter(middle, radius, b, c, &path)
  }

  private func quarter(_ middle: Point, _ radius: Double, _ a: Point, _ b: Point, _ path: inout Path) {
    func point(_ x: Double, _ y: Double) -> Point {
      Point(x: middle.x + radius * (a.x * x + b.x * y), y: middle.y + radius * (a.y * x + b.y * y))
    }
    path.line(to: point(1, 0))
    guard radius > 0 else { return }
    // The closest cubic Bézier approximation of a 90-degree arc.
    let handle = 0.552284749831
    path.curve(point(1, handle), point(handle, 1), to: point(0, 1))
  }

  /// The dashed line between the notches of a box; nil if there is none.
  package func line(in rect: Rect) -> DisplayItem? {
    guard let lineColor, lineWidth > 0 else { return nil }
    let room = radius + lineWidth * 2
    var path = Path()
    if axis == .horizontal {
      path.move(to: Point(x: rect.minX + room, y: rect.minY + place))
      path.line(to: Point(x: rect.maxX - room, y: rect.minY + place))
      guard rect.width > 2 * room else { return nil }
    } else {
      path.move(to: Point(x: rect.minX + place, y: rect.minY + room))
      path.line(to: Point(x: rect.minX + place, y: rect.maxY - room))
      guard rect.height > 2 * room else { return nil }
    }
    let dashes = [lineWidth * 4, lineWidth * 4]
    return .stroke(path, Stroke(width: lineWidth, dashes: dashes).fitting(path), lineColor)
  }
}
