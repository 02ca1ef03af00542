import CardRaster
import TestSupport
import Testing

@testable import CardParts

/// The pencil icon of an editable card.
@Suite struct EditableTests {
  private static let text =
    #"{"type":"text","text":"Words that are long enough to wrap at the right edge of a card"}"#

  @Test(arguments: [
    ("mint", #""customMargin":0,"#), ("mint", #""customMargin":50,"#), ("mint", ""), ("turbo", ""),
  ])
  func thePencilIsAtTheCardsOwnRightEdge(theme: String, margin: String) throws {
    let laidOut = try LaidOut(
      parts: #"{"type":"spacer","height":80}"#,
      card: #""traits":{\#(margin)"editable":true},"#, theme: theme)
    let card = try LaidOut.frame(of: laidOut.card())
    let button = try laidOut.frame(1)
    #expect(button == Rect(x: card.maxX - 50, y: 0, width: 50, height: 50))
    let region = try #require(laidOut.inspected()["regions"]?.element(0))
    #expect(region["kind"]?.plain == "editButton")
    #expect(region["alt"]?.plain == "Edit")
    #expect(region["link"] == nil)
    #expect(try LaidOut.frame(of: region) == button)
    // A 20-point icon, centred in the square; its ink starts two points further in.
    let x = NumberText.format(card.maxX - 33)
    #expect(laidOut.dump.contains("fill path M \(x) 33 "), "\(laidOut.dump)")
    #expect(laidOut.dump.contains("#999999"))
    #expect(laidOut.warnings.isEmpty)
  }

  @Test func theButtonIsNoLargerThanTheCard() throws {
    func button(_ width: Int, _ height: Int) throws -> Rect {
      try LaidOut(
        parts: #"{"type":"spacer","height":\#(height)}"#,
        card: #""traits":{"customMargin":0,"noTopBottomMargins":true,"editable":true},"#,
        canvas: #"{"width":\#(width)}"#
      ).frame(1)
    }
    #expect(try button(120, 30) == Rect(x: 70, y: 0, width: 50, height: 30))
    #expect(try button(14, 90) == Rect(x: 0, y: 0, width: 14, height: 50))
    let flat = try LaidOut(
      parts: "", card: #""traits":{"noTopBottomMargins":true,"editable":true},"#)
    #expect(try flat.inspected()["regions"]?.element(0) == nil)
    #expect(!flat.dump.contains("path"))
  }

  @Test func itIsDrawnOverThePartsAndBelowTheBorder() throws {
    let dump = try LaidOut(
      parts: ##"{"type":"spacer","height":60,"backgroundColor":"#ABCDEF"}"##,
      card: ##""traits":{"editable":{"color":"#FF0000"},"border":{"width":3,"color":"#00FF00"}},"##
    ).dump
    let places = try ["#ABCDEF", "#FF0000", "ring"].map { try #require(dump.firstRange(of: $0)).lowerBound }
    #expect(places == places.sorted())
  }

  @Test func itsFormsMeanTheSame() throws {
    func dump(_ value: String) throws -> String {
      try LaidOut(parts: #"{"type":"spacer","height":60}"#, card: #""traits":{"editable":\#(value)},"#).dump
    }
    #expect(try dump("true") == dump("{}"))
    #expect(try dump("false") == dump(#"{"isEditable":false}"#))
    #expect(try !dump("false").contains("path"))
    let bound = try LaidOut(
      deck:
        #"{"theme":"turbo","data":{"mine":true},"cards":[{"traits":{"editable":"{{ mine }}"},"parts":[{"type":"spacer","height":60}]}]}"#
    )
    #expect(bound.dump.contains("path"))
  }

  @Test func itsLinkIsSeparateFromTheCards() throws {
    let laidOut = try LaidOut(
      parts: #"{"type":"spacer","height":60,"backgroundColor":"red"}"#,
      card:
        #""link":"https://a.b/card","traits":{"editable":{"link":"https://a.b/edit","alt":"Bearbeiten"}},"#)
    #expect(laidOut.dump.contains(#"link "https://a.b/edit" label "Bearbeiten""#))
    #expect(laidOut.dump.contains(#"link "https://a.b/card""#))
    let regions = try #require(laidOut.inspected()["regions"])
    #expect(regions.element(0)?["link"]?.plain == "https://a.b/card")
    #expect(regions.element(1)?["link"]?.plain == "https://a.b/edit")
    #expect(regions.element(1)?["kind"]?.plain == "editButton")
  }

  @Test func aTextUnderThePencilCausesAWarning() throws {
    func issues(_ part: String) throws -> [String] {
      try LaidOut.issues(
        of:
          #"{"theme":"mint","canvas":{"width":200},"cards":[{"traits":{"editable":true},"parts":[\#(part)]}]}"#
      )
    }
    #expect(
      try issues(Self.text) == [
        "d.json:1:71: warning: the text 'Words that are long enou…' is under the pencil at cards[0].traits.editable; give its part a right margin of 50"
      ])
    #expect(try issues(#"{"type":"text","text":"Short"}"#).isEmpty)
    #expect(try issues(Self.text.replacing(#""text","#, with: #""text","margins":[5,15,5,50],"#)).isEmpty)
    #expect(try issues(#"{"type":"spacer","height":40},"# + Self.text).isEmpty)
  }
}
