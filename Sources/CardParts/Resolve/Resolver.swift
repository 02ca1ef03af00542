import CardRaster

/// Evaluates bindings, selects states and themes, and reads files: `Deck` → `ResolvedDeck`.
final class Resolver {
  private let deck: Deck
  let options: DeckOptions
  private let log: IssueLog
  private let assets: AssetStore
  private let counter = NodeCounter()
  /// The declared inputs; empty for a deck that accepts any data.
  private let inputs: [Input]
  /// Whether an input is invalid or missing, so that errors in cards would only be consequences.
  private(set) var hasInvalidData = false

  init(_ deck: Deck, _ options: DeckOptions, _ log: IssueLog) {
    self.deck = deck
    self.options = options
    self.log = log
    assets = AssetStore(folder: deck.folder, svg: options.svg)
    for issue in deck.issues + OptionCheck.issues(options) + options.custom.issues { log.add(issue) }
    inputs = deck.inputs { log.add($0) }
    assets.bindsPicturesOnly = deck.root["inputs"] != nil
    assets.cellFormat = deck.cellFormat(options)
  }

  /// Resolves the same deck with other data; its files are read again.
  init(like other: Resolver, _ options: DeckOptions, _ log: IssueLog, files: Set<String>) {
    (deck, inputs, self.options, self.log) = (other.deck, other.inputs, options, log)
    assets = AssetStore(like: other.assets, names: files)
  }

  /// The names of the files that were read so far, including missing ones but not included decks.
  var files: Set<String> { assets.names }

  /// The result of another resolver's `open` with the data of this one.
  ///
  /// - Parameter names: The names of the data that `open` used. The result is nil if one of their values differs.
  func opened(like other: Opened, names: Set<String>) -> Opened? {
    let scope = scope(other.context.scope.locale, texts: other.context.scope.texts)
    let known = other.context.scope.data
    guard names.allSatisfy({ scope.data.member($0).isSame(as: known.member($0)) }) else { return nil }
    var opened = other
    opened.context = other.context.with(scope: scope, log: log, counter: counter, assets: assets)
    return opened
  }

  /// The given fonts and the deck's own font files.
  func fonts(_ catalog: FontCatalog) -> FontCatalog {
    var result = options.usesSystemFonts ? catalog.addingSystemFonts() : catalog
    guard let node = deck.root["fonts"] else { return result }
    var values = DeckValues()
    read(["fonts"], outline(), into: &values)
    for (index, name) in values.fonts.enumerated() {
      let path = JSONPath.root.key("fonts").index(index)
      do throws(RasterError) {
        let file = try assets.path(name)
        if let family = try result.addFile(file) {
          log.add(
            DeckIssue(
              .warning, file: deck.file, place: deck.root.place(at: path) ?? node.place, path: path,
              message: "'\(FilePath.name(of: file))' is not used: \(family) comes with cardshot"))
        } else if FontCatalog.hasColoredOutlines(file) {
          log.add(
            DeckIssue(
              .warning, file: deck.file, place: deck.root.place(at: path) ?? node.place, path: path,
              message: "'\(FilePath.name(of: file))' has coloured glyphs, whose colours are not drawn",
              hint: "glyphs have the text's colour; only bitmap fonts (CBDT, sbix) keep theirs"))
        }
      } catch {
        var issue = DeckIssue(
          error, file: deck.file, place: deck.root.place(at: path) ?? node.place, path: path)
        // The library rejects the file of the deck.
        issue.option = assets.option(causing: error)
        if case .library = error { issue.code = .unreadableFile }
        if issue.option == "folder" { issue.code = .unreadableFile }
        log.add(issue)
      }
    }
    return result
  }

  /// Reads some keys of the deck; each key is read after the names that it may refer to are resolved.
  private func read(_ keys: Set<String>, _ context: ReadContext, into values: inout DeckValues) {
    guard case .object(let members) = deck.root.value else { return }
    for member in members where keys.contains(member.key) {
      Deck.fields.read(member, .root, context, into: &values)
    }
  }

  /// A deck in which everything except the cards is resolved.
  struct Opened {
    /// The context for reading cards.
    fileprivate(set) var context: ReadContext
    /// The values of the deck's own keys.
    let values: DeckValues
    /// The content of the sheet, once for each drawn state.
    let contents: [ResolvedCard]
    @CopyOnWriteBox private(set) var theme: ResolvedTheme
    var layout: DeckLayout { values.layout }
  }

