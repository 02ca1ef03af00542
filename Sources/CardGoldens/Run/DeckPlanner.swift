import CardParts
import CardRaster

/// Reads a file and plans the pictures of its deck.
struct DeckPlanner: Sendable {
  let request: GoldenRequest
  /// The data files, by their names in the plan.
  let data: [String: JSONNode]
  /// The decks and folders of each override, in the form of golden names.
  let overrides: [[String]]

  /// Plans the pictures of a file.
  func plan(_ candidate: DeckSearch.Candidate, _ pipeline: DeckPipeline) -> PlannedFile {
    var result = PlannedFile(candidate: candidate, kind: .other(candidate.path))
    do throws(DeckError) {
      let bytes = try DeckError.wrapping(
        try FileReading.read(path: candidate.path, foundIn: candidate.folder, limit: Limits.jsonBytes),
        file: candidate.path)
      let root = JSONNode.read(bytes, file: candidate.path).node
      if let root, candidate.folder != nil, !DeckSearch.looksLikeDeck(root) { return result }
      let deck = try DeckLoader.load(
        bytes, file: candidate.path, folder: FilePath.directory(of: candidate.path))
      var settings = request.plan.settings
      for (number, scope) in overrides.enumerated() where scope.contains(where: { covers($0, candidate) }) {
        settings = settings.overridden(by: request.plan.overrides[number].settings)
        result.overrides.append(number)
      }
      settings = settings.overridden(by: request.settings)
      var base = options(settings, result.overrides)
      if settings.data == nil, let near = try dataFile(nextTo: candidate, of: deck) {
        (base.dataLayers, base.dataFiles) = ([near.data], [near.file])
      }
      result.kind = .deck(deck, settings, try ways(deck, candidate, settings, base, pipeline))
    } catch {
      result.kind = .broken(error.issues.map(Self.inWordsOfTests))
    }
    return result
  }

  /// The values of `data.json` next to a deck without data of its own, such as that of a template.
  private func dataFile(
    nextTo candidate: DeckSearch.Candidate, of deck: Deck
  ) throws(DeckError) -> (data: JSONNode, file: String)? {
    let path = FilePath.join(FilePath.directory(of: candidate.path), BindingScope.dataFile)
    guard deck.root["data"]?.names.isEmpty ?? true, path != candidate.path, FileTree.isFile(path) else {
      return nil
    }
    let bytes = try DeckError.wrapping(
      try FileReading.read(path: path, foundIn: candidate.folder, limit: Limits.jsonBytes), file: path)
    return (try DataFile.read(bytes, file: path), path)
  }

  /// Whether a deck or folder of an override matches a deck.
  private func covers(_ scope: String, _ candidate: DeckSearch.Candidate) -> Bool {
    scope.isEmpty || scope == candidate.below || candidate.below.utf8.starts(with: "\(scope)/".utf8)
  }

  /// The options that all pictures of a deck share.
  ///
  /// - Parameter overrides: the indices of the overrides that match the deck.
  private func options(_ settings: GoldenSettings, _ overrides: [Int]) -> DeckOptions {
    var base = DeckOptions()
    base.dataLayers = (settings.data ?? []).compactMap { data[$0] }
    if let path = request.given(\.data, "data", overrides: overrides).last?.path {
      base.dataPlaces = request.plan.places(of: path, base.dataLayers.count)
    }
    base.assignments = settings.assignments ?? []
    if let path = request.given(\.assignments, "set", overrides: overrides).last?.path {
      base.assignmentPlaces = request.plan.places(of: path, base.assignments.count)
    }
    base.date = settings.date
    // A name is valid if any deck of the run uses it, so the check is done for the whole run.
    base.hasCheckedNames = true
    return base
  }

