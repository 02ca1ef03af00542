import CardRaster
import TestSupport
import Testing

@testable import CardParts

/// Every value of both themes.
@Suite struct ThemeTests {
  private static let fonts: [(String, mint: String, turbo: String)] = [
    ("smallTextFont", "400 10", "400 10"), ("normalTextFont", "400 14", "400 14"),
    ("titleTextFont", "500 16", "500 16"), ("headerTextFont", "900 36", "900 36"),
    ("detailTextFont", "400 12", "400 12"), ("smallAttributedTextFont", "400 10", "400 10"),
    ("normalAttributedTextFont", "400 12", "400 14"), ("titleAttributedTextFont", "500 16", "500 16"),
    ("headerAttributedTextFont", "900 36", "900 36"), ("detailAttributedTextFont", "400 12", "400 12"),
    ("titleFont", "500 16", "500 16"), ("buttonTitleFont", "400 17", "400 17"),
    ("leftTitleFont", "400 17", "400 17"), ("leftDescriptionFont", "400 12", "400 12"),
    ("rightTitleFont", "400 17", "400 17"), ("rightDescriptionFont", "400 12", "400 12"),
  ]

  private static let colors: [(String, UInt32)] = [
    ("smallTextColor", 0x888888), ("normalTextColor", 0x888888), ("titleTextColor", 0x111111),
    ("headerTextColor", 0x111111), ("detailTextColor", 0x888888), ("smallAttributedTextColor", 0x888888),
    ("normalAttributedTextColor", 0x888888), ("titleAttributedTextColor", 0x111111),
    ("headerAttributedTextColor", 0x111111), ("detailAttributedTextColor", 0x888888),
    ("titleColor", 0x111111), ("buttonTitleColor", 0x45CAE6), ("leftTitleColor", 0x111111),
    ("leftDescriptionColor", 0xA9A9A9), ("rightTitleColor", 0x111111), ("rightDescriptionColor", 0xA9A9A9),
    ("separatorColor", 0xDDDDDD), ("barBackgroundColor", 0xDDDDDD), ("barColor", 0x05A4B5),
    ("todayLineColor", 0xB2B2B2), ("cardBackgroundColor", 0xFFFFFF), ("cardBorderColor", 0xE7E7E7),
    ("cardShadowColor", 0xE7E7E7), ("pageBackgroundColor", 0xF5F5F5),
  ]

  private static func theme(_ name: String) throws -> ResolvedTheme {
    try #require(ThemeRegistry.preset(named: name)).theme()
  }

