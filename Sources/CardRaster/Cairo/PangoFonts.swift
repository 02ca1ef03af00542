internal import CCairo

/// Pango's view of a closed set of font files: nothing hinted, nothing rounded, nothing of the machine's.
final class PangoFonts {
  /// The set of files.
  let config: FontConfig
  private let map: UnsafeMutablePointer<PangoFontMap>
  let context: OpaquePointer
  let layout: OpaquePointer
  /// How many bytes of text were shaped so far, some of them again and again: the work grows with them.
  var shapedBytes = 0
  /// What was shaped of late.
  var answers = ShapingAnswers()
  /// What was asked for last, and what the layout holds.
  var asked: ShapingQuestion?
  var shown: ShapingQuestion?
  private var faces: [FaceRequest: FontFace] = [:]

  private struct FaceRequest: Hashable {
    let family: String
    let weight: Int
    let isItalic: Bool
  }

  /// Makes a font map of the files, in which one unit is 1/1024 point.
  ///
  /// The map is one of FreeType's and not one of Cairo's: Cairo 1.16 keeps all its fonts in one table of the process,
  /// where workers would meet. Nothing is drawn through Pango, so nothing else of Cairo's is missed.
  ///
  /// The corresponding C functions are `pango_ft2_font_map_new` and `pango_fc_font_map_set_config`.
  init(
    bundled: [FontCatalog.BundledFile], in folder: String, files: [String], _ faces: FontFaces
  ) throws(RasterError) {
    let config = try FontConfig(bundled: bundled, in: folder, files: files, faces)
    guard let map = pango_ft2_font_map_new() else {
      throw .library(operation: "make a font map", reason: "no map came back")
    }
    pango_fc_font_map_set_config(OpaquePointer(map), config.handle)
    pango_ft2_font_map_set_resolution(OpaquePointer(map), 72, 72)
    guard let context = pango_font_map_create_context(map), let layout = pango_layout_new(context) else {
      throw .library(operation: "make a text layout", reason: "none came back")
    }
    pango_context_set_round_glyph_positions(context, 0)
    // With any real language Pango asks the environment (PANGO_LANGUAGE, LANGUAGE) for the language of scripts
    // that it is not written in; of the undetermined one it believes that every script is right.
    pango_context_set_language(context, pango_language_from_string("und"))
    pango_context_set_base_dir(context, PANGO_DIRECTION_WEAK_LTR)
    self.config = config
    self.map = map
    self.context = context
    self.layout = layout
  }

  deinit {
    cs_object_unref(UnsafeMutableRawPointer(layout))
    cs_object_unref(UnsafeMutableRawPointer(context))
    cs_object_unref(map)
  }

  /// The face that is nearest to a font's weight and slant within a family.
  ///
  /// The size does not decide: it is that of the text which asks, for which Pango looks for a font anyhow.
  /// The corresponding C function is `pango_font_map_load_font`.
  func face(family: String, weight: Int, isItalic: Bool, size: Double) throws(RasterError) -> FontFace {
    let request = FaceRequest(family: family, weight: weight, isItalic: isItalic)
    if let face = faces[request] { return face }
    let description = Self.description(family: family, weight: weight, isItalic: isItalic, size: size)
    defer { pango_font_description_free(description) }
    guard let font = pango_font_map_load_font(map, context, description) else {
      throw .library(operation: "load font '\(family)'", reason: "none came back")
    }
    defer { cs_object_unref(font) }
    let face = try Self.face(of: font)
    faces[request] = face
    return face
  }

  /// The file of a font that Pango has chosen.
  ///
  /// The corresponding C function is `pango_fc_font_get_pattern`.
  static func face(of font: UnsafeMutablePointer<PangoFont>) throws(RasterError) -> FontFace {
    var index: Int32 = 0
    let opened = UnsafeMutableRawPointer(font).assumingMemoryBound(to: PangoFcFont.self)
    guard let pattern = pango_fc_font_get_pattern(opened),
      let path = FontConfig.string(FC_FILE, 0, of: pattern),
      FcPatternGetInteger(pattern, FC_INDEX, 0, &index) == FcResultMatch
    else { throw .library(operation: "look up a font's file", reason: "it has none") }
    return FontFace(path: path, index: Int(index))
  }

  /// A description to be freed by the caller.
  ///
  /// The corresponding C function is `pango_font_description_new`.
  static func description(family: String, weight: Int, isItalic: Bool, size: Double) -> OpaquePointer? {
    let description = pango_font_description_new()
    pango_font_description_set_family(description, family)
    pango_font_description_set_weight(description, PangoWeight(rawValue: UInt32(min(1000, max(1, weight)))))
    pango_font_description_set_style(description, isItalic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL)
    pango_font_description_set_absolute_size(description, size * 1024)
    return description
  }
}
