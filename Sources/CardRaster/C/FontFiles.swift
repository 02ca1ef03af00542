internal import CCairo
internal import Glibc

/// Checks font files before a library opens them.
enum FontFiles {
  /// The size of a regular file in bytes; error messages contain the file name without its folder.
  ///
  /// - Throws: `RasterError.file` if it does not exist, or if it is a folder, a device or a pipe.
  ///
  /// The corresponding C function is `stat`.
  static func size(of path: String) throws(RasterError) -> Int {
    guard !path.utf8.contains(0) else { throw .file(path: path, reason: "the name contains a NUL byte") }
    let name = FilePath.name(of: path)
    var status = stat()
    guard stat(path, &status) == 0 else { throw .file(path: name, reason: SystemError.reason(errno)) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw .file(path: name, reason: "it is not a regular file")
    }
    return Int(status.st_size)
  }

  /// Checks by the first four bytes that HarfBuzz can read a file; FreeType reads more formats.
  ///
  /// The signatures are those of the OpenType specification, "Organization of an OpenType Font", and Apple's
  /// `true`.
  ///
  /// - Throws: `RasterError.file` for other font formats, such as WOFF, and for files that are not fonts.
  static func checkIsOpenType(_ path: String) throws(RasterError) {
    let start = try FileReading.beginning(path: path, count: 4)
    let signatures: [[UInt8]] = [[0, 1, 0, 0], Array("OTTO".utf8), Array("ttcf".utf8), Array("true".utf8)]
    guard !signatures.contains(start) else { return }
    let isPacked = start == Array("wOFF".utf8) || start == Array("wOF2".utf8)
    throw .file(
      path: FilePath.name(of: path),
      reason: isPacked
        ? "it is a compressed web font (WOFF); convert it to TrueType or OpenType"
        : "it is neither a TrueType nor an OpenType font")
  }

  /// Whether glyphs of a file have colours that are not supported: in outlines (COLR, SVG) instead of bitmaps
  /// of fixed sizes.
  ///
  /// The tables are those of the OpenType specification; collections are not checked.
  static func hasColoredOutlines(_ path: String) throws(RasterError) -> Bool {
    let start = try FileReading.beginning(path: path, count: 12 + 16 * 100)
    guard start.count > 12 else { return false }
    let count = Int(start[4]) << 8 | Int(start[5])
    let tags = Set(
      (0..<min(count, 100)).compactMap { index -> String? in
        let place = 12 + 16 * index
        return place + 4 <= start.count ? String(decoding: start[place..<place + 4], as: UTF8.self) : nil
      })
    return !tags.isDisjoint(with: ["COLR", "SVG "]) && tags.isDisjoint(with: ["CBDT", "sbix"])
  }

  /// The font files in and below a folder, sorted by path; empty if the folder does not exist.
  ///
  /// Symbolic links to folders are not followed, so that a loop ends. The corresponding C function is
  /// `readdir`.
  static func all(below folder: String, depth: Int = 8) -> [String] {
    guard depth > 0, let handle = opendir(folder) else { return [] }
    defer { closedir(handle) }
    var files: [String] = []
    while let entry = readdir(handle) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard !name.hasPrefix(".") else { continue }
      let path = folder + "/" + name
      var status = stat()
      guard lstat(path, &status) == 0 else { continue }
      if status.st_mode & S_IFMT == S_IFDIR {
        files += all(below: path, depth: depth - 1)
      } else if isFont(name), let size = try? size(of: path), size <= Limits.fontBytes {
        files.append(path)
      }
    }
    return files.sorted()
  }

  private static func isFont(_ name: String) -> Bool {
    let ending = name.split(separator: ".").last?.lowercased()
    return ["ttf", "otf", "ttc", "otc"].contains(ending)
  }
}

/// A font in memory, as a file without a name that libraries open by its path.
///
/// The corresponding C function is `memfd_create`. The file exists as long as this object.
final class FontMemory: Hashable, Sendable {
  private let descriptor: Int32
  /// The path in this process.
  var path: String { "/proc/self/fd/\(descriptor)" }

  /// Copies the bytes of a font.
  init(_ bytes: [UInt8]) throws(RasterError) {
    descriptor = cs_memory_file()
    guard descriptor >= 0 else {
      throw .library(operation: "storing a font in memory", reason: SystemError.reason(errno))
    }
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes {
        write(descriptor, UnsafeRawBufferPointer(rebasing: $0[written...]).baseAddress, $0.count - written)
      }
      guard count > 0 || errno == EINTR else {
        throw .library(operation: "storing a font in memory", reason: SystemError.reason(errno))
      }
      written += max(0, count)
    }
  }

  deinit { close(descriptor) }

  static func == (a: FontMemory, b: FontMemory) -> Bool { a === b }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// Limits composite glyphs, which libraries follow without a limit: six levels of a hundred components each
