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
  /// Whether letters stand as far apart as its size wants (`tracking`).
  public var isTracked: Bool
  /// What else is switched on or off in it, by tags.
  public var features: [FontFeature]

  /// Names a font.
  public init(
    _ family: String, size: Double, weight: Int = 400, isItalic: Bool = false,
    hasTabularFigures: Bool = false,
    isTracked: Bool = false, features: [FontFeature] = []
  ) {
    self.family = family
    self.size = size
    self.weight = weight
    self.isItalic = isItalic
    self.hasTabularFigures = hasTabularFigures
    self.isTracked = isTracked
    self.features = features
  }

  /// The space between letters that a size wants, in em; 0 for families without a rule.
  ///
  /// Large letters stand closer together and small ones farther apart. The rule is the one that Inter's makers publish:
  /// `-0.0223 + 0.185 · e^(-0.1745 · size)`.
  public var tracking: Double {
    guard family == "Inter", size > 0 else { return 0 }
    // Whole powers, and a straight line between two of them: the same on every processor.
    let whole = Int(min(200, size))
    var power = 0.185
    for _ in 0..<whole { power *= 0.839878 }
    power *= 1 - (1 - 0.839878) * min(1, size - Double(whole))
    return ((power - 0.0223) * 10_000).rounded() / 10_000
  }
}

/// A feature of OpenType that is switched on or off in a font, such as small capitals.
public struct FontFeature: Hashable, Sendable {
  /// Four letters or digits, such as `smcp`.
  public let tag: String
  /// 0 for off, 1 for on, more for the choices of some features.
  public let value: Int

  /// Names a feature; nil when the tag is not of four letters or digits or the value is not within 0…99.
  public init?(_ tag: String, value: Int = 1) {
    let isTag =
      tag.utf8.count == 4
      && tag.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) }
    guard isTag, (0...99).contains(value) else { return nil }
    self.tag = tag
    self.value = value
  }
}
