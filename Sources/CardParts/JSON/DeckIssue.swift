public import CardRaster

/// One thing that is wrong, or doubtful, with a deck: facts only; printing is the caller's.
public struct DeckIssue: Hashable, Sendable, Error {
  /// How bad it is.
  public enum Severity: String, Hashable, Sendable {
    /// Nothing can be drawn.
    case error
    /// It was drawn, though perhaps not as meant.
    case warning
  }

  /// How bad it is.
  public var severity: Severity
  /// The file it is in: the deck, a theme or a data file; of a deck made in Swift, the Swift file (`#fileID`).
  public var file: String
  /// Where in the file; nil for a value that code made.
  public var place: SourcePlace?
  /// The way to the value from the root of the file.
  public var path: JSONPath
  /// What was found and what was expected; one line, no final full stop.
  public var message: String
  /// The way out, such as `did you mean 'text'?`; nil when there is nothing to say.
  public var hint: String?

  /// What kind of issue it is, for programs.
  public var code: Code
  /// The property of ``DeckOptions`` that is wrong; nil where the deck is.
  public var option: String?
  /// What drawing, decoding or a file threw; nil for what was found by reading the deck.
  public var underlying: RasterError?
  /// The row of data with which the deck was drawn; nil where there are no rows.
  package var row: RowPlace?

  /// Makes an issue.
  public init(
    _ severity: Severity, file: String, place: SourcePlace?, path: JSONPath, message: String,
    hint: String? = nil, code: Code? = nil
  ) {
    self.severity = severity
    self.file = file
    self.place = place
    self.path = path
    self.message = message
    self.hint = hint
    self.code = code ?? (severity == .error ? .invalidValue : .doubtful)
  }

  /// What drawing, or a file, says when it fails.
  package init(_ error: RasterError, file: String = "") {
    self.init(error, file: file, place: nil, path: .root)
  }

  /// The same with a place.
  package init(_ error: RasterError, file: String, place: SourcePlace?, path: JSONPath) {
    self.init(
      .error, file: file, place: place, path: path, message: error.message, hint: SVGBudget.hint(for: error),
      code: Code(error))
    underlying = error
  }

  /// Who has to change something so that it goes away.
  ///
  /// A server answers `.deck` and `.options` with its client's fault, and `.machine` with its own.
  public var origin: Origin { option == nil ? code.origin : .options }

  /// The issue in the compiler's form.
  ///
  /// `deck.json:14:22: error: unknown key 'txet' at cards[0]; did you mean 'text'?`
  public var text: String {
    var result = file.isEmpty ? "" : "\(file):"
    if let place { result += place.column > 0 ? "\(place.line):\(place.column):" : "\(place.line):" }
    if !result.isEmpty { result += " " }
    if let row { result = "\(row.text): \(result)" }
    result += "\(severity.rawValue): \(message)"
    if !path.steps.isEmpty { result += " at \(path.text)" }
    if let hint { result += "; \(hint)" }
    return result
  }
}

extension DeckIssue: CustomStringConvertible {
  /// The issue in the compiler's form, in one line and with nothing in it that a terminal obeys.
  public var description: String { Printable.sentence(text) }
}

extension DeckIssue.Code {
  /// The code of what drawing, decoding or a file throws.
  init(_ error: RasterError) {
    switch error {
    case .library: self = .failedLibrary
    case .limit: self = .limit
    case .file: self = .unreadableFile
    case .image, .picture: self = .invalidPicture
    case .unknownFamily: self = .unknownFont
    }
  }
}

extension DeckIssue {
  /// What kind of issue it is, for programs: a word that stays the same from version to version.
  ///
  /// The messages are for people and may change. Later versions may know more codes, so a `switch` over them needs a
  /// `default`.
  public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The word, as `--json` writes it.
    public let rawValue: String

