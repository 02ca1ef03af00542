import CardRaster

/// The fonts of one worker, shared by its layout and painting.
final class FontShelf {
  let library: FontLibrary

  init(_ library: consuming FontLibrary) { self.library = library }
}
