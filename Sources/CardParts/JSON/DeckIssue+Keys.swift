import CardRaster

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
