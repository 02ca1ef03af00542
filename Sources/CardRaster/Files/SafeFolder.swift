import Glibc

/// A folder that restricts reading to the files below it.
package struct SafeFolder: Hashable, Sendable {
  /// The folder as given.
  package let path: String
  /// The folder without links, dots and a trailing slash.
  private let real: String

  /// Opens a folder.
  ///
  /// - Throws: `RasterError.file` if it does not exist or is not a folder.
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

  /// The path, without links, of an existing file in or below this folder.
  ///
  /// - Throws: `RasterError.file` for an empty or absolute path, one with a zero byte, one that leaves the
  ///   folder by `..` or by a symbolic link, and a file that does not exist.
  package func resolve(_ relative: String) throws(RasterError) -> String {
    guard !relative.isEmpty else { throw .file(path: relative, reason: "the path is empty") }
    guard !relative.utf8.contains(0) else {
      throw .file(path: relative, reason: "the path holds a zero byte")
    }
    guard relative.utf8.first != UInt8(ascii: "/") else {
      throw .file(
        path: relative, reason: "absolute paths are not allowed, only files below the deck's folder")
    }
    // Checked on the text alone, so that the answer does not reveal which files exist outside.
    var depth = 0
    for part in relative.utf8.split(separator: UInt8(ascii: "/")) {
      depth += part.elementsEqual("..".utf8) ? -1 : part.elementsEqual(".".utf8) ? 0 : 1
      guard depth >= 0 else {
        throw .file(path: relative, reason: "'..' leads outside the deck's folder")
      }
    }
    FileTrace.note("\(real)/\(relative)")
    guard let found = FilePath.resolved("\(real)/\(relative)") else {
      throw .file(path: relative, reason: SystemError.reason(errno))
    }
    if found.utf8.elementsEqual((real.isEmpty ? "/" : real).utf8) {
      throw .file(path: relative, reason: SystemError.reason(EISDIR))
    }
    guard found.utf8.starts(with: "\(real)/".utf8) else {
      throw .file(
        path: relative, reason: "a symbolic link points outside the deck's folder")
    }
    FileTrace.note(found)
    return found
  }

  /// The path of a file in or below this folder, or nil if it does not exist.
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
