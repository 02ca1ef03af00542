import CardRaster
import TestSupport

@testable import CardParts

/// The pages of parts and traits, generated from the descriptions in the code.
enum ManualPages {
  /// A page: its path relative to the project and its text.
  struct Page {
    var path: String
    var text: String
  }

  /// All pages, those of parts first.
  static var all: [Page] {
    Manual.parts.map { Page(path: "Docs/parts/\($0.name).md", text: part($0)) }
      + Manual.traits.map { Page(path: "Docs/traits/\($0.name).md", text: trait($0)) }
  }

  /// The first line of every generated page.
  static let notice = "<!-- Generated from the sources: `make docs` writes this page, a test compares it. -->"

  private static func part(_ entry: Manual.Entry) -> String {
    page(
      entry, "parts", deck: ManualDecks.part(entry), none: "None of its own.",
      after: "\n\nEvery part also takes what is [common to all parts](../deck-format.md#common-to-all-parts)."
    )
  }

  private static func trait(_ entry: Manual.Entry) -> String {
    page(
      entry, "traits", deck: ManualDecks.trait(entry), none: traitWithoutProperties(entry),
      after: several(entry))
  }

  /// The page of a part or a trait.
  ///
  /// - Parameters:
  /// - kind: the name of the kind in the README and in the folders of pictures.
  /// - none: the text instead of an empty table.
  /// - text: the text after the table.
  private static func page(
    _ entry: Manual.Entry, _ kind: String, deck: String, none: String, after text: String
  ) -> String {
    """
    \(notice)

    # \(entry.name)

    \(entry.summary)

    ![\(entry.name)](../pictures/\(kind)/\(entry.name).png)

    ```json
    \(deck)
    ```

    ## Properties

    \(table(entry.keys, on: "Docs/\(kind)/\(entry.name).md", none: none))\(text)

    [All \(kind)](../parts.md#\(kind)) · [The deck format](../deck-format.md)

    """
  }

  private static func traitWithoutProperties(_ entry: Manual.Entry) -> String {
    entry.name == "customMargin"
      ? "None: its value is the margin itself, a number of points."
      : "None: its value is `true` or `false`."
  }

  /// The sentence for traits that may be given more than once.
  private static func several(_ entry: Manual.Entry) -> String {
    guard let kind = TraitRegistry.kinds.first(where: { $0.name == entry.name }),
      case .any(let shapes) = kind.schema,
      shapes.contains(where: { if case .list = $0 { true } else { false } })
    else { return "" }
    return "\n\nA list of such objects gives several of them."
  }

  /// A table of keys, after a sentence for each choice between keys.
  ///
  /// - Parameter page: the page that contains the table.
  static func table(_ keys: Manual.Keys, on page: String, none: String = "None.") -> String {
    (keys.choices.map(choice) + [table(keys.properties, on: page, none: none)]).joined(separator: "\n\n")
  }

  /// A table of properties.
  ///
  /// - Parameter page: the page that contains the table.
  static func table(_ properties: [Manual.Property], on page: String, none: String = "None.") -> String {
    guard !properties.isEmpty else { return none }
    let rows = properties.map {
      "| `\($0.name)` | \(kind($0.kind, on: page)) | \(cell($0.defaultText)) | \(cell($0.summary)) |"
    }
    return (["| property | value | default | meaning |", "|---|---|---|---|"] + rows).joined(separator: "\n")
  }

  /// A sentence about keys of which one is required.
  static func choice(_ keys: [String]) -> String {
    (keys.count > 2 ? "One of " : "") + listed(keys, "or") + " is needed."
  }

  /// Keywords as an enumeration: `` `a`, `b` and `c` ``.
  static func listed(_ words: [String], _ last: String) -> String {
    let words = words.map { "`\($0)`" }
    return ([words.dropLast().joined(separator: ", ")] + words.suffix(1)).filter { !$0.isEmpty }
      .joined(separator: " \(last) ")
  }

  /// A kind of value, with a link to its explanation.
  ///
  /// - Parameter page: the page that contains the link.
  static func kind(_ name: String, on page: String) -> String {
    for (file, headings) in [("deck-format.md", deckHeadings), ("charts.md", chartHeadings)] {
      guard let heading = headings[name] else { continue }
      let up = page.split(separator: "/").count > 2 ? "../" : ""
      return "[\(name)](\(page == "Docs/" + file ? "" : up + file)#\(heading))"
    }
    return cell(name)
  }

  /// The headings of the page about decks that explain kinds of values.
  private static let deckHeadings = [
    "colour": "colour", "paint": "paint", "gradient": "paint", "insets": "insets", "font": "font",
    "image": "image", "attributed text": "attributed-text", "link": "links",
    "rows": "rows-items-pages-and-sections", "columns": "rows-items-pages-and-sections",
    "items": "rows-items-pages-and-sections", "pages": "rows-items-pages-and-sections",
    "sections": "rows-items-pages-and-sections", "bars": "rows-items-pages-and-sections",
    "histogramLines": "rows-items-pages-and-sections", "list of avatar": "rows-items-pages-and-sections",
    "shape": "shapes-in-text",
    "border": "border", "shadow, or a list": "shadow", "image, or an object": "background-image",
    "icon's name": "image", "list of shape": "shapes-in-text",
    "place of a picture": "shapes-in-text", "look of links": "links-in-text",
  ]

