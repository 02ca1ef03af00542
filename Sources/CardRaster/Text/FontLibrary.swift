/// Fonts that are open, with all that was measured and drawn with them so far.
///
/// One for each worker: it can be neither copied nor sent to another. Guarantees: what it gives depends on the catalog
/// and the arguments alone; not on the locale, the environment, the machine's fonts, or what it was asked before.
public struct FontLibrary: ~Copyable {
  let loaded: LoadedFonts

  /// Opens the fonts that every text may use; the others are opened when a text needs them.
  ///
  /// - Throws: `RasterError.library` when a file cannot be read.
  public init(_ catalog: FontCatalog) throws(RasterError) {
    loaded = try LoadedFonts(catalog, opensFirst: true)
  }

  /// Opens nothing yet: for painting, which opens the faces of texts that are shaped as they come.
  ///
  /// - Throws: `RasterError.library` when there is no memory.
  public init(painting catalog: FontCatalog) throws(RasterError) {
    loaded = try LoadedFonts(catalog, opensFirst: false)
  }

  /// The names of all families, sorted.
  ///
  /// - Throws: `RasterError.library` when a file cannot be read.
  public var families: [String] {
    get throws(RasterError) { try loaded.families() }
  }

  /// Checks that a family, or an alias such as `monospace`, is there.
  ///
  /// - Throws: `RasterError.unknownFamily` with the nearest name when it is not.
  public borrowing func require(family: String) throws(RasterError) {
    guard try loaded.has(family) else { throw try loaded.unknown(family) }
  }

  /// The languages whose words can be hyphenated, such as `de` or `en-us`.
  public static var hyphenatedLanguages: [String] { HyphenationPatterns.languages }

  /// Shapes text and breaks it into lines.
  ///
  /// - Parameters:
  ///   - spans: the text; their sizes are at most `Limits.fontSize`.
  ///   - style: how lines are made.
  ///   - width: in points; nil for lines as long as their text.
  ///   - height: in points; lines that do not fit whole are left out, but for the first. Nil for no end.
  /// - Throws: `RasterError.limit` for a text or a size over its limit, `.unknownFamily` for a family that is not there.
  public borrowing func shape(
    _ spans: [TextSpan], _ style: ParagraphStyle, width: Double? = nil, height: Double? = nil
  ) throws(RasterError) -> ShapedText {
    let key = ShapedTextCache.Key(spans: spans, style: style, width: width, height: height)
    if let known = loaded.shaped.text(key) { return known }
    // A text whose lines have no end is the same in every width that has room for it.
    let endless = ShapedTextCache.Key(spans: spans, style: style, width: nil, height: nil)
    let mayShare = width != nil && height == nil && style.exclusions.isEmpty
    if mayShare, let width, let known = loaded.shaped.text(endless), known.isSame(in: width, style) {
      loaded.shaped.add(known, key)
      return known
    }
    try TextChecks.check(spans)
    let shaper = try TextShaper(spans, style, width: width, height: height, loaded)
    let (text, isBroken) = try shaper.shaped()
    loaded.shaped.add(text, key)
    if mayShare, !isBroken, let width, text.isSame(in: width, style), loaded.shaped.text(endless) == nil {
      loaded.shaped.add(text, endless)
    }
    return text
  }

  /// Tells that a deck comes: of the texts of earlier ones those stay that are asked for again and again.
  package borrowing func beginDeck() { loaded.shaped.beginDeck() }
}

extension FontLibrary {
  /// The outline of a glyph: 1 em is 1 unit, y down, the pen at the origin.
  ///
  /// A glyph without an outline, such as a space or a coloured picture, gives an empty path.
  ///
  /// - Throws: `RasterError.library` when the face or the glyph cannot be read.
  public borrowing func outline(of glyph: UInt32, in face: FontFace) throws(RasterError) -> Path {
    let faces = loaded.faces
    return try loaded.glyphs.outline(.init(face: face, glyph: glyph)) { () throws(RasterError) in
      try faces.open(face).outline(of: glyph)
    }
  }

  /// The advance of a glyph in em.
  ///
  /// - Throws: `RasterError.library` when the face or the glyph cannot be read.
  public borrowing func advance(of glyph: UInt32, in face: FontFace) throws(RasterError) -> Double {
    try loaded.faces.open(face).advance(of: glyph)
  }

