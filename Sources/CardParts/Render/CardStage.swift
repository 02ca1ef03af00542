import CardRaster

/// The stages of a worker's pipeline from a card to its display list, one card after another.
///
/// It gives what the whole deck gives whose cards are pictures of their own. A mistake ends in nil: then the whole deck is
/// laid out, which says all that is wrong with it.
final class CardStage {
  /// The deck without its cards.
  let deck: ResolvedDeck
  /// What is doubtful about the deck itself.
  let issues: [DeckIssue]
  let pipeline: DeckPipeline
  /// What stays from card to card.
  let series = PictureSeries()
  private let pass: DeckPass
  private let context: ReadContext
  private let reading: CardReading
  private let layout: PageLayout
  /// What cards of one template have in common.
  private let memory: (parts: RepetitionMemory, boxes: BoxMemory)?
  /// How many parts and boxes were taken over from the card before.
  var reused: (parts: Int, boxes: Int) { (memory?.parts.hits ?? 0, memory?.boxes.hits ?? 0) }
  /// Whether cards of this deck can be drawn alone.
  private let isOpen: Bool

  /// Resolves what comes before the cards.
  ///
  /// - Parameter fonts: the fonts of the deck.
  init(_ deck: Deck, _ options: DeckOptions, _ fonts: FontCatalog, _ pipeline: DeckPipeline)
    throws(RasterError)
  {
    pass = DeckPass(deck, options)
    let opened = pass.resolver.open(try pipeline.fonts(fonts))
    self.deck = pass.resolver.deck(opened, cards: [], fonts)
    self.pipeline = pipeline
    context = opened.context
    reading = pass.resolver.reading(opened.layout)
    layout = try pipeline.layout(of: self.deck)
    issues = pass.log.issues
    // What a caller's own parts and formatters depend on is not known.
    memory = context.scope.custom.types.isEmpty ? (RepetitionMemory(), BoxMemory()) : nil
    isOpen = !pass.log.hasErrors && pass.log.omitted == 0 && !opened.layout.kind.isScreen
  }

  /// Reads and lays out a card; nil when anything is wrong.
  ///
  /// - Parameter index: its number among all cards, from 0.
  func sketch(_ element: CardElement, index: Int) -> CardSketch? { layOut(element, index: index)?.sketch }

  /// The boxes of a card's picture, for those who ask where something stands; nil for a card that is hidden or wrong.
  func box(of element: CardElement, index: Int) -> LayoutBox? { layOut(element, index: index)?.box }

  private func layOut(_ element: CardElement, index: Int) -> (sketch: CardSketch, box: LayoutBox?)? {
    guard isOpen else { return nil }
    let memory =
      element.node["theme"] == nil && element.node["locale"] == nil && element.bound.isRepeated
      ? memory : nil
    memory?.boxes.beginCard()
    context.assets.beginCard()
    var layout = layout
    layout.boxes = memory?.boxes
    let log = IssueLog(files: pass.deck.files)
    let (budget, counter) = (DeckBudget(), NodeCounter())
    var scope = context.scope.adding(element.bound, budget: budget)
    layout.cardRepetition = scope.repetition
    if let memory {
      scope.memory = memory.parts
      scope.repetition = BindingScope.cardRepetition
    }
    let context = context.with(scope: scope, log: log, counter: counter)
    let read = reading.cards(element.node, element.path, context, name: String(index + 1))
    guard read.count == 1, let card = read.first, log.isWhole else { return nil }
    var sketch = CardSketch(
      ownID: card.hasOwnID ? card.id : nil, idPlace: (element.node["id"] ?? element.node).place,
      readingIssues: log.issues, cost: CardCost(parts: counter.count, budget))
    guard !card.frame.isHidden else { return (sketch, nil) }
    let doubts = IssueLog(files: pass.deck.files)
    guard let page = pipeline.page([card], layout, pass.with(doubts)), doubts.isWhole else { return nil }
    sketch.display = page.display
    sketch.label = PageLabel(name: card.id, number: 0, state: card.state, of: page.display)
    sketch.layoutIssues = doubts.issues
    return (sketch, page.box)
  }
}

extension IssueLog {
  /// Whether there is no error, and no issue was left out.
  fileprivate var isWhole: Bool { !hasErrors && omitted == 0 }
}
