import CardRaster

extension DeckIssue {
  /// Writes the issue to standard error, in one line and with nothing in it that a terminal obeys.
  public func writeToStandardError() {
    // Where nobody listens to standard error, there is nobody to tell that.
    try? FileWriting.writeStandardError(Array((Printable.line(text) + "\n").utf8))
  }
}
