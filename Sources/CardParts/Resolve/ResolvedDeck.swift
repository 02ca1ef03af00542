public import CardRaster

/// A deck with everything decided that does not need measuring.
///
/// What the next stage no longer has to know: bindings, `if` and `forEach`, states that are not drawn, theme files,
/// names of fonts and colours, files. Traits are applied; lengths are points.
public struct ResolvedDeck: Sendable {
  /// The picture's size, scale and background.
  package var canvas: Canvas
  /// How cards are placed.
  package var layout: DeckLayout
  /// The deck's theme.
  @Boxed package var theme: ResolvedTheme
  /// The cards that are drawn, in order; a card stands once for each state that is drawn.
  package var cards: [ResolvedCard]
  /// The card on the sheet of a layout that has one, once for each state that is drawn.
  package var sheetContents: [ResolvedCard] = []
  /// The parts of a layout that shows a screen.
  var screen = ScreenParts()
  /// What counts as today.
  package var date: CalendarDate
  /// How numbers, amounts and dates are written.
  var locale: DeckLocale
  /// The seed of everything random.
  package var seed: Int
  /// The files below the deck's folder that were read or asked for, in order of their names.
  var reads: [String] = []
  /// The deck's file, for messages.
  public var file: String
  /// What a document of the deck says of itself.
  package var document = DocumentInfo()
  /// What makes the deck a report; nil when it is none.
  var report: Report?
  /// The folder's own fonts, beside the bundled ones.
  public var fonts: FontCatalog
  /// The sums of the files of those that are not bundled.
  let fontSums = FontSums()

  /// Space between the picture's edges and the cards; a card that fills the canvas reaches them.
  var padding: Insets {
    canvas.padding ?? (layout.kind == .fullScreen ? .zero : theme.pageMargins)
  }
}

/// Parts that stand in a layout itself and not on a card, by its keys.
struct ScreenParts: Sendable {
  /// What fills the screen behind the cards.
  var backdrop: [AnyPart] = []
  var topToolBar: [AnyPart] = []
  var bottomToolBar: [AnyPart] = []
  var headerAccessory: [AnyPart] = []
  var info: [AnyPart] = []
  var stickyBar: [AnyPart] = []

  /// All of them.
  var all: [AnyPart] { backdrop + topToolBar + bottomToolBar + headerAccessory + info + stickyBar }
}

/// A card with everything decided that does not need measuring.
package struct ResolvedCard: Sendable {
  /// Its name: the deck's `id`, or its number in the deck from 1.
  package var id: String
  /// Whether the deck gave the name.
  package var hasOwnID: Bool
  /// Where it stands in the deck.
  package var path: JSONPath
  /// Where it stands in the file.
  package var place: SourcePlace?
  /// Its theme.
  @Boxed package var theme: ResolvedTheme
  /// Background, shadows, border, paddings: the traits, applied.
  package var frame: CardFrame
  /// The state that is drawn.
  package var state: String
  /// All states of the card.
  package var states: [String]
  /// The parts of the state.
  package var parts: [AnyPart]
  /// The height of the content when it is given.
  package var height: Double?
  /// Whether parts are cut off at round corners.
  package var clips: Bool
  /// Where a tap goes.
  package var link: String?
  /// The text alternative.
  package var alt: String?
  /// How numbers, amounts and dates are written in it.
  var locale: DeckLocale
  /// From which side the deck is read that it stands in; a card of another locale may be read from the other one.
  var deckDirection = LayoutDirection.leftToRight
  /// Where pages of a report end around and in it.
  var breaking = Breaking()
  /// What it has beside its parts in a swipe stack.
  var swipe: SwipeCard?
  /// What it has beside its parts on a sheet over a map.
  var sheet: SheetCard?
  /// The cards beside each other that it shows there in the place of its parts.
  var sheetPages: [ResolvedCard] = []

  /// What the deck says of its traits, for explanations.
  var traits: JSONNode?

  /// The parts of the state, and those that layouts add.
  var allParts: [AnyPart] {
    parts + (swipe?.parts ?? []) + (sheet?.parts ?? []) + sheetPages.flatMap(\.allParts)
  }
}

