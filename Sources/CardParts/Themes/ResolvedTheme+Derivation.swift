import CardRaster

/// All that follows from the few values of a base.
extension ResolvedTheme {
  /// Derives every field, with CardParts' figures.
  public init(_ base: Base, for appearance: Appearance = .light) {
    self.base = base
    self.appearance = appearance
    partDefaults = .cardParts
    let isDark = appearance == .dark
    let unit = base.spacing / 4
    func font(_ size: Double, _ weight: Int = 400) -> Font {
      Font(
        base.fontFamily, size: size * base.textSize / 14, weight: weight,
        isTracked: base.automaticLetterSpacing)
    }
    func heading(_ size: Double, _ weight: Int) -> Font {
      var font = font(size, weight)
      if let family = base.headingFontFamily { font.family = family }
      return font
    }
    smallTextFont = font(10)
    normalTextFont = font(14)
    titleTextFont = heading(16, 500)
    headerTextFont = heading(36 * base.headingScale, 900)
    detailTextFont = font(12)
    smallAttributedTextFont = smallTextFont
    normalAttributedTextFont = normalTextFont
    titleAttributedTextFont = titleTextFont
    headerAttributedTextFont = headerTextFont
    detailAttributedTextFont = detailTextFont
    titleFont = titleTextFont
    buttonTitleFont = font(17)
    leftTitleFont = font(17)
    leftDescriptionFont = font(12)
    rightTitleFont = font(17)
    rightDescriptionFont = font(12)
    rightTitleFont.hasTabularFigures = true
    rightDescriptionFont.hasTabularFigures = true
    pillLabelFont = font(17)
    markerTitleFont = font(24, 500)
    barValueFont = font(12)
    sliderValueFont = font(17)
    sliderValueFont.hasTabularFigures = true

    smallTextColor = base.secondaryTextColor
    normalTextColor = base.secondaryTextColor
    titleTextColor = base.primaryTextColor
    headerTextColor = base.primaryTextColor
    detailTextColor = base.secondaryTextColor
    smallAttributedTextColor = base.secondaryTextColor
    normalAttributedTextColor = base.secondaryTextColor
    titleAttributedTextColor = base.primaryTextColor
    headerAttributedTextColor = base.primaryTextColor
    detailAttributedTextColor = base.secondaryTextColor
    titleColor = base.primaryTextColor
    buttonTitleColor = base.accentColor
    leftTitleColor = base.primaryTextColor
    leftDescriptionColor = base.tertiaryTextColor
    rightTitleColor = base.primaryTextColor
    rightDescriptionColor = base.tertiaryTextColor
    pillLabelTextColor = base.primaryTextColor
    markerColor = base.primaryTextColor
    markerTitleColor = base.primaryTextColor
    barValueColor = base.secondaryTextColor
    separatorColor = base.lineColor
    barBackgroundColor = base.lineColor
    barColor = base.dataColor
    todayLineColor = Color(rgb: isDark ? 0x8E8E93 : 0xB2B2B2)
    controlTintColor = base.accentColor
    sliderTrackColor = base.lineColor
    sliderValueColor = base.primaryTextColor
    // iOS' green; its grey #E9E9EA lies a third of the way from the line colour to white.
    switchOnColor = Color(rgb: isDark ? 0x30D158 : 0x34C759)
    switchTrackColor = base.lineColor.blended(with: base.surfaceColor, share: 0.35)
    histogramLineColor = base.lineColor.blended(with: base.secondaryTextColor, share: 0.5)
    chartColors = ChartPalette.colors(appearance, first: base.dataColor)
    chartOtherColor = Color(rgb: isDark ? 0x7C7C80 : 0x8A8F98)
    chartUpColor = ChartPalette.standard(appearance)[1]
    chartDownColor = ChartPalette.standard(appearance)[2]
    chartLabelColor = Color(rgb: isDark ? 0xAEAEB2 : 0x6B6B6B)
    chartGridColor = base.lineColor
    chartAxisColor = Color(rgb: 0x8E8E93)
    chartRuleColor = base.primaryTextColor
    chartBandColor = base.secondaryTextColor.multiplyingAlpha(by: 0.14)
    chartLabelFont = font(11)
    chartLabelFont.hasTabularFigures = true
    chartTitleFont = font(15, 500)
    cardBackgroundColor = base.surfaceColor
    // CardParts' #E7E7E7 lies three tenths of the way from its line colour to white.
    cardBorderColor = base.lineColor.blended(with: base.surfaceColor, share: 0.3)
    // A shadow is darker than what it falls on, or it would be a glow.
    cardShadowColor = isDark ? .black : cardBorderColor
    pageBackgroundColor = base.pageColor
    hiddenTextColor = Color(rgb: 0x999999).multiplyingAlpha(by: 0.6)
    hiddenRowColor = base.pageColor
    accessoryColor = Color(rgb: isDark ? 0x7C7C80 : 0xB9BCC2)
    linkColor = Color(rgb: isDark ? 0x409CFF : 0x007AFF)
    let accents = Accents(base)
    accentTextColor = base.accentColor
    onAccentColor = accents.onAccent
    accentTintColor = accents.tint
    (positiveColor, negativeColor, cautionColor) = (accents.positive, accents.negative, accents.caution)
    buttonFillColor = base.accentColor
    buttonFillTitleColor = accents.onAccent
    buttonBorderColor = base.lineColor
    pillLabelBackgroundColor = .clear

    cardsViewContentInsetTop = 0
    cardsLineSpacing = 12 * unit
    cardBorderWidth = 0.5
    barHeight = 20 * unit
    buttonCornerRadius = base.cornerRadius * 0.75
    buttonStyle = .plain
    buttonInsets = Insets(top: 12 * unit, left: 20 * unit, bottom: 12 * unit, right: 20 * unit)
    cardCornerRadius = base.cornerRadius
    cardCornerCurve = .circular
    pageMargins = .zero
    rowPadding = 12 * unit
    cardCellMargins = .zero
    cardPartMargins = Insets(top: 5 * unit, left: base.margin, bottom: 5 * unit, right: base.margin)
    titleViewMargins = Insets(top: 5 * unit, left: base.margin, bottom: 10 * unit, right: base.margin)
    tableViewMargins = Insets(top: 0, left: base.margin, bottom: 0, right: base.margin)
    horizontalSeparatorMargins = Insets(top: 5 * unit, left: 0, bottom: 5 * unit, right: 0)
    cardShadow = false
    cardShadows = []
    roundedCorners = true
    tightLargeText = false
    showTodayLine = false
    barCornerRadius = nil
    secondaryTitlePosition = .center(amount: 0)
  }
}
