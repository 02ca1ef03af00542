import ArgumentParser
import CardParts
import CardRaster

struct CompareCommand: AsyncParsableCommand, SandboxedCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare", abstract: "Compare two pictures and report where they differ.",
    discussion: """
      The metrics are exact (any difference counts), oklab (what the eye notices; distances and counts of pixelmatch's \
      main branch) and yiq (those of its releases up to 7). Pictures may be PNG, JPEG or WebP.

      EXIT STATUS
        0 the same, 1 different, 2 the pictures cannot be compared, 64 wrong usage
      """)

  @Argument(help: "The expected picture, or - for standard input.", completion: .file())
  var expected: String

  @Argument(help: "The actual picture, or - for standard input.", completion: .file())
  var actual: String

  @Option(
    name: .shortAndLong,
    help: "Write the difference as a PNG picture to this file, or to standard output with -.",
    completion: .file(extensions: ["png"]))
  var output: String?

  @Option(
    name: .customLong("diff-style"),
    help: """
      The kind of that picture: overlay, the difference over the expected picture in grey; mask, only the \
      differing pixels; strip, expected, overlay and actual side by side.
      """, completion: .list(DiffImage.Style.allCases.map(\.rawValue)), transform: { try word($0) })
  var style: DiffImage.Style = .strip

  @OptionGroup var options: ComparisonOptions

  @OptionGroup var reading: ComparedFileOptions

  @Flag(help: "Print the result as JSON.")
  var json = false

  @Option(
    help: "The deck for --ignore-region; repeat the options below that it was rendered with.",
    completion: .file(extensions: ["json"]))
  var deck: String?

  @OptionGroup var choices: DeckChoices

  func validate() throws {
    try refuse(expected.isEmpty || actual.isEmpty, "The name of a picture must not be empty.")
    if let output, output != "-" {
      try refuse(
        OutputFormat(pathExtension: FilePath.pathExtension(of: output)) != .png,
        "The difference picture is a PNG file; its name must end in .png.")
    }
    try namedFiles.checkConflicts()
    try refuse(
      deck == nil && !options.ignoredIDs.isEmpty, "--ignore-region needs --deck, which locates the region.")
    try refuse(deck != nil && options.ignoredIDs.isEmpty, "--deck has no effect without --ignore-region.")
    try choices.refuseSeveralAppearances()
    try refuse(
      choices.drawsAllStates,
      "--all-states renders several pictures, but compare needs one; choose a state with --state.")
    try refuse(deck == nil && !choices.isEmpty, "Options for rendering the deck need --deck.")
  }

  private var namedFiles: NamedFiles {
    var named = NamedFiles(inputs: deck.map(choices.inputs) ?? [])
    named.inputs += [expected, actual].map { NamedFiles.Input(path: $0, role: "compared") }
    named.inputs += options.namedInputs
    named.outputs = output.map { [NamedFiles.Output(path: $0, option: "--output")] } ?? []
    return named
  }

  func enterSandbox() throws {
    try files.printer.reporting {
      try reading.sandbox.enter(
        decks: [deck].compactMap(\.self),
        files: [expected, actual] + [options.mask].compactMap(\.self) + choices.data,
        outputs: [output].compactMap(\.self), hasText: deck != nil)
    }
  }

  func run() async throws {
    try await files.compare { pair in
      var settings = options.settings.comparison
      if let deck { settings.ignored += try regions(in: deck, of: pair.expected) }
      if let mask = options.mask { settings.mask = try ComparedPictures.picture(mask) }
      return settings
    }
  }

  private var files: ComparedPictures {
    ComparedPictures(
      expected: expected, actual: actual, output: output, style: style, isJSON: json, isQuiet: reading.quiet)
  }
}

/// Finds the regions of parts in a deck.
extension CompareCommand {
  /// The pixels covered by the ignored parts and cards.
  private func regions(in deck: String, of picture: Bitmap) throws(DeckError) -> [PixelRect] {
    let laidOut = try choices.laidOut(deck, onePageEach: false, in: DeckPipeline())
    for warning in laidOut.warnings where !reading.quiet {
      StandardStreams.error(Printable.sentence(warning.text) + "\n")
    }
    let page = laidOut.pages[0]
    let size = page.display.size
    func failure(_ message: String, hint: String?) -> DeckError {
      DeckError(file: DeckChoices.name(of: deck), message: message, hint: hint)
    }
    // The width of the picture gives its scale if the picture has the proportions of the deck.
    let fits = picture.width == page.display.pixelWidth && picture.height == page.display.pixelHeight
    let scale = fits ? page.display.scale : Double(picture.width) / size.width
    guard fits || abs(size.height * scale - Double(picture.height)) <= 1 else {
      throw failure(
        "the deck renders to \(page.display.pixelWidth) × \(page.display.pixelHeight) pixels,"
          + " but the expected picture has \(picture.width) × \(picture.height)",
        hint: "repeat the options that it was rendered with, such as --card, --width or --data")
    }
    let ids = Inspection().frames(in: page).map(\.id)
    for id in options.ignoredIDs where !ids.contains(id) {
      throw failure("no part or card has the id '\(id)'", hint: Spelling.question(for: id, in: ids))
    }
    return page.pixels(ofIDs: options.ignoredIDs, scale: scale, width: picture.width, height: picture.height)
  }
}
