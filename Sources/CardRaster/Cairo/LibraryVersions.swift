internal import CCairo

/// A C library and its version.
public struct LibraryVersion: Hashable, Sendable {
  /// Its name, such as `cairo`.
  public let name: String
  /// Its version, such as `1.16.0`.
  public let version: String

  /// Makes a version.
  public init(_ name: String, _ version: String) {
    self.name = name
    self.version = version
  }
}

/// The versions of the C libraries that decide how a picture looks.
public enum LibraryVersions {
  /// Name and version of each library, as found when the program runs.
  ///
  /// The corresponding C functions are `cairo_version_string`, `pango_version_string`, `FT_Library_Version`,
  /// `hb_version_string`, `png_get_libpng_ver`, `libdeflate`'s header and `FcGetVersion`.
  public static var all: [LibraryVersion] {
    var (major, minor, patch): (FT_Int, FT_Int, FT_Int) = (0, 0, 0)
    var library: FT_Library?
    if FT_Init_FreeType(&library) == 0 {
      FT_Library_Version(library, &major, &minor, &patch)
      FT_Done_FreeType(library)
    }
    let fontconfig = FcGetVersion()
    return [
      LibraryVersion("cairo", String(cString: cairo_version_string())),
      LibraryVersion("pango", String(cString: pango_version_string())),
      LibraryVersion("freetype", "\(major).\(minor).\(patch)"),
      LibraryVersion("harfbuzz", String(cString: hb_version_string())),
      LibraryVersion("fontconfig", "\(fontconfig / 10000).\(fontconfig / 100 % 100).\(fontconfig % 100)"),
      LibraryVersion("libdeflate", LIBDEFLATE_VERSION_STRING),
      LibraryVersion("libpng", PNG_LIBPNG_VER_STRING),
    ]
  }
}
