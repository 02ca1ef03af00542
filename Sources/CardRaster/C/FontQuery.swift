internal import CCairo

/// Reads the properties of font files with fontconfig.
///
/// It is used for files that a deck adds and for system fonts; the properties of bundled ones are known.
/// Fontconfig's own configuration, caches and folders are never read, and it does not choose the face of a
/// text.
enum FontQuery {
  /// The faces of a file, including each named instance of a variable font.
  ///
  /// A variable font without named instances has a face for each hundred of its weight axis.
  ///
  /// - Throws: `RasterError.library` if the file has no face in TrueType or OpenType format, which HarfBuzz
  ///   requires.
  ///
  /// The corresponding C function is `FcFreeTypeQueryAll`.
  static func faces(of path: String) throws(RasterError) -> [NamedFace] {
    let operation = "read font '\(FilePath.name(of: path))'"
    guard let set = FcFontSetCreate() else {
      throw .library(operation: operation, reason: "out of memory")
    }
    defer { FcFontSetDestroy(set) }
    _ = FcFreeTypeQueryAll(path, .max, nil, nil, set)
    guard set.pointee.nfont > 0 else { throw .library(operation: operation, reason: "fontconfig refused") }
    let patterns = (0..<Int(set.pointee.nfont)).compactMap { set.pointee.fonts[$0] }
    let readable = patterns.filter(isReadable)
    guard !readable.isEmpty else {
      throw .library(operation: operation, reason: "it is neither a TrueType nor an OpenType font")
    }
    let faces = readable.compactMap { face(of: $0, path) }
    let added = faces.filter { $0.face.index >> 16 == 0 }.map {
      (index: $0.face.index, faces: weights(of: $0))
    }
    // FreeType makes an instance of the default, whose weight fontconfig does not return.
    let plain = faces.filter { face in
      face.face.index >> 16 == 0
        || !added.contains { $0.index == face.face.index & 0xFFFF && !$0.faces.isEmpty }
    }
    return plain + added.flatMap(\.faces)
  }

  /// A face at each hundred of the weight axis except its default; empty for a font with named instances.
  ///
  /// The corresponding C functions are `hb_ot_var_get_named_instance_count` and `hb_ot_var_find_axis_info`.
  private static func weights(of face: NamedFace) -> [NamedFace] {
    let blob = hb_blob_create_from_file(face.face.path)
    defer { hb_blob_destroy(blob) }
    let opened = hb_face_create(blob, UInt32(face.face.index))
    defer { hb_face_destroy(opened) }
    var axis = hb_ot_var_axis_info_t()
    guard hb_ot_var_get_named_instance_count(opened) == 0,
      hb_ot_var_find_axis_info(opened, FontFace.weightAxis, &axis) != 0, axis.min_value < axis.max_value
    else {
      return []
    }
    return stride(from: 100, through: 900, by: 100).compactMap { weight in
      guard (axis.min_value...axis.max_value).contains(Float(weight)), Float(weight) != axis.default_value
      else {
        return nil
      }
      var result = face
      result.face.axisWeight = weight
      result.weight = self.weight(weight)
      return result
    }
  }

  /// A weight on fontconfig's scale, on which regular is 80, bold 200 and black 210, so that similar weights
  /// are close.
  ///
  /// The corresponding C function is `FcWeightFromOpenTypeDouble`.
  static func weight(_ openType: Int) -> Double { FcWeightFromOpenTypeDouble(Double(openType)) }

  private static func isReadable(_ pattern: OpaquePointer) -> Bool {
    if let wrapper = string("fontwrapper", 0, of: pattern) { return wrapper == "SFNT" }
    let format = string(FC_FONTFORMAT, 0, of: pattern)
    return format == "TrueType" || format == "CFF"
  }

  private static func face(of pattern: OpaquePointer, _ path: String) -> NamedFace? {
    var index: Int32 = 0
    guard bool(FC_VARIABLE, of: pattern) != true,
      FcPatternGetInteger(pattern, FC_INDEX, 0, &index) == FcResultMatch
    else { return nil }
    var names: [String] = []
    while let name = string(FC_FAMILY, Int32(names.count), of: pattern) { names.append(name) }
    guard !names.isEmpty else { return nil }
    return NamedFace(
      families: names, face: FontFace(path: path, index: Int(index)),
      weight: number(FC_WEIGHT, of: pattern) ?? weight(400),
      slant: Int(number(FC_SLANT, of: pattern) ?? 0),
      width: number(FC_WIDTH, of: pattern) ?? NamedFace.normalWidth,
      version: number(FC_FONTVERSION, of: pattern) ?? 0,
      pixelSize: bool(FC_OUTLINE, of: pattern) == false ? number(FC_PIXEL_SIZE, of: pattern) : nil,
      isColor: bool(FC_COLOR, of: pattern) ?? false, isBundled: false)
  }

  /// The corresponding C function is `FcPatternGetString`.
  private static func string(_ key: String, _ number: Int32, of pattern: OpaquePointer) -> String? {
    var text: UnsafeMutablePointer<FcChar8>?
    guard FcPatternGetString(pattern, key, number, &text) == FcResultMatch, let text else { return nil }
    return String(cString: text)
  }

  /// The corresponding C function is `FcPatternGetDouble`, which accepts integers too.
  private static func number(_ key: String, of pattern: OpaquePointer) -> Double? {
    var number = 0.0
    return FcPatternGetDouble(pattern, key, 0, &number) == FcResultMatch ? number : nil
  }

  /// The corresponding C function is `FcPatternGetBool`.
  private static func bool(_ key: String, of pattern: OpaquePointer) -> Bool? {
    var answer: FcBool = 0
    return FcPatternGetBool(pattern, key, 0, &answer) == FcResultMatch ? answer != 0 : nil
  }
}
