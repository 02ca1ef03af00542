import CardParts

/// One layout of a deck, and the pictures that are made of its pages.
struct PlannedWay: Sendable {
  var options: DeckOptions
  var isOnePageEach: Bool
  var targets: [PlannedPicture]
}

/// A picture that is made of a page.
struct PlannedPicture: Sendable {
  /// The number of its page.
  var page: Int
  var name: GoldenName
}
