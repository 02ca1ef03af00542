internal import Glibc

/// Huge pages for the memory of whole pictures, which is used from end to end.
enum HugePages {
  /// The size of a huge page.
  static let page = 2 << 20

  /// Whether memory of a size contains a whole huge page, wherever it starts.
  static func areWorth(_ bytes: Int) -> Bool { bytes >= 2 * page }

  /// Requests huge pages for memory, so that the system has fewer pages to set up.
  ///
  /// Small memory is left alone, and nothing depends on the result. The corresponding C function is
  /// `madvise`.
  static func ask(for memory: UnsafeMutableRawBufferPointer) {
    guard let base = memory.baseAddress, areWorth(memory.count) else { return }
    let start = (Int(bitPattern: base) + page - 1) & ~(page - 1)
    let end = (Int(bitPattern: base) + memory.count) & ~(page - 1)
    if start < end { _ = madvise(UnsafeMutableRawPointer(bitPattern: start), end - start, MADV_HUGEPAGE) }
  }
}
