internal import CCairo

/// What is drawn into documents only: gradients and text that stay what they are, layers, pages.
extension CairoContext {
  /// Draws with a gradient from now on, its unit square stretched over a rectangle; false for a conic one.
  ///
  /// The corresponding C functions are `cairo_pattern_create_linear` and `cairo_pattern_create_radial`.
  func setGradient(_ gradient: Gradient, over bounds: Rect) -> Bool {
    let pattern: OpaquePointer?
    switch gradient.kind {
    case .linear(let start, let end): pattern = cairo_pattern_create_linear(start.x, start.y, end.x, end.y)
    case .radial(let center, let radius):
      pattern = cairo_pattern_create_radial(center.x, center.y, 0, center.x, center.y, radius)
    case .conic: return false
    }
    for stop in gradient.stops {
      cairo_pattern_add_color_stop_rgba(
        pattern, stop.offset, Double(stop.color.red) / 255, Double(stop.color.green) / 255,
        Double(stop.color.blue) / 255, Double(stop.color.alpha) / 255)
    }
    // From the user's coordinates to the unit square.
    var matrix = cairo_matrix_t(
      xx: 1 / bounds.width, yx: 0, xy: 0, yy: 1 / bounds.height, x0: -bounds.minX / bounds.width,
      y0: -bounds.minY / bounds.height)
    cairo_pattern_set_matrix(pattern, &matrix)
    withPointer { cairo_set_source($0, pattern) }
    cairo_pattern_destroy(pattern)
    return true
  }

  /// Maps the caller's coordinates further; only within `saved`.
  ///
  /// The corresponding C function is `cairo_transform`.
  func addMap(_ map: Transform) {
    var matrix = cairo_matrix_t(xx: map.a, yx: map.b, xy: map.c, yy: map.d, x0: map.tx, y0: map.ty)
    withPointer { cairo_transform($0, &matrix) }
  }

  /// The map from the caller's coordinates to those of the page.
  ///
  /// The corresponding C function is `cairo_get_matrix`.
  var map: Transform {
    var matrix = cairo_matrix_t()
    withPointer { cairo_get_matrix($0, &matrix) }
    return Transform(a: matrix.xx, b: matrix.yx, c: matrix.xy, d: matrix.yy, tx: matrix.x0, ty: matrix.y0)
  }

  /// The size of a page on which all that may be drawn here has room.
  ///
  /// The corresponding C function is `cairo_clip_extents`.
  var seenSize: Size {
    var (x, y, right, bottom) = (0.0, 0.0, 0.0, 0.0)
    saved { () throws(Never) in
      setMap(.identity)
      withPointer { cairo_clip_extents($0, &x, &y, &right, &bottom) }
    }
    let most = Double(Limits.canvasSide)
    return Size(width: min(max(right, 1), most), height: min(max(bottom, 1), most))
  }

  /// Draws what the body draws as one, faded and mixed with what lies behind it.
  ///
  /// The corresponding C functions are `cairo_push_group` and `cairo_pop_group_to_source`.
  func faded<E: Error>(
    to opacity: Double, _ mode: BlendMode = .normal, _ body: () throws(E) -> Void
  ) throws(E) {
    withPointer { cairo_push_group($0) }
    defer {
      withPointer { cairo_pop_group_to_source($0) }
      blended(as: mode) { paint(opacity: opacity) }
      setColor(.black)
    }
    try body()
  }

  /// Draws a painted picture stretched over a rectangle, smoothly.
  ///
  /// The corresponding C function is `cairo_set_source_surface`.
  func draw(_ picture: borrowing CairoSurface, in frame: Rect) {
    saved { () throws(Never) in
      addMap(
        Transform.scale(frame.width / Double(picture.width), frame.height / Double(picture.height))
          .then(.translation(frame.origin)))
      withPointer { context in
        picture.withPointer { cairo_set_source_surface(context, $0, 0, 0) }
        let source = cairo_get_source(context)
        cairo_pattern_set_filter(source, CAIRO_FILTER_BILINEAR)
        cairo_rectangle(context, 0, 0, Double(picture.width), Double(picture.height))
        cairo_fill(context)
      }
      setColor(.black)
    }
  }