  /// Resolves everything except the cards; each key is read after the names that it may refer to.
  func open(_ fonts: FontContext) -> Opened {
    let start = outline(families(of: fonts))
    var values = DeckValues()
    read(["appearance", "date", "seed", "brand", "direction", "rowsLocale"], start, into: &values)
    if let date = options.date { values.date = date }
    values.locale = start.scope.locale
    let standard = withStandardTheme(start, values)
    let themed = themed(standard)
    if let accent = values.brand?.accent { checkAccent(accent, themed.theme, standard) }
    readCanvas(themed, into: &values)
    checkDarkness(
      values.canvas.background, JSONPath.root.key("canvas").key("background"), themed.theme)
    if isScreen, themed.theme.compatibility.name == .none { values.canvas.becomeScreen() }
    let context = withComponents(themed.with(scale: values.canvas.scale))
    read(["layout", "title", "author", "page", "mail"], context, into: &values)
    if deck.isReport { prepareReport(&values, context) }
    return Opened(
      context: context, values: values, contents: sheetContents(values.layout, context),
      theme: themed.theme)
  }

  /// The font families that the worker has opened or can open.
  private func families(of fonts: FontContext) -> FamilyList {
    FamilyList { name in
      return Result { () throws(RasterError) in
        try fonts.library.require(family: name)
        return name
      }
    }
  }

  /// The context with the default theme in the appearance, direction and brand of the deck.
  private func withStandardTheme(_ start: ReadContext, _ values: DeckValues) -> ReadContext {
    var appearance = values.appearance.standard
    if let wanted = options.appearance, wanted != appearance {
      if values.appearance.isFixed {
        start.warning(
          "the deck is always drawn in its \(appearance.rawValue) appearance, and not in the "
            + "\(wanted.rawValue) one that was asked for", key: "appearance", of: deck.root, .root)
      } else {
        appearance = wanted
      }
    }
    var standard = ThemeRegistry.standard.theme(for: appearance)
    standard.direction = values.direction ?? values.locale.direction
    let preset = isScreen ? nil : presetOfCanvas(start)
    let bare = start.with(
      theme: standard,
      setting: ThemeSetting(
        brand: values.brand, growth: preset?.growth ?? 1,
        margin: namedLayout?.showsOneCard == true ? preset?.screenMargin ?? 0 : 0,
        isDirected: values.direction != nil))
    return ThemeReading(context: bare, file: deck.file).standard
  }

  /// Reads the canvas; width and scale in the options override those of the deck.
  private func readCanvas(_ context: ReadContext, into values: inout DeckValues) {
    read(["canvas"], context, into: &values)
    if let width = options.width, Limits.canvasLengths.contains(width) { values.canvas.width = width }
    if let scale = options.scale, Limits.scales.contains(scale) { values.canvas.scale = scale }
    checkGrowth(values.canvas, context.theme)
  }

  /// Warns about a picture with the size of one that is shared, in which texts are as small as on a phone.
  private func checkGrowth(_ canvas: Canvas, _ theme: ResolvedTheme) {
    var count = 0
    if case .array(let cards)? = deck.root["cards"]?.value { count = cards.count }
    guard theme.compatibility.name == .none, canvas.preset == nil,
      Self.sharedWidths.contains(canvas.finalWidth),
      !deck.isReport, !isScreen, options.width == nil,
      namedLayout?.showsOneCard == true || canvas.height != nil && count == 1,
      let preset = Canvas.Preset.nearest(to: canvas), let node = deck.root["canvas"]?["width"]
    else { return }
    log.add(
      DeckIssue(
        .warning, file: deck.file, place: node.place, path: JSONPath.root.key("canvas").key("width"),
        message: "texts are as small as on a phone, because sizes of a theme grow only with a 'preset'",
        hint:
          "add \"preset\": \"\(preset.rawValue)\" beside 'width' for texts \(NumberText.format(preset.growth)) times as large"
      ))
  }

  /// The widths of a canvas that is probably one for a picture that is shared, in points.
  private static let sharedWidths = 1000.0...4000

  /// The kind of the layout, before the theme is resolved.
  func layoutKind(_ context: ReadContext) -> any CardsLayoutKind.Type {
    var values = DeckValues()
    read(["layout"], context, into: &values)
    return values.layout.kind
  }

