import Glibc

/// Writes whole files atomically: the result is the new file or, after a failure, the old one.
public enum FileWriting {
  /// Writes bytes to a file and replaces an existing one.
  ///
  /// The bytes go to an unnamed file in the same folder, which then gets its name; however the process ends,
  /// nothing else is left. If the file system does not support unnamed files, or if a file is replaced, there
  /// is a temporary name for a moment; see `TemporaryFiles`. The mode is 0644 minus the umask. A device or a
  /// pipe is written in place.
  ///
  /// - Throws: `RasterError.file`; no temporary file is left then.
  public static func write(_ bytes: [UInt8], to path: String) throws(RasterError) {
    guard !path.isEmpty else { throw .file(path: path, reason: "the path is empty") }
    guard !path.utf8.contains(0) else { throw .file(path: path, reason: "the path holds a zero byte") }
    guard path.utf8.last != UInt8(ascii: "/") else {
      throw .file(path: path, reason: SystemError.reason(EISDIR))
    }
    guard !FileTree.isFolder(path) else { throw .file(path: path, reason: SystemError.reason(EISDIR)) }
    if isWrittenInPlace(path) {
      let descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY)
      guard descriptor >= 0 else { throw .file(path: path, reason: SystemError.reason(errno)) }
      defer { close(descriptor) }
      return try writeAll(bytes, descriptor, path: path)
    }
    if try !writeNameless(bytes, to: path) { try writeNamed(bytes, to: path) }
  }

  /// Writes bytes to a file as `write` does, and never into a pipe or a device.
  ///
  /// For files that the user did not name one by one: writing to a pipe could block forever.
  ///
  /// - Throws: `RasterError.file`, also if a pipe, a socket or a device is in the way.
  public static func writeFile(_ bytes: [UInt8], to path: String) throws(RasterError) {
    guard !isWrittenInPlace(path) || FileTree.isFolder(path) else {
      throw .file(path: path, reason: SystemError.noFile)
    }
    try write(bytes, to: path)
  }

  /// Writes bytes to a file below a folder as `writeFile` does; missing folders are created.
  ///
  /// - Throws: `RasterError.file`, also if a link leads out of the folder.
  package static func writeFile(
    _ bytes: [UInt8], to path: String, below root: String
  ) throws(RasterError) {
    let place = try FileTree.openFolder(FilePath.directory(of: path), below: root)
    defer { close(place) }
    // The descriptor still refers to the opened folder if another one replaces it.
    let folder = "/proc/self/fd/\(place)"
    guard access(folder, F_OK) == 0 else { return try writeFile(bytes, to: path) }
    do throws(RasterError) {
      try writeFile(bytes, to: FilePath.join(folder, FilePath.name(of: path)))
    } catch {
      guard case .file(_, let reason) = error else { throw error }
      throw .file(path: path, reason: reason)
    }
  }

  /// Writes bytes to a file as `write` does; `-` is standard output.
  package static func writeOutput(_ bytes: [UInt8], to path: String) throws(RasterError) {
    if path == "-" { try writeStandardOutput(bytes) } else { try write(bytes, to: path) }
  }

  /// Appends bytes to a file and creates it if it is missing.
  ///
  /// - Throws: `RasterError.file`.
  public static func append(_ bytes: [UInt8], to path: String) throws(RasterError) {
    guard !path.utf8.contains(0) else { throw .file(path: path, reason: "the path holds a zero byte") }
    let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0o644)
    guard descriptor >= 0 else { throw .file(path: path, reason: SystemError.reason(errno)) }
    defer { close(descriptor) }
    try writeAll(bytes, descriptor, path: path)
  }

  /// Whether a path is a device, a pipe or a socket, or a link to one.
  private static func isWrittenInPlace(_ path: String) -> Bool {
    switch try? FileTree.kind(of: path) {
    case .other: return true
    case .link:
      guard access(path, F_OK) == 0 else { return false }
      // A link whose target has no path, such as a pipe behind /dev/stdout, is not a file.
      guard let target = FilePath.resolved(path) else { return true }
      return (try? FileTree.kind(of: target)) == .other
    case .file, .invalidName, nil: return false
    }
  }

  /// Writes bytes to standard output.
  ///
  /// - Throws: `RasterError.file`, with "the reader has gone" for a closed pipe; SIGPIPE is ignored.
  public static func writeStandardOutput(_ bytes: [UInt8]) throws(RasterError) {
    try writeAll(bytes, STDOUT_FILENO, path: "standard output")
  }

  /// Writes bytes to standard error.
  ///
  /// - Throws: `RasterError.file`, as `writeStandardOutput` does.
  public static func writeStandardError(_ bytes: [UInt8]) throws(RasterError) {
    try writeAll(bytes, STDERR_FILENO, path: "standard error")
  }

  /// Writes all bytes, even if the system accepts only a few at a time.
  static func writeAll(_ bytes: [UInt8], _ descriptor: Int32, path: String) throws(RasterError) {
    // Writing to a closed pipe, or past the size limit of files, must be an error instead of a fatal signal.
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

}

