internal import CCairo

/// How the process keeps memory that was given back.
package enum ProcessMemory {
  /// Keeps blocks of the size of pictures for the next picture, instead of handing them back to the system.
  ///
  /// A picture that is drawn into fresh pages spends a tenth of its time on being given them one by one. For programs
  /// that draw and do little else, once at their start; the pictures are the same. Blocks larger than any ordinary
  /// picture still go back. The corresponding C function is `mallopt`.
  package static func keepFreed() {
    _ = mallopt(M_MMAP_THRESHOLD, 32 << 20)
    _ = mallopt(M_TRIM_THRESHOLD, 48 << 20)
    _ = mallopt(M_TOP_PAD, 1 << 20)
  }
}