  /// Sets the canvas to the size of a page, and rejects keys that a report does not support.
  private func prepareReport(_ values: inout DeckValues, _ context: ReadContext) {
    let setup = values.page ?? PageSetup()
    for (key, better) in [
      ("width", "width"), ("height", "height"), ("preset", "size"), ("padding", "margins"),
    ] {
      guard let node = deck.root["canvas"]?[key] else { continue }
      context.error(
        node, JSONPath.root.key("canvas").key(key), "'\(key)' of the canvas has no effect on a report",
        hint: "write '\(better)' in 'page'")
    }
    if !values.layout.kind.flows, let node = deck.root["layout"] {
      context.error(
        node, JSONPath.root.key("layout"),
        "layout '\(values.layout.kind.name)' cannot be split over the pages of a report",
        hint: "choose 'list' or 'grid', or remove 'page'")
    }
    if options.width != nil {
      log.add(
        options.issue(
          "width", "--width", "the width of a report is that of its 'page'", nil, .noEffect))
    }
    (values.canvas.width, values.canvas.height) = (setup.finalSize.width, setup.finalSize.height)
    let running = PageHeaderFooter(deck, context)
    for key in ["header", "footer"] {
      for issue in running.parts(key, page: 1, of: 1).issues { log.add(issue) }
    }
  }

  /// The kind of the layout, before the layout is read.
  private var namedLayout: (any CardsLayoutKind.Type)? {
    let layout = deck.root["layout"]
    let name = (layout?["type"] ?? layout)?.plainText
    return LayoutRegistry.kinds.first { $0.name == name }
  }

  /// Whether the layout is the screen of a device, such as a sheet, which is scaled as a whole.
  private var isScreen: Bool { namedLayout?.isScreen == true }

  /// The preset of the canvas, by which modern themes grow.
  ///
  /// It is needed before the canvas is read, because the background may be a colour of the theme.
  private func presetOfCanvas(_ context: ReadContext) -> Canvas.Preset? {
    guard let node = deck.root["canvas"]?["preset"] else { return nil }
    // Errors in the preset are reported when the canvas is read.
    let quiet = context.with(
      scope: context.scope, log: IssueLog(files: deck.files), counter: context.counter)
    return ValueKind<Canvas.Preset>.word.read(node, JSONPath.root.key("canvas").key("preset"), quiet)
  }

  /// Warns about a background that is light although the caller asks for the dark appearance.
  private func checkDarkness(_ paint: Paint?, _ path: JSONPath, _ theme: ResolvedTheme) {
    guard options.appearance == .dark, theme.appearance == .dark, case .solid(let color)? = paint,
      color.isOpaque, OKLab(color).lightness > 0.8
    else { return }
    log.add(
      DeckIssue(
        .warning, file: deck.file, place: deck.root.place(at: path), path: path,
        message: "the background \(color.hexText) stays light in the dark appearance",
        hint:
          "write { \"light\": \"\(color.hexText)\", \"dark\": \"#16181D\" }, or the name of a colour of the theme",
        code: .noEffect))
  }

  /// Rejects an accent that is transparent or invisible on the theme's cards.
  private func checkAccent(_ accent: Color, _ theme: ResolvedTheme, _ context: ReadContext) {
    let path = JSONPath.root.key("brand").key("accent")
    guard let node = deck.root["brand"]?["accent"] else { return }
    let surface = theme.base.surfaceColor
    if !accent.isOpaque {
      context.error(
        node, path, "the accent \(accent.hexText) of a brand is not opaque",
        hint: "its contrast would depend on the content behind it")
    } else if theme.appearance == .light, !Brand.isSeen(accent, on: surface) {
      context.error(
        node, path, "the accent \(accent.hexText) has too little contrast with the cards, \(surface.hexText)",
        hint: "choose a darker or more colourful one")
    }
  }

  /// The resolved deck without its cards.
  func deck(_ opened: Opened, _ catalog: FontCatalog) -> ResolvedDeck {
    var resolved = ResolvedDeck(
      canvas: opened.values.canvas, layout: opened.layout, theme: opened.theme, cards: [],
      sheetContents: opened.contents.filter { !$0.frame.isHidden }, date: opened.values.date,
      locale: opened.values.locale, seed: opened.values.seed,
      file: deck.file,
      document: document(opened.values), fonts: catalog)
    resolved.brand = opened.values.brand
    resolved.mail = opened.values.mail ?? MailHeaders()
    resolved.report =
      deck.isReport
      ? Report(setup: opened.values.page ?? PageSetup(), deck: deck, options: options) : nil
    return resolved
  }

  /// The paths of the files that were read or looked for so far, sorted.
  var reads: [String] { assets.names.union(deck.includes).sorted() }

  /// The metadata of a document.
  private func document(_ values: DeckValues) -> DocumentInfo {
    let language = values.locale.identifier.split(separator: "_").joined(separator: "-")
    return DocumentInfo(title: values.title, author: values.author, language: language)
  }

