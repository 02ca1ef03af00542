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

/// Finds command-line arguments that are not valid UTF-8.
///
/// Swift replaces the invalid bytes, so such arguments would name other files.
package enum UnreadableWord {
  /// The first such argument, as well as it can be shown; nil if all are valid.
  package static var first: String? {
    for index in 0..<Int(CommandLine.argc) {
      guard let word = CommandLine.unsafeArgv[index], String(validatingCString: word) == nil else { continue }
      return String(cString: word)
    }
    return nil
  }
}
