import CardRaster

/// Fills in bindings, chooses states and themes, reads files: `Deck` → `ResolvedDeck`.
final class Resolver {
  private let deck: Deck
  private let options: DeckOptions
  private let log: IssueLog
  private let assets: AssetStore
  private let counter = NodeCounter()

  init(_ deck: Deck, _ options: DeckOptions, _ log: IssueLog) {
    self.deck = deck
    self.options = options
    self.log = log
    assets = AssetStore(folder: deck.folder)
    for issue in deck.issues { log.add(issue) }
  }

  /// The fonts of the deck: the given ones and the deck's own files.
  func fonts(_ catalog: FontCatalog) -> FontCatalog {
    var result = options.usesSystemFonts ? catalog.addingSystemFonts() : catalog
    guard let node = deck.root["fonts"] else { return result }
    let path = JSONPath.root.key("fonts")
    guard case .array(let nodes) = node.value else {
      issue(node, path, "expected a list of font files, found \(node.briefText)")
      return result
    }
    for (index, file) in nodes.enumerated() {
      guard case .string(let name) = file.value else {
        issue(file, path.index(index), "expected the path of a font file, found \(file.briefText)")
        continue
      }
      do throws(RasterError) {
        result = try result.adding(files: [try assets.path(name)])
      } catch {
        issue(file, path.index(index), error.message)
      }
    }
    return result
  }

  /// Resolves the whole deck; what is wrong is in the log.
  func resolve(_ catalog: FontCatalog, _ fonts: FontShelf) -> ResolvedDeck {
    let opened = open(fonts)
    return deck(opened, cards: cards(opened.layout, opened.contents, opened.context), catalog)
  }

  /// A deck of which everything is resolved but its cards.
  struct Opened {
    /// What cards are read in.
    let context: ReadContext
    let canvas: Canvas
    let layout: DeckLayout
    /// The card on the sheet of a layout.
    let contents: [ResolvedCard]
    let theme: Theme
    let locale: DeckLocale
    let seed: Int
  }

  /// Resolves what comes before the cards.
  func open(_ fonts: FontShelf) -> Opened {
    let families = FamilyList { name in
      do throws(RasterError) {
        try fonts.library.require(family: name)
        return .success(name)
      } catch {
        return .failure(error)
      }
    }
    let start = outline(families)
    let outer = start.with(theme: ThemeRegistry.standard.theme(for: appearance(start)))
    let theme = deckTheme(outer)
    let canvas = canvas(outer.with(theme: theme))
    let context = outer.with(theme: theme, scale: canvas.scale)
    var layout = DeckLayout()
    var contents: [ResolvedCard] = []
    let layoutPath = JSONPath.root.key("layout")
    if let node = deck.root["layout"], let filled = context.filled(node, layoutPath) {
      layout = ValueKind<DeckLayout>.deckLayout.parse(filled, layoutPath, context) ?? layout
      if layout.kind == .bottomSheet { contents = sheetContents(filled, layoutPath, context) }
    }
    var seed = 0
    if let node = deck.root["seed"] {
      seed = ValueKind<Int>.integer(0...Int(Int32.max)).read(node, JSONPath.root.key("seed"), context) ?? 0
    }
    return Opened(
      context: context, canvas: canvas, layout: layout, contents: contents, theme: theme,
      locale: start.scope.locale, seed: seed)
  }

  /// The resolved deck with its cards.
  func deck(_ opened: Opened, cards: [ResolvedCard], _ catalog: FontCatalog) -> ResolvedDeck {
    ResolvedDeck(
      canvas: opened.canvas, layout: opened.layout, theme: opened.theme, cards: cards,
      sheetContents: opened.contents.filter { !$0.frame.isHidden }, date: date(opened.context),
      locale: opened.locale, seed: opened.seed, file: deck.file, fonts: catalog)
  }

  /// What bindings see in the deck, before there is a theme; enough to repeat cards, but not to read them.
  func outline(_ families: FamilyList = FamilyList { .success($0) }) -> ReadContext {
    let locale = locale()
    return ReadContext(
      file: deck.file, log: log, theme: ThemeRegistry.standard.theme(), assets: assets, families: families,
      scope: BindingScope(data: data(), locale: locale), counter: counter)
  }

  private func appearance(_ context: ReadContext) -> Appearance {
    let given = deck.root["appearance"].flatMap {
      ValueKind<Appearance>.word.read($0, JSONPath.root.key("appearance"), context)
    }
    return options.appearance ?? given ?? .light
  }

  /// The card on the sheet of a layout, in each state that is drawn; none when its `if` says so.
  private func sheetContents(_ layout: JSONNode, _ outer: JSONPath, _ context: ReadContext) -> [ResolvedCard]
  {
    guard let node = layout["content"] else { return [] }
    let path = outer.key("content")
    if let repetition = node["forEach"] {
      context.error(repetition, path.key("forEach"), "a sheet has one content: it cannot be repeated")
      return []
    }
    let reading = CardReading(
      state: options.state, file: deck.file, drawsAllStates: options.drawsAllStates, setting: .sheet)
    return context.expand([node], path, most: 1).first.map {
      reading.cards($0.node, path, $0.context, name: "sheet")
    } ?? []
  }

  private func issue(_ node: JSONNode, _ path: JSONPath, _ message: String, hint: String? = nil) {
    log.add(DeckIssue(.error, file: deck.file, place: node.place, path: path, message: message, hint: hint))
  }

