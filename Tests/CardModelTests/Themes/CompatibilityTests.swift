import CardRaster
import TestSupport
import Testing

@testable import CardModel
@testable import CardParts

/// The key `compatibility` of themes, sheets and swipe stacks, and its old names.
@Suite struct CompatibilityTests {
  private static func theme(_ properties: String) throws -> ResolvedTheme {
    try LaidOut(deck: #"{"theme":{\#(properties)},"cards":[{"parts":[{"type":"text","text":"a"}]}]}"#)
      .deck.resolved.theme
  }

  @Test func aThemeChoosesTheDefaultsOfParts() throws {
    #expect(try Self.theme(#""base":"turbo""#).compatibility == .cardParts)
    #expect(try Self.theme(#""base":"turbo","compatibility":"none""#).compatibility == .none)
    #expect(try Self.theme(#""compatibility":"cardParts""#).compatibility == .cardParts)
    for name in Compatibility.Name.allCases { #expect(Compatibility.named(name).name == name) }
  }

  @Test func onlyModernLengthsScaleWithTheSpacing() throws {
    #expect(try Self.theme(#""spacing":8"#).scaled(44) == 88)
    #expect(try Self.theme(#""base":"turbo","spacing":8"#).scaled(60) == 60)
  }

  @Test(arguments: [("today", "none"), ("cardParts", "cardParts")])
  func theOldNameIsAWarning(word: String, new: String) throws {
    for given in [#""\#(word)""#, #""{{ word }}""#] {
      let deck = try LaidOut(
        deck:
          #"{"data":{"word":"\#(word)"},"theme":{"partDefaults":\#(given)},"cards":[{"parts":[{"type":"text","text":"a"}]}]}"#
      )
      #expect(deck.deck.resolved.theme.compatibility.name.rawValue == new)
      #expect(deck.warnings.count == 1, "\(deck.warnings)")
      let warning = try #require(deck.deck.warnings.first)
      #expect(warning.code == .deprecated && warning.path.text == "theme.partDefaults")
      #expect(warning.message == "'partDefaults' is the old name of 'compatibility'")
      #expect(warning.hint == #"write "compatibility": "\#(new)""#)
    }
  }

  @Test func bothNamesAreAnError() throws {
    let issues = try LaidOut.issues(
      of:
        #"{"theme":{"partDefaults":"today","compatibility":"none"},"cards":[{"parts":[{"type":"text","text":"a"}]}]}"#
    )
    #expect(
      issues.contains { $0.contains("error: 'partDefaults' is another name of 'compatibility'") }, "\(issues)"
    )
  }

  @Test(arguments: [
    ("sheet", "2019", "tgcard2019"), ("sheet", "2021", "tgcard2021"), ("sheet", "2026", "tgcard2026"),
    ("swipeStack", "shuffle", "shuffle"),
  ]) func layoutsHaveAnOldNameToo(layout: String, old: String, new: String) throws {
    func made(_ key: String, _ word: String) throws -> LaidOut {
      try LaidOut(
        deck:
          #"{"canvas":{"width":320,"height":568},"layout":{"type":"\#(layout)","\#(key)":"\#(word)","backdrop":[]},"cards":[{"parts":[{"type":"text","text":"a"}]}]}"#
      )
    }
    let (before, after) = (try made("profile", old), try made("compatibility", new))
    #expect("\(before.deck.resolved.layout)" == "\(after.deck.resolved.layout)")
    #expect(after.warnings.isEmpty, "\(after.warnings)")
    let warning = try #require(before.deck.warnings.first)
    #expect(before.deck.warnings.count == 1 && warning.code == .deprecated)
    #expect(warning.hint == #"write "compatibility": "\#(new)""#)
  }
}