  /// The coverage of a glyph, unhinted, with the pen at a quarter of a pixel; nil when there is nothing to be seen.
  ///
  /// - Parameters:
  ///   - glyph: its number in the face.
  ///   - face: the face that it is in.
  ///   - pixelSize: pixels per em, rounded to 1/64; meant for up to 256, above which outlines are better.
  ///   - phaseX: how many quarters of a pixel the pen stands right of its whole pixel, 0…3.
  ///   - phaseY: how many quarters of a pixel the pen stands below its whole pixel, 0…3.
  /// - Throws: `RasterError.library` when the face or the glyph cannot be read, `.limit` when it is too large.
  public borrowing func mask(
    of glyph: UInt32, in face: FontFace, pixelSize: Double, phaseX: Int, phaseY: Int
  ) throws(RasterError) -> GlyphMask? {
    guard pixelSize.isFinite, pixelSize >= 1.0 / 64 else { return nil }
    let most = Limits.fontSize * Limits.scale
    guard pixelSize <= most else {
      throw .limit(what: "a font's size in pixels", value: pixelSize, limit: most)
    }
    let (x, y) = (phaseX & 3, phaseY & 3)
    let (faces, cache) = (loaded.faces, loaded.glyphs)
    let key = GlyphCache.MaskKey(
      face: cache.number(of: face), glyph: glyph, size: Int((pixelSize * 64).rounded()), phase: x + 4 * y)
    return try cache.mask(key) { () throws(RasterError) in
      try faces.open(face).mask(of: glyph, pixelSize: pixelSize, phaseX: x, phaseY: y)
    }
  }

  /// The picture of a glyph of a coloured face; nil when it has none.
  ///
  /// - Throws: `RasterError.library` when the face or the glyph cannot be read.
  public borrowing func picture(of glyph: UInt32, in face: FontFace) throws(RasterError) -> GlyphPicture? {
    let faces = loaded.faces
    return try loaded.glyphs.picture(.init(face: face, glyph: glyph)) { () throws(RasterError) in
      try faces.open(face).picture(of: glyph)
    }
  }
}

/// Remembers shaped texts, since containers measure the same text more than once.
///
/// Texts that stay from deck to deck are kept, as are the last ones of others: when a deck comes after many texts, those that nobody
/// has asked for since the last time are let go. When it is full it is emptied: what a card needs again is soon back.
struct ShapedTextCache {
  /// All that shaping depends on.
  struct Key: Hashable {
    let spans: [TextSpan]
    let style: ParagraphStyle
    let width: Double?
    let height: Double?

    static func == (a: Key, b: Key) -> Bool {
      a.width == b.width && a.height == b.height && a.style == b.style && a.spans == b.spans
        // Letters that look alike may be other bytes, which documents hold.
        && zip(a.spans, b.spans).allSatisfy { $0.text.isExactly($1.text) }
    }
  }

  /// The most texts that are kept.
  static let texts = 4096
  /// The most glyphs that are kept, some 32 bytes each.
  static let glyphs = 500_000
  /// With so many texts a new deck begins a new shelf.
  static let textsOfDecks = 128

  private typealias Shelf = [Key: ShapedText]

  /// What was asked for since the shelf was begun.
  private var recent: Shelf = [:]
  /// What was asked for while the shelf before was the recent one, and not since.
  private var older: Shelf = [:]
  private var glyphs = 0

  /// How many texts there are.
  var count: Int { recent.count + older.count }

  /// Finds a text.
  mutating func text(_ key: Key) -> ShapedText? {
    if let text = recent[key] { return text }
    guard let text = older.removeValue(forKey: key) else { return nil }
    recent[key] = text
    return text
  }

  /// Keeps a text that is not here.
  mutating func add(_ text: ShapedText, _ key: Key) {
    let more = text.glyphCount
    if count >= Self.texts || glyphs + more > Self.glyphs { (recent, older, glyphs) = ([:], [:], 0) }
    recent[key] = text
    glyphs += more
  }

  /// A deck comes.
  mutating func beginDeck() {
    guard recent.count >= Self.textsOfDecks else { return }
    glyphs -= older.values.reduce(0) { $0 + $1.glyphCount }
    (older, recent) = (recent, [:])
  }
}

extension ShapedText {
  /// Its glyphs, and a little for each run.
  fileprivate var glyphCount: Int { lines.reduce(0) { $0 + $1.runs.reduce(1) { $0 + $1.glyphs.count } } }
}

/// The limits that a text is held to before anything is shaped.
enum TextChecks {
  static func check(_ spans: [TextSpan]) throws(RasterError) {
    let bytes = spans.reduce(0) { $0 + $1.text.utf8.count }
    guard bytes <= Limits.textBytes else {
      throw .limit(
        what: "the length of a text in bytes", value: Double(bytes), limit: Double(Limits.textBytes))
    }
    for span in spans {
      guard span.font.size.isFinite, span.font.size > 0 else {
        throw .library(
          operation: "shape text", reason: "a font of size \(NumberText.text(span.font.size)) cannot be had")
      }
      guard span.font.size <= Limits.fontSize else {
        throw .limit(what: "a font's size", value: span.font.size, limit: Limits.fontSize)
      }
      for value in [span.letterSpacing, span.baselineOffset] {
        guard abs(value) <= Limits.fontSize else {
          throw .limit(what: "letter spacing or baseline offset", value: value, limit: Limits.fontSize)
        }
      }
    }
  }
}
