/// What a deck puts around a part; most parts have none of it.
package struct PartDecoration: Hashable, Sendable {
  /// Along its edges.
  var border: BorderSpec?
  /// Of its outline, or of what it draws where nothing is behind it; the first at the top.
  var shadows: [ShadowSpec] = []
  /// A picture behind it.
  var backgroundImage: BackgroundImage?
  /// How far it is turned about its middle, in degrees, clockwise.
  var rotate = 0.0
  /// Half circles cut out of its edges.
  var notches: Notches?
  /// How it is mixed with what lies behind it.
  var blendMode = BlendMode.normal
  /// How much what lies behind it is blurred: the standard deviation of a Gaussian, in points.
  var backdropBlur = 0.0
  /// Whether its outline cuts off what it holds; nil for the part's own way.
  var clip: Bool?

  /// Makes one that changes nothing.
  package init() {}
}

/// A value that most owners have none of, so that they keep only one word for it.
package indirect enum Rare<Value> {
  /// There is none.
  case none
  /// There is one.
  case some(Value)

  /// The value, if there is one.
  package var value: Value? {
    if case .some(let value) = self { value } else { nil }
  }
}

extension Rare: Equatable where Value: Equatable {}
extension Rare: Hashable where Value: Hashable {}
extension Rare: Sendable where Value: Sendable {}
