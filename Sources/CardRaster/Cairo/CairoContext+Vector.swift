internal import CCairo

extension CairoContext {
  /// Draws an SVG document of a natural size, stretched over the unit rectangle that `map` brings to pixels.
  ///
  /// `size` is the natural size in points: the document is laid out for it and then stretched as one picture.
  ///
  /// - Throws: `RasterError.image` with librsvg's own words when the document cannot be drawn.
  func drawVector(_ handle: SVGHandle, size: Size, map: Transform) throws(RasterError) {
    guard size.width > 0, size.height > 0 else { return }
    try saved { () throws(RasterError) in
      setMap(Transform.scale(1 / size.width, 1 / size.height).then(map))
      try withPointer { (context) throws(RasterError) in
        try handle.document.render(into: context, x: 0, y: 0, width: size.width, height: size.height)
      }
    }
  }

  /// Draws an SVG document of a natural size into a rectangle of the caller's coordinates.
  ///
  /// - Throws: `RasterError.image` with librsvg's own words when the document cannot be drawn.
  func drawVector(_ handle: SVGHandle, size: Size, in frame: Rect) throws(RasterError) {
    guard size.width > 0, size.height > 0 else { return }
    try saved { () throws(RasterError) in
      addMap(
        Transform.scale(frame.width / size.width, frame.height / size.height).then(.translation(frame.origin))
      )
      try withPointer { (context) throws(RasterError) in
        try handle.document.render(into: context, x: 0, y: 0, width: size.width, height: size.height)
      }
    }
  }
}
