import CardRaster

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
