/// Open fonts with caches of everything measured and drawn with them.
///
/// Each worker has one: it can be neither copied nor sent to another thread. Guarantees: its results depend
/// only on the catalog and the arguments, not on the locale, the environment, the system fonts, or earlier
/// calls.
public struct FontLibrary: ~Copyable {
  let loaded: LoadedFonts

  /// Opens the default fonts; the others are opened when a text needs them.
  ///
  /// - Throws: `RasterError.library` if a file cannot be read.
  public init(_ catalog: FontCatalog) throws(RasterError) {
    loaded = try LoadedFonts(catalog, opensFirst: true)
  }

  /// Opens no font yet: for painting shaped texts, which opens faces on demand.
  ///
  /// - Throws: `RasterError.library` if there is not enough memory.
  public init(painting catalog: FontCatalog) throws(RasterError) {
    loaded = try LoadedFonts(catalog, opensFirst: false)
  }

  /// The names of all families, sorted.
  ///
  /// - Throws: `RasterError.library` if a file cannot be read.
  public var families: [String] {
    get throws(RasterError) { try loaded.families() }
  }

  /// Checks that a family, or an alias such as `monospace`, exists.
  ///
  /// - Throws: `RasterError.unknownFamily` with the nearest name if it does not.
  public borrowing func require(family: String) throws(RasterError) {
    guard try loaded.has(family) else { throw try loaded.unknown(family) }
  }

  /// The languages with hyphenation patterns, such as `de` or `en-us`.
  public static var hyphenatedLanguages: [String] { HyphenationPatterns.languages }

  /// Shapes text and breaks it into lines.
  ///
  /// - Parameters:
  ///   - spans: the text; their sizes are at most `Limits.fontSize`.
  ///   - style: the paragraph style.
  ///   - width: in points; nil for lines of any length.
  ///   - height: in points; lines that do not fit completely are left out, except the first. Nil for no
  ///     limit.
  /// - Throws: `RasterError.limit` for a text or a size over its limit, `.unknownFamily` for a family that
  ///   does not exist.
  public borrowing func shape(
    _ spans: [TextSpan], _ style: ParagraphStyle, width: Double? = nil, height: Double? = nil
  ) throws(RasterError) -> ShapedText {
    let key = ShapedTextCache.Key(spans: spans, style: style, width: width, height: height)
    if let known = loaded.shaped.find(key) { return known }
    // A text without line breaks is the same in every width that has room for it.
    let endless = ShapedTextCache.Key(spans: spans, style: style, width: nil, height: nil)
    let mayShare = width != nil && height == nil && style.exclusions.isEmpty
    if mayShare, let width, let known = loaded.shaped.find(endless), known.isSame(in: width, style) {
      loaded.shaped.insert(known, key)
      return known
    }
    try RenderLimits.check()
    try TextChecks.checkSpans(spans)
    let shaper = try TextShaper(spans, style, width: width, height: height, loaded)
    let (text, isBroken) = try shaper.shaped()
    loaded.shaped.insert(text, key)
    if mayShare, !isBroken, let width, text.isSame(in: width, style), loaded.shaped.find(endless) == nil {
      loaded.shaped.insert(text, endless)
    }
    return text
  }

  /// Call it before each deck: from the texts of earlier decks, the cache keeps those that recur.
  package borrowing func beginDeck() { loaded.shaped.beginDeck() }
}

extension FontLibrary {
  /// The outline of a glyph: 1 em is 1 unit, y down, the pen at the origin.
  ///
  /// A glyph without an outline, such as a space or a colour bitmap, gives an empty path.
  ///
  /// - Throws: `RasterError.library` if the face or the glyph cannot be read.
  public borrowing func outline(of glyph: UInt32, in face: FontFace) throws(RasterError) -> Path {
    let faces = loaded.faces
    return try loaded.glyphs.outline(.init(face: face, glyph: glyph)) { () throws(RasterError) in
      try faces.open(face).outline(of: glyph)
    }
  }

  /// The advance of a glyph in em.
  ///
  /// - Throws: `RasterError.library` if the face or the glyph cannot be read.
  public borrowing func advance(of glyph: UInt32, in face: FontFace) throws(RasterError) -> Double {
    try loaded.faces.open(face).advance(of: glyph)
  }

