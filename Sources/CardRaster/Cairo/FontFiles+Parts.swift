internal import CCairo

/// Glyphs that are put together from others, which a library follows without end: six levels of a hundred parts each are
/// 10^12 glyphs in four kilobytes.
extension FontFiles {
  /// The most fonts in a file; collections of all scripts have some sixty.
  private static let mostFaces: UInt32 = 256

  /// Checks that no glyph of a file has more parts than `Limits.glyphParts`, and none deeper than `Limits.glyphDepth`.
  ///
  /// The corresponding C functions are `hb_blob_create_from_file` and `hb_face_count`.
  static func checkParts(of path: String) throws(RasterError) {
    let blob = hb_blob_create_from_file(path)
    defer { hb_blob_destroy(blob) }
    let count = hb_face_count(blob)
    guard count <= mostFaces else {
      throw .file(path: FilePath.name(of: path), reason: "it holds more than \(mostFaces) fonts")
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
            ? "a glyph is put together from others more than \(Limits.glyphDepth) deep"
            : "a glyph is put together from more than \(Limits.glyphParts) others")
      }
    }
  }
}

/// The tables `loca` and `glyf` of a face.
private struct Outlines {
  private let places: [UInt8]
  private let glyphs: [UInt8]
  private let hasLongPlaces: Bool
  /// What is known of each glyph: its parts with theirs, and how deep they go; nil where it was not looked at.
  private var known: [(parts: Int, depth: Int)?]
  /// How many glyphs there are.
  var count: Int { known.count }

  init(_ face: OpaquePointer?) {
    let head = Self.table("head", of: face)
    places = Self.table("loca", of: face)
    glyphs = Self.table("glyf", of: face)
    hasLongPlaces = head.count > 51 && head[51] != 0
    known = Array(repeating: nil, count: max(0, places.count / (hasLongPlaces ? 4 : 2) - 1))
  }

  /// The bytes of a table; none where there is no such table.
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

  /// How many glyphs a glyph is put together from; `Int.max` where they go too deep.
  mutating func parts(of glyph: Int, level: Int) -> Int {
    if let known = known[glyph] { return level + known.depth > Limits.glyphDepth ? .max : known.parts }
    guard level <= Limits.glyphDepth else { return .max }
    var result = (parts: 0, depth: 0)
    var place = start(of: glyph) + 10
    // A glyph with less than no contours has parts: flags, a number, and what moves or turns it (OpenType, "glyf").
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
