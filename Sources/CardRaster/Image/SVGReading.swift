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
