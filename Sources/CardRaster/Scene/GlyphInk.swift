/// What letters are drawn with beside a colour: a gradient, a line around them.
public struct GlyphInk: Hashable, Sendable {
  /// A line around letters, behind them.
  public struct Outline: Hashable, Sendable {
    /// How far it reaches beyond the letters, in points.
    public var width: Double
    /// Its colour.
    public var color: Color

    /// Makes a line.
    public init(width: Double, color: Color) {
      self.width = width
      self.color = color
    }
  }

  /// What fills the letters; nil for the run's colour.
  public var gradient: Gradient?
  /// What the gradient's unit square is stretched over, from the run's origin.
  public var bounds: Rect
  /// The line around the letters.
  public var outline: Outline?

  /// Makes an ink.
  public init(
    gradient: Gradient? = nil, bounds: Rect = Rect(origin: .zero, size: .zero), outline: Outline? = nil
  ) {
    self.gradient = gradient
    self.bounds = bounds
    self.outline = outline
  }
}

extension GlyphRun {
  /// The gradient of the letters and what it is stretched over, in points.
  var gradient: (gradient: Gradient, bounds: Rect)? {
    guard !isColor, let ink, let gradient = ink.gradient, !ink.bounds.size.isEmpty else { return nil }
    return (gradient, ink.bounds.moved(by: origin))
  }

  /// The line around the letters, which reaches to both sides of their edges and whose inner half they hide.
  var outline: (stroke: Stroke, color: Color)? {
    guard !isColor, let outline = ink?.outline, outline.width > 0, !outline.color.isClear else { return nil }
    return (Stroke(width: outline.width * 2, cap: .round), outline.color)
  }

  /// A glyph's outline at its place, in points; an em of `outline` is 1.
  func placed(_ outline: Path, of glyph: Glyph) -> Path {
    let pen = origin + Point(x: glyph.x, y: glyph.y)
    return outline.transformed(by: Transform.scale(font.size, font.size).then(.translation(pen)))
  }
}
