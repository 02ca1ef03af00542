internal import CCairo

/// A status of cairo.
///
/// The set is open: an unknown number is an error like any other, with cairo's own message. The corresponding
/// C type is `cairo_status_t`.
struct CairoStatus: RawRepresentable, Hashable, Sendable {
  /// Cairo's number.
  let rawValue: UInt32

  /// No error.
  static let success = CairoStatus(rawValue: 0)

  init(rawValue: UInt32) { self.rawValue = rawValue }

  init(_ status: cairo_status_t) { self.init(rawValue: status.rawValue) }

  /// Cairo's own message.
  ///
  /// The corresponding C function is `cairo_status_to_string`.
  var sentence: String {
    guard let text = cairo_status_to_string(cairo_status_t(rawValue: rawValue)) else {
      return "status unknown"
    }
    return String(cString: text)
  }
}

/// The only place where a status of cairo becomes an error.
///
/// - Throws: `RasterError.library` for every status except success.
func checkStatus(_ status: CairoStatus, during operation: String) throws(RasterError) {
  guard status == .success else {
    throw .library(operation: operation, reason: status.sentence)
  }
}
