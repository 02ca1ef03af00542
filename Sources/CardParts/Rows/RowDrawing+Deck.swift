import CardRaster

/// What is wrong with the deck and not with a row.
extension RowDrawing {
  /// Finds the problems of the deck that do not depend on a row, before anything is drawn.
  ///
  /// How it works: the deck is read with other values in the place of a row's: texts, numbers, nothing. A problem that is there
  /// each time comes from none of them.
  ///
  /// - Parameter names: the names of values that rows have; nil where that is not known.
  /// - Throws: these problems, when there is an error among them.
  package mutating func checkDeck(names: [String]?, in pipeline: DeckPipeline) throws(DeckError) {
    let asked = BindingNames(deck.root)
    let given = asked.paths.filter { path in
      guard case .key(let first)? = path.steps.first, !asked.locals.contains(first) else { return false }
      return names.map { Self.has($0, first) } ?? true
    }
    let paths = given.union((names ?? []).map(Self.path)).sorted {
      ($0.steps.count, $0.text) < ($1.steps.count, $1.text)
    }
    var common: [DeckIssue] = []
    for (number, probe) in Probe.allCases.enumerated() {
      let found = try issues(with: probe.row(paths), in: pipeline)
      common = number == 0 ? found : common.filter(Set(found).contains)
      if common.isEmpty { return }
    }
    deckIssues = Set(common)
    if let error = DeckError(common), common.contains(where: { $0.severity == .error }) { throw error }
  }

  /// Values in the place of a row's.
  private enum Probe: CaseIterable {
    case texts, numbers, nothing

    func row(_ paths: [JSONPath]) -> JSONNode {
      var row = JSONNode(.object([]))
      for (number, path) in paths.enumerated() {
        let value: JSONNode =
          switch self {
          case .texts: .of("value \(number)")
          case .numbers: .of(number + 1)
          case .nothing: JSONNode(.null)
          }
        row = DataOverlay.merge(Self.object(value, at: path.steps[...]), onto: row)
      }
      return row
    }

    private static func object(_ value: JSONNode, at steps: ArraySlice<JSONPath.Step>) -> JSONNode {
      switch steps.first {
      case .key(let name)?: .object([(name, object(value, at: steps.dropFirst()))])
      case .index?: .list([object(value, at: steps.dropFirst())])
      case nil: value
      }
    }
  }

  /// What is wrong or doubtful when the deck is read with a row.
  private func issues(with row: JSONNode, in pipeline: DeckPipeline) throws(DeckError) -> [DeckIssue] {
    var options = options
    options.data.append(row)
    options.hasCheckedNames = true
    let pass = DeckPass(deck, options)
    _ = try pipeline.resolve(pass)
    return pass.log.sorted.filter { $0.code != .more }
  }

  /// Whether an issue comes from the deck and not from a row: it was found without one, or what stands at its place has no
  /// binding.
  func isOfDeck(_ issue: DeckIssue) -> Bool {
    if deckIssues.contains(issue) { return true }
    if Self.codesOfCards.contains(issue.code) { return hasFixedCards }
    guard issue.file == deck.file, issue.row == nil, !issue.path.steps.isEmpty else { return false }
    var node = deck.root
    for step in issue.path.steps {
      // What a chart or a list makes of data may be named anywhere in it.
      if let data = node["data"] ?? node["forEach"], Self.hasBinding(data) { return false }
      guard let next = node.step(step) else { return false }
      node = next
    }
    if issue.code == .unknownKey || issue.code == .duplicateKey, case .object = node.value { return true }
    return !Self.hasBinding(node)
  }

  /// Codes of what is wrong with the number or the kind of the cards.
  private static let codesOfCards: [DeckIssue.Code] = [.severalCards, .nothingToDraw, .unfitFormat]

  /// Whether every row has the same cards.
  private var hasFixedCards: Bool {
    guard case .array(let cards)? = deck.root["cards"]?.value else { return false }
    return !cards.contains { card in ["forEach", "if"].contains { card[$0].map(Self.hasBinding) == true } }
  }

  private static func hasBinding(_ node: JSONNode) -> Bool {
    switch node.value {
    case .string(let text): Binding.hasBinding(text)
    case .array(let nodes): nodes.contains(where: hasBinding)
    case .object(let members): members.contains { hasBinding($0.value) }
    case .null, .bool, .number: false
    }
  }
}
