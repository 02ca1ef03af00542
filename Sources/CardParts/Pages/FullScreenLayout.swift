import CardRaster

/// One card that fills the canvas.
enum FullScreenLayout: CardsLayoutKind {
  static let name = "fullScreen"
  static let fields = FieldTable<DeckLayout> {
    Field(
      "contentAlignment", \.contentAlignment, .word,
      "The vertical alignment of the parts of a full-screen card.")
  }
  static let showsOneCard = true

  static func setting(_ layout: DeckLayout) -> CardFrame.Setting { .fullScreen }

  static func layout(_ cards: [ResolvedCard], on page: PageLayout) throws(RasterError) -> LayoutBox {
    let (deck, padding) = (page.deck, page.deck.padding)
    let width = deck.canvas.finalWidth
    var box = LayoutBox(size: Size(width: width, height: padding.vertical))
    guard let first = cards.first else { return box }
    let cardWidth = max(0, width - padding.horizontal - 2 * (first.frame.customMargin ?? 0))
    let height = deck.canvas.finalHeight.map { max(0, $0 - padding.vertical) }
    let covered =
      first.theme.compatibility.padsScreenCards ? deck.canvas.preset?.covered ?? .zero : .zero
    let (card, context) = try page.fitted(
      deck.canvas.padding == nil ? first.withRoomAtItsEnds : first, cardWidth, height, covered)
    let layout = CardLayout(card: card, keepsLastPart: card.theme.compatibility.keepsLastParts)
    let inner = try layout.layoutCard(
      width: cardWidth, height: height, alignment: deck.layout.contentAlignment, covered: covered, context)
    box.add(inner, at: Point(x: (width - cardWidth + padding.left - padding.right) / 2, y: padding.top))
    box.size.height = padding.top + inner.size.height + layout.room(below: padding.bottom)
    return box
  }
}

extension PageLayout {
  /// The card in the scale that fits a canvas that is viewed from a distance.
  ///
  /// A picture for sharing cannot be scrolled. Content that is too tall has smaller headings, then less of
  /// everything, including parts with a height of their own; texts with a `minimumScaleFactor` shrink with it. A little
  /// smaller, it may fit between the ends that an app covers. Little content on a tall canvas is larger.
  fileprivate func fitted(
    _ card: ResolvedCard, _ width: Double, _ height: Double?, _ covered: Insets
  ) throws(RasterError) -> (ResolvedCard, LayoutContext) {
    guard let height, card.height == nil, card.theme.base.growth > 1 else { return (card, context(card)) }
    let room = height - card.frame.topPadding - card.frame.bottomPadding
    func attempt(_ scale: Double, _ headers: Double) throws(RasterError) -> (
      card: ResolvedCard, context: LayoutContext, needed: Double, open: Double, damaged: Int, spilled: Int
    ) {
      // Broken words, and lines that are much shorter than others.
      var scaled = card
      scaled.theme.scale(by: scale, headers: headers)
      if scale < 1 { scaled.parts = scaled.parts.map { $0.scaled(by: scale) } }
      let context = self.context(scaled)
      if scale < 1 || headers < 1 {
        (context.textFit.scale, context.textFit.hasScaledHeaders) = (scale * headers, true)
      }
      let column = CardLayout(card: scaled).column
      let box = try column.layoutColumn(width: width, context)
      var (needed, open) = (box.size.height, 0.0)
      if column.parts.contains(where: \.takesAnyHeight) {
        for (part, height) in zip(
          column.parts.filter { !$0.common.isHidden }, try column.heights(width: width, context))
        where part.takesAnyHeight { open += height }
      }
      // Parts that take any height, such as charts and maps, shrink to half of the card before headings do.
      if needed > room + 0.5 { needed -= max(0, open - room / 2) }
      return (scaled, context, needed, open, box.damagedTexts + box.raggedTexts, box.spilledHeadings)
    }
    let natural = try attempt(1, 1)
    var (result, scales) = (natural, Self.smallerScales[...])
    func shrink(to room: Double, downTo least: Double) throws(RasterError) {
      (result, scales) = (natural, Self.smallerScales[...])
      while result.needed > room + 0.5, let (scale, headers) = scales.first, scale >= least {
        scales.removeFirst()
        result = try attempt(scale, headers)
      }
    }
    let safe =
      height - max(card.frame.topPadding, covered.top) - max(card.frame.bottomPadding, covered.bottom)
    if covered != .zero { try shrink(to: safe, downTo: 0.78) }
    if covered == .zero || result.needed > safe + 0.5 { try shrink(to: room, downTo: 0) }
    // Lines of a slightly smaller heading may be more even, or fewer.
    let fitting = result.damaged + result.spilled
    for (scale, headers) in scales.prefix(result.damaged > 0 ? 3 : 2)
    where fitting > 0 && result.damaged + result.spilled == fitting && scale == 1 {
      let smaller = try attempt(scale, headers)
      if smaller.damaged + smaller.spilled < fitting { result = smaller }
    }
    // Sizes of text styles of the deck belong to a layout of its own.
    let most = height > 1.2 * width ? 1.6 : height >= 0.9 * width && result.open == 0 ? 1.25 : 1
    let aim = (result.open > 0 ? 0.4 : 0.6) * room
    let words = result.needed - result.open
    guard words < aim, card.theme.textStyles.isEmpty else { return (result.card, result.context) }
    // Lines wrap earlier in larger type, so the height grows faster than the scale.
    var scale = (10 * min(most, (aim / max(1, words)).squareRoot() + 0.1)).rounded(.down) / 10
    while scale > 1.05 {
      let larger = try attempt(scale, 1)
      if larger.needed - larger.open <= aim, larger.damaged <= result.damaged {
        return (larger.card, larger.context)
      }
      scale -= 0.1
    }
    return (result.card, result.context)
  }

