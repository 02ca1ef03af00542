import CardRaster

/// What a deck's own keys say, as far as a table reads them.
struct DeckValues: Sendable {
  var canvas = Canvas()
  var appearance = Appearance.light
  var brand: Brand?
  var fonts: [String] = []
  var layout = DeckLayout()
  var seed = 0
  var date = CalendarDate.standard
  var locale = DeckLocale.standard
  var direction: LayoutDirection?
  var title: String?
  var author: String?
  var page: PageSetup?
}

extension Deck {
  /// The keys of a deck; cards, themes and data are read where they are known.
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
      "The path of a deck that this one builds on: what it says is laid over that.", isBound: false)
    Field(
      "canvas", \.canvas, .canvas, "The size, scale and background of the picture.",
      default: "375 points wide, as high as the cards")
    Field(
      "theme", readElsewhere: "theme", .reference(.theme),
      "A theme's name, a path to a theme file, or an object with `base` and overrides.",
      default: "`soft`")
    Field(
      "brand", \.brand, .brand,
      "What makes the theme a company's own: its accent, its fonts, its radius; the rest follows from them.")
    Field(
      "appearance", \.appearance, .word, "`light` or `dark`: which variant of themes and colours is drawn.")
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
      "Parts made of others, by the name that is their `type`.", isBound: false)
    Field(
      "data", readElsewhere: "object", .freeObject,
      "Values for bindings; data from outside is laid over it.", isBound: false)
    Field("seed", \.seed, .integer(0...Int(Int32.max)), "The seed of everything random.")
    Field("date", \.date, .date, "The day that counts as today.")
    Field("locale", \.locale, .locale, "The language of currency, numbers and dates.")
    Field(
      "direction", \.direction, .word,
      "From which side the deck is read: `ltr`, or `rtl`, which puts everything on the other side.",
      default: "that of `locale`")
    Field("title", \.title, .text, "The title of a PDF document.", default: "the words of the first page")
    Field("author", \.author, .text, "Who wrote a PDF document.")
  }
}

extension ValueKind where Value == Canvas {
  /// The picture's size, scale and background.
  static var canvas: Self {
    ValueKind("canvas", schema: .object(Canvas.object)) { node, path, context in
      if case .string(let name) = node.value, Canvas.Preset(rawValue: name) != nil {
        context.mismatch(
          node, path, expected: "an object", hint: "write { \"preset\": \"\(name)\" }")
        return nil
      }
      var canvas = Canvas()
      Canvas.fields.read(node, path, context, into: &canvas, what: "the canvas")
      return canvas
    }
  }
}

extension ValueKind where Value == String {
  /// The path of a font file.
  static var fontFile: Self {
    ValueKind("path", schema: .string, isExplained: false) { node, path, context in
      if case .string(let name) = node.value { return name }
      context.mismatch(node, path, expected: "the path of a font file")
      return nil
    }
  }
}

extension ValueKind where Value == CalendarDate {
  /// A day of the calendar.
  static var date: Self {
    let form = Schema.TextForm(pattern: "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$")
    return ValueKind(
      "date", schema: .text(form), show: { "`\($0.text)`" }, json: { .of($0.text) }
    ) { node, path, context in
      if case .string(let text) = node.value, let date = CalendarDate(text) { return date }
      context.mismatch(node, path, expected: "a day such as \"2026-11-21\"")
      return nil
    }
  }
}

extension ValueKind where Value == DeckLocale {
  /// A locale of the table.
  static var locale: Self {
    ValueKind(
      "locale", schema: .text(DeckLocale.form), show: { "`\($0.identifier)`" }, json: { .of($0.identifier) }
    ) { node, path, context in
      guard case .string(let name) = node.value else {
        context.mismatch(node, path, expected: "a locale such as \"en_US\"")
        return nil
      }
      if let locale = DeckLocale(name) { return locale }
      context.log.add(DeckLocale.unknown(name, file: context.file, place: node.place, path: path))
      return nil
    }
  }
}

extension DeckLocale {
  /// An identifier in any case, with a hyphen too, or a language alone.
  static var form: Schema.TextForm {
    let shapes = identifiers.map { identifier in
      identifier.split(separator: "_").reversed().reduce("") { rest, word in
        let letters = Schema.TextForm.anyCase(String(word))
        return rest.isEmpty ? letters : "\(letters)([-_]\(rest))?"
      }
    }
    return Schema.TextForm(names: identifiers, pattern: "^(\(shapes.joined(separator: "|")))$", longest: 40)
  }
}
