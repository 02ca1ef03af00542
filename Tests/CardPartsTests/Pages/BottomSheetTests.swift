import CardRaster
import TestSupport
import Testing

@testable import CardParts

/// The geometry of a bottom sheet, and its effect on the page behind it.
@Suite struct BottomSheetTests {
  private static let screen = Size(width: 375, height: 812)

  private func geometry(content: Double = 217, _ change: (inout BottomSheet) -> Void = { _ in })
    -> BottomSheetGeometry
  {
    var sheet = BottomSheet()
    change(&sheet)
    return BottomSheetGeometry(sheet, content: content, screen: Self.screen)
  }

  @Test func theDefaultSheetIsContentHandleAndSafeArea() {
    let plain = geometry { $0.safeAreaInsets.bottom = 34 }
    #expect(plain.fullHeight == 217 + 34 + 14)
    #expect(plain.height == plain.fullHeight)
    #expect(plain.handle == Rect(x: 155.5, y: 812 - 265, width: 64, height: 6))
    #expect(plain.containerTop == 812 - 265 + 14)
    #expect(plain.contentTop == plain.containerTop)
    #expect(plain.overlayAlpha == 0.5)
  }

  @Test func aHandleInsideMovesTheContentDown() {
    let inside = geometry {
      $0.handlePosition = .inside(topPadding: 8)
      $0.handleWidth = 32
    }
    #expect(inside.fullHeight == 217 + 14)
    #expect(inside.containerTop == 812 - 231)
    #expect(inside.handle == Rect(x: 171.5, y: 812 - 231 + 8, width: 32, height: 6))
    #expect(inside.contentTop == 812 - 231 + 14)
  }

  @Test func withoutAHandleTheSheetIsItsContent() {
    let none = geometry { $0.handlePosition = .none }
    #expect(none.fullHeight == 217)
    #expect(none.handle == nil)
    #expect(none.contentTop == 812 - 217)
  }

  @Test func aStickySheetHasNeitherOverlayNorHandle() {
    let sticky = geometry(content: 140) { $0.isSticky = true }
    #expect(sticky.fullHeight == 140)
    #expect(sticky.handle == nil)
    #expect(sticky.overlayAlpha == 0)
  }

