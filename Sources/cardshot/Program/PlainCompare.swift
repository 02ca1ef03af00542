import CardParts
import CardRaster

/// A fast path for `cardshot compare a.png b.png` with a few common options.
///
/// Parsing the options of all commands takes as long as comparing two pictures; see `PlainRender`. All other
/// command lines are left to `CompareCommand`, which produces the same result for the same values.
struct PlainCompare: Equatable {
  var files: ComparedPictures
  var settings = GoldenSettings()

  /// Parses the words after the program's name; nil if ArgumentParser has to parse them.
  init?(_ words: some Sequence<String>) {
    var rest = words.makeIterator()
    guard rest.next() == "compare" else { return nil }
    var names: [String] = []
    var options: [String: String] = [:]
    var flags: Set<String> = []
    while let word = rest.next() {
      switch word {
      case "-o", "--output", "--metric":
        guard let value = rest.next(), !value.isEmpty, !value.hasPrefix("-"),
          options.updateValue(value, forKey: word == "-o" ? "--output" : word) == nil
        else { return nil }
      case "--quiet", "--json":
        guard flags.insert(word).inserted else { return nil }
      default:
        guard !word.isEmpty, !word.hasPrefix("-") else { return nil }
        names.append(word)
      }
    }
    guard names.count == 2 else { return nil }
    files = ComparedPictures(
      expected: names[0], actual: names[1], isJSON: flags.contains("--json"),
      isQuiet: flags.contains("--quiet"))
    if let output = options["--output"] {
      guard OutputFormat(pathExtension: FilePath.pathExtension(of: output)) == .png,
        // An output that is also an input is rejected by `CompareCommand`.
        !names.map(FilePath.identity).contains(FilePath.identity(output))
      else { return nil }
      files.output = output
    }
    if let word = options["--metric"] {
      guard let metric = Metric(rawValue: word) else { return nil }
      settings.metric = metric
    }
  }

  /// Compares the pictures.
  @MainActor func run() async throws {
    try files.printer.reporting {
      try SandboxChoice.auto.enter(
        decks: [], files: [files.expected, files.actual], outputs: [files.output].compactMap(\.self),
        hasText: false)
    }
    let settings = settings.comparison
    try await files.compare { _ in settings }
  }
}
