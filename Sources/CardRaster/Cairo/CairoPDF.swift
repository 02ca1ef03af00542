internal import CCairo

/// A PDF document of one page that cairo writes: an SVG picture on its way into a document of ours (`PDFPage`).
///
/// Guarantees: the same drawing gives the same bytes; the document's date is fixed, since cairo would put the clock in.
/// The corresponding C type is `cairo_surface_t`, made by `cairo_pdf_surface_create_for_stream`.
struct CairoPDF: ~Copyable {
  /// Takes the bytes as cairo hands them out.
  private final class Sink {
    var bytes: [UInt8] = []
  }

  /// What the document says of when it was made.
  private static let date = "2000-01-01T00:00:00Z"

  private let pointer: OpaquePointer
  private let sink: Sink

  /// Starts a document whose page has a size in points.
  ///
  /// What cairo has no words for becomes pixels, one a point. The corresponding C functions are
  /// `cairo_pdf_surface_create_for_stream`, `cairo_pdf_surface_restrict_to_version`,
  /// `cairo_pdf_surface_set_metadata` and `cairo_surface_set_fallback_resolution`.
  init(size: Size) throws(RasterError) {
    let sink = Sink()
    let made = cairo_pdf_surface_create_for_stream(
      { closure, data, length in
        guard let closure, let data else { return CAIRO_STATUS_WRITE_ERROR }
        let sink = Unmanaged<Sink>.fromOpaque(closure).takeUnretainedValue()
        sink.bytes.append(contentsOf: UnsafeBufferPointer(start: data, count: Int(length)))
        return CAIRO_STATUS_SUCCESS
      }, Unmanaged.passUnretained(sink).toOpaque(), size.width, size.height)
    guard let made else { throw .library(operation: "starting a PDF document", reason: "no surface") }
    let status = CairoStatus(cairo_surface_status(made))
    if status != .success { cairo_surface_destroy(made) }
    try check(status, during: "starting a PDF document")
    pointer = made
    self.sink = sink
    cairo_pdf_surface_restrict_to_version(made, CAIRO_PDF_VERSION_1_5)
    cairo_pdf_surface_set_metadata(made, CAIRO_PDF_METADATA_CREATE_DATE, Self.date)
    cairo_surface_set_fallback_resolution(made, 72, 72)
  }

  deinit {
    // Cairo writes to the sink until it is finished.
    cairo_surface_finish(pointer)
    cairo_surface_destroy(pointer)
  }

  /// Lends cairo's pointer to the wrappers of this folder.
  func withPointer<R>(_ body: (OpaquePointer) -> R) -> R { body(pointer) }

  /// Ends the document.
  ///
  /// The corresponding C function is `cairo_surface_finish`.
  func finish() throws(RasterError) -> [UInt8] {
    cairo_surface_finish(pointer)
    try check(CairoStatus(cairo_surface_status(pointer)), during: "writing a PDF document")
    return sink.bytes
  }
}
