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
    Fault("text with letter spacing wrapped although it fitted", ["text/tracked-in-a-row"]),
    Fault(
      "scripts increased the distance of lines",
      ["text/lines-of-arabic", "text/a-word-of-another-script-keeps-the-pitch"]),
    Fault("bold ideographs were thin", ["text/bold-ideographs", "text/forms-follow-the-locale"]),
    Fault("text was too low in its box", ["text/optical-centre"]),
    Fault(
      "the lines of headings were too far apart", ["text/letter-spacing-by-size"],
      tests: ["CardPartsTests/Parts/TypographyTests/tightLines"]),
    Fault(
      "digits were too far apart outside of columns", ["text/figures-of-one-width"],
      tests: [
        "CardPartsTests/Parts/TypographyTests/figureColumn", "CardPartsTests/Parts/TypographyTests/figures",
      ]),
    Fault(
      "words were broken badly or were alone on the last line",
      ["text/hyphenation-in-german", "text/pretty-leaves-no-word-alone", "text/slashes-do-not-tear"]
        + ["text/headings-are-balanced-in-soft", "text/soft-hyphens"]),
    Fault("each line of code had a background of its own width", ["text/markdown-code-block-in-soft"]),
    Fault("rows truncated their titles", ["parts/table/titles-wrap-in-soft"]),
  ]

  static let colors = [
    Fault("placeholders were not visible in dark mode", ["parts/textField/placeholder-in-the-dark"]),
    Fault("dots were inverted in dark mode", ["parts/paged/dots-in-the-dark"]),
    Fault("maps were white in dark mode", ["parts/map/standard-in-the-dark", "parts/map/muted-in-the-dark"]),
    Fault(
      "text with too little contrast caused no warning",
      tests: [
        "CardPartsTests/Render/LegibilityTests/bothColoursAndTheRatioAreReported",
        "CardModelTests/Themes/ModernThemeTests/allWordsAreLegible",
        "CardModelTests/Themes/ModernThemeTests/allShapesAreVisible",
      ]),
    Fault("gradients had flat corners", ["traits/gradient/extent-corners"]),
  ]

  static let parts = [
    Fault(
      "filled buttons looked broken, others looked like links",
      ["parts/button/filled-and-centred", "parts/button/styles-in-soft", "parts/button/styles-in-soft-dark"]),
    Fault(
      "a single title was left-aligned below centred ones",
      ["parts/button/titles-alone-follow-their-neighbours-in-soft"]),
    Fault(
      "titles of buttons were truncated next to free space",
      ["parts/button/space-gives-way-to-the-title-in-poster"]),
    Fault(
      "codes had a large white background in dark mode",
      ["parts/barcode/plate-in-soft-dark", "parts/barcode/bars-in-editorial-dark-scale-2"]),
    Fault("grey shadows glowed in dark mode", ["traits/shadow/of-the-theme-in-soft-dark"]),
    Fault("pale borders were too bright in dark mode", ["traits/border/of-the-theme-in-soft-dark"]),
    Fault("glass was grey because of its own shadow", ["layout/backdrop-blur-with-a-shadow"]),
    Fault("icons at the end of a row were away from its edge", ["layout/stack-icons-keep-their-size"]),
    Fault(
      "check marks were mirrored and arrows were not", ["layout/direction-icons-and-checks"],
      tests: ["CardModelTests/Layout/DirectionTests/icons"]),
    Fault(
      "pills had no colour, or were stretched",
      ["parts/pillLabel/in-soft", "parts/pillLabel/keeps-its-size-in-stacks"],
      tests: ["CardModelTests/Themes/TodaysLookTests/aPillIsNeverStretched"]),
    Fault(
      "dark corners had pale fringes",
      ["traits/rounded/dark-picture-has-no-fringe-scale-2", "traits/rounded/dark-parts-cover-all-scale-2"]),
    Fault(
      "tables started a point further left",
      tests: ["CardModelTests/Themes/TodaysLookTests/wordsOfAllPartsStartAtOneEdge"]),
    Fault(
      "the line of the last row was doubled",
      ["parts/table/in-soft", "parts/table/lines-between", "parts/table/lines-between-rows"]),
    Fault(
      "the bars of rows were too far from their titles",
      ["parts/titleDescription/over-bars-in-soft", "parts/titleDescription/vertical-padding"]),
    Fault("bars of small shares looked like a lens", ["parts/bar/least-share-is-a-dot-in-soft"]),
    Fault(
      "confetti was clipped in the middle of the page",
      ["parts/confetti/in-soft", "parts/confetti/falls-behind-its-card-in-soft"]
        + ["parts/confetti/alone-has-room-in-soft"],
      tests: ["CardModelTests/Themes/TodaysLookTests/confettiFallsBehindItsCardsPartsUnlessItIsAlone"]),
    Fault("the button of a row was not aligned with its amount", ["parts/table/right-top-button"]),
    Fault(
      "the text of fields overlapped the round corner", ["parts/textField/corner-curve"],
      tests: ["CardPartsTests/Parts/LabelAndFieldTests/textStartsAtTheEdgeOrInsideTheFrame"]),
    Fault(
      "fields looked like plain text", ["parts/textField/has-a-frame-in-soft"],
      tests: ["CardModelTests/Themes/TodaysLookTests/aTextFieldHasAFrame"]),
    Fault(
      "pins were clipped at the edge of the map", ["parts/map/shows-all-annotations-without-a-location"],
      tests: ["CardMapsTests/Map/MapPartTests/annotationsAloneDetermineTheVisibleRegion"]),
    Fault("sliders were vertical in rows", ["parts/multiSlider/in-soft"]),
    Fault("radio buttons were pure blue", ["parts/radioButton/in-soft"]),
    Fault(
      "separators became blocks", ["parts/separator/fill-equally"],
      tests: ["CardPartsTests/Parts/ContainerFigureTests/aSeparatorInTheMiddleIsAsTallAsItsNeighbours"]),
    Fault("icons had no size", ["parts/iconLabel/icon-size"]),
    Fault(
      "a single button of a map had a line at its edge, and a large title broke inside a word",
      ["layout/sheet-2026-collapsed", "layout/sheet-2026-peaking"]),
    Fault("icons of filled buttons were not visible", ["parts/button/icon-has-the-colour-of-its-title"]),
    Fault("initials were covered by the next avatar", ["parts/avatars/initials-are-whole-in-soft"]),
    Fault(
      "text with links, and pages, were not aligned with other parts", ["parts/paged/in-soft"],
      tests: [
        "CardPartsTests/Parts/AttributedTextTests/inModernThemesLinesStartWhereOtherTextsDo",
        "CardPartsTests/Parts/ContainerFigureTests/inModernThemesPagesAreWhereOtherPartsAre",
      ]),
    Fault(
      "groups of rows divided cards into blocks",
      ["parts/table/groups-in-soft", "parts/table/groups-in-soft-dark"]
        + ["parts/table/groups-in-soft-right-to-left"]),
    Fault(
      "selected rows were blocks", ["parts/table/row-states-in-soft"],
      tests: ["CardPartsTests/Parts/ContainerFigureTests/inModernThemesTheStateOfARowIsARoundMark"]),
    Fault(
      "numbers were broken", ["parts/text/numbers-are-not-torn-in-poster"],
      tests: ["CardPartsTests/Parts/TypographyTests/numbersAreNotTorn"]),
    Fault(
      "Latin text of an Arabic card was left-aligned if it contained links",
      ["parts/attributedText/right-to-left-in-soft"]),
    Fault("bars left half of the card empty", ["parts/histogram/fills-the-width-in-soft"]),
    Fault("texts in a column were not aligned", ["parts/stack/words-begin-below-each-other-in-soft"]),
  ]

  static let pages = [
    Fault(
      "presets did not scale the text", ["layout/og-grows-the-theme", "layout/og-grows-controls"]),
    Fault(
      "cards touched the edges of pictures",
      ["themes/soft/of-a-deck-that-names-none", "layout/page-margins-of-a-grid-in-soft"]),
    Fault(
      "the padding below a shadow was missing",
      tests: [
        "CardModelTests/Themes/TodaysLookTests/withAPaddingThePictureIncludesTheWholeShadow"
      ]),
    Fault("parts touched the ends of a full-screen card", ["layout/full-screen-margins-in-soft"]),
    Fault("headlines were truncated on social pictures", ["layout/og-headers-shrink-to-fit"]),
    Fault("presets did not scale icons and lines", ["layout/square-grows-icons-and-lines"]),
    Fault("Arabic cards were laid out from left to right", ["layout/direction-cards-of-several-locales"]),
    Fault(
      "the catalogue was mostly white, and a page was out of date",
      tests: [
        "ProjectTests/Docs/CatalogueTests/neighboursAreAboutEquallyTall",
        "ProjectTests/Docs/CatalogueTests/troubleshootingKnowsGoldens",
        "ProjectTests/Docs/GeneratedDocsTests/pictureIsCurrent",
      ]),
    Fault("a full-screen card hid the canvas", ["layout/full-screen-on-a-background-in-soft"]),
    Fault(
      "right-to-left decks were laid out the wrong way round",
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
