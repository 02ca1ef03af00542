/// A font by name: what a deck asks for.
public struct Font: Hashable, Sendable {
  /// The family's name, such as `Inter`.
  public var family: String
  /// Size in points.
  public var size: Double
  /// 100 (thin) … 400 (regular) … 700 (bold) … 900 (black).
  public var weight: Int
  /// Whether it is slanted.
  public var isItalic: Bool
  /// Whether all digits have the same width, so that columns of numbers stand.
  public var hasTabularFigures: Bool

  /// Names a font.
  public init(
    _ family: String, size: Double, weight: Int = 400, isItalic: Bool = false, hasTabularFigures: Bool = false
  ) {
    self.family = family
    self.size = size
    self.weight = weight
    self.isItalic = isItalic
    self.hasTabularFigures = hasTabularFigures
  }
}
