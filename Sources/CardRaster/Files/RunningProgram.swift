import Glibc

/// The program that is running, and what lies beside it.
enum RunningProgram {
  /// A path that starts the same program again, even when its file was replaced meanwhile.
  static let path = "/proc/self/exe"

  /// The folder that the program lies in, without links; nil when it has gone.
  static var folder: String? { FilePath.resolved(path).map(FilePath.directory) }

  /// The path of a program in the folder of the running one; nil when there is none.
  ///
  /// The corresponding C function is `access`.
  static func neighbour(_ name: String) -> String? {
    guard let candidate = folder.map({ $0 + "/" + name }) else { return nil }
    return access(candidate, X_OK) == 0 && !FileTree.isFolder(candidate) ? candidate : nil
  }
}
