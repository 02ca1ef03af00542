import CardRaster

/// Names in data from outside that the deck does not ask for: mostly slips of the pen, which would draw the deck's own
/// sample data instead.
enum IdleNames {
  /// What is doubtful about the names of files of data and of assignments.
  static func issues(_ deck: Deck, _ options: DeckOptions) -> [DeckIssue] {
    guard !options.data.isEmpty || !options.assignments.isEmpty else { return [] }
    let names = BindingNames(deck.root)
    var issues: [DeckIssue] = []
    func check(_ path: JSONPath, _ file: String, _ place: SourcePlace?) {
      guard !names.ask(for: path) else { return }
      let hint =
        names.nearest(to: path).map { "did you mean '\($0)'?" }
        ?? (names.paths.isEmpty ? "the deck has no bindings" : nil)
      var issue = DeckIssue(
        .warning, file: file, place: place, path: .root,
        message: "the deck does not ask for \(DeckIssue.quoted(path.text))", hint: hint, code: .unusedData)
      issue.option = file == "--set" ? "assignments" : "data"
      issues.append(issue)
    }
    for assignment in options.assignments {
      if let path = try? BindingParser.path(String(assignment.prefix { $0 != "=" })) {
        check(path, "--set", nil)
      }
    }
    for layer in options.data {
      guard case .object(let members) = layer.value else { continue }
      for member in members { check(JSONPath([.key(member.key)]), "--data", nil) }
    }
    return issues
  }
}
