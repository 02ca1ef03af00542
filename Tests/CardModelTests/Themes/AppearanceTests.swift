import CardRaster
import TestSupport
import Testing

@testable import CardModel
@testable import CardParts

/// Light and dark: themes, their variants, and colours that depend on the appearance.
@Suite struct AppearanceTests {
  @Test func everyFieldOfAThemeIsReachableFromADeck() {
    for preset in ThemeRegistry.presets {
      let theme = preset.theme()
      // The deck sets the direction.
      let fields = Mirror(reflecting: theme).children.compactMap(\.label).filter {
        !["base", "appearance", "direction", "grounds", "unadapted"].contains($0)
      }
      #expect(fields.count > 60)
      for field in fields { #expect(ResolvedTheme.fields[field] != nil, "a deck cannot give '\(field)'") }
      #expect(ResolvedTheme.fields.fields.count == fields.count)
      for child in Mirror(reflecting: theme).children where child.value is Color {
        #expect(
          ResolvedTheme.colors.contains { $0.name == child.label }, "no colour is called \(child.label ?? "")"
        )
      }
      for child in Mirror(reflecting: theme).children where child.value is Font {
        #expect(
          ResolvedTheme.fonts.contains { $0.name == child.label }, "no font is called \(child.label ?? "")")
      }
      // The canvas sets the growth, and the preset and the brand the colours of the light appearance.
      let base = Mirror(reflecting: theme.base).children.compactMap(\.label).filter {
        !["growth", "canvasGrowth", "lightDataColor", "lightSurfaceColor"].contains($0)
      }
      for field in base { #expect(ResolvedTheme.Base.fields[field] != nil, "a deck cannot give '\(field)'") }
      #expect(ResolvedTheme.Base.fields.fields.count == base.count)
    }
  }

