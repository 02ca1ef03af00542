import CardRaster
import TestSupport
import Testing

@testable import CardParts

/// The features on the pages of TGCardViewController and MGSwipeCards.
///
/// The goldens or tests that cover each feature are given with it.
@Suite("Features of the sheet and stack libraries are covered") struct ScreenCoverageTests {
  /// A feature that a library lists.
  struct Feature: CustomTestStringConvertible, Sendable {
    var name: String
    /// Names in `Goldens/layout`.
    var goldens: [String]
    /// Names of test functions for features without a picture.
    var tests: [String] = []

    init(_ name: String, _ goldens: [String], tests: [String] = []) {
      (self.name, self.goldens, self.tests) = (name, goldens, tests)
    }

    var testDescription: String { name }
  }

  static let sheets = [
    Feature(
      "three positions",
      ["2019", "2021", "2026"].flatMap { year in
        ["collapsed", "peaking", "extended"].map { "sheet-\(year)-\($0)" }
      }),
    Feature("a preferred position", [], tests: ["theCardIsAtTheGivenPosition"]),
    Feature("the position is restored by a pop", ["sheet-pop-0-25", "sheet-pop-0-5", "sheet-pop-1"]),
    Feature("push", ["sheet-push-0-25", "sheet-push-0-5", "sheet-push-1", "sheet-push-2019"]),
    Feature("swap", ["sheet-swap-0-15", "sheet-swap-in-place-0"]),
    Feature("a close button except on the root", ["sheet-2021-peaking", "sheet-hides-the-close-button"]),
    Feature("dimming of the map and of the card below", ["sheet-2021-extended", "sheet-push-0-5"]),
    Feature(
      "drag",
      ["sheet-dragged-to-92", "sheet-dragged-to-120", "sheet-dragged-to-160", "sheet-dragged-to-250"]),
    Feature("snap", ["sheet-snap"], tests: ["aDragReportsWhereTheCardWouldGo"]),
    Feature("taps on title and map", ["sheet-tap"]),
    Feature("scrolled content, the header stays, a separator", ["sheet-scrolled", "sheet-scrolled-2019"]),
    Feature("curves of the movements", [], tests: ["aSpringSettlesInItsTime"]),
    Feature("blur behind the status bar", ["sheet-status-bar", "sheet-status-bar-without-blur"]),
    Feature(
      "blurred materials",
      ["over-a-map", "of-solid-buttons", "2026", "2026-dark", "header-2026", "sidebar", "push-2026"].map {
        "sheet-glass-\($0)"
      } + ["sheet-glass-fades-with-its-buttons"],
      tests: ["glassMatchesTheReferencePictures", "documentsShowTheGlassOfASheet"]),
    Feature("rotation to a low screen", ["sheet-beside-low"]),
    Feature("a card with parts", ["sheet-style", "sheet-long-title-wraps"]),
    Feature("accessory", ["sheet-accessory-peaking", "sheet-accessory-collapsed"]),
    Feature("a custom title, or none", ["sheet-custom-extended-title", "sheet-no-title"]),
    Feature(
      "a floating button", ["sheet-floating-button-2019", "sheet-floating-button-with-a-picture-2019"]),
    Feature("a floating bar", ["sheet-floating-tool-bar-2026"]),
    Feature(
      "tables, plain and grouped, with a selected row", ["sheet-plain-sections", "sheet-grouped-table"]),
    Feature("a collection", ["sheet-collection"]),
    Feature("pages", ["sheet-pages", "sheet-pages-dragged", "sheet-page-turning", "sheet-traits-of-pages"]),
    Feature(
      "a header, with close and next buttons",
      ["sheet-header", "sheet-header-2019", "sheet-header-2026"]),
    Feature("a sticky bar", ["sheet-sticky-bar-2019"]),
    Feature("a bottom view", ["sheet-bottom-view-2019"]),
    Feature("round corners, handle, shadow", ["sheet-2021-peaking", "sheet-scale-3"]),
    Feature("styles", ["sheet-style"]),
    Feature("optional map content", ["sheet-without-a-map", "sheet-without-a-map-2019"]),
    Feature(
      "insets of the map", ["sheet-map-behind", "sheet-map-behind-collapsed"],
      tests: ["aMapShowsItsPlaceAboveTheCard"]),
    Feature(
      "buttons over the map and their fading",
      ["sheet-map-buttons", "sheet-map-buttons-2019", "sheet-map-buttons-circle", "sheet-map-buttons-solid"]
        + ["sheet-compass", "sheet-zoom-buttons", "sheet-dragged-to-160"]),
    Feature("an info view", ["sheet-info-view"]),
    Feature("hidden overlays", ["sheet-map-overlays-hidden"]),
    Feature("large width", ["sheet-beside-wide", "sheet-beside-right-to-left", "sheet-sidebar"]),
    Feature("home indicator", ["sheet-home-indicator"]),
    Feature("VoiceOver", [], tests: ["buttonsHandleAndRowsAreRegions", "theButtonsOfTheMapHaveTheirNames"]),
  ]

