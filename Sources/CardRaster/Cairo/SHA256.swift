internal import CCairo

/// The SHA-256 sum of bytes, by which files and pictures are told apart.
package enum SHA256 {
  /// The sum as 64 hexadecimal digits.
  ///
  /// The corresponding C function is `g_compute_checksum_for_data` of GLib, which Pango brings along.
  package static func hex(_ bytes: [UInt8]) -> String {
    let text = bytes.withUnsafeBufferPointer {
      g_compute_checksum_for_data(G_CHECKSUM_SHA256, $0.baseAddress, gsize($0.count))
    }
    guard let text else { return "" }
    defer { g_free(text) }
    return String(cString: text)
  }

  /// The sum of whole numbers, each as eight bytes, the lowest first.
  package static func hex(words: [UInt64]) -> String {
    var sum = Running()
    sum.add(words)
    return sum.hex()
  }

  /// A sum of what comes a piece after the other.
  struct Running: ~Copyable {
    private let checksum: OpaquePointer?

    /// Starts with nothing.
    ///
    /// The corresponding C function is `g_checksum_new`.
    init() { checksum = g_checksum_new(G_CHECKSUM_SHA256) }

    deinit { g_checksum_free(checksum) }

    /// Adds whole numbers, each as eight bytes, the lowest first.
    ///
    /// The corresponding C function is `g_checksum_update`.
    mutating func add(_ words: [UInt64]) {
      words.map(\.littleEndian).withUnsafeBytes { bytes in
        g_checksum_update(
          checksum, bytes.bindMemory(to: guchar.self).baseAddress, gssize(bytes.count))
      }
    }

    /// The sum as 64 hexadecimal digits.
    ///
    /// The corresponding C function is `g_checksum_get_string`.
    consuming func hex() -> String { g_checksum_get_string(checksum).map { String(cString: $0) } ?? "" }
  }
}
