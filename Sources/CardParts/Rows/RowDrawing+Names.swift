import CardRaster

/// What is said about names before anything is drawn: names of outputs, columns and assignments.
extension RowDrawing {
  /// What is wrong or doubtful about the names of rows.
  ///
  /// - Parameters:
  ///   - names: the names of values that rows have.
  ///   - file: the file of the rows.
  package func nameIssues(of names: [String], file: String) -> [DeckIssue] {
    func issue(_ severity: DeckIssue.Severity, _ message: String, _ hint: String? = nil) -> DeckIssue {
      DeckIssue(severity, file: file, place: nil, path: .root, message: message, hint: hint)
    }
    var issues: [DeckIssue] = []
    // Without a row that can be read there are no names to compare with, and each row has an error of its own.
    let paths = names.isEmpty ? [] : Set(outputs.flatMap(\.name.paths))
    for path in paths.sorted(by: { $0.text < $1.text }) {
      guard case .key(let first)? = path.steps.first, !Self.has(names, first),
        !OutputName.ownNames.contains(path.text)
      else { continue }
      let known = names + OutputName.ownNames
      let near = Spelling.nearest(to: first, in: known).map { "did you mean '{\($0)}'?" }
      issues.append(
        issue(
          .error, "no row has '\(path.text)', which the name of the output asks for",
          near ?? "there is \(Self.listed(known))"))
    }
    let asked = BindingNames(deck.root)
    let idle = names.filter { !asked.ask(for: Self.path($0)) }
    let used = Set(outputs.flatMap(\.name.paths).map(\.text))
    if !names.isEmpty, idle.count == names.count {
      issues.append(
        issue(
          .error, "the deck asks for nothing that the rows have: every picture would be the same",
          "the rows have \(Self.listed(names)); "
            + (asked.paths.isEmpty
              ? "the deck has no binding such as {{ \(names[0]) }}"
              : "the deck asks for \(Self.listed(asked.paths.map(\.text).sorted()))")))
    } else {
      let unused = idle.filter { !used.contains($0) && $0 != "id" }
      for name in unused {
        let near = asked.nearest(to: Self.path(name))
        guard let near, !names.contains(near) else { continue }
        issues.append(
          issue(
            .warning, "the deck does not ask for \(DeckIssue.quoted(name))", "did you mean '\(near)'?"))
      }
    }
    return issues
  }

  static func path(_ name: String) -> JSONPath {
    (try? BindingParser.path(name)) ?? JSONPath([.key(name)])
  }

  /// Whether a name begins one of those that rows have: `user` begins `user.name`.
  static func has(_ names: [String], _ first: String) -> Bool {
    names.contains { $0 == first || $0.hasPrefix("\(first).") }
  }

  /// A few names for a message.
  private static func listed(_ names: [String]) -> String {
    let shown = names.prefix(8).map(DeckIssue.quoted).joined(separator: ", ")
    return names.count > 8 ? "\(shown), …" : shown
  }
}
