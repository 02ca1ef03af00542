import Synchronization

@testable import CardGoldens
@testable import CardParts
@testable import CardRaster

/// What reads bytes of others.
///
/// Each target refuses an input with an error, or takes it; a crash, a failed check of what must hold, an answer that takes
/// too long and too much memory are what is looked for.
enum FuzzTarget: String, CaseIterable, Sendable {
  case scanner, deck, bindings, data, png, jpeg, webp, svg, gif, mbtiles, fonts, comparison, goldens, links,
    pdf, rows, charts, boundData, chartPart

  /// The one that this process runs.
  static let current = Mutex(FuzzTarget.scanner)

  /// Gives the target an input.
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

/// Ends the process where something that must hold does not.
func expect(_ condition: Bool, _ what: @autoclosure () -> String) {
  precondition(condition, what())
}
