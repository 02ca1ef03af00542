/// Which font files may be used, in the order in which they are asked for a character.
///
/// Guarantees: two equal catalogs give the same pictures, whatever else the machine has installed.
public struct FontCatalog: Hashable, Sendable {
  /// Files that are read at every start.
  let core: [String]
  /// Files that came with a deck; read at every start.
  private(set) var added: [String] = []
  /// Files that are read when a text needs them.
  let fallback: [String]
  /// Files of the machine, read when nothing else has a character or a family.
  private(set) var system: [String] = []

  /// The fonts that travel with cardshot.
  ///
  /// Nothing is read here; a file that is missing is an error of `FontLibrary.init`.
  ///
  /// - Parameter bundled: the folder that holds them, such as `BundledFonts.directory()` gives.
  public init(bundled: String) {
    core = Self.bundledCore.map { bundled + "/" + $0 }
    fallback = Self.bundledFallback.map { bundled + "/" + $0.file }
  }

  /// A catalog with further files, which come right after Inter when a character is looked for.
  ///
  /// - Throws: `RasterError.file` when one is missing or not a regular file, `.limit` when it is larger than
  ///   `Limits.fontBytes`, `.library` when it is not a font.
  public func adding(files: [String]) throws(RasterError) -> FontCatalog {
    var result = self
    let library = try FreeTypeLibrary()
    for path in files where !result.added.contains(path) {
      let size = try FontFiles.size(of: path)
      guard size <= Limits.fontBytes else {
        throw .limit(
          what: "the size of '\(path)' in bytes", value: Double(size), limit: Double(Limits.fontBytes))
      }
      _ = try FreeTypeFace(FontFace(path: path), in: library)
      result.added.append(path)
    }
    return result
  }

  /// A catalog with the fonts that the machine has in `/usr/share/fonts` and `/usr/local/share/fonts`.
  ///
  /// They come last; pictures made with them differ from machine to machine.
  public func addingSystemFonts() -> FontCatalog {
    var result = self
    result.system = ["/usr/share/fonts", "/usr/local/share/fonts"].flatMap { FontFiles.all(below: $0) }
    return result
  }
}

extension FontCatalog {
  /// The family of texts that name none, or an alias of it.
  static let sans = "Inter"
  /// The family that has pictures for emoji.
  static let emoji = "Noto Color Emoji"
  /// Names that stand for a family.
  static let aliases = [
    "sans-serif": "Inter", "sans": "Inter", "system-ui": "Inter", "system": "Inter", "san francisco": "Inter",
    "helvetica neue": "Inter", "monospace": "JetBrains Mono",
  ]

  /// The files of Inter and Noto Color Emoji in the folder of bundled fonts.
  static let bundledCore =
    [
      "Regular", "Italic", "Medium", "MediumItalic", "SemiBold", "SemiBoldItalic", "Bold", "BoldItalic",
      "Black",
      "BlackItalic",
    ].map { "Inter/Inter-\($0).otf" } + ["NotoColorEmoji/NotoColorEmoji.ttf"]

  /// The other files and their families, in the order in which they are asked for a character.
  static let bundledFallback: [(file: String, family: String)] =
    ["Regular", "Bold"].map { ("JetBrainsMono/JetBrainsMono-\($0).ttf", "JetBrains Mono") }
    + [
      "Arabic", "Arabic+Bold", "Hebrew", "Hebrew+Bold", "Devanagari", "Devanagari+Bold", "Bengali",
      "Bengali+Bold",
      "Thai", "Thai+Bold", "Tamil", "Telugu", "Gujarati", "Kannada", "Malayalam", "Gurmukhi", "Sinhala",
      "Lao",
      "Khmer", "Myanmar", "Georgian", "Armenian", "Ethiopic",
    ].map { script in
      let parts = script.split(separator: "+")
      return (
        "NotoSans/NotoSans\(parts[0])-\(parts.count > 1 ? "Bold" : "Regular").ttf", "Noto Sans \(parts[0])"
      )
    }
    + [
      ("DroidSansFallback/DroidSansFallback.ttf", "Droid Sans Fallback"),
      ("NotoSans/NotoSansSymbols2-Regular.ttf", "Noto Sans Symbols2"),
      ("NotoSans/NotoSansSymbols-Regular.ttf", "Noto Sans Symbols"),
      ("NotoSans/NotoSansMath-Regular.ttf", "Noto Sans Math"),
    ]

  /// Families of single signs: a line does not grow because one of them stands in it.
  static let signFamilies: Set = ["Noto Sans Symbols2", "Noto Sans Symbols", "Noto Sans Math", emoji]
}
