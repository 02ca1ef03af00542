internal import CCairo

/// A custom Pango font map for a fixed set of faces, without any fallback.
///
/// Pango's own map looks up each new font in fontconfig, in threads that it starts for it, and computes font
/// metrics by laying out a sentence. Here a font is found in a list, and Pango's font metrics and ink extents
/// are not used: lines are placed by `FaceMetrics`.
///
/// The corresponding C types are `PangoFontMap`, `PangoFont` and `hb_font_t`.
final class FontMap {
  /// The map, which lives as long as this object.
  let handle: UnsafeMutablePointer<PangoFontMap>
  private let families: FontFamilies
  private var fonts: [Request: UnsafeMutablePointer<PangoFont>] = [:]
  private var faces: [FontFace: OpaquePointer] = [:]
  /// An empty fontset for Pango's own fallback, which is off.
  private let noFonts: UnsafeMutablePointer<PangoFontset>

  /// A font as requested by Pango.
  private struct Request: Hashable {
    let family: String
    let weight: UInt32
    let isItalic: Bool
    /// In Pango's units.
    let size: Int32
  }

  /// The maximum number of cached fonts; a text that is laid out keeps its own.
  private static let mostFonts = 512

  /// Makes a map of a set of faces.
  ///
  /// - Throws: `RasterError.library` if memory is exhausted.
  init(_ families: FontFamilies) throws(RasterError) {
    guard let made = g_object_new_with_properties(Self.mapType, 0, nil, nil),
      let none = pango_fontset_simple_new(nil)
    else { throw .library(operation: "make a font map", reason: "no font map returned") }
    handle = UnsafeMutableRawPointer(made).assumingMemoryBound(to: PangoFontMap.self)
    noFonts = UnsafeMutableRawPointer(none).assumingMemoryBound(to: PangoFontset.self)
    self.families = families
    g_object_set_qdata(made, Self.key, Unmanaged.passUnretained(self).toOpaque())
  }

  deinit {
    forgetFonts()
    cs_object_unref(noFonts)
    cs_object_unref(handle)
    for face in faces.values { hb_face_destroy(face) }
  }

  /// The face of a font from a map of this kind.
  static func face(of font: UnsafeMutablePointer<PangoFont>) -> FontFace? { MappedFont.of(font)?.named.face }

  /// The font for a description; nil if memory is exhausted.
  private func font(_ description: OpaquePointer) -> UnsafeMutablePointer<PangoFont>? {
    let request = Request(
      family: pango_font_description_get_family(description).map { String(cString: $0) } ?? "",
      weight: pango_font_description_get_weight(description).rawValue,
      isItalic: pango_font_description_get_style(description) != PANGO_STYLE_NORMAL,
      size: pango_font_description_get_size(description))
    if let font = fonts[request] { return font }
    // Pango also requests families of its own, such as that of all emoji, and ignores the result.
    let named = families.face(
      family: families.index(of: request.family) ?? 0, weight: Int(request.weight), isItalic: request.isItalic
    )
    guard let face = face(named.face), let made = g_object_new_with_properties(Self.fontType, 0, nil, nil)
    else { return nil }
    let mapped = MappedFont(named, weight: Int(request.weight), size: request.size, face: face, map: handle)
    g_object_set_qdata_full(made, Self.key, Unmanaged.passRetained(mapped).toOpaque()) { mapped in
      guard let mapped else { return }
      Unmanaged<MappedFont>.fromOpaque(mapped).release()
    }
    if fonts.count == Self.mostFonts { forgetFonts() }
    let font = UnsafeMutableRawPointer(made).assumingMemoryBound(to: PangoFont.self)
    fonts[request] = font
    return font
  }

  private func forgetFonts() {
    for font in fonts.values { cs_object_unref(font) }
    fonts = [:]
  }

  /// HarfBuzz's face, opened once.
  ///
  /// The corresponding C functions are `hb_blob_create_from_file` and `hb_face_create`.
  private func face(_ face: FontFace) -> OpaquePointer? {
    if let known = faces[face] { return known }
    let blob = hb_blob_create_from_file(face.path)
    defer { hb_blob_destroy(blob) }
    let opened = hb_face_create(blob, UInt32(face.index))
    faces[face] = opened
    return opened
  }
}

