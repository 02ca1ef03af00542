import TestSupport
import Testing

/// Visual defects that designers and first users found, and the test or golden that prevents each.
@Suite("Visual defects stay fixed") struct LookCoverageTests {
  /// A visual defect.
  struct Fault: CustomTestStringConvertible, Sendable {
    var name: String
    /// Paths in `Goldens` without extensions.
    var goldens: [String] = []
    /// Test functions by name, after the path of their file in `Tests`.
    var tests: [String] = []

    init(_ name: String, _ goldens: [String] = [], tests: [String] = []) {
      (self.name, self.goldens, self.tests) = (name, goldens, tests)
    }

    var testDescription: String { name }
  }

  static let type = [
    Fault("tracked words wrapped though there was room", ["text/tracked-in-a-row"]),
    Fault(
      "scripts tore lines apart", ["text/lines-of-arabic", "text/a-word-of-another-script-keeps-the-pitch"]),
    Fault("bold ideographs were thin", ["text/bold-ideographs", "text/forms-follow-the-locale"]),
    Fault("text was low in its box", ["text/optical-centre"]),
    Fault(
      "headings were loose", ["text/letter-spacing-by-size"],
      tests: ["CardPartsTests/Parts/TypographyTests/tightLines"]),
    Fault(
      "figures gaped where nothing was a column", ["text/figures-of-one-width"],
      tests: [
        "CardPartsTests/Parts/TypographyTests/figureColumn", "CardPartsTests/Parts/TypographyTests/figures",
      ]),
    Fault(
      "words were torn and left alone",
      ["text/hyphenation-in-german", "text/pretty-leaves-no-word-alone", "text/slashes-do-not-tear"]
        + ["text/headings-are-balanced-in-soft", "text/soft-hyphens"]),
    Fault("code had a ragged ground behind each line", ["text/markdown-code-block-in-soft"]),
    Fault("rows cut their titles", ["parts/table/titles-wrap-in-soft"]),
  ]

  static let colors = [
    Fault("placeholders vanished in the dark", ["parts/textField/placeholder-in-the-dark"]),
    Fault("dots were inverted in the dark", ["parts/paged/dots-in-the-dark"]),
    Fault("maps were white in the dark", ["parts/map/standard-in-the-dark", "parts/map/muted-in-the-dark"]),
    Fault(
      "nobody said that words cannot be read",
      tests: [
        "CardPartsTests/Render/LegibilityTests/bothColoursAndTheRatioAreSaid",
        "CardPartsTests/Themes/TodaysThemeTests/allWordsAreLegible",
        "CardPartsTests/Themes/TodaysThemeTests/allShapesAreSeen",
      ]),
    Fault("gradients had flat corners", ["traits/gradient/extent-corners"]),
  ]

