public import CardRaster

/// The lines along the four edges of a box, inside the box.
public struct Border: Hashable, Sendable {
  /// The line of one edge.
  public struct Line: Hashable, Sendable {
    /// The thickness in points; 0 for none.
    public var width: Double
    /// The colour.
    public var color: Color
    /// Solid, dashed or dotted.
    package var style: BorderSpec.Style

    package var isSeen: Bool { width > 0 && !color.isClear }
  }

  /// The lines of the top, right, bottom and left edge.
  package var lines: [Line]

  /// The gradient or pattern of a solid line around all edges; nil for the colours of the lines.
  package var paint: Paint?

  /// Creates a border from four lines: top, right, bottom and left.
  init(lines: [Line], paint: Paint? = nil) { (self.lines, self.paint) = (lines, paint) }

  /// Creates a border with the same solid line on all edges.
  public init(width: Double, color: Color) {
    lines = [Line](repeating: Line(width: width, color: color, style: .solid), count: 4)
  }

  /// The line shared by all edges; nil if they differ.
  package var uniform: Line? { lines.allSatisfy { $0 == lines.first } ? lines.first : nil }

  /// The border with its left and right lines swapped.
  var mirrored: Border {
    lines.count == 4 ? Border(lines: [lines[0], lines[3], lines[2], lines[1]], paint: paint) : self
  }

  /// Whether any line is visible.
  package var isSeen: Bool { lines.contains(where: \.isSeen) }

  /// The description of the border in the manual.
  package var words: String {
    func words(_ line: Line) -> String {
      let style = line.style == .solid ? "" : " \(line.style.rawValue)"
      return line.isSeen ? "\(line.color.hexText) \(NumberText.format(line.width)) pt\(style)" : "none"
    }
    if let uniform { return paint == nil ? words(uniform) : "a gradient" }
    return zip(BorderSpec.Edge.allCases, lines).map { "\($0.rawValue) \(words($1))" }.joined(separator: ", ")
  }
}

/// Drawing of a border.
extension Border {
  /// The inner edge of the border for an outline.
  ///
  /// Where lines of different thickness meet, the inner corner uses the smaller of its two radii.
  package func innerEdge(of outline: RoundedRect, whole: (Double) -> Double = { $0 }) -> RoundedRect {
    guard lines.count == 4 else { return outline }
    if let uniform { return outline.inset(by: whole(uniform.width)) }
    let insets = Insets(
      top: whole(lines[0].width), left: whole(lines[3].width), bottom: whole(lines[2].width),
      right: whole(lines[1].width))
    let radii = outline.innerCornerSizes(insets).map { min($0.width, $0.height) }
    return RoundedRect(
      rect: outline.rect.inset(by: insets),
      radii: CornerRadii(topLeft: radii[0], topRight: radii[1], bottomRight: radii[2], bottomLeft: radii[3]),
      curve: outline.curve)
  }

  /// The drawing items of the border for a pixel-aligned outline.
  ///
  /// As in CSS, edges meet at the line from the outer corner to the inner corner of the box, and rounded
  /// corners change gradually from the thickness of one edge to that of the next.
  ///
  /// - Parameter whole: Rounds a thickness to whole pixels, at least one.
  package func items(along outline: RoundedRect, whole: (Double) -> Double) -> [DisplayItem] {
    guard isSeen else { return [] }
    let lines = lines.map { Line(width: whole($0.width), color: $0.color, style: $0.style) }
    if let line = Border(lines: lines).uniform {
      if line.style == .solid {
        let inner = outline.inset(by: line.width)
        return [.fill(.ring(outer: outline, inner: inner), paint ?? .solid(line.color), bounds: outline.rect)]
      }
      if !outline.radii.isZero {
        let path = outline.inset(by: line.width / 2).path
        return [.stroke(path, line.stroke(length: path.measured), line.color)]
      }
    }
    return BorderEdges(lines, along: outline).items
  }
}

/// The edges of a border whose lines differ, or whose dashes start again at each corner.
private struct BorderEdges {
  let lines: [Border.Line]
  let outline: RoundedRect
  let insets: Insets
  let corners: [Point]
  let innerCorners: [Point]

  init(_ lines: [Border.Line], along outline: RoundedRect) {
    self.lines = lines
    self.outline = outline
    let widths = lines.map { max(0, $0.width) }
    func share(_ a: Double, _ b: Double, _ side: Double) -> Double { a + b > side ? side / (a + b) : 1 }
    let (down, across) = (
      share(widths[0], widths[2], outline.rect.height), share(widths[1], widths[3], outline.rect.width)
    )
    insets = Insets(
      top: widths[0] * down, left: widths[3] * across, bottom: widths[2] * down, right: widths[1] * across)
    corners = outline.rect.corners
    innerCorners = outline.rect.inset(by: insets).corners
  }

