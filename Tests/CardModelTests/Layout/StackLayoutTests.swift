import CardRaster
import TestSupport
import Testing

@testable import CardParts

/// Rows and columns of parts.
@Suite struct StackLayoutTests {
  private static func stack(_ members: String, _ children: String...) -> String {
    #"{"type":"stack",\#(members)"arrangedSubviews":[\#(children.joined(separator: ","))]}"#
  }
  private static func box(_ width: Double, _ height: Double = 10) -> String {
    #"{"type":"spacer","width":\#(width),"height":\#(height)}"#
  }
  /// The left edges of the parts of a row 300 points wide.
  private static func lefts(_ stack: String, _ count: Int) throws -> [Double] {
    let laidOut = try LaidOut(part: stack)
    return try (0..<count).map { try laidOut.frame(0, $0).minX }
  }

  @Test func distributionsShareTheRoom() throws {
    let three = [Self.box(20), Self.box(40), Self.box(60)].joined(separator: ",")
    #expect(try Self.lefts(Self.stack(#""distribution":"equalSpacing","#, three), 3) == [0, 110, 240])
    // Centres at 10, 140 and 270: a pitch of 130.
    #expect(try Self.lefts(Self.stack(#""distribution":"equalCentering","#, three), 3) == [0, 120, 240])
    let texts = [#"{"type":"text","text":"a"}"#, #"{"type":"text","text":"a much longer text"}"#]
      .joined(separator: ",")
    let equal = try LaidOut(part: Self.stack(#""distribution":"fillEqually","spacing":10,"#, texts))
    #expect(try equal.frame(0, 0).width == 145)
    #expect(try equal.frame(0, 1).minX == 155)
    let fill = try LaidOut(part: Self.stack("", Self.box(50), #"{"type":"text","text":"rest"}"#))
    #expect(try fill.frame(0, 1) == Rect(x: 50, y: 0, width: 250, height: fill.frame(0).height))
  }

  @Test(arguments: [
    // The other parts share the space that a bounded part cannot use.
    (
      #""distribution":"fill","#, [#""weight":1"#, #""weight":1,"maxWidth":40"#, #""weight":1"#],
      [130.0, 40, 130]
    ),
    // CSS: flex-grow 3, 1 and 1, with a max-width and a min-width.
    ("", [#""weight":3,"maxWidth":50"#, #""weight":1"#, #""weight":1,"minWidth":180"#], [50, 70, 180]),
    ("", [#""weight":3,"maxWidth":50"#, #""weight":1,"width":30"#, #""weight":1"#], [50, 30, 220]),
    // Without weights the flexible parts share the space, and so do equal parts.
    ("", ["", #""maxWidth":40"#], [260, 40]),
    (
      #""distribution":"fillEqually","#, ["", #""maxWidth":40"#, ""],
      [130, 40, 130]
    ),
    (
      #""distribution":"fillEqually","#, ["", #""minWidth":200"#, ""],
      [50, 200, 50]
    ),
    // All parts have reached their maximum: the rest stays empty.
    ("", [#""weight":1,"maxWidth":20"#, #""weight":1,"maxWidth":40"#], [20, 40]),
  ]) func theRestOfABoundedPartIsDistributedAgain(_ members: String, _ parts: [String], _ lengths: [Double])
    throws
  {
    let row = try LaidOut(
      part: Self.stack(
        members + #""width":300,"#,
        parts.map { #"{"type":"spacer","height":5\#($0.isEmpty ? "" : ",")\#($0)}"# }.joined(separator: ",")))
    #expect(try parts.indices.map { try row.frame(0, $0).width } == lengths)
    let column = try LaidOut(
      part: Self.stack(
        members + #""axis":"vertical","height":300,"width":100,"#,
        parts.map {
          let turned = $0.replacing("Width", with: "Height").replacing("width", with: "height")
          return #"{"type":"spacer","width":5\#(turned.isEmpty ? "" : ",")\#(turned)}"#
        }.joined(separator: ",")))
    #expect(try parts.indices.map { try column.frame(0, $0).height } == lengths)
  }

  @Test func aRatioDeterminesALength() throws {
    let wide = #"{"type":"spacer","height":30,"aspectRatio":2}"#
    let row = try LaidOut(part: Self.stack("", wide, Self.box(20)))
    #expect(try row.frame(0, 0).size == Size(width: 60, height: 30))
    #expect(try row.frame(0, 1).minX == 60)
    let column = try LaidOut(
      part: Self.stack(#""axis":"vertical","height":200,"#, #"{"type":"spacer","aspectRatio":4}"#))
    #expect(try column.frame(0, 0).size == Size(width: 300, height: 75))
    let card = try LaidOut(
      deck: #"""
        {"theme":{"base":"turbo","cardPartMargins":0,"cardCellMargins":0},"canvas":{"width":200,"padding":0},
         "layout":{"type":"grid","spacing":0},"cards":[
          {"parts":[{"type":"spacer","aspectRatio":4,"width":"50%"}]},
          {"parts":[{"type":"spacer","height":90}]}]}
        """#)
    #expect(try card.frame(0).size == Size(width: 50, height: 12.5))
  }

  @Test func anIconLeavesTheFreeSpaceToText() throws {
    let icon = #"{"type":"icon","icon":"heart"}"#
    func frames(_ theme: String, _ children: String...) throws -> [Rect] {
      let laidOut = try LaidOut(
        parts: #"{"type":"stack","margins":0,"arrangedSubviews":[\#(children.joined(separator: ","))]}"#,
        theme: theme)
      return try children.indices.map { try laidOut.frame(0, $0) }
    }
    let row = try frames("soft", #"{"type":"text","text":"A row"}"#, icon)
    #expect(row[1].width == 24)
    #expect(row[0].maxX == row[1].minX)
    #expect(row[0].width > 200)
    // A row of icons starts at the leading edge; the last icon does not grow.
    #expect(try frames("soft", icon, icon).map(\.width) == [24, 24])
    #expect(try frames("mint", icon, icon)[1].width > 100)
  }

  @Test("With 'fillEqually' weights share the whole length") func weightsOfTheWhole() throws {
    func widths(_ members: String, _ parts: String...) throws -> [Double] {
      let parts = parts.enumerated().map {
        #"{"type":"text","text":"\#(String(repeating: "a", count: 1 + 2 * $0))"\#($1)}"#
      }
      let laidOut = try LaidOut(
        part: Self.stack(#""distribution":"fillEqually",\#(members)"#, parts.joined(separator: ",")))
      #expect(laidOut.warnings == [])
      return try parts.indices.map { try laidOut.frame(0, $0).width }
    }
    #expect(try widths("", #","weight":2"#, "") == [200, 100])
    #expect(
      try widths(#""spacing":10,"#, #","weight":1"#, #","weight":2"#, #","weight":1"#) == [70, 140, 70])
    #expect(try widths("", #","weight":1,"maxWidth":50"#, #","weight":3"#) == [50, 250])
    #expect(try widths("", #","weight":0"#, #","weight":1"#) == [0, 300])
    // A stack as wide as its parts keeps the proportions.
    let inner = Self.stack(
      #""distribution":"fillEqually","#, #"{"type":"text","text":"a","weight":2}"#,
      #"{"type":"text","text":"some words"}"#)
    let laidOut = try LaidOut(part: Self.stack(#""alignment":"leading","axis":"vertical","#, inner))
    #expect(try isNear(laidOut.frame(0, 0, 0).width, 2 * laidOut.frame(0, 0, 1).width))
    let wrapped = try LaidOut.issues(
      of:
        #"{"cards":[{"parts":[\#(Self.stack(#""distribution":"fillEqually","wraps":true,"#, #"{"type":"text","text":"a","weight":1}"#))]}]}"#
    )
    #expect(wrapped.first?.contains("and without 'wraps' to 'fillEqually'") == true, "\(wrapped)")
  }

  @Test func weightsShareTheRemainingSpace() throws {
    let laidOut = try LaidOut(
      part: Self.stack(
        "", #"{"type":"spacer","weight":1}"#, Self.box(60), #"{"type":"spacer","weight":3}"#))
    #expect(try laidOut.frame(0, 0).width == 60)
    #expect(try laidOut.frame(0, 1).minX == 60)
    #expect(try laidOut.frame(0, 2).width == 180)
  }

  @Test func aShortAmountNextToALongNameIsNotTruncated() throws {
    let laidOut = try LaidOut(
      part: Self.stack(
        #""spacing":8,"#, #"{"type":"text","text":"Farmers market with a name that goes on and on"}"#,
        #"{"type":"text","text":"$1,204.50"}"#))
    let row = try #require(laidOut.card()["parts"]?.element(0)?["parts"])
    #expect(row.element(1)?["lines"]?.element(1) == nil)
    #expect(row.element(0)?["lines"]?.element(1) != nil)
    #expect(try laidOut.frame(0, 1).maxX == 300)
    #expect(laidOut.warnings.isEmpty)
  }

  @Test func pillsThatDoNotFitCauseAWarningEach() throws {
    let pill = #"{"type":"pillLabel","labelText":"A pill with many words"}"#
    let laidOut = try LaidOut(part: Self.stack(#""spacing":10,"#, pill, pill))
    #expect(try laidOut.frame(0, 0).width == 145)
    #expect(
      laidOut.warnings.map { $0.contains("does not fit and was cut at cards[0].parts[0].arrangedSubviews[") }
        == [true, true])
  }

  @Test func textWithItsNaturalWidthNeitherWrapsNorIsTruncated() throws {
    for text in ["i", "Wide WAVE Ty.", "12,345.67", "שלום", "漢字かな", "ffi fl", "👩‍👩‍👧"] {
      for type in [
        #""text","text""#, #""title","title""#, #""pillLabel","labelText""#, #""button","buttonTitle""#,
      ] {
        let part = #"{"type":\#(type):"\#(text)"}"#
        let laidOut = try LaidOut(
          part: Self.stack(#""distribution":"equalSpacing","#, part, Self.box(1), part))
        #expect(laidOut.warnings.isEmpty, "\(part)")
        #expect(
          try laidOut.card()["parts"]?.element(0)?["parts"]?.element(0)?["lines"]?.element(1) == nil,
          "\(part)")
      }
    }
  }

  @Test func rightToLeftTextStaysInItsBox() throws {
    for type in [#""title","title""#, #""text","text""#, #""button","buttonTitle""#] {
      let laidOut = try LaidOut(
        part: Self.stack(
          #""axis":"vertical","alignment":"center","#, #"{"type":\#(type):"שלום"}"#, Self.box(200)))
      let box = try laidOut.frame(0, 0)
      let part = try #require(laidOut.card()["parts"]?.element(0)?["parts"]?.element(0))
      let line = try LaidOut.frame(of: #require(part["lines"]?.element(0)))
      #expect(line.minX >= box.minX - 0.01 && line.maxX <= box.maxX + 0.01, "\(type)")
    }
  }

  @Test func baselinesOfARowAreAligned() throws {
    let laidOut = try LaidOut(
      part: Self.stack(
        #""alignment":"firstBaseline","#, #"{"type":"text","style":"header","text":"72"}"#,
        #"{"type":"text","text":"points"}"#))
    let parts = try #require(laidOut.card()["parts"]?.element(0)?["parts"])
    let baselines = [0, 1].map { parts.element($0)?["lines"]?.element(0)?["baseline"]?.number ?? -1 }
    #expect(isNear(baselines[0], baselines[1]))
  }

  @Test func aWeightWithoutEffectCausesAWarning() throws {
    func issues(_ members: String) throws -> [String] {
      try LaidOut.issues(
        of:
          #"{"theme":"turbo","cards":[{"parts":[\#(Self.stack(members, #"{"type":"text","text":"a","weight":1}"#))]}]}"#
      )
    }
    #expect(try issues("").isEmpty)
    #expect(try issues(#""distribution":"equalSpacing","#).first?.contains("no effect") == true)
    #expect(try issues(#""axis":"vertical","#).first?.contains("no effect") == true)
  }

  @Test func contentTallerThanItsStackCausesAWarning() throws {
    func warnings(_ height: Int) throws -> [String] {
      let row = Self.stack(#""alignment":"center","#, #"{"type":"text","text":"a"}"#, Self.box(20, 22))
      let rows = [String](repeating: row, count: 4).joined(separator: ",")
      return try LaidOut(part: Self.stack(#""axis":"vertical","height":\#(height),"#, rows)).warnings
    }
    #expect(try warnings(74).first?.contains("the content is 14 points taller than the stack") == true)
    #expect(try warnings(74).count == 1)
    #expect(try warnings(87).isEmpty)
    #expect(try warnings(88).isEmpty)
  }

  /// The frames of the parts of a stack that wraps.
  private static func frames(_ members: String, _ children: [String], rtl: Bool = false) throws -> [Rect] {
    let theme = #"{"base":"turbo","cardPartMargins":0}"#
    let stack = Self.stack(#""wraps":true,\#(members)"#, children.joined(separator: ","))
    let laidOut = try LaidOut(
      deck:
        #"{"theme":\#(theme),\#(rtl ? #""direction":"rtl","# : "")"canvas":{"width":300},"cards":[{"parts":[\#(stack)]}]}"#
    )
    return try children.indices.map { try laidOut.frame(0, $0) }
  }

  @Test func aRowThatWrapsContinuesOnTheNextLine() throws {
    let boxes = [Self.box(100), Self.box(120), Self.box(90, 20), Self.box(200)]
    func origins(_ members: String, rtl: Bool = false) throws -> [Point] {
      try Self.frames(members, boxes, rtl: rtl).map(\.origin)
    }
    let plain = [Point(x: 0, y: 0), Point(x: 110, y: 0), Point(x: 0, y: 20), Point(x: 100, y: 20)]
    #expect(try origins(#""spacing":10,"#) == plain)
    #expect(
      try origins(#""spacing":10,"lineSpacing":4,"lineAlignment":"trailing","alignment":"bottom","#)
        == [Point(x: 70, y: 0), Point(x: 180, y: 0), Point(x: 0, y: 14), Point(x: 100, y: 24)])
    #expect(
      try origins(#""spacing":10,"#, rtl: true)
        == [Point(x: 200, y: 0), Point(x: 70, y: 0), Point(x: 210, y: 20), Point(x: 0, y: 20)])
    // The first line is justified; the last one keeps the least gap.
    #expect(
      try origins(#""spacing":10,"distribution":"equalSpacing","#).map(\.x) == [0, 180, 0, 100])
    // A line of its own height is at the bottom of a taller stack.
    #expect(try origins(#""spacing":10,"height":60,"alignment":"bottom","#).map(\.y) == [20, 20, 40, 50])
  }

  @Test func aRowThatWrapsHasEqualColumnsWeightsAndPercentages() throws {
    let five = [String](repeating: Self.box(80), count: 5)
    let texts = five.map { _ in #"{"type":"text","text":"a","minWidth":80}"# }
    // Three columns, not four, because the lines are then about equally full.
    let equal = try Self.frames(#""spacing":9,"distribution":"fillEqually","#, texts)
    #expect(equal.map(\.minX) == [0, 103, 206, 0, 103] && equal.allSatisfy { $0.width == 94 })
    let shares = [#""width":"50%""#, #""width":"50%""#, #""width":"50%""#].map {
      #"{"type":"spacer","height":10,\#($0)}"#
    }
    #expect(try Self.frames(#""spacing":20,"#, shares).map(\.maxX) == [140, 300, 140])
    let weighted = [Self.box(100), #"{"type":"text","text":"a","weight":1}"#, Self.box(250)]
    #expect(try Self.frames("", weighted)[1].maxX == 300)
  }

  @Test func keysOfLinesBelongToARowThatWraps() throws {
    func issues(_ members: String) throws -> [String] {
      try LaidOut.issues(
        of:
          #"{"theme":"turbo","cards":[{"parts":[\#(Self.stack(members, Self.box(20, 30), Self.box(400, 30)))]}]}"#
      )
    }
    #expect(try issues(#""lineSpacing":4,"#).first?.contains("'lineSpacing' has no effect") == true)
    #expect(try issues(#""wraps":true,"axis":"vertical","#).first?.contains("'wraps' has no effect") == true)
    #expect(
      try issues(#""wraps":true,"height":50,"#).contains {
        $0.contains("the lines of the stack are 10 points too tall for it")
      })
  }

  private static let mixed = [
    #"{"type":"pillLabel","labelText":"New"}"#, #"{"type":"text","style":"header","text":"A heading"}"#,
    #"{"type":"text","text":"Some words"}"#, #"{"type":"text","style":"header","text":"48 %"}"#,
    #"{"type":"text","style":"detail","text":"of visitors"}"#, #"{"type":"bar","percent":0.4}"#,
    #"{"type":"text","style":"small","text":"4 of 10"}"#,
    #"{"type":"iconLabel","text":"One","icon":"icon:check"}"#,
    #"{"type":"iconLabel","text":"Two","icon":"icon:check"}"#, #"{"type":"button","buttonTitle":"Open"}"#,
  ].joined(separator: ",")

  @Test(arguments: ["soft", "editorial", "poster", "report"])
  func aColumnWithoutSpacingHasTheDistancesOfACard(theme: String) throws {
    let card = try LaidOut(parts: Self.mixed, theme: theme)
    let stack = try LaidOut(parts: Self.stack(#""axis":"vertical","#, Self.mixed), theme: theme)
    let first = (try card.frame(0).minY, try stack.frame(0, 0).minY)
    for index in 0..<10 {
      let (own, inner) = (try card.frame(index).minY, try stack.frame(0, index).minY)
      #expect(isNear(own - first.0, inner - first.1))
    }
  }

  @Test func otherColumnsKeepTheirSpacing() throws {
    let texts = #"{"type":"text","style":"title","text":"A"},{"type":"text","style":"detail","text":"B"}"#
    func gap(_ members: String, theme: String = "soft", _ parts: String) throws -> Double {
      let laidOut = try LaidOut(parts: Self.stack(#""axis":"vertical",\#(members)"#, parts), theme: theme)
      return try laidOut.frame(0, 1).minY - laidOut.frame(0, 0).maxY
    }
    #expect(try gap("", texts) == 8)
    #expect(try gap(#""spacing":3,"#, texts) == 3)
    #expect(try gap(#""distribution":"fillEqually","#, texts) == 0)
    #expect(try gap("", theme: "mint", texts) == 0)
    // A column that is too low for the distances is not cut.
    #expect(try gap(#""height":44,"#, texts) == 0)
    // A name and a role in a row.
    let row = try LaidOut(
      parts: Self.stack("", Self.stack(#""axis":"vertical","#, texts), Self.box(20)), theme: "soft")
    #expect(try isNear(row.frame(0, 0, 1).minY, row.frame(0, 0, 0).maxY))
  }

  @Test func labelsAreNearTheirNumbersAndBars() throws {
    let (bar, label) = (#"{"type":"bar","percent":0.4}"#, #"{"type":"text","style":"small","text":"a"}"#)
    func gaps(_ parts: String...) throws -> [Double] {
      let laidOut = try LaidOut(parts: parts.joined(separator: ","), theme: "soft")
      return try parts.indices.dropFirst().map {
        try (1000 * (laidOut.frame($0).minY - laidOut.frame($0 - 1).maxY)).rounded() / 1000
      }
    }
    let number = #"{"type":"text","style":"header","text":"48 %"}"#
    #expect(try gaps(label, number, #"{"type":"text","text":"of visitors"}"#) == [4, 4])
    #expect(try gaps(bar, label, bar, label) == [4, 12, 4])
    #expect(try gaps(label, bar, label, bar) == [4, 12, 4])
    #expect(try gaps(label, bar, label) == [4, 4])
    let item = #"{"type":"iconLabel","text":"One","icon":"icon:check"}"#
    #expect(try gaps(item, item, label) == [4, 12])
  }
}
