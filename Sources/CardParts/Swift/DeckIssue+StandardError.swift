import CardRaster

extension DeckIssue {
  /// Writes the issue to standard error, in one line and without terminal control characters.
  public func writeToStandardError() {
    // If standard error is closed, the error cannot be reported anywhere.
    try? FileWriting.writeStandardError(Array((Printable.line(text) + "\n").utf8))
  }
}