extension FileWriting {
  /// `O_TMPFILE`, which is composed of other flags: an unnamed file.
  private static let nameless: Int32 = 0o20_000_000 | O_DIRECTORY

  /// Writes an unnamed file and names it when it is complete.
  ///
  /// Returns false without any effect if that is not supported. The corresponding C function is `linkat`.
  private static func writeNameless(_ bytes: [UInt8], to path: String) throws(RasterError) -> Bool {
    let descriptor = open(FilePath.directory(of: path), O_WRONLY | O_CLOEXEC | nameless, 0o644)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    try writeAll(bytes, descriptor, path: path)
    // Some file systems report a failure when a file is closed, and this one is closed only after it has its
    // name.
    let copy = dup(descriptor)
    guard copy < 0 || close(copy) == 0 else { throw .file(path: path, reason: SystemError.reason(errno)) }
    func link(_ name: String) -> Int32 {
      linkat(AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0 ? 0 : errno
    }
    switch link(path) {
    case 0: return true
    case EEXIST:
      // `linkat` cannot replace an existing name, so the file gets a second name that is then renamed.
      let temporary = try makeTemporary(beside: path, make: link)
      defer { TemporaryFiles.forget(temporary) }
      try rename(temporary, to: path)
      return true
    default: return false
    }
  }

  /// Writes a file under a temporary name and renames it when it is complete.
  private static func writeNamed(_ bytes: [UInt8], to path: String) throws(RasterError) {
    var descriptor: Int32 = -1
    let temporary = try makeTemporary(beside: path) { name in
      // An existing link is never followed.
      descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
      return descriptor >= 0 ? 0 : errno
    }
    defer { TemporaryFiles.forget(temporary) }
    do throws(RasterError) {
      do throws(RasterError) {
        try writeAll(bytes, descriptor, path: path)
      } catch {
        close(descriptor)
        throw error
      }
      guard close(descriptor) == 0 else { throw .file(path: path, reason: SystemError.reason(errno)) }
    } catch {
      unlink(temporary)
      throw error
    }
    try rename(temporary, to: path)
  }

  /// Creates a file under a temporary name in the folder of a path.
  private static func makeTemporary(
    beside path: String, make: (String) -> Int32
  ) throws(RasterError) -> String {
    let stem = FilePath.directory(of: path) + "/.cardshot-\(getpid())-"
    let (name, code) = TemporaryFiles.make(stem, make: make)
    if let name { return name }
    let reason =
      switch code {
      case EEXIST: "every temporary name in its folder is in use"
      case ENOENT: "its folder does not exist"
      default: SystemError.reason(code)
      }
    throw .file(path: path, reason: reason)
  }

  /// Renames a temporary file to its final name.
  private static func rename(_ temporary: String, to path: String) throws(RasterError) {
    guard Glibc.rename(temporary, path) != 0 else { return }
    let code = errno
    unlink(temporary)
    throw .file(path: path, reason: SystemError.reason(code))
  }
}
