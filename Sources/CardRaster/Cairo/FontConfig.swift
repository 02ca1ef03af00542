internal import CCairo

/// A closed set of font files, known to fontconfig under no other roof than this one.
///
/// Fontconfig's own configuration, caches and folders are never read.
final class FontConfig {
  let handle: OpaquePointer
  /// The families, in the order in which their files were given.
  let families: [Family]
  private let indexByName: [String: Int]
  private let faces: FontFaces

  /// A family and the face that answers for all its characters.
  struct Family {
    let name: String
    let face: FontFace
    let isColor: Bool
  }

  /// Names bundled files, and reads others.
  ///
  /// What fontconfig has to know of a bundled file is known already, so its reading of all characters, some
  /// 0.3 ms a file, is saved.
  ///
  /// - Throws: `RasterError.file` when a bundled file is not there, `.library` when another cannot be read.
  ///
  /// The corresponding C functions are `FcFontSetAdd` and `FcConfigAppFontAddFile`.
  init(
    bundled: [FontCatalog.BundledFile], in folder: String, files: [String], _ faces: FontFaces
  ) throws(RasterError) {
    guard Self.isolated, let config = FcConfigCreate() else {
      throw .library(operation: "make a font configuration", reason: "no configuration came back")
    }
    var isKept = false
    defer { if !isKept { FcConfigDestroy(config) } }
    try Self.check(FcConfigParseAndLoadFromMemory(config, Self.rules, 1), during: "read the font rules")
    // A folder that is not there adds nothing but the empty set that fonts go into.
    _ = FcConfigAppFontAddDir(config, "/dev/null/none")
    guard let set = FcConfigGetFonts(config, FcSetApplication) else {
      throw .library(operation: "read fonts", reason: "there is no set of fonts")
    }
    guard let characters = FcCharSetCreate() else {
      throw .library(operation: "name fonts", reason: "there is no memory")
    }
    defer { FcCharSetDestroy(characters) }
    for code in 0x20..<0x7F as Range<FcChar32> { _ = FcCharSetAddChar(characters, code) }
    for file in bundled {
      let path = folder + "/" + file.file
      _ = try FontFiles.size(of: path)
      guard let pattern = Self.pattern(of: file, at: path, characters) else {
        throw .library(operation: "name font '\(file.file)'", reason: "there is no memory")
      }
      try Self.check(FcFontSetAdd(set, pattern), during: "add font '\(file.file)'")
    }
    for file in files {
      try Self.check(FcConfigAppFontAddFile(config, file), during: "read font '\(FilePath.name(of: file))'")
    }
    Self.dropVariablePatterns(in: set)
    (families, indexByName) = Self.families(in: set)
    handle = config
    self.faces = faces
    isKept = true
  }

  deinit { FcConfigDestroy(handle) }

  /// The number of a family by name, in any case; nil when there is none.
  func index(of name: String) -> Int? { indexByName[name.lowercased()] }

  /// Whether a family has a character; not when its file cannot be read.
  func family(_ index: Int, has scalar: Unicode.Scalar) -> Bool {
    (try? faces.open(families[index].face).has(scalar)) ?? false
  }

  /// The rules by which a pattern becomes a font: nothing is hinted.
  ///
  /// Pictures of fixed sizes are scaled to the size asked for, which fontconfig leaves to rules.
  private static let rules = """
    <?xml version="1.0"?>
    <fontconfig>
      <match target="pattern">
        <edit name="hinting" mode="assign"><bool>false</bool></edit>
        <edit name="autohint" mode="assign"><bool>false</bool></edit>
        <edit name="antialias" mode="assign"><bool>true</bool></edit>
      </match>
      <match target="font">
        <test name="outline"><bool>false</bool></test>
        <edit name="pixelsizefixupfactor" mode="assign">
          <divide>
            <name target="pattern">pixelsize</name>
            <name target="font">pixelsize</name>
          </divide>
        </edit>
        <edit name="matrix" mode="assign">
          <times>
            <name>matrix</name>
            <matrix>
              <name>pixelsizefixupfactor</name><double>0</double>
              <double>0</double><name>pixelsizefixupfactor</name>
            </matrix>
          </times>
        </edit>
        <edit name="size" mode="assign">
          <divide><name>size</name><name>pixelsizefixupfactor</name></divide>
        </edit>
      </match>
    </fontconfig>
    """

  /// Whether an empty configuration stands in the place of fontconfig's default one, once for the process.
  ///
  /// Pango starts the default, which reads the machine's files and the home folder; of an empty one nothing is read.
  ///
  /// The corresponding C function is `FcConfigSetCurrent`.
  private static let isolated: Bool = {
    guard let empty = FcConfigCreate() else { return false }
    defer { FcConfigDestroy(empty) }
    return FcConfigSetCurrent(empty) != 0
  }()

