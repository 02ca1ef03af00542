public import CardRaster

/// A property of a custom part or trait.
public struct CustomProperty: Sendable {
  enum Kind: Sendable {
    case number(ClosedRange<Double>)
    case text
    case color
    case flag
    case word([String])
    case numbers
  }

  /// The key.
  public let name: String
  /// One sentence.
  public let summary: String
  /// Whether a part must give it.
  public let isRequired: Bool
  let kind: Kind
  let standard: CustomValue?

  private init(_ name: String, _ summary: String, _ kind: Kind, _ standard: CustomValue?, _ isRequired: Bool)
  {
    (self.name, self.summary, self.kind, self.standard, self.isRequired) =
      (name, summary, kind, standard, isRequired)
  }

  /// A number between two bounds.
  public static func number(
    _ name: String, _ summary: String, in range: ClosedRange<Double> = -1_000_000...1_000_000,
    default standard: Double? = nil, isRequired: Bool = false
  ) -> CustomProperty {
    CustomProperty(name, summary, .number(range), standard.map { .number($0) }, isRequired)
  }

  /// A text that is drawn or spoken.
  public static func text(
    _ name: String, _ summary: String, default standard: String? = nil, isRequired: Bool = false
  ) -> CustomProperty {
    CustomProperty(name, summary, .text, standard.map { .text($0) }, isRequired)
  }

  /// A colour, or the name of one of the theme's.
  public static func color(
    _ name: String, _ summary: String, default standard: Color? = nil, isRequired: Bool = false
  ) -> CustomProperty {
    CustomProperty(name, summary, .color, standard.map { .color($0) }, isRequired)
  }

  /// `true` or `false`.
  public static func flag(_ name: String, _ summary: String, default standard: Bool = false) -> CustomProperty
  {
    CustomProperty(name, summary, .flag, .flag(standard), false)
  }

  /// One of some words.
  public static func word(
    _ name: String, _ summary: String, of words: [String], default standard: String? = nil,
    isRequired: Bool = false
  ) -> CustomProperty {
    CustomProperty(name, summary, .word(words), standard.map { .text($0) }, isRequired)
  }

  /// The most numbers of a list.
  static let mostNumbers = 1_000

  /// A list of numbers, at most 1,000.
  public static func numbers(_ name: String, _ summary: String, isRequired: Bool = false) -> CustomProperty {
    CustomProperty(name, summary, .numbers, nil, isRequired)
  }
}
