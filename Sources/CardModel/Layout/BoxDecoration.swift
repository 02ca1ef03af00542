package import CardRaster

/// The decoration around and behind a box, apart from its background; most boxes have none.
package struct BoxDecoration: Hashable, Sendable {
  /// A picture behind the content, clipped to the box's corners.
  package struct Picture: Hashable, Sendable {
    /// The whole picture and its frame.
    package var item: DisplayItem.ImageItem
    /// The overlay on the picture.
    package var scrim: Paint?
    /// Whether the picture hides everything below it in the whole box.
    package var isOpaque: Bool
    /// How the picture is scaled to the box.
    package var contentMode: ContentMode
    /// The focal point, which stays in view.
    var focalPoint: Point
  }

  /// Drop shadows of the outline, below the whole box, the first on top.
  package var shadows: [Shadow] = []
  /// Inner shadows, above the background and below the content, the first on top.
  package var innerShadows: [Shadow] = []
  /// A picture above the background.
  package var picture: Picture?
  /// The border, above the content.
  package var border: Border?
  /// Semicircles cut out of the edges and the content.
  package var notches: Notches.Placed?
  /// The mask of everything in the box; its shadows are outside of it.
  package var mask: MaskSpec?
  /// How the whole box is blended with the content behind it.
  package var blendMode = BlendMode.normal
  /// The blur of the content behind the box, within its outline.
  ///
  /// The value is the standard deviation of a Gaussian, in points.
  package var backdropBlur = 0.0
  /// The saturation of the blurred backdrop, relative to the original: 1 keeps it.
  package var backdropSaturation = 1.0
  /// The rotation about the box's centre, in degrees clockwise.
  package var rotation = 0.0
  /// The skew about the box's centre before the rotation: the angles along x and y, in degrees.
  package var skew = Point.zero

  /// Whether the box is rotated or skewed.
  var isTurned: Bool { rotation != 0 || skew != .zero }

  /// Creates a decoration without any effect.
  package init() {}
}

extension LayoutBox {
  /// The decoration of the box; nil for a plain box.
  package var decoration: BoxDecoration? {
    get { rareDecoration.value }
    set { rareDecoration = newValue.map { .some($0) } ?? .none }
  }

  /// The skew and rotation of the content, in the coordinates of the parent box; nil for none.
  package func turn(at origin: Point) -> Transform? {
    guard let decoration, decoration.isTurned else { return nil }
    let middle = origin + Point(x: size.width / 2, y: size.height / 2)
    let (sine, cosine) = Angle.sineAndCosine(degrees: decoration.rotation)
    return Transform.translation(.zero - middle).then(.skew(decoration.skew))
      .then(Transform(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)).then(.translation(middle))
  }
}