  var items: [DisplayItem] {
    let seen = (0..<4).filter { lines[$0].isSeen }
    let solid = seen.filter { lines[$0].style == .solid }
    if outline.radii.isZero, Set(solid.map { lines[$0].color }).count <= 1, solid.count == seen.count {
      return seen.map { .rect(strip($0), lines[$0].color) }
    }
    // Edges of one colour are drawn as one area.
    var groups: [[Int]] = []
    for edge in seen {
      let isSolid = lines[edge].style == .solid
      let same = groups.firstIndex { group in
        let other = lines[group[0]]
        return isSolid
          ? other.style == .solid && other.color == lines[edge].color
          : other == lines[edge] && !outline.radii.isZero
      }
      if let same { groups[same].append(edge) } else { groups.append([edge]) }
    }
    return groups.enumerated().map { number, group in
      let later = Set(groups[(number + 1)...].joined())
      return item(group, before: later, isAlone: groups.count == 1)
    }
  }

  private func item(_ edges: [Int], before later: Set<Int>, isAlone: Bool) -> DisplayItem {
    let line = lines[edges[0]]
    let drawn =
      if line.style == .solid {
        DisplayItem.fill(.path(ring), .solid(line.color), bounds: outline.rect)
      } else if outline.radii.isZero {
        straight(edges[0])
      } else {
        around(line)
      }
    let isWhole = line.style == .solid ? isAlone : outline.radii.isZero && !meetsAnother(edges[0])
    if isWhole { return drawn }
    return .group(DisplayItem.Group([drawn], clip: .path(area(edges, before: later))))
  }

  /// The area between the outline and the inner edge.
  private var ring: Path { changing(outline.path) { $0.append(outline.path(insetBy: insets).reversed) } }

  /// Dashes or dots around the whole shape with rounded corners; the group clips them to some edges.
  private func around(_ line: Border.Line) -> DisplayItem {
    let path = outline.path(
      insetBy: Insets(
        top: insets.top / 2, left: insets.left / 2, bottom: insets.bottom / 2, right: insets.right / 2))
    let stroke = DisplayItem.stroke(path, line.stroke(length: path.measured), line.color)
    return line.style == .dotted
      ? stroke : .group(DisplayItem.Group([stroke], clip: .path(ring)))
  }

  /// Whether an adjacent edge has another line, so that this line must end at the corner.
  ///
  /// Opaque dashes of the same line may overlap in a corner, and dots of both edges are at the same place
  /// there.
  private func meetsAnother(_ edge: Int) -> Bool {
    [(edge + 3) % 4, (edge + 1) % 4].contains { other in
      let line = lines[other]
      return line.isSeen && (line != lines[edge] || (line.style == .dashed && !line.color.isOpaque))
    }
  }

  /// The line of one edge between square corners.
  ///
  /// Dashes reach from corner to corner; dots are placed at the corners.
  private func straight(_ edge: Int) -> DisplayItem {
    let line = lines[edge]
    let way = Self.ways[edge]
    let half = line.width / 2
    let inward = Point(x: -way.y * half, y: way.x * half)
    var (start, end) = (corners[edge] + inward, corners[(edge + 1) % 4] + inward)
    if line.style == .dotted {
      start = start + way * half
      end = end - way * half
    }
    var path = Path()
    path.move(to: start)
    path.line(to: end)
    let stroke = line.stroke(length: path.measured, isOpen: true)
    // The dots at the corners belong to the top and bottom edges.
    let isSide = edge % 2 == 1
    if line.style == .dotted, isSide, let period = stroke.dashes.last {
      let hasStart = lines[edge - 1] == line
      let hasEnd = lines[(edge + 1) % 4] == line
      guard !(hasStart && hasEnd) || path.measured > 1.5 * period else {
        return .group(DisplayItem.Group([]))
      }
      path = Path()
      path.move(to: hasStart ? start + way * period : start)
      path.line(to: hasEnd ? end - way * period : end)
    }
    return .stroke(path, stroke, line.color)
  }

  /// The directions of the edges, clockwise from the top edge.
  private static let ways = [
    Point(x: 1, y: 0), Point(x: 0, y: 1), Point(x: -1, y: 0), Point(x: 0, y: -1),
  ]

  /// The area of one edge of a box with square corners and lines of one colour.
  ///
  /// The top and bottom edges include the corners.
  private func strip(_ edge: Int) -> Rect {
    let rect = outline.rect
    let (top, bottom) = (lines[0].isSeen ? insets.top : 0, lines[2].isSeen ? insets.bottom : 0)
    let height = max(0, rect.height - top - bottom)
    return switch edge {
    case 0: Rect(x: rect.minX, y: rect.minY, width: rect.width, height: insets.top)
    case 1: Rect(x: rect.maxX - insets.right, y: rect.minY + top, width: insets.right, height: height)
    case 2: Rect(x: rect.minX, y: rect.maxY - insets.bottom, width: rect.width, height: insets.bottom)
    default: Rect(x: rect.minX, y: rect.minY + top, width: insets.left, height: height)
    }
  }

