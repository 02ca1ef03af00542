import ArgumentParser
import CardParts
import CardRaster

/// The options for one picture per row of data.
struct RowOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Render the deck once for each row of a file: .csv, .tsv, .jsonl, .json, or - for standard input. The \
      row's values override the deck's data. In the name of --output, {id} is the row's value of that name \
      and {row} its number.
      """, valueName: "file"), completion: .file(extensions: ["csv", "tsv", "jsonl", "json"]))
  var rows: String?

  @Flag(
    name: .customLong("fail-fast"),
    help: "Stop at the first row that cannot be rendered, instead of skipping it.")
  var failsFast = false

  @Option(
    help: ArgumentHelp(
      """
      Write a line of JSON for each row to this file, or to standard output with -: its files, alt text, \
      links, problems and time.
      """, valueName: "file"), completion: .file(extensions: ["jsonl"]))
  var report: String?

  @Option(
    help: ArgumentHelp(
      "The file that records finished rows. (default: .cardshot-rows-….jsonl in the folder of the output)",
      valueName: "file"), completion: .file(extensions: ["jsonl"]))
  var manifest: String?

  @Flag(help: "Render every row again; otherwise a run resumes after the rows that are finished.")
  var fresh = false

  @Flag(help: "Remove files of earlier runs whose rows no longer exist.")
  var prune = false

  @Option(
    help: ArgumentHelp("Render one of several shards of the rows, such as 2/8.", valueName: "k/n"),
    transform: { try Shard($0) })
  var shard: Shard?

  /// One of several shards of the rows.
  struct Shard: Sendable, Equatable {
    let number: Int
    let count: Int

    init(_ text: String) throws {
      let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
      guard parts.count == 2, let number = parts[0], let count = parts[1], count >= 1, count <= 1_000_000,
        (1...count).contains(number)
      else { throw ValidationError("It must be a share such as 2/8, the second of eight.") }
      (self.number, self.count) = (number, count)
    }

    /// Whether a row belongs to this shard.
    func has(_ place: RowPlace) -> Bool { (place.number - 1) % count == number - 1 }

    /// The number of rows in this shard, out of a total.
    func count(of rows: Int) -> Int { (rows - number + count) / count }
  }

  /// Whether rows are rendered.
  var isAsked: Bool { rows != nil }

  /// Rejects options that need `--rows`.
  func checkIdle() throws {
    try refuse(
      [
        "fail-fast": failsFast, "report": report != nil, "manifest": manifest != nil, "fresh": fresh,
        "prune": prune, "shard": shard != nil,
      ], "has no effect without --rows.")
  }

  /// Rejects output names that are the same for every row.
  static func checkPlaces(of output: [String]) throws {
    guard let name = output.first(where: { OutputName($0).paths.isEmpty }) else { return }
    throw ValidationError(
      "Every row would be written to '\(Printable.line(name))': add {id} or {row} to the name of --output.")
  }

  /// The name of the file with the rows in messages.
  static func name(of path: String) -> String { path == "-" ? "<stdin>" : path }

  /// Opens a file with rows.
  ///
  /// - Parameter hasCells: whether strings in JSON are cells of a table.
  static func open(_ path: String, hasCells: Bool) throws(DeckError) -> RowSource {
    let source = try DeckError.wrapping(try ByteSource(path: path))
    return try RowSource(
      source, form: RowSource.Form(pathExtension: FilePath.pathExtension(of: path)), file: name(of: path),
      hasCells: hasCells)
  }
}
