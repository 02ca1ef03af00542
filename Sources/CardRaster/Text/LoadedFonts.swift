/// The fonts and caches of a font library.
///
/// There are three sets of fonts, each including the previous one: the default fonts, the bundled fallback,
/// and the system fonts. A text is shaped with the smallest set that has all its families and characters.
final class LoadedFonts {
  /// A set of fonts with its font fallback.
  struct Tier {
    let fonts: PangoFonts
    let choice: FamilyChoice
  }

  /// A text with the families of its characters.
  struct Prepared {
    var clusters: TextClusters
    var tier: Tier
    /// For each span, the number of its family in the set.
    var families: [Int]
  }

  let catalog: FontCatalog
  let faces: FontFaces
  let glyphs: GlyphCache
  let paints = PaintCache()
  let words: WordLists
  var shaped = ShapedTextCache()
  private var tiers: [Tier?]
  private var patterns: [String: HyphenationPatterns] = [:]

  /// - Parameter opensFirst: whether the default fonts are opened now, or when a text is shaped.
  init(_ catalog: FontCatalog, opensFirst: Bool) throws(RasterError) {
    self.catalog = catalog
    faces = try FontFaces()
    glyphs = GlyphCache()
    words = WordLists(bundled: catalog.bundled)
    tiers = Array(repeating: nil, count: catalog.system.isEmpty ? 2 : 3)
    if opensFirst { _ = try tier(0) }
  }

  /// The available families, sorted.
  func families() throws(RasterError) -> [String] {
    var names = Set(catalog.available(FontCatalog.bundledFallback).map(\.family))
    for family in try tier(0).fonts.families.all { names.insert(family.name) }
    if tiers.count > 2 {
      for family in try tier(2).fonts.families.all { names.insert(family.name) }
    }
    return names.sorted()
  }

  /// The number of bytes of text shaped so far, counted again for each shaping.
  var shapedBytes: Int { tiers.reduce(0) { $0 + ($1?.fonts.shapedBytes ?? 0) } }

  /// Chooses families for a text.
  func prepare(_ spans: [TextSpan]) throws(RasterError) -> Prepared {
    var clusters = TextClusters(spans)
    let names = spans.map { FontCatalog.aliases[$0.font.family.lowercased()] ?? $0.font.family }
    for level in tiers.indices {
      let tier = try tier(level)
      let families = names.map { tier.fonts.families.index(of: $0) }
      if let lacking = families.firstIndex(of: nil) {
        if level == tiers.indices.last { throw try unknown(spans[lacking].font.family) }
        continue
      }
      let found = families.compactMap { $0 }
      let isDone = tier.choice.assign(to: &clusters, asked: found)
      if isDone || level == tiers.indices.last {
        if !isDone, !catalog.hasAllFonts, let missing = clusters.clusters.first(where: \.isMissing) {
          throw .leftOut("a font for '\(clusters.text(of: missing))'", trait: "AllFonts")
        }
        if spans.contains(where: \.isSpaced) { clusters.markJoinedLetters() }
        return Prepared(clusters: clusters, tier: tier, families: found)
      }
      for index in clusters.clusters.indices {
        clusters.clusters[index].isMissing = false
        clusters.clusters[index].spacing = .tracked
      }
    }
    throw .library(operation: "choose fonts", reason: "the catalog is empty")
  }

  /// The hyphenation patterns of a language; nil if it has none.
  func patterns(of language: String) throws(RasterError) -> HyphenationPatterns? {
    if let known = patterns[language] { return known }
    guard HyphenationPatterns.languages.contains(language) else { return nil }
    let path = "\(catalog.bundled)/Hyphenation/\(language).txt"
    guard let read = HyphenationPatterns(try FileReading.read(path: path, limit: Limits.patternBytes)) else {
      throw .file(path: "\(language).txt", reason: "it contains no hyphenation patterns")
    }
    patterns[language] = read
    return read
  }

  /// The error for an unknown family, with the closest name.
  func unknown(_ family: String) throws(RasterError) -> RasterError {
    if !catalog.hasAllFonts, FontCatalog.names(family) {
      return .leftOut("the font family '\(family)'", trait: "AllFonts")
    }
    return .unknownFamily(family, nearest: Spelling.nearest(to: family, in: try families()))
  }

