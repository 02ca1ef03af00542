internal import CCairo

/// An SVG document that librsvg has read.
///
/// It has no place of its own, so nothing outside the document is ever loaded; `SVGGuard` has refused what would take
/// librsvg too long.
struct LibRSVG: ~Copyable {
  private let handle: OpaquePointer

  /// Parses a document.
  ///
  /// The corresponding C function is `rsvg_handle_new_from_data`.
  init(_ svg: [UInt8]) throws(RasterError) {
    var failure: UnsafeMutablePointer<GError>?
    let parsed = svg.withUnsafeBufferPointer {
      rsvg_handle_new_from_data($0.baseAddress, gsize($0.count), &failure)
    }
    guard let parsed else {
      throw .image(reason: "the SVG picture cannot be read: \(Self.take(&failure))")
    }
    handle = parsed
    // A CSS inch has 96 pixels; librsvg's own default is 90.
    rsvg_handle_set_dpi(handle, 96)
  }

  deinit { cs_object_unref(UnsafeMutableRawPointer(handle)) }

  /// Draws the document into a rectangle of a cairo context.
  ///
  /// The corresponding C function is `rsvg_handle_render_document`.
  func render(into context: OpaquePointer, x: Double, y: Double, width: Double, height: Double)
    throws(RasterError)
  {
    var viewport = CSRsvgRectangle(x: x, y: y, width: width, height: height)
    var failure: UnsafeMutablePointer<GError>?
    guard rsvg_handle_render_document(handle, context, &viewport, &failure) != 0 else {
      throw .image(reason: "the SVG picture cannot be drawn: \(Self.take(&failure))")
    }
  }

  private static func take(_ failure: inout UnsafeMutablePointer<GError>?) -> String {
    guard let error = failure else { return "unknown reason" }
    defer { g_clear_error(&failure) }
    return error.pointee.message.map { String(cString: $0) } ?? "unknown reason"
  }
}
