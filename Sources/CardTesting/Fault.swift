import CardParts

/// Why there is nothing to compare.
struct Fault: Error {
  var message: String
  var issues: [DeckIssue] = []

  init(_ message: String, _ issues: [DeckIssue] = []) {
    self.message = message
    self.issues = issues
  }

  init(_ error: DeckError) {
    let count = error.issues.count { $0.severity == .error }
    self.init("the deck has \(count == 1 ? "an error" : "\(count) errors")", error.issues)
  }
}
