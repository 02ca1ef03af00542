internal import Glibc

/// Memory for whole pictures, which is touched from end to end.
enum HugePages {
  /// How large one is.
  static let page = 2 << 20

  /// Whether memory of a size has room for one, wherever it begins.
  static func areWorth(_ bytes: Int) -> Bool { bytes >= 2 * page }

  /// Asks the system to back memory with large pages where it can: fewer of them have to be set up one by one.
  ///
  /// Small memory is left alone, and nothing depends on the answer. The corresponding C function is `madvise`.
  static func ask(for memory: UnsafeMutableRawBufferPointer) {
    guard let base = memory.baseAddress, areWorth(memory.count) else { return }
    let start = (Int(bitPattern: base) + page - 1) & ~(page - 1)
    let end = (Int(bitPattern: base) + memory.count) & ~(page - 1)
    if start < end { _ = madvise(UnsafeMutableRawPointer(bitPattern: start), end - start, MADV_HUGEPAGE) }
  }
}
