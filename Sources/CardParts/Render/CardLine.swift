import CardRaster

/// A card with `if` and `forEach` done, on its way to the worker that draws it.
struct CardElement: Sendable {
  var node: JSONNode
  var path: JSONPath
  var bound: BindingScope.Bound
}

/// The line from a card to its display list, one card after another; one for each worker.
///
/// It gives what `DeckRenderer.layOut` gives for a deck whose cards are pictures of their own. A mistake ends in nil:
/// then the whole deck is laid out there, which says all that is wrong with it.
final class CardLine {
  /// What became of one card.
  struct Sketch: Sendable {
    var id: String
    var hasOwnID: Bool
    var state: String
    /// What is drawn; nil for a card that is hidden.
    var display: DisplayList?
    /// What is doubtful, found while the card was read.
    var readingIssues: [DeckIssue]
    /// What is doubtful, found while it was laid out.
    var layoutIssues: [DeckIssue]
    /// What it took of the limits that hold for all cards together.
    var cost: CardCost
  }

  /// The theme and everything else that holds for the whole deck.
  let deck: ResolvedDeck
  /// What is doubtful about the deck itself.
  let log: IssueLog
  /// The fonts, for painting too.
  let shelf: FontShelf
  private let context: ReadContext
  private let reading: CardReading
  private let layout: PageLayout
  private let root: JSONNode
  private let swiftFiles: [String]

  init(_ deck: Deck, _ options: DeckOptions, _ fonts: FontCatalog) throws(RasterError) {
    log = IssueLog(swiftFiles: deck.swiftFiles)
    let resolver = Resolver(deck, options, log)
    shelf = FontShelf(try FontLibrary(fonts))
    let opened = resolver.open(shelf)
    self.deck = resolver.deck(opened, cards: [], fonts)
    context = opened.context
    reading = resolver.reading(opened.layout)
    layout = PageLayout(deck: self.deck, fonts: shelf)
    root = deck.root
    swiftFiles = deck.swiftFiles
  }

  /// Reads and lays out a card; nil when anything is wrong.
  ///
  /// - Parameter index: its number among all cards, from 0.
  func sketch(_ element: CardElement, index: Int) -> Sketch? {
    let log = IssueLog(swiftFiles: swiftFiles)
    let (budget, counter) = (BindingBudget(), NodeCounter())
    let context = context.with(
      scope: context.scope.adding(element.bound, budget: budget), log: log, counter: counter)
    let read = reading.cards(element.node, element.path, context, name: String(index + 1))
    guard read.count == 1, let card = read.first, !log.hasErrors, log.omitted == 0 else { return nil }
    var sketch = Sketch(
      id: card.id, hasOwnID: card.hasOwnID, state: card.state, readingIssues: log.issues, layoutIssues: [],
      cost: CardCost(parts: counter.count, budget))
    guard !card.frame.isHidden else { return sketch }
    let doubts = IssueLog(swiftFiles: swiftFiles)
    do throws(RasterError) {
      let box = try layout.page([card])
      guard PictureSize.issue(of: box, deck) == nil else { return nil }
      DeckRenderer.collectWarnings(of: box, root, doubts)
      sketch.display = Flattening.flatten(box, scale: deck.canvas.scale, title: TextAlternative.of(box))
    } catch {
      return nil
    }
    guard !doubts.hasErrors, doubts.omitted == 0 else { return nil }
    sketch.layoutIssues = doubts.issues
    return sketch
  }
}

/// What cards take of the limits of a deck.
struct CardCost: Sendable {
  var parts = 0
  var values = 0
  var bytes = 0

  init(parts: Int, _ budget: BindingBudget) {
    self.parts = parts
    (values, bytes) = (budget.takenValues, budget.takenBytes)
  }

  /// Adds the cost of another card.
  mutating func add(_ other: CardCost) {
    parts += other.parts
    values += other.values
    bytes += other.bytes
  }

  /// Whether a deck may cost that much.
  var isAllowed: Bool {
    parts < Limits.nodes && values < Limits.jsonValues && bytes < Limits.jsonBytes
  }
}