/// are 10^12 glyphs in four kilobytes.
extension FontFiles {
  /// The maximum number of faces in a file; collections of all scripts have some sixty.
  private static let mostFaces: UInt32 = 256

  /// Checks that no glyph of a file has more components than `Limits.glyphParts` or is nested deeper than
  /// `Limits.glyphDepth`.
  ///
  /// The corresponding C functions are `hb_blob_create_from_file` and `hb_face_count`.
  static func checkParts(of path: String) throws(RasterError) {
    let blob = hb_blob_create_from_file(path)
    defer { hb_blob_destroy(blob) }
    let count = hb_face_count(blob)
    guard count <= mostFaces else {
      throw .file(path: FilePath.name(of: path), reason: "it contains more than \(mostFaces) fonts")
    }
    for number in 0..<count {
      let face = hb_face_create(blob, number)
      defer { hb_face_destroy(face) }
      var outlines = Outlines(face)
      for glyph in 0..<outlines.count {
        let parts = outlines.parts(of: glyph, level: 0)
        guard parts > Limits.glyphParts else { continue }
        throw .file(
          path: FilePath.name(of: path),
          reason: parts == .max
            ? "composite glyphs are nested more than \(Limits.glyphDepth) deep"
            : "a composite glyph has more than \(Limits.glyphParts) components")
      }
    }
  }
}

/// The tables `loca` and `glyf` of a face.
private struct Outlines {
  private let places: [UInt8]
  private let glyphs: [UInt8]
  private let hasLongPlaces: Bool
  /// For each glyph, the total number of its components and its nesting depth; nil if it was not checked yet.
  private var known: [(parts: Int, depth: Int)?]
  /// The number of glyphs.
  var count: Int { known.count }

  init(_ face: OpaquePointer?) {
    let head = Self.table("head", of: face)
    places = Self.table("loca", of: face)
    glyphs = Self.table("glyf", of: face)
    hasLongPlaces = head.count > 51 && head[51] != 0
    known = Array(repeating: nil, count: max(0, places.count / (hasLongPlaces ? 4 : 2) - 1))
  }

  /// The bytes of a table; empty if it does not exist.
  ///
  /// The corresponding C function is `hb_face_reference_table`.
  private static func table(_ name: String, of face: OpaquePointer?) -> [UInt8] {
    let tag = name.utf8.reduce(0) { $0 << 8 | hb_tag_t($1) }
    let blob = hb_face_reference_table(face, tag)
    defer { hb_blob_destroy(blob) }
    var length: UInt32 = 0
    guard let bytes = hb_blob_get_data(blob, &length) else { return [] }
    return Array(UnsafeRawBufferPointer(start: bytes, count: Int(length)))
  }

  /// The total number of components of a glyph; `Int.max` if they are nested too deep.
  mutating func parts(of glyph: Int, level: Int) -> Int {
    if let known = known[glyph] { return level + known.depth > Limits.glyphDepth ? .max : known.parts }
    guard level <= Limits.glyphDepth else { return .max }
    var result = (parts: 0, depth: 0)
    var place = start(of: glyph) + 10
    // A glyph with a negative number of contours has components: flags, an index, and a transform (OpenType,
    // "glyf").
    var goesOn = start(of: glyph) < start(of: glyph + 1) && word(place - 10) >= 0x8000
    while goesOn, place + 4 <= glyphs.count {
      let (flags, part) = (word(place), word(place + 2))
      guard known.indices.contains(part) else { break }
      let inner = parts(of: part, level: level + 1)
      guard inner < .max else { return .max }
      result.parts += 1 + inner
      result.depth = max(result.depth, 1 + (known[part]?.depth ?? 0))
      guard result.parts <= Limits.glyphParts else { return result.parts }
      place += 4 + (flags & 0x1 != 0 ? 4 : 2)
      place += flags & 0x8 != 0 ? 2 : flags & 0x40 != 0 ? 4 : flags & 0x80 != 0 ? 8 : 0
      goesOn = flags & 0x20 != 0
    }
    known[glyph] = result
    return result.parts
  }

  private func start(of glyph: Int) -> Int {
    guard hasLongPlaces else { return 2 * Self.word(places, 2 * glyph) }
    return Self.word(places, 4 * glyph) << 16 | Self.word(places, 4 * glyph + 2)
  }

  private func word(_ place: Int) -> Int { Self.word(glyphs, place) }

  private static func word(_ bytes: [UInt8], _ place: Int) -> Int {
    place + 2 <= bytes.count ? Int(bytes[place]) << 8 | Int(bytes[place + 1]) : 0
  }
}
