import ArgumentParser
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
    for issue in issues { print(issue) }
  }

  /// Prints an issue for people while a run goes on.
  func print(_ issue: DeckIssue) {
    guard !isJSON, issue.severity == .error || !isQuiet else { return }
    StandardStreams.error(Printable.sentence(issue.text) + "\n")
  }
}

/// Errors on their way out of a command.
extension IssuePrinter {
  /// Does something, and prints what is wrong when it fails.
  ///
  /// - Throws: `ExitCode.fault` for what was printed, other errors as they are.
  nonisolated(nonsending) func reporting<Value>(
    _ body: nonisolated(nonsending) () async throws -> Value
  ) async throws -> Value {
    do {
      return try await body()
    } catch {
      throw told(error)
    }
  }

  /// The same for what waits for nothing.
  func reporting<Value>(_ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch {
      throw told(error)
    }
  }

  /// Prints an error; gives what is thrown in its place.
  private func told(_ error: any Error) -> any Error {
    switch error {
    case let error as DeckError: report(error.issues)
    case let error as RasterError: report([DeckIssue(error)])
    case let error as StoppedRun:
      StandardStreams.error("\(error)\n")
      if isJSON { error.tally.printJSON(removed: 0, isWhole: false) }
      return error.reason == .wish ? ExitCode.interrupted : ExitCode.fault
    default: return error
    }
    return ExitCode.fault
  }
}