  /// The values available to bindings.
  private func scope(_ locale: DeckLocale, texts: BindingTexts = BindingTexts()) -> BindingScope {
    let (data, isValid) = DeckData(deck: deck, options: options, inputs: inputs, log: log).merged()
    hasInvalidData = !isValid
    // Only an error about missing data mentions the file.
    let isEmpty = if case .object(let members) = data.value { members.isEmpty } else { false }
    return BindingScope(
      data: data, locale: locale, texts: texts, custom: options.custom,
      leavesDataFile: isEmpty && !options.namesProperties && deck.leavesDataFile)
  }

  /// The context of bindings before the theme is resolved, enough to repeat cards but not to read them.
  func outline(_ families: FamilyList = FamilyList { .success($0) }) -> ReadContext {
    let scope = scope(.standard)
    scope.budget.collectNames()
    func context(_ locale: DeckLocale) -> ReadContext {
      ReadContext(
        file: deck.file, log: log, theme: ThemeRegistry.standard.theme(), assets: assets, families: families,
        scope: scope.with(locale: locale), counter: counter)
    }
    if let name = options.locale {
      if let locale = DeckLocale(name) { return context(locale) }
      var issue = DeckLocale.unknown(name, file: options.name("locale", "--locale"), place: nil, path: .root)
      issue.option = "locale"
      log.add(issue)
    }
    guard options.locale == nil, deck.root["locale"] != nil else { return context(.standard) }
    var values = DeckValues()
    read(["locale"], context(.standard), into: &values)
    return context(values.locale)
  }

