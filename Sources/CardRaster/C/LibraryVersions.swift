internal import CCairo
internal import Glibc

/// A C library and its version.
package struct LibraryVersion: Hashable, Sendable {
  /// Its name, such as `cairo`.
  package var name: String
  /// Its version, such as `1.16.0`.
  package var version: String

  /// Makes a version.
  package init(_ name: String, _ version: String) {
    self.name = name
    self.version = version
  }
}

/// The versions of the C libraries that affect pictures.
package enum LibraryVersions {
  /// Name and version of each library, as found at run time.
  ///
  /// The corresponding C functions are `cairo_version_string`, `pango_version_string`, `FT_Library_Version`,
  /// `hb_version_string`, `png_get_libpng_ver` and `FcGetVersion`. libdeflate has its version only in its
  /// header, so it is that of the build.
  package static var all: [LibraryVersion] {
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
      LibraryVersion("libpng", png_get_libpng_ver(nil).map { String(cString: $0) } ?? ""),
    ]
  }

  /// Further libraries that affect some pictures: cairo's rasteriser, bidirectional text, other image
  /// formats, tiles and animations.
  ///
  /// Some do not provide their version. Then it is that of their file, such as `0.2.0` of
  /// `libturbojpeg.so.0.2.0`, the one declared by a distribution, or for giflib that of its header. Unknown
  /// versions are left out.
  package static var more: [LibraryVersion] {
    let files = filesInUse().merging(listed) { _, listed in listed }
    #if Maps
    let sqlite: String? = String(cString: sqlite3_libversion())
    #else
    let sqlite: String? = nil
    #endif
    let found: [(String, String?)] = [
      ("pixman", call("pixman_version_string")),
      ("fribidi", fribidi),
      ("glib", "\(glib_major_version).\(glib_minor_version).\(glib_micro_version)"),
      ("librsvg", LibRSVG.version), ("libzint", LibZint.version),
      ("lcms2", ColorTransform.version),
      ("cmark", cmark_version_string().map { String(cString: $0) }),
      ("libturbojpeg", files["libturbojpeg"]),
      ("libwebp", LibWebP.version),
      ("libwebp, writing", LibWebP.format(WebPGetEncoderVersion())),
      ("giflib", "\(GIFLIB_MAJOR).\(GIFLIB_MINOR).\(GIFLIB_RELEASE)"),
      ("isa-l", files["libisal"]),
      ("sqlite", sqlite),
    ]
    return found.compactMap { name, version in version.map { LibraryVersion(name, $0) } }
  }

  /// The result of a function without arguments that returns a string, looked up by name in the loaded
  /// libraries.
  private static func call(_ name: String) -> String? {
    guard let symbol = dlsym(nil, name) else { return nil }
    typealias Function = @convention(c) () -> UnsafePointer<CChar>?
    return unsafeBitCast(symbol, to: Function.self)().map { String(cString: $0) }
  }

  /// The version in fribidi's own text: `(GNU FriBidi) 1.0.8` and more.
  private static var fribidi: String? {
    guard let symbol = dlsym(nil, "fribidi_version_info"),
      let text = symbol.assumingMemoryBound(to: UnsafePointer<CChar>?.self).pointee
    else { return nil }
    let words = String(cString: text).split(whereSeparator: \.isWhitespace)
    return words.first { $0.first?.isNumber == true }.map(String.init)
  }

  /// The versions that a distribution's program declares for libraries inside it, or in files with other
  /// names (`Scripts/dist`): `libisal 2.0.30` and so on, one per line.
  private static var listed: [String: String] {
    guard let symbol = dlsym(nil, "cardshot_versions") else { return [:] }
    let text = String(cString: symbol.assumingMemoryBound(to: CChar.self))
    let pairs = text.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    return pairs.reduce(into: [:]) { result, pair in
      if pair.count == 2 { result[pair[0]] = pair[1] }
    }
  }

  /// The versions in the file names of loaded libraries, by the name before `.so`.
  ///
  /// Only these names are taken from the system's list.
  private static func filesInUse() -> [String: String] {
    guard let list = fopen("/proc/self/maps", "r") else { return [:] }
    defer { fclose(list) }
    var result: [String: String] = [:]
    var line = [CChar](repeating: 0, count: 4096)
    while fgets(&line, Int32(line.count), list) != nil {
      let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      guard let name = text.split(separator: "/").last?.split(separator: "\n").first,
        let end = name.firstRange(of: ".so.")
      else { continue }
      result[String(name[..<end.lowerBound])] = String(name[end.upperBound...])
    }
    return result
  }
}
