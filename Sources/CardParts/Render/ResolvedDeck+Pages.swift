extension ResolvedDeck {
  /// The cards of one picture.
  struct PageGroup {
    /// The cards on the page.
    let cards: [ResolvedCard]
    /// The content of the sheet, in a layout with a sheet.
    @CopyOnWriteBox var content: ResolvedCard?
    /// The card that the picture shows; nil for a picture of all cards.
    @CopyOnWriteBox var subject: ResolvedCard?
    /// The number of that card among the drawn ones, from 1.
    var number = 1
  }

  /// The cards of each page; a sheet and all cards behind it are one page.
  func pages(onePageEach: Bool) -> [PageGroup] {
    var groups: [PageGroup]
    if layout.kind.hasContent {
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
      // The states of one card are consecutive and share its number.
      let isSame = last != nil && last?.path == subject?.path && last?.id == subject?.id
      if index > 0 { groups[index].number = groups[index - 1].number + (isSame ? 0 : 1) }
      last = subject
    }
    return groups
  }
}
