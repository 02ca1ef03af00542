import TestSupport
import Testing

@testable import CardModel
@testable import CardParts
@testable import CardScreens

/// A null counts as absent, also for keys that are not read through tables of properties.
@Suite struct NullTests {
  /// The deck without a key, and with a null for the key.
  private static func pair(_ deck: String, _ key: String) -> (String, String) {
    (deck.replacing("KEY", with: ""), deck.replacing("KEY", with: #""\#(key)":null,"#))
  }

  private static let card = #"{"parts":[{"type":"text","text":"a"}]}"#

  /// Decks with a place for a key, and the keys that are allowed there.
  private static let places: [(String, [String])] = [
    (
      #"{KEY"canvas":{"width":100},"cards":[\#(card)]}"#,
      Deck.fields.names.filter { !["canvas", "cards"].contains($0) }
    ),
    (
      #"{"canvas":{"width":320,"height":568},"layout":{KEY"type":"sheet"},"cards":[\#(card)]}"#,
      SheetLayout.fields.names.filter { $0 != "type" }
    ),
    (
      #"{"canvas":{"width":320,"height":568},"layout":{KEY"type":"swipeStack"},"cards":[\#(card)]}"#,
      SwipeStackLayout.fields.names.filter { $0 != "type" }
    ),
    (
      #"{"layout":{KEY"type":"bottomSheet","content":\#(card)},"cards":[\#(card)]}"#,
      BottomSheetLayout.fields.names.filter { !["type", "content"].contains($0) }
    ),
    (#"{"layout":{KEY"type":"grid"},"cards":[\#(card)]}"#, DeckLayout.fields.names.filter { $0 != "type" }),
    (#"{"page":{KEY"size":"A5"},"cards":[\#(card)]}"#, PageSetup.fields.names.filter { $0 != "size" }),
    (
      #"{"cards":[{KEY"parts":[{"type":"text","text":"a"}]}]}"#,
      CardReading.fields.names.filter { $0 != "parts" } + Repetition.keys
    ),
    (
      #"{"canvas":{"width":320,"height":568},"layout":{"type":"sheet"},"cards":[{"parts":[{"type":"text","text":"a"}],"sheet":{KEY"title":"A"}}]}"#,
      SheetCard.fields.names.filter { $0 != "title" }
    ),
    (
      #"{"cards":[{"states":{"none":{KEY"parts":[{"type":"text","text":"a"}]}}}]}"#,
      CardReading.StateValues.fields.names.filter { $0 != "parts" }
    ),
    (
      #"{"cards":[{"traits":{KEY"rounded":{"cornerRadius":4}},"parts":[{"type":"text","text":"a"}]}]}"#,
      TraitRegistry.entries.map(\.name).filter { $0 != "rounded" }
    ),
    (
      #"{"components":{"c":{KEY"parts":[{"type":"text","text":"a"}]}},"cards":[{"parts":[{"type":"c"}]}]}"#,
      Component.Values.fields.names.filter { $0 != "parts" }
    ),
    (
      #"{"theme":{KEY"base":"mint"},"cards":[\#(card)]}"#,
      ThemeReading.others.filter { $0 != "base" } + ResolvedTheme.Base.fields.names
    ),
    (#"{"cards":[{"parts":[{KEY"type":"text","text":"a"}]}]}"#, Repetition.keys),
  ]

  @Test(arguments: places.flatMap { deck, keys in keys.map { (deck, $0) } })
  func nullIsAbsent(_ deck: String, _ key: String) throws {
    let (without, with) = Self.pair(deck, key)
    let (before, after) = (try LaidOut(deck: without), try LaidOut(deck: with))
    #expect(after.dump == before.dump)
    #expect(after.warnings == before.warnings)
  }

  @Test func aBoundNullCountsAsAbsentAndItsNeighboursAreValid() throws {
    let data = #""data":{"i":null,"other":{"i":null}}"#
    func dump(_ part: String) throws -> String {
      let laidOut = try LaidOut(deck: #"{\#(data),"cards":[{"parts":[\#(part)]}]}"#)
      #expect(laidOut.warnings == [])
      return laidOut.dump
    }
    let plain = try dump(#"{"type":"iconLabel","text":"a"}"#)
    for value in ["{{ i }}", "{{ other.i }}", "{{ missing | default(null) }}", "{{ i if i else null }}"] {
      #expect(try dump(#"{"type":"iconLabel","text":"a","icon":"\#(value)"}"#) == plain)
      #expect(
        try dump(#"{"type":"iconLabel","text":"a","icon":"\#(value)","iconSize":9,"iconPadding":3}"#) == plain
      )
    }
    #expect(
      try dump(
        #"{"type":"text","text":"a","attributedText":"{{ i }}","textColor":"{{ i }}","margins":"{{ i }}"}"#)
        == dump(#"{"type":"text","text":"a"}"#))
  }

  @Test(
    arguments: [
      (#"{"parts":"{{ i }}"}"#, "a card needs 'parts' or 'states', and '{{ i }}' is null at cards[0].parts"),
      (#"{"parts":null}"#, "a card needs 'parts' or 'states', found null at cards[0].parts"),
      (
        #"{"parts":[{"type":"text","text":"{{ i }}"}]}"#,
        "part 'text' needs 'text' or 'attributedText', and '{{ i }}' is null at cards[0].parts[0].text"
      ),
      (
        #"{"parts":[{"type":"stat","label":"{{ i }}"}]}"#,
        "component 'stat' needs 'label', and '{{ i }}' is null at cards[0].parts[0].label"
      ),
    ])
  func aNullForARequiredKeyNamesTheBinding(_ card: String, _ message: String) throws {
    let components =
      #""components":{"stat":{"parameters":{"label":null},"part":{"type":"text","text":"{{ label }}"}}}"#
    let issues = try LaidOut.issues(of: #"{"data":{"i":null},\#(components),"cards":[\#(card)]}"#)
    #expect(issues.count == 1 && issues[0].contains(message), "\(issues)")
  }

  @Test func aNullParameterOfAComponentUsesItsDefault() throws {
    func dump(_ value: String) throws -> String {
      try LaidOut(
        deck:
          #"{"data":{"i":null},"components":{"stat":{"parameters":{"label":"none"},"part":{"type":"text","text":"{{ label }}"}}},"cards":[{"parts":[{"type":"stat"\#(value)}]}]}"#
      ).dump
    }
    #expect(try dump(#","label":"{{ i }}""#) == dump(""))
    #expect(try dump(#","label":null"#) == dump(""))
  }
}
