public import CardRaster

/// The lines along the four edges of a box, inside of it.
public struct Border: Hashable, Sendable {
  /// The line of one edge.
  public struct Line: Hashable, Sendable {
    /// Its thickness in points; 0 for none.
    public var width: Double
    /// Its colour.
    public var color: Color
    /// How it runs.
    package var style: BorderSpec.Style

    var isSeen: Bool { width > 0 && !color.isClear }
  }

  /// The upper edge, the right one, the lower one, the left one.
  var lines: [Line]

  /// Makes a border of given lines: the upper edge, the right one, the lower one, the left one.
  init(lines: [Line]) { self.lines = lines }

  /// Makes a border of one line.
  public init(width: Double, color: Color) {
    lines = [Line](repeating: Line(width: width, color: color, style: .solid), count: 4)
  }

  /// The line that all edges have; nil where they differ.
  var uniform: Line? { lines.allSatisfy { $0 == lines.first } ? lines.first : nil }

  /// The border with the lines of its left and right edge exchanged.
  var mirrored: Border { lines.count == 4 ? Border(lines: [lines[0], lines[3], lines[2], lines[1]]) : self }

  /// Whether any line is seen.
  var isSeen: Bool { lines.contains(where: \.isSeen) }

  /// The border in the manual's words.
  var words: String {
    func words(_ line: Line) -> String {
      let style = line.style == .solid ? "" : " \(line.style.rawValue)"
      return line.isSeen ? "\(line.color.hexText) \(NumberText.text(line.width)) pt\(style)" : "none"
    }
    if let uniform { return words(uniform) }
    return zip(BorderSpec.Edge.allCases, lines).map { "\($0.rawValue) \(words($1))" }.joined(separator: ", ")
  }
}

/// What is drawn of a border.
extension Border {
  /// The border along an outline whose edges lie on pixels.
  ///
  /// - Parameter whole: a thickness in whole pixels, at least one.
  func items(along outline: RoundedRect, whole: (Double) -> Double) -> [DisplayItem] {
    let lines = lines.map { Line(width: whole($0.width), color: $0.color, style: $0.style) }
    if let line = Border(lines: lines).uniform {
      return line.isSeen ? [Self.all(line, along: outline)] : []
    }
    let runs = Self.runs(lines)
    let items = runs.flatMap { Self.items($0, lines, along: outline) }
    return outline.radii.isZero || items.isEmpty
      ? items : [.group(DisplayItem.Group(items, clip: .roundedRect(outline)))]
  }

  /// One line around the whole outline.
  private static func all(_ line: Line, along outline: RoundedRect) -> DisplayItem {
    guard line.style != .solid else {
      return .fill(
        .ring(outer: outline, inner: outline.inset(by: line.width)), .solid(line.color), bounds: outline.rect)
    }
    let path = outline.inset(by: line.width / 2).path
    return .stroke(path, line.stroke(length: path.measured), line.color)
  }

  /// Numbers of edges that follow each other clockwise and have the same line, as far as it is seen.
  private static func runs(_ lines: [Line]) -> [[Int]] {
    // Beginning behind an edge that differs from the one before it, so that no run is cut at the start.
    let first = lines.indices.first { lines[$0] != lines[($0 + 3) % 4] } ?? 0
    var runs: [[Int]] = []
    for edge in (0..<4).map({ ($0 + first) % 4 }) {
      if let last = runs.last?.last, lines[last] == lines[edge] {
        runs[runs.count - 1].append(edge)
      } else {
        runs.append([edge])
      }
    }
    return runs.filter { lines[$0[0]].isSeen }
  }

  private static func items(_ run: [Int], _ lines: [Line], along outline: RoundedRect) -> [DisplayItem] {
    let line = lines[run[0]]
    if line.style == .solid, outline.radii.isZero || run.count == 1 {
      return run.map { .rect(strip($0, lines, of: outline.rect), line.color) }
    }
    // Dashes reach from corner to corner, dots stand within.
    let path = outline.inset(by: line.width / 2).open(run, beyond: line.style == .dashed ? line.width / 2 : 0)
    return [.stroke(path, line.stroke(length: path.measured, isOpen: true), line.color)]
  }

  /// The area of one edge: the upper and lower one take the corners.
  private static func strip(_ edge: Int, _ lines: [Line], of rect: Rect) -> Rect {
    let (top, bottom) = (lines[0].isSeen ? lines[0].width : 0, lines[2].isSeen ? lines[2].width : 0)
    let (width, height) = (lines[edge].width, max(0, rect.height - top - bottom))
    return switch edge {
    case 0: Rect(x: rect.minX, y: rect.minY, width: rect.width, height: width)
    case 1: Rect(x: rect.maxX - width, y: rect.minY + top, width: width, height: height)
    case 2: Rect(x: rect.minX, y: rect.maxY - width, width: rect.width, height: width)
    default: Rect(x: rect.minX, y: rect.minY + top, width: width, height: height)
    }
  }
}

extension Border.Line {
  /// The line with gaps that divide a length evenly; an open one ends with a dash as it begins with one.
  fileprivate func stroke(length: Double, isOpen: Bool = false) -> Stroke {
    guard style != .solid, width > 0, length > 0 else { return Stroke(width: width) }
    let (on, off) = style == .dashed ? (3 * width, 2 * width) : (0, 2 * width)
    let last = isOpen && style == .dashed ? Self.dashShare : 0
    let count = max(1, min(Double(Limits.pathPoints / 4), (length / (on + off) - last).rounded()))
    let period = length / (count + last)
    let dash = style == .dashed ? period * Self.dashShare : 0
    return Stroke(width: width, dashes: [dash, period - dash], cap: style == .dotted ? .round : .butt)
  }

  /// How much of a dash and the gap behind it is the dash.
  private static let dashShare = 0.6
}

extension RoundedRect {
  /// The part of the outline along some edges that follow each other, 0 for the upper one, clockwise, with the corners
  /// between them.
  ///
  /// - Parameter beyond: how far it goes on at both ends.
  fileprivate func open(_ edges: [Int], beyond: Double) -> Path {
    let corners = [radii.topLeft, radii.topRight, radii.bottomRight, radii.bottomLeft]
    let points = [
      rect.origin, Point(x: rect.maxX, y: rect.minY), Point(x: rect.maxX, y: rect.maxY),
      Point(x: rect.minX, y: rect.maxY),
    ]
    let ways = [Point(x: 1, y: 0), Point(x: 0, y: 1), Point(x: -1, y: 0), Point(x: 0, y: -1)]
    func along(_ edge: Int, _ point: Point, _ length: Double) -> Point {
      point + Point(x: ways[edge].x * length, y: ways[edge].y * length)
    }
    var path = Path()
    for (place, edge) in edges.enumerated() {
      let next = (edge + 1) % 4
      let isLast = place == edges.count - 1
      if place == 0 { path.move(to: along(edge, points[edge], -beyond)) }
      path.line(to: along(edge, points[next], isLast ? beyond : -corners[next]))
      guard !isLast, corners[next] > 0 else { continue }
      let control = corners[next] * (1 - Path.circleConstant)
      path.curve(
        along(edge, points[next], -control), along(next, points[next], control),
        to: along(next, points[next], corners[next]))
    }
    return path
  }
}

extension Path {
  /// The length of its lines and curves, those in 16 straight pieces each.
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