    /// Takes a word, which need not be a known one.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The word.
    public var description: String { rawValue }
  }

  /// Who has to change something so that an issue goes away.
  public enum Origin: String, Hashable, Sendable, CaseIterable {
    /// Who wrote the deck, its data or its files.
    case deck
    /// Who called the library or the program: what was asked for does not fit the deck.
    case options
    /// Who runs the program: the deck may be without fault.
    case machine
  }
}

/// Codes of what is wrong.
extension DeckIssue.Code {
  /// The text is not JSON at all.
  public static let notJSON = Self(rawValue: "notJSON")
  /// A key stands twice in one object.
  public static let duplicateKey = Self(rawValue: "duplicateKey")
  /// An object has a key that nobody reads.
  public static let unknownKey = Self(rawValue: "unknownKey")
  /// A value is of the wrong kind or form, or does not go with another one.
  public static let invalidValue = Self(rawValue: "invalidValue")
  /// A number is too small or too large.
  public static let outOfRange = Self(rawValue: "outOfRange")
  /// Something that must be given is not.
  public static let missingValue = Self(rawValue: "missingValue")
  /// A binding cannot be read, or its value is not there.
  public static let invalidBinding = Self(rawValue: "invalidBinding")
  /// Two cards have one id.
  public static let duplicateID = Self(rawValue: "duplicateID")
  /// There is no theme of that name.
  public static let unknownTheme = Self(rawValue: "unknownTheme")
  /// There is no locale of that name.
  public static let unknownLocale = Self(rawValue: "unknownLocale")
  /// There is no font family of that name.
  public static let unknownFont = Self(rawValue: "unknownFont")
  /// No card has the state that was asked for.
  public static let unknownState = Self(rawValue: "unknownState")
  /// No card that is shown has the id that was asked for.
  public static let unknownCard = Self(rawValue: "unknownCard")
  /// A file of the deck cannot be read.
  public static let unreadableFile = Self(rawValue: "unreadableFile")
  /// A picture cannot be read or drawn.
  public static let invalidPicture = Self(rawValue: "invalidPicture")
  /// Something is larger, or there is more of it, than a limit allows.
  public static let limit = Self(rawValue: "limit")
  /// There is no card to draw, or the picture would have no pixels.
  public static let nothingToDraw = Self(rawValue: "nothingToDraw")
  /// There are several cards where a picture shows one.
  public static let severalCards = Self(rawValue: "severalCards")
  /// The output's format cannot hold the picture.
  public static let unfitFormat = Self(rawValue: "unfitFormat")
  /// A row of data cannot be read or named.
  public static let invalidRow = Self(rawValue: "invalidRow")
  /// The fonts that belong to cardshot are not where they should be.
  public static let missingFonts = Self(rawValue: "missingFonts")
  /// A library or a process of the machine failed, for want of memory for instance.
  public static let failedLibrary = Self(rawValue: "failedLibrary")
  /// The task was cancelled before the picture was done.
  public static let cancelled = Self(rawValue: "cancelled")
}

/// Codes of what is doubtful.
extension DeckIssue.Code {
  /// Something is doubtful that has no code of its own.
  public static let doubtful = Self(rawValue: "doubtful")
  /// A text did not fit and was cut.
  public static let cutText = Self(rawValue: "cutText")
  /// Content is larger than its part or its canvas.
  public static let overflow = Self(rawValue: "overflow")
  /// No font has a glyph for a character.
  public static let missingGlyph = Self(rawValue: "missingGlyph")
  /// A font has no bold or slanted letters; others were thickened or slanted.
  public static let syntheticStyle = Self(rawValue: "syntheticStyle")
  /// Words hardly stand out from what is behind them.
  public static let lowContrast = Self(rawValue: "lowContrast")
  /// Something that was given has no effect.
  public static let noEffect = Self(rawValue: "noEffect")
  /// The deck does not ask for a value that was given.
  public static let unusedData = Self(rawValue: "unusedData")
  /// A text holds markup of another language, which is drawn as it stands.
  public static let foreignMarkup = Self(rawValue: "foreignMarkup")
  /// There are more issues than are listed.
  public static let more = Self(rawValue: "more")
}

