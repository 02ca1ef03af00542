import Glibc

/// Writes whole files: afterwards there is the new file or, when something failed, what was there before.
public enum FileWriting {
  /// Writes bytes to a file, over one that is there.
  ///
  /// They go to a temporary file in the same folder, which is then given the name. The mode is 0644 less the umask.
  /// A path that names a device or a pipe is written in place.
  ///
  /// - Throws: `RasterError.file`; no temporary file is left then.
  public static func write(_ bytes: [UInt8], to path: String) throws(RasterError) {
    guard !path.isEmpty else { throw .file(path: path, reason: "the path is empty") }
    guard !path.utf8.contains(0) else { throw .file(path: path, reason: "the path holds a zero byte") }
    guard path.utf8.last != UInt8(ascii: "/") else {
      throw .file(path: path, reason: SystemError.reason(EISDIR))
    }
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      guard status.st_mode & S_IFMT != S_IFDIR else {
        throw .file(path: path, reason: SystemError.reason(EISDIR))
      }
      let descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY)
      guard descriptor >= 0 else { throw .file(path: path, reason: SystemError.reason(errno)) }
      defer { close(descriptor) }
      return try writeAll(bytes, descriptor, path: path)
    }
    let (descriptor, temporary) = try openTemporary(beside: path)
    do throws(RasterError) {
      do throws(RasterError) {
        try writeAll(bytes, descriptor, path: path)
      } catch {
        close(descriptor)
        throw error
      }
      guard close(descriptor) == 0 else { throw .file(path: path, reason: SystemError.reason(errno)) }
      guard rename(temporary, path) == 0 else { throw .file(path: path, reason: SystemError.reason(errno)) }
    } catch {
      unlink(temporary)
      throw error
    }
  }

  /// Writes bytes to standard output.
  ///
  /// - Throws: `RasterError.file`, with "the reader has gone" for a closed pipe; the process is not ended by a signal.
  public static func writeStandardOutput(_ bytes: [UInt8]) throws(RasterError) {
    try writeAll(bytes, STDOUT_FILENO, path: "standard output")
  }

  /// Writes bytes to standard error.
  ///
  /// - Throws: `RasterError.file`, as `writeStandardOutput` does.
  public static func writeStandardError(_ bytes: [UInt8]) throws(RasterError) {
    try writeAll(bytes, STDERR_FILENO, path: "standard error")
  }

  /// Writes everything, however little the system takes at a time.
  static func writeAll(_ bytes: [UInt8], _ descriptor: Int32, path: String) throws(RasterError) {
    // A closed pipe, or a file that has become too large, must be an error that can be told, not the end of the process.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    var offset = 0
    while offset < bytes.count {
      let written = bytes[offset...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if written > 0 {
        offset += written
      } else if written < 0 && errno == EAGAIN {
        var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&wait, 1, -1)
      } else if written == 0 || errno != EINTR {
        throw .file(path: path, reason: SystemError.reason(errno))
      }
    }
  }

  /// Makes a new file with a name of its own, never following a link that is there already.
  private static func openTemporary(beside path: String) throws(RasterError) -> (Int32, String) {
    let stem = FilePath.directory(of: path) + "/.cardshot-\(getpid())-"
    for number in 0..<10_000 {
      let temporary = stem + String(number)
      let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
      if descriptor >= 0 { return (descriptor, temporary) }
      guard errno == EEXIST else {
        let reason = errno == ENOENT ? "its folder does not exist" : SystemError.reason(errno)
        throw .file(path: path, reason: reason)
      }
    }
    throw .file(path: path, reason: "no temporary name is free in its folder")
  }
}