  private func data() -> JSONNode {
    var result = JSONNode(.object([]))
    if let node = deck.root["data"] {
      if case .object = node.value {
        result = node
      } else {
        issue(node, JSONPath.root.key("data"), "expected an object, found \(node.briefText)")
      }
    }
    for layer in options.data { result = DataOverlay.merge(layer, onto: result) }
    for assignment in options.assignments {
      do throws(DeckIssue) {
        result = try DataOverlay.set(assignment, in: result)
      } catch {
        log.add(error)
      }
    }
    return result
  }

  private func locale() -> DeckLocale {
    if let name = options.locale {
      if let locale = DeckLocale(name) { return locale }
      log.add(DeckLocale.unknown(name, file: "--locale", place: nil, path: .root))
      return .standard
    }
    guard let node = deck.root["locale"] else { return .standard }
    let path = JSONPath.root.key("locale")
    guard case .string(let name) = node.value else {
      issue(node, path, "expected a locale such as \"en_US\", found \(node.briefText)")
      return .standard
    }
    if let locale = DeckLocale(name) { return locale }
    log.add(DeckLocale.unknown(name, file: deck.file, place: node.place, path: path))
    return .standard
  }

  private func date(_ context: ReadContext) -> CalendarDate {
    guard let node = deck.root["date"] else { return .standard }
    let path = JSONPath.root.key("date")
    guard let filled = context.filled(node, path) else { return .standard }
    if case .string(let text) = filled.value, let date = CalendarDate(text) { return date }
    context.mismatch(filled, path, expected: "a day such as \"2026-11-21\"")
    return .standard
  }

  private func deckTheme(_ context: ReadContext) -> Theme {
    if let name = options.theme {
      let node = JSONNode(.string(name))
      return ThemeReading(context: context, file: deck.file).theme(node, JSONPath.root)
    }
    guard let node = deck.root["theme"] else { return context.theme }
    return ThemeReading(context: context, file: deck.file).theme(
      node, JSONPath.root.key("theme"))
  }

  private func canvas(_ context: ReadContext) -> Canvas {
    var canvas = Canvas()
    let path = JSONPath.root.key("canvas")
    if let node = deck.root["canvas"], let filled = context.filled(node, path) {
      Canvas.fields.read(filled, path, context, into: &canvas, what: "the canvas")
    }
    if let width = options.width { canvas.width = width }
    if let scale = options.scale { canvas.scale = scale }
    return canvas
  }

  private func cards(_ layout: DeckLayout, _ contents: [ResolvedCard], _ context: ReadContext)
    -> [ResolvedCard]
  {
    guard let node = deck.root["cards"] else { return [] }
    let path = JSONPath.root.key("cards")
    guard case .array(let nodes) = node.value else {
      issue(node, path, "expected a list of cards, found \(node.briefText)")
      return []
    }
    let reading = reading(layout)
    var cards: [ResolvedCard] = []
    var ids = CardIDs()
    if let content = contents.first, content.hasOwnID {
      _ = ids.take(content.id, place: content.place, path: content.path, file: deck.file)
    }
    let elements = context.expand(nodes, path, most: Limits.cards, noun: "cards")
    for (number, element) in elements.enumerated() {
      let read = reading.cards(element.node, element.path, element.context, name: String(number + 1))
      guard let card = read.first else { continue }
      let place = (element.node["id"] ?? element.node).place
      if card.hasOwnID,
        let issue = ids.take(card.id, place: place, path: element.path, file: deck.file)
      {
        log.add(issue)
      }
      cards += read
    }
    let all = cards + contents
    if let state = options.state, !all.isEmpty, !all.contains(where: { $0.states.contains(state) }) {
      let near = Spelling.nearest(to: state, in: all.flatMap(\.states))
      log.add(
        DeckIssue(
          .error, file: deck.file, place: nil, path: .root, message: "no card has the state '\(state)'",
          hint: near.map { "did you mean '\($0)'?" }))
    }
    return chosen(cards.filter { !$0.frame.isHidden }, of: cards, contents)
  }

  /// How the cards of a layout are read.
  func reading(_ layout: DeckLayout) -> CardReading {
    // The cards behind a sheet are one picture, whatever states the sheet's content has.
    CardReading(
      state: options.state, file: deck.file,
      drawsAllStates: options.drawsAllStates && layout.kind != .bottomSheet,
      setting: layout.kind == .fullScreen ? .fullScreen : .list, cellMargins: layout.cardCellMargins)
  }

  /// The cards that a caller asked for; the content of a sheet is always there.
  private func chosen(_ shown: [ResolvedCard], of all: [ResolvedCard], _ contents: [ResolvedCard])
    -> [ResolvedCard]
  {
    let known = (shown + contents).map(\.id)
    for name in options.cards where !known.contains(name) {
      let isHidden = all.contains { $0.id == name }
      let near = Spelling.nearest(to: name, in: known)
      log.add(
        DeckIssue(
          .error, file: deck.file, place: nil, path: .root,
          message: isHidden ? "the card '\(name)' is hidden" : "no card has the id '\(name)'",
          hint: near.map { "did you mean '\($0)'?" }))
    }
    return options.cards.isEmpty ? shown : shown.filter { options.cards.contains($0.id) }
  }
}