extension DeckIssue.Code {
  /// A code with what it means.
  package struct Entry: Sendable {
    /// The code.
    package let code: DeckIssue.Code
    /// What it means, without a full stop.
    package let meaning: String
    /// Who has to change something.
    package let origin: DeckIssue.Origin

    init(_ code: DeckIssue.Code, _ origin: DeckIssue.Origin, _ meaning: String) {
      (self.code, self.origin, self.meaning) = (code, origin, meaning)
    }
  }

  /// All codes of this version, errors first.
  package static let entries = [
    Entry(.notJSON, .deck, "the text is not JSON at all"),
    Entry(.duplicateKey, .deck, "a key stands twice in one object"),
    Entry(.unknownKey, .deck, "an object has a key that nobody reads"),
    Entry(.invalidValue, .deck, "a value is of the wrong kind or form, or does not go with another one"),
    Entry(.outOfRange, .deck, "a number is too small or too large"),
    Entry(.missingValue, .deck, "something that must be given is not"),
    Entry(.invalidBinding, .deck, "a binding cannot be read, or its value is not there"),
    Entry(.duplicateID, .deck, "two cards have one id"),
    Entry(.unknownTheme, .deck, "there is no theme of that name"),
    Entry(.unknownLocale, .deck, "there is no locale of that name"),
    Entry(.unknownFont, .deck, "there is no font family of that name"),
    Entry(.unknownState, .options, "no card has the state that was asked for"),
    Entry(.unknownCard, .options, "no card that is shown has the id that was asked for"),
    Entry(.unreadableFile, .deck, "a file of the deck cannot be read"),
    Entry(.invalidPicture, .deck, "a picture cannot be read or drawn"),
    Entry(.limit, .deck, "something is larger, or there is more of it, than a limit allows"),
    Entry(.nothingToDraw, .deck, "there is no card to draw, or the picture would have no pixels"),
    Entry(.severalCards, .options, "there are several cards where a picture shows one"),
    Entry(.unfitFormat, .options, "the output's format cannot hold the picture"),
    Entry(.invalidRow, .deck, "a row of data cannot be read or named"),
    Entry(.missingFonts, .machine, "the fonts that belong to cardshot are not where they should be"),
    Entry(.failedLibrary, .machine, "a library or a process of the machine failed"),
    Entry(.cancelled, .options, "the task was cancelled before the picture was done"),
    Entry(.doubtful, .deck, "something is doubtful that has no code of its own"),
    Entry(.cutText, .deck, "a text did not fit and was cut"),
    Entry(.overflow, .deck, "content is larger than its part or its canvas"),
    Entry(.missingGlyph, .deck, "no font has a glyph for a character"),
    Entry(.syntheticStyle, .deck, "a font has no bold or slanted letters; others were thickened or slanted"),
    Entry(.lowContrast, .deck, "words hardly stand out from what is behind them"),
    Entry(.noEffect, .deck, "something that was given has no effect"),
    Entry(.unusedData, .options, "the deck does not ask for a value that was given"),
    Entry(.foreignMarkup, .deck, "a text holds markup of another language, which is drawn as it stands"),
    Entry(.more, .deck, "there are more issues than are listed"),
  ]

  /// Who has to change something, as a rule.
  var origin: DeckIssue.Origin { DeckIssue.Code.entries.first { $0.code == self }?.origin ?? .deck }
}

extension DeckIssue {
  /// A key of an object that nobody reads.
  ///
  /// - Parameters:
  ///   - what: the object: `a row`.
  ///   - path: the object's.
  ///   - known: the keys that it may have; the nearest one is the hint.
  ///   - hint: the hint where no key is near.
  package static func unknownKey(
    _ member: JSONNode.Member, of what: String, at path: JSONPath, in file: String, known: [String],
    hint: String? = nil
  ) -> DeckIssue {
    var issue = unknownKey(member, of: what, at: path, in: file)
    issue.hint = keyHint(member.key, known: known) ?? hint
    return issue
  }

