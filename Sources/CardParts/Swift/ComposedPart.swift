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
