import Glibc

/// A file that lines are added to while something goes on, such as a report.
package final class GrowingFile {
  /// The path as it was given.
  package let path: String
  private let descriptor: Int32
  /// Whether it is standard output, of which somebody may wait for each line.
  private let isStream: Bool
  private var waiting: [UInt8] = []

  /// Opens a file, which is made or, when it is there, emptied.
  ///
  /// A device or a pipe gets the lines in place, and `-` is standard output, which gets each line at once.
  ///
  /// - Throws: `RasterError.file`, also for a pipe that nobody reads: it would be waited for without end.
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
      throw .file(path: path, reason: isUnread ? "it is a pipe that nobody reads" : SystemError.reason(code))
    }
  }

  private static func isPipe(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
  }

  /// Opens a file for this process alone, with what is in it; nil while another process has it.
  ///
  /// It is given up with the last reference, also when the process is killed. A file system that knows no locks keeps
  /// nobody away.
  ///
  /// - Throws: `RasterError.file`.
  package static func alone(path: String) throws(RasterError) -> GrowingFile? {
    while true {
      // Nobody names this file: a link or a pipe that lies there leads elsewhere.
      let file = try GrowingFile(path, flags: O_NOFOLLOW)
      guard flock(file.descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else { return nil }
      // Whoever had it before may have given it another name since it was opened.
      if file.hasItsName { return file }
    }
  }

  private var hasItsName: Bool {
    var (mine, named) = (stat(), stat())
    return fstat(descriptor, &mine) == 0 && stat(path, &named) == 0 && mine.st_ino == named.st_ino
      && mine.st_dev == named.st_dev
  }

  /// Removes all that is in the file.
  ///
  /// - Throws: `RasterError.file`.
  package func clear() throws(RasterError) {
    waiting = []
    guard ftruncate(descriptor, 0) == 0, lseek(descriptor, 0, SEEK_SET) == 0 else {
      throw .file(path: path, reason: SystemError.reason(errno))
    }
  }

  deinit { if descriptor >= 0, !isStream { close(descriptor) } }

  /// Adds a line; it is in the file at the latest after `flush`.
  ///
  /// - Throws: `RasterError.file` when the disk does not take it.
  package func add(_ line: String) throws(RasterError) {
    waiting += line.utf8
    waiting.append(0x0A)
    if isStream || waiting.count >= 1 << 16 { try flush() }
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

  /// When a regular file was last written, in nanoseconds; nil when there is none.
  package static func changeTime(of path: String) -> Int64? {
    guard !path.utf8.contains(0) else { return nil }
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
  }
}
