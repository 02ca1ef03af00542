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