  static let stacks = [
    Feature(
      "several directions",
      ["left", "right", "up", "down"].map { "swipe-stack-drag-\($0)-half" },
      tests: ["aDirectionThatIsNotAllowedDoesNotCount"]),
    Feature(
      "recognition by speed and position", [],
      tests: ["aDragIsInterpretedAsInTheLibraries", "aFastFlickSwipesHoweverShortItIsAndEvenBackwards"]),
    Feature(
      "swipes by the program",
      ["0", "0-05", "0-105", "0-2", "0-3", "0-455"].map { "swipe-stack-swipe-shuffle-\($0)" }
        + ["swipe-stack-swipe-mgswipecards-0-2", "swipe-stack-swipe-up-0-2", "swipe-stack-swipe-at-the-end"]),
    Feature("a swipe that continues a drag", ["swipe-stack-swipe-after-a-drag-half"]),
    Feature(
      "undo", ["0-05", "0-1", "0-15", "shuffle-0-2125"].map { "swipe-stack-undo-\($0)" }),
    Feature("cancel", ["swipe-stack-cancel-swings-past", "swipe-stack-cancel-shuffle"]),
    Feature(
      "shift",
      ["swipe-stack-shift-0", "swipe-stack-shift-0-05", "swipe-stack-shift-0-1"]
        + ["swipe-stack-shift-back-shuffle"]),
    Feature(
      "order, insertion, deletion", ["order-and-swiped", "inserted", "deleted"].map { "swipe-stack-\($0)" }),
    Feature(
      "overlays by direction",
      ["swipe-stack-drag-left-quarter", "swipe-stack-drag-left-half", "swipe-stack-drag-left-full"]
        + ["swipe-stack-drag-right-quarter", "swipe-stack-drag-right-full"]),
    Feature("visible count and insets", ["swipe-stack-at-rest", "swipe-stack-backdrop-and-frame"]),
    Feature("the last card, and none", ["swipe-stack-the-last-card", "swipe-stack-empty"]),
    Feature(
      "layouts of one's own", ["swipe-stack-fan", "swipe-stack-own-transforms"],
      tests: ["aFanTurnsItsCardsInTurn"]),
    Feature(
      "cards below follow every action",
      ["swipe-stack-drag-fan-mixes-maps", "swipe-stack-drag-fan-shuffle", "swipe-stack-drag-shuffle"]),
    Feature("footers", ["swipe-stack-footer-solid", "swipe-stack-footer-transparent"]),
    Feature(
      "rotation by the touch", ["swipe-stack-drag-right-half", "swipe-stack-drag-in-the-lower-half"]),
    Feature("taps with their corner", [], tests: ["aDragIsReported"]),
  ]

  @Test(arguments: sheets + stacks) func hasAGoldenOrATest(_ feature: Feature) throws {
    #expect(!feature.goldens.isEmpty || !feature.tests.isEmpty)
    for golden in feature.goldens {
      for ending in ["json", "png"] {
        #expect(Goldens.bytes("layout/\(golden).\(ending)") != nil, "layout/\(golden).\(ending) is missing")
      }
    }
    for test in feature.tests {
      let isThere = try Self.sources.contains { file in
        try #require(DocsFolder.text(file)).contains("func \(test)(")
      }
      #expect(isThere, "there is no test \(test)")
    }
  }

  @Test func everyGoldenOfASheetOrAStackCoversAFeatureOrALook() {
    let named = Set((Self.sheets + Self.stacks).flatMap(\.goldens))
    // Appearances, directions, scales, traits and the status bar are not listed as features by the libraries.
    let looks = ["dark", "right-to-left", "scale-3", "trait", "status-bar"]
    let all = Goldens.names(below: "layout", ending: ".json").map { String($0.dropFirst("layout/".count)) }
    for name in all where name.hasPrefix("sheet-") || name.hasPrefix("swipe-stack-") {
      #expect(
        named.contains(name) || looks.contains { name.contains($0) }, "\(name) does not show a listed feature"
      )
    }
  }

  private static let sources = [
    "CardPartsTests/Pages/SheetLayoutTests", "CardPartsTests/Pages/SwipeStackLayoutTests",
    "CardPartsTests/Pages/SheetGlassTests", "CardScreensTests/Swipe/SwipeSceneTests",
    "CardScreensTests/Sheet/SheetGeometryTests",
  ].map { "Tests/\($0).swift" }
}

/// The example apps of both libraries as decks.
@Suite("The decks of screens have no warnings") struct ScreenExampleTests {
  static let decks = ["Examples/sheet", "Examples/swipe"].flatMap { folder in
    DocsFolder.names(in: folder, ending: ".json").map { "\(folder)/\($0)" }
  }

  /// The longest stop name is wider than a row, and is truncated in iOS too.
  private static let explained = ["the text '#37: London St Pancras I…' does not fit and was cut"]

  @Test(arguments: decks) func drawsWithoutAWarning(_ deck: String) throws {
    let bytes = try #require(DocsFolder.bytes(deck))
    let laidOut = try DocsDeck.laidOut(
      bytes, file: deck, folder: DocsFolder.root + "/" + FilePath.directory(of: deck))
    #expect(laidOut.pages.count == 1)
    let doubts = laidOut.warnings.filter { !Self.explained.contains($0.message) }
    #expect(doubts.isEmpty, "\(doubts.map(\.text))")
  }
}
