import CardRaster

/// A part of a card: values that were read out of a deck, and how they are laid out.
///
/// A part returns a box with items; it does not draw, read files or look at anything but its own values, the theme and
/// what its parent offers. It must answer any offer, and be of a sane size where nothing is asked for.
protocol CardPart: Sendable {
  /// What decks, the manual and the schema know of the part.
  static var kind: PartKind { get }
  /// The margins when the deck gives none.
  func margins(_ theme: ResolvedTheme) -> Insets
  /// Whether the part takes all the width that is there instead of one of its own.
  var fillsWidth: Bool { get }
  /// Whether the part has no width of its own: in a row it takes what is left over.
  var hasNoWidth: Bool { get }
  /// Whether the part becomes narrower in a row only after those that can wrap or shorten their words.
  var keepsWidth: Bool { get }
  /// Whether the part has no height of its own: in a column or a card it takes what is left over.
  var hasNoHeight: Bool { get }
  /// Whether round corners cut off what the part holds.
  var clipsToCorners: Bool { get }
  /// Whether what lies beyond its left and right edge is seen up to the edges of the card.
  var reachesCardEdges: Bool { get }
  /// Whether what it holds stays as it is in a deck that is read from right to left.
  var keepsDirection: Bool { get }
  /// What the part lies over instead of taking space among the others.
  var overlay: PartOverlay { get }
  /// The parts inside it, for checks that go over a whole card.
  var children: [AnyPart] { get }
  /// The part's box for an offer, without the background, margins and link that every part has.
  func layout(_ proposal: Proposal, _ context: LayoutContext) throws(RasterError) -> LayoutBox
  /// The same for a part that looks different on a background of its own.
  func layout(_ proposal: Proposal, over background: Paint?, _ context: LayoutContext) throws(RasterError)
    -> LayoutBox
  /// Whether the part would look broken if it were stretched: in a stack it has the size of what it holds.
  var keepsSize: Bool { get }
  /// Whether it is words that begin at the top: in a column nothing is gained by more room below them.
  var isWords: Bool { get }
  /// Whether its words stay in one line, so that those of others wrap before they are cut.
  var isOneLine: Bool { get }
  /// Whether no page ends right below it, as it belongs to what follows.
  var leadsOn: Bool { get }
  /// Whether the part is a line between others: it keeps its thickness where they share the room.
  var isRule: Bool { get }
}

extension CardPart {
  func margins(_ theme: ResolvedTheme) -> Insets { theme.cardPartMargins }
  var fillsWidth: Bool { true }
  var hasNoWidth: Bool { false }
  var keepsWidth: Bool { false }
  var hasNoHeight: Bool { false }
  var clipsToCorners: Bool { false }
  var reachesCardEdges: Bool { false }
  var keepsDirection: Bool { false }
  var overlay: PartOverlay { .none }
  var children: [AnyPart] { [] }
  var isRule: Bool { false }
  var keepsSize: Bool { false }
  var isWords: Bool { false }
  var isOneLine: Bool { false }
  var leadsOn: Bool { false }
  func layout(_ proposal: Proposal, over background: Paint?, _ context: LayoutContext) throws(RasterError)
    -> LayoutBox
  { try layout(proposal, context) }
}

/// A part that looks different on a background of its own: it has one way to be laid out, which knows the background.
protocol GroundedPart: CardPart {}

extension GroundedPart {
  func layout(_ proposal: Proposal, _ context: LayoutContext) throws(RasterError) -> LayoutBox {
    try layout(proposal, over: nil, context)
  }
}

/// What a part lies over.
enum PartOverlay: String, Sendable, CaseIterable {
  /// Nothing: it has a place of its own.
  case none
  /// The background of the whole card, below its other parts.
  case behind
  /// The whole card, above its other parts.
  case card
  /// The whole picture, above all cards.
  case deck
}
