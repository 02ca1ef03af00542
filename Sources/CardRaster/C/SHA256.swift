internal import CCairo

/// The SHA-256 hash of bytes, used to identify files and pictures.
package enum SHA256 {
  /// The hash as 64 hexadecimal digits.
  ///
  /// The corresponding C function is `g_compute_checksum_for_data` of GLib, a dependency of Pango.
  package static func hex(_ bytes: [UInt8]) -> String {
    let text = bytes.withUnsafeBufferPointer {
      g_compute_checksum_for_data(G_CHECKSUM_SHA256, $0.baseAddress, gsize($0.count))
    }
    guard let text else { return "" }
    defer { g_free(text) }
    return String(cString: text)
  }

  /// The hash of integers, each as eight bytes, the lowest first.
  package static func hex(words: [UInt64]) -> String {
    var sum = Running()
    sum.update(words)
    return sum.hex()
  }

  /// An incremental hash.
  struct Running: ~Copyable {
    private let checksum: OpaquePointer?

    /// Starts without data.
    ///
    /// The corresponding C function is `g_checksum_new`.
    init() { checksum = g_checksum_new(G_CHECKSUM_SHA256) }

    deinit { g_checksum_free(checksum) }

    /// Adds integers, each as eight bytes, the lowest first.
    ///
    /// The corresponding C function is `g_checksum_update`.
    mutating func update(_ words: [UInt64]) {
      words.map(\.littleEndian).withUnsafeBytes { bytes in
        g_checksum_update(
          checksum, bytes.bindMemory(to: guchar.self).baseAddress, gssize(bytes.count))
      }
    }

    /// The hash as 64 hexadecimal digits.
    ///
    /// The corresponding C function is `g_checksum_get_string`.
    consuming func hex() -> String { g_checksum_get_string(checksum).map { String(cString: $0) } ?? "" }
  }
}
