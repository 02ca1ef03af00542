internal import CCairo

/// A closed set of font files, known to fontconfig under no other roof than this one.
///
/// Fontconfig's own configuration, caches and folders are never read.
final class FontConfig {
  let handle: OpaquePointer
  /// The families, in the order in which their files were given.
  let families: [Family]
  private let indexByName: [String: Int]

  /// What the files say of one family.
  struct Family {
    let name: String
    /// The characters of its first face; alive as long as the configuration.
    let characters: OpaquePointer
    let isColor: Bool
  }

  /// Reads font files.
  ///
  /// - Throws: `RasterError.library` when one cannot be read.
  ///
  /// The corresponding C function is `FcConfigAppFontAddFile`.
  init(files: [String]) throws(RasterError) {
    guard Self.isolated, let config = FcConfigCreate() else {
      throw .library(operation: "make a font configuration", reason: "no configuration came back")
    }
    var isKept = false
    defer { if !isKept { FcConfigDestroy(config) } }
    try Self.check(FcConfigParseAndLoadFromMemory(config, Self.rules, 1), during: "read the font rules")
    for file in files {
      try Self.check(FcConfigAppFontAddFile(config, file), during: "read font '\(file)'")
    }
    guard let set = FcConfigGetFonts(config, FcSetApplication) else {
      throw .library(operation: "read fonts", reason: "there are none")
    }
    Self.dropVariablePatterns(in: set)
    (families, indexByName) = Self.families(in: set)
    handle = config
    isKept = true
  }

  deinit { FcConfigDestroy(handle) }

  /// The number of a family by name, in any case; nil when there is none.
  func index(of name: String) -> Int? { indexByName[name.lowercased()] }

  /// Whether a family has a character.
  ///
  /// The corresponding C function is `FcCharSetHasChar`.
  func family(_ index: Int, has scalar: Unicode.Scalar) -> Bool {
    FcCharSetHasChar(families[index].characters, scalar.value) != 0
  }

  /// Nothing is hinted. Pictures of fixed sizes are scaled to the size asked for, which fontconfig leaves to rules.
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

  private static func families(in set: UnsafeMutablePointer<FcFontSet>) -> ([Family], [String: Int]) {
    var families: [Family] = []
    var indexByName: [String: Int] = [:]
    for index in 0..<Int(set.pointee.nfont) {
      var characters: OpaquePointer?
      guard let pattern = set.pointee.fonts[index],
        FcPatternGetCharSet(pattern, FC_CHARSET, 0, &characters) == FcResultMatch, let characters,
        let name = string(FC_FAMILY, 0, of: pattern)
      else { continue }
      if indexByName[name.lowercased()] == nil {
        var isColor: FcBool = 0
        _ = FcPatternGetBool(pattern, FC_COLOR, 0, &isColor)
        indexByName[name.lowercased()] = families.count
        families.append(Family(name: name, characters: characters, isColor: isColor != 0))
      }
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
