internal import CCairo
internal import Glibc
internal import Synchronization

/// How the process keeps memory that was given back.
package enum ProcessMemory {
  private static let keepsFreed = Atomic(false)

  /// Keeps blocks of the size of pictures for the next picture, instead of handing them back to the system.
  ///
  /// A picture that is drawn into fresh pages spends a tenth of its time on being given them one by one. For programs
  /// that draw and do little else, once at their start; the pictures are the same. Blocks larger than any ordinary
  /// picture still go back. The corresponding C function is `mallopt`.
  package static func keepFreed() {
    _ = mallopt(M_MMAP_THRESHOLD, 32 << 20)
    _ = mallopt(M_TRIM_THRESHOLD, 48 << 20)
    _ = mallopt(M_TOP_PAD, 1 << 20)
    keepsFreed.store(true, ordering: .relaxed)
  }

  /// The smallest stack on which decks that are nested as deep as they may be are drawn, in bytes.
  private static let leastStack = 4 << 20

  /// Checks that the stack is large enough; a process that comes to its end is ended without a word.
  ///
  /// - Throws: `RasterError.library` with the way out. The corresponding C function is `getrlimit`.
  package static func checkStack() throws(RasterError) {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_STACK.rawValue), &limit) == 0,
      limit.rlim_cur < rlim_t(leastStack)
    else { return }
    throw .library(
      operation: "starting",
      reason:
        "the stack is limited to \(limit.rlim_cur >> 10) KiB, and \(leastStack >> 10) are needed; see 'ulimit -s'"
    )
  }

  /// The most that is prepared at once: a larger block would not become part of what `keepFreed` keeps.
  private static let mostPrepared = 30 << 20

  /// Prepares memory for pictures that come next, in large pages; of small ones, being given them takes longer than reading.
  ///
  /// Does nothing in programs that have not called `keepFreed`. Nothing is taken before it is used. The corresponding C functions are
  /// `malloc`, `madvise` and `free`.
  ///
  /// - Parameter bytes: how large the pictures are together.
  package static func prepare(_ bytes: Int) {
    guard HugePages.areWorth(bytes), keepsFreed.load(ordering: .relaxed) else { return }
    // The first and the last page are not whole, and what is made of the pictures needs a little too.
    let size = min(bytes + 2 * HugePages.page, mostPrepared)
    // What is given back at the end of the heap stays there, as it was asked for.
    guard let room = malloc(size) else { return }
    HugePages.ask(for: UnsafeMutableRawBufferPointer(start: room, count: size))
    free(room)
  }
}
