import CardRaster
import TestSupport
import Testing

@testable import CardModel
@testable import CardParts

/// The geometry of container parts: the positions of the parts inside them.
@Suite struct ContainerFigureTests {
  private static let text = #"{"type":"text","text":"a"}"#

  private func block(_ width: Int, _ height: Int, _ rest: String = "") -> String {
    #"{"type":"spacer","width":\#(width),"height":\#(height),"backgroundColor":"red"\#(rest)}"#
  }

  // MARK: Pages

  @Test func aPagedPartIsFiftyTallerThanItsPages() throws {
    let pages = #""pages":[[\#(block(10, 30))],[\#(block(10, 44))]]"#
    let natural = try LaidOut(part: #"{"type":"paged",\#(pages)}"#)
    #expect(try natural.frame(0).height == 10 + 44 + 40)
    #expect(try natural.frame(0, 0) == Rect(x: 20, y: 10, width: 260, height: 44))
    #expect(try natural.frame(0, 0, 0).minY == 10 + 7, "a lower page is centred")
    let given = try LaidOut(part: #"{"type":"paged","pageHeight":200,\#(pages)}"#)
    #expect(try given.frame(0).height == 250)
    #expect(try given.frame(0, 0).height == 200)
    let total = try LaidOut(part: #"{"type":"paged","height":200,\#(pages)}"#)
    #expect(try total.frame(0).height == 200)
    #expect(try total.frame(0, 0).height == 150)
    let bare = try LaidOut(part: #"{"type":"paged","hidesPageControl":true,\#(pages)}"#)
    #expect(try bare.frame(0).height == 10 + 44 + 10)
    #expect(try LaidOut(parts: #"{"type":"paged","pages":[]}"#).frame(0).height == 0)
  }

  @Test func inModernThemesPagesAreWhereOtherPartsAre() throws {
    func paged(_ more: String) throws -> LaidOut {
      try LaidOut(
        deck:
          #"{"theme":"soft","canvas":{"width":332},"cards":[{"parts":[{"type":"paged","margins":0,\#(more)"pages":[[\#(block(10, 44))],[\#(block(10, 30))],[\#(block(10, 44))]]}]}]}"#
      )
    }
    let still = try paged("")
    let frame = try still.frame(0)
    #expect(frame.size == Size(width: 300, height: 44 + 24))
    #expect(try still.frame(0, 0) == Rect(origin: frame.origin, size: Size(width: 300, height: 44)))
    #expect(try paged(#""hidesPageControl":true,"#).frame(0).height == 44)
    // Dragged pages do not touch each other.
    let dragged = try paged(#""pageOffset":0.5,"#)
    #expect(try dragged.frame(0, 1).minX == dragged.frame(0, 0).maxX + 20)
  }

  @Test func theVisiblePagesAreThoseOfTheStrip() throws {
    func paged(_ rest: String) throws -> LaidOut {
      try LaidOut(
        part: #"{"type":"paged",\#(rest)"pages":[[\#(block(1, 9))],[\#(block(2, 9))],[\#(block(3, 9))]]}"#)
    }
    let still = try paged(#""currentPage":1,"#)
    #expect(try still.card()["parts"]?.element(0)?["parts"]?.element(1) == nil)
    #expect(try still.frame(0, 0, 0).width == 2)
    #expect(try still.card()["parts"]?.element(0)?["numberOfPages"]?.plain == "3")
    #expect(try still.card()["parts"]?.element(0)?["currentPage"]?.plain == "1")
    let dragged = try paged(#""currentPage":1,"pageOffset":0.25,"#)
    #expect(try dragged.frame(0, 0).minX == 20 - 65)
    #expect(try dragged.frame(0, 1).minX == 20 + 195)
    #expect(try dragged.frame(0, 1, 0).width == 3)
    #expect(dragged.dump.contains("clip rect 20 10 260 9"))
    let back = try paged(#""currentPage":1,"pageOffset":-1,"#)
    #expect(try back.frame(0, 0, 0).width == 1)
  }

  @Test func dotsThatDoNotFitAreLeftOutAndTheOuterOnesShrink() {
    func dots(_ count: Int, _ current: Int, _ width: Double) -> [(page: Int, diameter: Double)] {
      PageControl(count: count, current: current, color: .black, currentColor: .white).dots(in: width)
    }
    #expect(dots(3, 0, 39).map(\.page) == [0, 1, 2])
    #expect(dots(3, 0, 39).allSatisfy { $0.diameter == 7 })
    let many = dots(100, 50, 103)
    #expect(many.map(\.page) == [47, 48, 49, 50, 51, 52, 53])
    #expect(many.map(\.diameter) == [3, 5, 7, 7, 7, 5, 3])
    #expect(dots(100, 0, 103).map(\.diameter) == [7, 7, 7, 7, 7, 5, 3])
    #expect(dots(100, 99, 103).map(\.page) == Array(93...99))
    #expect(dots(100, 99, 103).last?.diameter == 7)
    #expect(dots(100, 40, 7).map(\.page) == [40])
    #expect(dots(100, 40, 7).first?.diameter == 7, "the current page's dot is never small")
    #expect(dots(5, 0, 6).isEmpty && dots(0, 0, 90).isEmpty)
  }

  @Test func dotsAreSevenWideSixteenApartAndInTheLowerFoot() throws {
    let laidOut = try LaidOut(
      part: #"{"type":"paged","currentPage":1,"pageHeight":20,"pages":[[],[],[]]}"#)
    // 39 points of dots, centred in 300 points; the control is 37 points tall and at the bottom of the part.
    let y = 70 - 18.5 - 3.5
    for (x, color) in [(131.0, "#AAAAAA"), (147, "#555555"), (163, "#AAAAAA")] {
      let dot = "rect \(NumberText.format(x)) \(NumberText.format(y)) 7 7 radius 3.5 \(color)"
      #expect(laidOut.dump.contains(dot), "\(dot) in \(laidOut.dump)")
    }
  }

  // MARK: Oriented and centered

  @Test func innerPartsOfAnOrientedPartAreAtTheTopOrTheBottom() throws {
    func oriented(_ orientation: String) throws -> LaidOut {
      try LaidOut(
        part:
          #"{"type":"stack","arrangedSubviews":[{"type":"oriented","orientation":"\#(orientation)","cardParts":[\#(block(10, 20)),\#(block(30, 20, #","margins":[3,4]"#))]},\#(block(10, 100))]}"#
      )
    }
    let top = try oriented("top")
    #expect(try top.frame(0, 0).height == 100)
    #expect(try top.frame(0, 0, 0).minY == 0)
    #expect(try top.frame(0, 0, 1) == Rect(x: 4, y: 20 + 3, width: 30, height: 20))
    let bottom = try oriented("bottom")
    #expect(try bottom.frame(0, 0, 1).maxY == 100 - 3)
    #expect(try bottom.frame(0, 0, 0).minY == 100 - 46)
  }

  @Test func themeMarginsMakeOnlyTheGapsOfAnOrientedPart() throws {
    let laidOut = try LaidOut(
      parts: #"{"type":"oriented","cardParts":[\#(Self.text),\#(Self.text)]}"#)
    let (part, first, second) = (try laidOut.frame(0), try laidOut.frame(0, 0), try laidOut.frame(0, 1))
    #expect(first.minY == part.minY && first.minX == part.minX && first.width == part.width)
    #expect(isNear(second.minY, first.maxY + 10))
    #expect(isNear(second.maxY, part.maxY))
  }

  @Test func theMiddleIsInTheMiddleAndTheSidesShareTheRest() throws {
    let laidOut = try LaidOut(
      deck:
        #"{"theme":"mint","canvas":{"width":375},"cards":[{"parts":[{"type":"centered","leftView":\#(Self.text),"centeredView":\#(block(60, 40)),"rightView":{"type":"text","text":"a","margins":[2,20,4,6]}}]}]}"#
    )
    let part = try laidOut.frame(0)
    #expect(part.width == 321 && part.height == 40)
    let (left, center, right) = (
      try laidOut.frame(0, 0), try laidOut.frame(0, 1), try laidOut.frame(0, 2)
    )
    #expect(center.minX == part.midX - 30 && center.height == 40)
    #expect(left.minX == part.minX && left.maxX == part.midX - 30 - 15)
    #expect(left.height == 40, "all span the height")
    #expect(right.minX == part.midX + 30 + 20 && right.maxX == part.maxX - 6)
    #expect(right.minY == part.minY + 2 && right.height == 34)
  }

  @Test func aSeparatorInTheMiddleIsAsTallAsItsNeighbours() throws {
    let laidOut = try LaidOut(
      part:
        #"{"type":"centered","leftView":\#(block(10, 77)),"centeredView":{"type":"verticalSeparator"},"rightView":\#(Self.text)}"#
    )
    #expect(try laidOut.frame(0, 1) == Rect(x: 149.75, y: 0, width: 0.5, height: 77))
  }

  @Test(arguments: [("top", 0.0), ("center", 31.0), ("bottom", 62.0)])
  func lowerPartsOfACenteredPartAreAligned(_ alignment: String, _ y: Double) throws {
    let laidOut = try LaidOut(
      part:
        #"{"type":"centered","alignment":"\#(alignment)","leftView":\#(block(10, 77)),"centeredView":{"type":"verticalSeparator"},"rightView":\#(block(10, 15))}"#
    )
    #expect(try laidOut.frame(0, 2).minY == y)
    #expect(try laidOut.frame(0, 1).height == 77)
  }

  @Test func aWideMiddleLeavesTheSidesAQuarterEach() throws {
    let long = #"{"type":"text","text":"\#([String](repeating: "word", count: 40).joined(separator: " "))"}"#
    let laidOut = try LaidOut(
      part: #"{"type":"centered","leftView":\#(long),"centeredView":\#(long),"rightView":\#(long)}"#)
    #expect(try laidOut.frame(0, 0).maxX == 75 && laidOut.frame(0, 1).minX == 75)
    #expect(try laidOut.frame(0, 1).maxX == 225 && laidOut.frame(0, 2).minX == 225)
    let alone = try LaidOut(part: #"{"type":"centered","centeredView":\#(long)}"#)
    #expect(try alone.frame(0, 0).width > 285)
    let tooWide = try LaidOut(
      part: #"{"type":"centered","leftView":\#(long),"centeredView":\#(block(290, 9))}"#)
    #expect(tooWide.warnings.contains { $0.contains("wider than the room for it") })
  }

  // MARK: Tables

  @Test func sectionsHaveHeadersOfTwentyEightAndTwelveBetween() throws {
    let laidOut = try LaidOut(
      part:
        #"{"type":"table","margins":0,"rowHeight":50,"sections":[{"header":"A","rows":[{"leftTitleText":"a","id":"one","link":"https://example.com/1"}]},{"header":"B","rows":[{"leftTitleText":"b"},{"leftTitleText":"c"}]}]}"#
    )
    #expect(try laidOut.frame(0).height == 28 + 50 + 40 + 100 + 1)
    #expect(try laidOut.frame(0, 0) == Rect(x: 0, y: 0, width: 300, height: 28))
    #expect(try laidOut.frame(0, 1) == Rect(x: 0, y: 28, width: 300, height: 50))
    #expect(try laidOut.frame(0, 2) == Rect(x: 0, y: 78, width: 300, height: 40))
    #expect(try laidOut.frame(0, 4).maxY == 218)
    let region = try laidOut.inspected()["regions"]?.element(0)
    #expect(region?["id"]?.plain == "one")
    // A line below each header and each row, including the last row.
    #expect(laidOut.dump.split(separator: "\n").filter { $0.contains("#DDDDDD") }.count == 5)
  }

  @Test func groupsHaveThePageColourAndKeepTheMarginInside() throws {
    let rows = #""sections":[{"rows":[{"leftTitleText":"a"},{"leftTitleText":"b"}]}]"#
    let grouped = try LaidOut(part: #"{"type":"table","style":"grouped","rowHeight":50,\#(rows)}"#)
    #expect(try grouped.frame(0) == Rect(x: 0, y: 0, width: 300, height: 18 + 100 + 18))
    #expect(try grouped.frame(0, 0) == Rect(x: 0, y: 18, width: 300, height: 50))
    #expect(try LaidOut.frame(of: try #require(try line(grouped))).minX == 28)
    let inset = try LaidOut(part: #"{"type":"table","style":"insetGrouped","rowHeight":50,\#(rows)}"#)
    #expect(try inset.frame(0, 0) == Rect(x: 16, y: 18, width: 268, height: 50))
    #expect(try LaidOut.frame(of: try #require(try line(inset))).minX == 28)
    #expect(inset.dump.contains("radius 10"))
  }

  @Test func inModernThemesGroupsAreInTheCardLikeOtherParts() throws {
    let rows = #""rows":[{"leftTitleText":"a"},{"leftTitleText":"b"}]"#
    func table(_ style: String, _ more: String = "") throws -> LaidOut {
      try LaidOut(
        deck:
          #"{"theme":"soft","canvas":{"width":332},"cards":[{"parts":[{"type":"table","style":"\#(style)","rowHeight":50,\#(more)"sections":[{\#(rows)},{\#(rows)}]}]}]}"#
      )
    }
    let grouped = try table("grouped")
    let left = try grouped.frame(0).minX
    #expect(left == 16 + 20)
    #expect(try grouped.frame(0).height == 100 + 18 + 100, "there is room between groups only")
    #expect(try grouped.frame(0, 2).minY == grouped.frame(0, 1).maxY + 18)
    #expect(try LaidOut.frame(of: try #require(try line(grouped))).minX == left)
    #expect(!grouped.dump.contains("radius 12"))
    let inset = try table("insetGrouped")
    #expect(try inset.frame(0, 0).minX == left)
    #expect(try LaidOut.frame(of: try #require(try line(inset))).minX == left + 12)
    #expect(inset.dump.contains("radius 12"))
    // Lines are also drawn on request, as below the last row of a plain table.
    func lines(_ laidOut: LaidOut) -> Int {
      laidOut.dump.split(separator: "\n").filter { $0.contains("#E3E6EC") && !$0.contains("radius") }.count
    }
    #expect(lines(grouped) == 2)
    #expect(lines(try table("grouped", #""separatorStyle":"singleLine","#)) == 4)
  }

  @Test("From right to left the digits of a column are a block at its end, and its title is above them")
  func numbersFromRightToLeft() throws {
    func runs(_ columns: String, theme: String = "soft") throws -> [GlyphRun] {
      try LaidOut(
        deck:
          #"{"theme":"\#(theme)","locale":"he_IL","canvas":{"width":600},"cards":[{"parts":[{"type":"table","columns":[\#(columns)],"rows":[["אא",90],["בב",1275.5]]}]}]}"#
      ).glyphRuns
    }
    func ends(_ text: String, _ runs: [GlyphRun]) throws -> (first: Double, last: Double) {
      let run = try #require(runs.first { $0.text == text })
      let xs = run.glyphs.map { run.origin.x + $0.x }
      return (try #require(xs.min()), try #require(xs.max()))
    }
    let plain = try runs(#"{"title":"א"},{"title":"ב"}"#)
    let (short, long) = (try ends("90", plain), try ends("1,275.5", plain))
    // The last digits are below each other; the widest number begins at the edge of the table.
    #expect(isNear(short.last, long.last, within: 1))
    #expect(isNear(long.first, 36, within: 2))
    #expect(try isNear(ends("ב", plain).last, long.last, within: 4))
    let given = try runs(#"{"title":"א"},{"title":"ב","textAlignment":"left"}"#)
    #expect(try isNear(ends("90", given).first, ends("1,275.5", given).first, within: 1))
  }

  @Test("The padding of a panel is at least the radius of its corners, but at most twice the usual one")
  func paddingOfPanels() throws {
    func padding(_ keys: String, theme: String = "soft") throws -> Double {
      let laidOut = try LaidOut(
        parts:
          #"{"type":"stack","backgroundColor":"accentTintColor","arrangedSubviews":[\#(Self.text)]\#(keys)}"#,
        theme: theme)
      return try laidOut.frame(0, 0).minY - laidOut.frame(0).minY
    }
    #expect(try padding("") == 12)
    #expect(try padding(#","cornerRadius":4"#) == 12)
    #expect(try padding(#","cornerRadius":16"#) == 16)
    #expect(try padding(#","cornerRadius":99"#) == 24)
    #expect(try padding(#","cornerRadius":16,"layoutMargins":3"#) == 3)
    #expect(try padding(#","cornerRadius":16"#, theme: "mint") == 0)
  }

  @Test func inModernThemesRowsOfPartsAreAsTallAsOthers() throws {
    func height(_ parts: String, _ more: String = "", theme: String = "soft") throws -> Double {
      try LaidOut(
        deck:
          #"{"theme":"\#(theme)","cards":[{"parts":[{"type":"table",\#(more)"rows":[{"cardParts":[\#(parts)]}]}]}]}"#
      ).frame(0, 0).height
    }
    #expect(try height(block(10, 20)) == 44)
    #expect(try height(block(10, 60)) == 60)
    #expect(try height(block(10, 20), #""rowHeight":0,"#) == 20)
    #expect(try height(block(10, 20), theme: "turbo") == 20)
  }

  @Test func inModernThemesTheStateOfARowIsARoundMark() throws {
    func dump(_ style: String, _ state: String) throws -> String {
      try LaidOut(
        deck:
          #"{"theme":"soft","cards":[{"parts":[{"type":"table","style":"\#(style)","rows":[{"leftTitleText":"a"\#(state)}]}]}]}"#
      ).dump
    }
    for state in [#","isSelected":true"#, #","displayAsHidden":true"#] {
      #expect(try dump("plain", state).contains("radius 8"))
      #expect(try !dump("insetGrouped", state).contains("radius 8"))
    }
    #expect(try !dump("plain", ##","backgroundColor":"#FFEEDD""##).contains("radius 8"))
  }

  /// The first line of the first row of the first part.
  private func line(_ laidOut: LaidOut) throws -> JSONNode? {
    try laidOut.card()["parts"]?.element(0)?["parts"]?.element(0)?["lines"]?.element(0)
  }

  @Test func partsAboveAndBelowTheRowsReplaceTheEmptyFooter() throws {
    let row = #""rowHeight":50,"rows":[{"leftTitleText":"a"}]"#
    let both = try LaidOut(
      part:
        #"{"type":"table",\#(row),"tableHeaderView":[\#(block(9, 11))],"tableFooterView":[\#(block(9, 13))]}"#
    )
    #expect(try both.frame(0).height == 11 + 50 + 13)
    #expect(try both.frame(0, 1).minY == 11)
    #expect(try LaidOut(part: #"{"type":"table",\#(row),"tableFooterView":[]}"#).frame(0).height == 50)
  }

  @Test func theButtonOfARowIsFourBelowItsTopAndTheRightPairBelowTheButton() throws {
    let laidOut = try LaidOut(
      part:
        #"{"type":"table","margins":0,"rows":[{"leftTitleText":"\#([String](repeating: "long", count: 20).joined(separator: " "))","rightTitleText":"$1","rightTopButton":\#(block(40, 22))}]}"#
    )
    #expect(try laidOut.frame(0, 0, 0) == Rect(x: 300 - 15 - 40, y: 4, width: 40, height: 22))
    let lines = try laidOut.card()["parts"]?.element(0)?["parts"]?.element(0)?["lines"]
    let left = try LaidOut.frame(of: #require(lines?.element(0)))
    let right = try LaidOut.frame(of: #require(lines?.element(1)))
    #expect(right.minY >= 28 && isNear(right.maxX, 300, within: 0.5))
    #expect(left.maxX <= 245 - 19)
  }

  @Test func textsAreTwelvePointsFromTheEdgeOfARowWithABackground() throws {
    for look in [
      #""displayAsHidden":true"#, #""isSelected":true"#, ##""backgroundColor":"#FFEEDD""##,
    ] {
      let laidOut = try LaidOut(
        part: #"{"type":"table","margins":0,"rows":[{"leftTitleText":"a","rightTitleText":"b",\#(look)}]}"#)
      let lines = try laidOut.card()["parts"]?.element(0)?["parts"]?.element(0)?["lines"]
      #expect(try LaidOut.frame(of: #require(lines?.element(0))).minX == 12)
      #expect(isNear(try LaidOut.frame(of: #require(lines?.element(1))).maxX, 288, within: 0.5))
    }
  }

  @Test func aDetailButtonIsARegionOfItsOwn() throws {
    let laidOut = try LaidOut(
      part:
        #"{"type":"table","margins":0,"rows":[{"leftTitleText":"a","link":"https://a.example","accessory":"detailDisclosureButton","accessoryLink":"https://b.example"}]}"#
    )
    let regions = try laidOut.inspected()["regions"]
    #expect(regions?.element(0)?["link"]?.plain == "https://a.example")
    #expect(regions?.element(1)?["link"]?.plain == "https://b.example")
    let frame = try LaidOut.frame(of: #require(regions?.element(1)))
    #expect(frame == Rect(x: 300 - 20 - 22, y: 19, width: 22, height: 22))
  }

  @Test func partsInsideABoxHaveNoSideMarginsOfTheTheme() throws {
    for (open, close, left) in [
      (#"{"type":"table","rows":[{"cardParts":["#, "]}]}", 28.0),
      (#"{"type":"paged","pages":[["#, "]]}", 20),
      (#"{"type":"collection","items":[["#, "]]}", 28),
    ] {
      let laidOut = try LaidOut(
        deck: #"{"theme":"turbo","cards":[{"parts":[\#(open + Self.text + close)]}]}"#)
      #expect(try laidOut.frame(0, 0, 0).minX == left + (open.contains("paged") ? 28 : 0), "\(open)")
    }
  }

  // MARK: Collections

  @Test(
    "A stack in an item is laid out from the top, alone or before other parts", arguments: ["mint", "soft"])
  func aStackInAnItemIsNotStretched(_ theme: String) throws {
    let stack =
      #"{"type":"stack","axis":"vertical","alignment":"center","spacing":10,"arrangedSubviews":[{"type":"text","style":"title","text":"Title"},{"type":"text","text":"desc"}]}"#
    func collection(_ parts: String, _ rest: String = "") throws -> LaidOut {
      try LaidOut(
        parts:
          #"{"type":"collection","itemSize":[96,128],"items":[{"cardParts":[\#(parts)]\#(rest)}]}"#,
        theme: theme)
    }
    let alone = try collection(stack)
    let first = try collection(stack + #",{"type":"separator"}"#)
    let top = try alone.frame(0, 0, 0).minY - alone.frame(0, 0).minY
    if theme == "mint" { #expect(isNear(top, 5), "the upper margin of a part") }
    #expect(try isNear(first.frame(0, 0, 0).minY - first.frame(0, 0).minY, top))
    #expect(try alone.frame(0, 0, 0).size == first.frame(0, 0, 0).size)
    // The gap between the two texts is the spacing of the stack.
    #expect(try isNear(alone.frame(0, 0, 0, 1).minY - alone.frame(0, 0, 0, 0).maxY, 10))
    let whole = try collection(String(stack.dropLast()) + #","margins":0,"height":128}"#)
    #expect(try whole.frame(0, 0, 0) == whole.frame(0, 0), "a stack may have the height of its item")
  }

  @Test func scrolledContentIsMovedAndClippedAndCannotBeTappedBeyondTheEdge() throws {
    let items = (0..<5).map { #"{"cardParts":[],"id":"i\#($0)","link":"https://example.com/\#($0)"}"# }
    let strip =
      #"{"type":"collection","margins":0,"scrollDirection":"horizontal","itemSize":[100,40],"items":[\#(items.joined(separator: ","))],"contentOffset":"#
    let laidOut = try LaidOut(part: strip + "[130,0]}")
    #expect(laidOut.warnings.isEmpty)
    #expect(try laidOut.frame(0, 0).minX == -20, "the first item is scrolled away")
    let regions = try laidOut.inspected()["regions"]
    #expect(regions?.element(0)?["id"]?.plain == "i1")
    #expect(try LaidOut.frame(of: #require(regions?.element(0))) == Rect(x: 0, y: 0, width: 80, height: 40))
    #expect(
      try LaidOut.frame(of: #require(regions?.element(2))) == Rect(x: 200, y: 0, width: 100, height: 40))
    // 5 × 100 + 4 × 10 − 300.
    let far = try LaidOut(part: strip + "[999,0]}")
    #expect(far.warnings.contains { $0.contains("from [0, 0] to [240, 0]") })
    #expect(try far.dump == LaidOut(part: strip + "[240,0]}").dump)
    let unscrolled = try LaidOut(part: strip + "[0,0]}")
    #expect(unscrolled.warnings.contains { $0.contains("2 of 5 items are outside") })
  }

  @Test func partsScrolledAwayAreNotInTheTitle() throws {
    let items = (0..<5).map { #"[{"type":"text","text":"word\#($0)"}]"# }.joined(separator: ",")
    let laidOut = try LaidOut(
      part:
        #"{"type":"collection","margins":0,"scrollDirection":"horizontal","itemSize":[100,40],"items":[\#(items)],"contentOffset":[130,0]}"#
    )
    #expect(laidOut.deck.pages.first?.display.title == "word1. word2. word3")
    let pages = try LaidOut(
      part:
        #"{"type":"paged","currentPage":1,"pages":[[{"type":"text","text":"one"}],[{"type":"text","text":"two"}]]}"#
    )
    #expect(pages.deck.pages.first?.display.title == "two")
  }

  @Test func edgesFadeOnlyWhereThereIsMore() throws {
    let items = [String](repeating: "[\(block(90, 30, #","margins":0"#))]", count: 5).joined(separator: ",")
    func masks(_ offset: Int, _ direction: String = "horizontal", _ rest: String = "") throws -> [Substring] {
      try LaidOut(
        part:
          #"{"type":"collection","margins":0,"scrollDirection":"\#(direction)","edgeFade":30,"itemSize":[90,30],"items":[\#(items)],"contentOffset":[\#(direction == "horizontal" ? "\(offset),0" : "0,\(offset)")]\#(rest)}"#
      ).dump.split(separator: "\n").filter { $0.contains(" mask ") }
    }
    #expect(try masks(0).first?.contains("[#FFFFFF 0.9, #FFFFFF00 1] over 0 0 300 30") == true)
    #expect(
      try masks(50).first?.contains("[#FFFFFF00 0, #FFFFFF 0.1, #FFFFFF 0.9, #FFFFFF00 1]") == true)
    #expect(try masks(190).first?.contains("[#FFFFFF00 0, #FFFFFF 0.1]") == true)
    #expect(try masks(0, "vertical").isEmpty, "everything is visible")
    #expect(try masks(0, "vertical", #","height":60"#).first?.contains("linear 0 0 to 0 1") == true)
  }

  @Test func sectionsOfACollectionFollowEachOther() throws {
    let items = #""items":[[],[]]"#
    let laidOut = try LaidOut(
      part:
        #"{"type":"collection","margins":0,"itemSize":[50,30],"headerReferenceSize":40,"footerReferenceSize":20,"sectionInset":[3,7],"sections":[{"header":"A",\#(items),"footer":"f"},{\#(items)}]}"#
    )
    let heights = 40 + 3 + 30 + 3 + 20.0
    #expect(try laidOut.frame(0).height == heights + 36)
    let kinds = try (0..<6).map {
      try laidOut.card()["parts"]?.element(0)?["parts"]?.element($0)?["type"]?.plain
    }
    #expect(kinds == ["sectionHeader", "sectionFooter", "item", "item", "item", "item"])
    #expect(try laidOut.frame(0, 2) == Rect(x: 7, y: 43, width: 50, height: 30))
    #expect(try laidOut.frame(0, 4).minY == heights + 3)
    let strip = try LaidOut(
      part:
        #"{"type":"collection","margins":0,"scrollDirection":"horizontal","itemSize":[50,30],"headerReferenceSize":60,"sections":[{"header":"A",\#(items)},{\#(items)}]}"#
    )
    #expect(try strip.frame(0, 1).minX == 60)
    #expect(try strip.frame(0, 3).minX == 60 + 110 + 12)
  }

  @Test func linesTakeAllItemsThatFitAndShareTheRemainingSpace() {
    let flow = FlowLayout(spacing: 10, lineSpacing: 4)
    let mixed = [(30, 10), (50, 20), (60, 10), (20, 10)].map { Size(width: $0.0, height: $0.1) }
    let (places, thickness) = flow.place(mixed, room: 100)
    #expect(places[0] == Point(x: 0, y: 5), "in the middle of its line")
    #expect(places[1] == Point(x: 50, y: 0), "at the end of a full line")
    #expect(places[2] == Point(x: 0, y: 24) && places[3] == Point(x: 70, y: 24))
    #expect(thickness == 34)
    #expect(flow.place([], room: 100).places.isEmpty)
    #expect(flow.place(mixed, room: 0).places.map(\.x) == [0, 0, 0, 0])
    let single = FlowLayout(spacing: 10, lineSpacing: 4, fillsLines: true).place(
      [Size(width: 30, height: 10)], room: 50)
    #expect(single.places == [Point(x: 10, y: 0)])
  }

  @Test func hiddenPartsTakeNoSpaceInTheseContainersToo() throws {
    let hidden = #"{"type":"text","text":"gone","isHidden":true}"#
    for (open, close) in [
      (#"{"type":"paged","pages":[["#, "]]}"), (#"{"type":"oriented","cardParts":["#, "]}"),
      (#"{"type":"table","sections":[{"header":["#, #"],"rows":[]}]}"#),
      (#"{"type":"table","rows":[],"tableHeaderView":["#, "]}"),
    ] {
      let with = try LaidOut(parts: open + Self.text + "," + hidden + close)
      #expect(try with.dump == LaidOut(parts: open + Self.text + close).dump, "\(open)")
    }
    let without = try LaidOut(parts: #"{"type":"centered","centeredView":\#(Self.text)}"#)
    let with = try LaidOut(
      parts: #"{"type":"centered","centeredView":\#(Self.text),"leftView":\#(hidden)}"#)
    #expect(with.dump == without.dump)
  }

  @Test(arguments: ["1", "0.001", "8", "40"]) func narrowAndFlatContainersCanBeDrawn(width: String) throws {
    for part in [
      #""type":"paged","pages":[[{"type":"text","text":"word"}],[]]"#,
      #""type":"centered","leftView":{"type":"text","text":"word"},"centeredView":{"type":"text","text":"word"},"rightView":{"type":"text","text":"w"}"#,
      #""type":"oriented","cardParts":[{"type":"text","text":"word"},{"type":"separator"}]"#,
      #""type":"table","style":"insetGrouped","sections":[{"header":"word","rows":[{"leftTitleText":"word","rightTitleText":"1","accessory":"detailDisclosureButton","rightTopButton":{"type":"button","buttonTitle":"x"}}]}]"#,
      #""type":"collection","edgeFade":9,"sections":[{"header":"word","items":[[{"type":"text","text":"a"}]]}]"#,
      #""type":"collection","edgeFade":9,"scrollDirection":"horizontal","sections":[{"header":"word","items":[[{"type":"text","text":"a"}]],"footer":[{"type":"separator"}]}]"#,
    ] {
      _ = try LaidOut(part: "{\(part),\"width\":\(width)}")
      _ = try LaidOut(parts: "{\(part),\"height\":\(width)}")
      _ = try LaidOut(part: #"{"type":"stack","arrangedSubviews":[{\#(part)},{\#(part)}]}"#)
    }
  }
}
