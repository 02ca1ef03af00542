import CardRaster

/// A deck on its way through a worker's pipeline: what reads it, and what was found wrong or doubtful so far.
struct DeckPass {
  let deck: Deck
  let options: DeckOptions
  private(set) var log: IssueLog
  let resolver: Resolver

  init(_ deck: Deck, _ options: DeckOptions) {
    self.deck = deck
    self.options = options
    log = IssueLog(files: deck.files)
    resolver = Resolver(deck, options, log)
  }

  /// The same pass with a log for one card alone.
  func with(_ log: IssueLog) -> DeckPass {
    var pass = self
    pass.log = log
    return pass
  }

  /// Throws all that was found, as soon as an error is among it.
  func check() throws(DeckError) {
    if let error = DeckError(log) { throw error }
  }

  /// Adds an issue; one that has a path only gets the place which that has in the deck's text.
  func add(_ issue: DeckIssue) {
    var issue = issue
    if issue.place == nil, !issue.path.steps.isEmpty { issue.place = deck.root.place(at: issue.path) }
    log.add(issue)
  }

  /// Adds the warnings of a box and of all boxes in it.
  func addWarnings(of box: LayoutBox) {
    box.eachWarning(add)
  }
}
