internal import Glibc

/// A folder that travels with the program: the files of a target, or what an installation made of them.
///
/// Where it is depends on where the running program lies, not on the working directory or the environment.
public struct BundledFolder: Sendable {
  /// The target whose files it has, as SwiftPM names it.
  private let target: String
  /// The name below `share/cardshot` of an installation.
  private let installed: String
  /// A file that the right folder has.
  private let known: String

  /// Names a folder; nothing is looked for yet.
  ///
  /// - Parameters:
  ///   - target: the target whose files it has.
  ///   - installed: its name below `share/cardshot` of an installation.
  ///   - known: a file that the right folder has, by its path below it.
  public init(target: String, installed: String, known: String) {
    self.target = target
    self.installed = installed
    self.known = known
  }

  /// The folder, or nil when it is in none of the places of `candidates()`.
  ///
  /// The corresponding C function is `access`.
  public func directory() -> String? { candidates().first { access("\($0)/\(known)", R_OK) == 0 } }

  /// Where the folder is looked for, the first place first; for an error message.
  ///
  /// Beside the program as SwiftPM puts it, in `../share/cardshot` as an installation does, then in the same two places of
  /// each folder above, for test runners that lie deeper.
  public func candidates() -> [String] {
    guard let program = Self.runningProgram() else { return [] }
    var parts = program.split(separator: "/").dropLast()
    var places: [String] = []
    func path(_ parts: ArraySlice<Substring>) -> String { parts.map { "/" + $0 }.joined() }
    places.append("\(path(parts))/cardshot_\(target).resources/Files")
    while parts.popLast() != nil {
      places.append("\(path(parts))/share/cardshot/\(installed)")
      places.append("\(path(parts))/cardshot_\(target).resources/Files")
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
