internal import CCairo

/// A PDF document that cairo writes.
///
/// Guarantees: the same drawing gives the same bytes; the document's dates are fixed, since cairo would put the clock in.
/// The corresponding C type is `cairo_surface_t`, made by `cairo_pdf_surface_create_for_stream`.
struct CairoPDF: ~Copyable {
  /// Takes the bytes as cairo hands them out.
  private final class Sink {
    var bytes: [UInt8] = []
  }

  /// What the document says of when it was made: always the same, so that equal decks give equal files.
  private static let date = "2000-01-01T00:00:00Z"

  private let pointer: OpaquePointer
  private let sink: Sink

  /// Starts a document whose first page has a size in points.
  ///
  /// It is one of PDF 1.5, which says what words glyphs stand for where these are not one each.
  ///
  /// The corresponding C functions are `cairo_pdf_surface_create_for_stream`, `cairo_pdf_surface_restrict_to_version`
  /// and `cairo_pdf_surface_set_metadata`.
  init(size: Size, _ info: DocumentInfo) throws(RasterError) {
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
    cairo_pdf_surface_set_metadata(made, CAIRO_PDF_METADATA_MOD_DATE, Self.date)
    cairo_pdf_surface_set_metadata(made, CAIRO_PDF_METADATA_CREATOR, "cardshot")
    for (key, text) in [(CAIRO_PDF_METADATA_TITLE, info.title), (CAIRO_PDF_METADATA_AUTHOR, info.author)] {
      if let text, !text.isEmpty { cairo_pdf_surface_set_metadata(made, key, text.withoutNoncharacters) }
    }
  }

  deinit {
    // Cairo writes to the sink until it is finished.
    cairo_surface_finish(pointer)
    cairo_surface_destroy(pointer)
  }

  /// Lends cairo's pointer to the wrappers of this folder.
  func withPointer<R>(_ body: (OpaquePointer) -> R) -> R { body(pointer) }

  /// Gives the page that comes next its size in points.
  ///
  /// The corresponding C function is `cairo_pdf_surface_set_size`.
  func setPageSize(_ size: Size) { cairo_pdf_surface_set_size(pointer, size.width, size.height) }

  /// Ends the document.
  ///
  /// The corresponding C function is `cairo_surface_finish`.
  func finish() throws(RasterError) -> [UInt8] {
    cairo_surface_finish(pointer)
    try check(CairoStatus(cairo_surface_status(pointer)), during: "writing a PDF document")
    return sink.bytes
  }
}
