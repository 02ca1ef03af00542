import CardRaster

/// The fonts of one worker, shared by all that measures or paints there.
final class FontShelf {
  let library: FontLibrary

  init(_ library: consuming FontLibrary) { self.library = library }
}

/// Keeps the fonts of one worker open from one deck to the next.
final class FontShelves {
  private var kept: (catalog: FontCatalog, shelf: FontShelf)?

  /// The fonts of a catalog.
  ///
  /// - Parameter keeps: whether they stay open for the next deck. Not for font files of a deck, which may change.
  func shelf(_ catalog: FontCatalog, keeps: Bool) throws(RasterError) -> FontShelf {
    if let kept, kept.catalog == catalog { return kept.shelf }
    let shelf = FontShelf(try FontLibrary(catalog))
    if keeps { kept = (catalog, shelf) }
    return shelf
  }
}
