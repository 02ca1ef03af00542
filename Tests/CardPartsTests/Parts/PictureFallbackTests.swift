import CardRaster
import TestSupport
import Testing

@testable import CardParts

/// An image or an avatar whose picture is null or cannot be read.
@Suite("Missing pictures") struct PictureFallbackTests {
  private static func deck(_ part: String) -> String {
    ##"{"theme":{"base":"soft","cardPartMargins":0},"canvas":{"width":300},"data":{"photo":null,"name":"Ann Lee"},"cards":[{"parts":[\##(part)]}]}"##
  }

  @Test(
    "A null picture becomes its fallback without a warning",
    arguments: [
      (#""placeholder""#, Size(width: 252, height: 168)),
      (#"{"initials":"{{ name }}"}"#, Size(width: 252, height: 252)),
      (#"{"icon":"user","color":"red"}"#, Size(width: 252, height: 168)),
    ])
  func nullIsReplaced(_ fallback: String, _ size: Size) throws {
    let laidOut = try LaidOut(
      deck: Self.deck(#"{"type":"image","image":"{{ photo }}","width":252,"fallback":\#(fallback)}"#))
    #expect(try laidOut.frame(0).size == size)
    #expect(laidOut.warnings == [])
  }

  @Test func aPartWithoutItsPictureTakesNoSpace() throws {
    let image = #"{"type":"image","image":"{{ photo }}","height":90,"fallback":"none"}"#
    let laidOut = try LaidOut(deck: Self.deck(#"\#(image),{"type":"text","text":"a"}"#))
    #expect(
      try laidOut.frame(0).minY == LaidOut(deck: Self.deck(#"{"type":"text","text":"a"}"#)).frame(0).minY)
  }

  @Test func initialsAreTheTextAlternative() throws {
    let laidOut = try LaidOut(
      deck: Self.deck(#"{"type":"image","image":null,"fallback":{"initials":"Ann Lee"}}"#))
    #expect(try laidOut.card()["parts"]?.element(0)?["alt"]?.plainText == "Ann Lee")
  }

  @Test func aMissingFileIsAWarningOnlyWithAFallback() throws {
    func issues(_ part: String) throws -> [String] { try LaidOut.issues(of: Self.deck(part)) }
    let bare = try issues(#"{"type":"image","image":"no.png"}"#)
    #expect(bare.count == 1 && bare[0].contains("error: cannot access 'no.png'"))
    let replaced = try issues(#"{"type":"image","image":"no.png","fallback":"placeholder"}"#)
    #expect(
      replaced.count == 1
        && replaced[0].contains(
          "warning: cannot access 'no.png': no such file; the 'fallback' is drawn instead")
    )
    #expect(try issues(#"{"type":"image","image":"","fallback":"placeholder"}"#) == [])
    let named = try issues(#"{"type":"avatars","avatars":[{"image":"no.png","name":"Bo"}]}"#)
    #expect(named.count == 1 && named[0].contains("no such file; initials are drawn instead"))
    let unnamed = try issues(#"{"type":"avatars","avatars":[{"image":"no.png"}]}"#)
    #expect(unnamed.count == 1 && unnamed[0].contains("error: "))
    #expect(try issues(#"{"type":"avatars","avatars":[{"image":"{{ photo }}","name":"Bo"}]}"#) == [])
    #expect(try issues(#"{"type":"image","fallback":"nothing"}"#).first?.contains("fallback") == true)
  }

  @Test func aNullBackgroundPictureIsNoBackground() throws {
    let text = #"{"type":"text","text":"a","backgroundImage":{"image":"{{ photo }}","blur":3}}"#
    #expect(try LaidOut.issues(of: Self.deck(text)) == [])
    #expect(
      try LaidOut.issues(of: Self.deck(text.replacing(#""image":"{{ photo }}","#, with: ""))).count == 1)
  }
}
