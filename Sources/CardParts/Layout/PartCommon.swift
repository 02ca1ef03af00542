package import CardRaster

/// What every part has.
package struct PartCommon: Hashable, Sendable {
  /// A name for selecting it.
  package var id: String?
  /// The space around it; nil for the default of its kind.
  package var margins: Insets?
  /// An explicit width in points.
  package var width: Double?
  /// An explicit height in points.
  package var height: Double?
  /// A hidden part takes no space.
  package var isHidden = false
  /// Whether the part goes to the edges of the card, the item or the page that it stands in.
  package var bleed = false
  /// 0…1.
  package var alpha = 1.0
  /// Behind the part.
  package var backgroundColor: Paint?
  /// The corners of the background, and of a picture.
  package var cornerRadius: CornerRadii?
  /// The form of the corners; nil for the part's own.
  package var cornerCurve: CornerCurve?
  /// Where a tap goes.
  package var link: String?
  /// The text alternative.
  package var alt: String?
  /// In a stack: the share of the space that is left over.
  package var weight: Double?
  private var rareSizing = Rare<PartSizing>.none

  /// Bounds, shares and proportions of its size; nil for none of it.
  package var sizing: PartSizing? {
    get { rareSizing.value }
    set { rareSizing = newValue.map { .some($0) } ?? .none }
  }

  /// Among layers: where it stands.
  package var anchor = LayerAnchor.fill
  /// Among layers: the higher one lies over the lower one.
  package var zIndex = 0
  /// Border, shadows, picture behind it, turn and clip.
  private var rareDecoration = Rare<PartDecoration>.none

  /// Border, shadows, picture behind it, turn and clip; nil for none of it.
  package var decoration: PartDecoration? {
    get { rareDecoration.value }
    set { rareDecoration = newValue.map { .some($0) } ?? .none }
  }

  /// Where pages of a report end around and in it.
  private var rareBreaking = Rare<Breaking>.none

  /// Where pages of a report end around and in it; nil for none of it.
  package var breaking: Breaking? {
    get { rareBreaking.value }
    set { rareBreaking = newValue.map { .some($0) } ?? .none }
  }

  /// Makes the values of a part that gives none of them.
  package init() {}

  /// Puts background, opacity and link around a part's own box.
  ///
  /// - Parameter clips: whether the corners cut off what the part holds.
  func decorate(_ box: inout LayoutBox, clips: Bool, _ context: LayoutContext) throws(RasterError) {
    if let backgroundColor { box.background = backgroundColor }
    // At the edges the corners are those of what it stands in.
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
  /// Whether the edges of the part are seen, and its corners with them.
  var hasOutline: Bool {
    guard backgroundColor == nil else { return true }
    guard let decoration else { return false }
    return decoration.border != nil || decoration.backgroundImage != nil || decoration.clip == true
      || decoration.notches != nil || decoration.backdropBlur > 0
      || decoration.shadows.contains(where: \.isInset)
  }
}

extension LayoutBox {
  /// Whether round corners of the box are seen.
  var showsCorners: Bool {
    background != nil || isClipped || decoration?.picture != nil || decoration?.border != nil
      || decoration?.innerShadows.isEmpty == false || (decoration?.backdropBlur ?? 0) > 0
  }
}

/// Where a part stands in a box that it shares with others.
public enum LayerAnchor: String, Hashable, Sendable, CaseIterable {
  /// Over all of it.
  case fill
  /// In a corner, in the middle of an edge, or in the middle.
  case topLeft, top, topRight, left, center, right, bottomLeft, bottom, bottomRight

  /// How much of the space that is left over lies before the part.
  var share: Point {
    switch self {
    case .fill, .center: Point(x: 0.5, y: 0.5)
    case .topLeft: Point(x: 0, y: 0)
    case .top: Point(x: 0.5, y: 0)
    case .topRight: Point(x: 1, y: 0)
    case .left: Point(x: 0, y: 0.5)
    case .right: Point(x: 1, y: 0.5)
    case .bottomLeft: Point(x: 0, y: 1)
    case .bottom: Point(x: 0.5, y: 1)
    case .bottomRight: Point(x: 1, y: 1)
    }
  }
}
