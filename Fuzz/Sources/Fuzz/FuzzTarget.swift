import Synchronization

@testable import CardGoldens
@testable import CardParts
@testable import CardRaster

/// A reader of untrusted bytes.
///
/// Each target accepts an input or rejects it with an error. Bugs are crashes, violated invariants, slow
/// answers and high memory usage.
enum FuzzTarget: String, CaseIterable, Sendable {
  case scanner, deck, bindings, data, png, jpeg, webp, svg, gif, mbtiles, fonts, comparison, goldens, links,
    pdf, rows, charts, boundData, chartPart

  /// The target of this process.
  static let current = Mutex(FuzzTarget.scanner)

  /// Runs the target with an input.
  func run(_ bytes: [UInt8]) {
    switch self {
    case .scanner: DeckTargets.scan(bytes)
    case .deck: DeckTargets.draw(bytes)
    case .bindings: DeckTargets.bind(bytes)
    case .data: DeckTargets.lay(bytes)
    case .png, .jpeg, .webp, .svg: PictureTargets.decode(bytes, self)
    case .gif: PictureTargets.quantize(bytes)
    case .mbtiles: FileTargets.openTiles(bytes)
    case .fonts: FileTargets.openFont(bytes)
    case .comparison: PictureTargets.compare(bytes)
    case .goldens: FileTargets.readGoldenFiles(bytes)
    case .links: DeckTargets.link(bytes)
    case .pdf: FileTargets.readPDF(bytes)
    case .rows: FileTargets.readRows(bytes)
    case .charts: GrammarTargets.drawChart(bytes)
    case .boundData: GrammarTargets.drawBindings(bytes)
    case .chartPart: GrammarTargets.drawPart(bytes)
    }
  }
}

/// Ends the process if an invariant is violated.
func expect(_ condition: Bool, _ what: @autoclosure () -> String) {
  precondition(condition, what())
}
