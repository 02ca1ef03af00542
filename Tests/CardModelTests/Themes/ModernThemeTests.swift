import CardRaster
import Foundation
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
    #expect(theme.buttonFillTitleColor.contrast(with: theme.buttonFillColor) >= 3)
    #expect(theme.onAccentColor.contrast(with: theme.base.accentColor) >= 3)
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
    Self.expectDistinctSeries(theme)
    #expect(theme.cardBackgroundColor != theme.pageBackgroundColor || theme.cardBorderWidth > 0)
  }

  /// Any two of the first five series differ with normal vision and each kind of colour blindness.
  private static func expectDistinctSeries(_ theme: ResolvedTheme, _ comment: Comment? = nil) {
    let colors = theme.chartColors.prefix(5)
    for (index, color) in colors.enumerated() {
      for other in colors[..<index] {
        for (first, second) in zip(OKLab.views(of: color), OKLab.views(of: other)) {
          #expect(first.distance(to: second) >= 0.08, comment)
          let difference = CIELab(first).difference(from: CIELab(second))
          #expect(difference >= 10, "\(comment?.rawValue ?? "") \(color.hexText) \(other.hexText)")
        }
      }
    }
  }

  /// No two colours are shades of one hue, and none on a light card is brown or olive.
  private static func expectClearHues(_ theme: ResolvedTheme, _ comment: Comment) {
    // Eight colours that differ in all kinds of vision do not always have eight hues, least of all on dark cards.
    let isDark = theme.cardBackgroundColor.luminance < 0.18
    let colors = theme.chartColors.prefix(isDark ? 5 : 7).map { OKLab($0) }
    for (index, color) in colors.enumerated() {
      let hue = atan2(color.b, color.a) * 180 / .pi
      for other in colors[..<index] where min(color.chroma, other.chroma) > 0.08 {
        let turn = abs((hue - atan2(other.b, other.a) * 180 / .pi).remainder(dividingBy: 360))
        #expect(turn >= 19 || abs(color.lightness - other.lightness) >= 0.24, comment)
      }
      // The first colour is that of the brand.
      guard index > 0, !isDark, color.chroma > 0.05 else { continue }
      #expect(!(30...115).contains(hue) || (hue < 50 && color.lightness > 0.59), comment)
    }
  }

  @Test(arguments: [0xF59E0B, 0xFFD400, 0xFACC15, 0xEAB308]) func yellowBrandsHaveOrangeCharts(accent: UInt32)
    throws
  {
    var brand = Brand()
    brand.accent = Color(rgb: accent)
    for appearance in Appearance.allCases {
      var base = ThemePreset.soft.base(appearance)
      brand.apply(to: &base, for: appearance, isFilled: true)
      let color = OKLab(base.dataColor)
      let hue = atan2(color.b, color.a) * 180 / .pi
      if appearance == .light { #expect(abs(hue - 52) < 4 && color.chroma > 0.15) }
      if appearance == .dark { #expect(base.dataColor == brand.accent) }
      #expect(base.accentColor == brand.accent)
    }
  }

  @Test func seriesOfBrandsCanBeDistinguished() throws {
    var uneven: [String] = []
    for lightness in [0.3, 0.45, 0.6, 0.75, 0.9] {
      for (a, b) in [
        (0, 0.17), (0.12, 0.12), (0.17, 0), (0.12, -0.12), (0, -0.17), (-0.12, -0.12), (-0.17, 0),
        (-0.12, 0.12), (0, 0), (0.06, 0.03), (-0.03, -0.06),
      ] {
        var brand = Brand()
        brand.accent = OKLab(lightness: lightness, a: a, b: b).color
        for name in Self.names {
          for appearance in Appearance.allCases {
            let preset = try #require(ThemeRegistry.preset(named: name))
            var base = preset.base(appearance)
            brand.apply(to: &base, for: appearance, isFilled: true)
            let theme = preset.theme(base, for: appearance)
            let comment: Comment = "\(brand.accent?.hexText ?? "") \(name) \(appearance)"
            #expect(theme.chartColors.count == 8 && theme.chartColors[0] == base.dataColor)
            Self.expectDistinctSeries(theme, comment)
            Self.expectClearHues(theme, comment)
            let lightness = theme.chartColors.prefix(4).map { OKLab($0).lightness }
            let range = try #require(lightness.max()) - (try #require(lightness.min()))
            if appearance == .dark, range > 0.25 { uneven.append("\(comment): \(range)") }
            let (up, down) = (OKLab.views(of: theme.chartUpColor), OKLab.views(of: theme.chartDownColor))
            for (up, down) in zip(up, down) {
              #expect(up.distance(to: down) >= 0.08, comment)
            }
            // Next to the darkest accents, colours of their lightness are too similar.
            if appearance == .dark {
              #expect(down[0].lightness <= up[0].lightness + (up[0].lightness < 0.62 ? 0.13 : 0.01), comment)
            }
            for color in theme.chartColors + [theme.chartDownColor] {
              #expect(color.contrast(with: theme.cardBackgroundColor) >= 2.9, comment)
            }
          }
        }
      }
    }
    // A few accents that are almost white have too few partners of their lightness.
    #expect(uneven.count <= 12, "\(uneven.joined(separator: "\n"))")
  }

  @Test(arguments: ["soft", "editorial", "report"]) func seriesKeepTheirHuesInDarkDecks(name: String) throws {
    func angle(_ color: Color) -> Double {
      let lab = OKLab(color)
      return atan2(lab.b, lab.a) * 180 / .pi
    }
    let preset = try #require(ThemeRegistry.preset(named: name))
    var far: [String] = []
    for accent in [nil, 0x2F55E8, 0xE11D48, 0x0F766E, 0xF59E0B, 0x7C3AED, 0x16A34A, 0xDB2777, 0x111111] {
      var brand = Brand()
      brand.accent = accent.map { Color(rgb: UInt32($0)) }
      let colors = Appearance.allCases.map { appearance in
        var base = preset.base(appearance)
        brand.apply(to: &base, for: appearance, isFilled: true)
        return preset.theme(base, for: appearance).chartColors
      }
      for (light, dark) in zip(colors[0], colors[1]).prefix(6).dropFirst() {
        let way = abs(angle(light) - angle(dark))
        if min(way, 360 - way) > 40 {
          far.append("\(brand.accent?.hexText ?? "") \(light.hexText) \(dark.hexText)")
        }
      }
    }
    #expect(far.isEmpty, "\(far)")
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
        let least = theme.compatibility.ensuresContrast ? 3 : 4.5
        #expect(theme.onAccentColor.contrast(with: theme.base.accentColor) >= least, "\(name) \(appearance)")
        #expect(theme.barColor.contrast(with: surface) >= 3, "\(name) \(appearance)")
        if theme.compatibility.ensuresContrast {
          #expect(theme.accentTextColor.contrast(with: theme.accentTintColor) >= 4.5)
          #expect(theme.linkColor.contrast(with: surface) >= 4.5)
          if appearance == "light" { #expect(theme.buttonFillColor.hexText == accent, "the brand's own") }
        }
      }
    }
  }

  @Test(
    "Titles on the accent are white, except on light and grey accents",
    arguments: [
      ("#D9480F", true), ("#EF4444", true), ("#1877F2", true), ("#16A34A", true), ("#F97316", true),
      ("#0EA5E9", true), ("#EC4899", true), ("#FFD84D", false), ("#84CC16", false), ("#06B6D4", false),
      ("#F59E0B", false), ("#FBCFE8", false), ("#888888", false),
    ])
  func titlesOnAccents(accent: String, areWhite: Bool) throws {
    let own = try #require(Color(css: accent))
    for (name, appearance) in Self.both {
      let theme = try Self.branded(
        #"{"accent":"\#(accent)"}"#, theme: name, appearance: appearance.rawValue)
      let fills = [
        (theme.buttonFillTitleColor, theme.buttonFillColor), (theme.onAccentColor, theme.base.accentColor),
        (Accents.title(theme.accentTextColor, on: theme.buttonFillColor), theme.buttonFillColor),
      ]
      for (title, fill) in fills {
        #expect((title == .white) == areWhite, "\(name) \(appearance)")
        #expect(title.contrast(with: fill) >= (areWhite ? 3 : 4.5), "\(name) \(appearance)")
        if appearance == .light { #expect(OKLab(fill).lightness >= OKLab(own).lightness - 0.031) }
      }
    }
  }

  @Test("A tint of a light accent can be seen on a card", arguments: ["#FFD84D", "#FFF000", "#F59E0B"])
  func lightTints(accent: String) throws {
    for (name, appearance) in Self.both {
      let theme = try Self.branded(
        #"{"accent":"\#(accent)"}"#, theme: name, appearance: appearance.rawValue)
      #expect(theme.accentTintColor.contrast(with: theme.cardBackgroundColor) >= 1.09, "\(name)")
      #expect(theme.pillLabelTextColor.contrast(with: theme.pillLabelBackgroundColor) >= 4.5, "\(name)")
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

  @Test(arguments: ["#D92D20", "#9C3B24", "#F97316", "#2563EB", "#0B7A75", "#7C3AED"])
  func risingValuesAreCoolerThanFallingOnes(accent: String) throws {
    func warmth(_ color: Color) -> Double { 0.8 * OKLab(color).a + 0.6 * OKLab(color).b }
    for appearance in ["light", "dark"] {
      let theme = try Self.branded(#"{"accent":"\#(accent)"}"#, appearance: appearance)
      let (rising, falling) = (theme.chartUpColor, theme.chartDownColor)
      #expect(warmth(falling) > 0 && warmth(falling) > warmth(rising) + 0.04, "\(rising) \(falling)")
    }
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

  @Test("The side margins of a card that fills a square picture are not narrow")
  func screenMargins() throws {
    func margin(_ theme: String, _ layout: String, _ preset: String) throws -> Double {
      try LaidOut(
        deck:
          #"{"theme":\#(theme),"canvas":{"preset":"\#(preset)"},"layout":"\#(layout)","cards":[{"parts":[{"type":"text","text":"a"}]}]}"#
      ).deck.resolved.theme.cardPartMargins.left
    }
    for name in Self.names {
      #expect(try margin("\"\(name)\"", "fullScreen", "square") >= 81)
      #expect(try margin("\"\(name)\"", "fullScreen", "story") >= 81)
    }
    #expect(try margin("\"soft\"", "list", "square") == 67.5)
    #expect(
      try margin("\"soft\"", "fullScreen", "og") == 60 && margin("\"report\"", "fullScreen", "og") == 60)
    #expect(try margin(#"{"margin":20}"#, "fullScreen", "square") == 20, "the deck's own")
    #expect(try margin("\"turbo\"", "fullScreen", "square") == 28)
  }

  @Test(
    "Cards that fill a social picture have the accent of the brand",
    arguments: ["editorial", "poster"], Appearance.allCases)
  func screenAccents(theme: String, appearance: Appearance) throws {
    func colors(_ parts: String, preset: String = "og") throws -> [Color] {
      let runs = try LaidOut(
        deck:
          ##"{"theme":"\##(theme)","brand":{"accent":"#0F766E"},"canvas":{"preset":"\##(preset)"},"layout":"fullScreen","cards":[{"parts":[\##(parts)]}]}"##,
        options: changing(DeckOptions()) { $0.appearance = appearance }
      )
      let fills = runs.dump.matches(of: /#0[0-9A-F]{5}|#[0-9A-F]{6}/).map { String($0.0) }
      return runs.glyphRuns.map(\.color) + fills.compactMap { Color(css: $0) }
    }
    let heading = #"{"type":"text","style":"header","text":"A heading"}"#
    let theme = try LaidOut(
      deck:
        ##"{"theme":"\##(theme)","brand":{"accent":"#0F766E"},"canvas":{"preset":"og"},"cards":[{"parts":[\##(heading)]}]}"##,
      options: changing(DeckOptions()) { $0.appearance = appearance }
    ).deck.resolved.theme
    let accent = theme.accentTextColor
    for parts in [
      heading, #"{"type":"text","style":"detail","text":"CASE"},\#(heading)"#,
      #"{"type":"text","style":"header","text":"48 %"}"#,
      #"{"type":"stack","arrangedSubviews":[{"type":"icon","icon":"heart"},{"type":"text","text":"A shop"}]},\#(heading)"#,
      #"{"type":"stack","axis":"vertical","arrangedSubviews":[\#(heading)]}"#,
    ] {
      #expect(try colors(parts).contains(accent), "\(parts)")
      #expect(try !colors(parts, preset: "phone").contains(accent))
    }
    #expect(
      accent.contrast(with: theme.fillsScreenWithPage ? theme.pageBackgroundColor : theme.base.surfaceColor)
        >= 4.5)
    // A button shows the accent already, and the colour of the deck stays.
    #expect(
      try !colors(##"{"type":"text","style":"header","text":"48 %","textColor":"#222222"}"##).contains(accent)
    )
  }

  @Test func aSoftScreenHasATintOfTheBrand() throws {
    func background(_ preset: String, theme: String = "{}") throws -> Paint? {
      try LaidOut(
        deck:
          ##"{"theme":\##(theme),"brand":{"accent":"#0F766E"},"canvas":{"preset":"\##(preset)"},"layout":"fullScreen","cards":[{"parts":[{"type":"text","text":"a"}]}]}"##
      ).deck.resolved.cards[0].frame.background
    }
    let tint = try Self.branded(##"{"accent":"#0F766E"}"##).accentTintColor
    #expect(try background("og") == .solid(tint))
    #expect(try background("phone") == .solid(.white))
    #expect(
      try background("og", theme: ##"{"cardBackgroundColor":"#FFFFF0"}"##) == .solid(Color(rgb: 0xFFFFF0)))
  }

  @Test func aWideCanvasWithoutAPresetIsAWarning() throws {
    func hint(_ canvas: String, layout: String = "list", cards: Int = 1) throws -> String? {
      let card = #"{"parts":[{"type":"text","text":"a"}]}"#
      let all = Array(repeating: card, count: cards).joined(separator: ",")
      let issues = try LaidOut.issues(of: #"{"canvas":{\#(canvas)},"layout":"\#(layout)","cards":[\#(all)]}"#)
      return issues.first { $0.contains("small as on a phone") }
    }
    let og = try #require(try hint(#""width":1200,"height":628"#))
    #expect(
      og.hasPrefix("d.json:1:20: warning")
        && og.contains(#"add "preset": "og" beside 'width' for texts 2 times"#))
    #expect(try hint(#""width":1000,"height":1000"#)?.contains(#""square""#) == true)
    #expect(try hint(#""width":1080,"height":1900"#)?.contains(#""story""#) == true)
    #expect(try hint(#""width":1200"#, layout: "fullScreen")?.contains(#""og""#) == true)
    #expect(try hint(#""width":1200"#) == nil)
    #expect(try hint(#""width":1200,"height":900"#, cards: 2) == nil)
    #expect(try hint(#""width":1200,"height":628,"preset":"og""#) == nil)
    #expect(try hint(#""width":900,"height":600"#) == nil)
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

/// A colour in CIELAB with its CIEDE2000 difference.
private struct CIELab {
  var l: Double
  var a: Double
  var b: Double

  init(_ color: OKLab) {
    let roots = [
      color.lightness + 0.3963377774 * color.a + 0.2158037573 * color.b,
      color.lightness - 0.1055613458 * color.a - 0.0638541728 * color.b,
      color.lightness - 0.0894841775 * color.a - 1.2914855480 * color.b,
    ]
    let cones = roots.map { $0 * $0 * $0 }
    // The tristimulus values relative to the white D65.
    let rows = [
      [1.2270138511, -0.5577999807, 0.2812561490], [-0.0405801784, 1.1122568696, -0.0716766787],
      [-0.0763812845, -0.4214819784, 1.5861632204],
    ]
    let xyz = zip(rows, [0.95047, 1, 1.08883]).map { row, white in
      zip(row, cones).map { $0 * $1 }.reduce(0, +) / white
    }
    let f = xyz.map { (value: Double) -> Double in
      value > 216.0 / 24389 ? cbrt(value) : (24389.0 / 27 * value + 16) / 116
    }
    (l, a, b) = (116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2]))
  }

  func difference(from other: CIELab) -> Double {
    func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
    func strength(_ chroma: Double) -> Double { sqrt(pow(chroma, 7) / (pow(chroma, 7) + pow(25, 7))) }
    let scale = 1.5 - 0.5 * strength((hypot(a, b) + hypot(other.a, other.b)) / 2)
    let (c1, c2) = (hypot(a * scale, b), hypot(other.a * scale, other.b))
    let (h1, h2) = (atan2(b, a * scale), atan2(other.b, other.a * scale))
    var turn = c1 * c2 == 0 ? 0 : (h2 - h1).remainder(dividingBy: 2 * .pi)
    let hue = (c1 * c2 == 0 ? h1 + h2 : h1 + turn / 2) * 180 / .pi
    turn = 2 * sqrt(c1 * c2) * sin(turn / 2)
    let (lightness, chroma) = ((l + other.l) / 2 - 50, (c1 + c2) / 2)
    let t =
      1 - 0.17 * cos(radians(hue - 30)) + 0.24 * cos(radians(2 * hue)) + 0.32 * cos(radians(3 * hue + 6))
      - 0.2 * cos(radians(4 * hue - 63))
    let dl = (other.l - l) / (1 + 0.015 * lightness * lightness / sqrt(20 + lightness * lightness))
    let (dc, dh) = ((c2 - c1) / (1 + 0.045 * chroma), turn / (1 + 0.015 * chroma * t))
    let bend = ((hue + 720).truncatingRemainder(dividingBy: 360) - 275) / 25
    let rotation = -2 * strength(chroma) * sin(radians(60 * exp(-bend * bend)))
    return sqrt(dl * dl + dc * dc + dh * dh + rotation * dc * dh)
  }
}
