extension Deck {
  /// The place in the file of what a path names, or of the nearest thing around it; nil without a file.
  package func place(at path: String) -> SourcePlace? { JSONPath(path).flatMap { root.place(at: $0) } }
}