  @Test(arguments: ["mint", "turbo"]) func fontsAndColoursMatchTheReference(name: String) throws {
    let theme = try Self.theme(name)
    for (field, mint, turbo) in Self.fonts {
      let font = theme[keyPath: try #require(ResolvedTheme.fonts.first { $0.name == field }).keyPath]
      #expect("\(font.weight) \(NumberText.format(font.size))" == (name == "mint" ? mint : turbo), "\(field)")
    }
    for (field, rgb) in Self.colors {
      let color = theme[keyPath: try #require(ResolvedTheme.colors.first { $0.name == field }).keyPath]
      #expect(color == Color(rgb: rgb), "\(field)")
    }
  }

  @Test func lengthsAndSwitchesMatchTheReference() throws {
    let (mint, turbo) = (try Self.theme("mint"), try Self.theme("turbo"))
    for theme in [mint, turbo] {
      #expect(theme.cardsViewContentInsetTop == 0)
      #expect(theme.cardsLineSpacing == 12)
      #expect(theme.cardBorderWidth == 0.5)
      #expect(theme.buttonCornerRadius == 0)
      #expect(theme.barCornerRadius == nil)
    }
    #expect(mint.cardShadow && !turbo.cardShadow)
    #expect(!mint.roundedCorners && turbo.roundedCorners)
    #expect(mint.showTodayLine && !turbo.showTodayLine)
    #expect(mint.barHeight == 13.5 && turbo.barHeight == 20)
    #expect(mint.secondaryTitlePosition == .right && turbo.secondaryTitlePosition == .center(amount: 0))
    #expect(mint.cardCellMargins == Insets(top: 9, left: 12, bottom: 12, right: 12))
    #expect(turbo.cardCellMargins == .zero)
    #expect(mint.cardPartMargins == Insets(top: 5, left: 15, bottom: 5, right: 15))
    #expect(turbo.cardPartMargins == Insets(top: 5, left: 28, bottom: 5, right: 28))
    #expect(mint.titleViewMargins == Insets(top: 5, left: 15, bottom: 10, right: 15))
    #expect(turbo.titleViewMargins == Insets(top: 5, left: 28, bottom: 10, right: 28))
    #expect(mint.tableViewMargins == Insets(top: 0, left: 14, bottom: 0, right: 14))
    #expect(turbo.tableViewMargins == Insets(top: 0, left: 28, bottom: 0, right: 28))
    #expect(mint.horizontalSeparatorMargins == Insets(top: 5, left: 15, bottom: 5, right: 15))
    #expect(turbo.horizontalSeparatorMargins == Insets(top: 5, left: 0, bottom: 5, right: 0))
  }

  /// The theme of a deck in a folder with a theme file.
  private static func deck(_ theme: String, file: String, options: DeckOptions = DeckOptions()) throws
    -> Result<ResolvedTheme, DeckError>
  {
    let folder = try TemporaryFolder()
    try FileWriting.write(Array(file.utf8), to: folder.path + "/brand.json")
    do {
      let laidOut = try LaidOut(
        deck: #"{"theme":\#(theme),"cards":[{"parts":[{"type":"text","text":"a"}]}]}"#, options: options,
        folder: folder.path)
      return .success(laidOut.deck.resolved.theme)
    } catch let error as DeckError {
      return .failure(error)
    }
  }

  @Test func overridesOfAThemeFileKeepItsOtherValues() throws {
    let file = ##"{"base":"mint","accentColor":"#102030","barHeight":7,"cardCellMargins":[1,2,3,4]}"##
    let theme = try Self.deck(#"{"base":"brand.json","margin":40,"titleColor":"accentColor"}"#, file: file)
      .get()
    #expect(theme.barHeight == 7)
    #expect(theme.cardCellMargins == Insets(top: 1, left: 2, bottom: 3, right: 4))
    #expect(theme.cardShadow, "Mint's, from the file's base")
    #expect(theme.buttonTitleColor == Color(rgb: 0x102030))
    #expect(theme.titleColor == Color(rgb: 0x102030))
    #expect(theme.cardPartMargins.left == 40)
    #expect(try Self.deck(#""brand.json""#, file: file).get().barHeight == 7)
  }

  @Test func errorsInAThemeFileNameThatFile() throws {
    let file = "{\n  \"base\": \"mint\",\n  \"titleColr\": \"red\",\n  \"barHeight\": \"x\"\n}"
    guard case .failure(let error) = try Self.deck(#""brand.json""#, file: file) else {
      Issue.record("the file was taken")
      return
    }
    #expect(
      error.issues.map(\.text) == [
        "brand.json:3:3: error: unknown key 'titleColr' of a theme; did you mean 'titleColor'?",
        "brand.json:4:16: error: expected a number, found 'x' at barHeight",
      ])
  }

  @Test func aThemeFromTheCommandLineReplacesTheDecks() throws {
    var options = DeckOptions()
    options.themeName = "mint"
    let theme = try Self.deck(#"{"base":"turbo","barHeight":3}"#, file: "{}", options: options).get()
    #expect(try theme == Self.theme("mint"))
  }

  @Test func aCardMayHaveAThemeOfItsOwn() throws {
    let laidOut = try LaidOut(
      deck:
        ##"{"theme":"turbo","cards":[{"theme":{"base":"mint","titleTextColor":"#123456"},"parts":[{"type":"text","style":"title","text":"a","margins":0,"backgroundColor":"titleTextColor"}]}]}"##
    )
    #expect(laidOut.dump.contains("#123456"))
    #expect(try LaidOut.frame(of: laidOut.card()).width == 351)
  }

  @Test(
    "Colour names are those of CSS, except for UIKit's spelling and the names of CardParts' themes",
    arguments: [
      ("darkGray", "#555555", "#555555"), ("lightGray", "#AAAAAA", "#AAAAAA"),
      ("darkgray", "#A9A9A9", "#A9A9A9"), ("lightgray", "#D3D3D3", "#D3D3D3"),
      ("DarkGray", "#A9A9A9", "#A9A9A9"), ("orange", "#FFA500", "#FF8000"), ("green", "#008000", "#00FF00"),
      ("brown", "#A52A2A", "#996633"), ("Green", "#008000", "#008000"), ("purple", "#800080", "#800080"),
      ("gray", "#808080", "#808080"),
    ])
  func namesOfColours(_ name: String, _ css: String, _ cardParts: String) throws {
    for (theme, color) in [
      ("soft", css), ("report", css), ("turbo", cardParts), ("mint", cardParts),
    ] {
      let part = #"{"type":"spacer","height":9,"backgroundColor":"\#(name)"}"#
      #expect(try LaidOut(parts: part, theme: theme).dump.contains(color), "\(name) in \(theme)")
      let own = #"{"base":"\#(theme)","barColor":"\#(name)"}"#
      let laidOut = try LaidOut(
        deck: #"{"theme":\#(own),"cards":[{"parts":[{"type":"bar","percent":1}]}]}"#)
      #expect(laidOut.dump.contains(color), "\(name) in a theme on \(theme)")
    }
  }

  @Test func aBaseValueOfAThemeOnMintNamesUIKitsColour() throws {
    let laidOut = try LaidOut(
      deck:
        #"{"theme":{"base":"mint","accentColor":"orange"},"cards":[{"parts":[{"type":"button","buttonTitle":"Go"}]}]}"#
    )
    #expect(laidOut.dump.contains("#FF8000"))
  }

  @Test func coloursInSwiftAreUIKits() {
    let colors: [CardColor] = [.orange, .green, .brown, .lightGray, .darkGray, .purple, .gray, .blue]
    #expect(
      colors.map(\.text) == [
        "#FF8000", "#00FF00", "#996633", "#AAAAAA", "#555555", "#800080", "#808080", "#0000FF",
      ])
  }
}
