extension DeckOptions {
  /// Makes options of what a caller decides; what is nil or empty is left to the deck.
  ///
  /// ```swift
  /// DeckOptions(scale: 2, theme: .mint)
  /// ```
  ///
  /// - Parameters:
  ///   - scale: pixels in a point, 0.1…8.
  ///   - width: the width of the canvas in points.
  ///   - theme: a theme, with other values if wanted.
  ///   - appearance: light or dark.
  ///   - locale: how numbers, amounts and dates are written, such as `de_DE`.
  ///   - state: the state to draw of every card that has it.
  ///   - drawsAllStates: whether every state of a card becomes a picture of its own.
  ///   - cards: the ids of the cards to draw.
  ///   - data: an object laid over the deck's `data`.
  ///   - custom: kinds of parts, traits and formatters that the deck may use besides cardshot's own.
  public init(
    scale: Double? = nil, width: Double? = nil, theme: CardTheme? = nil, appearance: Appearance? = nil,
    locale: String? = nil, state: String? = nil, drawsAllStates: Bool = false, cards: [String] = [],
    data: DeckValue? = nil, custom: CustomKinds = []
  ) {
    self.init()
    self.scale = scale
    self.width = width
    self.appearance = appearance
    self.locale = locale
    self.state = state
    self.drawsAllStates = drawsAllStates
    self.cards = cards
    self.custom = custom
    if let data { self.data = [data.json] }
    guard let theme else { return }
    if case .value(let node) = theme.node.content, case .string(let name) = node.value {
      self.theme = name
    } else {
      // The lines of Swift belong to the files of a deck, and this is none.
      var files: [String] = []
      themeNode = theme.node.withoutLines.json(nil, &files)
    }
  }
}

extension DeckNode {
  /// The same without the lines that it was written on.
  fileprivate var withoutLines: DeckNode {
    var copy = self
    copy.line = nil
    switch content {
    case .value: break
    case .list(let nodes): copy.content = .list(nodes.map(\.withoutLines))
    case .object(let members):
      copy.content = .object(members.map { Member(key: $0.key, node: $0.node.withoutLines) })
    }
    return copy
  }
}
