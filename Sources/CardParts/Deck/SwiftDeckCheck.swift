import CardRaster

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
