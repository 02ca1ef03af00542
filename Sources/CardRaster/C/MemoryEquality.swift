internal import Glibc

/// Compares memory byte by byte.
enum MemoryEquality {
  /// Compares buffers of the same length; the corresponding C function is `memcmp`.
  static func holds(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Bool {
    guard a.count == b.count else { return false }
    guard let first = a.baseAddress, let second = b.baseAddress else { return true }
    return first == second || memcmp(first, second, a.count) == 0
  }

  /// Compares arrays; copies with shared storage are recognised at once.
  static func holds(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    a.withUnsafeBytes { a in b.withUnsafeBytes { holds(a, $0) } }
  }
}
