import CardRaster
import TestSupport
import Testing

@testable import CardModel
@testable import CardParts

/// The modern themes: contrast, brand colours and scaling with the canvas.
@Suite struct ModernThemeTests {
  static let names = ["soft", "editorial", "poster", "report"]
  static let both: [(String, Appearance)] = names.flatMap { name in Appearance.allCases.map { (name, $0) } }

  private static func theme(_ name: String, _ appearance: Appearance) throws -> ResolvedTheme {
    try #require(ThemeRegistry.preset(named: name)).theme(for: appearance)
  }

  @Test(arguments: both) func allWordsAreLegible(name: String, appearance: Appearance) throws {
    let theme = try Self.theme(name, appearance)
    let marks = ["TextColor", "TitleColor", "DescriptionColor", "linkColor", "titleColor", "ValueColor"]
    let onFills = ["buttonFillTitleColor", "hiddenTextColor"]
    for (label, key) in ResolvedTheme.colors
    where marks.contains(where: { label.hasSuffix($0) }) && !onFills.contains(label) {
      for ground in [theme.cardBackgroundColor, theme.pageBackgroundColor] {
        let ratio = theme[keyPath: key].contrast(with: ground)
        #expect(ratio >= 4.5, "\(label) \(theme[keyPath: key].hexText) on \(ground.hexText): \(ratio)")
      }
    }
    for color in [theme.positiveColor, theme.negativeColor, theme.cautionColor] {
      #expect(color.contrast(with: theme.cardBackgroundColor) >= 4.5)
    }
    #expect(theme.buttonFillTitleColor.contrast(with: theme.buttonFillColor) >= 4.5)
    #expect(theme.onAccentColor.contrast(with: theme.base.accentColor) >= 4.5)
    #expect(theme.pillLabelTextColor.contrast(with: theme.pillLabelBackgroundColor) >= 4.5)
    #expect(theme.accentTextColor.contrast(with: theme.accentTintColor) >= 4.5)
  }

  @Test(arguments: both) func allShapesAreVisible(name: String, appearance: Appearance) throws {
    let theme = try Self.theme(name, appearance)
    for color in [theme.barColor, theme.controlTintColor, theme.switchOnColor, theme.accessoryColor] {
      #expect(color.contrast(with: theme.cardBackgroundColor) >= 3, "\(color.hexText)")
    }
    #expect(theme.chartColors.count >= 4)
    #expect(theme.chartColors.first == theme.barColor)
    for color in theme.chartColors {
      #expect(color.contrast(with: theme.cardBackgroundColor) >= 2.9, "\(color.hexText)")
    }
    for (index, color) in theme.chartColors.enumerated() {
      for other in theme.chartColors[..<index] where other != theme.chartColors[0] {
        #expect(OKLab(color).distance(to: OKLab(other)) > 0.1)
      }
    }
    #expect(theme.cardBackgroundColor != theme.pageBackgroundColor || theme.cardBorderWidth > 0)
  }