  /// The same without a hint.
  static func unknownKey(
    _ member: JSONNode.Member, of what: String, at path: JSONPath, in file: String
  ) -> DeckIssue {
    DeckIssue(
      .error, file: file, place: member.keyPlace ?? member.value.place, path: path,
      message: "unknown key \(quoted(member.key)) of \(what)", code: .unknownKey)
  }

  /// The key that may have been meant by one that nobody reads.
  static func keyHint(_ key: String, known: [String]) -> String? {
    (Spelling.nearest(to: key, in: known) ?? ForeignWords.key(key, among: known)).map {
      "did you mean '\($0)'?"
    }
  }

  /// Keys of which one is meant: `'rows', 'cell' or 'sections'`; of many the first.
  static func alternatives(_ keys: [String]) -> String {
    let quoted = keys.map { "'\($0)'" }
    if quoted.count > 6 { return "one of \(quoted.count) keys, such as \(quoted[0])" }
    guard let last = quoted.last, quoted.count > 1 else { return quoted.joined() }
    return quoted.dropLast().joined(separator: ", ") + " or \(last)"
  }
}

/// What other formats call things that have another name here.
enum ForeignWords {
  /// The type of a part for a word of HTML, CSS, SwiftUI or CardParts; nil for any other word.
  static func part(_ word: String) -> String? {
    switch word.lowercased() {
    case "label", "paragraph", "p", "span": "text"
    case "heading", "header", "h1", "h2", "h3": "title"
    case "divider", "hr", "line", "rule": "separator"
    case "img", "picture", "photo": "image"
    case "row", "column", "hstack", "vstack", "box", "div", "group", "flex": "stack"
    case "list": "table"
    case "grid": "collection"
    case "link", "a", "cta": "button"
    case "progress", "meter": "bar"
    case "toggle", "checkbox": "switch"
    case "space", "gap": "spacer"
    case "input", "field": "textField"
    case "badge", "chip", "tag", "pill": "pillLabel"
    default: ofSwift(word)
    }
  }

  /// What the name of a part in Swift would be here, as `text` for `CardPartTextView`; nil for any other word.
  private static func ofSwift(_ word: String) -> String? {
    guard word.hasPrefix("CardPart") else { return nil }
    let name = word.dropFirst("CardPart".count)
    let inner = name.hasSuffix("View") ? name.dropLast("View".count) : name
    return inner.prefix(1).lowercased() + inner.dropFirst()
  }

  /// The key that is meant by a word of HTML, CSS or SwiftUI, when it is among those that are known.
  static func key(_ word: String, among known: [String]) -> String? {
    let meant: [String]
    switch word.lowercased() {
    case "color", "fontcolor", "foregroundcolor": meant = ["textColor", "tintColor"]
    case "align", "textalign": meant = ["textAlignment", "alignment"]
    case "fontsize", "size", "fontfamily", "fontweight": meant = ["font"]
    case "src", "source", "url": meant = ["image", "link"]
    case "href", "action", "onclick": meant = ["link"]
    case "radius", "borderradius", "rounded": meant = ["cornerRadius"]
    case "background", "bgcolor", "fill": meant = ["backgroundColor"]
    case "opacity": meant = ["alpha"]
    case "margin", "padding", "insets": meant = ["margins", "padding"]
    case "hidden", "visible": meant = ["isHidden"]
    case "label", "text", "title", "content", "value", "caption": meant = ["text", "title", "buttonTitle"]
    case "children", "items", "subviews", "views": meant = ["parts", "arrangedSubviews", "cardParts"]
    case "gap": meant = ["spacing"]
    default: return nil
    }
    return meant.first { $0 != word && known.contains($0) }
  }
}
