extension SVGDrawing {
  /// Draws on a layer, clipped to the frame.
  func paint(_ document: SVGHandle, on context: borrowing CairoContext) throws(RasterError) {
    let whole = Transform.scale(frame.width, frame.height).then(.translation(frame.origin)).then(map)
    try context.append(RoundedRect(rect: frame).path, under: map)
    try context.saved { () throws(RasterError) in
      context.clip()
      try context.drawVector(document, size: size, map: whole)
    }
  }
}

extension SVGPicture {
  /// Draws on a clear layer.
  ///
  /// - Parameter budget: the budget of all SVG pictures of the painted picture.
  /// - Throws: `RasterError.image` and `.limit` for a picture that cannot be drawn; `.library` if the
  ///   subprocess cannot be started.
  func paint(_ drawing: SVGDrawing, on layer: borrowing BitmapPainter, _ budget: SVGBudget?)
    throws(RasterError)
  {
    guard case .isolated = decoding else {
      return try drawing.paint(SVGHandle(try LibRSVG(bytes)), on: layer.context)
    }
    let (width, height) = (layer.surface.width, layer.surface.height)
    let program = try decoding.program()
    try layer.surface.withMutablePixels { (memory) throws(RasterError) in
      try SVGProcesses.shared.draw(
        drawing, width: width, height: height, into: memory, program: program, budget)
    }
    try budget?.throwIfExceeded()
  }
}
