import CardRaster
import TestSupport
import Testing

@testable import CardMaps
@testable import CardParts

/// The boxes of a sheet over a map, its output in `inspect`, and its animations.
@Suite struct SheetLayoutTests {
  @Test func aSheetOnACanvasForSharingIsAScreenOfFewerPoints() throws {
    func screen(_ theme: String, _ preset: String) throws -> (size: Size, scale: Double, card: Rect) {
      let laidOut = try LaidOut(
        deck:
          #"{"theme":"\#(theme)","canvas":{"preset":"\#(preset)"},"layout":{"type":"sheet","backdrop":[{"type":"map","location":[52,13]}]},"cards":[{"parts":[{"type":"text","text":"A"}],"sheet":{"title":"Near"}}]}"#
      )
      let display = try #require(laidOut.deck.pages.first?.display)
      let parts = try laidOut.inspected()["sheet"]?["parts"]
      let boxes = (0..<9).compactMap { parts?.element($0) }
      let card = try #require(boxes.first { $0["type"]?.plain == "card" })
      return (display.size, display.scale, try LaidOut.frame(of: card))
    }
    let wide = try screen("soft", "og")
    #expect(wide.size == Size(width: 600, height: 315) && wide.scale == 2)
    #expect(wide.card.width == 280 && wide.card.minX == 8, "next to the map")
    let square = try screen("soft", "square")
    #expect(square.size.width == 480 && square.card.width == 480, "over the map")
    #expect(try screen("soft", "story").card.width == 432)
    let classic = try screen("mint", "og")
    #expect(classic.size.width == 1200 && classic.card.width == 360, "as on an iPad")
  }

  private static let map = #""backdrop":[{"type":"spacer","backgroundColor":"wheat"}]"#

  private static func deck(
    _ layout: String, card: String = #""title":"Top","rows":["a","b"]"#, below: Bool = false
  )
    -> String
  {
    let first = below ? #"{"id":"below","parts":[],"sheet":{"title":"Below"}},"# : ""
    return
      #"{"canvas":{"width":320,"height":568},"layout":{"type":"sheet","safeAreaInsets":{"top":20},\#(map)\#(layout.isEmpty ? "" : ",")\#(layout)},"cards":[\#(first){"id":"top","parts":[],"sheet":{\#(card)}}]}"#
  }

  private static func sheet(_ json: String) throws -> JSONNode {
    try #require(try LaidOut(deck: json).inspected()["sheet"])
  }

