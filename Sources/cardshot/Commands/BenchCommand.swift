import ArgumentParser
import CardParts
import CardRaster
import Glibc

/// Renders a deck repeatedly in one process and prints the times.
///
/// Used by `make bench`; hidden from the help.
struct BenchCommand: AsyncParsableCommand, SandboxedCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench", abstract: "Measure how long a deck takes in a warm process.",
    discussion: """
      One iteration goes from the deck's text to the bytes of its pictures. The first iterations are not \
      counted. Times are milliseconds; cpu_ms is the time of all processors.
      """,
    shouldDisplay: false)

  @OptionGroup var arguments: DeckArguments

  @Option(help: "The number of measured iterations.")
  var iterations = 20

  @Option(help: "The number of warm-up iterations, which are not counted.")
  var warmup = 3

  @Option(
    help: "png, jpeg, webp, gif, svg or pdf.", completion: .list(OutputFormat.stills.map(\.rawValue)),
    transform: { try word($0) })
  var format: OutputFormat = .png

  @Option(
    help: "fast, balanced or smallest.", completion: .list(PNGCompression.allCases.map(\.rawValue)),
    transform: { try word($0) })
  var compression: PNGCompression = .balanced

  @Option(help: "The quality of JPEG or WebP, 1 to 100.")
  var quality: Int?

  @Option(help: "The number of rendering threads; 0 for one per processor.")
  var workers = 0

  @Flag(name: .customLong("each"), help: "Render every card as a separate picture.")
  var onePageEach = false

  @Option(
    name: .shortAndLong, help: "The file for each picture; without it the bytes are discarded.")
  var output: String?

  @Option(sandbox: SandboxChoice.help)
  var sandbox: SandboxChoice = .auto

  @Flag(help: "Also measure each stage of the pipeline, for PNG output.")
  var stages = false

  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    try arguments.choices.refuseSeveralAppearances()
    try refuse(!(1...100_000).contains(iterations), "--iterations must be between 1 and 100000.")
    try refuse(!(0...100_000).contains(warmup), "--warmup must be between 0 and 100000.")
    try PictureFiles.checkWorkers(workers)
    try refuse(quality, outside: 1...100, "--quality must be between 1 and 100.")
    try refuse(!format.isStill, "\(format.rawValue) is a format for animations.")
    try refuse(stages && format != .png, "--stages measures png only.")
    try refuse(output == "-", "--output must be a file: standard output has the times.")
    try NamedFiles(
      inputs: arguments.choices.inputs(of: arguments.deck),
      outputs: output.map { [NamedFiles.Output(path: $0, option: "--output")] } ?? []
    ).checkConflicts()
  }

  func enterSandbox() throws {
    try IssuePrinter(isJSON: json, isQuiet: false).reporting {
      try sandbox.enter(
        deck: arguments.deck, data: arguments.choices.data, outputs: [output].compactMap(\.self))
    }
  }

  func run() async throws {
    try await IssuePrinter(isJSON: json, isQuiet: false).reporting { try await measure() }
  }

  private nonisolated(nonsending) func measure() async throws {
    let bytes = try DeckChoices.jsonBytes(of: arguments.deck)
    let (pipeline, options) = (try DeckPipeline(), try arguments.choices.options())
    func layOut() throws(DeckError) -> LaidOutDeck {
      try pipeline.laidOut(
        try pipeline.load(bytes, file: arguments.file, folder: folder), options: options,
        onePageEach: onePageEach)
    }
    let deck = try layOut()
    if let error = DeckError(deck.unsupportedReasons(for: format)) { throw error }
    let settings = OutputFormat.Settings(compression: compression, quality: quality)
    var (wall, processor): ([Double], [Double]) = ([], [])
    var size = 0
    for number in 0..<warmup + iterations {
      let (start, startOfWork) = (ContinuousClock.now, clock())
      var sum = 0
      try await pipeline.paint(
        try layOut(), as: format, settings: settings,
        workers: drawing
      ) {
        sum += try deliver($1)
      }
      size = sum
      if number < warmup { continue }
      wall.append(milliseconds(since: start))
      processor.append(Double(clock() - startOfWork) * 1000 / Double(CLOCKS_PER_SEC))
    }
    var figures: [(String, Double)] = [
      ("median_ms", median(wall)), ("min_ms", wall.min() ?? 0), ("p95_ms", quantile(wall, 0.95)),
      ("cpu_ms", median(processor)), ("bytes", Double(size)), ("peak_mb", peak),
      ("pictures", Double(deck.pages.count)), ("iterations", Double(iterations)),
    ]
    if stages { figures += try stageTimes(bytes, options, pipeline).map { ($0 + "_ms", median($1)) } }
    report(figures)
  }

  /// Number of threads that paint.
  private var drawing: Int { workers == 0 ? PictureFiles.processors : workers }

  private var folder: String { DeckChoices.folder(of: arguments.deck) }

  /// Writes the picture if `--output` is given, and returns its size in bytes.
  private func deliver(_ bytes: [UInt8]) throws(RasterError) -> Int {
    if let output { try FileWriting.write(bytes, to: output) }
    return bytes.count
  }

  /// The times of each stage in milliseconds, summed over all pictures of the deck, one value per iteration.
  private func stageTimes(_ bytes: [UInt8], _ options: DeckOptions, _ pipeline: DeckPipeline) throws -> [(
    String, [Double]
  )] {
    let names = ["load", "resolve", "layout", "flatten", "paint", "encode"]
    var times = [[Double]](repeating: [], count: names.count)
    for number in 0..<warmup + iterations {
      var now = [Double](repeating: 0, count: names.count)
      var mark = ContinuousClock.now
      func lap(_ stage: Int) {
        now[stage] += milliseconds(since: mark)
        mark = ContinuousClock.now
      }
      let deck = try pipeline.load(bytes, file: arguments.file, folder: folder)
      lap(0)
      let resolved = try pipeline.resolve(deck, options: options)
      lap(1)
      let boxes = try pipeline.boxes(of: resolved, onePageEach: onePageEach)
      lap(2)
      let lists = boxes.map { pipeline.flatten($0, of: resolved) }
      lap(3)
      let threads = RowParallelism(of: drawing, pictures: lists.count)
      for list in lists {
        let picture = try pipeline.paint(list, fonts: resolved.fonts, threads: threads)
        lap(4)
        _ = try deliver(try picture.png(compression, threads))
        lap(5)
      }
      if number < warmup { continue }
      for (stage, time) in now.enumerated() { times[stage].append(time) }
    }
    return Array(zip(names, times))
  }

  private func report(_ figures: [(String, Double)]) {
    if json {
      let rounded = figures.map { ($0, JSONNode.of(($1 * 1000).rounded() / 1000)) }
      StandardStreams.output(JSONDump.write(.object(rounded), pretty: false) + "\n")
    } else {
      StandardStreams.output(figures.map { "\($0) \(NumberText.format($1, digits: 3))\n" }.joined())
    }
  }

  private func milliseconds(since start: ContinuousClock.Instant) -> Double {
    (ContinuousClock.now - start) / .milliseconds(1)
  }

  private func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return 0 }
    return (sorted[sorted.count / 2] + sorted[(sorted.count - 1) / 2]) / 2
  }

  private func quantile(_ values: [Double], _ share: Double) -> Double {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return 0 }
    return sorted[max(0, Int((Double(sorted.count) * share).rounded(.up)) - 1)]
  }

  /// The peak memory of the process in MiB, or 0 if the system does not report it.
  private var peak: Double {
    guard let text = try? FileReading.read(path: "/proc/self/status", limit: 1 << 16) else { return 0 }
    let line = String(decoding: text, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line.flatMap { Double($0.filter(\.isNumber)) }.map { $0 / 1024 } ?? 0
  }
}
