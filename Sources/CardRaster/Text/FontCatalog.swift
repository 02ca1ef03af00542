/// The font files in use, in fallback order.
///
/// Guarantees: two equal catalogs give the same pictures, whatever else is installed on the machine.
public struct FontCatalog: Hashable, Sendable {
  /// The folder of the bundled fonts.
  let bundled: String
  /// The path from `bundled` to the fonts of the package trait `AllFonts`; nil if they are left out.
  ///
  /// A build has a folder for each target; an installation has all fonts in one folder.
  private let others: String?
  /// Files added by a deck; read at every start.
  private(set) var added: [String] = []
  /// The fonts in memory among the added files; they exist as long as this catalog.
  private var memories: [FontMemory] = []
  /// System fonts, read if no other font has a character or a family.
  private(set) var system: [String] = []

  /// The bundled fonts.
  ///
  /// No file is read here; a missing file is an error of `FontLibrary.init`.
  ///
  /// - Parameter bundled: the folder of the fonts, such as `BundledFonts.directory()` returns. The fonts of the
  ///   package trait `AllFonts` are in this folder or next to it.
  public init(bundled: String) {
    self.bundled = bundled
    others = ["", "../../cardshot_MoreFonts.resources/Files/"].first { folder in
      (try? FontFiles.size(of: "\(bundled)/\(folder)NotoColorEmoji/NotoColorEmoji.ttf")) != nil
    }
  }

  /// Whether the fonts of the package trait `AllFonts` were found.
  package var hasAllFonts: Bool { others != nil }

  /// The folders of the bundled fonts.
  package var folders: [String] {
    [bundled] + (others?.isEmpty == false ? ["\(bundled)/\(others ?? "")"] : [])
  }

  /// The path of a bundled file below `bundled`; nil if it is left out.
  package func place(of file: String) -> String? {
    let isSmall = ["Inter/", "JetBrainsMono/", "RemixIcon/"].contains { file.hasPrefix($0) }
    return isSmall ? file : others.map { $0 + file }
  }

  /// The bundled files that are there.
  func available(_ files: [BundledFile]) -> [BundledFile] {
    files.compactMap { file in
      var file = file
      guard let place = place(of: file.file) else { return nil }
      file.file = place
      return file
    }
  }

  /// A catalog with further files, which come right after Inter in the fallback order.
  ///
  /// - Throws: `RasterError.file` if one is missing, not a regular file, or neither TrueType nor OpenType,
  ///   `.limit` if it is larger than `Limits.fontBytes`, `.library` if it is not a font.
  public func adding(files: [String]) throws(RasterError) -> FontCatalog {
    var result = self
    for path in files { _ = try result.addFile(path) }
    return result
  }

  /// A catalog with the font files in and below a folder, in the order of their paths.
  ///
  /// - Throws: the errors of `adding(files:)`, and `RasterError.file` if the folder has no font file.
  public func adding(folder: String) throws(RasterError) -> FontCatalog {
    let files = FontFiles.all(below: folder)
    guard !files.isEmpty else { throw .file(path: folder, reason: "there is no font file in this folder") }
    return try adding(files: files)
  }

  /// A catalog with further fonts, each given as the bytes of a TrueType or OpenType file.
  ///
  /// - Throws: the errors of `adding(files:)`, and `RasterError.library` if there is no memory left.
  public func adding(fonts: [[UInt8]]) throws(RasterError) -> FontCatalog {
    var result = self
    for (number, bytes) in fonts.enumerated() {
      let name = "font \(number + 1) in memory"
      try RasterError.checkLimit("the size of \(name) in bytes", bytes.count, most: Limits.fontBytes)
      let memory = try FontMemory(bytes)
      do throws(RasterError) {
        _ = try result.addFile(memory.path)
      } catch {
        // The path of a file in memory has no meaning for users.
        switch error {
        case .file(_, let reason): throw .file(path: name, reason: reason)
        case .library(_, let reason): throw .library(operation: "opening \(name)", reason: reason)
        default: throw error
        }
      }
      result.memories.append(memory)
    }
    return result
  }

  /// Adds a file; see `adding`.
  ///
  /// - Returns: its family if the file is never used, because the bundle has that family already.
  package mutating func addFile(_ path: String) throws(RasterError) -> String? {
    let size = try FontFiles.size(of: path)
    try RasterError.checkLimit(
      "the size of '\(FilePath.name(of: path))' in bytes", size, most: Limits.fontBytes)
    let family = try FreeTypeFace(FontFace(path: path), in: FreeTypeLibrary()).family?.lowercased()
    try FontFiles.checkIsOpenType(path)
    try FontFiles.checkParts(of: path)
    if !added.contains(path) { added.append(path) }
    return Self.bundledCore.first { $0.family.lowercased() == family }?.family
  }

  /// Whether glyphs of a file have colours in the unsupported formats COLR or SVG.
  package static func hasColoredOutlines(_ path: String) -> Bool {
    (try? FontFiles.hasColoredOutlines(path)) ?? false
  }

  /// Whether a deck added files; they may change before the deck is drawn again.
  package var hasAddedFiles: Bool { !added.isEmpty }

  /// Whether there are files besides the bundled ones.
  package var hasOtherFiles: Bool { !added.isEmpty || !system.isEmpty }

  /// Whether a face is from a bundled file.
  package func isBundled(_ face: FontFace) -> Bool { face.path.utf8.starts(with: "\(bundled)/".utf8) }

  /// A catalog with the system fonts in `/usr/share/fonts` and `/usr/local/share/fonts`.
  ///
  /// They come last; pictures made with them differ from machine to machine.
  public func addingSystemFonts() -> FontCatalog {
    var result = self
    result.system = ["/usr/share/fonts", "/usr/local/share/fonts"].flatMap { FontFiles.all(below: $0) }
    return result
  }
}

extension FontCatalog {
  /// The family of texts that name none, or one of its aliases.
  static let sans = "Inter"
  /// The family of emoji.
  static let emoji = "Noto Color Emoji"
  /// The family of Chinese, Japanese and Korean, whose glyph forms depend on the language.
  static let cjk = "Noto Sans CJK"
  /// Aliases of families.
  static let aliases = [
    "sans-serif": "Inter", "sans": "Inter", "system-ui": "Inter", "system": "Inter", "san francisco": "Inter",
    "helvetica neue": "Inter", "monospace": "JetBrains Mono",
    "serif": "Noto Serif", "ui-serif": "Noto Serif", "ui-rounded": "Quicksand", "rounded": "Quicksand",
  ]

  /// Whether a bundled family has this name; its files may be left out.
  static func names(_ family: String) -> Bool {
    let name = (aliases[family.lowercased()] ?? family).lowercased()
    return (bundledCore + bundledFallback).contains { $0.family.lowercased() == name }
  }

  /// Properties of a bundled file, so that it need not be read.
  struct BundledFile {
    /// The path in the folder of bundled fonts.
    var file: String
    /// The family's name.
    let family: String
    /// 400 (regular) … 900 (black).
    var weight = 400
    var isItalic = false
    /// For bitmap fonts of one size, its pixels per em; nil for outlines.
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

  /// The other files, in fallback order.
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

  /// The families that are used only if a deck names them: display, serif and rounded faces.
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

  /// Families of symbols: they do not increase the height of a line.
  static let signFamilies: Set = ["Noto Sans Symbols2", "Noto Sans Symbols", "Noto Sans Math", emoji]
}
