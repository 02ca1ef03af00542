import Glibc
internal import Synchronization

/// Reads whole files, always within a size limit and never from an endless source.
public enum FileReading {
  /// Reads a regular file of at most `limit` bytes.
  ///
  /// - Throws: `RasterError.file` if it is missing, unreadable or not a regular file (a folder, a pipe, a
  ///   device), `RasterError.limit` if it is larger, even if it grows during reading.
  public static func read(path: String, limit: Int) throws(RasterError) -> [UInt8] {
    try read(path: path, real: nil, limit: limit)
  }

  /// Reads a file as `read` does, and rejects links that lead out of its folder.
  ///
  /// `folder` is the folder in which the file was found; nil for a file that the user named.
  ///
  /// - Throws: `RasterError.file` also if a link leads out of that folder and out of the current one.
  package static func read(path: String, foundIn folder: String?, limit: Int) throws(RasterError) -> [UInt8] {
    guard let folder else { return try read(path: path, limit: limit) }
    return try read(path: path, real: try FileTree.found(path, in: folder), limit: limit)
  }

  /// Reads a file as `read` does; nil if nothing has this path.
  package static func readIfPresent(
    path: String, foundIn folder: String? = nil, limit: Int
  ) throws(RasterError) -> [UInt8]? {
    try FileTree.kind(of: path) == nil ? nil : read(path: path, foundIn: folder, limit: limit)
  }

  /// Reads a file as `read` does, without following links.
  ///
  /// - Parameter path: as `SafeFolder.resolve` returns it.
  package static func read(resolved path: String, limit: Int) throws(RasterError) -> [UInt8] {
    try read(path: path, real: path, limit: limit)
  }

  private static func read(path: String, real: String?, limit: Int) throws(RasterError) -> [UInt8] {
    try opened(path, real) { (descriptor, size) throws(RasterError) in
      guard size <= limit else { throw tooLarge(path, size, limit) }
      return try readAll(descriptor, path: path, expected: size, limit: limit)
    }
  }

  /// Reads the first bytes of a regular file, at most `count`.
  ///
  /// - Throws: `RasterError.file` as `read` does.
  public static func beginning(path: String, count: Int) throws(RasterError) -> [UInt8] {
    try beginning(path: path, real: nil, count: count)
  }

  /// Reads the first bytes of a file that was found in a folder, as `read` does.
  package static func beginning(path: String, foundIn folder: String, count: Int) throws(RasterError)
    -> [UInt8]
  {
    try beginning(path: path, real: try FileTree.found(path, in: folder), count: count)
  }

  private static func beginning(path: String, real: String?, count: Int) throws(RasterError) -> [UInt8] {
    try opened(path, real) { (descriptor, size) throws(RasterError) in
      try next(descriptor, atMost: min(count, size), path: path)
    }
  }

  /// Opens a regular file and returns its size; a path without links is opened without following links.
  private static func opened(
    _ path: String, _ real: String?, _ body: (Int32, Int) throws(RasterError) -> [UInt8]
  ) throws(RasterError) -> [UInt8] {
    guard !path.isEmpty else { throw .file(path: path, reason: "the path is empty") }
    guard !path.utf8.contains(0) else { throw .file(path: path, reason: "the path holds a zero byte") }
    FileTrace.note(path)
    // Without O_NONBLOCK this would block on a pipe without a writer.
    let flags = O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY
    let descriptor = real.map { FileTree.openWithoutLinks($0, flags) } ?? open(path, flags)
    guard descriptor >= 0 else { throw .file(path: path, reason: SystemError.reason(errno)) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .file(path: path, reason: SystemError.reason(errno)) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw .file(path: path, reason: "it is \(kind(status.st_mode)), not a file")
    }
    return try body(descriptor, Int(status.st_size))
  }

  /// Reads standard input to its end, at most `limit` bytes.
  ///
  /// - Throws: `RasterError.file` if it cannot be read, `RasterError.limit` if there is more.
  public static func readStandardInput(limit: Int) throws(RasterError) -> [UInt8] {
    try readAll(STDIN_FILENO, path: "-", expected: 0, limit: limit)
  }

