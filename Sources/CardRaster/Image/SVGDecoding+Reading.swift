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
