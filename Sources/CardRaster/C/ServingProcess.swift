internal import CCairo
internal import Glibc

/// The subprocess side of `ChildProcess`.
enum ServingProcess {
  /// Whether this process was started to serve: its only argument is a given word, and standard input is a
  /// socket.
  static func isAsked(_ word: String) -> Bool {
    guard CommandLine.argc == 2, CommandLine.arguments.last == word else { return false }
    var status = stat()
    return fstat(STDIN_FILENO, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
  }

  /// Releases inherited resources.
  ///
  /// The corresponding C functions are `close_range`, `chdir` and `mallopt`.
  static func begin() {
    if cs_close_from(UInt32(STDERR_FILENO + 1)) != 0 {
      // The kernel is older than the call.
      for number in (STDERR_FILENO + 1)..<Int32(clamping: min(sysconf(Int32(_SC_OPEN_MAX)), 1 << 20)) {
        close(number)
      }
    }
    _ = chdir("/")
    // Memory of one picture is returned to the system before the next.
    _ = mallopt(M_MMAP_THRESHOLD, 1 << 20)
    _ = mallopt(M_TRIM_THRESHOLD, 8 << 20)
    _ = mallopt(M_ARENA_MAX, 1)
    keepEncodings()
  }

  /// Loads the conversion from Windows encodings to UTF-8 for the lifetime of the process: later no file can
  /// be opened.
  ///
  /// The corresponding C function is `iconv_open`.
  private static func keepEncodings() { _ = iconv_open("UTF-8", "windows-1252") }

  /// Receives a number of bytes; nil if the other end is closed.
  static func receive(_ count: Int, from socket: Int32 = STDIN_FILENO) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    var offset = 0
    while offset < count {
      let got = bytes[offset...].withUnsafeMutableBytes { read(socket, $0.baseAddress, $0.count) }
      if got > 0 { offset += got } else if got == 0 || errno != EINTR { return nil }
    }
    return bytes
  }

  /// Sends bytes; false if the other end is closed.
  static func send(_ bytes: UnsafeRawBufferPointer, to socket: Int32 = STDIN_FILENO) -> Bool {
    var offset = 0
    while offset < bytes.count {
      let sent = write(socket, bytes.baseAddress?.advanced(by: offset), bytes.count - offset)
      if sent > 0 { offset += sent } else if sent == 0 || errno != EINTR { return false }
    }
    return true
  }

  /// Ends the process.
  static func end() -> Never { _exit(0) }
}
