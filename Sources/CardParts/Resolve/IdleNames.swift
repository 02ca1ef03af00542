import CardRaster

/// Names in data from outside that no deck asks for: mostly slips of the pen, which would draw the deck's own sample data
/// instead.
package enum IdleNames {
  /// What is doubtful about the names of files of data and of assignments.
  static func issues(_ deck: Deck, _ options: DeckOptions) -> [DeckIssue] { issues([(deck, options)]) }

  /// The same for several decks: a name is right when one of those that are given it asks for it.
  package static func issues(_ decks: [(deck: Deck, options: DeckOptions)]) -> [DeckIssue] {
    var found: [Given] = []
    for (deck, options) in decks where !options.data.isEmpty || !options.assignments.isEmpty {
      let names = BindingNames(deck.root)
      for given in given(options) {
        let number = found.firstIndex { $0.isSame(as: given) } ?? found.count
        let path = given.path
        if number == found.count { found.append(given) }
        found[number].decks += 1
        found[number].isAskedFor = found[number].isAskedFor || names.ask(for: path)
        found[number].names.formUnion(names)
      }
    }
    return found.filter { !$0.isAskedFor }.map(\.issue)
  }

  /// A name, and what the decks that are given it ask for.
  private struct Given {
    var path: JSONPath
    /// `--set` or `--data`.
    var option: String
    /// Where a file gives it; nil for a command line.
    var place: OptionPlace?
    var decks = 0
    var isAskedFor = false
    var names = BindingNames()

    func isSame(as other: Given) -> Bool {
      path == other.path && option == other.option && place == other.place
    }

    var issue: DeckIssue {
      let one = decks == 1
      let hint =
        names.nearest(to: path).map { "did you mean '\($0)'?" }
        ?? (names.paths.isEmpty ? (one ? "the deck has no bindings" : "the decks have no bindings") : nil)
      var issue = DeckIssue(
        .warning, file: option, place: nil, path: .root,
        message: (one ? "the deck does not ask for " : "no deck asks for ") + DeckIssue.quoted(path.text),
        hint: hint, code: .unusedData)
      issue.option = option == "--set" ? "assignments" : "data"
      return issue.placed(at: place)
    }
  }

  private static func given(_ options: DeckOptions) -> [Given] {
    var result: [Given] = []
    for (number, assignment) in options.assignments.enumerated() {
      if let path = try? BindingParser.path(String(assignment.prefix { $0 != "=" })) {
        let place = options.assignmentPlaces.place(of: number)
        result.append(Given(path: path, option: "--set", place: place))
      }
    }
    for (number, layer) in options.data.enumerated() {
      guard case .object(let members) = layer.value else { continue }
      let place = options.dataPlaces.place(of: number)
      for member in members {
        result.append(Given(path: JSONPath([.key(member.key)]), option: "--data", place: place))
      }
    }
    return result
  }
}