  @Test(arguments: [("collapsed", 507.5), ("peaking", 249), ("extended", 70)])
  func theCardIsAtTheGivenPosition(position: String, top: Double) throws {
    let sheet = try Self.sheet(Self.deck(#""position":"\#(position)""#))
    #expect(sheet["position"]?.text == #""\#(position)""#)
    #expect(sheet["cardTop"]?.number == top)
    let card = try #require(sheet["parts"]?.elements.first { $0["type"]?.text == #""card""# })
    #expect(card["frame"]?["y"]?.number == top)
    #expect(card["frame"]?["height"]?.number == 498)
  }

  @Test(arguments: [
    (#""theme":"soft""#, 16.0), (#""theme":{"base":"soft","cardPartMargins":30}"#, 30),
    (#""theme":"mint""#, 15),
  ])
  func partsHaveTheEdgeOfTheTitleInModernThemes(theme: String, edge: Double) throws {
    let deck =
      #"{\#(theme),"canvas":{"width":320,"height":568},"layout":{"type":"sheet",\#(Self.map)},"cards":[{"sheet":{"title":"Top"},"parts":[{"type":"text","text":"Row","link":"https://example.com"}]}]}"#
    let regions = try #require(LaidOut(deck: deck).inspected()["regions"]?.elements)
    let row = try #require(regions.first { $0["link"]?.plain == "https://example.com" })
    #expect(try LaidOut.frame(of: row).minX == edge)
  }

  @Test("The space below the title is part of the padding of a card in modern themes")
  func paddingBelowTheTitle() throws {
    func gap(_ title: String) throws -> Double {
      let deck =
        #"{"theme":"soft","canvas":{"width":320,"height":568},"layout":{"type":"sheet",\#(Self.map)},"cards":[{"sheet":{\#(title)},"parts":[{"type":"text","text":"Row","link":"https://example.com"}]}]}"#
      let regions = try #require(LaidOut(deck: deck).inspected()["regions"]?.elements)
      let row = try #require(regions.first { $0["link"]?.plain == "https://example.com" })
      return try LaidOut.frame(of: row).minY
    }
    // The handle takes 16 points, the title 8 and 20.5, and 16 are below it.
    let untitled = try gap(#""titleStyle":"none""#)
    #expect(try gap(#""title":"Top""#) - untitled <= 8 + 20.5 + 1)
  }

  @Test("Buttons on the map have the accent colour of the deck's brand")
  func buttonsHaveTheBrandsColour() throws {
    func strokes(_ keys: String) throws -> [Substring] {
      let deck =
        #"{\#(keys),"canvas":{"width":320,"height":568},"layout":{"type":"sheet",\#(Self.map)},"cards":[{"sheet":{"title":"Top"},"parts":[{"type":"text","text":"Row"}]}]}"#
      return try LaidOut(deck: deck).dump.split(separator: "\n").filter { $0.contains("stroke") }
    }
    let brand = ##""brand":{"accent":"#B3261E"}"##
    #expect(try strokes(#""theme":"soft",\#(brand)"#).contains { $0.contains("#B3261E") })
    #expect(try strokes(#""theme":"soft""#).contains { $0.contains("#007AFF") })
  }

  @Test("The last text in the safe area at the bottom is a warning; longer content scrolls")
  func textInTheSafeArea() throws {
    func warnings(_ height: Int, _ position: String = "extended", bottom: Int = 34) throws -> [String] {
      try LaidOut(
        deck:
          #"{"theme":"soft","canvas":{"width":320,"height":568},"layout":{"type":"sheet","safeAreaInsets":{"top":20,"bottom":\#(bottom)},"position":"\#(position)","backdrop":[{"type":"spacer","backgroundColor":"wheat"}]},"cards":[{"sheet":{"title":"Top"},"parts":[{"type":"spacer","height":\#(height)},{"type":"text","text":"Last"}]}]}"#
      ).warnings
    }
    let heights = Array(stride(from: 0, through: 640, by: 8))
    for position in ["extended", "peaking"] {
      let found = try heights.filter { try !warnings($0, position).isEmpty }
      #expect((4...5).contains(found.count) && found[found.count - 1] - found[0] <= 34, "\(found)")
      let warning = try #require(try warnings(found[0], position).first)
      #expect(warning.contains("in the safe area at the bottom") && warning.contains("leave 34 points"))
    }
    #expect(try heights.allSatisfy { try warnings($0, "collapsed").isEmpty })
    #expect(try heights.allSatisfy { try warnings($0, bottom: 0).isEmpty })
  }

  @Test func aCardWithoutMapContentSpringsBack() throws {
    let card = #""title":"A","rows":["a"],"mapContent":false"#
    let dragged = try Self.sheet(Self.deck(#""cardY":300"#, card: card))
    #expect(dragged["position"]?.text == #""extended""#)
    #expect(dragged["snapsTo"]?.text == #""extended""#)
    #expect(dragged["mapDim"]?.number == 0.25)
    let snapped = try Self.sheet(Self.deck(#""cardY":300,"transition":{"kind":"snap"}"#, card: card))
    #expect(snapped["cardTop"]?.number == 70)
  }

  @Test(arguments: ["tgcard2019", "tgcard2021", "tgcard2026"], ["default", "customExtended"])
  func theHeadOfATableIsReadFirst(compatibility: String, titleStyle: String) throws {
    let title =
      titleStyle == "default"
      ? #""title":"Top","subtitle":"Sub""#
      : #""titleStyle":"customExtended","titleContent":[{"type":"text","text":"Top. Sub"}]"#
    let page = try LaidOut(
      deck: Self.deck(
        #""compatibility":"\#(compatibility)","position":"peaking","showDefaultButtons":false"#,
        card: #"\#(title),"rows":["a","b"]"#))
    let alt = try #require(page.inspected()["alt"]?.text)
    #expect(alt == #""Card controller half screen. Top. Sub. a. b""#)
  }

  @Test func theCardIsReadBeforeTheMapAndItsButtons() throws {
    let deck = Self.deck(#""position":"peaking","header":{"rightButton":"Edit"}"#).replacing(
      #"{"type":"spacer","backgroundColor":"wheat"}"#, with: #"{"type":"text","text":"Map"}"#)
    #expect(
      try LaidOut(deck: deck).inspected()["alt"]?.text
        == #""Edit. Card controller half screen. Top. a. b. Tracking. Map""#)
  }

  @Test func onlyThePageInViewIsRead() throws {
    func alt(_ layout: String, _ own: String) throws -> String {
      let pages = ["One", "Two", "Three"].map { #"{"parts":[],"sheet":{"title":"\#($0)"}}"# }
      let json = Self.deck(
        #""showDefaultButtons":false\#(layout)"#,
        card: #""showCloseButton":false,"pages":[\#(pages.joined(separator: ","))]\#(own)"#)
      return try #require(LaidOut(deck: json).inspected()["alt"]?.text)
    }
    let handle = "Card controller half screen. "
    #expect(try alt("", #","currentPage":1"#) == "\"\(handle)Two\"")
    #expect(try alt("", #","pageOffset":0.5"#) == "\"\(handle)One. \(handle)Two\"")
    let turn = #","transition":{"kind":"page","progress":0.5"#
    #expect(try alt(turn + "}", "") == "\"\(handle)One. \(handle)Two\"")
    #expect(try alt(turn + #","fromPage":2}"#, "") == "\"\(handle)Two\"")
  }

  @Test(
    arguments: [
      (#","currentPage":0"#, #","fromPage":0"#, "the pages do not turn: page 0 is the current one"),
      (#","currentPage":1"#, #","fromPage":5"#, "page 5 does not exist"),
    ])
  func anImpossiblePageTurnCausesAWarning(own: String, turn: String, message: String) throws {
    let pages = #""pages":[{"parts":[]},{"parts":[]}]"#
    let issues = try LaidOut.issues(
      of: Self.deck(#""transition":{"kind":"page"\#(turn)}"#, card: pages + own))
    #expect(issues.contains { $0.contains(message) }, "\(issues)")
  }

  @Test func aCardBringsItsOwnMap() throws {
    func map(_ layout: String) throws -> [UInt8] {
      let json = Self.deck(
        layout, card: #""title":"Top","backdrop":[{"type":"spacer","backgroundColor":"teal"}]"#, below: true)
      let deck = try LaidOut(deck: json).deck
      let bitmap = try DeckPipeline(deck.fonts).bitmap(deck.pages[0].display, fonts: deck.fonts)
      let start = 4 * (100 * bitmap.width + 20)
      return Array(bitmap.pixels[start..<start + 3])
    }
    let (own, common): ([UInt8], [UInt8]) = ([0x00, 0x80, 0x80], [0xF5, 0xDE, 0xB3])
    #expect(try map(#""position":"peaking""#) == own)
    #expect(try map(#""position":"peaking","transition":{"kind":"push"}"#) == own)
    #expect(try map(#""position":"peaking","transition":{"kind":"pop"}"#) == common)
    let half = try map(#""position":"peaking","transition":{"kind":"push","progress":0.2}"#)
    #expect(half != own && half != common)
  }

  @Test func aLineIsDrawnOnlyBelowATitleThatIsScrolled() throws {
    func picture(_ offset: String) throws -> Bitmap {
      let deck = try LaidOut(deck: Self.deck(#""position":"extended"\#(offset)"#)).deck
      return try DeckPipeline(deck.fonts).bitmap(deck.pages[0].display, fonts: deck.fonts)
    }
    #expect(try Comparison(expected: picture(""), actual: picture(#","contentOffset":100"#)).isSame)
    let issues = try LaidOut.issues(of: Self.deck(#""position":"extended","contentOffset":100"#))
    #expect(issues.contains { $0.contains("the content fits on the card and cannot be scrolled") })
  }

  @Test func aStickyBarShowsItsText() throws {
    func bar(_ given: String) throws -> (top: Double?, height: Double?, issues: [String]) {
      let json = Self.deck(
        #""compatibility":"tgcard2019","stickyBar":[{"type":"text","text":"Sticky","margins":0}]\#(given)"#)
      let page = try LaidOut(deck: json).inspected()
      let bar =
        page["parts"]?.elements.first { $0["type"]?.text == #""stickyBar""# } ?? page["stickyBar"]
        ?? page["overlays"]?.elements.first { $0["type"]?.text == #""stickyBar""# }
      return (
        bar?["parts"]?.elements.first?["frame"]?["y"]?.number, bar?["frame"]?["height"]?.number,
        try LaidOut.issues(of: json)
      )
    }
    let natural = try bar("")
    #expect(try #require(natural.top) >= 20)
    #expect(try #require(natural.height) > 30)
    #expect(natural.issues.isEmpty)
    #expect(
      try bar(#","stickyBarHeight":18"#).issues.contains {
        $0.contains("text of the sticky bar is hidden behind the status bar")
      })
  }

  @Test(
    arguments: [
      ("tgcard2019", "{}", "#000000"), ("tgcard2019", ##"{"backgroundColor":"#101820"}"##, "#FFFFFF"),
      ("tgcard2021", ##"{"backgroundColor":"#101820"}"##, "#FFFFFF"), ("tgcard2021", "{}", "#000000"),
    ])
  func theStatusBarContrastsWithTheHeader(compatibility: String, header: String, ink: String) throws {
    let json = Self.deck(#""compatibility":"\#(compatibility)","header":\#(header),"statusBar":{}"#)
    #expect(!(try LaidOut.issues(of: json).contains { $0.contains("too little contrast") }))
    #expect(try LaidOut(deck: json).dump.contains(#"glyphs "9:41" Inter-SemiBold 12 \#(ink) "#))
  }

  @Test func aDimmedMapIsNotBlackBehindAStatusBar() throws {
    for appearance in ["light", "dark"] {
      let json = Self.deck(
        #""compatibility":"tgcard2026","position":"extended","statusBar":{"style":"dark"}"#
      ).replacing(
        #"{"canvas""#, with: #"{"appearance":"\#(appearance)","canvas""#)
      let issues = try LaidOut.issues(of: json)
      #expect(!issues.contains { $0.contains("too little contrast") }, "\(issues)")
    }
  }

  @Test func buttonsHandleAndRowsAreRegions() throws {
    let page = try LaidOut(deck: Self.deck(#""position":"peaking""#, below: true)).inspected()
    let kinds = page["regions"]?.elements.compactMap { $0["kind"]?.text } ?? []
    for kind in ["handle", "close", "row", "button"] { #expect(kinds.contains("\"\(kind)\"")) }
    let root = try LaidOut(deck: Self.deck(#""position":"peaking""#)).inspected()
    #expect(root["regions"]?.elements.contains { $0["kind"]?.text == #""close""# } == false)
  }

  @Test func aDragReportsWhereTheCardWouldGo() throws {
    let sheet = try Self.sheet(Self.deck(#""cardY":130"#))
    #expect(sheet["snapsTo"]?.text == #""peaking""#)
    #expect(sheet["cardTop"]?.number == 130)
  }

  @Test func onlyTheLastCardIsPresentAtRest() throws {
    let page = try LaidOut(deck: Self.deck("", below: true))
    #expect(!(try page.inspected().text).contains("below"))
    #expect(page.deck.pages[0].restsAt == 0)
  }

  @Test func aPushMovesAndEndsWithTheNewCardAlone() throws {
    let push = try LaidOut(
      deck: Self.deck(
        #""position":"extended","transition":{"kind":"push","fromPosition":"peaking"}"#, below: true))
    let page = push.deck.pages[0]
    #expect(page.restsAt == 0.25)
    #expect(!(try push.inspected().text).contains("below"))
    let rest = try LaidOut(deck: Self.deck(#""position":"extended""#, below: true)).deck.pages[0]
    let fonts = try LaidOut(deck: Self.deck("")).deck.fonts
    let pipeline = DeckPipeline(fonts)
    let end = try pipeline.bitmap(page.display(at: 0.25), fonts: fonts)
    #expect(try Comparison(expected: try pipeline.bitmap(rest.display, fonts: fonts), actual: end).isSame)
    let start = try pipeline.bitmap(page.display(at: 0), fonts: fonts)
    #expect(try !Comparison(expected: start, actual: end).isSame)
  }

  @Test func aSwapIsAPushThatRemovesTheFirstCard() throws {
    func page(_ layout: String) throws -> DeckPage {
      try LaidOut(deck: Self.deck(layout, below: true)).deck.pages[0]
    }
    let swap = try page(#""position":"extended","transition":{"kind":"swap","fromPosition":"peaking"}"#)
    #expect(swap.restsAt == 0.25)
    let push = try page(#""position":"extended","transition":{"kind":"push","fromPosition":"peaking"}"#)
    let fonts = try LaidOut(deck: Self.deck("")).deck.fonts
    let pipeline = DeckPipeline(fonts)
    func picture(_ page: DeckPage, at time: Double) throws -> Bitmap {
      try pipeline.bitmap(page.display(at: time), fonts: fonts)
    }
    #expect(
      try Comparison(expected: picture(push, at: 0), actual: picture(swap, at: 0)).isSame)
    // Now it is the only card and cannot be closed.
    let alone = try LaidOut(deck: Self.deck(#""position":"extended""#)).deck.pages[0]
    #expect(
      try Comparison(expected: picture(alone, at: 0), actual: picture(swap, at: 0.25)).isSame)
    // Cards at the same position are swapped at once.
    let still = try page(#""position":"peaking","transition":{"kind":"swap","fromPosition":"peaking"}"#)
    #expect(still.restsAt == 0)
  }

  @Test func theButtonsOfTheMapHaveTheirNames() throws {
    func names(_ layout: String) throws -> [String] {
      let page = try LaidOut(deck: Self.deck(layout)).inspected()
      return page["regions"]?.elements.filter { $0["kind"]?.text == #""button""# }.compactMap {
        $0["alt"]?.text
      } ?? []
    }
    #expect(try names("") == [#""Tracking""#])
    #expect(
      try names(#""compassHeading":30,"showZoomButtons":true"#)
        == [#""Tracking""#, #""Compass""#, #""Zoom in""#, #""Zoom out""#])
    #expect(try names(#""compassHeading":360"#) == [#""Tracking""#])
    #expect(try names(#""showDefaultButtons":false"#).isEmpty)
  }

  @Test func aStatusBarIsAsHighAsTheSafeArea() throws {
    func bar(_ layout: String) throws -> JSONNode {
      let page = try LaidOut(deck: Self.deck(layout)).inspected()
      return try #require(page["overlays"]?.elements.first { $0["type"]?.text == #""statusBar""# })
    }
    #expect(try LaidOut.frame(of: bar(#""statusBar":{}"#)) == Rect(x: 0, y: 0, width: 320, height: 20))
    #expect(try LaidOut.frame(of: bar(#""statusBar":{"height":44}"#)).height == 44)
    let issues = try LaidOut.issues(of: Self.deck(#""statusBar":{"height":44,"carrier":"X"}"#))
    #expect(issues.contains { $0.contains("has no room for 'carrier' next to its notch") }, "\(issues)")
  }

  @Test func theTraitsOfACardAreVisible() throws {
    func picture(_ traits: String) throws -> Bitmap {
      let json = Self.deck(#""position":"extended""#).replacing(
        #""id":"top","#, with: #""id":"top","traits":{\#(traits)},"#)
      let deck = try LaidOut(deck: json).deck
      return try DeckPipeline(deck.fonts).bitmap(deck.pages[0].display, fonts: deck.fonts)
    }
    let plain = try picture("")
    for traits in [
      #""border":{"width":3,"color":"red"}"#, #""gradient":{"colors":["red","blue"]}"#,
      #""rounded":{"cornerRadius":40}"#, #""shadow":{"color":"red"}"#, #""transparent":true"#,
      #""shadow":{"color":"red","inset":true}"#, #""editable":true"#, #""backdropBlur":{"radius":9}"#,
    ] {
      #expect(try !Comparison(expected: plain, actual: picture(traits)).isSame, "\(traits)")
    }
    let issues = try LaidOut.issues(
      of: Self.deck("").replacing(#""id":"top","#, with: #""id":"top","traits":{"customMargin":9},"#))
    #expect(issues.contains { $0.contains("'customMargin' has no effect in layout 'sheet'") })
  }

  @Test func aMovedSheetIsDescribedByOneSentence() throws {
    func snapshot(_ position: String) throws -> LayoutSnapshot {
      LayoutSnapshot(try LaidOut(deck: Self.deck(#""position":"\#(position)""#)).deck.pages[0])
    }
    let changes = try snapshot("peaking").changes(to: snapshot("extended")).map(\.sentence)
    #expect(changes.contains("the sheet moved from peaking to extended"))
    #expect(!changes.contains { $0.contains("position of the layout") })
  }

  @Test(arguments: [
    (#""transition":{"kind":"push"},"cardY":9"#, "'cardY' has no effect with 'push'"),
    (#""transition":{"kind":"snap"},"position":"peaking""#, "with a snap"),
    (#""belowCardDim":0.5"#, "'belowCardDim' has no effect"),
    (#""stickyBarHeight":9"#, "'stickyBarHeight' has no effect"),
    (
      #""compatibility":"tgcard2019","mode":"sidebar""#,
      "'mode' has no effect with compatibility 'tgcard2019'"
    ),
    (#""mapOverlaysHidden":true,"mapDim":0.5"#, "'mapDim' has no effect"),
    (#""transition":{"kind":"tap","time":1,"progress":1}"#, "both set the moment"),
    (#""transition":{"kind":"push"}"#, "a push needs two cards"),
    (#""contentOffset":9"#, "only an extended card"),
  ]) func keysWithoutEffectCauseAWarning(layout: String, words: String) throws {
    let issues = try LaidOut.issues(of: Self.deck(layout))
    #expect(issues.contains { $0.contains(words) }, "\(issues)")
  }

  @Test(arguments: [
    (#""titleStyle":"none","title":"a""#, "'title' has no effect"),
    (#""titleStyle":"custom""#, "needs 'titleContent'"),
    (#""floatingButton":{}"#, "with compatibility 'tgcard2021'"),
    (#""floatingToolBar":[]"#, "with compatibility 'tgcard2021'"), (#""currentPage":1"#, "without 'pages'"),
    (#""selectedRow":1"#, "without 'rows'"), (#""rows":["a"],"selectedRow":1"#, "row 1 does not exist"),
    (#""pages":[],"currentPage":1"#, "page 1 does not exist"),
  ]) func keysThatACardCannotShowCauseAWarning(card: String, words: String) throws {
    let issues = try LaidOut.issues(of: Self.deck("", card: card))
    #expect(issues.contains { $0.contains(words) } || words == "page 1 does not exist", "\(issues)")
  }

  @Test func keysOfOtherLayoutsAreErrors() throws {
    for (key, owner) in [("swipe", "swipeStack"), ("sheet", "sheet")] {
      let issues = try LaidOut.issues(of: #"{"cards":[{"parts":[],"\#(key)":{}}]}"#)
      #expect(issues.contains { $0.contains("it belongs to '\(owner)'") }, "\(issues)")
    }
    let issues = try LaidOut.issues(of: #"{"layout":{"type":"grid","cardY":4},"cards":[{"parts":[]}]}"#)
    #expect(issues.contains { $0.contains("it belongs to 'sheet'") }, "\(issues)")
    let shared = try LaidOut.issues(
      of: #"{"layout":{"type":"grid","safeAreaInsets":4},"cards":[{"parts":[]}]}"#)
    #expect(shared.contains { $0.contains("it belongs to 'bottomSheet' and 'sheet'") }, "\(shared)")
  }

  @Test func aMapShowsItsPlaceAboveTheCard() throws {
    let whole = MapViewport(
      around: Coordinate(latitude: 49.45, longitude: 11.08), span: CoordinateSpan(),
      size: Size(width: 320, height: 568))
    let covered = MapViewport(
      around: Coordinate(latitude: 49.45, longitude: 11.08), span: CoordinateSpan(),
      size: Size(width: 320, height: 568), covered: Insets(top: 20, left: 0, bottom: 319, right: 0))
    let place = Coordinate(latitude: 49.45, longitude: 11.08)
    #expect(isNear(whole.point(place).y, 284, within: 0.01))
    #expect(isNear(covered.point(place).y, 134.5, within: 0.01))
    #expect(isNear(covered.point(place).x, 160, within: 0.01))
  }
}

extension JSONNode {
  /// The values of a list.
  fileprivate var elements: [JSONNode] { if case .array(let nodes) = value { nodes } else { [] } }
}
