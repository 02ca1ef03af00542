public import CardRaster

/// What every part has.
public struct PartCommon: Hashable, Sendable {
  /// A name for selecting it.
  public var id: String?
  /// The space around it; nil for the default of its kind.
  public var margins: Insets?
  /// An explicit width in points.
  public var width: Double?
  /// An explicit height in points.
  public var height: Double?
  /// A hidden part takes no space.
  public var isHidden = false
  /// 0…1.
  public var alpha = 1.0
  /// Behind the part.
  public var backgroundColor: Paint?
  /// The corners of the background, and of a picture.
  public var cornerRadius: CornerRadii?
  /// The form of the corners; nil for the part's own.
  public var cornerCurve: CornerCurve?
  /// Where a tap goes.
  public var link: String?
  /// The text alternative.
  public var alt: String?
  /// In a stack: the share of the space that is left over.
  public var weight: Double?

  /// Makes the values of a part that gives none of them.
  public init() {}

  /// Puts background, opacity and link around a part's own box.
  ///
  /// - Parameter clips: whether the corners cut off what the part holds.
  func decorate(_ box: inout LayoutBox, clips: Bool) {
    if let backgroundColor { box.background = backgroundColor }
    if let cornerRadius {
      box.radii = cornerRadius
      if clips, !cornerRadius.isZero { box.isClipped = true }
    }
    if let cornerCurve { box.cornerCurve = cornerCurve }
    if alpha < 1 { box.opacity *= alpha }
    if let link { box.link = link }
    if let alt { box.label = alt }
  }
}
