/// A part of a kind that the program itself brings; see ``CustomPart``.
///
/// ```swift
/// CardPartCustomView(DialPart.self).property("value", 0.7)
/// ```
public struct CardPartCustomView: CardPartView {
  /// What the part says.
  public var node: DeckNode

  /// Makes a part of a kind; its properties are said by ``DeckElement/property(_:_:)``.
  ///
  /// `file` and `line` are for messages.
  public init(_ kind: any CustomPart.Type, file: String = #fileID, line: Int = #line) {
    node = DeckNode(type: kind.name, file, line)
  }
}
