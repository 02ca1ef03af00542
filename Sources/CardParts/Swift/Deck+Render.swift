import CardRaster

extension Deck {
  /// Draws the deck as one picture.
  ///
  /// It may be called from any task. To draw many decks one after the other, a ``CardRenderer`` is faster.
  ///
  /// - Parameters:
  ///   - target: what it becomes: `.bitmap`, `.png` or `.svg`.
  ///   - options: what is decided over the deck: scale, theme, state, cards, data.
  ///   - onWarning: takes what is doubtful, such as a text that was cut; without it they are written to standard error.
  /// - Throws: every mistake of the deck, each with its place.
  public func render<Output>(
    to target: DeckTarget<Output>, options: DeckOptions = DeckOptions(),
    onWarning: (DeckIssue) -> Void = { $0.writeToStandardError() }
  ) throws(DeckError) -> Output {
    try DeckPipeline().picture(of: self, target, options, onWarning)
  }

  /// Draws each card as a picture of its own.
  ///
  /// - Parameters:
  ///   - target: what they become: `.bitmap`, `.png` or `.svg`.
  ///   - options: what is decided over the deck: scale, theme, state, cards, data.
  ///   - onWarning: takes what is doubtful, such as a text that was cut; without it they are written to standard error.
  /// - Throws: every mistake of the deck, each with its place.
  public func renderPages<Output>(
    to target: DeckTarget<Output>, options: DeckOptions = DeckOptions(),
    onWarning: (DeckIssue) -> Void = { $0.writeToStandardError() }
  ) throws(DeckError) -> [CardPicture<Output>] {
    try DeckPipeline().pictures(of: self, target, options, onWarning)
  }

  /// Everything that is wrong or doubtful with the deck, without drawing it; empty when nothing is.
  public func issues(options: DeckOptions = DeckOptions()) -> [DeckIssue] {
    do throws(DeckError) {
      return try DeckPipeline().layOut(self, options: options).warnings
    } catch {
      return error.issues
    }
  }
}

extension DeckPipeline {
  /// Draws a deck as one picture.
  func picture<Output>(
    of deck: Deck, _ target: DeckTarget<Output>, _ options: DeckOptions, _ onWarning: (DeckIssue) -> Void
  ) throws(DeckError) -> Output {
    let laidOut = try layOut(deck, options: options)
    for warning in laidOut.warnings { onWarning(warning) }
    guard let page = laidOut.pages.first else {
      throw DeckError.nothingToDraw(in: deck)
    }
    if let error = laidOut.severalPages { throw error }
    try DeckError.checkCancellation(deck.file)
    return try paint(page, of: laidOut, target)
  }

  /// Draws each card of a deck as a picture of its own.
  func pictures<Output>(
    of deck: Deck, _ target: DeckTarget<Output>, _ options: DeckOptions, _ onWarning: (DeckIssue) -> Void
  ) throws(DeckError) -> [CardPicture<Output>] {
    let laidOut = try layOut(deck, options: options, onePageEach: true)
    for warning in laidOut.warnings { onWarning(warning) }
    var pictures: [CardPicture<Output>] = []
    for number in laidOut.pages.indices { pictures.append(try picture(number, of: laidOut, target)) }
    return pictures
  }

  /// Paints one of the pages.
  func picture<Output>(
    _ number: Int, of deck: LaidOutDeck, _ target: DeckTarget<Output>
  ) throws(DeckError) -> CardPicture<Output> {
    try DeckError.checkCancellation(deck.source.file)
    let page = deck.pages[number]
    return CardPicture(
      name: page.name, number: number, count: deck.pages.count, output: try paint(page, of: deck, target))
  }

  private func paint<Output>(
    _ page: DeckPage, of deck: LaidOutDeck, _ target: DeckTarget<Output>
  ) throws(DeckError) -> Output {
    try deck.source.painting(page.display, of: page.box) { (display) throws(RasterError) in
      try target.paint(display, try fonts(deck.fonts).library)
    }
  }
}