extension ResolvedDeck {
  /// The deck as indented text: one line a card, a part or a trait's result; for `inspect --stage resolved`.
  public var dump: String {
    var lines = [
      "deck \(layout.kind.rawValue) width \(NumberText.text(canvas.finalWidth))"
        + (canvas.finalHeight.map { " height \(NumberText.text($0))" } ?? "")
        + " scale \(NumberText.text(canvas.scale))"
        + (theme.appearance == .light ? "" : " \(theme.appearance.rawValue)")
    ]
    for card in cards { append(card, "card", to: &lines) }
    for card in sheetContents { append(card, "sheet", to: &lines) }
    return lines.joined(separator: "\n") + "\n"
  }

  private func append(_ card: ResolvedCard, _ what: String, to lines: inout [String]) {
    lines.append("  \(what) \(card.id) state \(card.state) \(card.path.text)")
    lines += card.frame.dump.map { "    " + $0 }
    for part in card.parts { append(part, indent: "    ", to: &lines) }
  }

  private func append(_ part: AnyPart, indent: String, to lines: inout [String]) {
    var line = indent + part.type
    if let id = part.common.id { line += " id \(id)" }
    if part.common.isHidden { line += " hidden" }
    lines.append(line + " \(part.path.text)")
    for child in part.part.children { append(child, indent: indent + "  ", to: &lines) }
  }
}

extension CardFrame {
  /// What the traits made of the frame, a line a fact.
  fileprivate var dump: [String] {
    var result = ["padding \(NumberText.text(topPadding)) \(NumberText.text(bottomPadding))"]
    if case .solid(let color) = background { result.append("background \(color.hexText)") }
    for gradient in gradients {
      result.append(
        "gradient \(gradient.kind.rawValue) " + gradient.colors.map(\.hexText).joined(separator: " "))
    }
    for (name, shadow) in shadows.map({ ("shadow", $0) }) + innerShadows.map({ ("inner shadow", $0) }) {
      result.append(
        "\(name) \(shadow.color.hexText) radius \(NumberText.text(shadow.radius)) offset "
          + "\(NumberText.text(shadow.offset.x)) \(NumberText.text(shadow.offset.y))")
    }
    if !radii.isZero {
      let curve = cornerCurve == .circular ? "" : " \(cornerCurve.rawValue)"
      result.append("radius \(NumberText.text(radii.largest))\(curve)")
    }
    if backdropBlur > 0 { result.append("backdrop blur \(NumberText.text(backdropBlur))") }
    if let notches {
      result.append("notches \(notches.axis.rawValue) radius \(NumberText.text(notches.radius))")
    }
    if let editButton { result.append("editable \(editButton.color.hexText)") }
    if let longPress {
      result.append("long press \(NumberText.text(longPress.minimumPressDuration)) \(longPress.link)")
    }
    if let image = backgroundImage?.words { result.append("picture \(image)") }
    if let border, border.lines.contains(where: { $0.width > 0 }) { result.append("border \(border.words)") }
    return result
  }
}

/// The header and the footer of a report, read once for each page: their bindings know its number.
struct RunningParts {
  private let deck: Deck
  private let context: ReadContext
  private let counter = NodeCounter()

  init(_ deck: Deck, _ context: ReadContext) {
    self.deck = deck
    self.context = context
  }

  /// Opens a report once more, for those that lay it out; what is wrong with it was told before.
  init(_ report: Report, _ fonts: FontShelf) {
    let resolver = Resolver(report.deck, report.options, IssueLog(files: report.deck.files))
    self.init(report.deck, resolver.open(fonts).context)
  }

  /// The parts under a key of `page`, and what is wrong with them.
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

/// What a report is laid out with beside its cards.
struct Report: Sendable {
  var setup: PageSetup
  /// The deck and what was decided over it, from which header and footer of each page are read.
  var deck: Deck
  var options: DeckOptions
}
