import CardParts
import CardRaster

/// `cardshot deck.json -o out.png`, with no more than a few ordinary options.
///
/// ArgumentParser looks at all commands and their options before it reads the first word, which takes as long as drawing
/// a small card. So the commonest command lines are read here; everything else, mistakes above all, is left to it,
/// and the meaning of words stays in one place: `RenderCommand` does the same with the same values.
struct PlainRender: Equatable {
  var deck: String
  var output: String
  var compression = PNGCompression.balanced
  var scale: Double?
  var workers = 0
  var isQuiet = false
  var format: OutputFormat

  /// Reads the words after the program's name; nil when ArgumentParser has to.
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
        // A word with a full stop is no command's name.
        guard deck == nil, !word.hasPrefix("-"), word.contains(".") else { return nil }
        deck = word
      }
    }
    guard let deck, let output = options["--output"], !output.contains("%"),
      // A name such as `card@2x.png` changes the scale.
      (try? PictureFiles.checkPlaceholders(of: output)) != nil, PictureFiles.density(of: output) == 1,
      let format = OutputFormat(pathExtension: FilePath.pathExtension(of: output)),
      // What is read and written at once is for `RenderCommand` to refuse.
      FilePath.pathExtension(of: deck) == "json", FilePath.identity(deck) != FilePath.identity(output),
      // Which pages go into a document is for `RenderCommand` to say.
      !format.hasPages, format.isStill
    else { return nil }
    (self.deck, self.output, self.isQuiet, self.format) = (deck, output, isQuiet, format)
    if let word = options["--compression"] {
      // What has no effect is for `RenderCommand` to refuse.
      guard let value = PNGCompression(rawValue: word), format.heedsCompression else { return nil }
      compression = value
    }
    if let word = options["--scale"] {
      guard let value = Double(word), (0.1...Limits.scale).contains(value) else { return nil }
      scale = value
    }
    if let word = options["--workers"] {
      guard let value = Int(word), (0...256).contains(value) else { return nil }
      workers = value
    }
  }

  /// Draws the deck.
  @MainActor func run() async throws {
    let files = PictureFiles(
      output: output, deck: DeckChoices.name(of: deck), isJSON: false, isQuiet: isQuiet)
    try await files.printer.reporting {
      try SandboxChoice.auto.enter(deck: deck, outputs: [output])
      if format != .svg { PictureThreads.standBy(workers: workers == 0 ? PictureFiles.processors : workers) }
      var options = DeckOptions()
      options.scale = scale
      let written = try await files.draw(
        try DeckChoices.load(deck), options, as: format, OutputFormat.Settings(compression: compression),
        workers: workers)
      written.report(files.printer, isJSON: false)
    }
  }
}
