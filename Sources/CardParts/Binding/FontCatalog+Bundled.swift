import BundledFonts
public import CardRaster

extension FontCatalog {
  /// The fonts that travel with the program.
  ///
  /// - Throws: a `DeckError` with the places where they were looked for, when they are in none of them.
  public static func bundled() throws(DeckError) -> FontCatalog { FontCatalog(bundled: try bundledFolder()) }

  /// The folder of the fonts that travel with the program.
  ///
  /// - Throws: a `DeckError` with the places where it was looked for, when it is in none of them.
  package static func bundledFolder() throws(DeckError) -> String {
    guard let folder = BundledFonts.directory() else {
      // The places in the folders above are for test runners.
      let places = BundledFonts.candidates().prefix(2).joined(separator: " and ")
      throw DeckError(
        DeckIssue(
          .error, file: "", place: nil, path: .root, message: "the fonts that belong to cardshot are missing",
          hint: "looked in \(places)", code: .missingFonts))
    }
    return folder
  }
}

extension IconSet {
  /// The icons that travel with the program.
  ///
  /// - Throws: `RasterError.file` when they are missing.
  package static func bundled() throws(RasterError) -> IconSet {
    try IconSet(folder: (BundledFonts.directory() ?? "") + "/RemixIcon")
  }
}
