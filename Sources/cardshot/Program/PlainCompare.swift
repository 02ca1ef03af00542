import CardParts
import CardRaster

/// `cardshot compare a.png b.png`, with no more than a few ordinary options.
///
/// To read the options of all commands takes as long as to compare two pictures: see `PlainRender`. All else is left to
/// `CompareCommand`, which does the same with the same values.
struct PlainCompare: Equatable {
  var files: ComparedPictures
  var settings = GoldenSettings()

  /// Reads the words after the program's name; nil when ArgumentParser has to.
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
        // What is read and written at once is for `CompareCommand` to refuse.
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