  /// Shows glyphs of a face with the text that they stand for, so that the text can be found and copied.
  ///
  /// The face is read from its file by cairo itself, which keeps it for as long as it needs it. The corresponding C
  /// functions are `cairo_ft_font_face_create_for_pattern` and `cairo_show_text_glyphs`.
  func show(_ run: GlyphRun) throws(RasterError) {
    guard let pattern = FcPatternCreate() else {
      throw .library(operation: "writing text into a document", reason: "no memory")
    }
    defer { FcPatternDestroy(pattern) }
    FcPatternAddString(pattern, FC_FILE, run.face.path)
    FcPatternAddInteger(pattern, FC_INDEX, Int32(truncatingIfNeeded: run.face.index))
    FcPatternAddBool(pattern, FC_HINTING, 0)
    let face = cairo_ft_font_face_create_for_pattern(pattern)
    defer { cairo_font_face_destroy(face) }
    if run.face.isEmboldened { cairo_ft_font_face_set_synthesize(face, CAIRO_FT_SYNTHESIZE_BOLD.rawValue) }
    if run.face.isSlanted { cairo_ft_font_face_set_synthesize(face, CAIRO_FT_SYNTHESIZE_OBLIQUE.rawValue) }
    try CardRaster.check(CairoStatus(cairo_font_face_status(face)), during: "reading a font for a document")
    let options = cairo_font_options_create()
    defer { cairo_font_options_destroy(options) }
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    let glyphs = run.glyphs.map {
      cairo_glyph_t(index: UInt($0.id), x: run.origin.x + $0.x, y: run.origin.y + $0.y)
    }
    let words = run.text.withoutNoncharacters
    let text = Array(words.utf8)
    let clusters = Self.clusters(of: run, words: words)
    withPointer { context in
      cairo_set_font_face(context, face)
      cairo_set_font_size(context, run.font.size)
      cairo_set_font_options(context, options)
      text.withUnsafeBufferPointer { bytes in
        bytes.withMemoryRebound(to: CChar.self) { characters in
          cairo_show_text_glyphs(
            context, characters.baseAddress, Int32(clamping: text.count), glyphs,
            Int32(clamping: glyphs.count),
            clusters, Int32(clamping: clusters.count),
            run.isRightToLeft ? CAIRO_TEXT_CLUSTER_FLAG_BACKWARD : cairo_text_cluster_flags_t(rawValue: 0))
        }
      }
    }
  }

  /// Which letters the glyphs stand for; one cluster for all of the run where that is not known.
  private static func clusters(of run: GlyphRun, words: String) -> [cairo_text_cluster_t] {
    // Letters of which nothing is drawn belong to what is before them, or else behind.
    var clusters: [GlyphRun.Cluster] = []
    for cluster in words == run.text ? run.clusters : [] {
      if let last = clusters.last, cluster.glyphs == 0 || cluster.bytes == 0 || last.glyphs == 0 {
        clusters[clusters.count - 1] = GlyphRun.Cluster(
          bytes: last.bytes + cluster.bytes, glyphs: last.glyphs + cluster.glyphs)
      } else {
        clusters.append(cluster)
      }
    }
    let isKnown =
      clusters.allSatisfy { $0.glyphs > 0 && $0.bytes > 0 }
      && clusters.reduce(0) { $0 + $1.glyphs } == run.glyphs.count
      && clusters.reduce(0) { $0 + $1.bytes } == words.utf8.count
    if !isKnown { clusters = [GlyphRun.Cluster(bytes: words.utf8.count, glyphs: run.glyphs.count)] }
    return clusters.map {
      cairo_text_cluster_t(num_bytes: Int32(clamping: $0.bytes), num_glyphs: Int32(clamping: $0.glyphs))
    }
  }

  /// Fills a rectangle of a size in points in the upper left corner of the page, whatever clip is set, in black.
  ///
  /// It is how pages are marked: what tells a piece of contents from the next is found by it in what cairo wrote.
  /// The corresponding C functions are `cairo_reset_clip`, `cairo_rectangle` and `cairo_fill`.
  func fillCorner(_ size: Size) {
    withPointer {
      cairo_save($0)
      cairo_reset_clip($0)
      cairo_identity_matrix($0)
      cairo_set_source_rgb($0, 0, 0, 0)
      cairo_set_fill_rule($0, CAIRO_FILL_RULE_WINDING)
      cairo_new_path($0)
      cairo_rectangle($0, 0, 0, size.width, size.height)
      cairo_fill($0)
      cairo_restore($0)
    }
  }

  /// Ends a page.
  ///
  /// The corresponding C function is `cairo_show_page`.
  func showPage() { withPointer { cairo_show_page($0) } }
}
