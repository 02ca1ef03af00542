import CardRaster

/// Cards that go on over the pages of a report.
extension CardLayout {
  /// The parts of a card below each other, without its frame; nil for a card that stays whole.
  func column(width: Double, _ context: LayoutContext) throws(RasterError) -> LayoutBox? {
    guard card.height == nil, card.parts.allSatisfy({ $0.part.overlay == .none }) else { return nil }
    return try context.inside(card.path) { () throws(RasterError) in
      try column.layout(width: width, context)
    }
  }

  /// Some of the parts in the card's frame, which is whole around each piece.
  func fragment(_ content: LayoutBox, _ context: LayoutContext) throws(RasterError) -> LayoutBox {
    try context.inside(card.path) { () throws(RasterError) in
      let size = Size(
        width: content.size.width,
        height: content.size.height + card.frame.topPadding + card.frame.bottomPadding)
      let empty = LayoutBox(size: size)
      return turned(
        try box(content, over: empty, under: empty, size: size, top: card.frame.topPadding, context))
    }
  }
}
