import CardRaster
import Testing

@testable import CardParts

/// The description of each kind of change.
@Suite struct LayoutChangeTests {
  /// A change of a deck, and all of its descriptions.
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let from: String
    let to: String
    let sentences: [String]
    var testDescription: String { name }

    init(_ name: String, _ from: String, _ to: String, _ sentences: String...) {
      self.name = name
      self.from = from
      self.to = to
      self.sentences = sentences
    }
  }

  static let cases = [
    Case(
      "a value of the theme", #""base":"mint""#, ##""base":"mint","buttonTitleColor":"#0097E6""##,
      "buttonTitleColor #45CAE6 → #0097E6"),
    Case(
      "a value that others are derived from", #""base":"mint""#, ##""base":"mint","accentColor":"#0097E6""##,
      "accentColor #45CAE6 → #0097E6"),
    Case(
      "a property, with the value that the theme gave before", #""buttonTitle":"Apply Now""#,
      ##""buttonTitle":"Apply Now","titleColor":"#0097E6""##,
      "titleColor of button 'Apply Now' #45CAE6 → #0097E6"),
    Case("a text", "Apply Now", "Apply", "button 'Apply Now' → 'Apply'"),
    Case(
      "a long text, around the first difference", "and be free of", "and be rid of",
      "text '…and be free of debt three years earlier.' → '…and be rid of debt three years earlier.'"),
    Case(
      "characters that look alike", #""Apply Now""#, "\"Apply\u{A0}Now\"",
      "button 'Apply' + U+0020 U+004E U+006F → 'Apply' + U+00A0 U+004E U+006F"),
    Case("one text of several", "$412", "$500", "row 'Food': '$412' → '$500'"),
    Case(
      "a share", #""percent":0.4"#, #""percent":0.6"#, "percent of bar of card 'budget' 0.4 → 0.6"),
    Case(
      "a share with a text alternative of the deck", #""percent":0.4"#, #""percent":0.6,"alt":"Much""#,
      "percent of bar of card 'budget' 0.4 → 0.6", "alt of bar of card 'budget' '40%' → 'Much'"),
    Case(
      "another picture", Explained.picture(1), Explained.picture(2),
      "image of card 'budget' shows another picture"),
    Case(
      "the radius of corners", #""cornerRadius":8"#, #""cornerRadius":16"#,
      "rounded.cornerRadius of card 'budget' 8 → 16"),
    Case(
      "a shadow", #""radius":6"#, #""radius":12"#,
      "shadow.radius of card 'budget' 6 → 12"),
    Case(
      "opacity", #""text":"Footer""#, #""text":"Footer","alpha":0.5"#, "alpha of text 'Footer' 1 → 0.5"),
    Case(
      "a link, which is not seen", "com/apply", "com/go",
      "link of button 'Apply Now' 'https://example.com/apply' → 'https://example.com/go'"),
    Case(
      "an alternative text", #""id":"advice""#, #""id":"advice","alt":"What to do""#,
      "alt 'What to do' of card 'advice' is new"),
    Case("an id", #""text":"Footer""#, #""text":"Footer","id":"end""#, "id 'end' of text 'Footer' is new"),
    Case(
      "the scale", #""width":320"#, #""width":320,"scale":2"#, "scale 1 → 2", "the picture grew 0.5 pt taller"
    ),
    Case("the appearance", #""version":1"#, #""version":1,"appearance":"dark""#, "appearance light → dark"),
    Case(
      "a font", #""text":"Footer""#, #""text":"Footer","font":"Inter 14.5""#,
      "font of text 'Footer' Inter 14 → Inter 14.5", "2 parts below moved 0.67 pt down",
      "the picture grew 1 pt taller"),
    Case(
      "space in a stack", #""spacing":8"#, #""spacing":20"#, "spacing of stack of card 'budget' 8 → 20",
      "text 'Right' moved 12 pt right"),
    Case(
      "a picture wider", #""width":20,"height":20"#, #""width":24,"height":20"#,
      "width of image of card 'budget' 20 → 24"),
  ]

  @Test(arguments: cases) func aChangeIsDescribed(_ entry: Case) throws {
    #expect(try Explained(replacing: (entry.from, entry.to)).sentences == entry.sentences)
  }

  @Test func equalLayoutsHaveNoChanges() throws {
    let same = try Explained(Explained.deck, Explained.deck)
    #expect(same.sentences == [])
    #expect(same.old == same.new && same.old.json == same.new.json)
  }

  @Test func aPropertyWithoutEffectIsNotAChange() throws {
    let pair = try Explained(replacing: (#""text":"Footer""#, #""text":"Footer","maxLines":30"#))
    #expect(pair.sentences == [])
    #expect(pair.old == pair.new)
  }

  @Test func aCauseComesBeforeItsEffects() throws {
    let deck = """
      {"canvas":{"width":160},"theme":"mint","cards":[{"id":"advice","parts":[
        {"type":"title","title":"Advice"},{"type":"text","text":"Apply Now or never"},
        {"type":"separator"},{"type":"button","buttonTitle":"One"},{"type":"button","buttonTitle":"Two"}]}]}
      """
    let pair = try Explained(
      deck, deck.replacing(#""text":"Apply"#, with: #""font":"Inter 24","text":"Apply"#))
    let lines = pair.sentences
    #expect(
      lines == [
        "font of text 'Apply Now or never' Inter 14 → Inter 24",
        "text 'Apply Now or never' now wraps to 3 lines",
        "3 parts below moved 59.6 pt down", "the picture grew 60 pt taller",
      ])
  }

  @Test func aSpaceAtTheEndOfALineIsNotALineBreak() throws {
    let deck = #"{"canvas":{"width":160},"cards":[{"parts":[{"type":"text","text":"Terms apply."}]}]}"#
    let pair = try Explained(deck, deck.replacing("apply.", with: "apply. "))
    #expect(pair.sentences == ["text 'Terms apply.' has different spaces at the end of a line"])
  }

  @Test func aTextThatWrapsInLessSpaceIsDescribed() throws {
    let deck = """
      {"canvas":{"width":200},"theme":"mint","cards":[{"parts":[
        {"type":"stack","axis":"horizontal","arrangedSubviews":[
          {"type":"spacer","width":30},{"type":"text","text":"Apply Now","weight":1}]}]}]}
      """
    let pair = try Explained(deck, deck.replacing(#""width":30"#, with: #""width":120"#))
    #expect(pair.sentences.first == "width of spacer of card 1 30 → 120")
    #expect(pair.sentences.contains("text 'Apply Now' now wraps to 4 lines"), "\(pair.sentences)")
    let back = pair.new.changes(to: pair.old).map(\.sentence)
    #expect(back.contains("text 'Apply Now' now fits on 1 line"))
  }

  @Test func aTruncatedTextIsDescribed() throws {
    let deck = """
      {"canvas":{"width":200},"theme":"mint","cards":[{"parts":[
        {"type":"text","text":"A long text that does not fit on a single line of this card at all"}]}]}
      """
    let pair = try Explained(deck, deck.replacing(#""type":"text""#, with: #""type":"text","maxLines":1"#))
    #expect(
      pair.sentences.contains { $0.contains("now fits on 1 line and is cut off now") }, "\(pair.sentences)")
    #expect(!pair.sentences.contains { $0.contains("→ 'A long") }, "\(pair.sentences)")
  }

  @Test func aPartThatMovedAloneIsNamed() throws {
    let parts = #"{"type":"title","title":"Advice"},{"type":"text","text":"Words"}"#
    func deck(_ padding: String) -> String {
      """
      {"canvas":{"width":200},"theme":{"base":"mint"},"cards":[
        {"id":"advice","traits":{\(padding)},"parts":[\(parts)]},{"id":"next","parts":[\(parts)]}]}
      """
    }
    let pair = try Explained(deck(""), deck(#""noTopBottomMargins":true"#))
    #expect(pair.sentences.first == "noTopBottomMargins of card 'advice' default → true")
    #expect(pair.sentences.contains("card 'next' moved 21 pt up"), "\(pair.sentences)")
  }

  @Test func newPartsAreDescribed() throws {
    let added = try Explained(
      replacing: (#"{"type":"separator"},"#, #"{"type":"separator"},{"type":"text","text":"A new line"},"#))
    #expect(added.sentences.first == "text 'A new line' is new in card 'advice'")
    #expect(added.changes.first?.before == nil && added.changes.first?.after != nil)
    #expect(
      added.sentences.contains { $0.hasPrefix("1 part and 2 cards below moved ") }, "\(added.sentences)")
    let gone = added.new.changes(to: added.old)
    #expect(gone.first?.sentence == "text 'A new line' is gone from card 'advice'")
    #expect(gone.first?.before != nil && gone.first?.after == nil)
    #expect(gone.first?.path == "cards[0].parts[3]")
  }

  @Test func aRowInTheMiddleIsOneChange() throws {
    let pair = try Explained(
      replacing: (#"{"leftTitleText":"Food","rightTitleText":"$412"},"#, ""))
    #expect(
      pair.sentences == [
        "row 'Food' is gone from table of card 'budget'", "2 parts and 1 card below moved 60 pt up",
        "the picture became 60 pt shorter",
      ])
  }

  @Test func cardsAreFoundByTheirIDs() throws {
    let card = #"{"id":"a","parts":[{"type":"text","text":"First"}]}"#
    let other = #"{"id":"b","parts":[{"type":"text","text":"Second"},{"type":"text","text":"More"}]}"#
    func deck(_ cards: String...) -> String {
      #"{"theme":"turbo","canvas":{"width":100},"cards":[\#(cards.joined(separator: ","))]}"#
    }
    let swapped = try Explained(deck(card, other), deck(other, card))
    #expect(swapped.sentences.first { $0.contains("now comes") } != nil, "\(swapped.sentences)")
    #expect(!swapped.sentences.contains { $0.contains(" is new") || $0.contains("→") })
    let gone = try Explained(deck(card, other), deck(other))
    #expect(gone.sentences.first == "card 'a' is gone")
    let added = try Explained(deck(card), deck(card, other))
    #expect(added.sentences.first == "card 'b' is new")
  }

  @Test func aPartMayMoveToAnotherCard() throws {
    let button = #"{"type":"button","buttonTitle":"Apply Now","link":"https://example.com/apply"}"#
    let pair = try Explained(
      replacing: (#"{"type":"separator"},"# + "\n    " + button, #"{"type":"separator"}"#),
      (#"{"type":"bar","percent":0.4},"#, #"{"type":"bar","percent":0.4},"# + button + ","))
    #expect(pair.sentences.first == "button 'Apply Now' moved from card 'advice' to card 'budget'")
    #expect(!pair.sentences.contains { $0.contains("is new") || $0.contains("is gone") }, "\(pair.sentences)")
  }

  @Test func partsWithEqualTextGetAPosition() throws {
    let pair = try Explained(
      replacing: (
        #"{"type":"button","buttonTitle":"More"},{"type":"button","buttonTitle":"More"}"#,
        #"{"type":"button","buttonTitle":"More"},{"type":"button","buttonTitle":"More","titleColor":"red"}"#
      ))
    #expect(pair.sentences == ["titleColor of second button 'More' of card 3 #45CAE6 → #FF0000"])
  }

  @Test func theThemeAsAWholeIsOneCause() throws {
    let pair = try Explained(replacing: (#"{"base":"mint"}"#, #""turbo""#))
    #expect(pair.sentences.first == "theme mint → turbo")
    #expect(pair.sentences.count <= 4, "\(pair.sentences)")
    #expect(!pair.sentences.contains { $0.contains("Color") })
  }

  @Test("A changed brand is the cause of all values derived from it", arguments: ["light", "dark"])
  func theBrandIsOneCause(appearance: String) throws {
    func deck(_ accent: String, _ rest: String = "") -> String {
      #"{"appearance":"\#(appearance)","brand":{"accent":"\#(accent)"\#(rest)},"cards":[{"parts":[{"type":"pillLabel","labelText":"New"},{"type":"button","buttonTitle":"Go"},{"type":"bar","percent":0.4}]}]}"#
    }
    let pair = try Explained(deck("#43A27E"), deck("#FF5147"))
    #expect(pair.sentences == ["brand.accent #43A27E → #FF5147"])
    #expect(pair.changes.first?.path == "brand")
    let radius = try Explained(deck("#43A27E"), deck("#43A27E", #","radius":3"#)).sentences
    #expect(radius == ["brand.radius default → 3"])
    let both = try Explained(deck("#43A27E"), deck("#FF5147", #","radius":3"#)).sentences
    #expect(both == ["brand.accent #43A27E → #FF5147", "brand.radius default → 3"])
    // A snapshot of a deck without a brand has no value to compare.
    let first = try Explained(
      deck("#43A27E").replacing(##""brand":{"accent":"#43A27E"},"##, with: ""), deck("#FF5147"))
    #expect(!first.sentences.isEmpty && !first.sentences.contains { $0.contains("brand") })
  }

  @Test func aMeasureOfTheThemeIsACause() throws {
    let pair = try Explained(
      replacing: (#""base":"mint""#, #""base":"mint","titleViewMargins":[9,15,10,15]"#))
    #expect(pair.sentences.first == "titleViewMargins [5, 15, 10, 15] → [9, 15, 10, 15]")
    #expect(!pair.sentences.contains { $0.contains("title of card") }, "\(pair.sentences)")
  }

  @Test func theLayoutOfCardsIsACause() throws {
    let pair = try Explained(
      replacing: (#""version":1"#, #""version":1,"layout":{"type":"list","spacing":30}"#))
    #expect(pair.sentences.first == "spacing of the layout default → 30")
    let grid = try Explained(replacing: (#""version":1"#, #""version":1,"layout":{"type":"grid"}"#))
    #expect(grid.sentences.first == "layout list → grid")
  }

  @Test func aChangedWidthIsDescribedBeforeItsWraps() throws {
    let pair = try Explained(replacing: (#""width":320"#, #""width":260"#))
    #expect(pair.sentences.first == "the picture is 260 pt wide instead of 320 pt")
    #expect(pair.sentences.dropFirst().first?.contains("now wraps to 3 lines") == true)
    #expect(!pair.sentences.contains { $0.contains("narrower") }, "\(pair.sentences)")
  }

  @Test func aStyleOfManyPartsIsOneSentence() throws {
    func deck(_ color: String) -> String {
      let parts = (1...9).map { #"{"type":"text","text":"Line \#($0)","textColor":"\#(color)"}"# }
      return
        #"{"theme":"turbo","canvas":{"width":200},"cards":[{"parts":[\#(parts.joined(separator: ","))]}]}"#
    }
    let pair = try Explained(deck("red"), deck("blue"))
    #expect(pair.sentences == ["textColor of text 'Line 1' and 8 more parts #FF0000 → #0000FF"])
  }

  @Test func manyChangesAreSummarized() throws {
    func deck(_ word: String) -> String {
      let parts = (1...200).map { #"{"type":"text","text":"Line \#($0) is \#(word)"}"# }
      return
        #"{"theme":"turbo","canvas":{"width":200},"cards":[{"parts":[\#(parts.joined(separator: ","))]}]}"#
    }
    let lines = try Explained(deck("red"), deck("tin")).sentences
    #expect(lines.count == 12)
    #expect(lines.first == "text 'Line 1 is red' → 'Line 1 is tin'")
    #expect(lines.last == "189 more texts changed")
  }

  @Test func changesOutOfSightAreMarked() throws {
    func deck(_ word: String) -> String {
      let items = (1...9).map {
        #"{"cardParts":[{"type":"text","text":"\#($0 == 3 ? word : "Item \($0)")"}]}"#
      }
      return """
        {"canvas":{"width":200},"cards":[{"parts":[{"type":"collection","itemSize":[90,30],
          "scrollDirection":"horizontal","height":40,"items":[\(items.joined(separator: ","))]}]}]}
        """
    }
    let pair = try Explained(deck("Last"), deck("End"))
    // It is laid out although it is not visible, since it may determine whether an edge fades.
    #expect(pair.sentences == ["text 'Last' → 'End' (not visible)"])
  }

  @Test func textsFromRightToLeftAreDescribed() throws {
    let deck =
      #"{"theme":"turbo","canvas":{"width":200},"cards":[{"parts":[{"type":"text","text":"שלום עולם"}]}]}"#
    let pair = try Explained(deck, deck.replacing("עולם", with: "לכולם"))
    #expect(pair.sentences == ["text 'שלום עולם' → 'שלום לכולם'"])
  }

  @Test func valuesOfBarsAreDescribed() throws {
    let deck = #"""
      {"theme":"turbo","canvas":{"width":200},"seed":1,"cards":[{"parts":[{"type":"histogram","height":120,"dataEntries":[
        {"title":"Mo","textValue":"4","height":0.4},{"title":"Tu","textValue":"8","height":0.8}]}]}]}
      """#
    let pair = try Explained(deck, deck.replacing(#""height":0.8"#, with: #""height":0.7"#))
    #expect(pair.sentences == ["height of entry 'Tu' 0.8 → 0.7"])
    let color = ##""height":0.4,"color":"#010203""##
    let looks = try Explained(deck, deck.replacing(#""height":0.4"#, with: color))
    #expect(looks.sentences == ["color of entry 'Mo' #05A4B5 → #010203"])
  }

  @Test func anUnnamedChangeIsTheLastResort() {
    func page(_ sum: String) -> SnapshotPage {
      var page = SnapshotPage()
      page.drawn = sum
      page.nodes = ["one", "two"].enumerated().map { place, type in
        var node = SnapshotNode(type: type)
        node.frame = Rect(x: 0, y: Double(place) * 10, width: 9, height: 9)
        node.drawn = place == 0 ? sum : "same"
        return node
      }
      return page
    }
    let findings = ChangeFinder(page("a"), page("b")).findings
    #expect(findings.map(\.sentence) == ["one of the page is drawn differently"])
    #expect(findings.first?.change.after == Rect(x: 0, y: 0, width: 9, height: 9))
  }

  @Test func linesOfATextAreJoinedUnchanged() {
    func whole(_ lines: String...) -> String {
      SnapshotText(
        lines: lines.map {
          SnapshotText.Line(text: $0, frame: Rect(x: 0, y: 0, width: 1, height: 1), baseline: 1)
        }
      ).whole
    }
    #expect(whole("One ", "two") == "One two")
    #expect(whole("One", "two") == "One two")
    #expect(whole("你好世界", "你好") == "你好世界你好")
    #expect(whole("", "a", "") == "a")
  }

  @Test func lengthsAreReadable() {
    #expect(Wording.points(22) == "22 pt")
    #expect(Wording.points(19.637) == "19.6 pt")
    #expect(Wording.points(0.666) == "0.67 pt")
    #expect(Wording.points(0.004) == "0.004 pt")
    #expect(Wording.shift(Point(x: -3, y: 1)) == "3 pt left and 1 pt down")
    #expect(Wording.growth(12, 0) == "grew 12 pt wider")
    #expect(Wording.growth(12, -2) == "became 12 pt wider and 2 pt shorter")
    #expect(Ordinal.format(2) == "second" && Ordinal.format(12) == "12th" && Ordinal.format(22) == "22nd")
    #expect(Wording.list(["a", "b", "c", "d"]) == "a, b and 2 more")
    #expect(Wording.list(["a", "b"]) == "a and b" && Wording.list(["a"]) == "a")
  }
}