  /// The scales of a card and its headings to try, the largest first.
  private static let smallerScales: [(Double, Double)] = [
    (1, 0.92), (1, 0.85), (1, 0.78), (1, 0.72), (1, 0.66), (0.92, 0.7), (0.85, 0.72), (0.78, 0.74),
    (0.72, 0.76), (0.66, 0.78), (0.6, 0.78),
  ]
}

extension AnyPart {
  /// The part with its sizes in points multiplied, and those of the parts in its stacks.
  fileprivate func scaled(by scale: Double) -> AnyPart {
    var result = self
    if let height = common.height {
      result.common.height = height * scale
      result.common.width = common.width.map { $0 * scale }
    }
    if var stack = part as? StackPart {
      stack.arrangedSubviews = stack.arrangedSubviews.map { $0.scaled(by: scale) }
      result.part = stack
    }
    return result
  }
}

extension [AnyPart] {
  /// The parts of a full-screen card with the accent of its theme, if the theme has one: in the line above the
  /// heading, in a number, or else in a short line above the heading.
  func withAccent(_ theme: ResolvedTheme) -> [AnyPart] {
    let rule = theme.compatibility.screenRule
    guard rule > 0, theme.base.growth > 1 else { return self }
    func isPlain(_ index: Int) -> Bool { self[index].common.backgroundColor == nil }
    func colored(_ text: TextPart) -> TextPart {
      changing(text) {
        $0.content.textColor = theme.screenAccent
        if !$0.content.isHeading { $0.content.font = $0.content.font ?? FontSpec(weight: 600) }
      }
    }
    var result = self
    let shown = indices.filter { !self[$0].common.isHidden && self[$0].part.overlay == .none }
    for (place, index) in shown.enumerated() where isPlain(index) {
      if var stack = self[index].part as? StackPart, stack.axis == .vertical,
        stack.arrangedSubviews.contains(where: { $0.part.headingLevel != nil })
      {
        stack.arrangedSubviews = stack.arrangedSubviews.withAccent(theme)
        result[index].part = stack
        return result
      }
      guard let heading = self[index].part as? TextPart, heading.content.isHeading else { continue }
      if place > 0, isPlain(shown[place - 1]), let line = self[shown[place - 1]].part as? TextPart {
        guard line.content.hasThemeColor, line.groupRole == .caption else { return self }
        result[shown[place - 1]].part = colored(line)
      } else if heading.content.hasThemeColor, heading.groupRole == .number {
        result[index].part = colored(heading)
      } else if heading.content.hasThemeColor, heading.headingLevel == 1 || place == 0,
        !contains(where: { $0.showsAccent(theme) })
      {
        result[index].part = changing(heading) { $0.accentRule = rule }
      }
      return result
    }
    return self
  }
}

extension AnyPart {
  /// Whether the part, or one inside, has the accent of the theme or colours of its own.
  fileprivate func showsAccent(_ theme: ResolvedTheme) -> Bool {
    !common.isHidden
      && (part.isFramedButton(theme) || part.isFigure && part.children.isEmpty || part.groupRole == .meter
        || part.keepsSize && !(part is IconPart) || part.children.contains { $0.showsAccent(theme) })
  }
}

extension ResolvedCard {
  /// The card with top and bottom margins equal to its side margins, for modern themes.
  ///
  /// Margins that the deck sets for these parts are kept.
  fileprivate var withRoomAtItsEnds: ResolvedCard {
    let shown = parts.filter { !$0.common.isHidden && $0.part.overlay == .none }
    guard theme.compatibility.padsScreenCards, let first = shown.first, let last = shown.last else {
      return self
    }
    var card = self
    let side = theme.cardPartMargins.left
    if first.common.margins == nil { card.frame.topPadding += max(0, side - first.margins(theme).top) }
    if last.common.margins == nil { card.frame.bottomPadding += max(0, side - last.margins(theme).bottom) }
    return card
  }
}
