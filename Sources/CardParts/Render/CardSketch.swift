import CardRaster

/// What is known of one card of many when it is laid out.
struct CardSketch: Sendable {
  /// The name that the deck gave.
  var ownID: String?
  /// Where that name stands.
  var idPlace: SourcePlace?
  /// The label of its picture, but for its number; nil for a card that is hidden.
  var label: PageLabel?
  /// What is drawn; nil for a card that is hidden.
  var display: DisplayList?
  /// What is doubtful, found while the card was read.
  var readingIssues: [DeckIssue]
  /// What is doubtful, found while it was laid out.
  var layoutIssues: [DeckIssue] = []
  /// What it took of the limits that hold for all cards together.
  var cost: CardCost
}
