import CardRaster

/// A deck: cards with their canvas, theme and data, read out of JSON or written in Swift.
///
/// Both are one model: a tree of JSON values, each with the place where it was written.
/// What the next stage no longer has to know: JSON's syntax, the format's version, and whether the deck's own keys are
/// known. Nothing is defaulted and nothing is filled in; every value remembers its place.
public struct Deck: Sendable {
  /// The file's name as messages show it.
  public let file: String
  /// The folder that pictures, fonts and themes are looked up in.
  public internal(set) var folder: String
  /// The deck's object.
  public internal(set) var root: JSONNode
  /// What was wrong with the text the deck was read from.
  var textIssues: [DeckIssue] = []
  /// The files that places in `root` refer to by number: those of Swift, or what a deck includes.
  var files: [String] = []
  /// Whether the deck was written in Swift, where nobody has checked JSON's own rules.
  var isMadeInCode = false
  /// The files below the folder that the deck is put together from, beside its own.
  var includes: [String] = []
  /// What is wrong with the deck's own keys; reported together with what is wrong in the cards.
  var issues: [DeckIssue] {
    textIssues + DeckLoader.issues(root, file: file)
      + (!isMadeInCode ? [] : SwiftDeckCheck.issues(root, file: file))
  }
}

extension Deck: Hashable {
  /// Whether two decks draw the same: they hold the same values and look for files in the same folder.
  ///
  /// The lines on which they were written do not count.
  public static func == (a: Deck, b: Deck) -> Bool { a.folder == b.folder && a.root.holdsSame(as: b.root) }

  /// Feeds the values and the folder of the deck.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(folder)
    root.hashValues(into: &hasher)
  }
}

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
      "`light` or `dark`: the appearance in which themes and colours are drawn.")
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
    Field("date", \.date, .date, "Today's date.")
    Field("locale", \.locale, .locale, "The language of currency, numbers and dates.")
    Field(
      "direction", \.direction, .word,
      "The reading direction: `ltr`, or `rtl`, which mirrors the layout.",
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

extension Deck {
  /// The place in the file of what a path names, or of the nearest thing around it; nil without a file.
  package func place(at path: String) -> SourcePlace? { JSONPath(path).flatMap { root.place(at: $0) } }
}

/// What only a deck made in code can get wrong: JSON's own rules, which the scanner checks for a text.
enum SwiftDeckCheck {
  static func issues(_ root: JSONNode, file: String) -> [DeckIssue] {
    var issues: [DeckIssue] = []
    check(root, .root, root.place, file, 0, &issues)
    if let node = root[Inclusion.deckKey] {
      issues.append(
        DeckIssue(
          .error, file: file, place: node.place ?? root.place, path: JSONPath.root.key(Inclusion.deckKey),
          message: "'\(Inclusion.deckKey)' is for decks in files",
          hint: "read that one with Deck(contentsOf:)"))
    }
    return issues
  }

  private static func check(
    _ node: JSONNode, _ path: JSONPath, _ outer: SourcePlace?, _ file: String, _ depth: Int,
    _ issues: inout [DeckIssue]
  ) {
    let place = node.place ?? outer
    func error(_ message: String, _ code: DeckIssue.Code) {
      issues.append(
        DeckIssue(.error, file: file, place: place, path: path, message: message, code: code))
    }
    if depth > Limits.jsonDepth {
      error("values are nested deeper than the limit of \(Limits.jsonDepth)", .limit)
      return
    }
    switch node.value {
    case .number(let number):
      if !number.value.isFinite { error("a number must be finite, found \(number.value)", .outOfRange) }
    case .array(let elements):
      for (number, element) in elements.enumerated() {
        check(element, path.index(number), place, file, depth + 1, &issues)
      }
    case .object(let members):
      var keys: Set<String> = []
      for member in members {
        if member.key == Inclusion.key { error("'\(Inclusion.key)' is for decks in files", .unknownKey) }
        if !keys.insert(member.key).inserted {
          error("the key '\(member.key)' is given twice", .duplicateKey)
        }
        check(member.value, path.key(member.key), place, file, depth + 1, &issues)
      }
    case .null, .bool, .string: break
    }
  }
}

/// Turns the bytes of a file into a deck.
package enum DeckLoader {
  /// The newest version of the format that is understood.
  static let version = 1

  /// Loads a deck.
  ///
  /// - Parameters:
  ///   - bytes: JSON as UTF-8.
  ///   - file: the name for messages.
  ///   - folder: where the deck's files are.
  /// - Throws: a `DeckError` with every problem that can be told before bindings are filled in.
  package static func load(_ bytes: [UInt8], file: String, folder: String) throws(DeckError) -> Deck {
    let log = IssueLog()
    var values = 0
    guard let root = JSONScanner.scan(bytes, file: file, log: log, values: &values) else {
      throw DeckError(log)
        ?? DeckError(
          DeckIssue(
            .error, file: file, place: nil, path: .root, message: "the file cannot be read as JSON",
            code: .notJSON))
    }
    guard case .object = root.value else {
      throw DeckError(
        DeckIssue(
          .error, file: file, place: root.place, path: .root,
          message: "a deck is an object such as { \"version\": 1, \"cards\": [ … ] }, found \(root.kindText)")
      )
    }
    guard Inclusion.isNeeded(root) else {
      // Mistakes in the deck's own keys do not hide those inside the cards: they are reported together.
      return Deck(file: file, folder: folder, root: root, textIssues: log.issues)
    }
    let inclusion = Inclusion(folder: folder, file: file, log: log, values: values)
    let whole = inclusion.whole(root)
    // What is left of a deck that cannot be put together would only give mistakes that it does not have.
    if log.hasErrors, let error = DeckError(log) { throw error }
    return Deck(
      file: file, folder: folder, root: whole, textIssues: log.issues, files: inclusion.files,
      includes: inclusion.files)
  }

  /// What is wrong with the keys of a deck.
  static func issues(_ root: JSONNode, file: String) -> [DeckIssue] {
    var issues: [DeckIssue] = []
    func error(
      _ node: JSONNode, _ path: JSONPath, _ message: String, _ hint: String? = nil,
      code: DeckIssue.Code? = nil
    ) {
      issues.append(
        DeckIssue(
          .error, file: file, place: node.place, path: path, message: message, hint: hint, code: code))
    }
    guard case .object(let members) = root.value else { return [] }
    if let version = root["version"] {
      if case .number(let number) = version.value {
        if number.value > Double(DeckLoader.version) {
          error(
            version, .root.key("version"),
            "the deck has version \(number.text), newer than \(DeckLoader.version), the newest this cardshot knows",
            "use a newer cardshot")
        } else if number.value != Double(DeckLoader.version) {
          error(version, .root.key("version"), "unknown version \(number.text), expected 1")
        }
      } else {
        error(version, .root.key("version"), "expected the number 1, found \(version.briefText)")
      }
    }
    for member in members where Deck.fields[member.key] == nil {
      issues.append(.unknownKey(member, of: "the deck", at: .root, in: file, known: Deck.fields.names))
    }
    for keys in Deck.fields.keys.missing(in: root) {
      error(root, .root, FieldKeys.sentence("a deck", needs: keys), code: .missingValue)
    }
    return issues
  }
}
