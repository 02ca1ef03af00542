internal import CCairo
internal import Glibc
internal import Synchronization

/// The memory allocator's settings.
package enum ProcessMemory {
  private static let keepsFreed = Atomic(false)

  /// Keeps freed blocks of the size of pictures for the next picture, instead of returning them to the
  /// system.
  ///
  /// Drawing a picture into fresh pages spends a tenth of its time on page faults. For programs that mainly
  /// draw, once at their start; the pictures are the same. Blocks larger than any ordinary picture are still
  /// returned. The corresponding C function is `mallopt`.
  package static func keepFreed() {
    _ = mallopt(M_MMAP_THRESHOLD, 32 << 20)
    _ = mallopt(M_TRIM_THRESHOLD, 48 << 20)
    _ = mallopt(M_TOP_PAD, 1 << 20)
    keepsFreed.store(true, ordering: .relaxed)
  }

  /// The minimum stack for decks of the maximum nesting depth, in bytes.
  private static let leastStack = 4 << 20

  /// Checks that the stack is large enough; a stack overflow would end the process without a message.
  ///
  /// - Throws: `RasterError.library` with a hint. The corresponding C function is `getrlimit`.
  package static func checkStack() throws(RasterError) {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_STACK.rawValue), &limit) == 0,
      limit.rlim_cur < rlim_t(leastStack)
    else { return }
    throw .library(
      operation: "starting",
      reason:
        "the stack is limited to \(limit.rlim_cur >> 10) KiB, but \(leastStack >> 10) KiB are needed; see 'ulimit -s'"
    )
  }

  /// The maximum that is prepared at once: a larger block would not be part of the memory that `keepFreed`
  /// keeps.
  private static let mostPrepared = 30 << 20

  /// Prepares memory for the next pictures, in huge pages: the page faults of small pages would take longer
  /// than reading the pictures.
  ///
  /// Does nothing in programs that have not called `keepFreed`. No memory is used before it is written. The
  /// corresponding C functions are `malloc`, `madvise` and `free`.
  ///
  /// - Parameter bytes: the total size of the pictures.
  package static func prepare(_ bytes: Int) {
    guard HugePages.areWorth(bytes), keepsFreed.load(ordering: .relaxed) else { return }
    // The first and the last page are not whole, and encoding the pictures needs a little too.
    let size = min(bytes + 2 * HugePages.page, mostPrepared)
    // A freed block at the end of the heap stays there, with its huge pages.
    guard let room = malloc(size) else { return }
    HugePages.ask(for: UnsafeMutableRawBufferPointer(start: room, count: size))
    free(room)
  }
}

/// Resource limits of a process.
enum ProcessLimit {
  /// Lowers a soft limit, or raises it again.
  ///
  /// An existing hard limit is never raised: a lower one stays.
  ///
  /// The corresponding C function is `prlimit`.
  ///
  /// - Parameters:
  ///   - process: the process; 0 is the running one.
  ///   - isFinal: whether the process itself may not raise the limit again.
  /// - Returns: false with the reason in `errno` if the system rejects it.
  static func set(
    _ resource: __rlimit_resource, _ most: UInt, of process: pid_t = 0, isFinal: Bool = false
  ) -> Bool {
    var limits: [UInt64] = [0, 0]
    guard cs_limits(process, Int32(resource.rawValue), nil, &limits) == 0 else { return false }
    limits[0] = min(UInt64(most), limits[1])
    if isFinal { limits[1] = limits[0] }
    return cs_limits(process, Int32(resource.rawValue), limits, nil) == 0
  }
}

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
