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
