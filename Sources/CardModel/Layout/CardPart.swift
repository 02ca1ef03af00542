package import CardRaster

/// A part of a card: the values read from a deck, and their layout.
///
/// A part returns a box of drawing items. It does not draw or read files, and depends only on its values, the
/// theme and the proposal. It must return a box for every proposal, and a reasonable size for a proposal
/// without limits.
package protocol CardPart: Sendable {
  /// The description of the part type for decks, the manual and the schema.
  static var kind: PartKind { get }
  /// The default margins.
  func margins(_ theme: ResolvedTheme) -> Insets
  /// Whether the part takes the whole available width instead of a natural width.
  var fillsWidth: Bool { get }
  /// Whether the part has no natural width: in a row it takes the remaining space.
  var hasNoWidth: Bool { get }
  /// Whether the part shrinks in a row only after parts whose text can wrap or be truncated.
  var keepsWidth: Bool { get }
  /// Whether the part has no natural height: in a column or a card it takes the remaining space.
  var hasNoHeight: Bool { get }
  /// Whether the part takes the remaining height of a column or a card, although it may have a natural height.
  var takesSpareHeight: Bool { get }
  /// Whether the part can be cropped to any size, and takes the remaining height if it bleeds.
  var fillsAnyFrame: Bool { get }
  /// Whether rounded corners clip the content of the part.
  var clipsToCorners: Bool { get }
  /// Whether content beyond its left and right edges is visible up to the edges of the card.
  var reachesCardEdges: Bool { get }
  /// Whether the content is not mirrored in a right-to-left deck.
  var keepsDirection: Bool { get }
  /// Whether the part has nothing to show and takes no space, like a hidden part.
  var isAbsent: Bool { get }
  /// The area that the part overlays, instead of taking space next to other parts.
  var overlay: PartOverlay { get }
  /// The parts inside, for checks of a whole card.
  var children: [AnyPart] { get }
  /// The part's box for a proposal, without the background, margins and link that every part may have.
  func layout(_ proposal: SizeProposal, _ context: LayoutContext) throws(RasterError) -> LayoutBox
  /// The same, for a part that looks different on its own background.
  func layout(_ proposal: SizeProposal, over background: Paint?, _ context: LayoutContext) throws(RasterError)
    -> LayoutBox
  /// Whether the part would look wrong when stretched: in a stack it keeps its natural size.
  var keepsSize: Bool { get }
  /// Whether the part is text that starts at the top: in a column extra height is useless.
  var isWords: Bool { get }
  /// The smallest scale to which the texts of the part may shrink if it is too tall; 1 for none.
  var minimumTextScale: Double { get }
  /// Whether the text stays on one line, so that other parts wrap before this one is truncated.
  var isOneLine: Bool { get }
  /// Whether the part is next to the first line of a text beside it that has several lines.
  var followsFirstLine: Bool { get }
  /// Whether the part is a column of texts, which takes the space of a row rather than a text beside it.
  var isColumnOfTexts: Bool { get }
  /// The level of a heading, 1 for the largest; nil for other parts.
  ///
  /// A heading is nearer to the part below it than to the one above, and page breaks directly below it are avoided.
  var headingLevel: Int? { get }
  /// Whether the part is a figure, such as a chart or a table, which has more space above it after a text.
  var isFigure: Bool { get }
  /// Whether the part shows who speaks in the text above it.
  var isByline: Bool { get }
  /// Whether the part is a figure with a title of its own.
  var hasTitle: Bool { get }
  /// Whether the part has rows with edges, to which a button below it is aligned.
  var isTable: Bool { get }
  /// The role of the part in a group of parts that are near each other; nil for a part on its own.
  var groupRole: GroupRole? { get }
  /// Whether the part is a separator, which keeps its thickness when parts share the space.
  var isRule: Bool { get }
  /// Whether the part is a button with a colour or an outline, which stands apart from texts.
  func isFramedButton(_ theme: ResolvedTheme) -> Bool
  /// Whether the part has more space above it, as a button or a row with one.
  func standsApart(_ theme: ResolvedTheme) -> Bool
}

extension CardPart {
  package func margins(_ theme: ResolvedTheme) -> Insets { theme.cardPartMargins }
  package var fillsWidth: Bool { true }
  package var hasNoWidth: Bool { false }
  package var keepsWidth: Bool { false }
  package var hasNoHeight: Bool { false }
  package var takesSpareHeight: Bool { hasNoHeight }
  package var fillsAnyFrame: Bool { false }
  package var clipsToCorners: Bool { false }
  package var reachesCardEdges: Bool { false }
  package var keepsDirection: Bool { false }
  package var overlay: PartOverlay { .none }
  package var isAbsent: Bool { false }
  package var children: [AnyPart] { [] }
  package var isFigure: Bool { false }
  package var isByline: Bool { false }
  package var hasTitle: Bool { false }
  package var isTable: Bool { false }
  package var groupRole: GroupRole? { nil }
  package var isRule: Bool { false }
  package func isFramedButton(_ theme: ResolvedTheme) -> Bool { false }
  package func standsApart(_ theme: ResolvedTheme) -> Bool { isFramedButton(theme) }
  package var keepsSize: Bool { false }
  package var isWords: Bool { false }
  package var isOneLine: Bool { false }
  package var followsFirstLine: Bool { false }
  package var isColumnOfTexts: Bool { false }
  package var minimumTextScale: Double { children.map(\.part.minimumTextScale).min() ?? 1 }
  package var headingLevel: Int? { nil }
  package func layout(_ proposal: SizeProposal, over background: Paint?, _ context: LayoutContext)
    throws(RasterError)
    -> LayoutBox
  { try layout(proposal, context) }
}

/// The role of a part in a group: a large number with its label, a bar with its captions, or labels with icons.
package enum GroupRole: Sendable {
  case number, meter, caption, row, item
}

/// A part that looks different on its own background.
///
/// It has a single layout method, which receives the background.
package protocol BackgroundAwarePart: CardPart {}

extension BackgroundAwarePart {
  package func layout(_ proposal: SizeProposal, _ context: LayoutContext) throws(RasterError) -> LayoutBox {
    try layout(proposal, over: nil, context)
  }
}

/// The area that a part overlays.
package enum PartOverlay: String, Sendable, CaseIterable {
  /// None: the part takes space of its own.
  case none
  /// The whole card, behind its other parts.
  case behind
  /// The whole card, in front of its other parts.
  case card
  /// The whole picture, in front of all cards.
  case deck
}
