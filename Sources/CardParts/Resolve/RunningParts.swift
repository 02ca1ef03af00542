import CardRaster

/// The header and the footer of a report, read once for each page: their bindings know its number.
struct RunningParts {
  private let deck: Deck
  private let context: ReadContext
  private let counter = NodeCounter()

  init(_ deck: Deck, _ context: ReadContext) {
    self.deck = deck
    self.context = context
  }

  /// Opens a report once more, for those that lay it out; what is wrong with it was told before.
  init(_ report: Report, _ fonts: FontShelf) {
    let resolver = Resolver(report.deck, report.options, IssueLog(files: report.deck.files))
    self.init(report.deck, resolver.open(fonts).context)
  }

  /// The parts under a key of `page`, and what is wrong with them.
  func parts(_ key: String, page: Int, of pages: Int) -> (parts: [AnyPart], issues: [DeckIssue]) {
    let path = JSONPath.root.key("page")
    guard let node = deck.root["page"]?[key] else { return ([], []) }
    let log = IssueLog(files: deck.files)
    let scope = context.scope.binding("page", to: .of(page)).binding("pages", to: .of(pages))
    let own = context.with(scope: scope, log: log, counter: counter)
    let parts = ValueKind<[AnyPart]>.parts.read(node, path.key(key), own) ?? []
    return (parts, log.sorted)
  }
}

/// What a report is laid out with beside its cards.
struct Report: Sendable {
  var setup: PageSetup
  /// The deck and what was decided over it, from which header and footer of each page are read.
  var deck: Deck
  var options: DeckOptions
}