  @Test func aDeckWithoutAThemeIsSoft() throws {
    let deck = try LaidOut(deck: #"{"cards":[{"parts":[{"type":"text","text":"a"}]}]}"#).deck.resolved
    #expect(deck.theme == ThemePreset.soft.theme())
    #expect(deck.cards[0].frame.radii == CornerRadii(16))
    #expect(deck.cards[0].frame.border?.lines.contains { $0.isSeen } != true)
    #expect(deck.cards[0].frame.shadows.count == 2)
    #expect(deck.padding == Insets(16))
  }

  @Test func aThemeObjectWithoutABaseChangesSoft() throws {
    let deck = try LaidOut(deck: #"{"theme":{"margin":7},"cards":[{"parts":[{"type":"text","text":"a"}]}]}"#)
    #expect(deck.deck.resolved.theme.cardPartMargins.left == 7)
    #expect(deck.deck.resolved.theme.buttonStyle == .filled)
  }

  @Test func tokensChangeAllDerivedValues() throws {
    var base = ThemePreset.soft.base(.light)
    (base.textSize, base.spacing, base.cornerRadius) = (30, 8, 20)
    let (theme, usual) = (ThemePreset.soft.theme(base), ThemePreset.soft.theme())
    #expect(theme.normalTextFont.size == 30 && theme.headerTextFont.size == 2 * usual.headerTextFont.size)
    #expect(theme.cardsLineSpacing == 2 * usual.cardsLineSpacing && theme.unit == 2)
    #expect(theme.cardCornerRadius == 20 && theme.buttonCornerRadius == 15)
    var classic = ThemePreset.turbo.base(.light)
    classic.textSize = 28
    #expect(ThemePreset.turbo.theme(classic).headerTextFont.size == 72)
  }

  // MARK: Brand

  private static func branded(
    _ brand: String, theme: String = "soft", appearance: String = "light", canvas: String = "{}"
  ) throws -> ResolvedTheme {
    try LaidOut(
      deck:
        #"{"theme":"\#(theme)","appearance":"\#(appearance)","canvas":\#(canvas),"brand":\#(brand),"cards":[{"parts":[{"type":"text","text":"a"}]}]}"#
    ).deck.resolved.theme
  }

  @Test(arguments: [
    "#5B4FE9", "#FFD400", "#FF5A1F", "#000000", "#00C853", "#E91E63", "#7F7F7F", "#45CAE6", "#1F4E79",
  ]) func aBrandKeepsContrast(accent: String) throws {
    for name in ThemeRegistry.presets.map(\.name) {
      for appearance in ["light", "dark"] {
        let theme = try Self.branded(#"{"accent":"\#(accent)"}"#, theme: name, appearance: appearance)
        let surface = theme.cardBackgroundColor
        #expect(theme.buttonTitleColor.contrast(with: surface) >= 4.5, "\(name) \(appearance)")
        #expect(theme.onAccentColor.contrast(with: theme.base.accentColor) >= 4.5, "\(name) \(appearance)")
        #expect(theme.barColor.contrast(with: surface) >= 3, "\(name) \(appearance)")
        if theme.compatibility.ensuresContrast {
          #expect(theme.accentTextColor.contrast(with: theme.accentTintColor) >= 4.5)
          #expect(theme.linkColor.contrast(with: surface) >= 4.5)
          if appearance == "light" { #expect(theme.buttonFillColor.hexText == accent, "the brand's own") }
        }
      }
    }
  }

  @Test func blackBecomesWhiteInTheDark() throws {
    let theme = try Self.branded(##"{"accent":"#000000"}"##, appearance: "dark")
    #expect(theme.buttonFillColor.luminance > 0.8)
    #expect(theme.buttonFillTitleColor.luminance < 0.1)
  }

  @Test func aBrandHasFontsAndARadius() throws {
    let theme = try Self.branded(#"{"font":"JetBrains Mono","headingFont":"Inter","radius":12}"#)
    #expect(theme.normalTextFont.family == "JetBrains Mono")
    #expect(theme.headerTextFont.family == "Inter" && theme.titleFont.family == "Inter")
    #expect(theme.cardCornerRadius == 12 && theme.buttonCornerRadius == 9)
  }

  @Test func theDeckTakesPrecedenceOverItsBrand() throws {
    let deck = try LaidOut(
      deck:
        ##"{"brand":{"accent":"#112233"},"theme":{"accentColor":"#AA0000"},"cards":[{"theme":"report","parts":[{"type":"text","text":"a"}]}]}"##
    ).deck.resolved
    #expect(deck.theme.buttonFillColor == Color(rgb: 0xAA0000))
    #expect(deck.cards[0].theme.base.accentColor == Color(rgb: 0x112233), "a card's own theme follows it too")
  }

  @Test(arguments: [
    (##"{"accent":"#FFFFFF"}"##, "has too little contrast with the cards, #FFFFFF"),
    (##"{"accent":"#5B4FE980"}"##, "is not opaque"),
    (#"{"accent":"bleu"}"#, "did you mean 'blue'?"),
    (#"{"font":"Intr"}"#, "did you mean 'Inter'?"),
    (#"{"accnt":"blue"}"#, "did you mean 'accent'?"),
    (#"{"radius":-1}"#, "radius"),
    ("{}", "needs"),
    (#""blue""#, "expected an object"),
  ]) func anInvalidBrandIsAnError(brand: String, message: String) throws {
    let issues = try LaidOut.issues(
      of: #"{"brand":\#(brand),"cards":[{"parts":[{"type":"text","text":"a"}]}]}"#)
    #expect(issues.contains { $0.contains(message) && $0.contains("error") }, "\(issues)")
  }

  // MARK: The canvas

  @Test(arguments: [("og", 2.0), ("square", 2.25), ("story", 2.5), ("email", 1), ("phone", 1)])
  func socialPicturesHaveLargerText(preset: String, factor: Double) throws {
    let canvas = #"{"preset":"\#(preset)"}"#
    let theme = try Self.branded(#"{"radius":10}"#, canvas: canvas)
    #expect(isNear(theme.normalTextFont.size, 15 * factor, within: 0.26))
    #expect(theme.cardCornerRadius == 10 * factor)
    for classic in ["turbo", "mint"] {
      let theme = try Self.branded(#"{"radius":10}"#, theme: classic, canvas: canvas)
      #expect(theme.normalTextFont.size == 14 && theme.cardCornerRadius == 10)
    }
  }

  @Test func valuesOfTheDeckDoNotGrow() throws {
    let theme = try LaidOut(
      deck:
        #"{"canvas":{"preset":"og"},"theme":{"margin":31,"headerTextFont":"Inter Bold 64"},"cards":[{"parts":[{"type":"text","text":"a"}]}]}"#
    ).deck.resolved.theme
    #expect(theme.base.margin == 31 && theme.headerTextFont.size == 64 && theme.normalTextFont.size == 30)
  }

  @Test func cardsAreCentredOnASocialPicture() throws {
    func top(_ deck: String) throws -> Double {
      try LaidOut.frame(of: LaidOut(deck: deck).card()).minY
    }
    let cards = #""cards":[{"height":100,"parts":[{"type":"text","text":"a"}]}]"#
    let card = try LaidOut.frame(
      of: LaidOut(deck: #"{"canvas":{"preset":"og"},\#(cards)}"#).card())
    #expect(abs(card.midY - 315) < 3)
    #expect(try top(#"{"theme":"turbo","canvas":{"preset":"og"},\#(cards)}"#) == 0)
    #expect(try top(#"{"canvas":{"width":375,"height":800},\#(cards)}"#) == 16)
  }
}
