import Glibc

/// A file that lines are appended to over time, such as a report.
package final class AppendOnlyFile {
  /// The path as given, or "standard output" for `-`.
  package let path: String
  private let descriptor: Int32
  /// Whether it is standard output, which is flushed after each line.
  private let isStream: Bool
  private var waiting: [UInt8] = []

  /// Creates a file, or truncates an existing one.
  ///
  /// A device or a pipe is written in place. `-` is standard output, which is flushed after each line.
  ///
  /// - Throws: `RasterError.file`, also for a pipe without a reader, which would block forever.
  package convenience init(path: String) throws(RasterError) { try self.init(path, flags: O_TRUNC) }

  private init(_ path: String, flags: Int32) throws(RasterError) {
    self.path = path == "-" ? "standard output" : path
    isStream = path == "-"
    guard path != "-" else {
      descriptor = STDOUT_FILENO
      return
    }
    guard !path.isEmpty else { throw .file(path: path, reason: "the path is empty") }
    guard !path.utf8.contains(0) else { throw .file(path: path, reason: "the path holds a zero byte") }
    descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NONBLOCK | flags, 0o644)
    guard descriptor >= 0 else {
      let code = errno
      let isUnread = code == ENXIO && Self.isPipe(path)
      throw .file(path: path, reason: isUnread ? "no process reads from the pipe" : SystemError.reason(code))
    }
  }

  private static func isPipe(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
  }

  /// Opens a file with an exclusive lock and keeps its content; nil if another process holds the lock.
  ///
  /// The lock is released with the last reference, also if the process is killed. On a file system without
  /// locks it has no effect.
  ///
  /// - Throws: `RasterError.file`.
  package static func alone(path: String) throws(RasterError) -> AppendOnlyFile? {
    while true {
      // The user did not name this file, so a link or a pipe at its path is not followed.
      let file = try AppendOnlyFile(path, flags: O_NOFOLLOW)
      guard flock(file.descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else { return nil }
      // The previous holder of the lock may have renamed the file since it was opened.
      if file.hasItsName { return file }
    }
  }

  private var hasItsName: Bool {
    var (mine, named) = (stat(), stat())
    return fstat(descriptor, &mine) == 0 && stat(path, &named) == 0 && mine.st_ino == named.st_ino
      && mine.st_dev == named.st_dev
  }

  /// Truncates the file to zero bytes.
  ///
  /// - Throws: `RasterError.file`.
  package func clear() throws(RasterError) {
    waiting = []
    guard ftruncate(descriptor, 0) == 0, lseek(descriptor, 0, SEEK_SET) == 0 else {
      throw .file(path: path, reason: SystemError.reason(errno))
    }
  }

  deinit { if descriptor >= 0, !isStream { close(descriptor) } }

  /// Appends a line; `flush` guarantees that it is written.
  ///
  /// - Throws: `RasterError.file` if it cannot be written.
  package func appendLine(_ line: String) throws(RasterError) {
    waiting += line.utf8
    waiting.append(0x0A)
    if isStream || waiting.count >= 1 << 16 { try flush() }
  }

  /// Writes all buffered lines.
  ///
  /// - Throws: `RasterError.file` if they cannot be written.
  package func flush() throws(RasterError) {
    if waiting.isEmpty { return }
    try FileWriting.writeAll(waiting, descriptor, path: path)
    waiting = []
  }

  /// Renames a complete file and replaces an existing file of the new name.
  ///
  /// - Throws: `RasterError.file`.
  package static func rename(_ old: String, to new: String) throws(RasterError) {
    guard Glibc.rename(old, new) == 0 else { throw .file(path: new, reason: SystemError.reason(errno)) }
  }

  /// The size of a regular file in bytes; nil if it does not exist.
  package static func size(of path: String) -> Int? {
    guard !path.utf8.contains(0) else { return nil }
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(status.st_size)
  }

  /// The modification time of a regular file, in nanoseconds; nil if it does not exist.
  package static func changeTime(of path: String) -> Int64? {
    guard !path.utf8.contains(0) else { return nil }
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
  }
}
