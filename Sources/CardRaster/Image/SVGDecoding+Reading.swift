internal import Synchronization

extension SVGDecoding {
  /// Reads a document and gives its natural size.
  ///
  /// - Parameter budget: counts the time that another process takes for it.
  /// - Throws: `RasterError.image` or `.limit` for a picture that cannot be drawn; `.library` when there is no process.
  func check(_ svg: [UInt8], _ budget: SVGBudget? = nil) throws(RasterError) -> Size {
    switch self {
    case .isolated: return try SVGProcesses.shared.check(svg, program: try program(), budget)
    case .inProcess:
      let size = try SVGReading.check(svg, foretellsWork: true)
      _ = try LibRSVG(svg)
      return size
    case .refused: throw .image(reason: "SVG pictures are refused here")
    }
  }

  /// The program whose process draws.
  func program() throws(RasterError) -> String {
    guard case .isolated(let given) = self else { return "" }
    if let found = given ?? SVGProgram.found { return found }
    throw .image(
      reason: "SVG pictures are drawn in a process of their own, and there is no program for it;"
        + " call SVGProcess.serveIfAsked() first in main, or choose another SVGDecoding")
  }
}

/// The program that processes for SVG pictures run.
enum SVGProgram {
  /// Whether the running program serves when it is started for that.
  private static let isServed = Atomic(false)

  /// Takes note that the running program serves.
  static func serves() { isServed.store(true, ordering: .relaxed) }

  /// The one that is started where none is named: the running one if it serves, else a `cardshot` beside it.
  static var found: String? {
    isServed.load(ordering: .relaxed) ? RunningProgram.path : RunningProgram.neighbour("cardshot")
  }
}

/// What a document must be before librsvg sees it.
enum SVGReading {
  /// Checks a document without drawing it, and gives its natural size in points.
  ///
  /// - Parameter foretellsWork: whether a document is refused that would probably keep librsvg busy for long.
  /// - Throws: `RasterError.image`, `RasterError.limit`.
  static func check(_ svg: [UInt8], foretellsWork: Bool) throws(RasterError) -> Size {
    let document = try SVGDocument(svg)
    let references = try SVGReferences(document)
    let size = try SVGSize.natural(document)
    if foretellsWork { try SVGGuard.check(document, references, size) }
    return size
  }
}
