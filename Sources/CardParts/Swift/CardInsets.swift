import CardRaster

/// Distances from the four edges inwards, in points; a number applies to every edge.
public struct CardInsets: Hashable, Sendable, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  let insets: Insets
  private var followsDirection = false

  /// Creates insets in UIKit's order.
  public init(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) {
    insets = Insets(top: top, left: left, bottom: bottom, right: right)
  }

  /// Creates insets whose leading and trailing sides follow the deck's direction.
  public init(top: Double = 0, leading: Double, bottom: Double = 0, trailing: Double = 0) {
    insets = Insets(top: top, left: leading, bottom: bottom, right: trailing)
    followsDirection = true
  }

  /// Creates one inset for top and bottom, and one for left and right.
  public init(vertical: Double, horizontal: Double) {
    insets = Insets(top: vertical, left: horizontal, bottom: vertical, right: horizontal)
  }

  /// Creates the same inset for every edge.
  public init(_ all: Double) { insets = Insets(all) }
  /// Creates the same inset for every edge.
  public init(integerLiteral all: Int) { self.init(Double(all)) }
  /// Creates the same inset for every edge.
  public init(floatLiteral all: Double) { self.init(all) }
}

extension CardInsets: DeckConvertible {
  var deckNode: DeckNode {
    if followsDirection {
      var node = DeckNode.empty
      node.set("top", insets.top)
      node.set("leading", insets.left)
      node.set("bottom", insets.bottom)
      node.set("trailing", insets.right)
      return node
    }
    let all = [insets.top, insets.left, insets.bottom, insets.right]
    return all.allSatisfy { $0 == insets.top } ? insets.top.deckNode : all.deckNode
  }
}

/// The radii of the four corners, in points; a number applies to every corner.
public struct CardRadii: Hashable, Sendable, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  let radii: CornerRadii

  /// Creates the four radii, clockwise from the top left.
  public init(
    topLeft: Double = 0, topRight: Double = 0, bottomRight: Double = 0, bottomLeft: Double = 0
  ) {
    radii = CornerRadii(
      topLeft: topLeft, topRight: topRight, bottomRight: bottomRight, bottomLeft: bottomLeft)
  }

  /// Creates four equal radii.
  public init(_ all: Double) { radii = CornerRadii(all) }
  /// Creates four equal radii.
  public init(integerLiteral all: Int) { self.init(Double(all)) }
  /// Creates four equal radii.
  public init(floatLiteral all: Double) { self.init(all) }
}

extension CardRadii: DeckConvertible {
  var deckNode: DeckNode {
    let all = [radii.topLeft, radii.topRight, radii.bottomRight, radii.bottomLeft]
    return all.allSatisfy { $0 == radii.topLeft } ? radii.topLeft.deckNode : all.deckNode
  }
}

// These overloads accept a variable where insets or radii are expected: `let gap = 8.0`, then
// `.margins(gap)`. A number literal is converted directly. The overloads are disfavoured so that the compiler
// does not choose them for literals.

extension CardPartView {
  /// The space around the part, the same at every edge.
  @_disfavoredOverload public func margins(_ all: Double) -> Self { margins(CardInsets(all)) }

  /// The radius of all corners of the part's background.
  @_disfavoredOverload public func cornerRadius(_ all: Double) -> Self { cornerRadius(CardRadii(all)) }
}

extension CardPartStackView {
  /// The space around the parts of the stack, the same at every edge.
  @_disfavoredOverload public func layoutMargins(_ all: Double) -> Self { layoutMargins(CardInsets(all)) }
}

extension DeckCanvas {
  /// The space around the cards, the same at every edge.
  @_disfavoredOverload public func padding(_ all: Double) -> Self { padding(CardInsets(all)) }
}

extension CardRounded {
  /// Creates corners with one radius.
  ///
  /// `file` and `line` are for messages.
  @_disfavoredOverload public init(cornerRadius all: Double, file: String = #fileID, line: Int = #line) {
    self.init(cornerRadius: CardRadii(all), file: file, line: line)
  }
}

extension CardTheme {
  /// The space around parts without their own margins, the same at every edge.
  @_disfavoredOverload public func cardPartMargins(_ all: Double) -> Self { cardPartMargins(CardInsets(all)) }

  /// The space between the cards and the edges of the picture.
  @_disfavoredOverload public func pageMargins(_ all: Double) -> Self { pageMargins(CardInsets(all)) }
}
