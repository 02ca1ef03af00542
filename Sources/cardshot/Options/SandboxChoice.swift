import ArgumentParser
import CardParts
import CardRaster

/// Whether the process restricts its file access to the deck, the fonts and the output (Landlock).
enum SandboxChoice: String, CaseIterable {
  /// Restrict access if the kernel supports it.
  case auto
  /// Do not restrict access.
  case off
  /// Fail if the kernel does not support it.
  case required

  /// The help text.
  static let help = """
    Restrict file access to the deck's folder, the fonts and the output's folder (Landlock): auto (if the \
    kernel supports it), off or required.
    """

  /// The help text of commands that also read other files.
  static let helpOfFiles = """
    Restrict file access to the named files, the folders of decks, the fonts and the output's folder \
    (Landlock): auto (if the kernel supports it), off or required.
    """

  /// The help text of a command that writes several folders.
  static let helpOfGoldens = """
    Restrict file access to the folders of decks, the plan's files, the fonts, goldens and failures \
    (Landlock): auto (if the kernel supports it), off or required.
    """

  /// Enters the sandbox.
  ///
  /// Call it before reading anything of the deck.
  ///
  /// - Parameters:
  ///   - deck: the deck's path, or `-`.
  ///   - data: paths of data files.
  ///   - outputs: the outputs' paths, or `-`; empty for a command that writes no files.
  ///   - makesFolders: whether the command also creates folders there.
  ///   - programs: external programs that the command runs.
  /// - Throws: `RasterError.library` if the choice is `required` and the kernel has no Landlock.
  func enter(
    deck: String, data: [String] = [], outputs: [String], makesFolders: Bool = false, programs: [String] = []
  ) throws(RasterError) {
    try enter(
      decks: [deck], files: data, outputs: outputs, makesFolders: makesFolders, programs: programs)
  }

  /// Enters the sandbox for a command that reads several decks, or other files.
  ///
  /// - Parameters:
  ///   - decks: the decks' paths, or `-`; the folder of each is readable.
  ///   - files: other files, or `-`.
  ///   - outputs: the outputs' paths, or `-`.
  ///   - folders: folders in which the command creates files.
  ///   - makesFolders: whether the command also creates and removes folders there.
  ///   - hasText: whether the command reads fonts.
  ///   - programs: external programs that the command runs, by their names in `PATH`.
  /// - Throws: `RasterError.library` if the choice is `required` and the kernel has no Landlock.
  func enter(
    decks: [String], files: [String] = [], outputs: [String] = [], folders: [String] = [],
    makesFolders: Bool = false, hasText: Bool = true, programs: [String] = []
  ) throws(RasterError) {
    guard self != .off else { return }
    let deckFolders = decks.map { DeckChoices.folder(of: $0) }
    let libraries = (Environment.variable("LD_LIBRARY_PATH") ?? "").split(separator: ":").map(String.init)
    var rules = FileRules(
      reading: deckFolders + (decks + files).filter { $0 != "-" && !FileReading.isOpenPipe($0) },
      running: libraries + programs.compactMap(Subprocess.folder))
    if hasText, let fonts = try? FontCatalog.bundled() { rules.reading += fonts.folders }
    rules.makesFolders = makesFolders
    rules.writing = folders + outputs.filter { $0 != "-" }.flatMap(Self.places)
    guard try !rules.enter(), self == .required else { return }
    throw .library(
      operation: "entering the sandbox", reason: "this kernel does not support Landlock, or it is disabled")
  }

  /// The folder of an output, up to the first placeholder, and the output itself, which may be a device.
  static func places(of output: String) -> [String] {
    let fixed = output.prefix { $0 != "{" && $0 != "%" }
    return fixed.count == output.count
      ? [FilePath.directory(of: output), output] : [FilePath.directory(of: String(fixed))]
  }
}

extension Option<SandboxChoice> {
  /// The option of every command that opens untrusted files.
  init(wrappedValue: SandboxChoice, sandbox help: String) {
    self.init(
      wrappedValue: wrappedValue, help: ArgumentHelp(stringLiteral: help),
      completion: .list(SandboxChoice.allCases.map(\.rawValue)), transform: { try word($0) })
  }
}

/// A command that needs few files.
///
/// It enters the sandbox on the first thread, because the rules do not apply to threads that already run.
protocol SandboxedCommand: SendableMetatype {
  /// Restricts the file access of the process.
  func enterSandbox() throws
}
