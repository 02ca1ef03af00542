public import CardRaster

/// The frame of a card while traits are applied to it.
public struct CardFrame: Hashable, Sendable {
  /// Behind the parts; nil for nothing.
  public var background: Paint?
  /// Painted over the background, the first at the bottom.
  package var gradients: [GradientSpec] = []
  /// Behind the card, the first at the top.
  public var shadows: [Shadow] = []
  /// Inside the outline, above the gradients and below the parts, the first at the top.
  public var innerShadows: [Shadow] = []
  /// The corners.
  public var radii = CornerRadii.zero
  /// The form of the corners.
  public var cornerCurve = CornerCurve.circular
  /// A picture over background and gradients.
  package var backgroundImage: BackgroundImage?
  /// The border inside the frame; nil for none.
  public var border: Border?
  /// Half circles cut out of the edges; nil for none.
  package var notches: Notches?
  /// How much what lies behind the card is blurred: the standard deviation of a Gaussian, in points.
  public var backdropBlur = 0.0
  /// Space above and below the parts.
  public var topPadding: Double
  /// Space above and below the parts.
  public var bottomPadding: Double
  /// The distance of the card from the canvas' left and right edge, when it has its own.
  public var customMargin: Double?
  /// A pencil over the parts; nil for none.
  package var editButton: EditButton?
  /// Whether the card is left out.
  public var isHidden = false
  /// Whether the background was taken away, so that a shadow is that of the parts.
  public var isTransparent = false

  /// What a long press on the card does.
  package var longPress: LayoutBox.LongPress?

  /// Background and gradients from the bottom, without what an opaque one hides.
  ///
  /// What is hidden would be seen all the same at round corners, where an edge covers half a pixel.
  var backdrop: [Paint] {
    let paints =
      [background].compactMap { $0 } + gradients.compactMap(\.gradient).map { Paint.gradient($0) }
    return Array(paints[(paints.lastIndex(where: \.isOpaque) ?? 0)...])
  }

  /// What is left for the content of a card whose frame is drawn around more than that.
  var ofContent: CardFrame {
    var result = self
    (result.background, result.backgroundImage, result.border) = (nil, nil, nil)
    (result.gradients, result.shadows, result.innerShadows) = ([], [], [])
    (result.radii, result.longPress) = (.zero, nil)
    (result.notches, result.backdropBlur) = (nil, 0)
    return result
  }

  /// Where a card stands, which decides what its frame is before traits are applied.
  enum Setting: Sendable, Hashable {
    /// Among others: the theme's border, shadow and paddings.
    case list
    /// Alone on the canvas: the theme's background only.
    case fullScreen
    /// On a sheet, which has a background of its own.
    case sheet
    /// As a sheet over a map: corners and shadow of its version, which a sidebar has not.
    case mapSheet(SheetProfile, isSidebar: Bool)

    /// Whether the background is another one than the card's own.
    var isSheet: Bool {
      switch self {
      case .sheet, .mapSheet: true
      case .list, .fullScreen: false
      }
    }
  }

  /// The frame of a card without traits.
  init(_ theme: ResolvedTheme, in setting: Setting = .list) {
    var isFramed = false
    if case .list = setting { isFramed = true }
    background = setting.isSheet ? nil : .solid(theme.cardBackgroundColor)
    border = isFramed ? Border(width: theme.cardBorderWidth, color: theme.cardBorderColor) : nil
    let isPadded = isFramed || (setting.isSheet && theme.partDefaults == .today)
    topPadding = isPadded ? theme.cardCellMargins.top : 0
    bottomPadding = isPadded ? theme.cardCellMargins.bottom : 0
    if case .mapSheet(let profile, isSidebar: false) = setting {
      radii = profile.figures.radii
      cornerCurve = .continuous
      shadows = profile.figures.shadows
    }
    guard isFramed else { return }
    radii = CornerRadii(theme.cardCornerRadius)
    cornerCurve = theme.cardCornerCurve
    if theme.cardShadow { shadows = theme.shadowOfCards }
  }
}
