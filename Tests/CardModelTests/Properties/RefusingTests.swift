import TestSupport
import Testing

/// Properties that have no effect next to the others.
@Suite struct RefusingTests {
  private func issues(_ iconSize: String) throws -> [String] {
    try LaidOut.issues(
      of:
        #"{"cards":[{"parts":[{"type":"iconLabel","labelText":"a","iconSize":\#(iconSize),"tintColor":null}]}]}"#
    )
  }

  @Test func aValueIsAnErrorAndNullIsNot() throws {
    #expect(
      try issues("12").map { $0.split(separator: "error: ").last.map(String.init) ?? "" } == [
        "'iconSize' has no effect without 'icon' at cards[0].parts[0].iconSize"
      ])
    #expect(try issues("null") == [])
  }
}
