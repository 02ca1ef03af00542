internal import Glibc

/// Memory for whole pictures, which is touched from end to end.
enum HugePages {
  /// Asks the system to back memory with large pages where it can: fewer of them have to be set up one by one.
  ///
  /// Small memory is left alone, and nothing depends on the answer. The corresponding C function is `madvise`.
  static func ask(for memory: UnsafeMutableRawBufferPointer) {
    let page = 2 << 20
    guard let base = memory.baseAddress, memory.count >= 2 * page else { return }
    let start = (Int(bitPattern: base) + page - 1) & ~(page - 1)
    let end = (Int(bitPattern: base) + memory.count) & ~(page - 1)
    if start < end { _ = madvise(UnsafeMutableRawPointer(bitPattern: start), end - start, MADV_HUGEPAGE) }
  }
}
