public import CardRaster

/// What a custom part may ask of what is around it.
public struct PartSurroundings {
  let context: LayoutContext

  /// The theme of the card.
  public var theme: ResolvedTheme { context.theme }
  /// Pixels in a point.
  public var scale: Double { context.scale }
  /// The day that counts as today.
  public var date: CalendarDate { context.date }
  /// The seed of everything random.
  public var seed: Int { context.seed }

  /// Shapes one line of text, which ends in an ellipsis where it does not fit.
  ///
  /// - Throws: `RasterError.unknownFamily` for a font that is not there.
  public func line(
    _ text: String, _ font: Font, _ color: Color, width: Double = .infinity
  ) throws(RasterError) -> ShapedText {
    try context.line(text, font, color, width: width, alignment: .left)
  }
}

/// What a custom part draws: shapes and lines of text, the first at the bottom, in points from its top left.
public struct PartDrawing {
  /// The size that the part got.
  public let size: Size
  /// What is around it.
  public let surroundings: PartSurroundings
  /// What it says to those who cannot see it.
  public var label: String? {
    get { box.label }
    set { box.label = newValue }
  }
  private(set) var box: LayoutBox

  init(_ size: Size, _ surroundings: PartSurroundings) {
    (self.size, self.surroundings) = (size, surroundings)
    box = LayoutBox(size: size)
  }

  /// Fills an outline.
  public mutating func fill(_ path: Path, _ color: Color) {
    box.add(.fill(.path(path), .solid(color), bounds: Rect(origin: .zero, size: size)))
  }

  /// Draws a line along an outline.
  public mutating func stroke(_ path: Path, _ stroke: Stroke, _ color: Color) {
    box.add(.stroke(path, stroke, color))
  }

  /// Draws any shape or picture.
  public mutating func add(_ item: DisplayItem) { box.add(item) }

  /// Draws lines of text.
  public mutating func add(_ text: ShapedText, at point: Point) {
    box.add(text, at: point)
    box.warnings += surroundings.context.warnings(text)
  }

  /// Tells that something is drawn, though perhaps not as meant.
  ///
  /// - Parameters:
  ///   - message: what was found; one line, no final full stop.
  ///   - property: the property that it is about.
  ///   - hint: the way out.
  public mutating func warn(_ message: String, about property: String? = nil, hint: String? = nil) {
    box.warnings.append(surroundings.context.warning(message, key: property, hint: hint))
  }
}
