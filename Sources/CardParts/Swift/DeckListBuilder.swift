/// Builds a list of deck elements from a block with `if`, `switch` and `for`.
@resultBuilder public enum DeckListBuilder<Element> {
  /// Adds one element.
  public static func buildExpression(_ element: Element) -> [Element] { [element] }
  /// Adds elements returned by a function or a property.
  public static func buildExpression(_ elements: [Element]) -> [Element] { elements }
  /// Adds an element unless it is nil.
  public static func buildExpression(_ element: Element?) -> [Element] { element.map { [$0] } ?? [] }
  /// Joins the statements of a block.
  public static func buildBlock(_ elements: [Element]...) -> [Element] { elements.flatMap { $0 } }
  /// Supports `if` without `else`.
  public static func buildOptional(_ elements: [Element]?) -> [Element] { elements ?? [] }
  /// Supports the first of two branches.
  public static func buildEither(first elements: [Element]) -> [Element] { elements }
  /// Supports the second of two branches.
  public static func buildEither(second elements: [Element]) -> [Element] { elements }
  /// Supports `for` loops.
  public static func buildArray(_ elements: [[Element]]) -> [Element] { elements.flatMap { $0 } }
  /// Supports `if #available`.
  public static func buildLimitedAvailability(_ elements: [Element]) -> [Element] { elements }
}

/// Builds the list of parts of a card or a container.
public typealias CardPartBuilder = DeckListBuilder<any CardPartView>
