import CardParts
import CardRaster

extension RenderCommand {
  /// The files that are named; names that are filled in are looked at when they are known.
  var namedFiles: NamedFiles {
    var files = NamedFiles(inputs: arguments.choices.inputs(of: arguments.deck))
    if let path = rows.rows { files.inputs.append(NamedFiles.Input(path: path, role: "read by --rows")) }
    files.outputs = output.filter { OutputName($0).paths.isEmpty && FramePattern($0) == nil }.map {
      NamedFiles.Output(path: $0, option: "--output")
    }
    // The counts of a run over rows; of other pictures JSON goes to standard error where a picture is on standard output.
    let counts = rows.isAsked && json ? "-" : nil
    for (path, option) in [(rows.report, "--report"), (rows.manifest, "--manifest"), (counts, "--json")] {
      if let path { files.outputs.append(NamedFiles.Output(path: path, option: option)) }
    }
    return files
  }
}

/// The names of all files that are about to be written.
extension RenderCommand {
  /// Refuses a deck of which two pictures would be one file, or one a file that is read, before anything is written.
  func checkPlan(of deck: ReadDeck) throws {
    let appearances = arguments.choices.appearances
    let hasPlaces = output.contains { !OutputName($0).paths.isEmpty || FramePattern($0) != nil }
    guard output.count > 1 || appearances.count > 1 || hasPlaces else { return }
    var plan = FilePlan(inputs: namedFiles.inputs, deck: arguments.file)
    // One output in one appearance parts its own pages; what is drawn is not laid out twice for that.
    let isSimple = output.count == 1 && appearances.count < 2 && FramePattern(name) == nil
    let ending = FilePath.pathExtension(of: name)
    let endings = namedFiles.inputs.map { FilePath.pathExtension(of: $0.path) }
    if isSimple, !endings.contains(ending) { return }
    var labels = PlannedLabels(deck: deck, pipeline: try DeckPipeline())
    for name in output {
      var one = self
      one.output = [name]
      for file in try one.plannedFiles(&labels) { try plan.add(file) }
    }
  }

  /// The files of one output.
  private func plannedFiles(_ labels: inout PlannedLabels) throws -> [String] {
    if name == "-" || isDocument(labels.deck.source) { return [name] }
    let chosen = arguments.choices.appearances
    var all: [String] = []
    for appearance in chosen.isEmpty ? [arguments.choices.appearance] : chosen.map({ $0 }) {
      let isPlain = OutputName(name).paths.isEmpty
      let (pages, own) =
        isPlain
        ? ([], appearance ?? .light) : try labels.find(onePageEach: makesPagesOfCards, appearance)
      let names = isPlain ? [files.name(in: own)] : try files.names(of: pages, own)
      all += names.flatMap(filesOfPage)
    }
    return all
  }

  /// All files of a page whose name is this.
  private func filesOfPage(_ name: String) -> [String] {
    if let mail = mail.settings(for: name, scale: arguments.choices.scale) {
      return mail.fileNames(of: name, format(of: name))
    }
    guard let pattern = FramePattern(name) else { return [name] }
    return (1...moving.timing.frames).map(pattern.name)
  }
}

/// The labels of a deck's pages, which are the same in every format.
private struct PlannedLabels {
  let deck: ReadDeck
  let pipeline: DeckPipeline
  private var known: [String: ([PageLabel], Appearance)] = [:]

  init(deck: ReadDeck, pipeline: DeckPipeline) { (self.deck, self.pipeline) = (deck, pipeline) }

  mutating func find(
    onePageEach: Bool, _ appearance: Appearance?
  ) throws(DeckError) -> ([PageLabel], Appearance) {
    let key = "\(onePageEach) \(appearance?.rawValue ?? "")"
    if let found = known[key] { return found }
    var options = deck.options
    options.appearance = appearance
    let summary = try pipeline.layOut(deck.source, options: options, onePageEach: onePageEach).summary
    known[key] = (summary.labels, summary.appearance)
    return (summary.labels, summary.appearance)
  }
}

/// Files that will be written, each once.
private struct FilePlan {
  private let inputs: [(NamedFiles.Input, identity: String)]
  private let deck: String
  private var folders: [String: String] = [:]
  private var files: Set<String> = []

  init(inputs: [NamedFiles.Input], deck: String) {
    self.deck = deck
    self.inputs = inputs.filter { $0.path != "-" }.map { ($0, FilePath.identity($0.path)) }
  }

  mutating func add(_ name: String) throws(DeckError) {
    let folder = FilePath.directory(of: name)
    let place = folders[folder] ?? FilePath.identity(folder)
    folders[folder] = place
    let identity = FilePath.join(place, FilePath.name(of: name))
    if let input = inputs.first(where: { $0.identity == identity })?.0 {
      throw error("a picture would be written over '\(input.path)', which is \(input.role)")
    }
    guard files.insert(identity).inserted else { throw error("two pictures would be written to '\(name)'") }
  }

  private func error(_ message: String) -> DeckError {
    DeckError(
      DeckIssue(
        .error, file: deck, place: nil, path: .root, message: message,
        hint: "give the outputs, or the cards, other names"))
  }
}
