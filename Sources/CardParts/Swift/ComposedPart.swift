/// A part that is made of others, with values of its own.
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
/// Blocks of parts take it like any other part; its parts stand there one below the other.
public protocol ComposedPart: Sendable {
  /// The parts, top to bottom.
  @CardPartBuilder var body: [any CardPartView] { get }
}

extension DeckListBuilder where Element == any CardPartView {
  /// Takes the parts of a composed one.
  public static func buildExpression(_ component: some ComposedPart) -> [any CardPartView] { component.body }
}
