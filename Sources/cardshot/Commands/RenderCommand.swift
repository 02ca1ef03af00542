import ArgumentParser
import CardParts
import CardRaster
import Glibc

/// Draws a deck.
struct RenderCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render", abstract: "Draw a deck (what cardshot does when no command is named).")

  @OptionGroup var arguments: DeckArguments

  @Option(
    name: .shortAndLong,
    help: """
      Where the picture goes: a file, or - for standard output. With {id} or {index} in the name every card becomes a \
      picture of its own.
      """, completion: .file())
  var output: String

  @Option(
    help: ArgumentHelp("png or svg; wins over the ending of the output's name.", valueName: "format"),
    completion: .list(OutputFormat.allCases.map(\.rawValue)), transform: { try word($0) })
  var format: OutputFormat?

  @Option(
    help: ArgumentHelp(
      "How much time a PNG may take to become small: fast, balanced or smallest.", valueName: "level"),
    completion: .list(PNGCompression.allCases.map(\.rawValue)), transform: { try word($0) })
  var compression: PNGCompression = .balanced

  @Flag(name: .customLong("svg-text"), help: "Keep text in an SVG as text, instead of outlines.")
  var keepsSVGText = false

  @Option(help: "How many pictures are drawn at once; 0 for one a processor.")
  var workers = 0

  @Flag(help: "Treat warnings as errors.")
  var strict = false

  @Flag(help: "Print errors only.")
  var quiet = false

  @Flag(help: "Print problems and the files that were written as JSON.")
  var json = false

  private var hasPlaceholder: Bool { output.contains("{id}") || output.contains("{index}") }

  func validate() throws {
    if output.isEmpty { throw ValidationError("--output must not be empty.") }
    if format == nil, output != "-", OutputFormat(pathExtension: FilePath.pathExtension(of: output)) == nil {
      let known = OutputFormat.allCases.map { ".\($0.rawValue)" }.joined(separator: " or ")
      throw ValidationError("The output's name must end in \(known), or --format must say what it is.")
    }
    if !(0...256).contains(workers) { throw ValidationError("--workers must be between 0 and 256.") }
  }

  func run() async throws {
    let printer = IssuePrinter(isJSON: json, isQuiet: quiet, outputIsTaken: output == "-")
    do {
      try await render(printer)
    } catch let error as DeckError {
      printer.report(error.issues)
      throw ExitCode.fault
    } catch let error as RasterError {
      printer.report([DeckIssue(.error, file: "", place: nil, path: .root, message: error.message)])
      throw ExitCode.fault
    }
  }

  private func render(_ printer: IssuePrinter) async throws {
    let format = format ?? OutputFormat(pathExtension: FilePath.pathExtension(of: output)) ?? .png
    let deck = try arguments.layOut(onePageEach: hasPlaceholder)
    if strict, !deck.warnings.isEmpty {
      printer.report(
        deck.warnings.map { warning in
          var error = warning
          error.severity = .error
          return error
        })
      throw ExitCode.fault
    }
    let names = try names(of: deck.pages)
    let settings = OutputFormat.Settings(compression: compression, keepsSVGText: keepsSVGText)
    let progress = Progress(total: deck.pages.count, isShown: !quiet && !json && output != "-")
    var outputs: [JSONNode] = []
    try await deck.paint(as: format, settings: settings, workers: workers == 0 ? processors : workers) {
      index, bytes in
      let page = deck.pages[index]
      if output == "-" {
        try FileWriting.writeStandardOutput(bytes)
      } else {
        try FileWriting.write(bytes, to: names[index])
      }
      progress.advance(to: index + 1)
      if json {
        outputs.append(
          .object([
            ("path", .of(names[index])), ("card", .of(page.name)), ("width", .of(page.display.pixelWidth)),
            ("height", .of(page.display.pixelHeight)), ("bytes", .of(bytes.count)),
          ]))
      }
    }
    progress.finish()
    if json || !deck.warnings.isEmpty { printer.report(deck.warnings, outputs: outputs) }
  }

  /// The name of each page's file; two pages never share one.
  private func names(of pages: [Page]) throws -> [String] {
    guard hasPlaceholder else { return [output] }
    if output == "-" { return [output] }
    var seen: Set<String> = []
    return try pages.enumerated().map { index, page in
      let name = output.replacing("{id}", with: page.name).replacing("{index}", with: String(index + 1))
      guard seen.insert(name).inserted else {
        throw DeckError(
          DeckIssue(
            .error, file: arguments.file, place: nil, path: .root,
            message: "two cards would be written to '\(name)'", hint: "give each card an id of its own"))
      }
      return name
    }
  }

  private var processors: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }
}

/// One of the words of an enumeration.
func word<Word: RawRepresentable & CaseIterable>(_ text: String) throws -> Word
where Word.RawValue == String {
  guard let word = Word(rawValue: text) else {
    throw ValidationError("It must be \(Word.allCases.map(\.rawValue).joined(separator: ", ")).")
  }
  return word
}
