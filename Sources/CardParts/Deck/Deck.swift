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
