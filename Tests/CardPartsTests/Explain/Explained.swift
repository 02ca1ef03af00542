import CardRaster
import TestSupport
import Testing

@testable import CardParts

/// Two decks, and the description of their difference.
struct Explained {
  let old: LayoutSnapshot
  let new: LayoutSnapshot

  /// The changes from the old deck to the new one.
  var changes: [LayoutChange] { old.changes(to: new) }
  /// The sentences of the changes.
  var sentences: [String] { changes.map(\.sentence) }

  init(_ old: String, _ new: String) throws {
    self.old = try Explained.snapshot(old)
    self.new = try Explained.snapshot(new)
  }

  /// Two decks; in the second some words are replaced.
  init(_ deck: String = Explained.deck, replacing words: (String, String)...) throws {
    var other = deck
    for (old, new) in words {
      try #require(other.contains(old), "\(old) is not in the deck")
      other = other.replacing(old, with: new)
    }
    try self.init(deck, other)
  }

  static func snapshot(_ deck: String, options: DeckOptions = DeckOptions()) throws -> LayoutSnapshot {
    LayoutSnapshot(try #require(try LaidOut(deck: deck, options: options).deck.pages.first))
  }

  /// Three cards with most kinds of parts.
  static let deck = """
    {"version":1,"canvas":{"width":320},"theme":{"base":"mint"},"cards":[
      {"id":"advice","parts":[
        {"type":"title","title":"Advice"},
        {"type":"text","text":"Pay a little more each month and be free of debt three years earlier."},
        {"type":"separator"},
        {"type":"button","buttonTitle":"Apply Now","link":"https://example.com/apply"}]},
      {"id":"budget","traits":{"rounded":{"cornerRadius":8},"shadow":{"radius":6}},"parts":[
        {"type":"title","title":"Groceries"},
        {"type":"bar","percent":0.4},
        {"type":"stack","axis":"horizontal","spacing":8,"arrangedSubviews":[
          {"type":"text","text":"Left"},{"type":"text","text":"Right"}]},
        {"type":"table","rows":[
          {"leftTitleText":"Rent","rightTitleText":"$1,200"},
          {"leftTitleText":"Food","rightTitleText":"$412"},
          {"leftTitleText":"Travel","rightTitleText":"$86"}]},
        {"type":"image","image":"\(picture(1))","width":20,"height":20}]},
      {"parts":[
        {"type":"text","text":"Footer"},
        {"type":"button","buttonTitle":"More"},{"type":"button","buttonTitle":"More"}]}]}
    """

  /// A picture of two colours, embedded in the deck.
  static func picture(_ number: Int) -> String {
    let svg =
      "<svg xmlns='http://www.w3.org/2000/svg' width='20' height='20'><circle cx='10' cy='10' r='\(number)'/></svg>"
    return "data:image/svg+xml;base64,\(Base64.encode(Array(svg.utf8)))"
  }
}
