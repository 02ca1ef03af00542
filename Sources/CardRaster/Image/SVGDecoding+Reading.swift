internal import Synchronization

extension SVGDecoding {
  /// Checks a document and returns its natural size.
  ///
  /// - Parameter budget: counts the time of the subprocess.
  /// - Throws: `RasterError.image` or `.limit` for a picture that cannot be drawn; `.library` if the
  ///   subprocess cannot be started.
  func checkedSize(of svg: [UInt8], _ budget: SVGBudget? = nil) throws(RasterError) -> Size {
    switch self {
    case .isolated: return try SVGProcesses.shared.checkedSize(of: svg, program: try program(), budget)
    case .inProcess:
      let size = try SVGReading.checkedSize(of: svg, foretellsWork: true)
      _ = try LibRSVG(svg)
      return size
    case .refused: throw .image(reason: Self.refusal)
    }
  }

  /// The reason of the error for a picture that the caller does not allow.
  package static let refusal = "SVG pictures are not allowed here"

  /// The executable of the subprocess.
  func program() throws(RasterError) -> String {
    guard case .isolated(let given) = self else { return "" }
    if let found = given ?? SVGProgram.found { return found }
    throw .library(
      operation: "starting a process for SVG pictures",
      reason: "its program was not found;"
        + " call SVGProcess.serveIfAsked() first in main, or choose another SVGDecoding")
  }
}

/// The executable of the SVG subprocesses.
enum SVGProgram {
  /// Whether the running program can serve as a subprocess.
  private static let isServed = Atomic(false)

  /// Records that the running program can serve as a subprocess.
  static func serves() { isServed.store(true, ordering: .relaxed) }

  /// The default executable: the running one if it can serve, else a `cardshot` in its folder.
  static var found: String? {
    isServed.load(ordering: .relaxed) ? RunningProgram.path : RunningProgram.neighbour("cardshot")
  }
}

/// The checks of a document before librsvg parses it.
enum SVGReading {
  /// Checks a document without drawing it, and returns its natural size in points.
  ///
  /// - Parameter foretellsWork: whether to reject a document that would probably take librsvg too long.
  /// - Throws: `RasterError.image`, `RasterError.limit`.
  static func checkedSize(of svg: [UInt8], foretellsWork: Bool) throws(RasterError) -> Size {
    let document = try SVGDocument(svg)
    let references = try SVGReferences(document)
    let size = try SVGSize.natural(document)
    if foretellsWork { try SVGGuard.check(document, references, size) }
    return size
  }
}
