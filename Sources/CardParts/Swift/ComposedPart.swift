/// A part that combines other parts and has its own values.
///
/// ```swift
/// struct Person: ComposedPart {
///   var name: String
///   var body: [any CardPartView] {
///     CardPartTitleView("\(name)")
///     CardPartSeparatorView()
///   }
/// }
/// ```
///
/// Use it in a block of parts like any other part. Its parts are placed one below the other.
public protocol ComposedPart: Sendable {
  /// The parts, from top to bottom.
  @CardPartBuilder var body: [any CardPartView] { get }
}

extension DeckListBuilder where Element == any CardPartView {
  /// Adds the parts of a composed part.
  public static func buildExpression(_ component: some ComposedPart) -> [any CardPartView] { component.body }
}

/// A composed part can be built like any other: `if`, `for` and the modifiers of each part work in its body, and the
/// whole can have margins.
extension ComposedPart {
  /// The parts as one part, for modifiers such as `.margins(8)`, `.if("isNew")` and `.forEach("people")`.
  public var stacked: CardPartStackView { CardPartStackView(axis: .vertical) { self } }

  /// Sets the margins of the parts as one part.
  public func margins(_ value: CardInsets) -> CardPartStackView { stacked.margins(value) }

  /// Includes the parts only if a value in the data is true; see ``DeckRepeatable/if(_:)``.
  public func `if`(_ path: String) -> CardPartStackView { stacked.if(path) }

  /// Repeats the parts for each entry of a list in the data; see ``DeckRepeatable/forEach(_:as:)-(String,_)``.
  public func forEach(_ path: String, as name: String = "item") -> CardPartStackView {
    stacked.forEach(path, as: name)
  }
}
