public import CardRaster

/// A deck with everything decided that does not need measuring.
///
/// What the next stage no longer has to know: bindings, `if` and `forEach`, states that are not drawn, theme files,
/// names of fonts and colours, files. Traits are applied; lengths are points.
public struct ResolvedDeck: Sendable {
  /// The picture's size, scale and background.
  public var canvas: Canvas
  /// How cards are placed.
  public var layout: DeckLayout
  /// The deck's theme.
  public var theme: Theme
  /// The cards that are drawn, in order; a card stands once for each state that is drawn.
  public var cards: [ResolvedCard]
  /// The card on the sheet of a layout that has one, once for each state that is drawn.
  public var sheetContents: [ResolvedCard] = []
  /// What counts as today.
  public var date: CalendarDate
  /// How numbers, amounts and dates are written.
  var locale: DeckLocale
  /// The seed of everything random.
  public var seed: Int
  /// The files below the deck's folder that were read or asked for, in order of their names.
  var reads: [String] = []
  /// The deck's file, for messages.
  public var file: String
  /// The folder's own fonts, beside the bundled ones.
  public var fonts: FontCatalog

  /// Space between the picture's edges and the cards; a card that fills the canvas reaches them.
  var padding: Insets {
    canvas.padding ?? (layout.kind == .fullScreen ? .zero : theme.pageMargins)
  }
}

/// A card with everything decided that does not need measuring.
public struct ResolvedCard: Sendable {
  /// Its name: the deck's `id`, or its number in the deck from 1.
  public var id: String
  /// Whether the deck gave the name.
  public var hasOwnID: Bool
  /// Where it stands in the deck.
  public var path: JSONPath
  /// Where it stands in the file.
  public var place: SourcePlace?
  /// Its theme.
  public var theme: Theme
  /// Background, shadows, border, paddings: the traits, applied.
  public var frame: CardFrame
  /// The state that is drawn.
  public var state: String
  /// All states of the card.
  public var states: [String]
  /// The parts of the state.
  public var parts: [AnyPart]
  /// The height of the content when it is given.
  public var height: Double?
  /// Whether parts are cut off at round corners.
  public var clips: Bool
  /// Where a tap goes.
  public var link: String?
  /// The text alternative.
  public var alt: String?
  /// What the deck says of its traits, for explanations.
  var traits: JSONNode?
}
