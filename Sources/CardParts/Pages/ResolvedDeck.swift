public import CardRaster

/// A deck in which everything is resolved that does not depend on measuring.
///
/// Bindings, `if` and `forEach` are evaluated, and states, themes, fonts, colours and files are resolved.
/// Traits are applied, and lengths are in points.
public struct ResolvedDeck: Sendable {
  /// The size, scale and background of the picture.
  @CopyOnWriteBox package var canvas: Canvas
  /// The layout of the cards.
  @CopyOnWriteBox package var layout: DeckLayout
  /// The deck's theme.
  @CopyOnWriteBox package var theme: ResolvedTheme
  /// The brand that the theme follows, to explain changes.
  @CopyOnWriteBox var brand: Brand?
  /// The drawn cards in order; a card occurs once for each drawn state.
  package var cards: [ResolvedCard]
  /// The content of the sheet, once for each drawn state; empty in layouts without a sheet.
  package var sheetContents: [ResolvedCard] = []
  /// The current date.
  package var date: CalendarDate
  /// The locale of numbers, amounts and dates.
  @CopyOnWriteBox var locale: DeckLocale
  /// The seed of the random number generator.
  package var seed: Int
  /// The paths of the files that were read or looked for in the deck's folder, sorted.
  var reads: [String] = []
  /// The name of the deck's file in messages.
  public var file: String
  /// The metadata of a PDF or SVG document.
  @CopyOnWriteBox package var document = DocumentInfo()
  /// The headers of an e-mail.
  @CopyOnWriteBox var mail = MailHeaders()
  /// The settings of a report; nil if the deck is not a report.
  @CopyOnWriteBox var report: Report?
  /// The bundled fonts and the deck's own fonts.
  public var fonts: FontCatalog
  /// The digests of the deck's own font files.
  let fontSums = FontSums()

  /// The space between the picture's edges and the cards; zero for a card that fills the canvas.
  var padding: Insets {
    canvas.padding ?? (layout.kind.showsOneCard ? .zero : theme.pageMargins)
  }
}

/// The values of a card that its field table reads; `CardReading` reads the other keys.
struct CardValues: Sendable {
  var id: String?
  var height: Double?
  var clips = true
  var link: String?
  var alt: String?
  var state: String?
  var breaking = Breaking()
  var columnSpan = 1
  var rowSpan = 1
  /// The properties for each layout, by their keys.
  var own: [String: any HoldsParts] = [:]
}

/// A card in which everything is resolved that does not depend on measuring.
package struct ResolvedCard: Sendable {
  /// The deck's `id`, or the number in the deck from 1.
  package var id: String
  /// Whether the deck sets the `id`.
  package var hasOwnID: Bool
  /// The path in the deck.
  package var path: JSONPath
  /// The position in the file.
  package var place: SourcePlace?
  /// The theme of the card.
  @CopyOnWriteBox package var theme: ResolvedTheme
  /// The frame after all traits: background, shadows, border, paddings.
  @CopyOnWriteBox package var frame: CardFrame
  /// The drawn state.
  package var state: String
  /// The names of all states of the card.
  package var states: [String]
  /// The parts of the drawn state.
  package var parts: [AnyPart]
  /// The explicit height of the content, if there is one.
  package var height: Double?
  /// Whether parts are clipped at round corners.
  package var clips: Bool
  /// The target of a tap.
  package var link: String?
  /// The alternative text.
  package var alt: String?
  /// The locale of numbers, amounts and dates.
  @CopyOnWriteBox var locale: DeckLocale
  /// The direction of the deck, which may differ from that of the card's locale.
  var deckDirection = LayoutDirection.leftToRight
  /// The page breaks around and inside the card.
  var breaking = Breaking()
  /// The number of columns in a grid.
  var columnSpan = 1
  /// The number of rows in a grid.
  var rowSpan = 1
  /// The properties for the layout of the deck.
  var own: (any HoldsParts)?
  /// The cards that the card shows next to each other instead of its parts, in the layout `sheet`.
  var sheetPages: [ResolvedCard] = []

  /// The traits in the deck, for explanations.
  var traits: JSONNode?

  /// The parts of the state, and those in the properties of layouts.
  var allParts: [AnyPart] {
    parts + (own?.parts ?? []) + sheetPages.flatMap(\.allParts)
  }
}

extension ResolvedDeck {
  /// The deck as indented text, with one line per card, part and trait; for `inspect --stage resolved`.
  public var dump: String {
    var lines = [
      "deck \(layout.kind.name) width \(NumberText.format(canvas.finalWidth))"
        + (canvas.finalHeight.map { " height \(NumberText.format($0))" } ?? "")
        + " scale \(NumberText.format(canvas.scale))"
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
  /// The frame after all traits, one value per line.
  fileprivate var dump: [String] {
    var result = ["padding \(NumberText.format(topPadding)) \(NumberText.format(bottomPadding))"]
    if case .solid(let color) = background { result.append("background \(color.hexText)") }
    for gradient in gradients {
      result.append(
        "gradient \(gradient.kind.rawValue) " + gradient.colors.map(\.hexText).joined(separator: " "))
    }
    for (name, shadow) in shadows.map({ ("shadow", $0) }) + innerShadows.map({ ("inner shadow", $0) }) {
      result.append(
        "\(name) \(shadow.color.hexText) radius \(NumberText.format(shadow.radius)) offset "
          + "\(NumberText.format(shadow.offset.x)) \(NumberText.format(shadow.offset.y))")
    }
    if !radii.isZero {
      let curve = cornerCurve == .circular ? "" : " \(cornerCurve.rawValue)"
      result.append("radius \(NumberText.format(radii.largest))\(curve)")
    }
    if backdropBlur > 0 { result.append("backdrop blur \(NumberText.format(backdropBlur))") }
    if let notches {
      result.append("notches \(notches.axis.rawValue) radius \(NumberText.format(notches.radius))")
    }
    if let mask { result.append("mask \(mask.words)") }
    if let editButton { result.append("editable \(editButton.color.hexText)") }
    if let longPress {
      result.append("long press \(NumberText.format(longPress.minimumPressDuration)) \(longPress.link)")
    }
    if let image = backgroundImage?.words { result.append("picture \(image)") }
    if let border, border.lines.contains(where: { $0.width > 0 }) { result.append("border \(border.words)") }
    return result
  }
}

/// The settings of a report in addition to its cards.
struct Report: Sendable {
  var setup: PageSetup
  /// The deck and its options, for reading the header and footer of each page.
  var deck: Deck
  var options: DeckOptions
}