  static let parts = [
    Fault(
      "filled buttons looked broken, others like links",
      ["parts/button/filled-and-centred", "parts/button/styles-in-soft", "parts/button/styles-in-soft-dark"]),
    Fault(
      "a title alone stood left below centred ones",
      ["parts/button/titles-alone-follow-their-neighbours-in-soft"]),
    Fault(
      "titles of buttons were cut beside free space",
      ["parts/button/space-gives-way-to-the-title-in-poster"]),
    Fault(
      "codes were white slabs in the dark",
      ["parts/barcode/plate-in-soft-dark", "parts/barcode/bars-in-editorial-dark-scale-2"]),
    Fault("grey shadows glowed in the dark", ["traits/shadow/of-the-theme-in-soft-dark"]),
    Fault("pale borders glared in the dark", ["traits/border/of-the-theme-in-soft-dark"]),
    Fault("glass was grey from its own shadow", ["layout/backdrop-blur-with-a-shadow"]),
    Fault("icons at the end of a row stood off it", ["layout/stack-icons-keep-their-size"]),
    Fault(
      "checks were mirrored and arrows were not", ["layout/direction-icons-and-checks"],
      tests: ["CardPartsTests/Layout/DirectionTests/icons"]),
    Fault(
      "pills had no colour, or were stretched",
      ["parts/pillLabel/in-soft", "parts/pillLabel/keeps-its-size-in-stacks"],
      tests: ["CardPartsTests/Themes/TodaysLookTests/aPillIsNeverStretched"]),
    Fault(
      "pale fringes stood at dark corners",
      ["traits/rounded/dark-picture-has-no-fringe-scale-2", "traits/rounded/dark-parts-cover-all-scale-2"]),
    Fault(
      "tables started a point further left",
      tests: ["CardPartsTests/Themes/TodaysLookTests/wordsOfAllPartsStartAtOneEdge"]),
    Fault(
      "the last row's line was a double one",
      ["parts/table/in-soft", "parts/table/lines-between", "parts/table/lines-between-rows"]),
    Fault(
      "rows with bars fell apart",
      ["parts/titleDescription/over-bars-in-soft", "parts/titleDescription/vertical-padding"]),
    Fault("small shares looked like a lens", ["parts/bar/least-share-is-a-dot-in-soft"]),
    Fault(
      "confetti was cut by an edge in the middle of white",
      ["parts/confetti/in-soft", "parts/confetti/falls-behind-its-card-in-soft"]
        + ["parts/confetti/alone-has-room-in-soft"],
      tests: ["CardPartsTests/Themes/TodaysLookTests/confettiFallsBehindItsCardsPartsUnlessItIsAlone"]),
    Fault("the button of a row ended before its amount", ["parts/table/right-top-button"]),
    Fault(
      "words of fields started inside of the curve", ["parts/textField/corner-curve"],
      tests: ["CardPartsTests/Parts/LabelAndFieldTests/textStartsAtTheEdgeOrInsideTheFrame"]),
    Fault(
      "fields could not be told from words", ["parts/textField/has-a-frame-in-soft"],
      tests: ["CardPartsTests/Themes/TodaysLookTests/aTextFieldHasAFrame"]),
    Fault(
      "pins were cut at the edge of their map", ["parts/map/shows-all-annotations-without-a-location"],
      tests: ["CardPartsTests/Map/MapPartTests/annotationsAloneDecideWhatIsSeen"]),
    Fault("sliders stood where a row wants them lying", ["parts/multiSlider/in-soft"]),
    Fault("radio buttons were of a pure blue", ["parts/radioButton/in-soft"]),
    Fault(
      "separators became blocks", ["parts/separator/fill-equally"],
      tests: ["CardPartsTests/Parts/ContainerFigureTests/aSeparatorInTheMiddleIsAsTallAsItsNeighbours"]),
    Fault("icons had no size", ["parts/iconLabel/icon-size"]),
    Fault(
      "a lone button of a map had a line at its edge, and a large title broke its word",
      ["layout/sheet-2026-collapsed", "layout/sheet-2026-peaking"]),
    Fault("icons of filled buttons could not be seen", ["parts/button/icon-has-the-colour-of-its-title"]),
    Fault("initials lay below the next avatar", ["parts/avatars/initials-are-whole-in-soft"]),
    Fault(
      "text with links and pages began beside other parts", ["parts/paged/in-soft"],
      tests: [
        "CardPartsTests/Parts/AttributedTextTests/inThemesOfTodayLinesBeginWhereOtherTextsDo",
        "CardPartsTests/Parts/ContainerFigureTests/inThemesOfTodayPagesStandWhereOtherPartsDo",
      ]),
    Fault(
      "groups of rows cut cards into slabs",
      ["parts/table/groups-in-soft", "parts/table/groups-in-soft-dark"]
        + ["parts/table/groups-in-soft-right-to-left"]),
    Fault(
      "rows that are selected were slabs", ["parts/table/row-states-in-soft"],
      tests: ["CardPartsTests/Parts/ContainerFigureTests/inThemesOfTodayTheStateOfARowIsARoundMark"]),
    Fault(
      "figures were torn in two", ["parts/text/numbers-are-not-torn-in-poster"],
      tests: ["CardPartsTests/Parts/TypographyTests/numbersAreNotTorn"]),
    Fault(
      "Latin words of an Arabic card stood at the left where links are found in them",
      ["parts/attributedText/right-to-left-in-soft"]),
    Fault("bars left half of the card empty", ["parts/histogram/fills-the-width-in-soft"]),
    Fault("words in a column were pulled apart", ["parts/stack/words-begin-below-each-other-in-soft"]),
  ]

  static let pages = [
    Fault(
      "presets left type as small as it was", ["layout/og-grows-the-theme", "layout/og-grows-controls"]),
    Fault(
      "cards stuck to the edges of pictures",
      ["themes/soft/of-a-deck-that-names-none", "layout/page-margins-of-a-grid-in-soft"]),
    Fault(
      "a padding was not kept below a shadow",
      tests: [
        "CardPartsTests/Themes/TodaysLookTests/besideAPaddingAPictureEndsWhereAShadowIsNoLongerSeen"
      ]),
    Fault("parts stuck to the ends of a card that fills the screen", ["layout/full-screen-margins-in-soft"]),
    Fault("headlines were cut off pictures to be shared", ["layout/og-headers-shrink-to-fit"]),
    Fault("icons and lines stayed as small as they were", ["layout/square-grows-icons-and-lines"]),
    Fault("cards of Arabic stood as Latin ones", ["layout/direction-cards-of-several-locales"]),
    Fault(
      "the catalogue was mostly white, and a page told what was true no longer",
      tests: [
        "ProjectTests/Docs/CatalogueTests/neighboursAreAboutEquallyTall",
        "ProjectTests/Docs/CatalogueTests/troubleshootingKnowsGoldens",
        "ProjectTests/Docs/GeneratedDocsTests/pictureIsCurrent",
      ]),
    Fault("a card that fills the screen hid the canvas", ["layout/full-screen-on-a-background-in-soft"]),
    Fault(
      "decks from right to left were written mirrored",
      ["parts/title/right-to-left", "parts/table/right-to-left", "layout/direction-arabic-receipt"]),
  ]

  @Test(arguments: type + colors + parts + pages) func hasAGoldenOrATest(_ fault: Fault) throws {
    #expect(!fault.goldens.isEmpty || !fault.tests.isEmpty)
    for golden in fault.goldens {
      for ending in ["json", "png"] {
        #expect(Goldens.bytes("\(golden).\(ending)") != nil, "there is no \(golden).\(ending)")
      }
    }
    for test in fault.tests {
      let place = try #require(test.lastIndex(of: "/"))
      let file = try #require(DocsFolder.text("Tests/\(test[..<place]).swift"), "there is no \(test)")
      #expect(file.contains("func \(test[test.index(after: place)...])("), "there is no test \(test)")
    }
  }
}
