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
    let text = words.map(\.littleEndian).withUnsafeBytes { bytes in
      g_compute_checksum_for_data(
        G_CHECKSUM_SHA256, bytes.bindMemory(to: guchar.self).baseAddress, gsize(bytes.count))
    }
    guard let text else { return "" }
    defer { g_free(text) }
    return String(cString: text)
  }
}