  /// Whether a family exists.
  func has(_ family: String) throws(RasterError) -> Bool {
    let name = FontCatalog.aliases[family.lowercased()] ?? family
    if try tier(0).fonts.families.index(of: name) != nil { return true }
    if catalog.available(FontCatalog.bundledFallback).contains(where: {
      $0.family.lowercased() == name.lowercased()
    }) {
      return true
    }
    return tiers.count > 2 ? try tier(2).fonts.families.index(of: name) != nil : false
  }

  private func tier(_ level: Int) throws(RasterError) -> Tier {
    if let tier = tiers[level] { return tier }
    let bundled = FontCatalog.bundledCore + (level > 0 ? FontCatalog.bundledFallback : [])
    let fonts = try PangoFonts(
      bundled: catalog.available(bundled), in: catalog.bundled, added: catalog.added,
      system: level > 1 ? catalog.system : [],
      faces)
    let tier = Tier(fonts: fonts, choice: FamilyChoice(fonts.families, isComplete: level == tiers.count - 1))
    tiers[level] = tier
    return tier
  }
}

/// A cache of glyphs that were read or drawn.
///
/// If the masks or bitmaps exceed their memory limit, all of them are removed: a card quickly fills the cache
/// again.
final class GlyphCache {
  /// The key of a glyph.
  struct Key: Hashable {
    let face: FontFace
    let glyph: UInt32
  }

  /// The key of a glyph mask.
  struct MaskKey: Hashable {
    /// From `number(of:)`, as hashing the path of a face for each letter is slow.
    let face: Int
    let glyph: UInt32
    /// Pixels per em in 1/64.
    let size: Int
    /// Quarters of a pixel to the right, plus four times those downwards.
    let phase: Int
  }

  /// The maximum number of bytes of masks.
  static let maskBytes = 16 << 20
  /// The maximum number of bytes of bitmaps.
  static let pictureBytes = 32 << 20
  /// The maximum number of outlines.
  static let outlineCount = 16_384

  private var numbers: [FontFace: Int] = [:]
  private var latest: (face: FontFace, number: Int)?
  private var outlines: [Key: Path] = [:]
  private var masks: [MaskKey: GlyphMask?] = [:]
  private var pictures: [Key: GlyphPicture?] = [:]
  private var maskSize = 0
  private var pictureSize = 0

  /// The number of a face, which never changes.
  func number(of face: FontFace) -> Int {
    if let latest, latest.face == face { return latest.number }
    let number = numbers[face] ?? numbers.count
    numbers[face] = number
    latest = (face, number)
    return number
  }

  /// Finds an outline or reads it.
  func outline(_ key: Key, read: () throws(RasterError) -> Path) throws(RasterError) -> Path {
    if let path = outlines[key] { return path }
    let path = try read()
    if outlines.count >= Self.outlineCount { outlines = [:] }
    outlines[key] = path
    return path
  }

  /// Finds a mask or draws it.
  func mask(_ key: MaskKey, draw: () throws(RasterError) -> GlyphMask?) throws(RasterError) -> GlyphMask? {
    if let mask = masks[key] { return mask }
    let mask = try draw()
    // Includes the overhead of a mask besides its pixels.
    let size = 128 + (mask?.coverage.count ?? 0)
    if maskSize + size > Self.maskBytes { (masks, maskSize) = ([:], 0) }
    masks[key] = .some(mask)
    maskSize += size
    return mask
  }

  /// Finds a bitmap or reads it.
  func picture(_ key: Key, read: () throws(RasterError) -> GlyphPicture?) throws(RasterError) -> GlyphPicture?
  {
    if let picture = pictures[key] { return picture }
    let picture = try read()
    let size = 128 + (picture?.bitmap.pixels.count ?? 0)
    if pictureSize + size > Self.pictureBytes { (pictures, pictureSize) = ([:], 0) }
    pictures[key] = .some(picture)
    pictureSize += size
    return picture
  }
}

/// The coverage mask of a glyph.
package struct GlyphMask: Hashable, Sendable {
  /// The column of the first pixel, relative to the pen's whole pixel.
  package let left: Int
  /// The row of the first pixel, relative to the pen's whole pixel, downwards.
  package let top: Int
  /// The width in pixels; at least 1.
  package let width: Int
  /// The height in pixels; at least 1.
  package let height: Int
  /// 0 (not covered) … 255 (fully covered), row-major, the top row first, `width` bytes per row.
  package let coverage: [UInt8]
}

/// The bitmap of a colour glyph and its position.
package struct GlyphPicture: Hashable, Sendable {
  /// The bitmap, in the size stored in the font.
  package let bitmap: Bitmap
  /// The position relative to the pen on the baseline, in em, y down.
  package let frame: Rect
}