  /// The one place where a refusal of fontconfig becomes an error.
  private static func check(_ isDone: FcBool, during operation: @autoclosure () -> String) throws(RasterError)
  {
    guard isDone == 0 else { return }
    throw .library(operation: operation(), reason: "fontconfig refused")
  }

  /// Takes the open-ended pattern of a variable font out: a face is named by file and number alone, and its named
  /// instances have patterns of their own.
  private static func dropVariablePatterns(in set: UnsafeMutablePointer<FcFontSet>) {
    var kept: Int32 = 0
    for index in 0..<Int(set.pointee.nfont) {
      guard let pattern = set.pointee.fonts[index] else { continue }
      var isVariable: FcBool = 0
      if FcPatternGetBool(pattern, FC_VARIABLE, 0, &isVariable) == FcResultMatch, isVariable != 0 {
        FcPatternDestroy(pattern)
      } else {
        set.pointee.fonts[Int(kept)] = pattern
        kept += 1
      }
    }
    set.pointee.nfont = kept
  }

  /// What fontconfig would have found in a bundled file, as far as it chooses by that.
  ///
  /// The corresponding C function is `FcPatternCreate`.
  private static func pattern(
    of file: FontCatalog.BundledFile, at path: String, _ characters: OpaquePointer
  ) -> OpaquePointer? {
    guard let pattern = FcPatternCreate() else { return nil }
    var isDone = FcPatternAddString(pattern, FC_FAMILY, file.family) != 0
    isDone = isDone && FcPatternAddString(pattern, FC_FILE, path) != 0
    isDone = isDone && FcPatternAddInteger(pattern, FC_INDEX, 0) != 0
    // Pango leaves out what is of no format.
    let format = file.file.hasSuffix(".otf") ? "CFF" : "TrueType"
    isDone = isDone && FcPatternAddString(pattern, FC_FONTFORMAT, format) != 0
    let weight = FcWeightFromOpenType(Int32(file.weight))
    isDone = isDone && FcPatternAddInteger(pattern, FC_WEIGHT, weight) != 0
    isDone =
      isDone && FcPatternAddInteger(pattern, FC_SLANT, file.isItalic ? FC_SLANT_ITALIC : FC_SLANT_ROMAN) != 0
    isDone = isDone && FcPatternAddInteger(pattern, FC_WIDTH, FC_WIDTH_NORMAL) != 0
    isDone = isDone && FcPatternAddBool(pattern, FC_SCALABLE, 1) != 0
    isDone = isDone && FcPatternAddBool(pattern, FC_OUTLINE, file.pixelSize == nil ? 1 : 0) != 0
    isDone = isDone && FcPatternAddBool(pattern, FC_COLOR, file.pixelSize == nil ? 0 : 1) != 0
    // Pango wants some characters for measuring a font as a whole; by which one a text is drawn is not its choice.
    isDone = isDone && FcPatternAddCharSet(pattern, FC_CHARSET, characters) != 0
    if let size = file.pixelSize { isDone = isDone && FcPatternAddDouble(pattern, FC_PIXEL_SIZE, size) != 0 }
    guard isDone else {
      FcPatternDestroy(pattern)
      return nil
    }
    return pattern
  }

  private static func families(in set: UnsafeMutablePointer<FcFontSet>) -> ([Family], [String: Int]) {
    var families: [Family] = []
    var indexByName: [String: Int] = [:]
    for index in 0..<Int(set.pointee.nfont) {
      var number: Int32 = 0
      guard let pattern = set.pointee.fonts[index], let name = string(FC_FAMILY, 0, of: pattern),
        let path = string(FC_FILE, 0, of: pattern),
        FcPatternGetInteger(pattern, FC_INDEX, 0, &number) == FcResultMatch,
        indexByName[name.lowercased()] == nil
      else { continue }
      var isColor: FcBool = 0
      _ = FcPatternGetBool(pattern, FC_COLOR, 0, &isColor)
      indexByName[name.lowercased()] = families.count
      families.append(
        Family(name: name, face: FontFace(path: path, index: Int(number)), isColor: isColor != 0))
    }
    return (families, indexByName)
  }

  /// A text of a pattern.
  ///
  /// The corresponding C function is `FcPatternGetString`.
  static func string(_ key: String, _ number: Int32, of pattern: OpaquePointer) -> String? {
    var text: UnsafeMutablePointer<FcChar8>?
    guard FcPatternGetString(pattern, key, number, &text) == FcResultMatch, let text else { return nil }
    return String(cString: text)
  }
}
