import CardRaster

/// Reads cards from a deck: `theme`, `traits`, the drawn states and their parts.
struct CardReading {
  /// The state that the caller selected.
  let state: String?
  let file: String
  /// Whether every state of a card is drawn instead of one.
  var drawsAllStates = false
  /// The surroundings of the cards, which determine their frames.
  var setting = CardFrame.Setting.list
  /// The background of the canvas, which a card that fills it must not hide.
  var background: Paint?
  /// The layout of the deck.
  var layout = DeckLayout()
  /// Whether the deck is a report.
  var isReport = false

  static let object = ObjectSchema("card", "A card.", fields, repeats: true) { CardValues() }

  /// The keys of a card.
  static let fields = FieldTable<CardValues>(
    needs: [["parts", "states"]],
    way: { $0["type"] == nil ? nil : #"a card has a list of parts: { "parts": [{ "type": "text", … }] }"# }
  ) {
    Field(
      "id", \.id, .identifier, "A name for selecting the card, for file names and for its region.",
      default: "its number")
    Field("height", \.height, .length, "An explicit height of the content.", default: "what the parts need")
    Field("clips", \.clips, .boolean, "Whether parts are clipped to round corners.")
    Field("link", \.link, .link, "The target of a tap on the card.")
    Field("alt", \.alt, .text, "The text alternative of the card.")
    Field(
      "state", \.state, .text, "The state that is drawn.", default: "`none`, else `hasData`, else the first")
    Field(
      "traits", readElsewhere: "traits", .object(TraitRegistry.object),
      "Traits: they change the card's frame.")
    Field(
      "parts", readElsewhere: "parts", .list(.reference(.part), 0...Limits.nodes),
      "The parts of the state `none`, top to bottom.")
    Field(
      "states", readElsewhere: "states",
      .map(.any([.list(.reference(.part), 0...Limits.nodes), .object(StateValues.object)])),
      "Parts by state: a list, or an object with `parts`, `link` and `alt`.", isBound: false)
    Field("theme", readElsewhere: "theme", .reference(.theme), "A theme for this card.")
    Field(
      "appearance", readElsewhere: "appearance", ValueKind<Appearance>.word.schema,
      "The appearance of this card, such as `dark` in a light deck.", default: "the deck's")
    Field(
      "locale", readElsewhere: "locale", .text(DeckLocale.form),
      "The language of currency, numbers and dates in this card.",
      default: "the deck's")
    Field(
      "breakBefore", \.breaking.before, .word, "In a report: whether a page ends above the card.")
    Field(
      "breakAfter", \.breaking.after, .word, "In a report: whether a page ends below the card.",
      default: "`auto`")
    Field(
      "breakInside", \.breaking.inside, .word, "In a report: whether a page may end in the card.")
    LayoutRegistry.kinds.flatMap { $0.cardFields }
  }

  /// Reads a card after `if` and `forEach`: one result for each drawn state, in the order of the deck.
  ///
  /// - Parameter name: the name of the card if it has no `id`.
  func cards(_ node: JSONNode, _ path: JSONPath, _ outer: ReadContext, name: String) -> [ResolvedCard] {
    guard case .object = node.value else {
      outer.mismatch(node, path, expected: "a card such as { \"parts\": [ … ] }")
      return []
    }
    var context = outer.with(localeOf: node, path)
    if let given = node["theme"] {
      context = ThemeReading(context: context, file: file).themed(given, path.key("theme"))
    }
    if let given = node["appearance"],
      let appearance = ValueKind<Appearance>.word.readOptional(given, path.key("appearance"), context)
    {
      context = context.with(appearance: appearance)
    }
    if let cellMargins = layout.cardCellMargins {
      var theme = context.theme
      theme.cardCellMargins = cellMargins
      context = context.with(theme: theme)
    }
    var values = CardValues()
    CardReading.fields.read(node, path, context, into: &values, what: "a card")
    let node = context.withoutNulls(node)
    for kind in LayoutRegistry.kinds where kind != layout.kind {
      context.refuse(
        kind.cardFields.map(\.name), of: node, path, "in layout '\(layout.kind.name)'", owners: [kind.name])
    }
    let pages = pages(of: node, path, context)
    var frame = CardFrame(context.theme, in: setting)
    if setting == .fullScreen, background != nil, context.theme.compatibility.showsBackdrop {
      frame.background = nil
    }
    if let traits = node["traits"] {
      for trait in TraitRegistry.read(traits, path.key("traits"), context) { trait.apply(to: &frame) }
    }
    let behind = background?.colors(over: [.white]) ?? [outer.theme.pageBackgroundColor]
    if let image = frame.backgroundImage, image.scrim == nil {
      frame.scrim = context.theme.scrim(over: image.grounds)
    }
    let adapted = context.theme.adapted(to: frame.grounds(over: setting.isSheet ? [] : behind))
    if adapted.grounds != context.theme.grounds {
      if frame.border?.uniform?.color == context.theme.cardBorderColor { frame.border = nil }
      context = context.with(theme: adapted)
    }
    let contents = contents(node, path, context, wanted: values.state)
    if case .object(let members) = node.value, members.count == 1, layout.kind.flows,
      let parts = node["parts"],
      case .array([]) = parts.value
    {
      context.warning(parts, path.key("parts"), "the card has no parts and no 'height'")
    }
    if !isReport { noteIdleBreaks(node, path, contents.flatMap(\.parts), context) }
    return contents.map { content in
      let card = ResolvedCard(
        id: values.id ?? name, hasOwnID: values.id != nil, path: path, place: node.place,
        theme: context.theme, frame: frame, state: content.name, states: content.all,
        parts: (setting == .fullScreen ? content.parts.withAccent(context.theme) : content.parts)
          .withFloatingConfetti(context.theme),
        height: values.height, clips: values.clips, link: content.link ?? values.link,
        alt: content.alt ?? values.alt, locale: context.scope.locale,
        deckDirection: outer.theme.direction, breaking: values.breaking,
        columnSpan: values.columnSpan, rowSpan: values.rowSpan,
        own: layout.kind.cardFields.first.flatMap { values.own[$0.name] },
        sheetPages: pages,
        traits: node["traits"])
      layout.kind.validate(card, node, layout, context)
      return card
    }
  }

  /// Warns about page breaks in a deck that is not a report.
  private func noteIdleBreaks(
    _ node: JSONNode, _ path: JSONPath, _ parts: [AnyPart], _ context: ReadContext
  ) {
    for key in ["breakBefore", "breakAfter", "breakInside"] {
      guard let value = node[key] else { continue }
      context.warning(
        value, path.key(key), "'\(key)' has no effect outside a report", hint: Self.reportHint,
        code: .noEffect)
    }
    noteIdleBreaks(of: parts, context)
  }

  private static let reportHint = "give the deck a 'page', which makes it a report"

  private func noteIdleBreaks(of parts: [AnyPart], _ context: ReadContext) {
    for part in parts {
      for key in part.common.breaking?.keys ?? [] {
        context.log.add(
          DeckIssue(
            .warning, file: file, place: part.place, path: part.path.key(key),
            message: "'\(key)' has no effect outside a report", hint: Self.reportHint, code: .noEffect))
      }
      noteIdleBreaks(of: part.part.children, context)
    }
  }

  /// The cards that a card of a sheet shows next to each other instead of its parts.
  private func pages(of node: JSONNode, _ path: JSONPath, _ context: ReadContext) -> [ResolvedCard] {
    guard let key = layout.kind.cardFields.first?.name, let list = node[key]?["pages"] else { return [] }
    let inner = path.key(key).key("pages")
    guard case .array(let nodes) = list.value else {
      context.mismatch(list, inner, expected: "a list of cards")
      return []
    }
    guard context.depth < Limits.nesting else {
      context.error(list, inner, "pages are nested deeper than the limit of \(Limits.nesting)")
      return []
    }
    var result: [ResolvedCard] = []
    for (number, element) in context.expand(nodes, inner, most: 100, noun: "pages").enumerated() {
      let read = cards(
        element.node, element.path, element.context.with(deeper: true), name: "page-\(number + 1)")
      if let page = read.first { result.append(page) }
    }
    return result
  }

  private struct Content {
    var name: String
    var all: [String]
    var parts: [AnyPart] = []
    var link: String?
    var alt: String?
  }

  /// The values of a state in object form.
  struct StateValues: Sendable {
    var parts: [AnyPart] = []
    var link: String?
    var alt: String?

    static let object = ObjectSchema("state", "A state given as an object.", fields) { StateValues() }

    static let fields = FieldTable<StateValues> {
      Field("parts", \.parts, .parts, "The parts of the state, top to bottom.")
      Field("link", \.link, .link, "The target of a tap on the card in this state.", default: "the card's")
      Field("alt", \.alt, .text, "The text alternative in this state.", default: "the card's")
    }
  }

  /// A state in the deck.
  private struct State {
    var name: String
    var node: JSONNode
    var path: JSONPath
  }

  /// The contents of the drawn states.
  private func contents(_ node: JSONNode, _ path: JSONPath, _ context: ReadContext, wanted: String?)
    -> [Content]
  {
    let states = states(node, path, context)
    let names = states.map(\.name)
    if let wanted, !names.contains(wanted), wanted != "none" {
      context.error(
        node["state"] ?? node, path.key("state"), "the card has no state '\(wanted)'",
        hint: Spelling.question(for: wanted, in: names))
    }
    if states.isEmpty {
      // If both keys are missing, the field table reports it.
      if node["states"] != nil {
        context.error(node, path, "a card needs 'parts' or 'states'", code: .missingValue)
      }
      return [Content(name: "none", all: [])]
    }
    if drawsAllStates {
      return states.map { content(of: $0, names, context, isShort: $0.path == path.key("parts")) }
    }
    let asked = state.flatMap { names.contains($0) ? $0 : nil } ?? wanted
    let name = asked ?? ["none", "hasData"].first(where: names.contains) ?? states[0].name
    guard let state = states.first(where: { $0.name == name }) else {
      return [Content(name: name, all: names)]
    }
    return [content(of: state, names, context, isShort: state.path == path.key("parts"))]
  }

  /// The states of a card in the order of the deck, starting with `parts`.
  private func states(_ node: JSONNode, _ path: JSONPath, _ context: ReadContext) -> [State] {
    var states: [State] = []
    if let parts = node["parts"] {
      states.append(State(name: "none", node: parts, path: path.key("parts")))
    }
    if let object = node["states"] {
      let statesPath = path.key("states")
      if case .object(let members) = object.value {
        for member in members where !context.isNull(member.value) {
          if member.key == "none", node["parts"] != nil {
            context.error(
              member.value, statesPath.key("none"), "the state 'none' is given twice: here and as 'parts'")
            continue
          }
          // The name is checked as an identifier because it may become part of a file name.
          let key = JSONNode(.string(member.key), place: member.keyPlace ?? member.value.place)
          _ = ValueKind<String>.identifier.parse(key, statesPath, context)
          states.append(State(name: member.key, node: member.value, path: statesPath.key(member.key)))
        }
      } else {
        context.mismatch(object, statesPath, expected: "an object with parts by state")
      }
    }
    return states
  }

  /// - Parameter isShort: whether the state is the card's `parts`.
  private func content(of state: State, _ names: [String], _ context: ReadContext, isShort: Bool) -> Content {
    var result = Content(name: state.name, all: names)
    guard let filled = context.filled(state.node, state.path) else { return result }
    if case .object = filled.value, !isShort {
      var values = StateValues()
      StateValues.fields.read(filled, state.path, context, into: &values, what: "a state")
      result.parts = values.parts
      result.link = values.link
      result.alt = values.alt
    } else {
      result.parts = ValueKind<[AnyPart]>.parts.read(filled, state.path, context) ?? []
    }
    return result
  }
}

extension ReadContext {
  /// The context for a card, with the card's own locale if it has one.
  fileprivate func with(localeOf card: JSONNode, _ path: JSONPath) -> ReadContext {
    guard let given = card["locale"],
      let locale = ValueKind<DeckLocale>.locale.readOptional(given, path.key("locale"), self)
    else { return self }
    let own = with(scope: scope.with(locale: locale))
    guard !setting.isDirected, locale.direction != theme.direction else { return own }
    var theme = theme
    theme.direction = locale.direction
    return own.with(theme: theme)
  }
}

extension [AnyPart] {
  /// The parts of a card; confetti without a place of its own falls behind the others.
  func withFloatingConfetti(_ theme: ResolvedTheme) -> [AnyPart] {
    func needsNoRoom(_ part: AnyPart) -> Bool {
      part.common.isHidden || (part.part is ConfettiPart && part.common.height == nil)
    }
    let hasOthers = !allSatisfy(needsNoRoom)
    return map { part in
      guard let confetti = part.part as? ConfettiPart else { return part }
      return changing(part) { $0.part = confetti.amongOthers(hasOthers, part.common, theme) }
    }
  }
}
