import CardRaster

extension ResolvedTheme {
  /// The five styles of text, each with a font and a colour.
  enum TextStyle: String, Sendable, CaseIterable {
    case small, normal, title, header, detail

    /// The theme's font and colour.
    func fontAndColor(in theme: ResolvedTheme) -> (Font, Color) {
      switch self {
      case .small: (theme.smallTextFont, theme.smallTextColor)
      case .normal: (theme.normalTextFont, theme.normalTextColor)
      case .title: (theme.titleTextFont, theme.titleTextColor)
      case .header: (theme.headerTextFont, theme.headerTextColor)
      case .detail: (theme.detailTextFont, theme.detailTextColor)
      }
    }

    /// The theme's font and colour for attributed text.
    func attributedFontAndColor(in theme: ResolvedTheme) -> (Font, Color) {
      switch self {
      case .small: (theme.smallAttributedTextFont, theme.smallAttributedTextColor)
      case .normal: (theme.normalAttributedTextFont, theme.normalAttributedTextColor)
      case .title: (theme.titleAttributedTextFont, theme.titleAttributedTextColor)
      case .header: (theme.headerAttributedTextFont, theme.headerAttributedTextColor)
      case .detail: (theme.detailAttributedTextFont, theme.detailAttributedTextColor)
      }
    }
  }
}