  /// Reads a file as `read` does, or standard input for `-`.
  ///
  /// A pipe that the caller has opened is read to its end.
  package static func readInput(path: String, limit: Int) throws(RasterError) -> [UInt8] {
    if path == "-" { return try readStandardInput(limit: limit) }
    if let pipe = openPipe(path) { return try readAll(pipe, path: path, expected: 0, limit: limit) }
    return try read(path: path, limit: limit)
  }

  /// Whether a path names a pipe that the caller has opened, as shells write `<(command)`.
  ///
  /// Such a path is only a descriptor number, so no other files are next to it.
  package static func isOpenPipe(_ path: String) -> Bool { openPipe(path) != nil }

  private static func openPipe(_ path: String) -> Int32? {
    let folder = "/dev/fd/"
    guard path.hasPrefix(folder), let number = Int32(path.dropFirst(folder.count)), number >= 0 else {
      return nil
    }
    var status = stat()
    return fstat(number, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO ? number : nil
  }

  /// Checks that bytes are within a limit, as `read` does.
  package static func checkSize(of bytes: [UInt8], path: String, limit: Int) throws(RasterError) {
    if bytes.count > limit { throw tooLarge(path, bytes.count, limit) }
  }

  /// Reads to the end of an open file; stops one byte after the limit.
  static func readAll(
    _ descriptor: Int32, path: String, expected: Int, limit: Int
  ) throws(RasterError) -> [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(min(expected, limit))
    while true {
      let size = min(max(expected - out.count, 0) + 1, 1 << 20)
      let wanted = min(max(size, 1 << 16), limit - out.count + 1)
      let part = try next(descriptor, atMost: wanted, path: path)
      if part.isEmpty { return out }
      out += part
      guard out.count <= limit else { throw tooLarge(path, out.count, limit) }
    }
  }

  /// The next bytes of an open file: as many as are available, up to a maximum; empty at the end.
  ///
  /// Another process may have made standard input non-blocking; this function waits for it. The corresponding
  /// C functions are `read` and `poll`.
  ///
  /// - Throws: `RasterError.file` if it cannot be read.
  static func next(_ descriptor: Int32, atMost count: Int, path: String) throws(RasterError) -> [UInt8] {
    var failure: Int32 = 0
    let part = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      var got = 0
      repeat {
        got = Glibc.read(descriptor, buffer.baseAddress, count)
        if got < 0, errno == EAGAIN {
          var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
          poll(&wait, 1, -1)
        }
      } while got < 0 && (errno == EINTR || errno == EAGAIN)
      if got < 0 { failure = errno }
      filled = max(0, got)
    }
    guard failure == 0 else { throw .file(path: path, reason: SystemError.reason(failure)) }
    return part
  }

  private static func tooLarge(_ path: String, _ count: Int, _ limit: Int) -> RasterError {
    .limit(
      what: "the size of '\(FilePath.name(of: path))' in bytes", value: Double(count), limit: Double(limit))
  }

  private static func kind(_ mode: mode_t) -> String {
    switch mode & S_IFMT {
    case S_IFDIR: "a folder"
    case S_IFIFO: "a pipe"
    case S_IFCHR, S_IFBLK: "a device"
    case S_IFSOCK: "a socket"
    default: "something else"
    }
  }
}

/// Records the files that this process reads or looks for, so that a watcher knows what a run depends on.
package enum FileTrace {
  private static let recorded = Mutex<Set<String>?>(nil)

  /// Starts recording.
  package static func start() { recorded.withLock { $0 = [] } }

  /// The absolute paths so far, including those of missing files; empty if nothing is recorded.
  package static var paths: Set<String> { recorded.withLock { $0 ?? [] } }

  /// Records a path, which may be relative to the working directory.
  static func note(_ path: String) {
    recorded.withLock { paths in
      guard paths != nil else { return }
      paths?.insert(FilePath.absolute(path))
    }
  }
}
