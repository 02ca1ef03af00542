/// A font requested by name.
public struct Font: Hashable, Sendable {
  /// The family's name, such as `Inter`.
  public var family: String
  /// Size in points.
  public var size: Double
  /// 100 (thin) … 400 (regular) … 700 (bold) … 900 (black).
  public var weight: Int
  /// Whether it is italic.
  public var isItalic: Bool
  /// Whether all digits have the same width, so that columns of numbers align.
  public var hasTabularFigures: Bool
  /// Whether the letter spacing follows the font size (`tracking`).
  public var isTracked: Bool
  /// OpenType features that are switched on or off.
  public var features: [FontFeature]

  /// Makes a font request.
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

  /// The letter spacing for the font size, in em; 0 for families without a rule.
  ///
  /// Large letters are closer together and small ones farther apart. The rule is the one published for Inter:
  /// `-0.0223 + 0.185 · e^(-0.1745 · size)`.
  public var tracking: Double {
    guard family == "Inter", size > 0 else { return 0 }
    // Integer powers with linear interpolation between them: the same on every processor.
    let whole = Int(min(200, size))
    var power = 0.185
    for _ in 0..<whole { power *= 0.839878 }
    power *= 1 - (1 - 0.839878) * min(1, size - Double(whole))
    return ((power - 0.0223) * 10_000).rounded() / 10_000
  }
}

/// An OpenType feature that is switched on or off in a font, such as small capitals.
public struct FontFeature: Hashable, Sendable {
  /// Four letters or digits, such as `smcp`.
  public let tag: String
  /// 0 for off, 1 for on; higher values select an alternate of some features.
  public let value: Int

  /// Makes a feature; nil unless the tag has four letters or digits and the value is in 0…99.
  public init?(_ tag: String, value: Int = 1) {
    let isTag =
      tag.utf8.count == 4
      && tag.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) }
    guard isTag, (0...99).contains(value) else { return nil }
    self.tag = tag
    self.value = value
  }
}
