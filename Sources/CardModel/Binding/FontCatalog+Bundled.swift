import BundledFonts
public import CardRaster

extension FontCatalog {
  /// The bundled fonts.
  ///
  /// - Throws: a `DeckError` with the searched folders if the fonts are missing.
  public static func bundled() throws(DeckError) -> FontCatalog { FontCatalog(bundled: try bundledFolder()) }

  /// The folder of the bundled fonts.
  ///
  /// - Throws: a `DeckError` with the searched folders if the fonts are missing.
  package static func bundledFolder() throws(DeckError) -> String {
    guard let folder = BundledFonts.directory() else {
      // The parent folders are only candidates for test runners.
      let places = BundledFonts.candidates().prefix(2).joined(separator: " and ")
      throw DeckError(
        message: "the bundled fonts are missing",
        hint: "looked in \(places)", code: .missingFonts)
    }
    return folder
  }
}

extension IconSet {
  /// The bundled icons.
  ///
  /// - Throws: `RasterError.file` if they are missing.
  package static func bundled() throws(RasterError) -> IconSet {
    try IconSet(folder: (BundledFonts.directory() ?? "") + "/RemixIcon")
  }
}

/// The fonts of one worker, shared by its layout and painting.
package final class FontContext {
  package let library: FontLibrary

  package init(_ library: consuming FontLibrary) { self.library = library }
}
