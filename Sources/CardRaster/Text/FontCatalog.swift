/// Which font files may be used, in the order in which they are asked for a character.
///
/// Guarantees: two equal catalogs give the same pictures, whatever else the machine has installed.
public struct FontCatalog: Hashable, Sendable {
  /// The folder of the bundled fonts.
  let bundled: String
  /// Files that came with a deck; read at every start.
  private(set) var added: [String] = []
  /// Files of the machine, read when nothing else has a character or a family.
  private(set) var system: [String] = []

  /// The fonts that travel with cardshot.
  ///
  /// Nothing is read here; a file that is missing is an error of `FontLibrary.init`.
  ///
  /// - Parameter bundled: the folder that holds them, such as `BundledFonts.directory()` gives.
  public init(bundled: String) { self.bundled = bundled }

  /// A catalog with further files, which come right after Inter when a character is looked for.
  ///
  /// - Throws: `RasterError.file` when one is missing, not a regular file, or neither TrueType nor OpenType, `.limit` when it is larger than
  ///   `Limits.fontBytes`, `.library` when it is not a font.
  public func adding(files: [String]) throws(RasterError) -> FontCatalog {
    var result = self
    for path in files { _ = try result.add(path) }
    return result
  }

  /// Adds a file; see `adding`.
  ///
  /// - Returns: its family when no text is drawn with the file, since every text has that family from the bundle.
  package mutating func add(_ path: String) throws(RasterError) -> String? {
    let size = try FontFiles.size(of: path)
    guard size <= Limits.fontBytes else {
      throw .limit(
        what: "the size of '\(FilePath.name(of: path))' in bytes", value: Double(size),
        limit: Double(Limits.fontBytes))
    }
    let family = try FreeTypeFace(FontFace(path: path), in: FreeTypeLibrary()).family?.lowercased()
    try FontFiles.checkIsOpenType(path)
    try FontFiles.checkParts(of: path)
    if !added.contains(path) { added.append(path) }
    return Self.bundledCore.first { $0.family.lowercased() == family }?.family
  }

  /// Whether letters of a file have colours that are not drawn, in the formats COLR or SVG.
  package static func hasColoredOutlines(_ path: String) -> Bool {
    (try? FontFiles.hasColoredOutlines(path)) ?? false
  }

  /// Whether files came with a deck, which may be others when the deck is drawn again.
  package var hasAddedFiles: Bool { !added.isEmpty }

  /// Whether there are files beside the bundled ones.
  package var hasOtherFiles: Bool { !added.isEmpty || !system.isEmpty }

  /// Whether a face is of a file that travels with cardshot.
  package func isBundled(_ face: FontFace) -> Bool { face.path.utf8.starts(with: "\(bundled)/".utf8) }

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
  /// The family of Chinese, Japanese and Korean, whose forms follow the language.
  static let cjk = "Noto Sans CJK"
  /// Names that stand for a family.
  static let aliases = [
    "sans-serif": "Inter", "sans": "Inter", "system-ui": "Inter", "system": "Inter", "san francisco": "Inter",
    "helvetica neue": "Inter", "monospace": "JetBrains Mono",
    "serif": "Noto Serif", "ui-serif": "Noto Serif", "ui-rounded": "Quicksand", "rounded": "Quicksand",
  ]

  /// What is known of a bundled file without reading it.
  struct BundledFile {
    /// The path in the folder of bundled fonts.
    let file: String
    /// The family's name.
    let family: String
    /// 400 (regular) … 900 (black).
    var weight = 400
    /// Whether it is slanted.
    var isItalic = false
    /// For pictures of one fixed size its pixels per em; nil for outlines.
    var pixelSize: Double?
  }

  /// The files of Inter and Noto Color Emoji.
  static let bundledCore: [BundledFile] =
    inter.flatMap { name, weight in
      [false, true].map { isItalic in
        let style = isItalic ? (weight == 400 ? "Italic" : name + "Italic") : name
        return BundledFile(file: "Inter/Inter-\(style).otf", family: sans, weight: weight, isItalic: isItalic)
      }
    } + [BundledFile(file: "NotoColorEmoji/NotoColorEmoji.ttf", family: emoji, pixelSize: 109)]

  /// The weights of Inter.
  private static let inter = [
    ("Regular", 400), ("Medium", 500), ("SemiBold", 600), ("Bold", 700), ("Black", 900), ("Thin", 100),
    ("ExtraLight", 200), ("Light", 300), ("ExtraBold", 800),
  ]

  /// The other files, in the order in which their families are asked for a character.
  static let bundledFallback: [BundledFile] =
    [("Regular", 400), ("Bold", 700)].map { name, weight in
      BundledFile(file: "JetBrainsMono/JetBrainsMono-\(name).ttf", family: "JetBrains Mono", weight: weight)
    }
    + ["Arabic", "Hebrew", "Devanagari", "Bengali", "Thai", "Tamil"].flatMap {
      [noto($0, 400), noto($0, 700)]
    }
    + ["Telugu", "Gujarati", "Kannada", "Malayalam", "Gurmukhi", "Sinhala", "Lao", "Khmer", "Myanmar"].map {
      noto($0, 400)
    }
    + ["Georgian", "Armenian"].flatMap { [noto($0, 400), noto($0, 700)] } + [noto("Ethiopic", 400)]
    + [("Regular", 400), ("Bold", 700)].map { name, weight in
      BundledFile(file: "NotoSansCJK/NotoSansCJK-\(name).otf", family: cjk, weight: weight)
    }
    + [BundledFile(file: "DroidSansFallback/DroidSansFallback.ttf", family: "Droid Sans Fallback")]
    + ["Symbols2", "Symbols", "Math"].map { noto($0, 400) } + display

  /// The families that only a deck asks for: large letters, letters with serifs, round ones.
  private static let display: [BundledFile] =
    inter.map {
      BundledFile(file: "InterDisplay/InterDisplay-\($0.0).otf", family: "Inter Display", weight: $0.1)
    }
    + [("Italic", 400), ("BoldItalic", 700)].map {
      BundledFile(
        file: "InterDisplay/InterDisplay-\($0.0).otf", family: "Inter Display", weight: $0.1, isItalic: true)
    }
    + [("Regular", 400, false), ("Bold", 700, false), ("Italic", 400, true), ("BoldItalic", 700, true)].map {
      BundledFile(file: "NotoSerif/NotoSerif-\($0.0).ttf", family: "Noto Serif", weight: $0.1, isItalic: $0.2)
    }
    + [("Regular", 400), ("Light", 300), ("Medium", 500), ("Bold", 700)].map {
      BundledFile(file: "Quicksand/Quicksand-\($0.0).ttf", family: "Quicksand", weight: $0.1)
    }

  private static func noto(_ script: String, _ weight: Int) -> BundledFile {
    BundledFile(
      file: "NotoSans/NotoSans\(script)-\(weight == 700 ? "Bold" : "Regular").ttf",
      family: "Noto Sans \(script)",
      weight: weight)
  }

  /// Families of single signs: a line does not grow because one of them stands in it.
  static let signFamilies: Set = ["Noto Sans Symbols2", "Noto Sans Symbols", "Noto Sans Math", emoji]
}
