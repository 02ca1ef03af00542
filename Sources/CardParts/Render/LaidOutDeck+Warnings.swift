extension LaidOutDeck {
  /// The warnings by page, in order of place: each is told with the first page that shows what is doubtful.
  ///
  /// What is said of the deck as a whole stands with the first page of all.
  package var warningsByPage: [[DeckIssue]] {
    var result = [[DeckIssue]](repeating: [], count: pages.count)
    guard pages.count > 1, !warnings.isEmpty else { return pages.map { _ in warnings } }
    var shown: [JSONPath: [String: Int]] = [:]
    var cards: [JSONPath: Int] = [:]
    for (number, page) in pages.enumerated() {
      for card in page.origin.cards where cards[card.path] == nil { cards[card.path] = number }
      page.box.eachWarning { warning in
        if shown[warning.path]?[warning.message] == nil {
          shown[warning.path, default: [:]][warning.message] = number
        }
      }
    }
    for warning in warnings {
      let page = shown[warning.path]?[warning.message] ?? cards.value(above: warning.path) ?? 0
      result[page].append(warning)
    }
    return result
  }
}

extension LayoutBox {
  /// Hands over the warnings of a box and of all boxes in it.
  func eachWarning(_ body: (DeckIssue) -> Void) {
    warnings.forEach(body)
    for case .box(let child, _) in content { child.eachWarning(body) }
  }
}

extension [JSONPath: Int] {
  /// The value of a path, or of the nearest one above it.
  fileprivate func value(above path: JSONPath) -> Int? {
    for count in (0...path.steps.count).reversed() {
      if let value = self[JSONPath(Array(path.steps.prefix(count)))] { return value }
    }
    return nil
  }
}
