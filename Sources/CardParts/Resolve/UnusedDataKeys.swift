import CardRaster

/// Finds names in external data that the deck does not use.
///
/// They are usually misspelled, so that the deck's sample data would be drawn instead.
package enum UnusedDataKeys {
  /// The warnings about names in data files and assignments.
  static func issues(_ deck: Deck, _ options: DeckOptions) -> [DeckIssue] { issues([(deck, options)]) }

  /// The warnings for several decks; a name is valid if one of the decks that receive it uses it.
  package static func issues(_ decks: [(deck: Deck, options: DeckOptions)]) -> [DeckIssue] {
    var found: [Given] = []
    for (deck, options) in decks where !options.dataLayers.isEmpty || !options.assignments.isEmpty {
      // Inputs that the deck does not use are the deck's problem.
      let inputs = deck.root["inputs"].map { _ in deck.inputs { _ in } }
      let names = inputs.map(BindingNames.init(inputs:)) ?? BindingNames(deck.root)
      for given in given(options) {
        let number = found.firstIndex { $0.isSame(as: given) } ?? found.count
        let path = given.path
        if number == found.count { found.append(given) }
        found[number].decks += 1
        if inputs != nil { found[number].checkingDecks += 1 }
        found[number].isAskedFor = found[number].isAskedFor || names.ask(for: path)
        found[number].names.formUnion(names)
      }
    }
    return found.filter { !$0.isAskedFor }.map(\.issue)
  }

  /// A name with the names that are used by the decks that receive it.
  private struct Given {
    var path: JSONPath
    /// The property of `DeckOptions`: `assignments` or `data`.
    var option: String
    /// The name of the option in messages.
    var optionName: String
    /// The position in a plan; nil if the name comes from the command line.
    var place: OptionPlace?
    /// The data file, or the option without one.
    var file: String
    /// The position of the name in the data file.
    var keyPlace: SourcePlace?
    var decks = 0
    /// The number of decks with `inputs`, which accept no other names.
    var checkingDecks = 0
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
      var issue =
        checkingDecks == decks
        ? DeckIssue(
          .error, file: file, place: keyPlace, path: path,
          message: one ? "unknown input" : "no deck has this input", hint: hint, code: .unknownKey)
        : DeckIssue(
          .warning, file: optionName,
          message: (one ? "the deck does not use " : "no deck uses ") + DeckIssue.quoted(path.text),
          hint: hint, code: .unusedData)
      issue.option = option
      return issue.placed(at: place)
    }
  }

  private static func given(_ options: DeckOptions) -> [Given] {
    var result: [Given] = []
    for (number, assignment) in options.assignments.enumerated() {
      if let path = try? BindingParser.path(String(assignment.prefix { $0 != "=" })) {
        let place = options.assignmentPlaces.place(of: number)
        result.append(
          Given(path: path, option: "assignments", optionName: "--set", place: place, file: "--set"))
      }
    }
    for (number, layer) in options.dataLayers.enumerated() {
      guard case .object(let members) = layer.value else { continue }
      let place = options.dataPlaces.place(of: number)
      for member in members {
        let name = options.name("data", "--data")
        let file = options.dataFiles.indices.contains(number) ? options.dataFiles[number] : name
        result.append(
          Given(
            path: JSONPath([.key(member.key)]), option: "data", optionName: name, place: place, file: file,
            keyPlace: member.keyPlace))
      }
    }
    return result
  }
}
