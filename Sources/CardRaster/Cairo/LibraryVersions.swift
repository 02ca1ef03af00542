internal import CCairo

/// The versions of the C libraries that decide how a picture looks.
public enum LibraryVersions {
  /// Name and version of each library, as found when the program runs.
  ///
  /// The corresponding C functions are `cairo_version_string`, `pango_version_string`, `FT_Library_Version`,
  /// `hb_version_string`, `png_get_libpng_ver`, `libdeflate`'s header and `FcGetVersion`.
  public static var all: [(name: String, version: String)] {
    var (major, minor, patch): (FT_Int, FT_Int, FT_Int) = (0, 0, 0)
    var library: FT_Library?
    if FT_Init_FreeType(&library) == 0 {
      FT_Library_Version(library, &major, &minor, &patch)
      FT_Done_FreeType(library)
    }
    let fontconfig = FcGetVersion()
    return [
      ("cairo", String(cString: cairo_version_string())),
      ("pango", String(cString: pango_version_string())),
      ("freetype", "\(major).\(minor).\(patch)"),
      ("harfbuzz", String(cString: hb_version_string())),
      ("fontconfig", "\(fontconfig / 10000).\(fontconfig / 100 % 100).\(fontconfig % 100)"),
      ("libdeflate", LIBDEFLATE_VERSION_STRING),
      ("libpng", PNG_LIBPNG_VER_STRING),
    ]
  }
}
