import CardRaster
import TestSupport
import Testing

@testable import CardParts

/// The geometry of cards and of the list that contains them.
@Suite struct CardLayoutTests {
  private static let text = #"{"type":"text","text":"a"}"#

  @Test func marginsOfPartsAddUpAndNeverCollapse() throws {
    let laidOut = try LaidOut(
      parts: #"{"type":"text","text":"a"},{"type":"text","style":"header","text":"b"}"#)
    let card = try LaidOut.frame(of: laidOut.card())
    let (a, b) = (try laidOut.frame(0), try laidOut.frame(1))
    #expect(isNear(a.minY, 9 + 5))
    #expect(isNear(b.minY, a.maxY + 5 + 5))
    #expect(isNear(card.height, 9 + 5 + a.height + 5 + 5 + b.height + 5 + 12))
    #expect(isNear(a.minX, card.minX + 15))
    #expect(isNear(a.width, card.width - 30))
  }

  @Test(arguments: [("mint", 12.0, 351.0, 21.0), ("turbo", 0, 375, 0)])
  func theThemeSetsTheWidthOfACard(theme: String, x: Double, width: Double, padding: Double) throws {
    let laidOut = try LaidOut(parts: #"{"type":"spacer","height":30}"#, theme: theme)
    let card = try LaidOut.frame(of: laidOut.card())
    #expect(card == Rect(x: x, y: 0, width: width, height: 30 + padding))
  }

  @Test func anEmptyCardOfMintHasOnlyItsPaddings() throws {
    #expect(try LaidOut.frame(of: LaidOut(parts: "").card()).height == 21)
  }

  @Test func withoutTopAndBottomMarginsTheCardIsAsTallAsItsParts() throws {
    let laidOut = try LaidOut(
      parts: #"{"type":"spacer","height":30}"#, card: #""traits":{"noTopBottomMargins":true},"#)
    #expect(try LaidOut.frame(of: laidOut.card()).height == 30)
  }

  @Test func partsThatBleedReachTheEdgesOfTheirCard() throws {
    let picture = #"{"type":"spacer","height":30,"bleed":true}"#
    let laidOut = try LaidOut(parts: "\(picture),\(Self.text),\(picture),\(Self.text),\(picture)")
    let card = try LaidOut.frame(of: laidOut.card())
    let frames = try (0..<5).map { try laidOut.frame($0) }
    for index in [0, 2, 4] { #expect(frames[index].minX == card.minX && frames[index].width == card.width) }
    #expect(frames[0].minY == card.minY && frames[4].maxY == card.maxY)
    // The distance of a text to a picture that bleeds is that to the edge of a card: mint's 9 and 12 points,
    // plus its own 5.
    #expect(isNear(frames[1].minY, frames[0].maxY + 9 + 5))
    #expect(isNear(frames[4].minY, frames[3].maxY + 5 + 12))
    // In between, the margins of the theme apply, which are zero for a spacer.
    #expect(isNear(frames[2].minY, frames[1].maxY + 5))
  }

  @Test func marginsOfAPartThatBleedsCountFromTheEdges() throws {
    let laidOut = try LaidOut(
      parts: #"{"type":"spacer","height":30,"bleed":true,"margins":[1,2,3,4]},\#(Self.text)"#)
    let card = try LaidOut.frame(of: laidOut.card())
    #expect(try laidOut.frame(0) == Rect(x: card.minX + 2, y: 1, width: card.width - 6, height: 30))
    #expect(try isNear(laidOut.frame(1).minY, 31 + 3 + 5))
  }

  /// The parts between them are placed like the parts of any card.
  @Test(arguments: [("top", 0.0), ("center", 0.5), ("bottom", 1)])
  func partsThatBleedStayAtTheEdgesOfATallCard(alignment: String, share: Double) throws {
    let picture = #"{"type":"spacer","height":30,"bleed":true}"#
    let laidOut = try LaidOut(
      deck:
        #"{"canvas":{"width":300,"height":400},"theme":"turbo","layout":{"type":"fullScreen","contentAlignment":"\#(alignment)"},"cards":[{"parts":[\#(picture),\#(Self.text),\#(picture)]}]}"#
    )
    let (above, words, below) = (try laidOut.frame(0), try laidOut.frame(1), try laidOut.frame(2))
    #expect(above.minY == 0 && below.maxY == 400)
    let least = try LaidOut(
      parts: "\(picture),\(Self.text),\(picture)", theme: "turbo")
    let gap = try least.frame(1).minY - least.frame(0).maxY
    let spare = 400 - (try LaidOut.frame(of: least.card()).height)
    #expect(isNear(words.minY, above.maxY + gap + spare * share))
  }

  @Test func aPartThatCannotBleedCausesAWarning() throws {
    let row = #"{"type":"table","rows":[{"cardParts":[{"type":"text","text":"a","bleed":true}]}]}"#
    let laidOut = try LaidOut(parts: row)
    #expect(laidOut.warnings.count == 1)
    #expect(laidOut.warnings.first?.hasSuffix("at cards[0].parts[0].rows[0].cardParts[0].bleed") == true)
  }

  @Test func aPartThatFillsTheCardNeedNotBleed() throws {
    let confetti = { (keys: String) in
      try LaidOut(parts: Self.text + #",{"type":"confetti","bleed":true\#(keys)}"#).warnings
    }
    #expect(try confetti(#","overlay":"card""#).count == 1)
    #expect(try confetti(#","overlay":"card""#).first?.hasSuffix("at cards[0].parts[1].bleed") == true)
    #expect(try confetti(#","overlay":"none""#).isEmpty)
  }

  @Test func aCustomMarginCentresTheCard() throws {
    let laidOut = try LaidOut(parts: Self.text, card: #""traits":{"customMargin":50},"#)
    let card = try LaidOut.frame(of: laidOut.card())
    #expect(card.minX == 50)
    #expect(card.width == 275)
  }

  @Test func aHiddenCardTakesNoSpaceAndNoGap() throws {
    let cards = { (hidden: String) in
      #"{"theme":"mint","cards":[{"parts":[\#(Self.text)]},\#(hidden){"parts":[\#(Self.text)]}]}"#
    }
    let without = try LaidOut(deck: cards(""))
    let with = try LaidOut(deck: cards(#"{"traits":{"hidden":true},"parts":[\#(Self.text)]},"#))
    #expect(with.dump == without.dump)
  }

  @Test func cardsAreTwelvePointsApart() throws {
    let laidOut = try LaidOut(deck: #"{"theme":"mint","cards":[{"parts":[]},{"parts":[]}]}"#)
    #expect(try LaidOut.frame(of: laidOut.card(1)).minY == 21 + 12)
  }

  @Test func aHiddenPartTakesNoSpaceInEveryContainer() throws {
    let hidden = #"{"type":"text","text":"gone","isHidden":true}"#
    for (open, close) in [
      ("", ""), (#"{"type":"stack","arrangedSubviews":["#, "]}"),
      (#"{"type":"stack","axis":"vertical","arrangedSubviews":["#, "]}"),
      (#"{"type":"table","rows":[{"cardParts":["#, "]}]}"),
      (#"{"type":"collection","items":[["#, "]]}"),
    ] {
      let with = try LaidOut(parts: open + Self.text + "," + hidden + close)
      #expect(try with.dump == LaidOut(parts: open + Self.text + close).dump, "\(open)")
    }
    let item =
      #"{"type":"collection","items":[[{"type":"stack","isHidden":true,"arrangedSubviews":[\#(Self.text)]}]]}"#
    #expect(try !LaidOut(parts: item).dump.contains("glyphs"))
  }

  @Test func traitsAreAppliedInTheirOwnOrderWhateverTheDecks() throws {
    func dump(_ traits: String) throws -> String {
      try LaidOut(parts: Self.text, card: #""traits":{\#(traits)},"#).deck.resolved.dump
    }
    let border = ##""border":{"width":2,"color":"#555555"}"##
    let gradient = ##""gradient":{"colors":["#FF0000","#0000FF"]}"##
    #expect(try dump("\(border),\(gradient)") == dump("\(gradient),\(border)"))
    #expect(try dump("\(gradient),\(border)").contains("border #555555 2 pt"))
    #expect(try !dump(gradient).contains("border"), "a gradient takes the theme's border away")
    #expect(try !dump(#""transparent":true"#).contains("shadow"))
    #expect(try dump(#""shadow":{"radius":3},"transparent":true"#).contains("shadow"))
  }

  @Test func aCardWithoutTraitsHasTheThemesBorderAndShadow() throws {
    let mint = try LaidOut(parts: Self.text).deck.resolved.dump
    #expect(mint.contains("border #E7E7E7 0.5 pt"))
    #expect(mint.contains("shadow #E7E7E7E6 radius 1 offset 0 1"))
    let turbo = try LaidOut(parts: Self.text, theme: "turbo").deck.resolved.dump
    #expect(turbo.contains("border #E7E7E7 0.5 pt"))
    #expect(!turbo.contains("shadow"))
  }

  @Test func aBackgroundBelowAGradientIsNotDrawnAndTheClipAppliesOnce() throws {
    func dump(_ traits: String) throws -> [Substring] {
      try LaidOut(
        parts: ##"{"type":"spacer","height":9,"backgroundColor":"#010203"}"##,
        card: ##""traits":{"rounded":{"cornerRadius":8},"shadow":[],\##(traits)},"##
      ).dump.split(separator: "\n")
    }
    // A pixel half covered by the edge is half page and half gradient: no white of the background shows, and
    // the clip does not cover the gradient twice.
    let opaque = try dump(##""gradient":{"colors":["#FF0000","#0000FF"]}"##)
    #expect(!opaque.contains { $0.contains("#FFFFFF") })
    #expect(opaque[2].hasPrefix("  fill rect 12 0 351 30 radius 8 linear"))
    let clear = try dump(
      ##""gradient":[{"colors":["#00FF00"]},{"colors":["#FF0000","#0000FF80"]}]"##)
    #expect(clear[2].contains("[#00FF00 0]") && clear[3].contains("#0000FF80"))
    #expect(clear[4].contains("group clip") && clear[5].contains("#010203"))
  }

  @Test(
    arguments: [
      (0.0, 0.5, 0.0, 0.5, 1.0), (45, 0.146, 0.146, 0.854, 0.854), (90, 0, 0.5, 1, 0.5),
      (135, 0.146, 0.854, 0.854, 0.146), (180, 0.5, 1, 0.5, 0), (270, 1, 0.5, 0, 0.5), (-90, 1, 0.5, 0, 0.5),
    ] as [(Double, Double, Double, Double, Double)])
  func theAngleSetsTheDirectionOfAGradient(
    angle: Double, startX: Double, startY: Double, endX: Double, endY: Double
  ) throws {
    var spec = GradientSpec()
    spec.colors = [.black, .white]
    spec.angle = angle
    guard case .linear(let start, let end) = try #require(spec.gradient).kind else {
      Issue.record("not linear")
      return
    }
    #expect(isNear(start.x, startX) && isNear(start.y, startY))
    #expect(isNear(end.x, endX) && isNear(end.y, endY))
  }

  @Test(
    arguments: [
      (0, 1000, 950, 100, 0.5, 0.05), (0, 1000, -50, 100, 0.5, 0.05), (0, 1000, -75, 100, 0.25, 0.025),
      (0, 1000, 960, 100, 0.4, 0.04), (0, 100, -51, 100, 0.49, 0.49), (0, 700, -20, 1400, 0.5, 1),
      (621, 760, 691, 380, 1, 0.5), (750, 600, 600, 300, 0.5, 0.25), (33, 603, 691.5, 386.5, 0, 0),
      (0, 100, 100, 50, 0, 0), (0, 100, -50, 50, 0, 0), (0, 100, 10, 0, 0, 0), (0, 0, 0, 10, 0, 0),
    ] as [(Double, Double, Double, Double, Double, Double)])
  func aCardIsVisibleByTheseRatios(
    top: Double, height: Double, cardTop: Double, cardHeight: Double, visibility: Double, coverage: Double
  ) {
    let ratios = Inspection.Viewport(top: top, height: height).ratios(
      cardTop: cardTop, cardHeight: cardHeight)
    #expect(isNear(ratios.visibility, visibility, within: 1e-9))
    #expect(isNear(ratios.coverage, coverage, within: 1e-9))
  }

  @Test func cardsThatAreTooTallForTheCanvasNameWaysOut() throws {
    let text = #"{"type":"text","style":"header","text":"Many words that go on over several lines"}"#
    func hint(_ canvas: String, cards count: Int) throws -> String {
      let card = #"{"parts":[{"type":"text","text":"a"},\#(text)]}"#
      let cards = Array(repeating: card, count: count).joined(separator: ",")
      let issues = try LaidOut.issues(
        of: #"{"canvas":\#(canvas),"theme":"poster","layout":"list","cards":[\#(cards)]}"#)
      #expect(issues.count == 1 && issues.first?.contains("and were clipped at canvas.height") == true)
      return String(issues.first?.split(separator: "; ").last ?? "")
    }
    let low = try hint(#"{"width":300,"height":100}"#, cards: 1)
    #expect(low.hasPrefix("shorten cards[0].parts[1], which is the tallest part, or set \"height\": "))
    #expect(low.hasSuffix("or set \"layout\": \"fullScreen\" to fit the card to the canvas"))
    // The height in the hint is enough.
    let height = try #require(low.firstMatch(of: /"height": ([0-9]+)/)?.1)
    #expect(
      try LaidOut.issues(
        of:
          #"{"canvas":{"width":300,"height":\#(height)},"theme":"poster","layout":"list","cards":[{"parts":[{"type":"text","text":"a"},\#(text)]}]}"#
      ) == [])
    #expect(try hint(#"{"preset":"square"}"#, cards: 3).hasSuffix("or set \"preset\": \"story\""))
  }

  @Test(arguments: [
    ("“We asked people at the counter what they want”", true),
    ("We asked people at the counter what they want", false),
  ]) func quotationMarksOfHeadingsHangIntoTheMargin(text: String, hangs: Bool) throws {
    let heading = #"{"type":"text","style":"header","text":"\#(text)"}"#
    let soft = try LaidOut(parts: heading, theme: "soft", canvas: #"{"width":320}"#)
    #expect(try soft.lines().count > 1)
    #expect(try (soft.line(0).minX < soft.line(1).minX - 4) == hangs)
    let other = try LaidOut(parts: heading, theme: "mint", canvas: #"{"width":320}"#)
    #expect(try isNear(other.line(0).minX, other.line(1).minX))
    let centred = try LaidOut(
      parts: #"{"type":"text","style":"header","textAlignment":"center","text":"“A”"}"#, theme: "soft")
    #expect(try isNear(centred.line(0).midX, 187.5, within: 0.5))
  }

  @Test func aScrimIsDarkestBehindTheTexts() throws {
    let picture =
      "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='9' height='9'%3E%3Cpath fill='%23777' d='M0 0h9v9H0z'/%3E%3C/svg%3E"
    func scrim(_ alignment: String) throws -> [Int] {
      let laidOut = try LaidOut(
        deck:
          #"{"canvas":{"preset":"story"},"layout":{"type":"fullScreen","contentAlignment":"\#(alignment)"},"cards":[{"traits":{"backgroundImage":{"image":"\#(picture)"}},"parts":[{"type":"text","text":"Some words"}]}]}"#
      )
      let box = try #require(laidOut.deck.pages.first?.box)
      func find(_ box: LayoutBox) -> Paint? {
        box.decoration?.picture?.scrim
          ?? box.content.lazy.compactMap { if case .box(let inner, _) = $0 { find(inner) } else { nil } }
          .first
      }
      guard case .gradient(let gradient) = find(box) else { return [] }
      return gradient.stops.map { Int($0.color.alpha) }
    }
    let (top, bottom) = (try scrim("top"), try scrim("bottom"))
    let most = try #require(top.max())
    #expect(most > 8 && top.last == 0 && bottom.first == 0)
    // It fades out over at least a third of the picture.
    let fading = bottom.count { $0 > 0 && $0 < most }
    #expect(3 * fading >= bottom.count - 3)
  }

  @Test func amountsAreNextToTheFirstLineOfAText() throws {
    let name = "Handmade ceramic mug with a wooden lid"
    func lines(_ part: String) throws -> [Double] {
      let laidOut = try LaidOut(parts: part, theme: "soft", canvas: #"{"width":320}"#)
      let origins = laidOut.glyphRuns.map(\.origin.y)
      #expect(Set(origins).count > 1)
      return [
        try #require(origins.min()), try #require(laidOut.glyphRuns.first { $0.text.contains("€") }).origin.y,
      ]
    }
    for part in [
      #"{"type":"stack","spacing":8,"arrangedSubviews":[{"type":"text","text":"\#(name)"},{"type":"text","text":"€1,249.00"}]}"#,
      #"{"type":"titleDescription","leftTitleText":"\#(name)","leftDescriptionText":"Size M","rightTitleText":"€1,249.00"}"#,
    ] {
      let found = try lines(part)
      #expect(isNear(found[0], found[1]))
    }
  }

  @Test func aButtonBelowATableHasItsWidthOnASquare() throws {
    func widths(_ preset: String, _ above: String) throws -> [Double] {
      let laidOut = try LaidOut(
        deck:
          #"{"canvas":{"preset":"\#(preset)"},"layout":"list","cards":[{"parts":[{"type":"text","text":"Words"},\#(above),{"type":"button","buttonTitle":"Open"}]}]}"#
      )
      return try [laidOut.frame(1).width, laidOut.frame(2).width]
    }
    let table = #"{"type":"table","rows":[["a",1]]}"#
    let square = try widths("square", table)
    #expect(square[0] == square[1])
    #expect(try widths("square", #"{"type":"text","text":"More"}"#)[1] < 400)
    #expect(try widths("og", table)[1] < 400)
  }

  @Test func aHeadingShrinksForALineLess() throws {
    func heading(_ text: String) throws -> (lines: Int, size: Double) {
      let laidOut = try LaidOut(
        deck:
          #"{"canvas":{"preset":"og"},"layout":"fullScreen","cards":[{"parts":[{"type":"text","style":"header","text":"\#(text)"}]}]}"#
      )
      return (try laidOut.lines().count, try #require(laidOut.glyphRuns.first).font.size)
    }
    let words = Array(repeating: "words", count: 20)
    let sizes = try (3...9).map { try heading(words.prefix($0).joined(separator: " ")) }
    let usual = try #require(sizes.first).size
    let smaller = sizes.filter { $0.size < usual }
    #expect(smaller.contains { $0.lines == 1 && $0.size >= 0.85 * usual - 0.5 })
    #expect(sizes.contains { $0.lines == 2 && $0.size == usual })
  }
}
