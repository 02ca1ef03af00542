internal import CCairo

/// The open faces of one worker.
final class FontFaces {
  private let library: FreeTypeLibrary
  private var faces: [FontFace: FreeTypeFace] = [:]

  init() throws(RasterError) { library = try FreeTypeLibrary() }

  /// Opens a face, or returns the open one.
  func open(_ face: FontFace) throws(RasterError) -> FreeTypeFace {
    if let opened = faces[face] { return opened }
    let opened = try FreeTypeFace(face, in: library)
    faces[face] = opened
    return opened
  }
}

/// An instance of FreeType.
///
/// A class, so that a face can keep it alive; it stays in the worker that made it.
final class FreeTypeLibrary {
  let handle: FT_Library

  /// The corresponding C function is `FT_Init_FreeType`.
  init() throws(RasterError) {
    var library: FT_Library?
    try Self.checkCode(FT_Init_FreeType(&library), during: "start FreeType")
    guard let library else { throw .library(operation: "start FreeType", reason: "no library returned") }
    handle = library
    // The environment variable FREETYPE_PROPERTIES can enable emboldening of outlines; it must not affect a
    // picture.
    var off: FT_Bool = 1
    for module in ["cff", "type1", "t1cid"] {
      _ = FT_Property_Set(library, module, "no-stem-darkening", &off)
    }
  }

  deinit { FT_Done_FreeType(handle) }

  /// The only place where a FreeType code becomes an error.
  static func checkCode(_ code: FT_Error, during operation: @autoclosure () -> String) throws(RasterError) {
    guard code != 0 else { return }
    // FT_Err_Unknown_File_Format; libraries without error messages report only its number.
    if code == 0x02 {
      throw .library(operation: operation(), reason: "it is not a font; use a TrueType or OpenType file")
    }
    let reason = FT_Error_String(code).map { String(cString: $0) } ?? "FreeType error \(code)"
    throw .library(operation: operation(), reason: reason)
  }
}
