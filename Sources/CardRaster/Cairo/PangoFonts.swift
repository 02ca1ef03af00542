internal import CCairo

/// Pango's view of a closed set of font files: nothing hinted, nothing rounded, nothing of the machine's.
final class PangoFonts {
  /// Pango's own signs, whose macros Swift cannot see: an empty glyph, and the bit of one that stands for a character that
  /// no font has.
  static let emptyGlyph: PangoGlyph = 0x0FFF_FFFF
  static let unknownGlyph: PangoGlyph = 0x1000_0000

  /// The set of faces.
  let families: FontFamilies
  private let map: FontMap
  let context: OpaquePointer
  let layout: OpaquePointer
  /// How many bytes of text were shaped so far, some of them again and again: the work grows with them.
  var shapedBytes = 0
  /// What was shaped of late.
  var answers = ShapingAnswers()
  /// What was asked for last, and what the layout holds.
  var asked: ShapingQuestion?
  var shown: ShapingQuestion?

  /// Makes a font map of the files, in which one unit is 1/1024 point.
  ///
  /// The corresponding C function is `pango_font_map_create_context`.
  init(
    bundled: [FontCatalog.BundledFile], in folder: String, added: [String], system: [String],
    _ faces: FontFaces
  ) throws(RasterError) {
    let families = try FontFamilies(bundled: bundled, in: folder, added: added, system: system, faces)
    let map = try FontMap(families)
    guard let context = pango_font_map_create_context(map.handle), let layout = pango_layout_new(context)
    else {
      throw .library(operation: "make a text layout", reason: "none came back")
    }
    pango_context_set_round_glyph_positions(context, 0)
    // With any real language Pango asks the environment (PANGO_LANGUAGE, LANGUAGE) for the language of scripts
    // that it is not written in; of the undetermined one it believes that every script is right.
    pango_context_set_language(context, pango_language_from_string("und"))
    pango_context_set_base_dir(context, PANGO_DIRECTION_WEAK_LTR)
    self.families = families
    self.map = map
    self.context = context
    self.layout = layout
  }

  deinit {
    cs_object_unref(UnsafeMutableRawPointer(layout))
    cs_object_unref(UnsafeMutableRawPointer(context))
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
