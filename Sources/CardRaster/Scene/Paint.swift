/// The fill of an area.
public enum Paint: Hashable, Sendable {
  /// One colour everywhere.
  case solid(Color)
  /// A blend along a line or around a centre.
  case gradient(Gradient)
  /// Figures at even distances, with nothing between them.
  case pattern(Pattern)
  /// Several paints over each other, from bottom to top.
  indirect case layers([Paint])

  /// Whether it is one colour.
  package var isSolid: Bool { if case .solid = self { true } else { false } }

  /// Whether every pixel it fills is opaque.
  public var isOpaque: Bool {
    switch self {
    case .solid(let color): color.isOpaque
    case .gradient(let gradient): gradient.stops.allSatisfy { $0.color.isOpaque }
    case .pattern: false
    case .layers(let layers): layers.contains(where: \.isOpaque)
    }
  }
}

/// Figures that are repeated over an area.
public struct Pattern: Hashable, Sendable {
  /// The figure.
  public enum Figure: Hashable, Sendable {
    /// Filled circles; the size is their diameter.
    case dots
    /// Horizontal and vertical lines.
    case grid
    /// Horizontal lines.
    case lines
    /// Lines from the lower left to the upper right.
    case diagonal
    /// Pictures next to each other from the upper left corner, each as large as the frame of the item.
    indirect case tiles(DisplayItem.ImageItem)
  }

  /// The figure.
  public var figure: Figure
  /// The colour of the figure; a picture keeps its own.
  public var color: Color
  /// The thickness of a line, or the diameter of a dot, in points.
  public var size: Double
  /// The distance between the centres of two figures, in points.
  public var spacing: Double

  /// Makes a pattern.
  public init(figure: Figure, color: Color = .black, size: Double = 1, spacing: Double = 16) {
    (self.figure, self.color, self.size, self.spacing) = (figure, color, size, spacing)
  }

  /// The number of figures in an area of a size.
  func count(in area: Size) -> Double {
    let (width, height) = (area.width, area.height)
    return switch figure {
    case .dots: (width / spacing + 1) * (height / spacing + 1)
    case .lines, .grid, .diagonal: (width + height) / spacing + 2
    case .tiles(let item): (width / item.frame.width + 1) * (height / item.frame.height + 1)
    }
  }

  /// The figures in a shape as lines and pictures.
  func items(in shape: DisplayItem.Shape, bounds: Rect) -> [DisplayItem] {
    guard !bounds.size.isEmpty else { return [] }
    let across = centers(from: bounds.minX, bounds.width)
    let down = centers(from: bounds.minY, bounds.height)
    let (left, right) = (bounds.minX - size, bounds.maxX + size)
    var lines: [(Point, Point)] = []
    var stroke = Stroke(width: size)
    switch figure {
    case .dots:
      // Each dot is a dash without length and with round ends.
      stroke = Stroke(width: size, dashes: [0, spacing], cap: .round)
      let (first, last) = (across[0], across[across.count - 1] + spacing / 4)
      lines = down.map { (Point(x: first, y: $0), Point(x: last, y: $0)) }
    case .lines, .grid:
      lines = down.map { (Point(x: left, y: $0), Point(x: right, y: $0)) }
      guard figure == .grid else { break }
      lines += across.map {
        (Point(x: $0, y: bounds.minY - size), Point(x: $0, y: bounds.maxY + size))
      }
    case .diagonal:
      let step = spacing * 2.squareRoot()
      lines = (0...Int((bounds.width + bounds.height) / step)).map { number in
        let x = bounds.minX + (Double(number) + 0.5) * step
        return (
          Point(x: x + size, y: bounds.minY - size),
          Point(x: x - bounds.height - size, y: bounds.maxY + size)
        )
      }
    case .tiles(var item):
      let tile = item.frame.size
      guard !tile.isEmpty else { return [] }
      var items: [DisplayItem] = []
      for y in stride(from: bounds.minY, to: bounds.maxY, by: tile.height) {
        for x in stride(from: bounds.minX, to: bounds.maxX, by: tile.width) {
          item.frame = Rect(origin: Point(x: x, y: y), size: tile)
          items.append(.image(item))
        }
      }
      return [.group(DisplayItem.Group(items, clip: shape))]
    }
    // One path has a maximum number of points and dashes.
    let most = max(1, (Limits.pathPoints - 1) / (figure == .dots ? 2 * across.count + 2 : 2))
    let strokes = stride(from: 0, to: lines.count, by: most).map { first in
      var path = Path()
      for (start, end) in lines[first..<min(lines.count, first + most)] {
        path.move(to: start)
        path.line(to: end)
      }
      return DisplayItem.stroke(path, stroke, color)
    }
    return [.group(DisplayItem.Group(strokes, clip: shape))]
  }

  /// The centres of the figures along a side, one of them in the middle.
  ///
  /// Figures of whole points start at whole points, so that they are sharp.
  private func centers(from start: Double, _ length: Double) -> [Double] {
    let middle = start + ((length - size) / 2).rounded(.down) + size / 2
    let count = Int(max(0, (length - size) / 2 / spacing).rounded(.down))
    return (-count...count).map { middle + Double($0) * spacing }
  }
}
