internal import Glibc

/// Whether two pieces of memory hold the same bytes.
enum MemoryEquality {
  /// Compares pieces of one length; the corresponding C function is `memcmp`.
  static func holds(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Bool {
    guard a.count == b.count else { return false }
    guard let first = a.baseAddress, let second = b.baseAddress else { return true }
    return first == second || memcmp(first, second, a.count) == 0
  }

  /// Compares arrays; one that is a copy of the other is told at once.
  static func holds(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    a.withUnsafeBytes { a in b.withUnsafeBytes { holds(a, $0) } }
  }
}
