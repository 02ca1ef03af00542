public import CardRaster

/// An error or a warning about a deck: facts only, which the caller prints.
public struct DeckIssue: Hashable, Sendable, Error {
  /// The severity of an issue.
  public enum Severity: String, Hashable, Sendable {
    /// Nothing can be drawn.
    case error
    /// The deck was drawn, but perhaps not as intended.
    case warning
  }

  /// The severity.
  public var severity: Severity
  /// The file with the issue: the deck, a theme or a data file.
  ///
  /// For a deck made in Swift, the Swift file (`#fileID`).
  public var file: String
  /// The position in the file; nil for a value created by code.
  public var place: SourcePlace?
  /// The path of the value from the root of the file.
  public var path: JSONPath
  /// The problem: the value found and the value expected, in one line without a final full stop.
  public var message: String
  /// How to fix it, such as `did you mean 'text'?`; nil without a suggestion.
  public var hint: String?

  /// The kind of issue, for programs.
  public var code: Code
  /// The property of ``DeckOptions`` with the error; nil if the error is in the deck.
  public var option: String?
  /// The error thrown by drawing, decoding or a file; nil for an issue found while reading the deck.
  public var underlying: RasterError?
  /// The row of data for which the deck was drawn; nil without rows.
  package var row: RowPlace?

  /// Creates an issue, about the whole file unless it has a path.
  package init(
    _ severity: Severity, file: String, place: SourcePlace? = nil, path: JSONPath = .root, message: String,
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

  /// Creates an issue from a failure of drawing or of a file.
  package init(
    _ error: RasterError, file: String = "", place: SourcePlace? = nil, path: JSONPath = .root
  ) {
    self.init(
      .error, file: file, place: place, path: path, message: error.message, hint: error.hint,
      code: Code(error))
    underlying = error
  }

  /// The person responsible for resolving the issue.
  ///
  /// A server reports `.deck` and `.options` as client errors (4xx), and `.machine` as a server error (5xx).
  public var origin: Origin { option == nil ? code.origin : .options }

  /// The issue in the format of compilers.
  ///
  /// `deck.json:14:22: error: unknown key 'txet' at cards[0]; did you mean 'text'?`
  package var text: String {
    var result = file.isEmpty ? "" : "\(file):"
    if let place { result += place.column > 0 ? "\(place.line):\(place.column):" : "\(place.line):" }
    if !result.isEmpty { result += " " }
    if let row { result = "\(row.text): \(result)" }
    return result + "\(severity.rawValue): \(sentence)"
  }

  /// The message with the path and the hint.
  package var sentence: String {
    message + (path.steps.isEmpty ? "" : " at \(path.text)") + (hint.map { "; \($0)" } ?? "")
  }
}

extension DeckIssue: CustomStringConvertible {
  /// The issue in the format of compilers, on one line and without characters that a terminal interprets.
  public var description: String { Printable.sentence(text) }

  /// The same as ``description``, instead of the text that Foundation makes for errors without their own.
  public var localizedDescription: String { description }
}

extension DeckIssue.Code {
  /// The code of a failure of drawing, decoding or a file.
  init(_ error: RasterError) {
    switch error {
    case .library: self = .failedLibrary
    case .limit: self = .limit
    case .file: self = .unreadableFile
    case .image, .picture: self = .invalidPicture
    case .unknownFamily: self = .unknownFont
    case .leftOut: self = .leftOut
    case .timeout: self = .limit
    case .cancelled: self = .cancelled
    }
  }
}

extension DeckIssue {
  /// The kind of an issue, for programs: a word that is stable across versions.
  ///
  /// Messages are for people and may change. Later versions may add codes, so a `switch` over them needs a
  /// `default`.
  public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The word, as in `--json`.
    public let rawValue: String

    /// Creates a code from a word, which may be unknown.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The word.
    public var description: String { rawValue }
  }

  /// The person responsible for resolving an issue.
  public enum Origin: String, Hashable, Sendable, CaseIterable {
    /// The author of the deck, its data or its files.
    case deck
    /// The caller of the library or the program: the options do not fit the deck.
    case options
    /// The operator of the machine: the deck may be correct.
    case machine
  }
}

