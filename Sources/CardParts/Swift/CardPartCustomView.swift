/// A part of a custom type; see ``CustomPart``.
///
/// ```swift
/// CardPartCustomView(DialPart.self).property("value", 0.7)
/// ```
public struct CardPartCustomView: CardPartView {
  /// The JSON of the part.
  public var node: DeckNode

  /// Creates a part of a custom type; set its properties with ``DeckElement/property(_:_:)-(_,DeckValue)``.
  ///
  /// `file` and `line` are for messages.
  public init(_ kind: any CustomPart.Type, file: String = #fileID, line: Int = #line) {
    node = DeckNode(type: kind.name, file, line)
  }

  /// Sets a property to a value of its type.
  public func property<Value: DeckValueConvertible>(_ key: CustomKey<Value>, _ value: Value) -> Self {
    property(key.property.name, value.deckValue)
  }

  /// Sets a property that may be omitted to a value of its type.
  public func property<Value: DeckValueConvertible>(_ key: CustomKey<Value?>, _ value: Value) -> Self {
    property(key.property.name, value.deckValue)
  }

  /// Sets a property to parts.
  public func property(
    _ key: CustomKey<[ChildPart]>, @CardPartBuilder _ parts: () throws -> [any CardPartView]
  ) rethrows -> Self {
    try setting(key.property.name, parts)
  }

  /// Sets a property to one of its keywords.
  public func property<Value: RawRepresentable<String>>(_ key: CustomKey<Value>, _ value: Value) -> Self {
    property(key.property.name, DeckValue(value.rawValue))
  }
}