  /// Every variant of a deck, with the pictures that it produces.
  private func ways(
    _ deck: Deck, _ candidate: DeckSearch.Candidate, _ settings: GoldenSettings, _ base: DeckOptions,
    _ pipeline: DeckPipeline
  ) throws(DeckError) -> [MatrixVariant] {
    // Each page of a report is a separate picture.
    let isOnePageEach = settings.drawsEachCard ?? false || deck.isReport
    let states = settings.matrix.states ?? []
    var ways: [MatrixVariant] = []
    for variant in base.variants(of: settings.matrix) {
      var drawn: [String] = []
      if isOnePageEach || !states.isEmpty {
        // Names of cards and states are known once the deck is resolved: `if` may depend on data and locale.
        let plain = try pipeline.outline(deck, options: variant, onePageEach: isOnePageEach)
        let known = Self.states(of: plain.resolved)
        drawn = states.contains(GoldenMatrix.allStates) ? known : states.filter(known.contains)
        if isOnePageEach {
          ways += try eachCard(plain, deck, candidate, variant, drawn, pipeline)
          continue
        }
      }
      for variant in [variant].combined(with: drawn, \.state) {
        let target = PlannedPicture(page: 0, name: try name(candidate, variant.suffix()))
        ways.append(MatrixVariant(options: variant, isOnePageEach: false, targets: [target]))
      }
    }
    return ways
  }

  /// One picture for each card in each of its requested states.
  ///
  /// A card without any of these states is one picture.
  private func eachCard(
    _ plain: DeckOutline, _ deck: Deck, _ candidate: DeckSearch.Candidate, _ variant: DeckOptions,
    _ states: [String], _ pipeline: DeckPipeline
  ) throws(DeckError) -> [MatrixVariant] {
    func cards(_ outline: DeckOutline) -> [String: [String]] {
      var found: [String: [String]] = [:]
      for card in outline.resolved.cards + outline.resolved.sheetContents {
        found[card.id] = card.states == ["none"] ? [] : card.states
      }
      return found
    }
    func way(_ outline: DeckOutline, _ variant: DeckOptions, _ isWanted: ([String]) -> Bool)
      throws(DeckError) -> MatrixVariant?
    {
      let known = cards(outline)
      var targets: [PlannedPicture] = []
      for (number, page) in outline.pageNames.enumerated() where isWanted(known[page] ?? []) {
        // A sheet without a card has one page without a name.
        let card = page.isEmpty ? nil : page
        targets.append(
          PlannedPicture(page: number, name: try name(candidate, variant.suffix(card: card))))
      }
      return targets.isEmpty
        ? nil : MatrixVariant(options: variant, isOnePageEach: true, targets: targets)
    }
    var ways: [MatrixVariant] = []
    if let way = try way(plain, variant, { known in !known.contains(where: states.contains) }) {
      ways.append(way)
    }
    for state in states {
      var variant = variant
      variant.state = state
      let outline = try pipeline.outline(deck, options: variant, onePageEach: true)
      if let way = try way(outline, variant, { $0.contains(state) }) { ways.append(way) }
    }
    return ways
  }

  /// The states of all cards, in the order of the deck.
  ///
  /// A card without states has its parts in an unnamed one.
  private static func states(of deck: ResolvedDeck) -> [String] {
    var found: [String] = []
    for card in deck.cards + deck.sheetContents where card.states != ["none"] {
      for state in card.states where !found.contains(state) { found.append(state) }
    }
    return found
  }

  private func name(_ candidate: DeckSearch.Candidate, _ suffix: String) throws(DeckError) -> GoldenName {
    do throws(GoldenError) {
      return try GoldenName(candidate.name + suffix)
    } catch {
      throw DeckError(file: candidate.path, message: error.message)
    }
  }

  /// Replaces the hint of an issue by one that fits `cardshot test`, if it names options of `render`.
  static func inWordsOfTests(_ issue: DeckIssue) -> DeckIssue {
    guard issue.code == .severalCards else { return issue }
    return changing(issue) {
      $0.hint = "draw each card with --each, or with \"each\": true in \(GoldenPlan.fileName)"
    }
  }
}

/// One layout of a deck, and the pictures of its pages.
struct MatrixVariant: Sendable {
  var options: DeckOptions
  var isOnePageEach: Bool
  var targets: [PlannedPicture]
}

/// The picture of a page.
struct PlannedPicture: Sendable {
  /// The index of the page.
  var page: Int
  var name: GoldenName
}
