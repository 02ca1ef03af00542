internal import CCairo
internal import Glibc

/// The files that a process may have open, and the three that it has from its start.
package enum OpenFiles {
  /// The fewest that drawing takes: fonts, a deck and its pictures, a file that is written, and what Swift itself opens.
  static let least = 16

  /// Prepares the process: once, first of all.
  ///
  /// A standard stream that is closed is opened so that it can be neither read nor written: otherwise the next file would get
  /// its number, and messages would go there. The corresponding C functions are `fcntl`, `open` and `setrlimit`.
  ///
  /// - Throws: `RasterError.library` when too few files may be open; Swift's runtime would end the process then.
  package static func prepare() throws(RasterError) {
    for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(stream, F_GETFD) < 0 {
      // The lowest number that is free is the one that was just found to be.
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
        reason: "only \(limit.rlim_cur) files may be open at once, and \(least) are needed; see 'ulimit -n'")
    }
  }
}
