/// A TrueType font with a few glyphs for tests: `a` is glyph 1, and all glyphs are empty.
package struct SampleFont {
  /// The outlines of the glyphs from number 1, as in the table `glyf`.
  package var outlines: [[UInt8]]
  /// The number of substitutions of each glyph by eight glyphs with the next number.
  ///
  /// They multiply the glyphs of a text.
  package var multiplications = 0

  package init(outlines: [[UInt8]] = [[]]) { self.outlines = outlines }

  /// An outline composed of other glyphs.
  package static func parts(_ glyphs: [Int]) -> [UInt8] {
    let head = words([0xFFFF, 0, 0, 0, 0])
    return glyphs.enumerated().reduce(head) { bytes, part in
      // The offsets are bytes; the flag 0x20 means that more components follow.
      bytes + words([0x2 | (part.offset + 1 < glyphs.count ? 0x20 : 0), part.element, 0])
    }
  }

  /// The bytes of the file.
  package var bytes: [UInt8] {
    let count = outlines.count + 1
    var (glyphs, places): ([UInt8], [UInt8]) = ([], Self.long(0))
    for outline in [[]] + outlines {
      glyphs += outline + [UInt8](repeating: 0, count: (4 - outline.count % 4) % 4)
      places += Self.long(glyphs.count)
    }
    var tables: [(tag: String, bytes: [UInt8])] = [
      (
        "cmap",
        Self.words([0, 1, 3, 1, 0, 12, 4, 32, 0, 4, 4, 1, 0, 97, 0xFFFF, 0, 97, 0xFFFF])
          + Self.words([0x10000 - 96, 1, 0, 0])
      ),
      ("glyf", glyphs.isEmpty ? [0, 0, 0, 0] : glyphs),
      (
        "head",
        Self.words([1, 0, 1, 0, 0, 0, 0x5F0F, 0x3CF5, 0, 1000]) + [UInt8](repeating: 0, count: 16)
          + Self.words([0, 0, 1000, 1000, 0, 8, 2, 1, 0])
      ),
      ("hhea", Self.words([1, 0, 800, 0xFF38, 0, 1000, 0, 0, 1000, 1, 0, 0, 0, 0, 0, 0, 0, count])),
      ("hmtx", (0..<count).flatMap { _ in Self.words([500, 0]) }),
      ("loca", places),
      ("maxp", Self.words([1, 0, count, 100, 10, 100, 10, 1, 0, 0, 0, 0, 0, 0, 1000, 16])),
      ("name", Self.words([0, 1, 18, 3, 1, 0x409, 1, 12, 0]) + Self.words("Sample".utf8.map { Int($0) })),
      ("post", Self.words([3, 0]) + [UInt8](repeating: 0, count: 28)),
    ]
    if multiplications > 0 { tables.insert(("GSUB", substitutions), at: 0) }
    var directory = Self.words([1, 0, tables.count, 128, 3, 16 * tables.count - 128])
    var body: [UInt8] = []
    for (tag, bytes) in tables {
      let place = 12 + 16 * tables.count + body.count
      directory += Array(tag.utf8) + Self.long(0) + Self.long(place) + Self.long(bytes.count)
      body += bytes + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
    }
    return directory + body
  }

  /// The table `GSUB`: for all scripts the feature `ccmp`, with one lookup after another.
  private var substitutions: [UInt8] {
    let scripts = Self.words([1]) + Array("DFLT".utf8) + Self.words([8, 4, 0, 0, 0xFFFF, 1, 0])
    let features =
      Self.words([1]) + Array("ccmp".utf8) + Self.words([8, 0, multiplications])
      + Self.words(Array(0..<multiplications))
    var lookups = Self.words([multiplications])
    let size = 8 + 8 + 18 + 6
    for number in 0..<multiplications { lookups += Self.words([2 + 2 * multiplications + size * number]) }
    for number in 1...multiplications {
      lookups += Self.words([2, 0, 1, 8]) + Self.words([1, 26, 1, 8, 8])
      lookups += Self.words([Int](repeating: number + 1, count: 8)) + Self.words([1, 1, number])
    }
    let places = [10, 10 + scripts.count, 10 + scripts.count + features.count]
    return Self.words([1, 0] + places) + scripts + features + lookups
  }

  private static func words(_ values: [Int]) -> [UInt8] {
    values.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
  }

  private static func long(_ value: Int) -> [UInt8] { words([value >> 16, value & 0xFFFF]) }
}