/// The data of a font in this map, which live as long as the font.
private final class MappedFont {
  let named: NamedFace
  /// The requested weight.
  let weight: Int
  /// In Pango's units.
  let size: Int32
  /// HarfBuzz's face; this object holds a reference.
  let face: OpaquePointer
  /// The map that it belongs to, which lives longer.
  let map: UnsafeMutablePointer<PangoFontMap>

  init(
    _ named: NamedFace, weight: Int, size: Int32, face: OpaquePointer, map: UnsafeMutablePointer<PangoFontMap>
  ) {
    self.named = named
    self.weight = weight
    self.size = size
    self.face = hb_face_reference(face)
    self.map = map
  }

  deinit { hb_face_destroy(face) }

  /// The data of a font in this map.
  static func of(_ font: UnsafeMutablePointer<PangoFont>?) -> MappedFont? {
    FontMap.kept(by: font)
  }

  /// The font for shaping, without hinting and rounding.
  ///
  /// The corresponding C functions are `hb_font_create` and `hb_font_set_scale`.
  func shaping() -> OpaquePointer? {
    let font = hb_font_create(face)
    hb_font_set_scale(font, scale.x, scale.y)
    hb_font_set_ptem(font, Float(Double(size) / 1024))
    setInstance(of: font)
    return font
  }

  /// The size of an em; for bitmap fonts of one size it is computed through a matrix as Pango does, so that
  /// the last digit is the same.
  private var scale: (x: Int32, y: Int32) {
    guard let pixels = named.pixelSize, pixels > 0, size > 0 else { return (size, size) }
    let factor = Double(size) / 1024 / pixels
    let x = (factor * factor).squareRoot()
    let y = factor * factor / x
    return (Int32(pixels * 1024 * (1 / (1 / x))), Int32(pixels * 1024 * (1 / (1 / y))))
  }

  /// Sets a variable font's axes to their defaults, to those of a named instance (whose number is in the
  /// upper half of the face's), or to a weight.
  ///
  /// The corresponding C functions are `hb_ot_var_named_instance_get_design_coords` and
  /// `hb_font_set_var_coords_design`.
  private func setInstance(of font: OpaquePointer?) {
    var count = hb_ot_var_get_axis_count(face)
    guard count > 0 else { return }
    var axes = [hb_ot_var_axis_info_t](repeating: hb_ot_var_axis_info_t(), count: Int(count))
    _ = hb_ot_var_get_axis_infos(face, 0, &count, &axes)
    var values = axes.prefix(Int(count)).map(\.default_value)
    let instance = named.face.index >> 16
    if instance > 0 {
      _ = hb_ot_var_named_instance_get_design_coords(face, UInt32(instance - 1), &count, &values)
    }
    if let weight = named.face.axisWeight {
      for index in values.indices where axes[index].tag == FontFace.weightAxis {
        values[index] = Float(weight)
      }
    }
    hb_font_set_var_coords_design(font, values, count)
  }
}

extension FontMap {
  /// The key under which GLib objects keep a Swift object.
  fileprivate static let key: GQuark = g_quark_from_string("cardshot")

  private static func of(_ map: UnsafeMutablePointer<PangoFontMap>?) -> FontMap? {
    kept(by: map)
  }

  /// The Swift object that a GLib object keeps.
  ///
  /// The corresponding C function is `g_object_get_qdata`.
  fileprivate static func kept<Keepsake: AnyObject>(by object: UnsafeMutableRawPointer?) -> Keepsake? {
    guard let object = object?.assumingMemoryBound(to: GObject.self),
      let kept = g_object_get_qdata(object, key)
    else { return nil }
    return Unmanaged<Keepsake>.fromOpaque(kept).takeUnretainedValue()
  }

