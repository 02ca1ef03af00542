public import CardRaster
import CardScreens

/// The frame of a card while traits are applied to it.
public struct CardFrame: Hashable, Sendable {
  /// The background behind the parts; nil for none.
  public var background: Paint?
  /// The gradients above the background, from back to front.
  package var gradients: [GradientSpec] = []
  /// Paints above the background and below the parts, from back to front, such as a translucent colour as a tint.
  public var overlays: [Paint] = []
  /// The shadows behind the card, the first on top.
  public var shadows: [Shadow] = []
  /// The inner shadows, above the gradients and below the parts, the first on top.
  public var innerShadows: [Shadow] = []
  /// The corner radii.
  public var radii = CornerRadii.zero
  /// The corner curve.
  public var cornerCurve = CornerCurve.circular
  /// A picture above background and gradients.
  package var backgroundImage: BackgroundImage?
  /// The colour over a picture without a scrim of its own, which makes texts in the theme's colours legible.
  package var scrim: Color?
  /// The border inside the frame; nil for none.
  public var border: Border?
  /// Semicircles cut out of the edges; nil for none.
  package var notches: Notches?
  /// The mask of the whole card; nil for none.
  package var mask: MaskSpec?
  /// The blur of the content behind the card: the standard deviation of a Gaussian, in points.
  public var backdropBlur = 0.0
  /// Space above the parts, in points.
  public var topPadding: Double
  /// Space below the parts, in points.
  public var bottomPadding: Double
  /// The distance of the card from the canvas' left and right edges in points; nil for the default.
  public var customMargin: Double?
  /// The edit button above the parts; nil for none.
  package var editButton: EditButton?
  /// Whether the card is omitted.
  public var isHidden = false
  /// Whether the background is removed, so that the parts cast the shadow.
  public var isTransparent = false

  /// The drawings of custom traits, from back to front.
  var drawings: [TraitDrawing] = []

  /// The action of a long press on the card.
  package var longPress: LayoutBox.LongPress?

  /// The background, gradients and overlays from back to front, without those hidden by an opaque one.
  ///
  /// At rounded corners a hidden layer would shine through the anti-aliased pixels.
  var backdrop: [Paint] {
    let paints =
      [background].compactMap { $0 } + gradients.compactMap(\.gradient).map { Paint.gradient($0) } + overlays
    return Array(paints[(paints.lastIndex(where: \.isOpaque) ?? 0)...])
  }

  /// The opaque colours behind the parts; empty if they are unknown, as on a picture with transparent pixels.
  ///
  /// - Parameter outer: The colours behind the card.
  func grounds(over outer: [Color]) -> [Color] {
    guard let image = backgroundImage else { return backdrop.reduce(outer) { $1.colors(over: $0) } }
    return scrim.map { color in image.grounds.map { color.over($0) } } ?? image.grounds
  }

  /// The frame of the content of a card whose background and border are drawn elsewhere.
  var ofContent: CardFrame {
    var result = self
    (result.background, result.backgroundImage, result.border) = (nil, nil, nil)
    (result.gradients, result.overlays, result.shadows, result.innerShadows) = ([], [], [], [])
    (result.radii, result.longPress) = (.zero, nil)
    (result.notches, result.mask, result.backdropBlur) = (nil, nil, 0)
    return result
  }

  /// The context of a card, which determines its frame before traits are applied.
  enum Setting: Sendable, Hashable {
    /// Among other cards: with the theme's border, shadow and paddings.
    case list
    /// Alone on the canvas: only with the theme's background.
    case fullScreen
    /// On a sheet, which has its own background.
    case sheet
    /// As a sheet over a map, with the corners and shadow of its version; a sidebar has neither.
    case mapSheet(SheetCompatibility, isSidebar: Bool)

    /// Whether the card is on a sheet, so that the sheet draws the background.
    var isSheet: Bool {
      switch self {
      case .sheet, .mapSheet: true
      case .list, .fullScreen: false
      }
    }
  }

  /// Creates the frame of a card without traits.
  init(_ theme: ResolvedTheme, in setting: Setting = .list) {
    var isFramed = false
    if case .list = setting { isFramed = true }
    var color = theme.cardBackgroundColor
    if setting == .fullScreen {
      if theme.fillsScreenWithPage {
        color = theme.pageBackgroundColor
      } else if theme.compatibility.tintsScreen, theme.base.growth > 1, color == theme.base.surfaceColor {
        // A light accent at its full tint would look like mud on a dark surface.
        color = color.blended(with: theme.accentTintColor, share: theme.appearance == .dark ? 0.5 : 1)
      }
    }
    background = setting.isSheet ? nil : .solid(color)
    border = isFramed ? Border(width: theme.cardBorderWidth, color: theme.cardBorderColor) : nil
    let isPadded = isFramed || (setting.isSheet && theme.compatibility.padsScreenCards)
    topPadding = isPadded ? theme.cardCellMargins.top : 0
    bottomPadding = isPadded ? theme.cardCellMargins.bottom : 0
    if case .mapSheet(let compatibility, isSidebar: false) = setting {
      radii = compatibility.radii
      cornerCurve = .continuous
      shadows = compatibility.shadows
    }
    guard isFramed else { return }
    radii = CornerRadii(theme.cardCornerRadius)
    cornerCurve = theme.cardCornerCurve
    if theme.cardShadow { shadows = theme.shadowOfCards }
  }
}
