/// Draws one deck after the other with fonts that stay open, which saves most of the time of a small deck.
///
/// The bytes are those of ``Deck/render(to:options:onWarning:)``. A renderer does one thing at a time: for more, make
/// one for each worker.
public actor CardRenderer {
  private var known: DeckPipeline?

  /// Makes a renderer whose fonts are opened with the first deck.
  public init() {}

  /// Draws a deck as one picture; see ``Deck/render(to:options:onWarning:)``.
  public func render<Output>(
    _ deck: Deck, to target: DeckTarget<Output>, options: DeckOptions = DeckOptions(),
    onWarning: @Sendable (DeckIssue) -> Void = { $0.writeToStandardError() }
  ) throws(DeckError) -> Output {
    try pipeline().picture(of: deck, target, options, onWarning)
  }

  /// Draws each card as a picture of its own; see ``Deck/renderPages(to:options:onWarning:)``.
  public func renderPages<Output>(
    _ deck: Deck, to target: DeckTarget<Output>, options: DeckOptions = DeckOptions(),
    onWarning: @Sendable (DeckIssue) -> Void = { $0.writeToStandardError() }
  ) throws(DeckError) -> [CardPicture<Output>] {
    try pipeline().pictures(of: deck, target, options, onWarning)
  }

  private func pipeline() throws(DeckError) -> DeckPipeline {
    if let known { return known }
    let pipeline = try DeckPipeline()
    known = pipeline
    return pipeline
  }
}
