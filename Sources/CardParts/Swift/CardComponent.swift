/// A use of a component, which the deck makes of other parts.
///
/// In JSON: a part whose `type` is the component's name.
public struct CardComponent: CardPartView {
  /// What the use says.
  public var node: DeckNode

  /// Makes a use of a component by its name.
  ///
  /// `file` and `line` are for messages.
  public init(_ name: String, file: String = #fileID, line: Int = #line) {
    node = DeckNode(type: name, file, line)
  }

  /// A value for one of its parameters.
  public func parameter(_ name: String, _ value: DeckValue) -> Self { setting(name, value) }

  /// A value for one of its parameters, looked up in the deck's data.
  public func parameter(_ name: String, _ binding: DeckBinding) -> Self { setting(name, binding) }
}
