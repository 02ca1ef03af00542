internal import CCairo

/// What is drawn into documents only.
extension CairoContext {
  /// Maps the caller's coordinates further; only within `saved`.
  ///
  /// The corresponding C function is `cairo_transform`.
  func addMap(_ map: Transform) {
    var matrix = cairo_matrix_t(xx: map.a, yx: map.b, xy: map.c, yy: map.d, x0: map.tx, y0: map.ty)
    withPointer { cairo_transform($0, &matrix) }
  }

  /// Ends a page.
  ///
  /// The corresponding C function is `cairo_show_page`.
  func showPage() { withPointer { cairo_show_page($0) } }
}
