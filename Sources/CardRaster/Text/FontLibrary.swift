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