  /// The headings of the page about charts.
  private static let chartHeadings = [
    "rows, columns, numbers or a path": "data", "mark": "mark", "list of chartLayer": "layer",
    "channels": "channel", "column, columns or channel": "channel", "order": "channel", "unit": "unit",
    "boolean or bins": "bin", "chartScale": "scale", "axis or `false`": "axis",
    "legend or `false`": "legend", "boolean, word or object": "value-labels", "list of chartRule": "rule",
    "list of threshold": "threshold", "colour or gradient": "gradient",
  ]

  /// Text escaped for a table cell.
  static func cell(_ text: String) -> String { text.replacing("|", with: "\\|") }
}

/// The decks on the pages, with pictures next to them.
enum ManualDecks {
  /// The deck of a part's page.
  static func part(_ entry: Manual.Entry) -> String {
    deck(
      """
          {
            "parts": [
              \(entry.example)
            ]
          }
      """)
  }

  /// Every part on one page, each in a card below its name.
  ///
  /// The cards are sorted by height so that neighbours are equally tall.
  static var catalogue: String {
    let cards = Manual.parts.map { entry in
      """
          {
            "parts": [
              { "type": "text", "style": "small", "text": "\(entry.name)", "textColor": "tertiaryTextColor" },
              \(entry.example)
            ]
          }
      """
    }
    return """
      {
        "version": 1,
        "canvas": { "width": 1080 },
        "layout": { "type": "grid", "columns": 3, "spacing": 16 },
        "cards": [
      \(sorted(cards).joined(separator: ",\n"))
        ]
      }

      """
  }

  /// Cards sorted by their height in a column of the catalogue; the order is stable.
  private static func sorted(_ cards: [String]) -> [String] {
    let heights = cards.map { card in
      let deck = #"{"canvas":{"width":370},"cards":[\#(card)]}"#
      return (try? LaidOut(deck: deck, folder: DocsFolder.examples).card()["frame"]?["height"]?.number) ?? 0
    }
    let order = cards.indices.sorted { (heights[$0], $0) < (heights[$1], $1) }
    return order.map { cards[$0] }
  }

  /// A deck with icons and their names, ten per row.
  static func icons(_ names: [String]) -> String {
    let cells = names.map { name in
      #"{ "cardParts": [ { "type": "stack", "axis": "vertical", "alignment": "center", "spacing": 4, "arrangedSubviews": [ "#
        + #"{ "type": "icon", "icon": "\#(name)" }, { "type": "text", "text": "\#(name)", "font": "Inter 8", "maxLines": 1 } ] } ] }"#
    }
    return """
      {
        "canvas": { "width": 900, "padding": [12, 0] },
        "theme": "mint",
        "cards": [ { "parts": [ { "type": "collection", "itemSize": [84, 48], "minimumInteritemSpacing": 2, "minimumLineSpacing": 4,
          "items": [ \(cells.joined(separator: ",\n")) ] } ] } ]
      }
      """
  }

  /// The deck of a trait's page, with a second card if one card does not show the effect.
  static func trait(_ entry: Manual.Entry) -> String {
    func card(_ traits: String, _ text: String) -> String {
      """
          {
            "traits": \(traits),
            "parts": [
              { "type": "title", "title": "\(entry.name)" },
              { "type": "text", "text": "\(text)" }
            ]
          }
      """
    }
    let plain = "    { \"parts\": [ { \"type\": \"text\", \"text\": \"A card without traits.\" } ] }"
    switch entry.name {
    case "shadow": return deck(card(entry.example, "A card with the trait."), padding: "[24, 20]")
    case "hidden":
      return deck([plain, card(#"{ "hidden": true }"#, "Nobody sees this."), plain].joined(separator: ",\n"))
    case "customMargin", "noTopBottomMargins", "transparent":
      return deck([plain, card(entry.example, "A card with the trait.")].joined(separator: ",\n"))
    case "backdropBlur":
      return deck(
        card(entry.example, "A card with the trait."), padding: "24",
        background: #"{ "image": "assets/pots.jpg" }"#)
    case "gradient":
      return deck(
        """
            {
              "traits": \(entry.example),
              "parts": [
                { "type": "title", "title": "gradient", "titleColor": "white" },
                { "type": "text", "text": "A card with the trait.", "textColor": "white" }
              ]
            }
        """)
    default: return deck(card(entry.example, "A card with the trait."))
    }
  }

  private static func deck(_ cards: String, padding: String? = nil, background: String? = nil) -> String {
    let more = [("padding", padding), ("backgroundImage", background)].compactMap { key, value in
      value.map { ", \"\(key)\": \($0)" }
    }
    return """
      {
        "canvas": { "width": 320\(more.joined()) },
        "cards": [
      \(cards)
        ]
      }
      """
  }
}
