import Glibc

/// A folder whose files may be read, and nothing outside of it.
package struct SafeFolder: Hashable, Sendable {
  /// The folder as it was given.
  package let path: String
  /// The folder without links and dots, without a slash at its end.
  private let real: String

  /// Takes a folder.
  ///
  /// - Throws: `RasterError.file` when it is not there or no folder.
  package init(_ path: String) throws(RasterError) {
    guard let real = FilePath.resolved(path.isEmpty ? "." : path) else {
      throw .file(path: path, reason: SystemError.reason(errno))
    }
    var status = stat()
    guard stat(real, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw .file(path: path, reason: "it is not a folder")
    }
    self.path = path
    self.real = real == "/" ? "" : real
  }

  /// The path of a file in this folder or below it, without links; the file must exist.
  ///
  /// - Throws: `RasterError.file` for an empty or absolute path, one with a zero byte, one that leaves the folder by
  ///   `..` or by a symbolic link, and a file that is not there.
  package func resolve(_ relative: String) throws(RasterError) -> String {
    guard !relative.isEmpty else { throw .file(path: relative, reason: "the path is empty") }
    guard !relative.utf8.contains(0) else {
      throw .file(path: relative, reason: "the path holds a zero byte")
    }
    guard relative.utf8.first != UInt8(ascii: "/") else {
      throw .file(
        path: relative, reason: "an absolute path is not allowed, only files below the deck's folder")
    }
    // Told by the path alone, before the file system says what exists outside.
    var depth = 0
    for part in relative.utf8.split(separator: UInt8(ascii: "/")) {
      depth += part.elementsEqual("..".utf8) ? -1 : part.elementsEqual(".".utf8) ? 0 : 1
      guard depth >= 0 else {
        throw .file(path: relative, reason: "'..' leaves the deck's folder, and only files below it are read")
      }
    }
    guard let found = FilePath.resolved("\(real)/\(relative)") else {
      throw .file(path: relative, reason: SystemError.reason(errno))
    }
    if found.utf8.elementsEqual((real.isEmpty ? "/" : real).utf8) {
      throw .file(path: relative, reason: SystemError.reason(EISDIR))
    }
    guard found.utf8.starts(with: "\(real)/".utf8) else {
      throw .file(
        path: relative, reason: "a symbolic link leaves the deck's folder, and only files below it are read")
    }
    return found
  }

  /// The path of a file in this folder or below it, or nil when there is none.
  ///
  /// - Throws: as `resolve` does for a path that leaves the folder.
  package func resolveIfPresent(_ relative: String) throws(RasterError) -> String? {
    do throws(RasterError) {
      return try resolve(relative)
    } catch .file(_, let reason)
      where [ENOENT, ENOTDIR].contains(where: { SystemError.reason($0) == reason })
    {
      return nil
    }
  }
}
