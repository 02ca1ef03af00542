package import CardRaster

/// The fonts of one worker, shared by its layout and painting.
package final class FontContext {
  package let library: FontLibrary

  package init(_ library: consuming FontLibrary) { self.library = library }
}