/// Codes of errors.
extension DeckIssue.Code {
  /// The text is not JSON.
  public static let notJSON = Self(rawValue: "notJSON")
  /// An object contains a key twice.
  public static let duplicateKey = Self(rawValue: "duplicateKey")
  /// An object has an unknown key.
  public static let unknownKey = Self(rawValue: "unknownKey")
  /// A value has the wrong type or format, or contradicts another one.
  public static let invalidValue = Self(rawValue: "invalidValue")
  /// A number is too small or too large.
  public static let outOfRange = Self(rawValue: "outOfRange")
  /// A required value is missing.
  public static let missingValue = Self(rawValue: "missingValue")
  /// A binding is invalid, or its value does not exist.
  public static let invalidBinding = Self(rawValue: "invalidBinding")
  /// Two cards have the same id.
  public static let duplicateID = Self(rawValue: "duplicateID")
  /// The theme does not exist.
  public static let unknownTheme = Self(rawValue: "unknownTheme")
  /// The locale is not supported.
  public static let unknownLocale = Self(rawValue: "unknownLocale")
  /// The font family is not available.
  public static let unknownFont = Self(rawValue: "unknownFont")
  /// No card has the requested state.
  public static let unknownState = Self(rawValue: "unknownState")
  /// No visible card has the requested id.
  public static let unknownCard = Self(rawValue: "unknownCard")
  /// A file of the deck cannot be read.
  public static let unreadableFile = Self(rawValue: "unreadableFile")
  /// A picture cannot be read or drawn.
  public static let invalidPicture = Self(rawValue: "invalidPicture")
  /// A size or a number exceeds a limit.
  public static let limit = Self(rawValue: "limit")
  /// The deck has no card to draw, or the picture would have no pixels.
  public static let nothingToDraw = Self(rawValue: "nothingToDraw")
  /// The deck has several cards, but a picture shows only one.
  public static let severalCards = Self(rawValue: "severalCards")
  /// The output format cannot represent the picture.
  public static let unfitFormat = Self(rawValue: "unfitFormat")
  /// A row of data cannot be read or named.
  public static let invalidRow = Self(rawValue: "invalidRow")
  /// The deck needs something that is not part of this build; the hint names the package trait.
  public static let leftOut = Self(rawValue: "leftOut")
  /// The fonts supplied with cardshot are missing.
  public static let missingFonts = Self(rawValue: "missingFonts")
  /// A library or process failed, for example because of insufficient memory.
  public static let failedLibrary = Self(rawValue: "failedLibrary")
  /// The task was cancelled before the picture was finished.
  public static let cancelled = Self(rawValue: "cancelled")
}

/// Codes of warnings.
extension DeckIssue.Code {
  /// A warning without a more specific code.
  public static let doubtful = Self(rawValue: "doubtful")
  /// A text did not fit and was truncated.
  public static let cutText = Self(rawValue: "cutText")
  /// A word is wider than its line and was broken without a hyphen.
  public static let brokenWord = Self(rawValue: "brokenWord")
  /// Content is larger than its part or its canvas.
  public static let overflow = Self(rawValue: "overflow")
  /// No font has a glyph for a character.
  public static let missingGlyph = Self(rawValue: "missingGlyph")
  /// A font has no bold or italic style, so a synthetic one is used.
  public static let syntheticStyle = Self(rawValue: "syntheticStyle")
  /// The contrast between a text and its background is too low.
  public static let lowContrast = Self(rawValue: "lowContrast")
  /// A property or option has no effect.
  public static let noEffect = Self(rawValue: "noEffect")
  /// A key is set by its old name.
  public static let deprecated = Self(rawValue: "deprecated")
  /// The deck does not use a value in the data.
  public static let unusedData = Self(rawValue: "unusedData")
  /// A text contains markup of another language, which is drawn literally.
  public static let foreignMarkup = Self(rawValue: "foreignMarkup")
  /// The visible part of a map shows nothing.
  public static let blankMap = Self(rawValue: "blankMap")
  /// More issues were found than are listed.
  public static let more = Self(rawValue: "more")
}

extension DeckIssue.Code {
  /// A code with its meaning.
  package struct Entry: Sendable {
    package let code: DeckIssue.Code
    /// The meaning, without a full stop.
    package let meaning: String
    /// The person responsible for resolving it.
    package let origin: DeckIssue.Origin

    init(_ code: DeckIssue.Code, _ origin: DeckIssue.Origin, _ meaning: String) {
      (self.code, self.origin, self.meaning) = (code, origin, meaning)
    }
  }