  private static let mapType = type("CardshotFontMap", pango_font_map_get_type()) { methods, _ in
    guard let methods = methods?.assumingMemoryBound(to: PangoFontMapClass.self) else { return }
    methods.pointee.load_font = { map, _, description in
      guard let description, let font = FontMap.of(map)?.font(description) else { return nil }
      return cs_object_ref(font)?.assumingMemoryBound(to: PangoFont.self)
    }
    methods.pointee.load_fontset = { map, _, _, _ in
      guard let map = FontMap.of(map) else { return nil }
      return cs_object_ref(map.noFonts)?.assumingMemoryBound(to: PangoFontset.self)
    }
    methods.pointee.list_families = { _, families, count in
      families?.pointee = nil
      count?.pointee = 0
    }
    methods.pointee.get_serial = { _ in 1 }
  }

  private static let fontType = type("CardshotFont", pango_font_get_type()) { methods, _ in
    guard let methods = methods?.assumingMemoryBound(to: PangoFontClass.self) else { return }
    methods.pointee.create_hb_font = { MappedFont.of($0)?.shaping() }
    methods.pointee.get_font_map = { MappedFont.of($0)?.map }
    methods.pointee.describe = { FontMap.description(of: $0) }
    methods.pointee.describe_absolute = { FontMap.description(of: $0) }
    methods.pointee.get_coverage = { _, _ in pango_coverage_new() }
    // Metrics for a font that is not of this kind.
    methods.pointee.get_metrics = { _, language in pango_font_get_metrics(nil, language) }
    methods.pointee.get_glyph_extents = { font, glyph, ink, logical in
      var advance: Int32 = 0
      if glyph != PangoFonts.emptyGlyph, let font {
        // A missing character has the ink of the missing-glyph box.
        let drawn = glyph & PangoFonts.unknownGlyph == 0 ? glyph : 0
        advance = hb_font_get_glyph_h_advance(pango_font_get_hb_font(font), drawn)
      }
      ink?.pointee = PangoRectangle()
      logical?.pointee = PangoRectangle(x: 0, y: 0, width: advance, height: 0)
    }
  }

  private static func description(of font: UnsafeMutablePointer<PangoFont>?) -> OpaquePointer? {
    guard let mapped = MappedFont.of(font) else { return nil }
    return PangoFonts.description(
      family: mapped.named.families.first ?? "", weight: mapped.weight, isItalic: mapped.named.slant > 0,
      size: Double(mapped.size) / 1024)
  }

  /// A GLib type derived from one of Pango's, registered once per process.
  ///
  /// The corresponding C function is `g_type_register_static_simple`.
  private static func type(
    _ name: String, _ parent: GType, _ initialize: @convention(c) (gpointer?, gpointer?) -> Void
  ) -> GType {
    var sizes = GTypeQuery()
    g_type_query(parent, &sizes)
    return g_type_register_static_simple(
      parent, name, sizes.class_size, initialize, sizes.instance_size, nil, GTypeFlags(rawValue: 0))
  }
}

/// Pango's context for a fixed set of font files: no hinting, no rounding, no system fonts.
final class PangoFonts {
  /// Pango's special glyphs, whose macros Swift cannot import: an empty glyph, and the bit of a glyph for a
  /// character that no font has.
  static let emptyGlyph: PangoGlyph = 0x0FFF_FFFF
  static let unknownGlyph: PangoGlyph = 0x1000_0000

  /// The set of faces.
  let families: FontFamilies
  private let map: FontMap
  let context: OpaquePointer
  let layout: OpaquePointer
  /// The number of bytes of text shaped so far, counted again for each shaping: the work grows with them.
  var shapedBytes = 0
  /// The cache of recently shaped texts.
  var answers = ShapingCache()
  /// The last request, and the text in the layout.
  var asked: ShapingKey?
  var shown: ShapingKey?

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
      throw .library(operation: "make a text layout", reason: "no layout returned")
    }
    pango_context_set_round_glyph_positions(context, 0)
    // With any real language Pango reads the environment (PANGO_LANGUAGE, LANGUAGE) for scripts that it is
    // not written in; for the undetermined language it accepts every script.
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
