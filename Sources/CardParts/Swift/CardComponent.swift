/// A use of a component: a part that the deck defines from other parts.
///
/// In JSON it is a part whose `type` is the component's name.
public struct CardComponent: CardPartView {
  /// The JSON of the part.
  public var node: DeckNode

  /// Creates a use of the component with a name.
  ///
  /// `file` and `line` are for messages.
  public init(_ name: String, file: String = #fileID, line: Int = #line) {
    node = DeckNode(type: name, file, line)
  }

  /// Sets the value of a parameter.
  public func parameter(_ name: String, _ value: DeckValue) -> Self { setting(name, value) }

  /// Binds a parameter to a value of the deck's data.
  public func parameter(_ name: String, _ binding: DeckBinding) -> Self { setting(name, binding) }
}
