import Glibc

/// A file that lines are added to while something goes on, such as a report.
package final class GrowingFile {
  /// The path as it was given.
  package let path: String
  private let descriptor: Int32
  private var waiting: [UInt8] = []

  /// Opens a file, which is made or, when it is there, emptied.
  ///
  /// - Throws: `RasterError.file`.
  package init(path: String) throws(RasterError) {
    self.path = path
    guard !path.isEmpty else { throw .file(path: path, reason: "the path is empty") }
    guard !path.utf8.contains(0) else { throw .file(path: path, reason: "the path holds a zero byte") }
    descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY, 0o644)
    guard descriptor >= 0 else { throw .file(path: path, reason: SystemError.reason(errno)) }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Adds a line; it is in the file at the latest after `flush`.
  ///
  /// - Throws: `RasterError.file` when the disk does not take it.
  package func add(_ line: String) throws(RasterError) {
    waiting += line.utf8
    waiting.append(0x0A)
    if waiting.count >= 1 << 16 { try flush() }
  }

  /// Hands everything to the system.
  ///
  /// - Throws: `RasterError.file` when the disk does not take it.
  package func flush() throws(RasterError) {
    if waiting.isEmpty { return }
    try FileWriting.writeAll(waiting, descriptor, path: path)
    waiting = []
  }

  /// Gives a complete file the name of another one, which is replaced.
  ///
  /// - Throws: `RasterError.file`.
  package static func rename(_ old: String, to new: String) throws(RasterError) {
    guard Glibc.rename(old, new) == 0 else { throw .file(path: new, reason: SystemError.reason(errno)) }
  }

  /// The size of a regular file in bytes; nil when there is none.
  package static func size(of path: String) -> Int? {
    guard !path.utf8.contains(0) else { return nil }
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(status.st_size)
  }
}