  /// The area of some edges: for each, the part between the joints at its two corners.
  ///
  /// - Parameter later: The edges drawn later. The area extends slightly below them, because the background
  ///   would shine through at the shared joint.
  private func area(_ edges: [Int], before later: Set<Int>) -> Path {
    var path = Path()
    for edge in edges {
      let (start, end) = (edge, (edge + 1) % 4)
      let (before, behind) = ((edge + 3) % 4, end)
      var (from, to) = (joint(start), joint(end))
      if let crossing = Self.crossing(from, to) { (from.inner, to.inner) = (crossing, crossing) }
      var points = [from.outer, to.outer]
      let isOpaque = lines[edge].color.isOpaque
      if later.contains(behind), isOpaque, lines[behind].color.isOpaque {
        let more = Self.ways[behind] * Self.overlap
        points += [to.outer + more, to.inner + more]
      }
      points += [to.inner, from.inner]
      if later.contains(before), isOpaque, lines[before].color.isOpaque {
        let more = Self.ways[before] * -Self.overlap
        points += [from.inner + more, from.outer + more]
      }
      path.append(.polygon(points))
    }
    return path
  }

  /// How far an opaque line extends below the next one, in points.
  private static let overlap = 0.5

  private struct Joint {
    var outer: Point
    var inner: Point
  }

  /// The line at which two edges meet, from outside the corner to where the border ends.
  private func joint(_ corner: Int) -> Joint {
    let (outer, inner) = (corners[corner], innerCorners[corner])
    let way = inner - outer
    let length = (way.x * way.x + way.y * way.y).squareRoot()
    guard length > 0 else { return Joint(outer: outer, inner: inner) }
    let size = outline.innerCornerSizes(insets)[corner]
    // Extends to the line between the ends of the inner corner. A continuous corner reaches farther than a
    // circular one.
    let reach = outline.curve == .continuous ? 1.6 : 1.0
    let beyond =
      size.width > 0 ? reach / (abs(way.x) / size.width + abs(way.y) / size.height) : 0
    return Joint(outer: outer - way * (1 / length), inner: outer + way * (1 + beyond + 1 / length))
  }

  /// The intersection of the joints at both ends of an edge; nil if they do not intersect.
  private static func crossing(_ a: Joint, _ b: Joint) -> Point? {
    let (p, r) = (a.outer, a.inner - a.outer)
    let (q, s) = (b.outer, b.inner - b.outer)
    let cross = r.x * s.y - r.y * s.x
    guard abs(cross) > 1e-9 else { return nil }
    let between = q - p
    let t = (between.x * s.y - between.y * s.x) / cross
    let u = (between.x * r.y - between.y * r.x) / cross
    return (0...1).contains(t) && (0...1).contains(u) ? p + r * t : nil
  }
}

extension Border.Line {
  /// The stroke with dashes that divide a length evenly; an open line starts and ends with a dash.
  fileprivate func stroke(length: Double, isOpen: Bool = false) -> Stroke {
    guard style != .solid, width > 0, length > 0 else { return Stroke(width: width) }
    let (on, off) = style == .dashed ? (3 * width, 2 * width) : (0, 2 * width)
    let last = isOpen && style == .dashed ? Self.dashShare : 0
    let count = max(1, min(Double(Limits.pathPoints / 4), (length / (on + off) - last).rounded()))
    let period = length / (count + last)
    let dash = style == .dashed ? period * Self.dashShare : 0
    return Stroke(width: width, dashes: [dash, period - dash], cap: style == .dotted ? .round : .butt)
  }

  /// The fraction of a period (dash and gap) that the dash takes.
  private static let dashShare = 0.6
}

extension Path {
  /// The length of the lines and curves; curves are measured as 16 straight segments.
  fileprivate var measured: Double {
    var (sum, start, here) = (0.0, Point.zero, Point.zero)
    func distance(_ a: Point, _ b: Point) -> Double {
      ((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)).squareRoot()
    }
    for element in elements {
      switch element {
      case .move(let point): (start, here) = (point, point)
      case .line(let point):
        sum += distance(here, point)
        here = point
      case .curve(let a, let b, let end):
        let from = here
        for step in 1...16 {
          let t = Double(step) / 16
          let u = 1 - t
          let (p, q, r, s) = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
          let point = Point(
            x: from.x * p + a.x * q + b.x * r + end.x * s, y: from.y * p + a.y * q + b.y * r + end.y * s)
          sum += distance(here, point)
          here = point
        }
      case .close:
        sum += distance(here, start)
        here = start
      }
    }
    return sum
  }
}
