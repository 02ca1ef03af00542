import CardParts
import CardRaster

/// A fast path for `cardshot deck.json -o out.png` with a few common options.
///
/// ArgumentParser looks at all commands and their options before it reads the first word, which takes as long
/// as rendering a small card. So the most common command lines are parsed here. All others, including every
/// mistake, are left to ArgumentParser. `RenderCommand` produces the same result for the same values.
struct PlainRender: Equatable {
  var deck: String
  var output: String
  var compression = PNGCompression.balanced
  var scale: Double?
  var workers = 0
  var isQuiet = false
  var format: OutputFormat

  /// Parses the words after the program's name; nil if ArgumentParser has to parse them.
  init?(_ words: some Sequence<String>) {
    var deck: String?
    var options: [String: String] = [:]
    var isQuiet = false
    var rest = words.makeIterator()
    while let word = rest.next() {
      switch word {
      case "-o", "--output", "--compression", "--scale", "--workers":
        guard let value = rest.next(), !value.isEmpty, !value.hasPrefix("-"),
          options.updateValue(value, forKey: word == "-o" ? "--output" : word) == nil
        else { return nil }
      case "--quiet" where !isQuiet: isQuiet = true
      default:
        // No command has a name with a full stop.
        guard deck == nil, !word.hasPrefix("-"), word.contains(".") else { return nil }
        deck = word
      }
    }
    guard let deck, let output = options["--output"], !output.contains("%"),
      // A name such as `card@2x.png` changes the scale.
      (try? PictureFiles.checkPlaceholders(of: output)) != nil, PictureFiles.density(of: output) == 1,
      let format = OutputFormat(pathExtension: FilePath.pathExtension(of: output)),
      // An output that is also the input is rejected by `RenderCommand`.
      FilePath.isJSON(deck), FilePath.identity(deck) != FilePath.identity(output),
      // `RenderCommand` decides which pages go into a document.
      !format.hasPages, format.isStill
    else { return nil }
    (self.deck, self.output, self.isQuiet, self.format) = (deck, output, isQuiet, format)
    if let word = options["--compression"] {
      // An option without effect is rejected by `RenderCommand`.
      guard let value = PNGCompression(rawValue: word), format.heedsCompression else { return nil }
      compression = value
    }
    if let word = options["--scale"] {
      guard let value = Double(word), Limits.scales.contains(value) else { return nil }
      scale = value
    }
    if let word = options["--workers"] {
      guard let value = Int(word), (0...256).contains(value) else { return nil }
      workers = value
    }
  }

  /// Renders the deck.
  @MainActor func run() async throws {
    let files = PictureFiles(
      output: output, deck: DeckChoices.name(of: deck), isJSON: false, isQuiet: isQuiet)
    try await files.printer.reporting {
      try SandboxChoice.auto.enter(deck: deck, outputs: [output])
      if format != .svg { RowParallelism.standBy(workers: workers == 0 ? PictureFiles.processors : workers) }
      var options = DeckOptions()
      options.scale = scale
      let session = RenderSession(
        try DeckChoices.load(deck), options: options, onePageEach: files.makesPagesOfCards,
        ExportRequest(format, settings: OutputFormat.Settings(compression: compression)),
        workers: workers == 0 ? PictureFiles.processors : workers)
      let written = try await FileSink.export([FileSink(files, session)])
      written.report(files.printer, isJSON: false)
    }
  }
}
