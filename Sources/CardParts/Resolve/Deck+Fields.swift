import CardRaster

/// The values of the deck's own keys that a field table reads.
struct DeckValues: Sendable {
  var canvas = Canvas()
  var appearance = DeckAppearance.light
  var brand: Brand?
  var fonts: [String] = []
  var layout = DeckLayout()
  var seed = 0
  var date = CalendarDate.standard
  var locale = DeckLocale.standard
  var rowsLocale: DeckLocale?
  var direction: LayoutDirection?
  var title: String?
  var author: String?
  var page: PageSetup?
  var mail: MailHeaders?
}

extension Deck {
  /// The keys of a deck; cards, themes and data are read elsewhere.
  static let fields = FieldTable<DeckValues>(needs: [["cards", "extends"]]) {
    Field(
      "$schema", readElsewhere: "text", .string,
      "Lets editors complete and check the deck; ignored by the renderer.", isBound: false)
    Field(
      "version", readElsewhere: "whole number", .integer(DeckLoader.version...DeckLoader.version),
      "The format's version: 1.", default: "1",
      isBound: false)
    Field(
      "extends", readElsewhere: "path", .string,
      "The path of a deck that this one extends; its own keys replace the same keys there.", isBound: false)
    Field(
      "canvas", \.canvas, .canvas, "The size, scale and background of the picture.",
      default: "375 points wide, as high as the cards")
    Field(
      "theme", readElsewhere: "theme", .reference(.theme),
      "A theme's name, a path to a theme file, or an object with `base` and overrides.",
      default: "`soft`")
    Field(
      "brand", \.brand, .brand,
      "The brand: accent colour, fonts and radius. All other values of the theme follow from them.")
    Field(
      "appearance", \.appearance, .word,
      "The appearance in which themes and colours are drawn; with `lightOnly` or `darkOnly`, callers cannot change it."
    )
    Field(
      "fonts", \.fonts, .list(.fontFile, 0...Limits.fontFiles), "Further font files, relative to the deck.")
    Field(
      "layout", \.layout, .deckLayout,
      "How cards are placed: `list`, `grid` or `fullScreen`, or an object with `type`, such as `bottomSheet`.",
      default: .rule("`list`"))
    Field(
      "page", \.page, .pageSetup,
      "Makes the deck a report: its cards, as a list or a grid, flow over pages of one size.")
    Field(
      "cards", readElsewhere: "cards",
      .any([.list(.reference(.card), 0...Limits.cards), .reference(.include)]), "The cards, top to bottom.",
      isBound: false)
    Field(
      "components", readElsewhere: "components", Component.allSchema,
      "Components: parts made of other parts, by the name used as `type`.", isBound: false)
    Field(
      "data", readElsewhere: "object", .freeObject,
      "Values for bindings; data from outside overrides them.", isBound: false)
    Field(
      "inputs", readElsewhere: "inputs", .map(.object(Input.object)),
      "The values that the deck takes from outside, by name: their types and limits. `data` contains samples of them.",
      isBound: false)
    Field("seed", \.seed, .integer(0...Int(Int32.max)), "The seed of everything random.")
    Field("date", \.date, .date, "Today's date.")
    Field("locale", \.locale, .locale, "The language of currency, numbers and dates.")
    Field(
      "rowsLocale", \.rowsLocale, .locale,
      "The notation of numbers and dates in tables (CSV): with `de_DE`, `1.299,00 €` is 1299 and `31.12.2026` is a date.",
      default: "that of JSON")
    Field(
      "direction", \.direction, .word,
      "The reading direction: `ltr`, or `rtl`, which mirrors the layout.",
      default: "that of `locale`")
    Field("title", \.title, .text, "The title of a PDF document.", default: "the text of the first page")
    Field(
      "mail", \.mail, .mailHeaders, "The subject, sender and recipient of the card as an e-mail.",
      default: "a subject from the words of the card")
    Field("author", \.author, .text, "The author of a PDF document.")
  }
}

extension Deck {
  /// The notation of numbers and dates in tables; nil for that of JSON.
  ///
  /// An invalid locale is reported when the key is read.
  package func cellFormat(_ options: DeckOptions) -> CellFormat? {
    let name = options.rowsLocale ?? root["rowsLocale"]?.plainText
    return name.flatMap { DeckLocale($0) }.map(CellFormat.init)
  }
}

extension Deck {
  /// Issues in the deck's own keys; they are reported together with those in the cards.
  var issues: [DeckIssue] {
    textIssues + keyIssues + (!isMadeInCode ? [] : SwiftDeckCheck.issues(root, file: file))
  }

  private var keyIssues: [DeckIssue] {
    guard case .object(let members) = root.value else { return [] }
    var issues: [DeckIssue] = []
    let path = JSONPath.root.key("version")
    switch root["version"]?.value {
    case nil: break
    case .number(let number) where number.value == Double(DeckLoader.version): break
    case .number(let number) where number.value > Double(DeckLoader.version):
      issues.append(
        issue(
          .error, at: path,
          "the deck has version \(number.text), newer than \(DeckLoader.version), the newest version that this cardshot supports",
          hint: "use a newer cardshot"))
    case .number(let number):
      issues.append(issue(.error, at: path, "unknown version \(number.text), expected 1"))
    default:
      let found = root["version"]?.briefText ?? ""
      issues.append(issue(.error, at: path, "expected the number 1, found \(found)"))
    }
    for member in members where Deck.fields[member.key] == nil {
      issues.append(.unknownKey(member, of: "the deck", at: .root, in: file, known: Deck.fields.names))
    }
    return issues
      + Deck.fields.keys.missing(in: root).map {
        issue(.error, at: .root, FieldKeys.sentence("a deck", needs: $0), code: .missingValue)
      }
  }
}
