import CardRaster

/// A whole deck, as far as display lists.
extension DeckPipeline {
  /// Resolves, lays out and flattens a deck.
  ///
  /// - Parameters:
  ///   - deck: the deck.
  ///   - options: what is drawn in another way than the deck says.
  ///   - onePageEach: whether each card becomes a picture of its own; so it does when all states are drawn.
  /// - Throws: a `DeckError` with every problem of the deck.
  public func layOut(
    _ deck: Deck, options: DeckOptions = DeckOptions(), onePageEach: Bool = false
  ) throws(DeckError) -> LaidOutDeck {
    let pass = DeckPass(deck, options)
    let onePageEach = onePageEach || options.drawsAllStates
    let resolved = try resolve(pass)
    Self.check(resolved, onePageEach: onePageEach, pass)
    try pass.check()
    let pages = pages(of: resolved, onePageEach: onePageEach, pass)
    try pass.check()
    return LaidOutDeck(
      source: deck, pages: pages, warnings: pass.log.sorted, fonts: resolved.fonts, resolved: resolved)
  }

  /// Refuses a deck that has no picture, or more cards than its one picture shows.
  private static func check(_ deck: ResolvedDeck, onePageEach: Bool, _ pass: DeckPass) {
    func error(
      _ path: JSONPath, _ message: String, _ hint: String? = nil, _ cause: DeckIssue.Cause? = nil
    ) {
      pass.add(
        DeckIssue(
          .error, file: deck.file, place: nil, path: path, message: message, hint: hint, cause: cause))
    }
    if deck.cards.isEmpty, deck.layout.kind != .bottomSheet, !pass.log.hasErrors {
      error(JSONPath.root.key("cards"), "there is no card to draw")
    }
    if deck.layout.kind == .fullScreen, !onePageEach, deck.cards.count > 1 {
      error(
        JSONPath.root.key("layout"), "layout 'fullScreen' draws one card, found \(deck.cards.count)",
        "choose one with --card, or write '{id}' in the name of the output", .severalCards)
    }
  }

  /// All pages as far as the first that cannot be one; what is wrong is in the log.
  private func pages(of deck: ResolvedDeck, onePageEach: Bool, _ pass: DeckPass) -> [Page] {
    var pages: [Page] = []
    do throws(RasterError) {
      let layout = try layout(of: deck)
      for group in deck.pages(onePageEach: onePageEach) {
        let (cards, content) = (group.cards, group.content)
        guard let (box, display) = page(cards, content: content, layout, pass) else { break }
        pages.append(
          Page(
            name: group.subject?.id ?? "", number: group.number, state: group.subject?.state, box: box,
            display: display,
            origin: Page.Origin(cards: content.map { cards + [$0] } ?? cards, deck: deck)))
      }
    } catch {
      pass.log.add(DeckIssue(error, file: deck.file))
    }
    return pages
  }

  /// Lays out and flattens one page; nil when something is wrong with it, which is in the log then.
  func page(
    _ cards: [ResolvedCard], content: ResolvedCard? = nil, _ layout: PageLayout, _ pass: DeckPass
  ) -> (box: LayoutBox, display: DisplayList)? {
    do throws(RasterError) {
      let box = try layout.page(cards, content: content)
      if let issue = PictureSize.issue(of: box, layout.deck) { pass.add(issue) }
      pass.addWarnings(of: box)
      return pass.log.hasErrors ? nil : (box, flatten(box, of: layout.deck))
    } catch {
      let path = layout.trace.path ?? .root
      pass.add(
        DeckIssue(
          .error, file: layout.deck.file, place: pass.deck.root.place(at: path), path: path,
          message: error.message))
      return nil
    }
  }
}

extension ResolvedDeck {
  /// The cards of one picture.
  struct PageGroup {
    /// The cards on the page.
    let cards: [ResolvedCard]
    /// What stands on its sheet, where the layout has one.
    var content: ResolvedCard?
    /// The card that the picture is of; nil for a picture of all cards.
    var subject: ResolvedCard?
    /// The number of that card among those that are drawn, from 1.
    var number = 1
  }

  /// The cards of each page: a sheet and all cards behind it are one.
  func pages(onePageEach: Bool) -> [PageGroup] {
    var groups: [PageGroup]
    if layout.kind == .bottomSheet {
      groups =
        sheetContents.isEmpty
        ? [PageGroup(cards: cards)] : sheetContents.map { PageGroup(cards: cards, content: $0) }
    } else {
      groups = onePageEach ? cards.map { PageGroup(cards: [$0]) } : [PageGroup(cards: cards)]
    }
    guard onePageEach else { return groups }
    var last: ResolvedCard?
    for index in groups.indices {
      let subject = groups[index].content ?? groups[index].cards.first
      groups[index].subject = subject
      // The states of one card follow each other and share its number.
      let isSame = last != nil && last?.path == subject?.path && last?.id == subject?.id
      if index > 0 { groups[index].number = groups[index - 1].number + (isSame ? 0 : 1) }
      last = subject
    }
    return groups
  }
}
