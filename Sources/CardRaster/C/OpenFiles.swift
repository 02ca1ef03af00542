internal import CCairo
internal import Glibc

/// The limit of open files, and the three standard streams.
package enum OpenFiles {
  /// The minimum number of open files for drawing: fonts, a deck and its pictures, an output file, and those
  /// of Swift itself.
  static let least = 16

  /// Prepares the process; call it once, before anything else.
  ///
  /// A closed standard stream is opened so that it can be neither read nor written: otherwise the next file
  /// would get its number, and messages would go there. The corresponding C functions are `fcntl`, `open` and
  /// `setrlimit`.
  ///
  /// - Throws: `RasterError.library` if the limit of open files is too low; Swift's runtime would end the
  ///   process then.
  package static func prepare() throws(RasterError) {
    for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(stream, F_GETFD) < 0 {
      // `open` returns the lowest free number, which is that of this stream.
      _ = open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
    guard limit.rlim_cur < rlim_t(least) else { return }
    limit.rlim_cur = min(limit.rlim_max, rlim_t(least))
    _ = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    guard limit.rlim_cur >= rlim_t(least) else {
      throw .library(
        operation: "starting",
        reason: "the limit of open files is \(limit.rlim_cur), but \(least) are needed; see 'ulimit -n'")
    }
  }
}
