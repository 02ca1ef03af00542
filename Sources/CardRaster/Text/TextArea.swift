/// The area of a text, with the shapes that it flows around.
///
/// x starts at the left edge of the area, y at its top.
struct TextArea {
  /// A free interval of a row.
  struct Slot {
    var x: Double
    /// May be infinite, like the area.
    var width: Double
  }

  /// In points; infinite for no limit.
  let width: Double
  private let shapes: [RoundedRect]
  private let padding: Double

  /// Shapes within this distance do not overlap: sums of line heights are not exact.
  private static let tolerance = 0.01

  /// Makes an area; empty shapes and those without finite numbers are left out.
  ///
  /// - Parameter padding: the distance between lines and the sides of shapes.
  init(width: Double, shapes: [RoundedRect], padding: Double) {
    self.width = width
    self.padding = padding
    self.shapes = shapes.filter { shape in
      let rect = shape.rect
      return rect.minX.isFinite && rect.maxX.isFinite && rect.minY.isFinite && rect.maxY.isFinite
        && !rect.size.isEmpty
    }
  }

  /// Whether a shape reaches below a height.
  func hasShapes(below top: Double) -> Bool {
    shapes.contains { $0.rect.maxY > top + Self.tolerance }
  }

  private func meets(_ shape: RoundedRect, _ top: Double, _ height: Double) -> Bool {
    shape.rect.minY < top + height - Self.tolerance && shape.rect.maxY > top + Self.tolerance
  }

  /// The free intervals of a row, from left to right; narrow ones beside shapes are left out.
  func slots(at top: Double, height: Double, atLeast minimum: Double) -> [Slot] {
    let taken = shapes.filter { meets($0, top, height) }
      .map { $0.extent(from: top, to: top + height) }
      .map { (start: $0.lowerBound - padding, end: $0.upperBound + padding) }
      .sorted { $0.start < $1.start }
    guard !taken.isEmpty else { return [Slot(x: 0, width: width)] }
    var slots: [Slot] = []
    var x = 0.0
    let least = min(minimum, width)
    for stretch in taken {
      if min(stretch.start, width) - x >= least {
        slots.append(Slot(x: x, width: min(stretch.start, width) - x))
      }
      x = max(x, stretch.end)
    }
    if width - x >= least { slots.append(Slot(x: x, width: width - x)) }
    return slots
  }

  /// The next position further down at which a row may have more room; nil if no shape is in its way.
  ///
  /// Beside the lower curve of a shape the room grows gradually, so the position moves down in small steps
  /// there.
  func top(after top: Double, height: Double) -> Double? {
    var next: Double?
    for shape in shapes where meets(shape, top, height) {
      let rect = shape.rect
      let curve = max(shape.radii.bottomLeft, shape.radii.bottomRight)
      let place: Double
      if curve > 0, top + Self.tolerance < rect.maxY - curve {
        place = rect.maxY - curve
      } else if curve > 0 {
        place = min(rect.maxY, top + max(height / 4, curve / 64))
      } else {
        place = rect.maxY
      }
      next = min(next ?? .infinity, place)
    }
    return next
  }
}

extension RoundedRect {
  /// The horizontal extent of the shape between two heights that it spans.
  func extent(from top: Double, to bottom: Double) -> ClosedRange<Double> {
    /// The inset of a side from the rectangle, with a radius at its upper and at its lower end.
    func inset(_ upper: Double, _ lower: Double) -> Double {
      let (straightTop, straightBottom) = (rect.minY + upper, rect.maxY - lower)
      if bottom < straightTop { return Self.sagitta(upper, straightTop - bottom) }
      if top > straightBottom { return Self.sagitta(lower, top - straightBottom) }
      return 0
    }
    let left = rect.minX + inset(radii.topLeft, radii.bottomLeft)
    let right = rect.maxX - inset(radii.topRight, radii.bottomRight)
    return left...max(left, right)
  }

  /// The distance of a quarter circle from its tangent at a distance along it.
  private static func sagitta(_ radius: Double, _ distance: Double) -> Double {
    let along = min(distance, radius)
    return radius - (radius * radius - along * along).squareRoot()
  }
}
