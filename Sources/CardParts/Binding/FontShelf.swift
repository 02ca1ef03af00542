import CardRaster

/// The fonts of one worker, shared by all that measures or paints there.
final class FontShelf {
  let library: FontLibrary

  init(_ library: consuming FontLibrary) { self.library = library }
}
