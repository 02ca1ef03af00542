import CardRaster

/// A deck: cards with their canvas, theme and data, read out of JSON or written in Swift.
///
/// Both are one model: a tree of JSON values, each with the place where it was written.
/// What the next stage no longer has to know: JSON's syntax, the format's version, and whether the deck's own keys are
/// known. Nothing is defaulted and nothing is filled in; every value remembers its place.
public struct Deck: Sendable, Hashable {
  /// The file's name as messages show it.
  public let file: String
  /// The folder that pictures, fonts and themes are looked up in.
  public internal(set) var folder: String
  /// The deck's object.
  public internal(set) var root: JSONNode
  /// The Swift files that places in `root` refer to by number; empty for a deck read out of a file.
  var swiftFiles: [String] = []
  /// What was wrong with the text the deck was read from.
  var textIssues: [DeckIssue] = []
  /// What is wrong with the deck's own keys; reported together with what is wrong in the cards.
  var issues: [DeckIssue] {
    textIssues + DeckLoader.issues(root, file: file)
      + (swiftFiles.isEmpty ? [] : SwiftDeckCheck.issues(root, file: file))
  }

  /// The keys of a deck and what they are for.
  static let keys: [(name: String, summary: String)] = [
    ("$schema", "Lets editors complete and check the deck; ignored by the renderer."),
    ("version", "The format's version: 1."),
    ("canvas", "The size, scale and background of the picture."),
    ("theme", "A theme's name, a path to a theme file, or an object with `base` and overrides."),
    ("appearance", "`light` or `dark`: which variant of themes and colours is drawn."),
    ("fonts", "Further font files, relative to the deck."),
    (
      "layout",
      "How cards are placed: `list`, `grid` or `fullScreen`, or an object with `type`, such as `bottomSheet`."
    ),
    ("cards", "The cards, top to bottom."),
    ("data", "Values for bindings; data from outside is laid over it."),
    ("seed", "The seed of everything random."),
    ("date", "The day that counts as today."),
    ("locale", "The language of currency, numbers and dates."),
  ]
}