  /// All codes of this version, errors first.
  package static let entries = [
    Entry(.notJSON, .deck, "the text is not JSON"),
    Entry(.duplicateKey, .deck, "an object has the same key twice"),
    Entry(.unknownKey, .deck, "an object has an unknown key"),
    Entry(.invalidValue, .deck, "a value has the wrong type or form, or contradicts another value"),
    Entry(.outOfRange, .deck, "a number is too small or too large"),
    Entry(.missingValue, .deck, "a required value is missing"),
    Entry(.invalidBinding, .deck, "a binding cannot be parsed, or its value is missing"),
    Entry(.duplicateID, .deck, "two cards have the same id"),
    Entry(.unknownTheme, .deck, "the theme does not exist"),
    Entry(.unknownLocale, .deck, "the locale does not exist"),
    Entry(.unknownFont, .deck, "the font family does not exist"),
    Entry(.unknownState, .options, "no card has the requested state"),
    Entry(.unknownCard, .options, "no visible card has the requested id"),
    Entry(.unreadableFile, .deck, "a file of the deck cannot be read"),
    Entry(.invalidPicture, .deck, "a picture cannot be read or drawn"),
    Entry(.limit, .deck, "a limit is exceeded"),
    Entry(.nothingToDraw, .deck, "no card is left to draw, or the picture has no pixels"),
    Entry(.severalCards, .options, "the deck has several cards, but a picture shows one"),
    Entry(.unfitFormat, .options, "the output format does not support the picture"),
    Entry(.invalidRow, .deck, "a row of data cannot be read, or its file name is not valid"),
    Entry(.leftOut, .deck, "the deck needs something that this build leaves out"),
    Entry(.missingFonts, .machine, "the bundled fonts were not found"),
    Entry(.failedLibrary, .machine, "a system library or process failed"),
    Entry(.cancelled, .options, "the task was cancelled before the picture was done"),
    Entry(.doubtful, .deck, "any other warning"),
    Entry(.cutText, .deck, "a text did not fit and was truncated"),
    Entry(.brokenWord, .deck, "a word is wider than its line and was broken without a hyphen"),
    Entry(.overflow, .deck, "content is larger than its part or its canvas"),
    Entry(.missingGlyph, .deck, "no font has a glyph for a character"),
    Entry(
      .syntheticStyle, .deck, "a font has no bold or italic style; regular letters were thickened or slanted"),
    Entry(.lowContrast, .deck, "text has too little contrast with its background"),
    Entry(.noEffect, .deck, "a value has no effect"),
    Entry(.unusedData, .options, "a given value is not used by the deck"),
    Entry(.foreignMarkup, .deck, "a text contains markup of another language, which is drawn literally"),
    Entry(.blankMap, .deck, "the visible part of a map shows nothing"),
    Entry(.more, .deck, "not all issues are listed"),
  ]

  /// The person who is usually responsible for resolving it.
  var origin: DeckIssue.Origin { DeckIssue.Code.entries.first { $0.code == self }?.origin ?? .deck }
}

extension DeckIssue {
  /// The issue for an unknown key of an object.
  ///
  /// - Parameters:
  ///   - what: The noun for the object, such as `a row`.
  ///   - path: The path of the object.
  ///   - known: The valid keys; the most similar one is suggested.
  ///   - hint: The hint if no valid key is similar.
  package static func unknownKey(
    _ member: JSONNode.Member, of what: String, at path: JSONPath, in file: String, known: [String],
    hint: String? = nil
  ) -> DeckIssue {
    var issue = unknownKey(member, of: what, at: path, in: file)
    issue.hint = keyHint(member.key, of: what, known: known) ?? hint
    return issue
  }

  /// The issue for an unknown key, without a hint.
  static func unknownKey(
    _ member: JSONNode.Member, of what: String, at path: JSONPath, in file: String
  ) -> DeckIssue {
    DeckIssue(
      .error, file: file, place: member.keyPlace ?? member.value.place, path: path,
      message: "unknown key \(quoted(member.key)) of \(what)", code: .unknownKey)
  }

  /// The suggestion for an unknown key; nil if there is none.
  ///
  /// - Parameters:
  ///   - what: The noun for the object, such as `a row`.
  ///   - known: The valid keys.
  static func keyHint(_ key: String, of what: String, known: [String]) -> String? {
    KeywordSuggestions.hint(forKey: key, of: what, among: known)
      ?? Spelling.question(for: key, in: known)
  }

  /// The alternatives in a message, such as `'rows', 'cell' or 'sections'`; for many keys only the first.
  static func alternatives(_ keys: [String]) -> String {
    let quoted = keys.map { "'\($0)'" }
    if quoted.count > 6 { return "one of \(quoted.count) keys, such as \(quoted[0])" }
    guard let last = quoted.last, quoted.count > 1 else { return quoted.joined() }
    return quoted.dropLast().joined(separator: ", ") + " or \(last)"
  }
}

/// The row of data for which a deck was drawn.
package struct RowPlace: Hashable, Sendable {
  /// The file of the data.
  package var file: String
  /// The line at which the row starts, from 1.
  package var line: Int
  /// The number of the row, from 1; the header line does not count.
  package var number: Int
  /// The value of `id` in the row; nil if it has none.
  package var id: String?

  package init(file: String, line: Int, number: Int, id: String? = nil) {
    self.file = file
    self.line = line
    self.number = number
    self.id = id
  }

  /// The position in messages: `people.csv:151: row 150 'P150'`.
  package var text: String {
    "\(file):\(line): row \(number)" + (id.map { " \(DeckIssue.quoted($0))" } ?? "")
  }
}
