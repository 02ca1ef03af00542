internal import Glibc

/// The fonts that travel with cardshot.
public enum BundledFonts {
  /// The folder that holds the fonts, or nil when it is in none of the places of `candidates()`.
  ///
  /// It depends on where the running program lies, not on the working directory or the environment.
  public static func directory() -> String? {
    candidates().first { access($0 + "/Inter/Inter-Regular.otf", R_OK) == 0 }
  }

  /// Where the folder is looked for, the first place first; for an error message.
  ///
  /// Beside the program as SwiftPM puts it, in `../share/cardshot/Fonts` as an installation does, then in the same
  /// two places of each folder above, for test runners that lie deeper.
  public static func candidates() -> [String] {
    guard let program = runningProgram() else { return [] }
    var parts = program.split(separator: "/").dropLast()
    var places: [String] = []
    func path(_ parts: ArraySlice<Substring>) -> String { parts.map { "/" + $0 }.joined() }
    places.append(path(parts) + "/cardshot_BundledFonts.resources/Files")
    while parts.popLast() != nil {
      places.append(path(parts) + "/share/cardshot/Fonts")
      places.append(path(parts) + "/cardshot_BundledFonts.resources/Files")
    }
    return places
  }

  /// The path of the running program, with symbolic links followed.
  ///
  /// The corresponding C function is `readlink` on `/proc/self/exe`.
  private static func runningProgram() -> String? {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    guard count > 0, count < buffer.count else { return nil }
    return String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
