import Glibc

/// The program that is running, and what lies beside it.
enum RunningProgram {
  /// A path that starts the same program again, even when its file was replaced meanwhile.
  static let path = "/proc/self/exe"

  /// The path of a program in the folder of the running one; nil when there is none.
  ///
  /// The corresponding C functions are `realpath` and `access`.
  static func neighbour(_ name: String) -> String? {
    guard let found = realpath(path, nil) else { return nil }
    defer { free(found) }
    let candidate = FilePath.directory(of: String(cString: found)) + "/" + name
    return access(candidate, X_OK) == 0 && !FileTree.isFolder(candidate) ? candidate : nil
  }
}
