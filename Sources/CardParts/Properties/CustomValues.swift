public import CardRaster

/// A value of such a property.
enum CustomValue: Hashable, Sendable {
  case number(Double)
  case text(String)
  case color(Color)
  case flag(Bool)
  case numbers([Double])
}

/// The values that a deck gives a custom part or trait; absent ones are their property's default.
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