  /// The unhinted coverage mask of a glyph, with the pen at a quarter of a pixel; nil if the mask is empty.
  ///
  /// - Parameters:
  ///   - glyph: its index in the face.
  ///   - face: the face of the glyph.
  ///   - pixelSize: pixels per em, rounded to 1/64; meant for up to 256, above which outlines are better.
  ///   - phaseX: the horizontal subpixel position of the pen in quarters of a pixel, 0…3.
  ///   - phaseY: the vertical subpixel position of the pen in quarters of a pixel, 0…3, downwards.
  /// - Throws: `RasterError.library` if the face or the glyph cannot be read, `.limit` if it is too large.
  package borrowing func mask(
    of glyph: UInt32, in face: FontFace, pixelSize: Double, phaseX: Int, phaseY: Int
  ) throws(RasterError) -> GlyphMask? {
    guard pixelSize.isFinite, pixelSize >= 1.0 / 64 else { return nil }
    let most = Limits.fontSize * Limits.scale
    try RasterError.checkLimit("a font's size in pixels", pixelSize, most: most)
    let (x, y) = (phaseX & 3, phaseY & 3)
    let (faces, cache) = (loaded.faces, loaded.glyphs)
    let key = GlyphCache.MaskKey(
      face: cache.number(of: face), glyph: glyph, size: Int((pixelSize * 64).rounded()), phase: x + 4 * y)
    return try cache.mask(key) { () throws(RasterError) in
      try faces.open(face).mask(of: glyph, pixelSize: pixelSize, phaseX: x, phaseY: y)
    }
  }

  /// The bitmap of a glyph of a colour face; nil if it has none.
  ///
  /// - Throws: `RasterError.library` if the face or the glyph cannot be read.
  package borrowing func picture(of glyph: UInt32, in face: FontFace) throws(RasterError) -> GlyphPicture? {
    let faces = loaded.faces
    return try loaded.glyphs.picture(.init(face: face, glyph: glyph)) { () throws(RasterError) in
      try faces.open(face).picture(of: glyph)
    }
  }
}

/// A cache of shaped texts, since containers measure the same text more than once.
///
/// It keeps texts that recur from deck to deck, and the most recent others. If a deck starts and the cache
/// contains many texts, those not used since the previous such start are removed. A full cache is emptied: a
/// card quickly fills it again.
struct ShapedTextCache {
  /// All inputs of shaping.
  struct Key: Hashable {
    let spans: [TextSpan]
    let style: ParagraphStyle
    let width: Double?
    let height: Double?

    static func == (a: Key, b: Key) -> Bool {
      a.width == b.width && a.height == b.height && a.style == b.style && a.spans == b.spans
        // Canonically equivalent letters may have different bytes, which documents contain.
        && zip(a.spans, b.spans).allSatisfy { $0.text.isExactly($1.text) }
    }
  }

  /// The maximum number of texts.
  static let texts = 4096
  /// The maximum number of glyphs, about 32 bytes each.
  static let glyphs = 500_000
  /// The number of texts from which a new deck starts a new generation.
  static let textsOfDecks = 128

  private typealias Shelf = [Key: ShapedText]

  /// Texts used in the current generation.
  private var recent: Shelf = [:]
  /// Texts used in the previous generation, and not since.
  private var older: Shelf = [:]
  private var glyphs = 0

  /// The number of texts.
  var count: Int { recent.count + older.count }

  /// Finds a text.
  mutating func find(_ key: Key) -> ShapedText? {
    if let text = recent[key] { return text }
    guard let text = older.removeValue(forKey: key) else { return nil }
    recent[key] = text
    return text
  }

  /// Adds a text that is not in the cache.
  mutating func insert(_ text: ShapedText, _ key: Key) {
    let more = text.glyphCount
    if count >= Self.texts || glyphs + more > Self.glyphs { (recent, older, glyphs) = ([:], [:], 0) }
    recent[key] = text
    glyphs += more
  }

  /// Called before each deck.
  mutating func beginDeck() {
    guard recent.count >= Self.textsOfDecks else { return }
    glyphs -= older.values.reduce(0) { $0 + $1.glyphCount }
    (older, recent) = (recent, [:])
  }
}

extension ShapedText {
  /// The number of its glyphs, plus one for each run.
  fileprivate var glyphCount: Int { lines.reduce(0) { $0 + $1.runs.reduce(1) { $0 + $1.glyphs.count } } }
}

/// The limits of a text, checked before shaping.
enum TextChecks {
  static func checkSpans(_ spans: [TextSpan]) throws(RasterError) {
    let bytes = spans.reduce(0) { $0 + $1.text.utf8.count }
    try RasterError.checkLimit("the length of a text in bytes", bytes, most: Limits.textBytes)
    for span in spans {
      guard span.font.size.isFinite, span.font.size > 0 else {
        throw .library(
          operation: "shape text", reason: "the font size \(NumberText.format(span.font.size)) is not above 0"
        )
      }
      try RasterError.checkLimit("a font's size", span.font.size, most: Limits.fontSize)
      for value in [span.letterSpacing, span.baselineOffset] {
        guard abs(value) <= Limits.fontSize else {
          throw .limit(what: "letter spacing or baseline offset", value: value, limit: Limits.fontSize)
        }
      }
    }
  }
}
