import CardParts
import CardRaster

/// Prints what is wrong with a deck: a line an issue for people, one JSON object for machines.
struct IssuePrinter {
  /// Whether machines read it.
  let isJSON: Bool
  /// Whether only errors are wanted.
  let isQuiet: Bool
  /// Whether standard output is taken by a picture.
  var outputIsTaken = false

  /// Prints issues, and the files that were written.
  func report(_ issues: [DeckIssue], outputs: [JSONNode] = []) {
    if isJSON {
      let document = JSONNode.object([
        ("ok", .of(!issues.contains { $0.severity == .error })),
        ("issues", .list(issues.map(\.json))), ("outputs", .list(outputs)),
      ])
      let text = JSONDump.write(document, pretty: true) + "\n"
      if outputIsTaken { StandardStreams.error(text) } else { StandardStreams.output(text) }
      return
    }
    for issue in issues where issue.severity == .error || !isQuiet {
      StandardStreams.error(Printable.text(issue.text.replacing("\n", with: " ")) + "\n")
    }
  }
}

/// The two streams; what cannot be written to them is lost on purpose, there is nowhere else to say it.
enum StandardStreams {
  static func output(_ text: String) { try? FileWriting.writeStandardOutput(Array(text.utf8)) }
  static func error(_ text: String) { try? FileWriting.writeStandardError(Array(text.utf8)) }
}