  @Test func safeAreaAndKeyboardAddToTheHeight() {
    #expect(geometry { $0.keyboardHeight = 300 }.fullHeight == 217 + 14 + 300)
    #expect(
      geometry {
        $0.safeAreaInsets.bottom = 34
        $0.adjustsForSafeAreaBottomInset = false
      }.fullHeight == 217 + 14)
  }

  @Test(
    arguments: [
      // Full height 200; dragged height, visible height, overlay opacity, whether the sheet is dismissed.
      (200, 200, 0.5, false), (100, 100, 0.25, true), (120, 120, 0.3, false), (119, 119, 0.2975, true),
      (0, 0, 0, true), (250, 210, 0.5, false), (1200, 400, 0.5, false),
    ] as [(Double, Double, Double, Bool)])
  func aDraggedSheetFollowsTheFinger(current: Double, seen: Double, alpha: Double, goes: Bool) {
    let dragged = geometry(content: 186) { $0.currentHeight = current }
    #expect(dragged.fullHeight == 200)
    #expect(isNear(dragged.height, seen))
    #expect(isNear(dragged.overlayAlpha, alpha, within: 1e-9))
    #expect(dragged.wouldDismiss == goes)
    #expect(dragged.containerTop == 812 - dragged.height + 14)
  }

  @Test func resistanceAndRatioAreThoseOfTheSheet() {
    let soft = geometry(content: 186) {
      $0.currentHeight = 300
      $0.pullUpResistance = 2
    }
    #expect(soft.height == 250)
    let ratio = geometry(content: 186) {
      $0.currentHeight = 159
      $0.dragHeightRatioToDismiss = 0.2
    }
    #expect(isNear(ratio.dismissHeight, 160))
    #expect(ratio.wouldDismiss)
  }

  private static func deck(
    _ layout: String = "", content: String? = nil, cards: String = "", more: String = ""
  )
    -> String
  {
    let content = content ?? #"{"id":"s","parts":[{"type":"spacer","height":40}]}"#
    return
      #"{"theme":"mint",\#(more)"layout":{"type":"bottomSheet",\#(layout)"content":\#(content)},"cards":[\#(cards)]}"#
  }

  private static let card =
    #"{"id":"c","link":"https://example.com/c","parts":[{"type":"text","text":"Behind"}]}"#

  @Test func theScreenIsAPhonesByDefault() throws {
    #expect(try LaidOut(deck: Self.deck()).inspected()["canvas"]?["height"]?.number == 812)
    #expect(
      try LaidOut(deck: Self.deck(more: #""canvas":{"height":300},"#)).inspected()["canvas"]?["height"]?
        .number == 300)
    #expect(
      try LaidOut(deck: Self.deck(more: #""canvas":{"preset":"square"},"#)).inspected()["canvas"]?["height"]?
        .number == 1080)
  }

  @Test func partsOfTheContentKeepOnlyTheirMargins() throws {
    let content = #"{"parts":[{"type":"text","text":"a"},{"type":"text","text":"b"}]}"#
    let page = try LaidOut(deck: Self.deck(content: content)).inspected()
    let sheet = try #require(page["bottomSheet"])
    let card = try #require(sheet["parts"]?.element(0))
    let parts = try [0, 1].map { try LaidOut.frame(of: #require(card["parts"]?.element($0))) }
    let frame = try LaidOut.frame(of: card)
    #expect(frame.width == 375 && frame.minX == 0)
    #expect(isNear(parts[0].minY, frame.minY + 5))
    #expect(isNear(parts[1].minY, parts[0].maxY + 10))
    #expect(isNear(frame.height, 20 + parts[0].height + parts[1].height))
    #expect(parts[0].minX == 15 && parts[0].width == 345)
    #expect(isNear(try #require(sheet["fullHeight"]?.number), frame.height + 14))
    #expect(isNear(frame.maxY, 812))
  }

  @Test func aFastDragDismisses() {
    func goes(_ velocity: Double, _ least: Double = 250) -> Bool {
      geometry(content: 186) {
        $0.currentHeight = 190
        $0.dragVelocity = velocity
        $0.dragVelocityToDismiss = least
      }.wouldDismiss
    }
    #expect(!goes(0) && !goes(249) && goes(250) && !goes(-900))
    #expect(!goes(7000, 8000) && goes(8000, 8000))
  }

  @Test(
    arguments: [
      // At the start and at the end: the upper edge of the sheet and the opacity of the overlay.
      (#"{"kind":"appear"}"#, "", 812.0, 758.0, 0.0, 0.5),
      (#"{"kind":"dismiss"}"#, "", 758, 812, 0.5, 0),
      (#"{"kind":"dismiss"}"#, #""currentHeight":27,"#, 785, 812, 0.25, 0),
      (#"{"kind":"snapBack"}"#, #""currentHeight":27,"#, 785, 758, 0.25, 0.5),
      (#"{"kind":"changeHeight","fromHeight":154}"#, "", 658, 758, 0.5, 0.5),
    ] as [(String, String, Double, Double, Double, Double)])
  func aTransitionMovesSheetAndOverlay(
    transition: String, more: String, from: Double, to: Double, darkFrom: Double, darkTo: Double
  ) throws {
    func ends(_ progress: Double?) throws -> (top: Double, alpha: Double) {
      let moment = progress.map { #","progress":\#($0)}"# } ?? "}"
      let json = Self.deck(more + #""transition":\#(transition.dropLast())\#(moment),"#)
      let page = try LaidOut(deck: json).inspected()
      let sheet = try #require(page["bottomSheet"])
      return (
        try LaidOut.frame(of: sheet).minY, page["overlay"]?["overlayAlpha"]?.number ?? 0
      )
    }
    #expect(try isNear(ends(0).top, from) && isNear(ends(1).top, to))
    #expect(try isNear(ends(0).alpha, darkFrom) && isNear(ends(1).alpha, darkTo))
    #expect(try isNear(ends(nil).top, to) && isNear(ends(nil).alpha, darkTo))
    let middle = try ends(0.3).top
    #expect((min(from, to)...max(from, to)).contains(middle) && middle != from && middle != to)
  }

  @Test func aDismissedSheetIsNeitherReadNorInTheWay() throws {
    let page = try LaidOut(
      deck: Self.deck(#""transition":{"kind":"dismiss"},"#, cards: Self.card)
    ).inspected()
    #expect(page["alt"]?.plain == "Behind")
    #expect(try regions(of: page).contains("link"))
  }

  @Test func partsThatDoNotReactAreNotRegions() throws {
    let quiet = try LaidOut(
      deck: Self.deck(#""shouldListenToOverlayTap":false,"shouldListenToHandleDrag":false,"#)
    ).inspected()
    #expect(try regions(of: quiet) == ["bottomSheet"])
  }

  @Test(
    arguments: [
      (#""transition":{"kind":"snapBack"}"#, "it needs 'currentHeight'"),
      (#""transition":{"kind":"changeHeight"}"#, "'changeHeight' needs 'fromHeight'"),
      (
        #""transition":{"kind":"appear"},"currentHeight":30"#, "'currentHeight' has no effect with 'appear'"
      ),
      (#""dismissAnimationDuration":1"#, "'dismissAnimationDuration' has no effect without the transition"),
      (#""isSticky":true,"dragVelocity":1"#, "'dragVelocity' has no effect on a sticky sheet"),
    ])
  func transitionsWithoutEffectAreErrors(layout: String, message: String) throws {
    let issues = try LaidOut.issues(of: Self.deck(layout + ","))
    #expect(issues.contains { $0.contains(message) }, "\(issues)")
  }

  @Test func inspectListsSheetHandleAndOverlay() throws {
    let page = try LaidOut(deck: Self.deck(cards: Self.card)).inspected()
    let sheet = try #require(page["bottomSheet"])
    #expect(try LaidOut.frame(of: sheet) == Rect(x: 0, y: 812 - 54, width: 375, height: 54))
    #expect(sheet["wouldDismiss"]?.text == "false")
    #expect(isNear(try #require(sheet["dismissHeight"]?.number), 54 * 0.6))
    #expect(page["overlay"]?["overlayAlpha"]?.number == 0.5)
    #expect(page["cards"]?.element(0)?["id"]?.plain == "c")
    #expect(page["cards"]?.element(1) == nil)
    let kinds = try regions(of: page)
    #expect(kinds == ["overlay", "bottomSheet", "handle"], "the card behind cannot be tapped")
    let sticky = try LaidOut(deck: Self.deck(#""isSticky":true,"#, cards: Self.card)).inspected()
    #expect(try regions(of: sticky) == ["link", "bottomSheet"])
    #expect(sticky["overlay"] == nil)
    #expect(sticky["bottomSheet"]?["wouldDismiss"] == nil)
  }

  private func regions(of page: JSONNode) throws -> [String] {
    guard case .array(let regions) = try #require(page["regions"]).value else { return [] }
    return regions.compactMap { $0["kind"]?.plain }
  }

  @Test func onlyTheSheetIsReadOutWhenThePageIsDimmed() throws {
    let content = #"{"parts":[{"type":"text","text":"On the sheet"}]}"#
    let dimmed = try LaidOut(deck: Self.deck(content: content, cards: Self.card))
    #expect(dimmed.deck.pages.first?.display.title == "On the sheet")
    let sticky = try LaidOut(deck: Self.deck(#""isSticky":true,"#, content: content, cards: Self.card))
    #expect(sticky.deck.pages.first?.display.title == "Behind. On the sheet")
  }

  @Test func safeAreaMovesThePageBehindAndTheContent() throws {
    let layout = #""safeAreaInsets":{"top":44,"left":10,"bottom":34,"right":20},"#
    let page = try LaidOut(deck: Self.deck(layout, cards: Self.card)).inspected()
    let behind = try LaidOut.frame(of: #require(page["cards"]?.element(0)))
    #expect(behind.minY == 44)
    #expect(behind.minX == 22 && behind.width == 321)
    let content = try LaidOut.frame(of: #require(page["bottomSheet"]?["parts"]?.element(0)))
    #expect(content == Rect(x: 10, y: 812 - 34 - 40, width: 345, height: 40))
  }

  @Test func aSheetIsOnePictureAndItsStatesAreSeveral() throws {
    let content =
      #"{"id":"s","states":{"none":[{"type":"spacer","height":40}],"tall":[{"type":"spacer","height":90}]}}"#
    let cards = #"{"id":"a","states":{"x":[],"y":[]}},{"id":"b","parts":[]}"#
    func pages(all: Bool) throws -> [DeckPage] {
      var options = DeckOptions()
      options.drawsAllStates = all
      return try DeckRenderer.laidOut(
        Array(Self.deck(content: content, cards: cards).utf8), file: "d.json", folder: ".", options: options,
        onePageEach: true, catalog: Goldens.catalog()
      ).pages
    }
    #expect(try pages(all: false).map(\.name) == ["s"])
    #expect(try pages(all: true).map(\.state) == ["none", "tall"])
    #expect(try pages(all: true).map(\.number) == [1, 1])
    let inspected = try pages(all: true).map(Inspection().page)
    #expect(inspected.map { $0["bottomSheet"]?["fullHeight"]?.number } == [54, 104])
    #expect(inspected.allSatisfy { $0["cards"]?.element(1) != nil && $0["cards"]?.element(2) == nil })
  }

  @Test func missingContentLeavesThePage() throws {
    for content in [
      #"{"traits":{"hidden":true},"parts":[]}"#, #"{"if":false,"parts":[]}"#,
    ] {
      let page = try LaidOut(deck: Self.deck(content: content, cards: Self.card)).inspected()
      #expect(page["bottomSheet"] == nil && page["overlay"] == nil)
      #expect(try regions(of: page) == ["link"])
    }
  }

  @Test func theWholeLayoutMayComeFromTheData() throws {
    let layout = #"{"type":"bottomSheet","content":{"id":"s","parts":[{"type":"spacer","height":40}]}}"#
    let bound = #"{"theme":"mint","layout":"{{ place }}","data":{"place":\#(layout)},"cards":[]}"#
    #expect(try LaidOut(deck: bound).dump == LaidOut(deck: Self.deck()).dump)
    #expect(try LaidOut(deck: bound).deck.resolved.dump.contains("sheet s state none layout.content"))
  }

  @Test func aCardsStateIsThatOfTheCallerOnASheetToo() throws {
    let content = #"{"id":"s","states":{"none":[],"tall":[{"type":"spacer","height":90}]}}"#
    var options = DeckOptions()
    options.state = "tall"
    options.cards = ["s"]
    let page = try LaidOut(deck: Self.deck(content: content, cards: Self.card), options: options).inspected()
    #expect(page["bottomSheet"]?["fullHeight"]?.number == 104)
    #expect(page["cards"]?.element(0) == nil, "only the sheet was asked for")
  }

  @Test func traitsOfTheContentStillApply() throws {
    let content = #"{"traits":{"customMargin":30},"parts":[{"type":"spacer","height":40}]}"#
    let page = try LaidOut(deck: Self.deck(content: content)).inspected()
    let card = try LaidOut.frame(of: #require(page["bottomSheet"]?["parts"]?.element(0)))
    #expect(card.minX == 30 && card.width == 315)
  }

  @Test func aSheetTallerThanTheScreenCausesAWarning() throws {
    let issues = try LaidOut.issues(of: Self.deck(#""contentHeight":900,"#))
    #expect(issues.count == 1)
    #expect(issues.first?.contains("the sheet is 102 points taller than the screen at layout") == true)
  }

  @Test(arguments: [
    #""contentHeight":999999,"#, #""currentHeight":999999,"#, #""handleWidth":999999,"#,
    #""bottomSheetCornerRadius":999999,"#, #""keyboardHeight":999999,"#,
  ]) func absurdLengthsAreErrors(_ layout: String) throws {
    let issues = try LaidOut.issues(of: Self.deck(layout))
    #expect(issues.contains { $0.contains(" error: ") && $0.contains("limit") }, "\(issues)")
  }

  @Test(arguments: [
    #""contentHeight":0,"#, #""currentHeight":0,"#, #""handleWidth":0,"handleHeight":0,"#,
    #""safeAreaInsets":{"left":300,"right":300},"#, #""bottomSheetCornerRadius":400,"#,
    #""handlePosition":{"inside":0},"#, #""overlayMaxAlpha":0,"#, #""currentHeight":31999,"#,
  ]) func extremesAreDrawn(_ layout: String) throws {
    let laidOut = try LaidOut(deck: Self.deck(layout, cards: Self.card))
    let page = try #require(laidOut.deck.pages.first)
    let png = try OutputFormat.png.encode(
      page.display, settings: OutputFormat.Settings(), fonts: try FontLibrary(laidOut.deck.fonts))
    #expect(try Goldens.pixels(png, "sheet").height == 812)
  }
}
