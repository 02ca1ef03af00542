import ArgumentParser
import CardParts
import CardRaster

/// Whether the kernel takes from the program all files but the deck's, the fonts and the output.
enum SandboxChoice: String, CaseIterable {
  /// Where the kernel is able to.
  case auto
  /// Not at all.
  case off
  /// Or nothing is drawn.
  case required

  /// The sentence for the manual.
  static let help = """
    Restrict file access to the deck's folder, the fonts and the output's folder (Landlock): auto (if the \
    kernel supports it), off or required.
    """

  /// The same for commands that read other files too.
  static let helpOfFiles = """
    Restrict file access to the named files, the folders of decks, the fonts and the output's folder \
    (Landlock): auto (if the kernel supports it), off or required.
    """

  /// The same for a command that writes several folders.
  static let helpOfGoldens = """
    Restrict file access to the folders of decks, the plan's files, the fonts, goldens and failures \
    (Landlock): auto (if the kernel supports it), off or required.
    """

  /// Takes effect, before anything of the deck is read.
  ///
  /// - Parameters:
  ///   - deck: the deck's path, or `-`.
  ///   - data: files of data.
  ///   - outputs: the outputs' paths, or `-`; none for a command that writes no files.
  ///   - makesFolders: whether folders are made there too.
  ///   - programs: other programs that are run.
  /// - Throws: `RasterError.library` when it is required and the kernel has no such rules.
  func enter(
    deck: String, data: [String] = [], outputs: [String], makesFolders: Bool = false, programs: [String] = []
  ) throws(RasterError) {
    try enter(
      decks: [deck], files: data, outputs: outputs, makesFolders: makesFolders, programs: programs)
  }

  /// Takes effect for a command that reads several decks, or files that are none.
  ///
  /// - Parameters:
  ///   - decks: the decks' paths, or `-`; the folder of each may be read.
  ///   - files: other files, or `-`.
  ///   - outputs: as above.
  ///   - folders: folders in which files are made.
  ///   - makesFolders: whether folders are made there too, and removed.
  ///   - hasText: whether fonts are read.
  ///   - programs: other programs that are run, by their names in `PATH`.
  /// - Throws: `RasterError.library` when it is required and the kernel has no such rules.
  func enter(
    decks: [String], files: [String] = [], outputs: [String] = [], folders: [String] = [],
    makesFolders: Bool = false, hasText: Bool = true, programs: [String] = []
  ) throws(RasterError) {
    guard self != .off else { return }
    let deckFolders = decks.map { DeckChoices.folder(of: $0) }
    let libraries = (Environment.text("LD_LIBRARY_PATH") ?? "").split(separator: ":").map(String.init)
    var rules = FileRules(
      reading: deckFolders + (decks + files).filter { $0 != "-" && !FileReading.isOpenPipe($0) },
      running: libraries + programs.compactMap(OtherProgram.folder))
    if hasText, let fonts = try? FontCatalog.bundledFolder() { rules.reading.append(fonts) }
    rules.makesFolders = makesFolders
    rules.writing = folders + outputs.filter { $0 != "-" }.flatMap(Self.places)
    guard try !rules.enter(), self == .required else { return }
    throw .library(
      operation: "entering the sandbox", reason: "this kernel has no Landlock, or has it switched off")
  }

  /// The folder that files are made in, without the names that are filled in, and the file itself, which may be a device.
  static func places(of output: String) -> [String] {
    let fixed = output.prefix { $0 != "{" && $0 != "%" }
    return fixed.count == output.count
      ? [FilePath.directory(of: output), output] : [FilePath.directory(of: String(fixed))]
  }
}

extension Option<SandboxChoice> {
  /// What every command that opens files of somebody else takes.
  init(wrappedValue: SandboxChoice, sandbox help: String) {
    self.init(
      wrappedValue: wrappedValue, help: ArgumentHelp(stringLiteral: help),
      completion: .list(SandboxChoice.allCases.map(\.rawValue)), transform: { try word($0) })
  }
}
