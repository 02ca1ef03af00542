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
