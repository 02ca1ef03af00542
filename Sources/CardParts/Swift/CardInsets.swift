import CardRaster

/// Distances from the four edges inwards, in points; a number is the same one at every edge.
public struct CardInsets: Hashable, Sendable, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  let insets: Insets
  private var followsDirection = false

  /// Makes insets in UIKit's order.
  public init(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) {
    insets = Insets(top: top, left: left, bottom: bottom, right: right)
  }

  /// Makes insets of which those at the sides follow the deck's direction.
  public init(top: Double = 0, leading: Double, bottom: Double = 0, trailing: Double = 0) {
    insets = Insets(top: top, left: leading, bottom: bottom, right: trailing)
    followsDirection = true
  }

  /// Makes one inset above and below, and one at the left and right.
  public init(vertical: Double, horizontal: Double) {
    insets = Insets(top: vertical, left: horizontal, bottom: vertical, right: horizontal)
  }

  /// Makes the same inset at every edge.
  public init(_ all: Double) { insets = Insets(all) }
  /// Makes the same inset at every edge.
  public init(integerLiteral all: Int) { self.init(Double(all)) }
  /// Makes the same inset at every edge.
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

/// The radii of four corners, in points; a number is the same one at every corner.
public struct CardRadii: Hashable, Sendable, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  let radii: CornerRadii

  /// Makes the four radii, clockwise from the top left.
  public init(
    topLeft: Double = 0, topRight: Double = 0, bottomRight: Double = 0, bottomLeft: Double = 0
  ) {
    radii = CornerRadii(
      topLeft: topLeft, topRight: topRight, bottomRight: bottomRight, bottomLeft: bottomLeft)
  }

  /// Makes four equal radii.
  public init(_ all: Double) { radii = CornerRadii(all) }
  /// Makes four equal radii.
  public init(integerLiteral all: Int) { self.init(Double(all)) }
  /// Makes four equal radii.
  public init(floatLiteral all: Double) { self.init(all) }
}

extension CardRadii: DeckConvertible {
  var deckNode: DeckNode {
    let all = [radii.topLeft, radii.topRight, radii.bottomRight, radii.bottomLeft]
    return all.allSatisfy { $0 == radii.topLeft } ? radii.topLeft.deckNode : all.deckNode
  }
}
