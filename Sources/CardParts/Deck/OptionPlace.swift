import CardRaster

/// Where in a file something stands that else a command line gives, such as in the plan of a run.
package struct OptionPlace: Hashable, Sendable {
  let file: String
  let place: SourcePlace?
  let path: JSONPath

  /// Makes a place.
  package init(file: String, place: SourcePlace?, path: JSONPath) {
    (self.file, self.place, self.path) = (file, place, path)
  }
}

extension DeckIssue {
  /// The issue at the place of what gives the option; as it is where that is a command line.
  func placed(at place: OptionPlace?) -> DeckIssue {
    guard let place else { return self }
    var issue = self
    (issue.file, issue.place, issue.path, issue.option) = (place.file, place.place, place.path, nil)
    return issue
  }
}

extension [OptionPlace] {
  /// That of a value of the option; nil for a command line.
  func place(of number: Int) -> OptionPlace? { indices.contains(number) ? self[number] : nil }
}
