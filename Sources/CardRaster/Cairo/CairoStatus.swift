internal import CCairo

/// What cairo says about its last call.
///
/// The set is open: a number that this house does not know is an error like any other, with cairo's own sentence.
/// The corresponding C type is `cairo_status_t`.
struct CairoStatus: RawRepresentable, Hashable, Sendable {
  /// Cairo's number.
  let rawValue: UInt32

  /// All is well.
  static let success = CairoStatus(rawValue: 0)

  init(rawValue: UInt32) { self.rawValue = rawValue }

  init(_ status: cairo_status_t) { self.init(rawValue: status.rawValue) }

  /// Cairo's own sentence.
  ///
  /// The corresponding C function is `cairo_status_to_string`.
  var sentence: String {
    guard let text = cairo_status_to_string(cairo_status_t(rawValue: rawValue)) else {
      return "status unknown"
    }
    return String(cString: text)
  }
}

/// The one place where a status of cairo becomes an error.
///
/// - Throws: `RasterError.library` for every status but success.
func check(_ status: CairoStatus, during operation: String) throws(RasterError) {
  guard status == .success else {
    throw .library(operation: operation, reason: status.sentence)
  }
}