  /// The content of the sheet in each drawn state; empty if its `if` is false.
  private func sheetContents(_ layout: DeckLayout, _ context: ReadContext) -> [ResolvedCard] {
    let outer = JSONPath.root.key("layout")
    guard layout.kind.hasContent, let node = context.given(deck.root["layout"], outer)?["content"]
    else { return [] }
    let path = outer.key("content")
    if let repetition = node["forEach"] {
      context.error(repetition, path.key("forEach"), "the content of a sheet cannot be repeated")
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

  /// The context with the deck's theme and its components.
  private func themed(_ context: ReadContext) -> ReadContext {
    if let node = options.themeName.map({ JSONNode(.string($0)) }) ?? options.themeNode {
      return themed(chosen: node, context)
    }
    guard let node = deck.root["theme"] else { return context }
    return ThemeReading(context: context, file: deck.file).themed(node, JSONPath.root.key("theme"))
  }

  /// The context with the components of the deck, which override those of its theme.
  private func withComponents(_ context: ReadContext) -> ReadContext {
    guard let node = deck.root["components"] else { return context }
    return context.with(
      components: Component.read(node, JSONPath.root.key("components"), context) {
        context.kind(ofPart: $0) != nil
      })
  }

  /// The context with the theme in the options; errors in its name are reported for the option.
  private func themed(chosen node: JSONNode, _ context: ReadContext) -> ReadContext {
    let found = IssueLog(files: deck.files)
    let own = context.with(scope: context.scope, log: found, counter: context.counter)
    let themed = ThemeReading(context: own, file: deck.file).themed(node, .root)
    for var issue in found.sorted {
      issue.option = "theme"
      if issue.file == deck.file, issue.place == nil { issue.file = options.name("theme", "--theme") }
      log.add(issue)
    }
    return themed.with(scope: context.scope, log: context.log, counter: context.counter)
  }

  /// Reads all cards.
  func cards(_ opened: Opened) -> [ResolvedCard] {
    let (layout, contents, context) = (opened.layout, opened.contents, opened.context)
    guard let node = deck.root["cards"], !hasInvalidData else { return [] }
    let path = JSONPath.root.key("cards")
    guard case .array(let nodes) = node.value else {
      issue(node, path, "expected a list of cards, found \(node.briefText)")
      return []
    }
    let reading = reading(opened)
    var cards: [ResolvedCard] = []
    var ids = CardIDs()
    if let content = contents.first, content.hasOwnID {
      _ = ids.take(content.id, place: content.place, path: content.path, file: deck.file)
    }
    let most = min(Limits.cards, options.limits.cards ?? .max)
    let elements = context.expand(nodes, path, most: most, noun: "cards")
    for (number, element) in elements.enumerated() {
      // The caller reports the reason.
      if RenderLimits.isOver { break }
      let read = reading.cards(element.node, element.path, element.context, name: String(number + 1))
      guard let card = read.first else { continue }
      let place = (element.node["id"] ?? element.node).place
      if card.hasOwnID,
        let issue = ids.take(card.id, place: place, path: element.path, file: deck.file)
      {
        log.add(issue)
      }
      cards += read
      checkDarkness(card.frame.backdrop.last, element.path, card.theme)
    }
    let all = cards + contents
    if let state = options.state, !all.isEmpty, !all.contains(where: { $0.states.contains(state) }) {
      log.add(
        options.issue(
          "state", "--state", "no card has the state '\(state)'",
          Spelling.question(for: state, in: all.flatMap(\.states)),
          .unknownState))
    }
    checkNames(layout, cards)
    return chosen(cards.filter { !$0.frame.isHidden }, of: cards, contents)
  }

  /// Rejects ids in the layout that do not belong to a card.
  private func checkNames(_ layout: DeckLayout, _ cards: [ResolvedCard]) {
    let known = cards.map(\.id)
    let references = (layout.own?.references ?? []).flatMap { key, ids in
      ids.enumerated().map { (JSONPath.root.key("layout").key(key).index($0), $1) }
    }
    for (path, name) in references where !known.contains(name) {
      let issue = DeckIssue(
        .error, file: deck.file, place: deck.root.place(at: path), path: path,
        message: "no card has the id '\(name)'")
      log.add(issue) { Spelling.question(for: name, in: known) }
    }
  }

  /// The reader for the cards of the deck.
  func reading(_ opened: Opened) -> CardReading {
    let layout = opened.layout
    // The cards behind a sheet are one picture, even if the sheet's content has several states.
    return CardReading(
      state: options.state, file: deck.file,
      drawsAllStates: options.drawsAllStates && !layout.kind.hasContent,
      setting: layout.kind.setting(layout),
      background: opened.values.canvas.background, layout: layout, isReport: deck.isReport)
  }

  /// The cards that the caller selected.
  private func chosen(_ shown: [ResolvedCard], of all: [ResolvedCard], _ contents: [ResolvedCard])
    -> [ResolvedCard]
  {
    let known = (shown + contents).map(\.id)
    for name in options.cards where !known.contains(name) {
      let isHidden = all.contains { $0.id == name }
      log.add(
        options.issue(
          "cards", "--card", isHidden ? "the card '\(name)' is hidden" : "no card has the id '\(name)'",
          Spelling.question(for: name, in: known)
            ?? (known.isEmpty || isHidden ? nil : "the cards are \(Self.listed(known))"),
          .unknownCard))
    }
    return options.cards.isEmpty ? shown : shown.filter { options.cards.contains($0.id) }
  }

  /// Up to eight names for a message.
  private static func listed(_ names: [String]) -> String {
    let shown = names.prefix(8).map(DeckIssue.quoted).joined(separator: ", ")
    return names.count > 8 ? "\(shown), …" : shown
  }
}

/// The header and footer of a report; they are read for each page because they can bind its number.
struct PageHeaderFooter {
  private let deck: Deck
  private let context: ReadContext
  private let counter = NodeCounter()

  init(_ deck: Deck, _ context: ReadContext) {
    (self.deck, self.context) = (deck, context)
  }

  /// Opens a report again for layout; its errors have already been reported.
  init(_ report: Report, _ fonts: FontContext) {
    let resolver = Resolver(report.deck, report.options, IssueLog(files: report.deck.files))
    self.init(report.deck, resolver.open(fonts).context)
  }

  /// The parts under a key of `page`, and their diagnostics.
  func parts(_ key: String, page: Int, of pages: Int) -> (parts: [AnyPart], issues: [DeckIssue]) {
    let path = JSONPath.root.key("page")
    guard let node = deck.root["page"]?[key] else { return ([], []) }
    let log = IssueLog(files: deck.files)
    let scope = context.scope.binding("page", to: .of(page)).binding("pages", to: .of(pages))
    let own = context.with(scope: scope, log: log, counter: counter)
    let parts = ValueKind<[AnyPart]>.parts.read(node, path.key(key), own) ?? []
    return (parts, log.sorted)
  }
}

/// The ids of a deck's cards, which must be unique.
struct CardIDs {
  private var places: [String: SourcePlace?] = [:]

  /// Records the id of a card.
  ///
  /// - Parameters:
  ///   - place: the position of the id in the file.
  ///   - path: the path of the card in the deck.
  /// - Returns: an error if another card already has the id.
  mutating func take(_ id: String, place: SourcePlace?, path: JSONPath, file: String) -> DeckIssue? {
    guard let first = places[id] else {
      places[id] = .some(place)
      return nil
    }
    return DeckIssue(
      .error, file: file, place: place, path: path.key("id"), message: "two cards have the id '\(id)'",
      hint: first.map { "the first is at \($0.text)" }, code: .duplicateID)
  }
}
