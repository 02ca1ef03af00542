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

/// Turns the bytes of a file into a deck.
public enum DeckLoader {
  /// The newest version of the format that is understood.
  static let version = 1

  /// Loads a deck.
  ///
  /// - Parameters:
  ///   - file: the name for messages.
  ///   - folder: where the deck's files are.
  /// - Throws: a `DeckError` with every problem that can be told before bindings are filled in.
  public static func load(_ bytes: [UInt8], file: String, folder: String) throws(DeckError) -> Deck {
    let log = IssueLog()
    guard let root = JSONScanner.scan(bytes, file: file, log: log) else {
      throw DeckError(log)
        ?? DeckError(
          DeckIssue(.error, file: file, place: nil, path: .root, message: "the file cannot be read as JSON"))
    }
    guard case .object = root.value else {
      throw DeckError(
        DeckIssue(
          .error, file: file, place: root.place, path: .root,
          message: "a deck is an object such as { \"version\": 1, \"cards\": [ … ] }, found \(root.kindText)")
      )
    }
    // Mistakes in the deck's own keys do not hide those inside the cards: they are reported together.
    return Deck(file: file, folder: folder, root: root, textIssues: log.issues)
  }

  /// What is wrong with the keys of a deck.
  static func issues(_ root: JSONNode, file: String) -> [DeckIssue] {
    var issues: [DeckIssue] = []
    func error(_ node: JSONNode, _ path: JSONPath, _ message: String, _ hint: String? = nil) {
      issues.append(
        DeckIssue(.error, file: file, place: node.place, path: path, message: message, hint: hint))
    }
    guard case .object(let members) = root.value else { return [] }
    if let version = root["version"] {
      if case .number(let number) = version.value {
        if number > Double(DeckLoader.version) {
          error(
            version, .root.key("version"),
            "the deck has version \(NumberText.text(number)), newer than \(DeckLoader.version), the newest this cardshot knows",
            "use a newer cardshot")
        } else if number != Double(DeckLoader.version) {
          error(version, .root.key("version"), "unknown version \(NumberText.text(number)), expected 1")
        }
      } else {
        error(version, .root.key("version"), "expected the number 1, found \(version.briefText)")
      }
    }
    let keys = Deck.keys.map(\.name)
    for member in members where !keys.contains(member.key) {
      let near = Spelling.nearest(to: member.key, in: keys)
      issues.append(
        DeckIssue(
          .error, file: file, place: member.keyPlace ?? member.value.place, path: .root,
          message: "unknown key '\(member.key)' of the deck", hint: near.map { "did you mean '\($0)'?" }))
    }
    if root["cards"] == nil { error(root, .root, "a deck needs 'cards'") }
    return issues
  }
}
