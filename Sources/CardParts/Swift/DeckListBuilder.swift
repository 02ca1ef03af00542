/// Lists the elements of a deck one below the other, with `if`, `switch` and `for`.
@resultBuilder public enum DeckListBuilder<Element> {
  /// Takes one element.
  public static func buildExpression(_ element: Element) -> [Element] { [element] }
  /// Takes elements that a function or a property made.
  public static func buildExpression(_ elements: [Element]) -> [Element] { elements }
  /// Takes an element that may be absent.
  public static func buildExpression(_ element: Element?) -> [Element] { element.map { [$0] } ?? [] }
  /// Joins what stands in a block.
  public static func buildBlock(_ elements: [Element]...) -> [Element] { elements.flatMap { $0 } }
  /// Takes an `if` without `else`.
  public static func buildOptional(_ elements: [Element]?) -> [Element] { elements ?? [] }
  /// Takes the first of two branches.
  public static func buildEither(first elements: [Element]) -> [Element] { elements }
  /// Takes the second of two branches.
  public static func buildEither(second elements: [Element]) -> [Element] { elements }
  /// Joins what a loop made.
  public static func buildArray(_ elements: [[Element]]) -> [Element] { elements.flatMap { $0 } }
  /// Takes what needs a newer system.
  public static func buildLimitedAvailability(_ elements: [Element]) -> [Element] { elements }
}

/// Lists the parts of a card or a container.
public typealias CardPartBuilder = DeckListBuilder<any CardPartView>