  /// The contrast of two opaque colours by WCAG 2: from 1 to 21.
  private static func contrast(_ a: Color, _ b: Color) -> Double {
    func luminance(_ color: Color) -> Double {
      func linear(_ channel: UInt8) -> Double {
        let share = Double(channel) / 255
        guard share > 0.04045 else { return share / 12.92 }
        // A root without a math library: x^2.4 by Newton's method for x^0.4.
        let x = (share + 0.055) / 1.055
        var root = 1.0
        for _ in 0..<60 {
          root -= (root * root * root * root * root - x * x) / (5 * root * root * root * root)
        }
        return x * x * root
      }
      return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue)
    }
    let (x, y) = (luminance(a) + 0.05, luminance(b) + 0.05)
    return max(x, y) / min(x, y)
  }

  @Test func contrastIsMeasuredCorrectly() {
    #expect(isNear(Self.contrast(.black, .white), 21, within: 1e-6))
    #expect(isNear(Self.contrast(Color(rgb: 0x777777), .white), 4.478, within: 1e-3))
  }

  @Test(arguments: ["turbo", "mint"]) func wordsAreLegibleInTheDark(name: String) throws {
    let dark = try #require(ThemeRegistry.preset(named: name)).theme(for: .dark)
    let light = try #require(ThemeRegistry.preset(named: name)).theme()
    for (label, key) in ResolvedTheme.colors
    where label.hasSuffix("TextColor") || label.hasSuffix("TitleColor") {
      let color = dark[keyPath: key]
      // Translucent colours are faint on purpose, and the title of a filled button is on its fill.
      guard color.isOpaque, label != "buttonFillTitleColor" else { continue }
      #expect(Self.contrast(color, dark.cardBackgroundColor) >= 4.5, "\(label)")
      #expect(Self.contrast(color, dark.pageBackgroundColor) >= 4.5, "\(label)")
    }
    for color in [dark.titleColor, dark.leftDescriptionColor, dark.linkColor] {
      #expect(Self.contrast(color, dark.cardBackgroundColor) >= 4.5)
    }
    for color in [dark.barColor, dark.markerColor, dark.accessoryColor, dark.todayLineColor] {
      #expect(Self.contrast(color, dark.cardBackgroundColor) >= 3, "\(color.hexText)")
    }
    // The contrast between surfaces, tracks and lines is about that of the light variant.
    for (a, b) in [
      (\ResolvedTheme.cardBackgroundColor, \ResolvedTheme.pageBackgroundColor),
      (\ResolvedTheme.separatorColor, \ResolvedTheme.cardBackgroundColor),
      (\ResolvedTheme.barBackgroundColor, \ResolvedTheme.cardBackgroundColor),
      (\ResolvedTheme.cardBorderColor, \ResolvedTheme.cardBackgroundColor),
    ] {
      let (inDark, inLight) = (
        Self.contrast(dark[keyPath: a], dark[keyPath: b]), Self.contrast(light[keyPath: a], light[keyPath: b])
      )
      #expect(inDark > 1.05 && inDark >= inLight * 0.85, "\(inDark) \(inLight)")
    }
    #expect(dark.cardShadowColor == .black)
  }

  @Test func aDarkThemeDiffersInColoursOnly() throws {
    for preset in ThemeRegistry.presets {
      let (light, dark) = (preset.theme(), preset.theme(for: .dark))
      for (a, b) in zip(Mirror(reflecting: light).children, Mirror(reflecting: dark).children)
      where !(a.value is Color) && !["base", "appearance", "chartColors"].contains(a.label) {
        #expect("\(a.value)" == "\(b.value)", "\(a.label ?? "")")
      }
    }
  }

  private static func theme(
    _ theme: String, _ appearance: String?, option: Appearance? = nil, file: String = "{}"
  ) throws -> ResolvedTheme {
    let folder = try TemporaryFolder()
    try FileWriting.write(Array(file.utf8), to: folder.path + "/brand.json")
    var options = DeckOptions()
    options.appearance = option
    let key = appearance.map { #""appearance":"\#($0)","# } ?? ""
    return try LaidOut(
      deck: #"{\#(key)"theme":\#(theme),"cards":[{"parts":[]},{"parts":[{"type":"text","text":"a"}]}]}"#,
      options: options, folder: folder.path
    ).deck.resolved.theme
  }

  @Test func theCallersChoiceTakesPrecedenceOverTheDecks() throws {
    let (light, dark) = (ThemePreset.mint.theme(), ThemePreset.mint.theme(for: .dark))
    #expect(try Self.theme(#""mint""#, nil) == light)
    #expect(try Self.theme(#""mint""#, "dark") == dark)
    #expect(try Self.theme(#""mint""#, "dark", option: .light) == light)
    #expect(try Self.theme(#""mint""#, nil, option: .dark) == dark)
  }

  @Test func variantsOverrideTheirOwnTheme() throws {
    let file =
      ##"{"base":"mint","accentColor":"#101010","barHeight":7,"light":{"pageColor":"#EEEEEE"},"dark":{"accentColor":"#F0F0F0","surfaceColor":"#222233","barHeight":9}}"##
    let light = try Self.theme(#""brand.json""#, "light", file: file)
    #expect(light.buttonTitleColor == Color(rgb: 0x101010))
    #expect(light.pageBackgroundColor == Color(rgb: 0xEEEEEE))
    #expect(light.cardBackgroundColor == .white && light.barHeight == 7)
    let dark = try Self.theme(#""brand.json""#, "dark", file: file)
    #expect(dark.buttonTitleColor == Color(rgb: 0xF0F0F0))
    #expect(dark.pageBackgroundColor == .black, "the preset's own")
    #expect(dark.cardBackgroundColor == Color(rgb: 0x222233) && dark.barHeight == 9)
    #expect(dark.cardShadow, "Mint's")
    // The values of a deck override the variants of the file.
    let over = try Self.theme(#"{"base":"brand.json","accentColor":"red","barHeight":3}"#, "dark", file: file)
    #expect(over.buttonTitleColor == Color(rgb: 0xFF0000) && over.barHeight == 3)
    #expect(over.cardBackgroundColor == Color(rgb: 0x222233))
  }

  @Test func errorsInEitherVariantAreFound() throws {
    func issues(_ theme: String) throws -> [String] {
      try LaidOut.issues(of: #"{"theme":\#(theme),"cards":[{"parts":[{"type":"text","text":"a"}]}]}"#)
    }
    #expect(
      try issues(##"{"dark":{"titleColr":"red"},"light":{"base":"mint"}}"##).count == 2,
      "unknown keys, and a variant has no base")
    #expect(try issues(#"{"dark":"mint"}"#).first?.contains("expected an object") == true)
    #expect(
      try LaidOut.issues(of: #"{"appearance":"drak","cards":[{"parts":[]}]}"#).first?.contains(
        "did you mean 'dark'?") == true)
  }

  private static func dump(_ part: String, _ appearance: String, card: String = "") throws -> String {
    try LaidOut(deck: #"{"appearance":"\#(appearance)","cards":[{\#(card)"parts":[\#(part)]}]}"#).dump
  }

  @Test func aColourMayDependOnTheAppearance() throws {
    let part =
      ##"{"type":"text","text":"a","textColor":{"light":"#112233","dark":"#AABBCC"},"backgroundColor":{"light":{"gradient":{"colors":["#010101","#020202"]}},"dark":"#445566"}}"##
    let (light, dark) = (try Self.dump(part, "light"), try Self.dump(part, "dark"))
    #expect(light.contains("#112233") && light.contains("#010101"))
    #expect(!light.contains("#AABBCC") && !light.contains("#445566"))
    #expect(dark.contains("#AABBCC") && dark.contains("#445566"))
    #expect(!dark.contains("#112233") && !dark.contains("#010101"))
  }

  @Test func plainColoursStay() throws {
    let part = ##"{"type":"text","text":"a","textColor":"#112233"}"##
    #expect(try Self.dump(part, "dark").contains("#112233"))
  }

  @Test func aCardsOwnThemeFollowsTheAppearance() throws {
    let part = #"{"type":"separator"}"#
    let own = ##""theme":{"base":"mint","dark":{"lineColor":"#ABCDEF"}},"##
    #expect(try Self.dump(part, "dark", card: own).contains("#ABCDEF"))
    #expect(try !Self.dump(part, "light", card: own).contains("#ABCDEF"))
    #expect(try Self.dump(part, "light", card: own).contains("#DDDDDD"))
    #expect(try Self.dump(part, "dark", card: #""theme":"mint","#).contains("#1C1C1E"))
  }

  @Test(arguments: [
    (##"{"light":"#111"}"##, "needs 'dark' too"),
    (##"{"light":"#111","dark":"#222","drk":"#333"}"##, "'drk'"),
    (##"{"light":"#111","dark":"blck"}"##, "did you mean 'black'?"),
    (##"{"light":"#111","dark":{"light":"#111","dark":"#222"}}"##, "cannot depend on the appearance again"),
    (##"{"gradient":{"colors":["red"]}}"##, "expected a colour"),
  ]) func invalidColoursOfAppearancesAreErrors(color: String, message: String) throws {
    let issues = try LaidOut.issues(
      of: #"{"cards":[{"parts":[{"type":"text","text":"a","textColor":\#(color)}]}]}"#)
    #expect(issues.count == 1)
    #expect(issues.first?.contains(message) == true, "\(issues)")
  }

  @Test func inspectNamesTheAppearance() throws {
    let page = try LaidOut(deck: #"{"appearance":"dark","cards":[{"parts":[{"type":"text","text":"a"}]}]}"#)
      .inspected()
    #expect(page["canvas"]?["appearance"]?.plain == "dark")
  }
}
