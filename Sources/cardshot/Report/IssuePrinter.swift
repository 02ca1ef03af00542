import ArgumentParser
import CardParts
import CardRaster

/// Prints the problems of a deck: one line per issue, or one JSON object.
struct IssuePrinter {
  let isJSON: Bool
  /// Whether warnings are hidden.
  let isQuiet: Bool
  /// Whether a picture is written to standard output, so that JSON goes to standard error.
  var outputIsTaken = false

  /// Prints issues and the written files.
  func report(_ issues: [DeckIssue], outputs: [JSONNode] = []) {
    if isJSON {
      let reads = FileTrace.paths.sorted().map { JSONNode.of($0) }
      let document = JSONNode.object(present: [
        "ok": .of(!issues.contains { $0.severity == .error }), "issues": .list(issues.map(\.json)),
        "outputs": .list(outputs), "reads": reads.isEmpty ? nil : .list(reads),
      ])
      return StandardStreams.output(JSONDump.write(document, pretty: true) + "\n", isTaken: outputIsTaken)
    }
    for issue in issues { print(issue) }
  }

  /// Prints an issue as text while a run continues; does nothing for JSON.
  func print(_ issue: DeckIssue) {
    guard !isJSON, issue.severity == .error || !isQuiet else { return }
    StandardStreams.error(Printable.sentence(issue.text) + "\n")
  }
}

/// Errors thrown by commands.
extension IssuePrinter {
  /// Runs a closure and prints its error.
  ///
  /// - Throws: `ExitCode.fault` or `ExitCode.interrupted` for a printed error; other errors unchanged.
  nonisolated(nonsending) func reporting<Value>(
    _ body: nonisolated(nonsending) () async throws -> Value
  ) async throws -> Value {
    do {
      return try await body()
    } catch {
      throw told(error)
    }
  }

  /// Runs a synchronous closure and prints its error, as above.
  func reporting<Value>(_ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch {
      throw told(error)
    }
  }

  /// Prints an error and returns the error to throw instead.
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
