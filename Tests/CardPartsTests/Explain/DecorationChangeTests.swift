import Testing

@testable import CardParts

/// Descriptions of changes to the decoration of a part, and to codes.
@Suite struct DecorationChangeTests {
  /// The descriptions of the changes to one part between two decks.
  private func sentences(_ old: String, _ new: String) throws -> [String] {
    func deck(_ part: String) -> String { #"{"theme":"soft","cards":[{"parts":[{\#(part)}]}]}"# }
    return try Explained(deck(old), deck(new)).sentences
  }

  private static let text = #""type":"text","text":"Hello","cornerRadius":4"#

  @Test(
    arguments: [
      (#""rotate":10"#, "rotate of text 'Hello' 0 → 10"),
      (#""blendMode":"multiply""#, "blendMode of text 'Hello' normal → multiply"),
      (#""backdropBlur":4"#, "backdropBlur of text 'Hello' 0 → 4"),
    ]) func onlyGivenValuesAreDescribed(key: String, sentence: String) throws
  {
    #expect(try sentences(Self.text, Self.text + "," + key) == [sentence])
    #expect(try sentences(Self.text + "," + key, Self.text).count == 1)
  }

  @Test(arguments: [#""border":{"width":2}"#, #""backdropBlur":4"#]) func cornersOfALineAreDescribed(
    key: String
  )
    throws
  {
    let round = Self.text.replacing(#""cornerRadius":4"#, with: #""cornerRadius":9"#)
    #expect(
      try sentences(Self.text + "," + key, round + "," + key) == ["cornerRadius of text 'Hello' 4 → 9"])
  }

  @Test func aBarcodeIsNamedByItsText() throws {
    let code = #""type":"barcode","text":"HELLO1""#
    #expect(
      try sentences(code, code + ##","codeColor":"#003366""##)
        == ["codeColor of barcode 'HELLO1' #000000 → #003366"])
    #expect(
      try sentences(code, code.replacing("1", with: "2"))
        == ["text of barcode 'HELLO2' HELLO1 → HELLO2"])
  }
}
