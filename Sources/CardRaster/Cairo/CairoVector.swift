internal import CCairo

extension CairoContext {
  /// Draws an SVG document of a natural size, stretched over the unit rectangle that `map` brings to pixels.
  ///
  /// `size` is the natural size in points: the document is laid out for it and then stretched as one picture.
  /// The corresponding C functions are `rsvg_handle_new_from_data` and `rsvg_handle_render_document`.
  ///
  /// - Throws: `RasterError.image` with librsvg's own words when the document cannot be read or drawn.
  func drawVector(_ svg: [UInt8], size: Size, map: Transform) throws(RasterError) {
    guard size.width > 0, size.height > 0 else { return }
    var error: UnsafeMutablePointer<GError>?
    let made = svg.withUnsafeBufferPointer {
      rsvg_handle_new_from_data($0.baseAddress, gsize($0.count), &error)
    }
    try Self.check(made != nil, error, during: "reading an SVG picture")
    guard let handle = made else { throw .image(reason: "an SVG picture cannot be read") }
    defer { cs_object_unref(UnsafeMutableRawPointer(handle)) }
    let isDrawn = saved { () throws(Never) in
      setMap(Transform.scale(1 / size.width, 1 / size.height).then(map))
      var viewport = CSRsvgRectangle(x: 0, y: 0, width: size.width, height: size.height)
      return withPointer { rsvg_handle_render_document(handle, $0, &viewport, &error) != 0 }
    }
    try Self.check(isDrawn, error, during: "drawing an SVG picture")
  }

  /// The one place where a failure that glib describes becomes an error.
  static func check(
    _ isGood: Bool, _ error: UnsafeMutablePointer<GError>?, during operation: String
  ) throws(RasterError) {
    defer { if let error { g_error_free(error) } }
    guard !isGood else { return }
    let reason = error?.pointee.message.map { String(cString: $0) } ?? "no reason given"
    throw .image(reason: "\(operation) failed: \(reason)")
  }
}
