import CardRaster
import TestSupport
import Testing

@testable import CardParts

/// The default look of the modern themes (all except CardParts' own).
@Suite struct TodaysLookTests {
  private static let own = ["soft", "editorial", "poster", "report"]

  private static func deck(_ parts: String, theme: String, canvas: String = #""width":300"#) -> String {
    #"{"theme":"\#(theme)","canvas":{\#(canvas)},"cards":[{"parts":[\#(parts)]}]}"#
  }

  @Test(arguments: own) func wordsOfAllPartsStartAtOneEdge(theme: String) throws {
    let parts = [
      #"{"type":"text","text":"A"}"#, #"{"type":"title","title":"A"}"#,
      #"{"type":"titleDescription","leftTitleText":"A"}"#,
      #"{"type":"table","rows":[{"leftTitleText":"A"}]}"#, #"{"type":"button","buttonTitle":"A"}"#,
      #"{"type":"iconLabel","text":"A","icon":"icon:check"}"#,
      #"{"type":"collection","itemSize":[20,20],"items":[{"cardParts":[{"type":"text","text":"A"}]}]}"#,
      #"{"type":"bar","percent":0.5}"#,
    ]
    let laidOut = try LaidOut(deck: Self.deck(parts.joined(separator: ","), theme: theme))
    let edges = Set(try parts.indices.map { try laidOut.frame($0).minX })
    #expect(edges.count == 1, "\(edges)")
    func lineEdge(_ part: String) throws -> Double {
      try LaidOut(deck: Self.deck(part, theme: theme)).line().minX
    }
    let bare = try lineEdge(#"{"type":"text","text":"A"}"#)
    #expect(try isNear(lineEdge(#"{"type":"iconLabel","text":"A"}"#), bare, within: 0.6))
    #expect(try lineEdge(##"{"type":"iconLabel","text":"A","backgroundColor":"#EEEEEE"}"##) >= bare + 9)
    #expect(try lineEdge(#"{"type":"iconLabel","text":"A","padding":4}"#) >= bare + 3)
  }

  @Test(arguments: own) func keysAreQuieterThanTheirValues(theme: String) throws {
    func looks(_ part: String, theme: String = theme) throws -> [(weight: Int, color: Color)] {
      try LaidOut(deck: Self.deck(part, theme: theme)).glyphRuns.map { ($0.font.weight, $0.color) }
    }
    let pair = #""leftTitleText":"Key","rightTitleText":"Value""#
    for part in [
      #"{"type":"titleDescription",\#(pair)}"#, #"{"type":"table","rows":[{\#(pair)}]}"#,
      #"{"type":"table","rows":[["Key","Value"]]}"#,
    ] {
      let runs = try looks(part)
      #expect(runs[0].weight < runs[1].weight, "\(part)")
      let classic = try looks(part, theme: "turbo")
      #expect(classic[0].weight == classic[1].weight && classic[0].color == classic[1].color, "\(part)")
    }
    for part in [
      #"{"type":"titleDescription",\#(pair),"leftTitleFont":{"weight":500}}"#,
      #"{"type":"titleDescription",\#(pair),"leftDescriptionText":"More"}"#,
      #"{"type":"table","rows":[{\#(pair)},{"leftTitleText":"A","leftDescriptionText":"B"}]}"#,
      #"{"type":"table","rows":[{\#(pair),"accessory":"disclosureIndicator"}]}"#,
    ] {
      #expect(try looks(part)[0].weight > 400, "\(part)")
    }
  }

  @Test(arguments: own) func aFullScreenCardFitsItsCanvas(theme: String) throws {
    func screen(_ parts: String, _ preset: String) throws -> LaidOut {
      try LaidOut(
        deck:
          #"{"theme":"\#(theme)","layout":"fullScreen","canvas":{"preset":"\#(preset)"},"cards":[{"parts":[\#(parts)]}]}"#
      )
    }
    let header = #"{"type":"text","style":"header","text":"Senior Product Designer"}"#
    let row = #"{"type":"titleDescription","leftTitleText":"Start","rightTitleText":"May"}"#
    let button = #"{"type":"button","buttonTitle":"Apply","style":"filled"}"#
    // Rows and buttons shrink too, so that nothing is lost.
    let full = try screen(
      "\(header),\(Array(repeating: row, count: 6).joined(separator: ",")),\(button)", "og")
    #expect(full.warnings == [])
    #expect(try full.frame(7).maxY <= 630)
    let sizes = full.glyphRuns.map(\.font.size)
    #expect(try #require(sizes.first) > #require(sizes.last), "the heading is still one")
    // Little content is larger, and between the names and buttons that apps draw over a story.
    let few = "\(header),\(row),\(button)"
    let (story, wide) = (try screen(few, "story"), try screen(few, "og"))
    let (large, usual) = (try #require(story.glyphRuns.last), try #require(wide.glyphRuns.last))
    #expect(large.font.size >= 1.45 * usual.font.size)
    let (top, bottom) = (try story.frame(0).minY, try story.frame(2).maxY)
    #expect(top >= 250 && bottom <= 1920 - 340)
    #expect(isNear(top - 250, 1920 - 340 - bottom, within: 60), "\(top) \(bottom)")
    // More content is up to a fifth smaller for the same reason.
    let many = try screen(
      "\(header),\(Array(repeating: row, count: 11).joined(separator: ",")),\(button)", "story")
    #expect(try many.frame(0).minY >= 250 && many.frame(12).maxY <= 1920 - 340)
    let huge = String(repeating: "incomprehensibilities ", count: 2)
    let broken = try screen(#"{"type":"text","text":"\#(huge)","style":"title"}"#, "story")
    #expect(broken.warnings == [], "no word is broken to make the others larger")
  }

  @Test func aPictureAtTheEdgeOfAScreenTakesTheSpace() throws {
    func frames(_ keys: String) throws -> (picture: Rect, text: Rect) {
      let svg = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='1200' height='500'/%3E"
      let laidOut = try LaidOut(
        deck:
          #"{"theme":"soft","layout":"fullScreen","canvas":{"preset":"og"},"cards":[{"parts":[{"type":"image","image":"\#(svg)","bleed":true,\#(keys)},{"type":"text","text":"Words"}]}]}"#
      )
      return (try laidOut.frame(0), try laidOut.frame(1))
    }
    let filling = try frames(#""contentMode":"scaleAspectFill""#)
    #expect(filling.picture.minY == 0 && filling.text.minY - filling.picture.maxY < 80)
    #expect(try frames(#""contentMode":"scaleAspectFill","height":200"#).picture.height == 200)
    #expect(try frames(#""contentMode":"scaleAspectFit""#).picture.height == 500)
  }

  @Test func aYellowBrandHasNoBrownTintInTheDark() throws {
    func chroma(_ accent: String, _ appearance: String) throws -> Double {
      let laidOut = try LaidOut(
        deck:
          ##"{"appearance":"\##(appearance)","brand":{"accent":"\##(accent)"},"cards":[{"parts":[{"type":"pillLabel","labelText":"New"}]}]}"##
      )
      let pill = try #require(laidOut.dump.split(separator: "\n").last { $0.contains("fill rect") })
      let hex = try #require(pill.split(separator: "#").last?.prefix(6))
      return OKLab(try #require(Color(css: "#\(hex)"))).chroma
    }
    #expect(try chroma("#F59E0B", "dark") < 0.7 * chroma("#EF4444", "dark"))
    #expect(try chroma("#F59E0B", "light") > 0.7 * chroma("#EF4444", "light"))
  }

  @Test func labelsWithIconsWrap() throws {
    func lines(_ theme: String) throws -> Int {
      let part = #"{"type":"iconLabel","icon":"icon:check","text":"Assign the next one to a teammate"}"#
      return try LaidOut(deck: Self.deck(part, theme: theme)).lines().count
    }
    #expect(try lines("soft") == 2)
    #expect(try lines("turbo") == 1)
  }

  @Test func aLightBackgroundIsReportedIfTheDarkAppearanceIsAskedFor() throws {
    func warnings(_ background: String, _ appearance: Appearance?) throws -> Int {
      try LaidOut.issues(
        of: ##"{"canvas":{"background":\##(background)},"cards":[{"parts":[{"type":"text","text":"A"}]}]}"##,
        options: DeckOptions(appearance: appearance)
      ).count { $0.contains("stays light in the dark appearance") }
    }
    #expect(try warnings(##""#FFFFFF""##, .dark) == 1)
    #expect(try warnings(##""#FFFFFF""##, .light) == 0)
    #expect(try warnings(##"{"light":"#FFFFFF","dark":"#101010"}"##, .dark) == 0)
  }

  @Test(arguments: own) func aButtonOnALandscapeCanvasIsAsWideAsItsTitleAndAlignedLikeTheText(theme: String)
    throws
  {
    let button = #"{"type":"button","buttonTitle":"Go","style":"filled"}"#
    func laidOut(_ parts: String..., canvas: String) throws -> LaidOut {
      try LaidOut(
        deck: Self.deck(parts.joined(separator: ","), theme: theme, canvas: #""preset":"\#(canvas)""#))
    }
    for canvas in ["og", "square"] {
      for (alignment, share) in [("left", 0.0), ("center", 0.5), ("right", 1)] {
        let text = #"{"type":"text","text":"Words","textAlignment":"\#(alignment)"}"#
        let column = try laidOut(text, button, canvas: canvas)
        let (room, frame) = (try column.frame(0), try column.frame(1))
        #expect(frame.width < room.width / 2, "\(canvas)")
        #expect(isNear(frame.minX, room.minX + share * (room.width - frame.width), within: 1), "\(alignment)")
        let stack = #"{"type":"stack","axis":"vertical","arrangedSubviews":[\#(text),\#(button)]}"#
        let inner = try laidOut(stack, canvas: canvas).frame(0, 1)
        #expect(inner.size == frame.size, "in a stack, too")
      }
      let title = #"{"type":"title","title":"Words"}"#
      #expect(try laidOut(title, button, canvas: canvas).frame(1).width < 500)
      let two = try laidOut(title, button, button, canvas: canvas)
      #expect(try two.frame(1).width == two.frame(0).width, "several buttons are equally wide")
      let own = #"{"type":"button","buttonTitle":"Go","style":"filled","alignSelf":"fill"}"#
      let filled = try laidOut(title, own, canvas: canvas)
      #expect(try filled.frame(1).width == filled.frame(0).width)
      let alone = try laidOut(button, canvas: canvas)
      #expect(try alone.frame(0).width > 500, "without a text above it")
    }
    for canvas in ["story", "email", "phone"] {
      let column = try laidOut(#"{"type":"text","text":"Words"}"#, button, canvas: canvas)
      #expect(try column.frame(1).width == column.frame(0).width, "\(canvas)")
    }
  }

  @Test(arguments: own) func buttonsKeepADistanceFromTheTextAboveThem(theme: String) throws {
    func gap(_ first: String, _ second: String) throws -> Double {
      let column = try LaidOut(deck: Self.deck("\(first),\(second)", theme: theme))
      return try column.frame(1).minY - column.frame(0).maxY
    }
    let text = #"{"type":"text","text":"Words"}"#
    let button = #"{"type":"button","buttonTitle":"Go","style":"filled"}"#
    #expect(try isNear(gap(text, button), 1.5 * gap(text, text), within: 0.1))
    #expect(try isNear(gap(button, button), gap(text, text), within: 0.1))
    #expect(try gap(text, #"{"type":"button","buttonTitle":"Go","style":"plain"}"#) == gap(text, text))
    let own = #"{"type":"button","buttonTitle":"Go","style":"filled","margins":[1,0,0,0]}"#
    #expect(try gap(text, own) < gap(text, text))
    // The space gives way on a screen without room for it.
    func screen(_ height: Double) throws -> LaidOut {
      try LaidOut(
        deck:
          #"{"theme":"\#(theme)","layout":{"type":"fullScreen"},"canvas":{"width":300,"height":\#(height)},"cards":[{"parts":[\#(text),\#(button)]}]}"#
      )
    }
    let roomy = try screen(400)
    let height = try roomy.frame(1).maxY - roomy.frame(0).minY
    let narrow = try screen((height + 2 * gap(text, text)).rounded(.up) - 10)
    #expect(try narrow.frame(1).minY - narrow.frame(0).maxY < gap(text, button))
  }

  @Test(arguments: own) func aTitleHasUpToThreeLines(theme: String) throws {
    func height(_ title: String, theme: String) throws -> Double {
      try LaidOut(deck: Self.deck(#"{"type":"title","title":"\#(title)"}"#, theme: theme)).frame(0).height
    }
    let long = "The quiet comeback of the night trains of Europe and of Asia"
    #expect(try height(long, theme: theme) >= 2 * height("Trains", theme: theme))
    let endless = String(repeating: "trains and ", count: 40)
    #expect(try height(endless, theme: theme) < 4 * height("Trains", theme: theme))
    #expect(try height(long, theme: "turbo") == height("Trains", theme: "turbo"))
  }

  @Test func japaneseHeadingsShrinkRatherThanCutAWord() throws {
    func lines(_ theme: String, _ text: String) throws -> [String] {
      try LaidOut(
        deck:
          #"{"theme":"\#(theme)","locale":"ja_JP","canvas":{"width":300},"cards":[{"parts":[{"type":"text","style":"header","text":"\#(text)"}]}]}"#
      ).lines()
    }
    #expect(try lines("poster", "秋の陶芸ワークショップ") == ["秋の陶芸", "ワークショップ"])
    #expect(try lines("soft", "冬のコンピュータプログラミング").contains("コンピュータプログラミング") == false)
  }

  @Test func numbersOfCardsBesideEachOtherShrinkTogether() throws {
    func sizes(_ columns: Int) throws -> Set<Double> {
      let cards = ["48,213", "4.8", "1,284,500"].map {
        #"{"parts":[{"type":"text","style":"header","text":"\#($0)"}]}"#
      }
      let deck =
        #"{"theme":"poster","layout":{"type":"grid","columns":\#(columns)},"canvas":{"width":480},"cards":[\#(cards.joined(separator: ","))]}"#
      return Set(try LaidOut(deck: deck).glyphRuns.map { ($0.font.size * 8).rounded() })
    }
    #expect(try sizes(3).count == 1, "in one row")
    #expect(try sizes(1).count == 1, "with space for all")
    #expect(try sizes(3) != sizes(1))
  }

  @Test func aPictureThatIsAlmostAsWideAsItsColumnFillsIt() throws {
    func height(_ width: Int, theme: String = "soft") throws -> Double {
      let svg =
        "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='\(width)' height='100'/%3E"
      return try LaidOut(
        deck:
          #"{"theme":"\#(theme)","canvas":{"width":400},"cards":[{"parts":[{"type":"image","image":"\#(svg)","bleed":true}]}]}"#
      ).frame(0).height
    }
    #expect(try isNear(height(352), 100 * 368 / 352.0, within: 0.1))
    #expect(try height(300) == 100, "a small one keeps its size")
    #expect(try height(352, theme: "mint") == 100)
  }

  @Test func withAPaddingThePictureIncludesTheWholeShadow() throws {
    func below(_ padding: Int) throws -> Double {
      let laidOut = try LaidOut(
        deck:
          #"{"theme":"mint","canvas":{"width":300,"padding":\#(padding)},"cards":[{"traits":{"shadow":{"radius":18,"offset":[0,10]}},"parts":[{"type":"text","text":"A"}]}]}"#
      )
      let page = try #require(laidOut.deck.pages.first)
      return page.box.size.height - (try LaidOut.frame(of: laidOut.card()).maxY)
    }
    // The height of a picture is a whole number of points.
    #expect(try (64..<65).contains(below(0)))
    #expect(try (46..<47).contains(below(40)))
    #expect(try (60..<61).contains(below(60)))
  }

  @Test(arguments: own) func aPillIsNeverStretched(theme: String) throws {
    let pill = #"{"type":"pillLabel","labelText":"NEW"}"#
    let words = #"{"type":"text","text":"One\nTwo\nThree"}"#
    func row(_ parts: String..., more: String = "") throws -> LaidOut {
      try LaidOut(
        deck: Self.deck(
          #"{"type":"stack",\#(more)"arrangedSubviews":[\#(parts.joined(separator: ","))]}"#, theme: theme,
          canvas: #""width":400"#))
    }
    let alone = try LaidOut(deck: Self.deck(pill, theme: theme, canvas: #""width":400"#)).frame(0).size
    let beside = try row(words, pill)
    #expect(try beside.frame(0, 1).size == alone)
    #expect(try isNear(beside.frame(0, 1).maxX, beside.frame(0).maxX), "the text gets the remaining space")
    #expect(try isNear(beside.frame(0, 1).midY, beside.frame(0).midY))
    #expect(try row(pill, pill).frame(0, 1).size == alone)
    #expect(try row(pill, pill, more: #""distribution":"fillProportionally","#).frame(0, 0).size == alone)
    #expect(try row(words, pill, more: #""axis":"vertical","#).frame(0, 1).size == alone)
    // CardParts' own themes stretch it, as UIKit does.
    let classic = try LaidOut(
      part: #"{"type":"stack","arrangedSubviews":[{"type":"text","text":"a"},\#(pill)]}"#)
    #expect(try classic.frame(0, 1).width > 200)
  }

  @Test(arguments: own) func confettiFallsBehindItsCardsPartsUnlessItIsAlone(theme: String) throws {
    let words = #"{"type":"text","text":"Well done"}"#
    func height(_ parts: String...) throws -> Double {
      try LaidOut.frame(of: LaidOut(deck: Self.deck(parts.joined(separator: ","), theme: theme)).card())
        .height
    }
    let bare = try height(words)
    #expect(try height(words, #"{"type":"confetti"}"#) == bare)
    #expect(try height(#"{"type":"confetti"}"#, #"{"type":"confetti"}"#, words) == bare)
    #expect(try height(words, #"{"type":"confetti","overlay":"none"}"#) >= bare + 200)
    #expect(try height(words, #"{"type":"confetti","height":90}"#) >= bare + 90)
    #expect(try height(#"{"type":"confetti"}"#) >= 200)
    #expect(try height(#"{"type":"confetti"}"#, #"{"type":"confetti"}"#) >= 400)
    #expect(try height(#"{"type":"confetti"}"#, #"{"type":"text","text":"a","isHidden":true}"#) >= 200)
    let mint = try LaidOut(deck: Self.deck(#"\#(words),{"type":"confetti"}"#, theme: "mint"))
    #expect(try mint.frame(1).height == 200)
  }

  @Test(arguments: own) func aTextFieldHasAFrame(theme: String) throws {
    func dump(_ more: String) throws -> String {
      try LaidOut(deck: Self.deck(#"{"type":"textField","text":"a"\#(more)}"#, theme: theme)).dump
    }
    let framed = try dump("")
    #expect(framed == (try dump(#","borderStyle":"roundedRect""#)))
    #expect(framed != (try dump(#","borderStyle":"none""#)))
  }
}
