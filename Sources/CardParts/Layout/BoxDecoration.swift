public import CardRaster

/// What lies around and behind a box besides its background; most boxes have none of it.
public struct BoxDecoration: Hashable, Sendable {
  /// A picture behind what is inside, cut off by the box's corners.
  public struct Picture: Hashable, Sendable {
    /// The picture and where all of it goes.
    public var item: DisplayItem.ImageItem
    /// Over the picture.
    public var scrim: Paint?
    /// Whether nothing below it is seen anywhere in the box.
    public var isOpaque: Bool
  }

  /// Of the outline, below all of the box, the first at the top.
  public var shadows: [Shadow] = []
  /// Falling into the outline, over the background and below what is inside, the first at the top.
  public var innerShadows: [Shadow] = []
  /// A picture over the background.
  public var picture: Picture?
  /// Over all that is inside.
  public var border: Border?
  /// Half circles cut out of the edges, and out of all that is inside.
  public var notches: Notches.Placed?
  /// How all of the box is mixed with what lies behind it.
  public var blendMode = BlendMode.normal
  /// How much what lies behind the box is blurred within its outline: the standard deviation of a Gaussian, in points.
  public var backdropBlur = 0.0
  /// How colourful that becomes, in shares of what it was.
  public var backdropSaturation = 1.0
  /// How far the box is turned about its middle, in degrees, clockwise.
  public var rotation = 0.0

  /// Makes one that changes nothing.
  public init() {}
}

extension LayoutBox {
  /// What lies around and behind it; of a plain box, nothing.
  public var decoration: BoxDecoration? {
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
