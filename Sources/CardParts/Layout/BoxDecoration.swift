package import CardRaster

/// What lies around and behind a box besides its background; most boxes have none of it.
package struct BoxDecoration: Hashable, Sendable {
  /// A picture behind what is inside, cut off by the box's corners.
  package struct Picture: Hashable, Sendable {
    /// The picture and where all of it goes.
    package var item: DisplayItem.ImageItem
    /// Over the picture.
    package var scrim: Paint?
    /// Whether nothing below it is seen anywhere in the box.
    package var isOpaque: Bool
    /// How it is put into the box.
    var contentMode: ContentMode
    /// The point of it that stays in view.
    var focalPoint: Point
  }

  /// Of the outline, below all of the box, the first at the top.
  package var shadows: [Shadow] = []
  /// Falling into the outline, over the background and below what is inside, the first at the top.
  package var innerShadows: [Shadow] = []
  /// A picture over the background.
  package var picture: Picture?
  /// Over all that is inside.
  package var border: Border?
  /// Half circles cut out of the edges, and out of all that is inside.
  package var notches: Notches.Placed?
  /// How all of the box is mixed with what lies behind it.
  package var blendMode = BlendMode.normal
  /// How much what lies behind the box is blurred within its outline: the standard deviation of a Gaussian, in points.
  package var backdropBlur = 0.0
  /// How colourful that becomes, in shares of what it was.
  package var backdropSaturation = 1.0
  /// How far the box is turned about its middle, in degrees, clockwise.
  package var rotation = 0.0

  /// Makes one that changes nothing.
  package init() {}
}

extension LayoutBox {
  /// What lies around and behind it; of a plain box, nothing.
  package var decoration: BoxDecoration? {
    get { rareDecoration.value }
    set { rareDecoration = newValue.map { .some($0) } ?? .none }
  }

  /// The map that turns what is inside, in the coordinates of the box around it; nil for none.
  func turn(at origin: Point) -> Transform? {
    guard let degrees = decoration?.rotation, degrees != 0 else { return nil }
    let middle = origin + Point(x: size.width / 2, y: size.height / 2)
    let (sine, cosine) = Angle.sineAndCosine(degrees: degrees)
    return Transform.translation(.zero - middle)
      .then(Transform(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)).then(.translation(middle))
  }
}
