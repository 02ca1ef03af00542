import CardRaster
import TestSupport
import Testing

@testable import CardModel
@testable import CardParts

/// Themes on other backgrounds than their own, and cards and parts with their own appearance.
@Suite struct AdaptedThemeTests {
  private static let own = ["soft", "editorial", "poster", "report"]
  private static let grounds: [[UInt32]] = [
    [0x0F2D52], [0xD9CCFF], [0x1E2A78, 0x7B2FF7], [0xFFD84D], [0x9C3B24], [0x777777], [0x101010], [0x00A86B],
  ]

  @Test(arguments: own, grounds)
  func textsAreLegibleAndLinesAreTranslucent(name: String, rgb: [UInt32]) throws {
    let grounds = rgb.map { Color(rgb: $0) }
    for appearance in Appearance.allCases {
      let own = try #require(ThemeRegistry.preset(named: name)).theme(for: appearance)
      let theme = own.adapted(to: grounds)
      guard theme != own else { continue }
      for text in [theme.titleTextColor, theme.normalTextColor, theme.detailTextColor, theme.linkColor] {
        for ground in grounds {
          #expect(text.over(ground).contrast(with: ground) >= 4.45, "\(text.hexText) on \(ground.hexText)")
        }
      }
      for ground in grounds {
        let tint = theme.pillLabelBackgroundColor.over(ground)
        #expect(theme.pillLabelTextColor.over(tint).contrast(with: tint) >= 3.3)
        #expect(theme.buttonFillTitleColor.contrast(with: theme.buttonFillColor) >= 3)
        #expect(OKLab(theme.buttonFillColor).distance(to: OKLab(ground)) >= 0.16)
      }
      #expect(!theme.separatorColor.isOpaque && !theme.barBackgroundColor.isOpaque)
      #expect(theme.onSurface == own && theme.adapted(to: [own.base.surfaceColor]) == own)
    }
  }

