public import CardRaster

/// A part that a program brings with it: values out of a deck, a size, and what is drawn.
///
/// It is registered with the drawing that may use it, in ``DeckOptions/parts``, and never globally. Decks name it by its `type`,
/// take its properties in JSON and in Swift, bind them, and are told of mistakes in them as of those of any other part.
public protocol CustomPart: Sendable {
  /// The `type` in a deck: letters and digits, none of cardshot's own.
  static var name: String { get }
  /// One sentence, for the manual and the schema.
  static var summary: String { get }
  /// A part that can be copied into a deck, as JSON.
  static var example: String { get }
  /// The part's own properties; those of every part come by themselves.
  static var properties: [CustomProperty] { get }

  /// Takes the values of a deck, each of which is of its property's kind.
  ///
  /// - Throws: what is wrong with them together.
  init(_ values: CustomValues) throws(CustomMistake)

  /// The part's size for an offer.
  ///
  /// It must answer any offer, also one without bounds; an exact width or height wins over what is answered.
  func size(for proposal: Proposal, _ surroundings: PartSurroundings) throws(RasterError) -> Size

  /// Draws the part in the size that it got.
  func draw(in drawing: inout PartDrawing) throws(RasterError)
}

/// A property of a custom part.
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

  /// A list of numbers, at most 1,000.
  public static func numbers(_ name: String, _ summary: String, isRequired: Bool = false) -> CustomProperty {
    CustomProperty(name, summary, .numbers, nil, isRequired)
  }
}

/// A value of a custom part's property.
enum CustomValue: Hashable, Sendable {
  case number(Double)
  case text(String)
  case color(Color)
  case flag(Bool)
  case numbers([Double])
}

/// The values that a deck gives a custom part; absent ones are their property's default.
public struct CustomValues: Hashable, Sendable {
  let values: [String: CustomValue]

  /// A number; nil where the deck gives none and there is no default.
  public func number(_ name: String) -> Double? {
    if case .number(let value)? = values[name] { value } else { nil }
  }

  /// A text, or one of a property's words; nil where the deck gives none and there is no default.
  public func text(_ name: String) -> String? {
    if case .text(let value)? = values[name] { value } else { nil }
  }

  /// A colour; nil where the deck gives none and there is no default.
  public func color(_ name: String) -> Color? {
    if case .color(let value)? = values[name] { value } else { nil }
  }

  /// Whether a flag is set.
  public func flag(_ name: String) -> Bool { values[name] == .flag(true) }

  /// A list of numbers; nil where the deck gives none.
  public func numbers(_ name: String) -> [Double]? {
    if case .numbers(let values)? = values[name] { values } else { nil }
  }
}

/// What is wrong with the values of a custom part together.
public struct CustomMistake: Error, Hashable, Sendable {
  /// The property at which it is told.
  public let property: String
  /// What was found and what was expected; one line, no final full stop.
  public let message: String
  /// The way out; nil when there is nothing to say.
  public let hint: String?

  /// Makes a mistake.
  public init(_ property: String, _ message: String, hint: String? = nil) {
    (self.property, self.message, self.hint) = (property, message, hint)
  }
}
