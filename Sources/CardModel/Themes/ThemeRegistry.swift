import CardRaster

/// A built-in theme: base values, and adjustments that are not derived from them.
package struct ThemePreset: Sendable {
  package let name: String
  package let summary: String
  package let base: @Sendable (Appearance) -> ResolvedTheme.Base
  /// The font families for headings in order of preference.
  ///
  /// The first available one becomes `headingFontFamily`.
  package let headingFamilies: [String]
  /// Whether sizes and distances grow on canvases that are viewed from a distance.
  package let growsWithCanvas: Bool
  let adjust: @Sendable (inout ResolvedTheme) -> Void

  init(
    _ name: String, summary: String, base: @escaping @Sendable (Appearance) -> ResolvedTheme.Base,
    headingFamilies: [String] = [], growsWithCanvas: Bool = false,
    adjust: @escaping @Sendable (inout ResolvedTheme) -> Void = { _ in }
  ) {
    self.name = name
    self.summary = summary
    self.base = base
    self.headingFamilies = headingFamilies
    self.growsWithCanvas = growsWithCanvas
    self.adjust = adjust
  }

  /// The theme for an appearance, with its own or other base values.
  package func theme(_ base: ResolvedTheme.Base? = nil, for appearance: Appearance = .light) -> ResolvedTheme
  {
    var theme = ResolvedTheme(base ?? self.base(appearance), for: appearance)
    adjust(&theme)
    return theme
  }
}

/// The themes that a deck may name.
package enum ThemeRegistry {
  package static let presets: [ThemePreset] = [.soft, .editorial, .poster, .report, .turbo, .mint]

  package static let standard = ThemePreset.soft

  package static func preset(named name: String) -> ThemePreset? { presets.first { $0.name == name } }
}

extension ThemePreset {
  /// The default theme: rounded white cards with a soft shadow, and filled buttons.
  static let soft = ThemePreset(
    "soft",
    summary: "The default: round cards on a soft shadow, filled buttons, quiet greys and a clear blue.",
    base: { ResolvedTheme.Base.modern($0) }, growsWithCanvas: true
  ) { theme in
    theme.applyModernDefaults()
    theme.compatibility.tintsScreen = true
  }
}

extension ThemePreset {
  /// Separate cards with a faint shadow, margins of 15 points, and straight bars with a today line.
  static let mint = ThemePreset(
    "mint", summary: "As in CardParts: separate cards with a faint shadow, narrow margins.",
    base: { appearance in
      return changing(ResolvedTheme.Base(appearance)) { $0.margin = 15 }
    }
  ) { theme in
    theme.cardShadow = true
    theme.cardCellMargins = Insets(top: 9, left: 12, bottom: 12, right: 12)
    theme.normalAttributedTextFont.size = 12
    theme.horizontalSeparatorMargins = Insets(
      top: 5, left: theme.base.margin, bottom: 5, right: theme.base.margin)
    theme.tableViewMargins = Insets(
      top: 0, left: theme.base.margin - 1, bottom: 0, right: theme.base.margin - 1)
    theme.barHeight = 13.5
    theme.roundedCorners = false
    theme.showTodayLine = true
    theme.secondaryTitlePosition = .right
  }
}

extension ThemePreset {
  /// The default of CardParts: cards from edge to edge, no shadow, margins of 28 points.
  ///
  /// All of its values are derived from the base values.
  static let turbo = ThemePreset(
    "turbo", summary: "As in CardParts: cards from edge to edge, no shadow, wide margins.",
    base: { ResolvedTheme.Base($0) })
}