  @Test(
    "The page of a poster is clear and its texts are legible for a grey and a yellow brand",
    arguments: ["#808080", "#222222", "#FFD84D", "#FFF000", "#E5B800"])
  func posterPages(accent: String) throws {
    for appearance in Appearance.allCases {
      let laidOut = try LaidOut(
        deck:
          #"{"theme":"poster","appearance":"\#(appearance.rawValue)","brand":{"accent":"\#(accent)"},"canvas":{"preset":"og"},"layout":"fullScreen","cards":[{"parts":[{"type":"text","style":"header","text":"a"},{"type":"text","text":"b"},{"type":"text","style":"detail","text":"c"}]}]}"#
      )
      let page = laidOut.deck.resolved.cards[0].theme.pageBackgroundColor
      #expect(laidOut.glyphRuns.count == 3)
      for run in laidOut.glyphRuns { #expect(run.color.contrast(with: page) >= 4.5) }
      if appearance == .light { #expect(OKLab(page).lightness > 0.92) }
    }
  }

  @Test func colorsThatAThemeSetsByNameStay() {
    var theme = ThemePreset.soft.theme()
    theme.separatorColor = Color(rgb: 0x123456)
    theme.titleTextColor = Color(rgb: 0x654321)
    let adapted = theme.adapted(to: [Color(rgb: 0x0F2D52)])
    #expect(adapted.separatorColor == Color(rgb: 0x123456) && adapted.titleTextColor == Color(rgb: 0x654321))
    #expect(adapted.headerTextColor == .white)
    let classic = ThemePreset.mint.theme()
    #expect(classic.adapted(to: [.black]) == classic)
  }

  @Test func onlyTheColorsThatAPaintShowsCount() {
    func gradient(_ colors: Color...) -> Paint {
      Gradient(kind: .linear(start: .zero, end: Point(x: 1, y: 0)), colors: colors).map { .gradient($0) }
        ?? .solid(.clear)
    }
    let navy = Color(rgb: 0x000080)
    #expect(Paint.solid(navy).colors(over: [.white]) == [navy])
    #expect(gradient(.black, navy).colors(over: [.white]) == [.black, navy])
    let veil = Paint.solid(Color.black.multiplyingAlpha(by: 0.5)).colors(over: [.white])
    #expect(veil.count == 1 && veil[0].isOpaque && veil[0].luminance > 0.1)
    let glows = Paint.layers(Array(repeating: gradient(navy, .clear), count: 12))
    #expect(glows.colors(over: [.white]).count <= 8)
  }

  /// The colours of the texts of a deck, in order.
  private static func colors(_ deck: String, _ appearance: Appearance? = nil) throws -> [String] {
    var options = DeckOptions()
    options.appearance = appearance
    return try LaidOut(deck: deck, options: options).glyphRuns.map { $0.color.hexText }
  }

  @Test func aCardAndAPartHaveTheirOwnAppearance() throws {
    let text = #"{"type":"text","style":"title","text":"A"}"#
    let panel =
      #"{"type":"stack","appearance":"light","backgroundColor":"cardBackgroundColor","arrangedSubviews":[\#(text)]}"#
    let deck =
      #"{"cards":[{"parts":[\#(text)]},{"appearance":"dark","parts":[\#(text),\#(panel)]},{"parts":[{"type":"stack","appearance":"dark","arrangedSubviews":[\#(text)]}]}]}"#
    let light = ThemePreset.soft.theme().titleTextColor.hexText
    let dark = ThemePreset.soft.theme(for: .dark).titleTextColor.hexText
    #expect(try Self.colors(deck) == [light, dark, light, dark])
    #expect(try Self.colors(deck, .dark) == [dark, dark, light, dark])
  }

  @Test func anUnknownAppearanceIsAnError() throws {
    for (card, part) in [(#""appearance":"dim","#, ""), ("", #","appearance":"dim""#)] {
      let issues = try LaidOut.issues(
        of: #"{"cards":[{\#(card)"parts":[{"type":"text","text":"A"\#(part)}]}]}"#)
      #expect(
        issues.count == 1 && issues.allSatisfy { $0.contains("expected one of light, dark") }, "\(issues)")
    }
  }

  @Test func theOtherAppearanceIsThatOfTheDecksTheme() throws {
    let text = #"{"type":"text","style":"title","text":"A"}"#
    let theme =
      ##"{"base":"report","light":{"titleTextColor":"#111111"},"dark":{"titleTextColor":"#EEEEEE"}}"##
    let deck =
      #"{"theme":\#(theme),"cards":[{"parts":[\#(text)]},{"appearance":"dark","parts":[\#(text)]},{"appearance":"dark","theme":"editorial","parts":[\#(text)]}]}"#
    let editorial = ThemePreset.editorial.theme(for: .dark).titleTextColor.hexText
    #expect(try Self.colors(deck) == ["#111111", "#EEEEEE", editorial])
    let branded =
      ##"{"brand":{"accent":"#0F766E"},"cards":[{"appearance":"dark","parts":[{"type":"text","text":"A","textColor":"accentTextColor"}]}]}"##
    let whole =
      ##"{"brand":{"accent":"#0F766E"},"appearance":"dark","cards":[{"parts":[{"type":"text","text":"A","textColor":"accentTextColor"}]}]}"##
    #expect(try Self.colors(branded) == Self.colors(whole))
  }

  @Test func aPanelOnAPanelIsReadable() throws {
    let text = #"{"type":"text","style":"title","text":"A"}"#
    let inner = ##"{"type":"stack","backgroundColor":"#FFFFFF","arrangedSubviews":[\##(text)]}"##
    let deck =
      ##"{"cards":[{"parts":[{"type":"stack","axis":"vertical","backgroundColor":"#0F2D52","arrangedSubviews":[\##(text),\##(inner)]}]}]}"##
    #expect(try Self.colors(deck) == ["#FFFFFF", ThemePreset.soft.theme().titleTextColor.hexText])
  }

  @Test func repeatedCardsFollowTheirOwnBackground() throws {
    let deck =
      ##"{"data":{"list":["#0F2D52","#FFFFFF","#101010"]},"cards":[{"forEach":"{{ list }}","traits":{"background":"{{ item }}"},"parts":[{"type":"text","style":"title","text":"A"},{"type":"text","text":"B","textColor":"titleTextColor"}]}]}"##
    let light = ThemePreset.soft.theme().titleTextColor.hexText
    #expect(try Self.colors(deck) == ["#FFFFFF", "#FFFFFF", light, light, "#FFFFFF", "#FFFFFF"])
  }

  @Test func posterIsViolet() throws {
    let deck = #"{"theme":"poster","canvas":{"preset":"og"},"layout":"fullScreen","cards":[{"parts":[]}]}"#
    let page = ThemePreset.poster.theme().pageBackgroundColor.hexText.lowercased()
    #expect(try LaidOut(deck: deck).dump.lowercased().contains(page))
  }

  @Test func aTextIsNeverLowerThanItsLine() throws {
    let deck =
      #"{"canvas":{"preset":"og"},"layout":"fullScreen","cards":[{"parts":[{"type":"text","style":"header","text":"A strong headline"},{"type":"text","text":"Body"},{"type":"spacer","height":1200},{"type":"button","buttonTitle":"Read more"}]}]}"#
    let laidOut = try LaidOut(deck: deck)
    #expect(try laidOut.frame(0).maxY <= laidOut.frame(1).minY && laidOut.frame(0).height > 30)
    #expect(laidOut.warnings.contains { $0.contains("taller than the height") })
  }
}
