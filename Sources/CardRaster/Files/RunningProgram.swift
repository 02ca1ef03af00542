import Glibc

/// The running executable and the files next to it.
package enum RunningProgram {
  /// A path that starts the same executable again, even if its file was replaced meanwhile.
  static let path = "/proc/self/exe"

  /// The folder of the executable, without links; nil if the file was removed.
  static var folder: String? { FilePath.resolved(path).map(FilePath.directory) }

  /// The path of an executable in the same folder; nil if there is none.
  ///
  /// The corresponding C function is `access`.
  package static func neighbour(_ name: String) -> String? {
    guard let candidate = folder.map({ $0 + "/" + name }) else { return nil }
    return access(candidate, X_OK) == 0 && !FileTree.isFolder(candidate) ? candidate : nil
  }
}
