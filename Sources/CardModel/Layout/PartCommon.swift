package import CardRaster

/// The properties that every part has.
package struct PartCommon: Hashable, Sendable {
  /// The id, a name for selecting the part.
  package var id: String?
  /// The space around the part; nil for the default of its kind.
  package var margins: Insets?
  /// The width in points, if set.
  package var width: Double?
  /// The height in points, if set.
  package var height: Double?
  /// Whether the part is hidden; a hidden part takes no space.
  package var isHidden = false
  /// Whether the part extends to the edges of its card, item or page.
  package var bleed = false
  /// The opacity, 0…1.
  package var alpha = 1.0
  /// The background.
  package var backgroundColor: Paint?
  /// The corner radii of the background and of a picture.
  package var cornerRadius: CornerRadii?
  /// The corner curve; nil for the default of the part.
  package var cornerCurve: CornerCurve?
  /// The target of a tap.
  package var link: String?
  /// The alt text.
  package var alt: String?
  /// The layout direction of the part and its content; nil for that of its container.
  package var direction: LayoutDirection?
  /// The appearance of the part and its content; nil for that of its container.
  package var appearance: Appearance?
  private var rareTheme = Indirect<ResolvedTheme>.none

  /// The theme of a part with its own appearance.
  package var theme: ResolvedTheme? {
    get { rareTheme.value }
    set { rareTheme = newValue.map { .some($0) } ?? .none }
  }

  /// In a stack: the weight for sharing the remaining space.
  package var weight: Double?
  private var rareSizing = Indirect<PartSizing>.none

  /// Size limits, fractional sizes and aspect ratio; nil if none is set.
  package var sizing: PartSizing? {
    get { rareSizing.value }
    set { rareSizing = newValue.map { .some($0) } ?? .none }
  }

  /// In layers: the position.
  package var anchor = LayerAnchor.fill
  /// In layers: parts with a higher value are in front.
  package var zIndex = 0
  /// The storage of `decoration`.
  private var rareDecoration = Indirect<PartDecoration>.none

  /// Border, shadows, background picture, rotation and clip; nil if none is set.
  package var decoration: PartDecoration? {
    get { rareDecoration.value }
    set { rareDecoration = newValue.map { .some($0) } ?? .none }
  }

  /// The storage of `breaking`.
  private var rareBreaking = Indirect<Breaking>.none

  /// Page breaks of a report around and inside the part; nil if none is set.
  package var breaking: Breaking? {
    get { rareBreaking.value }
    set { rareBreaking = newValue.map { .some($0) } ?? .none }
  }

  /// Creates the properties with their defaults.
  package init() {}

  /// Applies background, opacity and link to the box of a part.
  ///
  /// - Parameter clips: Whether rounded corners clip the content.
  func decorate(_ box: inout LayoutBox, clips: Bool, _ context: LayoutContext) throws(RasterError) {
    if let backgroundColor { box.background = backgroundColor }
    // A part that bleeds has the corners of its container.
    if bleed, cornerRadius == nil { box.radii = .zero }
    if let cornerRadius {
      box.radii = cornerRadius
      if clips, !cornerRadius.isZero { box.isClipped = true }
    }
    if let cornerCurve { box.cornerCurve = cornerCurve }
    if let decoration { try decoration.decorate(&box, context) }
    if alpha < 1 { box.opacity *= alpha }
    if let link { box.link = link }
    if let alt { (box.label, box.givesLabel) = (alt, true) }
  }
}

extension PartCommon {
  /// Whether the edges and corners of the part are visible.
  package var hasOutline: Bool {
    guard backgroundColor == nil else { return true }
    guard let decoration else { return false }
    return decoration.border != nil || decoration.backgroundImage != nil || decoration.clip == true
      || decoration.notches != nil || decoration.backdropBlur > 0
      || decoration.shadows.contains(where: \.isInset)
  }
}

extension LayoutBox {
  /// Whether rounded corners of the box are visible.
  var showsCorners: Bool {
    background != nil || isClipped || decoration?.picture != nil || decoration?.border != nil
      || decoration?.innerShadows.isEmpty == false || (decoration?.backdropBlur ?? 0) > 0
  }
}

/// The position of a part in layers.
public enum LayerAnchor: String, Hashable, Sendable, CaseIterable {
  /// Fills the whole box.
  case fill
  /// In a corner, at the centre of an edge, or in the centre of the picture.
  case topLeft, top, topRight, left, center, right, bottomLeft, bottom, bottomRight
  /// In a corner or at the centre of an edge, where rows begin or end.
  case topLeading, topTrailing, leading, trailing, bottomLeading, bottomTrailing

  /// The fraction of the remaining space that is before the part, in each direction.
  ///
  /// - Parameter turnsSides: Whether the box is mirrored later, and its left and right stay where they are.
  package func share(turnsSides: Bool) -> Point {
    let x: Double
    switch self {
    case .fill, .center, .top, .bottom: x = 0.5
    case .topLeft, .left, .bottomLeft: x = turnsSides ? 1 : 0
    case .topRight, .right, .bottomRight: x = turnsSides ? 0 : 1
    case .topLeading, .leading, .bottomLeading: x = 0
    case .topTrailing, .trailing, .bottomTrailing: x = 1
    }
    switch self {
    case .topLeft, .top, .topRight, .topLeading, .topTrailing: return Point(x: x, y: 0)
    case .bottomLeft, .bottom, .bottomRight, .bottomLeading, .bottomTrailing: return Point(x: x, y: 1)
    case .fill, .left, .center, .right, .leading, .trailing: return Point(x: x, y: 0.5)
    }
  }
}
